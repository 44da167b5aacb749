# SPDX-License-Identifier: Apache-2.0
# Sourced by builds.sh and emulated.sh.

# example_answers COMMAND FORMATS: what the program says to every example of its help, in each format.
# The command may have several words, none of them with blanks.
example_answers() {
    program=$1
    aicalc() {
        # shellcheck disable=SC2086 # words
        $program "$@"
    }
    aicalc help | sed -n 's/^  aicalc \([a-z-]*\) .*/\1/p' | sort -u | while read -r calculator; do
        aicalc help "$calculator" | sed -n '/^Examples/,/^$/s/^  aicalc //p'
    done | while read -r line; do
        for format in $2; do
            echo "== $line -o $format"
            eval "aicalc $line -o $format --explain --no-config" </dev/null 2>&1 || echo "exit $?"
        done
    done
}
