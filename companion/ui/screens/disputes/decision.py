"""Decision of a dispute: verdict, decider, reason, and whether it becomes a precedent."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import flet as ft

from companion.services.disputes.model import MAX_WHY, Decision
from companion.ui import widgets
from companion.ui.context import AppContext
from companion.ui.drafts.draft_cache import use_draft
from companion.ui.screens.disputes.reading_choice import File
from companion.ui.shell import screen
from companion.ui.views.player_names import NAMES_KEY, known_names
from companion.ui.views.rulings.dispute_view import DisputeView
from companion.ui.widgets import Option, Tone


def decision(file: File) -> list[ft.Control]:
    """Build the decision taken, or the form that takes one."""
    ctx, dispute = file.ctx, file.dispute
    may = ctx.client.disputes.may_decide(dispute)
    if dispute.decided and not file.now.changing:
        return [_taken(file, may=may)]
    if not may:
        waits = widgets.message(ctx.words("dispute.spectator"), key="waits")
        return [widgets.section(ctx.words("dispute.decision"), [waits], key="decision")]
    return [DecisionForm(ctx, file, key="deciding")]


def _taken(file: File, *, may: bool) -> ft.Control:
    ctx, dispute, view = file.ctx, file.dispute, file.view
    words, ink = ctx.words, ft.Colors.ON_PRIMARY_CONTAINER
    lines: list[ft.Control] = [
        ft.Row(
            [
                ft.Icon(ft.Icons.GAVEL, size=26, color=ink),
                ft.Text(view.status, size=21, weight=ft.FontWeight.BOLD, color=ink, expand=True),
            ],
            spacing=12,
        )
    ]
    lines += [ft.Text(text, size=16, color=ink) for text in (view.by, view.why) if text]
    if dispute.precedent:
        mark = ft.Text(words("dispute.mark"), size=16, weight=ft.FontWeight.W_600, color=ink)
        lines.append(ft.Row([ft.Icon(ft.Icons.BOOKMARK, size=20, color=ink), mark], spacing=8))
    card = widgets.card(
        lines, bgcolor=ft.Colors.PRIMARY_CONTAINER, padding=18, spacing=6, key="taken"
    )
    buttons = _after(file, may=may)
    row = [ft.Row(buttons, wrap=True, spacing=8, run_spacing=8)] if buttons else []
    return widgets.section(words("dispute.decision"), [card, *row], key="decision")


def _after(file: File, *, may: bool) -> list[ft.Control]:
    """Build the actions on a decision already taken."""
    ctx, dispute, words = file.ctx, file.dispute, file.ctx.words
    buttons: list[ft.Control] = []
    if ctx.client.disputes.may_keep:
        key = "unkeep" if dispute.precedent else "keep"
        button = widgets.text_button if dispute.precedent else widgets.primary
        icon = ft.Icons.BOOKMARK_REMOVE_OUTLINED if dispute.precedent else ft.Icons.BOOKMARK_ADD
        buttons.append(
            button(words(f"dispute.{key}"), lambda _e: _mark(file), icon=icon, key=f"dispute:{key}")
        )
    if may:
        buttons.append(
            widgets.text_button(
                words("dispute.change"),
                lambda _e: file.show(changing=True),
                icon=ft.Icons.EDIT,
                key="dispute:change",
            )
        )
    return buttons


def _mark(file: File) -> None:
    ctx, dispute = file.ctx, file.dispute
    keep = not dispute.precedent
    done = ctx.words("dispute.kept" if keep else "dispute.unkept")
    if file.act(lambda: ctx.client.disputes.mark(dispute.id, precedent=keep), done):
        file.show(changing=False)


@dataclass(frozen=True)
class DecisionDraft:
    """Draft of a decision."""

    verdict: str = ""
    """`allowed`, `not_allowed`, or the id of a reading after a colon."""
    by: str = ""
    why: str = ""
    trouble: str = ""


@screen
def DecisionForm(ctx: AppContext, file: File) -> ft.Control:
    """Render the form for a decision: verdict, decider, reason and scope."""
    words, before = ctx.words, file.dispute.decision
    first = f":{before.reading}" if before.reading else before.verdict.replace("open", "")
    by = before.by or words("consent.everyone")
    typed, put = use_draft(
        ctx.device, f"decision:{file.dispute.id}", DecisionDraft(first, by, before.why)
    )

    def change(**changes: str) -> None:
        put(replace(typed, trouble="", **changes))

    def decide(precedent: bool) -> None:
        if not typed.verdict:
            put(replace(typed, trouble=words("dispute.undecided")))
            return
        taken, done = _decision(typed), words("dispute.kept" if precedent else "dispute.saved")
        dispute_service, name = ctx.client.disputes, file.dispute.id
        if file.act(lambda: dispute_service.decide(name, taken, precedent=precedent), done):
            file.show(changing=False)

    said = [widgets.message(typed.trouble, Tone.BAD, key="undecided")] if typed.trouble else []
    why = widgets.text_field(
        words("dispute.why"),
        typed.why,
        lambda text: change(why=text),
        key="why",
        maximum=MAX_WHY,
        multiline=True,
    )
    return widgets.section(
        words("dispute.decide"),
        [
            widgets.choices(
                _verdicts(ctx, file.view, typed.verdict),
                lambda verdict: change(verdict=verdict),
                key="verdict",
            ),
            widgets.heading(words("dispute.decided_by"), 16, level=3),
            widgets.choices(
                _deciders(ctx, file, typed.by), lambda name: change(by=name), key="decider"
            ),
            ft.Column([why], horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
            *said,
            *_endings(ctx, decide, file.dispute.recurs),
        ],
        key="deciding",
    )


def _endings(ctx: AppContext, decide: Callable[[bool], None], recurs: bool) -> list[ft.Control]:
    """Build the buttons that save it for this time or as a precedent, which only hosts keep."""
    words = ctx.words
    keeps = ctx.client.disputes.may_keep
    only = widgets.secondary if keeps else widgets.primary
    once = only(words("dispute.only_here"), lambda _e: decide(False), key="dispute:once")
    if not keeps:
        return [widgets.in_own_row(once)]
    always = widgets.primary(
        words("dispute.keep"),
        lambda _e: decide(True),
        icon=ft.Icons.BOOKMARK_ADD,
        key="dispute:always",
    )
    return [
        ft.Text(words("dispute.keep_hint" if recurs else "dispute.keep_alone"), size=15),
        ft.Row([always, once], wrap=True, spacing=8, run_spacing=8),
    ]


def _decision(typed: DecisionDraft) -> Decision:
    why = " ".join(typed.why.split())[:MAX_WHY]
    if typed.verdict.startswith(":"):
        return Decision(verdict="reading", reading=typed.verdict[1:], by=typed.by[:80], why=why)
    allowed = typed.verdict == "allowed"
    return Decision(verdict="allowed" if allowed else "not_allowed", by=typed.by[:80], why=why)


def _verdicts(ctx: AppContext, view: DisputeView, chosen: str) -> list[Option]:
    words = ctx.words
    options = [
        Option("allowed", words("dispute.allow"), icon=ft.Icons.CHECK),
        Option("not_allowed", words("dispute.forbid"), icon=ft.Icons.BLOCK),
    ]
    readings = view.ruling.readings if view.ruling else ()
    options += [
        Option(f":{r.id}", words("dispute.read_as", reading=r.text), icon=ft.Icons.BALANCE)
        for r in readings
    ]
    return [replace(option, selected=option.value == chosen) for option in options]


def _deciders(ctx: AppContext, file: File, chosen: str) -> list[Option]:
    players = file.dispute.players or known_names(ctx.client.settings.get(NAMES_KEY))
    names = dict.fromkeys((ctx.words("consent.everyone"), *players, chosen))
    return [Option(name, name, selected=name == chosen) for name in names]
