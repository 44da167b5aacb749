# SPDX-License-Identifier: Apache-2.0
# html.sh PROGRAM PROJECT: pages are valid, whole and alone: every id once, every reference inside
# the page, nothing that another machine has; what they say is what other formats say.
set -u
program=$1
project=$2
. "$(cd "$(dirname "$0")" && pwd)/check.inc.sh"

# Most bytes of a page, but of sweeps over thousands of cases.
most=1500000

# look NAME: the page in out holds together.
look() {
    head -n 1 out | grep -q '^<!DOCTYPE html>$' && [ "$(tail -n 1 out)" = '</html>' ]
    check "$1: whole" $?
    [ "$(wc -c <out)" -lt "$most" ]
    check "$1: $(wc -c <out) bytes" $?
    twice=$(grep -o ' id="[^"]*"' out | sort | uniq -d)
    [ -z "$twice" ]
    check "$1: ids twice: $twice" $?
    grep -o ' id="[^"]*"' out | sed 's/ id="\(.*\)"/\1/' | sort >ids
    lost=$(grep -oE '(href|aria-labelledby)="[^"]*"' out | sed 's/.*="#\{0,1\}\(.*\)"/\1/' | sort -u |
        comm -23 - ids)
    [ -z "$lost" ]
    check "$1: references to nothing: $lost" $?
    # Attributes of ours alone, no script, no address, no number that is none.
    ! grep -oE '<[a-z][^>]*>' out | grep -E ' (src|on[a-z]+|action|srcset|xlink:href|poster)=|://'
    check "$1: an attribute that loads something" $?
    ! grep -iE '<(script|link|iframe|img|object|embed|base|form)|javascript:|@import|url\(' out
    check "$1: an element that loads something" $?
    ! grep -E '="(nan|-nan|inf|-inf|null)"' out
    check "$1: a number that is none" $?
    if command -v tidy >/dev/null 2>&1; then
        tidy -errors -quiet -utf8 out >tidied 2>&1
        [ ! -s tidied ]
        check "$1: tidy: $(head -n 3 tidied)" $?
    fi
}

# page NAME CODE ARGUMENT...: the page is in out.
page() {
    name=$1
    wanted=$2
    shift 2
    "$program" "$@" -o html >out 2>err
    code=$?
    [ "$code" -eq "$wanted" ]
    check "$name: exit $code: $(cat err)" $?
    look "$name"
}

# says NAME PATTERN: a line of the page matches.
says() {
    grep -qE -- "$2" out
    check "$1: no '$2'" $?
}

# command: the words that the page says ask it again.
command_of() {
    sed -n 's/^<pre class="command"[^>]*><code>\(.*\)<\/code><\/pre>$/\1/p' "$1" |
        sed 's/<[^>]*>//g; s/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&amp;/\&/g'
}

memory="train-memory --model llama-3.1-70b --gpus 64 --gpu h100-sxm --tp 8"

page answer 0 $memory --budget 'total_memory <= 75GiB' --budget 'warn: memory_utilization <= 70%'
says answer '<h1>fits: .*GiB'
says answer '<span class="pill good">fits: yes</span>'
says answer '<span class="pill warn">1 of 2 budgets hold</span>'
says answer '<div class="card"><p class="label">.*<p class="big">[0-9.]* GiB</p>'
says answer '<code>total_memory &lt;= 75GiB</code>.*is <b>'
says answer '<svg class="bar good"'
says answer '<svg class="bar warn"'
says answer '<svg role="img"'
says answer '<title>train-memory: what makes up memory used on the fullest GPU .nvidia-smi.</title>'
says answer '<details class="row" id="r-total_memory">'
says answer '<dt>Formula</dt><dd><code>total_memory = <a href="#r-reserved_memory">'
says answer '<dt>With the numbers</dt><dd><code>= [0-9.]+ \+ [0-9.]+</code>'
says answer '<dt>Measured error</dt><dd>.*6.0%, .*: Megatron-LM'
says answer '<dt>Sources</dt><dd><a class="ref" href="#s-[0-9]*">\[[0-9]*\]</a>'
says answer '<tr id="i-zero">.*total_memory [+-][0-9]'
says answer '<li id="s-[0-9]*"><code>models:llama-3.1-70b</code>.*<cite>'
[ "$(grep -n '<h3>Assumed' out | head -n 1 | cut -d: -f1)" -lt "$(grep -n '<h3>Given' out | cut -d: -f1)" ]
check "assumed inputs come before given ones" $?

