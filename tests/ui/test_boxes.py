"""What is printed in a box."""

from companion.kernel.facts import FactValue, IntsSpec
from companion.rulebook import loader
from companion.rulebook.wording import Wording
from companion.ui.screens.boxes import presenter as boxes
from companion.ui.screens.boxes.presenter import Standing

DATA = loader.load("blue_moon_city")
WORDING = Wording("blue_moon_city")


def _box(own: dict[str, FactValue] | None = None) -> boxes.BoxView:
    return boxes.box(DATA, WORDING, own or {})


def test_every_value_is_there_once_under_its_thing() -> None:
    view = _box()
    assert view.total == len(DATA.facts)
    assert len({group.id for group in view.groups}) == len(view.groups)
    assert all(group.title != group.id for group in view.groups)


def test_what_is_unsure_is_not_filled_in() -> None:
    by_id = {fact.id: fact for group in _box().groups for fact in group.facts}
    for spec in DATA.facts:
        shown = by_id[spec.id]
        if spec.confidence in ("low", "unknown"):
            assert (shown.standing, shown.text) == (Standing.MISSING, "")
        elif spec.confidence == "medium":
            assert shown.standing is Standing.CHECK
        else:
            assert shown.standing is Standing.SURE


def test_a_value_read_off_the_box_is_ones_own_until_it_is_taken_back() -> None:
    before = _box()
    spec = next(spec for spec in DATA.facts if isinstance(spec, IntsSpec) and spec.value is None)
    own = boxes.with_value(
        {}, spec.id, spec.candidates[0] if spec.candidates else (5,) * spec.count
    )
    after = _box(own)
    assert after.missing == before.missing - 1
    shown = next(f for group in after.groups for f in group.facts if f.id == spec.id)
    assert shown.standing is Standing.OWN
    assert boxes.without_value(own, spec.id) == {}


def test_a_whole_piece_can_be_confirmed_at_once() -> None:
    group = next(group for group in _box().groups if group.to_check and not group.missing)
    after = next(g for g in _box(boxes.confirmed({}, group)).groups if g.id == group.id)
    assert after.to_check == 0


def test_what_is_missing_comes_first() -> None:
    view = _box()
    unfinished = view.unfinished()
    assert unfinished[0].missing
    assert sum(group.missing for group in unfinished) == view.missing


def test_a_value_that_cannot_be_is_refused_in_words() -> None:
    assert boxes.problem(DATA, WORDING, "tile.library.values", (9, 9, 9))
    assert boxes.problem(DATA, WORDING, "tile.library.values", (2, 3, 4))
    assert boxes.problem(DATA, WORDING, "tile.library.values", (4, 3, 2)) == ""
