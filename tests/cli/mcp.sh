# SPDX-License-Identifier: Apache-2.0
# mcp.sh PROGRAM PROJECT: the server of the Model Context Protocol as a client sees it, line by line: three revisions,
# every tool, errors that teach, resources, limits, files. Clients that others wrote: tests/reach.sh mcp.
set -u
program=$1
project=$2
. "$(cd "$(dirname "$0")" && pwd)/check.inc.sh"
command -v python3 >/dev/null 2>&1 || exit 77
export LC_ALL=C.UTF-8

cat >client.py <<'PY'
import json, os, re, subprocess, sys

program, project = sys.argv[1:3]
failures = []


def check(what, holds, *seen):
    if not holds:
        failures.append(what)
        print("FAIL", what, *[str(s)[:2400] for s in seen])


def talk(lines, *arguments):
    """Answers to lines, texts or objects; the server must end well at the end of its input."""
    text = "\n".join(l if isinstance(l, str) else json.dumps(l) for l in lines) + "\n"
    done = subprocess.run([program, "mcp", *arguments], input=text.encode(), capture_output=True, timeout=120)
    check("exit 0 and nothing on standard error", (done.returncode, done.stderr) == (0, b""), done)
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def request(id, method, **params):
    return {"jsonrpc": "2.0", "id": id, "method": method, **({"params": params} if params else {})}


def call(name, *flags, **arguments):
    answer = talk([request(1, "tools/call", name=name, arguments=arguments)], *flags)[0]
    return answer["result"] if "result" in answer else answer


def text(result):
    return result["content"][0]["text"]


def shell(*words):
    return subprocess.run([program, *words], capture_output=True, stdin=subprocess.DEVNULL, timeout=60).stdout.decode()


# Revisions.
for asked, taken in (("2025-06-18",) * 2, ("2025-11-25",) * 2, ("2024-11-05", "2025-11-25"), ("2031-01-01", "2025-11-25")):
    hello, pong = talk([request(1, "initialize", protocolVersion=asked, capabilities={}, clientInfo={"name": "t", "version": "1"}),
                        {"jsonrpc": "2.0", "method": "notifications/initialized"}, request("b", "ping")])
    check("initialize " + asked, hello["result"]["protocolVersion"] == taken, hello)
    check("its name and capabilities", hello["result"]["serverInfo"]["name"] == "aicalc"
          and set(hello["result"]["capabilities"]) == {"tools", "resources"}, hello)
    check("ping", pong == {"jsonrpc": "2.0", "id": "b", "result": {}}, pong)

modern = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
found, tools, called, unknown, without, old = talk([
    request(1, "server/discover", _meta=modern), request(2, "tools/list", _meta=modern),
    request(3, "tools/call", name="catalog", arguments={}, _meta=modern),
    request(4, "tools/list", _meta={**modern, "io.modelcontextprotocol/protocolVersion": "2027-01-01"}),
    request(5, "tools/list", _meta={"io.modelcontextprotocol/protocolVersion": "2026-07-28"}),
    request(6, "initialize", _meta=modern)])
