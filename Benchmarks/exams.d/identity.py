"""Follows findings through the histories of others: how many the baseline loses or mistakes.

Each repository's main line is sampled; each sampled tree is scanned with the one before as baseline.
The truth is git's own line map: a finding whose lines nobody touched must be `unchanged`, one whose
first line is added must not be. Lines edited in place have no truth and are left out. An added line
whose text was taken away elsewhere by the same step is code that moved, counted by itself. Asserts,
nine tenths of what is found in many projects, are left out.
"""
import collections
import json
import os
import pathlib
import re
import subprocess
import tempfile

# Both tools read nothing else; large files of other kinds may be missing in a partial clone.
PYTHON = ":(glob)**/*.py"
HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


class File:
    """What happened to one file between two commits."""

    def __init__(self, old):
        self.old = old
        self.hunks = []

    def new_line(self, line):
        """Where an old line went; None where it was taken away or edited."""
        shift = 0
        for start, count, _, added in self.hunks:
            if count and start <= line < start + count:
                return None
            if (start + count if count else start + 1) <= line:
                shift += added - count
        return line + shift

    def adding(self, line):
        """The hunk that brought a new line, or None."""
        for hunk in self.hunks:
            if hunk[3] and hunk[2] <= line < hunk[2] + hunk[3]:
                return hunk
        return None


def git(repository, *arguments):
    answer = subprocess.run(["git", "-C", repository, *arguments], check=True, capture_output=True)
    return answer.stdout.decode(errors="surrogateescape")


def changes(repository, old, new):
    """Files by their new paths, the old paths that are gone, and the texts of removed lines."""
    text = git(repository, "-c", "core.quotePath=false", "diff", "-M", "--no-color", "--no-ext-diff",
               "--no-textconv", "--unified=0", old, new, "--", PYTHON)
    files, removed, source, current = {}, collections.Counter(), None, None
    for line in text.split("\n"):
        if line.startswith("diff --git "):
            source, current = None, None
        elif line.startswith("rename from "):
            source = line[12:]
        elif line.startswith("rename to "):
            files[line[10:]] = current = File(source)
        elif line.startswith("--- ") and current is None:
            source = line[6:] if line.startswith("--- a/") else None
        elif line.startswith("+++ ") and current is None:
            path = line[6:] if line.startswith("+++ b/") else None
            current = File(source)
            files[path or ("gone", source)] = current
        elif current is not None and (match := HUNK.match(line)):
            numbers = [1 if part is None else int(part) for part in match.groups()]
            current.hunks.append(tuple(numbers))
        elif current is not None and line.startswith("-") and line[1:].strip():
            removed["".join(line[1:].split())] += 1
    return files, removed


def is_counted(finding):
    return finding["state"] not in ("absent", "suppressed") and (
        finding["ruleID"] not in ("B101", "S101"))


def rule(finding):
    return finding.get("weaknessClass") or finding["tool"] + "/" + finding["ruleID"]


def place(finding):
    location = finding["location"]
    return location["path"], location["startLine"], location["endLine"]


def judge(before, after, files, removed, lines, counts):
    """Compares the states of one step with what git says."""
    active = [finding for finding in after if is_counted(finding)]
    found = collections.defaultdict(list)
    for finding in active:
        found[(rule(finding), *place(finding))].append(finding)
    origin = {file.old: path for path, file in files.items() if file.old}
    edited = collections.defaultdict(list)
    for old in before:
        if not is_counted(old):
            continue
        path, start, end = place(old)
        file = files.get(origin.get(path, path))
        new_path = origin.get(path, path)
        if isinstance(new_path, tuple):
            continue
        moved = [file.new_line(line) for line in range(start, end + 1)] if file else [start, end]
        if None in moved or moved[-1] - moved[0] != end - start:
            edited[(new_path, rule(old))].append(start)
            continue
        twins = found.get((rule(old), new_path, moved[0], moved[-1]), [])
        if len(twins) != 1:
            continue  # The scanner itself no longer sees it, or sees several there.
        counts["survivors"] += 1
        is_moved = new_path != path or moved[0] != start
        counts["moved"] += is_moved
        if twins[0]["state"] != "unchanged":
            counts["wrongly new"] += 1
            counts["wrongly new, moved"] += is_moved
        elif twins[0]["lineage"] != old["lineage"]:
            counts["exchanged"] += 1
    for finding in active:
        path, start, _ = place(finding)
        file = files.get(path)
        hunk = file.adding(start) if file else None
        if hunk is None:
            continue
        taken = range(hunk[0], hunk[0] + hunk[1])
        if any(line in taken for line in edited.get((path, rule(finding)), [])):
            counts["edited in place"] += 1
            continue
        is_known = finding["state"] == "unchanged"
        if removed["".join(lines(path, start).split())]:
            counts["moved by hand"] += 1
            counts["moved by hand, known"] += is_known
        else:
            counts["added"] += 1
            counts["wrongly known"] += is_known


