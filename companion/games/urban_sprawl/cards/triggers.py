"""Automatic consequences of cards: elections, payouts, vocations and debts."""

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType

from companion.games.urban_sprawl import terms
from companion.games.urban_sprawl.cards import elections, readings
from companion.games.urban_sprawl.components import CHIEF, CONTRACTOR, MAYOR, SUPPLY_SOURCE, TRACK
from companion.games.urban_sprawl.play import Play, affordable, gain, hand_over, lose
from companion.games.urban_sprawl.sections import ELECTED_BY
from companion.games.urban_sprawl.state import ITEM, PRESTIGE, SEATS, WEALTH, Phase, State, Then
from companion.kernel.agenda import Task
from companion.kernel.box.facts import Unknown
from companion.kernel.pieces.ledger import SUPPLY
from companion.kernel.values import Counted, Params, Seat, Term, seat_refs


def tie(phase: Phase, race: elections.Race) -> Task:
    """Return the task of breaking a tie."""
    assert race.chooser is not None
    about = (("prize", race.prize), ("among", race.tied), ("by", race.by))
    return Task(phase, (race.chooser,), about=about)


# Elections


def advance(play: Play, _task: Task) -> None:
    """Advance the pawn and elect the office where it stops, if it is in play."""
    state = play.state
    office = TRACK[(TRACK.index(state.track) + 1) % len(TRACK)]
    play.change(track=office)
    play.say("pawn_moved", "elections.track", office=terms.term(office))
    if state.in_play(office):
        play.push(Task(Then.ELECTION, about=(("office", office),)))
    else:
        play.say("blank_space", "elections.before_airport", office=terms.term(office))


def election(play: Play, task: Task) -> None:
    """Elect a seat or ask to break a tie, then settle the contractor."""
    office, state = task.of("office"), play.state
    if not state.in_play(office):
        play.say("blank_space", "elections.before_airport", office=terms.term(office))
        return
    race = elections.race(state, office)
    play.push(Task(Then.CONTRACTOR_GIVEN))
    if race.decided == elections.NOBODY:
        _nobody(play, office)
    elif race.winner is not None:
        declare_elected(play, race, race.winner)
    else:
        play.push(tie(Phase.ELECT, race))


def _nobody(play: Play, office: str) -> None:
    """Report that nobody is elected; by ruling the office becomes vacant."""
    holder = play.state.holder(office)
    play.say("nobody_elected", "elections.nobody", office=terms.term(office))
    if holder is not None and play.state.rulings["nobody_has_zone"] == "vacant":
        play.move(ITEM[office], 1, SEATS[holder], SUPPLY, "elections.nobody", True)


def declare_elected(play: Play, race: elections.Race, seat: Seat) -> None:
    """Give an office to the elected seat and report why; a mayor lays out a park."""
    office, count = race.prize, race.counts[seat]
    hand_over(play, office, seat, "elections")
    play.say(
        "elected",
        ELECTED_BY[office],
        seat,
        office=terms.term(office),
        decided=Term(f"decided.{race.decided}"),
        first=count[0],
        second=count[-1],
        by=(Term(race.by),) if race.by else (),
    )
    if office == MAYOR:
        about = (("rule", "politicians.mayor"), ("cause", terms.term(MAYOR)))
        play.push(Task(Phase.PARK, (seat,), about=about))


def win_by_card(play: Play, seat: Seat, office: str) -> None:
    """Let a card decide an election, then settle the contractor."""
    if not play.state.in_play(office):
        play.say("blank_space", "elections.before_airport", office=terms.term(office))
        return
    play.push(Task(Then.CONTRACTOR_GIVEN))
    race = elections.race(play.state, office)
    declare_elected(play, race._replace(decided=elections.BY_CARD, by=""), seat)


def appoint_contractor(play: Play, _task: Task) -> None:
    """Make the seat with least prestige the contractor, after every election."""
    if not play.state.in_play(CONTRACTOR):
        return
    race = elections.least_prestige(play.state)
    if race.winner is None:
        play.push(tie(Phase.CONTRACTOR, race))
    else:
        hand_over(play, CONTRACTOR, race.winner, "elections.contractor")


