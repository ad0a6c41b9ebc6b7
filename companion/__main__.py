"""Entry point of `python -m companion`."""

import sys

from companion.cli import run

sys.exit(run())
