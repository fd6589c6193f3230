"""B306: a temporary name for a file that is not there yet."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst
from credentials.weak_random import arguments
from engine.fixer import Fixer, Site, calls
from engine.patch import Patch
from engine.refusal import Refusal
from engine.tree import Tree

# What needs a name under which there is nothing.
NEEDS_NOTHING = {
    "mkdir", "makedirs", "mkfifo", "symlink", "link", "bind", "copytree", "symlink_to", "mknod",
    "exists", "isfile", "create_connection", "start_server",
}
HANDLE = "temporary_handle"


class TempName(Fixer):
    """`path = tempfile.mktemp()` makes the file, too."""

    name = "temp-name"
    rules = ("B306", "S306", "temp-name-race")
    preconditions = (
        "the call is tempfile's by the imports, and the statement assigns it to a name",
        "the function makes no folder, link, pipe or socket and does not ask for existence",
    )
    post_condition = "the same name gets the path of mkstemp with the same arguments, closed"
    changes_behaviour = True
    explanation = (
        "Between choosing the name and opening the file another user can put a link there. "
        "mkstemp makes the file, which only this user can read, and its path is used as before; "
        "the empty file is there already when something opens it.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        for call in calls(tree, {"tempfile.mktemp", "tempfile.mkstemp"}):
            above = tree.parent(call)
            target = above.targets[0].target if isinstance(above, cst.Assign) else None
            if tree.is_any(call.func, {"tempfile.mktemp"}):
                name = tree.canon(target) if isinstance(target, cst.Name) else ""
                yield Site(call, f"{name} {arguments(tree, call)}", False)
            elif isinstance(target, cst.Tuple) and len(target.elements) == 2:
                handle, path = (tree.canon(item.value) for item in target.elements)
                if closes(tree, call, handle):
                    yield Site(call, f"{path} {arguments(tree, call)}", True)

    def fix(self, patch: Patch, site: Site) -> None:
        tree = patch.tree
        call = site.node
        above = tree.parent(call)
        if not isinstance(call, cst.Call) or not isinstance(above, cst.Assign) or len(
                above.targets) != 1 or not isinstance(above.targets[0].target, cst.Name):
            raise Refusal("layout", "the name of the file is not assigned by itself")
        line = tree.parent(above)
        if not isinstance(line, cst.SimpleStatementLine) or len(line.body) > 1:
            raise Refusal("layout", "the statement shares its line with another one")
        around = tree.function(call) or tree.module
        used = {node.value for node in tree.all(cst.Name) if tree.contains(around, node)}
        if used & NEEDS_NOTHING:
            raise Refusal("needs-decision", "something needs a name under which there is nothing")
        if HANDLE in tree.identifiers:
            raise Refusal("name-taken", f"the name {HANDLE} is used for something else")
        if isinstance(call.func, cst.Attribute):
            patch.replace(call.func.attr, "mkstemp")
        else:
            patch.replace(call.func, patch.use_member("tempfile", "mkstemp", call))
        patch.insert(tree.start(above), f"{HANDLE}, ")
        newline = tree.source.newline
        patch.insert(
            tree.end(above),
            f"{newline}{patch.indentation(line)}{patch.use('os', call)}.close({HANDLE})")


def closes(tree: Tree, call: cst.Call, handle: str) -> bool:
    """Whether the next statement closes a descriptor."""
    line = tree.enclosing(call, cst.SimpleStatementLine)
    block = tree.parent(line) if line is not None else None
    lines = list(block.body) if isinstance(block, cst.IndentedBlock | cst.Module) else []
    index = next((i for i, item in enumerate(lines) if item is line), len(lines))
    following = lines[index + 1] if index + 1 < len(lines) else None
    if not isinstance(following, cst.SimpleStatementLine):
        return False
    first = following.body[0]
    value = first.value if isinstance(first, cst.Expr) else None
    return (isinstance(value, cst.Call) and tree.is_any(value.func, {"os.close"})
            and tree.canon(value.args[0].value) == handle)
