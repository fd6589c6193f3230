"""B505: keys that can be factored."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst
from engine.fixer import Fixer, Site, calls
from engine.patch import Patch
from engine.text import number
from engine.tree import Tree

BASE = "cryptography.hazmat.primitives.asymmetric"
# The position of the size in each function.
FUNCTIONS = {
    f"{BASE}.rsa.generate_private_key": 1,
    f"{BASE}.dsa.generate_private_key": 0,
    "Crypto.PublicKey.RSA.generate": 0,
    "Crypto.PublicKey.DSA.generate": 0,
    "Cryptodome.PublicKey.RSA.generate": 0,
    "Cryptodome.PublicKey.DSA.generate": 0,
}
KEYWORDS = ("key_size", "bits")
# DSA has no larger size in PyCryptodome; RSA of 3072 bits is as strong as 128 bits.
SIZES = {"rsa": 3072, "RSA": 3072, "dsa": 2048, "DSA": 2048}


class ShortKey(Fixer):
    """`rsa.generate_private_key(65537, 1024)` makes a key of sufficient length."""

    name = "short-key"
    rules = ("B505", "S505", "short-asymmetric-key")
    preconditions = ("the size is a literal, and the function is known by the imports",)
    post_condition = "the same call asks for at least 2048 bits"
    changes_behaviour = True
    explanation = (
        "RSA and DSA keys under 2048 bits can be factored with affordable effort. New keys are "
        "longer; keys that were made before are not replaced by this.")

    def sites(self, tree: Tree) -> Iterable[Site]:
        for call in calls(tree, frozenset(FUNCTIONS)):
            size = number(self._size(tree, call))
            if size is not None:
                yield Site(call, tree.canon(call.func), size >= 2048)

    def _size(self, tree: Tree, call: cst.Call) -> cst.BaseExpression | None:
        position = FUNCTIONS[next(iter(tree.names(call.func)))]
        for index, item in enumerate(call.args):
            if item.star:
                return None
            if item.keyword is not None and item.keyword.value in KEYWORDS:
                return item.value
            if item.keyword is None and index == position:
                return item.value
        return None

    def fix(self, patch: Patch, site: Site) -> None:
        call = site.node
        size = self._size(patch.tree, call) if isinstance(call, cst.Call) else None
        if size is not None:
            family = site.subject.split(".")[-2] if "." in site.subject else "rsa"
            patch.replace(size, str(SIZES.get(family, 3072)))
