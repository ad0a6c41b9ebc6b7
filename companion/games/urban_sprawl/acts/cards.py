"""Acts that cards require: a choice, a payment, or an untyped effect."""

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from companion.games.urban_sprawl import flow, terms
from companion.games.urban_sprawl.acts.common import (
    NO_SUCH_SEAT,
    NOT_YOUR_TURN,
    Act,
    Deed,
    answerer,
    answering,
    asked,
    match_over,
    of_due,
)
from companion.games.urban_sprawl.cards import effects, elections, offers, triggers
from companion.games.urban_sprawl.city import Building
from companion.games.urban_sprawl.components import CONTRACTOR, NO, PAY, SITES, YES, Answer
from companion.games.urban_sprawl.grid import PARK, block_of
from companion.games.urban_sprawl.play import Play, hand_over, set_up, take_down
from companion.games.urban_sprawl.sections import section_of_chosen, sections_of
from companion.games.urban_sprawl.state import CHOICES, SEATS, Phase, State
from companion.kernel.agenda import Task
from companion.kernel.box import by_hand
from companion.kernel.conditions import Sections
from companion.kernel.form import Draft, choice, number
from companion.kernel.pieces.ledger import SUPPLY
from companion.kernel.refusal import (
    NOT_APPLICABLE,
    ConditionKind,
    Failure,
    Finding,
    Remedy,
    Unverified,
)
from companion.kernel.values import Counted, Params, Seat, SeatRef, Term

# Choices


class Choose(Deed):
    """Choice that a card or a tie leaves to a seat."""

    kind: Literal["choose"] = "choose"
    answer: Answer


