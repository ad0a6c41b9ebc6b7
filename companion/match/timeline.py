"""Which entries of an acta count: undo, redo and amendments over the recorded ones."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.match.entries import (
    Adjusted,
    Amended,
    Clocked,
    ConsentTo,
    Edit,
    Entry,
    FactEntered,
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


@dataclass(frozen=True, slots=True)
class Item:
    """One effective entry: its id, and the body that counts (an amendment may have replaced it)."""

    id: str
    body: Recordable
    entry: Entry
    """The recorded entry that it comes from."""


Items = tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class UndoStep:
    """One step that can be undone or redone: the entry, and what it made of the items."""

    entry: Entry
    rewrite: tuple[Items, Items] | None = None
    """Before and after an amendment; None: it added one item at the end, the commonest by far."""

    def undone(self, items: Items) -> Items:
        """What counted before this step."""
        return self.rewrite[0] if self.rewrite else items[:-1]

    def redone(self, items: Items) -> Items:
        """What counts after this step."""
        return self.rewrite[1] if self.rewrite else (*items, _item(self.entry))


@dataclass(frozen=True, slots=True)
class Timeline:
    """What counts now, with the way back and the way forward."""

    items: Items = ()
    past: tuple[UndoStep, ...] = ()
    future: tuple[UndoStep, ...] = ()


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
            items = timeline.items
            for edit in edits:
                items = _edited(items, edit, entry)
            return _stepped(timeline, UndoStep(entry, (timeline.items, items)))
        case Reported() | FactEntered() | RulingChanged() | Adjusted():
            return _stepped(timeline, UndoStep(entry))
        case _:
            return timeline


def timeline_of(entries: Iterable[Entry]) -> Timeline:
    """The timeline of a whole acta: what `advance` makes entry by entry, in longer strides.

    Raises:
        ActaError: as `advance`.
    """
    timeline, run = Timeline(), list[UndoStep]()
    for entry in entries:
        if isinstance(entry.body, Reported | FactEntered | RulingChanged | Adjusted):
            run.append(UndoStep(entry))
        elif changes(entry):
            timeline, run = advance(_extended(timeline, run), entry), []
    return _extended(timeline, run)


def changes(entry: Entry) -> bool:
    """Whether an entry makes a difference to what counts."""
    return not isinstance(entry.body, Started | Noted | Clocked | Finished)


def _extended(timeline: Timeline, run: list[UndoStep]) -> Timeline:
    if not run:
        return timeline
    items = (*timeline.items, *(_item(step.entry) for step in run))
    return Timeline(items, (*timeline.past, *run))


def _item(entry: Entry) -> Item:
    assert isinstance(entry.body, Reported | FactEntered | RulingChanged | Adjusted)
    return Item(entry.id, entry.body, entry)


def _stepped(timeline: Timeline, step: UndoStep) -> Timeline:
    return Timeline(step.redone(timeline.items), (*timeline.past, step))


def _undo(timeline: Timeline, to: str) -> Timeline:
    if all(step.entry.id != to for step in timeline.past):
        raise ActaError("unknown_target", {"id": to})
    items, past, future = timeline.items, list(timeline.past), list(timeline.future)
    while True:
        step = past.pop()
        future.append(step)
        items = step.undone(items)
        if step.entry.id == to:
            return Timeline(items, tuple(past), tuple(future))


def _redo(timeline: Timeline, to: str) -> Timeline:
    if all(step.entry.id != to for step in timeline.future):
        raise ActaError("unknown_target", {"id": to})
    items, past, future = timeline.items, list(timeline.past), list(timeline.future)
    while True:
        step = future.pop()
        past.append(step)
        items = step.redone(items)
        if step.entry.id == to:
            return Timeline(items, tuple(past), tuple(future))


def _position(items: Items, target: str | None) -> int:
    if target is None:
        return len(items)
    for index, item in enumerate(items):
        if item.id == target:
            return index
    raise ActaError("unknown_target", {"id": target})


def _edited(items: Items, edit: Edit, entry: Entry) -> Items:
    match edit:
        case Insert(id=new, before=before, body=body):
            if any(item.id == new for item in items):
                raise ActaError("duplicate_id", {"id": new})
            at = _position(items, before)
            return (*items[:at], Item(new, body, entry), *items[at:])
        case Move(target=target, before=before):
            at = _position(items, target)
            rest = items[:at] + items[at + 1 :]
            to = _position(rest, before)
            return (*rest[:to], items[at], *rest[to:])
        case Remove(target=target):
            at = _position(items, target)
            return items[:at] + items[at + 1 :]
        case Replace(target=target, body=body):
            at = _position(items, target)
            return (*items[:at], replace(items[at], body=body), *items[at + 1 :])
        case ConsentTo(target=target, consent=consent):
            at = _position(items, target)
            old = items[at].body
            if not isinstance(old, Reported):
                raise ActaError("unknown_target", {"id": target})
            body = old.model_copy(update={"consent": consent})
            return (*items[:at], replace(items[at], body=body), *items[at + 1 :])
