"""Values on which an end rests and that nobody has read, each with its input."""

from collections.abc import Sequence

import flet as ft

from companion.kernel.box.facts import FactValue
from companion.match.fold import Match
from companion.ui import routes
from companion.ui.context import AppContext
from companion.ui.panels.keep_in_box import submit_values
from companion.ui.panels.report.value_input import answers_at_once, said, started, value_input
from companion.ui.shell import screen
from companion.ui.widgets import Option, choices, icon_button, in_own_row, primary, section


@screen
def MissingValues(ctx: AppContext, match: Match, facts: Sequence[str]) -> ft.Control:
    """Render the missing values: one is chosen and typed, and the end is judged again."""
    chosen, set_chosen = ft.use_state(facts[0])
    typed, set_typed = ft.use_state(_nothing())
    wording, words = ctx.wording(match), ctx.words
    fact = chosen if chosen in facts else facts[0]
    spec = wording.data.facts_by_id[fact]
    value = typed[1] if typed[0] == fact else started(spec)

    def record(given: FactValue) -> None:
        submit_values(ctx, match, lambda: None, {fact: given})

    whole = said(spec, value)
    confirm = primary(
        words("form.record_fact"),
        lambda _e: None if whole is None else record(whole),
        icon=ft.Icons.CHECK,
        key="missing:record",
        disabled=whole is None,
    )
    options = [Option(one, wording.fact_label(one), selected=one == fact) for one in facts]
    return section(
        words("final.missing"),
        [
            ft.Text(words("final.missing_hint"), size=15),
            choices(options, set_chosen, key="missing:which"),
            ft.Text(wording.fact_label(fact), size=17, weight=ft.FontWeight.W_600),
            *value_input(ctx, wording, spec, value, lambda v: set_typed((fact, v)), answer=record),
            *([] if answers_at_once(spec) else [in_own_row(confirm)]),
        ],
        key="missing",
    )


def _nothing() -> tuple[str, FactValue | None]:
    return "", None


def count_button(ctx: AppContext, match_id: str) -> ft.Control:
    """Build the button that opens the recount, for the head of other screens."""
    return icon_button(
        ft.Icons.BALANCE,
        ctx.words("cuadre.open"),
        lambda _e: ctx.go(routes.match(match_id, "cuadre")),
        key="cuadre:open",
    )