check("discover", "2026-07-28" in found["result"]["supportedVersions"] and found["result"]["ttlMs"] >= 0
      and found["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "aicalc", found)
check("lists say how long they hold", tools["result"]["cacheScope"] == "public" and tools["result"]["ttlMs"] > 0, tools)
check("results say their type", all(a["result"]["resultType"] == "complete" for a in (found, tools, called)), called)
check("a revision that is not known", unknown["error"]["code"] == -32022
      and unknown["error"]["data"]["requested"] == "2027-01-01", unknown)
check("a request without what its client can do", without["error"]["code"] == -32602, without)
check("no initialize in it", old["error"]["code"] == -32601, old)

# Tools.
raw = subprocess.run([program, "mcp"], input=json.dumps(request(1, "tools/list")).encode(), capture_output=True).stdout
check("the list of tools stays below 16 KiB", len(raw) < 16384, len(raw))
tools = json.loads(raw)["result"]["tools"]
check("seven tools", [t["name"] for t in tools] == ["ask", "parameters", "explain", "catalog", "compare", "check", "read"], tools)
check("all of them only read", all(t["annotations"]["readOnlyHint"] and t["annotations"]["idempotentHint"] for t in tools), tools)
check("results of the older revisions have no type", "resultType" not in json.loads(raw)["result"], raw)
names = [l.split()[0] for l in shell("help").split("Calculators\n")[1].split("\n\n")[0].splitlines() if l[2] != " "]
check("each calculator has a line", all("\n%s: " % n in tools[0]["description"] for n in names) and len(names) > 20, names)

inputs = {"model": "llama-3.1-8b", "context": "8Ki", "gpu": "l4"}
words = ["kvcache", "--model", "llama-3.1-8b", "--context", "8Ki", "--gpu", "l4"]
answer = call("ask", calculator="kvcache", inputs=inputs)
check("the first screen as text", text(answer) == shell(*words), text(answer))
check("the brief answer", answer["structuredContent"] == json.loads(shell(*words, "-o", "json", "--brief")), answer)
check("no error", answer["isError"] is False, answer)
swept = call("ask", calculator="kvcache", inputs={"model": "llama-3.1-8b", "gpu": "l4"}, sweep={"context": ["1Ki", "8Ki"]}, fields=["kv_total"])
check("a sweep", len(swept["structuredContent"]["cases"]) == 2, swept)
solved = call("ask", calculator="kvcache", inputs={"model": "llama-3.1-8b", "gpu": "l4"}, solve="context=max", budget=["max_sequences >= 1"])
check("a search", solved["isError"] is False and "context" in text(solved), solved)
missed = call("ask", calculator="kvcache", inputs=inputs, budget=["max_sequences >= 1000"])
check("a budget that fails is an answer", missed["isError"] is False and "max_sequences >= 1000" in text(missed), missed)
for wrong, message in ((dict(inputs={**inputs, "contxt": 1}), "did you mean '--context'"),
                       (dict(inputs={**inputs, "model": "llama-3.1-8"}), "llama-3.1-8b"),
                       (dict(budget=["fit"]), "fits"), (dict(sweep={"sequences": "1..20000+1"}), "the most here is 10000"),
                       (dict(solve="context=max", budget=["kv_total <= 0B"]), "no value of context"),
                       (dict(write="a.json"), "no key 'write'"), (dict(tp=4), "in 'inputs'")):
    refused = call("ask", **{"calculator": "kvcache", "inputs": inputs, **wrong})
    check("an error that teaches: " + message, refused["isError"] and message in text(refused)
          and "structuredContent" not in refused, refused)
check("a calculator near it", "did you mean 'kvcache'" in text(call("ask", calculator="kvcach")))
check("an argument that a tool has not", "no argument 'word'" in text(call("catalog", word="x")))
check("an argument of another type", "object is wanted" in text(call("read", texts="x")))
check("an argument that it needs", "needs the argument 'cases'" in text(call("compare", calculator="kvcache")))

# Every example of the help that has nothing which the tool does not take.
sys.path.insert(0, project + "/tests/python")
from question import examples, question

takes = tools[0]["inputSchema"]["properties"]
asked = [(line, question(program, line)) for line in examples(program)]
asked = [(line, q) for line, q in asked if q and set(q) <= set(takes)]
for _, q in asked:
    q.update({k: v.split(",") for k, v in q.items() if takes[k]["type"] == "array" and isinstance(v, str)})
check("most examples", len(asked) > 80, len(asked))
for (line, q), answer in zip(asked, talk([request(i, "tools/call", name="ask", arguments=q) for i, (_, q) in enumerate(asked)])):
    check("an example: " + " ".join(line), text(answer["result"]) == shell(*line), answer)
    if not {"sweep", "part"} & set(q):  # whose JSON is whole
        check("its brief answer", answer["result"]["structuredContent"] == json.loads(shell(*line, "-o", "json", "--brief")), answer)

known = call("parameters", calculator="kvcache", words="kv dtype")
check("parameters by words", "kv_dtype" in known["structuredContent"]["parameters"] and "  kv_dtype: " in text(known), known)
check("those that are asked first", "model" in call("parameters", calculator="plan")["structuredContent"]["parameters"])
check("a word", call("explain", word="mfu")["structuredContent"]["word"] == "mfu")
check("a word that nobody knows", call("explain", word="xyzzyq")["isError"])
why = call("explain", calculator="kvcache", inputs=inputs, results=["kv_total"])
check("a result down to its inputs", "cached_full * u1_full" in text(why), why)
gpu = call("catalog", kind="gpus", words="h100-sxm")
check("an entry", gpu["structuredContent"]["entries"][0]["name"] == "h100-sxm", gpu)
check("a choice of entries", len(call("catalog", kind="gpus", where=["gpu_memory_bw > 3TB/s"], sort="gpu_memory:desc", top=3)
                                ["structuredContent"]["entries"]) == 3)
check("a long list is text alone", "structuredContent" not in call("catalog", kind="models"))
check("words need a kind", "give kind" in text(call("catalog", words="h100")))
beside = call("compare", calculator="kvcache", inputs={"model": "llama-3.1-8b", "context": "8Ki"}, cases=[{"gpu": "l4"}, {"gpu": "l40s"}])
check("cases side by side", [c["name"] for c in beside["structuredContent"]["cases"]] == ["l4", "l40s"] and "l40s against l4" in text(beside), beside)
checks = {"schema": "aicalc-check/1", "checks": [{"name": "fits", "calculator": "kvcache", "inputs": inputs, "budgets": ["max_sequences >= 99"]}]}
judged = call("check", document=checks)
check("a check file", judged["structuredContent"]["verdict"] == "fail" and not judged["isError"], judged)
deployed = call("read", texts={"serve.sh": "vllm serve Qwen/Qwen3-8B --max-model-len $LEN"}, inputs={"gpu": "l40s"}, set={"LEN": 16384}, budget=["max_sequences >= 4"])
check("what is deployed", "serve.sh:1" in text(deployed) and "holds" in text(deployed), deployed)
check("and nothing is written", call("read", texts={"serve.sh": "vllm serve Qwen/Qwen3-8B"}, inputs={"gpu": "l40s", "write": "x.json"})["isError"]
      and not os.path.exists("x.json"))

# Resources.
listed, templates, entry, word, page, none = (a.get("result", a) for a in talk([
    request(1, "resources/list"), request(2, "resources/templates/list"),
    request(3, "resources/read", uri="aicalc://catalog/gpus/h100-sxm"), request(4, "resources/read", uri="aicalc://explain/kv_total"),
    request(5, "resources/read", uri="aicalc://methods/kvcache"), request(6, "resources/read", uri="aicalc://explain/--help")]))
check("a page of each calculator", {r["name"] for r in listed["resources"]} == set(names), listed)
check("three templates", len(templates["resourceTemplates"]) == 3, templates)
check("an entry as a resource", json.loads(entry["contents"][0]["text"])["entries"][0]["name"] == "h100-sxm", entry)
check("a word as a resource", json.loads(word["contents"][0]["text"])["word"] == "kv_total", word)
check("a page", page["contents"][0]["text"] == shell("help", "--markdown", "kvcache"), page)
check("no resource", none["error"]["code"] == -32002, none)

# Lines that are no requests: each has its error, and the server lives.
bad = talk(["no json", "[]", '{"jsonrpc": "2.0", "method": "tools/list", "id": null}', request(1, "nothing"),
            {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": []}, request(3, "tools/call", name="asks"),
            {"jsonrpc": "2.0", "id": 4, "result": {}}, {"jsonrpc": "2.0", "method": "anything"}, "", "{\"a\": \"\\u0000\"}",
            '"' + "x" * (1 << 20) + '"', "[" * 100, request(9, "ping")])
check("their errors", [a.get("error", {}).get("code") for a in bad]
      == [-32700, -32600, -32600, -32601, -32602, -32602, -32700, -32600, -32700, None], bad)
check("the next one is answered", bad[-1]["id"] == 9, bad)
almost = json.dumps(request(1, "ping", pad="x" * ((1 << 20) - 200)))
check("a line of a MiB is one", talk([almost])[0]["result"] == {})

# Files: none, then those of a folder, whatever leads out of it.
os.makedirs("inside/sub")
config = open(os.path.join(project, "tests/data/hf_configs/bloom-176b.json")).read()
for path in ("inside/sub/config.json", "outside.json"):
    open(path, "w").write(config)
os.symlink(os.path.abspath("outside.json"), "inside/link.json")
os.symlink("sub/config.json", "inside/near.json")
inside = os.path.abspath("inside")


def reads(path, *flags):
    result = call("ask", *flags, calculator="kvcache", inputs={"model": path, "context": "1Ki"})
    return not result["isError"], text(result)


check("no file without --files", not reads(inside + "/sub/config.json")[0] and not reads("./outside.json")[0])
for path in ("sub/config.json", inside + "/sub/config.json", "near.json", "./sub/../sub/config.json", "./sub"):
    check("a file of the folder: " + path, reads(path, "--files", "inside")[0], reads(path, "--files", "inside"))
for path in ("../outside.json", os.path.abspath("outside.json"), "link.json", "./sub/../../outside.json", "./none.json", "/dev/zero"):
    seen = reads(path, "--files", "inside")
    check("no file: " + path, not seen[0] and "may be read" in seen[1], seen)
given = call("ask", calculator="kvcache", inputs={"model": "my.json", "context": "1Ki"}, files={"my.json": json.loads(config)})
check("a configuration that is handed in", not given["isError"], given)
os.environ["AICALC_CATALOG"] = os.path.abspath("outside.json")
check("catalogs of the environment are files too", not call("ask", calculator="kvcache", inputs=inputs)["isError"])
wrong = subprocess.run([program, "mcp", "--files", "outside.json"], capture_output=True, stdin=subprocess.DEVNULL)
check("--files takes a folder", wrong.returncode == 2 and b"give a folder" in wrong.stderr, wrong)

# The calls of docs/assistants.md, each of which is to be answered.
blocks = re.findall(r"```json\n(.*?)\n```", open(os.path.join(project, "docs/assistants.md")).read(), re.S)
calls = [c for c in map(json.loads, blocks) if "name" in c]
check("ten questions, and a block for hosts", len(calls) == 10 and "mcpServers" in json.loads(blocks[0]), blocks)
answers = talk([request(i, "tools/call", **c) for i, c in enumerate(calls)])
for asked, answer in zip(calls, answers):
    check("a call of docs/assistants.md", not answer["result"]["isError"] and len(text(answer["result"])) > 100, asked, answer)
print("failed:", failures)
sys.exit(bool(failures))
PY
python3 -B client.py "$program" "$project"
check "a client in Python" $?
run "help" 0 mcp --help
has out "10,000 cases a sweep"
run "another word" 2 mcp --file x
has err "aicalc mcp --files DIR"
finish
