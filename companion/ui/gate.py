"""Loading screens: long matches are read in slices while the screen says so."""

from collections.abc import Iterator
from contextlib import suppress

import flet as ft

from companion.match.errors import ActaError
from companion.table.disputes import Dispute
from companion.table.store import StoreError
from companion.ui.context import AppContext
from companion.ui.slices import use_slices


def use_opened(ctx: AppContext, match_id: str) -> bool:
    """Whether a match can be shown; where it is long and was not read, it is read first.

    Once it is shown it stays so. What cannot be read is for the screen to say.
    """
    shown: ft.MutableRef[str] = ft.use_ref(None)

    def is_open() -> bool:
        with suppress(StoreError):
            return not match_id or shown.current == match_id or ctx.hub.is_open(match_id)
        return True

    def work() -> Iterator[None]:
        with suppress(StoreError, ActaError):
            yield from ctx.hub.opening(match_id)

    opened = use_slices(("opened", match_id), is_open, work)
    if opened:
        shown.current = match_id
    return opened


def use_recalled(ctx: AppContext, dispute: Dispute | None) -> bool:
    """Whether the match of a dispute can be shown as it was when the dispute was opened."""
    docket = ctx.hub.disputes
    return use_slices(
        ("recalled", dispute.id if dispute else ""),
        lambda: dispute is None or docket.is_recalled(dispute),
        lambda: docket.recalling(dispute) if dispute else iter(()),
    )


_UNLISTED = 8
"""Up to so many matches are read without a loading screen."""


def use_listed(ctx: AppContext) -> bool:
    """Whether the list of matches can be shown; if much of it is unread, it is read first."""

    shown: ft.MutableRef[bool] = ft.use_ref(None)

    def is_listed() -> bool:
        with suppress(StoreError):
            return bool(shown.current) or ctx.hub.unlisted() <= _UNLISTED
        return True

    def work() -> Iterator[None]:
        with suppress(StoreError):
            yield from ctx.hub.listing()

    listed = use_slices("listed", is_listed, work)
    shown.current = shown.current or listed
    return listed
