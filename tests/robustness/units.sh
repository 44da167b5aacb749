#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# units.sh PROGRAM: every unit that the program lists is worth what GNU units says, to the last
# digits of a double. Skipped (exit 77) where units is not installed.
set -eu
program=$1
command -v units >/dev/null 2>&1 || { echo "units is not installed"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What GNU units has no word for; the values of the things cancel, as they stand on both sides. A
# month is 730 h and a year 8,760 h, as clouds bill them.
cat >"$work/own.units" <<'END'
USD             !
FLOP            !
token           !
request         !
object          !
iops            !
billedmonth     730 hour
billedyear      8760 hour
END

# The words of a unit as GNU units has them; the first of a count is a multiplier.
cat >"$work/words.awk" <<'END'
BEGIN {
    split("B byte b bit d day h hour w week min minute m minute g gram t tonne " \
          "$ USD USD USD k$ kUSD M$ MUSD B$ GUSD BUSD GUSD mo billedmonth y billedyear IOPS iops req request kreq kilorequest Mreq megarequest " \
          "rps 1/s obj object kobj kiloobject Mobj megaobject token token s s % percent " \
          "kbps kbit/s Mbps Mbit/s Gbps Gbit/s Tbps Tbit/s", map, " ")
    for (i = 1; i in map; i += 2) word[map[i]] = map[i + 1]
    split("k 1e3 M 1e6 B 1e9 T 1e12 Ki 1024 Mi 1048576", times, " ")
    for (i = 1; i in times; i += 2) multiplier[times[i]] = times[i + 1]
}
function spelled(one) {
    if (one in word) return word[one]
    if (one ~ /^[kMGTPE]i?[Bb]$/) {
        sub(/b$/, "bit", one)
        sub(/B$/, "byte", one)
    }
    return one
}
function translated(unit, is_count,   parts, n, i, text) {
    n = split(unit, parts, "/")
    for (i = 1; i <= n; i++) {
        if (i == 1 && parts[i] == "") text = "1"
        else if (i == 1 && is_count && parts[i] in multiplier) text = multiplier[parts[i]]
        else text = text (i > 1 ? " / (" : "(") spelled(parts[i]) ")"
    }
    return text
}
/^base unit / { base = $3; sub(/,$/, "", base); next }
/^  1 / {
    is_count = base ~ /^(1|token)(\/|$)/
    unit = $2
    # "k/s" counts tokens where the base says so.
    from = translated(unit, is_count)
    if (base ~ /^token/ && unit !~ /^token/) from = "(" from ") * token"
    if (base ~ /^1\// && unit ~ /^token/) from = "(" from ") / token"
    print from; print translated(base, is_count)
    printf "%s %s %s\n", unit, $4, base >names
}
END

"$program" units | awk '/^[a-z]/ { print $1 }' >"$work/dimensions"
while read -r dimension; do
    "$program" units "$dimension"
done <"$work/dimensions" >"$work/tables"
awk -v names="$work/names" -f "$work/words.awk" "$work/tables" >"$work/questions"
units -q -t -o %.17g -f '' -f "$work/own.units" <"$work/questions" >"$work/answers"

paste -d' ' "$work/names" "$work/answers" | awk '
    NF == 4 && ($4 - $2) ^ 2 <= (1e-15 * $2) ^ 2 { right++; next }
    { print "FAIL 1 " $1 " is " $2 " " $3 ", GNU units says " $4 " " $5; wrong++ }
    END { printf "%d passed, %d failed\n", right, wrong; exit right < 150 || wrong > 0 }'
