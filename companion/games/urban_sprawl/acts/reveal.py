"""Act of turning up cards at the end of a turn."""

from collections.abc import Iterator
from typing import ClassVar, Final, Literal

from companion.games.urban_sprawl import flow, terms
from companion.games.urban_sprawl.acts.common import (
    Act,
    Deed,
    answerer,
    answering,
    named,
    of_due,
)
from companion.games.urban_sprawl.acts.vocations import cards, deck_due, left, offered
from companion.games.urban_sprawl.components import (
    ALL_CONTRACTS,
    CONTRACT,
    CONTRACTS,
    EVENTS,
    KEY_CARD,
    NO,
    PERMITS,
    PLAIN_PERMITS,
    PLANNING,
    RENEWAL,
    WINDOW,
    YES,
    CardId,
    PayoutNumber,
    deck_of,
    row_of,
)
from companion.games.urban_sprawl.components import EVENT as EVENT_CARD
from companion.games.urban_sprawl.play import Play
from companion.games.urban_sprawl.state import (
    AWAY,
    DECK,
    DISCARD,
    ITEM,
    ON,
    PRESTIGE,
    SEATS,
    WEALTH,
    Phase,
    State,
)
from companion.kernel.advice.proven_remedies import other_answer
from companion.kernel.box.facts import Unknown
from companion.kernel.conditions import Sections
from companion.kernel.form import Draft, choice
from companion.kernel.pieces.decks import move_shown
from companion.kernel.refusal import (
    NOT_APPLICABLE,
    ConditionKind,
    Failure,
    Finding,
    Remedy,
    Unverified,
)
from companion.kernel.values import Params, Seat, Term, Value


class ShowCard(Deed):
    """Card turned up, with what it triggers."""

    kind: Literal["show_card"] = "show_card"
    results: ClassVar[frozenset[str]] = frozenset({"card", "pays"})
    card: CardId
    pays: PayoutNumber
    """Number of the row that it pays; 0: none."""
    as_event: bool = False
    """True if it is an event."""
    ballot: bool = False
    """True if it shows a ballot box."""


_IN_DOUBT = frozenset(ALL_CONTRACTS) - frozenset(KEY_CARD.values())
"""Cards that may be events, by the box."""


def _is_event(card: str) -> bool:
    """Return whether any other card is an event."""
    return card in EVENTS or card in KEY_CARD.values()


def _surely_event(state: State, card: str) -> bool:
    """Return whether a card is an event, by the box or because somebody noted it."""
    if card in _IN_DOUBT:
        return bool(state.printed_on(card, "kind") == EVENT_CARD)
    return _is_event(card)


def _kinds(state: State, draft: Draft) -> tuple[bool, ...]:
    card = draft.values.get("card", "")
    if not card:
        return (False, True)
    if card in _IN_DOUBT and isinstance(state.printed_on(card, "kind"), Unknown):
        return (False,) if draft.values.get("pays") else (False, True)
    return (_surely_event(state, card),)


def _ballots(state: State, draft: Draft) -> tuple[bool, ...]:
    card = draft.values.get("card", "")
    if card in ("", RENEWAL):
        return (False, True)
    if card not in PERMITS:
        return (False,)
    printed = state.printed_on(card, "ballot")
    return (False, True) if isinstance(printed, Unknown) else (printed == YES,)


_MOST_PRESTIGE: Final = 6
"""Greatest number below a contract: that of the greatest row of prestige."""


def _numbers(state: State, draft: Draft) -> tuple[int, ...]:
    card = draft.values.get("card", "")
    if draft.values.get("as_event") or _surely_event(state, card):
        return (0,)
    most = _MOST_PRESTIGE if card in ALL_CONTRACTS else 12
    if card == RENEWAL:
        return tuple(range(most + 1))
    printed = state.printed_on(card, "payout") if card else Unknown("")
    return tuple(range(most + 1)) if isinstance(printed, Unknown) else (printed,)


def _shown_as(what: str, answer: bool) -> Value:
    """Return a label that names the property with its answer."""
    return Term(f"{what}.{YES if answer else NO}")


def _number_said(_state: State, draft: Draft, number: int) -> Value:
    """Return the number, or words for a card that has none."""
    if number:
        return number
    return Term("unnumbered.ballot" if draft.values.get("ballot") else "unnumbered.plain")


def _of_showing(state: State, act: object) -> Sections:
    """Return the section by which a card is turned up: a deal is no end of a turn."""
    return of_due(state, act) if state.phase == Phase.SHOW else ("upkeep",)


SHOW_CARD = Act(
    ShowCard,
    *answering("nothing_to_show", "upkeep", Phase.SHOW, legal_basis=_of_showing),
    fields={
        "card": choice(cards, terms.term, label_in=offered),
        "pays": choice(_numbers, sentence=None, label_in=_number_said),
        "as_event": choice(
            _kinds, lambda event: _shown_as("kind", event), sentence=None, optional=True
        ),
        "ballot": choice(
            _ballots, lambda ballot: _shown_as("ballot", ballot), sentence=None, optional=True
        ),
    },
)


