"""A printed value that nobody has established, typed in the flow of an action."""

from collections.abc import Callable

import flet as ft

from companion.kernel.facts import ChoiceSpec, FactSpec, FactValue, IntSpec, IntsSpec
from companion.kernel.form import AskFact
from companion.rulebook.wording import Wording
from companion.ui.context import AppContext
from companion.ui.panels.clerk import Clerk
from companion.ui.shell import screen
from companion.ui.theme import RADIUS
from companion.ui.views.keeping import hint
from companion.ui.widgets import Option, choices, heading, primary, stepper, text_button

_AS_CHIPS = 10


@screen
def FactForm(ctx: AppContext, clerk: Clerk, ask: AskFact) -> ft.Control:
    """What is printed on the piece: chips for what it can be, and the way round it."""
    spec = clerk.wording.data.facts_by_id[ask.fact]
    start: tuple[FactValue, ...] = ()
    typed, set_typed = ft.use_state(start)
    words = ctx.words
    done = _complete(spec, typed)
    parts: list[ft.Control] = [
        heading(words("form.ask_fact"), 18, level=3),
        ft.Text(clerk.wording.fact_label(ask.fact), size=17, weight=ft.FontWeight.W_600),
        ft.Text(hint(clerk.recorded, ctx.hub.keeping, clerk.wording), size=14),
        *_inputs(ctx, clerk.wording, spec, typed, set_typed),
    ]
    buttons: list[ft.Control] = [
        primary(
            words("form.record_fact"),
            lambda _e: clerk.type_facts({ask.fact: _value(spec, typed)}),
            icon=ft.Icons.CHECK,
            key="fact:record",
            disabled=not done,
        )
    ]
    if not ask.compulsory:
        buttons.append(
            text_button(
                words("form.skip_fact"), lambda _e: clerk.skip_fact(ask.fact), key="fact:skip"
            )
        )
    parts.append(ft.Row(buttons, wrap=True, spacing=8))
    return ft.Container(
        ft.Column(parts, spacing=8),
        padding=12,
        border_radius=RADIUS,
        border=ft.Border.all(2, ft.Colors.TERTIARY),
    )


def _inputs(
    ctx: AppContext,
    wording: Wording,
    spec: FactSpec,
    typed: tuple[FactValue, ...],
    put: Callable[[tuple[FactValue, ...]], None],
) -> list[ft.Control]:
    match spec:
        case IntSpec(minimum=low, maximum=high):
            return [_number(ctx, low, high, typed, put)]
        case IntsSpec(count=count, minimum=low, maximum=high, candidates=candidates):
            offered = [Option(c, wording.fact_value(c), selected=c == typed) for c in candidates]
            rows = [_position(ctx, index, count, (low, high), typed, put) for index in range(count)]
            head = [
                ft.Text(ctx.words("boxes.candidates"), size=14),
                choices(offered, put, key="fact:candidate"),
            ]
            return [*(head if offered else []), *rows]
        case ChoiceSpec(options=values):
            options = [Option((v,), wording.fact_value(v), selected=typed == (v,)) for v in values]
            return [choices(options, put, key="fact:choice")]


def _number(
    ctx: AppContext,
    low: int,
    high: int,
    typed: tuple[FactValue, ...],
    put: Callable[[tuple[FactValue, ...]], None],
) -> ft.Control:
    if high - low < _AS_CHIPS:
        options = [Option((n,), str(n), selected=typed == (n,)) for n in range(low, high + 1)]
        return choices(options, put, key="fact:number")
    value = typed[0] if typed and isinstance(typed[0], int) else low
    label = ctx.words("form.amount")
    return stepper(
        value,
        low,
        high,
        lambda n: put((n,)),
        less=ctx.words("a11y.decrease", label=label),
        more=ctx.words("a11y.increase", label=label),
    )


def _position(
    ctx: AppContext,
    index: int,
    count: int,
    bounds: tuple[int, int],
    typed: tuple[FactValue, ...],
    put: Callable[[tuple[FactValue, ...]], None],
) -> ft.Control:
    """One of several numbers in a row, from the left."""
    full = (*typed, *(0,) * (count - len(typed)))

    def chosen(value: int) -> None:
        put((*full[:index], value, *full[index + 1 :]))

    options = [
        Option(n, str(n), selected=full[index] == n) for n in range(bounds[0], bounds[1] + 1)
    ]
    label = ft.Text(ctx.words("form.position", n=index + 1), size=15, width=34)
    return ft.Row(
        [label, choices(options, chosen, key=f"fact:{index}")],
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _complete(spec: FactSpec, typed: tuple[FactValue, ...]) -> bool:
    return bool(typed) and spec.problem(_value(spec, typed)) is None


def _value(spec: FactSpec, typed: tuple[FactValue, ...]) -> FactValue:
    if isinstance(spec, IntsSpec):
        return tuple(n for n in typed if isinstance(n, int))
    return typed[0]
