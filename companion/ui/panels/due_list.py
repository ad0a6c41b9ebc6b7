"""Panel of everything due of a seat: a row each, answered by touch, recorded together."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

import flet as ft

from companion.kernel.box.facts import FactSpec, FactValue, LinesSpec, TypedLine
from companion.kernel.form import Draft
from companion.match.entries import fresh_id
from companion.rulebook.wording import Wording
from companion.ui.boards.contract import GameScreen, game_screen
from companion.ui.context import AppContext
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.report.quick_answers import answer_chip, attempt_text, way_face
from companion.ui.panels.report.value_input import answers_at_once, said, value_input
from companion.ui.panels.step_panel import step_panel
from companion.ui.shell import screen
from companion.ui.theme import GAP
from companion.ui.views.report.due_list import DueRow, due_rows, reports_of
from companion.ui.views.report.form_completions import answering, differing
from companion.ui.views.report.interaction import Due, DueList, Start
from companion.ui.views.report.interaction_events import LayerChanged
from companion.ui.views.report.transitions import without_value
from companion.ui.widgets import (
    Option,
    Tone,
    choices,
    close_button,
    in_own_row,
    message,
    primary,
    text_button,
)


def open_due_list(controller: MatchController) -> None:
    """Open the list of the seat that reports; record it at once if nothing is to choose."""
    given, game = DueList(fresh_id()), game_screen(controller.match.game.id)
    rows = _rows(controller, game, given)
    controller.send(LayerChanged(given))
    if all(row.forced for row in rows):
        controller.live.report_all(reports_of(controller.match.game, rows))


def due_list_title(controller: MatchController, dues: tuple[Due, ...]) -> str:
    """Return what is done by it: a word of the game for the acts that are due."""
    own, key = controller.wording.own, f"due_list.all.{dues[-1][0].kind}" if dues else ""
    return own(key, n=len(dues)) if key in own else own("due_list.title")


def _rows(controller: MatchController, game: GameScreen, given: DueList) -> tuple[DueRow, ...]:
    seat = controller.seat
    dues = game.due_list(controller.match, seat)
    private = seat in controller.answered
    return due_rows(controller.shown, seat, dues, given, private=private)


def due_list_panel(controller: MatchController, game: GameScreen, given: DueList) -> ft.Control:
    """Build the panel; each row shows what would be recorded, or what is missing."""
    words, rows = controller.ctx.words, _rows(controller, game, given)
    actions = reports_of(controller.match.game, rows)
    done = primary(
        words("due_list.done"),
        lambda _e: controller.live.report_all(actions),
        icon=ft.Icons.CHECK,
        key="due_list:done",
        disabled=not actions,
    )
    closing = close_button(words("button.close"), controller.close, key="due_list:close")
    trouble = [message(given.trouble, Tone.BAD, key="trouble")] if given.trouble else []
    shown = [_row(controller, game, given, row) for row in rows]
    return step_panel(
        words(
            "due_list.title",
            what=due_list_title(controller, tuple(row.due for row in rows)),
            name=controller.wording.player(controller.seat),
        ),
        [*trouble, *(shown or [ft.Text(words("due_list.empty"), size=16)])],
        [done],
        close=closing,
        key="due_list",
    )


def _row(controller: MatchController, game: GameScreen, given: DueList, row: DueRow) -> ft.Control:
    name = _named(controller, row.due[0])
    values = controller.interaction.values
    typed: Mapping[str, FactValue | None] = values.facts if values else {}
    facts = dict.fromkeys((*(f for f, at in given.asked.items() if at == row.key), *row.asks))
    title = ft.Text(name, size=17, weight=ft.FontWeight.W_600)
    parts: list[ft.Control] = [_headed(title, "" if row.chosen else _why_later(controller, row))]
    for fact in facts:
        parts += _value(controller, game, row.key, name, fact, typed.get(fact))
    # What a value counts is all that is left to choose there.
    alone = len(row.ways) == 1 and any(fact in typed for fact in facts)
    chips = [] if alone else [_chip(controller, game, row, way) for way in row.ways]
    if chips:
        parts.append(ft.Row(chips, wrap=True, spacing=GAP, run_spacing=GAP))
    return ft.Container(ft.Column(parts, spacing=4, tight=True), key=f"row:{row.key}")


def _headed(title: ft.Control, note: str) -> ft.Control:
    said = ft.Text(note, size=14, color=ft.Colors.ON_SURFACE_VARIANT, expand=True)
    return ft.Row([title, *([said] if note else [])], spacing=10)


def _named(controller: MatchController, start: Start) -> str:
    """Return what a row is about: the values that its report begins with."""
    label, draft = controller.match.game.label, controller.start_draft(start)
    said = " · ".join(
        controller.wording.value_label(
            label(controller.match.state, draft, field, value), start.kind, field
        )
        for field, value in start.values.items()
    )
    return said or controller.wording.action_label(start.kind)


def _why_later(controller: MatchController, row: DueRow) -> str:
    words = controller.ctx.words
    if row.refusal is not None:
        return controller.wording.refusal(row.refusal, row.due[0].kind).facts
    return words("due_list.on_board" if row.many else "due_list.later")


# Answers


def _chip(controller: MatchController, game: GameScreen, row: DueRow, way: Draft) -> ft.Control:
    chosen, short = way == row.chosen, controller.wording.own(f"due_list.{way.kind}")
    parts = way_face(controller, game, way, _told(row.due, row.ways, way))
    told = parts or [ft.Text(short, size=17, weight=ft.FontWeight.W_600)]
    mark = [ft.Icon(ft.Icons.CHECK, size=18)] if chosen else []
    return answer_chip(
        controller,
        [*mark, *told],
        attempt_text(controller, way),
        lambda _e: _choose(controller.live, row, None if chosen else way),
        key=f"{row.key}:{row.ways.index(way)}",
        chosen=chosen,
    )


def _told(due: Due, ways: tuple[Draft, ...], way: Draft) -> tuple[str, ...]:
    """Return the fields that tell a way from the others, or all that it says by itself."""
    same = [other for other in ways if other.kind == way.kind]
    names = differing(same) if len(same) > 1 else tuple(way.values)
    known = next(start.values for start in due if start.kind == way.kind)
    return answering(way, tuple(name for name in names if name not in known))


def _choose(controller: MatchController, row: DueRow, way: Draft | None) -> None:
    given = controller.now().due_list
    if given is not None:
        answers = {**given.answers, row.key: way}
        controller.send(LayerChanged(replace(given, answers=answers)))


# Printed values


def _value(
    controller: MatchController,
    game: GameScreen,
    row: str,
    name: str,
    fact: str,
    typed: FactValue | None,
) -> list[ft.Control]:
    """Build the input of a printed value; touching what was chosen takes it back."""
    spec = controller.wording.data.facts_by_id[fact]
    take = partial(_type, controller, row, fact)
    if isinstance(spec, LinesSpec) and _counted(spec):
        return [_counts(controller, game, name, spec, typed, take)]
    if isinstance(spec, LinesSpec):
        return _lines(controller, row, name, spec, typed, take)
    return value_input(controller.ctx, controller.wording, spec, typed, take, answer=take)


def _type(controller: MatchController, row: str, fact: str, value: FactValue | None) -> None:
    live = controller.live
    given = live.now().due_list
    if given is None:
        return
    kept = replace(given, asked={**given.asked, fact: row}, composing="")
    live.send(LayerChanged(kept))
    if value is None:
        live.put(without_value(live.now(), fact))
    else:
        live.type_facts({fact: value})


def _counted(spec: LinesSpec) -> bool:
    """Return whether a value only counts things, all by one verb."""
    forms = list(spec.verbs.values())
    return len(forms) == 1 and forms[0].counts and len(forms[0].things) > 1


def _counts(
    controller: MatchController,
    game: GameScreen,
    name: str,
    spec: LinesSpec,
    typed: FactValue | None,
    take: Callable[[FactValue | None], None],
) -> ft.Control:
    """Build a chip for each thing; each touch counts one more, and after the most none."""
    ((verb, form),) = spec.verbs.items()
    lines = typed if isinstance(typed, tuple) else ()
    counts = {line.what: line.each for line in lines if isinstance(line, TypedLine)}

    def touched(thing: str) -> Callable[[object], None]:
        more = counts.get(thing, form.minimum - 1) + 1
        left = {other: n for other, n in counts.items() if other != thing}
        if more <= form.maximum:
            kept = left if len(left) < spec.most else {}
            left = {**kept, thing: more}
        said_lines = tuple(TypedLine(verb, left[t], t) for t in form.things if t in left)
        return lambda _e: take(said_lines or None)

    def chip(thing: str) -> ft.Control:
        label, n = controller.wording.item_label(thing), counts.get(thing, 0)
        drawn = game.item_mark(thing.rpartition(":")[2], controller.wording)
        count = [ft.Text(str(n), size=18, weight=ft.FontWeight.BOLD)] if n else []
        return answer_chip(
            controller,
            [drawn or ft.Text(label, size=16), *count],
            controller.ctx.words("due_list.value", row=name, value=label),
            touched(thing),
            key=f"value:{spec.id}:{thing}",
            chosen=bool(n),
        )

    return ft.Row([*map(chip, form.things)], wrap=True, spacing=GAP, run_spacing=GAP)


def _lines(
    controller: MatchController,
    row: str,
    name: str,
    spec: LinesSpec,
    typed: FactValue | None,
    take: Callable[[FactValue | None], None],
) -> list[ft.Control]:
    """Build the likely texts, and a chip that opens the composition of another one."""
    words, given = controller.ctx.words, controller.interaction.due_list
    if given is not None and given.composing == row:
        return [Composed(controller.ctx, controller.wording, spec, take, key=f"compose:{spec.id}")]
    texts: list[FactValue] = [*spec.candidates] if typed is None else [typed]
    options = [
        Option(text, controller.wording.fact_shown(spec.id, text), selected=text == typed)
        for text in texts
    ]

    def compose() -> None:
        live = controller.live
        now = live.now().due_list
        if now is not None:
            live.send(LayerChanged(replace(now, composing=row)))

    other = text_button(
        words("due_list.other" if options else "due_list.text", row=name),
        lambda _e: compose(),
        icon=ft.Icons.EDIT_NOTE,
        key=f"other:{spec.id}",
    )
    chips = choices(
        options, lambda text: take(None if text == typed else text), key=f"value:{spec.id}"
    )
    shown = [*([chips] if options else []), *([other] if typed is None else [])]
    return [ft.Row(shown, wrap=True, spacing=GAP, run_spacing=GAP)]


@screen
def Composed(
    ctx: AppContext,
    wording: Wording,
    spec: FactSpec,
    take: Callable[[FactValue | None], None],
) -> ft.Control:
    """Render the composition of a printed value, and the button that takes it."""
    typed, set_typed = ft.use_state(_nothing())
    made, set_made = ft.use_state(_no_line())
    lines = typed if isinstance(typed, tuple) else ()
    whole = said(spec, typed if made is None else (*lines, made))
    inputs = value_input(
        ctx, wording, spec, typed, set_typed, answer=take, composed=set_made, made=made
    )
    record = primary(
        ctx.words("form.record_fact"),
        lambda _e: take(whole),
        icon=ft.Icons.CHECK,
        key="compose:record",
        disabled=whole is None,
    )
    shown = [ft.Text(wording.fact_shown(spec.id, whole), size=16)] if whole is not None else []
    end = [] if answers_at_once(spec) else [in_own_row(record)]
    return ft.Column([*inputs, *shown, *end], spacing=8, tight=True)


def _nothing() -> FactValue | None:
    return None


def _no_line() -> TypedLine | None:
    return None
