"""Report of several acts in one go: it is recorded as the reports it amounts to."""

from itertools import pairwise
from pathlib import Path

import pytest

from companion.bootstrap import own_hub
from companion.games.blue_moon.catalogue import CARDS
from companion.kernel import legality
from companion.kernel.advice.remedies import draft_of
from companion.kernel.models import Action
from companion.match.entries import fresh_id
from companion.match.fold import Match
from companion.ui.views.questions.interpretations import Reading, verdict_on
from companion.ui.views.report import report_form as forms
from companion.ui.views.report.interaction import Filling, InteractionState, Mode
from companion.ui.views.report.interaction_events import FormReplaced
from tests.ui.panels.test_apply_remedy import Device, _at
from tests.ui.tables import actas, read

TYPES = ("leadership", "character", "support")


def _pairs(match: Match) -> list[tuple[int, Action]]:
    """Return by step the cards that a seat laid in two reports, as one report."""
    pairs = []
    for n, (one, other) in enumerate(pairwise(match.steps)):
        first, then = one.action, other.action
        if first is None or then is None or {first.kind, then.kind} != {"play_cards"}:
            continue
        types = {CARDS[card].type for card in (*first.cards, *then.cards)}  # type: ignore[attr-defined]
        if first.seat == then.seat and len(types) == 2:
            cards = (*then.cards, *first.cards)  # type: ignore[attr-defined]
            pairs.append((n, then.model_copy(update={"cards": cards})))
    return pairs


PAIRS = [(path, *pair) for path in actas("blue_moon") for pair in _pairs(read(path))[:2]]


def _filled(device: Device, action: Action, mode: Mode = Mode.REPORT) -> None:
    form = forms.form_of_draft(device.match.game, draft_of(action))
    filling = Filling(form, fresh_id())
    device.interaction = InteractionState(mode=mode, seat=action.seat, open=filling)


@pytest.mark.parametrize(("path", "step", "both"), PAIRS[:6])
def test_cards_of_two_phases_are_recorded_as_two_reports(
    path: Path, step: int, both: Action, tmp_path: Path
) -> None:
    after = read(path).steps[step + 1].state
    with own_hub(tmp_path) as hub:
        device = Device(hub, _at(hub, path, step))
        before = device.steps
        _filled(device, both)
        device.finish()
        assert device.steps == before + 2
        assert device.match.state.ledger == after.ledger
        assert device.match.state.piles == after.piles
        assert device.interaction == InteractionState(seat=both.seat)
        # They were said in one go, so they are undone in one go.
        device.controller.undo()
        assert device.steps == before


@pytest.mark.parametrize(("path", "step", "both"), PAIRS[:2])
def test_doubt_about_cards_of_two_phases_is_answered(
    path: Path, step: int, both: Action, tmp_path: Path
) -> None:
    with own_hub(tmp_path) as hub:
        device = Device(hub, _at(hub, path, step))
        _filled(device, both, Mode.DOUBT)
        view = device.controller.view()
        assert view is not None
        device.controller.finish(view)
        assert device.interaction.card is not None
        assert device.interaction.card.card.verdict in ("legal", "unverifiable")


@pytest.mark.parametrize(("path", "step", "both"), PAIRS[:2])
def test_sentence_about_cards_of_two_phases_is_judged_as_the_form_does(
    path: Path, step: int, both: Action, tmp_path: Path
) -> None:
    with own_hub(tmp_path) as hub:
        match = Device(hub, _at(hub, path, step)).match
        asked = Reading(draft_of(both), "")
        assert verdict_on(match, asked, frozenset({both.seat})) in ("legal", "open")


