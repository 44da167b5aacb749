# SPDX-License-Identifier: Apache-2.0
# names.sh PROGRAM PROJECT: names as people type them go the same way in flags, JSON, check files,
# sweeps and catalogs of one's own, and answers hold the full name.
set -u
program=$1
. "$(cd "$(dirname "$0")" && pwd)/check.inc.sh"
unset AICALC_CATALOG XDG_CONFIG_HOME
HOME=$work
export HOME

note="\"text\": \"gpu 'h100': h100-sxm; also h100-nvl, h100-pcie"

run "exact names" 0 kvcache --model llama-3.1-8b --gpu h100-sxm --context 8Ki -o json
lacks out preferred-name
run "flags" 0 kvcache --model meta-llama/Llama-3.1-8B --gpu h100 --context 8Ki -o json
has out '"model": {"value": "llama-3.1-8b", "origin": "flag"}'
has out '"gpu": {"value": "h100-sxm", "origin": "flag"}'
has out '"source": "gpus:h100-sxm"'
has out "$note"
cp out saved.json
run "--no-config" 0 kvcache --model meta-llama/Llama-3.1-8B --gpu h100 --context 8Ki -o json --no-config
cmp -s out saved.json
check "$name: other bytes" $?
# A catalog of the user, in either of its places, counts unless --no-config is given.
mkdir -p home/.config/aicalc config/aicalc
cat >home/.config/aicalc/catalog.json <<'END'
{"schema": "aicalc-catalog/1", "kind": "gpus", "entries": [
  {"name": "h100-sxm", "label": "ours", "fields": {"gpu_memory": 80000000000, "gpu_price": 0.0123},
   "source": "our contract", "as_of": "2026-11", "unverified": [], "notes": ""}]}
END
cp home/.config/aicalc/catalog.json config/aicalc
for place in "HOME=$work/home" "HOME=/nowhere XDG_CONFIG_HOME=$work/config"; do
    # shellcheck disable=SC2086 # assignments
    env $place "$program" kvcache --model llama-3.1-8b --gpu h100-sxm --context 8Ki -o json >out 2>err
    check "a catalog of the user: $(cat err)" $?
    has out '"gpu_price": {"value": 0.0123,'
    env $place "$program" kvcache --model llama-3.1-8b --gpu h100-sxm --context 8Ki -o json --no-config >out 2>err
    check "a catalog of the user, ignored: $(cat err)" $?
    lacks out '"gpu_price": {"value": 0.0123,'
done
run "fed back" 0 kvcache --input saved.json -o json
cmp -s out saved.json
check "$name: other bytes" $?
run "fed back with another GPU" 0 kvcache --input saved.json --gpu l4 -o json
lacks out preferred-name

echo '{"model": "Llama 3.1 8B", "gpu": "h100", "context": "8Ki"}' >input.json
run "a document" 0 kvcache --input input.json -o json
has out '"model": {"value": "llama-3.1-8b", "origin": "file"}'
has out '"gpu": {"value": "h100-sxm", "origin": "file"}'
has out "$note"

cat >checks.json <<'END'
{ "schema": "aicalc-check/1", "defaults": { "gpu": "h100" },
  "checks": [ { "name": "fits", "calculator": "kvcache", "budgets": [ "fits" ],
                "inputs": { "model": "llama3.1 8b instruct", "context": "8Ki" } } ] }
END
run "a check file" 0 check checks.json
sed 's/llama3.1 8b instruct/llama 70b/' checks.json >several.json
run "a check file with a name of several" 2 check several.json
has err 'llama-3.3-70b, llama-3.1-70b, llama-3-70b, llama-2-70b'

run "a sweep" 0 kvcache --model 'llama 3.1 8b' --context 8Ki --sweep 'gpu=h100, NVIDIA L4 ,4090' \
    --fields fits -o csv
has out h100-sxm
has out rtx-4090
has err "note: gpu 'h100': h100-sxm; also h100-nvl, h100-pcie"
run "a sweep over a name of several" 2 kvcache --context 8Ki --sweep 'model=llama 70b'
has err 'could be several of catalog models'

run "several" 2 kvcache --model 'llama 70b'
has err "'llama 70b' could be several of catalog models: llama-3.3-70b, llama-3.1-70b"
has err "'aicalc catalog models llama 70b' compares them"
run "another generation" 2 kvcache --model llama-3.1-8b --gpu h300
lacks err 'did you mean'
run "an organisation that the catalog does not have" 2 \
    kvcache --gpu h100 --model somebody/Llama-3.1-8B --budget 'fits'
has err "neither a file here nor in the catalog (the catalog has 'llama-3.1-8b'); ask its configuration:"
has err '  curl -sL https://huggingface.co/somebody/Llama-3.1-8B/raw/main/config.json | aicalc kvcache --gpu h100 --model - --budget fits'
run "a model that the catalog does not have" 2 kvcache --model=meta-llama/Llama-3.1
has err 'config.json | aicalc kvcache --model=-'
run "what is no name of the hub either" 2 kvcache --model a/b/c
has err "model 'a/b/c' is neither a file here nor in the catalog; check the path"
mkdir meta-llama
run "a path" 2 kvcache --model ./meta-llama/Llama-3.1-8B
has err 'cannot read'

printf '%s' '{"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 64, "vocab_size": 100,
  "num_attention_heads": 4, "num_key_value_heads": 4, "intermediate_size": 128,
  "tie_word_embeddings": false}' >config.json
