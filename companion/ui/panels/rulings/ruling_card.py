"""Ruling card: verdict, facts, remedies, rule, and possible actions."""

from collections.abc import Sequence
from dataclasses import replace

import flet as ft

from companion.kernel.advice.remedies import ProvenRemedy
from companion.rulebook.ruling_cards import CheckedLine, NoteLine, RuleRef, RulingCard
from companion.ui import routes
from companion.ui.context import AppContext
from companion.ui.panels.control.edit_entry import on_branch, put_in_place, try_out
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.control.peek import peek_bar
from companion.ui.panels.rulings.aged_answer import aged_notice
from companion.ui.panels.rulings.conflict_card import conflicts_of, ways_out, with_reports
from companion.ui.panels.rulings.consent_form import ConsentForm
from companion.ui.panels.rulings.precedents import (
    EarlierRulings,
    chosen,
    consent_button,
    dispute_button,
    offered,
)
from companion.ui.panels.step_panel import step_panel
from companion.ui.theme import RADIUS
from companion.ui.views.entries.entry_lines import moment_text
from companion.ui.views.report.interaction import Mode, Panel, ShownRuling
from companion.ui.views.report.interaction_events import Press
from companion.ui.views.report.report_form import answerable
from companion.ui.views.rulings.ruling_view import ShownCard, nothing_found
from companion.ui.views.table.skipped_duties import PrerequisiteReport, owed
from companion.ui.widgets import (
    Tone,
    close_button,
    heading,
    in_own_row,
    message,
    primary,
    secondary,
    text_button,
)

VERDICT_LOOK = {
    "refused": (ft.Colors.ERROR_CONTAINER, ft.Colors.ON_ERROR_CONTAINER, ft.Icons.BLOCK),
    "unverifiable": (
        ft.Colors.TERTIARY_CONTAINER,
        ft.Colors.ON_TERTIARY_CONTAINER,
        ft.Icons.HELP_OUTLINE,
    ),
    "legal": (
        ft.Colors.PRIMARY_CONTAINER,
        ft.Colors.ON_PRIMARY_CONTAINER,
        ft.Icons.CHECK_CIRCLE_OUTLINE,
    ),
}
"""Background, ink and icon of each verdict."""
_MARKS = {
    "holds": ft.Icons.CHECK,
    "fails": ft.Icons.CLOSE,
    "unverified": ft.Icons.QUESTION_MARK,
    "remark": ft.Icons.INFO_OUTLINE,
    "moot": ft.Icons.REMOVE,
    "untold": ft.Icons.VISIBILITY_OFF,
}


def ruling_panel(controller: MatchController, ruling: ShownRuling) -> ft.Control:
    """Build the ruling card with the possible actions."""
    ctx, shown = controller.ctx, ruling.card
    conflicts = conflicts_of(controller, shown)
    now = card_now(controller, shown)
    if ruling.consenting:
        by_precedent = chosen(controller, ruling)
        return ConsentForm(ctx, controller, shown.card.title, by_precedent, key="consent")
    closing = close_button(ctx.words("button.close"), lambda: _leave(controller), key="card:close")
    return step_panel(
        ctx.words("ruling.title"),
        [
            *to_look(controller, shown),
            *aged_notice(controller, shown),
            *_with_precedents(
                card_body(
                    ctx,
                    controller.rulebook,
                    # What belongs earlier in the turn is not too late for it.
                    replace(now.card, until="") if now.earlier else now.card,
                    _remedies_shown(controller, now),
                ),
                offered(controller, shown),
            ),
            *_earlier(controller, now),
        ],
        [
            *ways_out(controller, conflicts),
            *_actions(controller, replace(shown, card=with_reports(controller, shown, conflicts))),
        ],
        close=ft.Row([*dispute_button(controller), closing], spacing=0, tight=True),
        key="card",
    )


