"""Script that prints, as constraints of pip, the oldest admitted version of every package."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def oldest() -> Iterator[str]:
    """Yield a line for each package that the program runs on, without the test tools."""
    project = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
    for wanted in project["dependencies"]:
        match = re.fullmatch(r"([\w-]+)(?:\[\w+\])?(?:>=|==)([\d.]+)(?:,<[\d.]+)?", wanted)
        if match is None:
            raise ValueError(f"{wanted!r} says no oldest version")
        yield f"{match[1]}=={match[2]}"


if __name__ == "__main__":
    print(*oldest(), sep="\n")
