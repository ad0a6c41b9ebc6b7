"""Acts of taking vocation markers and cashing them."""

from typing import Annotated, Literal

from pydantic import Field

from companion.games.urban_sprawl import terms
from companion.games.urban_sprawl.acts.common import Act, Deed, answerer, answering
from companion.games.urban_sprawl.cards import triggers
from companion.games.urban_sprawl.components import (
    CONTRACTS,
    DECKS,
    EVENTS,
    PERMITS,
    PLANNING,
    RENEWAL,
    SEAT_NAMES,
    SUPPLY_SOURCE,
    VOCATIONS,
    SourceId,
    VocationId,
    deck_of,
)
from companion.games.urban_sprawl.components import EVENT as EVENT_CARD
from companion.games.urban_sprawl.play import Play, gain
from companion.games.urban_sprawl.state import DECK, ITEM, PERMIT, PRESTIGE, WEALTH, Phase, State
from companion.kernel.box.facts import Unknown
from companion.kernel.form import Draft, choice, number
from companion.kernel.pieces.ledger import SUPPLY
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding
from companion.kernel.values import Params, SeatRef, Term, Value


class TakeVocation(Deed):
    """Vocation marker taken from the supply or from another seat."""

    kind: Literal["take_vocation"] = "take_vocation"
    vocation: VocationId
    number: Annotated[int, Field(ge=1, le=9)]
    """Amount that each marker pays."""
    source: SourceId


def _contract_value(state: State, field: str) -> object:
    """Return a value of the due contract, if known."""
    task = state.due
    return task.of(field) if task.code == Phase.VOCATION else None


def _names(state: State, _draft: Draft) -> tuple[str, ...]:
    name = _contract_value(state, "vocation")
    return VOCATIONS if name is None else (str(name),)


def _numbers(state: State, _draft: Draft) -> tuple[int, ...]:
    printed = _contract_value(state, "number")
    return (printed,) if isinstance(printed, int) else tuple(range(1, 10))


def _sources(state: State, draft: Draft) -> tuple[str, ...]:
    rivals = (seat for seat in range(state.players) if seat != draft.seat)
    return (SUPPLY_SOURCE, *(SEAT_NAMES[seat] for seat in rivals))


def _source(value: str) -> Value:
    return terms.answer(value)


TAKE_VOCATION = Act(
    TakeVocation,
    *answering("nothing_to_take", "vocation.take", Phase.VOCATION),
    fields={
        "vocation": choice(_names, terms.term),
        "number": choice(_numbers),
        "source": choice(_sources, _source),
    },
)
_ASKED = ("nothing_to_take",)


@TAKE_VOCATION.rule(
    "vocation",
    code="not_on_card",
    fields=("vocation", "number"),
    requires=_ASKED,
    kind=ConditionKind.EXISTENCE,
    legal_basis=(),
)
def not_on_card(state: State, act: TakeVocation) -> Finding:
    """A vocation and its number as they are printed on the contract."""
    name, said = _contract_value(state, "vocation"), _contract_value(state, "number")
    if name is None:
        return NOT_APPLICABLE
    if (name, said) == (act.vocation, act.number):
        return None
    number_said = said if isinstance(said, int) else 0
    return Failure({"vocation": terms.term(str(name)), "number": number_said})


@TAKE_VOCATION.rule(
    "vocation.take",
    code="none_in_supply",
    fields=("vocation", "source"),
    kind=ConditionKind.SHORTAGE,
)
def none_in_supply(state: State, act: TakeVocation) -> Finding:
    """The supply still has a marker of it."""
    if act.source != SUPPLY_SOURCE:
        return NOT_APPLICABLE
    left = state.ledger.balance(SUPPLY, ITEM[act.vocation])
    return None if left > 0 else Failure({"vocation": terms.term(act.vocation)})


def _from(act: TakeVocation) -> int | None:
    """Return the seat it is taken from; None: the supply."""
    return None if act.source == SUPPLY_SOURCE else SEAT_NAMES.index(act.source)


