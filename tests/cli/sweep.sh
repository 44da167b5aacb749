# SPDX-License-Identifier: Apache-2.0
# sweep.sh PROGRAM PROJECT: every case of a sweep is what its own query says, byte for byte, in
# every format; impossible cases are rows; the exit codes of all that.
set -u
program=$1
project=$2
. "$project/tests/cli/check.inc.sh"

# Members of the object or list called $2 in case $3 of a sweep in JSON (1: the first), a line
# each; of a single answer with case 0. Nothing where the case does not have it.
members() {
    awk -v name="\"$2\": " -v wanted="$3" '
        /^    \{$/ { cases++ }
        { sub(/^ */, "") }
        inside && /^[]}],?$/ { exit }
        inside { sub(/,$/, ""); print }
        cases == wanted && index($0, name) == 1 && !/[]}],?$/ { inside = 1 }
    ' "$1"
}

# Row $2 (1: the first case) of a sweep in CSV as "name,value" lines, those left out missing.
row() {
    awk -v wanted="$2" -F, '
        NR == 1 { for (i = 1; i <= NF; i++) name[i] = $i; count = NF }
        NR == wanted + 1 { for (i = 1; i < count; i++) if ($i != "") print name[i] "," $i }
    ' "$1"
}

# same CALCULATOR AXIS VALUES AXIS VALUES ARGUMENT...: sweeps both axes and asks each case alone.
same() {
    calculator=$1
    first=$2
    first_values=$3
    second=$4
    second_values=$5
    shift 5
    for format in json csv markdown; do
        "$program" "$calculator" "$@" --sweep "$first=$first_values" \
            --sweep "$second=$second_values" -o $format >"$work/sweep.$format" 2>"$work/err" ||
            { fail "$calculator $first $second: exit $?: $(cat "$work/err")"; return; }
    done
    case=0
    for x in $(echo "$first_values" | tr ',' ' '); do
        for y in $(echo "$second_values" | tr ',' ' '); do
            case=$((case + 1))
            compare_case "$x" "$y" "$@"
        done
    done
}

compare_case() {
    x=$1
    y=$2
    shift 2
    set -- "$calculator" "$@" --"$first" "$x" --"$second" "$y"
    if ! "$program" "$@" -o json >"$work/one.json" 2>"$work/err"; then
        # Impossible alone: the sweep says the same in the place of results.
        "$program" "$@" -o json 2>&1 >/dev/null | sed 's/.*"error": {//; s/}}$//' >"$work/a"
        awk -v wanted=$case '/^    \{$/ { cases++ }
            cases == wanted && /"error": / { sub(/^ *"error": \{/, ""); sub(/\}$/, ""); print }' \
            "$work/sweep.json" >"$work/b"
        if [ -s "$work/b" ] && cmp -s "$work/a" "$work/b"; then ok; else fail "$* as an error"; fi
        return
    fi
    for part in results warnings; do
        # What a total contains stands in an answer alone: cases have its number.
        members "$work/one.json" $part 0 | sed 's/, "contains": .*"period": [0-9.e+]*}/}/' >"$work/a"
        members "$work/sweep.json" $part $case >"$work/b"
        if cmp -s "$work/a" "$work/b"; then ok; else fail "$* in JSON: $part"; fi
    done
    "$program" "$@" -o csv | awk -F, 'NR > 1 { print $1 "," $2 }' >"$work/a"
    row "$work/sweep.csv" $case | sed "1,2d" >"$work/b"
    if cmp -s "$work/a" "$work/b"; then ok; else fail "$* in CSV"; fi
    compare_markdown "$@"
}

