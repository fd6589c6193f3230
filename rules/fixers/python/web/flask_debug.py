"""B201: a debugger for everybody."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst
from engine.fixer import Fixer, Site
from engine.imports import dotted
from engine.patch import Patch
from engine.refusal import Refusal
from engine.text import is_word
from engine.tree import Tree


class FlaskDebug(Fixer):
    """`app.run(debug=True)` becomes `app.run(debug=False)`."""

    name = "flask-debug"
    rules = ("B201", "S201", "flask-debug")
    preconditions = ("the file imports flask, and the call says debug=True literally",)
    post_condition = "the same call of run says debug=False"
    changes_behaviour = True
    highest_level = "L3"
    explanation = (
        "The Flask debugger lets anybody who reaches an error page run Python on the server. It is "
        "off; `flask --debug run` switches it on for a developer.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        if not any(dotted(node.module).split(".")[0] == "flask" for node in tree.all(
                cst.ImportFrom)) and not any(
                dotted(alias.name) == "flask" for alias in tree.all(cst.ImportAlias)):
            return
        for call in tree.all(cst.Call):
            if not isinstance(call.func, cst.Attribute) or call.func.attr.value != "run":
                continue
            for item in call.args:
                if item.keyword is None or item.keyword.value != "debug":
                    continue
                is_off = is_word(item.value, "False")
                if is_off or is_word(item.value, "True"):
                    yield Site(call, tree.canon(call.func), is_off)

    def fix(self, patch: Patch, site: Site) -> None:
        if not isinstance(site.node, cst.Call):
            raise Refusal("unsure", "no call")
        patch.set_argument(site.node, "debug", "False")
