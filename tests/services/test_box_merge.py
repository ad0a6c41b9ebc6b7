"""Merge of two boxes: no known value is lost, and no conflict is decided without a choice."""

from random import Random

from companion.kernel.box.facts import FactValue
from companion.services.boxes.box_repository import Contrary, compared, merged
from companion.services.boxes.profiles import BoxProfile


def _box(**facts: FactValue) -> BoxProfile:
    return BoxProfile(id="box-1", game="blue_moon_city", name="La de casa", facts=facts)


def test_comparison_adds_new_values_and_lists_conflicts() -> None:
    comparison = compared({"a": 1, "b": 2}, {"b": 2, "c": 3, "a": 4})
    assert comparison.added == {"c": 3}
    assert comparison.contrary == (Contrary("a", 1, 4),)


def test_merge_keeps_the_own_value_where_nothing_was_chosen() -> None:
    box = _box(a=1, b=2)
    comparison = compared(box.facts, {"a": 4, "b": 5, "c": 3})
    assert merged(box, comparison, {"a": 4}).facts == {"a": 4, "b": 2, "c": 3}
    assert merged(box, comparison, {}).facts == {"a": 1, "b": 2, "c": 3}


def test_random_merge_leaves_only_conflicts_decided_for_the_own_value() -> None:
    rng = Random(1)
    for _ in range(300):
        mine, theirs = (
            {name: rng.randrange(3) for name in "abcdef" if rng.random() < 0.6} for _ in range(2)
        )
        box = _box(**mine)
        comparison = compared(mine, theirs)
        chosen = {c.fact: rng.choice((c.kept, c.typed)) for c in comparison.contrary}
        after = merged(box, comparison, chosen).facts
        assert after.keys() == mine.keys() | theirs.keys()
        assert all(value in (mine.get(name), theirs.get(name)) for name, value in after.items())
        assert all(after[name] == value for name, value in mine.items() if name not in chosen)
        again = compared(after, theirs)
        assert not again.added
        assert {c.fact for c in again.contrary} == {f for f, v in chosen.items() if v == mine[f]}
