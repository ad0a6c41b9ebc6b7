"""Inputs for printed values: a number, several, a choice, a text, links, lines."""

from collections.abc import Callable
from typing import TypeAlias

import flet as ft

from companion.kernel.box.facts import (
    SET_MARK,
    ChoiceSpec,
    FactSpec,
    FactValue,
    IntSpec,
    IntsSpec,
    LinesSpec,
    LinksSpec,
    TextSpec,
    TypedLine,
    VerbForm,
    row,
    set_of,
)
from companion.kernel.models import one_line
from companion.rulebook.wording import Wording
from companion.ui.context import AppContext
from companion.ui.panels.report.two_step_choice import many_numbers, of_many
from companion.ui.shell import screen
from companion.ui.theme import RADIUS
from companion.ui.widgets import (
    Option,
    choices,
    icon_button,
    in_own_row,
    secondary,
    text_button,
    text_field,
)

_AS_CHIPS = 13
"""Maximum number of values shown side by side; beyond it, ranges of ten open at a touch."""

Put: TypeAlias = Callable[[FactValue], None]
"""Callback that takes the value so far."""
Composed: TypeAlias = Callable[[TypedLine | None], None]
"""Callback that takes the line being composed; None: there is none."""


def value_input(
    ctx: AppContext,
    wording: Wording,
    spec: FactSpec,
    typed: FactValue | None,
    put: Put,
    *,
    answer: Put | None = None,
    composed: Composed | None = None,
    made: TypedLine | None = None,
) -> list[ft.Control]:
    """Build the input of a printed value.

    Args:
        ctx: context of the screen.
        wording: words of the table.
        spec: possible values.
        typed: value so far.
        put: takes the new value.
        answer: takes a complete value given by one touch, without a review.
        composed: takes the line being composed, where it counts without being added.
        made: that line, as it was taken.
    """
    key = f"value:{spec.id}"
    match spec:
        case IntSpec(minimum=low, maximum=high):
            number = typed if isinstance(typed, int) else None
            return _numbers_of(ctx, (low, high), number, put, answer, key)
        case IntsSpec(minimum=low, maximum=high) if high - low >= _AS_CHIPS:
            return [LongRow(ctx, spec, row(typed) or (), put, key=key)]
        case IntsSpec():
            return _numbers(ctx, wording, spec, row(typed) or (), put, key)
        case ChoiceSpec() if spec.things:
            return [_set_of(wording, spec, typed, put, key)]
        case ChoiceSpec(options=values):
            options = [Option(v, wording.option(spec.id, v), selected=typed == v) for v in values]
            return [choices(options, answer or put, key=key)]
        case TextSpec(longest=longest):
            return [_text(wording.term(spec.label), typed, longest, put, key)]
        case LinksSpec():
            return [_places(wording, spec, typed if isinstance(typed, tuple) else (), put, key)]
        case LinesSpec():
            lines = typed if isinstance(typed, tuple) else None
            input_of = LinesInput(
                ctx, wording, spec, lines, put, composed, made, answer or put, key=key
            )
            likely = [] if answer is None else _likely_lines(ctx, wording, spec, answer)
            return [*likely, input_of]


def answers_at_once(spec: FactSpec) -> bool:
    """Return whether one touch gives the whole value, so that nothing is left to confirm."""
    return isinstance(spec, IntSpec) or (isinstance(spec, ChoiceSpec) and not spec.things)


def said(spec: FactSpec, typed: FactValue | None) -> FactValue | None:
    """Return the value in stored form; None while it is not valid."""
    value = tidy(typed) if isinstance(spec, TextSpec) and isinstance(typed, str) else typed
    return None if value is None or spec.problem(value) else value


def started(spec: FactSpec) -> FactValue | None:
    """Return the initial value: no links for a `LinksSpec`, else None."""
    return () if isinstance(spec, LinksSpec) else None


_LIKELY = 20
"""Number of values with a chip of their own where one touch answers."""


