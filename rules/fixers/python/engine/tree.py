"""A parsed file: places, names and scopes of its nodes."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from typing import TypeVar

import libcst as cst
from libcst.metadata import (
    BuiltinAssignment,
    GlobalScope,
    ImportAssignment,
    MetadataWrapper,
    PositionProvider,
    Scope,
    ScopeProvider,
)

from engine.refusal import Refusal
from engine.source import Source

Node = TypeVar("Node", bound=cst.CSTNode)
# Deeper nesting than people write ends a recursive parser.
DEEPEST = 150


class Tree:
    """The syntax tree of a source with what fixers ask of it."""

    def __init__(self, source: Source) -> None:
        self.source = source
        # What fixers found, by fixer: a file has many findings of one rule.
        self.found: dict[str, list[object]] = {}
        refuse_depth(source.text)
        # The parser loses form feeds, which pages of old sources have on lines of their own.
        text = source.text.replace("\f", " ")
        try:
            module = cst.parse_module(text)
            if module.code != text:
                raise Refusal("syntax", "the parser does not give the file back as it is")
            self._wrapper = MetadataWrapper(module, unsafe_skip_copy=True)
            self.module = self._wrapper.module
            self._positions = self._wrapper.resolve(PositionProvider)
            self._index()
        except cst.ParserSyntaxError as error:
            raise Refusal("syntax", f"line {error.raw_line}: not Python 3") from error
        except RecursionError as error:
            raise Refusal("too-deep", "the file is nested too deeply") from error

    def _index(self) -> None:
        self._parents: dict[cst.CSTNode, cst.CSTNode] = {}
        self._kinds: dict[type[cst.CSTNode], list[cst.CSTNode]] = defaultdict(list)
        waiting: list[cst.CSTNode] = [self.module]
        while waiting:
            node = waiting.pop()
            self._kinds[type(node)].append(node)
            children = node.children
            for child in children:
                self._parents[child] = node
            waiting.extend(reversed(children))

    # Places

    def all(self, kind: type[Node]) -> list[Node]:
        """All nodes of a type, in the order of the file."""
        return self._kinds.get(kind, [])  # type: ignore[return-value]

    def start(self, node: cst.CSTNode) -> int:
        """The offset of a node, without parentheses of its own."""
        place = self._positions[node].start
        return self.source.offset(place.line, place.column)

    def end(self, node: cst.CSTNode) -> int:
        """The offset behind a node, without parentheses of its own."""
        place = self._positions[node].end
        return self.source.offset(place.line, place.column)

    def span(self, node: cst.CSTNode) -> tuple[int, int]:
        """The offsets of a node with the parentheses around it."""
        start, end = self.start(node), self.end(node)
        if isinstance(node, cst.BaseExpression) and node.lpar:
            return self.start(node.lpar[0]), self.end(node.rpar[-1])
        return start, end

    def text(self, node: cst.CSTNode) -> str:
        """A node as it is written, with the parentheses around it."""
        start, end = self.span(node)
        return self.source.text[start:end]

    def line(self, node: cst.CSTNode) -> int:
        """The line, from 1, on which a node starts."""
        return self._positions[node].start.line

    def last_line(self, node: cst.CSTNode) -> int:
        """The line, from 1, on which a node ends."""
        return self._positions[node].end.line

    def canon(self, node: cst.CSTNode) -> str:
        """An expression in a form that does not depend on its layout."""
        return canonical(self.text(node))

    # Neighbours

    def parent(self, node: cst.CSTNode) -> cst.CSTNode | None:
        """The node around a node."""
        return self._parents.get(node)

    def ancestors(self, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        """The nodes around a node, from the inside out."""
        above = self.parent(node)
        while above is not None:
            yield above
            above = self.parent(above)

    def enclosing(self, node: cst.CSTNode, *kinds: type[cst.CSTNode]) -> cst.CSTNode | None:
        """The innermost node of some types around a node."""
        return next((above for above in self.ancestors(node) if isinstance(above, kinds)), None)

    def function(self, node: cst.CSTNode) -> cst.FunctionDef | None:
        """The function around a node."""
        found = self.enclosing(node, cst.FunctionDef)
        return found if isinstance(found, cst.FunctionDef) else None

    def scope_path(self, node: cst.CSTNode) -> str:
        """The names of the functions and classes around a node, joined by dots."""
        names = [
            above.name.value for above in self.ancestors(node)
            if isinstance(above, cst.FunctionDef | cst.ClassDef)]
        return ".".join(reversed(names))

    def contains(self, outer: cst.CSTNode, inner: cst.CSTNode) -> bool:
        """Whether a node is another one or lies in it."""
        return outer is inner or any(above is outer for above in self.ancestors(inner))

    # Names

    @cached_property
    def _scopes(self) -> dict[cst.CSTNode, Scope | None]:
        try:
            return dict(self._wrapper.resolve(ScopeProvider))
        except RecursionError as error:
            raise Refusal("too-deep", "the file is nested too deeply") from error

    def scope(self, node: cst.CSTNode) -> Scope:
        """The scope in which a node's names are looked up."""
        waiting: cst.CSTNode | None = node
        while waiting is not None:
            found = self._scopes.get(waiting)
            if found is not None:
                return found
            waiting = self.parent(waiting)
        raise Refusal("untraced", "no scope is known for this place")

    def names(self, node: cst.CSTNode) -> frozenset[str]:
        """What an expression such as `np.random.rand` is, by the imports; empty when unsure.

        A name that some branch sets to None is still the import of the other branch.
        """
        root = node
        while isinstance(root, cst.Attribute):
            root = root.value
        if not isinstance(root, cst.Name):
            return frozenset()
        scope = self.scope(root)
        for assignment in scope[root.value]:
            if isinstance(assignment, ImportAssignment | BuiltinAssignment):
                continue
            if not self._is_none(getattr(assignment, "node", None)):
                return frozenset()
        found = scope.get_qualified_names_for(node)
        return frozenset(
            item.name.removeprefix("builtins.") for item in found
            if item.source.name in ("IMPORT", "BUILTIN"))

    def is_any(self, node: cst.CSTNode, wanted: frozenset[str] | set[str]) -> bool:
        """Whether an expression is surely one of some imported things."""
        found = self.names(node)
        return bool(found) and found <= wanted

    def _is_none(self, node: cst.CSTNode | None) -> bool:
        above = self.enclosing(node, cst.Assign, cst.AnnAssign, cst.FunctionDef) if node else None
        value = getattr(above, "value", None)
        return isinstance(value, cst.Name) and value.value == "None"

    @cached_property
    def bound_names(self) -> frozenset[str]:
        """Every name that the file binds somewhere other than by an import."""
        bound: set[str] = set()
        for scope in {scope for scope in self._scopes.values() if scope is not None}:
            for assignment in scope.assignments:
                if not isinstance(assignment, ImportAssignment | BuiltinAssignment):
                    bound.add(assignment.name)
        return frozenset(bound)

    @cached_property
    def aliases(self) -> frozenset[str]:
        """Names that an import gives to something of another name."""
        found: set[str] = set()
        for alias in self.all(cst.ImportAlias):
            if alias.asname is not None and isinstance(alias.asname.name, cst.Name):
                found.add(alias.asname.name.value)
        return frozenset(found)

    @cached_property
    def identifiers(self) -> frozenset[str]:
        """Every identifier in the file."""
        return frozenset(node.value for node in self.all(cst.Name))

    def global_scope(self) -> GlobalScope | None:
        """The scope of the module."""
        return next((item for item in self._scopes.values() if isinstance(item, GlobalScope)), None)


def canonical(text: str) -> str:
    """The text of an expression in a form that does not depend on its layout."""
    try:
        return ast.unparse(ast.parse(f"({text}\n)", mode="eval"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return " ".join(text.split())


def refuse_depth(text: str) -> None:
    """Refuses brackets that are nested as no person nests them; those in texts count, too."""
    depth = 0
    for character in text:
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth = max(0, depth - 1)
        elif character in "\r\n" and depth < DEEPEST // 2:
            # Unmatched brackets in texts and comments must not add up.
            depth = max(0, depth - 1)
        if depth > DEEPEST:
            raise Refusal("too-deep", "the file is nested too deeply")
