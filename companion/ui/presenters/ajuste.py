"""Making the app say what the table says: counts and positions, set right in one entry."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.kernel.game import Settable
from companion.kernel.ledger import Ledger
from companion.match.entries import Adjusted, Posted, Setting
from companion.match.fold import Match
from companion.rulebook.wording import Wording


@dataclass(frozen=True)
class Adjustment:
    """What is being set right; nothing is recorded yet."""

    counts: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """By account and item, how much there really is."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """By code, the value it really has."""
    reason: str = ""

    @property
    def empty(self) -> bool:
        """Whether it changes nothing."""
        return not self.counts and not self.settings


@dataclass(frozen=True, slots=True)
class CountLine:
    """One number of one place."""

    item: str
    label: str
    amount: int
    """With what was changed so far."""
    changed: bool


@dataclass(frozen=True, slots=True)
class SettingLine:
    """One part of the state outside the ledger."""

    code: str
    label: str
    value: str
    """Its words, with what was changed so far."""
    changed: bool


def places(match: Match, wording: Wording) -> tuple[tuple[str, str], ...]:
    """The places whose contents can be counted, with their words."""
    return tuple(
        (account, wording.account_label(account)) for account in match.game.accounts(match.state)
    )


def counts(
    match: Match, wording: Wording, account: str, adjustment: Adjustment
) -> tuple[CountLine, ...]:
    """What lies in a place, and what could."""
    ledger: Ledger = match.state.ledger
    return tuple(
        CountLine(
            item,
            wording.item_label(item),
            adjustment.counts.get((account, item), ledger.balance(account, item)),
            (account, item) in adjustment.counts,
        )
        for item in _items(match, account)
    )


def _items(match: Match, account: str) -> tuple[str, ...]:
    """What lies there, and every family of which nothing need be told apart."""
    ledger: Ledger = match.state.ledger
    held = set(ledger.held(account))
    kinds = {item for _, item, _ in ledger.items() if ":" in item}
    told_apart = {item.partition(":")[0] for item in kinds}
    plain = {item for _, item, _ in ledger.items() if ":" not in item}
    found = [
        spec.family
        for spec in match.game.items_of(match.state)
        if spec.family in plain or spec.family not in told_apart
    ]
    return (*found, *sorted(held - set(found)))


def counted(match: Match, adjustment: Adjustment, account: str, item: str, n: int) -> Adjustment:
    """The adjustment with how much there really is of something."""
    ledger: Ledger = match.state.ledger
    found = {key: amount for key, amount in adjustment.counts.items() if key != (account, item)}
    if n != ledger.balance(account, item):
        found[account, item] = n
    return replace(adjustment, counts=found)


def settings(match: Match, wording: Wording, adjustment: Adjustment) -> tuple[SettingLine, ...]:
    """What can be set besides counts, as far as this match has it."""
    state, changed = match.state, adjustment.settings
    return tuple(
        SettingLine(
            settable.code,
            wording.settable_label(settable.code),
            _label(wording, settable, changed.get(settable.code, settable.current(state))),
            settable.code in changed,
        )
        for settable in match.game.settables
        if settable.values(state)
    )


def options(match: Match, wording: Wording, code: str) -> tuple[tuple[str, str], ...]:
    """The values that something can be set to, with their words."""
    settable = _settable(match, code)
    return tuple((v, _label(wording, settable, v)) for v in settable.values(match.state))


def set_to(match: Match, adjustment: Adjustment, code: str, value: str) -> Adjustment:
    """The adjustment with the value that something really has."""
    found = {key: v for key, v in adjustment.settings.items() if key != code}
    if value != _settable(match, code).current(match.state):
        found[code] = value
    return replace(adjustment, settings=found)


def value_of(match: Match, adjustment: Adjustment, code: str) -> str:
    """The value of something, with what was changed so far."""
    current: str = _settable(match, code).current(match.state)
    return adjustment.settings.get(code, current)


def _settable(match: Match, code: str) -> Settable[Any]:
    return next(settable for settable in match.game.settables if settable.code == code)


def _label(wording: Wording, settable: Settable[Any], value: str) -> str:
    return wording.value_label(settable.label(value))


def body(match: Match, adjustment: Adjustment) -> Adjusted:
    """The entry that records it."""
    ledger: Ledger = match.state.ledger
    return Adjusted(
        postings=tuple(
            Posted(account=account, item=item, amount=n - ledger.balance(account, item))
            for (account, item), n in adjustment.counts.items()
        ),
        settings=tuple(Setting(code=c, value=v) for c, v in adjustment.settings.items()),
        reason=adjustment.reason,
    )
