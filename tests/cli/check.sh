# SPDX-License-Identifier: Apache-2.0
# check.sh PROGRAM PROJECT: check files and saved answers as a pipeline uses them, and the files
# of examples/ci.
set -u
program=$1
project=$2
. "$project/tests/cli/check.inc.sh"
mkdir "$work/bin"
ln -s "$program" "$work/bin/aicalc"
PATH="$work/bin:$PATH"
export PATH

# ends NAME CODE ARGUMENT...: aicalc ends with this code; output in out and err.
ends() {
    name=$1
    wanted=$2
    shift 2
    aicalc "$@" >out 2>err
    code=$?
    [ "$code" -eq "$wanted" ]
    check "$name: exit $code instead of $wanted: $(head -n 3 err)" $?
}

# holds NAME FILE PATTERN: a line of the file matches.
holds() {
    grep -q -- "$3" "$2"
    check "$1: '$3' is not in $2" $?
}

# A file of every outcome: its path ends at nothing that a command or a property could hold.
cat >"a,b:c%.json" <<'END'
{
  "schema": "aicalc-check/1",
  "defaults": { "model": "llama-3.1-8b", "context": "8Ki" },
  "checks": [
    { "name": "holds", "calculator": "kvcache", "budgets": ["kv_total <= 1GiB"] },
    { "name": "warns, 50% over: \u001b[31mred\n<&>\"'|`", "calculator": "kvcache",
      "budgets": [
        "warn: kv_total <= 512MiB",
        "kv_total >= 1GiB"
      ] },
    { "name": "exceeded", "calculator": "kvcache",
      "budgets": [ "kv_total < 1GiB",
                   "kv_per_token == 131072B" ] }
  ]
}
END

# The verdict is the same in every format, beside and instead of standard output.
for format in table json junit github markdown; do
    ends "verdict in $format" 1 check "a,b:c%.json" -o $format
    mv out "out.$format"
done
ends "all formats at once" 1 check "a,b:c%.json" -o github -O r.json -O r.xml -O r.md -O r.txt
for pair in out:out.github r.txt:out.table r.json:out.json r.xml:out.junit r.md:out.markdown; do
    cmp -s "${pair%%:*}" "${pair#*:}"
    check "-O writes what -o writes: $pair" $?
done
holds "table" out.table '^fail: 3 checks, 5 budgets: 3 pass, 1 warn, 1 fail$'
holds "json" out.json '^  "verdict": "fail",$'
holds "junit" out.junit '<testsuites name="aicalc" tests="5" failures="1" errors="0">'
holds "junit" out.junit '<testsuite name="holds" .*skipped="0"'
holds "junit escapes" out.junit '50% over: \\x1b\[31mred\\x0a&lt;&amp;&gt;&quot;'
holds "github" out.github '^::error file=a%2Cb%3Ac%25.json,line=12,col=20,title=exceeded::kv_total < 1GiB: is 1.000 GiB'
holds "github warns" out.github '^::warning file=a%2Cb%3Ac%25.json,line=[0-9]*,col=[0-9]*,title=warns%2C'
holds "github escapes" out.github ',title=warns%2C 50%25 over%3A \\x1b\[31mred\\x0a<&>'
holds "markdown" out.markdown '^| \*\*fail\*\* | exceeded | kv_total \\< 1GiB | 1.000 GiB |'
holds "markdown escapes" out.markdown 'red\\\\x0a\\<&\\>"'"'"'\\|\\`'
[ "$(grep -c '^::' out.github)" -eq 2 ]
check "an annotation for each budget that does not hold" $?
if LC_ALL=C grep -q "$(printf '[\001-\010\013-\037]')" out.table out.json out.junit out.github out.markdown; then
    check "a control character is written" 1
fi
if command -v xmllint >/dev/null 2>&1; then
    xmllint --noout out.junit
    check "XML is well-formed" $?
fi

# SARIF has what annotations have, at the same places.
ends "sarif" 1 check "a,b:c%.json" -o sarif -O r.sarif
cmp -s out r.sarif && [ "$(grep -c '"ruleId"' out)" -eq 2 ]
check "a result for each budget that does not hold" $?
holds "its place" out '"ruleId": "budget", "level": "error", .*"uri": "a%2Cb%3Ac%25.json"}, "region": {"startLine": 12, "startColumn": 20}'
holds "a warning" out '"level": "warning", "message": {"text": "warns, 50% over: \\\\x1b\[31mred'

