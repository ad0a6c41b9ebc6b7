"""Acts for the citizens who ask for something: Pablo, Alonso and El Zorro."""

from collections.abc import Iterator
from typing import Any, Final, Literal

from companion.games.santiago_de_cuba import terms
from companion.games.santiago_de_cuba.acts.common import (
    ANY_GOOD,
    BUILDING,
    NEXT_TURN,
    Act,
    Deed,
    Rule,
    earlier,
    moves_on,
    other_buildings,
    own_turn,
    step,
    supply_empty,
    was_inactive,
    wood_excluded,
)
from companion.games.santiago_de_cuba.buildings import (
    ALONSO,
    BUILDINGS,
    BUILDINGS_DO,
    CITIZENS_GIVE,
    PABLO,
    STAYS_WITH,
    ZORRO,
    Building,
)
from companion.games.santiago_de_cuba.components import DEMANDED, GOODS, WOOD, Good
from companion.games.santiago_de_cuba.flow import open_building
from companion.games.santiago_de_cuba.play import Play
from companion.games.santiago_de_cuba.state import ITEM_OF, MARKERS, ON, SEATS, State
from companion.games.santiago_de_cuba.turn import CitizenResult, Phase, StayReason, Turn
from companion.games.santiago_de_cuba.verbs import AT_ONCE, VERBS
from companion.kernel.acts import rule
from companion.kernel.advice.remedies import OTHER_SEAT
from companion.kernel.box import lines
from companion.kernel.box.lines import LineContext
from companion.kernel.form import choice
from companion.kernel.models import Action
from companion.kernel.play import frozen
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding, Remedy
from companion.kernel.values import Counted, Params, Seat, SeatRef

# Whether the driver may still use a citizen


def _elsewhere(turn: Turn, citizen: str, until: str | None = None) -> Finding:
    if turn.stop is None or turn.stop == citizen:
        return None
    params: Params = {
        "seat": SeatRef(turn.seat),
        "stop": terms.stop(turn.stop),
        "citizen": terms.stop(citizen),
    }
    return Failure(params, until=until)


def _met(turn: Turn | None, citizen: str, met: CitizenResult, until: str | None = None) -> Finding:
    if turn is None or turn.stop != citizen or turn.met is not met:
        return NOT_APPLICABLE
    params: Params = {"seat": SeatRef(turn.seat), "citizen": terms.stop(citizen)}
    return Failure(params, until=until)


def _with_citizen(citizen: str, *nothing: str) -> tuple[Rule, ...]:
    """Return the conditions on what happened with the citizen of the driving seat.

    Args:
        citizen: citizen whose action is reported.
        nothing: sections by which he may have nothing to give.
    """

    @earlier("citizens.stop", code="another_citizen")
    def another_citizen(state: State, act: Action) -> Finding:
        """Only the citizen at whom the car stops is used, not those it passes."""
        turn = state.turn
        if turn.seat != act.seat or turn.stop is None:
            return NOT_APPLICABLE
        return _elsewhere(turn, citizen, NEXT_TURN)

    @earlier("citizens.inactive", "visit.stay_inactive", code="ended_at_inactive")
    def ended_at_inactive(state: State, act: Action) -> Finding:
        """Neither the citizen nor a building is used."""
        turn = own_turn(state, act.seat)
        here = turn is not None and turn.stop == citizen
        return was_inactive(state, turn, NEXT_TURN) if here else NOT_APPLICABLE

    @earlier("citizens.optional", code="citizen_declined")
    def citizen_declined(state: State, act: Action) -> Finding:
        """What was declined is over."""
        return _met(own_turn(state, act.seat), citizen, CitizenResult.DECLINED, NEXT_TURN)

    @earlier(f"citizen.{citizen}", code="citizen_used")
    def citizen_used(state: State, act: Action) -> Finding:
        """Once for each time that the car stops there."""
        return _met(own_turn(state, act.seat), citizen, CitizenResult.USED, NEXT_TURN)

    @earlier(*nothing, code="citizen_idle")
    def citizen_idle(state: State, act: Action) -> Finding:
        """With nothing that he could give, he is passed over."""
        return _met(own_turn(state, act.seat), citizen, CitizenResult.IDLE, NEXT_TURN)

    return (another_citizen, ended_at_inactive, citizen_declined, citizen_used, citizen_idle)


