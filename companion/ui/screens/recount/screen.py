"""Screen of the recount (cuadre): counts, causes of differences, and one-touch corrections."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

import flet as ft

from companion.kernel.values import Seat
from companion.match.entries import fresh_id
from companion.match.files.error_models import Place
from companion.match.fold import Match
from companion.match.hypotheses import Difference
from companion.services.privacy import redaction
from companion.ui import routes
from companion.ui.context import AppContext
from companion.ui.drafts.draft_cache import DraftCache, use_interaction
from companion.ui.hooks import current_page, in_page, read_match, use_match
from companion.ui.layout import Layout
from companion.ui.panels.adjustment import POSITIONS
from companion.ui.panels.control.match_controller import MatchController, use_way_back
from companion.ui.panels.control.peek import hides_from_others, use_peek
from companion.ui.panels.corrections import broken_banner, open_panel
from companion.ui.panels.shared_table import unreadable, who_mends
from companion.ui.screens.recount import presenter
from companion.ui.screens.recount.causes import CauseSearch, look_into, results
from companion.ui.screens.recount.place_list import Counting, place_groups
from companion.ui.screens.recount.presenter import Tally
from companion.ui.shell import page, screen
from companion.ui.views.report.interaction import Panel
from companion.ui.views.report.interaction_events import ToolOpened
from companion.ui.widgets import (
    Tone,
    heading,
    in_own_row,
    message,
    primary,
    seat_badge,
    secondary,
    section,
    text_field,
)

TALLIES = DraftCache(Tally)
"""Counts of each device, by match."""


@dataclass(frozen=True)
class _Count:
    """State and callbacks of a recount."""

    controller: MatchController
    tally: Tally
    wanted: Difference
    looking: CauseSearch | None
    """Search for the current difference; None: there is none."""
    counting: Seat | None
    """Seat that counts what it hides. The rest of the screen is covered meanwhile."""
    begin: Callable[[Seat | None], None]
    """Callback that starts the private count of a seat; None ends it."""
    submission: str
    """Id of the adjustment, so that a repeated tap is recorded once."""
    put: Callable[[Tally], None]
    look: Callable[[CauseSearch | None], None]
    opened: str
    """Key of the place being counted."""
    open: Callable[[str], None]

    @property
    def differs(self) -> bool:
        """Return whether any place differs."""
        return any(self.wanted.values())


_NOBODY: tuple[Seat, tuple[Seat, ...]] | None = None


@screen
def Screen(ctx: AppContext, match_id: str) -> ft.Control:
    """Render the recount of a match, with its own interaction state for corrections."""
    loaded = use_match(ctx, match_id)
    interaction = use_interaction(ctx.device, f"cuadre:{match_id}")
    nothing: CauseSearch | None = None
    looking, set_looking = ft.use_state(nothing)
    asked: ft.MutableRef[CauseSearch] = ft.use_ref(None)
    _, redraw = ft.use_state(0)
    match = loaded.match
    peek = use_peek(match)
    turn = match.game.awaiting(match.state) if match else ()
    alone, set_alone = ft.use_state(_NOBODY)
    opened, set_opened = ft.use_state("")
    tally = TALLIES.of(ctx.device, match_id)
    mine = ctx.client.seats(match) if match else frozenset()
    wanted = presenter.wanted(match, tally.counts, mine) if match else {}
    same = (loaded.version, tuple(sorted(wanted.items())))
    submission = ft.use_memo(fresh_id, [same])
    last: ft.MutableRef[MatchController] = ft.use_ref(None)
    use_way_back(ctx, interaction[0], last)
    if match is None:
        asked.current = None
        return unreadable(ctx, loaded)

    def put(new: Tally) -> None:
        TALLIES.keep(ctx.device, match_id, new)
        redraw(lambda count: count + 1)

    def look(new: CauseSearch | None) -> None:
        asked.current = new
        set_looking(new)
        if new is not None and new.busy:
            in_page(current_page(), _job(match, new, asked, mine, set_looking))

    if looking and (looking.wanted != wanted or looking.version != loaded.version):
        # The recount or the match has changed. The job ends by itself, and its results are not
        # shown.
        asked.current, looking = None, None
    controller = MatchController(
        ctx, match.held_by(peek.seat), ctx.wording(match), *interaction, peek=peek
    ).worded()
    last.current = controller
    # The device is passed on at the end of the turn, so the count of one seat ends with it.
    counting = alone[0] if alone and alone[1] == turn and alone[0] in mine else None

    def begin(seat: Seat | None) -> None:
        set_opened("")
        set_alone(None if seat is None else (seat, turn))

    return _recount_page(
        _Count(
            controller,
            tally,
            wanted,
            looking,
            counting,
            begin,
            submission,
            put,
            look,
            opened,
            set_opened,
        )
    )


def _job(
    match: Match,
    looking: CauseSearch,
    asked: "ft.MutableRef[CauseSearch]",
    mine: frozenset[int],
    tell: Callable[[CauseSearch], None],
) -> Callable[[], Awaitable[None]]:
    """Return the search as a task for the page."""
    search = redaction.search(match, mine, looking.wanted, fresh_id())

    async def job() -> None:
        await look_into(search, looking, tell, lambda: asked.current is looking)

    return job


def _recount_page(count: _Count) -> ft.Control:
    controller, ctx = count.controller, count.controller.ctx
    phone = ctx.layout is Layout.PHONE
    if count.counting is not None:
        return _alone(count, count.counting)
    panel = open_panel(controller)
    if panel is not None and phone:
        return ft.Container(panel, expand=True, padding=8, alignment=ft.Alignment.BOTTOM_CENTER)
    findings = _findings(count)
    notes = _notes(count)
    # On a phone, notes and findings leave no room beside the counts.
    body = findings if phone and findings else _counts(count, notes if phone else [])
    aside = [] if phone else [*findings, *notes]
    if panel is not None:
        high = (ft.context.page.height or 800) - 110
        aside = [ft.Container(panel, height=high, alignment=ft.Alignment.TOP_CENTER)]
    back = routes.match(controller.match_id, "acta")
    title = ctx.words("cuadre.title")
    return page(ctx, title, body, back=back, foot=_foot(count), aside=aside)


def _alone(count: _Count, seat: Seat) -> ft.Control:
    """Build the private count of one seat's hidden places, with a button that covers it again."""
    controller, words = count.controller, count.controller.ctx.words
    name = controller.wording.player(seat)
    group = presenter.secret_group(
        redaction.held_by(controller.match, seat), controller.wording, count.tally.counts, seat
    )
    body = [
        message(words("cuadre.secret.alone", name=name), Tone.CARE, key="cuadre:alone"),
        *place_groups(controller.ctx, (group,), _counting(count)),
    ]
    done = primary(
        words("cuadre.secret.cover"),
        lambda _e: count.begin(None),
        icon=ft.Icons.VISIBILITY_OFF,
        key="cuadre:cover",
    )
    back = routes.match(controller.match_id, "acta")
    return page(
        controller.ctx, words("cuadre.secret.title", name=name), body, back=back, foot=[done]
    )


