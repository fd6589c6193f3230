"""Where in a function a place is, and whether it is ever reached."""

from __future__ import annotations

import libcst as cst

from engine.tree import Tree

ENDS = cst.Return | cst.Raise | cst.Continue | cst.Break
BLOCKS = cst.If | cst.For | cst.While | cst.Try | cst.TryStar | cst.With | cst.Match
FALSE = {"False", "None", "0", "''", "()", "[]", "{}", "not True", "not 1"}
TRUE = {"True", "1", "not False", "not 0"}


def place(tree: Tree, node: cst.CSTNode) -> str:
    """The function around a place, and the kinds of the blocks in between from the outside in."""
    kinds: list[str] = []
    for above in tree.ancestors(node):
        if isinstance(above, cst.FunctionDef | cst.ClassDef | cst.Lambda):
            break
        if isinstance(above, BLOCKS):
            kinds.append(type(above).__name__)
    return tree.scope_path(node) + "/" + ".".join(reversed(kinds))


def is_dead(tree: Tree, node: cst.CSTNode) -> bool:
    """Whether a place surely never runs: behind a return, or under a condition that never holds."""
    inner = node
    for above in tree.ancestors(node):
        if isinstance(above, cst.FunctionDef | cst.Lambda):
            return False
        if isinstance(above, cst.IndentedBlock | cst.Module):
            for line in above.body:
                if line is inner:
                    break
                if isinstance(line, cst.SimpleStatementLine) and isinstance(line.body[-1], ENDS):
                    return True
        if isinstance(above, cst.If | cst.While):
            test = tree.canon(above.test)
            if (inner is above.body and test in FALSE) or (inner is above.orelse and test in TRUE):
                return True
        inner = above
    return False
