# SPDX-License-Identifier: Apache-2.0
# bad_cases.sh PROGRAM PROJECT RUN_CASES: a case that could never fail is a failure of its own.
set -u
program=$1
project=$2
run_cases=$3
. "$(cd "$(dirname "$0")" && pwd)/check.inc.sh"

ask='"name": "x", "args": ["kvcache", "--model", "llama-3.1-8b", "--context", "8Ki"]'

# run [--strict] MEMBERS: runs one case.
run() {
    flag=
    if [ "$1" = --strict ]; then
        flag=$1
        shift
    fi
    echo "[{$ask, $1}]" >case.json
    "$run_cases" $flag "$program" "$project/tests/data/hf_configs" case.json >out 2>&1
}

passes() {
    run "$@"
    check "passes: $*: $(head -n 1 out)" $?
}

# fails TEXT [--strict] MEMBERS: the text says why.
fails() {
    text=$1
    shift
    ! run "$@" && grep -qF "$text" out
    check "fails: $*: $(head -n 1 out)" $?
}

passes '"expect": {"kv_total": {"value": 1073741824, "rel": 0}}'
passes '"expect": {"fits": {"absent": true}}'
passes '"quiet": ["pcie-scale-up"], "absent": ["fits"], "kind": "arithmetic", "source": "s", "note": "n"'
fails 'wanted 1073741825, got 1073741824' '"expect": {"kv_total": {"value": 1073741825, "rel": 0}}'
fails "'bogus' is no warning of kvcache" '"quiet": ["bogus"]'
fails "'stragglers' is no warning of kvcache" '"quiet": ["stragglers"]'
fails "'fit' is no result of kvcache" '"absent": ["fit"]'
fails "'fit' is no result of kvcache" '"expect": {"fit": {"absent": true}}'
fails "absent is true or not there" '"expect": {"fits": {"absent": false}}'
fails "'expected' is no key of a case" '"expected": {"kv_total": {"value": 1, "rel": 0}}'
fails "'tol' is no key of an expected value" '"expect": {"kv_total": {"value": 1, "tol": 0}}'
fails 'a tolerance of 1e+18' '"expect": {"kv_total": {"value": 1, "rel": 1e18}}'
fails 'a tolerance of -1' '"expect": {"kv_total": {"value": 1, "rel": -1}}'
fails "'kv_total' has no value" '"expect": {"kv_total": {"rel": 0.1}}'
fails 'nothing is expected' '"kind": "arithmetic", "source": "s"'
fails 'nothing is expected' '"expect": {}, "warnings": []'
fails 'is no list of texts' '"warnings": "pcie-scale-up"'
fails 'wanted 2, got 0' '"exit": 2, "stderr": ["model"]'

ask='"name": "x", "args": ["kvcache", "--context", "8Ki"]'
passes '"exit": 2, "stderr": ["model"]'
passes --strict '"exit": 2, "stderr": ["no model, and layers"]'
fails '5 characters of a message' --strict '"exit": 2, "stderr": ["model"]'
fails '0 characters of a message' --strict '"exit": 2'

# Cases in short lines.
# lines CODE TEXT LINES: runs them; the text is in what it says.
lines() {
    printf '%b' "$3" >lines.case
    "$run_cases" "$program" "$project/tests/data/hf_configs" lines.case >out 2>&1
    [ $? -eq "$1" ] && grep -qF "$2" out
    check "lines: $2: $(head -n 1 out)" $?
}

ask='case x\naicalc kvcache --model llama-3.1-8b --context "8Ki"\n'
lines 0 '1 passed' "$ask"'kv_total = 1073741824\nfits absent\nsource\n  two\n  lines\n'
lines 0 '1 passed' "$ask"'kv_total = 1.07e9 within 1e-2\n'
lines 1 'wanted 1070000000' "$ask"'kv_total = 1.07e9\n'
lines 1 'nothing is expected' "$ask"'# kv_total = 1\n'
for line in 'kv_total = 1 within' 'kv_total == 1' 'kv_total' 'exit two' 'input layers 80' 'plain'; do
    lines 2 'no line of a case' "$ask$line\n"
done
lines 2 'no line of a case' 'exit 2\n'
lines 2 'no line of a case' 'case x\naicalc "kvcache\n'

finish
