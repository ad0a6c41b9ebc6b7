"""Errors of an acta.

ActaError           an invalid or damaged file or entry
"""

from typing import Literal

from companion.kernel.values import NO_PARAMS, Params

ActaCode = Literal[
    "not_acta",
    "truncated",
    "too_large",
    "newer_format",
    "newer_rules",
    "unknown_game",
    "bad_sequence",
    "duplicate_id",
    "bad_header",
    "bad_line",
    "bad_setup",
    "unknown_target",
    "unknown_ruling",
    "unknown_fact",
]


class ActaError(Exception):
    """Unreadable acta: a code with words under `acta.<code>`, and its parameters."""

    def __init__(self, code: ActaCode, params: Params = NO_PARAMS) -> None:
        super().__init__(f"{code} {dict(params)}")
        self.code: ActaCode = code
        self.params = params
