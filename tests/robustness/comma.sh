# SPDX-License-Identifier: Apache-2.0
# comma.sh PROGRAM PROJECT LIBRARY RUN_CASES TEST_NUMBER: nothing is read or written otherwise in a locale
# whose decimal sign is a comma: numbers, cases and sweeps.
set -eu
program=$1 project=$2 library=$3 run_cases=$4 test_number=$5

if ! command -v localedef >/dev/null 2>&1 || [ ! -e /usr/share/i18n/locales/de_DE ]; then
    echo "localedef or its sources are not installed"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
localedef -i de_DE -f UTF-8 "$work/de_DE.UTF-8"

LOCPATH=$work "$test_number" >"$work/out" 2>&1 || { cat "$work/out"; exit 1; }
if grep -q SKIPPED "$work/out"; then # it enters the locale by itself
    echo "FAIL the locale is not found"
    exit 1
fi
printf '#!/bin/sh\nLOCPATH=%s LD_PRELOAD=%s exec %s "$@"\n' "$work" "$library" "$program" >"$work/aicalc"
chmod +x "$work/aicalc"
cases=$project/tests/cases
"$run_cases" "$work/aicalc" "$project/tests/data/hf_configs" "$cases/cli.case" "$cases/kvcache.case" \
    "$cases/storage.case"
for script in analysis sweep; do
    sh "$project/tests/cli/$script.sh" "$work/aicalc" "$project"
done