@TAKE_VOCATION.rule(
    "vocation.rival", code="none_held", fields=("vocation", "source"), kind=ConditionKind.EXISTENCE
)
def none_held(state: State, act: TakeVocation) -> Finding:
    """It is taken from somebody else who has one."""
    rival = _from(act)
    if rival is None:
        return NOT_APPLICABLE
    if rival < state.players and rival != act.seat and state.has(rival, act.vocation) > 0:
        return None
    return Failure({"vocation": terms.term(act.vocation), "rival": SeatRef(rival)})


@TAKE_VOCATION.rule("vocation.rival", code="supply_left", fields=("vocation", "source"))
def supply_left(state: State, act: TakeVocation) -> Finding:
    """When somebody may be robbed of a marker is a ruling: by default when none is left."""
    if _from(act) is None:
        return NOT_APPLICABLE
    if triggers.rivals_give(state, act.vocation):
        return None
    left = state.ledger.balance(SUPPLY, ITEM[act.vocation])
    named: Params = {"vocation": terms.term(act.vocation), "left": left}
    return Failure(named, ruling="vocation_from_rival")


@TAKE_VOCATION.play
def _take(play: Play, act: TakeVocation) -> None:
    task = play.state.due
    if task.of("vocation") is not None:
        play.stop_waiting_for(answerer(play.state, act.seat))
    triggers.take_vocation(play, act.seat, act.vocation, act.source)
    play.push(triggers.scoring(act.vocation, act.number))


class NoVocation(Deed):
    """Decision to take no marker, or the end of the contract's vocations."""

    kind: Literal["no_vocation"] = "no_vocation"


NO_VOCATION = Act(
    NoVocation,
    *answering("nothing_to_leave", "vocation.take", Phase.VOCATION, legal_basis=("vocation.take",)),
)


@NO_VOCATION.rule("vocation.rival", code="must_take", requires="nothing_to_leave")
def must_take(state: State, _act: NoVocation) -> Finding:
    """Whether a marker has to be taken from somebody is a ruling."""
    ruling, name = "vocation_from_rival_must", _contract_value(state, "vocation")
    if name is None or state.rulings[ruling] == "may" or not triggers.rivals_give(state, str(name)):
        return NOT_APPLICABLE
    return Failure({"vocation": terms.term(str(name))}, ruling=ruling)


@NO_VOCATION.sentence_params
def _left_params(state: State, _act: NoVocation) -> Params:
    """Return the vocation that is not taken from anybody; none: no more are taken at all."""
    name = _contract_value(state, "vocation")
    return {"vocation": terms.perhaps(None if name is None else str(name))}


@NO_VOCATION.play
def _leave(play: Play, act: NoVocation) -> None:
    task = play.state.due
    name = task.of("vocation")
    seat = answerer(play.state, act.seat)
    about = {"card": terms.perhaps(task.of("card")), "vocation": terms.perhaps(name)}
    play.say("no_vocation_taken", "vocation.take", seat, **about)
    play.stop_waiting_for(seat)
    if name is None:
        return
    # By the literal reading, a rival is only an alternative to the supply.
    triggers.from_supply(play, seat, task)


class CashVocations(Deed):
    """Cashing of the markers of a vocation, some for prestige, the others for wealth."""

    kind: Literal["cash_vocations"] = "cash_vocations"
    prestige: Annotated[int, Field(ge=0, le=24)]
    """Number of markers cashed for prestige."""


def _markers(state: State, seat: int) -> int:
    """Return the number of markers that a seat cashes."""
    name = state.due.of("vocation")
    if state.phase != Phase.CASH or name is None or seat >= state.players:
        return 0
    return state.has(seat, name)


CASH_VOCATIONS = Act(
    CashVocations,
    *answering("nothing_to_cash", "vocation.score", Phase.CASH),
    fields={"prestige": number(lambda state, draft: (0, max(0, _markers(state, draft.seat))))},
)


@CASH_VOCATIONS.rule(
    "vocation.score", code="more_than_held", fields="prestige", kind=ConditionKind.SHORTAGE
)
def more_than_held(state: State, act: CashVocations) -> Finding:
    """Each marker brings its number once."""
    held = _markers(state, act.seat)
    return None if act.prestige <= held else Failure({"held": held})


