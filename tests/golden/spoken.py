"""Reduce what a screen was sent to what a screen reader says and what can be touched."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

Node: TypeAlias = dict[Any, Any]

TOUCHES = ("on_click", "on_tap_down", "on_long_press", "on_change", "on_submit")
"""The events of a control by which something is touched or typed."""
_ROLES = {
    "Text": "text",
    "TextField": "field",
    "Image": "image",
    "Icon": "image",
    "ProgressRing": "progress",
    "ProgressBar": "progress",
    "NavigationBar": "tabs",
    "NavigationRail": "tabs",
    "NavigationBarDestination": "tab",
    "NavigationRailDestination": "tab",
    "FilledButton": "button",
    "OutlinedButton": "button",
    "TextButton": "button",
    "IconButton": "button",
}
_NAMED = ("tooltip", "semantics_label", "label", "content", "text", "title")
"""What names a control where it is a text."""
_STATES = (
    ("selected", ("selected", "")),
    ("checked", ("checked", "unchecked")),
    ("expanded", ("open", "closed")),
    ("live_region", ("live", "")),
)
_TELLING = frozenset((*TOUCHES, *_NAMED[:3], "disabled", *(name for name, _ in _STATES)))
_KINDS = frozenset((*_ROLES, "Semantics"))
"""A control of another kind, with none of those fields, only arranges others."""
_ORDER = ("leading", "prefix", "icon", "title", "content", "controls", "destinations")
_LAST = ("trailing", "suffix", "bottom_appbar", "navigation_bar", "overlay")
_ASIDE = frozenset(("_internals", "_user_services", "services", "data", "theme", "dark_theme"))


@dataclass(frozen=True)
class Line:
    """One thing that is said or can be touched, with what lies in it."""

    role: str = ""
    said: str = ""
    states: tuple[str, ...] = ()
    events: tuple[tuple[str, int], ...] = ()
    """What can happen to it, with the number of the control that it happens to."""
    inner: "tuple[Line, ...]" = field(default=())

    @property
    def plain(self) -> bool:
        """Tell whether it is text and nothing else."""
        return self.role == "text" and not (self.states or self.events or self.inner)

    def target(self, event: str) -> int | None:
        """Return the number of the control that such an event goes to."""
        return dict(self.events).get(event)

    def every(self) -> "Iterator[Line]":
        """Yield the line and all below it, from the top down."""
        yield self
        for line in self.inner:
            yield from line.every()


_NOTHING = Line()


def spoken(page: Node) -> tuple[Line, ...]:
    """Return the spoken tree of the screen on top."""
    views = _drawn(page.get("views", []))
    top = views[-1:] if isinstance(views, list) else views
    return tuple(_lines({**page, "_c": "", "title": "", "views": top}, silent=False))


def written(lines: tuple[Line, ...], depth: int = 0) -> Iterator[str]:
    """Yield the tree as text, one thing a line, nested by indentation."""
    for line in lines:
        yield "  " * depth + _written(line)
        yield from written(line.inner, depth + 1)


def _written(line: Line) -> str:
    role = line.role or ("touch" if line.target("on_click") else "part")
    states = [*line.states, *_touches(line, role)]
    said = f"{role}: {_one_line(line.said)}" if line.said else role
    return f"{said} ({', '.join(states)})" if states else said


def _touches(line: Line, role: str) -> Iterator[str]:
    """Yield how it can be touched, where its role does not say it."""
    kinds = {name for name, _ in line.events}
    if role == "button" and not kinds and not {"disabled", "link"} & {*line.states}:
        yield "no touch"
    if role not in ("button", "touch") and "on_click" in kinds:
        yield "touch"
    if kinds & {"on_tap_down", "on_long_press"}:
        yield "hold"


def _one_line(text: str) -> str:
    return re.sub(r"\s*\n\s*", " ⏎ ", text.strip())


def _lines(value: Any, *, silent: bool) -> Iterator[Line]:
    value = _drawn(value)
    if isinstance(value, list):
        for each in value:
            yield from _lines(each, silent=silent)
    elif isinstance(value, dict) and value.get("visible", True):
        inner = tuple(_within(value, silent))
        if value.get("ignore_interactions") is True:
            # What is drawn there takes no touch.
            inner = tuple(line for line in inner if not _only_touched(line))
        if _TELLING.isdisjoint(value) and value.get("_c") not in _KINDS:
            yield from _joined(_NOTHING, inner) if any(map(_only_touched, inner)) else inner
        else:
            yield from _joined(_own(value, silent), inner)


def _drawn(value: Any) -> Any:
    """Return what a component is drawn as."""
    while isinstance(value, dict) and value.get("_c") == "C":
        value = value.get("_b")
    return value


def _within(node: Node, silent: bool) -> Iterator[Line]:
    silent = silent or node.get("exclude_semantics") is True
    # For a gesture detector this flag excludes only the gestures, not its content.
    silent = silent or (node.get("exclude_from_semantics") is True and "on_tap_down" not in node)
    aside = _ASIDE | {"spans"} if node.get("_c") == "Text" else _ASIDE
    names = [name for name, value in node.items() if name not in aside and _holds(value)]
    for name in sorted(names, key=_rank) if len(names) > 1 else names:
        yield from _lines(node[name], silent=silent)


def _holds(value: Any) -> bool:
    """Tell whether there can be controls in it."""
    return isinstance(value, list) or (isinstance(value, dict) and "_c" in value)


def _rank(name: Any) -> tuple[int, str]:
    if name in _ORDER:
        return _ORDER.index(name), ""
    return (1000 if name in _LAST else 100), str(name)


def _own(node: Node, silent: bool) -> Line:
    """Return what a control is by itself."""
    kind = str(node.get("_c", ""))
    disabled = node.get("disabled") is True
    touches = () if disabled else tuple(n for n in TOUCHES if node.get(n) is True)
    events = tuple((name, node["_i"]) for name in touches)
    if silent:
        return Line(events=events)
    states = tuple(_states(node, kind))
    if kind == "Semantics":
        return Line(_of_semantics(node), str(node.get("label") or ""), states, events)
    if kind == "Text":
        spans = "".join(_span(span) for span in node.get("spans") or [])
        return Line("text", str(node.get("value") or "") + spans, states, events)
    return Line(_ROLES.get(kind, ""), _name(node), states, events)


def _span(span: Node) -> str:
    return str(span.get("text") or "") + "".join(_span(each) for each in span.get("spans") or [])


def _name(node: Node) -> str:
    texts = [node[name] for name in _NAMED if isinstance(node.get(name), str)]
    tip = node.get("tooltip")
    texts += (
        [tip["message"]] if isinstance(tip, dict) and isinstance(tip.get("message"), str) else []
    )
    return " · ".join(dict.fromkeys(text for text in texts if text))


def _of_semantics(node: Node) -> str:
    if node.get("heading_level"):
        return f"heading {node['heading_level']}"
    for role in ("header", "button", "link", "image", "slider", "textfield"):
        if node.get(role) is True:
            return "heading" if role == "header" else role
    return "group" if node.get("label") else ""


def _states(node: Node, kind: str) -> Iterator[str]:
    if node.get("disabled") is True:
        yield "disabled"
    if node.get("url"):
        yield "link"
    for name, words in _STATES:
        if isinstance(node.get(name), bool):
            word = words[0] if node[name] else words[1]
            yield from [word] if word else []
    if _ROLES.get(kind) == "tabs":
        yield f"{(node.get('selected_index') or 0) + 1} selected"
    if kind == "TextField":
        yield from (
            f"{name.partition('_')[0]}: {_one_line(str(node[name]))}"
            for name in ("value", "hint_text", "error", "helper")
            if isinstance(node.get(name), str) and node[name]
        )


def _joined(own: Line, inner: tuple[Line, ...]) -> Iterator[Line]:
    """Yield a control with what lies in it, without the parts that only arrange others."""
    silent = tuple(line for line in inner if _only_touched(line))
    if silent:
        inner = tuple(line for line in inner if not _only_touched(line))
        events = tuple(event for line in silent for event in line.events)
        own = replace(own, events=own.events + events)
    if own.role == "text" and not own.said and not own.events:
        yield from inner
    elif own.said:
        yield replace(own, inner=inner)
    elif not (own.role or own.states or own.events):
        yield from inner
    elif inner and all(line.plain for line in inner):
        texts = (line.said for line in inner)
        role = own.role or ("" if own.events else "text")
        yield replace(own, role=role, said=" · ".join(texts))
    elif len(inner) == 1 and not own.role and not (own.events and inner[0].events):
        (only,) = inner
        yield replace(only, states=own.states + only.states, events=own.events + only.events)
    elif inner or own.role or own.events:
        yield from [replace(own, inner=inner)] if inner or own.events else []


def _only_touched(line: Line) -> bool:
    """Tell whether it says nothing, and is only where something can be touched."""
    return bool(line.events) and not (line.role or line.said or line.states or line.inner)
