"""Act of moving cards that nobody sees because of a text: only their number is reported."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from companion.games.blue_moon import terms
from companion.games.blue_moon.acts.common import Act
from companion.games.blue_moon.acts.texts import (
    due_text,
    limit_sections,
    limit_words,
    named_by,
    pending,
    section_of_text,
    text_step,
)
from companion.games.blue_moon.flow import carry_out
from companion.games.blue_moon.play import Play
from companion.games.blue_moon.state import State
from companion.kernel.forms.form import Draft
from companion.kernel.forms.picks import number
from companion.kernel.models import Action
from companion.kernel.refusal import ConditionKind, Failure, Finding, Remedy
from companion.kernel.values import Params


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
