"""Where a number comes from: the entries and the rules that made it."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TypeAlias

from companion.kernel.duties import ScoreLine
from companion.kernel.values import Seat
from companion.match.entries import Adjusted
from companion.match.fold import Match
from companion.match.review import held_at_start, provenance
from companion.match.steps import Step
from companion.rulebook.cards import RuleRef
from companion.rulebook.wording import Wording
from companion.table import sight
from companion.ui.views.entries import consent_text, in_short

Source: TypeAlias = tuple[str, tuple[str, ...]]
"""Where a number lies: an account, and the items or families of items that count."""

SourceOf: TypeAlias = Callable[[ScoreLine], Source | None]
"""A game's own map from score lines to where they lie."""


@dataclass(frozen=True, slots=True)
class OriginLine:
    """One movement of a number."""

    change: int
    balance: int
    text: str
    rule: RuleRef
    entry: str
    """The entry of the acta that it comes from; empty: it was so at the start."""
    mark: str = ""
    """That the table let it stand, where the rules did not."""
    cause: str = ""
    """The card or place behind it."""
    why: str = ""
    """Who said so and why, or the reason of an adjustment."""


def may_tell(match: Match, source: Source, seats: Collection[Seat]) -> bool:
    """Whether those who see these seats may know a number."""
    account, items = source
    return all(sight.counted(match, account, item, seats) for item in items)


def origins(
    match: Match, wording: Wording, source: Source, seats: Collection[Seat]
) -> tuple[OriginLine, ...]:
    """The movements that made a number, the newest first.

    Args:
        match: the match.
        wording: its words.
        source: where the number lies.
        seats: those whose hidden things may be shown (`sight.seen`); of a number that they do not
            cover nothing is told.
    """
    account, items = source
    if not may_tell(match, source, seats):
        return ()
    found, start = [], held_at_start(match, account, items)
    if start:
        at_start = wording.app("marcador.at_start")
        found.append(OriginLine(start, start, at_start, wording.rule_ref(""), ""))
    for one in provenance(match, account, items):
        step, rule = one.step, wording.rule_ref(one.rule)
        text = in_short(match, step, wording)
        mark = wording.app("history.mark.consented") if step.consented else ""
        cause = wording.cause(one.cause)
        entry, why = step.item.entry.id, _why(step, wording)
        found.append(OriginLine(one.change, one.balance, text, rule, entry, mark, cause, why))
    return tuple(reversed(found))


def _why(step: Step, wording: Wording) -> str:
    body = step.item.body
    if isinstance(body, Adjusted):
        return wording.app("origin.reason", reason=body.reason or wording.app("entry.no_reason"))
    return consent_text(body, wording) if step.consented else ""
