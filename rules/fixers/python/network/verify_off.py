"""B501: a server's certificate that nobody checks."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst
from engine.fixer import Fixer, Site, calls
from engine.patch import Patch
from engine.text import is_word
from engine.tree import Tree

from network.request_timeout import HTTPX, REQUESTS

FUNCTIONS = REQUESTS | HTTPX


class VerifyOff(Fixer):
    """`verify=False` becomes `verify=True`."""

    name = "verify-off"
    rules = ("B501", "S501", "tls-verification-off")
    preconditions = ("the call is requests' or httpx's by the imports, and says False literally",)
    post_condition = "the same call with the same first argument says verify=True"
    changes_behaviour = True
    explanation = (
        "Without a check of the certificate anybody on the way can read and change the traffic. "
        "The check is on; for a private authority pass the file of its certificate instead.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        for call in calls(tree, FUNCTIONS):
            for item in call.args:
                if item.keyword is not None and item.keyword.value == "verify":
                    head = call.args[0]
                    subject = tree.canon(call.func) + (
                        "" if head.keyword else " " + tree.canon(head.value))
                    if is_word(item.value, "False"):
                        yield Site(call, subject, False)
                    elif is_word(item.value, "True"):
                        yield Site(call, subject, True)

    def fix(self, patch: Patch, site: Site) -> None:
        if isinstance(site.node, cst.Call):
            patch.set_argument(site.node, "verify", "True")