# Every cell of the row is the value that the single answer shows.
compare_markdown() {
    "$program" "$@" --all -o markdown | awk -F ' [|] ' '/^\| Input/ { exit } /^\| `/ { gsub(/^\| `|`$/, "", $1)
        print $1 "|" $2 }
        /^- at the usual / { sub(/.*: /, ""); sub(/, --.*/, ""); print "at usual price|" $0 }' >"$work/one"
    awk -v wanted=$case -F ' [|] ' '
        { sub(/^\| /, ""); sub(/ \|$/, "") }
        NR == 3 { for (i = 1; i <= NF; i++) name[i] = $i; next } # below the title
        NR == wanted + 4 { for (i = 3; i <= NF; i++) { gsub(/\*\*/, "", $i)
            if ($i != "" && name[i] != "Impossible because" && name[i] != "Not compared") print name[i] "|" $i } }
    ' "$work/sweep.markdown" >"$work/cells"
    while read -r cell; do
        if grep -qxF -- "$cell" "$work/one"; then ok; else fail "$* in Markdown: $cell"; fi
    done <"$work/cells"
}

same kvcache context 1,8Ki,131072 tp 1,3,8 --model llama-3.1-70b --gpu h100-sxm
same kvcache model llama-3.1-8b,gemma-3-27b,deepseek-v3 engine ideal,vllm --context 32Ki
same kvcache kv-dtype bf16,fp8 gpu a100-80gb-sxm,mi300x --model qwen3-32b --context 40000
same kvcache model "$project/tests/data/hf_configs/jamba-v0.1.json,llama-3.1-8b" context 4Ki,8Ki
same checkpoint mode sync,async gpus 64,96,512 --model llama-3.1-70b --tp 8 --write-bw 100GB/s
same train-time gpus 64,100,512 recompute none,full --model llama-3.1-70b --gpu h100-sxm \
    --tokens 15T --mfu 0.4
same train-memory zero 0,1,3 micro-batch 1,2 --model llama-3.1-70b --gpu h100-sxm --gpus 64 --tp 8
same storage tier s3-standard,fsx-lustre-scratch-2 gpus 64,512 --data 100TB --duration 30d \
    --gpu-price 2USD/h

# expect CODE NAME ARGUMENT...: the exit code; output in $work/out and $work/err.
expect() {
    wanted=$1
    name=$2
    shift 2
    "$program" "$@" >"$work/out" 2>"$work/err"
    code=$?
    if [ $code -eq "$wanted" ]; then ok; else fail "$name: exit $code: $(cat "$work/err")"; fi
}

# holds NAME FILE PATTERN: the file has a line like this.
holds() {
    if grep -q -- "$3" "$work/$2"; then ok; else fail "$1: $(cat "$work/$2")"; fi
}

set -- kvcache --model llama-3.1-70b --gpu h100-sxm
expect 0 "one case of two" "$@" --sweep tp=0,8 --context 8Ki -o csv --fields fits
holds "an impossible row" out "^0,,.*tp must be at least 1"
holds "a possible row" out "^8,true,$"
expect 2 "no case of two" "$@" --sweep tp=0,-1 --context 8Ki
holds "the first case's reason" err "tp: '0' is out of range; tp must be at least 1"
if [ -s "$work/out" ]; then fail "output of no case"; else ok; fi
expect 2 "an unknown model" kvcache --model nope --sweep context=1..1e6+1
expect 2 "a wrong flag beside" "$@" --sweep context=1,2 --tp x
expect 1 "a budget that one case exceeds" "$@" --sweep context=8Ki,128Ki --tp 8 \
    --budget 'kv_total <= 10GiB' -o csv --fields kv_total
holds "the case that holds" out "^8192,2684354560,true,$"
holds "the case that does not" out "^131072,42949672960,false,$"
expect 0 "a budget that only warns" "$@" --sweep context=8Ki,128Ki --tp 8 \
    --budget 'warn: kv_total <= 10GiB'
holds "the word for it" out "warning"
expect 2 "a budget that applies to no case" kvcache --model llama-3.1-8b --sweep context=1,2 \
    --budget fits
expect 0 "a budget that applies to one case" kvcache --model llama-3.1-8b --context 8Ki \
    --sweep gpu_memory=0,80GB --budget fits -o json
