"""Screens drawn here take no account of the time: what a touch starts is done in one go."""

import math

import pytest

from companion.ui import slices


@pytest.fixture(autouse=True)
def _in_one_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is; a test of the pauses sets them itself."""
    monkeypatch.setattr(slices, "SLICE", math.inf)
