"""What each entry of a long match said, gone through before anybody asks for it."""

from collections.abc import Hashable

from companion.match.fold import Match
from companion.ui.slices import use_slices
from companion.ui.views.entries import going_through, is_known

_AHEAD = 300
"""So many entries are gone through without anybody being asked to wait."""


def use_moments(match: Match | None, name: Hashable) -> bool:
    """Whether what each entry of a match said is at hand; else it is gone through from now on.

    Args:
        match: as this device sees it; None where it cannot be read.
        name: tells one match, or one moment of it, from another.
    """
    return use_slices(
        ("moments", name),
        lambda: match is None or len(match.entries) <= _AHEAD or is_known(match, _AHEAD),
        lambda: going_through(match) if match else iter(()),
    )