def _numbers_of(
    ctx: AppContext,
    bounds: tuple[int, int],
    typed: int | None,
    put: Put,
    answer: Put | None,
    key: str,
) -> list[ft.Control]:
    """Build the input of a number; where one touch answers, it offers more small values."""
    low, high = bounds
    if answer is None:
        return [_number(ctx, bounds, typed, put, key)]
    if high - low < _LIKELY:
        return [_chips(range(low, high + 1), typed, answer, key)]
    return [many_numbers(ctx, bounds, typed, answer, key, _LIKELY)]


def _chips(numbers: range, typed: int | None, put: Callable[[int], None], key: str) -> ft.Control:
    return choices([Option(n, str(n), selected=typed == n) for n in numbers], put, key=key)


def _number(
    ctx: AppContext,
    bounds: tuple[int, int],
    typed: int | None,
    put: Callable[[int], None],
    key: str,
) -> ft.Control:
    low, high = bounds
    if high - low < _AS_CHIPS:
        return _chips(range(low, high + 1), typed, put, key)
    return many_numbers(ctx, bounds, typed, put, key)


def _numbers(
    ctx: AppContext, wording: Wording, spec: IntsSpec, typed: tuple[int, ...], put: Put, key: str
) -> list[ft.Control]:
    """Build the likely rows, then a line per number; a single number has just one line."""
    if spec.count == 1:
        return [_position(ctx, spec, 0, typed, put, key)]
    offered = [Option(c, wording.fact_value(c), selected=c == typed) for c in spec.candidates]
    head = [
        ft.Text(ctx.words("boxes.candidates"), size=14),
        choices(offered, put, key=f"{key}:likely"),
    ]
    rows = [_position(ctx, spec, index, typed, put, key) for index in range(spec.count)]
    return [*(head if offered else []), *rows]


