"""What came of one thing that was brought, in words."""

from dataclasses import dataclass

from companion.rulebook.loader import AppWords
from companion.table.boxes import Box
from companion.table.disputes_kept import Taken


@dataclass(frozen=True, slots=True)
class ArrivalView:
    """What came of one thing that was brought, and what can be done next."""

    text: str
    bad: bool = False
    match: str | None = None
    box: Box | None = None
    disputes: tuple[str, ...] = ()
    """The disputes that are here now."""
    copy: bool = False
    """Whether it can be kept beside the one that was here."""
    waits: bool = False
    """Whether it is asked before it is taken in."""
    partial: bool = False
    """Whether what is whole of it can be taken in."""


def disputes_taken(taken: Taken, words: AppWords) -> ArrivalView:
    """What came of disputes, in words: how many are new, and what became of the others."""
    parts = (
        ("import.disputes_new", taken.new),
        ("import.disputes_already", taken.already),
        ("import.disputes_beside", taken.beside),
    )
    text = " ".join(words(key, n=len(found)) for key, found in parts if found)
    all_here = (*taken.new, *taken.beside, *taken.already)
    return ArrivalView(text, disputes=tuple(dispute.id for dispute in all_here))
