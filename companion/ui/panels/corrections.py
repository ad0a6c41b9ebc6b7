"""Preview of a correction before anything is recorded."""

from collections.abc import Hashable, Sequence
from dataclasses import replace

import flet as ft

from companion.kernel.duties import ScoreLine
from companion.match.entries import (
    ActaError,
    Amended,
    Edit,
    FactsEntered,
    Insert,
    Move,
    RulingChanged,
)
from companion.match.fold import Match
from companion.match.resumable import done
from companion.match.review import left_unsure
from companion.services.privacy import visibility
from companion.services.sharing.scoped_matches import Unforeseen
from companion.services.storage.store import StoreError
from companion.ui.boards.contract import game_screen
from companion.ui.context import AppContext
from companion.ui.panels.adjustment import adjust_panel
from companion.ui.panels.control.edit_entry import (
    body_of,
    card_of_broken,
    correct,
    drop,
    has_form,
    look_at,
    place_before,
    replace_entry,
)
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.report.action_kinds import kinds_grid
from companion.ui.panels.report.fact_form import FactForm
from companion.ui.panels.report.form_fields import ACCENTS, whose
from companion.ui.panels.report.report_form import form_panel, question_panel
from companion.ui.panels.rulings.ruling_card import card_body, card_now, ruling_panel, to_look
from companion.ui.panels.step_panel import step_panel
from companion.ui.scheduler import use_slices
from companion.ui.shell import screen
from companion.ui.theme import RADIUS
from companion.ui.views.entries.acta import (
    ChangeLine,
    EntryPosition,
    changes,
    other_changes,
    places,
)
from companion.ui.views.entries.entry_lines import (
    action_text,
    compute_moments,
    is_known,
    moment_text,
    telling_of,
)
from companion.ui.views.report.interaction import (
    Filling,
    Mode,
    Panel,
    Previewing,
    Question,
    ShownRuling,
    Tool,
)
from companion.ui.views.report.interaction_events import CardShown, Press
from companion.ui.views.rulings.ruling_view import ShownCard
from companion.ui.views.table.status import told_apart
from companion.ui.widgets import (
    Option,
    Tone,
    choices,
    close_button,
    heading,
    message,
    outline,
    primary,
    seat_chip,
    secondary,
    tappable,
    text_button,
)

NEAR = 5
"""Number of positions shown at first to either side of an entry."""


def moment_panel(controller: MatchController) -> ft.Control:
    """Build the panel of all kinds of action at that moment, for any seat."""
    words, mode = controller.ctx.words, controller.interaction.mode
    kinds = told_apart(
        controller.match, controller.wording, controller.seat, controller.mine, controller.state
    )
    seats = tuple(range(len(controller.match.options.players)))
    instead = "past.instead" if controller.interaction.target else "past.what"
    return step_panel(
        words("past.doubt" if mode is Mode.DOUBT else instead),
        [*whose(controller, seats, controller.seat), kinds_grid(controller, kinds, "then")],
        [],
        close=_closing(controller),
        key="moment",
        accent=ACCENTS[mode],
    )


@screen
def PlacesPanel(ctx: AppContext, controller: MatchController) -> ft.Control:
    """Render the positions to which the entry may move, the nearest first."""
    reach, set_reach = ft.use_state(NEAR)
    words = ctx.words
    shown, more = places(
        controller.shown,
        controller.wording,
        controller.seen,
        controller.interaction.target or "",
        reach,
    )
    wider = secondary(
        words("past.more_places"),
        lambda _e: set_reach(reach + 2 * NEAR),
        icon=ft.Icons.UNFOLD_MORE,
        key="places:more",
    )
    return step_panel(
        words("past.where"),
        [_place(controller, place) for place in shown],
        [wider] if more else [],
        close=_closing(controller),
        key="places",
        accent=ACCENTS[Mode.AMEND],
    )


def values_panel(controller: MatchController) -> ft.Control:
    """Build the panel of the values that the entry typed, as they stand."""
    target = controller.interaction.target or ""

    def framed(
        body: Sequence[ft.Control], buttons: Sequence[ft.Control], part: str, _sentence: str
    ) -> ft.Control:
        return step_panel(
            controller.ctx.words("button.amend"),
            body,
            buttons,
            close=_closing(controller),
            key="values",
            accent=ACCENTS[Mode.AMEND],
            part=part,
        )

    typed = body_of(controller, target)
    recorded = typed.facts if isinstance(typed, FactsEntered) else {}
    return FactForm(controller.ctx, controller, (), framed, recorded, key=f"values:{target}")


