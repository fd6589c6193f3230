"""B202: an archive that writes where it says."""

from __future__ import annotations

import tarfile
from collections.abc import Iterable

import libcst as cst
from engine.fixer import Fixer, Site
from engine.patch import Patch
from engine.refusal import Refusal
from engine.text import literal
from engine.tree import Tree

OPENERS = frozenset({"tarfile.open", "tarfile.TarFile", "tarfile.TarFile.open"})


class TarExtract(Fixer):
    """`archive.extractall(path)` filters what the archive says."""

    name = "tar-extract"
    rules = ("B202", "S202", "archive-extract-all")
    preconditions = (
        "the object is a tar archive that the same function opened",
        "a Python with extraction filters: 3.12, or one before it like that of this machine",
    )
    post_condition = 'the same archive is unpacked with filter="data"'
    changes_behaviour = True
    highest_level = "L3"
    explanation = (
        "A tar archive writes wherever its members say: to absolute paths, through links, over "
        "files outside the folder. The data filter of Python refuses such members and drops "
        "owners, set-id bits and devices.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        for call in tree.all(cst.Call):
            if not isinstance(call.func, cst.Attribute) or call.func.attr.value != "extractall":
                continue
            if not is_tar(tree, call.func.value):
                continue
            chosen = [item.value for item in call.args
                      if item.keyword is not None and item.keyword.value == "filter"]
            subject = tree.canon(call.func.value)
            if not chosen:
                yield Site(call, subject, False)
            elif literal(chosen[0]) == "data" or tree.is_any(chosen[0], {"tarfile.data_filter"}):
                yield Site(call, subject, True)

    def fix(self, patch: Patch, site: Site) -> None:
        if not isinstance(site.node, cst.Call):
            raise Refusal("unsure", "no call")
        if len([item for item in site.node.args if item.keyword is None]) > 2:
            raise Refusal("unsure", "the arguments are passed by position")
        # Older than that only by its release, which the Python at hand stands for.
        if patch.project.python < (3, 12) and not hasattr(tarfile, "data_filter"):
            raise Refusal("needs-decision", "the Python of this machine has no extraction filters")
        patch.set_argument(site.node, "filter", '"data"')


def is_tar(tree: Tree, node: cst.BaseExpression) -> bool:
    """Whether an expression is a tar archive, as far as the function shows."""
    if isinstance(node, cst.Call):
        return tree.is_any(node.func, OPENERS)
    if not isinstance(node, cst.Name):
        return False
    kinds: list[bool] = []
    around = tree.function(node)
    for assignment in tree.all(cst.Assign):
        if tree.function(assignment) is around and any(
                isinstance(item.target, cst.Name) and item.target.value == node.value
                for item in assignment.targets):
            kinds.append(is_opened(tree, assignment.value))
    for item in tree.all(cst.WithItem):
        name = item.asname.name if item.asname is not None else None
        if isinstance(name, cst.Name) and name.value == node.value and (
                tree.function(item) is around):
            kinds.append(is_opened(tree, item.item))
    return bool(kinds) and all(kinds)


def is_opened(tree: Tree, node: cst.BaseExpression) -> bool:
    """Whether an expression opens a tar archive, in contextlib.closing or not."""
    if isinstance(node, cst.Call) and tree.is_any(node.func, {"contextlib.closing"}) and node.args:
        return is_opened(tree, node.args[0].value)
    return isinstance(node, cst.Call) and tree.is_any(node.func, OPENERS)
