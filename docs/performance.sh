#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# performance.sh PROGRAM FOLDER: writes docs/performance.md anew from what the benchmarks in FOLDER print.
# 'cmake --build build --target performance' builds and calls it.
set -eu
program=$1
folder=$2
root=$(cd "$(dirname "$0")/.." && pwd)
page=$root/docs/performance.md

# block COMMAND...: what it prints, as it stands.
block() {
    echo '```text'
    "$@"
    echo '```'
}

{
    cat <<END
# Performance

Made by \`cmake --build build --target performance\` on $(date -u +%Y-%m-%d), version $("$program" --version |
        sed 's/^aicalc //'), on $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
($(getconf _NPROCESSORS_ONLN) cores; $(awk '{ print $1 }' /proc/loadavg) processes were waiting or running when it began: rates are lower then, and
ratios of what runs in turns hold). \`--target bench\` prints the same figures. No test has a time limit that a busy
machine could fail.

Wanted: a query in at most three times the time of an empty process, \`plan\` and \`service\` in 25 ms; JSON, table
and Markdown of 200,000 cases a second, CSV of a million; \`layout\` 1.2 million layouts a second. A
processor that is shared runs at half its speed at times: two versions are compared in turns.

## Start

A process from its start to its end beside \`/bin/true\`, taken in turns, by the clock and in processor time, and the memory
that it had.

END
    block "$folder/bench_start" "$program"
    cat <<'END'

Instructions do not depend on what else a machine does. Beside them: how many functions of the program a query passes, and how
often it evaluates a calculator, parts of others included.

END
    block sh "$root/tests/bench/instructions.sh" "$program"
    cat <<'END'

## Evaluations

A second of processor time, of the first example of each calculator's help: `compute()` alone, and with rules, defaults and the
check of results. `without gpu` leaves out the searches for what would fit. Compositions (`plan`, `service`) have no compute()
of their own.

END
    block "$folder/bench_evaluate"
    cat <<'END'

## Layouts

`layout` looks at every layout of a job; a layout counts once, however it was decided.

END
    block "$folder/bench_layouts"
    cat <<'END'

## Sweeps

Cases a second of processor time, written to nowhere. CSV has values; the other formats have the basis, bands and
warnings of each case.

END
    block "$folder/bench_sweep" "$program"
    cat <<'END'

The same in parts, one after the other and next to each other.

END
    block sh "$root/tests/bench/parallel.sh" "$program"
    cat <<'END'

## What is deployed

Processor time of `aicalc read` for texts of up to 1 MiB, which is the most that it takes (a log may have 64 MiB).

END
    block sh "$root/tests/bench/reading.sh" "$program"
    cat <<'END'

## Another tool

END
    (cd "$folder" && block sh "$root/tests/bench/peer.sh" "$folder/bench_start")
} >"$page.new"
mv "$page.new" "$page"
