"""Imports that an edit needs."""

from __future__ import annotations

import libcst as cst
from libcst.metadata import ImportAssignment

from engine.edits import Edit
from engine.refusal import Refusal
from engine.tree import Tree


def dotted(node: cst.CSTNode | None) -> str:
    """A dotted name as it is imported; empty for anything else."""
    if isinstance(node, cst.Name):
        return node.value
    if isinstance(node, cst.Attribute):
        return f"{dotted(node.value)}.{node.attr.value}"
    return ""


class Imports:
    """Finds the imports of a file and adds those that are missing."""

    def __init__(self, tree: Tree, edits: list[Edit]) -> None:
        self.tree = tree
        self.edits = edits

    def module(self, module: str, site: cst.CSTNode) -> str:
        """The expression for a module at a place."""
        for line, statement in self._top():
            if isinstance(statement, cst.Import):
                for alias in statement.names:
                    if dotted(alias.name) == module and self._reaches(line, site):
                        name = self._alias(alias) or module
                        if self._is_import(name.split(".")[0], site):
                            return name
        if self._is_local_import(module, site):
            return module
        self._refuse_taken(module.split(".")[0], site, module)
        self._add_plain(f"import {module}", module, site)
        return module

    def member(self, module: str, name: str, site: cst.CSTNode) -> str:
        """The name of a module's member at a place; the module is imported from already."""
        behind: cst.SimpleStatementLine | None = None
        for line, statement in self._top():
            if isinstance(statement, cst.ImportFrom) and not statement.relative:
                if dotted(statement.module) != module or not self._reaches(line, site):
                    continue
                behind = line
                for alias in () if isinstance(statement.names, cst.ImportStar) else statement.names:
                    if dotted(alias.name) == name:
                        return self._alias(alias) or name
        self._refuse_taken(name, site, module)
        if name in self.tree.identifiers:
            raise Refusal("name-taken", f"the name {name} is used for something else")
        if behind is None:
            raise Refusal("untraced", f"nothing is imported from {module} for the whole file")
        self._insert_behind(behind, f"from {module} import {name}")
        return name

    def _top(self) -> list[tuple[cst.SimpleStatementLine, cst.BaseSmallStatement]]:
        return [
            (line, statement) for line in self.tree.module.body
            if isinstance(line, cst.SimpleStatementLine) for statement in line.body]

    def _alias(self, alias: cst.ImportAlias) -> str | None:
        return dotted(alias.asname.name) if alias.asname is not None else None

    def _reaches(self, line: cst.CSTNode, site: cst.CSTNode) -> bool:
        """Whether an import has run when a place does: functions run after the file was read."""
        return self.tree.function(site) is not None or self.tree.start(line) < self.tree.start(site)

    def _is_import(self, name: str, site: cst.CSTNode) -> bool:
        """Whether a name means nothing but imports at a place."""
        found = self.tree.scope(site)[name]
        return bool(found) and all(isinstance(item, ImportAssignment) for item in found)

    def _is_local_import(self, module: str, site: cst.CSTNode) -> bool:
        """Whether the function around a place imports the module in a line of its own before."""
        function = self.tree.function(site)
        if function is None or not isinstance(function.body, cst.IndentedBlock):
            return False
        for line in function.body.body:
            if isinstance(line, cst.SimpleStatementLine) and isinstance(line.body[0], cst.Import):
                names = [dotted(a.name) for a in line.body[0].names if a.asname is None]
                if module in names and self.tree.start(line) < self.tree.start(site):
                    return self._is_import(module.split(".")[0], site)
        return False

    def _refuse_taken(self, name: str, site: cst.CSTNode, module: str) -> None:
        """Refuses when an import of the name would change what it means somewhere."""
        if name in self.tree.bound_names:
            raise Refusal("name-taken", f"the name {name} is used for something else")
        for item in self.tree.scope(site)[name]:
            if not isinstance(item, ImportAssignment):
                continue
            # The name belongs to a function when the function imports it somewhere.
            if item.scope is not self.tree.global_scope():
                raise Refusal("name-taken", f"{name} is imported inside the function")
            imported = [
                alias for alias in getattr(item.node, "names", ())
                if isinstance(alias, cst.ImportAlias)]
            if not isinstance(item.node, cst.Import) or not any(
                    dotted(alias.name).split(".")[0] == module.split(".")[0]
                    and alias.asname is None for alias in imported):
                raise Refusal("name-taken", f"the name {name} is imported from elsewhere")

    def _add_plain(self, text: str, module: str, site: cst.CSTNode) -> None:
        """Adds an import in the first run of plain imports, where the alphabet has it."""
        run: list[tuple[str, cst.SimpleStatementLine]] = []
        last_special: cst.SimpleStatementLine | None = None
        first: cst.BaseStatement | None = None
        for index, line in enumerate(self.tree.module.body):
            small = line.body if isinstance(line, cst.SimpleStatementLine) else ()
            statement = small[0] if small else None
            is_docstring = (
                index == 0 and isinstance(statement, cst.Expr)
                and isinstance(statement.value, cst.SimpleString | cst.ConcatenatedString))
            is_future = (
                isinstance(statement, cst.ImportFrom)
                and dotted(statement.module) == "__future__")
            if not run and (is_docstring or is_future):
                last_special = line  # type: ignore[assignment]
            elif isinstance(statement, cst.Import) and len(small) == 1:
                run.append((dotted(statement.names[0].name), line))  # type: ignore[arg-type]
            elif run:
                break
            else:
                first = first or line
        for name, line in run:
            if name > module:
                return self._insert_before(line, text)
        if run:
            place: cst.SimpleStatementLine = run[-1][1]
            if not self._reaches(place, site):
                place = run[0][1]
                self._refuse_late(place, site)
                return self._insert_before(place, text)
            return self._insert_behind(place, text)
        if last_special is not None:
            return self._insert_behind(last_special, text, gap=True)
        if first is None:
            raise Refusal("layout", "the file has no statement before which an import can go")
        self._refuse_late(first, site)
        return self._insert_before(first, text)

    def _refuse_late(self, line: cst.CSTNode, site: cst.CSTNode) -> None:
        if not self._reaches(line, site) and not self.tree.contains(line, site):
            raise Refusal("layout", "the import would come after the place that needs it")

    def _insert_before(self, line: cst.CSTNode, text: str) -> None:
        source = self.tree.source
        place = self.tree.start(line)
        # A decorated definition starts at its decorator.
        for decorator in getattr(line, "decorators", ()):
            place = min(place, self.tree.start(decorator))
        offset = source.line_starts[source.line_of(place) - 1]
        if source.text[offset:place].strip("\f") != "":
            raise Refusal("layout", "the file does not start at the edge of a line")
        self.edits.append(Edit(offset, offset, text + source.newline, is_import=True))

    def _insert_behind(self, line: cst.CSTNode, text: str, gap: bool = False) -> None:
        source = self.tree.source
        last = self.tree.last_line(line)
        if last == len(source.line_starts):
            raise Refusal("layout", "no line follows the imports")
        lead = source.newline if gap else ""
        offset = source.line_starts[last]
        self.edits.append(Edit(offset, offset, lead + text + source.newline, is_import=True))
