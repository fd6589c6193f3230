"""B103: a file that everybody may change."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst
from engine.fixer import Fixer, Site, calls
from engine.patch import Patch
from engine.refusal import Refusal
from engine.text import number
from engine.tree import Tree

# Writing for everybody, and running for the group: what Bandit and ruff take for permissive.
TOO_MUCH = 0o012


class PermissiveMode(Fixer):
    """`os.chmod(path, 0o777)` leaves the owner's rights."""

    name = "permissive-mode"
    rules = ("B103", "S103", "permissive-mode")
    preconditions = ("the call is os.chmod by the imports, with a literal mode",)
    post_condition = "os.chmod sets a mode on the same path that others can neither write nor run"
    changes_behaviour = True
    explanation = (
        "Everybody on the host could change the file or run it. Where others could run it the "
        "owner keeps the only rights; otherwise others lose the right to write. Services that "
        "share the file under another user need a group for it.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        for call in calls(tree, {"os.chmod"}):
            mode = mode_of(call)
            value = number(mode)
            if value is not None and call.args:
                yield Site(call, tree.canon(call.args[0].value), value & TOO_MUCH == 0)

    def fix(self, patch: Patch, site: Site) -> None:
        mode = mode_of(site.node) if isinstance(site.node, cst.Call) else None
        value = number(mode)
        if mode is None or value is None:
            raise Refusal("unsure", "the mode is no literal")
        kept = value & 0o7700 if value & 0o011 else value & ~0o002
        patch.replace(mode, f"0o{kept:o}")


def mode_of(call: cst.Call) -> cst.BaseExpression | None:
    """The mode of a call."""
    for index, item in enumerate(call.args):
        if item.star:
            return None
        if (item.keyword is None and index == 1) or (
                item.keyword is not None and item.keyword.value == "mode"):
            return item.value
    return None
