"""What links, codes and files brought here, in words."""

from dataclasses import dataclass

from companion.match.frames import Gathered
from companion.rulebook.loader import AppWords
from companion.table.answers import InPart, NotImported
from companion.table.arrivals import Arrival, BoxTaken
from companion.table.boxes import Box
from companion.table.disputes_kept import Taken
from companion.table.everything import AllTaken
from companion.ui.presenters import inicio
from companion.ui.presenters.telefono import all_taken

_SPOILT = frozenset(
    f"acta.{code}"
    for code in ("truncated", "not_acta", "bad_line", "bad_header", "bad_sequence", "duplicate_id")
)
"""Of a file these say where it is broken; of a link only that it did not come whole."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a row of codes is read."""

    text: str
    share: float


@dataclass(frozen=True, slots=True)
class ArrivalView:
    """What came of one thing that was brought, and what can be done next."""

    text: str
    bad: bool = False
    match: str | None = None
    box: Box | None = None
    disputes: tuple[str, ...] = ()
    """The disputes that are here now."""
    copy: bool = False
    """Whether it can be kept beside the one that was here."""
    partial: bool = False
    """Whether what is whole of it can be taken in."""


def progress(gathered: Gathered, words: AppWords) -> Progress | None:
    """How far the row that was begun is read; None without one."""
    if not gathered.total:
        return None
    done = gathered.total - len(gathered.missing)
    missing = tuple(str(n) for n in gathered.missing)
    text = words("receive.progress", n=done, total=gathered.total, missing=missing)
    return Progress(text, done / gathered.total)


def arrival(found: Arrival, words: AppWords) -> ArrivalView:
    """What came of one thing."""
    result = found.result
    if isinstance(result, BoxTaken):
        return ArrivalView(words("import.box_done", name=result.box.name), box=result.box)
    if isinstance(result, Taken):
        return disputes_taken(result, words)
    if isinstance(result, AllTaken):
        return ArrivalView(all_taken(result, words), bad=result.nothing)
    if isinstance(result, NotImported) and result.key in _SPOILT and not found.is_file:
        result = NotImported("receive.damaged")
    news = inicio.news(result, words)
    if isinstance(result, NotImported | InPart):
        return ArrivalView(news.text, news.bad, partial=news.partial)
    who = words("receive.players", players=result.match.options.players)
    return ArrivalView(f"{news.text} {who}", news.bad, news.match, copy=news.copy)


def disputes_taken(taken: Taken, words: AppWords) -> ArrivalView:
    """What came of disputes, in words: how many are new, and what became of the others."""
    parts = (
        ("import.disputes_new", taken.new),
        ("import.disputes_already", taken.already),
        ("import.disputes_beside", taken.beside),
    )
    text = " ".join(words(key, n=len(found)) for key, found in parts if found)
    all_here = (*taken.new, *taken.beside, *taken.already)
    return ArrivalView(text, disputes=tuple(dispute.id for dispute in all_here))
