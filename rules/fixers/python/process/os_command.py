"""B605: os.system and os.popen."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst
from engine.fixer import Fixer, Site, calls
from engine.patch import Patch
from engine.refusal import Refusal
from engine.text import number
from engine.tree import Tree

from process.command_line import argument_list
from process.shell_true import first, is_shell, wanted

RUN = frozenset({"subprocess.call", "subprocess.run"})


class OSCommand(Fixer):
    """`os.system("ping " + host)` becomes `subprocess.call(["ping", host])`."""

    name = "os-command"
    rules = ("B605", "S605", "os-system-built-command")
    preconditions = (
        "the command is a literal, or one with values, and uses nothing of the shell",
        "the program is literal and no builtin; no value's name speaks of several words",
        "the result of os.system is unused or compared with 0; os.popen is read whole at once",
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
            command = first(call)
            if command is not None:
                yield Site(call, wanted(tree, command), False)
        for call in calls(tree, RUN):
            command = first(call)
            if isinstance(command, cst.List) and not is_shell(command) and not any(
                    item.keyword is not None and item.keyword.value == "shell"
                    for item in call.args):
                yield Site(call, tree.canon(command), True)

    def fix(self, patch: Patch, site: Site) -> None:
        tree = patch.tree
        call = site.node
        command = first(call) if isinstance(call, cst.Call) else None
        if not isinstance(call, cst.Call) or command is None or len(call.args) != 1:
            raise Refusal("unsure", "no command alone")
        arguments = argument_list(tree, command)
        above = tree.parent(call)
        if tree.is_any(call.func, {"os.system"}):
            zero = isinstance(above, cst.Comparison) and all(
                number(item.comparator) == 0 and isinstance(item.operator, cst.Equal | cst.NotEqual)
                for item in above.comparisons)
            if not zero and not isinstance(above, cst.Expr | cst.If):
                raise Refusal("needs-decision", "the exit status has other values without a shell")
            patch.replace(call, f"{patch.use('subprocess', call)}.call({arguments})")
            return
        read = tree.parent(above) if isinstance(above, cst.Attribute) else None
        if not isinstance(above, cst.Attribute) or above.attr.value != "read" or not isinstance(
                read, cst.Call) or read.args:
            raise Refusal("needs-decision", "the pipe is used in another way than read at once")
        module = patch.use("subprocess", call)
        patch.replace(
            read, f"{module}.run({arguments}, stdout={module}.PIPE, text=True, check=False).stdout")
