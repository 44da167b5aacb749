# SPDX-License-Identifier: Apache-2.0
"""action.py PROJECT DIST: the steps of action.yml as a runner takes them, with DIST in place of a release.

Expressions (`${{ ... }}`) are filled in, each step is run by bash with the files that a runner gives, and
what it writes there goes on to the next: the program is on the path and answers, its exit code is the step's,
a package of other bytes is refused, and a machine without one is told what runs there.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

project, dist = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
action = yaml.safe_load((project / "action.yml").read_text())


def run(releases, words="", runner="Linux"):
    """Returns exit code, what is printed, and the folder of the program on the path."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        context = {"inputs.version": action["inputs"]["version"]["default"], "inputs.run": words,
                   "github.server_url": releases.as_uri(), "github.action_repository": "owner/aicalc"}
        printed, on_path = "", ""
        for step in action["runs"]["steps"]:
            if "if" in step and step["if"] == "inputs.run != ''" and not words:
                continue
            files = {name: folder / name for name in ("GITHUB_PATH", "GITHUB_OUTPUT")}
            for file in files.values():
                file.write_text("")

            def filled(text):
                return re.sub(r"\$\{\{ *(\S+) *\}\}", lambda found: context[found[1]], text)

            environment = {**os.environ, **{name: str(file) for name, file in files.items()},
                           **{name: filled(value) for name, value in step.get("env", {}).items()},
                           "RUNNER_OS": runner, "RUNNER_TEMP": temporary, "PATH": on_path + ":" + os.environ["PATH"]}
            done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", filled(step["run"])],
                                  env=environment, cwd=project, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            printed += done.stdout
            if done.returncode:
                return done.returncode, printed
            on_path = on_path or files["GITHUB_PATH"].read_text().strip()
            for line in files["GITHUB_OUTPUT"].read_text().splitlines():
                name, value = line.split("=", 1)
                context[f"steps.{step['id']}.outputs.{name}"] = value
        asked = subprocess.run(["aicalc", "--version"], env={"PATH": on_path}, stdout=subprocess.PIPE, text=True)
        return 0, printed + asked.stdout


def check(what, result, code, words):
    if result[0] != code or words not in result[1]:
        sys.exit(f"FAIL {what}: exit code {result[0]}, not {code}, or no '{words}' in:\n{result[1]}")


with tempfile.TemporaryDirectory() as temporary:
    version = action["inputs"]["version"]["default"]
    release = pathlib.Path(temporary) / "owner/aicalc/releases/download" / ("v" + version)
    shutil.copytree(dist, release)
    releases = pathlib.Path(temporary)
    check("the program is on the path", run(releases), 0, "aicalc " + version)
    check("a question", run(releases, "kvcache --model llama-3.1-8b --context 8Ki -q --fields kv_total"), 0, "1073741824")
    check("budgets that hold", run(releases, "check examples/ci/budgets/deployments.json -o github"), 0, "")
    check("a budget that does not", run(releases, "kvcache --model llama-3.1-8b --context 8Ki --budget 'kv_total <= 1MiB'"), 1, "")
    check("a machine without a package", run(releases, runner="macOS"), 1, "npx aicalc")
    archive = next(release.glob("*-linux-*.tar.gz"))
    archive.write_bytes(archive.read_bytes() + b"\0")
    check("a package of other bytes", run(releases), 1, "FAILED")
print("action: 6 runs")
