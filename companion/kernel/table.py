"""Conditions of any game: number and names of players, seats, printed numbers, turn.

This is their only home.
"""

from collections.abc import Callable, Collection
from typing import Any, Final

from companion.kernel.conditions import Condition, Sections
from companion.kernel.legality import SetupDraft
from companion.kernel.models import Options
from companion.kernel.refusal import ConditionKind, Failure, Finding
from companion.kernel.values import Counted, Params, Term, seat_refs

SEAT_NOUN: Final = "jugador"
"""Noun of `words.toml` for players."""


def wrong_number_of_players(allowed: tuple[int, ...], rule: str) -> Condition[SetupDraft]:
    """Return the condition that as many play as the game is for."""

    def test(_draft: SetupDraft, options: Options) -> Finding:
        count = len(options.players)
        if count in allowed:
            return None
        players = Counted(count, SEAT_NOUN)
        params: Params = {"players": players, "least": min(allowed), "most": max(allowed)}
        return Failure(params)

    return Condition(
        "wrong_number_of_players", (rule,), test, ("players",), kind=ConditionKind.EXISTENCE
    )


def name_repeated(rule: str) -> Condition[SetupDraft]:
    """Return the condition that no two seats have the same name."""

    def test(_draft: SetupDraft, options: Options) -> Finding:
        seen: set[str] = set()
        for name in options.players:
            plain = name.strip().casefold()
            if plain in seen:
                return Failure({"name": name})
            seen.add(plain)
        return None

    return Condition("name_repeated", (rule,), test, ("players",))


def first_player_absent(rule: str) -> Condition[SetupDraft]:
    """Return the condition that the first seat plays, for options with a `first_seat`."""

    def test(_draft: SetupDraft, options: Any) -> Finding:
        return None if options.first_seat < len(options.players) else Failure()

    return Condition(
        "first_player_absent",
        (rule,),
        test,
        ("first_seat", "players"),
        kind=ConditionKind.EXISTENCE,
    )


def printed_number_missing(required: Collection[str], rule: str) -> Condition[SetupDraft]:
    """Return the condition that the box has the numbers that refereeing needs."""

    def test(draft: SetupDraft, _options: Options) -> Finding:
        missing = next((fact for fact in required if fact not in draft.facts), None)
        return Failure({"fact": missing}) if missing else None

    return Condition("printed_number_missing", (rule,), test, kind=ConditionKind.EXISTENCE)


def no_such_seat(rule: str) -> Condition[Any]:
    """Return the condition that the seat exists, for states with `players`.

    Seats count from 0.
    """

    def test(state: Any, action: Any) -> Finding:
        if action.seat < state.players:
            return None
        return Failure({"players": Counted(state.players, SEAT_NOUN)})

    return Condition("no_such_seat", (rule,), test, kind=ConditionKind.EXISTENCE)


BEFORE: Final = ("no_such_seat", "match_over")
"""Codes that the conditions of turn and of step presume."""


def not_your_turn(
    *rules: str,
    sections: Callable[[Any, Any], Sections] | None = None,
    words: str = "phase",
) -> Condition[Any]:
    """Return the condition that the table waits for the seat, for states with an agenda.

    Args:
        rules: sections that decide whose turn it is.
        sections: sections that decide it for the due task; by default `rules`.
        words: prefix of the words for the due task, by its code.
    """

    def test(state: Any, action: Any) -> Finding:
        awaited = state.awaited
        if action.seat in awaited:
            return None
        due = Term(f"{words}.{state.phase}")
        params: Params = {"waited": seat_refs(awaited), "step": due}
        return Failure(params)

    return Condition(
        "not_your_turn",
        rules,
        test,
        requires=BEFORE,
        kind=ConditionKind.TURN,
        sections=sections,
    )


def other_step(
    rule: str,
    phases: Collection[str],
    legal_basis: Sections | Callable[[Any, Any], Sections] | None = None,
) -> Condition[Any]:
    """Return the condition that the table waits for this step, for states with an agenda.

    Args:
        rule: section that decides the order of steps.
        phases: codes that the table may wait for.
        legal_basis: sections that a legal answer rests on because it is that step.
    """

    def test(state: Any, _action: Any) -> Finding:
        due = state.phase
        return None if due in phases else Failure({"due": Term(f"phase.{due}")})

    return Condition(
        "other_step",
        (rule,),
        test,
        requires=BEFORE,
        kind=ConditionKind.PHASE,
        legal_basis=legal_basis,
    )
