"""What a screen reader is told of every screen, and what can be touched, is as it was written."""

from difflib import unified_diff
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from companion.games import GAMES
from companion.rulebook.loader import app_words, load
from tests.golden import spoken
from tests.golden.files import COMMAND, every, kept, path
from tests.rulebook.spanish import Reader

_SHOWN = 60


@pytest.mark.parametrize("name", every())
def test_screens_say_what_was_written(name: str, tmp_path: Path) -> None:
    before = path(name).read_text(encoding="utf-8") if path(name).exists() else ""
    after = every()[name](tmp_path)
    if before == after:
        return
    lines = unified_diff(before.splitlines(), after.splitlines(), "written", "now", lineterm="")
    shown = "\n".join(islice(lines, _SHOWN))
    pytest.fail(f"{name}:\n{shown}\n\nIf it is meant: {COMMAND} {name}", pytrace=False)


def test_nothing_else_is_kept() -> None:
    assert set(kept()) == set(every())


@pytest.mark.parametrize("name", kept())
def test_numbers_agree_with_their_nouns_on_every_screen(name: str) -> None:
    game = name.partition("/")[0]
    nouns = {**app_words().nouns, **(load(game).interface.nouns if game in GAMES else {})}
    reader = Reader(nouns.values())
    said = path(name).read_text(encoding="utf-8").splitlines()
    # The ways to the screens are cut.
    whole = (line for line in said if line and not line.startswith(("----", "(as ")))
    faulty = {fault for line in whole for fault in reader.faults(line)}
    assert not [fault for fault in faulty if fault.startswith("number of the noun")]


@pytest.mark.parametrize("name", ["app/full", "blue_moon_city/outside"])
def test_spoken_names_begin_with_what_is_seen(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever speaks to the device says what is seen. A badge or a number may come before it."""
    own, unlike = spoken._own, set[tuple[str, ...]]()

    def noted(node: spoken.Node, silent: bool) -> spoken.Line:
        said = str(node.get("label") or "")
        if node.get("button") is True and node.get("exclude_semantics") is True:
            seen = [text.rstrip(".…") for text in _seen(node["content"]) if text]
            named = any(len(text) > _SIGN for text in seen)
            if named and not any(said.startswith(text) for text in seen):
                unlike.add((said, *seen))
        return own(node, silent)

    monkeypatch.setattr(spoken, "_own", noted)
    every()[name](tmp_path)
    assert not unlike


_SIGN = 3
"""Letters of a text that is a sign or a number, and no name."""


def _seen(value: Any) -> list[str]:
    """Return the texts that are drawn in a control."""
    value = spoken._drawn(value)
    if isinstance(value, list):
        return [text for each in value for text in _seen(each)]
    if not isinstance(value, dict) or value.get("visible") is False:
        return []
    if value.get("_c") == "Text":
        return [str(value.get("value") or "")]
    return [text for key, each in value.items() if key != "data" for text in _seen(each)]
