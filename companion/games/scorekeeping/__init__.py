"""Counting without a referee, for any game: people, things counted, turns and rounds.

Nothing is judged. Anybody at the table may report for anybody, and what is counted may fall below
zero. Glossary (code: word): thing: lo que se cuenta; count: cuenta; round: ronda; finish: terminar.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from companion.kernel import table
from companion.kernel.acts import Act, rule
from companion.kernel.box.facts import FactValues
from companion.kernel.conditions import Condition
from companion.kernel.duties import Duty, Outcome, Problem, ScoreLine
from companion.kernel.form import Draft, choice, number
from companion.kernel.game import Game
from companion.kernel.legality import SetupDraft
from companion.kernel.models import ONE_LINE, Action, Options
from companion.kernel.pieces.ledger import SUPPLY, ItemSpec, Ledger, ledger_problems, seat_account
from companion.kernel.pieces.settables import Settable, seat_label, seats
from companion.kernel.pieces.standings import compared, standing
from companion.kernel.play import Play, evolved, frozen
from companion.kernel.refusal import ConditionKind, Failure, Finding
from companion.kernel.rulings import Rulings
from companion.kernel.values import Seat, SeatRef, Term, Value

# Components

PEOPLE: Final = (2, 3, 4, 5, 6)
"""Numbers of people; the app has a colour for each."""
THINGS: Final = ("n1", "n2", "n3", "n4", "n5", "n6")
"""Ids of what can be counted. A bare number would name a seat in the ledger."""
MOST: Final = 99_999
"""Greatest change of a count at once."""

LONGEST: Final = 32
"""Greatest length of the name of what is counted."""

Amount: TypeAlias = Annotated[int, Field(ge=-MOST, le=MOST)]
Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=LONGEST), ONE_LINE]


def item(thing: str) -> str:
    """Return the ledger item of a thing."""
    return f"notch:{thing}"


def line(thing: str) -> str:
    """Return the code of the score line of a thing, which is also the key of its name."""
    return f"notch.{thing}"


class ScorekeepingOptions(Options):
    """Options of a match: the game that is played, what is counted, and who wins."""

    name: Annotated[str, Field(max_length=40), ONE_LINE] = ""
    """Name of the game that is played; empty: not told."""
    things: Annotated[tuple[Name, ...], Field(min_length=1, max_length=len(THINGS))] = ("Puntos",)
    """Names of what is counted; the first decides who wins."""
    fewest: bool = False
    """True if the least of the first thing wins."""
    first_seat: Annotated[int, Field(ge=0, le=9)] = 0


def given_terms(options: ScorekeepingOptions) -> Mapping[str, str]:
    """Return the names of what is counted, by term key."""
    return {line(thing): name for thing, name in zip(THINGS, options.things, strict=False)}


# State


@dataclass(frozen=True)
class State:
    """State of the table."""

    options: ScorekeepingOptions
    rulings: Rulings
    ledger: Ledger
    turn: Seat
    round: int = 1
    over: bool = False

    @cached_property
    def players(self) -> int:
        """Return the number of people."""
        return len(self.options.players)

    @cached_property
    def things(self) -> tuple[str, ...]:
        """Return the ids of what is counted."""
        return THINGS[: len(self.options.things)]

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Return the seat on turn."""
        return (self.turn,)

    def counted(self, seat: Seat, thing: str) -> int:
        """Return the count of one thing of one seat."""
        return self.ledger.balance(seat_account(seat), item(thing))


def setup(options: ScorekeepingOptions, _facts: FactValues, rulings: Rulings) -> State:
    """Return the first state."""
    return State(options, frozen(rulings), Ledger(), options.first_seat)


# What all acts share


_ABOUT: Final = {
    "change_count": ("counting",),
    "next_turn": ("turns",),
    "close_round": ("rounds",),
    "finish_match": ("end",),
}
"""Section on each act."""


def _about(_state: State, act: Action) -> tuple[str, ...]:
    return _ABOUT[act.kind]


@rule("end", code="match_over", kind=ConditionKind.EXISTENCE, legal_basis=_about)
def match_over(state: State, _act: Action) -> Finding:
    """Nothing is counted after the end."""
    return Failure() if state.over else None


FIRST: tuple[Condition[State], ...] = (table.no_such_seat("people"), match_over)


