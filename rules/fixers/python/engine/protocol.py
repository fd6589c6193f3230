"""The documents that go in and out."""

from __future__ import annotations

import base64
import binascii
from collections import Counter
from dataclasses import dataclass
from functools import partial

from engine.fixer import Fixer, Project
from engine.isolated import isolated
from engine.refusal import Refusal
from engine.runner import Finding, Fix, combine, fix_all, judge, locate
from engine.source import Source
from engine.tree import Tree

REQUEST = "sentinel.fix-request/1"
ANSWER = "sentinel.fix-answer/1"
CHECK = "sentinel.fix-check/1"
VERDICT = "sentinel.fix-verdict/1"
CATALOGUE_REQUEST = "sentinel.fix-catalogue-request/1"
CATALOGUE = "sentinel.fix-catalogue/1"
MOST_FINDINGS = 20_000
# Processor time for a file; large ones with hundreds of findings take a few seconds.
SECONDS = 60

Object = dict[str, object]


class BadRequest(Exception):
    """The request is not of the form that the protocol says."""


@dataclass(frozen=True)
class Catalogue:
    """The fixers by rule, and the notices with their texts."""

    fixers: dict[str, Fixer]
    notices: dict[str, str]


def answer(request: object, catalogue: Catalogue) -> Object:
    """The answer to a request of any of the three kinds."""
    known = {"files", "context", "python", "apply", "seconds"}
    body = members(request, "the request", {"schema"}, known)
    schema = body["schema"]
    if schema == CATALOGUE_REQUEST:
        members(request, "the request", {"schema"}, set())
        return declare(catalogue)
    if schema == CHECK:
        members(request, "the request", {"schema", "files"}, set())
        return check(array(body["files"], "files"), catalogue)
    if schema != REQUEST:
        raise BadRequest(f"schema is {schema!r}; write {REQUEST}")
    if "files" not in body:
        raise BadRequest("files is missing")
    return fix(body, catalogue)


# Fixing


def fix(body: Object, catalogue: Catalogue) -> Object:
    """The edits for the findings of all files."""
    files = [
        members(item, "a file", {"path", "findings"}, {"text", "base64"})
        for item in array(body["files"], "files")]
    contents = [(text(item["path"], "path"), content(item)) for item in files]
    findings = [read_findings(item["findings"]) for item in files]
    if sum(map(len, findings)) > MOST_FINDINGS:
        raise BadRequest(f"more than {MOST_FINDINGS} findings; send the files in several requests")
    wants_result = body.get("apply", False)
    if not isinstance(wants_result, bool):
        raise BadRequest("apply is neither true nor false")
    around = [
        (text(item["path"], "path"), content(item))
        for item in (members(item, "a file", {"path"}, {"text", "base64"})
                     for item in array(body.get("context", []), "context"))]
    project = Project(python_version(body.get("python")), *evidence(contents + around))
    seconds = whole(body.get("seconds", SECONDS), "seconds", 600)
    results: list[Object] = []
    for (path, data), found in zip(contents, findings, strict=True):
        work = partial(fix_file, path, data, found, catalogue, project, wants_result)
        ended = Refusal("too-deep", "the file ended its process, or took too long")
        results.append(isolated(work, seconds) or {
            "path": path,
            "findings": [refused(item, catalogue.fixers.get(item.rule), ended) for item in found]})
    return {"schema": ANSWER, "files": results}