# Annotations stand at the budget's own line.
for at in $(sed -n 's/.*,line=\([0-9]*\),col=\([0-9]*\),.*/\1:\2/p' out.github); do
    text=$(sed -n "${at%:*}p" "a,b:c%.json" | cut -c "${at#*:}-")
    case $text in
    '"warn: kv_total <= 512MiB"'* | '"kv_total < 1GiB"'*) check place 0 ;;
    *) check "place $at: $text" 1 ;;
    esac
done
sed '2i\  "$schema": "./schema.json",' "a,b:c%.json" >editor.json
ends "a schema for editors" 1 check editor.json
printf 'schema: aicalc-check/1\nchecks:\n  - name: x\n' >checks.yaml
ends "YAML" 2 check checks.yaml
holds "YAML is told from JSON" err "YAML is not read: convert it first.*yq -o json"
printf '%s\n%s' '---' 'schema: x' | aicalc check - >out 2>err
holds "YAML without a name" err "YAML is not read"
printf '{ // a comment\n"schema": "aicalc-check/1" }' | aicalc check - >out 2>err
holds "comments" err "remove the comment: JSON has none"

# A check file may name any file as its model: what is in it is not told.
printf '{"key": AKIA0SECRET0SECRET0SECRET0SECRET}' >secret
printf '{"schema": "aicalc-check/1", "checks": [{"name": "a", "calculator": "kvcache", "budgets":
    ["kv_total <= 1GiB"], "inputs": {"model": "./secret", "context": "8Ki"}}]}' >steal.json
ends "a secret as a model" 2 check steal.json
holds "its place is told" err "secret: line 1 column 9: '...' is not JSON"
if grep -q SECRET out err; then
    check "a secret is shown" 1
fi
ends "a broken file in a workflow" 2 check - -o github <"$project/README.md"
holds "a broken file in a workflow" err '^::error title=aicalc::standard input: line 1'
sed 's/kv_per_token ==/kv_per_tokn ==/' "a,b:c%.json" >typo.json
ends "a typo in a workflow" 2 check typo.json -o github
holds "a typo in a workflow" err '^::error file=typo.json,line=13,col=20,title=aicalc::typo.json: line 13'
[ ! -s out ]
check "a broken file gives no report" $?

# All mistakes of a file are told, in every format, and no old report stands for it.
cat >mistakes.json <<'END'
{
  "schema": "aicalc-check/1",
  "defaults": { "model": "llama-3.1-8c" },
  "checks": [
    { "name": "a", "calculator": "kvcache", "inputs": { "contxt": "8Ki", "sequences": "x" },
      "budgets": [ "kv_totl <= 1GiB", "kv_total <= 5", 3 ] },
    { "name": "a", "calculator": "kvcach", "budgets": [ "fits" ] },
    { "calculator": "kvcache", "gate": "x", "budgets": [ "kv_total <= +5%" ] },
    3
  ]
}
END
rm -f r.xml
ends "mistakes" 2 check mistakes.json -O r.json -O r.xml -O r.md -O r.html -O r.txt
[ "$(wc -l <err)" -eq 11 ] && [ ! -s out ]
check "eleven mistakes: $(cat err)" $?
sort -s -k4,4n -k6,6n err | cmp -s - err
check "in their order: $(cat err)" $?
for format in json xml md html txt; do
    for word in "no entry" contxt sequences kv_totl "has no unit" "is a text" "two checks" kvcach \
        "without a name" gate "is an object"; do
        tr '\n' ' ' <r.$format | sed 's/   */ /g' | grep -q -- "$word"
        check "r.$format tells of $word" $?
    done
done
holds "the verdict" r.json '^  "verdict": "error",$'
holds "errors of JUnit" r.xml '<testsuites name="aicalc" tests="11" failures="0" errors="11">'
holds "their places" r.xml 'classname="mistakes.json" name="line 6 column 20"'
if command -v xmllint >/dev/null 2>&1; then
    xmllint --noout r.xml
    check "XML of mistakes is well-formed" $?
fi
ends "as JSON they are one document" 2 check mistakes.json -o json
[ "$(wc -l <err)" -eq 1 ] && [ "$(grep -o '"message"' err | wc -l)" -eq 12 ]
check "the first, and all of them: $(cat err)" $?
ends "a report of mistakes on standard output" 2 check mistakes.json -o junit
cmp -s out r.xml
check "it is that of -O" $?
aicalc check "a,b:c%.json" -O r.json >out 2>&1

