"""Acts of a turn: investments, then cards and favours for action points, and its end."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from companion.games.urban_sprawl import flow, terms
from companion.games.urban_sprawl.acts.common import (
    OF_PERMIT,
    Act,
    Deed,
    asked,
    card_there,
    place_empty,
    points_short,
    spend,
    step,
)
from companion.games.urban_sprawl.components import (
    CONTRACT_PLACES,
    FAVORS,
    PERMITS,
    PLANNING_ROW,
    RENEWAL,
    ContractPlace,
    FavorPlace,
    HeldCard,
    PlanningPlace,
)
from companion.games.urban_sprawl.play import Play, gain, move_card
from companion.games.urban_sprawl.state import (
    AWAY,
    DISCARD,
    FAVOR_OF,
    ITEM,
    ON,
    SEATS,
    WEALTH,
    Phase,
    State,
)
from companion.kernel.box.facts import Unknown
from companion.kernel.form import Draft, choice
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding, Unverified
from companion.kernel.values import Params, SeatRef

_ACTING = step(Phase.ACT)


class Invest(Deed):
    """Discard of an own permit for its printed wealth; Urban Renewal can be asked about."""

    payments: ClassVar[frozenset[str]] = frozenset({"permit"})

    kind: Literal["invest"] = "invest"
    permit: HeldCard
    value: Annotated[int, Field(ge=0, le=12)]
    """Number printed on the permit."""


def _held(state: State, draft: Draft) -> tuple[str, ...]:
    if draft.seat >= state.players:
        return ()
    renewals = (RENEWAL,) if state.has(draft.seat, RENEWAL) > 0 else ()
    return (*state.permits(draft.seat), *renewals)


def _worth(state: State, draft: Draft) -> tuple[int, ...]:
    permit = draft.values.get("permit")
    printed = Unknown("") if permit in (None, RENEWAL) else state.printed_on(permit, "payout")
    return tuple(range(13)) if isinstance(printed, Unknown) else (printed,)


INVEST = Act(
    Invest,
    *_ACTING,
    fields={
        "permit": choice(_held, terms.term),
        "value": choice(_worth, sentence=terms.wealth),
    },
)


@INVEST.rule("turn.investments", code="already_spent", kind=ConditionKind.PHASE)
def already_spent(state: State, act: Invest) -> Finding:
    """Investing comes before the first card that is taken or built in a turn."""
    if not state.turn.spent:
        return None
    return Failure({"seat": SeatRef(act.seat)}, until="next_turn")


@INVEST.rule(
    "turn.investments",
    code="not_your_permit",
    fields="permit",
    requires="no_such_seat",
    kind=ConditionKind.EXISTENCE,
)
def not_your_permit(state: State, act: Invest) -> Finding:
    """One invests permits that lie before oneself."""
    if state.has(act.seat, act.permit) > 0:
        return None
    return Failure({"seat": SeatRef(act.seat), "permit": terms.term(act.permit)})


@INVEST.rule("turn.investments", code="not_a_permit", fields="permit", legal_basis=())
def not_a_permit(_state: State, act: Invest) -> Finding:
    """Only permits are invested."""
    return Failure({"card": terms.term(act.permit)}) if act.permit == RENEWAL else None


@INVEST.rule(
    "turn.investments",
    code="other_value",
    fields=("permit", "value"),
    requires="not_a_permit",
)
def other_value(state: State, act: Invest) -> Finding:
    """A permit gives the wealth that is printed below."""
    if act.permit == RENEWAL:
        return NOT_APPLICABLE
    printed, card = state.printed_on(act.permit, "payout"), terms.term(act.permit)
    if isinstance(printed, Unknown):
        return Unverified({"permit": card}, printed.fact, act.value)
    if printed == act.value:
        return None
    return Failure({"permit": card, "value": terms.wealth(printed)})


@INVEST.play
def _invest(play: Play, act: Invest) -> None:
    rule = "turn.investments"
    move_card(play, act.permit, SEATS[act.seat], DISCARD, rule)
    gain(play, act.seat, WEALTH, act.value, rule, terms.term(act.permit))


class TakeCard(Deed):
    """Permit or Urban Renewal taken from the row."""

    kind: Literal["take_card"] = "take_card"
    place: PlanningPlace


TAKE_CARD = Act(
    TakeCard,
    *_ACTING,
    place_empty("turn.take"),
    points_short,
    fields={"place": choice(PLANNING_ROW, terms.term)},
)


@TAKE_CARD.asks_facts
def _wants_permit(state: State, draft: Draft) -> tuple[str, ...]:
    place = draft.values.get("place")
    card = None if place is None else state.card_at(place)
    return asked(state, card, *OF_PERMIT) if card in PERMITS else ()


@TAKE_CARD.sentence_params
def _card_params(state: State, act: TakeCard) -> Params:
    card = state.card_at(act.place)
    return {"card": terms.perhaps(card)}


@TAKE_CARD.play
def _take_card(play: Play, act: TakeCard) -> None:
    card = play.state.card_at(act.place)
    assert card is not None
    spend(play, act)
    move_card(play, card, ON[act.place], SEATS[act.seat], "turn.take")


class TakeFavor(Deed):
    """Contract kept as a favour, to be built later."""

    kind: Literal["take_favor"] = "take_favor"
    place: ContractPlace


TAKE_FAVOR = Act(
    TakeFavor,
    *_ACTING,
    place_empty("favor"),
    fields={"place": choice(CONTRACT_PLACES, terms.term, label_in=card_there)},
)


def _free(state: State, seat: int) -> str | None:
    """Return a free favour place of a seat, or None."""
    places = FAVORS if state.has_extra_favor(seat) else FAVORS[:1]
    return next((place for place in places if state.card_at(place, seat) is None), None)


@TAKE_FAVOR.rule("favor.limit", code="favor_full", requires="no_such_seat", kind=ConditionKind.RULE)
def favor_full(state: State, act: TakeFavor) -> Finding:
    """One favour at a time; two with the extra favour."""
    return Failure({"seat": SeatRef(act.seat)}) if _free(state, act.seat) is None else None


TAKE_FAVOR.also(points_short)


@TAKE_FAVOR.sentence_params
def _favor_params(state: State, act: TakeFavor) -> Params:
    card = state.card_at(act.place)
    return {"card": terms.perhaps(card)}


@TAKE_FAVOR.play
def _take_favor(play: Play, act: TakeFavor) -> None:
    state = play.state
    card = state.card_at(act.place)
    assert card is not None
    # If the table allows one favour too many, it lies in the last place, beside the others.
    place = _free(state, act.seat) or FAVORS[-1]
    spend(play, act)
    target = FAVOR_OF[place][act.seat]
    play.move(ITEM[card], 1, ON[act.place], target, "favor")
    if act.seat == state.turn.seat:
        play.change_in("turn", favors=(*state.turn.favors, card))


class DiscardFavor(Deed):
    """Favour given up, which the rules never allow."""

    kind: Literal["discard_favor"] = "discard_favor"
    place: FavorPlace


def _favors(state: State, draft: Draft) -> tuple[str, ...]:
    return tuple(place for place in FAVORS if state.card_at(place, draft.seat) is not None)


DISCARD_FAVOR = Act(
    DiscardFavor,
    *_ACTING,
    place_empty("favor"),
    fields={"place": choice(_favors, terms.term, label_in=card_there)},
    available=lambda state: any(
        state.card_at(place, seat) for seat in range(state.players) for place in FAVORS
    ),
)


@DISCARD_FAVOR.rule("favor.keep", code="favor_kept", fields="place", requires="place_empty")
def favor_kept(state: State, act: DiscardFavor) -> Finding:
    """A favour is built, never discarded."""
    return Failure({"card": terms.perhaps(state.card_at(act.place, act.seat))}, acts_first=False)


@DISCARD_FAVOR.sentence_params
def _discard_params(state: State, act: DiscardFavor) -> Params:
    return {"card": terms.perhaps(state.card_at(act.place, act.seat))}


@DISCARD_FAVOR.play
def _discard_favor(play: Play, act: DiscardFavor) -> None:
    card = play.state.card_at(act.place, act.seat)
    assert card is not None
    move_card(play, card, FAVOR_OF[act.place][act.seat], AWAY, "favor.keep")


class EndTurn(Deed):
    """Decision to spend no more action points."""

    kind: Literal["end_turn"] = "end_turn"


END_TURN = Act(EndTurn, *step(Phase.ACT, legal_basis=("turn.end",)))


@END_TURN.play
def _end_turn(play: Play, act: EndTurn) -> None:
    play.say("turn_ended", "turn.end", act.seat)
    if play.state.is_due(act.seat, Phase.ACT):
        play.done()
        flow.end_turn(play)
