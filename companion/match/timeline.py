"""Which entries of an acta count: undo, redo and amendments over the recorded ones."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias, cast

from companion.kernel.effects import made
from companion.match.entries import (
    Adjusted,
    Amended,
    Body,
    Clocked,
    ConsentTo,
    Edit,
    Entry,
    FactsEntered,
    Finished,
    Insert,
    Move,
    Noted,
    Recordable,
    Redone,
    Remove,
    Replace,
    Reported,
    RulingChanged,
    Started,
    Undone,
)
from companion.match.errors import ActaError


class Item(NamedTuple):
    """One effective entry: its id, and the body that counts (an amendment may have replaced it)."""

    id: str
    body: Recordable
    entry: Entry
    """The recorded entry that it comes from."""


Items: TypeAlias = tuple[Item, ...]


class Rewrite(NamedTuple):
    """An amendment: what it made of the items."""

    entry: Entry
    before: Items
    after: Items


UndoStep: TypeAlias = Item | Rewrite
"""One step that can be undone or redone: what it added at the end, or an amendment."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """What counts now, with the way back and the way forward."""

    items: Items = ()
    past: tuple[UndoStep, ...] = ()
    future: tuple[UndoStep, ...] = ()


# Of thousands of entries it is asked what they are; a model answers `isinstance` slowly.
_ADDS: Final = frozenset({Reported, FactsEntered, RulingChanged, Adjusted})
"""What adds one item at the end."""
_CHANGES_NOTHING: Final = frozenset({Started, Noted, Clocked, Finished})


def advance(timeline: Timeline, entry: Entry) -> Timeline:
    """The timeline after one more recorded entry.

    Raises:
        ActaError: `unknown_target` if it undoes, redoes or amends what is not there.
    """
    match entry.body:
        case Undone(to=to):
            return _undo(timeline, to)
        case Redone(to=to):
            return _redo(timeline, to)
        case Amended(edits=edits):
            items = _amended(timeline.items, edits, entry)
            return Timeline(items, (*timeline.past, Rewrite(entry, timeline.items, items)))
        case Reported() | FactsEntered() | RulingChanged() | Adjusted():
            return _extended(timeline, [_added(entry, entry.body)])
        case _:
            return timeline


def timeline_of(entries: Iterable[Entry]) -> Timeline:
    """The timeline of a whole acta: what `advance` makes entry by entry, in longer strides.

    Raises:
        ActaError: as `advance`.
    """
    timeline, run = Timeline(), list[Item]()
    for entry in entries:
        body = entry.body
        if type(body) in _ADDS:
            run.append(_added(entry, body))
        elif changes(entry):
            timeline, run = advance(_extended(timeline, run), entry), []
    return _extended(timeline, run)


def changes(entry: Entry) -> bool:
    """Whether an entry makes a difference to what counts."""
    return type(entry.body) not in _CHANGES_NOTHING


def _extended(timeline: Timeline, run: list[Item]) -> Timeline:
    if not run:
        return timeline
    return Timeline((*timeline.items, *run), (*timeline.past, *run))


def _added(entry: Entry, body: Body) -> Item:
    return made(Item, (entry.id, cast("Recordable", body), entry))


def _undo(timeline: Timeline, to: str) -> Timeline:
    at = _place(timeline.past, to)
    undone, items, plain = timeline.past[at:], timeline.items, 0
    for step in reversed(undone):
        if isinstance(step, Item):
            plain += 1
        else:
            items, plain = step.before, 0
    future = (*timeline.future, *reversed(undone))
    return Timeline(items[: len(items) - plain], timeline.past[:at], future)


def _redo(timeline: Timeline, to: str) -> Timeline:
    at = _place(timeline.future, to)
    redone, items, added = tuple(reversed(timeline.future[at:])), timeline.items, list[Item]()
    for step in redone:
        if isinstance(step, Item):
            added.append(step)
        else:
            items, added = step.after, []
    return Timeline((*items, *added), (*timeline.past, *redone), timeline.future[:at])


def _place(steps: tuple[UndoStep, ...], entry_id: str) -> int:
    """Where the step of an entry is among those that can be undone, or redone."""
    for at, step in enumerate(steps):
        if step.entry.id == entry_id:
            return at
    raise ActaError("unknown_target", {"id": entry_id})


def _amended(items: Items, edits: Iterable[Edit], entry: Entry) -> Items:
    """The items after a list of edits; they are counted in thousands, so each is done in place."""
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
