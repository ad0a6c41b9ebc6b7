"""Prefetch of the entry texts of a long match, before anybody asks for them."""

from collections.abc import Hashable

from companion.match.fold import Match
from companion.ui.scheduler import use_slices
from companion.ui.views.entries.entry_lines import compute_moments, is_known

_AHEAD = 300
"""Number of entries computed without a loading screen."""


def use_moments(match: Match | None, name: Hashable) -> bool:
    """Return whether the entry texts of a match are cached; else start computing them.

    Args:
        match: match as this device sees it; None if it cannot be read.
        name: identity of the match, or of one moment of it.
    """
    return use_slices(
        ("moments", name),
        lambda: match is None or len(match.entries) <= _AHEAD or is_known(match, _AHEAD),
        lambda: compute_moments(match) if match else iter(()),
    )
