"""B106: a secret in a call."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst
from engine.fixer import Fixer, Site
from engine.patch import Patch
from engine.refusal import Refusal
from engine.text import literal
from engine.tree import Tree

from credentials.looks import SECRET, looked_up, refuse_copies, refuse_harmless, variable


class PasswordArgument(Fixer):
    """`connect(password="…")` reads the environment instead."""

    name = "password-argument"
    rules = ("B106", "S106")
    preconditions = (
        "the text looks like a secret: no word, path, address, sentence or empty text",
        "it stands once in the file",
    )
    post_condition = "the same argument of the same call is an environment variable's value"
    changes_behaviour = True
    explanation = (
        "Everybody who can read the code or its history has this secret. It is read from the "
        "environment now; a missing variable is a KeyError that names it. Change the secret "
        "itself: it stays in the history.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        for call in tree.all(cst.Call):
            for item in call.args:
                if item.keyword is None or not SECRET.search(item.keyword.value):
                    continue
                subject = f"{tree.canon(call.func)} {item.keyword.value}"
                if literal(item.value) is not None:
                    yield Site(call, subject, False)
                elif looked_up(tree, item.value) is not None:
                    yield Site(call, subject, True)

    def fix(self, patch: Patch, site: Site) -> None:
        tree = patch.tree
        keyword = site.subject.rsplit(" ", 1)[1]
        found = patch.argument(site.node, keyword) if isinstance(site.node, cst.Call) else None
        if found is None:
            raise Refusal("unsure", "no such argument")
        value = literal(found.value)
        refuse_harmless(value)
        refuse_copies(tree, found.value, value or "")
        if isinstance(found.value, cst.ConcatenatedString):
            raise Refusal("layout", "the text is put together of several literals")
        name = variable(tree, keyword)
        patch.replace(found.value, f'{patch.use("os", site.node)}.environ["{name}"]')
        patch.lower("set the variable, and change the secret: it stays in the history")
