"""Statements of SQL that have a name before they are executed."""

from __future__ import annotations

import libcst as cst
from engine.text import literal
from engine.tree import Tree
from libcst.metadata import Assignment


def assignments(tree: Tree, call: cst.Call, index: int) -> list[cst.Assign]:
    """What a function assigns to the name that one of its calls gets, which nothing else uses.

    Empty unless every value that the name can have is assigned there, to the name alone.
    """
    name = call.args[index].value if index < len(call.args) else None
    if not isinstance(name, cst.Name) or tree.function(call) is None:
        return []
    scope = tree.scope(call)
    found: list[cst.Assign] = []
    for item in scope[name.value]:
        place = tree.parent(item.node) if isinstance(item, Assignment) else None
        above = tree.parent(place) if place is not None else None
        if (item.scope is not scope or {access.node for access in item.references} != {name}
                or not isinstance(place, cst.AssignTarget) or not isinstance(above, cst.Assign)
                or len(above.targets) != 1 or tree.function(above) is not tree.function(call)):
            return []
        found.append(above)
    return sorted(found, key=tree.start)


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