page "does not fit" 1 train-memory --model llama-3.1-405b --gpus 64 --gpu h100-sxm --tp 8 --budget fits
says "does not fit" '<span class="pill bad">fits: no</span>'
says "does not fit" '<code class="copy">aicalc '
says "does not fit" '<span class="pill bad">exceeded</span>'

page ranges 0 train-time --model llama-3.1-405b --tokens 15.6T --gpus 16384 --mfu 0.38..0.43 --gpu h100-sxm
says ranges '<dt>Over the ranges</dt><dd>.* \.\. '
says ranges 'mfu <b>0.38..0.43</b>'
page solved 0 checkpoint --params 70B --gpus 512 --gpu-mtbf 50677h --solve write_bw=min \
    --budget 'goodput >= 97%'
says solved 'is the smallest that meets all budgets'
says solved '[0-9.]* % to the limit'
page "analyses" 0 kvcache --model llama-3.1-8b --gpu h100-sxm --context 8Ki --sensitivity \
    --measured 'decode_time=20ms'
says analyses '<h2 id="h-sensitivity">'
says analyses '<h2 id="h-measured">'
says analyses 'class="callout"><b>measured-outside</b>'
page "chosen results" 0 kvcache --model llama-3.1-8b --context 8Ki --fields kv_total,decode_time
says "chosen results" 'id="r-kv_total"'
says "chosen results" '<p class="missing"><code>decode_time</code> needs '
! grep -q 'id="r-kv_per_sequence"' out
check "chosen results: no others" $?

page sweep 1 kvcache --model llama-3.1-70b --gpu h100-sxm --sweep 'context=8Ki..64Ki*2' \
    --sweep tp=2,4,6,8 --budget 'kv_per_gpu <= 8GiB'
says sweep '<h1>16 cases over context and tp</h1>'
says sweep 'all budgets hold in 1[0-9] of 16'
says sweep '<svg role="img"'
[ "$(grep -c '^<tr><td' out)" -eq 16 ]
check "sweep: a row a case" $?
page "impossible cases" 0 train-memory --model llama-3.1-8b --gpus 64 --gpu h100-sxm --sweep tp=4,7,8
says "impossible cases" '<td class="why" colspan="[0-9]*">gpus .* is not a multiple of'
says "impossible cases" '<span class="pill plain">1 impossible</span>'
page "the least" 0 storage --data 20TB --file-size 500MB --sweep tier=fsx-lustre-scratch-2,gcp-lustre-1000
says "the least" '<strong>[0-9.]*'
page "a sweep over three parameters" 0 train-memory --model llama-3.1-8b --gpus 64 --gpu h100-sxm \
    --sweep tp=1,2 --sweep zero=1,3 --sweep recompute=none,full
"$program" kvcache --model llama-3.1-8b --sweep 'context=1..10001+1' -o html >out 2>err
[ $? -eq 2 ] && [ ! -s out ] && grep -q 'at most 10000 cases' err
check "a sweep of too many cases" $?

"$program" kvcache --model llama-3.1-8b --context 8Ki -o json >a.json
"$program" kvcache --model llama-3.1-70b --gpu h100-sxm --context 8Ki -o json >b.json
page "a comparison" 0 diff a.json b.json
says "a comparison" '<h1>[0-9]* inputs, [0-9]* results.* changed</h1>'
says "a comparison" '<td>kv_total</td><td class="n">1.000 GiB</td>'
page "a comparison of equals" 0 diff a.json a.json
says "a comparison of equals" 'do not differ'

cat >checks.json <<'JSON'
{"schema": "aicalc-check/1", "checks": [
  {"name": "fits <i>\"&amp;", "calculator": "train-memory",
   "inputs": {"model": "llama-3.1-70b", "gpus": 64, "gpu": "h100-sxm", "tp": 8},
   "budgets": ["total_memory <= 75GiB", "fits", "warn: memory_utilization <= 70%", "total_memory <= 50GiB"]},
  {"name": "broken", "calculator": "train-memory",
   "inputs": {"model": "llama-3.1-70b", "gpus": 63, "tp": 8}, "budgets": ["total_memory <= 75GiB"]}]}
