"""Consequences of an act: who is affected, and what has to be handed out by hand."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.kernel.memo import ById, memoised
from companion.kernel.pieces.ledger import (
    ADJUSTMENTS,
    SUPPLY,
    Effect,
    Happening,
    Transfer,
    family,
    seat_account,
)
from companion.kernel.values import Counted, Seat
from companion.match.fold import Match
from companion.match.steps import Step
from companion.rulebook.wording import Wording
from companion.services.privacy import visibility
from companion.services.privacy.visibility import seat_of
from companion.ui.views.entries.entry_lines import in_short


@dataclass(frozen=True, slots=True)
class Handout:
    """Something to hand out by hand and tick off."""

    key: str
    text: str
    seat: Seat | None = None
    """Recipient; None: it goes back to the table."""
    what: str = ""
    """Text without the recipient."""
    places: tuple[str, str] = ("", "")
    """Source, empty if it does not matter, and target."""
    items: tuple[tuple[str, int], ...] = ()
    """Amount of each item; empty for a task of the hands."""


@dataclass(frozen=True, slots=True)
class SeatConsequences:
    """Part of a moment that one seat received."""

    seat: Seat
    name: str
    what: tuple[str, ...]
    keys: frozenset[str]
    """Keys of the handouts in it."""


@dataclass(frozen=True, slots=True)
class Consequences:
    """Moment at the table: the consequences of an act, and who received what."""

    entry: str
    title: str
    more: tuple[str, ...]
    """Other consequences of the same act worth mentioning."""
    shares: tuple[SeatConsequences, ...]
    loose: tuple[Handout, ...]
    """Handouts that go back to the table."""

    @property
    def keys(self) -> frozenset[str]:
        """Return the keys of all its handouts."""
        shares = frozenset(key for share in self.shares for key in share.keys)
        return shares | {handout.key for handout in self.loose}


_MORE = 2
"""Number of kinds of further consequences; the line below the board has all of them."""


def is_moment(step: Step | None, codes: Collection[str]) -> bool:
    """Return whether a step had a consequence that counts as a moment."""
    return step is not None and any(_code(effect) in codes for effect in step.effects)


def moment(
    match: Match,
    step: Step | None,
    wording: Wording,
    codes: Collection[str],
    seats: Collection[Seat],
    nouns: Mapping[str, str],
) -> Consequences | None:
    """Describe what a step brought to each seat; None if that is no moment.

    Args:
        match: the match.
        step: last step of the match that did something.
        wording: its words.
        codes: effects that count as a moment, most important first.
        seats: seats whose hidden things may be shown now.
        nouns: noun that counts each item family.
    """
    if step is None or not is_moment(step, codes):
        return None
    visible = visibility.visible_effects(match, step.effects, seats)
    order = {code: n for n, code in enumerate(codes)}
    effects = sorted((e for e in visible if _code(e) in order), key=lambda e: order[_code(e)])
    if not effects:
        return None
    title, more = _title_and_lines(in_short(match, step, wording), effects, wording)
    given = handouts(match, step, wording, seats, nouns)
    return Consequences(
        step.item.id,
        title,
        more,
        tuple(_shares(wording, visible, given, nouns)),
        tuple(handout for handout in given if handout.seat is None),
    )


def _title_and_lines(
    reported: str, effects: Sequence[Effect], wording: Wording
) -> tuple[str, tuple[str, ...]]:
    """Return the title of a moment and its further lines.

    The title is the most important effect. If several seats received it, the title is the report
    itself, because their parts stand beside their names.
    """
    first, *others = effects
    alike = [effect for effect in others if _code(effect) == _code(first)]
    title = f"{reported}." if alike else wording.effect(first)
    others = [effect for effect in others if effect not in alike]
    # What happened to several seats is told of all of them, or of none.
    told = [*dict.fromkeys(_code(effect) for effect in others)][:_MORE]
    lines = (wording.effect(effect) for effect in others if _code(effect) in told)
    return title, tuple(dict.fromkeys(line for line in lines if line and line != title))


def _code(effect: Effect) -> str:
    """Return the moment code of an effect: the code of a happening, or `family>target`.

    What an adjustment or a count moves is none.
    """
    match effect:
        case Transfer(source=source) if source == ADJUSTMENTS:
            return ""
        case Happening(code=code):
            return code
        case Transfer(item=item, target=target):
            return f"{family(item)}>{target.partition(':')[0]}"
        case _:
            return ""


def _shares(
    wording: Wording,
    effects: Iterable[Effect],
    given: Collection[Handout],
    nouns: Mapping[str, str],
) -> Iterator[SeatConsequences]:
    """Yield the part of each seat: what it took in the report, then its handouts."""
    taken = _taken(effects)
    for seat, name in enumerate(wording.players):
        mine = [handout for handout in given if handout.seat == seat]
        own = [_amounts(wording, taken[seat], nouns)] if seat in taken else []
        if mine or own:
            what = (*own, *(handout.what for handout in mine))
            yield SeatConsequences(seat, name, what, frozenset(handout.key for handout in mine))


def _taken(effects: Iterable[Effect]) -> dict[Seat, dict[str, int]]:
    """Return what each seat received from elsewhere without a handout."""
    received: dict[Seat, dict[str, int]] = {}
    for effect in effects:
        if not isinstance(effect, Transfer) or effect.automatic:
            continue
        to = seat_of(effect.target)
        if to is not None and to != seat_of(effect.source):
            items = received.setdefault(to, {})
            items[effect.item] = items.get(effect.item, 0) + effect.amount
    return received


def hand_back(
    match: Match, wording: Wording, entry_id: str, seats: Collection[Seat], nouns: Mapping[str, str]
) -> tuple[str, ...]:
    """Describe what goes back by hand if an entry and all later ones are undone.

    What a correction put into the past was done at the table before, and stays so. Of a game that
    is only counted, nothing is known to lie there.
    """
    if not match.game.judged:
        return ()
    seq = next((e.seq for e in match.entries if e.id == entry_id), len(match.entries))
    later = (step for step in reversed(match.steps) if step.item.entry.seq >= seq)
    undone = (step for step in later if step.item.id == step.item.entry.id)
    moved = [effect for step in undone for effect in reversed([*_seen(match, step, seats)])]
    specs = match.game.items_of(match.state)
    tracks = {spec.family for spec in specs if spec.track}
    unlike = {spec.family for spec in specs if spec.family in spec.kinds}
    along = [effect for effect in moved if family(effect.item) in tracks]
    back = [effect for effect in moved if family(effect.item) not in tracks]
    return (
        *(_along(wording, *change, nouns) for change in _changes(along)),
        *(_back(wording, *each, nouns) for each in _turned_back(back, unlike).items()),
    )


def _seen(match: Match, step: Step, seats: Collection[Seat]) -> Iterator[Transfer]:
    """Yield the transfers of a step that these seats may see, except corrections of the app."""
    for effect in step.effects:
        if (
            isinstance(effect, Transfer)
            and ADJUSTMENTS not in (effect.source, effect.target)
            and visibility.shown(match, effect, seats)
        ):
            yield effect


def _turned_back(
    moved: Iterable[Transfer], unlike: Collection[str]
) -> dict[tuple[str, str], dict[str, int]]:
    """Return by source and target what goes back of what was moved, the last first.

    What went to and fro stays, except unknown things that may be `unlike`.
    """
    back = dict[tuple[str, str], dict[str, int]]()
    for effect in moved:
        item, amount, to = effect.item, effect.amount, (effect.source, effect.target)
        there = back.get(to, {})
        kept = 0 if item in unlike else min(amount, there.get(item, 0))
        for between, n in ((to, -kept), (to[::-1], amount - kept)):
            of = back.setdefault(between, {})
            of[item] = of.get(item, 0) + n
    left = {to: {item: n for item, n in items.items() if n} for to, items in back.items()}
    return {to: items for to, items in left.items() if items}


def _changes(moved: Iterable[Transfer]) -> Iterator[tuple[str, str, int]]:
    """Yield how far each seat goes back along its track of an item."""
    changes = Counter[tuple[str, str]]()
    for effect in moved:
        changes[effect.source, effect.item] += effect.amount
        changes[effect.target, effect.item] -= effect.amount
    for (account, item), change in changes.items():
        if change and seat_of(account) is not None:
            yield account, item, change


def _along(wording: Wording, account: str, item: str, change: int, nouns: Mapping[str, str]) -> str:
    """Describe how a seat goes along a track; the supply has no place there."""
    amounts = _amounts(wording, {item: abs(change)}, nouns)
    said = "mesa.more" if change > 0 else "mesa.less"
    return wording.app(said, items=amounts, who=wording.account_label(account))


def _back(
    wording: Wording, places: tuple[str, str], items: Mapping[str, int], nouns: Mapping[str, str]
) -> str:
    """Describe what goes back, as part of a sentence; pieces of the supply need no source."""
    source, target = (wording.account_label(place) for place in places)
    amounts = _amounts(wording, items, nouns)
    key = "mesa.back_to" if places[0] == SUPPLY else "mesa.back"
    return wording.app(key, items=amounts, source=source, target=target)


def handouts(
    match: Match,
    step: Step | None,
    wording: Wording,
    seats: Collection[Seat],
    nouns: Mapping[str, str],
) -> tuple[Handout, ...]:
    """Return what to hand out, one line per pair of places: «Ana: 3 llaves y 2 cartas».

    What the screen reckoned and hands have to move besides comes after it.
    """
    if step is None:
        return ()
    entry, moved = step.item.id, [ById(effect) for effect in _moved(match, step, seats)]
    given = memoised(wording, _handouts, entry, ById(nouns), *moved) if moved else ()
    # Nobody sets the table for a turn that does not come.
    over = match.outcome is not None and step is match.steps[-1]
    tasks = () if over else wording.tasks(step.effects)
    return given + tuple(Handout(f"{entry}:{task}", task, what=task) for task in tasks)


def _moved(match: Match, step: Step, seats: Collection[Seat]) -> Iterator[Transfer]:
    """Yield the automatic transfers of a step that these seats may see."""
    return (effect for effect in _seen(match, step, seats) if effect.automatic)


def _handouts(
    wording: Wording, entry: str, nouns: ById[Mapping[str, str]], *moved: ById[Transfer]
) -> tuple[Handout, ...]:
    """Build the handouts, memoised for all who see the same."""
    return tuple(
        _handout(_key(entry, places, items), wording, *places, items, nouns.thing)
        for places, items in _summed(each.thing for each in moved).items()
    )


def _summed(moved: Iterable[Transfer]) -> dict[tuple[str, str], dict[str, int]]:
    """Sum up transfers by source and target. The source is empty for a target that is a seat's."""
    groups: dict[tuple[str, str], dict[str, int]] = {}
    for effect in moved:
        source = effect.source if seat_of(effect.source) is not None else ""
        key = ("" if seat_of(effect.target) is not None else source, effect.target)
        items = groups.setdefault(key, {})
        items[effect.item] = items.get(effect.item, 0) + effect.amount
    return groups


