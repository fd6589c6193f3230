"""Whether a text looks like a secret, and how the variable for it is called."""

from __future__ import annotations

import re

import libcst as cst
from engine.imports import dotted
from engine.refusal import Refusal
from engine.text import WORDS
from engine.tree import Tree

# The names for which Bandit and ruff look.
SECRET = re.compile(r"(^|_)(pas+wo?r?d|pass(phrase)?|pwd|token|secrete?)(_|$)", re.IGNORECASE)
# What names that end like this hold is said of a secret, and is none.
ABOUT = re.compile(
    r"_(algo(rithm)?|alg|type|kind|field|header|prefix|suffix|format|scheme|policy|hasher|encoding)$",
    re.IGNORECASE)
# What stands where a secret would, and is none: names, places, formats, sentences, placeholders.
HARMLESS = re.compile(
    r"""\s*|[a-z][a-z0-9+.-]*://.*|[./~].*|.*[\s{}<>%].*|[\w.-]+\.[a-z]{2,4}(/.*)?
    |[A-Za-z]+([-_. ][A-Za-z]+)*|.*[*]{2,}.*|(.)\2*|\W+""",
    re.VERBOSE | re.DOTALL)


def refuse_harmless(value: str | None) -> None:
    """Refuses a text that is no secret by its looks: a word, a path, an address, a sentence."""
    if value is None:
        raise Refusal("unsure", "the value is no text")
    if not value:
        raise Refusal("false-positive", "an empty text is no secret")
    if len(value) < 5 or HARMLESS.fullmatch(value):
        raise Refusal("false-positive", "the text does not look like a secret")


def variable(tree: Tree, name: str) -> str:
    """The environment variable for a name: its words in capitals, after the module's if alone."""
    parts = [word.upper() for word in WORDS.findall(name)]
    if len(parts) < 2:
        stem = tree.source.path.rsplit("/", 1)[-1].removesuffix(".py")
        parts = [word.upper() for word in WORDS.findall(stem)] + parts
    return "_".join(parts) or "SECRET"


def looked_up(tree: Tree, node: cst.CSTNode | None) -> str | None:
    """The environment variable that an expression reads without a default of its own."""
    if isinstance(node, cst.Subscript) and tree.is_any(node.value, {"os.environ"}):
        element = node.slice[0].slice if len(node.slice) == 1 else None
        key = element.value if isinstance(element, cst.Index) else None
        return key.raw_value if isinstance(key, cst.SimpleString) else None
    if isinstance(node, cst.Call) and len(node.args) == 1 and tree.is_any(
            node.func, {"os.environ.get", "os.getenv"}):
        key = node.args[0].value
        return key.raw_value if isinstance(key, cst.SimpleString) else None
    return None


def refuse_copies(tree: Tree, node: cst.CSTNode, value: str) -> None:
    """Refuses when the secret also stands elsewhere in the file: it would stay there."""
    others = [
        item for item in tree.all(cst.SimpleString)
        if item is not node and item.raw_value == value]
    if others:
        raise Refusal("needs-decision", "the same text stands elsewhere in the file")


def target_name(node: cst.CSTNode) -> str:
    """The last name of an assignment's target."""
    if isinstance(node, cst.Subscript) and len(node.slice) == 1:
        element = node.slice[0].slice
        if isinstance(element, cst.Index) and isinstance(element.value, cst.SimpleString):
            value = element.value.raw_value
            return value if value.isidentifier() else ""
        return ""
    return dotted(node).rsplit(".", 1)[-1]
