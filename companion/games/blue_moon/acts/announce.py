"""Act of announcing the power, which ends the turn."""

from collections.abc import Iterator
from itertools import islice
from typing import Final, Literal

from companion.games.blue_moon import power, terms
from companion.games.blue_moon.acts.common import (
    OWN_TURN,
    SEAT,
    Act,
    EditionAction,
    not_crowded,
)
from companion.games.blue_moon.acts.demands import nothing_owed, nothing_owed_in_dragons
from companion.games.blue_moon.acts.play_cards import PlayCards
from companion.games.blue_moon.catalogue import (
    BOOSTER,
    CARDS,
    ELEMENTS,
    ON_TABLE,
    SUPPORT,
)
from companion.games.blue_moon.demands import compulsory_demands, exceeded_character_limit
from companion.games.blue_moon.flow import end_turn, give_dragons
from companion.games.blue_moon.pending_tasks import fights_again
from companion.games.blue_moon.play import (
    Play,
)
from companion.games.blue_moon.power import Cards, Readings, Total
from companion.games.blue_moon.state import HAND, State, Step
from companion.kernel.form import Draft, choice
from companion.kernel.play import read_as
from companion.kernel.refusal import (
    NOT_APPLICABLE,
    ConditionKind,
    Failure,
    Finding,
    Remark,
    Remedy,
)
from companion.kernel.values import Params, Seat, SeatRef, Term, Value


def can_announce(state: State, seat: Seat) -> bool:
    """Return whether the power of a seat is enough now and none of its obligations is left."""
    if compulsory_demands(state, seat) or exceeded_character_limit(state, seat):
        return False
    element = state.fight.element
    if element is None:
        return True
    mine = state.total(seat, element)
    return mine.shield is not None or mine.amount >= state.total(1 - seat, element).amount


SAME: Final = "same"
"""Value of the field while the fight's element is fixed."""


class Announce(EditionAction):
    """Announcement of the power, which ends the turn."""

    kind: Literal["announce"] = "announce"
    element: Literal["fire", "earth", "same"] = "same"
    """Element of the fight, chosen in the turn that opens it."""


def _elements(state: State, _draft: Draft) -> tuple[str, ...]:
    return ELEMENTS if state.fight.element is None else (SAME,)


def _element_label(name: str) -> Value:
    return Term(f"element.{name}")


ANNOUNCE = Act(
    Announce,
    *OWN_TURN,
    fields={"element": choice(_elements, _element_label, sentence=None, optional=True)},
)


def _element(state: State, act: Announce) -> str | None:
    if state.fight.element is not None:
        return state.fight.element
    return None if act.element == SAME else act.element


@ANNOUNCE.sentence_params
def _sentence_params(state: State, act: Announce) -> Params:
    element = _element(state, act) if act.element == SAME else act.element
    if element is None or act.seat >= state.players:
        return {"element": Term("element.same"), "power": 0, "power_sum": "", "rival_power": ()}
    theirs = state.total(1 - act.seat, element).amount
    return {
        "element": terms.element(element),
        "rival": SeatRef(1 - act.seat),
        "rival_power": (theirs,) if state.fight.element else (),
        **_sums("power", state.total(act.seat, element)),
    }


@ANNOUNCE.rule(
    "phase.character",
    code="no_character_played",
    requires=SEAT,
    kind=ConditionKind.PHASE,
    legal_basis=(),
)
def no_character_played(state: State, act: Announce) -> Finding:
    """To go on with a fight a character is played."""
    turn = state.turn
    if turn.seat == act.seat and turn.step >= Step.CHARACTER:
        return None
    if fights_again(state, act.seat):
        return NOT_APPLICABLE
    return Failure({"seat": SeatRef(act.seat)})


ANNOUNCE.also(nothing_owed(), nothing_owed_in_dragons())


@ANNOUNCE.rule("cards.text", code="too_many_characters", requires=SEAT, legal_basis=())
def too_many_characters(state: State, act: Announce) -> Finding:
    """No more active characters than a card of the opponent allows."""
    return not_crowded(state, act)


@ANNOUNCE.rule(
    "fight.element",
    code="element_missing",
    fields="element",
    requires=SEAT,
    kind=ConditionKind.EXISTENCE,
    legal_basis=(),
)
def element_missing(state: State, act: Announce) -> Finding:
    """Whoever opens a fight says in which element."""
    return Failure() if _element(state, act) is None else None


def _chosen(state: State, _act: Announce) -> tuple[str, ...]:
    """Cite the element's section only while the element is still chosen."""
    return ("fight.element",) if state.fight.element is None else ()


@ANNOUNCE.rule(
    "fight.element", code="element_fixed", fields="element", requires=SEAT, legal_basis=_chosen
)
def element_fixed(state: State, act: Announce) -> Finding:
    """It stays the same for the whole fight, unless a mutant changes it."""
    fixed = state.fight.element
    if fixed is None or act.element in (SAME, fixed):
        return None
    return Failure({"element": terms.element(fixed)})