def fix_file(
    path: str, data: bytes, findings: list[Finding], catalogue: Catalogue, project: Project,
    wants_result: bool,
) -> Object:
    """The answer for one file."""
    answers: list[Object | None] = [None] * len(findings)
    open_findings: list[int] = []
    for index, finding in enumerate(findings):
        if finding.rule in catalogue.fixers:
            open_findings.append(index)
        elif finding.rule in catalogue.notices:
            answers[index] = notice(finding, catalogue)
        else:
            answers[index] = refused(
                finding, None, Refusal("unknown-rule", "no fixer knows this rule"))
    result: Object = {"path": path}
    try:
        if open_findings:
            tree = Tree(Source.read(path, data))
            outcomes = fix_all(
                catalogue.fixers, tree, [findings[index] for index in open_findings], project)
            for index, outcome in zip(open_findings, outcomes, strict=True):
                fixer = catalogue.fixers[findings[index].rule]
                if isinstance(outcome, Fix):
                    answers[index] = fixed(findings[index], outcome, tree.source)
                elif is_in_order(outcome, findings[index], catalogue):
                    answers[index] = notice(findings[index], catalogue)
                else:
                    answers[index] = refused(findings[index], fixer, outcome)
            if wants_result:
                patched, taken = combine(tree.source, outcomes)
                result["patched"] = {
                    "base64": encoded(tree.source.mark + tree.source.encode(patched)),
                    "findings": [open_findings[index] for index in taken]}
    except Refusal as refusal:
        for index in open_findings:
            finding = findings[index]
            answers[index] = refused(finding, catalogue.fixers[finding.rule], refusal)
    result["findings"] = answers
    return result


def notice(finding: Finding, catalogue: Catalogue) -> Object:
    """A finding that is no defect, but something to know."""
    return {"rule": finding.rule, "line": finding.line, "status": "notice",
            "text": catalogue.notices[finding.rule]}


def is_in_order(refusal: Refusal, finding: Finding, catalogue: Catalogue) -> bool:
    """Whether a place is in order that a fixer of a notice does not know."""
    return finding.rule in catalogue.notices and refusal.reason.value == "not-found"


def fixed(finding: Finding, outcome: Fix, source: Source) -> Object:
    """A finding with its edits."""
    fixer = outcome.fixer
    return {
        "rule": finding.rule, "line": finding.line, "status": "fixed", "fixer": fixer.name,
        "level": outcome.level, "changesBehaviour": outcome.changes_behaviour,
        "dependencies": list(fixer.dependencies), "mayRaise": list(fixer.may_raise),
        "explanation": fixer.explanation, "notes": list(outcome.notes),
        "postCondition": {"holds": True, "strength": "subject", "text": fixer.post_condition},
        "edits": [
            {
                "kind": "import" if edit.is_import else "fix",
                "start": source.byte_offset(edit.start), "end": source.byte_offset(edit.end),
                "startLine": source.line_of(edit.start), "endLine": source.line_of(edit.end),
                "replacement": encoded(source.encode(edit.text)),
            } for edit in outcome.edits],
    }


def refused(finding: Finding, fixer: Fixer | None, refusal: Refusal) -> Object:
    """A finding that is left as it is."""
    return {
        "rule": finding.rule, "line": finding.line, "status": "refused",
        "fixer": fixer.name if fixer is not None else None,
        "reason": refusal.reason.value, "text": refusal.text,
    }


def evidence(contents: list[tuple[str, bytes]]) -> tuple[frozenset[str], dict[str, int]]:
    """What the files show together: placeholders of their databases, and texts that recur."""
    from parsing.sql_values import placeholders_in
    marks: set[str] = set()
    texts: Counter[str] = Counter()
    for _, data in contents:
        plain = data.decode("utf-8", "replace")
        marks |= placeholders_in(plain)
        for piece in plain.split('"') + plain.split("'"):
            if piece.startswith(("/tmp/", "/var/tmp/", "/dev/shm/")) and len(piece) < 200:
                texts[piece] += 1
    return frozenset(marks), dict(texts)


# Checking


def check(files: list[object], catalogue: Catalogue) -> Object:
    """Whether patched files show the safe shapes; whoever patched them."""
    results: list[Object] = []
    for item in files:
        body = members(item, "a file", {"path", "before", "after", "findings"}, set())
        path = text(body["path"], "path")
        both = [content(members(body[key], key, set(), {"text", "base64"}))
                for key in ("before", "after")]
        findings = read_findings(body["findings"])
        work = partial(check_file, path, both[0], both[1], findings, catalogue)
        results.append(isolated(work, SECONDS) or {"path": path, "findings": [
            {"rule": item.rule, "line": item.line, "holds": False, "strength": "none",
             "text": "the file ended its process, or took too long"} for item in findings]})
    return {"schema": VERDICT, "files": results}


