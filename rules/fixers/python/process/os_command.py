"""B605: os.system and os.popen."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst
from engine.fixer import Fixer, Site, calls
from engine.names import assignments
from engine.patch import Patch
from engine.refusal import Refusal
from engine.text import literal, number
from engine.tree import Tree, canonical

from process.command_line import muted_list
from process.shell_true import first, is_shell

RUN = frozenset({"subprocess.call", "subprocess.run"})


class OSCommand(Fixer):
    """`os.system("ping " + host)` becomes `subprocess.call(["ping", host])`."""

    name = "os-command"
    rules = ("B605", "S605", "os-system-built-command")
    preconditions = (
        "the command is a literal, or one with values, and uses nothing of the shell",
        "the program is literal and no builtin; no value's name speaks of several words",
        "the result of os.system is unused or compared with 0; os.popen is read whole at once, or "
        "is the file of a with statement",
    )
    post_condition = "subprocess gets the list of the same arguments in the same place, no shell"
    changes_behaviour = True
    may_raise = ("B404", "S404", "B603", "S603", "B607", "S607")
    explanation = (
        "In a shell any metacharacter in a value runs further commands. The program gets its "
        "arguments directly now: a value is one argument, whatever it holds, and a program that "
        "is not there is a FileNotFoundError instead of exit code 127.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        for call in calls(tree, {"os.system", "os.popen"}):
            command = named(tree, call)[0]
            if command is not None:
                yield Site(call, wanted(tree, command), False)
        for call in calls(tree, RUN):
            command = named(tree, call)[0]
            if isinstance(command, cst.List) and not is_shell(command) and not any(
                    item.keyword is not None and item.keyword.value == "shell"
                    for item in call.args):
                yield Site(call, tree.canon(command), True)

    def fix(self, patch: Patch, site: Site) -> None:
        tree = patch.tree
        call = site.node
        if not isinstance(call, cst.Call):
            raise Refusal("unsure", "no call")
        command, assigned = named(tree, call)
        is_system = tree.is_any(call.func, {"os.system"})
        if command is None or not is_alone(call, is_system):
            raise Refusal("unsure", "no command alone")
        arguments, is_muted = muted_list(tree, command)
        above = tree.parent(call)
        module = patch.use("subprocess", call)
        given = arguments if assigned is None else tree.text(call.args[0].value)
        mute = f", stderr={module}.DEVNULL" if is_muted else ""
        text = f"{module}.run({given}, stdout={module}.PIPE{mute}, text=True, check=False).stdout"
        if is_system:
            zero = isinstance(above, cst.Comparison) and all(
                number(item.comparator) == 0 and isinstance(item.operator, cst.Equal | cst.NotEqual)
                for item in above.comparisons)
            if not zero and not isinstance(above, cst.Expr | cst.If):
                raise Refusal("needs-decision", "the exit status has other values without a shell")
            patch.replace(call, f"{module}.call({given}{mute})")
        elif isinstance(above, cst.WithItem) and above.asname is not None:
            # Whoever reads it goes on reading a file, of all that the program wrote.
            patch.replace(call, f"{patch.use('io', call)}.StringIO({text})")
        else:
            read = tree.parent(above) if isinstance(above, cst.Attribute) else None
            if not isinstance(above, cst.Attribute) or above.attr.value != "read" or not isinstance(
                    read, cst.Call) or read.args:
                raise Refusal(
                    "needs-decision", "the pipe is used in another way than read at once")
            patch.replace(read, text)
        if assigned is not None:
            patch.replace(assigned.value, arguments)


def named(
    tree: Tree, call: cst.Call,
) -> tuple[cst.BaseExpression | None, cst.Assign | None]:
    """The command of a call; where that is a name with one value, the value and its assignment."""
    command = first(call)
    found = assignments(tree, call, 0) if isinstance(command, cst.Name) else []
    return (found[0].value, found[0]) if len(found) == 1 else (command, None)


def wanted(tree: Tree, command: cst.BaseExpression) -> str:
    """The list that must take the place of a command; its text where there is none."""
    try:
        return canonical(muted_list(tree, command)[0])
    except Refusal:
        return tree.canon(command)


def is_alone(call: cst.Call, is_system: bool) -> bool:
    """Whether a call has a command and nothing else but that it is to be read."""
    rest = call.args[1:]
    return not call.args[0].star and (not rest or (
        not is_system and len(rest) == 1 and literal(rest[0].value) == "r"
        and (rest[0].keyword is None or rest[0].keyword.value == "mode")))
