"""Acts that decide what a card's text leaves open: which cards, or none."""

from collections.abc import Iterator
from itertools import combinations, islice
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from companion.games.blue_moon import terms
from companion.games.blue_moon.acts.allowance import without_some
from companion.games.blue_moon.acts.common import (
    SEAT,
    Act,
    Bag,
    Rule,
    can_be_among,
    card_label,
    laid_cards,
    laid_twice,
    nothing_laid,
    step,
)
from companion.games.blue_moon.acts.demands import RequiredPayment, payment_conditions
from companion.games.blue_moon.catalogue import (
    CARDS,
    CHARACTER,
    INFLUENCE,
    ON_TABLE,
)
from companion.games.blue_moon.flow import carry_out, drop_rest
from companion.games.blue_moon.pending_tasks import (
    TextDecision,
    in_play,
    of_one_type,
    of_task,
    with_room,
)
from companion.games.blue_moon.play import Play
from companion.games.blue_moon.power import Cards
from companion.games.blue_moon.state import Due, State
from companion.kernel.acts import rule
from companion.kernel.advice.remedies import OTHER_SEAT
from companion.kernel.form import Draft, choice
from companion.kernel.models import Action
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding, Remedy
from companion.kernel.values import Params, SeatRef, Term, seat_refs

_MOST_OFFERED: Final = 24


def pending(state: State) -> TextDecision | None:
    """Return the decision that the due text leaves open, or None."""
    return of_task(state, state.due) if state.due.code == Due.TEXT else None


def named_by(state: State) -> Params:
    """Return the words for the card whose text is due."""
    decision = pending(state)
    return {"card": () if decision is None else terms.card(decision.card.id)}


def text_step() -> tuple[Rule, ...]:
    """Return the conditions on seat and end, that a text is pending, and for whom."""
    *first, not_your_turn, other_step = step(Due.TEXT)

    @rule(
        "cards.text",
        code="no_text_pending",
        requires=SEAT,
        kind=ConditionKind.EXISTENCE,
        legal_basis=(),
    )
    def no_text_pending(state: State, _act: Action) -> Finding:
        """Something is decided where a text waits for it."""
        if pending(state):
            return None
        due: Params = {"due": Term(f"due.{state.due.code}"), "waited": seat_refs(state.awaited)}
        return Failure(due, acts_first=False)

    assert other_step.code == "other_step"
    return (*first, no_text_pending, not_your_turn)


NO_SHIP: Final = "none"
"""Value for no ship: only one has room, or nothing is loaded."""


class MoveCards(Action):
    """Cards to which a text applies, or that pay for a dragon."""

    kind: Literal["move_cards"] = "move_cards"
    cards: Bag
    ship: Annotated[str, Field(max_length=40)] = NO_SHIP
    """Ship that a text loads, where several have room."""


def _ships(state: State, draft: Draft) -> Cards:
    """Return the ships to choose from."""
    decision = pending(state)
    laid = draft.values.get("cards", ())
    if decision is None or decision.line.dst != "own.influence":
        return (NO_SHIP,)
    if any(name in CARDS and CARDS[name].type == INFLUENCE for name in laid):
        return (NO_SHIP,)
    there = with_room(state, decision.owner)
    return there if len(there) > 1 else (NO_SHIP,)


def _ship_label(name: str) -> Term:
    return Term("ship.none") if name == NO_SHIP else card_label(name)


def _among(state: State, _draft: Draft) -> Cards:
    decision = pending(state)
    return () if decision is None else decision.among


def _offered(state: State, _draft: Draft) -> tuple[Cards, ...]:
    decision = pending(state)
    if decision is None or decision.blind:
        return ()
    if decision.price is not None:
        return tuple(islice(decision.price.offers(decision.among), _MOST_OFFERED))
    if decision.line.one_type:
        return of_one_type(decision.among)
    some = combinations(decision.among, 1 if decision.line.up_to else decision.number)
    if decision.line.keep_character and decision.line.n == "all":
        some = (names for names in some if _leaves_character(state, decision, names))  # type: ignore[assignment]
    return tuple(islice(some, _MOST_OFFERED))


def _most(state: State, _draft: Draft) -> int:
    decision = pending(state)
    if decision is None or decision.blind:
        return 0
    return state.hand(decision.holder) if decision.price is not None else decision.number


MOVE_CARDS = Act(
    MoveCards,
    *text_step(),
    fields={
        "cards": laid_cards(_offered, _among, _most),
        "ship": choice(
            _ships,
            _ship_label,
            sentence=lambda name: () if name == NO_SHIP else card_label(name),
            optional=True,
        ),
    },
)


