"""B701: templates that do not escape."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst
from engine.fixer import Fixer, Site, calls
from engine.patch import Patch
from engine.text import is_word
from engine.tree import Tree


class JinjaAutoescape(Fixer):
    """`jinja2.Environment()` escapes in templates of HTML and XML."""

    name = "jinja-autoescape"
    rules = ("B701", "S701", "jinja-autoescape-off", "jinja-autoescape-false")
    preconditions = ("the class is jinja2's by the imports, and the call unpacks no dictionary",)
    post_condition = "the same environment is made with select_autoescape() or autoescape=True"
    changes_behaviour = True
    explanation = (
        "Values with markup in them became part of the page. Templates whose names end in .html, "
        ".htm or .xml escape values now; mark the few values that are markup as Markup.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        for call in calls(tree, {"jinja2.Environment", "jinja2.environment.Environment"}):
            others = [item for item in call.args
                      if item.keyword is None or item.keyword.value != "autoescape"]
            subject = " ".join(tree.canon(item.value) for item in others)
            chosen = [item.value for item in call.args
                      if item.keyword is not None and item.keyword.value == "autoescape"]
            if not chosen or is_word(chosen[0], "False"):
                yield Site(call, subject, False)
            elif is_word(chosen[0], "True") or (
                    isinstance(chosen[0], cst.Call) and tree.is_any(
                        chosen[0].func, {"jinja2.select_autoescape"})):
                yield Site(call, subject, True)

    def fix(self, patch: Patch, site: Site) -> None:
        call = site.node
        if not isinstance(call, cst.Call):
            return
        if isinstance(call.func, cst.Attribute) and patch.tree.is_any(
                call.func.value, {"jinja2"}):
            escape = f"{patch.tree.text(call.func.value)}.select_autoescape()"
        elif isinstance(call.func, cst.Name) and patch.tree.is_any(
                call.func, {"jinja2.Environment"}):
            escape = f"{patch.use_member('jinja2', 'select_autoescape', call)}()"
        else:
            escape = "True"
        patch.set_argument(call, "autoescape", escape)