mkdir llama-3.1-8b mine org org/mine
for folder in llama-3.1-8b mine org/mine; do cp config.json $folder; done
run "a folder without a slash" 0 model --model mine --fields params_total -q
has out 95040
run "a folder of a folder" 0 model --model org/mine --fields params_total -q
has out 95040
run "a name before a folder" 0 model --model llama-3.1-8b --fields params_total -q
has out 8030261248
run "which is said" 0 model --model llama-3.1-8b
has out 'folder-of-that-name'
run "the folder of that name" 0 model --model ./llama-3.1-8b --fields params_total -q
has out 95040
run "both" 0 model --sweep model=mine,llama-3.1-8b --fields params_total -o csv
has out mine,95040
rm -r config.json llama-3.1-8b mine org

cat >own.json <<'END'
{ "schema": "aicalc-catalog/1", "kind": "gpus", "entries": [
  { "name": "lab-card", "aliases": [ "h100" ], "preferred": [ "lab" ], "year": 2031,
    "fields": { "gpu_memory": 1e12 } } ] }
END
run "a catalog of one's own" 0 kvcache --model llama-3.1-8b --gpu H100 --catalog own.json -o json
has out '"gpu": {"value": "lab-card", "origin": "flag"}'
run "its entries come back as they are" 0 catalog gpus lab-card --catalog own.json -o json
has out '"aliases": ["h100"]'
"$program" catalog gpus --catalog own.json -o json >round.json
run "all entries are a catalog" 0 catalog gpus --catalog round.json -o json
cmp -s out round.json
check "$name: other bytes" $?

run "words" 0 catalog models qwen moe
has out qwen3-235b-a22b
lacks out qwen3-32b
lacks out deepseek
run "one entry" 0 catalog gpus 'NVIDIA H100 80GB HBM3'
has out 'NVIDIA H100 SXM5 80GB (Hopper)'
run "forms of one thing" 0 catalog gpus h100
has out h100-pcie
run "words that no entry has" 2 catalog gpus nothing
has err "no entry 'nothing' in catalog gpus"
run "columns" 0 catalog gpus h100 -o csv
has out 'name,gpu_memory,gpu_memory_bw,bf16_gpu_flops,fp8_gpu_flops,nvlink_bw,gpu_power,year,label'
has out 'h100-sxm,85520809984,3350000000000,989400000000000,1978900000000000,450000000000,700,2022'
run "order of tiers" 0 catalog tiers s3 -o csv
sed '1d; s/,.*//' out | sed -n '1p;$p' | tr '\n' ' ' >ends
[ "$(cat ends)" = "s3-glacier-deep-archive minio " ]
check "$name: $(cat ends)" $?
for format in table csv markdown json; do
    run "kinds as $format" 0 catalog -o "$format"
    has out models
done
for kind in models gpus nodes fabrics tiers grids; do
    run "width of $kind" 0 catalog "$kind"
    ! grep -q '.\{81\}' out
    check "$name: a line of more than 80 columns" $?
done

# A name that was taken for another is told before the rows, in every calculator that takes it.
load='--prompt 500 --answer 100 --rate 1/s'
for asked in 'kvcache llama-3.1-8b' 'train-memory llama-3.1-8b' 'train-time llama-3.1-8b --gpus 8 --tokens 1T' \
    'layout llama-3.1-8b --gpus 8' 'network llama-3.1-8b --gpus 8' "serve llama-3.1-8b $load" 'cost --gpus 8' \
    'power --gpus 8' 'plan llama-3.1-8b --gpus 8 --tokens 1T' "service llama-3.1-8b $load"; do
    # shellcheck disable=SC2086 # words
    run "taken: $asked" 0 $asked --gpu 'rtx 6000'
    sed '/^$/q' out >err
    has err "name-by-words: gpu 'rtx 6000' is taken as rtx-pro-6000"
    lacks out 'more warnings: name-by-words'
done
run "taken: a tier" 0 storage --data 1TB --tier persistent-2-250
sed '/^$/q' out >err
has err "name-by-words: tier 'persistent-2-250' is taken as"
run "one of several forms" 0 kvcache llama-3.1-8b --gpu h100
sed '/^$/q' out >err
has err "preferred-name: gpu 'h100': h100-sxm; also h100-nvl, h100-pcie"
run "a page of it" 0 plan llama-3.1-8b --gpus 8 --tokens 1T --gpu 'rtx 6000' -o html
sed -n '/Decisions and risks/,/appendix/p' out >err
has err 'name-by-words'

# How many GPUs is no name of one, and a name of another catalog none of these.
for counted in 8xh100 '8 h100' '8*h100' h100x8 'h100*8'; do
    run "$counted" 2 cost --gpus 8 --gpu "$counted"
    has err "is a number of GPUs as well as their name; give 'h100' alone"
done
run "a node by its GPUs" 2 power --gpus 64 --node h100x8
has err "says which GPU, and not whose node; give one of"
run "a tier among drives" 2 store --data 1PB --drive nvme-of
has err "no entry 'nvme-of' in catalog drives: it is one of tiers"
run "a region of AWS" 0 power --gpus 8 --node dgx-h100 --grid us-east-1
has out 'grid aws-us-east-1'
run "one of Google's" 0 power --gpus 8 --node dgx-h100 --grid us-east1
has out 'grid gcp-us-east1'
run "one of both" 2 power --gpus 8 --node dgx-h100 --grid useast1
has err "could be several of catalog grids: gcp-us-east1, aws-us-east-1"
run "what is not typed" 0 storage --data 1TB --tier 'azure files premium'
has out 'tier azure-files-premium'

printf '%s' '{"schema": "aicalc-catalog/1", "kind": "gpus", "entries": [
  {"name": "x", "label": "a\nb\u001b[31m", "fields": {}}]}' >evil.json
run "control characters" 2 catalog gpus --catalog evil.json
has err 'evil.json: line 2 column 17: a text of a catalog holds a line end or another control character'
[ ! -s out ]
check "$name: out is not empty" $?
finish
