# SPDX-License-Identifier: Apache-2.0
# read.sh PROGRAM PROJECT: 'aicalc read', --from and checks with "from" as a user types them: words,
# files and standard input, flags that win, exit codes, the line of an annotation.
set -u
program=$1
project=$2
. "$(cd "$(dirname "$0")" && pwd)/check.inc.sh"
cp -R "$project/examples/deploy" deploy

run "a manifest" 0 read deploy/vllm.yaml
has out "context 16384 (vllm.yaml:21)"
has out "aicalc kvcache --engine vllm --model qwen3-8b"
run "a budget that does not hold" 1 read deploy/vllm.yaml --budget 'max_sequences >= 100'
run "a budget of no result" 2 read deploy/vllm.yaml --budget 'total_memory <= 1GiB'
run "a budget by its calculator" 0 read deploy/vllm.yaml --budget 'kvcache.max_sequences >= 1'
run "a command behind --" 0 read --gpu l40s -- vllm serve Qwen/Qwen3-8B --max-model-len 8k
has out "context 8000 (command:1)"
run "a flag wins" 0 read 'vllm serve Qwen/Qwen3-8B -tp 4' --tp 2 --gpu l40s
has out "overridden"
run "a variable of the caller" 2 read 'vllm serve Qwen/Qwen3-8B -tp $TP'
has out "TP=VALUE, or --tp"
run "given" 0 read 'vllm serve Qwen/Qwen3-8B -tp $TP' --set TP=2
run "never read" 2 read 'vllm serve Qwen/Qwen3-8B' --set TP=2
run "a file that is not there" 2 read nowhere.yaml
has err "a command is written in quotes or after --"
run "nothing known" 2 read 'ls -la'
run "what is not asked" 2 read deploy/ds.json
has out "add --model"
run "as JSON" 2 read deploy/ds.json -o json
has out '"ask": ["model", "gpus"]'
run "strict" 2 read 'vllm serve Qwen/Qwen3-8B --max-model-length 5' --strict
has err "--max-model-length"
run "no strict" 0 read 'vllm serve Qwen/Qwen3-8B --max-model-length 5'
run "an unknown flag twice: its suggestion is its own" 0 read \
    'vllm serve Qwen/Qwen3-8B --max-modle-len 5 --frobnicate 1 --max-modle-len 6' --gpu l40s -o json
has out "given twice, as '5' and '6': the last counts\"}"
cat >conflict.yaml <<'END'
kind: Deployment
apiVersion: apps/v1
spec:
  containers:
  - image: vllm/vllm-openai:v0.11.0
    args: [--model=Qwen/Qwen3-8B,
           --tensor-parallel-size=8]
    resources: {limits: {nvidia.com/gpu: 4}}
END
run "a contradiction names both places" 2 read conflict.yaml --gpu h100-sxm --strict
has err "conflict.yaml:8: conflict: the pod has 4 GPUs, and tp 8 (conflict.yaml:7) needs 8"
run "a training job on too few GPUs" 2 read --gpu h100-sxm \
    'torchrun --nproc-per-node 8 pretrain_gpt.py --tensor-model-parallel-size 16 --num-layerz 2'
