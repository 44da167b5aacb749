#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# configurations.sh PROGRAM: the table of all files of tests/data/hf_configs in docs/methods/model.md: whether
# a file is read, its parameters beside the published ones, bytes as released, cache of a token.
set -eu
program=$1
folder=tests/data/hf_configs

echo
echo "| Configuration | \`model_type\` | Parameters | Published | Difference | As released | Cache of a token |"
echo "|---|---|---:|---:|---:|---:|---:|"
for path in "$folder"/*.json "$folder"/*/config.json; do
    file=${path%/config.json}
    name=$(basename "$file")
    type=$(tr -d ' \n' <"$path" | grep -o '"model_type":"[^"]*"' | head -n 1 | cut -d '"' -f 4)
    if ! answer=$("$program" model --model "$file" \
        --fields params_total,weight_bytes,kv_per_token -o csv 2>/dev/null); then
        echo "| $name | $type | refused | | | | |"
        continue
    fi
    published=$(awk -F '\t' -v name="$name" '$1 == name { print $2 }' "$folder/published.tsv")
    printf '%s\n' "$answer" | LC_ALL=C awk -F , -v name="$name" -v type="$type" -v published="$published" '
        { value[$1] = $2 }
        END {
            difference = ""
            if (published != "") {
                off = value["params_total"] / published - 1
                difference = value["params_total"] == published ? "none" : sprintf("%+.4f %%", 100 * off)
            }
            printf "| %s | %s | %s | %s | %s | %.3f GB | %s B |\n", name, type, value["params_total"],
                published, difference, value["weight_bytes"] / 1e9, value["kv_per_token"]
        }'
done
echo
