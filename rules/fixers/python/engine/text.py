"""String literals and the words in names."""

from __future__ import annotations

import re

import libcst as cst

WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def literal(node: cst.CSTNode | None) -> str | None:
    """The text that a plain string literal stands for; None for bytes and everything else."""
    if isinstance(node, cst.SimpleString | cst.ConcatenatedString):
        value = node.evaluated_value
        return value if isinstance(value, str) else None
    return None


def is_word(node: cst.CSTNode | None, word: str) -> bool:
    """Whether a node is a bare name such as `None` or `True`."""
    return isinstance(node, cst.Name) and node.value == word


def number(node: cst.CSTNode | None) -> int | None:
    """The value of an integer literal."""
    return node.evaluated_value if isinstance(node, cst.Integer) else None


def words(name: str) -> list[str]:
    """The words of an identifier, in lower case."""
    return [word.lower() for word in WORDS.findall(name)]


def quoted(text: str) -> str:
    """A text as a string literal in double quotes."""
    plain = repr(text)
    if plain.startswith("'") and '"' not in plain:
        return '"' + plain[1:-1].replace("\\'", "'") + '"'
    return plain
