"""Set-up checklist for given players, options and rulings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.kernel.box.facts import FactValues
from companion.kernel.models import Options
from companion.kernel.values import SeatRef, Value
from companion.rulebook.loader import ChecklistStep
from companion.rulebook.ruling_cards import RuleRef
from companion.rulebook.wording import Wording


@dataclass(frozen=True, slots=True)
class CheckStep:
    """Line to tick off."""

    id: str
    text: str
    rules: tuple[RuleRef, ...]


def checklist(wording: Wording, options: Options, facts: FactValues) -> tuple[CheckStep, ...]:
    """Return the steps that apply, in order, with the numbers of this box.

    Args:
        wording: words of the table, whose rulings also decide.
        options: options of the table.
        facts: values of its box; an unknown one shows as "…".
    """
    chosen = {**wording.rulings, **options.model_dump()}
    count = len(options.players)
    names = tuple(SeatRef(seat) for seat in range(count))
    table = Wording(wording.data.id, options.players, wording.rulings, facts, given=wording.given)
    return tuple(
        CheckStep(
            step.id,
            table.text(
                step.text, {"players": count, "names": names, **_values(step, count, chosen, facts)}
            ),
            table.rule_refs(step.rules),
        )
        for step in wording.data.steps
        if applies(step, count, chosen)
    )


def applies(step: ChecklistStep, players: int, chosen: Mapping[str, Any]) -> bool:
    """Return whether a step applies to that number of players, these options and rulings."""
    return (not step.players or players in step.players) and all(
        chosen.get(option) == value for option, value in step.when.items()
    )


def fact_of(fact: str, players: int) -> str:
    """Return the id of the printed fact for a number of players."""
    return fact.replace("{players}", str(players))


def _values(
    step: ChecklistStep, players: int, chosen: Mapping[str, Any], facts: FactValues
) -> dict[str, Value]:
    values: dict[str, Value] = {}
    for name, fact in step.facts.items():
        value = facts.get(fact_of(fact, players))
        if value is not None:
            values[name] = value
    for name, option in step.seats.items():
        seat = chosen.get(option)
        if isinstance(seat, int):
            values[name] = SeatRef(seat)
        elif isinstance(seat, tuple | list):
            # Nobody was chosen: list them in seating order.
            values[name] = tuple(map(SeatRef, seat or range(players)))
    return values