_MOST_OFFERED: Final = 4
"""Number of cards offered at most to reach the power."""


def _reaching(state: State, act: Announce) -> Iterator[Remedy]:
    """Propose boosters and supports that make the power enough, those known in hand first."""
    element = _element(state, act)
    if element is None or act.seat >= state.players:
        return
    mine, theirs = state.active(act.seat), state.active(1 - act.seat)
    known = state.known(act.seat, HAND)
    unknown = (name for name in state.playable(act.seat) if name not in known)
    more = [n for n in (*known, *unknown) if CARDS[n].type in (BOOSTER, SUPPORT)]
    enough = (n for n in more if _is_enough((*mine, n), theirs, element, state.readings))
    for name in islice(enough, _MOST_OFFERED):
        first = PlayCards(seat=act.seat, cards=(name,))
        params: Params = {"seat": SeatRef(act.seat), "card": terms.card(name)}
        yield Remedy("play_first", params, first=first)


def _is_enough(mine: Cards, theirs: Cards, element: str, readings: Readings) -> bool:
    own = power.total(mine, theirs, element, (), readings)
    other = power.total(theirs, mine, element, (), readings)
    return own.shield is not None or own.amount >= other.amount


@ANNOUNCE.rule(
    "power.match",
    code="below_power",
    fields="element",
    requires=("element_missing", "element_fixed"),
    suggest=_reaching,
)
def below_power(state: State, act: Announce) -> Finding:
    """At least as much as the opponent has now, unless a shield lifts that."""
    element = _element(state, act)
    assert element is not None
    mine, theirs = state.total(act.seat, element), state.total(1 - act.seat, element)
    if mine.shield is not None:
        return NOT_APPLICABLE
    if mine.amount >= theirs.amount:
        return None
    because = (*mine.because, *theirs.because)
    shield, by = mine.lost_shield or (None, None)
    if by is not None:
        because = (*because, by.id)
    params: Params = {
        "shield": () if shield is None else terms.card(shield.id),
        "by": () if by is None else terms.card(by.id),
        "seat": SeatRef(act.seat),
        "rival": SeatRef(1 - act.seat),
        "element": terms.element(element),
        **_sums("own", mine),
        **_sums("other", theirs),
        "short": theirs.amount - mine.amount,
    }
    return Failure(params, cites=tuple(dict.fromkeys(_sections(because))))


def _sums(name: str, side_total: Total) -> dict[str, Value]:
    floor = () if side_total.floor is None else terms.card(side_total.floor.id)
    return {
        name: side_total.amount,
        f"{name}_sum": side_total.sum,
        f"{name}_floor": floor,
        f"{name}_cards": side_total.of_cards,
    }


def _sections(names: Cards) -> Iterator[str]:
    return (ON_TABLE[name].section for name in names if ON_TABLE[name].lines)


@ANNOUNCE.rule(
    "icons.shield",
    code="no_shield",
    fields="element",
    requires="element_missing",
    legal_basis=("icons.shield",),
)
def no_shield(state: State, act: Announce) -> Finding:
    """With a shield in the element of the fight nothing has to be matched."""
    element = _element(state, act)
    assert element is not None
    mine = state.total(act.seat, element)
    if mine.shield is None:
        return NOT_APPLICABLE
    return Remark({"card": terms.card(mine.shield.id), "element": terms.element(element)})


def say_other_readings(play: Play, seat: Seat, element: str) -> None:
    """Say how much a power would be under the other reading of each ruling that changes it."""
    state = play.state
    announced = state.total(seat, element).amount
    for ruling, readings in _READINGS.items():
        reading = state.rulings[ruling]
        other = next(each for each in readings if each != reading)
        amount = read_as(state, ruling, other).total(seat, element).amount
        if amount != announced:
            said = Term(f"as_ruled.{ruling}_{reading}")
            play.say("power_by_ruling", "power.order", seat, read=said, power=amount)


_READINGS: Final = {
    "power_order": ("raise_first", "double_first"),
    "doublings": ("multiply", "add"),
    "boost_target": ("best", "chosen"),
}
"""Rulings that a power depends on, with their readings."""


@ANNOUNCE.play
def _announce(play: Play, act: Announce) -> None:
    seat = act.seat
    element = _element(play.state, act)
    if act.edition > 1 and act.element != SAME:
        # A table that lets another element be announced goes on in that element.
        element = act.element
    assert element is not None
    if play.state.turn.seat == seat and give_dragons(play, seat):
        return
    own_total = play.state.total(seat, element)
    shield = () if own_total.shield is None else terms.card(own_total.shield.id)
    play.say(
        "announced",
        "power.announce",
        seat,
        **_sums("power", own_total),
        element=terms.element(element),
        shield=shield,
    )
    say_other_readings(play, seat, element)
    if play.state.turn.seat != seat:
        return
    if play.state.fight.element != element:
        play.in_fight(element=element)
    end_turn(play, seat)
