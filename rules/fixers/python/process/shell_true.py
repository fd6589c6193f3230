"""B602: a command line through a shell."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst
from engine.fixer import Fixer, Site, calls
from engine.patch import Patch
from engine.refusal import Refusal
from engine.text import is_word, literal
from engine.tree import Tree, canonical

from process.command_line import argument_list

FUNCTIONS = frozenset(
    f"subprocess.{name}" for name in ("run", "call", "check_call", "check_output", "Popen"))

SHELLS = {
    "sh", "bash", "dash", "zsh", "ksh", "csh", "tcsh", "fish", "busybox", "env", "cmd", "cmd.exe",
}


class ShellTrue(Fixer):
    """`run("tar xf " + name, shell=True)` becomes `run(["tar", "xf", name])`."""

    name = "shell-true"
    rules = ("B602", "S602", "subprocess-shell-built-command")
    preconditions = (
        "the command is a literal, or one with values, and uses nothing of the shell",
        "the program is literal and no builtin; no value's name speaks of several words",
        "the call says shell=True literally and names no other shell",
    )
    post_condition = "the same call gets the list of the same arguments, and no shell"
    changes_behaviour = True
    may_raise = ("B603", "S603", "B607", "S607")
    explanation = (
        "In a shell any metacharacter in a value runs further commands. The program gets its "
        "arguments directly now: a value is one argument, whatever it holds, and a program that "
        "is not there is a FileNotFoundError instead of exit code 127.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        for call in calls(tree, FUNCTIONS):
            command = first(call)
            if command is None:
                continue
            shell = [item.value for item in call.args
                     if item.keyword is not None and item.keyword.value == "shell"]
            name = tree.canon(call.func)
            if shell and not is_word(shell[0], "False"):
                yield Site(call, f"{name} {wanted(tree, command)}", False)
            elif isinstance(command, cst.List) and not is_shell(command):
                yield Site(call, f"{name} {tree.canon(command)}", True)

    def fix(self, patch: Patch, site: Site) -> None:
        tree = patch.tree
        call = site.node
        command = first(call) if isinstance(call, cst.Call) else None
        if not isinstance(call, cst.Call) or command is None:
            raise Refusal("unsure", "no command")
        patch.refuse_unpacking(call)
        shell = patch.argument(call, "shell", 8)
        if shell is None or shell.keyword is None or not is_word(shell.value, "True"):
            raise Refusal("needs-decision", "whether there is a shell is decided elsewhere")
        if patch.argument(call, "executable", 2) is not None:
            raise Refusal("needs-decision", "the call names its shell")
        patch.replace(command, argument_list(tree, command))
        patch.remove_argument(call, shell)
        if literal(command) is not None:
            patch.changes_behaviour = False


def first(call: cst.Call) -> cst.BaseExpression | None:
    """The command of a call."""
    for index, item in enumerate(call.args):
        if item.star:
            return None
        if index == 0 and item.keyword is None:
            return item.value
        if item.keyword is not None and item.keyword.value == "args":
            return item.value
    return None


def is_shell(command: cst.List) -> bool:
    """Whether a list of arguments starts a shell after all."""
    texts = [literal(item.value) or "" for item in command.elements]
    return bool(texts) and texts[0].rsplit("/", 1)[-1] in SHELLS


def wanted(tree: Tree, command: cst.BaseExpression) -> str:
    """The list that must take the place of a command; its text where there is none."""
    try:
        return canonical(argument_list(tree, command))
    except Refusal:
        return tree.canon(command)
