"""Board on the match screen: what a touch on it does, and what it can answer."""

from functools import partial

import flet as ft

from companion.services.privacy.redaction import redacted_for_all
from companion.ui.boards.contract import BoardInput, GameScreen, Offer
from companion.ui.drafts.draft_cache import is_turned, opened_part
from companion.ui.panels.control.edit_entry import on_branch
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.own_copy import move_thing
from companion.ui.panels.past_board import past_entry
from companion.ui.panels.report.form_fields import asked_places
from companion.ui.panels.shared_table import seatless
from companion.ui.screens.match.arrangement import OPEN, TOUCHED, TURN, BoardRoom
from companion.ui.views.report import report_form as forms


def touched_place(controller: MatchController, game: GameScreen, place: str) -> None:
    """Handle a touch on the board: answer the open form, or begin a report.

    An open form that it does not answer is closed if it is still empty.
    """
    form = controller.interaction.form
    detail = partial(game.place_detail, controller.match, controller.wording, place)
    if controller.match.counting and not on_branch(controller):
        if detail():
            controller.show_place(place)
    elif seatless(controller) and not detail():
        controller.ctx.notify(seatless(controller))
    elif seatless(controller):
        controller.show_place(place)
    elif controller.interaction.due_list:
        # Its rows are answered in the panel, and nothing of it is lost by a touch beside it.
        return
    elif controller.interaction.arranging:
        move_thing(controller, place)
    elif form is None:
        starts = game.starts(controller.there, controller.seat, place)
        if not starts and detail():
            controller.show_place(place)
        else:
            controller.touch(starts)
    elif not controller.place(place) and not form.history and not controller.interaction.card:
        controller.close()


def board_of(
    controller: MatchController, game: GameScreen, room: BoardRoom, match_id: str
) -> ft.Control:
    """Build the board with what it can answer, arranged as far as the table has come."""
    arranging, entry = controller.interaction.arranging, past_entry(controller)
    as_told = arranging or entry or controller.interaction.typed
    match = redacted_for_all(controller.shown if as_told else controller.match)
    match = match.before(entry) if entry else match
    return game.board(
        BoardInput(
            match=match,
            wording=controller.ctx.wording(match),
            layout=controller.ctx.layout,
            width=room.width,
            height=room.height,
            visible_height=room.sight,
            text_scale=controller.ctx.settings.text_scale,
            seat=controller.seat,
            offers=_offers(controller, game),
            on_touch=TOUCHED,
            mine=controller.mine,
            still=controller.ctx.still,
            turned=is_turned(controller.ctx.device, match_id),
            turn=TURN,
            opened=opened_part(controller.ctx.device, match_id),
            open=OPEN,
        )
    )


def _offers(controller: MatchController, game: GameScreen) -> dict[object, Offer] | None:
    """Return the values that the board can answer to the field being asked; or what is held."""
    arranging = controller.interaction.arranging
    if arranging is not None:
        return {arranging.held: "legal"} if arranging.held else None
    view = None if controller.interaction.card else controller.view()
    if view is None:
        return None
    places, form = asked_places(controller, game, view), view.form
    if not places or form.asking is None:
        return None
    of, state, private = controller.match.game, controller.state, controller.greyed(form.draft.seat)

    def offer(value: object) -> Offer:
        told = form.draft.with_value(form.asking or "", value)
        begun = forms.form_of_draft(of, told)
        # What a touch fills in by itself is nothing more to say.
        draft = forms.with_forced_answers(of, state, begun, greyed=private).draft
        judge = partial(forms.legal, of, state, private=private)
        if not forms.is_whole(of, draft):
            return "greyed" if forms.dead_end(of, state, draft, private=private) else "legal"
        if judge(told) or judge(draft):
            return "legal"
        return (
            "helped" if forms.has_legal_completion(of, state, draft, private=private) else "greyed"
        )

    return {
        choice.value: "greyed" if choice.refusal else offer(choice.value)
        for choice in view.choices
        if choice.value in places
    }
