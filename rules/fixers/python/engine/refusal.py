"""Why a finding is left as it is."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """The closed list of reasons."""

    UNKNOWN_RULE = "unknown-rule"
    SYNTAX = "syntax"
    ENCODING = "encoding"
    TOO_LARGE = "too-large"
    TOO_DEEP = "too-deep"
    NOT_FOUND = "not-found"
    AMBIGUOUS = "ambiguous"
    UNTRACED = "untraced"
    UNSURE = "unsure"
    FALSE_POSITIVE = "false-positive"
    NEEDS_DECISION = "needs-decision"
    NAME_TAKEN = "name-taken"
    LAYOUT = "layout"
    TEST_CODE = "test-code"
    POST_CONDITION = "post-condition"
    INTERNAL = "internal"


class Refusal(Exception):
    """No edit is made; the reason is for the proposal and the statistics."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = Reason(reason)
        self.text = text
