"""Form of a correction: it asks only what could have been answered otherwise."""

from pathlib import Path

import pytest

from companion.bootstrap import own_hub
from companion.games import GAMES
from companion.games.blue_moon import GAME
from companion.kernel.advice.remedies import draft_of
from companion.ui.panels.control.edit_entry import correct
from companion.ui.views.report import report_form as forms
from companion.ui.views.report.interaction import InteractionState
from tests.games.blue_moon.sample import lay
from tests.ui.panels.test_apply_remedy import Device, _at
from tests.ui.tables import actas, read


@pytest.mark.parametrize(("reading", "asked"), [("best", None), ("chosen", "target")])
def test_character_of_a_card_is_asked_where_the_table_chooses_it(
    reading: str, asked: str | None
) -> None:
    combat = {"0": ["vulca_08"]}
    state = lay({"combat": combat, "rulings": {"boost_target": reading}})
    laid = GAME.read_action({"kind": "play_cards", "seat": 0, "cards": ["vulca_21"]})
    assert forms.to_correct(GAME, state, laid).asking == asked


@pytest.mark.parametrize("game", [game for game in sorted(GAMES) if GAMES[game].judged])
def test_answers_that_still_can_be_one_are_kept_when_an_earlier_one_is_asked_again(
    game: str, tmp_path: Path
) -> None:
    """Answering a field as before leads back to the same report, whatever field it is."""
    with own_hub(tmp_path) as hub:
        match = read(actas(game)[0])
        device = Device(hub, _at(hub, actas(game)[0], len(match.steps) - 1))
        last = {step.action.kind: step for step in device.match.steps if step.action}
        # The recorded lines have numbers where the field of the form is left out.
        last.pop("read_line", None)
        for step in last.values():
            action = step.action
            assert action is not None
            for name in action.form_fields():
                device.interaction = InteractionState(seat=action.seat)
                correct(device.controller, step.item.id)
                device.controller.reopen(name)
                view = _view(device)
                assert (view.form.asking, view.action) == (name, action), (action, name)
                device.controller.answer(getattr(action, name))
                view = _view(device)
                assert (view.form.asking, view.action) == (None, action), (action, name)


def _view(device: Device) -> forms.FormView:
    view = device.controller.view()
    assert view is not None
    return view


def test_other_lots_keep_the_payment_that_suffices(tmp_path: Path) -> None:
    with own_hub(tmp_path) as hub:
        device = Device(hub, _at(hub, actas("urban_sprawl")[0], 60))
        acts = ((step.action, step.item.id) for step in device.match.steps if step.action)
        built, item = next((act, of) for act, of in acts if act.kind == "build")
        paid = draft_of(built).values["pay"]

        def at_the_lots() -> None:
            device.interaction = InteractionState(seat=built.seat)
            correct(device.controller, item)
            device.controller.reopen("lots")

        at_the_lots()
        kept = []
        for other in [c.value for c in _view(device).choices if c.refusal is None]:
            at_the_lots()
            device.controller.answer(other)
            view = _view(device)
            kept.append(view.form.draft.values.get("pay") == paid)
            assert kept[-1] != (view.form.asking == "pay")
        assert any(kept)