def card_now(controller: MatchController, shown: ShownCard) -> ShownCard:
    """Return the answer as far as it may be shown at this moment."""
    if shown.whole is None or shown.behind not in controller.seen:
        conflicts = conflicts_of(controller, shown)
        return (
            replace(shown, card=with_reports(controller, shown, conflicts)) if conflicts else shown
        )
    at = controller.shown if shown.item else controller.there
    return shown.whole(at.game, at.state) or shown


def to_look(controller: MatchController, shown: ShownCard) -> list[ft.Control]:
    """Build the bar that the owner of the hidden things holds to see the full answer."""
    if shown.whole is None or shown.behind is None or shown.behind not in controller.mine:
        return []
    return [peek_bar(controller.ctx, controller.wording, shown.behind, controller.peek)]


def _earlier(controller: MatchController, shown: ShownCard) -> list[ft.Control]:
    """Build the earlier rulings; none for a hidden refusal, because they rest on it."""
    if shown.card.covered:
        return []
    return [EarlierRulings(controller.ctx, controller, shown, key="earlier")]


def _with_precedents(body: list[ft.Control], precedents: list[ft.Control]) -> list[ft.Control]:
    """Insert the precedents right below the verdict."""
    return [body[0], *precedents, *body[1:]]


def _leave(controller: MatchController) -> None:
    """Return to the form below the card, or to the board without one.

    The answer to a doubt closes with the form that asked: they are one thing.
    """
    if _corrigible(controller) and controller.interaction.mode is not Mode.DOUBT:
        controller.send(Press.LEAVE_CARD)
    else:
        controller.close()


def _corrigible(controller: MatchController) -> bool:
    """Return whether a form below has an answer that could differ."""
    form, game = controller.interaction.form, controller.match.game
    if form is None or form.asking is not None or controller.interaction.mode is not Mode.REPORT:
        return form is not None
    return any(answerable(game, controller.state, form, name) for name in form.draft.values)


def card_body(
    ctx: AppContext,
    rulebook: str,
    card: RulingCard,
    remedies: Sequence[ft.Control] | None = None,
) -> list[ft.Control]:
    """Build the contents of a ruling card, from the verdict to the rules.

    Args:
        ctx: context of the screen.
        rulebook: route of the rules that it cites, those of the match within one.
        card: the card.
        remedies: remedies as buttons, with their headings; None: they are only listed.
    """
    parts: list[ft.Control] = [_verdict(card)]
    parts += [note_line(ctx, rulebook, note) for note in card.notes]
    if remedies is None:
        certain, possible = map(_lines, (card.remedies, card.possible))
        remedies = _under_headings(ctx, certain, possible)
    parts += remedies
    if card.until:
        parts.append(message(card.until, Tone.CALM))
    if card.rules:
        parts.append(rule_links(ctx, rulebook, card.rules))
    parts += [message(note.said, Tone.CALM) for note in card.rulings]
    if card.verdict == "refused" and not card.overrulable:
        parts.append(ft.Text(ctx.words("ruling.not_overrulable"), size=14))
    if card.checked:
        parts.append(_checked(ctx, card.checked))
    return parts


def _verdict(card: RulingCard) -> ft.Control:
    back, ink, icon = VERDICT_LOOK[card.verdict]
    lines: list[ft.Control] = [ft.Text(card.title, size=19, weight=ft.FontWeight.BOLD, color=ink)]
    if card.facts:
        lines.append(ft.Text(card.facts, size=17, color=ink))
    return ft.Container(
        ft.Semantics(
            live_region=True,
            content=ft.Row(
                [
                    ft.Icon(icon, color=ink, size=28, apply_text_scaling=True),
                    ft.Column(lines, spacing=6, expand=True),
                ],
                spacing=12,
                vertical_alignment=ft.CrossAxisAlignment.START,
            ),
        ),
        bgcolor=back,
        border_radius=RADIUS,
        padding=14,
    )


def _lines(texts: Sequence[str]) -> list[ft.Control]:
    return [_remedy(text) for text in texts]


