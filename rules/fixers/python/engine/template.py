"""Texts with holes: concatenations, %-formats, format calls and f-strings."""

from __future__ import annotations

import re
import string
from dataclasses import dataclass

import libcst as cst

from engine.refusal import Refusal
from engine.text import literal
from engine.tree import Tree

CONVERSION = re.compile(r"%(?:\((\w+)\))?([#0 +-]*\d*(?:\.\d+)?)([a-zA-Z%])")


@dataclass(frozen=True)
class Hole:
    """A value in a text; `is_text` when it has to be a string already."""

    node: cst.BaseExpression
    is_text: bool
    is_number: bool = False


Part = str | Hole


def parts_of(tree: Tree, node: cst.BaseExpression) -> list[Part]:
    """The literal parts and holes of an expression that makes a text; neighbours are joined."""
    joined: list[Part] = []
    for part in _parts(tree, node):
        if isinstance(part, str) and joined and isinstance(joined[-1], str):
            joined[-1] += part
        elif part != "":
            joined.append(part)
    return joined


def _parts(tree: Tree, node: cst.BaseExpression) -> list[Part]:
    text = literal(node)
    if text is not None:
        return [text]
    if isinstance(node, cst.ConcatenatedString):
        return _parts(tree, node.left) + _parts(tree, node.right)
    if isinstance(node, cst.FormattedString):
        return _formatted(node)
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Add):
        return _parts(tree, node.left) + _parts(tree, node.right)
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Modulo):
        return _percent(tree, node)
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
        pattern = literal(node.func.value)
        if node.func.attr.value == "format" and pattern is not None:
            return _format(node, pattern)
    if isinstance(node, cst.SimpleString):
        raise Refusal("unsure", "the text is bytes")
    return [Hole(node, True)]


def _formatted(node: cst.FormattedString) -> list[Part]:
    if "r" in node.start.lower() or "b" in node.start.lower():
        raise Refusal("unsure", "the text is raw")
    found: list[Part] = []
    for item in node.parts:
        if isinstance(item, cst.FormattedStringText):
            plain = item.value.replace("{{", "{").replace("}}", "}")
            value = literal(cst.SimpleString(node.end + plain + node.end))
            found.append(value if value is not None else "")
        elif isinstance(item, cst.FormattedStringExpression):
            if item.conversion or item.format_spec or item.equal:
                raise Refusal("unsure", "a value is formatted in a special way")
            found.append(Hole(item.expression, False))
    return found


def _percent(tree: Tree, node: cst.BinaryOperation) -> list[Part]:
    text = literal(node.left)
    if text is None:
        raise Refusal("unsure", "the format is no literal")
    right = node.right
    if isinstance(right, cst.Dict | cst.DictComp) or "%(" in text:
        raise Refusal("unsure", "the values come by name")
    if isinstance(right, cst.Tuple):
        values = [item.value for item in right.elements if isinstance(item, cst.Element)]
        if len(values) != len(right.elements):
            raise Refusal("unsure", "the values are unpacked")
    else:
        values = [right]
    found: list[Part] = []
    position = 0
    for match in CONVERSION.finditer(text):
        found.append(text[position:match.start()])
        position = match.end()
        if match[3] == "%":
            found.append("%")
            continue
        if match[2] or match[3] not in "sdi" or not values:
            raise Refusal("unsure", "a value is formatted in a special way")
        found.append(Hole(values.pop(0), False, match[3] != "s"))
    if values or "%" in text[position:]:
        raise Refusal("unsure", "the format and its values do not agree")
    return [*found, text[position:]]


def _format(node: cst.Call, text: str) -> list[Part]:
    if any(item.star for item in node.args):
        raise Refusal("unsure", "the values are unpacked")
    named = {item.keyword.value: item.value for item in node.args if item.keyword is not None}
    positional = [item.value for item in node.args if item.keyword is None]
    found: list[Part] = []
    index = 0
    try:
        fields = list(string.Formatter().parse(text))
    except ValueError as error:
        raise Refusal("unsure", "the format is not valid") from error
    for before, name, spec, conversion in fields:
        found.append(before)
        if name is None:
            continue
        if spec or conversion:
            raise Refusal("unsure", "a value is formatted in a special way")
        if name == "":
            name, index = str(index), index + 1
        if name.isdigit() and int(name) < len(positional):
            found.append(Hole(positional[int(name)], False))
        elif name in named:
            found.append(Hole(named[name], False))
        else:
            raise Refusal("unsure", "the format and its values do not agree")
    return found
