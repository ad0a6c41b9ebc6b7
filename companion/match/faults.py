"""What is wrong in the file of an acta, line by line: where, in which field, and why."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import ValidationError

from companion.kernel.values import NO_PARAMS, Params
from companion.match.errors import ActaCode, ActaError

FaultCode = Literal[
    "not_text",
    "not_json",
    "cut",
    "missing_field",
    "extra_field",
    "bad_field",
    "unknown_kind",
    "second_header",
    "bad_sequence",
    "missing_entries",
    "duplicate_id",
    "newer_rules",
    "unknown_fact",
    "unknown_ruling",
    "unknown_target",
    "bad_winner",
    "bad_sum",
]

_AS_A_WHOLE: Mapping[FaultCode, ActaCode] = {
    "cut": "truncated",
    "second_header": "bad_header",
    "bad_sequence": "bad_sequence",
    "missing_entries": "bad_sequence",
    "duplicate_id": "duplicate_id",
    "newer_rules": "newer_rules",
    "unknown_fact": "unknown_fact",
    "unknown_ruling": "unknown_ruling",
    "unknown_target": "unknown_target",
}
_LONGEST = 80


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that cannot be read, or cannot be: a code with words under `fault.<code>`."""

    line: int
    """In the file, from 1."""
    code: FaultCode
    field: str = ""
    """Its path in the line, `body.action.seat`; empty: the whole line."""
    details: Params = NO_PARAMS

    @property
    def params(self) -> Params:
        """What its words are told with."""
        said = {k: dotted([v]) if isinstance(v, str) else v for k, v in self.details.items()}
        return {**said, "line": self.line, "field": self.field}

    @property
    def error(self) -> ActaError:
        """The error that it is where an acta is taken whole or not at all."""
        usual: ActaCode = "bad_header" if self.line == 1 else "bad_line"
        return ActaError(_AS_A_WHOLE.get(self.code, usual), self.params)


@dataclass(frozen=True, slots=True)
class FieldFault:
    """The first field of a line that does not fit."""

    path: tuple[str | int, ...]
    code: FaultCode

    def at(self, line: int) -> Fault:
        """The fault that it is on its line."""
        return Fault(line, self.code, dotted(self.path))


_CODES: Mapping[str, FaultCode] = {
    "missing": "missing_field",
    "extra_forbidden": "extra_field",
    "union_tag_invalid": "unknown_kind",
    "union_tag_not_found": "unknown_kind",
}


def field_fault(raw: object, error: ValidationError) -> FieldFault:
    """Which field of a line does not fit: the path in the line itself, as it is written there."""
    found = error.errors(include_url=False, include_input=False)[0]
    code = _CODES.get(found["type"], "bad_field")
    path: list[str | int] = []
    here: Any = raw
    for part in found["loc"]:
        inside = isinstance(here, dict) and part in here
        if inside or (isinstance(here, list) and isinstance(part, int) and part < len(here)):
            path.append(part)
            here = here[part]
    if code == "missing_field":
        path.append(found["loc"][-1])
    if code == "unknown_kind":
        path.append(str(found.get("ctx", {}).get("discriminator", "")).strip("'"))
    return FieldFault(tuple(path), code)


def dotted(path: Iterable[str | int]) -> str:
    """A path in a line as one reads it, whatever its names hold."""
    text = ".".join(str(part)[:_LONGEST] or "?" for part in path)
    return "".join(c if c.isprintable() else "?" for c in text)[:_LONGEST]
