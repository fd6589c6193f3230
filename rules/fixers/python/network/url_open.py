"""B310: an address that may be a file."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst
from credentials.weak_random import arguments
from engine.fixer import Fixer, Site, calls
from engine.patch import Patch
from engine.refusal import Refusal
from engine.tree import Tree

HANDLERS = (
    "ProxyHandler", "UnknownHandler", "HTTPHandler", "HTTPSHandler", "HTTPDefaultErrorHandler",
    "HTTPRedirectHandler", "HTTPErrorProcessor",
)
NAME = "web_opener"


class URLOpen(Fixer):
    """`urlopen(url)` goes through an opener that knows HTTP and HTTPS only."""

    name = "url-open"
    rules = ("B310", "S310")
    preconditions = (
        "the call is urllib.request.urlopen by the imports, without a context of its own",
        "the file installs no opener; lines can go before the call",
    )
    post_condition = (
        "the same address is opened by an OpenerDirector to which handlers for HTTP and HTTPS "
        "were added and none for files or FTP")
    changes_behaviour = True
    explanation = (
        "urlopen also opens file: and ftp: addresses, so whoever chooses the address reads files "
        "of this machine. An opener that knows HTTP and HTTPS alone takes its place; any other "
        "scheme is a URLError.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        for call in calls(tree, {"urllib.request.urlopen"}):
            yield Site(call, arguments(tree, call), False)
        for call in tree.all(cst.Call):
            function = call.func
            if not isinstance(function, cst.Attribute) or function.attr.value != "open":
                continue
            opener = function.value
            if isinstance(opener, cst.Name) and is_web_opener(tree, call, opener.value):
                yield Site(call, arguments(tree, call), True)

    def fix(self, patch: Patch, site: Site) -> None:
        tree = patch.tree
        call = site.node
        if not isinstance(call, cst.Call):
            raise Refusal("unsure", "no call")
        patch.refuse_unpacking(call)
        names = {item.keyword.value for item in call.args if item.keyword is not None}
        if names - {"url", "data", "timeout"} or len(call.args) - len(names) > 3:
            raise Refusal("needs-decision", "the call brings certificates or a context of its own")
        if "url" in names:
            raise Refusal("unsure", "the address is passed by name")
        if "install_opener" in tree.identifiers:
            raise Refusal("needs-decision", "the file installs an opener of its own")
        if {NAME, "handler_class"} & tree.identifiers:
            raise Refusal("name-taken", f"the name {NAME} is used for something else")
        if isinstance(call.func, cst.Attribute):
            module = tree.text(call.func.value)
        else:
            module = patch.use("urllib.request", call)
        statement = patch.statement(call)
        lines = [f"{NAME} = {module}.OpenerDirector()", "for handler_class in ("]
        lines += [f"\t\t{module}.{name}," for name in HANDLERS]
        lines[-1] = lines[-1][:-1] + "):"
        lines.append(f"\t{NAME}.add_handler(handler_class())")
        patch.before(statement, lines)
        patch.replace(call.func, f"{NAME}.open")


def is_web_opener(tree: Tree, call: cst.Call, name: str) -> bool:
    """Whether a name is an opener that got the handlers for HTTP, and no others, before a call."""
    for above in tree.ancestors(call):
        made = False
        for line in above.body if isinstance(above, cst.IndentedBlock | cst.Module) else ():
            if tree.start(line) > tree.start(call):
                break
            text = " ".join(tree.source.text[tree.start(line):tree.end(line)].split())
            if isinstance(line, cst.SimpleStatementLine):
                first = line.body[0]
                if isinstance(first, cst.Assign) and tree.canon(first.targets[0].target) == name:
                    value = first.value
                    made = isinstance(value, cst.Call) and tree.is_any(
                        value.func, {"urllib.request.OpenerDirector"})
            elif made and isinstance(line, cst.For) and isinstance(line.iter, cst.Tuple):
                found = {
                    item.value.attr.value for item in line.iter.elements
                    if isinstance(item.value, cst.Attribute) and tree.is_any(
                        item.value, {f"urllib.request.{word}" for word in HANDLERS})}
                if found == set(HANDLERS) and f"{name}.add_handler(" in text:
                    return True
    return False
