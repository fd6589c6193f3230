"""The edits of one finding while a fixer makes them."""

from __future__ import annotations

import re

import libcst as cst

from engine.edits import Edit
from engine.fixer import Project
from engine.imports import Imports
from engine.refusal import Refusal
from engine.tree import Tree

INDENTATION = re.compile(r"[ \t]*")


class Patch:
    """Collects the edits of one finding in one file."""

    def __init__(self, tree: Tree, project: Project, level: str, changes_behaviour: bool) -> None:
        self.tree = tree
        self.project = project
        self.edits: list[Edit] = []
        self.level = level
        self.changes_behaviour = changes_behaviour
        self.notes: list[str] = []

    def lower(self, note: str) -> None:
        """This edit is for a person to decide, and why."""
        self.level = "L2"
        self.notes.append(note)

    def change(self, note: str) -> None:
        """This edit changes what working code does, and how."""
        self.changes_behaviour = True
        self.lower(note)

    # Text

    def replace(self, node: cst.CSTNode, text: str) -> None:
        """Replaces a node with the parentheses around it."""
        self.replace_span(*self.tree.span(node), text)

    def replace_span(self, start: int, end: int, text: str) -> None:
        """Replaces characters."""
        self.edits.append(Edit(start, end, text))

    def insert(self, offset: int, text: str) -> None:
        """Inserts characters."""
        self.edits.append(Edit(offset, offset, text))

    def lines(self, indentation: str, lines: list[str]) -> str:
        """Lines of code at an indentation, each with its end; leading tabs are steps inwards."""
        step = self.tree.module.default_indent
        newline = self.tree.source.newline
        whole = []
        for line in lines:
            bare = line.lstrip("\t")
            whole.append(indentation + step * (len(line) - len(bare)) + bare + newline)
        return "".join(whole)

    def indentation(self, node: cst.CSTNode) -> str:
        """The white space before a node that starts its line; refuses any other."""
        start = self.tree.start(node)
        line = self.tree.source.line_starts[self.tree.line(node) - 1]
        before = self.tree.source.text[line:start]
        if not INDENTATION.fullmatch(before.lstrip("\f")):
            raise Refusal("layout", "the statement shares its line with another one")
        return before.lstrip("\f")

    def statement(self, node: cst.CSTNode) -> cst.BaseStatement:
        """The statement around a node, before which lines can go and run just before it.

        That is the line of a simple statement, or a `with`, `return`, or `if` whose header holds
        the node. Loops test their header again, comprehensions and lambdas run later.
        """
        tree = self.tree
        inner = node
        for above in tree.ancestors(node):
            if isinstance(above, cst.SimpleStatementLine):
                self.indentation(above)
                if len(above.body) > 1:
                    raise Refusal("layout", "the statement shares its line with another one")
                return above
            if isinstance(above, cst.Lambda | cst.BaseComp):
                raise Refusal("layout", "the call runs later or more than once")
            if isinstance(above, cst.IfExp | cst.BooleanOperation) and inner is not getattr(
                    above, "left", getattr(above, "test", None)):
                raise Refusal("layout", "the call runs only under a condition of its expression")
            if isinstance(above, cst.If | cst.With | cst.For):
                header = {cst.If: "test", cst.For: "iter"}.get(type(above))
                is_header = (inner is getattr(above, header) if header
                             else isinstance(inner, cst.WithItem) and inner is above.items[0])
                held = isinstance(above, cst.If) and isinstance(tree.parent(above), cst.If)
                if is_header and not held:
                    self.indentation(above)
                    return above
                raise Refusal("layout", "no line can go before the call")
            if isinstance(above, cst.BaseCompoundStatement | cst.SimpleStatementSuite
                          | cst.Decorator | cst.Parameters):
                raise Refusal("layout", "no line can go before the call")
            inner = above
        raise Refusal("layout", "the call stands in no statement")

    def before(self, statement: cst.CSTNode, lines: list[str]) -> None:
        """Inserts lines of code before a statement that starts its line."""
        text = self.lines(self.indentation(statement), lines)
        start = self.tree.source.line_starts[self.tree.line(statement) - 1]
        self.insert(start, text)

    # Arguments

    def argument(self, call: cst.Call, name: str, position: int | None = None) -> cst.Arg | None:
        """The argument of a keyword, or of a position."""
        for index, item in enumerate(call.args):
            if item.keyword is not None and item.keyword.value == name:
                return item
            if item.keyword is None and not item.star and index == position:
                return item
            if item.star == "*" and position is not None and index <= position:
                raise Refusal("unsure", "the call unpacks a sequence into its arguments")
        return None

    def refuse_unpacking(self, call: cst.Call) -> None:
        """Refuses a call whose keywords may come out of a dictionary."""
        if any(item.star == "**" for item in call.args):
            raise Refusal("unsure", "the call unpacks a dictionary that may hold the argument")

    def add_argument(self, call: cst.Call, text: str) -> None:
        """Adds a keyword argument as the last one."""
        tree = self.tree
        if not call.args:
            self.insert(tree.end(call) - 1, text)
            return
        last = call.args[-1]
        if isinstance(last.value, cst.GeneratorExp) and not last.value.lpar:
            raise Refusal("layout", "the call's only argument is a bare generator")
        start, end = tree.start(last), tree.span(last.value)[1]
        line = tree.source.line_starts[tree.source.line_of(start) - 1]
        before = tree.source.text[line:start]
        alone = before.strip(" \t") == "" and len(call.args) > 0 and line > tree.start(call)
        separator = "," + tree.source.newline + before if alone else ", "
        self.insert(end, separator + text)

    def set_argument(self, call: cst.Call, name: str, text: str) -> None:
        """Sets a keyword argument, which is there or is added."""
        found = self.argument(call, name)
        if found is not None:
            self.replace(found.value, text)
            return
        self.refuse_unpacking(call)
        self.add_argument(call, f"{name}={text}")

    def remove_argument(self, call: cst.Call, argument: cst.Arg) -> None:
        """Removes an argument with its comma."""
        tree = self.tree
        index = next(i for i, item in enumerate(call.args) if item is argument)
        if index > 0:
            start, end = tree.span(call.args[index - 1].value)[1], tree.span(argument.value)[1]
        elif len(call.args) > 1:
            start, end = tree.start(argument), tree.start(call.args[1])
        else:
            start, end = tree.start(argument), tree.end(call) - 1
        if "#" in tree.source.text[start:end]:
            raise Refusal("layout", "a comment stands between the arguments")
        self.replace_span(start, end, "")

    # Imports

    def use(self, module: str, site: cst.CSTNode) -> str:
        """The expression for a module at a place, imported where it is not yet."""
        return self._imports.module(module, site)

    def use_member(self, module: str, name: str, site: cst.CSTNode) -> str:
        """The name of a module's member at a place, imported where it is not yet."""
        return self._imports.member(module, name, site)

    @property
    def _imports(self) -> Imports:
        return Imports(self.tree, self.edits)
