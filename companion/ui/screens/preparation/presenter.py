"""The set-up checklist of one match, with what is ticked off."""

import json
from dataclasses import dataclass

from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.cards import RuleRef
from companion.rulebook.checklist import checklist
from companion.rulebook.wording import Wording


@dataclass(frozen=True)
class StepView:
    """One line of the checklist."""

    id: str
    text: str
    rules: tuple[RuleRef, ...]
    done: bool


@dataclass(frozen=True)
class Preparation:
    """The checklist now."""

    steps: tuple[StepView, ...]

    @property
    def left(self) -> int:
        """How many steps are not ticked off."""
        return sum(not step.done for step in self.steps)


def setting_key(match_id: str) -> str:
    """Where the ticks of a match are kept."""
    return f"checklist:{match_id}"


def preparation(match: Match, wording: Wording, kept: str | None) -> Preparation:
    """The checklist for the players, options and rulings of a match."""
    done = ticks(kept)
    return Preparation(
        tuple(
            StepView(step.id, step.text, step.rules, step.id in done)
            for step in checklist(wording, match.options, match.facts)
        )
    )


def first_turn(match: Match) -> Seat:
    """Who starts: as the table agreed, or else as its set-up says."""
    agreed: Seat | None = getattr(match.options, "first_seat", None)
    return match.game.awaiting(match.start)[0] if agreed is None else agreed


def ticks(kept: str | None) -> frozenset[str]:
    """The ids that are ticked off, from the text that is kept."""
    try:
        raw = json.loads(kept or "[]")
    except (ValueError, RecursionError):
        return frozenset()
    return (
        frozenset(raw)
        if isinstance(raw, list) and all(type(i) is str for i in raw)
        else frozenset()
    )


def toggled(kept: str | None, step_id: str) -> str:
    """The text to keep after one more touch on a line."""
    return json.dumps(sorted(ticks(kept) ^ {step_id}))
