"""Other values of a field: nearest amounts first, and bags taken back before they are added to."""

from companion.kernel.advice.remedy_candidates import is_part, other_values
from companion.kernel.form import Choices, OpenBag, OpenNumber, OpenText


def test_of_a_closed_field_every_other_value_is_tried() -> None:
    others = other_values(Choices(("a", "b", "c")), "b", amount=False, paid=False)
    assert others.tiers == (("a", "c"),)
    assert others.whole == 2


def test_the_greatest_amount_below_is_tried_first() -> None:
    others = other_values(Choices((0, 1, 2, 3, 4, 5)), 3, amount=True, paid=False)
    assert others.tiers == ((2, 1, 0), (4, 5))
    assert others.first_only


def test_far_from_an_amount_only_bounds_and_proposals_are_tried() -> None:
    field = OpenNumber(0, 500, proposals=(200,))
    below, above = other_values(field, 100, amount=True, paid=False).tiers
    assert below == (*range(99, 87, -1), 0)
    assert above == (*range(101, 113), 200, 500)


def test_things_are_taken_back_then_exchanged_then_added() -> None:
    field = OpenBag((("a", 2), ("b", 2), ("c", 1)))
    tiers = other_values(field, ("a", "b"), amount=False, paid=False).tiers
    assert tiers[0] == (("a",), ("b",))
    assert tiers[1] == ((),)
    assert set(tiers[2]) == {("b", "b"), ("b", "c"), ("a", "a"), ("a", "c")}
    assert set(tiers[3]) == {("a", "a", "b"), ("a", "b", "b"), ("a", "b", "c")}


def test_one_thing_that_is_not_paid_is_never_exchanged() -> None:
    field = OpenBag((("a", 1), ("b", 1)), proposals=(("b",),))
    assert other_values(field, ("a",), amount=False, paid=False).tiers[1] == ()
    assert other_values(field, ("a",), amount=False, paid=True).tiers[1] == (("b",),)


def test_only_the_bags_offered_are_tried_where_no_others_are_allowed() -> None:
    field = OpenBag((("a", 1), ("b", 1)), proposals=(("a",), ("b",)), only=True)
    assert other_values(field, ("a",), amount=False, paid=False).tiers == ((("b",),),)


def test_a_text_has_no_other_values() -> None:
    assert other_values(OpenText(), "a", amount=False, paid=False).tiers == ()


def test_part_of_a_bag_counts_repeats() -> None:
    assert is_part(("a",), ("a", "a"))
    assert not is_part(("a", "a"), ("a", "b", "b"))
    assert not is_part(("a",), ("a",))