# Pablo


class ChooseGood(Deed):
    """Choice of one good from Pablo, of any kind but wood."""

    kind: Literal["choose_good"] = "choose_good"
    good: Good


CHOOSE_GOOD = Act(
    ChooseGood,
    *step(Phase.GOOD, happened=_with_citizen(PABLO, "citizens.supply")),
    wood_excluded("good", "citizen.pablo"),
    supply_empty(lambda act: act.good, "citizen.pablo", "good", requires="wood_excluded"),
    fields={"good": ANY_GOOD},
)


@CHOOSE_GOOD.play
def _choose_good(play: Play, act: ChooseGood) -> None:
    if play.state.is_due(act.seat, Phase.GOOD):
        play.done()
    doing = LineContext(act.seat, "citizen.pablo", terms.stop(PABLO), act)
    lines.perform(play, doing, CITIZENS_GIVE[PABLO], VERBS)


# Alonso

_WITH_ALONSO = _with_citizen(ALONSO, "citizen.alonso_claim", "citizen.alonso_use")


class ClaimBuilding(Deed):
    """Property marker placed through Alonso on a building that nobody owns."""

    kind: Literal["claim_building"] = "claim_building"
    building: Building


CLAIM_BUILDING = Act(
    ClaimBuilding, *step(Phase.LAWYER, happened=_WITH_ALONSO), fields={"building": BUILDING}
)


@CLAIM_BUILDING.rule(
    "citizen.alonso_claim",
    code="no_markers_left",
    requires="no_such_seat",
    kind=ConditionKind.SHORTAGE,
)
def no_markers_left(state: State, act: ClaimBuilding) -> Finding:
    """Three property markers each, in the whole match."""
    if state.markers(act.seat) > 0:
        return None
    markers = Counted(state.facts["start.markers"], "marker")
    return Failure({"seat": SeatRef(act.seat), "markers": markers})


@CLAIM_BUILDING.rule(
    "citizen.alonso_claim",
    code="building_owned",
    fields="building",
    suggest=lambda _state, act: other_buildings(act, BUILDINGS),
)
def building_owned(state: State, act: ClaimBuilding) -> Finding:
    """Only a building that nobody owns can be claimed."""
    owner = state.owners.get(act.building)
    if owner is None:
        return None
    return Failure({"building": terms.building(act.building), "owner": SeatRef(owner)})


@CLAIM_BUILDING.play
def _claim_building(play: Play, act: ClaimBuilding) -> None:
    seat, building, section = act.seat, act.building, "citizen.alonso_claim"
    owner = play.state.owners.get(building)
    if owner is not None and act.edition > 1:
        # If the table lets an owned building change hands, its marker goes back to the former
        # owner.
        play.move(MARKERS[owner], 1, ON[building], SEATS[owner], section)
    play.move(MARKERS[seat], 1, SEATS[seat], ON[building], section)
    play.change(owners=frozen({**play.state.owners, building: seat}))
    play.say("building_claimed", section, seat, building=terms.building(building))
    if play.state.is_due(seat, Phase.LAWYER):
        play.done()


class UseOwnBuilding(Deed):
    """Use through Alonso of an own building, wherever the pawns are."""

    kind: Literal["use_own_building"] = "use_own_building"
    building: Building


USE_OWN_BUILDING = Act(
    UseOwnBuilding, *step(Phase.LAWYER, happened=_WITH_ALONSO), fields={"building": BUILDING}
)


