"""Pebbles, a whole game as small as one can be; new games begin as a copy of it.

Players in turn take one to three pebbles from a pile, cash three of theirs for the value printed on
the lid of the box, or give one away to skip the turn. When the pile is empty the most points win.
By a ruling, the last pebble may score twice. Every part of the contract is used once.
"""

from dataclasses import dataclass, replace
from typing import Final, Literal

from companion.kernel.acts import Act, rule
from companion.kernel.box.facts import FactValue, FactValues, Unknown, read
from companion.kernel.box.printed_values import HasPrintedValues, PrintedValues
from companion.kernel.conditions import Condition
from companion.kernel.duties import Duty, Outcome, Problem, ScoreLine
from companion.kernel.form import Draft, choice
from companion.kernel.game import Game
from companion.kernel.legality import SetupDraft
from companion.kernel.models import Action, Options
from companion.kernel.pieces.ledger import (
    SUPPLY,
    ItemSpec,
    Ledger,
    Transfer,
    ledger_problems,
    seat_account,
)
from companion.kernel.pieces.settables import Settable
from companion.kernel.play import Play, frozen
from companion.kernel.refusal import ConditionKind, Failure, Finding, Remark, Remedy, Unverified
from companion.kernel.rulings import Rulings
from companion.kernel.values import Seat, SeatRef

# Components


class PebbleOptions(Options):
    """Options of a match: players and the size of the pile."""

    pile: int = 12


LID: Final = "lid.value"
"""Printed value that a table may not know."""
HANDFUL: Final = "lid.handful"
"""Printed value that is shipped."""


# State


