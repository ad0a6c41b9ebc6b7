"""What two sources say of one box: what one of them knows alone, and what they contradict."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.kernel.facts import FactValue, FactValues
from companion.table.boxes import Box


@dataclass(frozen=True, slots=True)
class Contrary:
    """A printed value of which the box and something else say different things."""

    fact: str
    kept: FactValue
    """What the box says."""
    typed: FactValue
    """What the other says: a table, or another box."""


@dataclass(frozen=True)
class Compared:
    """What somebody else says besides what is known."""

    added: Mapping[str, FactValue]
    """What is not known."""
    contrary: tuple[Contrary, ...]
    """What is known to be otherwise, in the order in which it was said."""


def compared(known: FactValues, said: FactValues) -> Compared:
    """What is said, against what is known."""
    return Compared(
        {fact: value for fact, value in said.items() if fact not in known},
        tuple(
            Contrary(fact, known[fact], value)
            for fact, value in said.items()
            if fact in known and known[fact] != value
        ),
    )


def merged(box: Box, found: Compared, chosen: FactValues) -> Box:
    """The box with what it did not know, and of each contradiction what was chosen.

    Args:
        box: the one that is kept.
        found: what the other says besides.
        chosen: by fact, what is printed indeed; what is not in it stays as it is.
    """
    settled = {c.fact: chosen[c.fact] for c in found.contrary if c.fact in chosen}
    return box.model_copy(update={"facts": {**box.facts, **found.added, **settled}})
