"""The fields of the form: choices in their fixed order, pickers, numbers and texts."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.kernel import game as kernel
from companion.kernel.form import Choices, Draft, OpenBag, OpenNumber, OpenText
from companion.kernel.game import Choice
from companion.kernel.refusal import Kind, Refusal
from companion.ui.boards.contract import GameScreen, Pick, PickerInput, game_screen
from companion.ui.drafts.shelf import hand_of, keep_hand
from companion.ui.layout import within_panel
from companion.ui.panels.clerk import Clerk
from companion.ui.theme import GAP
from companion.ui.views import form as forms
from companion.ui.views.bag import summed_up
from companion.ui.views.desk import Mode
from companion.ui.views.form import Form, FormView
from companion.ui.views.plan import unnamed_does
from companion.ui.views.ways_on import differing, ways_on
from companion.ui.widgets import (
    Option,
    alone,
    bag,
    choices,
    heading,
    outline,
    stepper,
    tappable,
    text_button,
    text_field,
)


def value_text(clerk: Clerk, form: Form, name: str, value: Any) -> str:
    """A value of a field as it reads; an empty bag is «nada»."""
    if value in ((), ""):
        return clerk.ctx.words("form.nothing")
    label = clerk.match.game.label(clerk.state, form.draft, name, value)
    return clerk.wording.value_label(label, form.draft.kind, name)


def question(clerk: Clerk, form: Form, name: str) -> str:
    """What a field asks: of what is due in the words for it, where its game has any."""
    wording = clerk.wording
    for duty in clerk.match.game.duties(clerk.state):
        key = f"asked.{duty.code}.{name}"
        if duty.action == form.draft.kind and key in wording.own:
            return wording.of_table(key, duty.params)
    return wording.field_label(form.draft.kind, name)


def is_quick(clerk: Clerk) -> bool:
    """Whether what is answered last is recorded by that, without looking at it again."""
    return not clerk.desk.thorough and clerk.desk.mode is not Mode.AMEND


def shows_proposals(clerk: Clerk, view: FormView) -> bool:
    """Whether an open field is asked by what is worth offering, and no more."""
    unanswered = view.form.asking not in view.form.draft.values
    own = game_screen(clerk.match.game.id).picker is not None
    if own or not is_quick(clerk) or not unanswered:
        return False
    # To offer nothing but an empty bag would be to ask whether something else is laid down.
    return _worth(clerk, view) not in ((), ((),))


def _worth(clerk: Clerk, view: FormView) -> tuple[tuple[str, ...], ...]:
    """The bags worth offering; where that is known already, those that make the report legal."""
    field, form = view.field, view.form
    if not isinstance(field, OpenBag) or form.asking is None:
        return ()
    of, private = clerk.match.game, clerk.greyed(form.draft.seat)
    drafts = {bundle: form.draft.with_value(form.asking, bundle) for bundle in field.proposals}
    if clerk.desk.mode is Mode.DOUBT or not all(forms.is_whole(of, d) for d in drafts.values()):
        return field.proposals
    return tuple(
        bundle
        for bundle, draft in drafts.items()
        if forms.legal(of, clerk.state, draft, private=private)
        or forms.helped(of, clerk.state, draft, private=private)
    )


def whole_ways(clerk: Clerk, screen: GameScreen, view: FormView) -> tuple[Draft, ...]:
    """The ways to answer all that is left of a form by one touch, where its game offers them."""
    form, match = view.form, clerk.there
    if form.draft.kind not in screen.at_once or view.facts:
        return ()
    if not is_quick(clerk) or clerk.desk.mode is Mode.DOUBT:
        return ()
    private = clerk.greyed(form.draft.seat)
    return ways_on(match.game, match.state, form, screen.places(match), private=private)


def field_controls(clerk: Clerk, screen: GameScreen, view: FormView) -> list[ft.Control]:
    """The question that a form asks now and what answers it; empty when it asks nothing."""
    form = view.form
    if form.asking is None or view.field is None:
        return []
    if view.ways:
        return _ways(clerk, screen, form, view.ways)
    asked = heading(question(clerk, form, form.asking), 18, level=3)
    match view.field:
        case Choices() if asks_one(screen, view):
            # Its title asks already.
            return _picker_of_one(clerk, screen, view)
        case Choices():
            return [asked, _choices(clerk, view, form.asking)]
        case OpenBag() if picks_one(clerk, screen, view):
            return _picker(clerk, screen, view, view.field)
        case OpenBag() if screen.picker is not None:
            return [asked, *_picker(clerk, screen, view, view.field)]
        case OpenBag():
            return [asked, *_bag(clerk, screen, view, view.field)]
        case OpenNumber(minimum=low, maximum=high, proposals=proposals):
            return [asked, _number(clerk, form, low, high, proposals)]
        case OpenText(maximum=most):
            return [asked, _text(clerk, form, most)]
        case _:
            return []


def place_choices(clerk: Clerk, view: FormView, places: Collection[object]) -> list[ft.Control]:
    """What answers a field that asks for a place and is none itself: "nothing", "nobody"."""
    others = tuple(choice for choice in view.choices if choice.value not in places)
    return [_choices_of(clerk, view, view.form.asking or "", others)] if others else []


def _choices(clerk: Clerk, view: FormView, name: str) -> ft.Control:
    return _choices_of(clerk, view, name, view.choices)


def _choices_of(clerk: Clerk, view: FormView, name: str, found: tuple[Choice, ...]) -> ft.Control:
    form = view.form
    options = [
        Option(
            index,
            value_text(clerk, form, name, choice.value),
            choice.refusal is None,
            unnamed_does(clerk.wording, choice.value),
        )
        for index, choice in enumerate(found)
    ]

    def blocked(index: int) -> None:
        choice = found[index]
        if choice.refusal:
            clerk.refused(choice.refusal, form.draft.with_value(name, choice.value))

    return choices(
        options,
        lambda index: clerk.answer(found[index].value),
        blocked,
        key=f"field:{name}",
        blocked_word=clerk.ctx.words("form.greyed"),
    )


def picks_one(clerk: Clerk, screen: GameScreen, view: FormView) -> bool:
    """Whether the first touch in the picker of a game answers its field."""
    if screen.picker is None or not is_quick(clerk):
        return False
    alone = isinstance(view.field, OpenBag) and view.field.maximum == 1
    return alone or view.form.draft.kind in screen.one_by_one


def asks_one(screen: GameScreen, view: FormView) -> bool:
    """Whether the picker of a game asks a field that is no bag."""
    asked = (view.form.draft.kind, view.form.asking)
    return screen.picker is not None and asked in screen.single


def _picker(clerk: Clerk, screen: GameScreen, view: FormView, field: OpenBag) -> list[ft.Control]:
    """The picker of the game, with what forbids each item as things are."""
    together = not picks_one(clerk, screen, view)
    asked = _Asked(
        view.form,
        _refused(clerk, view, field, together=together),
        view.form.draft.values.get(view.form.asking or "", ()),
        clerk.fill if together else clerk.take,
        together,
    )
    parts = [_picked_from(clerk, screen, asked)]
    if not together and field.maximum > 1:
        several = text_button(
            clerk.ctx.words("form.several"),
            lambda _e: clerk.set(thorough=True),
            icon=ft.Icons.LIBRARY_ADD_CHECK,
            key="form:other",
        )
        parts.append(alone(several))
    return parts


def _picker_of_one(clerk: Clerk, screen: GameScreen, view: FormView) -> list[ft.Control]:
    """The same for a field of one item, which the first touch answers."""
    there = view.form.draft.values.get(view.form.asking or "")
    asked = _Asked(
        view.form,
        {choice.value: choice.refusal for choice in view.choices},
        () if there is None else (there,),
        lambda bundle: clerk.answer(bundle[0]) if bundle else None,
        together=False,
        alone=True,
    )
    return [_picked_from(clerk, screen, asked)]


@dataclass(frozen=True)
class _Asked:
    """What is asked by the picker of a game."""

    form: Form
    refusals: Mapping[str, Refusal | None]
    """Every item, with what forbids it as things are."""
    chosen: tuple[str, ...]
    take: Callable[[tuple[str, ...]], None]
    together: bool
    alone: bool = False
    """Whether the answer is the item itself and no bag."""


def _picked_from(clerk: Clerk, screen: GameScreen, asked: _Asked) -> ft.Control:
    """The picker of the game for what is asked."""
    form, device = asked.form, clerk.ctx.device
    name, whose = form.asking or "", f"{clerk.match_id}:{form.draft.seat}"

    def blocked(item: str) -> None:
        refusal = asked.refusals[item]
        if refusal:
            clerk.refused(refusal, form.draft.with_value(name, item if asked.alone else (item,)))

    def keep(hand: frozenset[str]) -> None:
        keep_hand(device, whose, hand)
        clerk.set()

    given = PickerInput(
        match=clerk.there,
        wording=clerk.wording,
        draft=form.draft,
        picks=tuple(Pick(item, refusal) for item, refusal in asked.refusals.items()),
        chosen=tuple(asked.chosen),
        together=asked.together,
        text_scale=clerk.ctx.settings.text_scale,
        width=within_panel(clerk.ctx.layout, float(ft.context.page.width or 412)),
        take=asked.take,
        blocked=blocked,
        hand=hand_of(device, whose),
        keep_hand=keep,
    )
    picker: Any = screen.picker
    drawn: ft.Control = picker(given, key=f"picker:{form.draft.kind}")
    return drawn


def _refused(
    clerk: Clerk, view: FormView, field: OpenBag, *, together: bool
) -> dict[str, Refusal | None]:
    """What forbids each item; of several, only that it cannot be there: others may come to it."""
    form, game, state = view.form, clerk.match.game, clerk.state
    if clerk.desk.mode is Mode.DOUBT:
        return dict.fromkeys((item for item, _ in field.items))
    private = clerk.greyed(form.draft.seat)
    known = kernel.check_draft(game, state, form.draft, private=private)

    def refused(item: str) -> Refusal | None:
        draft = form.draft.with_value(form.asking or "", (item,))
        found = forms.beyond(kernel.check_draft(game, state, draft, private=private), known)
        return found if found and (not together or found.kind is Kind.EXISTENCE) else None

    return {item: refused(item) for item, _ in field.items}


def _bag(clerk: Clerk, screen: GameScreen, view: FormView, field: OpenBag) -> list[ft.Control]:
    form, words = view.form, clerk.ctx.words
    name = form.asking or ""
    chosen = tuple(form.draft.values.get(name, ()))
    parts: list[ft.Control] = []
    short = shows_proposals(clerk, view)
    if field.proposals:
        chips = [
            _proposal(clerk, screen, form, bundle, chosen == tuple(sorted(bundle)))
            for bundle in (_worth(clerk, view) if short else field.proposals)
        ]
        parts.append(
            ft.Row(chips, spacing=GAP, run_spacing=GAP, wrap=True)
            if short
            else ft.Row(chips, spacing=GAP, scroll=ft.ScrollMode.AUTO)
        )
    if short:
        return [*parts, _others(clerk)]
    rows = screen.bag_rows(clerk.wording, field)
    if not rows:
        return [*parts, *_one_by_one(clerk, view, field, chosen)]
    parts.append(
        bag(
            rows,
            chosen,
            lambda picked: clerk.fill(tuple(sorted(picked))),
            remove_word=words("button.remove"),
        )
    )
    return parts


def _one_by_one(
    clerk: Clerk, view: FormView, field: OpenBag, chosen: tuple[str, ...]
) -> list[ft.Control]:
    """What can be laid down, where a game draws no rows of it: a touch puts one in or out."""
    name = view.form.asking or ""
    options = [
        Option(item, value_text(clerk, view.form, name, item), selected=item in chosen)
        for item, _ in field.items
    ]

    def touched(item: str) -> None:
        clerk.fill(tuple(sorted({*chosen} ^ {item})))

    return [choices(options, touched, key=f"bag:{name}")] if options else []


def _others(clerk: Clerk) -> ft.Control:
    """The way to whatever is not offered."""
    button = text_button(
        clerk.ctx.words("form.other_bag"),
        lambda _e: clerk.set(thorough=True),
        icon=ft.Icons.MORE_HORIZ,
        key="form:other",
    )
    return alone(button)


def _ways(
    clerk: Clerk, screen: GameScreen, form: Form, ways: tuple[Draft, ...]
) -> list[ft.Control]:
    """Each way to go on as one chip: what is answered, field by field."""
    names = differing(ways)
    asked = " ".join(question(clerk, form, name) for name in names)
    chips = [_way(clerk, screen, form, draft, names) for draft in ways]
    return [
        heading(asked, 18, level=3),
        ft.Row(chips, spacing=GAP, run_spacing=GAP, wrap=True),
        _others(clerk),
    ]


def _way(
    clerk: Clerk, screen: GameScreen, form: Form, draft: Draft, names: tuple[str, ...]
) -> ft.Control:
    game, state = clerk.match.game, clerk.state
    said = clerk.wording.action_attempt(
        draft.kind, game.describe(state, kernel.complete(game, draft))
    )
    parts: list[ft.Control] = []
    for name in names:
        if parts:
            parts.append(ft.Icon(ft.Icons.ARROW_FORWARD, size=18))
        parts += _answer(clerk, screen, form, name, draft.values[name])
    return tappable(
        ft.Row(parts, spacing=3, tight=True),
        said[:1].upper() + said[1:],
        lambda _e: clerk.live.take_whole(draft),
        key=f"way:{'+'.join(str(draft.values[name]) for name in names)}",
        height=50 * clerk.ctx.settings.grown,
        padding=ft.Padding.symmetric(horizontal=10, vertical=6),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
        border=outline(1, ft.Colors.OUTLINE_VARIANT),
    )


def _answer(
    clerk: Clerk, screen: GameScreen, form: Form, name: str, value: Any
) -> list[ft.Control]:
    """One answer, drawn: the items of a bag, or its word."""
    if isinstance(value, tuple) and value:
        return [_mark(clerk, screen, form, name, item) for item in value]
    return [ft.Text(value_text(clerk, form, name, value), size=17, weight=ft.FontWeight.W_600)]


def _mark(clerk: Clerk, screen: GameScreen, form: Form, name: str, item: str) -> ft.Control:
    """An item of a bag: its drawing, or what the form calls it."""
    drawn = screen.item_mark(item, clerk.wording)
    if drawn is not None:
        return drawn
    return ft.Text(value_text(clerk, form, name, item), size=16, weight=ft.FontWeight.W_600)


def _proposal(
    clerk: Clerk, screen: GameScreen, form: Form, bundle: tuple[str, ...], chosen: bool
) -> ft.Control:
    """A bag worth offering, drawn as what it holds."""
    said = bundle_text(clerk, form, form.asking or "", bundle)
    marks = [_mark(clerk, screen, form, form.asking or "", item) for item in bundle]
    return tappable(
        ft.Row(
            marks or [ft.Text(said, size=17, weight=ft.FontWeight.W_600)], spacing=3, tight=True
        ),
        clerk.ctx.words("form.proposal", bundle=said),
        lambda _e: clerk.take(tuple(sorted(bundle))),
        # Two bundles can be called alike; none holds the same as another.
        key=f"proposal:{'+'.join(bundle)}",
        selected=chosen,
        height=50 * clerk.ctx.settings.grown,
        padding=ft.Padding.symmetric(horizontal=10, vertical=6),
        bgcolor=ft.Colors.PRIMARY_CONTAINER if chosen else ft.Colors.SURFACE_CONTAINER_HIGH,
        border=outline(
            2 if chosen else 1, ft.Colors.PRIMARY if chosen else ft.Colors.OUTLINE_VARIANT
        ),
    )


def bundle_text(clerk: Clerk, form: Form, name: str, bundle: tuple[str, ...]) -> str:
    """A bag in a few words: «2 × azul 1 + verde 1»."""
    parts = []
    for item, count in summed_up(bundle):
        label = value_text(clerk, form, name, item)
        parts.append(label if count == 1 else f"{count} × {label}")
    return " + ".join(parts) or clerk.ctx.words("form.nothing")


def _number(
    clerk: Clerk, form: Form, low: int, high: int, proposals: tuple[int, ...]
) -> ft.Control:
    words = clerk.ctx.words
    said = form.asking in form.draft.values
    value = int(form.draft.values.get(form.asking or "", low))
    label = question(clerk, form, form.asking or "")
    steps = stepper(
        value,
        low,
        high,
        clerk.fill,
        less=words("a11y.decrease", label=label),
        more=words("a11y.increase", label=label),
        typed=label,
    )
    if not proposals:
        return steps
    # A number that is offered answers; only of the last one it waits whether that was all.
    take = clerk.answer if is_quick(clerk) and not is_last(clerk, form) else clerk.fill
    offered = [Option(n, str(n), selected=said and n == value) for n in proposals]
    return ft.Column([choices(offered, take, key="proposal"), steps], spacing=GAP)


def is_last(clerk: Clerk, form: Form) -> bool:
    """Whether no field of the act comes after the one that is asked."""
    return form.asking == clerk.match.game.action_models[form.draft.kind].form_fields()[-1]


def _text(clerk: Clerk, form: Form, most: int) -> ft.Control:
    name = form.asking or ""
    label = clerk.wording.field_label(form.draft.kind, name)
    value = str(form.draft.values.get(name, ""))
    return text_field(label, value, clerk.fill, key=f"field:{name}", maximum=most)
