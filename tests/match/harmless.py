"""Check for characters that no text may hold, by Unicode's tables and no code of the app."""

import unicodedata

_TURNS = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
_MARKS = frozenset("\u061c\u200e\u200f")


def harmless(text: str) -> bool:
    """Return whether a text holds nothing that controls the text around it."""
    return not any(_harms(c) for c in text)


def _harms(c: str) -> bool:
    controls = unicodedata.category(c) == "Cc" and c != "\n"
    return controls or c in _MARKS or unicodedata.bidirectional(c) in _TURNS
