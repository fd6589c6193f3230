"""Python trees of others, healed by the product with their own suites on, and no model.

FOREIGN names a folder with the trees and trees.json, an object with one member for each tree:

    {"tornado": {"code": ["tornado"], "path": "venv/bin", "minutes": 6, "most": 24,
                 "test": "python3 -m pytest -q tornado/test/util_test.py", "says": "utilities"}}

Only what Bandit finds in the folders `code` is healed, of its commonest rules and outside test
files; `most` takes that many of it, evenly spread, and a quarter as many asserts. `test` is pytest
as a person would tell it to `heal --test`, run at the top of the tree; `path` are the programs that
it needs, absolute or in FOREIGN. `minutes` is the budget; what it did not reach is counted apart.
The suites also run as you, in no sandbox: take trees that you trust. Such a folder is made by

    git clone https://github.com/tornadoweb/tornado FOREIGN/tornado
    python3 -m venv FOREIGN/venv; FOREIGN/venv/bin/pip install pytest

What the product proposes is applied to a clean copy in its order, and the suite runs there before
and after; tests that passed before and fail after, twice, are harm.
"""
import collections
import contextlib
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import time
import xml.etree.ElementTree

from healing import command, document

# The commonest in 54 code bases, without the notices about imports (B403 to B411).
COMMONEST = ("B101 B102 B104 B105 B106 B107 B108 B110 B112 B113 B202 B301 B307 B310 B311 B314 B324 "
             "B602 B603 B604 B605 B606 B607 B608 B615").split()
# Notices that no edit takes away, but where the call goes.
NOTICES = {"B603", "B606"}
UNABLE = {"noTests", "environment"}
UNREACHED = {"timeExhausted", "cpuExhausted", "killed", *UNABLE}
LEAST_SHARE, LEAST_APPLIED = 0.60, 0.95
MOST_SECONDS = 4 * 3600
TESTS = re.compile(r"(^|/)(tests?|testing)/|(^|/)(test_[^/]*|[^/]*_test|conftest)\.py$")
HEADER = ("Tree", "Taken of what was found", "Healed", "Not reached", "Share of what was reached",
          "Asserts healed", "Healing", "Proposals that apply", "Tests that passed before",
          "Lost after")


def rule_of(finding):
    """The rule of a finding of Bandit."""
    return finding["sources"][0]["rule"]