def _secrets(count: _Count) -> list[ft.Control]:
    """Build a button per seat of this device that has hidden places to count."""
    controller, match = count.controller, count.controller.match
    return [
        _secret(count, seat)
        for seat in controller.mine
        if hides_from_others(match, controller.mine, seat) and presenter.hidden_places(match, seat)
    ]


def _secret(count: _Count, seat: Seat) -> ft.Control:
    controller, words = count.controller, count.controller.ctx.words
    name = controller.wording.player(seat)
    said = presenter.how_secret(controller.match, controller.wording, count.tally.counts, seat)
    button = secondary(
        words("cuadre.secret.count", name=name),
        lambda _e: count.begin(seat),
        icon=ft.Icons.VISIBILITY_OFF,
        key=f"cuadre:alone:{seat}",
    )
    row = ft.Row(
        [
            seat_badge(controller.wording.colour(seat), name, 30),
            ft.Text(said, size=15, expand=True),
        ],
        spacing=8,
    )
    return ft.Column([row, in_own_row(button)], spacing=8, key=f"secret:{seat}")


def _counts(count: _Count, notes: list[ft.Control]) -> list[ft.Control]:
    """Build every countable place, below the hint and the notes."""
    controller, words = count.controller, count.controller.ctx.words
    groups = presenter.groups(
        controller.match, controller.wording, count.tally.counts, controller.mine
    )
    return [
        heading(words("cuadre.which"), 24),
        ft.Text(words("cuadre.hint"), size=16),
        *notes,
        *place_groups(controller.ctx, groups, _counting(count)),
        *_secrets(count),
    ]


def _notes(count: _Count) -> list[ft.Control]:
    """Build what is said about the count, and the way to what is not counted."""
    controller, words = count.controller, count.controller.ctx.words
    match = controller.match
    body: list[ft.Control] = [*_elsewhere(controller), *who_mends(controller)]
    if match.broken:
        body.append(broken_banner(controller))
    if len(controller.answered) < len(match.options.players):
        body.append(message(words("cuadre.covered"), key="cuadre:covered"))
    if count.tally.counts and presenter.overtaken(match, count.tally.since):
        again = secondary(words("cuadre.again"), lambda _e: count.put(Tally()), key="cuadre:again")
        text = words("cuadre.overtaken")
        body.append(message(text, Tone.CARE, actions=(again,), key="cuadre:overtaken"))
    return body


