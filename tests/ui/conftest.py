"""Fixtures that take time and leftovers out of rendered screens."""

import math
from collections import OrderedDict
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from companion import bootstrap
from companion.ui import scheduler
from companion.ui.drafts import draft_cache


@pytest.fixture(autouse=True)
def _in_one_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run what a touch starts in one go, however slow the machine is.

    A test of the pauses sets them itself.
    """
    monkeypatch.setattr(scheduler, "SLICE", math.inf)


@pytest.fixture(autouse=True)
def _nothing_half_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clear what a test leaves open on a device, so that the next one starts empty."""
    for kept in (draft_cache._DRAFTS, *draft_cache._SHELVES):
        monkeypatch.setattr(kept, "_kept", OrderedDict())


@pytest.fixture(autouse=True)
def _within_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put everything recorded in a test within one minute, so that texts about it are the same.

    Each entry is a millisecond later than the one before, as if tables were quick.
    """
    began, later = datetime.now(UTC).replace(second=0, microsecond=0), count()
    monkeypatch.setattr(bootstrap, "now", lambda: began + timedelta(milliseconds=next(later)))