# Many files are judged together; a broken one is told, and does not hide the others.
sed 's/"exceeded"/"beyond"/; s/kv_total < 1GiB/kv_total < 2GiB/' "a,b:c%.json" >fine.json
ends "two files" 1 check fine.json "a,b:c%.json"
holds "both are named" out '^fine.json$'
holds "and counted" out '^fail: 2 files, 6 checks, 10 budgets: 7 pass, 2 warn, 1 fail$'
ends "a broken file among them" 2 check fine.json mistakes.json nowhere.json -o json
holds "the others are judged" out '"file": "fine.json",'
holds "it is told" out '{"file": "mistakes.json", "error": {'
holds "so is one that is not there" out '{"file": "nowhere.json", "error": {"code": "bad-file"'
ends "a file given twice" 2 check fine.json ./fine.json
ends "markdown of two" 1 check fine.json "a,b:c%.json" -o markdown
[ "$(head -n 1 out)" = '<!-- aicalc check -->' ] && grep -q '^\*\*fine.json\*\*$' out
check "a comment is found again by its first line" $?
ends "html of two" 1 check fine.json "a,b:c%.json" -o html
[ "$(grep -o ' id="[^"]*"' out | sort | uniq -d | wc -l)" -eq 0 ]
check "no two parts of a page have one id" $?
ends "a report of two" 1 check fine.json "a,b:c%.json" -O both.json
ends "is a baseline for each" 1 check "a,b:c%.json" --baseline both.json
ends "warnings pass" 0 check fine.json
ends "unless they are to fail" 1 check fine.json --fail-on-warn

# Only what became worse fails.
aicalc check "a,b:c%.json" -o json >same.json
ends "what failed before, and is no worse" 0 check "a,b:c%.json" --baseline same.json --only-worse
holds "it warns" out '^warn  *exceeded  *kv_total < 1GiB'
sed 's/"actual": 1073741824/"actual": 1073741823/' same.json >better.json
ends "what held before" 1 check "a,b:c%.json" --baseline better.json --only-worse
sed 's/kv_total < 1GiB/kv_total < 512MiB/; s/"8Ki"/"16Ki"/' "a,b:c%.json" >worse.json
sed 's/kv_total < 1GiB/kv_total < 512MiB/' same.json >then.json
ends "what failed before, and is worse" 1 check worse.json --baseline then.json --only-worse
ends "nothing to compare with" 2 check fine.json --only-worse

# The same bytes in other folders, locales and homes.
ln -s "$work/a,b:c%.json" b.json
(cd / && env LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8 TZ=Asia/Kolkata HOME=/nowhere \
    aicalc check "$work/b.json" -o json >"$work/out")
cmp -s out out.json
check "the same bytes elsewhere" $?

# Files are not overwritten that are read, nor written twice; a write that fails is exit 3.
cp "a,b:c%.json" c.json
ends "-O over the check file" 2 check c.json -O c.json
ends "-O over the baseline" 2 check c.json --baseline r.json -O r.json
ends "-O twice" 2 check c.json -O x.json -O ./x.json -O x.json
cmp -s c.json "a,b:c%.json" && cmp -s r.json out.json
check "nothing was overwritten" $?
ends "-O into no folder" 3 check c.json -O nowhere/x.json
if [ -w /dev/full ]; then
    aicalc check c.json >/dev/full 2>err
    [ $? -eq 3 ]
    check "a full device" $?
fi

# baseline NAME CODE BUDGET [BASELINE]: a budget on 1 GiB, against a report of 1 GiB.
baseline() {
    printf '{"schema": "aicalc-check/1", "checks": [{"name": "%s", "calculator": "%s", "inputs":
        {"model": "llama-3.1-8b", "context": 8192}, "budgets": ["%s"]}]}' \
        "${5:-exceeded}" "${6:-kvcache}" "$3" >relative.json
    ends "$1" "$2" check relative.json -o "${7:-json}" --baseline "${4:-r.json}"
}
printf '{"schema": "aicalc-check/1", "checks": [{"name": "first", "calculator": "kvcache",
    "inputs": {"model": "llama-3.1-8b", "context": "8Ki"}, "budgets": ["kv_total <= +5%%"]}]}' >first.json