expect 2 "a sweep and a flag" "$@" --sweep context=1,2 --context 3
expect 2 "a sweep and a solve" "$@" --sweep context=1,2 --solve tp=min
expect 2 "a sweep and an explanation" "$@" --sweep context=1,2 --explain
expect 0 "an explanation in JSON" "$@" --sweep context=1,2 --explain -o json --fields kv_total
holds "its formula" out '"formula": '
expect 2 "a sweep and a range" "$@" --sweep context=1,2 --gpu-memory-utilization 0.8..0.9
expect 2 "a model file that is not there" kvcache --context 8 --sweep model=llama-3.1-8b,./no.json
cp "$project/tests/data/hf_configs/llama-3.1-8b.json" "$work/model.json"
expect 2 "a model file overwritten" kvcache --context 8 --sweep "model=$work/model.json" \
    -O "$work/model.json"
cmp -s "$project/tests/data/hf_configs/llama-3.1-8b.json" "$work/model.json" || fail "overwritten"
expect 2 "standard input twice" kvcache --context 8 --sweep model=- --input - </dev/null
expect 0 "a second answer" "$@" --sweep context=1,2 --fields kv_total -O "$work/second.csv"
holds "its rows" second.csv "^2,655360,$"
expect 2 "a sweep without steps" "$@" --sweep context=1..2
for format in table json csv markdown; do
    "$program" "$@" --sweep context=1..9+1 -o $format >/dev/full 2>"$work/err"
    if [ $? -eq 3 ]; then ok; else fail "a full disk as $format"; fi
done

expect 0 "all tiers" storage --sweep 'tier=*' --data 100TB --duration 30d -o csv \
    --fields storage_cost
tail -n +2 "$work/out" | cut -d, -f1 >"$work/a"
"$program" catalog tiers -o json | sed -n 's/^ *"name": "\([^"]*\)".*$/\1/p' >"$work/b"
if [ -s "$work/b" ] && cmp -s "$work/a" "$work/b"; then ok; else fail "not all tiers"; fi
expect 0 "the least of all tiers" storage --sweep 'tier=*' --data 100TB --duration 30d
holds "its mark" out " < "
holds "what the mark means" out "^  < least storage_cost"
set -- storage --data 50TB --file-size 8MB --required-read-bw 40GB/s \
    --sweep tier=s3-glacier-flexible,s3-standard
expect 0 "one that cannot serve is not the least" "$@" --connections 1000
holds "the mark of the one that serves" out "^  s3-standard .* < "
expect 0 "none that is known to serve" "$@"
holds "why none is marked" out "^  no least storage_cost: serves is false in every case"
if grep -q ' USD < ' "$work/out"; then fail "a mark where none serves"; else ok; fi
expect 0 "the same as Markdown" "$@" -o markdown
holds "why none is bold" out "^- No least, because serves is false in every case: storage"

# Inputs that go together: each case is its own query.
set -- kvcache --model llama-3.1-70b --context 8Ki
expect 0 "pairs" "$@" --sweep gpu,tp=h100-sxm:8,b200:4,a100-80gb-sxm:8 --sweep kv_dtype=bf16,fp8 \
    -o csv --fields decode_time
cp "$work/out" "$work/pairs"
[ "$(wc -l <"$work/pairs")" -eq 7 ] && ok || fail "pairs: $(cat "$work/pairs")"
while IFS=, read -r gpu tp kv_dtype decode_time error; do
    [ "$gpu" = gpu ] && continue
    alone=$("$program" "$@" --gpu "$gpu" --tp "$tp" --kv-dtype "$kv_dtype" --fields decode_time -q)
    if [ "$alone" = "$decode_time$error" ]; then ok; else fail "$gpu $tp $kv_dtype: $alone"; fi
done <"$work/pairs"
expect 2 "a value short" "$@" --sweep gpu,tp=h100-sxm:8,b200
holds "what to write" err "gpu,tp=A:B,C:D"
expect 2 "a plot of pairs" "$@" --sweep gpu,tp=h100-sxm:8,b200:4 -o svg