def spread(some, most):
    """At most so many of a list, evenly spread."""
    return [some[index * len(some) // most] for index in range(most)] if len(some) > most else some


def findings(programs, tree, place, entry):
    """The report of a scan, cut down to what is to be healed; with the number found by rule."""
    report = place / "findings.json"
    subprocess.run([programs / "sentinel", "scan", tree, "--tools", "bandit", "--fail-on", "none",
                    "--isolation", "available", "--json", "--output", report],
                   capture_output=True, timeout=MOST_SECONDS)
    scan = json.loads(report.read_text())
    code = tuple(folder if folder.endswith(".py") else f"{folder}/" for folder in entry["code"])
    common = [one for one in scan["findings"]
              if rule_of(one) in COMMONEST and one["location"]["path"].startswith(code)
              and not TESTS.search(one["location"]["path"])]
    most = entry.get("most", len(common))
    scan["findings"] = (
        spread([one for one in common if rule_of(one) != "B101"], most)
        + spread([one for one in common if rule_of(one) == "B101"], most // 4))
    report.write_text(json.dumps(scan))
    return report, collections.Counter(map(rule_of, common))


def heal(programs, tree, place, entry, environment):
    """Heals a tree with its suite on; gives the incidents of the product's document."""
    options = ["--signal", place / "findings.json", "--actor", "codemod", "--test", entry["test"],
               "--budget", f"time={entry.get('minutes', 60)}m"]
    done = subprocess.run(command(programs, tree, place, *options), capture_output=True,
                          timeout=MOST_SECONDS, env=environment)
    return document(done.stdout, done.returncode, done.stderr)["incidents"]


def suite(tree, entry, environment, report):
    """Runs a suite outside the sandbox; gives which tests pass, none without a report."""
    report.unlink(missing_ok=True)
    words = [*shlex.split(entry["test"]), "-p", "no:cacheprovider", f"--junitxml={report}"]
    with open(report.with_suffix(".log"), "wb") as log:
        done = subprocess.Popen(words, cwd=tree, stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                                start_new_session=True, env=environment)
        with contextlib.suppress(subprocess.TimeoutExpired):
            done.wait(MOST_SECONDS)
        # Tests that were cut off leave processes behind.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(done.pid, signal.SIGKILL)
        done.wait()
    if not report.is_file():
        return set()
    return {f"{case.get('classname')}.{case.get('name')}"
            for case in xml.etree.ElementTree.parse(report).iter("testcase")
            if not any(child.tag in ("failure", "error", "skipped") for child in case)}


def git(tree, *words):
    """Runs git in a tree; gives whether that went well."""
    return subprocess.run(["git", "-c", "user.name=exam", "-c", "user.email=exam@localhost",
                           "-c", "commit.gpgsign=false", *words], cwd=tree,
                          capture_output=True).returncode == 0


def apply(proposals, tree):
    """Takes proposals as the product says they are taken; gives those that do not apply."""
    left = []
    for proposal in proposals:
        patches = sorted(pathlib.Path(proposal).glob("*.patch"))
        if not git(tree, "am", "--keep-cr", *patches):
            git(tree, "am", "--abort")
            left.append(proposal)
    return left


def reason(incident):
    """Why an incident is not healed, in few words."""
    attempts = incident["attempts"]
    why = (incident.get("abstentions") or [{"reason": ""}])[0].get("reason", "")
    said = attempts[-1]["outcome"] if attempts else ":".join(why.split(":")[1:2]).strip()
    return incident["exitReason"] if incident["exitReason"] in UNREACHED or not said else said


class Outcome:
    """What became of one tree."""

    def __init__(self, incidents):
        self.all, self.healed = collections.Counter(), collections.Counter()
        self.left, self.unreached, self.proposals = collections.Counter(), 0, []
        for incident in incidents:
            rule = incident["title"].split(":")[0]
            # What the scanner could not read is an incident as well.
            if rule not in COMMONEST:
                continue
            self.all[rule] += 1
            if incident["state"] == "healed":
                self.healed[rule] += 1
                self.proposals.append(incident["proposal"])
            else:
                self.left[f"{rule} {reason(incident)}"] += 1
                self.unreached += rule != "B101" and incident["exitReason"] in UNREACHED

    def count(self, without=frozenset({"B101"})):
        """How many are healed, and of how many, without some rules."""
        return [sum(number for rule, number in some.items() if rule not in without)
                for some in (self.healed, self.all)]

    def notes(self, name, counts):
        """What the row has no room for."""
        rules = ", ".join(f"{rule} {self.healed[rule]} of {self.all[rule]}"
                          + (f" (of {counts[rule]})" if counts[rule] > self.all[rule] else "")
                          for rule in sorted(self.all))
        left = ", ".join(f"{count} × {why}" for why, count in self.left.most_common())
        return [f"{name}, healed (of all found): {rules}", f"{name}, left: {left or 'none'}"]


def tree_exam(programs, place, folder, name, entry):
    """Heals one tree and prints its row; gives its outcome, whether it is well, and notes."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1",
                   "PATH": f"{folder / entry.get('path', '')}:{os.environ['PATH']}"}
    tree, clean = place / "tree", place / "clean"
    for copy in (tree, clean):
        shutil.copytree(folder / name, copy, symlinks=True)
    _, counts = findings(programs, tree, place, entry)
    start = time.monotonic()
    incidents = heal(programs, tree, place, entry, environment)
    seconds = time.monotonic() - start
    outcome = Outcome(incidents)
    notes = outcome.notes(name, counts)
    unable = {f"{one['exitReason']}: {one.get('explanation')}" for one in incidents
              if one["exitReason"] in UNABLE}
    notes += [f"{name}, could not go on in the sandbox, {why}" for why in sorted(unable)]
    before = suite(clean, entry, environment, place / "report.xml")
    git(clean, "reset", "-q", "--hard")
    git(clean, "clean", "-qfd")
    left = apply(outcome.proposals, clean)
    lost = before - suite(clean, entry, environment, place / "report.xml")
    # Some tests depend on luck and load.
    lost = lost and lost - suite(clean, entry, environment, place / "report.xml")
    notes += [f"{name}, harmful, lost: {', '.join(sorted(lost)[:20])}"] if lost else []
    notes += [f"{name}, only a part of the suite: {entry['says']}"] if "says" in entry else []
    healed, found = outcome.count()
    reached = found - outcome.unreached
    total = len(outcome.proposals)
    common = sum(counts.values()) - counts["B101"]
    print(f"| {name} | {found} of {common} | {healed} | {outcome.unreached} | "
          f"{100 * healed / max(1, reached):.0f} % | "
          f"{outcome.healed['B101']} of {outcome.all['B101']} | {seconds:.0f} s | "
          f"{total - len(left)} of {total} | {len(before)} | {len(lost)} |", flush=True)
    applies = total - len(left) >= LEAST_APPLIED * total
    is_well = bool(before) and not lost and not unable and applies
    return outcome, is_well, notes


def examine(programs, scratch):
    """Every tree of the folder."""
    folder = pathlib.Path(os.environ.get("FOREIGN", "")).resolve()
    if not os.environ.get("FOREIGN") or not (folder / "trees.json").is_file():
        raise SystemExit("FOREIGN has no trees.json; see Benchmarks/exams.d/foreign.py")
    print(f"## Foreign trees\n\n| {' | '.join(HEADER)} |\n|{' --- |' * len(HEADER)}", flush=True)
    outcomes, are_well, notes = [], True, []
    for name, entry in json.loads((folder / "trees.json").read_text()).items():
        place = scratch / name
        place.mkdir()
        outcome, is_well, more = tree_exam(programs, place, folder, name, entry)
        outcomes.append(outcome)
        notes += more
        are_well = are_well and is_well
    healed, found = map(sum, zip(*(outcome.count() for outcome in outcomes)))
    some, fewer = map(sum, zip(*(outcome.count({"B101", *NOTICES}) for outcome in outcomes)))
    reached = found - sum(outcome.unreached for outcome in outcomes)
    print("\n" + "\n".join(f"- {note}" for note in notes))
    share = 100 * healed / max(1, reached)
    print(f"\n{healed} of {reached} that were reached healed, {share:.1f} %, {found} in all; "
          "asserts and notices about imports not counted. Without notices about calls, and with "
          f"what was not reached, {some} of {fewer}\n")
    return are_well and healed >= LEAST_SHARE * reached
