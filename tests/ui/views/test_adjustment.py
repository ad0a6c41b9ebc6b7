"""Adjustments of the app to the table: one entry records only what differs."""

from companion.ui.views.table import adjustment
from companion.ui.views.table.adjustment import Adjustment
from tests.ui.city_match import built, opened, then, wording


def test_adjustment_records_only_counts_that_differ() -> None:
    match = opened()
    same = adjustment.counted(match, Adjustment(), "seat:0", "card", 8)
    assert same.empty
    more = adjustment.counted(match, same, "seat:0", "crystal", 5)
    back = adjustment.counted(match, more, "seat:0", "crystal", 0)
    assert back.empty
    after = then(match, adjustment.body(match, more))
    assert after.state.crystals(0) == 5
    assert after.broken is None


def test_adjustment_sets_a_figure_to_a_named_place() -> None:
    match = opened()
    moved = adjustment.set_to(match, Adjustment(), "figure.1", "mill")
    lines = {line.code: line for line in adjustment.settings(match, wording(match), moved)}
    assert (lines["figure.1"].value, lines["figure.1"].changed) == ("Molino", True)
    assert (lines["figure.0"].value, lines["figure.0"].changed) == ("Mercado", False)
    assert "figure.2" not in lines
    assert then(match, adjustment.body(match, moved)).state.figures[1] == "mill"
    assert adjustment.set_to(match, moved, "figure.1", "courtyard").empty


def test_adjustable_settings_are_searched_by_label_and_value() -> None:
    match = opened()
    lines = adjustment.settings(match, wording(match), Adjustment())
    assert adjustment.matching_settings(lines, " ") == lines
    (figure,) = (line for line in lines if line.code == "figure.0")
    # Words match in any order, also with the current value, regardless of case and accents.
    assert adjustment.matching_settings(
        lines, f"{figure.value.upper()} {figure.label.split()[-1]}"
    ) == (figure,)
    assert adjustment.matching_settings(lines, "nada que haya") == ()


def test_places_and_their_counts_are_labelled_in_words() -> None:
    match = built()
    words = wording(match)
    for account, label in adjustment.places(match, words):
        assert ":" not in label
        for line in adjustment.counts(match, words, account, Adjustment()):
            assert ":" not in line.label
    discard = adjustment.counts(match, words, "discard", Adjustment())
    assert {line.item: line.amount for line in discard}["card:black:3"] == 1
