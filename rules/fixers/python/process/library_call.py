"""B603: a program for what the standard library does itself."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst
from libcst import matchers
from engine.fixer import Fixer, Site, calls
from engine.patch import Patch
from engine.refusal import Refusal
from engine.text import literal
from engine.tree import Tree

from process.shell_true import first

STARTS = frozenset({"subprocess.call", "subprocess.run"})
FORCED = {"-rf", "-fr", "-Rf", "-fR"}
MAKERS = frozenset({"os.mkdir", "os.makedirs"})


class LibraryCall(Fixer):
    """`call(["rm", "-rf", folder])` becomes `shutil.rmtree(folder, ignore_errors=True)`."""

    name = "library-call"
    rules = ("B603", "S603")
    preconditions = (
        "the program is rm with -rf and one path; nothing else is given, and the result is unused",
        "the file makes the same path as a folder",
    )
    post_condition = "shutil.rmtree removes the same path in the same place, whatever fails"
    changes_behaviour = True
    explanation = (
        "No program is started for what the standard library does: none has to be found, no "
        "argument can be taken for an option. What cannot be removed stays without a word, as "
        "before but for the message; a link in the folder's place stays as well.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        for call in calls(tree, STARTS):
            path = removed(tree, call)
            if path is not None:
                yield Site(call, subject(tree, path), False)
        yield from removals(tree)

    def fix(self, patch: Patch, site: Site) -> None:
        if not isinstance(site.node, cst.Call):
            raise Refusal("unsure", "no call")
        use_library(patch, site.node)


def removed(tree: Tree, call: cst.Call) -> cst.BaseExpression | None:
    """The folder that a call of `rm -rf` removes; None for any other call."""
    command = first(call)
    if (len(call.args) != 1 or not isinstance(command, cst.List) or len(command.elements) != 3
            or not tree.is_any(call.func, STARTS) or not isinstance(tree.parent(call), cst.Expr)
            or any(isinstance(item, cst.StarredElement) for item in command.elements)):
        return None
    program, flags, path = (item.value for item in command.elements)
    is_rm = literal(program) in {"rm", "/bin/rm", "/usr/bin/rm"} and literal(flags) in FORCED
    return path if is_rm and is_folder(tree, path) else None


def is_folder(tree: Tree, path: cst.BaseExpression) -> bool:
    """Whether the file makes a path as a folder."""
    made = [call.args[0].value for call in calls(tree, MAKERS) if call.args]
    made += [assigned.targets[0].target for assigned in tree.all(cst.Assign)
             if isinstance(assigned.value, cst.Call)
             and tree.is_any(assigned.value.func, {"tempfile.mkdtemp"})]
    return any(tree.canon(item) == tree.canon(path) and owners(tree, item) == owners(tree, path)
               for item in made)


def owners(tree: Tree, path: cst.BaseExpression) -> list[object]:
    """Whose the names of a path are, in order: two functions have two variables of one name."""
    found: list[object] = []
    for name in matchers.findall(path, matchers.Name()):
        around = tree.parent(name)
        is_attribute = isinstance(around, cst.Attribute) and around.attr is name
        if not isinstance(name, cst.Name) or is_attribute:
            continue
        if name.value in {"self", "cls"}:
            found.append(tree.enclosing(path, cst.ClassDef))
        else:
            found.append({id(item.scope) for item in tree.scope(path)[name.value]})
    return found


def removals(tree: Tree) -> Iterable[Site]:
    """The places where the standard library removes a folder."""
    for call in calls(tree, {"shutil.rmtree"}):
        if len(call.args) == 2 and call.args[0].keyword is None and not call.args[0].star and (
                tree.canon(call.args[1].value) == "True"
                and call.args[1].keyword is not None
                and call.args[1].keyword.value == "ignore_errors"):
            yield Site(call, subject(tree, call.args[0].value), True)


def subject(tree: Tree, path: cst.BaseExpression) -> str:
    """What a removal is about."""
    return f"rm {tree.canon(path)}"


def use_library(patch: Patch, call: cst.Call) -> bool:
    """Lets the standard library do the work of a program where it can; whether it can."""
    path = removed(patch.tree, call)
    if path is None:
        return False
    module = patch.use("shutil", call)
    patch.replace(call, f"{module}.rmtree({patch.tree.text(path)}, ignore_errors=True)")
    return True
