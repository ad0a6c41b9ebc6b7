"""History of each entry: the state it was recorded on, and what it did there."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.match.entries import (
    Adjusted,
    Amended,
    Body,
    Closed,
    Entry,
    FactsEntered,
    Insert,
    Refereed,
    Replace,
    Reported,
    RulingChanged,
)
from companion.match.fold import Match, append, beginning
from companion.match.history import Chronicle
from companion.match.steps import Step


@dataclass(frozen=True, slots=True)
class Moment:
    """One entry at the time it was recorded."""

    entry: Entry
    state: Any
    """State before it; None before the first one."""
    step: Step | None
    """Step it played then; None if it was no step, or did not hold."""


@dataclass(frozen=True, slots=True)
class Version:
    """Body of an effective entry from some place in the acta on, with the state it met."""

    since: tuple[int, int]
    """Number of the entry that set it, and of the edit in it."""
    body: Body
    state: Any


class Moments:
    """Moments of a match. For a continuation of it, only the added entries are read.

    Args:
        match: the match, read so far only up to its first entry.
    """

    def __init__(self, match: Match) -> None:
        self.now = beginning(match)
        self.chronicle = Chronicle()
        self.by_id: dict[str, Moment] = {}
        self.versions: dict[str, list[Version]] = {}
        self._take(match.entries[0], None, self.now)

    def leads_to(self, match: Match) -> bool:
        """Return whether a match is this one or a continuation of it."""
        entries = self.now.entries
        return match.entries[: len(entries)] == entries

    def follow(self, match: Match) -> Iterator[None]:
        """Read on to the end of a continuation, one entry at a time."""
        for entry in match.entries[len(self.now.entries) :]:
            before, self.now = self.now, append(self.now, entry, match)
            self._take(entry, before.state, self.now)
            yield

    def copy(self) -> "Moments":
        """Return an independent copy."""
        twin = Moments.__new__(Moments)
        twin.now, twin.chronicle = self.now, self.chronicle.copy()
        twin.by_id, twin.versions = dict(self.by_id), {k: [*v] for k, v in self.versions.items()}
        return twin

    def version(self, entry_id: str, before: tuple[int, int] | None = None) -> Version | None:
        """Return the version of an effective entry just before a place in the acta.

        Without `before`, it is the first version.
        """
        versions = self.versions.get(entry_id, [])
        if before is None:
            return versions[0] if versions else None
        return next((one for one in reversed(versions) if one.since < before), None)

    def _take(self, entry: Entry, state: Any, after: Match) -> None:
        own = after.steps[-1] if after.steps and after.steps[-1].item.id == entry.id else None
        self.by_id[entry.id] = Moment(entry, state, own)
        self.chronicle.take(entry, after.timeline)
        match entry.body:
            case Reported() | Adjusted() | FactsEntered() | RulingChanged() | Refereed() | Closed():
                self._add(entry.id, Version((entry.seq, 0), entry.body, state))
            case Amended(edits=edits):
                states = after.states_before
                for n, edit in enumerate(edits, 1):
                    if isinstance(edit, Insert | Replace):
                        name = edit.id if isinstance(edit, Insert) else edit.target
                        there = states.get(name, after.state)
                        self._add(name, Version((entry.seq, n), edit.body, there))
            case _:
                pass

    def _add(self, entry_id: str, version: Version) -> None:
        self.versions.setdefault(entry_id, []).append(version)
