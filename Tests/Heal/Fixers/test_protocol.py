"""The documents, and sources that no person would write."""

from __future__ import annotations

import base64
import json
import random
import subprocess
import sys
import unittest

from engine.protocol import BadRequest, answer
from support import CATALOGUE, FIXERS, ask, patched

SOURCE = b"import requests\nrequests.get('x')\n"
HEALED = b"import requests\nrequests.get('x', timeout=30)\n"


def request(**more: object) -> dict[str, object]:
    """A request for the file above."""
    file = {"path": "a.py", "text": SOURCE.decode(), "findings": [{"rule": "B113", "line": 2}]}
    return {"schema": "sentinel.fix-request/1", "files": [file], **more}


def applied(source: bytes, finding: dict) -> bytes:
    """A file with the edits of one finding, put in as the protocol says."""
    for edit in sorted(finding["edits"], key=lambda item: item["start"], reverse=True):
        text = base64.b64decode(edit["replacement"])
        source = source[:edit["start"]] + text + source[edit["end"]:]
    return source


class Documents(unittest.TestCase):
    def test_the_program_answers_a_request(self) -> None:
        result = subprocess.run(
            [sys.executable, "-I", "-B", FIXERS], input=json.dumps(request()).encode(),
            capture_output=True, check=True, env={}, cwd="/")
        document = json.loads(result.stdout)
        self.assertEqual(document["schema"], "sentinel.fix-answer/1")
        finding = document["files"][0]["findings"][0]
        self.assertEqual(finding["postCondition"]["holds"], True)
        self.assertEqual(applied(SOURCE, finding), HEALED)

    def test_the_same_request_has_the_same_answer(self) -> None:
        outputs = {
            subprocess.run(
                [sys.executable, "-I", "-B", FIXERS], input=json.dumps(request()).encode(),
                capture_output=True, check=True, env={"PYTHONHASHSEED": seed}).stdout
            for seed in ("1", "2")}
        self.assertEqual(len(outputs), 1)

    def test_what_is_no_request_is_told(self) -> None:
        for text in (b"", b"[]", b"{}", b"[" * 100_000, b'{"schema": "x"}', b"\xff",
                     json.dumps(request(surprise=1)).encode()):
            result = subprocess.run(
                [sys.executable, "-I", "-B", FIXERS], input=text, capture_output=True, check=False)
            self.assertEqual(result.returncode, 2)
            self.assertIn("error", json.loads(result.stdout))
            self.assertEqual(result.stderr, b"")

    def test_mistakes_are_named(self) -> None:
        broken = [
            request(apply=1), request(python="three"), request(files={}),
            request(files=[{"path": "a", "findings": []}]),
            request(files=[{"path": "a", "findings": [], "text": "", "base64": ""}]),
            request(files=[{"path": "a", "findings": [{"rule": "B1", "line": 0}], "text": ""}]),
            request(files=[{"path": "a", "findings": [{"line": 1}], "text": ""}]),
            request(files=[{"path": "a", "findings": [], "base64": "!"}]),
            {"schema": "sentinel.fix-check/1", "files": [], "apply": True},
        ]
        for item in broken:
            with self.subTest(item), self.assertRaises(BadRequest):
                answer(item, CATALOGUE)

    def test_notices_and_unknown_rules_are_not_fixed(self) -> None:
        for rule in ("B404", "B603", "B403", "S404"):
            self.assertEqual(ask(b"import pickle\n", rule, 1)["findings"][0]["status"], "notice")
        finding = ask(b"x = 1\n", "B999", 1)["findings"][0]
        self.assertEqual((finding["status"], finding["reason"]), ("refused", "unknown-rule"))

    def test_every_fixer_declares_itself(self) -> None:
        document = answer({"schema": "sentinel.fix-catalogue-request/1"}, CATALOGUE)
        self.assertGreaterEqual(len(document["fixers"]), 30)
        for item in document["fixers"]:
            for key in ("rules", "preconditions", "postCondition", "explanation"):
                self.assertTrue(item[key], (item["name"], key))
            self.assertIn(item["highestLevel"], ("L2", "L3"))
            self.assertTrue(item["changesBehaviour"] is False or item["explanation"])
        # One fixer knows places of a notice; all others of that rule stay notices.
        both = {item["name"] for item in document["fixers"]
                if set(item["rules"]) & CATALOGUE.notices.keys()}
        self.assertEqual(both, {"library-call"})


