"""Runs the fixers on small sources."""

from __future__ import annotations

import base64
import pathlib
import sys
import textwrap
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
FIXERS = ROOT / "rules/fixers/python"
sys.path.insert(0, str(FIXERS))

from catalogue import BY_RULE, NOTICES  # noqa: E402
from engine.protocol import Catalogue, answer  # noqa: E402

CATALOGUE = Catalogue(BY_RULE, NOTICES)


def code(text: str) -> str:
    """A source that is written indented in a test."""
    return textwrap.dedent(text).lstrip("\n")


def line_of(source: str, piece: str) -> int:
    """The line on which a piece of a source stands first."""
    return source[:source.index(piece)].count("\n") + 1


def ask(source: bytes, rule: str, line: int, path: str = "shop/part.py", **more: object) -> dict:
    """The answer for one finding, with the patched file."""
    file = {
        "path": path, "base64": base64.b64encode(source).decode(),
        "findings": [{"rule": rule, "line": line}]}
    request = {
        "schema": "sentinel.fix-request/1", "apply": True, "files": [file], **more}
    return answer(request, CATALOGUE)["files"][0]


def patched(file: dict) -> bytes:
    """The patched file of an answer."""
    return base64.b64decode(file["patched"]["base64"])


class FixerCase(unittest.TestCase):
    """Comparisons of sources before and after."""

    maxDiff = None

    def heals(self, rule: str, at: str, before: str, after: str, **more: object) -> dict:
        """A fixer turns one source into another; gives the finding's answer."""
        source = code(before)
        file = ask(source.encode(), rule, line_of(source, at), **more)
        finding = file["findings"][0]
        self.assertEqual(finding["status"], "fixed", finding)
        self.assertEqual(patched(file).decode(), code(after))
        return finding

    def refuses(
        self, rule: str, at: str, source: str, reason: str, path: str = "shop/part.py",
        **more: object,
    ) -> None:
        """A fixer leaves a source alone for a reason."""
        text = code(source)
        finding = ask(text.encode(), rule, line_of(text, at), path, **more)["findings"][0]
        self.assertEqual(
            (finding["status"], finding.get("reason")), ("refused", reason), finding)

    def verdict(self, rule: str, at: str, before: str, after: str) -> dict:
        """What the post-condition says of a patch that somebody else wrote."""
        source = code(before)
        file = {
            "path": "shop/part.py", "before": {"text": source}, "after": {"text": code(after)},
            "findings": [{"rule": rule, "line": line_of(source, at)}]}
        request = {"schema": "sentinel.fix-check/1", "files": [file]}
        return answer(request, CATALOGUE)["files"][0]["findings"][0]

    def catches(self, rule: str, at: str, before: str, after: str) -> None:
        """The post-condition does not take a cheat for a fix."""
        found = self.verdict(rule, at, before, after)
        self.assertFalse(found["holds"], found)
