"""Ruling cards on display: of a refused report, of a doubt, of an entry that broke."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from pydantic import ValidationError

from companion.kernel import legality
from companion.kernel.advice import remedies as mending
from companion.kernel.advice import ruling_dependencies
from companion.kernel.advice.remedies import ProvenRemedies, draft_of
from companion.kernel.advice.ruling_dependencies import RulingDependency
from companion.kernel.form import Choices, Draft
from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.kernel.refusal import ConditionKind, Refusal, Remedy
from companion.kernel.values import Seat
from companion.rulebook.ruling_cards import RulingCard
from companion.rulebook.wording import Wording


@dataclass(frozen=True)
class ShownCard:
    """Ruling card, with its action if the table may consent to it."""

    card: RulingCard
    action: Action | None = None
    item: str | None = None
    """Effective entry that the card is about; None for a new one."""
    draft: Draft | None = None
    """Draft that was asked about, if the action is incomplete."""
    turn: bool = False
    """True if it is refused because another seat must act first."""
    asked: Action | None = None
    """Doubted action, if it may be tried out."""
    ways: ProvenRemedies = mending.NO_WAYS
    """Remedies, in the order of those on the card."""
    earlier: str | None = None
    """Entry of this turn before which it was legal, if it belongs there."""
    entries: int | None = None
    """Number of recorded entries when it was answered; None: that does not matter."""
    behind: Seat | None = None
    """Seat on whose hidden things the full answer rests; its owner may look at it."""
    whole: "Callable[[Game[Any], Any], ShownCard | None] | None" = field(
        default=None, repr=False, compare=False
    )
    """Callback that returns the owner's full card for a game and state."""

    @property
    def attempt(self) -> Draft | None:
        """Return the attempted draft, complete or not."""
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
    """Build the ruling card of a refused draft; a complete one can be consented to.

    Unless the seat of the draft is in `seen`, the refusal must be one that everybody may see.
    """
    whole = action or _only_way(game, state, draft)
    params = game.describe(state, whole) if whole else game.describe_known(state, draft)
    tried, private = draft_of(action) if action else draft, draft.seat in seen
    checks = legality.explain_draft(game, state, tried, private=private)
    remedies = mending.find_remedies(game, state, tried, refusal, seen=seen)
    dependencies = _hinges(game, state, wording, tried, private=private)
    card = wording.refusal(
        refusal,
        draft.kind,
        params,
        checks,
        _remedies_of(remedies, certain=True),
        dependencies,
        _remedies_of(remedies, certain=False),
    )
    turn = refusal.kind is ConditionKind.TURN
    return ShownCard(card, action, draft=draft, turn=turn, ways=remedies)


def _only_way(game: Game[Any], state: Any, draft: Draft) -> Action | None:
    """Return the report that a draft amounts to, if its open fields have one answer each."""
    name = legality.next_field(game, draft)
    while name is not None:
        candidates = game.candidates(state, draft, name)
        if not isinstance(candidates, Choices) or len(candidates.values) != 1:
            return None
        draft = draft.with_value(name, candidates.values[0])
        name = legality.next_field(game, draft)
    try:
        return legality.complete(game, draft)
    except ValidationError:
        return None


def nothing_found(shown: ShownCard) -> str | None:
    """Return the key of what is said where no remedy stands; None: something else is said.

    A search that was cut short does not say that there is none.
    """
    if shown.card.verdict != "refused" or shown.card.covered or shown.card.until:
        return None
    if shown.ways.remedies:
        return None
    return "ruling.no_way" if shown.ways.exhausted else "ruling.no_way_tried"


def secret_card(
    game: Game[Any],
    state: Any,
    wording: Wording,
    refusal: Refusal,
    draft: Draft,
    action: Action | None = None,
) -> ShownCard:
    """Build the card of a draft refused by hidden things; it says so, without numbers."""
    params = game.describe(state, action) if action else game.describe_known(state, draft)
    tried, seat = draft_of(action) if action else draft, draft.seat
    checks = legality.explain_draft(game, state, tried, private=False)
    card = wording.covered(draft.kind, seat, params, checks, refusal)
    return ShownCard(
        card,
        action,
        draft=draft,
        turn=refusal.kind is ConditionKind.TURN,
        behind=seat,
        whole=partial(_whole_card, wording, draft, action),
    )


def _whole_card(
    wording: Wording, draft: Draft, action: Action | None, game: Game[Any], state: Any
) -> ShownCard | None:
    """Build the card that the owner of the hidden things sees; None: nothing forbids it."""
    refusal = (
        legality.check(game, state, action) if action else legality.check_draft(game, state, draft)
    )
    if refusal is None:
        return None
    return card_of(game, state, wording, refusal, draft, action, seen=(draft.seat,))


def doubt_card(
    game: Game[Any], state: Any, wording: Wording, action: Action, *, seen: Collection[Seat]
) -> ShownCard:
    """Build the answer of doubt mode: the verdict and every checked condition."""
    draft, private = draft_of(action), action.seat in seen
    judgement = legality.judge(game, state, action, private=private)
    checks = legality.explain(game, state, action, private=private)
    refusal = judgement.refusal
    remedies = (
        mending.find_remedies(game, state, draft, refusal, seen=seen)
        if refusal
        else mending.NO_WAYS
    )
    covered = not private and legality.depends_on_hidden(game, action.kind)
    card = wording.judgement(
        judgement,
        action.kind,
        game.describe(state, action),
        checks,
        hidden=action.seat if covered else None,
        ways=_remedies_of(remedies, certain=True),
        dependencies=_hinges(game, state, wording, draft, private=private),
        possible=_remedies_of(remedies, certain=False),
    )
    asked = None if refusal else action
    return ShownCard(card, draft=draft, asked=asked, ways=remedies)


def _remedies_of(ways: ProvenRemedies, *, certain: bool) -> tuple[Remedy, ...]:
    return tuple(way.remedy for way in ways.remedies if way.certain == certain)


def _hinges(
    game: Game[Any], state: Any, wording: Wording, draft: Draft, *, private: bool
) -> tuple[RulingDependency, ...]:
    return ruling_dependencies.ruling_dependencies(
        game, state, draft, wording.readings, private=private
    )


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
    """Build the card that says why an entry broke, as far as the viewer may know it.

    A device that holds the seat (`answered`) learns the rule; the details need a look at the hidden
    things.
    """
    private, draft = action.seat in seen, draft_of(action)
    if private or legality.tells_all(game, action.kind, refusal.code):
        shown = card_of(game, state, wording, refusal, draft, action, seen=seen)
        return replace(shown, item=item, turn=False)
    if action.seat not in answered:
        params = game.describe(state, action)
        checks = legality.explain(game, state, action, private=private)
        return ShownCard(wording.covered(action.kind, action.seat, params, checks), action, item)
    shown = secret_card(game, state, wording, refusal, draft, action)
    return replace(shown, item=item, turn=False)
