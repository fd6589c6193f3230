"""The bytes of a file and the text that they stand for."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from functools import cached_property

from engine.refusal import Refusal

# Larger files are generated; parsing one takes more memory than it is worth.
LARGEST = 2_000_000
# Encodings without state, in which every text has one form in bytes.
ENCODINGS = re.compile(r"utf-8|ascii|iso8859-\d+|cp125\d|cp437|cp850|koi8-[ru]|mac-roman")
# The declaration of PEP 263, which stands in one of the first two lines.
DECLARATION = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
EMPTY = re.compile(rb"^[ \t\f]*(?:#.*)?$")
LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True)
class Source:
    """A file as text, every character of which leads back to its bytes."""

    path: str
    data: bytes
    text: str
    encoding: str
    mark: bytes

    @staticmethod
    def read(path: str, data: bytes) -> Source:
        """Decodes a file as Python does; refuses what cannot be written back byte for byte."""
        if len(data) > LARGEST:
            raise Refusal("too-large", f"the file has {len(data)} bytes, at most {LARGEST}")
        mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
        body = data[len(mark):]
        encoding = declared_encoding(body)
        if mark and encoding != "utf-8":
            raise Refusal("encoding", "the file has a UTF-8 mark and declares another encoding")
        if b"\0" in body:
            raise Refusal("encoding", "the file holds a NUL byte")
        try:
            text = body.decode(encoding)
        except UnicodeDecodeError as error:
            raise Refusal("encoding", f"the file is not {encoding}") from error
        if text.encode(encoding) != body:
            raise Refusal("encoding", f"{encoding} does not give these bytes back")
        return Source(path, data, text, encoding, mark)

    @cached_property
    def line_starts(self) -> list[int]:
        """The offset of each line's first character."""
        return [0] + [match.end() for match in LINE_END.finditer(self.text)]

    @cached_property
    def newline(self) -> str:
        """The line end that the file uses first."""
        match = LINE_END.search(self.text)
        return match.group() if match else "\n"

    def offset(self, line: int, column: int) -> int:
        """The offset of a place; lines count from 1, columns from 0, in characters."""
        return self.line_starts[line - 1] + column

    def byte_offset(self, offset: int) -> int:
        """Where a character stands in the file."""
        return len(self.mark) + len(self.text[:offset].encode(self.encoding))

    def line_of(self, offset: int) -> int:
        """The line, from 1, of a character."""
        low, high = 0, len(self.line_starts)
        while high - low > 1:
            middle = (low + high) // 2
            if self.line_starts[middle] <= offset:
                low = middle
            else:
                high = middle
        return low + 1

    def encode(self, text: str) -> bytes:
        """The bytes of a replacement."""
        try:
            return text.encode(self.encoding)
        except UnicodeEncodeError as error:
            raise Refusal("encoding", f"the edit cannot be written in {self.encoding}") from error


def declared_encoding(body: bytes) -> str:
    """The encoding that the first two lines declare, or UTF-8."""
    for line in re.split(rb"\r\n|\r|\n", body[:2000])[:2]:
        match = DECLARATION.match(line)
        if match:
            name = match.group(1).decode("ascii")
            try:
                known = codecs.lookup(name).name
            except LookupError as error:
                raise Refusal("encoding", f"the encoding {name} is not known") from error
            if not ENCODINGS.fullmatch(known):
                raise Refusal("encoding", f"files in {known} are not edited")
            return known
        if not EMPTY.match(line):
            break
    return "utf-8"
