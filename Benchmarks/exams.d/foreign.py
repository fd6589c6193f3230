"""Python trees of others: what is healed without a model, and whether their own suites still pass.

FOREIGN names a folder with the trees and trees.json, an object with one member for each tree:

    {"tornado": {"code": ["tornado"], "asserts": true, "environment": {"PYTHONPATH": "{tree}"},
                 "test": ["venv/bin/python", "-m", "pytest", "-q", "--junitxml={report}", "{where}"],
                 "where": ["tornado/test"]}}

`code` are the folders that are healed, relative to the tree; files of tests in them are not. `test`
is the command of the tree's suite, run at the top of a copy, {tree}; its first word is a path in
FOREIGN, {report} the file for its report, {where} where its tests are: `where`, or some files of it.
`asserts` heals B101 as well. The suites run as you, in no sandbox: take trees that you trust. Such a
folder is made by

    git clone https://github.com/tornadoweb/tornado FOREIGN/tornado
    python3 -m venv FOREIGN/venv; FOREIGN/venv/bin/pip install pytest

Of each tree the findings of Bandit's thirty commonest rules are healed, each by itself; every proof
that fits the others goes into one change, from which those pieces are taken out again, by halves,
that let tests fail which passed before; they count as not healed.
"""
import collections
import contextlib
import difflib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time
import xml.etree.ElementTree

from healing import heal

# The commonest in 54 code bases, without the notices about imports (B403 to B411).
COMMONEST = ("B101 B102 B104 B105 B106 B107 B108 B110 B112 B113 B202 B301 B307 B310 B311 B314 B324 "
             "B602 B603 B604 B605 B606 B607 B608 B615").split()
LEAST_SHARE, LEAST_KEPT = 0.60, 0.95
MOST_SECONDS = 4 * 3600
TESTS = re.compile(r"(^|/)(tests?|testing)/|(^|/)(test_[^/]*|[^/]*_test|conftest)\.py$")


# Healing

def code_of(tree, folders, place):
    """A copy of the code that is healed."""
    for folder in folders:
        for path in sorted((tree / folder).rglob("*.py")):
            name = path.relative_to(tree)
            if path.is_file() and not path.is_symlink() and not TESTS.search(name.as_posix()):
                (place / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, place / name)


def findings(programs, code, place, rules):
    """What Bandit finds of some rules, as a report of a scan; with the number by rule."""
    report = place / "findings.json"
    subprocess.run([programs / "sentinel", "scan", code, "--tools", "bandit", "--fail-on", "none",
                    "--isolation", "available", "--json", "--output", report],
                   capture_output=True, timeout=MOST_SECONDS)
    document = json.loads(report.read_text())

    def rule(finding):
        return finding["sources"][0]["rule"]
    document["findings"] = [one for one in document["findings"] if rule(one) in rules]
    report.write_text(json.dumps(document))
    return report, collections.Counter(rule(one) for one in document["findings"])


# One change out of many

def hunks(patch, code):
    """The edits of a patch: path, first and last line that go, the lines that come."""
    target = code.parent / "patched"
    shutil.rmtree(target, ignore_errors=True)
    names = re.findall(r"^\+\+\+ b/(.*)$", patch.read_text(), re.MULTILINE)
    for name in names:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(code / name, target / name)
    subprocess.run(["git", "apply", "--unsafe-paths", f"--directory={target}", patch], check=True,
                   cwd="/", capture_output=True)
    for name in names:
        old = (code / name).read_bytes().splitlines(True)
        new = (target / name).read_bytes().splitlines(True)
        for kind, start, end, first, last in difflib.SequenceMatcher(
                None, old, new, autojunk=False).get_opcodes():
            if kind != "equal":
                yield name, start, end, tuple(new[first:last])


def meet(one, other):
    """Whether two edits cannot both be made."""
    if one == other or one[0] != other[0]:
        return False
    if one[1] == one[2] == other[1] == other[2]:
        return False
    return max(one[1], other[1]) < min(one[2], other[2]) or (
        one[1] < other[1] == other[2] < one[2]) or (other[1] < one[1] == one[2] < other[2])


def union(proofs):
    """The proofs that fit those before them, and those that do not."""
    fitting, left = [], []
    for proof in proofs:
        clash = any(meet(edit, other) for edit in proof for kept in fitting for other in kept)
        (left if clash else fitting).append(proof)
    return fitting, left


def write(proofs, code, tree):
    """Puts proofs into the tree; gives the files that do not parse afterwards."""
    edits = {edit for proof in proofs for edit in proof}
    broken = []
    for name in sorted({path.relative_to(code).as_posix() for path in code.rglob("*.py")}):
        mine = sorted((edit for edit in edits if edit[0] == name), key=lambda edit: edit[1:],
                      reverse=True)
        lines = (code / name).read_bytes().splitlines(True)
        for _, start, end, new in mine:
            lines[start:end] = new
        (tree / name).write_bytes(b"".join(lines))
        try:
            compile(b"".join(lines), name, "exec", dont_inherit=True) if mine else None
        except (SyntaxError, ValueError):
            broken.append(name)
    return broken


