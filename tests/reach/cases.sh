#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cases.sh RUN_CASES PACKAGE [NAME]...: the shared cases through the npm package, all or those of the files NAME; run_cases
# wants one word as its program.
set -eu
run=$1
package=$(cd "$2" && pwd)
shift 2
[ $# -gt 0 ] || set -- $(for file in tests/cases/*.case; do basename "$file" .case; done)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf '#!/bin/sh\nexec node "%s/aicalc.mjs" "$@"\n' "$package" >"$work/aicalc"
chmod +x "$work/aicalc"
# Each file in a process of its own; what fails is told, and the others go on.
printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} sh -c \
    '"$0" "$1/aicalc" tests/data/hf_configs "tests/cases/$2.case" >"$1/$2.log" 2>&1 || cat "$1/$2.log" >"$1/$2.failed"' "$run" "$work" {}
failed=$(find "$work" -name '*.failed')
[ -z "$failed" ] || { cat $failed | grep -v '^$' | head -n 60; exit 1; }
cat "$work"/*.log | awk '/ passed/ { passed += $1 } END { print passed " cases pass through the npm package" }'
