"""Server with a box that has an open catalogue of cards (`tests/cards.py`)."""

import sys

import pytest

from companion.cli import run
from tests.cards import with_cards

if __name__ == "__main__":
    with pytest.MonkeyPatch.context() as patched:
        with_cards(patched)
        sys.exit(run())
