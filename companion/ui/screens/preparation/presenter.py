"""View model of the set-up checklist of one match."""

import json
from dataclasses import dataclass

from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.completeness import checklist
from companion.rulebook.ruling_cards import RuleRef
from companion.rulebook.wording import Wording


@dataclass(frozen=True)
class ChecklistLine:
    """Line of the checklist."""

    id: str
    text: str
    rules: tuple[RuleRef, ...]
    done: bool
    who: str
    """People who do it: `table`, `each` or `one`."""
    typed: bool
    """True if it is typed into the sheet of the box."""


@dataclass(frozen=True)
class Preparation:
    """View model of the checklist."""

    steps: tuple[ChecklistLine, ...]

    @property
    def left(self) -> int:
        """Return the number of steps not ticked off."""
        return sum(not step.done for step in self.steps)


def setting_key(match_id: str) -> str:
    """Return the setting key of the ticks of a match."""
    return f"checklist:{match_id}"


def preparation(match: Match, wording: Wording, kept: str | None) -> Preparation:
    """Build the checklist for the players, options and rulings of a match, by who does it."""
    done = ticks(kept)
    steps = checklist(wording, match.options, match.facts)
    return Preparation(
        tuple(
            ChecklistLine(step.id, step.text, step.rules, step.id in done, step.who, step.typed)
            for step in sorted(steps, key=lambda step: _IN_ORDER.index(step.who))
        )
    )


_IN_ORDER = ("table", "each", "one")
"""People who do steps, in the order of the list: common steps first, the first turn last."""


def first_turn(match: Match) -> Seat:
    """Return the first seat: the one the table chose, or else the one the set-up decides."""
    agreed: Seat | None = getattr(match.options, "first_seat", None)
    return match.game.awaiting(match.start)[0] if agreed is None else agreed


def ticks(kept: str | None) -> frozenset[str]:
    """Parse the ids that are ticked off."""
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
    """Return the stored text after a line is ticked or unticked."""
    return json.dumps(sorted(ticks(kept) ^ {step_id}))
