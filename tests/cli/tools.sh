# SPDX-License-Identifier: Apache-2.0
# tools.sh PROGRAM PROJECT: where a tool that a test asks is not installed, the test leaves that
# part out or is skipped (exit 77); it does not fail.
set -u
program=$1
project=$2
. "$(cd "$(dirname "$0")" && pwd)/check.inc.sh"

# Everything that is installed, but for what no build needs.
mkdir bare
IFS=:
for folder in $PATH; do
    [ -d "$folder" ] && find "$folder/" -maxdepth 1 ! -type d -exec ln -sf -t bare {} + 2>/dev/null
done
unset IFS
for tool in xmllint tidy units mandoc groff localedef pkg-config zsh fish script git make python3 nm \
    tsort iconv chromium chromium-browser google-chrome; do
    rm -f "bare/$tool"
done

# skips SCRIPT ARGUMENT...: passes, or says that it is skipped.
skips() {
    script=$project/tests/$1
    shift
    PATH=$PWD/bare sh "$script" "$@" >out 2>&1
    code=$?
    [ "$code" -eq 0 ] || [ "$code" -eq 77 ]
    check "$script without tools: exit $code: $(tail -n 3 out)" $?
}
skips cli/svg.sh "$program" "$project"
skips cli/terminal.sh "$program" "$project"
skips cli/browser.sh "$program" "$project"
skips cli/completion.sh "$program" "$project"
skips cli/layers.sh /dev/null
skips robustness/units.sh "$program"

finish
