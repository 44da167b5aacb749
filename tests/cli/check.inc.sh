# SPDX-License-Identifier: Apache-2.0
# Sourced by the scripts of this folder: an empty working folder, and counted checks.
# Usage: program=PROGRAM; . check.inc.sh; run NAME CODE ARGUMENT...; has out TEXT; finish

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0
failed=0

# ok, and fail MESSAGE: count a check whose outcome is known.
ok() {
    passed=$((passed + 1))
}

fail() {
    failed=$((failed + 1))
    echo "FAIL $1"
}

# check MESSAGE STATUS: counts a check; the message is printed where the status is not 0.
check() {
    if [ "$2" -eq 0 ]; then ok; else fail "$1"; fi
}

# run NAME CODE ARGUMENT...: the exit code; output and messages are in out and err.
run() {
    name=$1
    wanted=$2
    shift 2
    "$program" "$@" >out 2>err
    code=$?
    if [ "$code" -eq "$wanted" ]; then ok; else fail "$name: exit $code: $(cat err)"; fi
}

# has FILE TEXT: a line of out or err has the text.
has() {
    grep -qF -- "$2" "$1"
    check "$name: no '$2' in $1" $?
}

# lacks FILE TEXT: none has.
lacks() {
    ! grep -qF -- "$2" "$1"
    check "$name: '$2' in $1" $?
}

# finish: the closing line; succeeds if every check did.
finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
