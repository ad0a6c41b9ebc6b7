"""A whole game on the kernel's contract, as small as one can be.

Pebbles: players in turn take one to three pebbles from a pile, or cash three of theirs for the
value printed on the lid of the box. When the pile is empty the most points win. Whether the last
pebble scores twice is a ruling. Every part of the contract is used once, so it is also an example.
"""

from dataclasses import dataclass, replace
from typing import Literal

from companion.kernel.conditions import Condition
from companion.kernel.duties import Duty, Outcome, Problem, ScoreLine
from companion.kernel.effects import Effect, Transfer, happening
from companion.kernel.facts import FactValues, IntSpec, Unknown, read
from companion.kernel.form import AskFact, Choices, Draft, Field
from companion.kernel.game import Game, Settable, SetupDraft
from companion.kernel.ledger import SUPPLY, ItemSpec, Ledger, ledger_problems, seat_account
from companion.kernel.models import Action, Options
from companion.kernel.refusal import Failure, Finding, Kind, Remark, Remedy, Unverified
from companion.kernel.rulings import Ruling, Rulings
from companion.kernel.values import Params, Seat, SeatRef, Value
from companion.match.catalog import Catalog

# Components


class PebbleOptions(Options):
    """Players and the size of the pile."""

    pile: int = 12


LID = IntSpec(id="lid.value", group="lid", label="lid", confidence="low", minimum=1, maximum=9)
LIGHT = IntSpec(
    id="pile.light",
    group="pile",
    label="light",
    confidence="high",
    value=3,
    minimum=1,
    maximum=3,
)
LAST = Ruling(id="last", readings=("once", "twice"), default="once", basis="inference")
CATALOG = Catalog((LID, LIGHT), (LAST,))


# State


@dataclass(frozen=True, slots=True)
class State:
    """The table."""

    ledger: Ledger
    turn: Seat
    seats: int
    facts: FactValues
    rulings: Rulings
    pile: int

    def left(self) -> int:
        """The pebbles on the pile."""
        return self.ledger.balance(SUPPLY, "pebble")


def setup(options: PebbleOptions, facts: FactValues, rulings: Rulings) -> State:
    """The first state."""
    ledger = Ledger({(SUPPLY, "pebble"): options.pile})
    return State(ledger, 0, len(options.players), facts, rulings, options.pile)


# Actions


class Take(Action):
    """Takes pebbles from the pile."""

    kind: Literal["take"] = "take"
    amount: int


class Cash(Action):
    """Gives back three pebbles for the value on the lid."""

    kind: Literal["cash"] = "cash"


# Legality


def _turn(state: State, action: Action) -> Finding:
    if action.seat == state.turn or action.seat >= state.seats:
        return None
    return Failure({"seat": SeatRef(state.turn)})


def _over(state: State, _: Action) -> Finding:
    return None if state.left() else Failure()


def _seat(state: State, action: Action) -> Finding:
    return None if action.seat < state.seats else Failure()


def _amount(_: State, action: Take) -> Finding:
    if 1 <= action.amount <= 3:
        return None
    return Failure({"amount": action.amount})


def _fewer(state: State, _action: Take) -> tuple[Remedy, ...]:
    most = min(3, state.left())
    return (Remedy("take_fewer", {"amount": most}, change={"amount": most}),)


def _enough(state: State, action: Take) -> Finding:
    return None if action.amount <= state.left() else Failure({"left": state.left()})


def _light(state: State, action: Take) -> Finding:
    """A pile that is too light cannot be verified while the lid is unknown."""
    if action.amount == 3 and isinstance(read(state.facts, LID.id), Unknown):
        return Unverified(fact=LID.id)
    return None


def _heavy(state: State, action: Take) -> Finding:
    light = read(state.facts, LIGHT.id)
    if isinstance(light, int) and action.amount > light:
        return Failure({"light": light})
    return None


def _last(state: State, action: Take) -> Finding:
    if action.amount == state.left() and state.rulings["last"] == "twice":
        return Remark(ruling="last")
    return None


def _three(state: State, action: Cash) -> Finding:
    held = state.ledger.balance(seat_account(action.seat), "pebble")
    return None if held >= 3 else Failure({"held": held})


def _pile_size(_: SetupDraft, options: PebbleOptions) -> Finding:
    return None if 3 <= options.pile <= 5000 else Failure({"pile": options.pile})


def _no_heavy_lid(draft: SetupDraft, _: PebbleOptions) -> Finding:
    return Failure() if draft.facts.get(LID.id) == 9 else None


