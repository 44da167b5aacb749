# SPDX-License-Identifier: Apache-2.0
# explain.sh PROGRAM PROJECT: --explain as a tree down to the inputs, the meaning of every word,
# topics of help, and -h on one screen.
set -u
program=$1
project=$2
. "$(cd "$(dirname "$0")" && pwd)/check.inc.sh"

# counts COUNT TEXT: as many lines of out have the text.
counts() {
    found=$(grep -cF -- "$2" out)
    [ "$found" -eq "$1" ]
    check "$name: '$2' in $found lines, not $1" $?
}

# fits LINES: ./out has at most so many lines, of 80 columns at most.
fits() {
    lines=$(wc -l <out)
    columns=$(LC_ALL=C.UTF-8 wc -L <out)
    [ "$lines" -le "$1" ] && [ "$lines" -gt 5 ] && [ "$columns" -le 80 ]
    check "$name: $lines lines of $columns columns" $?
}

"$program" help | sed -n '/^Calculators/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p' >calculators

# Nothing of C but operators: no members, functions of the library, macros, words in front of a choice.
while read -r name; do
    "$program" help --markdown "$name"
    "$program" explain "$name"
done <calculators >pages
for name in nothing-fits starved minimum-duration balanced-experts price-assumed beyond-measured-nodes; do
    "$program" explain "$name"
done >>pages
grep -nE '[a-z]->[a-z]|_Generic|AIC_|aic_[a-z]|[a-z]__[a-z]|SUPERPOD_|CHARGED_|lives\.' pages >code
[ ! -s code ]
check "pages: code is shown: $(head -n 3 code)" $?

# The tree.
set -- power --node dgx-h100 --gpus 1024 --rack-power 45kW --pue 1.25
run "leading results" 0 "$@" --explain
has out "    = it_power * pue"
has out "    = 1.3056e6 W * 1.25 = 1.632e6 W"
has out "    given: pue 1.25"
has out "        nodes:dgx-h100: gpus_per_node 8"
has out "left out: terms that are 0, by fixed_power"
has out "see above: nodes"
has out "cooling-limits:"
counts 1 "= it_power * pue"
counts 1 "= ceil(gpus / gpus_per_node)"
fits 200
run "one result" 0 "$@" --explain --fields facility_power
has out "node-maximum:"
lacks out "cooling-limits:"
lacks out "= ceil(nodes / nodes_per_rack_used)"
run "all results" 0 "$@" --explain --all
has out "= it_power / ton"
has out "ton 3516.85 W: one ton of refrigeration"
counts 1 "= it_power * pue"
run "Markdown" 0 "$@" --explain -o markdown
has out '- `facility_power` 1.632 MW'
has out '  - = `it_power * pue`'
has out '    - `power_per_node` 10.20 kW'
lacks out '\_'
run "JSON" 0 "$@" --explain -o json
has out '"formula": "it_power * pue", "numbers": "1305600 * 1.25"'
while read -r calculator; do
    "$program" help "$calculator" | sed -n '/^Examples/,/^$/s/^  aicalc //p' | head -n 1 |
        sed 's/--budget .*//' >question
    # Words of an example hold no blanks.
    set -f
    # shellcheck disable=SC2046
    run "explanation of $calculator" 0 $(cat question) --explain
    set +f
    has out "Explanation"
    has out "    = "
    set -f
    # shellcheck disable=SC2046
    run "explanation of $calculator in Markdown" 0 $(cat question) --explain -o markdown
    set +f
    sed -n '/^Explanation/,$p' out | grep -v 'see above$' |
        sed -n 's/^ *- `\{0,1\}\([a-z0-9_]*\)`\{0,1\} [^:]*: .*/\1/p' |
        grep -vxE 'see|left|at' | sort | uniq -d >twice
    [ ! -s twice ]
    check "$name: more than once: $(cat twice)" $?
done <calculators

# A search holds at the value found, not at the next; the program says so itself.
set -- kvcache --model llama-3.1-70b --gpu h100-sxm --tp 4 --context 32Ki
run "search" 0 "$@" --explain --fields max_sequences
most=$(sed -n 's/^    at sequences \([0-9]*\) it holds: kv_per_gpu .*/\1/p' out)
next=$(sed -n 's/^    at sequences \([0-9]*\) it does not hold: kv_per_gpu .*/\1/p' out)
[ "$next" -eq $((most + 1)) ]
check "$name: $most holds and $next does not" $?
run "that many fit" 0 "$@" --sequences "$most" --budget fits
run "one more does not" 1 "$@" --sequences "$next" --budget fits
run "what a flag compares" 0 "$@" --explain --fields fits
has out "compares: memory_per_gpu"
run "fewest GPUs" 0 train-time --model llama-3.1-70b --tokens 15T --gpu h100-sxm --mfu 0.4 \
    --deadline 60d --explain
has out "it holds: train_time"
has out "it does not hold: train_time"

