# SPDX-License-Identifier: Apache-2.0
"""aicalc in Python: calculators for sizing AI infrastructure, with the answers of the program to the last byte.

    import aicalc
    answer = aicalc.kvcache(model="llama-3.1-70b", context="128Ki", gpu="h100", tp=4)
    print(answer)                     # the first screen; a notebook shows the page
    answer.kv_total                   # in base units: 42949672960.0
    answer.kv_total.text              # "40.00 GiB"; .basis "assumed", .band how far reality was found
    aicalc.sweep("kvcache", model="llama-3.1-8b", gpu="l4", context=["8Ki", "32Ki"])   # a list of dicts

Inputs are text with a unit, numbers in base units, True or False. What asks something else of the answer stands beside them: budget,
solve, sensitivity, measured, explain, catalog and so on, as `aicalc help` has them, and texts={name: text} for files that are
none; a name that Python keeps for itself gets an underscore: from_. Questions that are wrong raise aicalc.Error, whose message says what to ask instead.

The standard library is all it needs. It asks the shared library where it finds one (AICALC_LIBRARY names another), else the
program (AICALC_PROGRAM).
"""
import ctypes
import ctypes.util
import html
import json
import os
import pathlib
import shutil
import subprocess
import threading

# The calculators, as `aicalc help` lists them, with underscores.
CALCULATORS = (
    "plan", "service", "layout", "train_memory", "train_time", "checkpoint", "network", "collective", "fabric", "dataload",
    "prep", "serve", "kvcache", "coldstart", "model", "storage", "lifecycle", "store", "transfer", "power", "cost",
)

__all__ = ["Answer", "Error", "ask", "sweep", "version", *CALCULATORS]

# What a question has beside its inputs; an input of one of these names goes into inputs={...}.
_OPTIONS = frozenset((
    "budget", "where", "sort", "top", "compare", "solve", "measured", "explain", "sensitivity", "fields", "part", "all", "units",
    "gate", "from", "set", "case", "strict", "implied", "input", "catalog", "texts",
))


class Error(Exception):
    """A question that is wrong, or cannot be answered: what failed, and what to ask instead."""

    def __init__(self, message, suggestion="", code="", parameter=""):
        super().__init__(message + ("; " + suggestion if suggestion else ""))
        self.message, self.suggestion, self.code, self.parameter = message, suggestion, code, parameter


# The library, by ctypes: the structs of aicalc/ask.h as far as they are used.

_WRITE = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.POINTER(ctypes.c_char), ctypes.c_size_t)


class _Sink(ctypes.Structure):
    _fields_ = [("write", _WRITE), ("context", ctypes.c_void_p), ("failed", ctypes.c_bool)]


class _Failure(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int), ("parameter", ctypes.c_char * 64), ("message", ctypes.c_char * 512),
                ("suggestion", ctypes.c_char * 320), ("line", ctypes.c_size_t), ("column", ctypes.c_size_t)]


class _Registry(ctypes.Structure):
    _fields_ = [("formed", ctypes.c_void_p * 8), ("error", _Failure)]


class _Ask(ctypes.Structure):
    _fields_ = [("registry", ctypes.POINTER(_Registry)), ("loader", ctypes.c_void_p), ("most_cases", ctypes.c_uint64),
                ("tick", ctypes.c_void_p), ("add_catalogs", ctypes.c_void_p), ("context", ctypes.c_void_p),
                ("notes", ctypes.c_void_p), ("columns", ctypes.c_size_t), ("unicode", ctypes.c_bool), ("color", ctypes.c_bool)]


class _Kept(threading.local):
    """The compositions of a thread: plan and service are formed once."""

    def __init__(self, library):
        self.registry = _Registry()
        self._clear = library.aic_registry_clear
        library.aic_registry_init(ctypes.byref(self.registry))

    def __del__(self):
        self._clear(ctypes.byref(self.registry))


class _Library:
    """Asks the shared library. Files that inputs name are read here and handed in."""

    def __init__(self, path):
        self._library = ctypes.CDLL(path)
        self._library.aic_ask_json.restype = ctypes.c_int
        self._library.aic_ask_json.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(_Ask), ctypes.POINTER(_Sink),
                                               ctypes.POINTER(_Failure)]
        self._library.aic_code_name.restype = ctypes.c_char_p
        self._kept = _Kept(self._library)

    def __call__(self, question):
        chunks = []

        def write(_, data, length):
            chunks.append(ctypes.string_at(data, length))
            return True

        text = json.dumps(_with_files(question)).encode()
        sink, failure = _Sink(_WRITE(write), None, False), _Failure()
        ask = _Ask(registry=ctypes.pointer(self._kept.registry), unicode=True)
        code = self._library.aic_ask_json(text, len(text), ask, sink, failure)
        if failure.code:
            raise Error(failure.message.decode(), failure.suggestion.decode(),
                        self._library.aic_code_name(failure.code).decode(), failure.parameter.decode())
        return b"".join(chunks).decode(), code


