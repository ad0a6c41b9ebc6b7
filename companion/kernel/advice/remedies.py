"""Remedies that make a refused report legal: proposed by rules, or found by trying.

Each is proved: it was carried out on the state and judged again.
"""

from collections.abc import Collection, Iterator
from contextlib import suppress
from typing import Final, TypeVar

from companion.kernel import game as kernel
from companion.kernel.advice import remedy_advice as advice
from companion.kernel.advice.proven_remedies import (
    ACT_FIRST,
    ACTS_FIRST,
    ANY_ACT_FIRST,
    ANY_VALUE,
    CHANGE_BOTH,
    CHANGE_FIELD,
    EVERY,
    FEWER,
    NO_WAYS,
    OTHER_SEAT,
    SOME,
    THESE,
    ProvenRemedies,
    ProvenRemedy,
    draft_of,
)
from companion.kernel.advice.remedy_advice import MOST
from companion.kernel.advice.remedy_search import RemedySearch
from companion.kernel.advice.remedy_trials import Trials, TriedEnough
from companion.kernel.advice.two_changes import try_two_changes
from companion.kernel.forms.form import Draft
from companion.kernel.game import Game, TableState
from companion.kernel.models import Action
from companion.kernel.refusal import Refusal
from companion.kernel.values import Seat

__all__ = [
    "ACTS_FIRST",
    "ACT_FIRST",
    "ANY_ACT_FIRST",
    "ANY_VALUE",
    "CHANGE_BOTH",
    "CHANGE_FIELD",
    "EVERY",
    "FEWER",
    "MOST",
    "NO_WAYS",
    "OTHER_SEAT",
    "SOME",
    "THESE",
    "TRIES",
    "ProvenRemedies",
    "ProvenRemedy",
    "completions",
    "draft_of",
    "find_remedies",
]

S = TypeVar("S", bound=TableState)

TRIES: Final = 160
"""Maximum of reports judged for one card, so that it appears at once."""


def find_remedies(
    game: Game[S],
    state: S,
    draft: Draft,
    refusal: Refusal,
    *,
    seen: Collection[Seat] | None = None,
    tries: int = TRIES,
) -> ProvenRemedies:
    """Return the remedies that make a refused report legal, as far as the viewer may know.

    Args:
        game: game of the match.
        state: state of the table.
        draft: the report, whole or as far as it is filled in.
        refusal: its refusal.
        seen: seats whose hidden things the viewer may see; None: all.
        tries: maximum of reports to judge.

    Raises:
        BadDraft: the draft cannot be parsed.
    """
    search = RemedySearch(game, state, kernel.read_draft(game, draft), seen, tries)
    exhausted = True
    try:
        search.run(refusal)
    except TriedEnough:
        exhausted = False
    if not search.useful():
        try_two_changes(search, refusal)
    proven = tuple(search.proven.values())
    return ProvenRemedies(
        advice.advised(game, state, search.draft, proven, search.complete, search.idle), exhausted
    )


def completions(
    game: Game[S], state: S, draft: Draft, *, private: bool, tries: int = TRIES
) -> Iterator[Action]:
    """Yield the legal reports that a draft can become, within so many tries.

    Args:
        game: game of the match.
        state: state of the table.
        draft: the report as far as it is filled in.
        private: True if the viewer may know what the acting seat holds.
        tries: maximum of reports to judge.
    """
    trials = Trials(game, None if private else (), tries)
    with suppress(TriedEnough):
        yield from trials.completions(state, draft)