@dataclass(frozen=True)
class State:
    """State of the table."""

    options: PebbleOptions
    facts: PrintedValues[FactValue]
    rulings: Rulings
    ledger: Ledger
    turn: Seat

    @property
    def seats(self) -> int:
        """Return the number of players."""
        return len(self.options.players)

    @property
    def over(self) -> bool:
        """Return whether the match is over."""
        return self.left() == 0

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Return the seats that the table waits for."""
        return (self.turn,)

    def left(self) -> int:
        """Return the number of pebbles on the pile."""
        return self.ledger.balance(SUPPLY, "pebble")


def setup(options: PebbleOptions, facts: FactValues, rulings: Rulings) -> State:
    """Return the first state."""
    ledger = Ledger({(SUPPLY, "pebble"): options.pile})
    return State(options, PrintedValues(facts), frozen(rulings), ledger, 0)


# Reports of players


@rule("seats", code="no_such_seat", kind=ConditionKind.EXISTENCE)
def no_such_seat(state: State, act: Action) -> Finding:
    """Seats count from 0."""
    return None if act.seat < state.seats else Failure()


@rule("turns", code="not_your_turn", kind=ConditionKind.TURN)
def not_your_turn(state: State, act: Action) -> Finding:
    """One after the other."""
    if act.seat == state.turn or act.seat >= state.seats:
        return None
    return Failure({"turn": SeatRef(state.turn)})


@rule("end", code="game_over", kind=ConditionKind.EXISTENCE)
def game_over(state: State, _act: Action) -> Finding:
    """The match ends with the pile."""
    return None if state.left() else Failure()


FIRST: tuple[Condition[State], ...] = (no_such_seat, not_your_turn, game_over)


def _pass_turn(play: Play[State], seat: Seat) -> None:
    following = (seat + 1) % play.state.seats
    play.say("turn_passed", "turns", following)
    play.change(turn=following)


# Taking


class Take(Action):
    """Action that takes pebbles from the pile."""

    kind: Literal["take"] = "take"
    amount: int


TAKE: Act[State, Play[State], Take] = Act(
    Take, *FIRST, fields={"amount": choice((1, 2, 3), str, sentence=int)}
)


def _fewer(state: State, _act: Take) -> tuple[Remedy, ...]:
    most = min(3, state.left())
    return (Remedy("take_fewer", {"amount": most}, change={"amount": most}),)


@TAKE.rule("taking", code="one_to_three", fields="amount", suggest=_fewer)
def one_to_three(_state: State, act: Take) -> Finding:
    """One to three at a time."""
    return None if 1 <= act.amount <= 3 else Failure({"amount": act.amount})


@TAKE.rule("taking", code="pile_too_small", fields="amount", kind=ConditionKind.SHORTAGE)
def pile_too_small(state: State, act: Take) -> Finding:
    """Only what lies there can be taken."""
    return None if act.amount <= state.left() else Failure({"left": state.left()})


@TAKE.rule("taking", code="too_heavy", fields="amount")
def too_heavy(state: State, act: Take) -> Finding:
    """No more than what is printed as light."""
    light = read(state.facts, HANDFUL)
    if isinstance(light, int) and act.amount > light:
        return Failure({"light": light})
    return None


@TAKE.rule("taking", code="lid_unknown", fields="amount")
def lid_unknown(state: State, act: Take) -> Finding:
    """A pile that is too light cannot be verified while the lid is unknown."""
    if act.amount == 3 and isinstance(read(state.facts, LID), Unknown):
        return Unverified(fact=LID)
    return None


@TAKE.rule("taking", code="last_counts_twice", fields="amount")
def last_counts_twice(state: State, act: Take) -> Finding:
    """By ruling, whoever empties the pile scores twice."""
    if act.amount == state.left() and state.rulings["last"] == "twice":
        return Remark(ruling="last")
    return None


@TAKE.asks_facts
def _lid_for_three(state: State, draft: Draft) -> tuple[str, ...]:
    return _lid_unknown(state) if draft.values.get("amount") == 3 else ()


def _lid_unknown(state: State) -> tuple[str, ...]:
    return (LID,) if isinstance(read(state.facts, LID), Unknown) else ()


@TAKE.play
def _take(play: Play[State], act: Take) -> None:
    mine, state = seat_account(act.seat), play.state
    doubled = act.amount == state.left() and state.rulings["last"] == "twice"
    play.do(
        Transfer("pebble", act.amount, SUPPLY, mine, "taking"),
        Transfer("point", act.amount + doubled, "bank", mine, "taking", automatic=True),
    )
    _pass_turn(play, act.seat)


# Cashing


class Cash(Action):
    """Action that gives back three pebbles for the value on the lid."""

    kind: Literal["cash"] = "cash"


CASH: Act[State, Play[State], Cash] = Act(Cash, *FIRST)


@CASH.rule("cashing", code="three_pebbles", kind=ConditionKind.SHORTAGE, legal_basis=("cashing",))
def three_pebbles(state: State, act: Cash) -> Finding:
    """Whoever cashes has three."""
    held = state.ledger.balance(seat_account(act.seat), "pebble")
    return None if held >= 3 else Failure({"who": SeatRef(act.seat), "held": held})


@CASH.needs_facts
def _lid(state: State, _draft: Draft) -> tuple[str, ...]:
    return _lid_unknown(state)


@CASH.play
def _cash(play: Play[State], act: Cash) -> None:
    mine, value = seat_account(act.seat), read(play.state.facts, LID)
    assert isinstance(value, int)
    play.do(
        Transfer("pebble", 3, mine, "box", "cashing"),
        Transfer("point", value, "bank", mine, "cashing"),
    )
    _pass_turn(play, act.seat)


# Skipping


class Skip(Action):
    """Action that gives a pebble away instead of taking any."""

    kind: Literal["skip"] = "skip"


SKIP: Act[State, Play[State], Skip] = Act(Skip, *FIRST)


@SKIP.rule(
    "skipping", code="no_pebble_to_give", kind=ConditionKind.SHORTAGE, legal_basis=("skipping",)
)
def no_pebble_to_give(state: State, act: Skip) -> Finding:
    """Whoever skips has a pebble to give away."""
    if state.ledger.balance(seat_account(act.seat), "pebble"):
        return None
    return Failure({"who": SeatRef(act.seat)})


@SKIP.play
def _skip(play: Play[State], act: Skip) -> None:
    play.move("pebble", 1, seat_account(act.seat), "box", "skipping")
    _pass_turn(play, act.seat)


# Setting up


@rule("setup", code="bad_pile")
def bad_pile(_draft: SetupDraft, options: PebbleOptions) -> Finding:
    """A pile that can be played."""
    return None if 3 <= options.pile <= 5000 else Failure({"pile": options.pile})


@rule("setup", code="heavy_lid")
def heavy_lid(draft: SetupDraft, _options: PebbleOptions) -> Finding:
    """No lid is worth nine."""
    return Failure() if draft.facts.get(LID) == 9 else None


# Scoring


def score(state: State) -> tuple[ScoreLine, ...]:
    """Return one line per seat."""
    return tuple(
        ScoreLine(seat, "points", state.ledger.balance(seat_account(seat), "point"), "end")
        for seat in range(state.seats)
    )


def outcome(state: State) -> Outcome | None:
    """Return the winners once the pile is empty."""
    if state.left() > 0:
        return None
    lines = score(state)
    best = max(line.amount for line in lines)
    winners = tuple(line.seat for line in lines if line.amount == best)
    return Outcome(winners, "pile_empty", "end")


def invariants(state: State) -> tuple[Problem, ...]:
    """Return every broken invariant."""
    return tuple(ledger_problems(state.ledger, GAME.items, {"pebble": state.options.pile}))


def _duties(state: State) -> tuple[Duty, ...]:
    if state.over:
        return ()
    return (Duty("take_due", (state.turn,), "turns", "take", others=("cash", "skip")),)


def _accounts(state: State) -> tuple[str, ...]:
    return (SUPPLY, *(seat_account(seat) for seat in range(state.seats)))


GAME: Game[State] = Game(
    id="pebbles",
    players=(2, 3, 4),
    options=PebbleOptions,
    acts=(TAKE, CASH, SKIP),
    setup_conditions=(bad_pile, heavy_lid),
    setup=setup,
    duties=_duties,
    score=score,
    outcome=outcome,
    invariants=invariants,
    box=HasPrintedValues(
        of=lambda state: state.facts,
        rest=lambda _state: None,
        put=lambda state, other: replace(state, facts=other.facts),
        typed=lambda state, values: replace(state, facts=state.facts.changed(values)),
    ),
    items=(ItemSpec("pebble"), ItemSpec("point", unbounded=frozenset({"bank"}))),
    accounts=_accounts,
    settables=(
        Settable(
            "turn",
            lambda state: tuple(str(seat) for seat in range(state.seats)),
            lambda state: str(state.turn),
            lambda state, value: replace(state, turn=int(value)),
        ),
    ),
)
