"""Printed values enter a match with what they were typed for, or not at all.

`WAYS` lists every place of the program that takes a printed value into a match, with the cases
that try it: cancelling leaves the stored acta as it was, accepting records value and thing at
once, and one undo takes both back. Every printed number here is invented.
"""

import ast
import asyncio
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

import flet as ft
import pytest

import companion
from companion.bootstrap import own_hub
from companion.kernel.form import Choices, Draft
from companion.match.entries import Undone
from companion.match.fold import Match
from companion.match.resumable import done
from companion.match.timeline import undo_target
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import Imported, Recorded, Submission
from companion.services.sharing.shared_tables import device_id
from companion.ui.drafts.draft_cache import forget, interactions_of
from companion.ui.screens.acta import screen as acta
from companion.ui.screens.match import screen as table
from tests.games.kingdom_of_solomon.test_typed_later import SOLD, begun, reported
from tests.ui.drawn import Drawn, drawn, texts
from tests.ui.tables import PLAYTHROUGHS, context

PRICE, VALUE = "price.timber-1.points", 6
SAYS = f"value:{PRICE}:{VALUE}"
"""Touch that says the price."""
BETO = 1


def _place() -> str:
    """Return the touch that answers where the cube is sold, in a list."""
    match = begun()
    field = match.game.candidates(match.state, Draft("sell", BETO, {}), "place")
    assert isinstance(field, Choices)
    return f"field:place:{field.values.index('price.timber-1')}"


ENTRY = reported(begun(), SOLD).steps[-1].item.id
"""Entry of a sale whose price nobody read."""
ON_BOARD = ("opens:good:timber", "price:timber-1", SAYS)
SALE = ("kinds", "kind:sell", "price:timber-1", SAYS)
IN_LIST = ("kind:sell", _place(), SAYS)


@dataclass(frozen=True)
class Case:
    """Way by touches to type a value, the ways to leave it, and how it is accepted."""

    touches: tuple[str, ...]
    cancel: tuple[tuple[str, ...], ...]
    accept: tuple[str, ...]
    screen: Callable[..., ft.Control] = table.Screen
    seatless: bool = False
    """True if a device without a seat can get as far as to type the value."""


