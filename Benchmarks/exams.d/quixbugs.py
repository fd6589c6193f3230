"""The loop on forty small programs with one defect each, and candidates in given orders."""
import ast
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

from healing import APIS, Service, attempts, heal, patch, tool

PROGRAMS = 40
# Milliseconds that an attempt without tests may take.
MOST_OVERHEAD = 150
# Processor seconds of one case, and how many times as long as all cases of the right version.
LEAST_LIMIT, FACTOR = 2, 5

# What precedes the right candidate, in turn; a duplicate follows what it repeats.
ORDERS = [
    [], ["wrong"], ["unparsable", "cheating"], ["wrong", "duplicate", "unappliable"],
    ["unappliable"], ["cheating", "wrong", "unparsable"], ["wrong", "duplicate"], ["endless"],
]
BUDGETS = [1, 2, 2, 4, 1, 4, 3, 3]

# What stands in for pytest: the published cases as one test, so that there is one incident, with a
# limit of processor time for each case.
HARNESS = """\
import signal
import unittest

from {name} import {name}


class pytest:
    run_slow = False

    @staticmethod
    def skip(reason):
        raise unittest.SkipTest(reason)

    @staticmethod
    def approx(expected, abs):
        class Approximation:
            def __eq__(self, other):
                return -abs <= other - expected <= abs
        return Approximation()

    class mark:
        @staticmethod
        def parametrize(names, values):
            def marked(function):
                function.values = values
                return function
            return marked


def load_json_testcases(algorithm):
    return {cases!r}


{published}


def expire(*_):
    raise TimeoutError("the case did not end")


class CaseTests(unittest.TestCase):
    def test_cases(self):
        tests = [value for name, value in globals().items()
                 if name.startswith("test") and callable(value)]
        signal.signal(signal.SIGVTALRM, expire)
        for test in tests:
            for values in getattr(test, "values", [()]):
                signal.setitimer(signal.ITIMER_VIRTUAL, {limit})
                try:
                    test(*values)
                except unittest.SkipTest:
                    pass
                finally:
                    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
"""


def candidates(buggy, correct, path):
    """By their kind: a reply of the service, and the outcomes that it may have."""
    def begin(statement):
        return patch(buggy, f"{statement}\n{buggy}", path)
    # As search and replace, so that both forms are examined.
    missing = f"{path}\n<<<<<<< SEARCH\nno such line\n=======\npass\n>>>>>>> REPLACE\n"
    return {
        "right": (tool(patch(buggy, correct, path)), {"accepted"}),
        "wrong": (tool(begin('unused = "wrong"')), {"still-reproduces"}),
        "duplicate": (tool(begin("unused = 'wrong'  # again")), {"duplicate"}),
        "cheating": (tool(begin("import os; os._exit(0)")), {"judge-article"}),
        "endless": (tool(begin("while True: pass")), {"timeout"}),
        "unparsable": ({"text": "I would look at the loop first."}, {"unparsable"}),
        "unappliable": (tool(missing), {"unappliable"}),
    }


def published(folder, name):
    """The published tests of a program, without what they import."""
    module = ast.parse((folder / f"python_testcases/test_{name}.py").read_text())

    def is_import(node):
        return isinstance(node, ast.Import) and node.names[0].name == "pytest" or isinstance(
            node, ast.ImportFrom) and node.module == "load_testdata" or isinstance(
            node, ast.If) and "use_correct" in ast.unparse(node.test)
    module.body = [node for node in module.body if not is_import(node)]
    return ast.unparse(module)