@SHOW_CARD.asks_facts
def _wants_card(state: State, draft: Draft) -> tuple[str, ...]:
    """Return the effect of an event, which is carried out at once.

    The report says what a card triggers; everything else waits until the card is used.
    """
    card = draft.values.get("card", RENEWAL)
    return named(state, card, "lines") if card in EVENTS or draft.values.get("as_event") else ()


@SHOW_CARD.rule(
    "upkeep",
    code="wrong_deck",
    fields="card",
    requires="nothing_to_show",
    kind=ConditionKind.EXISTENCE,
    legal_basis=(),
    sections=_of_showing,
)
def wrong_deck(state: State, act: ShowCard) -> Finding:
    """Each place is filled from its own deck."""
    deck = deck_due(state)
    if deck_of(act.card) == deck:
        return None
    return Failure({"card": terms.term(act.card), "deck": Term(f"deck.{deck}")})


@SHOW_CARD.rule(
    "upkeep",
    code="card_seen",
    fields="card",
    kind=ConditionKind.EXISTENCE,
    legal_basis=(),
    sections=_of_showing,
)
def card_seen(state: State, act: ShowCard) -> Finding:
    """There is one of each card; only Urban Renewal comes four times."""
    if act.card == RENEWAL:
        return NOT_APPLICABLE
    return Failure({"card": terms.term(act.card)}) if state.seen(act.card) else None


@SHOW_CARD.rule(
    "upkeep",
    code="not_in_deck",
    fields="card",
    requires="wrong_deck",
    kind=ConditionKind.SHORTAGE,
    legal_basis=(),
    sections=_of_showing,
)
def not_in_deck(state: State, act: ShowCard) -> Finding:
    """A card of that kind still lies face down."""
    return None if left(state, act.card) > 0 else Failure({"card": terms.term(act.card)})


@SHOW_CARD.rule("setup.planning_deck", code="event_too_early", fields="card", legal_basis=())
def event_too_early(state: State, act: ShowCard) -> Finding:
    """The first 22 planning cards are permits."""
    if act.card not in EVENTS or state.shuffles:
        return NOT_APPLICABLE
    above = state.face_down(PLANNING) - (50 - PLAIN_PERMITS)
    if above <= 0:
        return None
    return Failure({"card": terms.term(act.card), "above": above})


def _nth(state: State, deck: str) -> int:
    """Return the position in its deck of the next card."""
    return len(CONTRACTS[deck]) - state.face_down(deck) + 1


@SHOW_CARD.rule(
    "setup.contract_decks",
    code="key_card_out_of_place",
    fields="card",
    requires="wrong_deck",
    legal_basis=(),
)
def key_card_out_of_place(state: State, act: ShowCard) -> Finding:
    """Airport, Sports Team and Olympic Games are shuffled into the middle of their deck."""
    deck = deck_of(act.card)
    if act.card != KEY_CARD.get(deck):
        return NOT_APPLICABLE
    first, last = WINDOW[state.options.length]
    nth = _nth(state, deck)
    if nth > last:
        # The deck was put together differently: accept the card, since it has to come at some
        # point.
        return NOT_APPLICABLE
    return (
        None
        if first <= nth
        else Failure({"card": terms.term(act.card), "nth": nth, "first": first, "last": last})
    )


@SHOW_CARD.rule(
    "setup.contract_decks",
    code="key_card_overdue",
    fields="card",
    requires="wrong_deck",
    legal_basis=(),
)
def key_card_overdue(state: State, act: ShowCard) -> Finding:
    """By the last card of the middle of a deck its key event has come."""
    deck = deck_of(act.card)
    key = KEY_CARD.get(deck)
    if key is None or act.card == key:
        return NOT_APPLICABLE
    _, last = WINDOW[state.options.length]
    if state.seen(key) or _nth(state, deck) > last:
        return NOT_APPLICABLE
    if _nth(state, deck) < last:
        return None
    return Failure({"key": terms.term(key), "last": last})


def _other_than(what: str, act: ShowCard, has: bool, *, noted: bool = True) -> Failure:
    """Return the failure of a card that is reported otherwise than it is.

    Args:
        what: what is said of it.
        act: the report.
        has: whether it is so.
        noted: whether that is known because somebody noted it; False: every such card is so.
    """
    return Failure({"card": terms.term(act.card), what: int(has), "noted": int(noted)})


@SHOW_CARD.rule(
    "events",
    "contracts",
    code="other_kind_of_card",
    fields=("card", "as_event"),
    kind=ConditionKind.EXISTENCE,
    legal_basis=(),
)
def other_kind_of_card(state: State, act: ShowCard) -> Finding:
    """A card is an event or it is none."""
    if act.card not in _IN_DOUBT:
        event = _is_event(act.card)
        return _other_than("event", act, event, noted=False) if act.as_event != event else None
    printed = state.printed_on(act.card, "kind")
    said = EVENT_CARD if act.as_event else CONTRACT
    if isinstance(printed, Unknown):
        return Unverified({"card": terms.term(act.card)}, printed.fact, said)
    return None if printed == said else _other_than("event", act, printed == EVENT_CARD)


