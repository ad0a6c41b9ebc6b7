"""Screens drawn here ignore the clock, as those below `tests/ui` do."""

from tests.ui.conftest import _in_one_go, _nothing_half_done, _within_a_minute

__all__ = ["_in_one_go", "_nothing_half_done", "_within_a_minute"]
