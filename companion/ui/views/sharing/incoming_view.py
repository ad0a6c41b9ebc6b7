"""Results of incoming data, in words."""

from dataclasses import dataclass

from companion.rulebook.loader import AppWords
from companion.services.boxes.profiles import BoxProfile
from companion.services.disputes.dispute_repository import Taken


@dataclass(frozen=True, slots=True)
class ArrivalView:
    """Result of one incoming item, and the possible next steps."""

    text: str
    bad: bool = False
    match: str | None = None
    box: BoxProfile | None = None
    disputes: tuple[str, ...] = ()
    """Disputes that are now stored here."""
    copy: bool = False
    """True if it can be kept as a copy beside the existing one."""
    waits: bool = False
    """True if the import needs confirmation."""
    partial: bool = False
    """True if its intact part can be imported."""


def disputes_taken(taken: Taken, words: AppWords) -> ArrivalView:
    """Describe imported disputes: how many are new, and what happened to the others."""
    parts = (
        ("import.disputes_new", taken.new),
        ("import.disputes_already", taken.already),
        ("import.disputes_beside", taken.beside),
    )
    text = " ".join(words(key, n=len(group)) for key, group in parts if group)
    all_here = (*taken.new, *taken.beside, *taken.already)
    return ArrivalView(text, disputes=tuple(dispute.id for dispute in all_here))