@MOVE_CARDS.begun_params
def _text_behind(state: State, _draft: Draft) -> Params:
    """Return the card whose text lets choose."""
    return named_by(state)


@MOVE_CARDS.sentence_params
def _move_params(state: State, _act: MoveCards) -> Params:
    decision = pending(state)
    shows = decision is not None and decision.line.do == "disclose"
    return {
        **named_by(state),
        "rival": SeatRef(decision.holder if decision else 0),
        "shows": int(shows),
    }


def due_text(state: State) -> TextDecision:
    """Return the decision that the due text leaves open; there must be one."""
    decision = pending(state)
    assert decision is not None
    return decision


MOVE_CARDS.also(nothing_laid)


def _by_the_chooser(state: State, _act: MoveCards) -> Iterator[Remedy]:
    chooser = due_text(state).chooser
    yield Remedy(OTHER_SEAT, {"seat": SeatRef(chooser)}, {"seat": chooser})


@MOVE_CARDS.rule(
    "cards.text",
    code="not_chooser",
    requires="no_text_pending",
    kind=ConditionKind.EXISTENCE,
    legal_basis=(),
    suggest=_by_the_chooser,
)
def not_chooser(state: State, act: MoveCards) -> Finding:
    """Whoever the text says names the cards."""
    decision = due_text(state)
    if decision.chooser == act.seat:
        return None
    params: Params = {"card": terms.card(decision.card.id), "seat": SeatRef(decision.chooser)}
    return Failure(params, cites=(decision.card.section,))


@MOVE_CARDS.rule(
    "cards.text",
    code="cards_unseen",
    requires="no_text_pending",
    kind=ConditionKind.EXISTENCE,
    legal_basis=(),
)
def cards_unseen(state: State, _act: MoveCards) -> Finding:
    """What is drawn from a deck is not named: nobody sees it."""
    decision = due_text(state)
    return Failure({"card": terms.card(decision.card.id)}) if decision.blind else None


def section_of_text(state: State, _act: Any) -> tuple[str, ...]:
    """Cite the section of the card whose text is due."""
    decision = pending(state)
    return () if decision is None else (decision.card.section,)


MOVE_CARDS.also(laid_twice("cards_unseen"))


@MOVE_CARDS.rule(
    "cards.text",
    code="not_there",
    fields="cards",
    requires=("cards_unseen", "nothing_laid", "card_laid_twice"),
    kind=ConditionKind.EXISTENCE,
    legal_basis=section_of_text,
    suggest=without_some("choose_only", MOVE_CARDS, "not_there"),
)
def not_there(state: State, act: MoveCards) -> Finding:
    """A text is for cards that lie where it says, and are of its types."""
    decision = due_text(state)
    there = (*decision.among, *decision.spared)
    gone = tuple(name for name in act.cards if name not in there)
    if not gone:
        return None
    params: Params = {
        "card": terms.card(decision.card.id),
        "cards": tuple(map(card_label, gone)),
    }
    return Failure(params, cites=(decision.card.section,))


@MOVE_CARDS.rule(
    "icons.protected",
    code="card_protected",
    fields="cards",
    requires="not_there",
    legal_basis=(),
    suggest=without_some("choose_only", MOVE_CARDS, "card_protected"),
)
def card_protected(state: State, act: MoveCards) -> Finding:
    """What is active and PROTECTED the opponent does not discard."""
    decision = due_text(state)
    safe = tuple(name for name in act.cards if name in decision.spared)
    if not decision.spared:
        return NOT_APPLICABLE
    params: Params = {"card": terms.card(decision.card.id), "cards": terms.cards(safe)}
    return Failure(params) if safe else None


@MOVE_CARDS.rule(
    "cards.where",
    code="more_than_held",
    fields="cards",
    requires="not_there",
    kind=ConditionKind.SHORTAGE,
    legal_basis=(),
)
def more_than_held(state: State, act: MoveCards) -> Finding:
    """Out of a hand, a deck or a discard pile come no more cards than it holds."""
    decision = due_text(state)
    if decision.lies_open:
        return NOT_APPLICABLE
    unseen = [name for name in act.cards if state.known_place(decision.holder, name) is None]
    if can_be_among(state, decision.holder, unseen, decision.place):
        return None
    params: Params = {
        "seat": SeatRef(decision.holder),
        "place": terms.place(decision.place),
        "held": terms.so_many(state.count(decision.holder, decision.place)),
        "cards": terms.cards(unseen),
    }
    return Failure(params)


def limit_words(decision: TextDecision) -> Params:
    """Return the words for the card for which there are fewer than the text says."""
    return {"limit": () if decision.limit is None else terms.card(decision.limit.id)}