class _Program:
    """Asks the program, a process for each question."""

    def __init__(self, path):
        self._path = path

    def __call__(self, question):
        done = subprocess.run([self._path, "ask", "-"], input=json.dumps(_with_files(question)).encode(), capture_output=True,
                              env={**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "80"}, check=False)
        said = done.stderr.decode()
        if done.returncode > 1 or (done.returncode == 1 and not done.stdout):
            raise _error_of(said)
        return done.stdout.decode(), done.returncode


def _error_of(said):
    try:
        error = json.loads(said)["error"]
        return Error(error["message"], error.get("suggestion", ""), error["code"], error.get("parameter", ""))
    except (ValueError, KeyError):
        message, _, suggestion = said.removeprefix("aicalc: ").strip().partition("; ")
        return Error(message, suggestion)


_TEXTS = (".json", ".yaml", ".yml", ".toml", ".sh", ".log", ".txt", ".args", ".env", ".sbatch", ".slurm")


def _named(question):
    """The files and folders that exist among what a question names."""
    names = [question["inputs"].get("model"), question.get("input")]
    for key in ("catalog", "from"):
        value = question.get(key, [])
        names += [value] if isinstance(value, str) else value
    for name in names:
        if isinstance(name, str) and len(name) < 1024 and "\n" not in name and name not in question.get("files", {}):
            path = pathlib.Path(name)
            if path.exists():
                yield name, path


def _with_files(question):
    """With the texts of files that it names: configurations, catalogs, manifests."""
    texts = {name: path.read_text(encoding="utf-8") for name, path in _named(question) if path.suffix in _TEXTS and path.is_file()}
    return {**question, "files": {**texts, **question.get("files", {})}} if texts else question


def _has_weights(question):
    """Headers of weights, and folders of them, are read by the program alone."""
    return any(path.is_dir() or path.suffix not in _TEXTS for _, path in _named(question))


_PREFIX = pathlib.Path(__file__).resolve().parents[3:4]  # of PREFIX/share/aicalc/python/aicalc.py


def _find_program():
    """That of the environment, of this installation, of the path."""
    beside = [str(prefix / "bin" / "aicalc") for prefix in _PREFIX]
    for path in (os.environ.get("AICALC_PROGRAM"), *beside, shutil.which("aicalc")):
        if path and os.access(path, os.X_OK):
            return _Program(path)
    raise Error("neither the library nor the program is found", "set AICALC_LIBRARY or AICALC_PROGRAM")


def _find():
    """The library that the environment names, the program that it names, those of this installation, of the system."""
    named = os.environ.get("AICALC_LIBRARY")
    if named:
        return _Library(named)
    if os.environ.get("AICALC_PROGRAM"):
        return _find_program()
    beside = [str(path) for prefix in _PREFIX for path in sorted(prefix.glob("lib*/libaicalc.so.1")) + sorted(prefix.glob("lib/*/libaicalc.so.1"))]
    for path in (*beside, ctypes.util.find_library("aicalc")):
        try:
            return _Library(path) if path else _find_program()
        except (OSError, AttributeError):  # of another machine, or of a version without aic_ask_json()
            continue
    return _find_program()


_backend = None


def _run(question):
    global _backend
    if _backend is None:
        _backend = _find()
    if isinstance(_backend, _Library) and _has_weights(question):
        return _find_program()(question)
    return _backend(question)


# Values of results: a number, a flag or a name that also knows what it rests on.


class _Result:
    def __new__(cls, value, *_):
        return super().__new__(cls, value)

    def __init__(self, _, name, row, answer):
        self.name, self.unit, self.basis = name, row.get("unit"), row["basis"]
        self.low, self.high = row.get("low"), row.get("high")
        self._answer = answer

    def __reduce__(self):
        return (self._plain, (self._plain(self),))

    @property
    def text(self):
        """The value as people write it: "40.00 GiB"."""
        return self._answer._shown[self.name]["text"]

    @property
    def band(self):
        """Within which reality was found: {"low", "high", "source"}; None where nobody knows."""
        return self._answer._shown[self.name].get("band")


class _Number(_Result, float):
    _plain = float


