# SPDX-License-Identifier: Apache-2.0
"""stubs.py PROGRAM: the types of python/aicalc.py, from the tables of the program. The build writes them beside the module."""
import json
import keyword
import re
import subprocess
import sys

HEAD = '''# Written from the tables of aicalc by python/stubs.py.
from os import PathLike
from typing import Any, Iterable, Iterator, Mapping, Sequence, TypedDict

class Band(TypedDict):
    low: float
    high: float
    source: str

class _Result:
    name: str
    unit: str | None
    basis: str
    low: Any
    high: Any
    @property
    def text(self) -> str: ...
    @property
    def band(self) -> Band | None: ...

class _Number(_Result, float): ...
class _Flag(_Result, int): ...
class _Name(_Result, str): ...

class Error(Exception):
    message: str
    suggestion: str
    code: str
    parameter: str

class Answer:
    json: dict[str, Any]
    calculator: str
    inputs: dict[str, Any]
    warnings: list[dict[str, str]]
    budgets: list[dict[str, Any]]
    ok: bool
    def __getattr__(self, name: str) -> Any: ...
    def __getitem__(self, name: str) -> Any: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def keys(self) -> Iterable[str]: ...
    def items(self) -> Iterable[tuple[str, Any]]: ...
    def render(self, format: str = ...) -> str: ...
    def _repr_html_(self) -> str: ...

_Quantity = int | float | str
CALCULATORS: tuple[str, ...]
def ask(calculator: str, inputs: Mapping[str, Any] | None = ..., **values: Any) -> Answer: ...
def sweep(calculator: str, inputs: Mapping[str, Any] | None = ..., **values: Any) -> list[dict[str, Any]]: ...
def version() -> str: ...
'''


def run(program, *words):
    return subprocess.run([program, *words], capture_output=True, check=True, text=True, encoding="utf-8").stdout


def calculators(program):
    text = run(program, "help").split("Calculators\n")[1].split("\n\n")[0]
    return [line.split()[0] for line in text.splitlines() if line[2] != " "]


def identifier(name):
    name = name.replace("-", "_")
    return name + "_" if keyword.iskeyword(name) else name


def type_of(schema):
    if "enum" in schema:
        return "str"
    if "anyOf" in schema:
        return "_Quantity"
    return {"boolean": "bool", "string": "str | PathLike[str]"}[schema["type"]]


def results(program, name):
    """Names and types of results, steps between them left out; a composition names those of its parts elsewhere."""
    _, _, page = run(program, "help", "--markdown", name).partition("\n## Results\n")
    for row in re.finditer(r"^\| `(\w+)` \| (.*?) \| (.*?) \|", page.split("\n## ")[0], re.M):
        if not row[2].endswith("(step)"):
            unit = row[3]
            yield row[1], "_Flag" if unit == "yes or no" else "_Name" if "`" in unit or "," in unit else "_Number"


def write(program, out):
    out.write(HEAD)
    for name in calculators(program):
        word = identifier(name)
        kind = "".join(part.capitalize() for part in name.split("-")) + "Answer"
        inputs = json.loads(run(program, "schema", name))["properties"]
        out.write(f"\nclass {kind}(Answer):\n")
        rows = [f"    {identifier(result)}: {type_}\n" for result, type_ in results(program, name)]
        out.writelines(rows or ["    ...\n"])
        out.write(f"\ndef {word}(\n    inputs: Mapping[str, Any] | None = ...,\n    *,\n")
        out.writelines(f"    {identifier(field)}: {type_of(schema)} = ...,\n" for field, schema in inputs.items()
                       if "." not in field)  # of a part: in inputs={"fabric.gpus": 64}
        out.write(f"    **options: Any,\n) -> {kind}: ...\n")


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    write(sys.argv[1], sys.stdout)
