# SPDX-License-Identifier: Apache-2.0
# catalogs.sh PROGRAM PROJECT [--write]: the values of every entry of the catalogs are those that were
# read beside their source: a number for each entry, kept in tests/data/catalogs.txt. A digit that
# changes by mistake names its entry; after a change that is meant, read the source once more and
# run this with --write.
set -u
program=$1
project=$2
kept=$project/tests/data/catalogs.txt
. "$(cd "$(dirname "$0")" && pwd)/check.inc.sh"

# sums: "KIND NAME SUM" for the fields of every entry.
sums() {
    for file in "$project"/src/catalog/data/*.json; do
        kind=$(basename "$file" .json)
        "$program" catalog "$kind" -o json --no-config | LC_ALL=C awk -v kind="$kind" '
            BEGIN { for (i = 1; i < 256; i++) code[sprintf("%c", i)] = i }
            /^      "name": / { name = $2; gsub(/[",]/, "", name) }
            /^      "fields": / {
                sum = 7
                for (i = 1; i <= length($0); i++) sum = (sum * 31 + code[substr($0, i, 1)]) % 2147483647
                print kind, name, sum
            }'
    done
}

sums >now
[ "$(wc -l <now)" -gt 500 ]
check "only $(wc -l <now) entries were found" $?
if [ "${3:-}" = --write ]; then
    cp now "$kept"
fi
diff "$kept" now >changed
check "these entries have other values than were read beside their sources:" $?
sed -n 's/^[<>] //p' changed | sort -u | cut -d' ' -f1,2 | uniq | head -n 20
finish