# Payouts


def payout(play: Play, task: Task) -> None:
    """Pay a row, or ask for its line first if unknown."""
    row, state = task.of("row"), play.state
    result = elections.payout(state, row)
    if result.place is None:
        play.say("row_absent", "payout.matching", row=terms.term(row))
    elif not elections.pays_somebody(state, result):
        play.say("row_empty", "payout.none", row=terms.term(row))
    elif not result.shares:
        play.push(Task(Phase.LINE, (state.turn.seat,), about=task.about))
    else:
        pay_out(play, result, final=bool(task.of("final")))


def once_read(
    rests_on: Callable[[State, Task], Collection[str]], run: Callable[[Play, Task], None]
) -> Callable[[Play, Task], None]:
    """Make a run that asks first for the lines left for later on which its amounts rest.

    Args:
        rests_on: kinds of amounts that it has to know.
        run: what is carried out then.
    """

    def reading_first(play: Play, task: Task) -> None:
        state = play.state
        row = elections.left_row(state, rests_on(state, task)) if state.left else None
        if row is None:
            run(play, task)
            return
        about = (("row", row), ("owed", True))
        play.push(Task(Phase.LINE, (state.turn.seat,), about=about), task)

    return reading_first


def leave_line(play: Play, task: Task) -> None:
    """Note the payout of a row whose line nobody reads now."""
    row, final = task.of("row"), bool(task.of("final"))
    left = elections.left_payout(play.state, row, final=final)
    play.change(left=(*play.state.left, left))
    paid = seat_refs(tuple(seat for seat, _, _ in left.claims))
    play.say("payout_left", "payout", row=terms.term(row), seats=paid)