def readings_panel(controller: MatchController, changed: RulingChanged) -> ft.Control:
    """Build the panel of the readings of a ruling, the one that the entry chose among them."""
    wording, ruling = controller.wording, changed.ruling
    text = wording.data.rulings_by_id[ruling]
    options = [
        Option(name, wording.reading(ruling, name), selected=name == changed.reading)
        for name in text.readings
    ]

    def chosen(reading: str) -> None:
        replace_entry(controller, RulingChanged(ruling=ruling, reading=reading))

    return step_panel(
        controller.ctx.words("button.amend"),
        [ft.Text(text.question, size=17), choices(options, chosen, key="amend:reading")],
        [],
        close=_closing(controller),
        key="readings",
        accent=ACCENTS[Mode.AMEND],
    )


def _closing(controller: MatchController) -> ft.Control:
    label = controller.ctx.words("button.cancel")
    return close_button(label, controller.close, key="moment:close")


def _place(controller: MatchController, place: EntryPosition) -> ft.Control:
    icon = ft.Icons.PUSH_PIN if place.here else ft.Icons.SUBDIRECTORY_ARROW_LEFT
    text = ft.Text(place.text, size=16, expand=True)
    row = ft.Row([ft.Icon(icon, size=20), text], spacing=8)
    if place.here:
        back = ft.Colors.SURFACE_CONTAINER_HIGHEST
        return ft.Container(row, padding=12, bgcolor=back, border_radius=RADIUS)
    return tappable(
        row,
        place.text,
        lambda _e: place_before(controller, place.before),
        key=f"place:{place.before or 'end'}",
        padding=ft.Padding.symmetric(horizontal=12, vertical=13),
        border=outline(1, ft.Colors.OUTLINE),
        radius=RADIUS,
    )


def broken_banner(controller: MatchController) -> ft.Control:
    """Build the banner of that entry: its reason, and buttons to correct, accept or drop it."""
    words, broken = controller.ctx.words, controller.match.broken
    assert broken is not None
    shown = card_of_broken(controller)
    lines = [words("amend.broken")]
    if broken.action:
        text = action_text(
            controller.match.game, controller.match.state, broken.action, controller.wording
        )
        lines.append(text)
    if shown:
        lines.append(shown.card.facts)
    elif broken.fact:
        lines.append(words("hub.fact_needed"))
        lines.append(controller.wording.fact_label(broken.fact))
    elif broken.fault:
        unread = broken.fault == "unreadable"
        lines.append(words("acta.unreadable_entry" if unread else f"hub.{broken.fault}"))
    actions = ways_on(controller, controller.match, shown)
    return message("\n".join(lines), Tone.BAD, actions=actions, key="broken")


def ways_on(
    controller: MatchController, match: Match, shown: ShownCard | None
) -> tuple[ft.Control, ...]:
    """Build the buttons that resolve a match's broken entry; `shown` is its ruling card."""
    words, broken = controller.ctx.words, match.broken
    assert broken is not None
    buttons: list[ft.Control] = []
    if broken.action or has_form(controller, broken.item.id):
        buttons.append(
            secondary(
                words("acta.amend_mend"),
                lambda _e: correct(controller, broken.item.id),
                icon=ft.Icons.EDIT,
                key="broken:mend",
            )
        )
    if shown:
        buttons.append(
            secondary(
                words("ruling.title"),
                lambda _e: controller.send(CardShown(shown)),
                icon=ft.Icons.GAVEL,
                key="broken:card",
            )
        )
    if shown and shown.card.overrulable:
        buttons.append(
            secondary(
                words("acta.amend_consent"),
                lambda _e: controller.send(CardShown(shown, consenting=True)),
                icon=ft.Icons.HANDSHAKE,
                key="broken:consent",
            )
        )
    buttons.append(
        text_button(
            words("acta.amend_drop"),
            lambda _e: drop(controller, broken.item.id),
            icon=ft.Icons.DELETE_OUTLINE,
            key="broken:drop",
        )
    )
    return tuple(buttons)


