"""Forgotten act of this turn: it is put where it happened, with a preview."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import flet as ft
import pytest

from companion.bootstrap import own_hub
from companion.games import GAMES
from companion.games.kingdom_of_solomon.components import GOODS, good_of
from companion.kernel import legality
from companion.kernel.advice.remedies import draft_of
from companion.kernel.form import Draft
from companion.kernel.models import Action
from companion.kernel.refusal import Refusal
from companion.kernel.values import Seat
from companion.match.entries import Amended, Insert, Remove
from companion.match.fold import Match
from companion.match.review import earlier_moments, last_turns, told_since
from companion.match.steps import Step
from companion.services.hub import Hub
from companion.services.privacy.visibility import hides
from companion.ui.drafts.draft_cache import stored_state
from companion.ui.panels.control.edit_entry import insert_before, put_in_place
from companion.ui.panels.control.match_context import report
from companion.ui.panels.corrections import consequences
from companion.ui.screens.rules import in_match
from companion.ui.views.entries.entry_lines import moment_text
from companion.ui.views.questions.heard import choices
from companion.ui.views.report.interaction import InteractionState, Mode, Previewing, Start
from companion.ui.views.report.transitions import branching
from companion.ui.views.rulings.ruling_view import ShownCard
from tests.ui.drawn import drawn, texts
from tests.ui.panels.test_apply_remedy import Device, SomeSeats, _at
from tests.ui.tables import actas, context, read

TOLD = 3
"""Number of forgotten acts tried for each game."""


def _forgotten(hub: Hub, game: str) -> Iterator[tuple[Match, Action]]:
    """Yield matches in which an act of this turn was left out, and is refused now."""
    for path in actas(game):
        match = read(path)
        for n in range(1, len(match.steps) - 1):
            yield from _left_out(hub, path, match, n)


def _left_out(hub: Hub, path: Path, match: Match, n: int) -> Iterator[tuple[Match, Action]]:
    one, after = match.steps[n].action, match.steps[n + 1].action
    if one is None or after is None or one.seat != after.seat:
        return
    state = match.state_before(match.steps[n].item.id)
    if legality.check(match.game, state, after) is not None:
        return
    without, _ = match.game.apply(state, after)
    if match.game.outcome(without) or legality.check(match.game, without, one) is None:
        return
    if one.seat not in match.game.awaiting(state) or after.seat not in match.game.awaiting(state):
        return
    copy = _at(hub, path, n)
    device = Device(hub, copy, after.seat)
    device.controller._settle(after)
    yield device.match, one
    hub.matches.delete(copy.started.match)


@pytest.mark.parametrize("seats", ["one", "all", "none"])
@pytest.mark.parametrize("game", [game for game in sorted(GAMES) if GAMES[game].judged])
def test_forgotten_act_of_this_turn_is_put_in_its_place(
    game: str, seats: str, tmp_path: Path
) -> None:
    with own_hub(tmp_path) as hub:
        tried = 0
        for match, action in islice(_forgotten(hub, game), TOLD):
            everyone = range(len(match.options.players))
            mine = {"one": (action.seat,), "all": everyone, "none": ()}[seats]
            device = Device(hub, match, action.seat, mine)
            refusal = legality.check(match.game, match.state, action)
            assert refusal is not None
            device.controller.refused(refusal, draft_of(action), action)
            shown = device.interaction.card
            assert shown is not None
            tried += 1
            if seats == "none":
                # Who holds no seat reports nothing.
                assert shown.earlier is None
                continue
            last = match.steps[-1].action
            private = {act.kind for act in (action, last) if act}
            if (
                seats == "all"
                and hides(match)
                and any(legality.depends_on_hidden(match.game, kind) for kind in private)
            ):
                # Where it belongs would tell what a seat hides, to all who share the device.
                assert shown.earlier is None
                continue
            assert shown.earlier == match.steps[-1].item.id
            put_in_place(device.controller, shown.earlier, shown)
            assert device.interaction.preview is not None
            (edit,) = device.interaction.edits
            assert isinstance(edit, Insert)
            device.controller.amend(device.interaction.edits)
            after = device.match
            assert isinstance(after.entries[-1].body, Amended)
            assert after.broken is None
            assert [step.action for step in after.steps][-2] == action
        assert tried


JUDGED = [game for game in sorted(GAMES) if GAMES[game].judged]


def _told_too_late(hub: Hub, game: str) -> tuple[Device, Action]:
    """Return a device at a match in which a forgotten act is refused, and the act."""
    match, action = next(_forgotten(hub, game))
    return Device(hub, match, action.seat, (action.seat,)), action


def _refusal(device: Device, action: Action) -> Refusal:
    refusal = legality.check(device.match.game, device.match.state, action)
    assert refusal is not None
    return refusal


def _refuse(device: Device, action: Action) -> ShownCard:
    """Report an act that is refused, and return the card."""
    device.controller.refused(_refusal(device, action), draft_of(action), action)
    shown = device.interaction.card
    assert shown is not None
    return shown


@pytest.mark.parametrize("game", JUDGED)
def test_only_a_report_of_now_is_offered_its_place(game: str, tmp_path: Path) -> None:
    """A branch, a correction and a preview have a place already; a report is offered one."""
    with own_hub(tmp_path) as hub:
        device, action = _told_too_late(hub, game)
        fresh = InteractionState(seat=action.seat)
        place = _refuse(device, action).earlier
        assert place is not None
        forgotten = Insert(id="forgotten-1", before=place, body=report(action))
        elsewhere = [replace(fresh, mode=mode) for mode in Mode if mode is not Mode.REPORT]
        elsewhere.append(replace(fresh, preview=Previewing((forgotten,))))
        match, refusal = device.match, _refusal(device, action)
        for device.interaction in elsewhere:
            state = match.state
            shown = device.controller.card_of(match, state, refusal, draft_of(action), action)
            assert shown.earlier is None, device.interaction.mode
        device.interaction = fresh
        assert _refuse(device, action).earlier == place


@pytest.mark.parametrize("game", JUDGED)
def test_preview_of_a_forgotten_act_says_where_it_goes(game: str, tmp_path: Path) -> None:
    with own_hub(tmp_path) as hub:
        device, action = _told_too_late(hub, game)
        shown = _refuse(device, action)
        assert shown.earlier is not None
        put_in_place(device.controller, shown.earlier, shown)
        controller = device.controller
        what = moment_text(controller.recorded, shown.earlier, controller.wording)
        body, fits = consequences(controller, device.interaction.edits)
        said = [control.value for control in body if isinstance(control, ft.Text)]
        assert fits
        assert what
        assert f"Antes de: {what}" in said
        # At the end there is no such moment to name.
        (edit,) = device.interaction.edits
        assert isinstance(edit, Insert)
        at_end = edit.model_copy(update={"before": None})
        late, _ = consequences(controller, (at_end,))
        assert not [c for c in late if isinstance(c, ft.Text) and c.value.startswith("Antes de:")]


@pytest.mark.parametrize("game", JUDGED)
def test_forgotten_act_is_looked_at_on_a_branch_and_recorded_from_there(
    game: str, tmp_path: Path
) -> None:
    with own_hub(tmp_path) as hub:
        device, action = _told_too_late(hub, game)
        shown = _refuse(device, action)
        assert shown.earlier is not None
        put_in_place(device.controller, shown.earlier, shown)
        edits, steps = device.interaction.edits, device.match.steps
        branch = device.interaction = branching(device.interaction, edits)
        assert branch.mode is Mode.WHAT_IF
        assert device.match.steps == steps
        device.controller.amend(edits)
        assert [step.action for step in device.match.steps][-2] == action
        assert device.interaction.mode is not branch.mode


@pytest.mark.parametrize("game", JUDGED)
def test_forgotten_act_with_an_answer_left_is_asked_at_its_moment(
    game: str, tmp_path: Path
) -> None:
    """What was not answered yet is asked there, and nothing is recorded before it is accepted."""
    with own_hub(tmp_path) as hub:
        for match, action in _forgotten(hub, game):
            device = Device(hub, match, action.seat, (action.seat,))
            draft = replace(draft_of(action), values={})
            refusal = legality.check_draft(match.game, match.state, draft)
            if refusal is not None:
                break
        assert refusal is not None
        entries = device.match.entries
        device.controller.refused(refusal, draft)
        shown = device.interaction.card
        assert shown is not None
        assert shown.earlier is not None
        put_in_place(device.controller, shown.earlier, shown)
        assert device.match.entries == entries
        if device.interaction.preview is None:
            assert device.interaction.mode is Mode.INSERT
            assert device.interaction.entry == shown.earlier
            assert device.interaction.form is not None
            assert device.interaction.form.draft.kind == action.kind


def _heard_when_it_was_done(hub: Hub, game: str) -> tuple[Device, Action, str]:
    """Return a device and a forgotten act, with the words that tell it at its moment."""
    for match, action in _forgotten(hub, game):
        device = Device(hub, match, action.seat, (action.seat,))
        place, wording = _refuse(device, action).earlier, device.controller.wording
        act = wording.action_attempt(action.kind, match.game.describe(match.state, action))
        heard = choices(match.before(place), wording, act, action.seat) if place else ()
        if any(one.draft == draft_of(action) and not one.unheard for one in heard):
            return device, action, act
    raise AssertionError(game)


TELLING = ("se me olvidó {}", "antes me olvidé de {}", "no apunté {}", "{} se nos pasó")


@pytest.mark.parametrize("game", JUDGED)
def test_forgotten_act_that_is_told_in_words_is_put_in_its_place(game: str, tmp_path: Path) -> None:
    """Its twin: without a word of forgetting, the same act is judged now."""

    async def session(hub: Hub) -> None:
        device, action, act = _heard_when_it_was_done(hub, game)
        match, place = device.match, _refuse(device, action).earlier
        assert place is not None
        match_id, wording = match.started.match, device.controller.wording
        ctx = context(SomeSeats(hub, (action.seat,)), f"words:{game}")
        screen = await drawn(in_match.Screen, ctx, match_id, size=(412, 915))
        before = f"Antes de: {moment_text(match, place, wording)}"
        for telling in TELLING:
            await screen.type_in("rules-search", telling.format(act))
            told = " ".join(texts(screen.client.page))
            assert "Pasó antes: ponerlo en su sitio" in told, (telling.format(act), told)
            assert before in told
        await screen.touch("heard:0")
        state = stored_state(ctx.device, match_id)
        assert state.mode in (Mode.REPORT, Mode.INSERT)
        inserted = [edit for edit in state.edits if isinstance(edit, Insert)]
        assert [edit.before for edit in inserted] in ([place], [])
        assert inserted or state.entry == place
        await screen.type_in("rules-search", act)
        assert "Pasó antes" not in " ".join(texts(screen.client.page))
        await screen.type_in("rules-search", "me olvidé de silbar")
        assert "in-acta" in screen.touchable()
        screen.close()

    with own_hub(tmp_path) as hub:
        asyncio.run(session(hub))


@pytest.mark.parametrize("game", JUDGED)
def test_act_that_was_reported_is_not_put_there_once_more(game: str) -> None:
    match, tried = read(actas(game)[0]), 0
    for step in match.steps[:60]:
        draft = draft_of(step.action) if step.action else None
        if draft is None or not draft.values:
            continue
        begun = replace(draft, values=dict([*draft.values.items()][:1]))
        then = match.before_step(match.steps.index(step) + 1)
        assert told_since(then, step.item.id, begun)
        assert not told_since(then, step.item.id, replace(begun, seat=begun.seat + 1))
        assert not told_since(then, step.item.id, replace(begun, values={}))
        tried += 1
    assert tried


def _turns_back(match: Match, seat: Seat) -> tuple[list[Step], list[Step]]:
    """Return the last steps of a seat in its last turn, and those in the turn before it."""
    turns: list[list[Step]] = [[]]
    for step in [*reversed(match.steps)][:12]:
        awaited = seat in match.game.awaiting(match.state_before(step.item.id))
        if awaited:
            turns[-1].append(step)
        elif turns[-1]:
            turns.append([])
    return turns[0], turns[1] if len(turns) > 1 else []


@pytest.mark.parametrize("game", JUDGED)
def test_act_is_looked_for_in_the_last_turn_of_its_seat_alone(game: str) -> None:
    """Acts of the turn before could have been done there, too, and are not put there."""
    near = far = 0
    for path in actas(game)[:2]:
        whole = read(path)
        for n in range(20, min(len(whole.steps), 120), 7):
            match = whole.before(whole.steps[n].item.id)
            for seat in range(len(match.options.players)):
                last, before = _turns_back(match, seat)
                own = [
                    [s for s in turn if s.action and s.action.seat == seat]
                    for turn in (last, before)
                ]
                for now, turn in zip((True, False), own, strict=True):
                    for step in turn[:1]:
                        assert step.action is not None
                        draft = draft_of(step.action)
                        offered = step.item.id in earlier_moments(match, draft, private=True)
                        assert offered or not now or step.consented or step.judgement.refusal
                        assert now or not offered
                        near += now and offered
                        far += not now
    assert near > 5
    assert far > 5


@pytest.mark.parametrize("game", JUDGED)
def test_place_where_what_follows_would_not_hold_is_not_offered(game: str, tmp_path: Path) -> None:
    """Its twin: the same act where all the rest holds is offered."""
    with own_hub(tmp_path) as hub:
        device, action = _told_too_late(hub, game)
        controller = device.controller
        place = _refuse(device, action).earlier
        assert place is not None
        assert controller._fits(place, action)
        last = device.match.steps[-1]
        assert last.action is not None
        # Done twice in a row, the act after it breaks the one that was recorded.
        if legality.check(device.match.game, last.state, last.action) is not None:
            assert not controller._fits(last.item.id, last.action)


SALE, ROUND = 23, 34
"""Step of a sale, and one of the same seat in the round after it."""


def test_act_forgotten_the_round_before_is_put_there(tmp_path: Path) -> None:
    with own_hub(tmp_path) as hub:
        path = actas("kingdom_of_solomon")[0]
        sale = read(path).steps[SALE]
        action = sale.action
        assert action is not None
        assert action.kind == "sell"
        device = Device(hub, _at(hub, path, ROUND), action.seat)
        # It was reported, and is not put there once more.
        assert device.controller.place_before(device.match, draft_of(action), action) is None
        device.controller.amend((Remove(target=sale.item.id),))
        place = _refuse(device, action).earlier
        assert place not in {*last_turns(device.match, action.seat)}
        assert place in {*last_turns(device.match, action.seat, 2)}


@pytest.mark.parametrize("kind", ["invest", "take_card", "build", "end_turn"])
def test_begun_act_is_offered_no_place_at_which_none_of_its_ways_fits(
    kind: str, tmp_path: Path
) -> None:
    """Where the points of the turn are spent, no earlier place has any left."""
    with own_hub(tmp_path) as hub:
        device = Device(hub, _at(hub, actas("urban_sprawl")[0], 40))
        match, draft = device.match, Draft(kind, device.interaction.seat or 0, {})
        assert [*earlier_moments(match, draft, private=True)]
        assert device.controller.place_before(match, draft, None) is None


@pytest.mark.parametrize("seat", [0, 1])
def test_forgotten_sale_offers_only_what_was_held(seat: int, tmp_path: Path) -> None:
    """Whoever was not on turn is offered no more than others."""
    with own_hub(tmp_path) as hub:
        device = Device(hub, _at(hub, actas("kingdom_of_solomon")[0], 118), seat)
        acts = ((step.action, step.item.id) for step in device.match.steps if step.action)
        *_, last = (of for act, of in acts if act.kind == "sell")
        insert_before(device.controller, last)
        device.controller.open(Start("sell"))
        view, state = device.controller.view(), device.match.state_before(last)
        assert view is not None
        offered = {choice.value for choice in view.choices if choice.refusal is None}
        held = {good for good in GOODS if state.cubes(seat, good)}
        assert {good_of(place) for place in offered} == held
        assert not any(state.taken(place) for place in offered)
