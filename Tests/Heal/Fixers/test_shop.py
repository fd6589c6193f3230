"""Every fixer heals its weakness in the sample shop: two scanners and the shop's tests agree."""

from __future__ import annotations

import ast
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from support import CATALOGUE, ROOT, ask, patched

SHOP = ROOT / "Tests/Fixtures/fixers"
PROGRAMS = pathlib.Path(sys.executable).parent
Report = dict[str, list[tuple[str, int]]]


def bandit(folder: pathlib.Path) -> Report:
    """What Bandit finds, by file."""
    command = [PROGRAMS / "bandit", "--quiet", "--ignore-nosec", "--format", "json", "-r", folder]
    output = subprocess.run(command, capture_output=True, check=False, text=True).stdout
    found: Report = {}
    for item in json.loads(output)["results"]:
        place = (item["test_id"], item["line_number"])
        found.setdefault(pathlib.Path(item["filename"]).name, []).append(place)
    return found


def ruff(folder: pathlib.Path) -> Report:
    """What ruff's security rules find, by file."""
    command = [PROGRAMS / "ruff", "check", "--isolated", "--no-cache", "--ignore-noqa",
               "--exit-zero", "--select", "S", "--output-format", "json", folder]
    output = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    found: Report = {}
    for item in json.loads(output):
        place = (item["code"], item["location"]["row"])
        found.setdefault(pathlib.Path(item["filename"]).name, []).append(place)
    return found


def behaviour(folder: pathlib.Path, *more: str) -> subprocess.CompletedProcess[str]:
    """Runs the shop's tests."""
    return subprocess.run(
        [sys.executable, "-I", "-B", SHOP / "behaviour.py", folder, *more],
        capture_output=True, check=False, text=True)


class Shop(unittest.TestCase):
    """The findings before and after all fixers."""

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        shutil.copytree(SHOP / "shop", cls.folder / "shop")
        cls.before = [bandit(cls.folder), ruff(cls.folder)]
        cls.fixed: dict[str, set[str]] = {}
        for path in sorted((cls.folder / "shop").glob("*.py")):
            cls.heal(path)
        cls.after = [bandit(cls.folder), ruff(cls.folder)]

    @classmethod
    def heal(cls, path: pathlib.Path) -> None:
        """Sends the findings of a file one by one, as each changes the lines of the next."""
        for _ in range(4):
            reports = [bandit(path.parent).get(path.name, []), ruff(path.parent).get(path.name, [])]
            for rule, line in sorted({place for report in reports for place in report}):
                file = ask(path.read_bytes(), rule, line, f"shop/{path.name}", python="3.12")
                finding = file["findings"][0]
                if finding["status"] == "fixed":
                    cls.fixed.setdefault(finding["fixer"], set()).add(rule)
                    path.write_bytes(patched(file))
                    break
            else:
                return

    def test_every_fixer_has_a_finding_and_heals_it(self) -> None:
        names = {fixer.name for fixer in CATALOGUE.fixers.values()}
        self.assertEqual(set(self.fixed), names)

    def test_findings_of_each_fixer_are_gone_for_both_scanners(self) -> None:
        own = {fixer.name.replace("-", "_"): fixer for fixer in CATALOGUE.fixers.values()}
        for name, fixer in sorted(own.items()):
            with self.subTest(name):
                before = [{rule for rule, _ in report.get(f"{name}.py", [])} & set(fixer.rules)
                          for report in self.before]
                after = [{rule for rule, _ in report.get(f"{name}.py", [])} & set(fixer.rules)
                         for report in self.after]
                self.assertTrue(before[0] | before[1], "nothing was found before")
                self.assertEqual(after, [set(), set()])

    def test_what_is_left_are_notices_and_what_fixers_declare(self) -> None:
        declared = {rule for fixer in CATALOGUE.fixers.values() for rule in fixer.may_raise}
        for report in self.after:
            for name, places in report.items():
                for rule, line in places:
                    self.assertIn(rule, declared | CATALOGUE.notices.keys(), f"{name}:{line}")

    def test_every_file_parses(self) -> None:
        for path in (self.folder / "shop").glob("*.py"):
            ast.parse(path.read_bytes())

    def test_the_shop_does_what_it_did_and_no_longer_what_attackers_want(self) -> None:
        before = behaviour(SHOP)
        self.assertEqual(before.returncode, 0, before.stderr)
        after = behaviour(self.folder, "healed")
        self.assertEqual(after.returncode, 0, after.stderr)
        control = behaviour(SHOP, "healed")
        self.assertNotEqual(control.returncode, 0, "the attacks prove nothing")


if __name__ == "__main__":
    unittest.main()