def buildings_of_seat(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the buildings of a seat, in rulebook order."""
    return tuple(name for name in BUILDINGS if state.owners.get(name) == seat)


@USE_OWN_BUILDING.rule(
    "citizen.alonso_use",
    code="not_your_building",
    fields="building",
    requires="no_such_seat",
    suggest=lambda state, act: other_buildings(act, buildings_of_seat(state, act.seat)),
)
def not_your_building(state: State, act: UseOwnBuilding) -> Finding:
    """Alonso's second option is for buildings that carry one's own marker already."""
    if state.owners.get(act.building) == act.seat:
        return None
    return Failure({"building": terms.building(act.building), "seat": SeatRef(act.seat)})


@USE_OWN_BUILDING.play
def _use_own_building(play: Play, act: UseOwnBuilding) -> None:
    due = play.state.is_due(act.seat, Phase.LAWYER)
    if due:
        play.done()
    if give_at_once(play, act.seat, act.building):
        if due:
            play.in_turn(used=(*play.state.turn.used, act.building))
    elif due:
        open_building(play, act.building, by_lawyer=True)


def give_at_once(play: Play, seat: Seat, building: str) -> bool:
    """Carry out a building that gives something without a choice; return whether it does."""
    if building not in AT_ONCE:
        return False
    doing = LineContext(seat, f"building.{building}", terms.building(building))
    lines.perform(play, doing, BUILDINGS_DO[building], VERBS)
    return True


# El Zorro: the other seats give

GIFTS: Final = ("peso", "point", *DEMANDED)
"""Things that El Zorro takes."""


class GiveToZorro(Deed):
    """Gift of a seat to the one who drove to El Zorro."""

    kind: Literal["give_to_zorro"] = "give_to_zorro"
    what: Literal["peso", "point", Good, "nothing"]


def _of_tribute(state: State) -> Turn | None:
    """Return the last turn with the car at El Zorro, or the last driven one."""
    turn = state.before if state.turn.stop != ZORRO else state.turn
    return turn if turn and turn.stop == ZORRO else state.last_driven


def _receiver(state: State, act: GiveToZorro) -> Seat:
    """Return the seat that drove to El Zorro last and receives the gift."""
    turn = state.turn if act.edition == 1 else _of_tribute(state)
    return turn.seat if turn and turn.stop == ZORRO else state.turn.seat


@earlier("citizens.stop", code="another_citizen")
def not_at_zorro(state: State, _act: Action) -> Finding:
    """Only the citizen at whom the car stops is used, not those it passes."""
    turn = _of_tribute(state)
    return NOT_APPLICABLE if turn is None or turn.stop is None else _elsewhere(turn, ZORRO)


@earlier("citizens.inactive", code="ended_at_inactive")
def zorro_inactive(state: State, _act: Action) -> Finding:
    """Neither the citizen nor a building is used."""
    turn = _of_tribute(state)
    here = turn is not None and turn.stop == ZORRO
    return was_inactive(state, turn) if here else NOT_APPLICABLE


@earlier("citizens.optional", code="citizen_declined")
def zorro_declined(state: State, _act: Action) -> Finding:
    """What was declined is over."""
    return _met(_of_tribute(state), ZORRO, CitizenResult.DECLINED)


def _by_the_others(state: State, _act: Action) -> Iterator[Remedy]:
    for seat in state.awaited if state.phase == Phase.TRIBUTE else ():
        yield Remedy(OTHER_SEAT, {"seat": SeatRef(seat)}, {"seat": seat})


@rule(
    "citizen.zorro",
    code="driver_receives",
    requires=("no_such_seat", "match_over"),
    kind=ConditionKind.EXISTENCE,
    suggest=_by_the_others,
)
def driver_receives(state: State, act: GiveToZorro) -> Finding:
    """The others give, to whoever drove: who has to give is never who receives."""
    if act.edition == 1:
        return NOT_APPLICABLE
    if _receiver(state, act) != act.seat:
        return None
    return Failure({"seat": SeatRef(act.seat)})


@earlier("citizen.zorro", code="gave_already")
def gave_already(state: State, act: Action) -> Finding:
    """One thing each."""
    turn = _of_tribute(state)
    if turn is None or turn.stop != ZORRO or act.seat == turn.seat:
        return NOT_APPLICABLE
    if turn.met is not CitizenResult.USED:
        if turn.met is not None or turn.stay is not StayReason.FLOWERLESS:
            return NOT_APPLICABLE
        if act.seat not in turn.gave:
            return None
    return Failure({"seat": SeatRef(act.seat), "receiver": SeatRef(turn.seat)})


GIVE_TO_ZORRO = Act(
    GiveToZorro,
    *step(
        Phase.TRIBUTE,
        happened=(not_at_zorro, zorro_inactive, zorro_declined, driver_receives, gave_already),
    ),
    fields={"what": choice(("peso", "point", *GOODS, "nothing"), terms.gift)},
)


@GIVE_TO_ZORRO.sentence_params
def _given(state: State, act: GiveToZorro) -> Params:
    # Use a number, so that a template can choose between "da 1 peso" and "no da nada".
    given = int(act.what != "nothing")
    return {"given": given, "receiver": SeatRef(_receiver(state, act))}


def _give_another(_state: State, _act: Any) -> Any:
    for what in GIFTS:
        yield Remedy("give", {"gift": terms.gift(what)}, {"what": what})
    yield Remedy("give_nothing", change={"what": "nothing"})


GIVE_TO_ZORRO.also(
    wood_excluded(
        "what", "citizen.zorro", instead=tuple(map(terms.gift, GIFTS)), suggest=_give_another
    )
)


def _held(state: State, seat: Seat, what: str) -> int:
    if what in GOODS:
        return state.good(seat, what)
    return state.pesos(seat) if what == "peso" else state.points(seat)


@GIVE_TO_ZORRO.rule(
    "citizen.zorro",
    code="gift_not_held",
    fields="what",
    requires="no_such_seat",
    kind=ConditionKind.SHORTAGE,
    private=True,
    suggest=_give_another,
)
def gift_not_held(state: State, act: GiveToZorro) -> Finding:
    """One gives what one has."""
    if act.what == "nothing" or (act.what == WOOD and act.edition == 1):
        return NOT_APPLICABLE
    if _held(state, act.seat, act.what) >= state.facts["zorro.tribute"]:
        return None
    return Failure({"seat": SeatRef(act.seat), "gift": terms.kind_of_gift(act.what)})


@GIVE_TO_ZORRO.rule(
    "citizen.zorro",
    code="something_to_give",
    fields="what",
    requires="no_such_seat",
    private=True,
    suggest=_give_another,
)
def something_to_give(state: State, act: GiveToZorro) -> Finding:
    """Only who has neither money, nor points, nor goods but wood gives nothing."""
    if act.what != "nothing":
        return NOT_APPLICABLE
    tribute = state.facts["zorro.tribute"]
    if not any(_held(state, act.seat, what) >= tribute for what in GIFTS):
        return None
    return Failure({"seat": SeatRef(act.seat)})


@GIVE_TO_ZORRO.play
def _give_to_zorro(play: Play, act: GiveToZorro) -> None:
    state, seat, what, section = play.state, act.seat, act.what, "citizen.zorro"
    if what == "nothing":
        play.say("gave_nothing", section, seat)
    else:
        item, receiver = ITEM_OF.get(what, what), SEATS[_receiver(state, act)]
        amount, cause = state.facts["zorro.tribute"], terms.stop(ZORRO)
        play.move(item, amount, SEATS[seat], receiver, section, automatic=True, cause=cause)
    if state.phase == Phase.TRIBUTE:
        play.in_turn(gave=(*play.state.turn.gave, seat))
        play.stop_waiting_for(seat)


# El Zorro: the pawn stays where it is


@earlier(STAYS_WITH, code="zorro_keeps_pawn")
def zorro_keeps_pawn(state: State, act: Action) -> Finding:
    """With El Zorro the pawn stays where it is."""
    if moves_on(state, act.seat):
        return None
    turn = own_turn(state, act.seat)
    if turn is None or turn.stop != ZORRO:
        return None if turn is state.turn else NOT_APPLICABLE
    return Failure({"seat": SeatRef(act.seat)}, until=NEXT_TURN)


KEEPS_PAWN: Final = zorro_keeps_pawn
"""Condition for a citizen after whom nobody visits a building."""

ANSWERING: Final[tuple[Act[Any], ...]] = (
    CHOOSE_GOOD,
    CLAIM_BUILDING,
    USE_OWN_BUILDING,
    GIVE_TO_ZORRO,
)
"""Acts that answer the citizens who ask, in menu order."""
