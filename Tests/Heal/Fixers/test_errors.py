"""Checks and handlers."""

from __future__ import annotations

import unittest

from support import FixerCase

PASS = """
    def read(path):
        try:
            return open(path).read()
        except Exception:
            pass
    """


class Asserts(FixerCase):
    def test_a_check_stays_under_optimisation(self) -> None:
        self.heals("B101", "assert", """
            def take(stock, amount):
                assert amount <= stock, "not that many"  # at least
                return stock
            """, """
            def take(stock, amount):
                if not amount <= stock:
                    raise AssertionError("not that many")  # at least
                return stock
            """)

    def test_conditions_are_inverted_without_changing_them(self) -> None:
        table = {
            "x is None": "x is not None", "not x": "x", "x in y": "x not in y",
            "x == y": "not x == y", "x or y": "not (x or y)", "(x := y)": "not (x := y)",
            "x if y else z": "not (x if y else z)", "x < y < z": "not x < y < z",
        }
        for before, after in table.items():
            with self.subTest(before):
                self.heals("S101", "assert", f"assert {before}\n",
                           f"if {after}:\n    raise AssertionError\n")

    def test_what_is_never_true_is_raised(self) -> None:
        self.heals("B101", "assert", "assert False, 'x'\n", "raise AssertionError('x')\n")

    def test_a_check_behind_a_colon_gets_its_own_lines(self) -> None:
        self.heals("B101", "assert", "for x in y: assert x\n", """
            for x in y:
                if not x:
                    raise AssertionError
            """)

    def test_comments_of_a_long_condition_stay(self) -> None:
        self.heals("B101", "assert", """
            assert (  # both
                a in b
            )
            """, """
            if not (  # both
                a in b
            ):
                raise AssertionError
            """)

    def test_refusals(self) -> None:
        self.refuses("B101", "assert", "assert (x, 'always true')\n", "needs-decision")
        self.refuses("B101", "assert", "x = 1; assert x\n", "layout")
        self.refuses("B101", "assert", "assert x\n", "test-code", path="tests/test_shop.py")
        self.refuses("B101", "x = 1", "x = 1\n", "not-found")

    def test_cheats(self) -> None:
        before = "def f(x):\n    assert x > 1\n    return x\n"
        for after in (
            "def f(x):\n    return x\n",
            "def f(x):\n    if not x > 1:\n        pass\n    return x\n",
            "def f(x):\n    assert x > 1  # nosec\n    return x\n",
            "def f(x):\n    if False:\n        if not x > 1:\n            raise AssertionError\n"
            "    return x\n",
            "def f(x):\n    return x\n    if not x > 1:\n        raise AssertionError\n",
            "def f(x):\n    try:\n        if not x > 1:\n            raise AssertionError\n"
            "    except AssertionError:\n        x = 2\n    return x\n",
            "def f(x):\n    return x\ndef g(x):\n    if not x > 1:\n        raise AssertionError\n",
        ):
            with self.subTest(after):
                self.catches("B101", "assert", before, after)


class Handlers(FixerCase):
    def test_an_error_leaves_its_traceback(self) -> None:
        finding = self.heals("B110", "except", PASS, """
            import logging
            def read(path):
                try:
                    return open(path).read()
                except Exception:
                    logging.getLogger(__name__).debug("Exception ignored in read", exc_info=True)
            """)
        self.assertEqual((finding["level"], finding["changesBehaviour"]), ("L3", False))

    def test_a_bare_handler_is_narrowed_and_says_so(self) -> None:
        finding = self.heals("S110", "except", """
            import logging
            log = logging.getLogger(__name__)
            def f():
                try: g()
                except: pass
            """, """
            import logging
            log = logging.getLogger(__name__)
            def f():
                try: g()
                except Exception: log.debug("Exception ignored in f", exc_info=True)
            """)
        self.assertEqual((finding["level"], finding["changesBehaviour"]), ("L2", True))

    def test_a_loop_goes_on(self) -> None:
        self.heals("B112", "except", """
            import logging
            def f(items):
                for item in items:
                    try:
                        g(item)
                    except Exception:
                        continue
            """, """
            import logging
            def f(items):
                for item in items:
                    try:
                        g(item)
                    except Exception:
                        logging.getLogger(__name__).debug("Exception ignored in f", exc_info=True)
                        continue
            """)

    def test_refusals(self) -> None:
        self.refuses("B110", "except", """
            class A:
                def __del__(self):
                    try:
                        self.close()
                    except Exception:
                        pass
            """, "unsure")
        self.refuses("B110", "except", """
            def f(logging):
                try:
                    g()
                except Exception:
                    pass
            """, "name-taken")
        self.refuses("B110", "except", PASS.replace("Exception", "OSError"), "not-found")

    def test_laundering_is_no_fix(self) -> None:
        for after in (
            "import contextlib\ndef read(path):\n    with contextlib.suppress(Exception):\n"
            "        return open(path).read()\n",
            "def read(path):\n    try:\n        return open(path).read()\n"
            "    except (Exception,):\n        pass\n",
            "def read(path):\n    try:\n        return open(path).read()\n"
            "    except Exception:\n        ...\n",
            "def read(path):\n    try:\n        return open(path).read()\n"
            "    except Exception:\n        path = None\n",
        ):
            with self.subTest(after):
                self.catches("B110", "except", PASS, after)

    def test_a_fix_by_somebody_else_counts(self) -> None:
        found = self.verdict("B110", "except", PASS, """
            import logging
            def read(path):
                try:
                    return open(path).read()
                except Exception:
                    logging.exception("cannot read %s", path)
            """)
        self.assertEqual((found["holds"], found["strength"]), (True, "subject"))


if __name__ == "__main__":
    unittest.main()
