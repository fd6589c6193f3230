"""B506: YAML that builds objects."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst
from engine.fixer import Fixer, Site, calls
from engine.patch import Patch
from engine.refusal import Refusal
from engine.tree import Tree

UNSAFE = frozenset(
    f"yaml.{name}" for name in ("Loader", "UnsafeLoader", "FullLoader", "CLoader", "CFullLoader",
                                "CUnsafeLoader"))
SAFE = frozenset(f"yaml.{name}" for name in ("SafeLoader", "CSafeLoader", "BaseLoader"))
LOADS = frozenset({"yaml.load", "yaml.load_all", "yaml.unsafe_load", "yaml.full_load"})


class YAMLLoad(Fixer):
    """`yaml.load(x)` becomes `yaml.safe_load(x)`."""

    name = "yaml-load"
    rules = ("B506", "S506", "yaml-unsafe-load")
    preconditions = (
        "the function is PyYAML's by the imports; its loader is one of PyYAML's or not given",)
    post_condition = "the same document is read by safe_load, or with the safe loader"
    changes_behaviour = True
    highest_level = "L3"
    explanation = (
        "This loader builds Python objects that the document names, so a document that somebody "
        "else can write runs their code. Documents of plain data are read as before; tags for "
        "Python objects are an error.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        for call in calls(tree, LOADS | {"yaml.safe_load", "yaml.safe_load_all"}):
            if not call.args:
                continue
            subject = tree.canon(call.args[0].value)
            name = next(iter(tree.names(call.func)))
            loader = loader_of(call)
            if name.startswith("yaml.safe_"):
                yield Site(call, subject, True)
            elif name in ("yaml.load", "yaml.load_all") and loader is not None:
                yield Site(call, subject, tree.is_any(loader, SAFE))
            else:
                yield Site(call, subject, False)

    def fix(self, patch: Patch, site: Site) -> None:
        tree = patch.tree
        call = site.node
        if not isinstance(call, cst.Call):
            raise Refusal("unsure", "no call")
        patch.refuse_unpacking(call)
        loader = loader_of(call)
        if loader is not None:
            if not tree.is_any(loader, UNSAFE):
                raise Refusal("needs-decision", "the loader is none of PyYAML's own")
            if not isinstance(loader, cst.Attribute):
                raise Refusal("untraced", "the loader is not reached by its module")
            name = "CSafeLoader" if loader.attr.value.startswith("C") else "SafeLoader"
            patch.replace(loader.attr, name)
        elif isinstance(call.func, cst.Attribute):
            plural = "_all" if call.func.attr.value.endswith("_all") else ""
            patch.replace(call.func.attr, f"safe_load{plural}")
        else:
            patch.replace(call.func, patch.use_member("yaml", "safe_load", call))


def loader_of(call: cst.Call) -> cst.BaseExpression | None:
    """The loader of a call."""
    for index, item in enumerate(call.args):
        if (item.keyword is None and index == 1) or (
                item.keyword is not None and item.keyword.value == "Loader"):
            return item.value
    return None
