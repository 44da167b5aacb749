# SPDX-License-Identifier: Apache-2.0
# output.sh PROGRAM PROJECT: an answer that cannot be written is exit 3, never a silent success;
# a file that cannot be read is exit 2 with an empty standard output.
set -u
program=$1
. "$2/tests/cli/check.inc.sh"

# expect CODE NAME: compares with the exit code in $code and the message in $work/err.
expect() {
    if [ "$code" -eq "$1" ] && { [ "$1" -le 1 ] || grep -q '^aicalc: ' "$work/err"; }; then
        ok
    else
        fail "$2: exit $code: $(cat "$work/err")"
    fi
}

set -- kvcache --model llama-3.1-70b --context 128Ki
for format in table json csv markdown; do
    "$program" "$@" -o $format >/dev/full 2>"$work/err"
    code=$?
    [ $format = json ] && sed -i 's/^{/aicalc: {/' "$work/err"
    expect 3 "/dev/full as $format"
done
"$program" "$@" >&- 2>"$work/err"
code=$?
expect 3 "closed standard output"
for command in help units "schema kvcache" catalog "catalog gpus" --version "help checkpoint"; do
    # shellcheck disable=SC2086 # a command and its words
    "$program" $command >/dev/full 2>"$work/err"
    code=$?
    expect 3 "/dev/full: $command"
done
for file in /nowhere/at/all.json / "$work"; do
    "$program" kvcache --input "$file" >"$work/out" 2>"$work/err"
    code=$?
    [ -s "$work/out" ] && code=99
    expect 2 "--input $file"
    "$program" kvcache --model "$file/" --context 1 >"$work/out" 2>"$work/err"
    code=$?
    expect 2 "--model $file/"
done
head -c 2000000 /dev/zero | tr '\0' ' ' >"$work/large.json"
"$program" kvcache --input "$work/large.json" >"$work/out" 2>"$work/err"
code=$?
expect 2 "a file above 1 MiB"
"$program" "$@" 2>&- >"$work/out"
code=$?
: >"$work/err"
expect 0 "closed standard error"

# -q has a line for each name, empty where the question leaves it out, so that scripts know which is which.
"$program" kvcache --model llama-3.1-8b --context 8k --fields fits,kv_total,max_sequences -q >"$work/out" 2>"$work/err"
code=$?
printf '\n1048576000\n\n' | cmp -s - "$work/out" || code=99
grep -q "'fits': needs gpu_memory (of a gpu)" "$work/err" || code=98
expect 0 "an empty line for what is left out"
"$program" kvcache --model llama-3.1-8b --context 8k --fields fits,kv_total,max_sequences -q --strict >"$work/out" 2>"$work/err"
code=$?
[ -s "$work/out" ] && code=99
grep -q "'fits': needs .*'max_sequences': needs " "$work/err" || code=98
expect 2 "the same with --strict"
"$program" kvcache --model llama-3.1-8b --context 8k --fields kv_total -q --strict >"$work/out" 2>"$work/err"
code=$?
expect 0 "--strict where all is there"
finish
