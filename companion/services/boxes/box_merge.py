"""Merge of two sources about one box: additions and contradictions."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.kernel.box.facts import FactValue, FactValues
from companion.kernel.models import revised
from companion.services.boxes.profiles import BoxProfile


@dataclass(frozen=True, slots=True)
class Contrary:
    """Printed value on which the box and another source disagree."""

    fact: str
    kept: FactValue
    """Value in the box."""
    typed: FactValue
    """Value of the other source: a table, or another box."""


@dataclass(frozen=True)
class Compared:
    """Comparison of another source with the known values."""

    added: Mapping[str, FactValue]
    """Values that were not known."""
    contrary: tuple[Contrary, ...]
    """Contradictions, in the order of the other source."""


def compared(known: FactValues, said: FactValues) -> Compared:
    """Compare the values of another source with the known ones."""
    return Compared(
        {fact: value for fact, value in said.items() if fact not in known},
        tuple(
            Contrary(fact, known[fact], value)
            for fact, value in said.items()
            if fact in known and known[fact] != value
        ),
    )


def merged(box: BoxProfile, comparison: Compared, chosen: FactValues) -> BoxProfile:
    """Return the box with the additions, and the chosen value of each contradiction.

    Args:
        box: the one to update.
        comparison: the additions and contradictions of the other source.
        chosen: really printed values, by fact; others stay as they are.
    """
    settled = {c.fact: chosen[c.fact] for c in comparison.contrary if c.fact in chosen}
    return revised(box, facts={**box.facts, **comparison.added, **settled})
