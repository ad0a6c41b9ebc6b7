"""Shared table in words: members, seats and the latest news."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.kernel.values import Seat
from companion.match.entries import Amended, FactsEntered, Finished, Redone, Reported, Undone
from companion.match.fold import Match
from companion.rulebook.loader import AppWords
from companion.services.sharing.seat_assignment import TableMember, TableNow
from companion.services.sharing.shared_tables import Mending, Role

ORGANISER = ""
"""Device id of the client at the host's own door."""


class Holder(StrEnum):
    """Holder of a seat, as one device sees it."""

    MINE = "mine"
    FREE = "free"
    HOST = "host"
    """The seat stays with the host until the host gives it away."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class SharedSeatView:
    """Seat at a shared table."""

    seat: Seat
    name: str
    holder: Holder
    text: str
    """Description of its holder."""
    short: str
    """Shortest description of its holder."""
    device: str | None = None
    """Member that holds it."""
    arrived: bool = False
    """True if that device is present."""
    colour: int = 0
    asked: bool = False
    """True if this device asks the host for it."""


@dataclass(frozen=True, slots=True)
class SeatRequestView:
    """Seat that somebody asks this host for."""

    seat: Seat
    device: str
    text: str


@dataclass(frozen=True, slots=True)
class PersonView:
    """Device at the table, or all devices of the host."""

    id: str
    label: str
    detail: str
    """Role and seats."""
    presence: str
    present: bool
    me: bool
    host: bool


@dataclass(frozen=True, slots=True)
class SharedTableView:
    """Shared table as one device sees it."""

    is_open: bool
    hosting: bool
    """True if this device assigns the seats."""
    member: bool
    """True if it was admitted, and can leave."""
    code: str
    seats: tuple[SharedSeatView, ...]
    mine: tuple[Seat, ...]
    people: tuple[PersonView, ...]
    mending: Mending
    requests: tuple[SeatRequestView, ...] = ()
    """Seats that this host is asked for."""
    lost: SharedSeatView | None = None
    """Seat that a host took away from this device, which holds none since."""

    @property
    def known(self) -> bool:
        """Return whether the table is or was open."""
        return self.is_open or any(person.id != ORGANISER for person in self.people)


def view(
    now: TableNow, names: Sequence[str], colours: Sequence[int], owner: bool, words: AppWords
) -> SharedTableView:
    """Build the view model of a table.

    Args:
        now: the table.
        names: names of the players, by seat.
        colours: colours of the players, by seat.
        owner: True if this device uses the host's own door.
        words: words of the interface.
    """
    labels = {person.id: label(person, n, words) for n, person in enumerate(now.people, 1)}
    taken = {seat: person for person in now.people for seat in person.seats}
    own = tuple(seat for seat in range(len(names)) if seat not in taken)
    hosting = now.role is Role.HOST
    asked = frozenset() if hosting else frozenset(request.seat for request in now.requests)
    organiser = _person(
        TableMember(ORGANISER, "", Role.HOST, own, now.host_present or owner, owner),
        words("share.organiser"),
        names,
        words,
    )
    seats = tuple(
        replace(
            _seat(seat, name, now, taken.get(seat), labels, owner, words),
            colour=colour,
            asked=seat in asked,
        )
        for (seat, name), colour in zip(enumerate(names), colours, strict=True)
    )
    lost = next((seat for seat in seats if seat.seat in now.lost and not now.seats), None)
    return SharedTableView(
        is_open=now.is_open,
        hosting=hosting,
        member=any(person.me for person in now.people),
        code=now.code,
        seats=seats,
        mine=tuple(sorted(now.seats)),
        people=(organiser, *(_person(p, labels[p.id], names, words) for p in now.people)),
        mending=now.mending,
        requests=tuple(
            SeatRequestView(
                request.seat,
                request.device,
                words("share.asks", who=labels[request.device], name=names[request.seat]),
            )
            for request in now.requests
            if hosting and request.seat < len(names)
        ),
        lost=lost,
    )


def label(person: TableMember, number: int, words: AppWords) -> str:
    """Return the display name of a device: its name, or its number."""
    return person.name or words("share.nameless", n=number)


def _person(person: TableMember, name: str, names: Sequence[str], words: AppWords) -> PersonView:
    role = words(f"join.{person.role}")
    seats = tuple(names[seat] for seat in person.seats if seat < len(names))
    parts = [role] if person.id != ORGANISER or not seats else []
    parts += [words("share.plays", names=seats)] if seats else []
    return PersonView(
        id=person.id,
        label=words("share.me", name=name) if person.me else name,
        detail=" · ".join(parts),
        presence=words("share.present" if person.present else "share.away"),
        present=person.present,
        me=person.me,
        host=person.role is Role.HOST,
    )


def _seat(
    seat: Seat,
    name: str,
    now: TableNow,
    person: TableMember | None,
    labels: Mapping[str, str],
    owner: bool,
    words: AppWords,
) -> SharedSeatView:
    if person is not None:
        holder = Holder.MINE if person.me else Holder.OTHER
        here = person.present or person.me
        called = labels[person.id]
        # A phone that has the name of its player does not say which phone it is.
        other = "share.seat_same" if called == name else "share.seat_other"
        key = "share.seat_mine" if person.me else other if here else f"{other}_away"
        text = words(key, name=called)
        seated = words("share.seated" if here else "share.gone")
        short = text if person.me else seated if called == name else called
        return SharedSeatView(seat, name, holder, text, short, person.id, here)
    if seat in now.kept:
        text = words("share.seat_here" if owner else "share.seat_host")
        short = words("share.here") if owner else words("join.host")
        here = owner or now.host_present
        return SharedSeatView(seat, name, Holder.HOST, text, short, arrived=here)
    free = words("share.seat_free")
    return SharedSeatView(
        seat, name, Holder.FREE, words("share.seat_open") if owner else free, free
    )


def arrived(table: SharedTableView, words: AppWords) -> str:
    """Describe how many have joined so far, besides the organiser."""
    came = [person for person in table.people if person.id != ORGANISER]
    there = sum(person.present or person.me for person in came)
    if came and not there:
        return words("share.nobody_back", n=len(came))
    return words("share.arrived", n=there) if there else words("share.nobody_yet")


def away(table: SharedTableView, words: AppWords) -> str:
    """List the participants who are not looking at the match, in one line; empty if none."""
    if not table.is_open:
        return ""
    missing = tuple(
        person.label
        for person in table.people
        if not person.present and not person.me and (person.host or _seated(person, table))
    )
    return words("share.away_line", names=missing) if missing else ""


def _seated(person: PersonView, table: SharedTableView) -> bool:
    return any(seat.device == person.id for seat in table.seats)


def news(match: Match, device: str, since: int, words: AppWords, sentence: str = "") -> str:
    """Describe the latest entry if another device made it; else empty.

    Args:
        match: the match.
        device: this device.
        since: number of entries when this screen was opened.
        words: words of the interface.
        sentence: sentence shown after it, in which nobody is named twice.
    """
    entry = match.entries[-1]
    if len(match.entries) <= since or entry.device == device:
        return ""
    kinds = (
        (Reported | FactsEntered | Finished, "reported"),
        (Undone, "undone"),
        (Redone, "redone"),
        (Amended, "amended"),
    )
    kind = next((name for types, name in kinds if isinstance(entry.body, types)), "other")
    who = entry.author or words("share.someone")
    if kind == "reported" and sentence.startswith(f"{who} "):
        return words("share.news.just")
    return words(f"share.news.{kind}", who=who)


def typed_code(text: str) -> str:
    """Extract the code from typed or pasted text: for a link, the part after the `#`."""
    return text.rpartition("#")[2].strip()
