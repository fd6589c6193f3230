"""Fixes and checks the findings of files."""

from __future__ import annotations

import ast
import re
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.edits import Edit, apply, overlap
from engine.fixer import Fixer, Project, Site
from engine.patch import Patch
from engine.reach import is_dead, place
from engine.refusal import Refusal
from engine.source import Source
from engine.tree import Tree

TEST_FILE = re.compile(r"(^|/)(tests?|testing)(/|$)|(^|/)(test_[^/]*|[^/]*_test|conftest)\.py$")


@dataclass(frozen=True)
class Finding:
    """What a scanner reported: a rule and a place; lines and columns count from 1."""

    rule: str
    line: int
    column: int | None = None


@dataclass(frozen=True)
class Fix:
    """The edits of one finding, proven on the patched source."""

    fixer: Fixer
    site: Site
    edits: tuple[Edit, ...]
    level: str
    changes_behaviour: bool
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Verdict:
    """Whether a patched source shows the safe shape where a finding was.

    It holds for the same subject only: a safe place of another subject is what a cheat puts there.
    """

    holds: bool
    # The same subject is safe now, or only as many places of the function as there were.
    strength: str
    text: str


def is_test(path: str) -> bool:
    """Whether a file is test code by its name."""
    return TEST_FILE.search(path) is not None


def sites_of(fixer: Fixer, tree: Tree) -> list[Site]:
    """The places of a fixer in a file, found once."""
    if fixer.name not in tree.found:
        tree.found[fixer.name] = list(fixer.sites(tree))
    return tree.found[fixer.name]  # type: ignore[return-value]


def locate(fixer: Fixer, tree: Tree, finding: Finding) -> Site:
    """The one place that a finding is about."""
    found = [
        site for site in sites_of(fixer, tree)
        if tree.line(site.around or site.node) <= finding.line <= tree.last_line(site.node)]
    broken = [site for site in found if not site.safe]
    if not broken:
        text = "the place is safe already" if found else "no place of this rule is on the line"
        raise Refusal("not-found", text)
    starting = [site for site in broken if tree.line(site.node) == finding.line]
    broken = starting or broken
    if len(broken) > 1 and finding.column is not None and finding.line <= len(
            tree.source.line_starts):
        offset = tree.source.offset(finding.line, finding.column - 1)
        holding = [
            site for site in broken
            if tree.span(site.node)[0] <= offset < tree.span(site.node)[1]]
        broken = holding or broken
    shortest = min(tree.end(site.node) - tree.start(site.node) for site in broken)
    innermost = [s for s in broken if tree.end(s.node) - tree.start(s.node) == shortest]
    nested = all(
        tree.contains(site.node, innermost[0].node) for site in broken) and len(innermost) == 1
    if not nested:
        raise Refusal("ambiguous", "several places on the line have the defect; give the column")
    return innermost[0]


def count(fixer: Fixer, tree: Tree) -> tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]]:
    """How many safe and broken places there are, by function, blocks and subject."""
    safe: Counter[tuple[str, str]] = Counter()
    broken: Counter[tuple[str, str]] = Counter()
    for site in sites_of(fixer, tree):
        if not (site.safe and is_dead(tree, site.node)):
            (safe if site.safe else broken)[place(tree, site.node), site.subject] += 1
    return safe, broken


def judge(fixer: Fixer, before: Tree, site: Site, after: Tree) -> Verdict:
    """Holds the patched source against the fixer's safe shape.

    The finding's absence proves nothing: the defect must be gone where it was, and the same
    subject must be there in the safe shape, once more than before.
    """
    key = (place(before, site.node), site.subject)
    safe_before, broken_before = count(fixer, before)
    safe_after, broken_after = count(fixer, after)
    if broken_after[key] < broken_before[key] and safe_after[key] > safe_before[key]:
        return Verdict(True, "subject", fixer.post_condition)

    def total(counter: Counter[tuple[str, str]]) -> int:
        return sum(number for (path, _), number in counter.items()
                   if path.split("/")[0] == key[0].split("/")[0])

    healed = total(broken_before) - total(broken_after)
    if healed > 0 and total(safe_after) - total(safe_before) == healed:
        return Verdict(False, "scope", "a safe place of another subject is there: a person decides")
    if total(broken_after) >= total(broken_before):
        return Verdict(False, "none", "the defect is still there")
    return Verdict(False, "none", "the defect is gone, and the safe shape is not there: "
                   + fixer.post_condition)