def lay_out(folder, name, tree):
    """Lays out one program with its published cases as a project.

    Gives the two versions and what is wrong with them: the right one must pass, the other must not.
    """
    buggy = (folder / f"python_programs/{name}.py").read_text()
    correct = (folder / f"correct_python_programs/{name}.py").read_text()
    values = folder / f"json_testcases/{name}.json"
    lines = values.read_text().splitlines() if values.is_file() else []
    parts = {"name": name, "published": published(folder, name),
             "cases": [json.loads(line) for line in lines if line.strip()]}
    (tree / "tests").mkdir(parents=True)
    (tree / "tests/__init__.py").touch()
    if "from node import" in parts["published"]:
        shutil.copy(folder / "python_testcases/node.py", tree / "node.py")

    def run(source, limit):
        (tree / f"{name}.py").write_text(source)
        test = HARNESS.format(limit=limit, **parts)
        (tree / f"tests/test_{name}.py").write_text(test)
        start = time.monotonic()
        done = subprocess.run([sys.executable, "-m", "unittest", "-q"], cwd=tree,
                              capture_output=True, timeout=600,
                              env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
        return done.returncode == 0, time.monotonic() - start
    passes, seconds = run(correct, 300)
    limit = max(LEAST_LIMIT, round(FACTOR * seconds))
    wrong = [] if passes else ["the right version fails its own cases"]
    if run(buggy, limit)[0]:
        wrong.append("the wrong version passes")
    return buggy, correct, wrong


def trial(programs, scratch, number, api, sources, name):
    """Heals one program by one script; gives what is not as it must be, and the overheads."""
    order, budget = ORDERS[number % len(ORDERS)], BUDGETS[number % len(BUDGETS)]
    known = candidates(*sources, f"{name}.py")
    kinds = [*order, "right"]
    with Service(api, [known[kind][0] for kind in kinds], scratch) as service:
        document, _ = heal(
            programs, scratch / "tree", scratch, "--actor", "model", "--attempts", budget,
            "--test", "python3 -m unittest", environment=service.environment)
        requests = service.requests()
    tried = kinds[:budget]
    problems = []
    made = attempts(document)
    if len(document["incidents"]) != 1:
        problems.append(f"{len(document['incidents'])} incidents")
    wanted = "healed" if len(kinds) <= budget else "attemptsExhausted"
    if document["exitReason"] != wanted:
        problems.append(f"{document['exitReason']}, not {wanted}")
    if len(made) != len(tried) or len(requests) != len(tried):
        problems.append(f"{len(made)} attempts, {len(requests)} requests, not {len(tried)}")
    for kind, attempt in zip(tried, made):
        if attempt["outcome"] not in known[kind][1]:
            problems.append(f"{kind} is {attempt['outcome']} {attempt.get('articles', '')}")
        if attempt["executed"] and kind in ("unparsable", "unappliable", "duplicate", "cheating"):
            problems.append(f"{kind} was run")
    problems += [f"request {entry['number']}: {breach}" for entry in requests
                 for breach in entry["broken"]]
    overheads = [attempt["milliseconds"] for attempt in made if not attempt["executed"]]
    return f"{' '.join(kinds)} | {budget}", document["exitReason"], problems, overheads


def examine(programs, scratch):
    """Every program under one order and one interface; every order meets every interface."""
    folder = pathlib.Path(os.environ.get("QUIXBUGS", ""))
    if not (folder / "python_testcases").is_dir():
        raise SystemExit("QUIXBUGS names no copy of QuixBugs; see Benchmarks/exams")
    names = sorted(path.stem[5:] for path in (folder / "python_testcases").glob("test_*.py"))
    names = names[:int(os.environ.get("EXAM_PROGRAMS", len(names)))]
    print("## QuixBugs\n\n| Program | Interface | Candidates | Budget | End | Not as it must be |"
          "\n| --- | --- | --- | --- | --- | --- |", flush=True)
    overheads, wrong = [], 0
    for number, name in enumerate(names):
        place = scratch / name
        *sources, problems = lay_out(folder, name, place / "tree")
        # The numbers of orders and interfaces have no common factor.
        api = list(APIS)[number % len(APIS)]
        script, end, more, some = trial(programs, place, number, api, sources, name)
        problems += more
        print(f"| {name} | {api} | {script} | {end} | {'; '.join(problems) or '–'} |", flush=True)
        overheads += some
        wrong += bool(problems)
    print(f"\n{len(names)} programs, {wrong} not as they must be")
    if overheads:
        print(f"an attempt without tests: median {statistics.median(overheads):.0f} ms, at most "
              f"{max(overheads)} ms, the scripted service included")
    print()
    return len(names) > 0 and wrong == 0 and (
        not overheads or statistics.median(overheads) <= MOST_OVERHEAD)
