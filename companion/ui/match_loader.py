"""Match loader: long matches are read cooperatively while a loading screen is shown."""

from collections.abc import Iterator
from contextlib import suppress

import flet as ft

from companion.match.entries import ActaError
from companion.services.disputes.model import Dispute
from companion.services.storage.store import StoreError
from companion.ui.context import AppContext
from companion.ui.scheduler import use_slices


def use_opened(ctx: AppContext, match_id: str) -> bool:
    """Return whether a match can be shown; a long unread one is read first.

    Once shown it stays so. The screen itself reports what cannot be read.
    """
    shown: ft.MutableRef[str] = ft.use_ref(None)

    def is_open() -> bool:
        with suppress(StoreError):
            return not match_id or shown.current == match_id or ctx.client.matches.is_open(match_id)
        return True

    def work() -> Iterator[None]:
        with suppress(StoreError, ActaError):
            yield from ctx.client.matches.opening(match_id)

    opened = use_slices(("opened", match_id), is_open, work)
    if opened:
        shown.current = match_id
    return opened


def use_recalled(ctx: AppContext, dispute: Dispute | None) -> bool:
    """Return whether the match of a dispute is ready, as of the opening of the dispute."""
    dispute_service = ctx.client.disputes
    return use_slices(
        ("recalled", dispute.id if dispute else ""),
        lambda: dispute is None or dispute_service.is_recalled(dispute),
        lambda: dispute_service.recalling(dispute) if dispute else iter(()),
    )


_UNLISTED = 8
"""Number of matches read without a loading screen."""


def use_listed(ctx: AppContext) -> bool:
    """Return whether the list of matches can be shown; if much of it is unread, read it first."""
    shown: ft.MutableRef[bool] = ft.use_ref(None)

    def is_listed() -> bool:
        with suppress(StoreError):
            return bool(shown.current) or ctx.client.matches.unlisted() <= _UNLISTED
        return True

    def work() -> Iterator[None]:
        with suppress(StoreError):
            yield from ctx.client.matches.load_list()

    listed = use_slices("listed", is_listed, work)
    shown.current = shown.current or listed
    return listed