def pay_left(play: Play, row: str, line: Sequence[int]) -> None:
    """Pay what was left for later of a row, by its line as it is read now."""
    for one in play.state.left:
        for seat, at, level in one.claims if one.row == row else ():
            rule, amount = "payout.ties" if level > 1 else "payout", sum(line[at : at + level])
            gain(play, seat, one.kind, amount // level, rule, terms.term(row))
    play.change(left=tuple(one for one in play.state.left if one.row != row))


def pay_out(play: Play, result: elections.Payout, *, final: bool) -> None:
    """Pay the shares of a row at once, or note them on the score sheet at the end."""
    row, cause = result.row, terms.term(result.row)
    if final:
        amounts = tuple(share.amount for share in result.shares)
        play.change(final=MappingProxyType({**play.state.final, row: amounts}))
    for share in result.shares:
        # Whether a seat without a building takes a place is a ruling on that section.
        section = "payout" if share.buildings else "payout.none"
        if not final:
            rule = "payout.ties" if share.level > 1 else section
            gain(play, share.seat, result.kind, share.amount, rule, cause)
        play.say(
            "final_share" if final else "row_share",
            "end.rows" if final else section,
            share.seat,
            row=cause,
            place=share.place,
            buildings=share.buildings,
            level=share.level,
            amount=share.amount,
            kind=terms.term(result.kind),
        )
    _say_other_payouts(play, result)


def _say_other_payouts(play: Play, result: elections.Payout) -> None:
    """Say what seats would be paid if the ruling on seats without a building were the other one."""
    if isinstance(result.line, Unknown):
        return
    for _, there in readings.others(play.state, readings.NO_BUILDING):
        other = elections.payout(there, result.row, result.line)
        for share, instead in zip(result.shares, other.shares, strict=True):
            if share.amount != instead.amount:
                amount = Counted(instead.amount, result.kind)
                read = readings.as_ruled(play.state, readings.NO_BUILDING)
                params: Params = {"read": read, "amount": amount}
                play.say("payout_by_ruling", "payout.none", share.seat, **params)


# Vocations


def gain_vocation(play: Play, task: Task) -> None:
    """Take a marker from the supply, or ask the builder if a choice is left."""
    name, seat, state = task.of("vocation"), task.of("seat"), play.state
    rivals = tuple(s for s in state.holders(name) if s != seat)
    if rivals and rivals_give(state, name):
        play.push(Task(Phase.VOCATION, (seat,), about=task.about))
        return
    from_supply(play, seat, task)


def rivals_give(state: State, name: str) -> bool:
    """Return whether a marker may be taken from another seat, which is a ruling."""
    left = state.ledger.balance(SUPPLY, ITEM[name]) > 0
    return left == (state.rulings["vocation_from_rival"] == "if_some_left")


def from_supply(play: Play, seat: Seat, task: Task) -> None:
    """Take a marker from the supply if one is left, then have everybody cash that vocation."""
    name = task.of("vocation")
    left = play.balance(SUPPLY, ITEM[name]) > 0
    if left:
        take_vocation(play, seat, name, SUPPLY_SOURCE)
    # Whether a vocation is cashed if nobody got a marker is a ruling.
    if left or play.state.rulings["score_without_marker"] == "yes":
        play.push(scoring(name, task.of("number")))


def take_vocation(play: Play, seat: Seat, name: str, source: str) -> None:
    """Take a marker from the supply or from another seat."""
    account = SUPPLY if source == SUPPLY_SOURCE else SEATS[int(source.partition(".")[2])]
    rule = "vocation.take" if source == SUPPLY_SOURCE else "vocation.rival"
    play.move(ITEM[name], 1, account, SEATS[seat], rule, True, terms.term(name))


def scoring(name: str, number: int) -> Task:
    """Return the task of cashing a vocation by everybody who has it."""
    return Task(Then.SCORE_VOCATION, about=(("vocation", name), ("number", number)))


def score_vocation(play: Play, task: Task) -> None:
    """Have everybody cash a vocation; the police chief gets both kinds."""
    name, number, state = task.of("vocation"), task.of("number"), play.state
    holders, chief = state.holders(name), state.holder(CHIEF)
    if chief in holders and chief is not None:
        amount = state.has(chief, name) * number
        for what in (WEALTH, PRESTIGE):
            gain(play, chief, what, amount, "politicians.police", terms.term(name))
    others = tuple(s for s in state.order_from(state.turn.seat) if s in holders and s != chief)
    if others:
        play.push(Task(Phase.CASH, others, about=(*task.about, ("asked", holders))))
    play.say("vocation_scored", "vocation.score", vocation=terms.term(name), number=number)


def tribute(state: State, seat: Seat, in_prestige: int, task: Task) -> Mapping[str, int]:
    """Return what a seat pays of its debt, as far as it can, some of it in prestige."""
    each, owed = task.of("each"), task.of("owed")[seat]
    due = {PRESTIGE: in_prestige * each, WEALTH: max(0, owed - in_prestige) * each}
    paid = {what: affordable(state, seat, what, amount) for what, amount in due.items()}
    # Whether a seat that is short pays the rest in the other kind is a ruling.
    if state.rulings["short_payer"] == "pays_all":
        return paid
    asked = {
        what: due[what] + due[other] - paid[other]
        for what, other in ((PRESTIGE, WEALTH), (WEALTH, PRESTIGE))
    }
    return {what: affordable(state, seat, what, amount) for what, amount in asked.items()}


def pay_tribute(play: Play, seat: Seat, in_prestige: int, task: Task) -> None:
    """Pay the debt of a seat to whoever has built."""
    rule, cause, to = task.of("rule"), task.of("cause"), task.of("to")
    paid = tribute(play.state, seat, in_prestige, task)
    for _, there in readings.others(play.state, readings.SHORT_PAYER):
        instead = tribute(there, seat, in_prestige, task)
        if instead != paid:
            told = tuple(Counted(amount, what) for what, amount in instead.items() if amount)
            read = readings.as_ruled(play.state, readings.SHORT_PAYER)
            play.say("tribute_by_ruling", "payments.mandatory", seat, read=read, paid=told)
    for what, amount in paid.items():
        lose(play, seat, what, amount, rule, cause, to=to)
