"""B311: numbers that can be predicted."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst
from engine.fixer import Fixer, Site, calls
from engine.imports import dotted
from engine.patch import Patch
from engine.refusal import Refusal
from engine.text import words
from engine.tree import Tree
from libcst.metadata import Assignment

from credentials.random_names import FUNCTIONS, SYSTEM, drawn, rebind

WEAK = frozenset(f"random.{name}" for name in FUNCTIONS) | {"random.Random"}
# What differs in every run, so that a generator that starts from it repeats nothing.
VARYING = frozenset({
    "os.getpid", "os.urandom", "os.getrandom", "time.time", "time.time_ns", "time.monotonic_ns",
    "time.perf_counter_ns", "uuid.uuid4", "secrets.randbits", "secrets.token_bytes",
})
# What needs the state that the system's generator does not have.
STATE = {"seed", "getstate", "setstate"}
SECRETS = {
    "token", "key", "secret", "password", "passwd", "pwd", "nonce", "salt", "session", "otp", "pin",
    "code", "csrf", "cookie", "iv", "challenge", "credential", "auth", "captcha", "boundary",
}


class WeakRandom(Fixer):
    """`random.choice(x)` draws from the system's generator instead."""

    name = "weak-random"
    rules = ("B311", "S311", "weak-random-for-secret")
    preconditions = (
        "the file keeps no state of a generator, and seeds one only with what differs in every "
        "run: nothing is meant to repeat",
        "the call is random's own by the imports",
    )
    post_condition = (
        "the same function is called with the same arguments on SystemRandom, by its name where "
        "that was imported")
    highest_level = "L3"
    explanation = (
        "The random module can be predicted after a few outputs. The same function of the "
        "system's generator takes its place; it has no seed, is slower, and does not notice when "
        "tests replace functions of the random module itself.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        for call in calls(tree, WEAK | SYSTEM):
            name = next(iter(tree.names(call.func))).rsplit(".", 1)[-1]
            if tree.is_any(call.func, WEAK):
                yield Site(call, f"{name} {arguments(tree, call)}", False)
            elif not isinstance(tree.parent(call), cst.Attribute):
                yield Site(call, f"Random {arguments(tree, call)}", True)
        bound = drawn(tree)
        for call in tree.all(cst.Call):
            function = call.func
            if isinstance(function, cst.Name) and function.value in bound and all(
                    item.scope is tree.global_scope() for item in tree.scope(call)[function.value]):
                yield Site(call, f"{bound[function.value]} {arguments(tree, call)}", True)
            if isinstance(function, cst.Attribute) and function.attr.value in FUNCTIONS:
                made = function.value
                if isinstance(made, cst.Call) and tree.is_any(made.func, SYSTEM):
                    yield Site(call, f"{function.attr.value} {arguments(tree, call)}", True)

    def fix(self, patch: Patch, site: Site) -> None:
        tree = patch.tree
        call = site.node
        if not isinstance(call, cst.Call):
            raise Refusal("unsure", "no call")
        if any(node.attr.value in STATE and not seeds_anew(tree, node)
               for node in tree.all(cst.Attribute)) or "seed" in {
                dotted(alias.name) for alias in tree.all(cst.ImportAlias)}:
            raise Refusal("false-positive", "the file seeds a generator, so that numbers repeat")
        name = site.subject.split(" ", 1)[0]
        if name == "Random" and call.args:
            raise Refusal("false-positive", "the generator is seeded, so that its numbers repeat")
        if not is_secret(tree, call):
            patch.lower("nothing shows that a secret depends on this number")
        function = call.func
        if name != "Random" and isinstance(function, cst.Name) and rebind(patch, function):
            return
        if isinstance(function, cst.Attribute):
            made = f"{tree.text(function.value)}.SystemRandom"
        else:
            made = f"{patch.use('secrets', call)}.SystemRandom"
        patch.replace(function, made if name == "Random" else f"{made}().{name}")


def seeds_anew(tree: Tree, node: cst.Attribute) -> bool:
    """Whether a `seed` is called with nothing, or random's with what differs in every run."""
    call = tree.parent(node)
    if not isinstance(call, cst.Call) or call.func is not node or node.attr.value != "seed":
        return False
    # Numbers repeat by a seed that somebody chose, and nobody chose one here.
    return not call.args or (
        tree.is_any(node, {"random.seed"}) and len(call.args) == 1 and not call.args[0].star
        and varies(tree, call, call.args[0].value))


def varies(tree: Tree, place: cst.CSTNode, value: cst.BaseExpression) -> bool:
    """Whether a value is a call whose result differs in every run, or is put together from some."""
    if isinstance(value, cst.Call):
        return tree.is_any(value.func, VARYING)
    if isinstance(value, cst.BinaryOperation):
        return varies(tree, place, value.left) and varies(tree, place, value.right)
    if not isinstance(value, cst.Name):
        return False
    found = [item for item in tree.scope(place)[value.value] if item.scope is tree.scope(place)]
    assigned = tree.enclosing(found[0].node, cst.Assign) if len(found) == 1 and isinstance(
        found[0], Assignment) else None
    return (isinstance(assigned, cst.Assign) and len(assigned.targets) == 1
            and assigned.targets[0].target is found[0].node
            and isinstance(assigned.value, cst.Call) and varies(tree, place, assigned.value))


def arguments(tree: Tree, call: cst.Call) -> str:
    """The arguments of a call in a form that does not depend on its layout."""
    return ", ".join(
        (f"{item.keyword.value}=" if item.keyword else item.star) + tree.canon(item.value)
        for item in call.args)


def is_secret(tree: Tree, call: cst.Call) -> bool:
    """Whether names around a call speak of a secret."""
    names = [tree.scope_path(call)]
    for above in tree.ancestors(call):
        if isinstance(above, cst.Assign):
            names += [tree.text(item.target) for item in above.targets]
        if isinstance(above, cst.AnnAssign):
            names.append(tree.text(above.target))
        if isinstance(above, cst.Arg) and above.keyword is not None:
            names.append(above.keyword.value)
        if isinstance(above, cst.BaseStatement):
            break
    return any(word in SECRETS or word.rstrip("s") in SECRETS for name in names
               for word in words(name))