def preview_panel(controller: MatchController, edits: tuple[Edit, ...]) -> ft.Control:
    """Build the panel with the effects of a correction; accepting records it."""
    words = controller.ctx.words
    closing = close_button(
        words("button.cancel"), lambda: controller.send(Press.THROW_AWAY), key="preview:close"
    )
    body, fits = consequences(controller, edits)
    accept = primary(
        words("amend.accept"),
        lambda _e: controller.amend(edits),
        icon=ft.Icons.CHECK,
        key="amend:accept",
    )
    look = secondary(
        words("what_if.look"),
        lambda _e: look_at(controller, edits),
        icon=ft.Icons.ALT_ROUTE,
        key="amend:look",
    )
    back = secondary(
        words("button.back"),
        lambda _e: controller.send(Press.TAKE_BACK),
        icon=ft.Icons.ARROW_BACK,
        key="amend:back",
    )
    return step_panel(
        words("acta.amend_preview"),
        body,
        [*([accept, look] if fits else []), back],
        close=closing,
        key="preview",
        accent=ft.Colors.SECONDARY_CONTAINER,
    )


def consequences(
    controller: MatchController, edits: tuple[Edit, ...]
) -> tuple[list[ft.Control], bool]:
    """Build the effects of edits, and return whether the edits fit the match."""
    words = controller.ctx.words
    trouble = (
        [message(controller.interaction.trouble, Tone.BAD)]
        if controller.interaction.trouble
        else []
    )
    try:
        after = done(controller.ctx.client.matches.preview(controller.match_id, edits))
    except ActaError as error:
        return [message(words(f"acta.{error.code}"), Tone.BAD)], False
    except Unforeseen:
        return _unforeseen(controller, edits, trouble)
    except StoreError as error:
        return [message(words(f"store.{error.code}"), Tone.BAD)], False
    if not visibility.foreseen(controller.recorded, after, controller.mine):
        return _unforeseen(controller, edits, trouble)
    changed = [*trouble, *_edits(controller, after), *_breaks(controller, after)]
    if after.broken is None:
        # What comes after a broken entry is not played, so nothing can be said of the end.
        lines = changes(controller.recorded, after, controller.wording, controller.seen)
        changed += [*_score(controller, lines), *_others(controller, after, edits, lines)]
    return changed, True


def _unforeseen(
    controller: MatchController, edits: tuple[Edit, ...], trouble: list[ft.Control]
) -> tuple[list[ft.Control], bool]:
    """Say that the outcome is not told; it may be recorded, but by a guest."""
    words, client = controller.ctx.words, controller.ctx.client
    denied = client.permissions.objection(controller.recorded, Amended(edits=edits))
    if denied == "host_sees":
        said = message(words(f"share.not_allowed.{denied}"), Tone.CARE, key="preview:host_sees")
        return [*trouble, said], False
    said = message(words("amend.unforeseen"), Tone.CARE, key="preview:unforeseen")
    return [*trouble, said], True


def _edits(controller: MatchController, after: Match) -> list[ft.Control]:
    """Build what each edit does, and where."""
    amended = after.entries[-1]
    assert isinstance(amended.body, Amended)
    lines = telling_of(after, controller.wording, controller.seen).effects(amended.id)
    texts: list[ft.Control] = []
    for line, edit in zip(lines, amended.body.edits, strict=True):
        texts += [ft.Text(line, size=16, weight=ft.FontWeight.W_600), *_moment_of(controller, edit)]
    return texts


def _moment_of(controller: MatchController, edit: Edit) -> list[ft.Control]:
    """Build the line that says where in the match a report is put."""
    before = edit.before if isinstance(edit, Insert | Move) else None
    what = moment_text(controller.recorded, before, controller.wording) if before else ""
    return [ft.Text(controller.ctx.words("past.before", what=what), size=15)] if what else []


def _breaks(controller: MatchController, after: Match) -> list[ft.Control]:
    """Build the first broken action, with its ruling card and the ways to resolve it."""
    words, broken = controller.ctx.words, after.broken
    if broken is None:
        unsure = left_unsure(controller.recorded, after)
        tone = Tone.CARE if unsure else Tone.GOOD
        return [message(words("amend.holds", unsure=unsure), tone, key="preview:holds")]
    waiting = len(after.timeline.items) - len(after.steps) - 1
    lines = [words("acta.amend_breaks")]
    if broken.action:
        wording = controller.ctx.wording(after)
        lines.append(action_text(after.game, after.state, broken.action, wording))
    if waiting:
        lines.append(words("amend.waiting", count=waiting))
    shown = card_of_broken(controller)
    actions = ways_on(controller, after, shown)
    parts: list[ft.Control] = [
        message("\n".join(lines), Tone.BAD, actions=actions, key="preview:breaks")
    ]
    if broken.action and shown:
        parts += to_look(controller, shown)
        card = card_now(controller, shown).card
        parts += card_body(controller.ctx, controller.rulebook, replace(card, checked=()))
    return parts


