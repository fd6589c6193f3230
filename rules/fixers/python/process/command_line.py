"""Command lines of a shell as lists of arguments."""

from __future__ import annotations

import re
import shlex

import libcst as cst
from engine.refusal import Refusal
from engine.template import Hole, Part, parts_of
from engine.text import quoted, words
from engine.tree import Tree

# What a shell does something with, in quotes or not.
META = re.compile(r"[|&;<>()$`\\*?\[\]{}~#!%^\r\n]")
MUTED = re.compile(r"\s2>\s*(/dev/null|nul)\s*$", re.IGNORECASE)
# Words of a shell that are no programs.
BUILTINS = {
    ".", ":", "alias", "bg", "break", "cd", "command", "continue", "eval", "exec", "exit", "export",
    "fg", "for", "hash", "if", "jobs", "read", "return", "set", "shift", "source", "time", "times",
    "trap", "type", "ulimit", "umask", "unalias", "unset", "wait", "while",
    "call", "cls", "copy", "del", "dir", "echo.", "erase", "mklink", "move", "ren", "start", "ver",
}
# Names of values that hold several words, which a shell would split.
SEVERAL = {
    "args", "arg", "arguments", "argv", "cmd", "command", "commands", "cmdline", "flags", "opts",
    "opt", "options", "option", "params", "parameters", "files", "paths", "extra", "line", "rest",
}
QUOTERS = frozenset({"shlex.quote", "pipes.quote"})
FIRST_MARK = 0xE000


def argument_list(tree: Tree, node: cst.BaseExpression) -> str:
    """The list of arguments that a shell would make of a command line; refuses when unsure."""
    return listed(tree, parts_of(tree, node))


def muted_list(tree: Tree, node: cst.BaseExpression) -> tuple[str, bool]:
    """The same, and whether the command line ends in giving its errors to the null device."""
    parts = parts_of(tree, node)
    muted = MUTED.search(parts[-1]) if parts and isinstance(parts[-1], str) else None
    if muted:
        parts[-1] = parts[-1][:muted.start()]
    return listed(tree, parts), muted is not None


def listed(tree: Tree, parts: list[Part]) -> str:
    """The list of arguments for the parts of a command line."""
    holes: list[Hole] = []
    line = ""
    for part in parts:
        if isinstance(part, Hole):
            line += chr(FIRST_MARK + len(holes))
            holes.append(part)
            refuse_several(tree, part)
            continue
        if META.search(part):
            raise Refusal("needs-decision", "the command uses the shell's own syntax")
        if any(FIRST_MARK <= ord(character) < FIRST_MARK + 0x1000 for character in part):
            raise Refusal("unsure", "the command holds private characters")
        line += part
    try:
        pieces = shlex.split(line)
    except ValueError as error:
        raise Refusal("unsure", "the command's quotes do not match") from error
    if not pieces or has_mark(pieces[0]):
        raise Refusal("needs-decision", "the program itself is a value")
    if pieces[0] in BUILTINS or "=" in pieces[0]:
        raise Refusal("needs-decision", "the command's first word is the shell's own")
    return "[" + ", ".join(element(tree, piece, holes) for piece in pieces) + "]"


def refuse_several(tree: Tree, hole: Hole) -> None:
    """Refuses a value that may stand for several words or for none."""
    node = inner(tree, hole.node)
    if isinstance(node, cst.Call | cst.BinaryOperation | cst.IfExp | cst.BooleanOperation
                  | cst.Await | cst.Lambda):
        raise Refusal("needs-decision", "a value of the command is computed in place")
    if any(word in SEVERAL for word in words(tree.text(node))):
        raise Refusal("needs-decision", f"{tree.text(node)} may stand for several words")


def inner(tree: Tree, node: cst.BaseExpression) -> cst.BaseExpression:
    """The value inside of a call that quotes it for a shell."""
    if isinstance(node, cst.Call) and len(node.args) == 1 and tree.is_any(node.func, QUOTERS):
        return node.args[0].value
    return node


def has_mark(piece: str) -> bool:
    """Whether a word has a hole."""
    return any(FIRST_MARK <= ord(character) < FIRST_MARK + 0x1000 for character in piece)


def element(tree: Tree, piece: str, holes: list[Hole]) -> str:
    """One argument as an expression."""
    parts: list[Part] = []
    for character in piece:
        index = ord(character) - FIRST_MARK
        if 0 <= index < 0x1000:
            parts.append(holes[index])
        elif parts and isinstance(parts[-1], str):
            parts[-1] += character
        else:
            parts.append(character)
    if not parts:
        return '""'
    return " + ".join(
        quoted(part) if isinstance(part, str) else value(tree, part) for part in parts)


def value(tree: Tree, hole: Hole) -> str:
    """A hole as an expression that is a text."""
    node = inner(tree, hole.node)
    text = tree.text(node)
    if "\n" in text or "\r" in text:
        raise Refusal("layout", "a value of the command stands on several lines")
    if hole.is_number:
        return f'"%d" % {text}'
    return text if hole.is_text else f"str({text})"
