"""Text that has no verb: shown when it has to be done, with a counter for all that can be counted.

The text is invented.
"""

import asyncio
from pathlib import Path

from companion.bootstrap import own_hub
from companion.kernel.box.facts import TypedLine
from companion.match.entries import Adjusted
from companion.ui.drafts.draft_cache import forget
from tests.ui.panels.test_due_list import ANA, BETO, Sitting, resolving

TEXT = "cambia lo que quieras"
MANUAL = {"action.wisdom.lines": (TypedLine("manual", text=TEXT),)}


def _sitting(hub: object) -> Sitting:
    forget("here", "match-1")
    return Sitting(hub, resolving("action.wisdom", "territory.t1", facts=MANUAL))  # type: ignore[arg-type]


def test_text_is_shown_when_it_has_to_be_done_with_all_that_can_be_counted(tmp_path: Path) -> None:
    with own_hub(tmp_path) as hub:
        sitting = _sitting(hub)
        said = asyncio.run(
            sitting.touch("due_list:0", "collect_all:territory.t1:0", "due_list:done")
        )
        assert any(TEXT in text for text in said), said
        assert any("Beto" in text for text in said)


def test_what_moves_is_counted_by_touch_and_then_the_match_goes_on(tmp_path: Path) -> None:
    """Beto has no gold yet: it can be counted all the same."""
    with own_hub(tmp_path) as hub:
        sitting = _sitting(hub)
        asyncio.run(sitting.touch("due_list:0", "collect_all:territory.t1:0", "due_list:done"))
        asyncio.run(sitting.touch("more:1:cube:gold", "more:1:cube:gold"))
        match = sitting.match
        assert match.state.cubes(BETO, "gold") == 2
        moved = [entry.body for entry in match.entries if isinstance(entry.body, Adjusted)][-2:]
        assert [body.reason for body in moved] == [TEXT, TEXT]
        asyncio.run(sitting.touch("by_hand:done"))
        assert sitting.match.state.phase == "resolution"
        assert sitting.match.state.awaited == (ANA,)


def test_closed_panel_opens_again_by_the_main_button(tmp_path: Path) -> None:
    with own_hub(tmp_path) as hub:
        sitting = _sitting(hub)
        asyncio.run(sitting.touch("due_list:0", "collect_all:territory.t1:0", "due_list:done"))
        asyncio.run(sitting.touch("by_hand:close", "kind:done_by_hand:0", "by_hand:done"))
        assert sitting.match.state.phase == "resolution"
