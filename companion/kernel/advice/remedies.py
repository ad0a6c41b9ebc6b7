"""Remedies that make a refused report legal: proposed by rules, or found by trying.

Each is proved: it was carried out on the state and judged again. Other values of a field are
listed by `remedy_candidates` and tried by `remedy_search`.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, TypeVar

from pydantic import ValidationError

from companion.kernel import legality
from companion.kernel.advice import remedy_advice as advice
from companion.kernel.advice.acts_alike import TriedActs
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
from companion.kernel.advice.remedy_search import RemedySearch, run_in_turn
from companion.kernel.advice.remedy_trials import Trials, TriedEnough
from companion.kernel.conditions import Condition
from companion.kernel.form import Draft
from companion.kernel.game import Game, TableState
from companion.kernel.models import Action
from companion.kernel.refusal import Refusal, Remedy
from companion.kernel.values import Params, Seat

_TRIES_OF_TWO_CHANGES: Final = 120
"""Maximum of reports judged to find two fields that have to change together."""


def try_two_changes(search: RemedySearch, refusal: Refusal) -> None:
    """Try other values of two fields of a whole report: one for what failed, one for what is left.

    What it is about stays: its first answer, and any thing that could be exchanged for several.

    Args:
        search: search for its remedies, which keeps them.
        refusal: its refusal.
    """
    if legality.next_field(search.game, search.draft) is not None:
        return
    failed = search.failed_condition(refusal)
    with search.trials.apart(_TRIES_OF_TWO_CHANGES):
        _take_back_what_is_lost(search)
        if search.useful():
            return
        for name in search.changeable(failed, _subject(search)):
            for value, then in _halves(search, name, failed):
                for way in _with_second(search, name, value, then):
                    search.keep(way)
                if search.useful():
                    return


def _take_back_what_is_lost(search: RemedySearch) -> None:
    """Try to lay down less, where another value makes a report legal but something is lost."""
    paid = search.game.action_models[search.draft.kind].payments
    for way in tuple(search.proven.values()):
        change = way.remedy.change or {}
        if way.acts or way.remedy.instead or len(change) != 1 or "seat" in change:
            continue
        [(name, value)] = change.items()
        for other in sorted(paid - {name}):
            second = search.besides(change)
            run_in_turn([second.other_values(other)])
            for one in second.useful():
                search.keep(_both(search, name, value, one))


def _halves(
    search: RemedySearch, name: str, failed: Condition[Any]
) -> Iterator[tuple[object, Refusal]]:
    """Yield the nearest values of a field after which only a later condition fails."""
    codes = [one.code for one in search.game.conditions_of(search.draft.kind)]
    later = codes[codes.index(failed.code) + 1 :]
    others = search.others(search.draft_before(name), name)
    for tier in others.tiers:
        halves = list[tuple[object, Refusal]]()
        for value in tier:
            refusal = _refusal(search, name, value)
            if refusal is not None and refusal.code in later:
                halves.append((value, refusal))
            if halves and others.whole is None:
                break
        if halves:
            yield from halves if len(halves) == 1 else ()
            return


def _refusal(search: RemedySearch, name: str, value: object) -> Refusal | None:
    """Return the refusal of a report with another value, or None if it is no report."""
    try:
        action = legality.complete(search.game, search.changed({name: value}))
    except ValidationError:
        return None
    search.trials.spend()
    return search.trials.judgement(search.state, action).refusal


def _with_second(
    search: RemedySearch, name: str, value: object, refusal: Refusal
) -> tuple[ProvenRemedy, ...]:
    """Return the remedies of a second field, besides another value of the first one."""
    ways = _seconds(search, name, value, refusal)
    if name not in search.game.action_models[search.draft.kind].payments and len(ways) == 1:
        # The value was the first of many perhaps, so the second field is changed before it.
        [(second, chosen)] = (ways[0].remedy.change or {}).items()
        left = _refusal(search, second, chosen)
        turned = _seconds(search, second, chosen, left) if left else ()
        name, value, ways = (second, chosen, turned) if turned else (name, value, ways)
    return tuple(_both(search, name, value, way) for way in ways)


def _seconds(
    search: RemedySearch, name: str, value: object, refusal: Refusal
) -> tuple[ProvenRemedy, ...]:
    """Return what makes the report legal once one field has another value."""
    second = search.besides({name: value})
    failed = second.failed_condition(refusal)
    for proposal in second.proposals(failed):
        if len(proposal.change or ()) == 1 and not proposal.first and not proposal.instead:
            second.keep(second.carried_out(proposal))
    kept = {name, "seat", *_subject(search)}
    run_in_turn([second.single_changes(failed, kept)])
    ways = [way for way in second.proven.values() if kept.isdisjoint(way.remedy.change or ())]
    several = {
        one for one, n in Counter(_field_of(way) for way in ways).items() if n > 1
    } & second.complete
    ways = [way for way in ways if _field_of(way) not in several]
    return advice.advised(
        search.game, search.state, second.draft, ways, second.complete, TriedActs()
    )


def _subject(search: RemedySearch) -> tuple[str, ...]:
    """Return the field of what a report is about."""
    return search.game.action_models[search.draft.kind].form_fields()[:1]


def _field_of(way: ProvenRemedy) -> str:
    return next(iter(way.remedy.change or {}), "")


def _both(search: RemedySearch, name: str, value: object, second: ProvenRemedy) -> ProvenRemedy:
    """Return the remedy that changes one field besides what another one changes."""
    first = search.change_of(search.draft_before(name), name, value, second.report)
    also: Params = {f"next_{key}": told for key, told in second.remedy.params.items()}
    params = {**first.params, **also, "next_code": second.remedy.code}
    change = {name: value, **(second.remedy.change or {})}
    return replace(second, remedy=Remedy(CHANGE_BOTH, params, change), tried=True)


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
    search = RemedySearch(game, state, legality.read_draft(game, draft), seen, tries)
    exhausted = True
    try:
        search.run(refusal)
    except TriedEnough:
        exhausted = False
    if not search.useful():
        try_two_changes(search, refusal)
    proven = tuple(search.proven.values())
    return ProvenRemedies(
        advice.advised(game, state, search.draft, proven, search.complete, search.tried), exhausted
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
