"""Reader from the entries or the file of an acta to its match, with all claims checked."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from companion.kernel.box.facts import completed
from companion.kernel.game import Game
from companion.match.entries import (
    ActaError,
    Amended,
    Entry,
    Finished,
    Insert,
    Replace,
    Reported,
    Started,
)
from companion.match.files import acta_file
from companion.match.files.acta_file import Scan
from companion.match.files.faults import Fault, FaultCode, dotted
from companion.match.files.value_catalog import (
    Catalog,
    FieldPath,
    false_claims,
    filled_in,
    in_todays_names,
)
from companion.match.fold import Match, fold, folding
from companion.match.resumable import Resumable, done
from companion.match.timeline import Timeline, advance

Catalogs: TypeAlias = Callable[[str], Catalog]
Games: TypeAlias = Mapping[str, Game[Any]]


class Importable(StrEnum):
    """Extent of a file that can be imported."""

    WHOLE = "whole"
    ALL_BUT = "all_but"
    """All but the bad lines: the entries after them hold without them."""
    UP_TO = "up_to"
    """Up to the first bad line: the entries after it do not hold without it."""


@dataclass(frozen=True)
class OpenedActa:
    """Content of the file of an acta."""

    read: Match
    """Match of everything readable, for inspection; it need not be consistent."""
    numbers: tuple[int, ...]
    """By entry of `read`, its number in the file."""
    lines: tuple[int, ...]
    """By entry of `read`, its line in the file."""
    faults: tuple[Fault, ...]
    offered: Match
    """Match that can be imported."""
    kept: Importable
    sealed: bool = False
    """True if a checksum shows that nothing in the file was changed."""

    @property
    def dropped(self) -> int:
        """Return the number of readable entries not offered because they follow a bad line."""
        return len(self.read.entries) - len(self.offered.entries)


def opened(games: Games, catalogs: Catalogs, data: bytes) -> OpenedActa:
    """Read the file of an acta from any source, whole or as far as possible.

    Raises:
        ActaError: the data is no acta, or nothing of it can be opened.
    """
    return done(opening(games, catalogs, data))


def opening(games: Games, catalogs: Catalogs, data: bytes) -> Resumable[OpenedActa]:
    """Read like `opened`, with pauses."""
    scan = yield from acta_file.scanning(data)
    game = _game_of(games, scan)
    catalog = catalogs(game.id)
    first, *others = scan.entries
    header, *others = in_todays_names(catalog, (filled_in(catalog, first), *others))
    header, faults = _header(catalog, game, header, scan.lines[0])
    table = fold(games, (header,))
    rows = list(zip(others, scan.lines[1:], strict=True))
    wrong = list[Fault]()
    for entry, line in rows:
        wrong += faults_in(table, catalog, entry, line)
        yield
    bad = {fault.line for fault in wrong}
    rows = [row for row in rows if row[1] not in bad]
    read, lost = (yield from _read(games, header, rows)), list[Fault]()
    if read is None:
        lost, rows = _without_targets(rows)
        read = yield from _read(games, header, rows)
        assert read is not None
    faults = sorted((*scan.faults, *faults, *wrong, *lost), key=lambda fault: fault.line)
    lines = (scan.lines[0], *(line for _, line in rows))
    gone = {fault.line for fault in lost}
    offered, kept = yield from _offered(games, read, lines, faults, gone)
    numbers = (0, *(entry.seq for entry, _ in rows))
    return OpenedActa(read, numbers, lines, tuple(faults), offered, kept, scan.sealed)


def read_file(games: Games, catalogs: Catalogs, data: bytes) -> Match:
    """Read the match of an acta file from any source: whole or not at all.

    Raises:
        ActaError: the data is no acta, or makes impossible claims.
    """
    result = opened(games, catalogs, data)
    if result.faults:
        raise result.faults[0].error
    return result.read


def folded(games: Games, catalogs: Catalogs, entries: tuple[Entry, ...]) -> Match:
    """Fold one of our own actas, whichever version of this program wrote it.

    Raises:
        ActaError: its header is invalid, or an entry refers to a missing target.
    """
    return done(folding_own(games, catalogs, entries))


def folding_own(games: Games, catalogs: Catalogs, entries: tuple[Entry, ...]) -> Resumable[Match]:
    """Fold like `folded`, with pauses."""
    header = entries[0].body if entries else None
    game = games.get(header.game) if isinstance(header, Started) else None
    if game is not None:
        entries = (filled_in(catalogs(game.id), entries[0]), *entries[1:])
        entries = in_todays_names(catalogs(game.id), entries)
        entries = (_completed(catalogs(game.id), game, entries[0]), *entries[1:])
    return (yield from folding(games, entries))


def unreadable_next(match: Match, catalog: Catalog, entry: Entry) -> Fault | None:
    """Return why an entry could not be read back after this match, or None.

    Each recorded entry passes through the file reader before it is acknowledged.
    """
    line = acta_file.dump_entry(entry)
    read = acta_file.next_entry(line, len(match.entries), match.given_ids)
    if isinstance(read, Fault):
        return read
    wrong = faults_in(match, catalog, read, read.seq + 1)
    if wrong:
        return wrong[0]
    return None if read == entry else Fault(read.seq + 1, "bad_field", "body")


def faults_in(match: Match, catalog: Catalog, entry: Entry, line: int) -> list[Fault]:
    """Return the impossible claims of an entry at this table, whatever was recorded before it."""
    wrong = [
        Fault(line, claim.code, dotted(claim.field), claim.params)
        for claim in false_claims(catalog, entry)
    ]
    for path, version in _rules_versions(entry):
        if version is not None and version > match.game.version:
            wrong.append(Fault(line, "newer_rules", dotted(path)))
    if isinstance(entry.body, Finished):
        seats = range(len(match.options.players))
        if not all(winner in seats for winner in entry.body.winners):
            wrong.append(Fault(line, "bad_winner", "body.winners"))
    return wrong


def _game_of(games: Games, scan: Scan) -> Game[Any]:
    header = scan.entries[0].body if scan.entries else None
    if not isinstance(header, Started):
        raise ActaError("bad_header", scan.faults[0].params)
    game = games.get(header.game)
    if game is None:
        raise ActaError("unknown_game", {"game": header.game})
    return game


def _header(
    catalog: Catalog, game: Game[Any], header: Entry, line: int
) -> tuple[Entry, list[Fault]]:
    """Return the header in present names, without impossible values and readings."""
    started, wrong = header.body, list(false_claims(catalog, header))
    assert isinstance(started, Started)
    lost = {claim.field[1:] for claim in wrong}
    update = {
        "facts": {k: v for k, v in started.facts.items() if ("facts", k) not in lost},
        "rulings": {k: v for k, v in started.rulings.items() if ("rulings", k) not in lost},
    }
    if wrong:
        header = header.model_copy(update={"body": started.model_copy(update=update)})
    faults = [Fault(line, claim.code, dotted(claim.field), claim.params) for claim in wrong]
    return _completed(catalog, game, header), faults


def _completed(catalog: Catalog, game: Game[Any], header: Entry) -> Entry:
    """Return the header with the options, values and readings of later versions."""
    started = header.body
    assert isinstance(started, Started)
    version, specs = started.rules_version, catalog.fact_specs
    update = {
        "options": game.options.of_record(started.options),
        "facts": completed(specs, game.required_facts, version, started.facts),
        "rulings": {**catalog.earlier_rulings, **started.rulings},
    }
    return header.model_copy(update={"body": started.model_copy(update=update)})


def _rules_versions(entry: Entry) -> Iterable[tuple[FieldPath, int | None]]:
    body = entry.body
    if isinstance(body, Reported):
        yield ("body", "rules_version"), body.rules_version
    if isinstance(body, Amended):
        for n, edit in enumerate(body.edits):
            if isinstance(edit, Replace | Insert) and isinstance(edit.body, Reported):
                yield ("body", "edits", n, "body", "rules_version"), edit.body.rules_version


def _read(
    games: Games, header: Entry, rows: Iterable[tuple[Entry, int]]
) -> Resumable[Match | None]:
    """Return the match of the read entries; None if one refers to a missing target."""
    try:
        return (yield from folding(games, _numbered([header, *(entry for entry, _ in rows)])))
    except ActaError as error:
        if error.code not in ("unknown_target", "duplicate_id"):
            raise
        return None


def _without_targets(
    rows: Sequence[tuple[Entry, int]],
) -> tuple[list[Fault], list[tuple[Entry, int]]]:
    """Split off the entries that undo, redo or amend a missing target."""
    timeline, lost, kept = Timeline(), list[Fault](), list[tuple[Entry, int]]()
    for entry, line in rows:
        try:
            timeline = advance(timeline, entry)
            kept.append((entry, line))
        except ActaError as error:
            code: FaultCode = "duplicate_id" if error.code == "duplicate_id" else "unknown_target"
            lost.append(Fault(line, code, "body", error.params))
    return lost, kept


def _offered(
    games: Games,
    read: Match,
    lines: Sequence[int],
    faults: Sequence[Fault],
    lost: Collection[int],
) -> Resumable[tuple[Match, Importable]]:
    """Return what can be imported; at the lines `lost` an entry refers to a missing target.

    Raises:
        ActaError: the header is faulty, and the rest does not hold under what is left of it.
    """
    if not faults:
        return read, Importable.WHOLE
    first = faults[0].line
    before = [entry for entry, line in zip(read.entries, lines, strict=True) if line < first]
    if max(lost, default=0) <= first and _holds(read, before):
        return read, Importable.ALL_BUT
    if not before:
        raise faults[0].error
    return (yield from folding(games, _numbered(before))), Importable.UP_TO


def _holds(match: Match, before: Sequence[Entry]) -> bool:
    """Return whether nothing shows that entries after a bad line depend on it."""
    if match.broken:
        return match.broken.item.entry in before
    end, outcome = match.finished, match.outcome
    if end is None:
        return True
    if outcome is not None and outcome.contenders:
        return True
    return outcome is not None and (outcome.winners, outcome.reason) == (end.winners, end.reason)


def _numbered(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    return tuple(
        entry if entry.seq == n else entry.model_copy(update={"seq": n})
        for n, entry in enumerate(entries)
    )
