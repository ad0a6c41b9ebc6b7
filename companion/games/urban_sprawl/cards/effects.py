"""Effects of cards as lines: the verbs, and the choices that they leave."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from companion.games.urban_sprawl import terms
from companion.games.urban_sprawl.cards import offers, readings, triggers
from companion.games.urban_sprawl.cards.filters import (
    ANY,
    COUNTED,
    EXTREMES,
    IN_ROWS,
    STANDING,
    counted,
)
from companion.games.urban_sprawl.cards.offers import GAIN, LOSE, MOVE, SPARE
from companion.games.urban_sprawl.components import (
    MARKERS,
    OFFICE_OF_ZONE,
    OFFICES,
    PRESTIGE,
    ROWS,
    TRACK,
    VOCATIONS,
    WEALTH,
)
from companion.games.urban_sprawl.grid import COLOURS, SIZES, ZONES
from companion.games.urban_sprawl.play import Play, gain, lose
from companion.games.urban_sprawl.state import EXTRA_FAVOR, SEATS, Phase, State, Then
from companion.kernel.agenda import Task
from companion.kernel.box import by_hand
from companion.kernel.box.facts import Unknown
from companion.kernel.box.lines import (
    REST,
    EffectLine,
    LineContext,
    Lines,
    Verb,
    perform,
    typed,
)
from companion.kernel.pieces.ledger import SUPPLY
from companion.kernel.values import Params, Seat


class Origin(NamedTuple):
    """Source of some lines."""

    building: str = ""
    """Id of the new building; empty: an event."""
    row: str = ""
    """One of its rows, if a line let it be chosen."""


_Doing = Callable[[Play, LineContext, EffectLine], None]


def _thing(line: EffectLine) -> str:
    """Return the key of the thing that a line is about."""
    return str(line.what).replace(":", ".")


def _times(play: Play, doing: LineContext, line: EffectLine, owner: Seat | None = None) -> int:
    origin: Origin = doing.report or Origin()
    return counted(play.state, str(line.what), owner, *origin)


def _say_rows(play: Play, doing: LineContext, line: EffectLine, owner: Seat | None = None) -> None:
    """Say how many buildings it would be under the other readings of `these rows`."""
    if str(line.what) not in IN_ROWS:
        return
    state, origin = play.state, doing.report or Origin()
    number = counted(state, str(line.what), owner, *origin)
    for other, there in readings.others(state, readings.THESE_ROWS):
        count = counted(there, str(line.what), owner, *origin)
        if count != number:
            read = readings.as_ruled(state, readings.THESE_ROWS)
            params: Params = {"read": read, "number": number, "other": other, "count": count}
            play.say("rows_by_ruling", "effects.rows", doing.seat, **params)


# Gains and losses


def _gains(what: str) -> _Doing:
    def run(play: Play, doing: LineContext, line: EffectLine) -> None:
        _say_rows(play, doing, line)
        amount = line_each(line) * _times(play, doing, line)
        gain(play, doing.seat, what, amount, doing.rule, doing.cause)

    return run


def _own(what: str) -> _Doing:
    def run(play: Play, doing: LineContext, line: EffectLine) -> None:
        _say_rows(play, doing, line, doing.seat)
        amount = line_each(line) * _times(play, doing, line, doing.seat)
        gain(play, doing.seat, what, amount, doing.rule, doing.cause)

    return run


def _everybody(what: str, change: Callable[..., object] = gain) -> _Doing:
    def run(play: Play, doing: LineContext, line: EffectLine) -> None:
        _say_rows(play, doing, line)
        for seat in play.state.order_from(play.state.turn.seat):
            amount = line_each(line) * _times(play, doing, line, seat)
            change(play, seat, what, amount, doing.rule, doing.cause)

    return run


def _holder(what: str) -> _Doing:
    def run(play: Play, doing: LineContext, line: EffectLine) -> None:
        thing, state = _thing(line), play.state
        if thing in OFFICES:
            seat = state.holder(thing)
            seats: tuple[Seat, ...] = () if seat is None else (seat,)
        else:
            seats = state.holders(thing)
        for seat in seats:
            gain(play, seat, what, line_each(line), doing.rule, doing.cause)

    return run


def _rivals_pay(play: Play, doing: LineContext, line: EffectLine) -> None:
    _say_rows(play, doing, line)
    seats = (seat for seat in play.state.order_from(doing.seat) if seat != doing.seat)
    owed = {seat: n for seat in seats if (n := _times(play, doing, line, seat))}
    if owed:
        debts = tuple(owed.get(seat, 0) for seat in range(play.state.players))
        about = {"to": doing.seat, "each": line_each(line), "owed": debts}
        about |= {"rule": doing.rule, "cause": doing.cause, "asked": tuple(owed)}
        about |= {"counts": str(line.what), "origin": doing.report or Origin()}
        play.push(Task(Phase.TRIBUTE, tuple(owed), about=tuple(about.items())))


def _rivals_pay_in(what: str) -> _Doing:
    """Make a verb by which the others pay in one kind, which leaves them no choice."""

    def run(play: Play, doing: LineContext, line: EffectLine) -> None:
        _say_rows(play, doing, line)
        for seat in play.state.order_from(doing.seat)[1:]:
            amount = line_each(line) * _times(play, doing, line, seat)
            lose(play, seat, what, amount, doing.rule, doing.cause, to=doing.seat)

    return run


def line_each(line: EffectLine) -> int:
    """Return the amount of a line, which never names a printed number in this game."""
    assert isinstance(line.each, int)
    return line.each


# Choices of a seat


def _ask(play: Play, phase: Phase, seat: Seat, doing: LineContext, **about: Any) -> None:
    said = (*about.items(), ("rule", doing.rule), ("cause", doing.cause))
    play.push(Task(phase, (seat,), about=said))


def _drop_control(play: Play, doing: LineContext, line: EffectLine) -> None:
    for _ in range(line_each(line)):
        _ask(play, Phase.DROP_CONTROL, doing.seat, doing, colour=_colour(line))


def _office_drops(play: Play, doing: LineContext, line: EffectLine) -> None:
    colour = _colour(line)
    office = OFFICE_OF_ZONE[colour]
    seat = play.state.holder(office)
    if seat is not None:
        _ask(play, Phase.DROP_CONTROL, seat, doing, colour=colour, office=office)


def _remove(play: Play, doing: LineContext, line: EffectLine) -> None:
    for _ in range(line_each(line)):
        _ask(play, Phase.REMOVE, doing.seat, doing, colour=_colour(line))


def _colour(line: EffectLine) -> str:
    return str(line.what).partition(":")[2]


def _park(play: Play, doing: LineContext, line: EffectLine) -> None:
    for _ in range(line_each(line)):
        _ask(play, Phase.PARK, doing.seat, doing)


def _marker_place(play: Play, doing: LineContext, line: EffectLine) -> None:
    _ask(play, Phase.PLACE_MARKER, doing.seat, doing, marker=_thing(line))


def _marker_move(play: Play, doing: LineContext, line: EffectLine) -> None:
    _ask(play, Phase.WHICH_MARKER, doing.seat, doing, kind=_colour(line))


def _owner(then: str, what: str) -> _Doing:
    """Make a verb by which the owner of the extreme building gains or loses something."""

    def run(play: Play, doing: LineContext, line: EffectLine) -> None:
        play.push(_about_building(play, doing, line, then, what))

    return run


def _lose_or_pay(what: str) -> _Doing:
    """Make a verb by which the owners of such buildings lose one of them, or pay."""

    def run(play: Play, doing: LineContext, line: EffectLine) -> None:
        task = _about_building(play, doing, line, SPARE, what)
        if line.what in EXTREMES:
            play.push(task)
        else:
            offers.threaten(play, task)

    return run


def _about_building(play: Play, doing: LineContext, line: EffectLine, then: str, what: str) -> Task:
    """Return the task of choosing a card's building; the active seat breaks ties."""
    about = {"then": then, "what": what, "amount": line_each(line), "filter": str(line.what)}
    about |= {"rule": doing.rule, "cause": doing.cause}
    return Task(Phase.WHICH_BUILDING, (play.state.turn.seat,), about=tuple(about.items()))


