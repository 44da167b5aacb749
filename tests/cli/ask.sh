# SPDX-License-Identifier: Apache-2.0
# ask.sh PROGRAM PROJECT: a question as JSON gives the bytes, the messages and the exit code of the command line that
# says the same: every example of the help in each format, sweeps, comparisons, mistakes.
set -u
program=$1
project=$2
. "$(cd "$(dirname "$0")" && pwd)/check.inc.sh"
command -v python3 >/dev/null 2>&1 || exit 77
export LC_ALL=C.UTF-8

cat >ask.py <<'PY'
import json, shlex, subprocess, sys

program, project = sys.argv[1:3]
sys.path.insert(0, project + "/tests/python")
from question import examples, question

def run(words, text=None):
    done = subprocess.run([program] + words, input=text, capture_output=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def same(words, asked):
    wanted, got = run(words), run(["ask", "-"], json.dumps(asked).encode())
    if wanted != got:
        print("FAIL", shlex.join(words), json.dumps(asked))
        for a, b in zip(wanted, got):
            if a != b:
                print("wanted", a[:300], "got", b[:300])
        sys.exit(1)


count = 0
formats = ["table", "json", "csv", "markdown", "html", "svg"]
for words in examples(program):
    asked = question(program, words)
    if asked is None:
        continue
    if "format" not in asked and "quiet" not in asked:
        asked["format"] = formats[count % 6]
        words += ["-o", asked["format"]]
    same(words, asked)
    count += 1
assert count > 60, count

base = ["kvcache", "--model", "llama-3.1-8b"]
inputs = {"model": "llama-3.1-8b"}
same(base + ["--sweep", "gpu=l4,l40s", "--sweep", "context=8Ki..32Ki*2", "-o", "csv"],
     {"calculator": "kvcache", "inputs": inputs, "format": "csv",
      "sweep": {"gpu": ["l4", "l40s"], "context": "8Ki..32Ki*2"}})
same(base + ["--context", "8Ki", "--sweep", "gpu,tp=l4:1,l40s:2", "--compare"],
     {"calculator": "kvcache", "inputs": {**inputs, "context": "8Ki"},
      "compare": [{"gpu": "l4", "tp": 1}, {"gpu": "l40s", "tp": 2}]})
same(base + ["--context", "8192", "--gpu-memory", "24000000000B"],
     {"calculator": "kvcache", "inputs": {**inputs, "context": 8192, "gpu_memory": 24e9}})
same(base + ["--fields", "kv_total,fits", "-q", "--context", "8Ki", "--gpu", "l4"],
     {"calculator": "kvcache", "inputs": inputs | {"context": "8Ki", "gpu": "l4"}, "fields": ["kv_total", "fits"],
      "quiet": True})
for wrong, said in (
    (["--contxt", "8"], {"inputs": {"model": "llama-3.1-8b", "contxt": 8}}),
    (["--context", "-x"], {"inputs": {"model": "llama-3.1-8b", "context": "8Kx"}}),
    (["--budget", "fit"], {"inputs": inputs, "budget": "fit"}),
    (["-o", "pdf"], {"inputs": inputs, "format": "pdf"}),
):
    if wrong[1] == "-x":
        wrong = ["--context", "8Kx"]
    same(base + wrong, {"calculator": "kvcache", **said})
print(count, "examples, the same bytes")
PY
python3 -B ask.py "$program" "$project"
check "examples, sweeps and mistakes as JSON" $?

# refused WORDS QUESTION: exit 2, and a message with these words.
refused() {
    printf '%s' "$2" | "$program" ask - >out 2>err
    code=$?
    [ $code -eq 2 ] && [ ! -s out ] && grep -q -e "$1" err
    check "$2: exit $code: $(cat err)" $?
}
refused "question: line 1 column 1" 'kvcache'
refused "names its calculator" '{}'
refused "names its calculator" '[]'
refused "did you mean 'kvcache'" '{"calculator": "kvcach"}'
refused "'inputs' is an object" '{"calculator": "kvcache", "inputs": []}'
refused "write it in 'inputs'" '{"calculator": "kvcache", "tp": 4}'
refused "write 'budget' beside 'inputs'" '{"calculator": "kvcache", "inputs": {"budget": "fits = yes"}}'
refused "has no key 'write'" '{"calculator": "kvcache", "write": "a.json"}'
refused "has no key 'output'" '{"calculator": "kvcache", "output": "json"}'
refused "several values are a sweep" '{"calculator": "kvcache", "inputs": {"tp": [1, 2]}}'
refused "'explain' is true or false" '{"calculator": "kvcache", "explain": "yes"}'
refused "that have the same inputs" '{"calculator": "kvcache", "compare": [{"tp": 1}, {"gpu": "l4"}]}'
refused "unknown option '--is-causal'" '{"calculator": "kvcache", "inputs": {"is_causal": true}}'
[ ! -e a.json ]
check "no file is written" $?

# What it brings along: a configuration, as text or as itself, and a catalog.
config=$project/tests/data/hf_configs/bloom-176b.json
cp "$config" brought.json
"$program" kvcache --model brought.json --context 8Ki --gpu l40s >wanted
python3 - <<'PY' >question
import json
print(json.dumps({"calculator": "kvcache", "inputs": {"model": "brought.json", "context": "8Ki", "gpu": "l40s"},
                  "files": {"brought.json": json.load(open("brought.json"))}}))
PY
rm brought.json
"$program" ask question >got && cmp -s wanted got
check "a configuration among its files" $?
echo '{"calculator": "kvcache", "format": "json", "inputs": {"model": "brought.json"}}' | "$program" ask - >out 2>err
[ $? -eq 2 ] && grep -q '"code": "bad-file"' err
check "errors are JSON where the answer would be" $?
"$program" ask >/dev/null 2>&1
[ $? -eq 2 ]
check "ask takes one file" $?
"$program" ask --help | grep -q '^Members'
check "ask has a help" $?
finish