def follow(programs, repository, steps, every):
    """Scans the sampled trees from the oldest to the newest."""
    commits = git(repository, "rev-list", "--first-parent", "HEAD").split()[:steps * every + 1:every]
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        known, before, last = None, None, None
        for number, commit in enumerate(reversed(commits)):
            tree = pathlib.Path(folder, "tree")
            subprocess.run(["rm", "-rf", tree], check=True)
            tree.mkdir()
            archive = subprocess.Popen(
                ["git", "-C", repository, "archive", commit, "--", PYTHON], stdout=subprocess.PIPE)
            subprocess.run(["tar", "-x", "-C", tree], stdin=archive.stdout, check=True)
            if archive.wait():
                raise SystemExit("identity: %s has no tree %s" % (repository, commit))
            output = pathlib.Path(folder, "report-%d.json" % number)
            options = ["--baseline", known] if known else []
            ended = subprocess.run(
                [programs / "sentinel", "scan", tree, "--tools", "ruff,bandit", "--json", "--output",
                 output, "--fail-on", "none", *options], capture_output=True, text=True)
            if ended.returncode not in (0, 3):
                raise SystemExit(
                    "identity: the scan ended with %d\n%s" % (ended.returncode, ended.stderr))
            after = json.loads(output.read_text())["findings"]

            def lines(path, line):
                text = (tree / path).read_text(errors="surrogateescape").split("\n")
                return text[line - 1] if line <= len(text) else ""

            if before is not None:
                files, removed = changes(repository, last, commit)
                judge(before, after, files, removed, lines, counts)
            known, before, last = output, after, commit
    return counts


def share(part, whole):
    return "%d of %d (%.2f %%)" % (part, whole, 100 * part / whole) if whole else "none"


def row(name, counts):
    return "| %s | %s | %s | %d | %s | %s |" % (
        name, share(counts["wrongly new"], counts["survivors"]),
        share(counts["wrongly new, moved"], counts["moved"]), counts["exchanged"],
        share(counts["wrongly known"], counts["added"]),
        share(counts["moved by hand, known"], counts["moved by hand"]))


def examine(programs, _):
    """HISTORIES names git directories, separated by colons; EXAM_STEPS and EXAM_EVERY the samples."""
    steps, every = int(os.environ.get("EXAM_STEPS", "12")), int(os.environ.get("EXAM_EVERY", "60"))
    print("## Findings followed through histories: %d steps of %d commits\n" % (steps, every))
    print("| Repository | Wrongly new | of those that moved | Exchanged | Wrongly known of added "
          "| Known of moved by hand |\n| --- | --- | --- | --- | --- | --- |", flush=True)
    total = collections.Counter()
    for repository in os.environ["HISTORIES"].split(":"):
        counts = follow(programs, repository, steps, every)
        total.update(counts)
        print(row(pathlib.Path(repository).parent.name.split("+")[-1], counts), flush=True)
    print(row("all", total) + "\n")
    return total["wrongly new"] <= 0.005 * total["survivors"] and (
        total["wrongly known"] <= 0.02 * total["added"])
