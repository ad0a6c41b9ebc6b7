"""Interaction state: touches change the form and record nothing."""

from companion.kernel.form import Choices
from companion.match.fold import Match
from companion.ui.games.blue_moon_city.screen import SCREEN
from companion.ui.views import bag, desk, form, shown_card
from companion.ui.views.desk import InteractionState, Mode
from tests.ui.city_match import GAME, built, opened, report, then, wording


def _touch(match: Match, place: str) -> InteractionState:
    """Return the interaction state after Ana touched a place on the board."""
    judged = desk.judged_starts(GAME, match.state, 0, SCREEN.starts(match, 0, place))
    return desk.after_touch(InteractionState(), GAME, judged, 0, "s-1")


def test_touching_a_tile_within_reach_begins_the_walk() -> None:
    found = _touch(opened(), "fire_temple")
    assert found.form is not None
    assert found.form.draft.values == {"to": "fire_temple"}
    assert form.view(GAME, opened().state, found.form).ready


def test_touching_what_cannot_be_shows_why_instead_of_a_form() -> None:
    found = _touch(built(), "market_hall")
    assert found.form is None
    assert [judged.refusal is not None for judged in found.starts] == [True]


def test_closing_keeps_doubt_mode_but_not_a_correction() -> None:
    assert desk.with_all_closed(InteractionState(mode=Mode.DOUBT)).mode is Mode.DOUBT
    action = built().steps[0].action
    assert action is not None
    mending = desk.correcting(InteractionState(), action, "e-0001", "s-2")
    assert (mending.mode, mending.target) == (Mode.AMEND, "e-0001")
    assert desk.with_all_closed(mending) == InteractionState()


def test_a_ruling_card_lists_what_was_checked_and_can_be_consented_to() -> None:
    match = then(opened(), report("move_figure", to="fire_temple"))
    filled = form.start(GAME, 0, "place_stone", {"section": 0, "cards": ("black:2",)})
    view = form.view(GAME, match.state, filled)
    assert view.action is not None
    assert view.judgement is not None
    refusal = view.judgement.refusal
    assert refusal is not None
    shown = shown_card.card_of(
        GAME, match.state, wording(match), refusal, filled.draft, view.action, seen=(0,)
    )
    assert shown.card.overrulable
    assert shown.action == view.action
    assert shown.card.title == "No se puede: construir la sección 5 del Templo del Fuego"
    assert {line.verdict for line in shown.card.checked} >= {"holds", "fails"}


def test_a_place_answers_the_field_asked_or_an_earlier_one() -> None:
    state = opened().state
    walk = form.start(GAME, 0, "move_figure", {"to": "fire_temple"})
    assert form.field_of_place(GAME, state, walk, "water_temple") == "to"
    turn = form.start(GAME, 0, "finish_turn")
    assert form.field_of_place(GAME, state, turn, "water_temple") is None


def test_stepping_back_asks_the_last_field_again() -> None:
    asked = form.start(GAME, 0, "move_dragon")
    once = form.answered(GAME, asked, "aqua")
    twice = form.answered(GAME, once, "blue:1")
    assert (twice.asking, form.stepped_back(twice).asking) == ("to", "card")
    assert form.stepped_back(form.stepped_back(twice)) == asked


def test_illegal_choices_stay_in_their_place() -> None:
    match = then(opened(), report("move_figure", to="fire_temple"))
    walk = form.start(GAME, 0, "move_dragon", {"dragon": "aqua"})
    view = form.view(GAME, match.state, walk)
    assert isinstance(view.field, Choices)
    assert tuple(choice.value for choice in view.choices) == view.field.values
    assert any(choice.refusal for choice in view.choices)
    assert any(choice.refusal is None for choice in view.choices)


def test_a_bag_is_summed_up_in_order() -> None:
    assert bag.summed_up(("b", "a", "b")) == (("a", 1), ("b", 2))
