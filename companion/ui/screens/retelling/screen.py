"""Form for a match that was played without the app: game, day, people and result."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial

import flet as ft

from companion.kernel.values import Seat
from companion.match.entries import fresh_id, id_before
from companion.match.fold import Match
from companion.match.resumable import done
from companion.rulebook import loader
from companion.services.matches.results import AlreadyRecorded, Recorded, Submission
from companion.ui import routes, widgets
from companion.ui.boards.parts import game_look
from companion.ui.context import AppContext
from companion.ui.drafts.draft_cache import use_draft
from companion.ui.screens.retelling.draft import (
    NAME_LENGTH,
    RetoldDraft,
    new_match,
    points_label,
    retold,
    trouble,
)
from companion.ui.shell import page, screen
from companion.ui.views.player_names import NAMES_KEY, known_names, remember
from companion.ui.widgets import Option, Tone

Change = Callable[[RetoldDraft], None]


@screen
def Screen(ctx: AppContext) -> ft.Control:
    """Render the form."""
    words, now = ctx.words, datetime.now().astimezone()
    today = f"{now.day}/{now.month}/{now.year}"
    draft, change = use_draft(ctx.device, "retelling", RetoldDraft(day=today).sized(2))
    failed, set_failed = ft.use_state("")
    wrong = trouble(draft, now, words)
    # The form tells one match, however often it is asked for; one that failed lies in the bin.
    new_id, renew = ft.use_state(fresh_id())

    def save(_event: object) -> None:
        said = _recorded(ctx, draft, new_id)
        set_failed(said)
        if said:
            renew(fresh_id())

    body: list[ft.Control] = [ft.Text(words("retelling.hint"), size=16), _game(ctx, draft, change)]
    if draft.game:
        body.append(_people(ctx, draft, change))
        body += _rest(ctx, draft, change)
    if wrong or failed:
        tone = Tone.BAD if failed else Tone.CARE
        body.append(widgets.message(failed or wrong, tone, key="retelling:wrong"))
    record = widgets.primary(
        words("retelling.save"),
        save,
        icon=ft.Icons.CHECK,
        key="retelling:save",
        disabled=bool(wrong),
    )
    return page(ctx, words("retelling.title"), body, back=routes.STATISTICS, foot=[record])


def _recorded(ctx: AppContext, draft: RetoldDraft, new_id: str) -> str:
    """Record the match and its result and open it, or return what failed."""
    words, matches = ctx.words, ctx.client.matches
    facts = dict(ctx.rulebook(draft.game).default_facts())
    made = matches.create(new_match(draft, facts, new_id))
    if not isinstance(made, Match):
        return words("retelling.failed")
    match_id = made.started.match
    body = retold(draft, datetime.now().astimezone())
    once = Submission(id_before(match_id), body, device=ctx.device)
    answer = done(matches.submit(match_id, once))
    if not isinstance(answer, Recorded | AlreadyRecorded):
        matches.delete(match_id)
        return words("retelling.failed")
    known = remember(draft.clean_names, ctx.client.settings.get(NAMES_KEY))
    ctx.client.settings.set(NAMES_KEY, known)
    ctx.replace(routes.match(match_id, "final"))
    return ""


def _game(ctx: AppContext, draft: RetoldDraft, change: Change) -> ft.Control:
    options = [
        Option(
            name,
            loader.info(name).name,
            selected=name == draft.game,
            icon=game_look(name).emblem,
            mark=name,
        )
        for name in ctx.client.games
    ]
    picks = widgets.choices(options, lambda name: change(draft.of_game(name)), key="retelling:game")
    shown: list[ft.Control] = [picks]
    if draft.game and "name" in ctx.client.games[draft.game].options.model_fields:
        shown.append(
            widgets.text_field(
                ctx.words("retelling.played"),
                draft.played,
                lambda text: change(replace(draft, played=text)),
                key="retelling:played",
                maximum=NAME_LENGTH,
            )
        )
    return widgets.section(ctx.words("stats.game"), shown, key="game")


def _people(ctx: AppContext, draft: RetoldDraft, change: Change) -> ft.Control:
    words, numbers = ctx.words, ctx.client.games[draft.game].players
    rows = [_person(ctx, draft, seat, change) for seat in range(len(draft.names))]
    more: list[ft.Control] = []
    if len(draft.names) < max(numbers):
        add = widgets.secondary(
            words("setup.add_player"),
            lambda _e: change(draft.sized(len(draft.names) + 1)),
            icon=ft.Icons.PERSON_ADD_ALT,
            key="retelling:add",
        )
        more.append(add)
    if len(draft.names) > min(numbers):
        less = widgets.text_button(
            words("retelling.fewer"),
            lambda _e: change(draft.sized(len(draft.names) - 1)),
            key="retelling:fewer",
        )
        more.append(less)
    known = [
        name
        for name in known_names(ctx.client.settings.get(NAMES_KEY))
        if name not in draft.clean_names
    ]
    offered: list[ft.Control] = []
    if known and "" in draft.clean_names:
        free = draft.clean_names.index("")
        options = [Option(name, name, icon=ft.Icons.PERSON_OUTLINE) for name in known]
        offered = [
            ft.Text(words("new.known"), size=15),
            widgets.choices(options, lambda name: change(draft.named(free, name)), key="known"),
        ]
    row = ft.Row(more, wrap=True, spacing=8)
    return widgets.section(words("setup.players"), [*rows, row, *offered], key="players")


def _person(ctx: AppContext, draft: RetoldDraft, seat: Seat, change: Change) -> ft.Control:
    words, won = ctx.words, seat in draft.winning
    label = words("new.player_n", n=seat + 1)
    shown = draft.names[seat].strip() or label
    name = widgets.text_field(
        label,
        draft.names[seat],
        lambda text: change(draft.named(seat, text)),
        key=f"retelling:name:{seat}",
        maximum=NAME_LENGTH,
    )
    points = widgets.number_field(
        points_label(draft.game, words),
        draft.points[seat],
        lambda held: change(draft.scored(seat, held)),
        key=f"retelling:points:{seat}",
        width=128,
    )
    crown = widgets.icon_button(
        ft.Icons.EMOJI_EVENTS if won else ft.Icons.EMOJI_EVENTS_OUTLINED,
        words("retelling.won" if won else "retelling.lost", name=shown),
        partial(_toggle, draft, seat, change),
        key=f"retelling:won:{seat}",
    )
    return ft.Row(
        [ft.Container(name, expand=True), points, crown],
        spacing=8,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _toggle(draft: RetoldDraft, seat: Seat, change: Change, _event: object) -> None:
    change(draft.toggled(seat))


def _rest(ctx: AppContext, draft: RetoldDraft, change: Change) -> list[ft.Control]:
    words = ctx.words
    day = widgets.text_field(
        words("retelling.day"),
        draft.day,
        lambda text: change(replace(draft, day=text)),
        key="retelling:day",
        maximum=10,
        expand=True,
    )
    minutes = widgets.number_field(
        words("retelling.minutes"),
        draft.minutes,
        lambda many: change(replace(draft, minutes=many)),
        key="retelling:minutes",
        width=150,
    )
    note = widgets.text_field(
        words("retelling.note"),
        draft.note,
        lambda text: change(replace(draft, note=text)),
        key="retelling:note",
        maximum=300,
        multiline=True,
    )
    when = ft.Row([ft.Container(day, expand=True), minutes], spacing=8)
    return [widgets.section(words("retelling.when"), [when, note], key="when")]