@CASH_VOCATIONS.sentence_params
def _cash_params(state: State, act: CashVocations) -> Params:
    # Other tasks name a vocation, too, which is not cashed then.
    cashes = state.phase == Phase.CASH
    each, held = state.due.of("number") if cashes else 0, _markers(state, act.seat)
    in_wealth = max(0, held - act.prestige)
    gained = {"prestige": act.prestige * each, "wealth": in_wealth * each}
    return {
        "vocation": terms.perhaps(state.due.of("vocation") if cashes else None),
        "gained": tuple(
            words(amount)
            for words, amount in (
                (terms.prestige, gained["prestige"]),
                (terms.wealth, gained["wealth"]),
            )
            if amount
        ),
    }


@CASH_VOCATIONS.play
def _cash(play: Play, act: CashVocations) -> None:
    task, held = play.state.due, _markers(play.state, act.seat)
    each, cause = task.of("number"), terms.term(task.of("vocation"))
    gain(play, act.seat, PRESTIGE, act.prestige * each, "vocation.score", cause)
    gain(play, act.seat, WEALTH, (held - act.prestige) * each, "vocation.score", cause)
    play.stop_waiting_for(act.seat)


def deck_due(state: State) -> str | None:
    """Return the deck of which a card is to be shown."""
    task = state.due
    return task.of("deck") if task.code == Phase.SHOW else None


def cards(state: State, _draft: Draft) -> tuple[str, ...]:
    """Return the cards that may have come: the typed ones, and one untyped."""
    deck = deck_due(state)
    if deck is None:
        return ()
    if deck != PLANNING:
        return _of_kind(state, CONTRACTS[deck])
    permits, events = _of_kind(state, PERMITS), _of_kind(state, EVENTS)
    return (*permits, *events, *((RENEWAL,) if left(state, RENEWAL) else ()))


FIELDS = {
    PERMIT: ("zones", "size", "payout", "ballot"),
    EVENT_CARD: ("name", "lines"),
    **dict.fromkeys(
        DECKS, ("name", "kind", "payout", "zone", "size", "vocations", "restriction", "lines")
    ),
}
"""Printed values of each kind of card."""


def is_begun(state: State, card: str) -> bool:
    """Return whether any value of a card is known."""
    fields = FIELDS[card.partition(".")[0]]
    return any(not isinstance(state.printed_on(card, field), Unknown) for field in fields)


def _of_kind(state: State, cards: tuple[str, ...]) -> tuple[str, ...]:
    unseen = (card for card in cards if not state.seen(card))
    known = tuple(card for card in unseen if is_begun(state, card))
    new = unread(state, cards)
    return known if new is None else (*known, new)


def unread(state: State, cards: tuple[str, ...]) -> str | None:
    """Return the next unseen card of which nothing is read; None if something is read of each."""
    return next((c for c in cards if not state.seen(c) and not is_begun(state, c)), None)


def unread_first(state: State) -> str | None:
    """Return the unread card that stands for the next one of the set-up.

    None if no card of the set-up is due, or none is unread.
    """
    return unread(state, first_cards(state))


def first_cards(state: State) -> tuple[str, ...]:
    """Return the cards of which the next one of the set-up may be: its planning cards are permits.

    They are none if no card of the set-up is due.
    """
    deck = None if state.turns else deck_due(state)
    if deck is None:
        return ()
    return PERMITS if deck == PLANNING else CONTRACTS[deck]


def offered(state: State, _draft: Draft, card: str) -> Value:
    """Return the name of a card; untyped ones share one label."""
    if card == RENEWAL or is_begun(state, card):
        return terms.term(card)
    kind = card.partition(".")[0]
    return Term(f"unnoted.{kind if kind in (PERMIT, EVENT_CARD) else 'contract'}")


def left(state: State, card: str) -> int:
    """Return the number of face-down cards of that kind."""
    deck = deck_of(card)
    family = deck if deck != PLANNING else ITEM[card].partition(":")[0]
    return state.ledger.total(DECK[deck], family)