@SHOW_CARD.rule("upkeep.trigger", code="other_ballot", fields=("card", "ballot"), legal_basis=())
def other_ballot(state: State, act: ShowCard) -> Finding:
    """Only planning cards show a ballot box; events show none."""
    if act.card == RENEWAL:
        return NOT_APPLICABLE
    if act.card not in PERMITS:
        return _other_than("ballot", act, has=False, noted=False) if act.ballot else None
    printed = state.printed_on(act.card, "ballot")
    said = YES if act.ballot else NO
    if isinstance(printed, Unknown):
        return Unverified({"card": terms.term(act.card)}, printed.fact, said)
    return None if printed == said else _other_than("ballot", act, printed == YES)


def _as_printed(state: State, act: ShowCard) -> Iterator[Remedy]:
    """Propose the number that is noted of the card; of others nobody knows which it is."""
    printed = _numbers(state, Draft(act.kind, act.seat, vars(act)))
    if len(printed) == 1:
        yield other_answer(act, "pays", printed[0], printed[0])


@SHOW_CARD.rule(
    "upkeep.trigger",
    code="other_payout",
    fields=("card", "as_event", "pays"),
    legal_basis=(),
    suggest=_as_printed,
)
def other_payout(state: State, act: ShowCard) -> Finding:
    """The number that is printed below; events have none, and prestige goes up to 6."""
    if act.card == RENEWAL:
        return NOT_APPLICABLE
    card = terms.term(act.card)
    if act.as_event or act.card in EVENTS:
        said: Params = {"card": card, "number": act.pays, "most": 0, "event": 1}
        return Failure(said) if act.pays else None
    if act.card in ALL_CONTRACTS and act.pays > _MOST_PRESTIGE:
        most: Params = {"card": card, "number": act.pays, "most": _MOST_PRESTIGE, "event": 0}
        return Failure(most)
    printed = state.printed_on(act.card, "payout")
    if isinstance(printed, Unknown):
        return Unverified({"card": card}, printed.fact, act.pays)
    if printed == act.pays:
        return None
    return Failure({"card": card, "number": act.pays, "most": 0, "event": 0})


@SHOW_CARD.sentence_params
def _shown_params(state: State, act: ShowCard) -> Params:
    """Return the parameters for what a card triggers, each an empty list if absent.

    A permit that is read shows its ballot box in its name.
    """
    kind = terms.wealth if deck_of(act.card) == PLANNING else terms.prestige
    named = act.card in PERMITS and state.printed_on(act.card, "ballot") == YES
    return {
        "ballot": (Term("ballot"),) if act.ballot and not named else (),
        "row": (kind(act.pays),) if act.pays else (),
        "event": (Term(EVENT_CARD),) if act.as_event and act.card in _IN_DOUBT else (),
    }


def turn_up(play: Play, card: str, seat: Seat) -> tuple[str, str]:
    """Turn up a card that is no event for a seat, and return its deck and its place."""
    task = play.state.due
    deck, place = task.of("deck"), task.of("place")
    play.stop_waiting_for(seat)
    target = ON[place] if place else SEATS[seat]
    move_shown(play, (ITEM[card],), DECK[deck], target, _rule(deck, place), known_first=False)
    return deck, place


@SHOW_CARD.play
def _show_card(play: Play, act: ShowCard) -> None:
    task, card, seat = play.state.due, act.card, answerer(play.state, act.seat)
    if act.as_event:
        play.stop_waiting_for(seat)
        _shown_event(play, card, task.of("deck"), task.of("place"), seat)
        return
    deck, place = turn_up(play, card, seat)
    # Whether the first cards on the board trigger anything is a ruling.
    if place and (play.state.turns or play.state.rulings["setup_cards"] == "pay"):
        kind = WEALTH if deck == PLANNING else PRESTIGE
        flow.card_triggers(play, act.ballot, row_of(kind, act.pays) if act.pays else None)


def _rule(deck: str, place: str) -> str:
    if not place:
        return "setup.deal"
    if deck == PLANNING:
        return "upkeep.planning"
    return "upkeep.contracts"


def _shown_event(play: Play, card: str, deck: str, place: str, seat: Seat) -> None:
    """Remove an event and carry it out; before the first turn only key events surely are."""
    target = DISCARD if card in EVENTS else AWAY
    move_shown(play, (ITEM[card],), DECK[deck], target, "events", known_first=False)
    resolved = play.state.turns or play.state.rulings["setup_event"] == "resolve"
    if resolved or card in KEY_CARD.values():
        play.say("event", "events", seat, card=terms.term(card))
        flow.event_shown(play, card, deck, place, seat)
    elif not place:
        flow.deal_again(play, seat)