def _move(play: Play, doing: LineContext, line: EffectLine) -> None:
    about = {"then": MOVE, "filter": str(line.what), "rule": doing.rule, "cause": doing.cause}
    task = Task(Phase.WHICH_BUILDING, (doing.seat,), about=tuple(about.items()))
    for _ in range(line_each(line)):
        play.push(task)


def _place(play: Play, doing: LineContext, line: EffectLine) -> None:
    kind = _colour(line)
    about = {"colour": kind[:-1], "size": int(kind[-1]), "rule": doing.rule, "cause": doing.cause}
    task = Task(Phase.WHICH_BLOCK, (doing.seat,), about=tuple(about.items()))
    for _ in range(line_each(line)):
        play.push(task)


def _may_pay(what: str) -> _Doing:
    def run(play: Play, doing: LineContext, line: EffectLine) -> None:
        _ask(play, Phase.MAY_PAY, doing.seat, doing, what=what, amount=line_each(line))

    return run


def _each_may_pay(what: str) -> _Doing:
    """Make a verb by which everybody may pay, and whoever does carries out the lines after it."""

    def run(play: Play, doing: LineContext, line: EffectLine) -> None:
        about = {"what": what, "amount": line_each(line), "rule": doing.rule, "cause": doing.cause}
        play.push(Task(Then.EACH_MAY, about=tuple(about.items())))

    return run