def _key(entry: str, places: tuple[str, str], items: Mapping[str, int]) -> str:
    """Return the key of a handout; another amount gives another key."""
    return ":".join((entry, *places, *(f"{n}x{item}" for item, n in items.items())))


def by_recipient(
    given: Iterable[Handout], wording: Wording, nouns: Mapping[str, str]
) -> tuple[str, ...]:
    """Describe handouts summed up, each recipient named once: «Ana: 1 peón y 2 llaves».

    Of the tasks of one thing only the last is told.
    """
    summed: dict[tuple[str, str], dict[str, int]] = {}
    tasks: dict[str, str] = {}
    for handout in given:
        if not handout.items:
            tasks[handout.text.partition(": ")[0]] = handout.text
            continue
        items = summed.setdefault(handout.places, {})
        for item, amount in handout.items:
            items[item] = items.get(item, 0) + amount
    moved = (_handout("", wording, *places, of, nouns).text for places, of in summed.items())
    return (*moved, *tasks.values())


def still_ticked(
    ticked: Collection[str], before: Iterable[Handout], after: Collection[Handout]
) -> frozenset[str]:
    """Return the ticked keys after the same handouts come from another entry.

    Args:
        ticked: keys of the ticked handouts.
        before: handouts as they were.
        after: handouts as they are now.
    """
    given = Counter(handout.text for handout in before if handout.key in ticked)
    given.subtract(handout.text for handout in after if handout.key in ticked)
    keys = {*ticked}
    for handout in after:
        if handout.key not in keys and given[handout.text] > 0:
            given[handout.text] -= 1
            keys.add(handout.key)
    return frozenset(keys)


