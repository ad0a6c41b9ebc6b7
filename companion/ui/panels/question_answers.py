"""Answers of a table to what somebody types: its own, and the reports that it may mean."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import Any, Final, TypeVar

import flet as ft

from companion.kernel.form import Draft
from companion.match.fold import Match
from companion.match.review import last_turns
from companion.rulebook.search import Hit, search
from companion.rulebook.speller import speller
from companion.services.privacy import visibility
from companion.ui import routes, widgets
from companion.ui.context import AppContext
from companion.ui.drafts.draft_cache import asked, keep_asked
from companion.ui.panels.control.edit_entry import in_its_place
from companion.ui.panels.control.match_context import MatchContext
from companion.ui.panels.rulings.origin import origin_lines
from companion.ui.views.entries.entry_lines import moment_text
from companion.ui.views.questions.clauses import forgotten
from companion.ui.views.questions.heard import choices
from companion.ui.views.questions.interpretations import (
    Reading,
    amounts_beside,
    asking_seat,
    forgetting_seat,
    verdict_on,
)
from companion.ui.views.questions.sentence_words import Token, tokens_of
from companion.ui.views.questions.table_answers import TableAnswer, amiss, table_answers
from companion.ui.views.report.interaction import InteractionState, Panel, Tool
from companion.ui.views.report.report_form import fully_answered_action

T = TypeVar("T")


def answers(
    ctx: AppContext,
    match: Match,
    take: Callable[[Draft], None],
    typed: str,
    put: Callable[[InteractionState], None] | None = None,
) -> list[ft.Control]:
    """Build what a sentence may mean here, and what the table answers to it. Records nothing.

    Args:
        ctx: context of the screen.
        match: match as the device may see it.
        take: called with the report that is touched; the sentence is kept for whoever comes back.
        typed: sentence that was typed or dictated.
        put: called with the board on which a forgotten act that is touched is in its place; None:
            it has none here.
    """
    words, wording, mine = ctx.words, ctx.wording(match), ctx.client.seats(match)
    if match.outcome or not match.game.judged or not typed.strip():
        return []
    seen = visibility.visible_seats(match, mine)
    sentence = speller(match.game.id).corrected(typed, match.options.players)
    wrong = amiss(match, wording, sentence, mine, seen) if put else ()
    known = wrong or table_answers(match, wording, sentence, mine, seen)
    if known:
        told = [_answer(ctx, match, answer, n) for n, answer in enumerate(known)]
        if put and wrong:
            told += _by_hand(ctx, match, wrong, put)
        return [
            ft.Column(
                [widgets.heading(words("questions.answer"), 19), *told],
                spacing=10,
                horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
                key="answer",
            )
        ]

    said = tokens_of(sentence)
    late = bool(put and mine and forgotten(match.options.players, said))
    if late:
        offered, places = _told_late(ctx, match, sentence)
    else:
        offered = choices(match, wording, sentence, asking_seat(match, mine))
        places = [None] * len(offered)

    def taken(chosen: tuple[Draft, str | None]) -> None:
        keep_asked(ctx.device, match.started.match, len(match.entries), typed)
        draft, place = chosen
        if put and place:
            put(in_its_place(match.game, place, draft))
        else:
            take(draft)

    lines = [
        _reading(ctx, match, partial(_take, taken, (reading.draft, place)), reading, n, place, said)
        for n, (reading, place) in enumerate(zip(offered, places, strict=True))
    ]
    heard = len([reading for reading in offered if not reading.guess])
    shown = [
        widgets.section(words(f"questions.{key}"), part, key=key)
        for key, part in (("heard", lines[:heard]), ("meant", lines[heard:]))
        if part
    ]
    return [*shown, *([_in_acta(ctx, match)] if late and not any(places) else [])]


def _by_hand(
    ctx: AppContext,
    match: Match,
    wrong: Sequence[TableAnswer],
    put: Callable[[InteractionState], None],
) -> list[ft.Control]:
    """Build the way to put counts right, or who can, on a device that only looks on."""
    if not ctx.client.disputes.may_open(match.started.match):
        said = ctx.words("share.not_allowed.spectator")
        return [widgets.message(said, widgets.Tone.CARE, key="denied")]
    places = {answer.count for answer in wrong}
    # What several may have is looked for in the panel of all places.
    tool = Tool(Panel.ADJUST, places.pop() if len(places) == 1 else "")
    return [
        widgets.secondary(
            ctx.words("undo.adjust"),
            partial(_take, put, InteractionState(open=tool)),
            icon=ft.Icons.TUNE,
            key="by-hand",
        )
    ]


def _told_late(
    ctx: AppContext, match: Match, sentence: str
) -> tuple[tuple[Reading, ...], list[str | None]]:
    """Return what a sentence tells as forgotten, each with the entry before which it belongs.

    It is heard at the table of now, or else of a moment of the last turn: what was used up since is
    an answer there.
    """
    wording, seat = ctx.wording(match), forgetting_seat(match, ctx.client.seats(match))
    heard: list[tuple[tuple[Reading, ...], list[str | None]]] = []
    for at in (match, *map(match.before, islice(last_turns(match, seat), _BACK))):
        offered = choices(at, wording, sentence, seat)
        places = [_place(ctx, match, reading) for reading in offered]
        heard.append((offered, places))
        if any(
            place and not (reading.unheard or reading.guess)
            for reading, place in zip(offered, places, strict=True)
        ):
            return offered, places
    return next((one for one in heard if any(one[1])), heard[0])


_BACK: Final = 5
"""Number of earlier moments at which a forgotten act is heard."""


def _place(ctx: AppContext, match: Match, reading: Reading) -> str | None:
    """Return the entry before which a forgotten act belongs; None: there is none in this turn."""
    state = InteractionState(seat=reading.draft.seat)
    here = MatchContext(ctx, match, ctx.wording(match), state, lambda _: None, lambda: state)
    action = fully_answered_action(match.game, reading.draft)
    return here.place_before(match, reading.draft, action)


def _in_acta(ctx: AppContext, match: Match) -> ft.Control:
    """Build the way to what was forgotten before the last turn."""
    route = routes.match(match.started.match, "acta")
    return widgets.text_button(
        ctx.words("questions.in_acta"),
        lambda _e: ctx.go(route),
        icon=ft.Icons.HISTORY,
        key="in-acta",
    )


def hit_tiles(hits: Sequence[Hit], open_section: Callable[[str], None]) -> list[ft.Control]:
    """Build the sections that a search has found, each to be opened."""
    return [
        widgets.tappable(
            ft.Column(
                [
                    widgets.highlighted(hit.title, hit.title_spans, size=18),
                    widgets.highlighted(hit.snippet, hit.snippet_spans, size=15),
                ],
                spacing=4,
                horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
            ),
            f"{hit.title}. {hit.snippet}",
            partial(_take, open_section, hit.section.id),
            key=f"hit:{hit.section.id}",
            padding=16,
            bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        )
        for hit in hits
    ]


def question_field(
    ctx: AppContext,
    match: Match,
    take: Callable[[Draft], None],
    key: str,
    put: Callable[[InteractionState], None] | None,
) -> ft.Control:
    """Build a field to ask in, with what the table and the rules answer below it."""
    component: Any = QuestionField
    drawn: ft.Control = component(ctx, match, take, key, put, key=f"{key}:whole")
    return drawn


@ft.component
def QuestionField(
    ctx: AppContext,
    match: Match,
    take: Callable[[Draft], None],
    base: str,
    put: Callable[[InteractionState], None] | None,
) -> ft.Control:
    """Render the field; what was asked and taken elsewhere is still in it."""
    match_id = match.started.match
    question, set_question = ft.use_state(asked(ctx.device, match_id, len(match.entries)))

    def read(section_id: str) -> None:
        ctx.go(routes.match_rules(match_id, section_id))

    hits = search(ctx.client.games[match.game.id], question)[:_HITS]
    told = [*answers(ctx, match, take, question, put), *hit_tiles(hits, read)]
    if question.strip() and not told:
        told = [ft.Text(ctx.words("rules.no_results"), size=15)]
    field = widgets.search_field(ctx.words("rules.ask"), question, set_question, key=base)
    return ft.Column(
        # Its name stands on its upper edge.
        [ft.Container(field, padding=ft.Padding.only(top=_NAME)), *told],
        spacing=8,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


_NAME: Final = 8
"""Room above a field for its name."""
_HITS: Final = 3
"""Greatest number of sections below a question at the board."""


def _answer(ctx: AppContext, match: Match, answer: TableAnswer, n: int) -> ft.Control:
    if answer.source is None:
        return widgets.card([ft.Text(answer.text, size=18)], key=f"answer:{n}", padding=16)
    component: Any = Counted
    drawn: ft.Control = component(ctx, match, answer, f"answer:{n}", key=f"{answer.text}:{n}")
    return drawn


@ft.component
def Counted(ctx: AppContext, match: Match, answer: TableAnswer, base: str) -> ft.Control:
    """Render an amount, which shows where it comes from when it is touched."""
    opened, set_opened = ft.use_state(False)
    seen = visibility.visible_seats(match, ctx.client.seats(match))
    lines = []
    if opened and answer.source:
        lines = origin_lines(ctx, match, ctx.wording(match), answer.source, seen)
    return widgets.expander(
        answer.text,
        lines,
        is_open=opened,
        on_toggle=set_opened,
        detail=ctx.words("score.where_from"),
        key=base,
    )


def _reading(
    ctx: AppContext,
    match: Match,
    touched: Callable[[object], None],
    reading: Reading,
    n: int,
    place: str | None,
    tokens: Sequence[Token],
) -> ft.Control:
    words, mine = ctx.words, ctx.client.seats(match)
    said = reading.text
    if mine != {reading.draft.seat}:
        name = ctx.wording(match).player(reading.draft.seat)
        said = words("questions.by", name=name, what=said)
    if place:
        before = words("past.before", what=moment_text(match, place, ctx.wording(match)))
        icon, ink = ft.Icons.HISTORY, ft.Colors.PRIMARY
        mark = f"{words('ruling.in_place')}. {before}"
    else:
        verdict = verdict_on(match, reading, mine)
        icon, ink = _MARKS[verdict]
        mark = words(f"questions.{verdict}")
    texts = [ft.Text(said, size=17), ft.Text(mark, size=14, color=ink)]
    notes, unheard = amounts_beside(match, ctx.wording(match), reading, tokens)
    if unheard:
        notes = (*notes, words("questions.unheard", words=", ".join(unheard)))
    texts += [ft.Text(note, size=14, color=ft.Colors.ON_SURFACE_VARIANT) for note in notes]
    mark = ". ".join((mark, *notes))
    visual = ft.Row(
        [
            ft.Icon(icon, size=24, color=ink),
            ft.Column(list(texts), spacing=2, expand=True),
            ft.Icon(ft.Icons.CHEVRON_RIGHT, size=20),
        ],
        spacing=12,
    )
    return widgets.tappable(
        visual,
        f"{said}. {mark}",
        touched,
        key=f"heard:{n}",
        padding=14,
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
    )


def _take(take: Callable[[T], None], touched: T, _event: object) -> None:
    take(touched)


_MARKS: Final = {
    "legal": (ft.Icons.CHECK_CIRCLE_OUTLINE, ft.Colors.PRIMARY),
    "refused": (ft.Icons.BLOCK, ft.Colors.ERROR),
    "open": (ft.Icons.HELP_OUTLINE, ft.Colors.ON_SURFACE_VARIANT),
}
"""By verdict, the sign of a reading and its colour."""