FIRST: tuple[Condition[State], ...] = (
    Condition("no_such_seat", ("seats",), _seat, kind=Kind.EXISTENCE),
    Condition("not_your_turn", ("turns",), _turn, kind=Kind.TURN),
    Condition("game_over", ("end",), _over, kind=Kind.EXISTENCE),
)
CONDITIONS: dict[str, tuple[Condition[State], ...]] = {
    "take": (
        *FIRST,
        Condition("one_to_three", ("taking",), _amount, ("amount",), mend=_fewer),
        Condition("pile_too_small", ("taking",), _enough, ("amount",), kind=Kind.SHORTAGE),
        Condition("too_heavy", ("taking",), _heavy, ("amount",)),
        Condition("lid_unknown", ("taking",), _light, ("amount",)),
        Condition("last_counts_twice", ("taking",), _last, ("amount",)),
    ),
    "cash": (*FIRST, Condition("three_pebbles", ("cashing",), _three, kind=Kind.SHORTAGE)),
}


def candidates(_state: State, _draft: Draft, _name: str) -> Field:
    """What a field can be."""
    return Choices((1, 2, 3))


def asks(state: State, draft: Draft) -> tuple[AskFact, ...]:
    """Cashing needs the value on the lid; taking three would like to know it."""
    if not isinstance(read(state.facts, LID.id), Unknown):
        return ()
    if draft.kind == "cash":
        return (AskFact(LID.id, compulsory=True),)
    return (AskFact(LID.id, compulsory=False),) if draft.values.get("amount") == 3 else ()


# Transitions


def apply(state: State, action: Action) -> tuple[State, tuple[Effect, ...]]:
    """The state after an action, and what it did."""
    mine = seat_account(action.seat)
    effects: list[Effect] = []
    if isinstance(action, Take):
        effects.append(Transfer("pebble", action.amount, SUPPLY, mine, "taking"))
        doubled = action.amount == state.left() and state.rulings["last"] == "twice"
        effects.append(Transfer("point", action.amount + doubled, "bank", mine, "taking", True))
    else:
        value = read(state.facts, LID.id)
        assert isinstance(value, int)
        effects.append(Transfer("pebble", 3, mine, "box", "cashing"))
        effects.append(Transfer("point", value, "bank", mine, "cashing"))
    ledger = state.ledger.post(effects)
    turn = (action.seat + 1) % state.seats
    effects.append(happening("turn_passed", "turns", turn))
    return replace(state, ledger=ledger, turn=turn), tuple(effects)


# Scoring


def score(state: State) -> tuple[ScoreLine, ...]:
    """One line per seat."""
    return tuple(
        ScoreLine(seat, "points", state.ledger.balance(seat_account(seat), "point"), "end")
        for seat in range(state.seats)
    )


def outcome(state: State) -> Outcome | None:
    """The winners once the pile is empty."""
    if state.left() > 0:
        return None
    lines = score(state)
    best = max(line.amount for line in lines)
    winners = tuple(line.seat for line in lines if line.amount == best)
    return Outcome(winners, "pile_empty", "end")


def invariants(state: State) -> tuple[Problem, ...]:
    """Every broken law."""
    return tuple(ledger_problems(state.ledger, GAME.items, {"pebble": state.pile}))


def _awaiting(state: State) -> tuple[Seat, ...]:
    return (state.turn,) if state.left() > 0 else ()


def _duties(state: State) -> tuple[Duty, ...]:
    return tuple(Duty("play", (seat,), "turns") for seat in _awaiting(state))


def _describe(_: State, action: Action) -> Params:
    return {"amount": action.amount} if isinstance(action, Take) else {}


def _label(_state: State, _draft: Draft, _name: str, value: object) -> Value:
    return str(value)


def _accounts(state: State) -> tuple[str, ...]:
    return (SUPPLY, *(seat_account(seat) for seat in range(state.seats)))


GAME: Game[State] = Game(
    id="pebbles",
    version=1,
    players=(2, 3, 4),
    options=PebbleOptions,
    actions=(Take, Cash),
    conditions=CONDITIONS,
    setup_conditions=(
        Condition("bad_pile", ("setup",), _pile_size),
        Condition("heavy_lid", ("setup",), _no_heavy_lid),
    ),
    setup=setup,
    awaiting=_awaiting,
    duties=_duties,
    candidates=candidates,
    apply=apply,
    score=score,
    outcome=outcome,
    invariants=invariants,
    public_view=lambda state, _seat: state,
    with_ledger=lambda state, ledger: replace(state, ledger=ledger),
    with_rulings=lambda state, rulings: replace(state, rulings=rulings),
    describe=_describe,
    label=_label,
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
    asks=asks,
)
