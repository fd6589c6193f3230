"""Functions of the random module that a file has under names of their own."""

from __future__ import annotations

from dataclasses import replace

import libcst as cst
from engine.edits import Edit
from engine.imports import dotted
from engine.patch import Patch
from engine.tree import Tree
from libcst.metadata import ImportAssignment

FUNCTIONS = frozenset({
    "random", "randrange", "randint", "choice", "choices", "uniform", "triangular", "randbytes",
    "sample", "getrandbits", "shuffle",
})
SYSTEM = frozenset({"random.SystemRandom", "secrets.SystemRandom"})


def drawn(tree: Tree) -> dict[str, str]:
    """The file's names that stand for a function of SystemRandom and nothing else, with that."""
    scope = tree.global_scope()
    found: dict[str, str] = {}
    for line in tree.module.body:
        statement = line.body[0] if isinstance(line, cst.SimpleStatementLine) else None
        if not isinstance(statement, cst.Assign) or len(statement.targets) != 1:
            continue
        name, value = statement.targets[0].target, statement.value
        if (isinstance(name, cst.Name) and isinstance(value, cst.Attribute)
                and value.attr.value in FUNCTIONS and isinstance(value.value, cst.Call)
                and tree.is_any(value.value.func, SYSTEM)
                and scope is not None and len(scope[name.value]) == 1):
            found[name.value] = value.attr.value
    return found


def rebind(patch: Patch, function: cst.Name) -> bool:
    """Gives a name that is imported from random to SystemRandom's function; whether that can be.

    The name stays, so that whoever replaces it in this module, as tests do, still replaces it.
    With it go the other functions of the same import: one line cannot be changed twice.
    """
    tree = patch.tree
    line = imported(tree, function)
    last = last_import(tree)
    if line is None or last is None or tree.last_line(last) == len(tree.source.line_starts):
        return False
    statement = line.body[0]
    assert isinstance(statement, cst.ImportFrom) and not isinstance(statement.names, cst.ImportStar)
    moved = [item for item in statement.names if dotted(item.name) in FUNCTIONS]
    kept = [item for item in statement.names if item not in moved]
    names = [dotted(item.asname.name if item.asname else item.name) for item in moved]
    offset = tree.source.line_starts[tree.last_line(last)]
    scope = tree.global_scope()
    for name in names:
        assigned = list(scope[name]) if scope is not None else []
        if len(assigned) != 1 or any(
                tree.start(access.node) < offset for access in assigned[0].references):
            return False
    secrets = patch.use("secrets", function)
    start = tree.source.line_starts[tree.line(line) - 1]
    end = tree.source.line_starts[tree.last_line(line)]
    newline = tree.source.newline
    others = ", ".join(tree.text(item.name) + alias(tree, item) for item in kept)
    lines = [f"{name} = {secrets}.SystemRandom().{dotted(item.name)}{newline}"
             for name, item in zip(names, moved, strict=True)]
    text = newline + "".join(lines)
    # At one place imports go by their text; this one has to be behind the module's.
    for index, edit in enumerate(patch.edits):
        if edit.start == edit.end == offset:
            patch.edits[index] = replace(edit, text=edit.text + text)
            break
    else:
        patch.edits.append(Edit(offset, offset, text, is_import=True))
    patch.edits.append(Edit(
        start, end, f"from random import {others}{newline}" if kept else "", is_import=True))
    return True


def alias(tree: Tree, item: cst.ImportAlias) -> str:
    """The `as` of an import."""
    return f" as {tree.text(item.asname.name)}" if item.asname else ""


def imported(tree: Tree, function: cst.Name) -> cst.SimpleStatementLine | None:
    """The line of the file that imports a name from random, and is nothing else."""
    found = list(tree.scope(function)[function.value])
    if len(found) != 1 or not isinstance(found[0], ImportAssignment):
        return None
    for line in tree.module.body:
        statement = line.body[0] if isinstance(line, cst.SimpleStatementLine) else None
        if (statement is found[0].node and isinstance(statement, cst.ImportFrom)
                and isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1
                and statement.lpar is None and line.trailing_whitespace.comment is None
                and tree.line(line) == tree.last_line(line)
                and not isinstance(statement.names, cst.ImportStar)):
            return line
    return None


def last_import(tree: Tree) -> cst.SimpleStatementLine | None:
    """The last of the imports with which a file starts."""
    last: cst.SimpleStatementLine | None = None
    for line in tree.module.body:
        if not isinstance(line, cst.SimpleStatementLine):
            break
        if isinstance(line.body[0], cst.Import | cst.ImportFrom):
            last = line
        elif not isinstance(line.body[0], cst.Expr):
            break
    return last
