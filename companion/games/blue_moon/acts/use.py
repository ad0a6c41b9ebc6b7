"""Acts of using the text of an active card, and of moving cards that nobody sees."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from companion.games.blue_moon import power, terms
from companion.games.blue_moon.acts.common import (
    NEXT_TURN,
    OWN_TURN,
    SEAT,
    Act,
    card_label,
    in_decks,
    own_turn,
)
from companion.games.blue_moon.acts.texts import (
    due_text,
    limit_sections,
    limit_words,
    named_by,
    pending,
    section_of_text,
    text_step,
)
from companion.games.blue_moon.catalogue import (
    CARDS,
    ON_TABLE,
    Card,
    TextLine,
)
from companion.games.blue_moon.flow import carry_out, queue_text
from companion.games.blue_moon.pending_tasks import in_play
from companion.games.blue_moon.pending_tasks import pending as find
from companion.games.blue_moon.play import Play
from companion.games.blue_moon.power import Cards
from companion.games.blue_moon.state import State
from companion.kernel.form import Draft, choice, number
from companion.kernel.models import Action
from companion.kernel.refusal import ConditionKind, Failure, Finding, Remedy
from companion.kernel.values import Params, SeatRef


class UseText(Action):
    """Use of an active card's text, allowed once in each own turn."""

    kind: Literal["use_text"] = "use_text"
    card: Annotated[str, Field(max_length=40)]


def usable(state: State, seat: int) -> Cards:
    """Return the active cards of a seat whose text it may use once a turn."""
    return tuple(name for name in in_play(state, seat) if _of_turn(ON_TABLE[name]) is not None)


def _of_turn(card: Card) -> TextLine | None:
    return next((line for line in card.lines if line.at == "turn"), None)


def _usable(state: State, draft: Draft) -> Cards:
    if draft.seat >= state.players:
        return ()
    # With no usable text, a hypothetical report may still name a card that has one.
    deck = state.decks[draft.seat]
    speaking = tuple(name for name in deck if _of_turn(CARDS[name]) is not None)
    return usable(state, draft.seat) or speaking or deck


USE_TEXT = Act(
    UseText,
    *OWN_TURN,
    available=in_decks(lambda card: _of_turn(card) is not None),
    fields={"card": choice(_usable, card_label)},
)


@USE_TEXT.rule(
    "cards.once_a_turn",
    code="text_not_there",
    fields="card",
    requires=SEAT,
    kind=ConditionKind.EXISTENCE,
    legal_basis=("cards.once_a_turn",),
)
def text_not_there(state: State, act: UseText) -> Finding:
    """The card lies active before the seat, and its text may be used once a turn."""
    if act.card in usable(state, act.seat):
        return None
    return Failure({"card": card_label(act.card), "seat": SeatRef(act.seat)})


@USE_TEXT.rule(
    "cards.once_a_turn", code="text_used", fields="card", requires="text_not_there", legal_basis=()
)
def text_used(state: State, act: UseText) -> Finding:
    """Once in each own turn."""
    turn = state.turn
    if turn.seat != act.seat or act.card not in turn.used:
        return None
    params: Params = {"card": terms.card(act.card), "seat": SeatRef(act.seat)}
    return Failure(params, until=NEXT_TURN)


@USE_TEXT.rule(
    "cards.text", code="text_silent", fields="card", requires="text_not_there", legal_basis=()
)
def text_silent(state: State, act: UseText) -> Finding:
    """A text that is ignored does nothing."""
    for one in power.resolve_active(state.active(act.seat), state.active(1 - act.seat)):
        if one.card.id == act.card and not one.works:
            by = one.ignored_by("text")
            assert by is not None
            params: Params = {"card": terms.card(act.card), "by": terms.card(by.id)}
            return Failure(params, cites=(by.section,))
    return None


@USE_TEXT.rule(
    "cards.text", code="nothing_to_hit", fields="card", requires="text_not_there", legal_basis=()
)
def nothing_to_hit(state: State, act: UseText) -> Finding:
    """There is a card for which the text can be."""
    card = CARDS[act.card]
    line = _of_turn(card)
    assert line is not None
    decision = find(state, act.seat, card, line)
    if decision.number:
        return None
    params: Params = {"card": terms.card(act.card), "cards": terms.cards(decision.spared)}
    protected = ("icons.protected",) if decision.spared else ()
    return Failure(params, cites=(card.section, *protected))


@USE_TEXT.play
def _use(play: Play, act: UseText) -> None:
    if own_turn(play.state, act.seat):
        play.in_turn(used=(*play.state.turn.used, act.card))
    queue_text(play, act.seat, act.card, "turn")


class MoveUnseen(Action):
    """Number of cards drawn because of a text."""

    kind: Literal["move_unseen"] = "move_unseen"
    number: Annotated[int, Field(ge=1, le=60)]


def _numbers(state: State, _draft: Draft) -> tuple[int, int]:
    decision = pending(state)
    if decision is None or not decision.blind:
        return 1, 1
    return 1, max(1, decision.number)


MOVE_UNSEEN = Act(MoveUnseen, *text_step(), fields={"number": number(_numbers)})


@MOVE_UNSEEN.sentence_params
def _unseen_params(state: State, act: MoveUnseen) -> Params:
    return {**named_by(state), "number": terms.so_many(act.number), "away": _away(state)}


def _away(state: State) -> int:
    """Return 1 if the cards go into a deck, else 0."""
    decision = pending(state)
    return int(decision is not None and decision.line.dst == "own.deck")


@MOVE_UNSEEN.rule(
    "cards.text",
    code="cards_seen",
    requires="no_text_pending",
    kind=ConditionKind.EXISTENCE,
    legal_basis=(),
)
def cards_seen(state: State, _act: MoveUnseen) -> Finding:
    """What lies open, or is discarded face up, is named."""
    decision = due_text(state)
    return None if decision.blind else Failure({"card": terms.card(decision.card.id)})


def _right_number(state: State, _act: MoveUnseen) -> Iterator[Remedy]:
    decision = pending(state)
    if decision is not None:
        named: Params = {"number": terms.so_many(decision.number), "away": _away(state)}
        yield Remedy("take_as_many", named, {"number": decision.number})


@MOVE_UNSEEN.rule(
    "cards.text",
    code="wrong_draw",
    fields="number",
    requires="cards_seen",
    kind=ConditionKind.SHORTAGE,
    legal_basis=section_of_text,
    suggest=_right_number,
)
def wrong_draw(state: State, act: MoveUnseen) -> Finding:
    """As many as the text says, as far as there are any and cards allow it."""
    decision = due_text(state)
    if act.number == decision.number or (decision.line.up_to and act.number < decision.number):
        return None
    params: Params = {
        "card": terms.card(decision.card.id),
        "wanted": terms.so_many(decision.number),
        "number": terms.so_many(act.number),
        "away": _away(state),
        **limit_words(decision),
    }
    return Failure(params, cites=limit_sections(decision))


@MOVE_UNSEEN.play
def _move_unseen(play: Play, act: MoveUnseen) -> None:
    decision = due_text(play.state)
    play.done()
    carry_out(play, decision, (), act.number)
