"""B608: values that become part of an SQL statement."""

from __future__ import annotations

import re
from collections.abc import Iterable

import libcst as cst
from engine.fixer import Fixer, Project, Site
from engine.imports import dotted
from engine.names import assignments
from engine.patch import Patch
from engine.refusal import Refusal
from engine.template import Hole, Part, parts_of
from engine.text import literal
from engine.tree import Tree, canonical

from parsing.sql_names import bound

STATEMENT = re.compile(r"\s*(select\s.*\sfrom\s|delete\s+from\s|insert\s+into\s|update\s.*\sset\s"
                       r"|with\s.*\sselect\s|replace\s+into\s)", re.IGNORECASE | re.DOTALL)
# What stands before a value, and cannot stand before the name of a table or column.
BEFORE_VALUE = re.compile(
    r"(=|<|>|<=|>=|<>|!=|\blike|\bilike|\blimit|\boffset|\bvalues\s*\(|\bin\s*\(|\bbetween)\s*$",
    re.IGNORECASE)
# What stands before a value in quotes, and could stand before a name without them.
BEFORE_TEXT = re.compile(r"\b[a-z_]\w*\($", re.IGNORECASE)
# Further values of a list that has begun.
IN_LIST = re.compile(r"(\bvalues|\bin)\s*\([^()]*,\s*$", re.IGNORECASE)
AFTER_VALUE = re.compile(r"\s*($|[,);]|(and|or|order|group|limit|offset|having|union|where|from|as"
                         r"|then|else|end|asc|desc|returning|on)\b)", re.IGNORECASE)
QUESTION_MARKS = {"sqlite3", "aiosqlite", "apsw", "duckdb", "pyodbc"}
PERCENT = {"psycopg2", "psycopg", "MySQLdb", "pymysql", "mysql", "mariadb", "pg8000", "django"}
LIKE = re.compile(r"'([%_]*)$")
# Where a value goes while a statement is put together.
PLACE = "\0"
PLACEHOLDERS = re.compile(r"\?|(?<!%)(?:%%)*%s")


