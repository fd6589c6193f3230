"""B607: a program without its folder."""

from __future__ import annotations

import re
from collections.abc import Iterable

import libcst as cst
from engine.fixer import Fixer, Site, calls
from engine.patch import Patch
from engine.refusal import Refusal
from engine.text import is_word, literal
from engine.tree import Tree
from errors.assert_used import only_statement

from process.library_call import removals, removed, subject, use_library
from process.shell_true import FUNCTIONS, first

PROGRAM = re.compile(r"[A-Za-z0-9][\w.+-]*")


class PartialPath(Fixer):
    """`run(["git", …])` looks the program up first and fails when it is not there."""

    name = "partial-path"
    rules = ("B607", "S607")
    preconditions = (
        "the call is subprocess's by the imports, with a list or a single word and no shell",
        "a line can go before the call; the call does not bring a PATH of its own",
    )
    post_condition = (
        "the program is what shutil.which found in the same function, which raises "
        "FileNotFoundError when that is nothing; or the standard library does its work")
    changes_behaviour = True
    explanation = (
        "The program is looked up once before it is started, and its absolute path is what runs: "
        "a changed PATH or folder between look-up and start has no effect any more. When there is "
        "no such program, the same exception is raised as before: the bare name would be looked for "
        "once more, in the folder where the program starts.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        for call in calls(tree, FUNCTIONS):
            command = first(call)
            program, rest = split(tree, command)
            if program is None:
                continue
            text = literal(program)
            folder = removed(tree, call)
            if folder is not None and text == "rm":
                yield Site(call, subject(tree, folder), False)
            elif text is not None and not re.match(r"[A-Za-z]:|[\\/.]", text):
                yield Site(call, f"{text} {rest}", False)
            elif isinstance(program, cst.Name):
                found = looked_up(tree, call, program.value)
                if found is not None:
                    yield Site(call, f"{found} {rest}", True)
        yield from removals(tree)

    def fix(self, patch: Patch, site: Site) -> None:
        tree = patch.tree
        call = site.node
        if not isinstance(call, cst.Call):
            raise Refusal("unsure", "no call")
        if use_library(patch, call):
            return
        shell = patch.argument(call, "shell", 8)
        if shell is not None and not is_word(shell.value, "False"):
            raise Refusal("needs-decision", "a shell looks for the program")
        for name, position in (("env", 10), ("executable", 2)):
            if patch.argument(call, name, position) is not None:
                raise Refusal("needs-decision", f"{name} decides where the program is looked for")
        patch.refuse_unpacking(call)
        program = split(tree, first(call))[0]
        text = literal(program)
        if program is None or text is None or not PROGRAM.fullmatch(text):
            raise Refusal("unsure", "the program is no plain name")
        statement = patch.statement(call)
        name = re.sub(r"\W", "_", text.removesuffix(".exe")) + "_path"
        name = name if name.isidentifier() else "program_path"
        if name in tree.identifiers:
            raise Refusal("name-taken", f"the name {name} is used for something else")
        which = f"{patch.use('shutil', call)}.which"
        patch.before(statement, [
            f'{name} = {which}("{text}")',
            f"if {name} is None:",
            f'\traise FileNotFoundError("{text}")',
        ])
        patch.replace(program, name)


def split(
    tree: Tree, command: cst.BaseExpression | None,
) -> tuple[cst.BaseExpression | None, str]:
    """The program of a command, and its other arguments."""
    if isinstance(command, cst.List | cst.Tuple) and command.elements:
        head = command.elements[0]
        rest = ", ".join(tree.canon(item.value) for item in command.elements[1:])
        return (head.value, rest) if isinstance(head, cst.Element) else (None, "")
    if isinstance(command, cst.SimpleString | cst.Name):
        return command, ""
    return None, ""


def looked_up(tree: Tree, call: cst.Call, name: str) -> str | None:
    """The program for which a name was looked up in the block of a call, and checked."""
    for above in tree.ancestors(call):
        body = above.body if isinstance(above, cst.IndentedBlock | cst.Module) else ()
        program: str | None = None
        is_checked = False
        for line in body:
            if tree.start(line) > tree.start(call):
                break
            if isinstance(line, cst.SimpleStatementLine):
                for statement in line.body:
                    if is_bound(statement, name):
                        program, is_checked = lookup(tree, statement), False
            elif isinstance(line, cst.If) and program is not None:
                last = only_statement(line.body)
                error = last.exc if isinstance(last, cst.Raise) else None
                if (tree.canon(line.test) == f"{name} is None" and isinstance(error, cst.Call)
                        and tree.canon(error.func) == "FileNotFoundError"):
                    is_checked = True
        if is_checked:
            return program
    return None


def is_bound(statement: cst.BaseSmallStatement, name: str) -> bool:
    """Whether a statement gives a name a value."""
    if isinstance(statement, cst.AnnAssign | cst.AugAssign):
        return isinstance(statement.target, cst.Name) and statement.target.value == name
    return isinstance(statement, cst.Assign) and any(
        isinstance(item.target, cst.Name) and item.target.value == name
        for item in statement.targets)


def lookup(tree: Tree, statement: cst.BaseSmallStatement) -> str | None:
    """The program of `name = shutil.which("git")`."""
    value = statement.value if isinstance(statement, cst.Assign) else None
    if isinstance(value, cst.Call) and len(value.args) == 1 and tree.is_any(
            value.func, {"shutil.which"}):
        return literal(value.args[0].value)
    return None