def _position(
    ctx: AppContext, spec: IntsSpec, index: int, typed: tuple[int, ...], put: Put, key: str
) -> ft.Control:
    """Build the input of one number of a row, counted from the left."""
    full = (*typed, *(0,) * (spec.count - len(typed)))

    def chosen(value: int) -> None:
        put((*full[:index], value, *full[index + 1 :]))

    numbers = range(spec.minimum, spec.maximum + 1)
    options = [Option(n, str(n), selected=full[index] == n) for n in numbers]
    label = ft.Text(ctx.words("form.position", n=index + 1), size=15, width=34)
    return ft.Row(
        [*([label] if spec.count > 1 else []), choices(options, chosen, key=f"{key}:{index}")],
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


@screen
def LongRow(
    ctx: AppContext, spec: IntsSpec, typed: tuple[int, ...], put: Callable[[tuple[int, ...]], None]
) -> ft.Control:
    """Render a row of large numbers: the places, and the values of the first empty one.

    Touching a place clears its number and all later ones.
    """
    high, set_high = ft.use_state(False)
    words, key, at = ctx.words, f"value:{spec.id}", len(typed)
    least, most = spec.minimum, spec.maximum
    if spec.descending and typed:
        most = typed[-1]
    near = min(most, least + _LIKELY)
    number = [str(n) for n in typed] + [words("form.no_number")] * (spec.count - at)
    places = [
        Option(n, words("form.place", n=n + 1, number=number[n]), selected=n == at)
        for n in range(spec.count)
    ]
    parts: list[ft.Control] = [choices(places, lambda n: put(typed[:n]), key=f"{key}:place")]

    def said(value: int) -> None:
        # In a descending row, all numbers after the minimum are the minimum too, so fill them in.
        rest = spec.count - at - 1 if spec.descending and value == least else 0
        put((*typed, value, *(least,) * rest))

    if at < spec.count:
        numbers = range(least, (most if high else near) + 1)
        parts.append(_chips(numbers, None, said, key))
        if near < most and not high:
            higher = text_button(
                words("form.higher"), lambda _e: set_high(True), key=f"{key}:higher"
            )
            parts.append(in_own_row(higher))
    return ft.Column(parts, spacing=8)


def _set_of(
    wording: Wording, spec: ChoiceSpec, typed: FactValue | None, put: Put, key: str
) -> ft.Control:
    """Build a choice of one or several things; a touch toggles one."""
    chosen = {*typed.split(SET_MARK)} if isinstance(typed, str) else set()

    def touched(thing: str) -> None:
        now = chosen ^ {thing}
        # An empty set is not a valid value, so the last chosen one stays.
        if now:
            put(set_of(other for other in spec.things if other in now))

    options = [Option(t, wording.option(spec.id, t), selected=t in chosen) for t in spec.things]
    return choices(options, touched, key=key)


def _text(label: str, typed: FactValue | None, longest: int, put: Put, key: str) -> ft.Control:
    shown = typed if isinstance(typed, str) else ""
    return text_field(label, shown, put, key=key, maximum=longest)


def tidy(text: str) -> str:
    """Normalise a text to one line without blanks at its ends."""
    return " ".join(one_line(text).split()) if text.strip() else ""


def _places(
    wording: Wording, spec: LinksSpec, typed: tuple[object, ...], put: Put, key: str
) -> ft.Control:
    """Build the places that can be linked; a touch links or unlinks one."""

    def touched(place: str) -> None:
        chosen = {*typed} ^ {place}
        put(tuple(other for other in spec.among if other in chosen))

    options = [
        Option(place, wording.term(f"{spec.to}.{place}"), selected=place in typed)
        for place in spec.among
    ]
    return choices(options, touched, key=key)


def _likely_lines(
    ctx: AppContext, wording: Wording, spec: LinesSpec, answer: Put
) -> list[ft.Control]:
    """Build the likely values, each chosen by one touch."""
    if not spec.candidates:
        return []
    options = [Option(lines, wording.fact_shown(spec.id, lines)) for lines in spec.candidates]
    return [
        ft.Text(ctx.words("lines.likely"), size=15),
        choices(options, answer, key=f"likely:{spec.id}"),
        ft.Text(ctx.words("lines.other"), size=15),
    ]


_NOTHING = TypedLine("")


@screen
def LinesInput(
    ctx: AppContext,
    wording: Wording,
    spec: LinesSpec,
    said: tuple[TypedLine, ...] | None,
    put: Callable[[tuple[TypedLine, ...]], None],
    composed: Composed | None = None,
    made: TypedLine | None = None,
    answer: Callable[[tuple[TypedLine, ...]], None] | None = None,
) -> ft.Control:
    """Render the lines of a card as sentences, and one more composed by touch.

    That the card does nothing is an `answer` of its own.
    """
    lines = said or ()
    new, set_new = ft.use_state(made or _first(wording, spec))
    kept = new._replace(text=tidy(new.text))
    whole = bool(new.do) and spec.line_problem(kept) is None

    def make(line: TypedLine) -> None:
        set_new(line)
        if composed is not None:
            composed(line._replace(text=tidy(line.text)) if line.do else None)

    def besides(verb: str) -> None:
        # Starting another line accepts the current one.
        put((*lines, kept))
        make(_begun(wording, spec, verb))

    def drop(at: int) -> Callable[[object], None]:
        return lambda _event: put((*lines[:at], *lines[at + 1 :]))

    words = ctx.words
    sentences = [wording.typed_line(TypedLine(*line)) for line in lines]
    parts: list[ft.Control] = [
        ft.Row(
            [
                ft.Text(text, size=17, expand=True),
                icon_button(
                    ft.Icons.DELETE_OUTLINE,
                    words("lines.remove", line=text),
                    drop(at),
                    key=f"{spec.id}:drop:{at}",
                ),
            ],
            key=f"{spec.id}:line:{at}",
        )
        for at, text in enumerate(sentences)
    ]
    if not lines and new == _first(wording, spec):
        # Many cards have no line at all, so this option is shown before the others.
        none = [Option((), words("lines.nothing"), selected=said == ())]
        parts.append(choices(none, answer or put, key=f"{spec.id}:nothing"))
    if len(lines) < spec.most:
        parts += _composer(ctx, wording, spec, new, make)
    if whole and len(lines) + 1 < spec.most:
        parts += _one_more(ctx, wording, spec, besides)
    return ft.Column(parts, spacing=8, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _first(wording: Wording, spec: LinesSpec) -> TypedLine:
    """Return the initial line; a single possible verb is already set."""
    return _begun(wording, spec, next(iter(spec.verbs))) if len(spec.verbs) == 1 else _NOTHING


def _begun(wording: Wording, spec: LinesSpec, verb: str) -> TypedLine:
    """Return a line with the verb set, and the thing if it goes without saying."""
    form = spec.verbs[verb]
    only = form.things[0] if len(form.things) == 1 else ""
    return TypedLine(verb, form.minimum, only or wording.unnamed_thing(verb, form.things))


def _composer(
    ctx: AppContext,
    wording: Wording,
    spec: LinesSpec,
    new: TypedLine,
    put: Callable[[TypedLine], None],
) -> list[ft.Control]:
    """Build the input of a further line: verb, then number and thing."""
    words, key = ctx.words, spec.id
    form = spec.verbs.get(new.do)
    if form is None:
        asked = ft.Text(words("lines.what_happens"), size=15)

        def begin(verb: str) -> None:
            put(_begun(wording, spec, verb))

        return [asked, _verbs(wording, spec, begin, f"{key}:verb")]
    parts: list[ft.Control] = []
    if len(spec.verbs) > 1:
        # Hide the other options to make room for the next question. Touching this one shows them
        # again.
        chosen = Option(new.do, wording.verb_label(new.do), selected=True, icon=ft.Icons.EDIT)
        parts.append(choices([chosen], lambda _verb: put(_NOTHING), key=f"{key}:chosen"))
    if form.counts:
        bounds = (form.minimum, form.maximum)
        parts.append(ft.Text(words("lines.how_many"), size=15))
        parts.append(
            _number(ctx, bounds, new.each, lambda n: put(new._replace(each=n)), f"{key}:each")
        )
    if len(form.things) > 1:
        things = [Option(t, wording.item_label(t), selected=t == new.what) for t in form.things]
        parts.append(ft.Text(words("lines.of_what"), size=15))
        parts.append(of_many(wording, things, lambda t: put(new._replace(what=t)), f"{key}:what"))
    if form.longest:
        parts.append(_by_hand(ctx, form, new, put, key))
    return parts


def _one_more(
    ctx: AppContext, wording: Wording, spec: LinesSpec, besides: Callable[[str], None]
) -> list[ft.Control]:
    """Build the button or verbs that add another line."""
    if len(spec.verbs) == 1:
        (verb,) = spec.verbs
        more = secondary(
            ctx.words("lines.add"),
            lambda _e: besides(verb),
            icon=ft.Icons.ADD,
            key=f"{spec.id}:more:0",
        )
        return [in_own_row(more)]
    asked = ft.Text(ctx.words("lines.what_else"), size=15)
    return [asked, _verbs(wording, spec, besides, f"{spec.id}:more")]


def _verbs(wording: Wording, spec: LinesSpec, take: Callable[[str], None], key: str) -> ft.Control:
    options = [Option(verb, wording.verb_label(verb)) for verb in spec.verbs]
    return of_many(wording, options, take, key)


def _by_hand(
    ctx: AppContext, form: VerbForm, new: TypedLine, put: Callable[[TypedLine], None], key: str
) -> ft.Control:
    return text_field(
        ctx.words("lines.by_hand"),
        new.text,
        lambda text: put(new._replace(text=text)),
        key=f"{key}:text",
        maximum=form.longest,
    )


def preview(wording: Wording, line: TypedLine) -> ft.Control:
    """Build a complete line as a sentence, for review before it is stored."""
    text = wording.typed_line(line)
    return ft.Container(
        ft.Text(text, size=17, weight=ft.FontWeight.W_600),
        padding=10,
        border_radius=RADIUS,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
    )
