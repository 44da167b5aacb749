# SPDX-License-Identifier: Apache-2.0
"""python/aicalc.py through the library and through the program: what it gives is what the shell gives."""
import ast
import copy
import importlib.util
import io
import json
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import threading
import unittest

from question import examples, question

PROJECT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ["AICALC_TEST_PROGRAM"]
LIBRARY = os.environ.get("AICALC_TEST_LIBRARY")  # none beside sanitizers
MODULE = pathlib.Path(os.environ.get("AICALC_TEST_MODULE", PROJECT / "python" / "aicalc.py"))


def load(**environment):
    """The module anew, with these variables alone."""
    for name in ("AICALC_LIBRARY", "AICALC_PROGRAM"):
        os.environ.pop(name, None)
    os.environ.update(environment)
    spec = importlib.util.spec_from_file_location("aicalc", MODULE)
    module = importlib.util.module_from_spec(spec)
    sys.modules["aicalc"] = module
    spec.loader.exec_module(module)
    return module


def shell(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, encoding="utf-8", stdin=subprocess.DEVNULL,
                          env={**os.environ, "LC_ALL": "C.UTF-8"}, check=False).stdout


class Either:
    """The same of both ways to ask."""

    WORDS = ["kvcache", "--model", "llama-3.1-70b", "--context", "128Ki", "--gpu", "h100-sxm", "--tp", "4"]
    INPUTS = {"model": "llama-3.1-70b", "context": "128Ki", "gpu": "h100-sxm", "tp": 4}

    def test_the_first_screen(self):
        answer = self.aicalc.kvcache(**self.INPUTS)
        self.assertEqual(str(answer) + "\n", shell(*self.WORDS))
        self.assertEqual(repr(answer), str(answer))
        for form in ("json", "csv", "markdown", "html", "svg"):
            self.assertEqual(answer.render(form), shell(*self.WORDS, "-o", form))

    def test_results_are_attributes(self):
        answer = self.aicalc.kvcache(**self.INPUTS)
        self.assertEqual(answer.kv_total, 40 * 2**30)
        self.assertEqual(answer.kv_total / 2, 20 * 2**30)
        self.assertEqual((answer.kv_total.text, answer.kv_total.unit, answer.kv_total.basis), ("40.00 GiB", "B", "assumed"))
        self.assertIsNone(answer.kv_total.band)
        self.assertLess(answer.decode_time.band["low"], answer.decode_time)
        self.assertTrue(answer.fits)
        self.assertEqual((repr(answer.fits), answer.fits.text), ("True", "yes"))
        self.assertIn("kv_total", dir(answer))
        self.assertIn("kv_total", list(answer))
        self.assertEqual(answer["kv_total"], answer.kv_total)
        self.assertEqual(dict(answer.items()).keys(), json.loads(shell(*self.WORDS, "-o", "json"))["results"].keys())
        self.assertEqual(answer.inputs["tp"], 4)
        with self.assertRaises(AttributeError):
            answer.nothing
        self.assertEqual(pickle.loads(pickle.dumps(answer.kv_total)), answer.kv_total)
        self.assertEqual(copy.copy(answer.kv_total), answer.kv_total)

    def test_numbers_are_in_base_units(self):
        answer = self.aicalc.kvcache(model="llama-3.1-8b", context=8192, gpu_memory=24e9)
        self.assertEqual(answer.inputs["gpu_memory"], 24e9)

    def test_a_notebook_shows_the_page(self):
        shown = self.aicalc.power(gpus=1024, node="dgx-h100")._repr_html_()
        self.assertTrue(shown.startswith("<iframe srcdoc=") and "&lt;!DOCTYPE html&gt;" in shown)

    def test_what_is_asked_beside(self):
        answer = self.aicalc.kvcache(**self.INPUTS, budget=["max_sequences >= 1000"])
        self.assertFalse(answer.ok)
        self.assertFalse(answer.budgets[0]["pass"])
        solved = self.aicalc.kvcache(model="llama-3.1-8b", gpu="l4", budget="max_sequences >= 1", solve="context=max")
        self.assertTrue(solved.ok)
        self.assertGreater(solved.inputs["context"], 8192)
        self.assertIn("Explanation", str(self.aicalc.kvcache(**self.INPUTS, explain=True, fields=["kv_total"])))

    def test_a_composition(self):
        for _ in range(2):
            plan = self.aicalc.plan(model="llama-3.1-8b", gpu="h100-sxm", gpus=64)
            self.assertEqual(str(plan) + "\n", shell("plan", "--model", "llama-3.1-8b", "--gpu", "h100-sxm", "--gpus", "64"))

    def test_sweeps(self):
        rows = self.aicalc.sweep("kvcache", model="llama-3.1-8b", gpu="l4", context=["8Ki", "32Ki"], tp=(1, 2), fields=["kv_total", "fits"])
        self.assertEqual([(r["context"], r["tp"]) for r in rows], [(8192, 1), (8192, 2), (32768, 1), (32768, 2)])
        self.assertEqual(rows[0], {"context": 8192, "tp": 1, "kv_total": 2**30, "fits": True})
        rows = self.aicalc.sweep("kvcache", model="llama-3.1-8b", context="8Ki", tp=range(1, 4), fields=["kv_total"])
        self.assertEqual(["error" in r for r in rows], [False, False, True])
        try:
            import pandas
        except ImportError:
            return
        self.assertEqual(list(pandas.DataFrame(rows[:2]).columns), ["tp", "kv_total"])

    def test_errors_teach(self):
        with self.assertRaises(self.aicalc.Error) as caught:
            self.aicalc.kvcache(model="llama-3.1-8b", contxt="8Ki")
        self.assertIn("did you mean '--context'", str(caught.exception))
        self.assertEqual(caught.exception.code, "unknown-name")
        with self.assertRaises(self.aicalc.Error):
            self.aicalc.kvcache(model="llama-3.1-8b", gpu="l4", solve="context=max", budget="kv_total <= 0B")
        with self.assertRaises(self.aicalc.Error):
            self.aicalc.sweep("kvcache", model="llama-3.1-8b", tp=[])
        with self.assertRaises(AttributeError):
            self.aicalc.kvcach

    def test_names_of_options_and_of_python(self):
        answer = self.aicalc.transfer(from_="s3-standard", data="500TB")
        self.assertEqual(str(answer) + "\n", shell("transfer", "--from", "s3-standard", "--data", "500TB"))
        answer = self.aicalc.kvcache(from_="vllm serve Qwen/Qwen3-8B --max-model-len 16384", gpu="l40s")
        self.assertEqual(answer.inputs["context"], 16384)
        self.assertEqual(self.aicalc.model({"model": "llama-3.1-8b"}).calculator, "model")

    def test_files(self):
        config = PROJECT / "tests" / "data" / "hf_configs" / "bloom-176b.json"
        answer = self.aicalc.kvcache(model=config, context="1Ki")
        handed = self.aicalc.kvcache(model="mine", context="1Ki", texts={"mine": config.read_text()})
        self.assertEqual(answer.kv_total, handed.kv_total)
        with self.assertRaises(self.aicalc.Error):
            self.aicalc.kvcache(model="./nothing.json")

    def test_the_version(self):
        self.assertEqual("aicalc " + self.aicalc.version() + "\n", shell("--version"))


