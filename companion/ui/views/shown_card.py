"""The ruling cards that a screen shows: of a refused report, of a doubt, of an entry that fell."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from pydantic import ValidationError

from companion.kernel import game as kernel
from companion.kernel import readings
from companion.kernel import remedies as mending
from companion.kernel.form import Choices, Draft
from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.kernel.readings import Hinge
from companion.kernel.refusal import Kind, Refusal, Remedy
from companion.kernel.remedies import Ways
from companion.kernel.values import Seat
from companion.rulebook.cards import RulingCard
from companion.rulebook.wording import Wording
from companion.table.answers import draft_of


@dataclass(frozen=True)
class ShownCard:
    """A ruling card, with the action it is about when the table may consent to it."""

    card: RulingCard
    action: Action | None = None
    item: str | None = None
    """The effective entry that the card is about, when it is not a new one."""
    draft: Draft | None = None
    """What was asked, where it is no whole action yet."""
    turn: bool = False
    """Whether it is refused because somebody else must act first."""
    asked: Action | None = None
    """The action that a doubt was about, when it may be tried out."""
    ways: Ways = mending.NO_WAYS
    """What makes it legal, in the order of the card's remedies."""
    behind: Seat | None = None
    """The seat on whose hidden things the whole answer rests; its owner may look at that."""
    whole: "Callable[[Game[Any], Any], ShownCard | None] | None" = field(
        default=None, repr=False, compare=False
    )
    """The answer as that owner sees it, of the game and the table as they are shown then."""

    @property
    def attempt(self) -> Draft | None:
        """What was tried, whole or not."""
        return draft_of(self.action) if self.action else self.draft


def card_of(
    game: Game[Any],
    state: Any,
    wording: Wording,
    refusal: Refusal,
    draft: Draft,
    action: Action | None = None,
    *,
    seen: Collection[Seat],
) -> ShownCard:
    """The ruling card of what forbids a draft; it can be consented to when it is complete.

    Unless the seat of the draft is `seen`, the refusal must be one that may be told to everybody.
    """
    whole = action or _only_way(game, state, draft)
    params = game.describe(state, whole) if whole else None
    tried, private = draft_of(action) if action else draft, draft.seat in seen
    checks = kernel.explain_draft(game, state, tried, private=private)
    found = mending.ways(game, state, tried, refusal, seen=seen)
    hinges = _hinges(game, state, wording, tried, private=private)
    card = wording.refusal(refusal, draft.kind, params, checks, _told(found), hinges)
    turn = refusal.kind is Kind.TURN
    return ShownCard(card, action, draft=draft, turn=turn, ways=found)


def _only_way(game: Game[Any], state: Any, draft: Draft) -> Action | None:
    """The report that a draft is, where what is left of it has but one answer."""
    name = kernel.next_field(game, draft)
    while name is not None:
        found = game.candidates(state, draft, name)
        if not isinstance(found, Choices) or len(found.values) != 1:
            return None
        draft = draft.with_value(name, found.values[0])
        name = kernel.next_field(game, draft)
    try:
        return kernel.complete(game, draft)
    except ValidationError:
        return None


def secret_card(
    game: Game[Any],
    state: Any,
    wording: Wording,
    refusal: Refusal,
    draft: Draft,
    action: Action | None = None,
) -> ShownCard:
    """The ruling card of what forbids a draft by what its seat hides: it says so, and no number."""
    params = game.describe(state, action) if action else None
    tried, seat = draft_of(action) if action else draft, draft.seat
    checks = kernel.explain_draft(game, state, tried, private=False)
    card = wording.covered(draft.kind, seat, params, checks, refusal)
    return ShownCard(
        card,
        action,
        draft=draft,
        turn=refusal.kind is Kind.TURN,
        behind=seat,
        whole=partial(_whole_card, wording, draft, action),
    )


def _whole_card(
    wording: Wording, draft: Draft, action: Action | None, game: Game[Any], state: Any
) -> ShownCard | None:
    """The ruling card that the owner of what it rests on sees; None: nothing forbids it now."""
    refusal = (
        kernel.check(game, state, action) if action else kernel.check_draft(game, state, draft)
    )
    if refusal is None:
        return None
    return card_of(game, state, wording, refusal, draft, action, seen=(draft.seat,))


def doubt_card(
    game: Game[Any], state: Any, wording: Wording, action: Action, *, seen: Collection[Seat]
) -> ShownCard:
    """The answer of doubt mode: verdict, and every condition that was looked at."""
    draft, private = draft_of(action), action.seat in seen
    judgement = kernel.judge(game, state, action, private=private)
    checks = kernel.explain(game, state, action, private=private)
    refusal = judgement.refusal
    found = mending.ways(game, state, draft, refusal, seen=seen) if refusal else mending.NO_WAYS
    covered = not private and kernel.hinges_on_hidden(game, action.kind)
    card = wording.judgement(
        judgement,
        action.kind,
        game.describe(state, action),
        checks,
        hidden=action.seat if covered else None,
        ways=_told(found),
        hinges=_hinges(game, state, wording, draft, private=private),
    )
    asked = None if refusal else action
    return ShownCard(card, draft=draft, asked=asked, ways=found)


def _told(found: Ways) -> tuple[Remedy, ...]:
    return tuple(way.remedy for way in found.found)


def _hinges(
    game: Game[Any], state: Any, wording: Wording, draft: Draft, *, private: bool
) -> tuple[Hinge, ...]:
    return readings.hinges(game, state, draft, wording.readings, private=private)


def broken_card(
    game: Game[Any],
    state: Any,
    wording: Wording,
    refusal: Refusal,
    action: Action,
    item: str,
    *,
    seen: Collection[Seat],
    answered: Collection[Seat] = (),
) -> ShownCard:
    """Why an entry no longer holds, as far as whoever asks may know it.

    To whoever `answered` holds the seat, by which rule is said; how, once its owner looks.
    """
    private, draft = action.seat in seen, draft_of(action)
    if private or kernel.tells_all(game, action.kind, refusal.code):
        shown = card_of(game, state, wording, refusal, draft, action, seen=seen)
        return replace(shown, item=item, turn=False)
    if action.seat not in answered:
        params = game.describe(state, action)
        checks = kernel.explain(game, state, action, private=private)
        return ShownCard(wording.covered(action.kind, action.seat, params, checks), action, item)
    shown = secret_card(game, state, wording, refusal, draft, action)
    return replace(shown, item=item, turn=False)
