"""Sanitising of text from outside: names, notes, questions, all that is shown."""

import re
import unicodedata

from pydantic import AfterValidator

_TURNED = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
"""Characters that change the direction of the text around them."""
_UNSEEN = "\u200b\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb"
_BREAKS = re.compile("[\t\n\x0b\x0c\r\x85\u2028\u2029]+")
_OUT = re.compile(f"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f{_TURNED}{_UNSEEN}]")
"""Invisible characters that control a terminal or a line of text."""
_NOTHING = "?"
"""Replacement of a text of which nothing is left."""


def one_line(text: str) -> str:
    """Remove line breaks, control characters and direction changes from a text."""
    if text.isascii() and text.isprintable():
        return text
    return _left(text, _OUT.sub("", _BREAKS.sub(" ", text)))


def lines(text: str) -> str:
    """Sanitise a text like `one_line`, keeping its lines."""
    if text.isascii() and text.isprintable():
        return text
    unified = text.replace("\r\n", "\n").replace("\r", "\n")
    return _left(text, "\n".join(_OUT.sub("", _BREAKS.sub(" ", x)) for x in unified.split("\n")))


def folded(text: str) -> str:
    """Return a text without case or accents, for search and sorting."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def _left(before: str, after: str) -> str:
    return after if after.strip() or not before else _NOTHING


ONE_LINE = AfterValidator(one_line)
LINES = AfterValidator(lines)