def _under_headings(
    ctx: AppContext, certain: Sequence[ft.Control], possible: Sequence[ft.Control]
) -> list[ft.Control]:
    """Build the remedies below what is said of them: that they do, or that they may."""
    pairs = (("ruling.legal_if", certain), ("ruling.possible_if", possible))
    return [
        ft.Column([heading(ctx.words(key), 16, level=3), *lines]) for key, lines in pairs if lines
    ]


def _remedies_shown(controller: MatchController, shown: ShownCard) -> list[ft.Control]:
    """Build the remedies, as buttons where a touch can apply them."""
    if shown.card.verdict != "refused":
        return []
    in_place = _in_its_place(controller, shown)
    if said := nothing_found(shown):
        return in_place or [ft.Text(controller.ctx.words(said), size=15)]
    ways = shown.ways.remedies
    controls = [_remedy_control(controller, shown, way, n) for n, way in enumerate(ways)]
    pairs = list(zip(ways, controls, strict=True))
    return in_place + _under_headings(
        controller.ctx,
        [control for way, control in pairs if way.certain],
        [control for way, control in pairs if not way.certain],
    )


def _in_its_place(controller: MatchController, shown: ShownCard) -> list[ft.Control]:
    """Build the button that reports a forgotten act where it happened, with its moment."""
    item = shown.earlier
    what = moment_text(controller.recorded, item, controller.wording) if item else ""
    if item is None or not what:
        return []
    words = controller.ctx.words
    button = primary(
        words("ruling.in_place"),
        lambda _e: put_in_place(controller.live, item, shown),
        icon=ft.Icons.HISTORY,
        key="card:earlier",
    )
    return [in_own_row(button), ft.Text(words("past.before", what=what), size=15)]


def _remedy_control(
    controller: MatchController, shown: ShownCard, way: ProvenRemedy, index: int
) -> ft.Control:
    text = controller.wording.remedy(way.remedy)
    if not controller.may_apply(shown, way):
        return _remedy(text)
    return secondary(
        text,
        lambda _e: controller.live.apply(shown, way),
        icon=ft.Icons.LIGHTBULB_OUTLINE,
        key=f"way:{index}",
    )


def _remedy(text: str) -> ft.Control:
    return ft.Row(
        [
            ft.Icon(ft.Icons.LIGHTBULB_OUTLINE, size=18, apply_text_scaling=True),
            ft.Text(text, size=16, expand=True),
        ],
        spacing=8,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )


def rule_links(ctx: AppContext, rulebook: str, rules: Sequence[RuleRef]) -> ft.Control:
    """Build the titles of rule sections; touching one opens it."""

    def link(rule: RuleRef) -> ft.Control:
        return text_button(
            rule.title,
            lambda _e: ctx.go(routes.section(rulebook, rule.id)),
            icon=ft.Icons.MENU_BOOK,
            key=f"rule:{rule.id}",
        )

    known = [rule for rule in rules if rule.path]
    return ft.Row([link(rule) for rule in known], wrap=True, spacing=4, run_spacing=0)


def note_line(ctx: AppContext, rulebook: str, note: NoteLine) -> ft.Control:
    """Build a note of an accepted action, with its rules."""
    tone = Tone.CARE if note.unverified else Tone.CALM
    text = f"{note.text} {note.ruling.text}" if note.ruling else note.text
    links = (rule_links(ctx, rulebook, note.rules),) if note.rules else ()
    return message(text, tone, actions=links)


def _checked(ctx: AppContext, lines: Sequence[CheckedLine]) -> ft.Control:
    return ft.Column(
        [
            heading(ctx.words("ruling.checked"), 16, level=3),
            *(_checked_line(line) for line in lines),
        ],
        spacing=4,
    )