ends "a relative budget without an earlier report" 2 check first.json
holds "what makes one" err '--write-baseline NEW.json'
ends "a first run" 0 check first.json --write-baseline first-report.json
holds "is recorded" first-report.json '"verdict": "pass", "recorded": true'
ends "the second is judged" 0 check first.json --baseline first-report.json
sed 's/8Ki/16Ki/' first.json >second.json
ends "against the first" 1 check second.json --baseline first-report.json
holds "with what mends it" out 'mended by --kv-dtype fp8: kv_total 1.000 GiB'
printf '{"schema": "aicalc-check/1", "checks": [{"name": "a plan", "calculator": "plan", "inputs":
    {"model": "llama-3.1-70b", "node": "dgx-h100", "gpus": 512, "tokens": "2T"}, "budgets": ["train-time.train_time <= 30d"]},
    {"name": "nothing fits", "calculator": "plan", "inputs": {"model": "llama-3.1-405b", "node": "dgx-h100", "gpus": 8,
    "tokens": "2T"}, "budgets": ["train-memory.fits", "cost.total_cost <= 1e6USD"]}]}' >plans.json
ends "a plan that is too long" 1 check plans.json
holds "what keeps it" out 'mended by --gpus 784: train-time.train_time 29.78 d'
holds "what fits" out 'mended by --gpus 16:'
holds "a bill of no run" out 'nothing fits, cost.total_cost <= 1e6USD: no layout fits, against the limit of'
printf '%s' '{"schema": "aicalc-check/1", "checks": [{"name": "n", "calculator": "plan", "inputs": {"model": "llama-3.1-405b",
    "node": "dgx-h100", "gpus": 64, "tokens": "1T", "tp": 1, "pp": 1, "recompute": "none"}, "budgets": ["layout.fits"]}]}' >fixed.json
ends "a plan that does not fit for what is fixed" 1 check fixed.json
holds "what to leave out" out 'mended by leaving out tp:'
printf '%s' '{"schema": "aicalc-check/1", "checks": [{"name": "n", "calculator": "power", "inputs": {"node": "dgx-h100", "gpus": 64,
    "rack_power": "45kW"}, "budgets": ["cooling == liquid"]}]}' >cooling.json
ends "a choice that is another" 1 check cooling.json
holds "which" out 'cooling == liquid *rear_door *liquid$'
printf '%s' '{"schema": "aicalc/1", "version": "1.0.0", "calculator": "powr", "inputs": {}, "results": {"it_power": {"value": 1}}}' \
    >powr.json
ends "a saved answer of no calculator" 2 check powr.json
holds "which it is not" err "no calculator 'powr'; did you mean 'power'?"
ends "both" 1 check second.json --baseline first-report.json --write-baseline second-report.json
[ -s second-report.json ]
check "the next baseline" $?
ends "over the baseline that is read" 2 check first.json --baseline first-report.json --write-baseline first-report.json

baseline "a rise within the share" 0 "kv_total <= +0%"
holds "its limit" out '"limit": 1073741824, .*"margin": 0, "baseline": 1073741824, "change": 0,'
baseline "a rise by an amount" 0 "kv_total <= +1GiB"
holds "its limit" out '"limit": 2147483648,'
baseline "no fall" 1 "kv_total <= -5%"
holds "its limit" out '"limit": 1020054732.8,'
baseline "no fall, but it only warns" 0 "warn: kv_total <= -5%"
baseline "a floor" 0 "kv_total >= -5%"
baseline "less than before" 1 "kv_total < +0%"
baseline "as before" 0 "kv_total == +0%"
baseline "a plain budget beside a baseline" 0 "kv_total <= 1GiB"
baseline "a wrong unit" 2 "kv_total <= +5s"
baseline "a share without a number" 2 "kv_total <= +%"
baseline "a result that the report does not have" 2 "kv_total_x <= +5%"
baseline "a result that the check did not have" 2 "kv_per_sequence <= +5%"
holds "it says how" err "warn: kv_per_sequence >= 0"
baseline "a check that the report does not have" 2 "kv_total <= +5%" r.json other
baseline "another calculator" 2 "params_total <= +5%" r.json exceeded checkpoint
baseline "a check file is no baseline" 2 "kv_total <= +5%" c.json
baseline "broken JSON" 2 "kv_total <= +5%" "$project/README.md"
sed 's/"actual": 1073741824/"actual": 536870912/' r.json >half.json
baseline "twice as much" 1 "kv_total <= +50%" half.json exceeded kvcache table
holds "a column of changes" out 'Margin *Change$'
holds "a column of changes" out '1.000 GiB  768.0 MiB  -33.3 %  +100 %$'
sed 's/"unit": "B"/"unit": "GB"/' r.json >unit.json
baseline "another unit" 2 "kv_total <= +50%" unit.json
sed '/"actual"/d' r.json >none.json
baseline "a report without values" 2 "kv_total <= +50%" none.json