class Bytes(unittest.TestCase):
    def heals(self, before: bytes, after: bytes, line: int = 2) -> None:
        """The timeout is added, and every other byte stays."""
        file = ask(before, "B113", line)
        self.assertEqual(file["findings"][0]["status"], "fixed", file["findings"])
        self.assertEqual(patched(file), after)
        self.assertEqual(applied(before, file["findings"][0]), after)

    def test_every_kind_of_file_keeps_its_bytes(self) -> None:
        table = {
            "CR LF": (SOURCE.replace(b"\n", b"\r\n"), HEALED.replace(b"\n", b"\r\n")),
            "mark": (b"\xef\xbb\xbf" + SOURCE, b"\xef\xbb\xbf" + HEALED),
            "no last line end": (SOURCE[:-1], HEALED[:-1]),
            "form feed": (SOURCE + b"\f\nx = 1\n", HEALED + b"\f\nx = 1\n"),
            "characters": (SOURCE.replace(b"x", "ä€𝄞".encode()),
                           HEALED.replace(b"x", "ä€𝄞".encode())),
        }
        for name, (before, after) in table.items():
            with self.subTest(name):
                self.heals(before, after)

    def test_other_encodings_keep_their_bytes(self) -> None:
        for name in ("latin-1", "cp1252", "iso-8859-15", "koi8-r"):
            head = f"# -*- coding: {name} -*-\n".encode()
            tail = b"# \xe9\xe8\xfc\n"
            with self.subTest(name):
                self.heals(head + SOURCE + tail, head + HEALED + tail, 3)

    def test_mixed_line_ends_tabs_and_odd_white_space_stay(self) -> None:
        before = (b"import requests\r\n\x0c\n\ndef f(): # \xc3\xa9  \n\tif 1 :\r\n"
                  b"\t\trequests . get( 'x' )  \t\n")
        self.heals(before, before.replace(b"'x' )", b"'x', timeout=30 )"), 6)

    def test_lines_are_inserted_with_the_file_s_own_ends_and_steps(self) -> None:
        before = b"import os\r\nif x:\r\n\tassert y\r\n"
        file = ask(before, "B101", 3)
        self.assertEqual(
            patched(file), b"import os\r\nif x:\r\n\tif not y:\r\n\t\traise AssertionError\r\n")

    def test_what_cannot_be_read_is_refused(self) -> None:
        table = {
            b"print 'Python 2'\nassert x\n": "syntax",
            b"def f(:\n    assert x\n": "syntax",
            b"assert x\n\xff\n": "encoding",
            b"# coding: utf-7\nassert x\n": "encoding",
            b"# coding: no-such\nassert x\n": "encoding",
            b"# coding: utf-16\nassert x\n": "encoding",
            b"\xff\xfea\x00s\x00": "encoding",
            b"assert x\0\n": "encoding",
            b"assert x\rassert y\r": "syntax",
            b"if x:\n  y\n\x0cassert x\n": "syntax",
            b"assert x\n" + b"#" * 2_000_001: "too-large",
            b"assert " + b"(" * 5000 + b"x" + b")" * 5000 + b"\n": "too-deep",
            b"assert " + b"[" * 149 + b"-" * 100_000 + b"x": "too-deep",
        }
        for source, reason in table.items():
            with self.subTest(source[:40]):
                finding = ask(source, "B101", 1)["findings"][0]
                self.assertEqual((finding["status"], finding["reason"]), ("refused", reason))

    def test_deep_sources_end_no_process(self) -> None:
        pieces = [
            b"x" + b".a" * 3000, b"lambda: " * 3000 + b"x", b"x" + b"[0]" * 3000,
            b"x" + b" and x" * 3000, b"~" * 3000 + b"x",
        ]
        elifs = b"if x: pass\n" + b"elif x: pass\n" * 3000 + b"assert y\n"
        sources = [b"assert " + piece + b"\n" for piece in pieces] + [elifs, b"assert x\n"]
        files = [
            {"path": "a.py", "base64": base64.b64encode(source).decode(),
             "findings": [{"rule": "B101", "line": source.count(b"\n")}]} for source in sources]
        document = answer(
            {"schema": "sentinel.fix-request/1", "seconds": 1, "files": files}, CATALOGUE)
        states = [file["findings"][0]["status"] for file in document["files"]]
        self.assertEqual(states, ["refused"] * (len(states) - 1) + ["fixed"])

    def test_changed_bytes_are_survived(self) -> None:
        chance = random.Random(7)
        whole = (FIXERS / "errors/handlers.py").read_bytes()
        rules = sorted(CATALOGUE.fixers)
        for _ in range(60):
            source = bytearray(whole[:chance.randrange(200, 3000)])
            for _ in range(chance.randrange(4)):
                source[chance.randrange(len(source))] = chance.randrange(256)
            file = ask(bytes(source), chance.choice(rules), chance.randrange(1, 60))
            self.assertIn(file["findings"][0]["status"], ("fixed", "refused"))


class Hunks(unittest.TestCase):
    def test_hunks_of_several_findings_fit_together(self) -> None:
        source = (b'"""Doc."""\nfrom x import y\n\n\ndef f(a):\n    assert a\n    try:\n'
                  b"        y(a)\n    except Exception:\n        pass\n    try:\n        y()\n"
                  b"    except Exception:\n        pass\n")
        body = {"path": "a.py", "text": source.decode(), "findings": [
            {"rule": "B101", "line": 6}, {"rule": "B110", "line": 9}, {"rule": "B110", "line": 13},
            {"rule": "S110", "line": 13}]}
        document = answer(
            {"schema": "sentinel.fix-request/1", "apply": True, "files": [body]}, CATALOGUE)
        file = document["files"][0]
        self.assertEqual(file["patched"]["findings"], [0, 1, 2, 3])
        self.assertEqual(patched(file).count(b"import logging"), 1)
        for finding in file["findings"]:
            compile(applied(source, finding), "a.py", "exec")

    def test_two_places_on_a_line_need_a_column(self) -> None:
        source = b"import requests\nrequests.get(a); requests.get(b)\n"
        self.assertEqual(ask(source, "B113", 2)["findings"][0]["reason"], "ambiguous")
        body = {"path": "a.py", "text": source.decode(),
                "findings": [{"rule": "B113", "line": 2, "column": 18}]}
        document = answer(
            {"schema": "sentinel.fix-request/1", "apply": True, "files": [body]}, CATALOGUE)
        self.assertIn(b"get(a); requests.get(b, timeout", patched(document["files"][0]))


if __name__ == "__main__":
    unittest.main()