def _checked_line(line: CheckedLine) -> ft.Control:
    said = f"{line.name}: {line.mark}" + (f". {line.text}" if line.text else "")
    text = ft.Column(
        [
            ft.Text(line.name, size=15),
            *([ft.Text(line.text, size=14, italic=True)] if line.text else []),
        ],
        spacing=0,
        expand=True,
    )
    colour = ft.Colors.ERROR if line.verdict == "fails" else ft.Colors.ON_SURFACE
    row = ft.Row(
        [
            ft.Icon(
                _MARKS.get(line.verdict, ft.Icons.REMOVE),
                size=20,
                color=colour,
                apply_text_scaling=True,
            ),
            text,
            ft.Text(line.mark, size=13, color=colour),
        ],
        spacing=8,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )
    return ft.Semantics(label=said, content=ft.Semantics(exclude_semantics=True, content=row))


def _actions(controller: MatchController, shown: ShownCard) -> list[ft.Control]:
    ctx, card = controller.ctx, shown.card
    buttons: list[ft.Control] = []
    if _corrigible(controller):
        word = "form.go_on" if controller.interaction.mode is Mode.DOUBT else "button.amend"
        button = secondary if _may_do(controller, shown) else primary
        buttons.append(
            button(
                ctx.words(word),
                lambda _e: controller.send(Press.GO_ON),
                icon=ft.Icons.EDIT,
                key="card:go_on",
            )
        )
    buttons += [_first(controller, owing) for owing in _owed(controller, shown)]
    if card.rules:
        route = routes.section(controller.rulebook, card.rules[0].id)
        buttons.append(
            secondary(
                ctx.words("ruling.see_rule"), lambda _e: ctx.go(route), icon=ft.Icons.MENU_BOOK
            )
        )
    if (
        card.verdict == "refused"
        and not card.overrulable
        and controller.interaction.mode is Mode.REPORT
    ):
        buttons.append(
            secondary(
                ctx.words("table.adjust"),
                lambda _e: controller.show(Panel.ADJUST),
                icon=ft.Icons.TUNE,
                key="card:adjust",
            )
        )
    doing = _may_do(controller, shown)
    if doing:
        buttons.insert(
            0,
            primary(
                ctx.words("ruling.do"),
                lambda _e: controller.live.carry_out_asked(),
                icon=ft.Icons.CHECK,
                key="card:do",
            ),
        )
    if shown.asked and not on_branch(controller):
        asked = shown.asked
        buttons.append(
            secondary(
                ctx.words("what_if.try"),
                lambda _e: try_out(controller, asked),
                icon=ft.Icons.ALT_ROUTE,
                key="card:try",
            )
        )
    insists = (
        card.overrulable and not shown.action and controller.interaction.mode is not Mode.DOUBT
    )
    if insists and shown.draft:
        draft = shown.draft
        buttons.append(
            secondary(
                ctx.words("ruling.insist"),
                lambda _e: controller.insist(draft),
                icon=ft.Icons.HANDSHAKE,
                key="card:insist",
            )
        )
    if card.overrulable and shown.action and controller.interaction.mode is not Mode.DOUBT:
        buttons.append(consent_button(controller, shown))
    return buttons


def _may_do(controller: MatchController, shown: ShownCard) -> bool:
    """Return whether what a doubt found legal can be reported from here now."""
    interaction, asked = controller.interaction, shown.asked
    now = interaction.mode is Mode.DOUBT and interaction.entry is None and interaction.form
    return bool(now and asked and asked.seat in controller.mine)


def _owed(controller: MatchController, shown: ShownCard) -> tuple[PrerequisiteReport, ...]:
    """Return what must be reported first, if it is another seat's turn."""
    if (
        controller.interaction.mode is not Mode.REPORT
        or shown.item
        or not shown.turn
        or not shown.attempt
    ):
        return ()
    return owed(controller.match, controller.wording, shown.attempt.seat, controller.mine)


def _first(controller: MatchController, owing: PrerequisiteReport) -> ft.Control:
    return secondary(
        controller.ctx.words("missed.first", what=owing.text),
        lambda _e: controller.report_first(owing.draft),
        icon=ft.Icons.PLAYLIST_ADD,
        key=f"first:{owing.draft.kind}",
    )
