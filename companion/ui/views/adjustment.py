"""Making the app say what the table says: counts and positions, set right in one entry."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.kernel.ledger import Ledger, misplaced
from companion.kernel.settables import Settable
from companion.kernel.text import folded
from companion.kernel.values import Seat
from companion.match.entries import Adjusted, Posted, Setting
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.table import sight


@dataclass(frozen=True)
class Adjustment:
    """What is being set right; nothing is recorded yet."""

    counts: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """By account and item, how much there really is."""
    moves: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """By account and item, how much more or less there is, where it cannot be seen how much."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """By code, the value it really has."""
    reason: str = ""

    @property
    def empty(self) -> bool:
        """Whether it changes nothing."""
        return not self.counts and not self.moves and not self.settings


@dataclass(frozen=True, slots=True)
class CountLine:
    """One number of one place."""

    item: str
    label: str
    amount: int
    """With what was changed so far; where it is covered, the change alone."""
    changed: bool
    covered: bool = False
    """Whether this device may not see how much there is."""


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
    match: Match,
    wording: Wording,
    account: str,
    adjustment: Adjustment,
    mine: Collection[Seat] = (),
) -> tuple[CountLine, ...]:
    """What lies in a place and what could, as far as a device with these seats may see it."""
    seats = sight.seen(match, mine)
    return tuple(
        _seen(match, wording, account, item, adjustment)
        if sight.counted(match, account, item, seats)
        else _covered(wording, account, item, adjustment)
        for item in _items(match, account, seats)
    )


def _seen(
    match: Match, wording: Wording, account: str, item: str, adjustment: Adjustment
) -> CountLine:
    ledger: Ledger = match.state.ledger
    amount = adjustment.counts.get((account, item), ledger.balance(account, item))
    label = wording.item_label(item)
    return CountLine(item, label, amount, (account, item) in adjustment.counts)


def _covered(wording: Wording, account: str, item: str, adjustment: Adjustment) -> CountLine:
    change = adjustment.moves.get((account, item), 0)
    label = wording.app("adjust.covered", item=wording.item_label(item))
    return CountLine(item, label, change, change != 0, covered=True)


def _items(match: Match, account: str, seats: Collection[Seat]) -> tuple[str, ...]:
    """What lies there, and every family of which nothing need be told apart.

    Where it may not be seen what lies there, everything that could.
    """
    ledger: Ledger = match.state.ledger
    held = {i for i in ledger.held(account) if sight.counted(match, account, i, seats)}
    kinds = {item for item in ledger.names() if ":" in item}
    told_apart = {item.partition(":")[0] for item in kinds}
    plain = {item for item in ledger.names() if ":" not in item}
    found = [
        spec.family
        for spec in match.game.items_of(match.state)
        if spec.family in plain or spec.family not in told_apart
    ]
    held |= {kind for kind in kinds if not sight.counted(match, account, kind, seats)}
    covered = {name for name in told_apart if not sight.counted(match, account, name, seats)}
    listed = (*(name for name in found if name not in covered), *sorted(held - set(found)))
    specs, there = match.game.items_of(match.state), ledger.held(account)
    return tuple(i for i in listed if i in there or misplaced(specs, account, i) is None)


def moved(adjustment: Adjustment, account: str, item: str, change: int) -> Adjustment:
    """The adjustment with how much more or less there is of something that is covered."""
    found = {key: n for key, n in adjustment.moves.items() if key != (account, item)}
    if change:
        found[account, item] = change
    return replace(adjustment, moves=found)


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
        for settable in match.game.settables_of(match.state)
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
    parts = match.game.settables_of(match.state)
    return next(settable for settable in parts if settable.code == code)


def _label(wording: Wording, settable: Settable[Any], value: str) -> str:
    return wording.value_label(settable.label(value))


def body(match: Match, adjustment: Adjustment) -> Adjusted:
    """The entry that records it."""
    ledger: Ledger = match.state.ledger
    return Adjusted(
        postings=tuple(
            Posted(account=account, item=item, amount=n - ledger.balance(account, item))
            for (account, item), n in adjustment.counts.items()
        )
        + tuple(
            Posted(account=account, item=item, amount=change)
            for (account, item), change in adjustment.moves.items()
        ),
        settings=tuple(Setting(code=c, value=v) for c, v in adjustment.settings.items()),
        reason=adjustment.reason,
    )


def found(lines: Sequence[SettingLine], sought: str) -> tuple[SettingLine, ...]:
    """The lines that have every word, in what they are or what stands there, accents or not."""
    words = folded(sought).split()
    return tuple(
        line for line in lines if all(w in folded(f"{line.label} {line.value}") for w in words)
    )
