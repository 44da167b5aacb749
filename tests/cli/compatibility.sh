# SPDX-License-Identifier: Apache-2.0
# compatibility.sh PROGRAM PROJECT: what version 0.1.0 could be asked can be asked today, and what it
# answered is answered under the same names and units and with the same exit code
# (tests/data/answers-0.1.0.txt); docs/compatibility.md says what is promised. Questions that are answered
# otherwise on purpose stand with their reason in tests/data/changes-since-0.1.0.txt.
set -u
program=$1
project=$2
. "$(cd "$(dirname "$0")" && pwd)/check.inc.sh"
unset AICALC_CATALOG XDG_CONFIG_HOME
HOME=$work
export HOME
old=$project/tests/data/answers-0.1.0.txt
changes=$project/tests/data/changes-since-0.1.0.txt
tab=$(printf '\t')

# Names of today: "I CALCULATOR NAME UNIT" and "R CALCULATOR NAME".
for calculator in $(sed -n "s/^I$tab\([a-z-]*\)$tab.*/\1/p" "$old"); do
    "$program" schema "$calculator" | awk -v calculator="$calculator" '
        match($0, /^    "[a-z_0-9]+": [{]/) {
            name = substr($0, 6, RLENGTH - 9)
            unit = match($0, /"[$]comment": "unit: [^"]*"/) ? substr($0, RSTART + 19, RLENGTH - 20) : "-"
            print "I", calculator, name, unit
        }'
    "$program" help --markdown "$calculator" | awk -v calculator="$calculator" '
        /^### / { results = 0 }
        /^\| Result / { results = 1; next }
        results && match($0, /^\| `[a-z_0-9]+`/) { print "R", calculator, substr($0, 4, RLENGTH - 4) }'
done >today

# Every name of then is there in its unit, or refused with the one of today.
awk -F "$tab" '$1 == "I" || $1 == "R" {
        count = split($3, names, " ")
        for (i = 1; i <= count; i++) { split(names[i], part, "="); print $1, $2, part[1], part[2] }
    }' "$old" >then
awk 'NR == FNR { unit[$1 " " $2 " " $3] = $1 == "R" ? "?" : $4; next }
    !($1 " " $2 " " $3 in unit) { print "gone", $1, $2, $3; next }
    $1 == "I" && unit[$1 " " $2 " " $3] != $4 { print "unit", $2, $3, $4, unit[$1 " " $2 " " $3] }' \
    today then >differences
check "no names were found" "$([ "$(wc -l <today)" -gt 1000 ]; echo $?)"
grep '^unit' differences >units
[ ! -s units ]
check "inputs have another unit than in 0.1.0 (calculator, name, then, now): $(cat units)" $?
sed -n 's/^gone //p' differences >gone
while read -r kind calculator name; do
    if [ "$kind" = I ]; then
        "$program" "$calculator" "--$name" 1 >out 2>err
    else
        "$program" "$calculator" --fields "$name" >out 2>err
    fi
    code=$?
    # A name that is a parameter today is told as such by help.
    [ "$code" -eq 2 ] && { grep -qE "; $name (is called|is gone: )" err ||
        "$program" schema "$calculator" | grep -qF "\"$name\":"; }
    check "$kind $calculator $name is gone, and its refusal does not say what there is instead: $(cat err)" $?
done <gone

for pair in $(awk -F "$tab" '$1 == "W" { n = split($3, ids, " "); for (i = 1; i <= n; i++) print $2 "/" ids[i] }' "$old"); do
    { "$program" explain "${pair#*/}" -o json >out 2>err && grep -q '"kind": "warning"' out; } ||
        grep -q "^warning ${pair#*/} of ${pair%/*}${tab}" "$changes"
    check "warning ${pair#*/} of ${pair%/*} is not known any more" $?
done

# Every question of then: exit code, results and their units.
cd "$project" || exit 1
sed -n "s/^Q$tab//p" "$old" | sed "s|{hf}|tests/data/hf_configs|g" >"$work/questions"
while IFS="$tab" read -r code question results; do
    case " $question " in
    *' -o '*) format= ;;
    *) format='-o json' ;;
    esac
    eval "\"$program\" $question $format" </dev/null >"$work/answer" 2>"$work/err"
    now=$?
    if [ "$now" -ne "$code" ]; then
        grep -qF "$question$tab$code$tab$now$tab" "$changes"
        check "$question: exit $code in 0.1.0, $now now: $(head -n 1 "$work/err")" $?
        continue
    fi
    [ -n "$results" ] || { passed=$((passed + 1)); continue; }
    # Results that are missing though they are not gone; names with their units.
    awk -v calculator="${question%% *}" -v results="$results" -v gone="$work/gone" -v units="$work/seen" '
        BEGIN { while ((getline <gone) > 0) if ($2 == calculator) dropped[$3] = 1 }
        /^  "results": [{]/ { inside = 1; next }
        /^  }/ { inside = 0 }
        inside && match($0, /^    "[a-z_0-9]+"/) {
            name = substr($0, 6, RLENGTH - 6)
            unit = match($0, /"unit": "[^"]*"/) ? substr($0, RSTART + 9, RLENGTH - 10) : "-"
            seen[name] = 1
            print calculator, name, unit >>units
        }
        END {
            count = split(results, names, " ")
            for (i = 1; i <= count; i++)
                if (!(names[i] in seen) && !(names[i] in dropped)) print names[i]
        }' "$work/answer" >"$work/missing"
    missing=$(tr '\n' ' ' <"$work/missing")
    [ -z "$missing" ] || grep -qF "$question${tab}left out$tab$missing$tab" "$changes"
    check "$question: results of 0.1.0 that are not there: $(tr '\n' ' ' <"$work/missing")" $?
done <"$work/questions"

cd "$work" || exit 1
sort -u seen | awk 'NR == FNR { if ($1 == "R") then[$2 " " $3] = $4; next }
    then[$1 " " $2] != "" && then[$1 " " $2] != "?" && then[$1 " " $2] != $3 {
        print $1, $2, then[$1 " " $2], $3
    }' then - >units
[ ! -s units ] && [ "$(wc -l <seen)" -gt 1000 ]
check "results have another unit than in 0.1.0 (calculator, name, then, now): $(cat units)" $?

# The members of an answer, of its inputs, results, assumptions and warnings.
"$program" kvcache --model llama-3.1-8b --context 8Ki --gpu h100-sxm --budget fits -o json >answer
check "an answer" $?
for member in '^  "schema": "aicalc/1",$' '^  "version": "' '^  "calculator": "kvcache",$' '^  "inputs": {$' \
    '^    "model": {"value": "llama-3.1-8b", "origin": "flag"}' \
    '^    "layers": {"value": 32, "unit": "layer", "origin": "catalog", "source": "models:llama-3.1-8b"}' \
    '^  "results": {$' '^    "kv_total": {"value": 1073741824, "unit": "B", "basis": "' \
    '^  "assumptions": \[$' '"id": "[a-z-]*", "text": "' '^  "warnings": \[' '^  "budgets": \[$'; do
    grep -q "$member" answer
    check "an answer has no line '$member' any more" $?
done
finish
