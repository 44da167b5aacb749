#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cases.sh RUN_CASES PACKAGE: the shared cases through the npm package; run_cases wants one word as its program.
set -eu
run=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf '#!/bin/sh\nexec node "%s/aicalc.mjs" "$@"\n' "$(cd "$2" && pwd)" >"$work/aicalc"
chmod +x "$work/aicalc"
for file in tests/cases/*.case; do
    echo "$file"
done | xargs -P 2 -I{} sh -c '"$0" "$1" tests/data/hf_configs "$2" >"$3/$(basename "$2").log" 2>&1 || { cat "$3/$(basename "$2").log"; exit 255; }' "$run" "$work/aicalc" {} "$work"
cat "$work"/*.log | grep -E 'cases|passed' | tail -3
