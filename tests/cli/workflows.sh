# SPDX-License-Identifier: Apache-2.0
# workflows.sh PROGRAM PROJECT: the workflows of examples/ci are YAML, and their shell steps do what
# they say: run as the code host would run them, in a project that has aicalc as a folder. Only the
# build of aicalc is replaced by the program at hand. Skipped (77) where no Python has a YAML parser.
set -u
program=$1
project=$2
. "$(cd "$(dirname "$0")" && pwd)/check.inc.sh"
python=
for candidate in python3 /usr/bin/python3; do
    if "$candidate" -c 'import yaml' 2>/dev/null; then
        python=$candidate
        break
    fi
done
[ -n "$python" ] || { echo "no YAML parser is installed"; exit 77; }

# Steps of a workflow: files NN.sh, in NN.always where it runs after a failure too, and what is kept
# of the job in `kept`.
cat >steps.py <<'END'
import os, re, sys, yaml
document = yaml.safe_load(open(sys.argv[1]))
folder = sys.argv[2]
os.makedirs(folder)
kept, scripts = [], []
if "jobs" in document:
    assert True in document or "on" in document, "no trigger"  # YAML 1.1 reads `on` as true
    assert document["permissions"] == {"contents": "read"}
    for job in document["jobs"].values():
        assert isinstance(job["runs-on"], str) and 0 < job["timeout-minutes"] <= 60
        for step in job["steps"]:
            assert ("run" in step) != ("uses" in step), step
            if "run" in step:
                scripts.append((step["run"], step.get("if") == "always()"))
            else:
                assert re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step["uses"]), step
                if "path" in step.get("with", {}):
                    kept.append(step["with"]["path"])
else:
    for name, job in document.items():
        assert isinstance(job["image"], str), name
        scripts.append(("\n".join(job["script"]), False))
        artifacts = job["artifacts"]
        assert artifacts["when"] == "always"
        kept += artifacts["paths"] + list(artifacts["reports"].values())
for number, (script, always) in enumerate(scripts):
    name = "%s/%02d" % (folder, number)
    open(name + ".sh", "w").write(script + "\n")
    if always:
        open(name + ".always", "w").close()
open(folder + "/kept", "w").write("\n".join(kept) + "\n")
END

# run WORKFLOW CODE: the steps one after the other; the job's exit code.
run() {
    code=0
    rm -rf reports summary.md
    for step in "$work/$1"/*.sh; do
        if [ "$code" -eq 0 ] || [ -e "${step%.sh}.always" ]; then
            GITHUB_STEP_SUMMARY=$work/repository/summary.md sh -e "$step" >>"$work/log" 2>&1 ||
                { [ "$code" -ne 0 ] || code=1; }
        fi
    done
    [ "$code" -eq "$2" ]
    check "$1: the job ends with $code: $(tail -n 3 "$work/log")" $?
    while read -r path; do
        # shellcheck disable=SC2086 # a pattern
        ls -d $path >/dev/null 2>&1
        check "$1: nothing to keep at $path" $?
    done <"$work/$1/kept"
}

mkdir -p repository/aicalc/examples repository/aicalc/build-release
cp -R "$project/examples/ci/check-budgets.sh" "$project/examples/ci/budgets" "$project/examples/ci/baseline" \
    "$project/examples/ci/deploy" repository
ln -s "$program" repository/aicalc/build-release/aicalc
echo 'echo built' >repository/aicalc/examples/quickstart.sh
for workflow in github-actions gitlab-ci; do
    "$python" steps.py "$project/examples/ci/$workflow.yml" "$work/$workflow" 2>err
    check "$workflow.yml: $(tail -n 1 err)" $?
    [ "$(ls "$work/$workflow" | grep -c '[.]sh$')" -ge 1 ]
    check "$workflow.yml: no step was found" $?
done

cd repository || exit 1
run github-actions 0
[ -s summary.md ] && grep -q '^| ' summary.md
check "github-actions: no summary" $?
run gitlab-ci 0
sed 's/<= 75GiB/<= 1GiB/' budgets/training.json >changed && ! cmp -s changed budgets/training.json
check "a budget to exceed" $?
mv changed budgets/training.json
: >"$work/log"
run github-actions 1
grep -q '^::error file=budgets/training.json,line=' "$work/log" && grep -q '\*\*fail\*\*' summary.md
check "github-actions: an annotation and a summary of what is exceeded" $?
run gitlab-ci 1
grep -q '<failure' reports/training.xml
check "gitlab-ci: a test that fails" $?
finish
