"""Acta as a file to read: lines of text, and CSV for spreadsheets."""

import csv
import io
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.services.privacy import visibility
from companion.services.statistics.statistics_export import plain_cell
from companion.ui.views.entries.acta import Acta, ActaLine
from companion.ui.views.entries.keepsake_lines import KeepsakeLine
from companion.ui.views.table.scores import shown, summed

COLUMNS = ("number", "time", "who", "what", "mark")


@dataclass(frozen=True, slots=True)
class ActaRow:
    """Entry of the acta, and the points after it."""

    line: ActaLine
    points: tuple[str, ...]
    """Points of each seat, empty where they are hidden; nothing where the entry counts for none."""


def acta_rows(
    match: Match, read: Acta, codes: Sequence[str], mine: Collection[Seat]
) -> Iterator[ActaRow]:
    """Yield every entry in the order of play.

    Args:
        match: the match, as the device that asks may see it.
        read: its acta, for the same device.
        codes: score lines that add up to the points.
        mine: seats of the device.
    """
    seats = visibility.visible_seats(match, mine)
    states = {step.item.id: step.state for step in match.steps}
    for line in read.in_order():
        state = states.get(line.id)
        yield ActaRow(line, () if state is None else _points(match, state, codes, seats))


def _points(
    match: Match, state: Any, codes: Sequence[str], seats: Collection[Seat]
) -> tuple[str, ...]:
    return tuple(
        "" if line.hidden and line.seat not in seats else shown(line.amount, line.unread)
        for line in summed(match, state, codes)
    )


def acta_text(rows: Sequence[ActaRow], wording: Wording, title: str) -> bytes:
    """Return the acta as text: a line for each entry, with the points where they changed."""
    lines = [title, ""]
    before: tuple[str, ...] = ()
    for row in rows:
        marked = f" ({row.line.mark})" if row.line.mark else ""
        lines.append(f"{row.line.number}. {row.line.at} · {row.line.text}{marked}")
        lines += [f"    {remark}" for remark in (*row.line.was, *row.line.mended)]
        lines += [f"    {_kept_text(one, wording)}" for one in row.line.kept]
        if row.points and row.points != before:
            before = row.points
            said = [f"{wording.player(seat)} {n}" for seat, n in enumerate(row.points) if n]
            lines += [f"    {' · '.join(said)}"] if said else []
    return ("\n".join(lines) + "\n").replace("\u00a0", " ").encode("utf-8-sig")


def _kept_text(one: KeepsakeLine, wording: Wording) -> str:
    what = wording.app("keepsake.photo" if one.photo else "keepsake.note")
    return f"{what}: {one.text}" if one.text else what


def acta_csv(rows: Sequence[ActaRow], wording: Wording) -> bytes:
    """Return the acta as CSV, with a row for each entry and a column of points for each seat.

    As the export of the statistics: semicolons, a byte order mark, times in UTC, and an apostrophe
    before a text that would be a formula.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    people = range(len(wording.players))
    heads = [wording.app(f"acta.column.{name}") for name in COLUMNS]
    heads += [wording.app("acta.column.points", name=wording.player(seat)) for seat in people]
    writer.writerow(map(plain_cell, heads))
    for row in rows:
        line = row.line
        who = wording.player(line.seat) if line.seat is not None else line.author
        when = line.when.strftime("%Y-%m-%d %H:%M:%S")
        said = [plain_cell(cell) for cell in (who, line.text, line.mark)]
        writer.writerow([line.number, when, *said, *(row.points or [""] * len(people))])
        for one in line.kept:
            said = [plain_cell(cell) for cell in (one.author, _kept_text(one, wording), "")]
            writer.writerow([line.number, when, *said, *[""] * len(people)])
    return text.getvalue().replace("\u00a0", " ").encode("utf-8-sig")