# Words.
run "a result" 0 explain facility_power
has out "facility_power: result of power"
has out "maximum power at the meter"
has out "it_power * pue"
run "a result of a part" 0 explain train-time.train_time
has out "train_time: result of train-time"
counts 1 ": result of"
run "a parameter of a part" 0 explain train-time.seq
has out "seq: parameter of train-time"
counts 1 ": parameter of"
run "a name that the part lacks" 2 explain serve.train_time
run "a name of a part with a slip" 2 explain serve.ttft_limt
has err "near words: ttft_limit"
run "a part that is none" 2 explain nothing.mfu
run "as a flag" 0 explain --kv-heads
has out "kv_heads: parameter of"
run "a warning" 0 explain above-air-limit
has out "{power_per_rack} per rack is above air_limit ({air_limit})"
has out 'cooling_system == auto'
run "a flag that compares" 0 explain fits
has out "compares"
run "a band" 0 explain total_memory
has out "error"
run "a warning of two words" 0 explain unknown-read-throughput
run "an assumption" 0 explain node-maximum
has out "NVIDIA DGX"
run "a constant" 0 explain air_heat
has out "1206 J/(m3 K)"
run "a unit" 0 explain GiB
has out "1073741824 B"
run "a letter that is two units" 0 explain B
has out "1000000000"
run "a dimension" 0 explain rate
has out "Gbps"
run "a value of a choice" 0 explain rear_door
has out "cooling"
run "an option" 0 explain --gate
has out "end of a range"
run "another name" 0 explain users
has out "sequences"
run "an entry of a catalog" 0 explain h100
has out "aicalc catalog gpus h100-sxm"
run "JSON" 0 explain above-air-limit -o json
has out '"schema": "aicalc-explain/1"'
has out '"kind": "warning"'
has out '"calculators": ["power"]'
run "a letter missing" 2 explain kv_per_tokn
has err "kv_per_token"
run "a part of a word" 2 explain kv_per_to
has err "kv_per_token, kv_per_token_initial"
run "no such word" 2 explain qqqq
has err "no meaning for 'qqqq'"
run "as JSON" 2 explain kv_per_tokn -o json
has err '"suggestion"'
run "words that nobody knows" 2 explain qq heads
run "words of the field" 0 explain s3 transfer acceleration
has out "aicalc transfer"
run "another spelling" 0 explain Nvidia-DALI
run "a mark" 0 explain '?'
has out "assumed"
run "a word of help" 0 explain checkpointing
has out "stands in"
run "no word" 2 explain

# Every warning of the sources has a meaning, and so has every word that is offered.
{
    grep -ho 'WARNING("[a-z0-9-]*"' "$project"/src/calculators/*/*.inc "$project"/src/calculators/*/*.h
    grep -ho 'aic_warn([a-z>&.-]*, "[a-z0-9-]*"' -r "$project/src" --include='*.c'
} | sed 's/.*"\([a-z0-9-]*\)"/\1/' | sort -u | grep -v -- '-$' >warnings
[ "$(wc -l <warnings)" -gt 50 ]
check "warnings of the sources" $?
while read -r warning; do
    "$program" explain "$warning" 2>&1 | grep -q ': warning'
    check "no meaning of the warning $warning" $?
done <warnings
"$program" __complete explain '' | cut -f 1 | sort -u >words
[ "$(wc -l <words)" -gt 500 ]
check "words that are offered" $?
awk 'NR % 17 == 0' words >some
while read -r word; do
    "$program" explain "$word" >out 2>&1
    check "no meaning of $word" $?
done <some

# Topics, and commands that they show.
for topic in sweep solve budgets check units output catalog basis; do
    run "help $topic" 0 help "$topic"
    fits 40
    cat out >>shown
done
run "help of a word" 0 help kv_heads
has out "parameter of"
run "help of a calculator" 0 help power
run "near a calculator" 2 help kvcach
has err "did you mean 'kvcache'?"

# -h: one screen.
run "-h" 0 -h
fits 40
cat out >>shown
while read -r calculator; do
    run "$calculator -h" 0 "$calculator" -h
    fits 40
    cat out >>shown
    asked=$(sed -n '/^Parameters/,/^$/p' out | grep -c '^  --')
    [ "$asked" -eq 10 ]
    check "$name: $asked parameters" $?
    run "$calculator --help" 0 "$calculator" --help
    cp out long
    run "$calculator help" 0 help "$calculator"
    cmp -s out long
    check "$name: --help is all of the help" $?
done <calculators
sed -e ':a' -e '/\\$/N; s/ *\\\n */ /; ta' shown | sed -n 's/^  \(aicalc .*\)/\1/p' |
    grep -vE '^aicalc (CALCULATOR|explain WORD|help) ?' | sort -u >commands
[ "$(wc -l <commands)" -gt 30 ]
check "commands that are shown" $?
mkdir bin && ln -s "$program" bin/aicalc
PATH="$PWD/bin:$PATH"
while IFS= read -r command; do
    wanted=$(printf '%s\n' "$command" | sed -n 's/.*# exit \([0-9]\)$/\1/p')
    sh -c "$command" >out 2>err </dev/null
    code=$?
    case $code,$command in
    1,*--budget*) [ -n "$wanted" ] || wanted=1 ;;
    esac
    [ "$code" -eq "${wanted:-0}" ]
    check "exit $code: $command" $?
done <commands
finish
