"""Nine Men's Morris, a game in the public domain, in the rules most played in Spain.

Glossary (code: word): point: punto; man: ficha; mill: molino; place: poner; slide: mover; capture:
comer; quiet moves: jugadas tranquilas.
"""

from typing import Any, Final, Literal

from companion.kernel import table
from companion.kernel.acts import Act, rule
from companion.kernel.conditions import Condition
from companion.kernel.duties import Duty, Outcome, Problem, ScoreLine
from companion.kernel.form import Draft, choice
from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.kernel.pieces.ledger import ItemSpec, ledger_problems, seat_account
from companion.kernel.pieces.settables import Settable, seat_label, seats
from companion.kernel.play import Play, evolved
from companion.kernel.refusal import ConditionKind, Failure, Finding, Remedy
from companion.kernel.values import Counted, SeatRef, Term, Value
from tests.games.molino.game.state import (
    BESIDE,
    FEWEST,
    MAN,
    MEN,
    POINTS,
    State,
    at,
    lost,
    setup,
)

# What all acts share


@rule("end", code="match_over", kind=ConditionKind.EXISTENCE)
def match_over(state: State, _act: Action) -> Finding:
    """Nothing is played after the end."""
    return Failure() if state.over else None


def _first(phase: str) -> tuple[Condition[Any], ...]:
    return (
        table.no_such_seat("seats"),
        match_over,
        table.not_your_turn("turn"),
        table.other_step("turn", (phase,)),
    )


def _point(point: str) -> Value:
    return Term(f"point.{point}")


def _all_points(_state: State, _draft: Draft) -> tuple[str, ...]:
    return POINTS


POINT: Final = choice(_all_points, _point)


def _elsewhere(field: str, points: tuple[str, ...]) -> tuple[Remedy, ...]:
    return tuple(
        Remedy("choose_point", {"point": _point(p)}, change={field: p}) for p in points[:3]
    )


def _free(state: State, _act: Action) -> tuple[Remedy, ...]:
    return _elsewhere("point", tuple(p for p in POINTS if state.owner(p) is None))


def _follow(play: Play[State], point: str) -> None:
    """Let the seat that closed a mill capture, or pass the turn."""
    state = play.state
    if state.in_mill(point):
        play.say("mill_closed", "mill", state.turn, point=_point(point))
        play.change(capturing=True)
    else:
        _pass_turn(play)


def _pass_turn(play: Play[State]) -> None:
    play.change(turn=1 - play.state.turn, capturing=False)


# Placing


class Place(Action):
    """Action that puts a new man on the board."""

    kind: Literal["place"] = "place"
    point: Literal[POINTS]  # type: ignore[valid-type]


PLACE: Act[State, Play[State], Place] = Act(Place, *_first("place"), fields={"point": POINT})


@PLACE.rule("placing", code="point_taken", fields="point", suggest=_free, legal_basis=("placing",))
def point_taken(state: State, act: Place) -> Finding:
    """A man is placed on a free point."""
    owner = state.owner(act.point)
    if owner is None:
        return None
    return Failure({"point": _point(act.point), "owner": SeatRef(owner)})


@PLACE.play
def _place(play: Play[State], act: Place) -> None:
    play.move(MAN[act.seat], 1, seat_account(act.seat), at(act.point), "placing")
    _follow(play, act.point)


# Sliding


class Slide(Action):
    """Action that moves a man along a line, or anywhere if it flies."""

    kind: Literal["slide"] = "slide"
    origin: Literal[POINTS]  # type: ignore[valid-type]
    point: Literal[POINTS]  # type: ignore[valid-type]


SLIDE: Act[State, Play[State], Slide] = Act(
    Slide, *_first("slide"), fields={"origin": POINT, "point": POINT}
)


def _own(state: State, act: Slide) -> tuple[Remedy, ...]:
    movable = tuple(p for p in state.men(act.seat) if state.reach(p, act.seat))
    return _elsewhere("origin", movable)


def _reach(state: State, act: Slide) -> tuple[Remedy, ...]:
    return _elsewhere("point", state.reach(act.origin, act.seat))


@SLIDE.rule("sliding", code="not_your_man", fields="origin", suggest=_own)
def not_your_man(state: State, act: Slide) -> Finding:
    """Each player moves a man of their own."""
    return None if state.owner(act.origin) == act.seat else Failure({"point": _point(act.origin)})


@SLIDE.rule(
    "sliding",
    code="target_taken",
    fields=("origin", "point"),
    requires="not_your_man",
    suggest=_reach,
)
def target_taken(state: State, act: Slide) -> Finding:
    """A man moves to a free point."""
    owner = state.owner(act.point)
    if owner is None:
        return None
    return Failure({"point": _point(act.point), "owner": SeatRef(owner)})