class SQLValues(Fixer):
    """`execute("… = '%s'" % name)` binds the value, also where the statement has a name first."""

    name = "sql-values"
    rules = ("B608", "S608", "sql-built-from-strings")
    preconditions = (
        "the statement is the only argument of execute, and is made there or has a name of its own "
        "in the function, which nothing else uses and every assignment of which takes values",
        "every hole is in a value's position: after a comparison, LIKE, LIMIT, in VALUES or IN, or "
        "in quotes and a function's argument",
        "the driver's placeholder is known by imports or by other statements of the project",
    )
    post_condition = (
        "the same call of execute gets a literal statement with one placeholder for each of the "
        "same values, and the values beside it, both by names where the statement had one")
    changes_behaviour = True
    explanation = (
        "A quote in one of the values changed the statement. The statement is constant now, and "
        "the driver passes the values beside it; a value with a quote in it finds what it names.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        for call in tree.all(cst.Call):
            if not is_execute(call):
                continue
            text = call.args[0].value
            name = tree.canon(call.func)
            constant = literal(text)
            if isinstance(text, cst.Name):
                yield from named(tree, call, name)
            elif constant is None and len(call.args) == 1:
                found = holes(tree, text)
                if found:
                    yield Site(call, f"{name} {found}", False)
            elif constant is not None and len(call.args) == 2:
                values = call.args[1].value
                if isinstance(values, cst.Tuple | cst.List):
                    yield from safe(tree, call, name, constant, values)

    def fix(self, patch: Patch, site: Site) -> None:
        tree = patch.tree
        mark = placeholder(tree, patch.project)
        if isinstance(site.node, cst.Call):
            text = site.node.args[0].value
            patch.replace(text, ", ".join(written(tree, text, mark)))
            return
        call = next(call for call in tree.all(cst.Call) if is_execute(call)
                    and site.node in assignments(tree, call, 0))
        name = tree.text(call.args[0].value)
        if f"{name}_values" in tree.identifiers:
            raise Refusal("name-taken", f"the name {name}_values is used for something else")
        for assigned in assignments(tree, call, 0):
            statement, values = written(tree, assigned.value, mark)
            patch.before(patch.statement(assigned), [f"{name}_values = {values}"])
            patch.replace(assigned.value, statement)
        patch.insert(tree.end(call.args[0]), f", {name}_values")


def is_execute(call: cst.Call) -> bool:
    """Whether a call is of `execute`, with a statement as its first argument."""
    return (isinstance(call.func, cst.Attribute) and call.func.attr.value == "execute"
            and bool(call.args) and not call.args[0].star and call.args[0].keyword is None)


def named(tree: Tree, call: cst.Call, name: str) -> Iterable[Site]:
    """The statements that a call gets by a name."""
    if len(call.args) == 1:
        for assigned in assignments(tree, call, 0):
            found = "" if literal(assigned.value) is not None else holes(tree, assigned.value)
            if found:
                yield Site(assigned, f"{name} {found}", False)
    elif len(call.args) == 2:
        for assigned, constant, values in bound(tree, call):
            yield from safe(tree, assigned, name, constant, values)


def safe(
    tree: Tree, node: cst.CSTNode, name: str, constant: str, values: cst.Tuple | cst.List,
) -> Iterable[Site]:
    """A statement with as many placeholders as values."""
    if len(values.elements) == len(PLACEHOLDERS.findall(constant)):
        yield Site(
            node, f"{name} {', '.join(tree.canon(item.value) for item in values.elements)}", True)


def written(tree: Tree, text: cst.BaseExpression, mark: str) -> tuple[str, str]:
    """A statement with placeholders as a literal, and its values as a tuple."""
    statement, values = bind(tree, parts_of(tree, text), mark)
    if not values:
        raise Refusal("needs-decision", "the same name also has a statement without values")
    quotes = '"""' if "\n" in statement else '"'
    if "\\" in statement or '"' in statement or "\r" in statement:
        raise Refusal("layout", "the statement holds characters that would need escapes")
    comma = "," if len(values) == 1 else ""
    return f"{quotes}{statement}{quotes}", f"({', '.join(values)}{comma})"


def holes(tree: Tree, text: cst.BaseExpression) -> str:
    """The values of a statement that is put together, as they are to be bound."""
    try:
        parts = parts_of(tree, text)
        whole = "".join(part if isinstance(part, str) else "x" for part in parts)
        if not STATEMENT.match(whole + " "):
            return ""
        return ", ".join(canonical_values(tree, parts))
    except Refusal:
        return tree.canon(text)


def canonical_values(tree: Tree, parts: list[Part]) -> list[str]:
    """The values in the form in which they are compared."""
    return [canonical(value) for value in bind(tree, parts, "?")[1]]


def bind(tree: Tree, parts: list[Part], mark: str) -> tuple[str, list[str]]:
    """The statement with placeholders, and the values' expressions."""
    statement = ""
    values: list[str] = []
    skip = ""
    for index, part in enumerate(parts):
        if isinstance(part, str):
            if PLACE in part:
                raise Refusal("layout", "the statement holds characters that would need escapes")
            statement += part[len(skip):]
            skip = ""
            continue
        behind = parts[index + 1] if index + 1 < len(parts) else ""
        if not isinstance(behind, str):
            raise Refusal("needs-decision", "two values stand side by side")
        before = statement
        opening = LIKE.search(before)
        lead, trail = "", ""
        if opening:
            lead = opening.group(1)
            match = re.match(r"([%_]*)'", behind)
            if not match:
                raise Refusal("needs-decision", "a quoted text holds more than the value")
            trail, skip = match.group(1), match.group(0)
            before = before[:opening.start()]
        elif before.count("'") % 2:
            raise Refusal("needs-decision", "a quoted text holds more than the value")
        if not (BEFORE_VALUE.search(before) or IN_LIST.search(before)
                or opening and BEFORE_TEXT.search(before)):
            raise Refusal("needs-decision", "a value takes the place of a name or of syntax")
        if not AFTER_VALUE.match(behind[len(skip):]):
            raise Refusal("needs-decision", "a value is only a part of what stands there")
        statement = before + PLACE
        values.append(value(tree, part, lead, trail, bool(opening)))
    if statement.count("'") % 2:
        raise Refusal("needs-decision", "the statement's quotes do not match")
    # A driver that takes %s takes %% for a sign of per cent.
    plain = statement.replace("%", "%%") if mark == "%s" else statement
    return plain.replace(PLACE, mark), values


def value(tree: Tree, hole: Hole, lead: str, trail: str, is_quoted: bool) -> str:
    """The expression that is bound for a hole."""
    text = tree.text(hole.node)
    if "\n" in text:
        raise Refusal("layout", "a value of the statement stands on several lines")
    if isinstance(hole.node, cst.Call | cst.IfExp | cst.ListComp) and not is_quoted:
        joined = isinstance(hole.node, cst.Call) and tree.text(hole.node.func).endswith("join")
        if joined or not isinstance(hole.node, cst.Call):
            raise Refusal("needs-decision", "a value is syntax that is put together")
    if lead or trail:
        pieces = [f'"{lead}"'] if lead else []
        pieces.append(text if hole.is_text else f"str({text})")
        pieces += [f'"{trail}"'] if trail else []
        return " + ".join(pieces)
    # A number in quotes and a text without them compare alike only as what they were written as.
    return f"str({text})" if is_quoted and not hole.is_text else text


def placeholder(tree: Tree, project: Project) -> str:
    """The placeholder of the database driver."""
    modules = {dotted(alias.name).split(".")[0] for node in tree.all(cst.Import)
               for alias in node.names}
    modules |= {dotted(node.module).split(".")[0] for node in tree.all(cst.ImportFrom)}
    marks = ({"?"} if modules & QUESTION_MARKS else set()) | (
        {"%s"} if modules & PERCENT else set())
    marks = marks or set(project.placeholders)
    if len(marks) != 1:
        raise Refusal("needs-decision", "the placeholder of the database driver is not known")
    return next(iter(marks))


def placeholders_in(text: str) -> frozenset[str]:
    """The placeholders that a file shows by its imports, or by statements with values."""
    found: set[str] = set()
    for match in re.finditer(r"^[ \t]*(?:import|from)[ \t]+(\w+)", text, re.MULTILINE):
        if match.group(1) in QUESTION_MARKS:
            found.add("?")
        elif match.group(1) in PERCENT:
            found.add("%s")
    return frozenset(found)