def _handout(
    key: str,
    wording: Wording,
    source: str,
    target: str,
    items: Mapping[str, int],
    nouns: Mapping[str, str],
) -> Handout:
    amounts, seat = _amounts(wording, items, nouns), seat_of(target)
    places = {
        "source": wording.account_label(source) if source else "",
        "target": wording.account_label(target),
    }
    placed = seat is not None and target != seat_account(seat)
    said = "mesa.return" if source else "mesa.back_to" if placed else "mesa.hand_out"
    text = wording.app(said, items=amounts, **places)
    what = amounts
    if placed:
        place = wording.account_label(target, owner=False)
        what = wording.app("mesa.hand_out", items=amounts, target=place)
    return Handout(key, text, seat, what, (source, target), tuple(items.items()))


def _amounts(wording: Wording, items: Mapping[str, int], nouns: Mapping[str, str]) -> str:
    """Describe amounts, counted by the noun of their family if it has one, else by their own."""
    summed: dict[str, int] = {}
    for item, amount in items.items():
        name = family(item) if family(item) in nouns else item
        summed[name] = summed.get(name, 0) + amount
    amounts = tuple(_amount(wording, item, amount, nouns) for item, amount in summed.items())
    return wording.app("mesa.amounts", items=amounts)


def _amount(wording: Wording, item: str, amount: int, nouns: Mapping[str, str]) -> str:
    name = family(item)
    single = amount == 1 and item != name and seat_of(item) is None
    # A single item without an owner may have a noun of its own. An item that belongs to a seat is
    # named by its family only.
    counted = (item,) if single and item not in nouns else (item, name)
    noun = nouns.get(item) or next((kind for kind in counted if _has_noun(wording, kind)), None)
    if noun is not None:
        return wording.noun(amount, noun.replace(":", "."))
    label = wording.item_label(item)
    return label if amount == 1 else f"{label} {amount}"


def _has_noun(wording: Wording, item: str) -> bool:
    return isinstance(wording.amount_of(item, 1), Counted)