@pytest.mark.parametrize(("path", "step", "both"), PAIRS[:2])
def test_part_that_is_refused_is_asked_about_after_the_first(
    path: Path, step: int, both: Action, tmp_path: Path
) -> None:
    with own_hub(tmp_path) as hub:
        device = Device(hub, _at(hub, path, step))
        before, game = device.steps, device.match.game
        first, then = game.parts(device.match.state, both)
        too_many = tuple(
            name
            for name in device.match.state.playable(both.seat)
            if CARDS[name].type == CARDS[then.cards[0]].type  # type: ignore[attr-defined]
        )
        cards = (*first.cards, *too_many)  # type: ignore[attr-defined]
        _filled(device, both.model_copy(update={"cards": cards}))
        view = device.controller.view()
        assert view is not None
        assert view.judgement is not None
        assert view.judgement.refusal is not None
        assert view.judgement.refusal.code != "mixed_types"
        device.controller.finish(view)
        assert device.steps == before + 1
        assert device.interaction.form is not None
        assert {*device.interaction.form.draft.values["cards"]} == {*too_many}


def _touch_record(device: Device) -> None:
    """Touch «Anotar», whatever the rules say."""
    view = device.controller.view()
    assert view is not None
    device.controller.finish(view)


def _refused_in_the_middle(match: Match) -> list[tuple[int, Action]]:
    """Return by step what is refused in the second of three phases, said in one go."""
    cases: list[tuple[int, Action]] = []
    for n, step in enumerate(match.steps):
        if not n or step.action is None or step.action.kind != "play_cards":
            continue
        state = match.steps[n - 1].state
        there = state.playable(step.action.seat)
        hand = {kind: [name for name in there if CARDS[name].type == kind] for kind in TYPES}
        if not all(hand.values()):
            continue
        cards = (*hand["leadership"][:1], *hand["character"], *hand["support"][:1])
        action = step.action.model_copy(update={"cards": cards})
        one_each = (*cards[:1], *hand["character"][:1], *hand["support"][:1])
        alone = step.action.model_copy(update={"cards": one_each})
        refused, legal = (
            legality.deciding_part(match.game, state, tried) for tried in (action, alone)
        )
        if refused.number == 1 and refused.judgement.refusal and not legal.judgement.refusal:
            cases.append((n, action))
    return cases


MIDDLES = [
    (path, *case) for path in actas("blue_moon") for case in _refused_in_the_middle(read(path))[:1]
]


@pytest.mark.parametrize(("path", "step", "three"), MIDDLES[:3])
def test_third_phase_waits_while_the_second_is_mended(
    path: Path, step: int, three: Action, tmp_path: Path
) -> None:
    with own_hub(tmp_path) as hub:
        device = Device(hub, _at(hub, path, step))
        before = device.steps
        _, then, last = device.match.game.parts(device.match.state, three)
        _filled(device, three)
        _touch_record(device)
        assert device.steps == before + 1
        assert device.interaction.form is not None
        assert {*device.interaction.form.draft.values["cards"]} == {*then.cards}  # type: ignore[attr-defined]
        assert device.interaction.resume == (draft_of(last),)
        one = then.model_copy(update={"cards": then.cards[:1]})  # type: ignore[attr-defined]
        mended = forms.form_of_draft(device.match.game, draft_of(one))
        device.controller.send(FormReplaced(mended, fresh_id()))
        _touch_record(device)
        assert device.steps == before + 2
        assert device.interaction.form is not None
        assert device.interaction.form.draft == draft_of(last)
        assert not device.interaction.resume


@pytest.mark.parametrize(("path", "step", "three"), MIDDLES[:2])
def test_later_phases_wait_while_the_first_is_mended(
    path: Path, step: int, three: Action, tmp_path: Path
) -> None:
    with own_hub(tmp_path) as hub:
        device = Device(hub, _at(hub, path, step))
        before = device.steps
        _, then, last = device.match.game.parts(device.match.state, three)
        cards = (*then.cards, *last.cards)  # type: ignore[attr-defined]
        _filled(device, three.model_copy(update={"cards": cards}))
        _touch_record(device)
        assert device.steps == before
        assert device.interaction.card is not None
        assert device.interaction.resume == (draft_of(last),)
