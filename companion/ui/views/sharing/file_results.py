"""Results of importing a file, in words."""

from dataclasses import dataclass

from companion.kernel.values import NO_PARAMS, Params
from companion.rulebook.loader import AppWords
from companion.services.matches.results import (
    AlreadyHere,
    Continued,
    Imported,
    ImportResult,
    InPart,
    NotImported,
    PartsWays,
    Waits,
)
from companion.ui.views.sharing import damage_report


@dataclass(frozen=True)
class FileNews:
    """Result of a file import: a text, and the possible next steps."""

    text: str
    bad: bool = False
    match: str | None = None
    """Match to open."""
    copy: bool = False
    """True if it can be kept as a copy."""
    partial: bool = False
    """True if its intact part can be imported."""


def news(result: ImportResult, words: AppWords) -> FileNews:
    """Describe the result of importing an acta."""
    match result:
        case Imported(match=loaded, sealed=sealed):
            text = words("import.done")
            text = text if sealed else f"{text} {words('import.unsealed')}"
            return FileNews(text, match=loaded.started.match)
        case Continued(match=loaded, added=added):
            return FileNews(words("import.continued", n=added), match=loaded.started.match)
        case AlreadyHere(match=loaded):
            return FileNews(words("import.already"), match=loaded.started.match)
        case PartsWays(match=loaded, seq=seq):
            text = words("import.parts", seq=seq)
            return FileNews(text, bad=True, match=loaded.started.match, copy=True)
        case Waits():
            # Occurs only if the import was asked to look and change nothing.
            return FileNews(words("import.untouched"))
        case InPart(opened=loaded):
            text = " ".join((*damage_report.said(loaded, words), words("damaged.untouched")))
            return FileNews(text, bad=True, partial=True)
        case NotImported(key=key, params=params):
            return refused(key, words, params)


def refused(key: str, words: AppWords, params: Params = NO_PARAMS) -> FileNews:
    """Describe a file from which nothing was imported."""
    return FileNews(f"{words(key, **params)} {words('import.untouched')}", bad=True)