def _elsewhere(controller: MatchController) -> list[ft.Control]:
    """Build the button that corrects positions, which are not counted."""
    if not controller.match.game.settables_of(controller.match.state):
        return []
    button = secondary(
        controller.ctx.words("cuadre.elsewhere"),
        lambda _e: controller.send(ToolOpened(Panel.ADJUST, POSITIONS)),
        icon=ft.Icons.PIN_DROP,
        key="cuadre:elsewhere",
    )
    return [in_own_row(button)]


def _counting(count: _Count) -> Counting:
    controller = count.controller
    device, match = controller.ctx.device, controller.match
    alone = redaction.held_by(match, count.counting)

    def kept(change: Callable[[Tally], presenter.Counts]) -> None:
        # Read the current counts, because two places may be edited between two renders.
        now = TALLIES.of(device, controller.match_id)
        count.put(now.counted(change(now), len(match.entries)))

    def put(place: Place, counted: int | None) -> None:
        kept(lambda now: {**now.counts, place: counted})

    def tick(place: Place) -> None:
        kept(lambda now: presenter.agreed(alone, now.counts, place))

    return Counting(count.opened, count.open, put, tick)


def _findings(count: _Count) -> list[ft.Control]:
    """Build the results of the search, with the plain adjustment as last resort."""
    looking = count.looking
    if looking is None:
        return []
    parts = results(count.controller, looking, lambda: count.look(replace(looking, stopped=True)))
    return parts if looking.busy else [*parts, _adjust(count)]


def _adjust(count: _Count) -> ft.Control:
    words = count.controller.ctx.words
    reason = text_field(
        words("table.adjust_reason"),
        count.tally.reason,
        lambda text: count.put(
            replace(TALLIES.of(count.controller.ctx.device, count.controller.match_id), reason=text)
        ),
        maximum=300,
        key="adjust:reason",
    )
    record = secondary(
        words("adjust.record"),
        lambda _e: _record(count),
        icon=ft.Icons.TUNE,
        key="cuadre:adjust",
        disabled=not count.differs,
    )
    body = [
        ft.Text(words("cuadre.adjust_hint"), size=15),
        ft.Row([ft.Container(reason, expand=True)]),
        in_own_row(record),
    ]
    return section(words("cuadre.adjust"), body, key="cuadre:adjusting")


def _record(count: _Count) -> None:
    """Record the adjustment whatever the cause, and clear its reason once recorded."""
    controller = count.controller
    body = presenter.adjusted(controller.match, count.wanted, count.tally.reason)
    controller.submit(count.submission, body, controller.ctx.words("cuadre.recorded"))
    if read_match(controller.ctx, controller.match_id).version > len(controller.match.entries):
        count.put(replace(TALLIES.of(controller.ctx.device, controller.match_id), reason=""))


def _foot(count: _Count) -> list[ft.Control]:
    words, phone = count.controller.ctx.words, count.controller.ctx.layout is Layout.PHONE
    sure = redaction.certain(count.controller.match, count.wanted)
    verdict = presenter.verdict(count.controller.wording, count.wanted, sure)
    line = [_verdict(verdict, any(sure.values()), phone)] if verdict else []
    if phone and count.looking is not None:
        back = secondary(
            words("cuadre.back"),
            lambda _e: count.look(None),
            icon=ft.Icons.ARROW_BACK,
            key="cuadre:back",
        )
        return [*line, back]
    # What may come from unread values has no cause to be searched for.
    causes = None if any(sure.values()) else ()
    version = len(count.controller.match.entries)
    search = primary(
        words("cuadre.search"),
        lambda _e: count.look(CauseSearch(count.wanted, version, causes=causes)),
        icon=ft.Icons.SEARCH,
        key="cuadre:search",
        disabled=not count.differs
        or count.looking is not None
        or bool(count.controller.match.broken),
    )
    return [*line, search]


def _verdict(text: str, differs: bool, phone: bool) -> ft.Control:
    colour = ft.Colors.ERROR if differs else ft.Colors.TERTIARY
    icon = ft.Icons.BALANCE if differs else ft.Icons.CHECK_CIRCLE_OUTLINE
    said = ft.Text(text, size=17, weight=ft.FontWeight.W_600, color=colour, expand=phone)
    row = ft.Row([ft.Icon(icon, size=22, color=colour), said], spacing=8, tight=not phone)
    return ft.Semantics(live_region=True, content=row, key="cuadre:verdict")
