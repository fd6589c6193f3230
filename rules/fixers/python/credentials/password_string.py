"""B105: a secret in an assignment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import libcst as cst
from engine.fixer import Fixer, Site
from engine.patch import Patch
from engine.refusal import Refusal
from engine.text import literal
from engine.tree import Tree

from credentials.looks import (
    ABOUT,
    SECRET,
    looked_up,
    refuse_copies,
    refuse_harmless,
    target_name,
    variable,
)


class PasswordString(Fixer):
    """`PASSWORD = "…"` reads the environment instead."""

    name = "password-string"
    rules = ("B105", "S105", "hard-coded-password", "hard-coded-token", "session-key-literal")
    preconditions = (
        "the text looks like a secret: no word, path, address, sentence or empty text",
        "it is assigned, not compared, and stands once in the file",
    )
    post_condition = "the same target is assigned from an environment variable without a default"
    changes_behaviour = True
    explanation = (
        "Everybody who can read the code or its history has this secret. It is read from the "
        "environment now; without the variable the value is None, which fits no password. Change "
        "the secret itself: it stays in the history.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        for target, value in assignments(tree):
            name = target_name(target)
            if not SECRET.search(name):
                continue
            subject = tree.canon(target)
            if literal(value) is not None:
                yield Site(value, subject, False)
            elif looked_up(tree, value) is not None:
                yield Site(value, subject, True)

    def fix(self, patch: Patch, site: Site) -> None:
        tree = patch.tree
        value = literal(site.node)
        refuse_harmless(value)
        if ABOUT.search(site.subject.strip("'\"[]")):
            raise Refusal("false-positive", "the name is about a secret, and holds none")
        refuse_copies(tree, site.node, value or "")
        if isinstance(site.node, cst.ConcatenatedString):
            raise Refusal("layout", "the text is put together of several literals")
        name = variable(tree, site.subject.rsplit(".", 1)[-1].replace("['", "_"))
        patch.replace(site.node, f'{patch.use("os", site.node)}.environ.get("{name}")')
        patch.lower("set the variable, and change the secret: it stays in the history")


def assignments(tree: Tree) -> Iterator[tuple[cst.BaseExpression, cst.BaseExpression]]:
    """Targets and values of all assignments."""
    for node in tree.all(cst.Assign):
        for item in node.targets:
            yield item.target, node.value
    for annotated in tree.all(cst.AnnAssign):
        if annotated.value is not None:
            yield annotated.target, annotated.value
