"""What a fixer declares and how it finds the places it knows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

import libcst as cst

from engine.tree import Tree

if TYPE_CHECKING:
    from engine.patch import Patch


@dataclass(frozen=True)
class Site:
    """A place that a fixer's rules are about, with the defect or in the safe shape.

    The subject is what a patch must leave: a fixed place has the subject of the broken one.
    """

    node: cst.CSTNode
    subject: str
    safe: bool
    # Around the node, where scanners report its place on another line.
    around: cst.CSTNode | None = None


@dataclass(frozen=True)
class Project:
    """What all files of a request tell together."""

    python: tuple[int, int] = (3, 9)
    placeholders: frozenset[str] = frozenset()
    texts: dict[str, int] = field(default_factory=dict)


class Fixer(ABC):
    """One repair: its declaration, the shapes it knows, and the edit."""

    # The name in answers.
    name: ClassVar[str]
    # Ids of Bandit, of ruff, and of our own rules that mean the same.
    rules: ClassVar[tuple[str, ...]]
    # What must hold before an edit is made.
    preconditions: ClassVar[tuple[str, ...]]
    # The safe shape that the patched source must show.
    post_condition: ClassVar[str]
    # Packages that the patched code needs and the code before did not.
    dependencies: ClassVar[tuple[str, ...]] = ()
    # Whether code that worked may see a difference.
    changes_behaviour: ClassVar[bool] = False
    # The highest level of autonomy: L2 proposes, L3 may act where a record was earned.
    highest_level: ClassVar[str] = "L2"
    # Notices that the safe shape may raise in turn.
    may_raise: ClassVar[tuple[str, ...]] = ()
    # What the proposal says.
    explanation: ClassVar[str]

    @abstractmethod
    def sites(self, tree: Tree) -> Iterable[Site]:
        """Every place with the defect or in the safe shape."""

    @abstractmethod
    def fix(self, patch: Patch, site: Site) -> None:
        """Adds the edits for a place with the defect; raises a refusal when unsure."""

    def declaration(self) -> dict[str, object]:
        """The declaration as a document."""
        return {
            "name": self.name,
            "rules": list(self.rules),
            "preconditions": list(self.preconditions),
            "postCondition": self.post_condition,
            "dependencies": list(self.dependencies),
            "changesBehaviour": self.changes_behaviour,
            "highestLevel": self.highest_level,
            "mayRaise": list(self.may_raise),
            "explanation": self.explanation,
        }


def calls(tree: Tree, names: frozenset[str] | set[str]) -> Iterator[cst.Call]:
    """The calls of some imported things."""
    last = {name.rsplit(".", 1)[-1] for name in names}
    for call in tree.all(cst.Call):
        # Aliases of a function are rare; looking a name up is dear.
        function = call.func
        word = function.attr if isinstance(function, cst.Attribute) else function
        known = isinstance(word, cst.Name) and (word.value in last or word.value in tree.aliases)
        if known and tree.is_any(function, names):
            yield call
