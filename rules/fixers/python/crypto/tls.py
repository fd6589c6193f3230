"""B502, B503, B504, B323: TLS that gives no protection."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst
from credentials.weak_random import arguments
from engine.fixer import Fixer, Site, calls
from engine.patch import Patch
from engine.refusal import Refusal
from engine.tree import Tree

OLD = frozenset({
    "ssl.PROTOCOL_SSLv2", "ssl.PROTOCOL_SSLv3", "ssl.PROTOCOL_TLSv1", "ssl.PROTOCOL_TLSv1_1",
    "OpenSSL.SSL.SSLv2_METHOD", "OpenSSL.SSL.SSLv3_METHOD", "OpenSSL.SSL.SSLv23_METHOD",
    "OpenSSL.SSL.TLSv1_METHOD", "OpenSSL.SSL.TLSv1_1_METHOD",
})
NEGOTIATED = frozenset({"ssl.PROTOCOL_TLS", "OpenSSL.SSL.TLS_METHOD"})


class TLSOldProtocol(Fixer):
    """`ssl.PROTOCOL_TLSv1` becomes the protocol that negotiates."""

    name = "tls-old-protocol"
    rules = ("B502", "B503", "S502", "S503", "tls-old-protocol")
    preconditions = ("the constant is ssl's or pyOpenSSL's by the imports, reached by its module",)
    post_condition = "the same argument or default is the negotiating constant of its library"
    changes_behaviour = True
    explanation = (
        "SSL 2, SSL 3, TLS 1.0 and TLS 1.1 have known breaks. Both sides negotiate the best "
        "version that they share now; peers that know nothing better are no longer reached.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        for node in tree.all(cst.Attribute):
            if node.attr.value.startswith("PROTOCOL_") or node.attr.value.endswith("_METHOD"):
                is_old = tree.is_any(node, OLD)
                if is_old or tree.is_any(node, NEGOTIATED):
                    yield Site(node, place(tree, node), not is_old)

    def fix(self, patch: Patch, site: Site) -> None:
        node = site.node
        if not isinstance(node, cst.Attribute):
            raise Refusal("unsure", "no constant of a module")
        above = patch.tree.parent(node)
        if not isinstance(above, cst.Arg | cst.Param):
            raise Refusal("unsure", "the constant is neither an argument nor a default")
        name = node.attr
        new = "PROTOCOL_TLS" if name.value.startswith("PROTOCOL_") else "TLS_METHOD"
        patch.replace(name, new)


class TLSNoProtocol(Fixer):
    """`ssl.wrap_socket(s)` says that it negotiates."""

    name = "tls-no-protocol"
    rules = ("B504", "S504")
    preconditions = ("the call is ssl.wrap_socket by the imports, and unpacks no dictionary",)
    post_condition = "the same call names the negotiating protocol"
    explanation = (
        "Without a version old Pythons choose one that is broken. The call asks for negotiation.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        for call in calls(tree, {"ssl.wrap_socket"}):
            first = tree.canon(call.args[0].value) if call.args else ""
            chosen = [item for item in call.args
                      if item.keyword is not None and item.keyword.value == "ssl_version"]
            if not chosen:
                yield Site(call, first, False)
            elif tree.is_any(chosen[0].value, NEGOTIATED):
                yield Site(call, first, True)

    def fix(self, patch: Patch, site: Site) -> None:
        if isinstance(site.node, cst.Call):
            ssl = patch.use("ssl", site.node)
            patch.set_argument(site.node, "ssl_version", f"{ssl}.PROTOCOL_TLS")


class TLSUnverifiedContext(Fixer):
    """`ssl._create_unverified_context()` becomes the default context."""

    name = "tls-unverified-context"
    rules = ("B323", "S323", "tls-context-unverified")
    preconditions = ("the function is ssl's by the imports, called with nothing or a purpose",)
    post_condition = "the same call makes ssl.create_default_context"
    changes_behaviour = True
    explanation = (
        "A context that checks no certificate lets anybody on the way pose as the server. The "
        "default context checks; servers with certificates of a private authority need its file.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        for call in calls(tree, {"ssl._create_unverified_context", "ssl.create_default_context"}):
            is_safe = tree.is_any(call.func, {"ssl.create_default_context"})
            yield Site(call, arguments(tree, call), is_safe)

    def fix(self, patch: Patch, site: Site) -> None:
        call = site.node
        if not isinstance(call, cst.Call):
            raise Refusal("unsure", "no call")
        if any(item.keyword is None or item.keyword.value not in (
                "purpose", "cafile", "capath", "cadata") for item in call.args):
            raise Refusal("needs-decision", "the default context does not take these arguments")
        patch.replace(call.func, f"{patch.use('ssl', call)}.create_default_context")


def place(tree: Tree, node: cst.CSTNode) -> str:
    """What a constant is the argument or the default of."""
    above = tree.parent(node)
    if isinstance(above, cst.Param):
        return f"default {above.name.value}"
    call = tree.parent(above) if isinstance(above, cst.Arg) else None
    if isinstance(above, cst.Arg) and isinstance(call, cst.Call):
        index = next(i for i, item in enumerate(call.args) if item is above)
        keyword = above.keyword.value if above.keyword is not None else str(index)
        return f"argument {keyword} of {tree.canon(call.func)}"
    return "elsewhere"