def rest_of(play: Play, cause: object) -> Task | None:
    """Return the task of the lines left over, if it is due and they are of the same card."""
    rest = play.due
    if rest is None or rest.code != REST or rest.of("doing").cause != cause:
        return None
    return rest


def each_may(play: Play, task: Task) -> None:
    """Ask every seat in turn whether it pays, each before the lines that are for whoever does."""
    rest = rest_of(play, task.of("cause"))
    if rest is not None:
        play.done()
    asked: list[Task] = []
    for seat in play.state.order_from(play.state.turn.seat):
        asked.append(Task(Phase.MAY_PAY, (seat,), about=task.about))
        if rest is not None:
            asked.append(rest.with_of(doing=rest.of("doing")._replace(seat=seat)))
    play.push(*asked)


def _choose_row(play: Play, doing: LineContext, _line: EffectLine) -> None:
    """Ask for one of the rows of the new building, which the lines after it refer to."""
    if doing.report and doing.report.building:
        _ask(play, Phase.WHICH_ROW, doing.seat, doing)


def take_row(play: Play, row: str, cause: object) -> None:
    """Give the chosen row to the lines that follow."""
    rest = rest_of(play, cause)
    if rest is not None:
        doing: LineContext = rest.of("doing")
        play.done()
        play.push(rest.with_of(doing=doing._replace(report=doing.report._replace(row=row))))


# Elections, payouts, rights


def _election_right(play: Play, doing: LineContext, line: EffectLine) -> None:
    play.say("right_gained", doing.rule, doing.seat, card=doing.cause or "", text=line.text)


def say_rights(play: Play) -> None:
    """Recall, before an election, what cards let the owners of their buildings do in it."""
    for one in play.state.city.buildings.values():
        printed = play.state.lines_of(one.card) if one.card and one.owner is not None else ()
        for line in () if isinstance(printed, Unknown) else typed(printed):
            if line.do == ELECTION_RIGHT:
                card = terms.term(one.card)
                play.say("right_recalled", "effects", one.owner, card=card, text=line.text)


ELECTION_RIGHT: Final = "election_right"


def _election(play: Play, _doing: LineContext, line: EffectLine) -> None:
    play.push(Task(Then.ELECTION, about=(("office", _thing(line)),)))


def _payout(play: Play, _doing: LineContext, line: EffectLine) -> None:
    play.push(Task(Then.PAYOUT, about=(("row", _thing(line)),)))


def _wins_election(play: Play, doing: LineContext, line: EffectLine) -> None:
    if line.what == ANY_OFFICE:
        _ask(play, Phase.WHICH_OFFICE, doing.seat, doing)
    else:
        triggers.win_by_card(play, doing.seat, _thing(line))


def _by_itself(_play: Play, _doing: LineContext, _line: EffectLine) -> None:
    """Do nothing: a contract's vocations come before its effect (`acts.build`)."""


def _second_favor(play: Play, doing: LineContext, _line: EffectLine) -> None:
    if play.balance(SUPPLY, EXTRA_FAVOR) > 0:
        seat = SEATS[doing.seat]
        play.move(EXTRA_FAVOR, 1, SUPPLY, seat, doing.rule, True, doing.cause)


