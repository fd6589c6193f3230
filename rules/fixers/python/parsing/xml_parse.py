"""B313 to B319, B405 to B409: XML that expands without limit."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst
from credentials.weak_random import arguments
from engine.fixer import Fixer, Site, calls
from engine.imports import dotted
from engine.patch import Patch
from engine.refusal import Refusal
from engine.tree import Tree

# What defusedxml offers under the names of the standard library's modules.
MODULES = {
    "xml.etree.ElementTree": (
        "defusedxml.ElementTree", {"parse", "iterparse", "fromstring", "XML", "XMLParser"}),
    "xml.etree.cElementTree": (
        "defusedxml.ElementTree", {"parse", "iterparse", "fromstring", "XML", "XMLParser"}),
    "xml.dom.minidom": ("defusedxml.minidom", {"parse", "parseString"}),
    "xml.dom.pulldom": ("defusedxml.pulldom", {"parse", "parseString"}),
    "xml.sax": ("defusedxml.sax", {"parse", "parseString", "make_parser"}),
    "xml.dom.expatbuilder": ("defusedxml.expatbuilder", {"parse", "parseString"}),
}
WEAK = {
    f"{module}.{name}": f"{other}.{name}"
    for module, (other, names) in MODULES.items() for name in names}
# What defusedxml's modules hold besides, so that an import of them can take the old one's place.
ALSO = {"xml.etree.ElementTree": {"ParseError", "tostring"}}
NOTE = "the code needs the package defusedxml"


class XMLParse(Fixer):
    """`ElementTree.fromstring(x)` becomes defusedxml's."""

    name = "xml-parse"
    rules = (
        "B313", "B314", "B315", "B316", "B317", "B318", "B319",
        "S313", "S314", "S315", "S316", "S317", "S318", "S319", "xml-entity-parsing")
    preconditions = ("the function is the standard library's by the imports",)
    post_condition = "defusedxml's function of the same name reads the same document"
    dependencies = ("defusedxml",)
    changes_behaviour = True
    explanation = (
        "The parsers of the standard library expand entities without limit, so a crafted document "
        "exhausts memory. defusedxml refuses such documents with an exception and reads all others "
        "alike.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        safe = frozenset(WEAK.values())
        for call in calls(tree, frozenset(WEAK) | safe):
            name = next(iter(tree.names(call.func)))
            subject = f"{name.rsplit('.', 1)[-1]} {arguments(tree, call)}"
            yield Site(call, subject, name in safe)

    def fix(self, patch: Patch, site: Site) -> None:
        call = site.node
        if not isinstance(call, cst.Call):
            raise Refusal("unsure", "no call")
        names = {WEAK[name] for name in patch.tree.names(call.func)}
        if len(names) != 1:
            raise Refusal("untraced", "the module differs by branch")
        module, function = next(iter(names)).rsplit(".", 1)
        patch.replace(call.func, f"{patch.use(module, call)}.{function}")
        patch.lower(NOTE)


class XMLImport(Fixer):
    """`import xml.etree.ElementTree as ET` becomes defusedxml's."""

    name = "xml-import"
    rules = ("B405", "B406", "B407", "B408", "B409", "S405", "S406", "S407", "S408", "S409")
    preconditions = (
        "the import stands alone, at the top of the file, and gives the module a name",
        "the file uses nothing of the module but what defusedxml offers under the same name",
    )
    post_condition = "the same name is imported from defusedxml"
    dependencies = ("defusedxml",)
    changes_behaviour = True
    explanation = XMLParse.explanation

    def sites(self, tree: Tree) -> Iterable[Site]:
        known = {other: module for module, (other, _) in MODULES.items()}
        for node in tree.all(cst.ImportFrom):
            module = dotted(node.module)
            for alias in () if isinstance(node.names, cst.ImportStar) else node.names:
                name = dotted(alias.name)
                bound = dotted(alias.asname.name) if alias.asname else name
                if f"{module}.{name}" in MODULES or module in MODULES:
                    yield Site(node, bound, False)
                elif f"{module}.{name}" in known or module in known:
                    yield Site(node, bound, True)
        for plain in tree.all(cst.Import):
            for alias in plain.names:
                name = dotted(alias.name)
                bound = dotted(alias.asname.name) if alias.asname else name
                if name in MODULES or name in known:
                    yield Site(plain, bound, name in known)

    def fix(self, patch: Patch, site: Site) -> None:
        tree = patch.tree
        node = site.node
        if not isinstance(node, cst.Import | cst.ImportFrom) or isinstance(
                node.names, cst.ImportStar):
            raise Refusal("needs-decision", "everything is imported")
        if len(node.names) != 1 or (isinstance(node, cst.Import) and node.names[0].asname is None):
            raise Refusal("needs-decision", "the import brings several things or no name")
        alias = node.names[0]
        if isinstance(node, cst.Import):
            module, path = dotted(alias.name), alias.name
        else:
            module = dotted(node.module)
            inner = f"{module}.{dotted(alias.name)}"
            if module in MODULES:
                self._refuse_member(module, dotted(alias.name))
                self._move(patch, node.module, MODULES[module][0])
                return
            module, path = inner, node.module
        self._refuse_uses(tree, site.subject, module)
        new = MODULES[module][0]
        self._move(patch, path, new if isinstance(node, cst.Import) else new.rsplit(".", 1)[0])

    def _move(self, patch: Patch, path: cst.CSTNode | None, new: str) -> None:
        if path is None:
            raise Refusal("unsure", "a relative import")
        patch.replace(path, new)
        patch.lower(NOTE)

    def _refuse_member(self, module: str, name: str) -> None:
        if name not in MODULES[module][1] | ALSO.get(module, set()):
            raise Refusal("needs-decision", f"defusedxml has no {name}")

    def _refuse_uses(self, tree: Tree, bound: str, module: str) -> None:
        for name in tree.all(cst.Name):
            above = tree.parent(name)
            if name.value != bound or isinstance(above, cst.AsName | cst.ImportAlias):
                continue
            if not isinstance(above, cst.Attribute):
                raise Refusal("needs-decision", "the module is used other than for its functions")
            if above.value is name:
                self._refuse_member(module, above.attr.value)
