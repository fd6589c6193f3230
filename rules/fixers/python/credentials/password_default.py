"""B107: a secret as a parameter's default."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst
from engine.fixer import Fixer, Site
from engine.patch import Patch
from engine.refusal import Refusal
from engine.text import is_word, literal
from engine.tree import Tree
from errors.handlers import block

from credentials.looks import SECRET, looked_up, refuse_copies, refuse_harmless, variable


class PasswordDefault(Fixer):
    """`def f(password="…")` defaults to None, which stands for the environment."""

    name = "password-default"
    rules = ("B107", "S107")
    preconditions = (
        "the text looks like a secret: no word, path, address, sentence or empty text",
        "the function has a body of its own lines; the text stands once in the file",
    )
    post_condition = (
        "the parameter defaults to None, and the function's first statement reads the environment "
        "for it")
    changes_behaviour = True
    explanation = (
        "Everybody who can read the code or its history has this secret, and uses it by leaving "
        "the argument out. The function reads the environment then; a missing variable is a "
        "KeyError that names it. Change the secret itself: it stays in the history.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        for function in tree.all(cst.FunctionDef):
            parameters = function.params
            for item in (*parameters.posonly_params, *parameters.params, *parameters.kwonly_params):
                if not SECRET.search(item.name.value) or item.default is None:
                    continue
                subject = f"{function.name.value} {item.name.value}"
                # Bandit reports the function, ruff the parameter.
                if literal(item.default) is not None:
                    yield Site(item, subject, False, function)
                elif is_word(item.default, "None") and reads(tree, function, item.name.value):
                    yield Site(item, subject, True, function)

    def fix(self, patch: Patch, site: Site) -> None:
        tree = patch.tree
        item = site.node
        function = tree.function(item)
        if not isinstance(item, cst.Param) or item.default is None or function is None:
            raise Refusal("unsure", "no parameter of a function")
        value = literal(item.default)
        refuse_harmless(value)
        refuse_copies(tree, item.default, value or "")
        if not isinstance(function.body, cst.IndentedBlock):
            raise Refusal("layout", "the function stands on one line")
        lines = list(function.body.body)
        if is_docstring(lines[0]) and len(lines) > 1:
            lines = lines[1:]
        elif is_docstring(lines[0]):
            raise Refusal("layout", "the function holds nothing but its description")
        name = item.name.value
        place = f'{patch.use("os", lines[0])}.environ["{variable(tree, name)}"]'
        patch.replace(item.default, "None")
        patch.before(lines[0], [f"if {name} is None:", f"\t{name} = {place}"])
        patch.lower("set the variable, and change the secret: it stays in the history")


def is_docstring(line: cst.CSTNode) -> bool:
    """Whether a statement is a bare string."""
    if not isinstance(line, cst.SimpleStatementLine):
        return False
    first = line.body[0]
    return isinstance(first, cst.Expr) and isinstance(
        first.value, cst.SimpleString | cst.ConcatenatedString)


def reads(tree: Tree, function: cst.FunctionDef, name: str) -> bool:
    """Whether a function starts with reading the environment for a parameter that is None."""
    for node in (item for item in function.body.body if not is_docstring(item)):
        if not isinstance(node, cst.If) or node.orelse is not None:
            return False
        inner = block(node.body)
        first = inner[0] if len(inner) == 1 else None
        if (tree.canon(node.test) == f"{name} is None" and isinstance(first, cst.Assign)
                and tree.canon(first.targets[0].target) == name
                and looked_up(tree, first.value) is not None):
            return True
    return False