_PREVIEWED = (("form:close",), ("record", "preview:close"), ("record", "amend:back", "form:close"))
CASES = {
    "report": Case(SALE, (("form:close",), ("form:back", "form:close")), ("record",)),
    "doubt": Case(
        ("doubt", *ON_BOARD),
        (
            ("form:close",),
            ("record", "card:close"),
            ("record", "card:try", "what_if:throw"),
        ),
        ("record", "card:try", "what_if:see", "what_if:apply"),
    ),
    "branch": Case(
        ("tools", "what_if:start", *ON_BOARD),
        (
            ("what_if:throw",),
            ("form:close", "what_if:throw"),
            ("record", "what_if:throw"),
            ("record", "undo", "what_if:throw"),
            ("record", "what_if:see", "what_if:drop"),
        ),
        ("record", "what_if:see", "what_if:apply"),
    ),
    "correction": Case(
        (f"amend:{ENTRY}", SAYS), _PREVIEWED, ("record", "amend:accept"), acta.Screen, True
    ),
    "insertion": Case(
        (f"insert:{ENTRY}", *IN_LIST), _PREVIEWED, ("record", "amend:accept"), acta.Screen, True
    ),
    "doubt of the past": Case(
        (f"doubt:{ENTRY}", *IN_LIST),
        (("form:close",), ("record", "card:close"), ("record", "card:try", "preview:close")),
        ("record", "card:try", "amend:accept"),
        acta.Screen,
        True,
    ),
    "names": Case(
        ("tools", "names:open", "type:name:territory.t3"),
        (("names:close",),),
        ("names:save",),
    ),
    "arrangement": Case(
        ("tools", "plan:open", "territory:t1", "territory:t2"),
        (("plan:close",),),
        ("plan:save",),
    ),
}
FORMS = ("report", "doubt", "branch", "correction", "insertion", "doubt of the past")
ON_PURPOSE = "on purpose"
"""Touch that names the value and says that it is recorded, offered beside the board."""
SEVERAL = "several values of one piece"
"""Form whose values are confirmed together; `test_unknown_cards.py` of Urban Sprawl tries it."""
TOGETHER = "several reports as one act"
"""Panel on which values are typed for several reports; `test_due_list.py` tries it."""
PART = "part of a way"
"""Step that all cases go through."""
WAYS = {
    "ui/panels/report/fact_form.py:FactForm.take": (SEVERAL, *FORMS),
    "ui/panels/due_list.py:_type": (TOGETHER,),
    "ui/panels/own_copy.py:NamesPanel.save": ("names",),
    "ui/panels/own_copy.py:move_thing": ("arrangement",),
    "ui/screens/match/copy_offers.py:_type_learned": (ON_PURPOSE,),
    "ui/screens/match/copy_offers.py:_line": (ON_PURPOSE,),
    "ui/screens/match/copy_offers.py:copy_panel": (ON_PURPOSE,),
    "ui/panels/keep_in_box.py:submit_values": (ON_PURPOSE,),
    "ui/panels/missing_values.py:MissingValues.record": (ON_PURPOSE,),
    "ui/panels/rulings/conflict_card.py:_settle": (PART,),
    "ui/screens/result/screen.py:Screen": (ON_PURPOSE,),
    "ui/panels/control/value_controller.py:ValueController.type_facts": (PART,),
    "ui/panels/control/value_controller.py:ValueController._alone": (PART,),
    "ui/views/report/transitions.py:with_values": (PART,),
    "ui/views/report/transitions.py:without_value": (PART,),
    "ui/views/report/transitions.py:_finished": (PART,),
    "ui/views/report/transitions.py:_listed": (PART,),
    "services/matches/submission.py:_values": (PART,),
}
_TAKES = {
    "FactsEntered",
    "type_facts",
    "record_values",
    "with_values",
    "box_offer",
    "submit_values",
}
"""Names by which the program takes printed values into a match."""


