"""B104: a service on every interface."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst
from engine.fixer import Fixer, Site
from engine.patch import Patch
from engine.refusal import Refusal
from engine.text import literal, number, words
from engine.tree import Tree

ALL = "0.0.0.0"  # noqa: S104
LOOPBACK = "127.0.0.1"
VARIABLE = "BIND_HOST"
NAMES = {
    "host", "hostname", "bind", "interface", "listen", "bind_address", "bind_host", "listen_host",
}
# What listens, by the last word of a function's name.
LISTENERS = {"bind", "listen", "run", "serve", "server", "app", "simple", "main", "start"}


class BindAll(Fixer):
    """`run(host="0.0.0.0")` listens on the loopback unless the environment says otherwise."""

    name = "bind-all"
    rules = ("B104", "S104", "bind-all-interfaces")
    preconditions = (
        "the text is the host of a call or function that listens by its name, or of a bound pair",
        "it is not compared, listed or shown",
    )
    post_condition = (
        f"the same place reads {VARIABLE} from the environment, with the loopback as default")
    changes_behaviour = True
    explanation = (
        "A service on every interface may be reachable from networks it was not meant for. It "
        f"listens on the loopback now, unless {VARIABLE} names an address.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        for text in tree.all(cst.SimpleString):
            if literal(text) == ALL:
                yield Site(text, role(tree, text), False)
        for call in tree.all(cst.Call):
            given = [literal(item.value) for item in call.args]
            if given == [VARIABLE, LOOPBACK] and tree.is_any(
                    call.func, {"os.environ.get", "os.getenv"}):
                yield Site(call, role(tree, call), True)

    def fix(self, patch: Patch, site: Site) -> None:
        if not site.subject:
            raise Refusal("unsure", "nothing shows that this address is bound")
        patch.replace(
            site.node,
            f'{patch.use("os", site.node)}.environ.get("{VARIABLE}", "{LOOPBACK}")')


def role(tree: Tree, node: cst.CSTNode) -> str:
    """What an address is used for, when that is to bind; empty otherwise."""
    above = tree.parent(node)
    if isinstance(above, cst.Param):
        function = above.name.value if listens(tree.scope_path(above)) else ""
        return f"default {function}" if function in NAMES else ""
    if isinstance(above, cst.Arg):
        return role_of_argument(tree, above)
    pair = tree.parent(above) if isinstance(above, cst.Element) else None
    if isinstance(pair, cst.Tuple) and len(pair.elements) == 2 and pair.elements[0] is above:
        second = pair.elements[1].value
        argument = tree.parent(pair)
        call = tree.parent(argument) if isinstance(argument, cst.Arg) else None
        if isinstance(call, cst.Call) and listens(tree.text(call.func)) and (
                number(second) is not None or isinstance(second, cst.Name | cst.Attribute)):
            return f"pair of {tree.canon(call.func)} {tree.canon(second)}"
    return ""


def role_of_argument(tree: Tree, argument: cst.Arg) -> str:
    """What an argument is used for, when that is to bind; empty otherwise."""
    call = tree.parent(argument)
    if not isinstance(call, cst.Call):
        return ""
    name = argument.keyword.value if argument.keyword is not None else ""
    is_option = tree.text(call.func).endswith(("add_argument", "add_option", "option")) and any(
        (literal(item.value) or "").lstrip("-") in NAMES for item in call.args
        if item.keyword is None)
    if (name in NAMES and listens(tree.text(call.func))) or (name == "default" and is_option):
        return f"{name} of {tree.canon(call.func)}"
    return ""


def listens(name: str) -> bool:
    """Whether a function's name says that it listens."""
    found = words(name)
    return bool(found) and (found[-1] in LISTENERS or "server" in found or "serve" in found)