def parses_natively(text: str) -> bool:
    """Whether the interpreter itself accepts a text."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def patched(tree: Tree, text: str) -> Tree:
    """The tree of a patched text."""
    source = tree.source
    source.encode(text)
    if parses_natively(source.text) and not parses_natively(text):
        raise Refusal("post-condition", "the patched file does not parse")
    return Tree(Source(source.path, b"", text, source.encoding, source.mark))


def draft(fixer: Fixer, tree: Tree, finding: Finding, project: Project) -> Fix:
    """The edits for a finding, not proven yet."""
    site = locate(fixer, tree, finding)
    patch = Patch(tree, project, fixer.highest_level, fixer.changes_behaviour)
    fixer.fix(patch, site)
    if not patch.edits:
        raise Refusal("unsure", "no edit is known for this shape")
    refuse_outside(tree, site, (edit for edit in patch.edits if not edit.is_import))
    if overlap(patch.edits):
        raise Refusal("layout", "the edits contradict each other")
    return Fix(
        fixer, site, tuple(sorted(set(patch.edits))), patch.level, patch.changes_behaviour,
        tuple(patch.notes))


def prove(fix: Fix, tree: Tree) -> Refusal | None:
    """Why the patched source does not show the safe shape; None when it does."""
    try:
        after = patched(tree, apply(tree.source.text, fix.edits))
        verdict = judge(fix.fixer, tree, fix.site, after)
    except Refusal as refusal:
        return Refusal("post-condition", f"the edit was not proven: {refusal.text}")
    if verdict.strength == "subject":
        return None
    return Refusal("post-condition", f"the edit does not lead there: {fix.fixer.post_condition}")


def fix_all(
    fixers: Mapping[str, Fixer], tree: Tree, findings: Iterable[Finding], project: Project,
) -> list[Fix | Refusal]:
    """A proven fix, or a refusal, for each finding of a file.

    All edits that do not contradict each other are proven together, in one parse; those that
    fail, for instance since one lies in another's subject, are proven alone.
    """
    outcomes: list[Fix | Refusal] = []
    for finding in findings:
        try:
            outcomes.append(draft(fixers[finding.rule], tree, finding, project))
        except Refusal as refusal:
            outcomes.append(refusal)
        except RecursionError:
            outcomes.append(Refusal("too-deep", "the file is nested too deeply"))
        except Exception as error:  # A fault of one fixer must not cost the other findings.
            outcomes.append(Refusal("internal", f"the fixer failed: {type(error).__name__}"))
    text, taken = combine(tree.source, outcomes)
    proven = prove_together([item for item in map(outcomes.__getitem__, taken)
                             if isinstance(item, Fix)], tree, text)
    for index, outcome in enumerate(outcomes):
        if isinstance(outcome, Fix) and id(outcome) not in proven:
            outcomes[index] = prove(outcome, tree) or outcome
    return outcomes


def prove_together(fixes: list[Fix], tree: Tree, text: str) -> set[int]:
    """The identities of those fixes that a text with all of them proves."""
    if len(fixes) < 2:
        return set()
    try:
        after = patched(tree, text)
        wanted: dict[tuple[str, str, str], set[tuple[Edit, ...]]] = defaultdict(set)
        for fix in fixes:
            key = (place(tree, fix.site.node), fix.site.subject)
            wanted[fix.fixer.name, *key].add(fix.edits)
        proven: set[int] = set()
        for fix in fixes:
            key = (place(tree, fix.site.node), fix.site.subject)
            number = len(wanted[fix.fixer.name, *key])
            safe_before, broken_before = count(fix.fixer, tree)
            safe_after, broken_after = count(fix.fixer, after)
            if (broken_after[key] <= broken_before[key] - number
                    and safe_after[key] >= safe_before[key] + number):
                proven.add(id(fix))
        return proven
    except Refusal:
        return set()


def refuse_outside(tree: Tree, site: Site, edits: Iterable[Edit]) -> None:
    """Refuses edits outside of the finding's function."""
    function = tree.function(site.node)
    if function is None:
        return
    first = tree.line(function)
    last = tree.last_line(function)
    for edit in edits:
        if not first <= tree.source.line_of(edit.start) <= tree.source.line_of(edit.end) <= last:
            raise Refusal("layout", "the edit would reach out of the finding's function")


def combine(source: Source, outcomes: Iterable[Fix | Refusal]) -> tuple[str, list[int]]:
    """The text with every fix that does not contradict an earlier one, and which those are."""
    edits: set[Edit] = set()
    taken: list[int] = []
    for index, outcome in enumerate(outcomes):
        if not isinstance(outcome, Fix):
            continue
        if set(outcome.edits) <= edits or not overlap(edits | set(outcome.edits)):
            edits |= set(outcome.edits)
            taken.append(index)
    return apply(source.text, edits), taken
