"""What a name in a function can stand for."""

from __future__ import annotations

import libcst as cst
from libcst.metadata import Assignment

from engine.tree import Tree


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
