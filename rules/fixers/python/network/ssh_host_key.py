"""B507: an SSH server that may be anybody."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst
from engine.fixer import Fixer, Site
from engine.patch import Patch
from engine.refusal import Refusal
from engine.tree import Tree

WEAK = frozenset(
    f"paramiko.{module}{name}Policy"
    for module in ("", "client.") for name in ("AutoAdd", "Warning"))
STRICT = frozenset({"paramiko.RejectPolicy", "paramiko.client.RejectPolicy"})


class SSHHostKey(Fixer):
    """`set_missing_host_key_policy(AutoAddPolicy)` rejects unknown keys."""

    name = "ssh-host-key"
    rules = ("B507", "S507", "ssh-host-key-unchecked")
    preconditions = ("the policy is paramiko's by the imports",)
    post_condition = "the same client's policy is RejectPolicy"
    changes_behaviour = True
    explanation = (
        "A client that takes any unknown host key talks to whoever answers. Unknown keys are "
        "rejected now: load the known ones with load_system_host_keys or load_host_keys.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        for call in tree.all(cst.Call):
            if not isinstance(call.func, cst.Attribute) or len(call.args) != 1:
                continue
            if call.func.attr.value == "set_missing_host_key_policy":
                policy = policy_of(call)
                if tree.is_any(policy, WEAK):
                    yield Site(call, tree.canon(call.func.value), False)
                elif tree.is_any(policy, STRICT):
                    yield Site(call, tree.canon(call.func.value), True)

    def fix(self, patch: Patch, site: Site) -> None:
        call = site.node
        policy = policy_of(call) if isinstance(call, cst.Call) else None
        if isinstance(policy, cst.Attribute):
            patch.replace(policy.attr, "RejectPolicy")
        elif isinstance(policy, cst.Name):
            module = next(iter(patch.tree.names(policy))).rsplit(".", 1)[0]
            patch.replace(policy, patch.use_member(module, "RejectPolicy", call))
        else:
            raise Refusal("unsure", "the policy is no name")


def policy_of(call: cst.Call) -> cst.BaseExpression:
    """The class of a policy, which is given as class or instance."""
    value = call.args[0].value
    return value.func if isinstance(value, cst.Call) else value