class Program(Either, unittest.TestCase):
    def setUp(self):
        self.aicalc = load(AICALC_PROGRAM=PROGRAM)


@unittest.skipUnless(LIBRARY, "no shared library beside this build")
class Library(Either, unittest.TestCase):
    def setUp(self):
        self.aicalc = load(AICALC_LIBRARY=LIBRARY)

    def test_every_example_of_the_help(self):
        for words in examples(PROGRAM):
            asked = question(PROGRAM, words)
            if asked:
                with self.subTest(line=" ".join(words)):
                    self.assertEqual(self.aicalc._run(asked)[0], shell(*words))

    def test_threads(self):
        texts = []

        def ask(tokens):
            texts.append((tokens, self.aicalc.kvcache(model="llama-3.1-8b", context=tokens).kv_total))

        threads = [threading.Thread(target=ask, args=(1024 * i,)) for i in range(1, 9)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(texts), [(1024 * i, 2**17 * 1024 * i) for i in range(1, 9)])

    def test_weights_are_read_by_the_program(self):
        os.environ["AICALC_PROGRAM"] = PROGRAM
        with tempfile.TemporaryDirectory() as folder:
            config = PROJECT / "tests" / "data" / "hf_configs" / "bloom-176b.json"
            (pathlib.Path(folder) / "config.json").write_text(config.read_text())
            answer = self.aicalc.kvcache(model=folder, context="1Ki")
            self.assertEqual(answer.kv_total, self.aicalc.kvcache(model=config, context="1Ki").kv_total)


class Tables(unittest.TestCase):
    """What the module and its types say of the calculators is what the tables say."""

    def setUp(self):
        self.aicalc = load(AICALC_PROGRAM=PROGRAM)

    def test_the_calculators_are_those_of_the_help(self):
        spec = importlib.util.spec_from_file_location("stubs", PROJECT / "python" / "stubs.py")
        stubs = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(stubs)
        self.assertEqual(list(self.aicalc.CALCULATORS), [n.replace("-", "_") for n in stubs.calculators(PROGRAM)])
        for name in self.aicalc.CALCULATORS:
            self.assertTrue(callable(getattr(self.aicalc, name)))
        out = io.StringIO()
        stubs.write(PROGRAM, out)
        tree = ast.parse(out.getvalue())
        functions = {n.name for n in tree.body if isinstance(n, ast.FunctionDef)}
        self.assertLessEqual({*self.aicalc.CALCULATORS, "ask", "sweep", "version"}, functions)
        kvcache = next(n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == "KvcacheAnswer")
        fields = {n.target.id for n in kvcache.body}
        self.assertLessEqual(set(self.aicalc.kvcache(**Either.INPUTS)), fields)
        # No input of a calculator is taken for an option, but the one that has a place of its own.
        for name in self.aicalc.CALCULATORS:
            both = set(json.loads(shell("schema", name.replace("_", "-")))["properties"]) & self.aicalc._OPTIONS
            self.assertLessEqual(both, {"from"} if name == "transfer" else set(), name)


class Nothing(unittest.TestCase):
    def test_neither_is_there(self):
        path = os.environ["PATH"]
        os.environ["PATH"] = ""
        try:
            aicalc = load()
            aicalc.ctypes.util.find_library = lambda name: None
            with self.assertRaises(aicalc.Error):
                aicalc.version()
        finally:
            os.environ["PATH"] = path


if __name__ == "__main__":
    unittest.main()
