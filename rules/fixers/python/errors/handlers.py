"""B110, B112: errors that vanish without a trace."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from typing import ClassVar

import libcst as cst
from engine.fixer import Fixer, Site
from engine.imports import dotted
from engine.patch import Patch
from engine.refusal import Refusal
from engine.tree import Tree

BROAD = {"Exception", "BaseException"}
# Where logging is gone already, or is what runs.
UNSAFE_FUNCTIONS = {"__del__", "emit", "handleError"}
LEVELS = {"debug", "info", "warning", "error", "critical"}


class SilentHandler(Fixer):
    """A broad handler whose only statement throws the error away."""

    word: ClassVar[type[cst.BaseSmallStatement]]
    preconditions = (
        "the handler catches everything or Exception",
        "the function is no destructor and no logging handler",
    )
    highest_level = "L3"

    def sites(self, tree: Tree) -> Iterable[Site]:
        for node in tree.all(cst.ExceptHandler):
            kind = caught(node)
            statements = block(node.body)
            if kind is None or not statements:
                continue
            if isinstance(statements[0], self.word) and len(statements) == 1:
                yield Site(node, subject(tree, node, kind), False)
            elif node.type is not None and self.logs(tree, statements):
                yield Site(node, subject(tree, node, kind), True)

    def logs(self, tree: Tree, statements: list[cst.CSTNode]) -> bool:
        """Whether a handler's statements log the traceback and then do what was done."""
        goes_on = len(statements) == 2 and isinstance(statements[1], cst.Continue)
        wanted = goes_on if self.word is cst.Continue else len(statements) == 1
        return wanted and logs_traceback(tree, statements[0])

    def fix(self, patch: Patch, site: Site) -> None:
        tree = patch.tree
        node = site.node
        if not isinstance(node, cst.ExceptHandler):
            raise Refusal("unsure", "no handler")
        function = tree.function(node)
        if function is not None and function.name.value in UNSAFE_FUNCTIONS:
            raise Refusal("unsure", f"{function.name.value} must not log")
        if node.type is None:
            start = tree.start(node)
            if not re.match(r"except\s*:", tree.source.text[start:]):
                raise Refusal("layout", "the handler has a comment before its colon")
            patch.insert(start + len("except"), " Exception")
            patch.change("a bare except becomes except Exception: exits and interrupts pass now")
        log = f"{logger(patch, node)}.debug({where(tree, node)}, exc_info=True)"
        last = block(node.body)[0]
        if self.word is cst.Pass:
            patch.replace_span(tree.start(last), tree.end(last), log)
        elif isinstance(tree.parent(last), cst.SimpleStatementLine):
            line = tree.parent(last)
            patch.insert(
                tree.start(last), log + tree.source.newline + patch.indentation(line or last))
        else:
            patch.insert(tree.start(last), log + "; ")


class ExceptPass(SilentHandler):
    """`except Exception: pass` logs the traceback instead."""

    name = "except-pass"
    rules = ("B110", "S110")
    word = cst.Pass
    post_condition = "the same handler logs the traceback, and catches Exception or less"
    explanation = (
        "The handler threw every error away, among them those that nobody expected. It still goes "
        "on, and leaves the traceback in the log at level debug.")


class ExceptContinue(SilentHandler):
    """`except Exception: continue` logs the traceback first."""

    name = "except-continue"
    rules = ("B112", "S112")
    word = cst.Continue
    post_condition = "the same handler logs the traceback and continues, catching Exception or less"
    explanation = (
        "The loop threw every error of an item away. It still goes on with the next one, and "
        "leaves the traceback in the log at level debug.")


def caught(node: cst.ExceptHandler) -> str | None:
    """What a broad handler catches, a bare one as Exception; None for narrow ones."""
    if node.type is None:
        return "Exception"
    name = dotted(node.type)
    return name if name in BROAD else None


def block(body: cst.BaseSuite) -> list[cst.CSTNode]:
    """The statements of a block, those that share a line one by one."""
    found: list[cst.CSTNode] = []
    for line in body.body:
        if isinstance(line, cst.SimpleStatementLine):
            found += line.body
        else:
            found.append(line)
    return found


def subject(tree: Tree, node: cst.ExceptHandler, kind: str) -> str:
    """The guarded statements and what is caught."""
    owner = tree.parent(node)
    body = owner.body if isinstance(owner, cst.Try) else node
    text = " ".join(tree.text(body).split())
    return f"{kind} {hashlib.sha256(text.encode()).hexdigest()[:16]}"


def logs_traceback(tree: Tree, node: cst.CSTNode) -> bool:
    """Whether a statement is a call of a logger with the traceback."""
    call = node.value if isinstance(node, cst.Expr) else None
    if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Attribute):
        return False
    if not is_logger(tree, call.func.value):
        return False
    if call.func.attr.value == "exception":
        return True
    return call.func.attr.value in LEVELS and any(
        item.keyword is not None and item.keyword.value == "exc_info"
        and isinstance(item.value, cst.Name) and item.value.value == "True" for item in call.args)


def is_logger(tree: Tree, node: cst.CSTNode) -> bool:
    """Whether an expression is the logging module, a call of getLogger, or a name for one."""
    if isinstance(node, cst.Call):
        return tree.is_any(node.func, {"logging.getLogger"})
    if isinstance(node, cst.Name):
        return tree.is_any(node, {"logging"}) or node.value in loggers(tree)
    return False


def loggers(tree: Tree) -> dict[str, int]:
    """Names to which the module assigns a logger and nothing else, and where."""
    found: dict[str, int] = {}
    for line in tree.module.body:
        if not isinstance(line, cst.SimpleStatementLine):
            continue
        for statement in line.body:
            if isinstance(statement, cst.Assign) and isinstance(statement.value, cst.Call):
                target = statement.targets[0].target
                if isinstance(target, cst.Name) and tree.is_any(
                        statement.value.func, {"logging.getLogger"}):
                    found[target.value] = tree.start(line)
    scope = tree.global_scope()
    return {
        name: place for name, place in found.items()
        if scope is not None and len(scope.assignments[name]) == 1}


def logger(patch: Patch, node: cst.CSTNode) -> str:
    """The expression of a logger at a place."""
    tree = patch.tree
    inside = tree.function(node) is not None
    for name, place in sorted(loggers(tree).items(), key=lambda item: item[1]):
        if (inside or place < tree.start(node)) and all(
                item.scope is tree.global_scope() for item in tree.scope(node)[name]):
            return name
    return f"{patch.use('logging', node)}.getLogger(__name__)"


def where(tree: Tree, node: cst.CSTNode) -> str:
    """The message, which names the function."""
    path = tree.scope_path(node)
    return f'"Exception ignored in {path}"' if path else '"Exception ignored"'