def _add(play: Play[State], seat: Seat, thing: str, amount: int, section: str) -> None:
    mine = seat_account(seat)
    giver, taker = (SUPPLY, mine) if amount > 0 else (mine, SUPPLY)
    if amount:
        play.move(item(thing), abs(amount), giver, taker, section)


def _begin_round(play: Play[State]) -> None:
    now = play.state.round + 1
    play.change(round=now, turn=play.state.options.first_seat)
    play.say("round_begun", "rounds", number=now)


def signed(amount: int) -> str:
    """Return a change with its sign."""
    return f"{amount:+d}".replace("-", "−")


# Counting


class ChangeCount(Action):
    """Action that changes one count of one person."""

    kind: Literal["change_count"] = "change_count"
    who: Annotated[Seat, Field(ge=0, le=9)]
    thing: Literal[THINGS]  # type: ignore[valid-type]
    amount: Amount


def _everybody(state: State, _draft: Draft) -> tuple[int, ...]:
    return tuple(range(state.players))


def _things(state: State, _draft: Draft) -> tuple[str, ...]:
    return state.things


def _named(thing: str) -> Value:
    return Term(line(thing))


COUNT: Act[State, Play[State], ChangeCount] = Act(
    ChangeCount,
    *FIRST,
    fields={
        "who": choice(_everybody, SeatRef),
        "thing": choice(_things, _named),
        "amount": number(
            lambda _state, _draft: (-MOST, MOST),
            proposals=(2, 3, 5, 10, 20, 50, -2, -3, -5, -10, -20),
            sentence=signed,
        ),
    },
)


@COUNT.rule("people", code="nobody_there", fields="who", kind=ConditionKind.EXISTENCE)
def nobody_there(state: State, act: ChangeCount) -> Finding:
    """Only people at the table have a count."""
    return None if act.who < state.players else Failure()


@COUNT.rule("counting", code="not_counted", fields="thing", kind=ConditionKind.EXISTENCE)
def not_counted(state: State, act: ChangeCount) -> Finding:
    """Only what the table agreed on is counted."""
    return None if act.thing in state.things else Failure()


@COUNT.play
def _count(play: Play[State], act: ChangeCount) -> None:
    _add(play, act.who, act.thing, act.amount, "counting")


# Turns and rounds


class NextTurn(Action):
    """Action that passes the turn; after the last person a round begins."""

    kind: Literal["next_turn"] = "next_turn"


NEXT_TURN: Act[State, Play[State], NextTurn] = Act(NextTurn, *FIRST)


@NEXT_TURN.sentence_params
def _whose_turn(state: State, _act: NextTurn) -> dict[str, Value]:
    return {"turn": SeatRef(state.turn)}


@NEXT_TURN.play
def _next_turn(play: Play[State], _act: NextTurn) -> None:
    following = (play.state.turn + 1) % play.state.players
    if following == play.state.options.first_seat:
        _begin_round(play)
    else:
        play.change(turn=following)
    play.say("turn_passed", "turns", play.state.turn)


class CloseRound(Action):
    """Action that counts a whole round for everybody at once, and begins the next one."""

    kind: Literal["close_round"] = "close_round"
    amounts: Annotated[tuple[Amount, ...], Field(max_length=60)] = ()
    """Changes by seat, and within a seat by thing; empty: nothing changes."""


def _unchanged(state: State, _draft: Draft) -> tuple[tuple[int, ...], ...]:
    return ((0,) * len(places(state)),)


def _listed(amounts: tuple[int, ...]) -> Value:
    return tuple(map(signed, amounts))


CLOSE_ROUND: Act[State, Play[State], CloseRound] = Act(
    CloseRound,
    *FIRST,
    fields={"amounts": choice(_unchanged, _listed, sentence=None, optional=True)},
)


@CLOSE_ROUND.sentence_params
def _of_round(state: State, act: CloseRound) -> dict[str, Value]:
    changes = zip(places(state), act.amounts, strict=False)
    told = tuple(_told(state, *place, amount) for place, amount in changes if amount)
    return {"number": state.round, "told": told}


def places(state: State) -> tuple[tuple[Seat, str], ...]:
    """Return every count of the table in the order of the changes of a round."""
    return tuple((seat, thing) for seat in range(state.players) for thing in state.things)


def _told(state: State, seat: Seat, thing: str, amount: int) -> str:
    """Return a change with the names of this table: "Ana +4", "Ana, Monedas −1"."""
    which = f", {given_terms(state.options)[line(thing)]}" if len(state.things) > 1 else ""
    return f"{state.options.players[seat]}{which} {signed(amount)}"


