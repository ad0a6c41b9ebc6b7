"""The scores, what made each number, and what is left in the supplies."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, TypeAlias

from companion.kernel.duties import ScoreLine
from companion.kernel.effects import Transfer
from companion.kernel.ledger import Ledger, Visibility, family
from companion.kernel.values import Seat
from companion.match.fold import Match, Step
from companion.rulebook.cards import RuleRef
from companion.rulebook.wording import Wording
from companion.ui.presenters import sight
from companion.ui.presenters.entries import action_text
from companion.ui.presenters.sight import seat_of

Source: TypeAlias = tuple[str, tuple[str, ...]]
"""Where a number lies: an account and the items that count."""

SourceOf: TypeAlias = Callable[[ScoreLine], Source | None]
"""A game's own map from score lines to where they lie."""


@dataclass(frozen=True, slots=True)
class ScoreCell:
    """One number of one seat."""

    seat: Seat
    code: str
    amount: int | None
    """None: it is hidden from this device."""
    hidden: bool
    """Whether it has to be covered until its owner looks."""


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One line of the score for every seat."""

    code: str
    label: str
    rule: str
    cells: tuple[ScoreCell, ...]


@dataclass(frozen=True, slots=True)
class SupplyLine:
    """What is left in one place."""

    account: str
    label: str
    amount: int


@dataclass(frozen=True, slots=True)
class OriginLine:
    """One movement of a number."""

    change: int
    balance: int
    text: str
    rule: RuleRef
    entry: str


def rows(match: Match, wording: Wording, mine: Collection[Seat]) -> tuple[ScoreRow, ...]:
    """The score by lines; what only its seat may see has no amount, unless it is of this device."""
    seats = sight.seen(match, mine)
    lines: dict[str, list[ScoreLine]] = {}
    for line in match.game.score(match.state):
        lines.setdefault(line.code, []).append(line)
    return tuple(
        ScoreRow(
            code,
            wording.score_label(code),
            found[0].rule,
            tuple(
                ScoreCell(
                    line.seat,
                    line.code,
                    line.amount if not line.hidden or line.seat in seats else None,
                    line.hidden,
                )
                for line in found
            ),
        )
        for code, found in lines.items()
    )


def supplies(match: Match, wording: Wording) -> tuple[SupplyLine, ...]:
    """What lies in each place that belongs to nobody and can be counted by everybody."""
    ledger: Ledger = match.state.ledger
    found = []
    for account in match.game.accounts(match.state):
        if seat_of(account) is not None or ":" in account:
            continue
        for spec in match.game.items_of(match.state):
            amount = ledger.total(account, spec.family)
            if amount and account not in spec.unbounded and spec.balance is Visibility.OPEN:
                label = wording.app(
                    "marcador.supply",
                    place=wording.account_label(account),
                    item=wording.item_label(spec.family),
                )
                found.append(SupplyLine(f"{account}/{spec.family}", label, amount))
    return tuple(found)


def origins(match: Match, wording: Wording, source: Source) -> tuple[OriginLine, ...]:
    """The movements that made a number, the newest first."""
    account, items = source
    ledger: Ledger = match.start.ledger
    balance = sum(ledger.balance(account, item) for item in items)
    found = []
    if balance:
        rule = wording.rule_ref("")
        found.append(OriginLine(balance, balance, wording.app("marcador.at_start"), rule, ""))
    before: Any = match.start
    for step in match.steps:
        for effect in step.effects:
            change = _change(effect, account, items)
            if change and isinstance(effect, Transfer):
                balance += change
                text = _step_text(match, before, step, wording)
                rule = wording.rule_ref(effect.rule)
                found.append(OriginLine(change, balance, text, rule, step.item.id))
        before = step.state
    return tuple(reversed(found))


def _change(effect: object, account: str, items: tuple[str, ...]) -> int:
    if not isinstance(effect, Transfer):
        return 0
    if effect.item not in items and family(effect.item) not in items:
        return 0
    return effect.amount * ((effect.target == account) - (effect.source == account))


def _step_text(match: Match, before: Any, step: Step, wording: Wording) -> str:
    if step.action is None:
        return wording.app("mesa.adjusted")
    return action_text(match.game, before, step.action, wording)
