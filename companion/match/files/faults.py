"""Faults in the file of an acta, line by line: place, field and reason."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import ValidationError

from companion.kernel.values import NO_PARAMS, Params
from companion.match.entries import ActaCode, ActaError

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
    """Unreadable or impossible content: a code with words under `fault.<code>`."""

    line: int
    """Line in the file, from 1."""
    code: FaultCode
    field: str = ""
    """Path of the field in the line, `body.action.seat`; empty: the whole line."""
    details: Params = NO_PARAMS

    @property
    def params(self) -> Params:
        """Return the parameters of its words."""
        said = {k: dotted([v]) if isinstance(v, str) else v for k, v in self.details.items()}
        return {**said, "line": self.line, "field": self.field}

    @property
    def error(self) -> ActaError:
        """Return the error to raise where an acta is read whole or not at all."""
        usual: ActaCode = "bad_header" if self.line == 1 else "bad_line"
        return ActaError(_AS_A_WHOLE.get(self.code, usual), self.params)


@dataclass(frozen=True, slots=True)
class FieldFault:
    """First invalid field of a line."""

    path: tuple[str | int, ...]
    code: FaultCode

    def at(self, line: int) -> Fault:
        """Return the fault of this field on its line."""
        return Fault(line, self.code, dotted(self.path))


_CODES: Mapping[str, FaultCode] = {
    "missing": "missing_field",
    "extra_forbidden": "extra_field",
    "union_tag_invalid": "unknown_kind",
    "union_tag_not_found": "unknown_kind",
}


def field_fault(raw: object, error: ValidationError) -> FieldFault:
    """Return the invalid field, with its path as it is written in the line."""
    details = error.errors(include_url=False, include_input=False)[0]
    code = _CODES.get(details["type"], "bad_field")
    path: list[str | int] = []
    here: Any = raw
    for part in details["loc"]:
        inside = isinstance(here, dict) and part in here
        if inside or (isinstance(here, list) and isinstance(part, int) and part < len(here)):
            path.append(part)
            here = here[part]
    if code == "missing_field":
        path.append(details["loc"][-1])
    if code == "unknown_kind":
        path.append(str(details.get("ctx", {}).get("discriminator", "")).strip("'"))
    return FieldFault(tuple(path), code)


def dotted(path: Iterable[str | int]) -> str:
    """Return a path in a line as readable text, whatever its names contain."""
    text = ".".join(str(part)[:_LONGEST] or "?" for part in path)
    return "".join(c if c.isprintable() else "?" for c in text)[:_LONGEST]
