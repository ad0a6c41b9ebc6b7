"""Origin of a number: the entries and rules that produced it."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from companion.kernel.duties import ScoreLine
from companion.kernel.pieces.standings import of_state as unposted
from companion.kernel.values import Seat
from companion.match.entries import Adjusted
from companion.match.fold import Match
from companion.match.review import held_at_start, provenance
from companion.match.steps import Step
from companion.rulebook.ruling_cards import RuleRef
from companion.rulebook.wording import Wording
from companion.services.privacy import visibility
from companion.ui.views.entries.entry_lines import consent_text, in_short

Source: TypeAlias = tuple[str, tuple[str, ...]]
"""Location of a number: an account, and the items or item families that count."""

SourceOf: TypeAlias = Callable[[ScoreLine], Source | None]
"""Function of a game from score lines to their locations."""


@dataclass(frozen=True, slots=True)
class OriginLine:
    """Movement of a number."""

    change: int | None
    """None: nobody has read how much."""
    balance: int
    text: str
    rule: RuleRef
    entry: str
    """Entry of the acta; empty: it was so at the start."""
    mark: str = ""
    """Mark of an entry that the table consented to against the rules."""
    cause: str = ""
    """Card or place behind it."""
    why: str = ""
    """Author and reason of the consent, or the reason of an adjustment."""


def may_tell(match: Match, source: Source, seats: Collection[Seat]) -> bool:
    """Return whether viewers of these seats may know a number."""
    account, items = source
    return all(visibility.counted(match, account, item, seats) for item in items)


def origins(
    match: Match, wording: Wording, source: Source, seats: Collection[Seat]
) -> tuple[OriginLine, ...]:
    """Return the movements that produced a number, newest first.

    Args:
        match: the match.
        wording: its words.
        source: location of the number.
        seats: seats whose hidden things may be shown (`visibility.visible_seats`); for a number
            outside them the result is empty.
    """
    account, items = source
    if not may_tell(match, source, seats):
        return ()
    movements, start = [], held_at_start(match, account, items)
    if start:
        at_start = wording.app("marcador.at_start")
        movements.append(OriginLine(start, start, at_start, wording.rule_ref(""), ""))
    for one in provenance(match, account, items):
        step, rule = one.step, wording.rule_ref(one.rule)
        text = in_short(match, step, wording)
        mark = wording.app("history.mark.consented") if step.consented else ""
        cause = wording.cause(one.cause)
        entry, why = step.item.entry.id, _why(step, wording)
        movements.append(OriginLine(one.change, one.balance, text, rule, entry, mark, cause, why))
    return (*_unread(match, wording, source), *reversed(movements))


def _unread(match: Match, wording: Wording, source: Source) -> Iterator[OriginLine]:
    """Yield the movements that nobody has read, newest first."""
    account, items = source
    held, left = match.state.ledger.total(account, items[0]), Counter(unposted(match.state))
    for before, step in reversed(tuple(zip((None, *match.steps), match.steps, strict=False))):
        noted = Counter(unposted(match.start if before is None else before.state))
        for one in (Counter(unposted(step.state)) - noted).elements():
            # What was left and read since is no longer missing.
            left.subtract((one,))
            if one.account == account and one.item in items and left[one] >= 0:
                fact = wording.app("origin.unread", fact=wording.fact_label(one.fact))
                entry, rule = step.item.entry.id, wording.rule_ref("")
                yield OriginLine(None, held, in_short(match, step, wording), rule, entry, "", fact)


def _why(step: Step, wording: Wording) -> str:
    body = step.item.body
    if isinstance(body, Adjusted):
        return wording.app("origin.reason", reason=body.reason or wording.app("entry.no_reason"))
    return consent_text(body, wording) if step.consented else ""
