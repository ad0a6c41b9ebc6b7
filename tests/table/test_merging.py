"""Merge of two boxes: no known value is lost, and no conflict is decided without a choice."""

from random import Random

from companion.kernel.facts import FactValue
from companion.table.boxes import BoxProfile
from companion.table.merging import Contrary, compared, merged


def _box(**facts: FactValue) -> BoxProfile:
    return BoxProfile(id="box-1", game="blue_moon_city", name="La de casa", facts=facts)


def test_what_only_the_other_knows_is_added_and_what_differs_waits() -> None:
    found = compared({"a": 1, "b": 2}, {"b": 2, "c": 3, "a": 4})
    assert found.added == {"c": 3}
    assert found.contrary == (Contrary("a", 1, 4),)


def test_what_nobody_chose_stays_as_it_was() -> None:
    box = _box(a=1, b=2)
    found = compared(box.facts, {"a": 4, "b": 5, "c": 3})
    assert merged(box, found, {"a": 4}).facts == {"a": 4, "b": 2, "c": 3}
    assert merged(box, found, {}).facts == {"a": 1, "b": 2, "c": 3}


def test_after_a_merge_nothing_is_left_but_what_was_kept() -> None:
    rng = Random(1)
    for _ in range(300):
        mine, theirs = (
            {name: rng.randrange(3) for name in "abcdef" if rng.random() < 0.6} for _ in range(2)
        )
        box = _box(**mine)
        found = compared(mine, theirs)
        chosen = {c.fact: rng.choice((c.kept, c.typed)) for c in found.contrary}
        after = merged(box, found, chosen).facts
        assert after.keys() == mine.keys() | theirs.keys()
        assert all(value in (mine.get(name), theirs.get(name)) for name, value in after.items())
        assert all(after[name] == value for name, value in mine.items() if name not in chosen)
        again = compared(after, theirs)
        assert not again.added
        assert {c.fact for c in again.contrary} == {f for f, v in chosen.items() if v == mine[f]}
