"""B108: a file whose name can be guessed."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst
from engine.fixer import Fixer, Site, calls
from engine.patch import Patch
from engine.refusal import Refusal
from engine.text import literal
from engine.tree import Tree


class TempPath(Fixer):
    """`open("/tmp/x.csv", "w")` makes a file of a fresh name instead."""

    name = "temp-path"
    rules = ("B108", "S108", "predictable-temp-path")
    preconditions = (
        "the path is a literal below /tmp, opened for writing in a with statement",
        "it stands nowhere else in the project: nobody else is meant to find the file",
    )
    post_condition = (
        "NamedTemporaryFile makes a file of the same name's parts and mode in the same statement, "
        "and keeps it")
    changes_behaviour = True
    explanation = (
        "Another user can put a link under a name that can be guessed. The file gets a fresh name "
        "that begins and ends as before, and stays when it is closed.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        for call in calls(tree, {"open", "tempfile.NamedTemporaryFile"}):
            if not call.args:
                continue
            if tree.is_any(call.func, {"open"}):
                path = literal(call.args[0].value) or ""
                if is_temporary(path):
                    yield Site(call, f"file {mode(call, 1)} {stem(path)}", False)
            else:
                given = {item.keyword.value: literal(item.value) for item in call.args
                         if item.keyword is not None}
                keeps = any(item.keyword is not None and item.keyword.value == "delete"
                            and tree.text(item.value) == "False" for item in call.args)
                if keeps:
                    name = f"{given.get('prefix') or ''}{given.get('suffix') or ''}"
                    yield Site(call, f"file {mode(call, 0)} {name}", True)
        for text in tree.all(cst.SimpleString):
            if is_temporary(literal(text) or "") and not is_opened(tree, text):
                yield Site(text, f"text {literal(text)}", False)

    def fix(self, patch: Patch, site: Site) -> None:
        tree = patch.tree
        call = site.node
        if not isinstance(call, cst.Call):
            raise Refusal("needs-decision", "others may know the path, so it cannot change")
        path = literal(call.args[0].value) or ""
        if not isinstance(tree.parent(call), cst.WithItem):
            raise Refusal("needs-decision", "the file is not opened in a with statement")
        if mode(call, 1) not in ("w", "wb", "w+", "w+b", "x", "xb", "wt"):
            raise Refusal("needs-decision", "the file is not written from its beginning")
        if patch.project.texts.get(path, 0) > 1:
            raise Refusal("needs-decision", "the path stands elsewhere in the project, too")
        name = stem(path)
        head, dot, tail = name.partition(".")
        names = [f'prefix="{head}"'] + ([f'suffix="{dot}{tail}"'] if tail else [])
        first, second = call.args[0], call.args[1]
        module = patch.use("tempfile", call)
        patch.replace(call.func, f"{module}.NamedTemporaryFile")
        patch.replace_span(tree.span(first.value)[0], tree.start(second), "")
        patch.add_argument(call, ", ".join([*names, "delete=False"]))


def is_opened(tree: Tree, text: cst.SimpleString) -> bool:
    """Whether a text is the path of a call of open."""
    argument = tree.parent(text)
    call = tree.parent(argument) if isinstance(argument, cst.Arg) else None
    return isinstance(call, cst.Call) and call.args[0] is argument and tree.is_any(
        call.func, {"open"})


def is_temporary(path: str) -> bool:
    """Whether a path lies in a folder that every user can write to."""
    return path.startswith(("/tmp/", "/var/tmp/", "/dev/shm/")) and len(path.split("/")[-1]) > 0


def stem(path: str) -> str:
    """The name of a file."""
    return path.rsplit("/", 1)[-1]


def mode(call: cst.Call, position: int) -> str:
    """The mode in which a file is opened."""
    for index, item in enumerate(call.args):
        if (item.keyword is None and index == position) or (
                item.keyword is not None and item.keyword.value == "mode"):
            return literal(item.value) or ""
    return "r"