# Suites

def wait(process, report):
    """Waits for the end of a suite, or a while after its report: some never end by themselves."""
    begin = time.monotonic()
    while time.monotonic() - begin < MOST_SECONDS:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(5)
            return
        if report.is_file() and time.time() - report.stat().st_mtime > 60:
            return


def suite(entry, folder, tree, report, where=()):
    """Runs a suite; gives the outcome of every test by its id, none when there is no report."""
    report.unlink(missing_ok=True)
    words = [part.replace("{report}", str(report)) for word in entry["test"]
             for part in (where or entry["where"] if word == "{where}" else [word])]
    program = folder / words[0]
    more = {name: value.replace("{tree}", str(tree))
            for name, value in entry.get("environment", {}).items()}
    with open(report.with_suffix(".log"), "wb") as log:
        done = subprocess.Popen([program, *words[1:]], cwd=tree, stdout=log, stderr=log,
                                stdin=subprocess.DEVNULL, start_new_session=True, env={
                                    **os.environ, "PYTHONDONTWRITEBYTECODE": "1",
                                    "PATH": f"{program.parent}:{os.environ['PATH']}", **more})
        try:
            wait(done, report)
        finally:
            # Tests that were cut off leave processes behind, which slow the next run down.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(done.pid, signal.SIGKILL)
            done.wait()
    outcomes = {}
    if not report.is_file():
        return outcomes
    for case in xml.etree.ElementTree.parse(report).iter("testcase"):
        name = f"{case.get('classname')}.{case.get('name')}"
        bad = any(child.tag in ("failure", "error") for child in case)
        skipped = any(child.tag == "skipped" for child in case)
        outcomes[name] = "failed" if bad else "skipped" if skipped else "passed"
    return outcomes


def file_of(tree, name):
    """The file of a test by its id in a report, relative to the tree; none when it does not say."""
    parts = name.split(".")
    for end in range(len(parts) - 1, 0, -1):
        path = pathlib.Path(*parts[:end]).with_suffix(".py")
        if (tree / path).is_file():
            return path.as_posix()
    return None


class Bisection:
    """Finds the proofs that let tests fail which passed before.

    The whole suite says which tests fail; their files alone say by which proof, where they can.
    """

    def __init__(self, run, before, tree):
        self.run, self.before, self.tree = run, before, tree
        self.trials = 0
        # Tests that passed at first, and fail at other times without any proof.
        self.unsteady = set()
        # How many proofs were taken out that break nothing by themselves.
        self.wronged = 0

    def failing(self, proofs, watched, where=()):
        """Which of some tests that passed before do not."""
        self.trials += not where
        after = self.run(proofs, where)
        # Asked of one file a report may leave the first folders of a name out.
        tails = after if where else {}
        return {name for name in watched
                if self.before[name] == "passed" and after.get(name) != "passed" and not any(
                    outcome == "passed" and name.endswith(f".{tail}")
                    for tail, outcome in tails.items())} - self.unsteady

    def regressions(self, proofs, watched, where=()):
        """The same twice in a row: some tests depend on luck and load."""
        lost = self.failing(proofs, watched, where)
        return lost and self.failing(proofs, lost, where)

    def search(self, proofs):
        """The proofs without the harmful ones, and those with the tests that they break."""
        kept, harmful = list(proofs), []
        while lost := self.regressions(kept, self.before):
            # A file of tests at a time, which is quick, and often means one proof.
            files = sorted({file_of(self.tree, name) or "" for name in lost})
            for file in files:
                self.search_file(file, {name for name in lost
                                        if (file_of(self.tree, name) or "") == file},
                                 kept, harmful)
        return kept, harmful

    def search_file(self, file, watched, kept, harmful):
        """Takes the proofs that break some tests of a file out of those that are kept."""
        where = [file] if file and self.regressions(kept, watched, [file]) else []
        # What fails without any proof as well, or not every time, says nothing.
        self.unsteady |= self.failing([], watched, where) | self.failing([], watched, where)
        lost = self.regressions(kept, watched, where)
        self.unsteady |= set() if lost else watched
        while lost:
            proof, broken = self.culprit(kept, lost, where)
            kept.remove(proof)
            harmful.append((proof, sorted(broken)))
            self.wronged += not self.regressions([proof], broken, where)
            lost = self.regressions(kept, lost, where)

    def culprit(self, proofs, lost, where):
        """A proof that breaks some of the tests, with those."""
        # The shortest beginning that breaks something ends in it.
        low, high = 1, len(proofs)
        while low < high:
            middle = (low + high) // 2
            broken = self.regressions(proofs[:middle], lost, where)
            if broken:
                high, lost = middle, broken
            else:
                low = middle + 1
        return proofs[low - 1], lost