# A case warns as its own query does: of what is given without effect too, one of a choice and one of a number.
set -- kvcache --model llama-3.1-8b --context 8Ki --gpu h100-sxm --experts-per-token 2
for form in 'tp=1,2' 'engine=vllm,llamacpp' 'model=llama-3.1-8b,mixtral-8x7b'; do
    name=${form%%=*}
    list=${form#*=}
    [ "$name" = model ] && set -- kvcache --context 8Ki --gpu h200-sxm --tp 2 --experts-per-token 2
    "$program" "$@" --sweep "$form" -o json | grep -o '"no-effect", "text": "[a-z_]*' >"$work/swept"
    for value in $(echo "$list" | tr ',' ' '); do
        "$program" "$@" "--$name" "$value" -o json | grep -o '"no-effect", "text": "[a-z_]*'
    done >"$work/alone"
    if [ -s "$work/alone" ] && cmp -s "$work/swept" "$work/alone"; then ok; else
        fail "no-effect of --sweep $form: $(cat "$work/swept"), alone: $(cat "$work/alone")"
    fi
done
expect 0 "no-effect below a table" "$@" --sweep model=llama-3.1-8b,mixtral-8x7b
holds "in how many cases" out "^  no-effect in 1 of 2 cases"

# --where, --sort, --top: what awk says of all cases.
set -- kvcache --model llama-3.1-70b --gpu h100-sxm --sweep 'context=1Ki..256Ki*2' \
    --sweep tp=1,2,3,4,8 --fields decode_time,max_sequences,fits
"$program" "$@" -o csv >"$work/all"
same_rows() {
    if cmp -s "$work/wanted" "$work/out"; then ok; else fail "$1: $(diff "$work/wanted" "$work/out")"; fi
}
expect 0 "where a flag holds" "$@" --where fits -o csv
awk -F, 'NR == 1 || $5 == "true"' "$work/all" >"$work/wanted"
same_rows "where fits"
expect 0 "where two hold" "$@" --where 'decode_time <= 20ms' --where 'max_sequences >= 10' -o csv
awk -F, 'NR == 1 || ($3 != "" && $3 <= 0.02 && $4 >= 10)' "$work/all" >"$work/wanted"
same_rows "where two hold"
for order in asc desc; do
    [ $order = asc ] && by=4n || by=4rn
    expect 0 "sorted" "$@" --where fits --sort max_sequences:$order -o csv
    { head -n 1 "$work/all"; awk -F, '$5 == "true"' "$work/all" | LC_ALL=C sort -s -t , -k $by,4; } \
        >"$work/wanted"
    same_rows "sort $order"
    for top in 1 3 7 40; do
        expect 0 "the top $top" "$@" --where fits --sort max_sequences:$order --top $top -o csv
        head -n $((top + 1)) "$work/wanted" | cmp -s - "$work/out" && ok || fail "top $top $order"
    done
done
expect 0 "sorted without a choice" "$@" --sort decode_time -o csv
{ head -n 1 "$work/all"; tail -n +2 "$work/all" | awk -F, '$3 != ""' | LC_ALL=C sort -s -t , -k 3g,3
    tail -n +2 "$work/all" | awk -F, '$3 == ""'; } >"$work/wanted"
same_rows "impossible cases last"
expect 0 "the top is possible" "$@" --sort decode_time --top 100 -o csv
awk -F, 'NR == 1 || $3 != ""' "$work/wanted" | cmp -s - "$work/out" && ok || fail "top 100"
for format in table json markdown; do
    expect 0 "chosen as $format" "$@" --where fits --sort decode_time --top 3 -o $format
done
expect 0 "chosen as svg" kvcache --model llama-3.1-70b --gpu h100-sxm --sweep 'context=1Ki..256Ki*2' \
    --sweep tp=1,2,3,4,8 --where fits --sort decode_time --top 3 -o svg
expect 0 "chosen in JSON" "$@" --where fits --sort decode_time --top 3 -o json
[ "$(grep -c '"results": {' "$work/out")" -eq 3 ] && ok || fail "three cases in JSON"
expect 1 "no case" "$@" --where 'decode_time <= 1us'
holds "which condition" err "no case meets --where 'decode_time <= 1us'"
expect 1 "a condition on what no case has" "$@" --where 'reload_time <= 1s' --where fits
expect 1 "a result that no case has" "$@" --where 'reload_time <= 1s'
holds "what it needs" err "no case has a reload_time"
expect 2 "sorted by what no case has" "$@" --sort reload_time
expect 2 "an unknown condition" "$@" --where 'decode_tim <= 1s'
holds "the option's name" err "aicalc: --where: kvcache has no result 'decode_tim'"
expect 2 "a condition that reports" "$@" --where 'warn: fits'
expect 2 "an unknown order" "$@" --sort decode_time:up
expect 2 "an unknown result" "$@" --sort decode_tim
expect 2 "a minus" "$@" --sort=-decode_time
holds "what stands for it" err "decode_time:desc"
expect 2 "a top of nothing" "$@" --sort decode_time --top 0
expect 2 "half a case" "$@" --sort decode_time --top 1.5
expect 2 "a top of what" "$@" --top 3
expect 2 "no sweep to choose from" kvcache --model llama-3.1-8b --where fits
expect 1 "a budget among the chosen" "$@" --where fits --budget 'max_sequences >= 10'
expect 0 "a budget that all chosen hold" "$@" --where 'max_sequences >= 10' \
    --budget 'max_sequences >= 10'
expect 0 "a budget that the top holds" "$@" --sort max_sequences:desc --top 2 \
    --budget 'max_sequences >= 10'

# A hundred thousand cases: no more memory for a choice or a top than for all. AddressSanitizer
# keeps what was freed, so its builds say nothing of this.
if [ -x /usr/bin/time ] && ! grep -qa __asan_init "$program"; then
    set -- kvcache --model llama-3.1-70b --gpu h100-sxm --tp 8 --sweep 'context=1..1e5+1' -o csv \
        --fields decode_time
    for choice in '--units=auto' '--where=max_sequences>=7' '--sort=decode_time:desc --top=10'; do
        # shellcheck disable=SC2086 # options without blanks
        /usr/bin/time -f %M -o "$work/kib" "$program" "$@" $choice >/dev/null
        [ "$(tail -n 1 "$work/kib")" -lt 16384 ] && ok || fail "$choice: $(cat "$work/kib") KiB"
    done
fi

# No case is the least, or first, by what it lacks.
set -- storage --data 100TB --duration 30d --sweep tier=s3-onezone-ia,s3-glacier-deep-archive,backblaze-b2
expect 0 "a bill without its requests" "$@" --sort storage_cost
holds "the row says so" out "s3-glacier-deep-archive .* requests-not-counted"
if grep '^  s3-glacier-deep-archive' "$work/out" | grep -q '<'; then fail "it is the least"; else ok; fi
expect 0 "the same as JSON" "$@" -o json
holds "a member for it" out '"not_compared": "requests-not-counted"'
expect 0 "the same as Markdown" "$@" -o markdown
holds "a column for it" out "| Not compared |"

# Names by how they begin, beside others.
"$program" kvcache --model llama-3.1-8b --context 8Ki --sweep 'gpu=a100-80gb*,l4' --fields kv_total -o csv >out 2>err
check "names that begin alike: $(cat err)" $?
[ "$(cut -d, -f1 out | tr '\n' ' ')" = "gpu a100-80gb-pcie a100-80gb-sxm l4 " ]
check "names that begin alike: $(cut -d, -f1 out | tr '\n' ' ')" $?
! "$program" kvcache --model llama-3.1-8b --context 8Ki --sweep 'gpu=zz*' >out 2>err && grep -qF "no entry 'zz*' in catalog gpus" err
check "names of which none begins so" $?
finish
