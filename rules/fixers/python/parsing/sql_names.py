"""Statements of SQL that have a name before they are executed."""

from __future__ import annotations

import libcst as cst
from engine.names import assignments
from engine.text import literal
from engine.tree import Tree


def bound(tree: Tree, call: cst.Call) -> list[tuple[cst.Assign, str, cst.Tuple]]:
    """The statements of a call that gets both them and their values by names.

    Each with its text and values, which are assigned in the same block.
    """
    texts, values = assignments(tree, call, 0), assignments(tree, call, 1)
    found: list[tuple[cst.Assign, str, cst.Tuple]] = []
    for one, other in zip(texts, values, strict=False):
        text = literal(one.value)
        blocks = [tree.enclosing(item, cst.BaseSuite) for item in (one, other)]
        if text is not None and isinstance(other.value, cst.Tuple) and blocks[0] is blocks[1]:
            found.append((one, text, other.value))
    return found if len(found) == len(texts) == len(values) else []