# The exam

def tree_exam(programs, scratch, folder, name, entry):
    """Heals one tree; its row of the table, and what is summed up."""
    tree, code = scratch / "tree", scratch / "code"
    shutil.copytree(folder / name, tree, symlinks=True, ignore=shutil.ignore_patterns(".git"))
    code_of(tree, entry["code"], code)
    rules = [rule for rule in COMMONEST if rule != "B101" or entry.get("asserts")]
    report, counts = findings(programs, code, scratch, rules)
    start = time.monotonic()
    document, _ = heal(programs, code, scratch, "--signal", report, "--actor", "codemod",
                       most=MOST_SECONDS)
    seconds = time.monotonic() - start
    found, healed = collections.Counter(), collections.Counter()
    reasons = collections.Counter()
    proofs, rule_of = [], {}
    for incident in document["incidents"]:
        rule = incident["title"].split(":")[0]
        found[rule] += 1
        if incident["state"] == "healed":
            healed[rule] += 1
            patches = list(pathlib.Path(incident["proposal"]).glob("*.patch"))
            proofs.append(tuple(hunks(patches[0], code)))
            rule_of[proofs[-1]] = rule
        else:
            last = incident["attempts"][-1]["outcome"] if incident["attempts"] else ""
            why = incident.get("abstentions", [{}])[0].get("reason", "")
            reasons[f"{rule} {last or ' '.join(why.split(':')[:2]) or incident['exitReason']}"] += 1
    fitting, clashing = union(proofs)
    before = suite(entry, folder, tree, scratch / "report.xml")
    if not before:
        end = (scratch / "report.log").read_text(errors="replace")[-1000:]
        raise SystemExit(f"the suite of {name} names no test:\n{end}")
    broken = set()

    def run(some, where):
        broken.update(write(some, code, tree))
        return suite(entry, folder, tree, scratch / "report.xml", where)
    bisection = Bisection(run, before, tree)
    kept, harmful = bisection.search(fitting)
    for proof, _ in harmful:
        healed[rule_of[proof]] -= 1
    passed = sum(outcome == "passed" for outcome in before.values())
    rest = sum(found.values()) - found["B101"]
    rest_healed = sum(healed.values()) - healed["B101"]
    print(f"| {name} | {rest_healed} of {rest} | {healed['B101']} of {found['B101']} | "
          f"{seconds:.0f} s | {len(fitting)} of {len(proofs)} | {len(harmful)} | "
          f"{len(kept)} of {len(kept) + bisection.wronged} | "
          f"{len(broken)} | {passed} | {bisection.trials} |", flush=True)
    # Notices that no edit takes away, but where the call goes.
    notices = sum(found[rule] - healed[rule] for rule in ("B603", "B606"))
    notes = [f"{name}: findings of Bandit {dict(sorted(counts.items()))}; left: "
             + ", ".join(f"{count} × {reason}" for reason, count in reasons.most_common())]
    notes += [f"{name}: taken out {sorted({edit[0] for edit in proof})}, which breaks {lost[:5]}"
              for proof, lost in harmful]
    if bisection.unsteady:
        notes.append(f"{name}: fail without any proof as well, at times: {sorted(bisection.unsteady)}")
    is_well = not broken and passed > 0 and (
        len(kept) >= LEAST_KEPT * (len(kept) + bisection.wronged))
    return rest_healed, rest, notices, is_well, notes


def examine(programs, scratch):
    """Every tree of the folder."""
    folder = pathlib.Path(os.environ.get("FOREIGN", "")).resolve()
    if not os.environ.get("FOREIGN") or not (folder / "trees.json").is_file():
        raise SystemExit("FOREIGN names no folder with trees.json; see Benchmarks/exams.d/foreign.py")
    trees = json.loads((folder / "trees.json").read_text())
    print("## Foreign trees\n\n| Tree | Healed of the commonest findings | Asserts | Healing | Fit "
          "together | Harmful | Good ones kept | Do not parse | Tests that passed before | "
          "Runs of the suite |\n|" + " --- |" * 10, flush=True)
    healed, found, notices, are_well, notes = 0, 0, 0, bool(trees), []
    for name, entry in trees.items():
        place = scratch / name
        place.mkdir()
        some, all_of_it, noted, is_well, more = tree_exam(programs, place, folder, name, entry)
        healed, found, notices = healed + some, found + all_of_it, notices + noted
        notes += more
        are_well = are_well and is_well
    print("\n" + "\n".join(f"- {note}" for note in notes))
    print(f"\n{healed} of {found} healed, {100 * healed / max(1, found):.1f} %, asserts and notices "
          "about imports not counted; without the notices about calls as well, "
          f"{100 * healed / max(1, found - notices):.1f} %\n")
    return are_well and healed >= LEAST_SHARE * found