has out "8 GPUs are no multiple of 16, which tp 16 (command:1) takes: add --gpus"
has out "unknown: command:1: '--num-layerz' is not known; did you mean '--num-layers'?"
run "an unknown calculator" 2 read deploy/vllm.yaml --as nothing
run "a mistyped option" 2 read deploy/vllm.yaml --contxt 5
run "others" 0 read deploy/finetune.sh deploy/ds.json --as plan --gpu h100-sxm
run "a log" 0 read deploy/vllm.log --gpu h100-sxm -o json
has out '"result": "max_tokens"'
run "implied" 0 kvcache --from deploy/vllm.log --implied --gpu h100-sxm --all
has out "weight_memory 15.65 GiB (vllm.log:2)"
run "a sweep" 0 kvcache --from deploy/vllm.yaml --sweep tp=1,2
run "several cases" 2 kvcache --from 'vllm serve Qwen/Qwen3-8B; vllm serve Qwen/Qwen3-14B'
has err "--case"
"$program" read - <deploy/vllm.yaml >out 2>err
name="standard input"
has out "(stdin:21)"
run "written to files too" 0 read deploy/vllm.yaml -O read.json -O read.md
"$program" read deploy/vllm.yaml -o json >out 2>err
name="the same in a file"
cmp -s out read.json
check "$name" $?
cp read.md out
has out "## Deployment"
run "a file of no format of its own" 2 read deploy/vllm.yaml -O read.html
has err ".txt, .json, .md"
run "a format that it lacks" 2 read deploy/vllm.yaml -o svg
has err "aicalc CALCULATOR --from TEXT -o svg"
run "a file that is read" 2 read deploy/vllm.yaml -O deploy/vllm.yaml
run "a budget behind =" 1 read deploy/vllm.yaml '--budget=max_sequences >= 100'
run "the question in flags, with those of the line" 0 read 'vllm serve Qwen/Qwen3-8B --max-model-len 131072' --gpu l40s \
    --tp 2 --budget 'max_sequences >= 1'
has out "aicalc kvcache --engine vllm --model qwen3-8b --context 131072 --gpu l40s --tp 2 --budget 'max_sequences >= 1'"
run "a flag that says the same is written once" 0 read deploy/vllm.yaml --gpu l40s
has out "--gpu-memory-utilization 0.92 --gpu l40s"
lacks out "--gpu l40s --gpu l40s"
run "completion of its calculators' options" 0 __complete read deploy/vllm.yaml --gpu-memory-util
has out "--gpu-memory-utilization"
run "and of their values" 0 __complete read deploy/vllm.yaml --gpu l40
has out "l40s"
run "a value of the text that is out of range names its line" 2 kvcache --gpu l40s \
    --from 'vllm serve Qwen/Qwen3-8B --max-model-len 0'
has err "command:1: context: '0' is out of range; context must be at least 1 token"
printf '{"schema": "aicalc-check/1", "checks": [{"name": "n", "from": "deploy/ds.json", "budgets": ["fits"]}]}' >ds-check.json
run "a check of a text that lacks what decides" 2 check ds-check.json
has err "ds.json:1: DeepSpeed's file names no model: add --model; ds.json:1: the text does not say how many GPUs: add --gpus"
run "transfer's own" 2 transfer --from deploy/vllm.yaml --size 1TB

sed 's/max-model-len=16384/max-model-len=32768/' deploy/vllm.yaml >deploy/other.yaml
"$program" read deploy/vllm.yaml deploy/other.yaml -o json >two.json 2>err
run "two deployments side by side" 0 compare two.json
has out "ratios to Deployment chat, container engine"
has out "32768"
"$program" read deploy/ds.json -o json >refused.json 2>err
run "a case without an answer is not compared" 2 compare two.json refused.json
has err "this case of the texts was not answered"
run "one answer alone" 2 compare read.json
has err "compare takes two answers or more"

mkdir budgets
sed 's/max-model-len=16384/max-model-len=262144/' deploy/vllm.yaml >deploy/long.yaml
printf '{"schema": "aicalc-check/1", "checks": [{"name": "n", "from": "../deploy/%s.yaml", "budgets": ["fits"]}]}' \
    vllm >budgets/a.json
printf '{"schema": "aicalc-check/1", "checks": [{"name": "n", "from": ["../deploy/%s.yaml"], "budgets": ["fits"]}]}' \
    long >budgets/b.json
run "a check that holds" 0 check budgets/a.json
run "one that does not" 1 check budgets/b.json -o github
has out "::error file=deploy/long.yaml,line=21,col=1,title=n::fits"
# A check's inputs are flags of each calculator that has them, its budgets those of the one that has the result.
cat >budgets/run.json <<'END'
{"schema": "aicalc-check/1", "defaults": {"gpu": "h100-sxm"}, "checks": [
  {"name": "run", "from": "../deploy/pretrain.sh", "inputs": {"mfu": 0.4, "micro-batch": "2", "flash_attention": true,
   "wgrad_buffers": false}, "budgets": ["fits", "train_time <= 1d"]}]}