def check_file(
    path: str, before: bytes, after: bytes, findings: list[Finding], catalogue: Catalogue,
) -> Object:
    """The verdicts on a patched file."""
    verdicts = [verdict(path, before, after, finding, catalogue) for finding in findings]
    return {"path": path, "findings": verdicts}


def verdict(
    path: str, before: bytes, after: bytes, finding: Finding, catalogue: Catalogue,
) -> Object:
    """Whether a patched file shows the safe shape for a finding."""
    result: Object = {"rule": finding.rule, "line": finding.line}
    fixer = catalogue.fixers.get(finding.rule)
    if fixer is None:
        return result | {"holds": False, "strength": "none", "text": "no fixer knows this rule"}
    try:
        old = Tree(Source.read(path, before))
        found = judge(fixer, old, locate(fixer, old, finding), Tree(Source.read(path, after)))
    except Refusal as refusal:
        return result | {"holds": False, "strength": "none", "text": refusal.text}
    return result | {"holds": found.holds, "strength": found.strength, "text": found.text}


# Declaring


def declare(catalogue: Catalogue) -> Object:
    """What every fixer says of itself."""
    fixers = {fixer.name: fixer.declaration() for fixer in catalogue.fixers.values()}
    return {
        "schema": CATALOGUE, "fixers": [fixers[name] for name in sorted(fixers)],
        "notices": dict(sorted(catalogue.notices.items())),
    }


# Reading


def members(value: object, what: str, needed: set[str], known: set[str]) -> Object:
    """An object with these members and no others."""
    if not isinstance(value, dict):
        raise BadRequest(f"{what} is no object")
    for name in sorted(needed - value.keys()):
        raise BadRequest(f"{what} has no {name}")
    for name in sorted(value.keys() - needed - known):
        raise BadRequest(f"{what} has an unknown member {name!r}")
    return value


def array(value: object, what: str) -> list[object]:
    """A list."""
    if not isinstance(value, list):
        raise BadRequest(f"{what} is no list")
    return value


def text(value: object, what: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise BadRequest(f"{what} is no text")
    return value


def content(body: Object) -> bytes:
    """The bytes of a file, given as text or in base64."""
    given = [name for name in ("text", "base64") if name in body]
    if len(given) != 1:
        raise BadRequest("a file has exactly one of text and base64")
    value = text(body[given[0]], given[0])
    try:
        if given[0] == "text":
            return value.encode("utf-8")
        return base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError) as error:
        raise BadRequest(f"{given[0]} is not valid") from error


def read_findings(value: object) -> list[Finding]:
    """The findings of a file; members beyond rule and place are the caller's own."""
    found: list[Finding] = []
    for item in array(value, "findings"):
        if not isinstance(item, dict) or not isinstance(item.get("rule"), str):
            raise BadRequest("a finding has no rule")
        places = [item.get("line"), item.get("column", 1)]
        if not all(isinstance(place, int) and 0 < place < 1 << 31 for place in places):
            raise BadRequest("a finding's line and column are numbers from 1")
        found.append(Finding(item["rule"], item["line"], item.get("column")))
    return found


def whole(value: object, what: str, most: int) -> int:
    """A number from 1 to a limit."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 < value <= most:
        raise BadRequest(f"{what} is no number from 1 to {most}")
    return value


def python_version(value: object) -> tuple[int, int]:
    """The oldest Python for which edits may be made, such as 3.9."""
    if value is None:
        return (3, 9)
    parts = text(value, "python").split(".")
    if len(parts) != 2 or not all(part.isdigit() and len(part) < 4 for part in parts):
        raise BadRequest("python is no version such as 3.9")
    return (int(parts[0]), int(parts[1]))


def encoded(data: bytes) -> str:
    """Bytes in base64."""
    return base64.b64encode(data).decode("ascii")
