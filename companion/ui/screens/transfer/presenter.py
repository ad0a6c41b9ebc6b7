"""View model of a transfer: the link, the row of QR codes and their sizes."""

from dataclasses import dataclass

from companion.match.entries import ActaError
from companion.match.files import qr_frames
from companion.match.files.qr_frames import QrFrameSet
from companion.match.fold import Match
from companion.rulebook.loader import AppWords
from companion.services.boxes.profiles import BoxProfile
from companion.services.disputes.dispute_repository import Taken
from companion.services.matches.results import InPart, NotImported, Waits
from companion.services.statistics.statistics_export import game_name
from companion.services.transfer.backup_archive import RestoreResult
from companion.services.transfer.incoming_data import (
    KINDS,
    PART,
    AllWaits,
    BoxTaken,
    BoxWaits,
    DisputesWait,
    IncomingItem,
)
from companion.ui.views import file_results
from companion.ui.views.file_results import ArrivalView, all_taken, disputes_taken

_KIND = {what: kind for kind, what in KINDS.items()}


@dataclass(frozen=True, slots=True)
class CarryView:
    """Link and codes that another device can open."""

    link: str
    """Link to the data; empty if it would be too long."""
    size: str
    """Size of the link in kilobytes, in Spanish notation."""
    codes: tuple[str, ...]
    """Content of each QR code; empty if there would be too many."""


def carried(what: str, packed: bytes, site: str) -> CarryView:
    """Build the link and the QR codes of a packet.

    Args:
        what: `acta`, `caja` or `disputa`.
        packed: the packed data.
        site: the address that the other device opens.
    """
    text = qr_frames.link_text(packed)
    # A longer link could not be read back.
    link = f"{site}#{what}={text}" if len(text) <= qr_frames.MAX_TEXT else ""
    return CarryView(link, kilobytes(len(link)), _codes(what, packed, site))


def _codes(what: str, packed: bytes, site: str) -> tuple[str, ...]:
    try:
        row = qr_frames.frames(packed, _KIND[what])
    except ActaError:
        return ()
    return tuple(f"{site}#{PART}={text}" for text in row)


def kilobytes(size: int) -> str:
    """Format a size in kilobytes with one decimal."""
    return f"{max(size, 100) / 1000:.1f}".replace(".", ",")


_SPOILT = frozenset(
    f"acta.{code}"
    for code in ("truncated", "not_acta", "bad_line", "bad_header", "bad_sequence", "duplicate_id")
)
"""Codes that locate damage in a file. For a link, one message says that it came incomplete."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of reading a row of codes."""

    text: str
    share: float


def progress(gathered: QrFrameSet, words: AppWords) -> Progress | None:
    """Describe how much of the started row is read, or return None without one."""
    if not gathered.total:
        return None
    done = gathered.total - len(gathered.missing)
    missing = tuple(str(n) for n in gathered.missing)
    text = words("receive.progress", n=done, total=gathered.total, missing=missing)
    return Progress(text, done / gathered.total)


def arrival(arrived: IncomingItem, words: AppWords) -> ArrivalView:
    """Describe the result of one arrival."""
    result = arrived.result
    if isinstance(result, BoxTaken):
        return ArrivalView(words("import.box_done", name=result.box.name), box=result.box)
    if isinstance(result, Taken):
        return disputes_taken(result, words)
    if isinstance(result, Waits):
        return ArrivalView(_match_waits(result, words), waits=True)
    if isinstance(result, BoxWaits):
        return ArrivalView(_box_waits(result.box, words), waits=True)
    if isinstance(result, DisputesWait):
        return ArrivalView(_disputes_wait(result.taken, words), waits=True)
    if isinstance(result, AllWaits):
        return ArrivalView(words("receive.all_waits", n=result.files), waits=True)
    if isinstance(result, RestoreResult):
        return ArrivalView(all_taken(result, words), bad=result.nothing)
    if isinstance(result, NotImported) and result.key in _SPOILT and not arrived.is_file:
        result = NotImported("receive.damaged")
    news = file_results.news(result, words)
    if isinstance(result, NotImported | InPart):
        return ArrivalView(news.text, news.bad, partial=news.partial)
    who = words("receive.players", players=result.match.options.players)
    return ArrivalView(f"{news.text} {who}", news.bad, news.match, copy=news.copy)


def _match_waits(waits: Waits, words: AppWords) -> str:
    """Describe a pending match: the game, its players, its length and what is here already."""
    match = waits.match
    names = match.options.players
    parts = [
        words("receive.match_waits", game=game_name(match.game.id)),
        words("receive.players", players=names),
        words("receive.how_far", n=len(match.entries) - 1),
        _state(match, words),
    ]
    if match.started.title:
        parts.insert(1, words("receive.titled", title=match.started.title))
    if waits.added is not None:
        parts.append(words("receive.here_with_less", n=waits.added))
    return " ".join(parts)


def _state(match: Match, words: AppWords) -> str:
    names = match.options.players
    if match.finished:
        winners = tuple(names[seat] for seat in match.finished.winners if seat < len(names))
        return words("receive.finished", seats=winners) if winners else words("receive.ended")
    if match.broken:
        return words("receive.broken")
    return words("receive.playing")


def _box_waits(box: BoxProfile, words: AppWords) -> str:
    values = words("receive.box_values", n=len(box.facts))
    return f"{words('receive.box_waits', name=box.name, game=game_name(box.game))} {values}"


def _disputes_wait(taken: Taken, words: AppWords) -> str:
    """Describe pending disputes by their number and the question of the first one."""
    said = words("receive.disputes_wait", n=len(taken.new) + len(taken.beside))
    return f"{said} {words('receive.first_question', question=taken.first.question)}"
