"""Offer to save values typed during a match to a box. It stays pending and blocks nothing."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import flet as ft

from companion.kernel.box.facts import FactValue
from companion.match.entries import FactsEntered, fresh_id
from companion.match.fold import Match
from companion.rulebook.templates import capitalised
from companion.services.boxes.profiles import BoxError, BoxProfile
from companion.services.matches.results import AlreadyRecorded, Answer, Recorded, Submission
from companion.services.storage.store import StoreError
from companion.ui.context import AppContext
from companion.ui.scheduler import carry_out
from companion.ui.theme import RADIUS
from companion.ui.views import keep_in_box as presenter
from companion.ui.views.entries.entry_lines import body_in
from companion.ui.views.keep_in_box import BoxConflict, OfferView, contradicted, inferred_facts
from companion.ui.views.report.rejection_text import unrecorded
from companion.ui.widgets import text_button

Redraw = Callable[[], None]
TypeIn = Callable[[Mapping[str, FactValue]], None]
"""Callback that types values, after a preview of what they change."""


def box_offer(
    ctx: AppContext,
    match: Match,
    redraw: Redraw,
    type_in: TypeIn | None = None,
    *,
    in_full: bool = False,
    correct: Callable[[str], None] | None = None,
) -> list[ft.Control]:
    """Build what can be saved from this device; empty if there is nothing.

    Args:
        ctx: context of the screen.
        match: match as recorded.
        redraw: renders the screen again; boxes are no part of a match.
        type_in: types printed values; None where no preview is possible.
        in_full: True if there is room for each inferred value.
        correct: opens the correction of the report that showed a value; None where there is none.
    """
    typing = type_in or partial(submit_values, ctx, match, redraw)
    lines = _learned(ctx, match, typing, in_full=in_full, correct=correct)
    lines += [
        _contradiction(ctx, match, fact, values, typing)
        for fact, values in contradicted_by(ctx, match).items()
    ]
    offer = ctx.client.box_offers.offer(match)
    if offer is not None:
        view = presenter.offered(offer, ctx.wording(match))
        lines += [_keep(ctx, match, view, redraw)] if view.places else []
        lines += [_dispute(ctx, match, conflict, redraw, typing) for conflict in view.disputes]
    return [ft.Column(lines, spacing=6, tight=True, key="box-offer")] if lines else []


def learned_by(ctx: AppContext, match: Match) -> Mapping[str, FactValue]:
    """Return the inferred facts, if this device can report something."""
    return inferred_facts(match) if ctx.client.seats(match) else {}


def waiting(ctx: AppContext, match: Match) -> Mapping[str, FactValue]:
    """Return the inferred facts that count only once they are typed: of an earlier version."""
    return {} if match.started.learns else learned_by(ctx, match)


def contradicted_by(ctx: AppContext, match: Match) -> Mapping[str, tuple[FactValue, ...]]:
    """Return the facts on which reports disagree, if this device can report something."""
    return contradicted(match) if ctx.client.seats(match) else {}


def type_button(
    ctx: AppContext, facts: Mapping[str, FactValue], typing: TypeIn, *, sure: bool = False
) -> ft.Control:
    """Build the button that types all inferred facts at one touch, or confirms them (`sure`)."""
    way = "sure" if sure else "learn" if len(facts) == 1 else "learn_all"
    return text_button(
        ctx.words(f"boxes.offer.{way}"),
        lambda _e: typing(facts),
        icon=ft.Icons.EDIT_NOTE,
        key="learn",
    )


def _learned(
    ctx: AppContext,
    match: Match,
    typing: TypeIn,
    *,
    in_full: bool,
    correct: Callable[[str], None] | None,
) -> list[ft.Control]:
    """Build the lines of inferred facts; each value where there is room."""
    facts, wording = learned_by(ctx, match), ctx.wording(match)
    if not facts:
        return []
    each = wording.describe_facts(facts)
    learns = match.started.learns
    said = "unsure" if learns else "learned"
    buttons = [type_button(ctx, facts, typing, sure=learns)]
    if learns and in_full and correct:
        line = _line(ctx.words("boxes.offer.unsure_all", n=len(each)), buttons)
        return [line, *_by_report(ctx, match, facts, correct)]
    if len(each) == 1:
        return [_line(ctx.words(f"boxes.offer.{said}", what=each[0]), buttons)]
    texts = [ft.Text(capitalised(text), size=15) for text in each] if in_full else []
    return [_line(ctx.words(f"boxes.offer.{said}_all", n=len(each)), buttons), *texts]


def _by_report(
    ctx: AppContext,
    match: Match,
    facts: Mapping[str, FactValue],
    correct: Callable[[str], None],
) -> list[ft.Control]:
    """Build what each report has shown, with a button that opens its correction."""
    wording, lines = ctx.wording(match), list[ft.Control]()
    items = {step.item.id: step.item for step in map(match.learned.__getitem__, facts)}
    for item in items.values():
        of = {fact: v for fact, v in facts.items() if match.learned[fact].item.id == item.id}
        report = body_in(match, item.id, item.body, wording).rstrip(".")
        said = ctx.words("boxes.offer.shown_by", report=report)
        button = text_button(
            said, partial(_corrected, correct, item.id), icon=ft.Icons.EDIT, key=f"by:{item.id}"
        )
        lines.append(_line(capitalised("; ".join(wording.describe_facts(of))), [button]))
    return lines


def _corrected(correct: Callable[[str], None], item: str, _event: object) -> None:
    correct(item)


def _contradiction(
    ctx: AppContext,
    match: Match,
    fact: str,
    values: Sequence[FactValue],
    typing: TypeIn,
) -> ft.Control:
    """Build the choice between contradicting values; the table reads what is printed."""
    wording = ctx.wording(match)
    shown = [wording.fact_shown(fact, value) for value in values]
    buttons: list[ft.Control] = [
        text_button(
            ctx.words("boxes.offer.pick", value=text),
            partial(_picked, typing, fact, value),
            key=f"contradicted:{fact}:{n}",
        )
        for n, (value, text) in enumerate(zip(values, shown, strict=True))
    ]
    said = ctx.words("boxes.offer.contradicts", fact=wording.fact_label(fact))
    return _line(said, buttons)


def _picked(typing: TypeIn, fact: str, value: FactValue, _event: object) -> None:
    typing({fact: value})


def submit_values(
    ctx: AppContext, match: Match, redraw: Redraw, facts: Mapping[str, FactValue]
) -> None:
    """Record typed values of a match that has no form open."""
    entered = FactsEntered(facts=dict(facts))
    sent = Submission(fresh_id(), entered, device=ctx.device)

    def on_answer(answer: Answer) -> None:
        if not isinstance(answer, Recorded | AlreadyRecorded):
            ctx.notify(unrecorded(ctx.wording(match), answer))
        redraw()

    carry_out(ctx.client.matches.submit(match.started.match, sent), on_answer)


def _keep(ctx: AppContext, match: Match, view: OfferView, redraw: Redraw) -> ft.Control:
    buttons = [
        text_button(
            place.text,
            partial(_keep_in_box, ctx, match, place.box, redraw),
            icon=ft.Icons.INVENTORY_2_OUTLINED,
            key=f"keep:{place.box.id if place.box else 'new'}",
        )
        for place in view.places
    ]
    no = text_button(ctx.words("boxes.offer.no"), partial(_left, ctx, match, redraw), key="keep:no")
    return _line(view.text, [*buttons, no])


def _dispute(
    ctx: AppContext, match: Match, conflict: BoxConflict, redraw: Redraw, typing: TypeIn
) -> ft.Control:
    buttons: list[ft.Control] = [
        text_button(
            text,
            partial(_settled, ctx, match, conflict, value, redraw, typing),
            key=f"settle:{conflict.contrary.fact}:{n}",
        )
        for n, (value, text) in enumerate(conflict.picks)
    ]
    return _line(conflict.text, buttons)


def _line(text: str, buttons: list[ft.Control]) -> ft.Control:
    return ft.Container(
        ft.Column(
            [ft.Text(text, size=14), ft.Row(buttons, wrap=True, spacing=0, run_spacing=0)],
            spacing=0,
            tight=True,
        ),
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        border_radius=RADIUS,
        padding=ft.Padding.only(left=12, right=4, top=8, bottom=0),
    )


def _keep_in_box(
    ctx: AppContext, match: Match, box: BoxProfile | None, redraw: Redraw, _event: object
) -> None:
    name = presenter.new_name(match, ctx.wording(match))

    def keep() -> None:
        made = ctx.client.box_offers.keep(match, box, name)
        if made is not None:
            ctx.notify(ctx.words("boxes.offer.done", name=made.name))

    _done(ctx, keep, redraw)


def _left(ctx: AppContext, match: Match, redraw: Redraw, _event: object) -> None:
    _done(ctx, lambda: ctx.client.box_offers.leave(match), redraw)


def _settled(
    ctx: AppContext,
    match: Match,
    conflict: BoxConflict,
    value: FactValue,
    redraw: Redraw,
    typing: TypeIn,
    _event: object,
) -> None:
    contrary = conflict.contrary
    _done(ctx, lambda: ctx.client.box_offers.settle(match, contrary, value), redraw)
    if value == contrary.kept and match.outcome is None:
        # The value of the box is right, so the typed one is wrong. Correct it in the match too,
        # because the match is judged by it.
        typing({contrary.fact: value})


def _done(ctx: AppContext, act: Callable[[], None], redraw: Redraw) -> None:
    try:
        act()
    except BoxError as error:
        ctx.notify(ctx.words(f"box.{error.code}", **error.params))
    except StoreError as error:
        ctx.notify(ctx.words(f"store.{error.code}"))
    redraw()
