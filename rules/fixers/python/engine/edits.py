"""Edits of one finding and their application."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass

from engine.refusal import Refusal


@dataclass(frozen=True, order=True)
class Edit:
    """Characters from `start` to `end` of the text are replaced; an import may be shared."""

    start: int
    end: int
    text: str
    is_import: bool = False


def overlap(edits: Iterable[Edit]) -> bool:
    """Whether edits contradict each other.

    Two insertions at one place do not when both are imports: their order does not matter.
    """
    ordered = sorted(set(edits))
    for first, second in itertools.pairwise(ordered):
        if first.end > second.start:
            return True
        if first.start == second.start and not (first.is_import and second.is_import):
            return True
    return False


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text with all edits; equal ones count once."""
    ordered = sorted(set(edits))
    if overlap(ordered):
        raise Refusal("layout", "its edits overlap")
    parts: list[str] = []
    position = 0
    for edit in ordered:
        parts += [text[position:edit.start], edit.text]
        position = edit.end
    return "".join(parts) + text[position:]
