# SPDX-License-Identifier: Apache-2.0
"""Command lines of the help as questions in JSON, for whoever takes those: `aicalc ask`, the server for assistants, Python."""
import functools
import json
import pathlib
import shlex
import subprocess

PROJECT = pathlib.Path(__file__).resolve().parents[2]


def examples(program):
    """Every example of the help as its words."""
    lines = subprocess.run(["sh", PROJECT / "tests/reach/examples.sh", program], capture_output=True, text=True, check=True).stdout
    return [shlex.split(line) for line in lines.splitlines()]


@functools.cache
def inputs_of(program, calculator):
    return json.loads(subprocess.run([program, "schema", calculator], capture_output=True, check=True).stdout)["properties"]


def question(program, words):
    """A command line as JSON; None where it writes files or says something JSON does not."""
    calculator, rest = words[0], words[1:]
    inputs, options = {}, {}
    known = inputs_of(program, calculator)
    at = 0
    while at < len(rest):
        name, equals, value = rest[at].partition("=")
        short = {"-o": "--output", "-q": "--quiet"}.get(name, name)
        if not short.startswith("--") or short in ("--write", "--color", "--help"):
            return None
        key = short[2:].replace("-", "_")
        bare = not equals and (at + 1 == len(rest) or rest[at + 1].startswith("-"))
        if not equals and not bare:
            at += 1
            value = rest[at]
        at += 1
        is_input = key in known or (bare and key[3:] in known and key.startswith("no_"))
        if is_input:
            inputs[key[3:] if bare and key not in known else key] = (key in known) if bare else value
        elif key == "output":
            options["format"] = value
        elif bare:
            options[key] = True
        elif key in options:
            options[key] = options[key] + [value] if isinstance(options[key], list) else [options[key], value]
        else:
            options[key] = value
    return {"calculator": calculator, "inputs": inputs, **options}