JSON
page "a report" 2 check checks.json
says "a report" '<h1>error: 2 checks, 5 budgets: 2 pass, 1 warn, 1 fail, 1 error</h1>'
says "a report" '>fits &lt;i&gt;&quot;&amp;amp; <'
says "a report" '[0-9.]* % beyond the limit'
sed 's/"value": 34359738368/"value": 34359738367/; s/"value": 1073741824/"value": 1073741825/' a.json >c.json
page "a saved answer" 1 check c.json
page "a saved answer that holds" 0 check a.json

# The same bytes for the same question: on any terminal, in a file and out of it.
"$program" $memory -o html >one
LC_ALL=C COLUMNS=40 TERM=dumb "$program" $memory --color=always --output=html -O two.html >two
cmp one two >err && cmp one two.html >>err
check "the same bytes: $(cat err)" $?

# The command asks the same again, whatever the words hold.
name="it's \"<&> \$(odd) .json"
cp "$project/tests/data/hf_configs/llama-3.1-8b.json" "$name"
page "odd words" 0 kvcache --model "./$name" --context=8Ki --budget 'kv_total <= 2GiB' -O again.json
! grep -q '<&>' out
check "odd words: escaped" $?
mkdir bin && ln -s "$program" bin/aicalc
line=$(command_of out)
PATH="$work/bin:$PATH" sh -c "$line -o json" >asked.json 2>err
cmp asked.json again.json >>err
check "the command '$line': $(cat err)" $?

# One screen that decides, then a fold a part, in their order; a part that was not asked has none.
page plan 0 plan --model llama-3.1-8b --node p5 --gpus 64 --tokens 1T
says plan '<h1>llama-3.1-8b on 64 h100-sxm: '
says plan '<p>llama-3.1-8b on 1T tokens, 64 h100-sxm .8 p5.48xlarge.: .* The total contains GPUs, .* It lacks storage'
says plan '<h2 id="h-decisions">Decisions and risks</h2>'
says plan '<b>assumed</b> seq.{1,2}4096.{1,3}total_cost.{1,6}[+-]'
parts=$(sed -n 's/^<details class="part" id="\([a-z-]*\)".*/\1/p' out | tr '\n' ' ')
[ "$parts" = 'fabric layout train-memory network checkpoint train-time dataload storage power cost ' ]
check "parts of a plan: $parts" $?
[ "$(wc -c <out)" -lt 120000 ]
check "the page of a plan has $(wc -c <out) bytes" $?
[ "$(grep -c '<div class="card' out)" -le 9 ] && ! grep -q '>other<' out
check "cards of a plan, and a bar called other" $?
page "a plan, all of it" 0 plan --model llama-3.1-8b --node p5 --gpus 64 --tokens 1T --all
says "a plan, all of it" 'class="appendix printed"'
page service 0 service --model llama-3.1-8b --node p5 --prompt 2000 --answer 300 --rate 20/s
[ "$(wc -c <out)" -lt 80000 ]
check "the page of a service has $(wc -c <out) bytes" $?

# Cases side by side: the ratios, each case in words, what the rows mean.
page "side by side" 0 kvcache --model llama-3.1-8b --context 8Ki --sweep gpu=h100-sxm,b200 --compare
says "side by side" '<td>decode_time</td>.*<span class="pill good">0'
says "side by side" '<li class="callout">b200 against h100-sxm: better in '
says "side by side" '<code>decode_time</code></th><td>'
page "saved answers side by side" 0 compare a.json b.json
says "saved answers side by side" '<h1>2 cases side by side, ratios to a</h1>'

# Every example of every calculator has a page.
for calculator in $("$program" help | sed -n '/^Calculators/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p'); do
    "$program" help "$calculator" | sed -n '/^Examples/,/^$/s/^  aicalc //p'
done >examples
while IFS= read -r line; do
    PATH="$work/bin:$PATH" sh -c "aicalc ${line%%|*} --no-config -o html" </dev/null >out 2>err
    [ $? -le 1 ]
    check "aicalc $line: $(cat err)" $?
    look "aicalc $line"
done <examples
[ -s examples ]
check "there are examples" $?

# The page that is shown to those who look before they build: its own command gives it.
example=$project/examples/train-memory.html
line=$(command_of "$example")
PATH="$work/bin:$PATH" sh -c "$line --no-config -o html" >out 2>err
sed 's/ <span>--no-config<\/span>//' out | cmp -s - "$example"
check "examples/train-memory.html is an older page; write it anew: $line -O $example" $?

"$program" $memory -o html >/dev/full 2>err
[ $? -eq 3 ]
check "a full disk" $?
finish