# Saved answers: the examples of every calculator stay true, and so do ranges and files.
count=0
for calculator in $(aicalc help | sed -n '/^Calculators/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p'); do
    aicalc help "$calculator" | sed -n '/|/d; /--sweep/d; /--solve/d; s/^  \(aicalc .*\)/\1/p'
done >lines
{
    echo "aicalc kvcache --model llama-3.1-8b --context 8Ki..32Ki --gpu h100-sxm"
    echo "aicalc kvcache --model $project/tests/data/hf_configs/gemma-3-27b.json --context 32Ki"
} >>lines
while IFS= read -r line; do
    (cd "$project" && sh -c "$line -o json") >saved.json 2>err </dev/null
    [ $? -le 1 ] && aicalc check saved.json >out 2>err && grep -q '^pass: 1 answer' out &&
        ! grep -q '"no-effect"' saved.json
    check "not true: $line: $(cat out err)" $?
    count=$((count + 1))
done <lines
[ "$count" -gt 10 ]
check "examples were saved" $?
aicalc kvcache --model llama-3.1-8b --gpu h100-sxm --context 8Ki -o json >saved.json
cat >catalog.json <<'END'
{ "schema": "aicalc-catalog/1", "kind": "gpus",
  "entries": [ { "name": "h100-sxm", "label": "H100", "fields": { "gpu_memory": 64000000000 },
                 "source": "a test", "as_of": "2025-01" } ] }
END
ends "a catalog that changed" 1 check saved.json --catalog catalog.json
holds "a catalog that changed" out 'headroom '
holds "a catalog that changed" out 'gpu_memory 79.65 GiB -> 59.60 GiB (gpus:h100-sxm'
sed 's/"context":/"kontext":/' saved.json >wrong.json
ends "a saved answer with an unknown input" 2 check wrong.json
holds "its place is told" err "wrong.json: line [0-9]* column [0-9]*: kvcache has no parameter 'kontext'"
[ ! -s out ]
check "nothing is computed for it" $?
ends "a saved answer has no baseline" 2 check saved.json --baseline r.json
AICALC_CATALOG="$work/catalog.json"
export AICALC_CATALOG
ends "a catalog in the environment" 1 check saved.json
ends "is ignored" 0 check saved.json --no-config
unset AICALC_CATALOG

# What examples/ci holds, in a project of its own.
cp -r "$project/examples/ci" ci
chmod -R u+w ci
cd ci || exit 2
for file in budgets/*.json; do
    if [ -f "baseline/${file##*/}" ]; then
        set -- --baseline "baseline/${file##*/}"
    else
        set --
    fi
    aicalc check "$file" "$@" >"$work/out" 2>&1
    check "$file: $(cat "$work/out")" $?
done
sh check-budgets.sh github >"$work/out" 2>&1
check "check-budgets.sh: $(cat "$work/out")" $?
[ "$(ls reports/*.json reports/*.xml reports/*.md | wc -l)" -eq "$(($(ls budgets/*.json | wc -l) * 3))" ]
check "a report of each file in each format" $?
if command -v make >/dev/null 2>&1; then
    make -s -f budgets.mk baseline >"$work/out" 2>&1 && cmp -s reports/cost.json baseline/cost.json
    check "make baseline: $(cat "$work/out")" $?
    make -s -f budgets.mk budgets >"$work/out" 2>&1
    check "make budgets: $(cat "$work/out")" $?
fi
if command -v git >/dev/null 2>&1 && git init -q . 2>/dev/null; then
    cp pre-commit .git/hooks/pre-commit
    chmod +x .git/hooks/pre-commit
    git add -A
    git -c user.name=test -c user.email=test@test commit -qm first >"$work/out" 2>&1
    check "pre-commit lets a commit pass: $(cat "$work/out")" $?
    sed 's/total_memory <= 75GiB/total_memory <= 7GiB/' budgets/training.json >"$work/t.json"
    cp "$work/t.json" budgets/training.json
    git add -A
    if git -c user.name=test -c user.email=test@test commit -qm second >"$work/out" 2>&1; then
        check "pre-commit let an exceeded budget pass" 1
    fi
    holds "pre-commit" "$work/out" '^fail  *a step of 70B'