def _offers(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the possible answers, also for a seat that is not awaited; only `NO` if none is left.

    Whoever is not awaited has no building to lose.
    """
    task = state.due
    if task.code not in CHOICES or (task.code == Phase.SPARE and seat not in task.seats):
        return ()
    return offers.offered(state, task, answerer(state, seat)) or (NO,)


def _of_task(state: State, act: Choose) -> Sections:
    """Return the sections that leave the choice to whoever makes it."""
    task = state.due
    return (*sections_of(state, task), *section_of_chosen(task, act.answer))[:2]


CHOOSE = Act(
    Choose,
    *answering("nothing_to_choose", "", *CHOICES),
    fields={"answer": choice(lambda state, draft: _offers(state, draft.seat), terms.answer)},
)


@CHOOSE.rule(
    code="not_offered",
    fields="answer",
    requires="nothing_to_choose",
    kind=ConditionKind.EXISTENCE,
    legal_basis=_of_task,
    sections=of_due,
)
def not_offered(state: State, act: Choose) -> Finding:
    """One of those that there are to choose from."""
    if act.answer in _offers(state, act.seat):
        return None
    return Failure({"answer": terms.answer(act.answer)})


_ABOUT_PAYING: Final = frozenset({(Phase.MAY_PAY, YES), (Phase.MAY_PAY, NO), (Phase.SPARE, PAY)})
"""Tasks, and the answers to them that concern an optional payment."""


def _without_paying(state: State, act: Choose) -> Iterator[Remedy]:
    """Propose not to pay, or what may be lost instead."""
    if state.due.code == Phase.MAY_PAY:
        yield Remedy("pay_nothing", change={"answer": NO})
        return
    for name in _offers(state, act.seat):
        if name != PAY:
            yield Remedy("lose_building", {"building": terms.term(name)}, {"answer": name})


@CHOOSE.rule(
    "payments.optional",
    code="cannot_pay_in_full",
    fields="answer",
    requires="nothing_to_choose",
    kind=ConditionKind.SHORTAGE,
    suggest=_without_paying,
)
def cannot_pay_in_full(state: State, act: Choose) -> Finding:
    """What is optional is paid in full or not at all."""
    task = state.due
    if act.answer == NO or (task.code, act.answer) not in _ABOUT_PAYING:
        return NOT_APPLICABLE
    amount, what, payer = task.of("amount"), task.of("what"), answerer(state, act.seat)
    held = state.between(payer, what)
    if held.least >= amount:
        return None
    said: Params = {"amount": Counted(amount, what), "seat": SeatRef(payer)}
    if held.most >= amount:
        short = Counted(amount - int(held.least), what)
        return Unverified({**said, "short": short}, state.lacks(payer, what)[0])
    return Failure({**said, "held": Counted(int(held.most), what)})


def _what_is_chosen(state: State) -> Params:
    """Return what there is to choose, also before the answer is known."""
    code = state.due.code
    return {"what": terms.perhaps(f"phase.{code}" if code in CHOICES else "")}


@CHOOSE.begun_params
def _begun_choice(state: State, _draft: Draft) -> Params:
    return _what_is_chosen(state)


@CHOOSE.sentence_params
def _choice_params(state: State, act: Choose) -> Params:
    """Return the parameters for the deed, the amount paid, and the block of the lots."""
    task = state.due
    did = Term(f"chosen.{_did(task, act)}")
    said: Params = {**_what_is_chosen(state), "did": did, "pays": 0, "declines": 0, "block": ""}
    if (task.code, act.answer) in _ABOUT_PAYING:
        paid = Counted(task.of("amount"), task.of("what"))
        return {**said, "answer": paid, "pays": 1, "declines": int(act.answer == NO)}
    site = SITES.get(act.answer, frozenset())
    return {**said, "block": terms.perhaps(block_of(min(site)) if len(site) > 1 else "")}


def _did(task: Task, act: Choose) -> str:
    """Return the code of an answer's deed, which may differ from that of the task."""
    if task.code not in CHOICES:
        return "other"
    if (task.code, act.answer) in _ABOUT_PAYING:
        return "pays_nothing" if act.answer == NO else "pays_for_it"
    moves = task.of("then") == offers.MOVE
    return f"{task.code}_moves" if moves else str(task.code)


def _chosen_seat(answer: str) -> Seat:
    return int(answer.partition(".")[2])


def _elect(play: Play, _seat: Seat, answer: str, task: Task) -> None:
    race = elections.race(play.state, task.of("prize"))
    chosen = race._replace(decided=elections.CHOSEN, by=task.of("by") or "")
    triggers.declare_elected(play, chosen, _chosen_seat(answer))


def _contractor(play: Play, _seat: Seat, answer: str, _task: Task) -> None:
    hand_over(play, CONTRACTOR, _chosen_seat(answer), "elections.contractor")


def _media(play: Play, _seat: Seat, answer: str, _task: Task) -> None:
    flow.give_media(play, _chosen_seat(answer))


def _park(play: Play, seat: Seat, answer: str, task: Task) -> None:
    set_up(play, Building(PARK, frozenset({answer}), seat), task.of("rule"))


def _drop_control(play: Play, _seat: Seat, answer: str, task: Task) -> None:
    owner = play.state.city.buildings[answer].owner
    play.change(city=play.state.city.owned_by(answer, None))
    play.say("control_dropped", task.of("rule"), owner, building=terms.term(answer))


def _remove(play: Play, _seat: Seat, answer: str, task: Task) -> None:
    take_down(play, answer, task.of("rule"))


def _lay_marker(play: Play, seat: Seat, answer: str, task: Task) -> None:
    marker = task.of("marker")
    play.change(city=play.state.city.with_marker(marker, answer))
    params: Params = {"marker": terms.term(marker), "circle": terms.term(answer)}
    play.say("marker_laid", "board.markers", seat, **params)


def _which_marker(play: Play, seat: Seat, answer: str, task: Task) -> None:
    about = (("marker", answer), ("rule", task.of("rule")), ("cause", task.of("cause")))
    play.push(Task(Phase.MOVE_MARKER, (seat,), about=about))


def _pay_optional(play: Play, seat: Seat, task: Task) -> None:
    """Pay an optional amount in full."""
    amount, what, cause = task.of("amount"), task.of("what"), task.of("cause")
    play.move(what, amount, SEATS[seat], SUPPLY, "payments.optional", cause=cause)


def _may_pay(play: Play, seat: Seat, answer: str, task: Task) -> None:
    """Pay an optional amount, or skip the lines that follow."""
    if answer == YES:
        _pay_optional(play, seat, task)
    elif effects.rest_of(play, task.of("cause")) is not None:
        play.done()


def _spare(play: Play, seat: Seat, answer: str, task: Task) -> None:
    """Pay in full, or lose a building."""
    if answer == PAY:
        _pay_optional(play, seat, task)
    else:
        take_down(play, answer, task.of("rule"))


def _which_office(play: Play, seat: Seat, answer: str, _task: Task) -> None:
    triggers.win_by_card(play, seat, answer)


def _which_row(play: Play, _seat: Seat, answer: str, task: Task) -> None:
    effects.take_row(play, answer, task.of("cause"))


_ANSWERED: Final[Mapping[str, Callable[[Play, Seat, str, Task], None]]] = {
    Phase.ELECT: _elect,
    Phase.CONTRACTOR: _contractor,
    Phase.MEDIA: _media,
    Phase.PARK: _park,
    Phase.DROP_CONTROL: _drop_control,
    Phase.REMOVE: _remove,
    Phase.PLACE_MARKER: _lay_marker,
    Phase.WHICH_MARKER: _which_marker,
    Phase.MOVE_MARKER: _lay_marker,
    Phase.MAY_PAY: _may_pay,
    Phase.SPARE: _spare,
    Phase.WHICH_OFFICE: _which_office,
    Phase.WHICH_ROW: _which_row,
    **offers.AFTER,
}


@CHOOSE.play
def _choose(play: Play, act: Choose) -> None:
    task, seat = play.state.due, answerer(play.state, act.seat)
    play.stop_waiting_for(seat)
    if act.answer != NO or task.code == Phase.MAY_PAY:
        _ANSWERED[task.code](play, seat, act.answer, task)


# Payments to the builder


class PayRival(Deed):
    """Payment to another seat that a card requires, in prestige or wealth per building."""

    kind: Literal["pay_rival"] = "pay_rival"
    prestige: Annotated[int, Field(ge=0, le=144)]
    """Number of buildings paid for in prestige."""


def _owed(state: State, seat: Seat) -> int:
    """Return the number of buildings that a seat pays for."""
    if not state.is_due(seat, Phase.TRIBUTE):
        return 0
    owed: int = state.due.of("owed")[seat]
    return owed


PAY_RIVAL = Act(
    PayRival,
    *answering("nothing_to_pay", "payments.mandatory", Phase.TRIBUTE),
    fields={"prestige": number(lambda state, draft: (0, _owed(state, draft.seat)))},
)


@PAY_RIVAL.rule(
    "payments.mandatory", code="more_than_owed", fields="prestige", kind=ConditionKind.SHORTAGE
)
def more_than_owed(state: State, act: PayRival) -> Finding:
    """One pays once for each building."""
    owed = _owed(state, act.seat)
    return None if act.prestige <= owed else Failure({"owed": owed})


@PAY_RIVAL.sentence_params
def _tribute_params(state: State, act: PayRival) -> Params:
    """Return whom a seat pays, and what it really pays: it may be short."""
    task = state.due
    owed = _owed(state, act.seat)
    if not owed:
        return {"rival": (), "paid": (), "over": 0, "cause": ""}
    paid = triggers.tribute(state, act.seat, act.prestige, task)
    return {
        "rival": (SeatRef(task.of("to")),),
        "paid": tuple(Counted(amount, what) for what, amount in paid.items() if amount > 0),
        # Whoever says more than is owed is told what was said, not what could be paid.
        "over": act.prestige if act.prestige > owed else 0,
        "cause": task.of("cause") or "",
    }


@PAY_RIVAL.play
def _pay_rival(play: Play, act: PayRival) -> None:
    task = play.state.due
    triggers.pay_tribute(play, act.seat, act.prestige, task)
    play.stop_waiting_for(act.seat)


# Untyped effects


class CarryOut(Deed):
    """Untyped effect of a card, carried out at the table."""

    kind: Literal["carry_out"] = "carry_out"


CARRY_OUT = Act(
    CarryOut,
    *answering("nothing_to_carry_out", "effects", Phase.EFFECT, legal_basis=("effects",)),
)


@CARRY_OUT.asks_facts
def _wants_lines(state: State, _draft: Draft) -> tuple[str, ...]:
    if not state.agenda or state.phase != Phase.EFFECT:
        return ()
    return asked(state, state.due.of("card"), "lines")


@CARRY_OUT.sentence_params
def _card_params(state: State, _act: CarryOut) -> Params:
    card = state.due.of("card") if state.phase == Phase.EFFECT else None
    return {"card": terms.perhaps(card)}


@CARRY_OUT.play
def _carry_out(play: Play, act: CarryOut) -> None:
    task = play.state.due
    card, seat, rule = task.of("card"), task.of("seat"), task.of("rule")
    play.stop_waiting_for(answerer(play.state, act.seat))
    # If the effect was typed meanwhile, the app carries it out.
    if not effects.carry_out(play, card, seat, rule, task.of("building") or ""):
        play.say(by_hand.UNREAD, rule, act.seat, card=terms.term(card))


_ANSWERED_BY: Final[Mapping[str, Mapping[str, str]]] = {
    Phase.EFFECT: {"carry_out": "card.lines"},
    Phase.VOCATION: dict.fromkeys(("take_vocation", "no_vocation"), "card.vocations"),
    Phase.LINE: {"read_line": "row.line"},
}
"""By due task and kind of report, what it answers that nobody had read."""


def tells(state: State, action: Any) -> tuple[str, ...]:
    """Return the unread value of a card or a row that a report answers."""
    answered = _ANSWERED_BY.get(state.phase, {}).get(action.kind)
    if answered is None or state.due.of("vocation") is not None:
        return ()
    where, _, field = answered.partition(".")
    return (f"{state.due.of(where)}.{field}",)


BY_HAND = by_hand.act(Act, NO_SUCH_SEAT, match_over, section="table.by_hand", turn=NOT_YOUR_TURN)
