# SPDX-License-Identifier: Apache-2.0
# Sourced by the scripts of this folder: an empty working folder, and counted checks.
# Usage: . check.inc.sh; check MESSAGE STATUS; finish

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0
failed=0

# check MESSAGE STATUS: counts a check; the message is printed where the status is not 0.
check() {
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $1"
    fi
}

# finish: the closing line; succeeds if every check did.
finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
