"""Interaction state: touches change the form and record nothing."""

from companion.kernel.form import Choices
from companion.match.fold import Match
from companion.ui.games.blue_moon_city.screen import SCREEN
from companion.ui.views.report import form_completions, report_form
from companion.ui.views.report.interaction import (
    Choosing,
    Filling,
    InteractionState,
    Mode,
    judged_starts,
)
from companion.ui.views.report.interaction_events import PastOpened, Press
from companion.ui.views.report.transitions import touched, update
from companion.ui.views.rulings import ruling_view
from tests.ui.city_match import GAME, built, opened, report, then, wording


def _touch(match: Match, place: str) -> InteractionState:
    """Return the interaction state after Ana touched a place on the board."""
    judged = judged_starts(GAME, match.state, 0, SCREEN.starts(match, 0, place))
    return update(InteractionState(), touched(GAME, judged, 0, "s-1"))[0]


def test_touching_a_reachable_tile_opens_the_move_form() -> None:
    state = _touch(opened(), "fire_temple")
    assert state.form is not None
    assert state.form.draft.values == {"to": "fire_temple"}
    assert report_form.view(GAME, opened().state, state.form).ready


def test_touching_an_unreachable_tile_shows_a_refusal_and_no_form() -> None:
    state = _touch(built(), "market_hall")
    assert state.form is None
    assert isinstance(state.open, Choosing)
    assert [judged.refusal is not None for judged in state.open.starts] == [True]


def test_closing_a_form_keeps_doubt_mode_but_not_a_correction() -> None:
    assert update(InteractionState(mode=Mode.DOUBT), Press.CLOSE)[0].mode is Mode.DOUBT
    action = built().steps[0].action
    assert action is not None
    filling = Filling(report_form.start_from(action), "s-2")
    mending, _ = update(InteractionState(), PastOpened(Mode.AMEND, "e-0001", filling))
    assert (mending.mode, mending.target) == (Mode.AMEND, "e-0001")
    assert update(mending, Press.CLOSE)[0] == InteractionState()


def test_ruling_card_lists_checked_conditions_and_allows_consent() -> None:
    match = then(opened(), report("move_figure", to="fire_temple"))
    filled = report_form.start(GAME, 0, "place_stone", {"section": 0, "cards": ("black:2",)})
    view = report_form.view(GAME, match.state, filled)
    assert view.action is not None
    assert view.judgement is not None
    refusal = view.judgement.refusal
    assert refusal is not None
    shown = ruling_view.card_of(
        GAME, match.state, wording(match), refusal, filled.draft, view.action, seen=(0,)
    )
    assert shown.card.overrulable
    assert shown.action == view.action
    assert (
        shown.card.title
        == "No se puede: construir la sección 5 del Templo del Fuego con una negra 2"
    )
    assert {line.verdict for line in shown.card.checked} >= {"holds", "fails"}


def test_touched_place_answers_a_field_of_the_form_that_accepts_it() -> None:
    state = opened().state
    walk = report_form.start(GAME, 0, "move_figure", {"to": "fire_temple"})
    assert report_form.field_of_place(GAME, state, walk, "water_temple") == "to"
    turn = report_form.start(GAME, 0, "finish_turn")
    assert report_form.field_of_place(GAME, state, turn, "water_temple") is None


def test_step_back_in_a_form_asks_the_last_field_again() -> None:
    asked = report_form.start(GAME, 0, "move_dragon")
    once = report_form.answered(GAME, asked, "aqua")
    twice = report_form.answered(GAME, once, "blue:1")
    assert (twice.asking, report_form.stepped_back(twice).asking) == ("to", "card")
    assert report_form.stepped_back(report_form.stepped_back(twice)) == asked


def test_illegal_choices_of_a_field_keep_their_position() -> None:
    match = then(opened(), report("move_figure", to="fire_temple"))
    walk = report_form.start(GAME, 0, "move_dragon", {"dragon": "aqua"})
    view = report_form.view(GAME, match.state, walk)
    assert isinstance(view.field, Choices)
    assert tuple(choice.value for choice in view.choices) == view.field.values
    assert any(choice.refusal for choice in view.choices)
    assert any(choice.refusal is None for choice in view.choices)


def test_bag_is_summarised_in_order_with_counts() -> None:
    assert form_completions.summed_up(("b", "a", "b")) == (("a", 1), ("b", 2))
