"""Timeline of the effective entries: undo, redo and amendments, and what was agreed since."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias, cast, get_args

from pydantic import ValidationError

from companion.kernel.box.facts import FactValues
from companion.kernel.game import Game
from companion.kernel.models import Options
from companion.kernel.pieces.ledger import made
from companion.match.entries import (
    ActaError,
    Amended,
    Clocked,
    ConsentTo,
    Edit,
    EffectiveBody,
    Entry,
    FactsEntered,
    Finished,
    Insert,
    Left,
    Move,
    Noted,
    Recordable,
    Redone,
    Refereed,
    Remove,
    Replace,
    Reported,
    Reseated,
    Started,
    Undone,
    id_before,
)
from companion.match.resumable import Resumable


class Item(NamedTuple):
    """Effective entry: its id and its effective body, which an amendment may have replaced."""

    id: str
    body: Recordable
    entry: Entry
    """Recorded entry that it comes from."""


Items: TypeAlias = tuple[Item, ...]


class Rewrite(NamedTuple):
    """Amendment, with the items before and after it."""

    entry: Entry
    before: Items
    after: Items


UndoStep: TypeAlias = Item | Rewrite
"""Step that can be undone or redone: an item added at the end, or an amendment."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """Effective items, with the undo and redo steps."""

    items: Items = ()
    past: tuple[UndoStep, ...] = ()
    future: tuple[UndoStep, ...] = ()


_ADDS: Final = frozenset(get_args(EffectiveBody))
"""Bodies that add one item at the end."""
_CHANGES_NOTHING: Final = frozenset({Started, Noted, Clocked, Finished})


def advance(timeline: Timeline, entry: Entry) -> Timeline:
    """Return the timeline after one more recorded entry.

    Raises:
        ActaError: `unknown_target` if it undoes, redoes or amends a missing entry.
    """
    if not changes(entry):
        return timeline
    if type(entry.body) in _ADDS:
        item = _added(entry)
        return Timeline((*timeline.items, item), (*timeline.past, item))
    course = _TimelineBuilder(timeline)
    course.take(entry)
    return course.timeline


def amended_items(timeline: Timeline, edits: Iterable[Edit]) -> Items:
    """Return the effective items as they would be after these edits.

    Raises:
        ActaError: `unknown_target` if one names a missing entry.
    """
    last = timeline.items[-1].entry if timeline.items else None
    return _amended(timeline.items, edits, last) if last else ()


def is_one_act(before: UndoStep, report: UndoStep) -> bool:
    """Return whether values or a report were recorded together with the report after them."""
    if type(before.entry.body) not in (FactsEntered, Reported):
        return False
    return before.entry.id == id_before(report.entry.id)


def undo_target(timeline: Timeline, entry_id: str) -> str:
    """Return the entry to undo to, so that a report takes what was recorded with it along."""
    together = recorded_together(timeline, entry_id)
    return together[0].entry.id if together else entry_id


def recorded_together(timeline: Timeline, entry_id: str) -> tuple[UndoStep, ...]:
    """Return an entry and what was recorded together with it before, all done or all undone."""
    undone = timeline.future[::-1]
    for course in (timeline.past, undone):
        # What is asked for was mostly recorded last.
        backwards = reversed(range(len(course)))
        last = next((n for n in backwards if course[n].entry.id == entry_id), None)
        if last is not None:
            first = last
            while first and is_one_act(course[first - 1], course[first]):
                first -= 1
            return course[first : last + 1]
    return ()


def redo_target(timeline: Timeline) -> str:
    """Return the entry to redo to, so that what was recorded together comes back together."""
    last, *later = timeline.future[::-1]
    for step in later:
        if not is_one_act(last, step):
            break
        last = step
    return last.entry.id


def timeline_of(entries: Iterable[Entry]) -> Resumable[Timeline]:
    """Return the timeline of a whole acta, as `advance` would, pausing after each entry.

    Raises:
        ActaError: as `advance`.
    """
    course = _TimelineBuilder(Timeline())
    for entry in entries:
        course.take(entry)
        yield
    return course.timeline


def changes(entry: Entry) -> bool:
    """Return whether an entry changes what counts."""
    return type(entry.body) not in _CHANGES_NOTHING


def adds(body: object) -> bool:
    """Return whether a body adds an item at the end of the timeline."""
    return type(body) in _ADDS


def sets_counting(body: object, *, refereed: bool) -> bool | None:
    """Return whether a table counts by itself after an entry; None if that stays as it is.

    Args:
        body: body of the entry.
        refereed: whether the game has a referee at all.
    """
    if type(body) is Refereed:
        return not body.judged
    # No rule says how fewer go on.
    return refereed if type(body) is Left else None


def _added(entry: Entry) -> Item:
    return made(Item, (entry.id, cast("Recordable", entry.body), entry))


ToldLater: TypeAlias = tuple[tuple[str, int], ...]
"""Printed values that reports had answered, each with the entry that made it known."""


def told_later(timeline: Timeline) -> ToldLater:
    """Return what became known after reports had answered it, and when."""
    bodies: Iterable[tuple[int, Any]] = ((one.entry.seq, one.body) for one in timeline.items)
    # Compare by `type()`: `isinstance` is slow on pydantic models.
    typed = ((seq, body) for seq, body in bodies if type(body) is FactsEntered)
    return tuple((name, seq) for seq, body in typed for name in body.told)


def newest_rules(acta: Iterable[Entry]) -> int:
    """Return the highest rules version that anything in an acta was written under."""
    versions = {0}
    for entry in acta:
        body = entry.body
        # Check the most frequent type first, and by `type()`: `isinstance` is slow on pydantic
        # models.
        if type(body) is Reported:
            versions.add(body.rules_version or 0)
        elif isinstance(body, Started):
            versions.add(body.rules_version)
        elif isinstance(body, Amended):
            bodies = (e.body for e in body.edits if isinstance(e, Replace | Insert))
            versions.update(b.rules_version or 0 for b in bodies if isinstance(b, Reported))
    return max(versions)


class _TimelineBuilder:
    """Mutable timeline, which avoids a copy at each entry of a long acta."""

    def __init__(self, timeline: Timeline) -> None:
        self._items, self._past = [*timeline.items], [*timeline.past]
        self._future = [*timeline.future]

    @property
    def timeline(self) -> Timeline:
        """Return the present timeline."""
        return Timeline(tuple(self._items), tuple(self._past), tuple(self._future))

    def take(self, entry: Entry) -> None:
        """Apply one more recorded entry."""
        # This runs for thousands of entries. Compare by `type()`: `isinstance` is slow on pydantic
        # models.
        body = entry.body
        if type(body) in _ADDS:
            item = _added(entry)
            self._items.append(item)
            self._past.append(item)
            self._future.clear()
        elif type(body) is Undone:
            self._undo(body.to)
        elif type(body) is Redone:
            self._redo(body.to)
        elif type(body) is Amended:
            before = tuple(self._items)
            after = _amended(before, body.edits, entry)
            self._past.append(Rewrite(entry, before, after))
            self._items = [*after]
            self._future.clear()

    def _undo(self, to: str) -> None:
        at = _place(self._past, to)
        for step in reversed(self._past[at:]):
            if isinstance(step, Rewrite):
                self._items = [*step.before]
            else:
                self._items.pop()
            self._future.append(step)
        del self._past[at:]

    def _redo(self, to: str) -> None:
        at = _place(self._future, to)
        for step in reversed(self._future[at:]):
            if isinstance(step, Rewrite):
                self._items = [*step.after]
            else:
                self._items.append(step)
            self._past.append(step)
        del self._future[at:]


def _place(steps: Sequence[UndoStep], entry_id: str) -> int:
    """Return the position of an entry's step among the steps, mostly near the end.

    Raises:
        ActaError: `unknown_target`.
    """
    for at in reversed(range(len(steps))):
        if steps[at].entry.id == entry_id:
            return at
    raise ActaError("unknown_target", {"id": entry_id})


def _amended(items: Items, edits: Iterable[Edit], entry: Entry) -> Items:
    """Return the items after the edits; there are thousands, so each is applied in place."""
    now, ids = list(items), [item.id for item in items]
    for edit in edits:
        _edit(now, ids, edit, entry)
    return tuple(now)


def _edit(items: list[Item], ids: list[str], edit: Edit, entry: Entry) -> None:
    match edit:
        case Insert(id=new, before=before, body=body):
            if new in ids:
                raise ActaError("duplicate_id", {"id": new})
            _put(items, ids, Item(new, body, entry), before)
        case Move(target=target, before=before):
            at = _position(ids, target)
            ids.pop(at)
            _put(items, ids, items.pop(at), before)
        case Remove(target=target):
            at = _position(ids, target)
            del items[at], ids[at]
        case Replace(target=target, body=body):
            at = _position(ids, target)
            items[at] = items[at]._replace(body=body)
        case ConsentTo(target=target, consent=consent):
            at = _position(ids, target)
            old = items[at].body
            if not isinstance(old, Reported):
                raise ActaError("unknown_target", {"id": target})
            items[at] = items[at]._replace(body=old.model_copy(update={"consent": consent}))


def _put(items: list[Item], ids: list[str], item: Item, before: str | None) -> None:
    at = len(ids) if before is None else _position(ids, before)
    items.insert(at, item)
    ids.insert(at, item.id)


def _position(ids: list[str], target: str) -> int:
    try:
        return ids.index(target)
    except ValueError as error:
        raise ActaError("unknown_target", {"id": target}) from error


def entry_of_body(entries: Sequence[Entry], item: Item) -> Entry:
    """Return the entry that said what an effective entry says now: its own, or a correction."""
    if item.body == item.entry.body:
        return item.entry
    for entry in reversed(entries):
        edits = entry.body.edits if isinstance(entry.body, Amended) else ()
        if any(
            isinstance(e, Replace) and (e.target, e.body) == (item.id, item.body) for e in edits
        ):
            return entry
    return item.entry


def is_agreement(item: Item) -> bool:
    """Return whether an entry is valid from the start of the match, wherever it was recorded."""
    return type(item.body) is FactsEntered or type(item.body) is Reseated


def agreed_facts(started: Started, timeline: Timeline) -> FactValues:
    """Return the printed values of a header, with those typed during the match."""
    typed = [i.body for i in timeline.items if type(i.body) is FactsEntered]
    if not typed:
        return started.facts
    facts = {**started.facts}
    for body in typed:
        for fact, value in body.facts.items():
            if value is None:
                facts.pop(fact, None)
            else:
                facts[fact] = value
    return facts


def agreed_options(game: Game[Any], started: Started, timeline: Timeline) -> Options | None:
    """Return the options of a header, with who sits where and who begins as corrected since.

    None: they are no options of the game.
    """
    said = dict(started.options)
    for body in _reseated(timeline):
        said |= {**_of_today(game, body.options), "players": list(body.players)}
    try:
        options: Options = game.options.model_validate(said)
    except ValidationError:
        return None
    return options if len(options.players) == len(started.options["players"]) else None


def agreed_colours(started: Started, timeline: Timeline) -> tuple[int, ...]:
    """Return the chosen colours by seat; empty: in the order of the seats."""
    chosen = started.colours
    for body in _reseated(timeline):
        chosen = body.colours or chosen
    return chosen


def _reseated(timeline: Timeline) -> Iterator[Reseated]:
    return (item.body for item in timeline.items if type(item.body) is Reseated)


def _of_today(game: Game[Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return corrected options in the present fields of the game."""
    formerly = game.options.formerly
    named = {formerly.get(name, name): value for name, value in options.items()}
    return {name: value for name, value in named.items() if name is not None}
