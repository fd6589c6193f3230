"""B113: a request without a time limit."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst
from engine.fixer import Fixer, Site, calls
from engine.patch import Patch
from engine.refusal import Refusal
from engine.text import is_word
from engine.tree import Tree

VERBS = ("get", "post", "put", "delete", "patch", "head", "options", "request")
REQUESTS = frozenset(f"requests.{verb}" for verb in VERBS)
# httpx has a limit of its own unless it is switched off.
HTTPX = frozenset(f"httpx.{verb}" for verb in (*VERBS, "stream", "Client", "AsyncClient"))
# As long as requests' documentation gives in its example for slow servers.
SECONDS = 30


class RequestTimeout(Fixer):
    """`requests.get(url)` gives up after half a minute of silence."""

    name = "request-timeout"
    rules = ("B113", "S113", "request-without-timeout")
    preconditions = (
        "the call is requests' or httpx's by the imports; a dictionary that it unpacks is the "
        "function's own keywords, used nowhere else",)
    post_condition = "the same call with the same first argument has a timeout other than None"
    changes_behaviour = True
    highest_level = "L3"
    explanation = (
        "Without a time limit the request waits for ever when the other side stays silent, and "
        f"holds a worker meanwhile. It gives up after {SECONDS} seconds without a byte now, with "
        "the library's own exception for that.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        for call in calls(tree, REQUESTS | HTTPX):
            limits = [item.value for item in call.args
                      if item.keyword is not None and item.keyword.value == "timeout"]
            subject = tree.canon(call.func)
            positional = [item for item in call.args if item.keyword is None and not item.star]
            if positional:
                subject += " " + tree.canon(positional[0].value)
            if limits:
                yield Site(call, subject, not is_word(limits[0], "None"))
            elif tree.is_any(call.func, REQUESTS):
                yield Site(call, subject, False)

    def fix(self, patch: Patch, site: Site) -> None:
        if not isinstance(site.node, cst.Call):
            raise Refusal("unsure", "no call")
        unpacked = [item for item in site.node.args if item.star == "**"]
        if len(unpacked) != 1 or patch.argument(site.node, "timeout") is not None:
            patch.set_argument(site.node, "timeout", str(SECONDS))
            return
        # The limit that a caller gave stays, and cannot be there twice. It gets a name, since
        # scanners take the value of a call for none.
        name = own_keywords(patch.tree, site.node, unpacked[0].value)
        patch.before(
            patch.statement(site.node), [f'timeout = {name}.pop("timeout", {SECONDS})'])
        patch.insert(patch.tree.start(unpacked[0]), "timeout=timeout, ")


def own_keywords(tree: Tree, call: cst.Call, value: cst.BaseExpression) -> str:
    """The name of the keywords of the function around a call, which are used for nothing else."""
    function = tree.function(call)
    if function is not None and isinstance(value, cst.Name):
        keywords = function.params.star_kwarg
        uses = [node for node in tree.all(cst.Name)
                if node.value == value.value and tree.contains(function, node)]
        # The parameter and its one use; in a loop the second round would find it without a limit.
        again = tree.enclosing(call, cst.For, cst.While, cst.BaseComp, cst.Lambda)
        is_repeated = again is not None and tree.contains(function, again)
        is_free = all(node.value != "timeout" for node in tree.all(cst.Name)
                      if tree.contains(function, node))
        if keywords is not None and keywords.name.value == value.value and len(
                uses) == 2 and not is_repeated and is_free:
            return value.value
    raise Refusal("unsure", "the call unpacks a dictionary that may hold the argument")
