#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# examples.sh PROGRAM: every example of the help, a line each; those with a pipe are for shells alone.
set -eu
program=$1
for name in $("$program" help | awk '/^Calculators/ { on = 1; next } /^[^ ]/ { on = 0 } on && /^  [a-z]/ { print $1 }'); do
    "$program" help "$name" | sed -n 's/^  aicalc //p'
done | grep -v '[|<>]' | sort -u