def _uses(tree: ast.AST, within: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the function of each use of these names, except imports and types."""
    for node in ast.iter_child_nodes(tree):
        inner = within
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = (*within, node.name)
        called = node.func if isinstance(node, ast.Call) else None
        named = called.id if isinstance(called, ast.Name) else ""
        reached = node.attr if isinstance(node, ast.Attribute) else ""
        keywords = node.keywords if isinstance(node, ast.Call) else []
        given = {k.arg for k in keywords} if named == "Submit" else set()
        if named in _TAKES or reached in _TAKES or "values" in given:
            yield ".".join(inner)
        yield from _uses(node, inner)


def _found() -> set[str]:
    root = Path(companion.__file__).parent
    return {
        f"{path.relative_to(root).as_posix()}:{use}"
        for path in sorted(root.rglob("*.py"))
        for use in _uses(ast.parse(path.read_text(encoding="utf-8")))
    }


def test_every_way_into_a_match_is_listed() -> None:
    assert _found() == set(WAYS)
    tried = {name for names in WAYS.values() for name in names}
    assert tried == {*CASES, ON_PURPOSE, SEVERAL, TOGETHER, PART}


class Sitting:
    """Match in the market on one device, and what is stored of it."""

    def __init__(self, hub: Hub, case: Case, seats: str = "all") -> None:
        match = reported(begun(), SOLD) if case.screen is acta.Screen else begun()
        hub.matches.begin(match)
        self.hub, self.case, self.id = hub, case, match.started.match
        self.client = host = Client(hub, device_id("host"), owner=True)
        self.told: list[str] = []
        if seats != "all":
            host.seating.open_table(self.id, (0,))
            self.client = Client(hub, device_id("guest"), owner=False, address="guest")
            self.client.seating.join(host.seating.table(self.match).code)
        if seats == "seated":
            assert self.client.seating.sit(self.id, BETO)

    @property
    def match(self) -> Match:
        """Return the match as recorded."""
        return self.hub.matches.open(self.id)

    @property
    def stored(self) -> tuple[object, ...]:
        """Return everything that is stored of the match."""
        return tuple(self.hub.store.rows(self.id))

    async def touch(self, *touches: str) -> list[str]:
        """Touch these, one after the other, and return the texts since the last touch."""
        given = replace(context(self.client, self.client.device), notify=self.told.append)
        to = (ENTRY,) if self.case.screen is acta.Screen else ()
        view: Drawn = await drawn(self.case.screen, given, self.id, *to)
        for key in touches:
            view.news()
            kind, _, field = key.partition(":")
            if kind == "type":
                await view.type_in(field, "Hebrón")
                continue
            assert key in view.touchable(), (key, view.touchable())
            await view.touch(key)
        said = [str(text) for text in texts(view.news())]
        view.close()
        return said

    def undo(self) -> None:
        """Undo once, as the button does."""
        timeline = self.match.timeline
        to = undo_target(timeline, timeline.past[-1].entry.id)
        answer = done(self.hub.matches.submit(self.id, Submission("undo-1", Undone(to=to))))
        assert isinstance(answer, Recorded), answer


def _cancelled() -> Iterator[tuple[str, int]]:
    for name, case in CASES.items():
        yield from ((name, n) for n in range(len(case.cancel)))


@pytest.mark.parametrize("seats", ["all", "seated"])
@pytest.mark.parametrize(("name", "way"), _cancelled())
def test_cancelling_leaves_the_stored_acta_as_it_was(
    name: str, way: int, seats: str, tmp_path: Path
) -> None:
    case = CASES[name]
    with own_hub(tmp_path) as hub:
        sitting = Sitting(hub, case, seats)
        before = sitting.stored
        asyncio.run(sitting.touch(*case.touches, *case.cancel[way]))
        assert sitting.stored == before
        assert sitting.match.facts.get(PRICE) is None
        left = interactions_of(sitting.client.device).values()
        assert [interaction.assumed for interaction in left if interaction.assumed] == []


@pytest.mark.parametrize("seats", ["all", "seated"])
@pytest.mark.parametrize("name", CASES)
def test_accepting_records_value_and_thing_as_one_undo(
    name: str, seats: str, tmp_path: Path
) -> None:
    case = CASES[name]
    with own_hub(tmp_path) as hub:
        sitting = Sitting(hub, case, seats)
        before, stored = sitting.match, sitting.stored
        asyncio.run(sitting.touch(*case.touches))
        assert sitting.stored == stored, "nothing is accepted yet"
        asyncio.run(sitting.touch(*_reopened(case), *case.accept))
        after = sitting.match
        new = {f: v for f, v in after.facts.items() if before.facts.get(f) != v}
        assert new
        assert name not in FORMS or new == {PRICE: VALUE}
        # Whatever is inserted before the sale takes its turn.
        assert (after.broken is None) is (name not in ("insertion", "doubt of the past"))
        sitting.undo()
        assert sitting.match.facts == before.facts
        assert sitting.match.timeline.items == before.timeline.items
        assert sitting.match.state == before.state


def _reopened(case: Case) -> tuple[str, ...]:
    """Return the touches again where a screen forgets what is open when it is left."""
    kept = case.screen is table.Screen and not case.touches[-1].startswith("type:")
    if kept:
        return ()
    return case.touches[2:] if case.screen is table.Screen else case.touches


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.seatless])
def test_device_without_a_seat_records_no_value(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    with own_hub(tmp_path) as hub:
        sitting = Sitting(hub, case, "none")
        before = sitting.stored
        # Corrections are not even offered to it.
        offered = name not in ("correction", "insertion")
        with nullcontext() if offered else pytest.raises(AssertionError, match=case.touches[0]):
            asyncio.run(sitting.touch(*case.touches, *case.accept))
        assert sitting.stored == before


@pytest.mark.parametrize("name", [n for n in FORMS if n not in ("correction", "insertion")])
def test_undo_and_redo_by_touch_take_value_and_report_together(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    with own_hub(tmp_path) as hub:
        sitting = Sitting(hub, case)
        before = sitting.match.facts
        asyncio.run(sitting.touch(*case.touches, *case.accept))
        sitting.case = replace(case, screen=table.Screen)
        points = sitting.match.state.points(BETO)
        asyncio.run(sitting.touch("undo"))
        assert sitting.match.facts == before
        asyncio.run(sitting.touch("redo"))
        assert sitting.match.facts == {**before, PRICE: VALUE}
        assert sitting.match.state.points(BETO) == points


def test_list_of_steps_shows_report_and_value_as_one(tmp_path: Path) -> None:
    with own_hub(tmp_path) as hub:
        sitting = Sitting(hub, CASES["report"])

        def steps() -> int:
            said = asyncio.run(sitting.touch("tools", "undo:list"))
            asyncio.run(sitting.touch("undo:close"))
            return sum(" hasta aquí: " in text for text in said)

        before = steps()
        asyncio.run(sitting.touch(*SALE, "record"))
        assert len(sitting.match.timeline.past) == len(begun().timeline.past) + 2
        assert steps() == before + 1
        asyncio.run(sitting.touch("undo"))
        assert steps() == before + 1


FINISHED = PLAYTHROUGHS / "releases/seventh/kingdom_of_solomon/most_points_3.acta"
"""Finished match in which some prices were never read."""


def _unread(match: Match) -> tuple[str, str]:
    """Return the entry of the last sale in it whose price nobody read, and the price."""
    for step in reversed(match.steps):
        place = getattr(step.action, "place", "") if step.action else ""
        if place and f"{place}.points" not in match.facts and step.action.kind == "sell":
            return step.item.id, f"{place}.points"
    raise LookupError


def _correct(hub: Hub, match_id: str, entry: str, *touches: str) -> list[str]:
    """Touch these in the acta of a match, and return what is said at the end."""

    async def touched() -> list[str]:
        view = await drawn(acta.Screen, context(Client(hub, "h", owner=True), "h"), match_id, entry)
        for key in touches:
            view.news()
            assert key in view.touchable(), (key, view.touchable())
            await view.touch(key)
        said = [str(text) for text in texts(view.news())]
        view.close()
        return said

    return asyncio.run(touched())


def test_finished_match_stays_as_it_is_when_a_correction_is_cancelled(tmp_path: Path) -> None:
    with own_hub(tmp_path) as hub:
        made = hub.files.import_acta(FINISHED.read_bytes())
        assert isinstance(made, Imported)
        match = made.match
        match_id, (entry, price) = match.started.match, _unread(match)
        stored, says = tuple(hub.store.rows(match_id)), f"value:{price}:9"
        _correct(hub, match_id, entry, f"amend:{entry}", says, "form:close")
        assert tuple(hub.store.rows(match_id)) == stored
        said = _correct(hub, match_id, entry, f"amend:{entry}", says, "record")
        assert tuple(hub.store.rows(match_id)) == stored
        assert hub.matches.open(match_id).finished == match.finished
        # The report is as it was, so the preview tells only the value, and what it is worth.
        assert "Todo lo demás se sostiene." in said
        assert "El marcador no cambia." not in said
        _correct(hub, match_id, entry, f"amend:{entry}", says, "record", "amend:accept")
        after = hub.matches.open(match_id)
        assert after.facts[price] == 9
        assert len(after.timeline.items) == len(match.timeline.items) + 1


def test_answer_to_a_doubt_uses_the_values_typed_for_it(tmp_path: Path) -> None:
    def answered(sitting: Sitting, *touches: str) -> list[str]:
        return asyncio.run(sitting.touch("doubt", *ON_BOARD[:2], *touches, "record"))

    with own_hub(tmp_path / "unread") as hub:
        sitting = Sitting(hub, CASES["doubt"])
        unread = answered(sitting, "fact:skip")
        forget(sitting.client.device, sitting.id)
    with own_hub(tmp_path / "typed") as hub:
        typed = answered(Sitting(hub, CASES["doubt"]), SAYS)
    nobody = "Nadie ha anotado el precio del primer espacio de madera."
    assert nobody in unread
    assert nobody not in typed
    assert "Se puede: vender en el primer espacio de madera" in typed