def _of_going(state: State, act: Slide) -> tuple[str, ...]:
    return ("flying",) if state.flies(act.seat) else ("sliding",)


@SLIDE.rule(
    "sliding",
    code="too_far",
    fields=("origin", "point"),
    requires=("not_your_man", "target_taken"),
    suggest=_reach,
    legal_basis=_of_going,
)
def too_far(state: State, act: Slide) -> Finding:
    """A man moves to a neighbouring point, unless it flies."""
    if state.flies(act.seat) or act.point in BESIDE[act.origin]:
        return None
    left = state.left(act.seat)
    params = {"origin": _point(act.origin), "point": _point(act.point)}
    ruling = "flying" if left == FEWEST else None
    return Failure(params, cites=("flying",) if ruling else (), ruling=ruling)


@SLIDE.play
def _slide(play: Play[State], act: Slide) -> None:
    play.move(MAN[act.seat], 1, at(act.origin), at(act.point), "sliding")
    play.change(quiet=play.state.quiet + 1)
    _follow(play, act.point)


# Capturing


class Capture(Action):
    """Action that takes a man of the other player off the board."""

    kind: Literal["capture"] = "capture"
    point: Literal[POINTS]  # type: ignore[valid-type]


CAPTURE: Act[State, Play[State], Capture] = Act(
    Capture, *_first("capture"), fields={"point": POINT}
)


def _prey(state: State, act: Capture) -> tuple[Remedy, ...]:
    return _elsewhere("point", state.capturable(1 - act.seat))


@CAPTURE.rule("mill", code="no_rival_there", fields="point", suggest=_prey)
def no_rival_there(state: State, act: Capture) -> Finding:
    """What is captured is a man of the other player."""
    there = state.owner(act.point) == 1 - act.seat
    return None if there else Failure({"point": _point(act.point)})


@CAPTURE.rule(
    "mill.safe",
    code="safe_in_mill",
    fields="point",
    requires="no_rival_there",
    suggest=_prey,
    legal_basis=("mill",),
)
def safe_in_mill(state: State, act: Capture) -> Finding:
    """A man in a mill is safe while another stands in none."""
    if act.point in state.capturable(1 - act.seat):
        return None
    return Failure({"point": _point(act.point)})


@CAPTURE.play
def _capture(play: Play[State], act: Capture) -> None:
    rival = 1 - act.seat
    play.move(MAN[rival], 1, at(act.point), lost(rival), "mill")
    play.change(quiet=0)
    _pass_turn(play)


# Scoring and counting


def score(state: State) -> tuple[ScoreLine, ...]:
    """Return how many men each seat has captured."""
    return tuple(
        ScoreLine(seat, "captured", state.ledger.balance(lost(1 - seat), MAN[1 - seat]), "mill")
        for seat in (0, 1)
    )


def outcome(state: State) -> Outcome | None:
    """Return the winner, or both of a drawn match."""
    match state.end:
        case "too_few":
            few = 0 if state.left(0) < FEWEST else 1
            return Outcome((1 - few,), "too_few", "end", {"loser": SeatRef(few)})
        case "shut_in":
            return Outcome((1 - state.turn,), "shut_in", "end", {"loser": SeatRef(state.turn)})
        case "quiet":
            moves = Counted(state.quiet, "jugada")
            return Outcome((0, 1), "drawn", "end.draw", {"moves": moves})
        case _:
            return None


def invariants(state: State) -> tuple[Problem, ...]:
    """Return every broken invariant."""
    crowded = tuple(
        Problem("crowded_point", {"point": _point(p)}, tuple((at(p), man) for man in MAN))
        for p in POINTS
        if state.ledger.total(at(p), "man") > 1
    )
    return (*crowded, *ledger_problems(state.ledger, ITEMS, {"man": 2 * MEN}))


def _duties(state: State) -> tuple[Duty, ...]:
    if state.over:
        return ()
    return (Duty(f"{state.phase}_due", (state.turn,), "turn", state.phase),)


def _accounts(_state: State) -> tuple[str, ...]:
    return (*map(at, POINTS), *map(seat_account, (0, 1)), *map(lost, (0, 1)))


ITEMS: Final = (ItemSpec("man", kinds=frozenset(MAN)),)

GAME: Game[State] = Game(
    id="molino",
    players=(2,),
    acts=(PLACE, SLIDE, CAPTURE),
    setup_conditions=(table.wrong_number_of_players((2,), "seats"), table.name_repeated("seats")),
    setup=setup,
    duties=_duties,
    score=score,
    outcome=outcome,
    invariants=invariants,
    items=ITEMS,
    accounts=_accounts,
    settables=(
        Settable(
            "turn",
            seats,
            lambda state: str(state.turn),
            lambda state, value: evolved(state, {"turn": int(value), "capturing": False}),
            seat_label,
        ),
    ),
)