class _Flag(_Result, int):
    _plain = bool

    def __repr__(self):
        return repr(bool(self))


class _Name(_Result, str):
    _plain = str


def _make(name, row, answer):
    value = row["value"]
    kind = _Flag if isinstance(value, bool) else _Name if isinstance(value, str) else _Number
    return kind(value, name, row, answer)


class Answer:
    """An answer: its results as attributes, print() for the first screen."""

    def __init__(self, question):
        self._question = question
        text, code = _run({**question, "format": "json"})
        self.json = json.loads(text)
        self.calculator = self.json["calculator"]
        self.inputs = {name: row["value"] for name, row in self.json["inputs"].items()}
        self.warnings = self.json.get("warnings", [])
        self.budgets = self.json.get("budgets", [])
        self.ok = code == 0  # every budget holds
        self._results = {name: _make(name, row, self) for name, row in self.json["results"].items()}
        self._kept = {}

    def __getattr__(self, name):
        if not name.startswith("_") and name in self._results:
            return self._results[name]
        raise AttributeError(f"'{self.__dict__.get('calculator', 'answer')}' has no result '{name}' here")

    def __getitem__(self, name):
        return self._results[name]

    def __iter__(self):
        return iter(self._results)

    def __len__(self):
        return len(self._results)

    def __dir__(self):
        return [*super().__dir__(), *self._results]

    def keys(self):
        return self._results.keys()

    def items(self):
        return self._results.items()

    def render(self, format="table"):
        """The answer as the program writes it: table, json, csv, markdown, html or svg."""
        if format not in self._kept:
            self._kept[format] = _run({**self._question, "format": format})[0]
        return self._kept[format]

    def __str__(self):
        return self.render().rstrip("\n")

    __repr__ = __str__

    def _repr_html_(self):
        page = html.escape(self.render("html"), quote=True)
        return f'<iframe srcdoc="{page}" style="width: 100%; height: 40em; border: 0" title="aicalc {self.calculator}"></iframe>'

    @property
    def _shown(self):
        """The results with what a screen says of them, asked for when somebody wants to know."""
        if "brief" not in self._kept:
            plain = {k: v for k, v in self._question.items() if k not in ("explain", "all", "sensitivity", "part")}
            text, _ = _run({**plain, "format": "json", "brief": True, "fields": list(self._results)})
            self._kept["brief"] = json.loads(text)["results"]
        return self._kept["brief"]


def _question(calculator, values, inputs=None):
    question = {"calculator": calculator.replace("_", "-"), "inputs": dict(inputs or {})}
    for name, value in values.items():
        name = name.rstrip("_")
        if isinstance(value, os.PathLike):
            value = os.fspath(value)
        if name in _OPTIONS and not (calculator == "transfer" and name == "from"):
            question["files" if name == "texts" else name] = value
        else:
            question["inputs"][name] = value
    return question


def ask(calculator, inputs=None, **values):
    """Asks a calculator: ask("kvcache", model="llama-3.1-8b", gpu="l4", budget="fits")."""
    return Answer(_question(calculator, values, inputs))


def sweep(calculator, inputs=None, **values):
    """Asks for each combination of the inputs that are lists; a dict for each case: inputs that vary, results, maybe an error."""
    swept = {name: list(value) for name, value in values.items()
             if name.rstrip("_") not in _OPTIONS and isinstance(value, (list, tuple, range))}
    question = _question(calculator, {k: v for k, v in values.items() if k not in swept}, inputs)
    text, _ = _run({**question, "sweep": {k.rstrip("_"): v for k, v in swept.items()}, "format": "jsonl"})
    return [_row(json.loads(line)) for line in text.splitlines()]


def _row(case):
    row = {name: given["value"] for name, given in case["inputs"].items()}
    row.update({name: result["value"] for name, result in case.get("results", {}).items()})
    if "error" in case:
        row["error"] = case["error"]["message"]
    return row


def version():
    """The version of what answers."""
    return json.loads(_run({"calculator": "power", "inputs": {"gpus": 8, "gpu_power": 700}, "format": "json"})[0])["version"]


def __getattr__(name):
    if name not in CALCULATORS:
        raise AttributeError(f"module 'aicalc' has no attribute '{name}'")

    def calculator(inputs=None, **values):
        return ask(name, inputs, **values)

    calculator.__name__ = calculator.__qualname__ = name
    calculator.__doc__ = f"Asks {name.replace('_', '-')}: `aicalc help {name.replace('_', '-')}` has its inputs and results."
    return calculator


def __dir__():
    return sorted([*globals(), *CALCULATORS])