END
run "inputs and budgets of two calculators" 1 check budgets/run.json
has out "pass     run (train-memory)  fits"
has out "fail     run (train-time)    train_time <= 1d"
run "where a budget on a number fails, the line that would mend it" 1 check budgets/run.json -o github
has out "::error file=deploy/pretrain.sh,line="
sed 's/"mfu"/"mfuu"/' budgets/run.json >budgets/wrong.json
run "an input of neither" 2 check budgets/wrong.json
has err "train-time has no parameter 'mfuu'; did you mean 'mfu'?"
sed 's/train_time/train_tyme/' budgets/run.json >budgets/wrong.json
run "a budget of neither" 2 check budgets/wrong.json
has err "train-memory has no result 'train_tyme'"
sed 's/, "inputs"/, "calculator": "train-memory", "inputs"/' budgets/run.json >budgets/wrong.json
run "an input of another calculator than the one that is named" 2 check budgets/wrong.json
has err "train-memory has no parameter 'mfu'"
printf 'vllm serve Qwen/Qwen3-8B -tp $TP &\nvllm serve Qwen/Qwen3-14B -tp 4\n' >deploy/two.sh
printf '{"schema": "aicalc-check/1", "checks": [{"name": "n", "from": "../deploy/two.sh", "set": {"TP": 2},
  "inputs": {"gpu": "l40s", "context": 4096}, "budgets": ["fits"]}]}' >budgets/two.json
run "two cases of a text" 0 check budgets/two.json
has out "n: two.sh:1"
has out "n: two.sh:2"
sed 's/"TP": 2/"TQ": 2/' budgets/two.json >budgets/wrong.json
run "a variable that the text never reads" 2 check budgets/wrong.json
has err "--set TQ: the text never reads that variable"
sed 's/two.sh/three.sh/' budgets/two.json >budgets/wrong.json
run "no such text" 2 check budgets/wrong.json
has err "deploy/three.sh"
printf '{"schema": "aicalc-check/1", "checks": [{"name": "n", "from": ["../deploy/two.sh", 5], "budgets": ["fits"]}]}' \
    >budgets/wrong.json
run "a text without a name" 2 check budgets/wrong.json
has err "'from' names no file that can be read; for example \"from\": \"deploy/vllm.yaml\""
# Paths are those of the check file's folder, wherever it is called from.
mkdir -p budgets/deep
(cd budgets/deep && "$program" check ../b.json -o github) >out 2>err
name="from a folder below"
has out "::error file=../../deploy/long.yaml,line=21,"
(cd budgets && "$program" check ../budgets/b.json -o github) >out 2>err
name="up and down again"
has out "::error file=../deploy/long.yaml,line=21,"
# A broken file beside a config.json is told.
mkdir model
cp "$project/tests/data/hf_configs/llama-3.1-8b.json" model/config.json
printf '{"quantization": ' >model/hf_quant_config.json
run "a broken hf_quant_config.json" 2 model --model ./model
has err "hf_quant_config.json"
# Of many cases each has two lines: its verdict, and the first line of its answer or what is wrong with it.
for context in 1 2 3 4 5 6 7 8 9; do echo "vllm serve Qwen/Qwen3-8B --max-model-len ${context}000 &"; done >many.sh
echo 'vllm serve Qwen/Qwen3-8B --max-model-len 0' >>many.sh
run "many cases" 2 read many.sh --gpu l40s
has out "many.sh:1: vllm"
lacks out ": pass" # nothing was to be kept
has out "  kvcache: 177 sequences of 1000 tokens fit at once in vllm"
has out "many.sh:10: vllm: error"
has out "  kvcache: many.sh:10: context: '0' is out of range"
run "many cases with a budget" 2 read many.sh --gpu l40s --budget 'max_sequences >= 30'
has out "many.sh:5: vllm: pass"
has out "many.sh:6: vllm: fail"
finish
