"""B307: eval of what should be data."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst
from engine.fixer import Fixer, Site, calls
from engine.patch import Patch
from engine.refusal import Refusal
from engine.template import Hole, parts_of
from engine.text import words
from engine.tree import Tree

# What these hold is computed, not read.
CODE = {
    "code", "expr", "expression", "expressions", "formula", "source", "src", "cmd", "command",
    "statement", "condition", "cond", "rule", "function", "func", "lambda", "script", "query",
    "predicate", "program", "filter", "body", "compiled", "co", "template", "annotation",
    "annotations", "name", "cls", "class", "type", "types", "module", "method", "attr", "attribute",
    "test", "input",
}


# Functions that give a text as it came.
READERS = [[word] for word in ("read", "readline", "strip", "decode", "get", "getenv", "str")]


class EvalLiteral(Fixer):
    """`eval(text)` becomes `ast.literal_eval(text)`."""

    name = "eval-literal"
    rules = ("B307", "S307", "eval-of-built-code")
    preconditions = (
        "eval is the builtin, called with the text alone: no names are given to it",
        "the text is one value, and its name does not speak of code",
    )
    post_condition = "ast.literal_eval reads the same text"
    changes_behaviour = True
    explanation = (
        "eval runs whatever the text says. ast.literal_eval reads numbers, texts, lists and the "
        "like, and is a ValueError for everything else; texts that compute something fail now.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        for call in calls(tree, {"eval", "ast.literal_eval"}):
            if call.args:
                is_safe = tree.is_any(call.func, {"ast.literal_eval"})
                yield Site(call, tree.canon(call.args[0].value), is_safe)

    def fix(self, patch: Patch, site: Site) -> None:
        tree = patch.tree
        call = site.node
        if not isinstance(call, cst.Call) or len(call.args) != 1 or call.args[0].star:
            raise Refusal("needs-decision", "the code is given names to work with")
        value = call.args[0].value
        if isinstance(value, cst.Call):
            if words(tree.text(value.func))[-1:] not in READERS:
                raise Refusal("needs-decision", "the text is computed in place")
        else:
            parts = parts_of(tree, value)
            if len(parts) != 1 or not isinstance(parts[0], Hole):
                raise Refusal("needs-decision", "the code is put together in place")
        if any(word in CODE for word in words(tree.text(value))):
            raise Refusal("needs-decision", "by its name the text is code and no data")
        patch.replace(call.func, f"{patch.use('ast', call)}.literal_eval")