fi
printf '{"schema": "aicalc-check/1", "checks": []}' >budgets/empty.json
sh check-budgets.sh >"$work/out" 2>&1
[ $? -eq 2 ]
check "check-budgets.sh ends with the worst code" $?
rm budgets/empty.json

# An editor's view: the schema describes the examples, and nothing that is mistyped. Python takes
# seconds for that, which the test cli.schemas has and cli.check has not.
if [ "${AICALC_TEST_SCHEMAS:-1}" != 0 ] && command -v python3 >/dev/null 2>&1 && python3 -c 'import jsonschema' 2>/dev/null; then
    aicalc schema check >"$work/schema.json"
    cat >"$work/validate.py" <<'END'
import json, sys, jsonschema
schema = json.load(open(sys.argv[1]))
validator = jsonschema.Draft202012Validator(schema)
for path in sys.argv[2:]:
    document = json.load(open(path))
    validator.validate(document)
    for break_it in (lambda d: d["checks"][0]["budgets"].append("no_such_result <= 1"),
                     lambda d: d["checks"][0].setdefault("inputs", {}).update(no_such_input=1),
                     lambda d: d["checks"].clear(), lambda d: d.update(default={}),
                     lambda d: d["checks"][0].pop("budgets")):
        broken = json.loads(json.dumps(document))
        break_it(broken)
        assert not validator.is_valid(broken), path
END
    python3 "$work/validate.py" "$work/schema.json" budgets/cost.json budgets/serving.json \
        budgets/storage.json budgets/training.json
    check "the schema and the examples" $?

    # What the program writes is what its schemas say; their keywords are those of JSON Schema, for
    # strict validators (ajv) refuse others.
    cat >"$work/documents.py" <<'END'
import glob, json, sys, jsonschema
known = set("""$schema $defs $ref $comment title description default type enum const anyOf oneOf allOf if then
    properties additionalProperties required items minItems maxItems minLength maxLength pattern minimum
    maximum exclusiveMinimum exclusiveMaximum""".split())
def walk(schema, path):
    assert set(schema) <= known, (path, set(schema) - known)
    assert not isinstance(schema.get("type"), list), path
    for key in "$defs", "properties":
        for name, sub in schema.get(key, {}).items():
            walk(sub, path + "/" + name)
    for key in "anyOf", "oneOf", "allOf":
        for sub in schema.get(key, []):
            walk(sub, path + "/" + key)
    for key in "items", "if", "then", "additionalProperties":
        if isinstance(schema.get(key), dict):
            walk(schema[key], path + "/" + key)
for path in glob.glob("schema-*.json"):
    schema = json.load(open(path))
    jsonschema.Draft202012Validator.check_schema(schema)
    walk(schema, path)
    kind = path[len("schema-"):-len(".json")]
    for document in glob.glob("is-" + kind + "-*.json"):
        jsonschema.Draft202012Validator(schema).validate(json.load(open(document)))
END
    cd "$work" || exit 2
    for name in check report answer catalog kvcache network storage transfer; do
        aicalc schema $name >schema-$name.json
        check "schema $name" $?
    done
    cp same.json is-report-1.json
    aicalc check fine.json mistakes.json --baseline both.json -O is-report-2.json >out 2>&1
    aicalc check saved.json --catalog catalog.json -O is-report-3.json >out 2>&1
    aicalc kvcache --model llama-3.1-8b --context 8Ki..32Ki --gpu h100-sxm --budget fits \
        -o json >is-answer-1.json
    aicalc kvcache --model llama-3.1-8b --sweep 'context=8Ki..32Ki*2' -o json >is-answer-2.json
    aicalc kvcache --model llama-3.1-8b --context 8Ki..32Ki --gpu h100-sxm --budget fits -o json --brief \
        >is-answer-4.json
    aicalc train-memory --model llama-3.1-70b --gpus 8 --gpu h100-sxm -o json --brief >is-answer-5.json
    aicalc plan --model llama-3.1-70b --node dgx-h100 --gpus 512 -o json --brief >is-answer-6.json
    aicalc kvcache --model llama-3.1-8x -o json 2>is-answer-3.json
    for kind in models gpus nodes fabrics tiers; do
        aicalc catalog $kind -o json >is-catalog-$kind.json
    done
    cp catalog.json is-catalog-own.json
    cp editor.json is-check-1.json
    python3 documents.py
    check "schemas and documents" $?
fi

finish