@CLOSE_ROUND.rule("rounds", code="one_for_each", fields="amounts", kind=ConditionKind.EXISTENCE)
def one_for_each(state: State, act: CloseRound) -> Finding:
    """Each person and thing has one change in a round."""
    fits = len(act.amounts) in (0, len(places(state)))
    return None if fits else Failure()


@CLOSE_ROUND.play
def _close_round(play: Play[State], act: CloseRound) -> None:
    for (seat, thing), amount in zip(places(play.before), act.amounts, strict=False):
        _add(play, seat, thing, amount, "rounds")
    _begin_round(play)


# The end


class FinishMatch(Action):
    """Action that ends the match."""

    kind: Literal["finish_match"] = "finish_match"


FINISH: Act[State, Play[State], FinishMatch] = Act(FinishMatch, *FIRST, gives_up=True)


@FINISH.play
def _finish(play: Play[State], _act: FinishMatch) -> None:
    play.change(over=True)


def score(state: State) -> tuple[ScoreLine, ...]:
    """Return one line for each person and thing."""
    return tuple(
        ScoreLine(seat, line(thing), state.counted(seat, thing), "end")
        for seat in range(state.players)
        for thing in state.things
    )


def outcome(state: State) -> Outcome | None:
    """Return who has the most of the first thing, or the least; ties are shared."""
    if not state.over:
        return None
    decisive, sign = state.things[0], -1 if state.options.fewest else 1
    counts = [state.counted(seat, decisive) for seat in range(state.players)]
    winners = standing([(sign * count,) for count in counts]).winners
    reason = "fewest" if state.options.fewest else "most"
    best = counts[winners[0]]
    lines = compared([(count,) for count in counts], (line(decisive),), "end", 1)
    params = {"thing": _named(decisive), "best": best}
    return Outcome(winners, reason, "end", params, compared=lines)


# Setting up


@rule("counting", code="counted_twice")
def counted_twice(_draft: SetupDraft, options: ScorekeepingOptions) -> Finding:
    """No two things have the same name."""
    seen: set[str] = set()
    for name in options.things:
        if name.strip().casefold() in seen:
            return Failure({"name": name})
        seen.add(name.strip().casefold())
    return None


# The table


_PEOPLE: Final = frozenset(map(seat_account, range(max(PEOPLE))))


def _items(state: State) -> tuple[ItemSpec, ...]:
    return (_spec(state.things),)


def _spec(things: tuple[str, ...]) -> ItemSpec:
    """Return the items of a table; every count may fall below zero."""
    kinds = frozenset(map(item, things))
    return ItemSpec("notch", frozenset({SUPPLY}), owed=_PEOPLE, kinds=kinds)


def invariants(state: State) -> tuple[Problem, ...]:
    """Return every broken invariant."""
    return tuple(ledger_problems(state.ledger, _items(state), {}))


def _duties(state: State) -> tuple[Duty, ...]:
    if state.over:
        return ()
    others = ("change_count", "close_round", "finish_match")
    return (Duty("turn_due", (state.turn,), "turns", "next_turn", others=others),)


def _accounts(state: State) -> tuple[str, ...]:
    return tuple(map(seat_account, range(state.players)))


GAME: Game[State] = Game(
    id="scorekeeping",
    players=PEOPLE,
    options=ScorekeepingOptions,
    acts=(COUNT, NEXT_TURN, CLOSE_ROUND, FINISH),
    setup_conditions=(
        table.wrong_number_of_players(PEOPLE, "people"),
        table.name_repeated("people"),
        table.first_player_absent("turns"),
        counted_twice,
    ),
    setup=setup,
    duties=_duties,
    score=score,
    outcome=outcome,
    invariants=invariants,
    items=(_spec(THINGS),),
    items_in=_items,
    accounts=_accounts,
    judged=False,
    given_terms=given_terms,
    played_name=lambda options: " ".join(options.name.split()),
    settables=(
        Settable(
            "turn",
            seats,
            lambda state: str(state.turn),
            lambda state, value: evolved(state, {"turn": int(value)}),
            seat_label,
        ),
        Settable(
            "round",
            lambda state: tuple(map(str, range(1, state.round + 2))),
            lambda state: str(state.round),
            lambda state, value: evolved(state, {"round": int(value)}),
        ),
    ),
)