def _score(controller: MatchController, score_changes: Sequence[ChangeLine]) -> list[ft.Control]:
    """Build what changes in the score."""
    words = controller.ctx.words
    if not score_changes:
        everything = len(controller.seen) == len(controller.match.options.players)
        none = "acta.no_score_change" if everything else "acta.no_open_score_change"
        return [ft.Text(words(none), size=16)]
    lines = [_change(controller, change) for change in score_changes]
    return [heading(words("acta.amend_score"), 17, level=3), *lines]


_MOST = 6
"""Number of other changes that are told one by one."""


def _others(
    controller: MatchController,
    after: Match,
    edits: tuple[Edit, ...],
    score_changes: Sequence[ChangeLine],
) -> list[ft.Control]:
    """Build what else changes: what later entries bring about, and how things stand."""
    words = controller.ctx.words
    told = {getattr(edit, "target", "") for edit in edits}
    scored = _told_by_score(controller, after, score_changes)
    lines = other_changes(
        controller.recorded, after, controller.wording, controller.seen, told, scored
    )
    if not lines:
        return []
    left = len(lines) - _MOST
    shown = (*lines[:_MOST], *([words("acta.other_more", n=left)] if left > 0 else []))
    return [
        heading(words("acta.other_changes"), 17, level=3),
        *(ft.Text(line, size=16) for line in shown),
    ]


def _told_by_score(
    controller: MatchController, after: Match, score_changes: Sequence[ChangeLine]
) -> set[tuple[str, str]]:
    """Return the accounts and items whose amounts are the changed lines of the score."""
    game, told = game_screen(after.game.id), set[tuple[str, str]]()
    for line in score_changes:
        account, items = game.source_of(ScoreLine(line.seat, line.code, 0, "")) or ("", ())
        ends = ((controller.recorded, line.before), (after, line.after))
        told |= {
            (account, item)
            for item in items
            if all(match.state.ledger.balance(account, item) == n for match, n in ends)
        }
    return told


def _change(controller: MatchController, change: ChangeLine) -> ft.Control:
    name = controller.wording.player(change.seat)
    text = controller.ctx.words(
        "amend.change", label=change.label, before=change.before, after=change.after
    )
    return ft.Row(
        [seat_chip(controller.wording.colour(change.seat), name, size=16), ft.Text(text, size=17)],
        spacing=12,
    )


def open_panel(controller: MatchController) -> ft.Control | None:
    """Build the open panel of a correction; None if nothing is open."""
    interaction = controller.interaction
    match interaction.top:
        case Question() as question:
            return question_panel(controller, question)
        case ShownRuling() as ruling:
            return ruling_panel(controller, ruling)
        case Filling():
            return form_panel(controller, game_screen(controller.match.game.id))
        case Tool(panel=Panel.ADJUST):
            return adjust_panel(controller)
        case Tool(panel=Panel.KINDS):
            return moment_panel(controller)
        case Tool(panel=Panel.VALUES):
            return values_panel(controller)
        case Tool(panel=Panel.READINGS):
            changed = body_of(controller, interaction.target or "")
            assert isinstance(changed, RulingChanged)
            return readings_panel(controller, changed)
        case Tool(panel=Panel.PLACES):
            return PlacesPanel(controller.ctx, controller, key=f"places:{interaction.target}")
        case Previewing(edits=edits):
            return preview_panel(controller, edits)
        case _:
            return None


_AHEAD = 300
"""Number of entries computed without a loading screen."""


def use_moments(match: Match | None, name: Hashable) -> bool:
    """Return whether the entry texts of a match are cached; else start computing them.

    Args:
        match: match as this device sees it; None if it cannot be read.
        name: identity of the match, or of one moment of it.
    """
    return use_slices(
        ("moments", name),
        lambda: match is None or len(match.entries) <= _AHEAD or is_known(match, _AHEAD),
        lambda: compute_moments(match) if match else iter(()),
    )
