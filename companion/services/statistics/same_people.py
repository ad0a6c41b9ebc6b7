"""People of the statistics: spellings joined into one person, and the record of each."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.services.statistics.figures import (
    FinishedMatches,
    Played,
    PlayerTotal,
    Seated,
    by_player,
    names,
    same_name,
)

JOINED_KEY = "people_joined"
"""Storage key of the joined spellings."""
_FILE_START = b'{"people_joined":'
Joined = Mapping[str, str]
"""By spelling, the one that it is joined to; both as `same_name` returns them."""


def read_joined(text: str | None) -> Joined:
    """Parse the joined spellings; nothing is joined where they cannot be read."""
    try:
        raw = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    if not isinstance(raw, dict):
        return {}
    pairs = {k: v for k, v in raw.items() if isinstance(v, str) and v and k != v}
    # A chain has been written by nobody; it is read as far as its first link.
    return {k: v for k, v in pairs.items() if v not in pairs}


def dump_joined(joined: Joined) -> str:
    """Serialize the joined spellings."""
    return json.dumps(dict(joined), ensure_ascii=False)


def is_people(data: bytes) -> bool:
    """Return whether the data claims to be joined spellings."""
    return data.startswith(_FILE_START)


def dump_people(joined: Joined) -> bytes:
    """Serialize the joined spellings to their file form."""
    return _FILE_START + dump_joined(joined).encode() + b"}"


def read_people(data: bytes) -> Joined:
    """Parse the joined spellings of a file; those that no name has are left out."""
    text = data[len(_FILE_START) : -1].decode(errors="replace")
    pairs = read_joined(text if is_people(data) else None)
    return {k: v for k, v in pairs.items() if same_name(k) == k and same_name(v) == v}


def merged(ours: Joined, theirs: Joined) -> Joined:
    """Return the joined spellings of both; what is joined or joined to here stays as it is."""
    for spelling, into in theirs.items():
        if spelling not in ours and spelling not in ours.values():
            ours = with_joined(ours, spelling, into)
    return ours


def with_joined(joined: Joined, spelling: str, into: str) -> Joined:
    """Return the joined spellings with one more, and all that were joined to it."""
    into = joined.get(into, into)
    moved = {k: into if v == spelling else v for k, v in joined.items()}
    return {k: v for k, v in {**moved, spelling: into}.items() if k != v}


def without_joined(joined: Joined, spelling: str) -> Joined:
    """Return the joined spellings without one, which is a person of its own again."""
    return {k: v for k, v in joined.items() if k != spelling}


def as_people(finished: FinishedMatches, joined: Joined) -> FinishedMatches:
    """Return the matches with each joined spelling as its person is written last."""
    latest = names(finished.played)

    def person(seat: Seated) -> Seated:
        into = joined.get(same_name(seat.name))
        return replace(seat, name=latest[into]) if into in latest else seat

    played = tuple(
        replace(one, seats=tuple(map(person, one.seats))) if joined else one
        for one in finished.played
    )
    return replace(finished, played=played)


def person_id(name: str) -> str:
    """Return a short identifier of a person, the same in every match."""
    return hashlib.sha256(same_name(name).encode()).hexdigest()[:8]


@dataclass(frozen=True, slots=True)
class Company:
    """Number of matches with another person, and of wins of each in them."""

    name: str
    matches: int
    wins: int
    """Wins of the person whose record it is."""
    theirs: int


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """Record of one person over the finished matches."""

    total: PlayerTotal
    matches: tuple[Played, ...]
    """Matches of this person, the last one first."""
    company: tuple[Company, ...]
    """Other people, the most frequent first."""
    spellings: tuple[str, ...]
    """Other spellings that are joined to this person."""
    others: tuple[tuple[str, str], ...]
    """Key and name of everybody who may be the same person: who never played beside it."""


def record(
    finished: FinishedMatches, identifier: str, joined: Joined = MappingProxyType({})
) -> PersonRecord | None:
    """Return the record of a person by its identifier; None if nobody has it.

    Args:
        finished: the matches as they were played.
        identifier: of the person, or of a spelling that is joined to it.
        joined: the joined spellings.
    """
    written = names(finished.played)
    key = next((one for one in written if person_id(one) == identifier), "")
    key = joined.get(key, key)
    played = as_people(finished, joined).played
    total = next((one for one in by_player(played) if one.key == key), None)
    if total is None:
        return None
    matches = tuple(one for one in played if _seat(one, key))
    beside = {same_name(seat.name) for one in matches for seat in one.seats}
    others = sorted((k, n) for k, n in names(played).items() if k not in beside)
    spelled = tuple(written[k] for k, into in joined.items() if into == key and k in written)
    return PersonRecord(total, matches, _company(matches, key), spelled, tuple(others))


def _seat(one: Played, key: str) -> Seated | None:
    return next((seat for seat in one.seats if same_name(seat.name) == key), None)


def seat_of(one: Played, key: str) -> Seated:
    """Return the seat of a person in one of its matches."""
    seat = _seat(one, key)
    assert seat is not None
    return seat


def _company(matches: Sequence[Played], key: str) -> tuple[Company, ...]:
    written: dict[str, str] = {}
    count, wins, theirs = Counter[str](), Counter[str](), Counter[str]()
    for one, other in _others(matches, key):
        name = same_name(other.name)
        written.setdefault(name, other.name)
        count[name] += 1
        wins[name] += seat_of(one, key).won
        theirs[name] += other.won
    ranked = sorted(written, key=lambda name: (-count[name], name))
    return tuple(Company(written[k], count[k], wins[k], theirs[k]) for k in ranked)


def _others(matches: Sequence[Played], key: str) -> Iterator[tuple[Played, Seated]]:
    for one in matches:
        yield from ((one, seat) for seat in one.seats if same_name(seat.name) != key)
