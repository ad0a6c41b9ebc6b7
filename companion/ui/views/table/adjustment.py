"""Adjustments: counts and positions of the app corrected to those of the table in one entry."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.kernel.models import folded
from companion.kernel.pieces.ledger import ADJUSTMENTS, SUPPLY, Ledger, misplaced
from companion.kernel.pieces.settables import Settable
from companion.kernel.pieces.standings import of_state as unread
from companion.kernel.pieces.standings import sign_at
from companion.kernel.values import Seat
from companion.match.entries import Adjusted, Posted, Setting
from companion.match.fold import Match
from companion.match.reconcile import posted
from companion.rulebook.wording import Wording
from companion.services.privacy import visibility
from companion.ui.views.table.scores import shown


@dataclass(frozen=True)
class Adjustment:
    """Pending adjustment; nothing is recorded yet."""

    counts: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """Real amounts, by account and item."""
    moves: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """Differences, by account and item, where the amount itself is hidden."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """Real values, by code."""
    reason: str = ""

    @property
    def empty(self) -> bool:
        """Return whether it changes nothing."""
        return not self.counts and not self.moves and not self.settings


@dataclass(frozen=True, slots=True)
class AdjustmentLine:
    """Amount of one item in one place."""

    item: str
    label: str
    amount: int
    """Amount including pending changes; only the change where the amount is hidden."""
    changed: bool
    covered: bool = False
    """True if this device may not see the amount."""


@dataclass(frozen=True, slots=True)
class SettingLine:
    """Part of the state outside the ledger."""

    code: str
    label: str
    value: str
    """Label of its value, including pending changes."""
    changed: bool


def places(match: Match, wording: Wording) -> tuple[tuple[str, str], ...]:
    """Return the places whose contents can be counted, with their labels."""
    return tuple(
        (account, wording.account_label(account)) for account in match.game.accounts(match.state)
    )


def counts(
    match: Match,
    wording: Wording,
    account: str,
    adjustment: Adjustment,
    mine: Collection[Seat] = (),
) -> tuple[AdjustmentLine, ...]:
    """Return what lies in a place and what could, as far as these seats may see it."""
    items = _items(match, account, visibility.visible_seats(match, mine))
    return tuple(count(match, wording, (account, item), adjustment, mine) for item in items)


def count(
    match: Match,
    wording: Wording,
    where: tuple[str, str],
    adjustment: Adjustment,
    mine: Collection[Seat] = (),
) -> AdjustmentLine:
    """Return the amount of one item in one account, as far as these seats may see it."""
    account, item = where
    if not visibility.counted(match, account, item, visibility.visible_seats(match, mine)):
        return _covered(wording, account, item, adjustment)
    return _adjustment_line(match, wording, account, item, adjustment)


def _adjustment_line(
    match: Match, wording: Wording, account: str, item: str, adjustment: Adjustment
) -> AdjustmentLine:
    ledger: Ledger = match.state.ledger
    there = ledger.balance(account, item)
    amount, label = adjustment.counts.get((account, item), there), wording.item_label(item)
    if sign := sign_at(match.state, account, item):
        label = wording.app("adjust.unread", item=label, amount=shown(there, sign))
    return AdjustmentLine(item, label, amount, (account, item) in adjustment.counts)


def _covered(wording: Wording, account: str, item: str, adjustment: Adjustment) -> AdjustmentLine:
    change = adjustment.moves.get((account, item), 0)
    label = wording.app("adjust.covered", item=wording.item_label(item))
    return AdjustmentLine(item, label, change, change != 0, covered=True)


def _items(match: Match, account: str, seats: Collection[Seat]) -> tuple[str, ...]:
    """Return the items in an account, and every family without separate kinds.

    Where the contents are hidden, or kinds are few, return everything that could be there.
    """
    ledger: Ledger = match.state.ledger
    held = {i for i in ledger.held(account) if visibility.counted(match, account, i, seats)}
    kinds = {item for item in ledger.names() if ":" in item}
    told_apart = {item.partition(":")[0] for item in kinds}
    plain = {item for item in ledger.names() if ":" not in item}
    families = [
        spec.family
        for spec in match.game.items_of(match.state)
        if spec.family in plain or spec.family not in told_apart
    ]
    specs, there = match.game.items_of(match.state), ledger.held(account)
    number = Counter(item.partition(":")[0] for item in kinds)
    held |= {
        kind
        for kind in kinds
        if number[kind.partition(":")[0]] <= _FEW_KINDS
        or not visibility.counted(match, account, kind, seats)
    }
    covered = {name for name in told_apart if not visibility.counted(match, account, name, seats)}
    listed = (*(name for name in families if name not in covered), *sorted(held - set(families)))
    return tuple(i for i in listed if i in there or misplaced(specs, account, i) is None)


_FEW_KINDS = 6
"""Maximum number of kinds of a family that are listed where none of them lies."""


def moved(adjustment: Adjustment, account: str, item: str, change: int) -> Adjustment:
    """Return the adjustment with the difference of a hidden amount."""
    moves = {key: n for key, n in adjustment.moves.items() if key != (account, item)}
    if change:
        moves[account, item] = change
    return replace(adjustment, moves=moves)


def counted(match: Match, adjustment: Adjustment, account: str, item: str, n: int) -> Adjustment:
    """Return the adjustment with the real amount of an item."""
    ledger: Ledger = match.state.ledger
    amounts = {key: amount for key, amount in adjustment.counts.items() if key != (account, item)}
    if n != ledger.balance(account, item):
        amounts[account, item] = n
    return replace(adjustment, counts=amounts)


def settings(match: Match, wording: Wording, adjustment: Adjustment) -> tuple[SettingLine, ...]:
    """Return what can be set besides counts, as far as this match has it."""
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


def changed_settings(before: Match, after: Match, wording: Wording) -> tuple[str, ...]:
    """Describe what stands otherwise in one match than in another, counts aside."""
    then = {each.code: each for each in before.game.settables_of(before.state)}
    lines = list[str]()
    for each in after.game.settables_of(after.state):
        old, now = then.get(each.code), each.current(after.state)
        was = old.current(before.state) if old else now
        if was != now and old:
            label = wording.settable_label(each.code)
            values = {"before": _label(wording, old, was), "after": _label(wording, each, now)}
            lines.append(wording.app("acta.setting_change", label=label, **values))
    return tuple(lines)


def changed_counts(
    before: Match,
    after: Match,
    wording: Wording,
    seats: Collection[Seat],
    told: Collection[tuple[str, str]] = (),
) -> tuple[str, ...]:
    """Describe what lies otherwise in one match than in another, one line per place, seats first.

    Args:
        before: the one match.
        after: the other match.
        wording: its words.
        seats: seats whose hidden things may be shown.
        told: accounts and items that are told elsewhere.
    """
    moved: dict[str, list[str]] = {}
    for account, item in sorted(_changed_places(before, after), key=_seats_first):
        where, each = (account, item), (before, after)
        if where not in told and all(visibility.counted(m, *where, seats) for m in each):
            amounts = dict(zip(("before", "after"), (_lying(m, *where) for m in each), strict=True))
            part = wording.app("acta.count_part", item=wording.item_label(item), **amounts)
            moved.setdefault(account, []).append(part)
    return tuple(
        wording.app("acta.count_change", place=wording.account_label(account), what="; ".join(what))
        for account, what in moved.items()
    )


def _changed_places(before: Match, after: Match) -> Iterator[tuple[str, str]]:
    """Yield the accounts and items whose amounts differ.

    What the supply gave or took is told where it lies.
    """
    ledgers: tuple[Ledger, Ledger] = before.state.ledger, after.state.ledger
    lacking = {(one.account, one.item): 0 for m in (before, after) for one in unread(m.state)}
    places = dict.fromkeys((a, i) for ledger in ledgers for a, i, _ in ledger.items()) | lacking
    moves = {place: ledgers[1].balance(*place) - ledgers[0].balance(*place) for place in places}
    new = Counter[str]()
    for (account, item), change in moves.items():
        new[item] += change if account != ADJUSTMENTS else 0
    for account, item in places:
        same = _lying(before, account, item) == _lying(after, account, item)
        if not (same or account == ADJUSTMENTS or (account == SUPPLY and not new[item])):
            yield account, item


def _lying(match: Match, account: str, item: str) -> str:
    """Return the amount of an item in an account, with the sign of what nobody has read of it."""
    return shown(match.state.ledger.balance(account, item), sign_at(match.state, account, item))


def _seats_first(place: tuple[str, str]) -> tuple[bool, Seat]:
    seat = visibility.seat_of(place[0])
    return seat is None, seat or 0


def options(match: Match, wording: Wording, code: str) -> tuple[tuple[str, str], ...]:
    """Return the values that a setting can take, with their labels."""
    settable = _settable(match, code)
    return tuple((v, _label(wording, settable, v)) for v in settable.values(match.state))


def set_to(match: Match, adjustment: Adjustment, code: str, value: str) -> Adjustment:
    """Return the adjustment with the real value of a setting."""
    values = {key: v for key, v in adjustment.settings.items() if key != code}
    if value != _settable(match, code).current(match.state):
        values[code] = value
    return replace(adjustment, settings=values)


def value_of(match: Match, adjustment: Adjustment, code: str) -> str:
    """Return the value of a setting, including pending changes."""
    current: str = _settable(match, code).current(match.state)
    return adjustment.settings.get(code, current)


def _settable(match: Match, code: str) -> Settable[Any]:
    parts = match.game.settables_of(match.state)
    return next(settable for settable in parts if settable.code == code)


def _label(wording: Wording, settable: Settable[Any], value: str) -> str:
    return wording.value_label(settable.label(value))


def body(match: Match, adjustment: Adjustment) -> Adjusted:
    """Build the entry that records the adjustment."""
    ledger: Ledger = match.state.ledger
    return Adjusted(
        postings=tuple(
            posted(match.state, place, n - ledger.balance(*place))
            for place, n in adjustment.counts.items()
        )
        + tuple(
            Posted(account=account, item=item, amount=change)
            for (account, item), change in adjustment.moves.items()
        ),
        settings=tuple(Setting(code=c, value=v) for c, v in adjustment.settings.items()),
        reason=adjustment.reason,
    )


def of_body(match: Match, body: Adjusted, mine: Collection[Seat] = ()) -> Adjustment:
    """Return what an entry adjusted of the match before it, to correct it."""
    ledger: Ledger = match.state.ledger
    changes = Counter[tuple[str, str]]()
    for one in body.postings:
        changes[one.account, one.item] += one.amount
    seats = visibility.visible_seats(match, mine)
    seen = {place for place in changes if visibility.counted(match, *place, seats)}
    return Adjustment(
        counts={place: ledger.balance(*place) + n for place, n in changes.items() if place in seen},
        moves={place: n for place, n in changes.items() if place not in seen},
        settings={setting.code: setting.value for setting in body.settings},
        reason=body.reason,
    )


def matching_settings(lines: Sequence[SettingLine], sought: str) -> tuple[SettingLine, ...]:
    """Return the lines whose label or value contains every word, with or without accents."""
    words = folded(sought).split()
    return tuple(
        line for line in lines if all(w in folded(f"{line.label} {line.value}") for w in words)
    )