def _items(keys: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(key.replace(".", ":", 1) for key in keys)


_COLOURS: Final = tuple(f"filter:{colour}" for colour in (ANY, *COLOURS))
_ONE_OF: Final = (*_COLOURS, *EXTREMES)
_LAID: Final = tuple(f"tile:{zone}{size}" for zone in ZONES for size in SIZES)
ANY_OFFICE: Final = "office:any"

VERBS: Final[Mapping[str, Verb[Any]]] = MappingProxyType(
    {
        "gain_wealth": Verb(_gains(WEALTH), COUNTED, counts=True),
        "gain_prestige": Verb(_gains(PRESTIGE), COUNTED, counts=True),
        "own_wealth": Verb(_own(WEALTH), COUNTED, counts=True),
        "own_prestige": Verb(_own(PRESTIGE), COUNTED, counts=True),
        "each_wealth": Verb(_everybody(WEALTH), COUNTED, counts=True),
        "each_prestige": Verb(_everybody(PRESTIGE), COUNTED, counts=True),
        "lose_wealth": Verb(_everybody(WEALTH, lose), COUNTED, counts=True),
        "lose_prestige": Verb(_everybody(PRESTIGE, lose), COUNTED, counts=True),
        "rivals_pay": Verb(_rivals_pay, COUNTED, counts=True),
        "rivals_pay_wealth": Verb(_rivals_pay_in(WEALTH), COUNTED, counts=True),
        "rivals_pay_prestige": Verb(_rivals_pay_in(PRESTIGE), COUNTED, counts=True),
        "holder_wealth": Verb(_holder(WEALTH), _items((*OFFICES, *VOCATIONS)), counts=True),
        "holder_prestige": Verb(_holder(PRESTIGE), _items((*OFFICES, *VOCATIONS)), counts=True),
        "owner_wealth": Verb(_owner(GAIN, WEALTH), EXTREMES, counts=True),
        "owner_prestige": Verb(_owner(GAIN, PRESTIGE), EXTREMES, counts=True),
        "owner_loses_wealth": Verb(_owner(LOSE, WEALTH), EXTREMES, counts=True),
        "owner_loses_prestige": Verb(_owner(LOSE, PRESTIGE), EXTREMES, counts=True),
        "lose_or_pay_wealth": Verb(_lose_or_pay(WEALTH), STANDING, counts=True),
        "lose_or_pay_prestige": Verb(_lose_or_pay(PRESTIGE), STANDING, counts=True),
        "drop_control": Verb(_drop_control, _ONE_OF, counts=True),
        "office_drops": Verb(_office_drops, tuple(f"filter:{zone}" for zone in ZONES)),
        "remove": Verb(_remove, _ONE_OF, counts=True),
        "move": Verb(_move, _ONE_OF, counts=True),
        "place": Verb(_place, _LAID, counts=True),
        "park": Verb(_park, counts=True),
        "marker_place": Verb(_marker_place, _items(tuple(MARKERS))),
        "marker_move": Verb(_marker_move, ("marker:any", "marker:wealth", "marker:prestige")),
        "election": Verb(_election, _items(TRACK)),
        "wins_election": Verb(_wins_election, (*_items(TRACK), ANY_OFFICE)),
        "payout": Verb(_payout, _items(ROWS)),
        "may_pay_wealth": Verb(_may_pay(WEALTH), counts=True),
        "may_pay_prestige": Verb(_may_pay(PRESTIGE), counts=True),
        "each_may_pay_wealth": Verb(_each_may_pay(WEALTH), counts=True),
        "each_may_pay_prestige": Verb(_each_may_pay(PRESTIGE), counts=True),
        "choose_row": Verb(_choose_row),
        "second_favor": Verb(_second_favor),
        ELECTION_RIGHT: Verb(_election_right, words=True),
        "vocation": Verb(_by_itself, _items(VOCATIONS), counts=True),
        "manual": by_hand.MANUAL,
    }
)
"""Verbs of the effect lines."""


_TAKING: Final = frozenset({"lose", "owner_loses", "rivals_pay"})
"""Verbs that take wealth or prestige, as far as there is any, by the part before its name."""
_ASKING: Final = frozenset({"lose_or_pay", "may_pay", "each_may_pay"})
"""Verbs that ask for a payment, in full or not at all, by the part before its name."""


def taken_by(state: State, lines: Lines) -> frozenset[str]:
    """Return the kinds, wealth or prestige, that lines take as far as a seat has them."""
    forced, chosen = set[str](), set[str]()
    for line in lines:
        verb, _, kind = line.do.rpartition("_")
        if line.do == "rivals_pay":
            forced |= {WEALTH, PRESTIGE}
        elif verb in _TAKING:
            forced.add(kind)
        elif verb in _ASKING:
            chosen.add(kind)
    # Whether prestige may go below zero is a ruling; nobody chooses to pay what he has not got.
    unlimited = {PRESTIGE} if state.rulings["prestige_floor"] == "below" else set[str]()
    return frozenset(forced - unlimited | chosen)


def carry_out(play: Play, card: str, seat: Seat, rule: str, building: str = "") -> bool:
    """Carry out the lines of a card.

    Returns:
        Whether they are known.
    """
    printed = play.state.lines_of(card)
    if isinstance(printed, Unknown):
        return False
    doing = LineContext(seat, rule, terms.term(card), Origin(building))
    perform(play, doing, typed(printed), VERBS)
    return True
