"""Acts for the dice of a new ship, and for a ship that never got any."""

from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from companion.games.santiago_de_cuba import terms
from companion.games.santiago_de_cuba.acts.common import Act, Deed, earlier, step
from companion.games.santiago_de_cuba.components import DEMANDED, Demanded
from companion.games.santiago_de_cuba.play import Play, settle_empty_ship, ship_leaves
from companion.games.santiago_de_cuba.state import State
from companion.games.santiago_de_cuba.turn import Phase
from companion.kernel.form import Draft, Pick, choice
from companion.kernel.models import Action
from companion.kernel.play import frozen
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding
from companion.kernel.values import Counted, Params, SeatRef, Term, Value

Face: TypeAlias = Annotated[int, Field(ge=0, le=9)]


class RollShip(Deed):
    """Rolled dice of a new ship, and the one set aside."""

    kind: Literal["roll_ship"] = "roll_ship"
    aside: Demanded | Literal["none"]
    """Die left beside the board, whose face does not matter; `none`: all five were kept."""
    sugar: Face | None = None
    citrus: Face | None = None
    tobacco: Face | None = None
    rum: Face | None = None
    cigars: Face | None = None

    results: ClassVar[frozenset[str]] = frozenset(DEMANDED)


# Earlier events


@earlier("ship.who_rolls", code="not_the_roller")
def not_the_roller(state: State, act: Action) -> Finding:
    """Whoever made the ship before leave; of the first one, the seat to the right of the first."""
    turn = state.turn
    if state.phase != Phase.ROLL:
        return NOT_APPLICABLE
    if turn.seat == act.seat:
        return None
    first = () if turn.number else ("setup.first_dice",)
    return Failure({"roller": SeatRef(turn.seat)}, cites=first)


@earlier("ship.when_rolled", code="roll_at_end")
def roll_at_end(state: State, _act: Action) -> Finding:
    """A ship that came in mid-turn gets its dice at the end of the turn."""
    if state.phase == Phase.ROLL:
        return None
    if state.ship.demand is not None:
        return NOT_APPLICABLE
    return Failure({"roller": SeatRef(state.turn.seat)})


@earlier("ship.new", code="ship_has_dice")
def ship_has_dice(state: State, _act: Action) -> Finding:
    """A ship keeps its dice until it leaves."""
    if state.ship.demand is None:
        return None
    if state.phase == Phase.ROLL:
        return NOT_APPLICABLE
    return Failure({"number": state.ship.number}, until="next_ship")


def _die(good: str) -> Pick[State]:
    """Make a field for the face of a good's die, or none if it was set aside."""

    def faces(state: State, draft: Draft) -> tuple[int | None, ...]:
        left_out = draft.values.get("aside") == good
        return (None,) if left_out else tuple(dict.fromkeys(state.facts.faces[good]))

    def shown(face: int | None) -> Value:
        return Term("die.aside") if face is None else face

    return choice(faces, shown, sentence=None)


ROLL = Act(
    RollShip,
    *step(
        Phase.ROLL,
        happened=(not_the_roller, roll_at_end, ship_has_dice),
        legal_basis=("ship.who_rolls",),
    ),
    fields={
        "aside": choice(
            (*DEMANDED, "none"),
            terms.die_aside,
            sentence=lambda name: () if name == "none" else terms.good(name),
        ),
        **{good: _die(good) for good in DEMANDED},
    },
)


def _faces_on_ship(act: RollShip) -> dict[str, int | None]:
    """Return the faces of the dice that go on the ship, by good."""
    return {good: getattr(act, good) for good in DEMANDED if good != act.aside}


@ROLL.sentence_params
def _demand(_state: State, act: RollShip) -> Params:
    """Return the dice that were reported: one that nobody read shows nothing."""
    read = ((good, n) for good, n in _faces_on_ship(act).items() if n is not None)
    return {"demand": tuple(Counted(n, f"die.{good}") for good, n in read)}


@ROLL.rule(
    "ship.dice",
    code="none_set_aside",
    fields="aside",
    kind=ConditionKind.EXISTENCE,
    legal_basis=("ship.dice",),
)
def none_set_aside(state: State, act: RollShip) -> Finding:
    """The ship has a space for each die but one."""
    if act.aside in DEMANDED:
        return None
    return Failure({"kept": Counted(state.facts["dice.kept"], "dado")})


@ROLL.rule(
    "components.dice",
    code="no_such_face",
    fields=("aside", *DEMANDED),
    kind=ConditionKind.EXISTENCE,
)
def no_such_face(state: State, act: RollShip) -> Finding:
    """Each die on the ship shows one of its faces."""
    for good, shown in _faces_on_ship(act).items():
        faces = tuple(dict.fromkeys(state.facts.faces[good]))
        if shown not in faces:
            return Failure({"good": terms.good(good), "faces": faces})
    return None


@ROLL.rule(
    "ship.all_zero",
    code="nothing_demanded",
    fields=("aside", *DEMANDED),
    requires="no_such_face",
    legal_basis=(),
)
def nothing_demanded(state: State, act: RollShip) -> Finding:
    """A ship that asks for nothing is rolled again, unless the table reads otherwise."""
    ruling = "all_zero_ship"
    if any(_faces_on_ship(act).values()):
        return None
    if state.rulings[ruling] == "leaves_and_counts":
        return NOT_APPLICABLE
    return Failure({"seat": SeatRef(act.seat)}, ruling=ruling)


@ROLL.play
def _roll(play: Play, act: RollShip) -> None:
    settled = _settles(play, act, Phase.ROLL)
    demand: dict[str, int] = {good: getattr(act, good) for good in _faces_on_ship(act)}
    play.change_in("ship", demand=frozen(demand))
    asked = tuple(terms.amount(number, good) for good, number in demand.items() if number)
    play.say("ship_rolled", "ship.dice", act.seat, demand=asked)
    if not any(demand.values()) and play.state.rulings["all_zero_ship"] == "leaves_and_counts":
        # By ruling, a ship that asks for nothing is complete and leaves.
        ship_leaves(play, "ship.all_zero")
    elif settled:
        play.done()


def _settles(play: Play, act: Deed, phase: Phase) -> bool:
    """Return whether the turn waits for this act, whoever does it."""
    return play.state.phase == phase and (act.edition > 1 or play.state.turn.seat == act.seat)


class SettleEmptyShip(Deed):
    """Decision of the table on a ship without dice whose marker reached the last flag."""

    kind: Literal["settle_empty_ship"] = "settle_empty_ship"
    fate: Literal["leaves", "stays"]


@earlier("ship.second_in_turn", code="no_empty_ship")
def no_empty_ship(state: State, _act: Action) -> Finding:
    """The table says so only of a ship without dice whose marker reached the last flag."""
    return None if state.phase == Phase.EMPTY_SHIP else Failure()


EMPTY_SHIP = Act(
    SettleEmptyShip,
    *step(Phase.EMPTY_SHIP, happened=(no_empty_ship,), legal_basis=("ship.second_in_turn",)),
    fields={"fate": choice(("leaves", "stays"), lambda fate: Term(f"fate.{fate}"))},
)


@EMPTY_SHIP.play
def _settle(play: Play, act: SettleEmptyShip) -> None:
    if _settles(play, act, Phase.EMPTY_SHIP):
        play.done()
    settle_empty_ship(play, act.fate)
