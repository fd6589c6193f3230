"""B101: a check that disappears under -O."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst
from engine.fixer import Fixer, Site
from engine.patch import Patch
from engine.refusal import Refusal
from engine.runner import is_test
from engine.tree import Tree, canonical

NEVER = "False"
INVERSE = {cst.Is: "is not", cst.IsNot: "is", cst.In: "not in", cst.NotIn: "in"}


class AssertUsed(Fixer):
    """`assert x, m` becomes `if not x: raise AssertionError(m)`."""

    name = "assert-used"
    rules = ("B101", "S101", "assert-for-authorisation")
    preconditions = (
        "the file is no test: test frameworks rewrite assert statements",
        "the condition is no tuple, which would always be true",
    )
    post_condition = "the negated condition raises AssertionError in an explicit if statement"
    highest_level = "L3"
    explanation = (
        "Python leaves assert statements out when it runs with -O, and the check with them. "
        "The same condition now raises the same exception in every mode.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        for node in tree.all(cst.Assert):
            subject = tree.canon(node.test)
            yield Site(node, NEVER if is_false(node.test) else subject, False)
        for node in tree.all(cst.If):
            if node.orelse is None and raises_assertion(only_statement(node.body)):
                yield Site(node, canonical(inverted(tree, node.test)), True)
        for node in tree.all(cst.Raise):
            if raises_assertion(node):
                yield Site(node, NEVER, True)

    def fix(self, patch: Patch, site: Site) -> None:
        tree = patch.tree
        node = site.node
        if not isinstance(node, cst.Assert):
            raise Refusal("unsure", "no assert statement")
        if is_test(tree.source.path):
            raise Refusal("test-code", "asserts of tests are what test frameworks read")
        if isinstance(node.test, cst.Tuple):
            raise Refusal("needs-decision", "the condition is a tuple, which is always true")
        message = tree.text(node.msg) if node.msg is not None else None
        failure = "raise AssertionError" + (f"({message})" if message is not None else "")
        if is_false(node.test):
            patch.replace_span(tree.start(node), tree.end(node), failure)
            return
        header = f"if {inverted(tree, node.test)}:"
        newline, step = tree.source.newline, tree.module.default_indent
        parent = tree.parent(node)
        if isinstance(parent, cst.SimpleStatementSuite):
            owner = tree.parent(parent)
            if len(parent.body) > 1 or owner is None or isinstance(owner, cst.Else | cst.Finally):
                raise Refusal("layout", "the statement shares its line with another one")
            inner = newline + patch.indentation(owner) + step
            start = tree.start(node)
            while tree.source.text[start - 1] in " \t":
                start -= 1
            patch.replace_span(start, tree.end(node), f"{inner}{header}{inner}{step}{failure}")
            return
        if not isinstance(parent, cst.SimpleStatementLine) or len(parent.body) > 1:
            raise Refusal("layout", "the statement shares its line with another one")
        inner = newline + patch.indentation(parent) + step
        patch.replace_span(tree.start(node), tree.end(node), header + inner + failure)


def is_false(node: cst.CSTNode) -> bool:
    """Whether a condition is the literal False or 0."""
    if isinstance(node, cst.Name):
        return node.value == "False"
    return isinstance(node, cst.Integer) and node.evaluated_value == 0


def inverted(tree: Tree, node: cst.BaseExpression) -> str:
    """The text of the opposite condition; `==` stays, for types may define it without `!=`."""
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Not):
        return tree.text(node.expression)
    # Several lines may hold comments, and stay as they are.
    is_short = not (node.lpar and "\n" in tree.text(node))
    if isinstance(node, cst.Comparison) and len(node.comparisons) == 1 and is_short:
        target = node.comparisons[0]
        word = INVERSE.get(type(target.operator))
        if word is not None:
            body = f"{tree.text(node.left)} {word} {tree.text(target.comparator)}"
            return f"({body})" if node.lpar else body
    text = tree.text(node)
    loose = isinstance(
        node, cst.BooleanOperation | cst.IfExp | cst.Lambda | cst.NamedExpr | cst.Yield)
    return f"not ({text})" if loose and not node.lpar else f"not {text}"


def only_statement(body: cst.BaseSuite) -> cst.CSTNode | None:
    """The statement that is a block's whole content."""
    lines = body.body
    if len(lines) != 1:
        return None
    line = lines[0]
    if isinstance(line, cst.SimpleStatementLine):
        return line.body[0] if len(line.body) == 1 else None
    return line


def raises_assertion(node: cst.CSTNode | None) -> bool:
    """Whether a statement raises AssertionError."""
    if not isinstance(node, cst.Raise):
        return False
    error = node.exc.func if isinstance(node.exc, cst.Call) else node.exc
    return isinstance(error, cst.Name) and error.value == "AssertionError"