def limit_sections(decision: TextDecision) -> tuple[str, ...]:
    """Return the sections of a text, and of the card that limits it."""
    limit = decision.limit
    return (decision.card.section, *(() if limit is None else (limit.section,)))


@MOVE_CARDS.rule(
    "cards.text",
    code="wrong_number",
    fields="cards",
    requires=("not_there", "card_protected"),
    legal_basis=(),
    suggest=without_some("choose_only", MOVE_CARDS, "wrong_number"),
)
def wrong_number(state: State, act: MoveCards) -> Finding:
    """As many as the text says, or as many as there are."""
    decision = due_text(state)
    if decision.price is not None or decision.line.one_type:
        return NOT_APPLICABLE
    if len(act.cards) == decision.number or (
        decision.line.up_to and len(act.cards) < decision.number
    ):
        return None
    params: Params = {
        "card": terms.card(decision.card.id),
        "wanted": terms.so_many(decision.number),
        "number": terms.so_many(len(act.cards)),
        **limit_words(decision),
    }
    return Failure(params, cites=limit_sections(decision))


@MOVE_CARDS.rule(
    "cards.text",
    code="not_one_type",
    fields="cards",
    requires=("not_there", "card_protected"),
    legal_basis=(),
)
def not_one_type(state: State, act: MoveCards) -> Finding:
    """Where the text says so, all the cards of one type, and no other."""
    decision = due_text(state)
    if not decision.line.one_type:
        return NOT_APPLICABLE
    if any(set(act.cards) == set(some) for some in of_one_type(decision.among)):
        return None
    return Failure({"card": terms.card(decision.card.id)}, cites=(decision.card.section,))


@MOVE_CARDS.rule(
    "ships.load",
    code="ship_unclear",
    fields=("cards", "ship"),
    requires="not_there",
    legal_basis=(),
)
def ship_unclear(state: State, act: MoveCards) -> Finding:
    """Where several ships have room, it is said onto which one a card goes."""
    decision = due_text(state)
    if decision.line.dst != "own.influence":
        return NOT_APPLICABLE
    if all(CARDS[name].type == INFLUENCE for name in act.cards):
        return NOT_APPLICABLE
    there = with_room(state, decision.owner)
    if act.ship in there or (act.ship == NO_SHIP and len(there) == 1):
        return None
    return Failure({"ships": terms.cards(there)})


@MOVE_CARDS.rule(
    "cards.text", code="last_character", fields="cards", requires="wrong_number", legal_basis=()
)
def last_character(state: State, act: MoveCards) -> Finding:
    """Where the text says so, one active character stays."""
    decision = due_text(state)
    if not decision.line.keep_character:
        return NOT_APPLICABLE
    if _leaves_character(state, decision, act.cards):
        return None
    params: Params = {"card": terms.card(decision.card.id), "rival": SeatRef(decision.holder)}
    return Failure(params, cites=(decision.card.section,))


def _leaves_character(state: State, decision: TextDecision, cards: Cards) -> bool:
    there = [name for name in in_play(state, decision.holder) if ON_TABLE[name].type == CHARACTER]
    return not there or any(name not in cards for name in there)


def _price(state: State, _act: Any) -> RequiredPayment | None:
    decision = pending(state)
    if decision is None or decision.price is None:
        return None
    return RequiredPayment((decision.card.id,), decision.price)


MOVE_CARDS.also(*payment_conditions(_price, "cards", "not_there"))


@MOVE_CARDS.play
def _move(play: Play, act: MoveCards) -> None:
    decision = due_text(play.state)
    play.done()
    ship = "" if act.ship == NO_SHIP else act.ship
    carry_out(play, decision, act.cards, len(act.cards), ship)


# Skipping a text


class Skip(Action):
    """Refusal of what a text allows."""

    kind: Literal["skip"] = "skip"


SKIP = Act(Skip, *text_step())


@SKIP.sentence_params
def _skip_params(state: State, _act: Skip) -> Params:
    return named_by(state)


@SKIP.rule("cards.optional", code="compulsory", requires="no_text_pending")
def compulsory(state: State, _act: Skip) -> Finding:
    """What a text orders is done, what it allows may be left."""
    decision = due_text(state)
    # The hand is disclosed at the table. Recording its cards in the app is optional.
    if decision.line.optional or decision.line.do == "disclose":
        return None
    return Failure({"card": terms.card(decision.card.id)}, cites=(decision.card.section,))


@SKIP.play
def _skip(play: Play, act: Skip) -> None:
    decision = due_text(play.state)
    code = "hand_not_noted" if decision.line.do == "disclose" else "text_left"
    play.say(code, "cards.optional", act.seat, card=terms.card(decision.card.id))
    play.done()
    drop_rest(play, decision)
