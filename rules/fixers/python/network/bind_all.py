"""B104: a service on every interface."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from engine.fixer import Fixer, Site
from engine.patch import Patch
from engine.refusal import Refusal
from engine.text import literal, number
from engine.tree import Tree

ALL = "0.0.0.0"  # noqa: S104
LOOPBACK = "127.0.0.1"
VARIABLE = "BIND_HOST"
NAMES = {"host", "hostname", "address", "addr", "bind", "interface", "listen", "ip", "server_name"}


class BindAll(Fixer):
    """`run(host="0.0.0.0")` listens on the loopback unless the environment says otherwise."""

    name = "bind-all"
    rules = ("B104", "S104", "bind-all-interfaces")
    preconditions = (
        "the text is the host argument of a call, its default, or the first of a bound pair",
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
            if len(call.args) == 2 and literal(call.args[0].value) == VARIABLE:
                if literal(call.args[1].value) == LOOPBACK and tree.is_any(
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
        return f"default {above.name.value}" if above.name.value in NAMES else ""
    if isinstance(above, cst.Arg):
        call = tree.parent(above)
        if not isinstance(call, cst.Call):
            return ""
        name = above.keyword.value if above.keyword is not None else ""
        option = any(
            (literal(item.value) or "").lstrip("-") in NAMES for item in call.args
            if item.keyword is None)
        if name in NAMES or (name == "default" and option):
            return f"{name} of {tree.canon(call.func)}"
        return ""
    pair = tree.parent(above) if isinstance(above, cst.Element) else None
    if isinstance(pair, cst.Tuple) and len(pair.elements) == 2 and pair.elements[0] is above:
        second = pair.elements[1].value
        argument = tree.parent(pair)
        call = tree.parent(argument) if isinstance(argument, cst.Arg) else None
        if isinstance(call, cst.Call) and (
                number(second) is not None or isinstance(second, cst.Name | cst.Attribute)):
            return f"pair of {tree.canon(call.func)} {tree.canon(second)}"
    if isinstance(above, cst.Assign) and len(above.targets) == 1:
        target = tree.canon(above.targets[0].target)
        if target.rsplit(".", 1)[-1].lower().split("_")[-1] in NAMES:
            return f"assigned to {target}"
    return ""
