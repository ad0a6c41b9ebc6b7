"""Result to share: a picture and a text, to view, copy, share through the system or save."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

import flet as ft

from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.services.matches.summary import playing_time
from companion.services.statistics.play_log import create_play
from companion.ui.boards.contract import game_screen
from companion.ui.context import AppContext
from companion.ui.files import file_name, is_copied, use_files
from companion.ui.hooks import current_page, in_page
from companion.ui.screens.result.picture import HEIGHT, WIDTH, ResultPicture, result_svg
from companion.ui.screens.result.presenter import PodiumStep
from companion.ui.shell import screen
from companion.ui.theme import RADIUS
from companion.ui.views.entries.entry_lines import closed_text
from companion.ui.views.table.clock import roughly
from companion.ui.widgets import in_own_row, link_button, secondary, section

PICTURE_KEY, SHARES_KEY = "picture", "shares_pictures"
"""Keys of the page's script: the picture it is to paint, and whether the system can share one."""
_SHOWN = 300.0
_PATIENCE = 3.0
"""Seconds to wait for the page to take a picture."""


@dataclass(frozen=True)
class ResultImage:
    """Picture to share, and the same as a text."""

    svg: str
    said: str
    """Description for people who cannot see it."""
    title: str
    text: str
    play: str
    """Link that hands the match over to BG Stats; empty if nobody is known to have won."""


def shared_result(
    ctx: AppContext, match: Match, wording: Wording, result: ResultPicture, label: str
) -> ResultImage:
    """Return a result as a picture and as a text.

    Args:
        ctx: the context.
        match: the finished match.
        wording: its words.
        result: content of the picture.
        label: name of what the points of the podium count.
    """
    said = ctx.words("final.picture_said", reason=result.reason)
    heading = (result.title, result.when, result.reason)
    text = result_text(match, wording, heading, label, result.podium)
    points = {step.seat: step.amount for step in result.podium if step.known and not step.unread}
    highest = not game_screen(match.game.id).fewest(match)
    played = match.game.played_name(match.options) or wording.data.info.name
    play = create_play(match, played, ctx.words("app.name"), points, highest=highest)
    return ResultImage(result_svg(result), said, f"{result.title} {result.when}", text, play)


@screen
def SharedPicture(ctx: AppContext, picture: ResultImage) -> ft.Control:
    """Render the picture and the buttons that share, copy or save the result.

    The page's script paints it as PNG. A window of its own has none, so it saves the SVG.
    """
    files, page = use_files(), current_page()
    clipboard = ft.use_memo(ft.Clipboard, [])
    preferences = ft.use_memo(ft.SharedPreferences, [])
    shares, set_shares = ft.use_state(False)

    async def look() -> None:
        set_shares(await preferences.get(SHARES_KEY) is True)

    ft.use_effect(lambda: in_page(page, look), [])

    def save(_event: object) -> None:
        if page.web:
            in_page(page, _ask, preferences, "save", picture)
        else:
            files.save(file_name(picture.title, "svg"), picture.svg.encode())

    buttons = [
        secondary(
            ctx.words("final.picture_save"),
            save,
            icon=ft.Icons.IMAGE_OUTLINED,
            key="picture:save",
        )
    ]
    if ctx.secure:
        copy = secondary(
            ctx.words("final.text_copy"),
            lambda _e: in_page(page, _copied, ctx, clipboard, picture.text),
            icon=ft.Icons.CONTENT_COPY,
            key="text:copy",
        )
        buttons.append(copy)
    if shares:
        send = secondary(
            ctx.words("phone.share"),
            lambda _e: in_page(page, _ask, preferences, "share", picture),
            icon=ft.Icons.SHARE_OUTLINED,
            key="picture:share",
        )
        buttons.insert(0, send)
    row = ft.Row(list(buttons), wrap=True, spacing=8, run_spacing=8)
    shown = [in_own_row(_picture_control(picture)), row]
    shown += [] if ctx.secure else _to_select(ctx, picture.text)
    shown += _play_link(ctx, picture.play) if picture.play else []
    return section(ctx.words("final.picture"), shown, key="picture")


async def _ask(
    preferences: ft.SharedPreferences, what: Literal["save", "share"], picture: ResultImage
) -> None:
    """Ask the page's script to paint the picture, and to save or share it with the text."""
    name = file_name(picture.title, "png")
    request = {"what": what, "name": name, "svg": picture.svg, "text": picture.text}
    with suppress(Exception):
        await asyncio.wait_for(preferences.set(PICTURE_KEY, json.dumps(request)), _PATIENCE)


async def _copied(ctx: AppContext, clipboard: ft.Clipboard, text: str) -> None:
    copied = await is_copied(clipboard, text)
    ctx.notify(ctx.words("final.text_copied" if copied else "final.text_failed"))


def _to_select(ctx: AppContext, text: str) -> list[ft.Control]:
    """Build a field with the text, to select and copy by hand where a button may not."""
    field = ft.TextField(
        label=ctx.words("final.text_label"),
        value=text,
        read_only=True,
        multiline=True,
        text_size=15,
        key="text:select",
    )
    return [ft.Text(ctx.words("final.text_no_copy"), size=15), field]


def _play_link(ctx: AppContext, link: str) -> list[ft.Control]:
    """Build the link to BG Stats, which the browser follows by itself."""
    button = link_button(
        ctx.words("final.bg_stats"), link, icon=ft.Icons.OPEN_IN_NEW, key="bg_stats"
    )
    return [in_own_row(button), ft.Text(ctx.words("final.bg_stats_hint"), size=15)]


def _picture_control(picture: ResultImage) -> ft.Control:
    image = ft.Image(
        src=picture.svg,
        width=_SHOWN,
        height=_SHOWN * HEIGHT / WIDTH,
        fit=ft.BoxFit.CONTAIN,
        exclude_from_semantics=True,
    )
    return ft.Semantics(
        image=True,
        label=picture.said,
        content=ft.Container(image, border_radius=RADIUS, clip_behavior=ft.ClipBehavior.ANTI_ALIAS),
    )


def result_text(
    match: Match, wording: Wording, heading: Sequence[str], label: str, steps: Sequence[PodiumStep]
) -> str:
    """Return the result in lines: title, day and reason, points by person, and time played.

    Args:
        match: a finished match.
        wording: its words.
        heading: its title, the day, and who won and why.
        label: name of what the points count.
        steps: everybody with their points, winners first.
    """
    return "\n".join(_lines(match, wording, heading, label, steps)).replace("\u00a0", " ")


def _lines(
    match: Match, wording: Wording, heading: Sequence[str], label: str, steps: Sequence[PodiumStep]
) -> Iterator[str]:
    app, title = wording.app, heading[0]
    game = match.game.played_name(match.options) or wording.data.info.name
    yield title if title == game else f"{title} · {game}"
    yield from heading[1:]
    if not match.retold or match.retold.points:
        yield ""
        yield f"{label}:"
        for step in steps:
            yield app("final.text_points", name=step.name, amount=step.shown + step.also)
    yield ""
    if playing_time(match) or not match.retold:
        yield app("final.text_time", time=roughly(playing_time(match), app))
    if match.retold:
        yield app("final.retold_hint")
    if match.closed:
        yield closed_text(match.closed, wording)
