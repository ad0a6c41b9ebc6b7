"""Screens that follow a match equal those that have just been opened.

Parts of a screen stay as long as what they show. So after an act of every kind three things are
compared: what the client was sent, piece by piece; what the session believes to be on the screen;
and what another session draws from nothing. Then both sessions are touched alike, at random: what
stays there must not act on the moment in which it was drawn.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from itertools import zip_longest
from pathlib import Path
from random import Random
from types import NoneType
from typing import Any, NamedTuple, cast

import pytest
from flet.controls.base_control import BaseControl

from companion.bootstrap import own_hub
from companion.games import GAMES
from companion.match.counterfactual import Counterfactual, counterfactuals
from companion.match.entries import Body, Entry, Redone, Started, Undone
from companion.match.files import acta_file
from companion.match.fold import Match
from companion.match.resumable import Resumable, done
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import Imported, Recorded, Submission
from companion.services.privacy import redaction
from companion.toolkit import session_guard
from companion.ui.drafts.draft_cache import forget
from companion.ui.layout import Layout
from companion.ui.screens.match import screen as table
from tests.ui.drawn import Drawn, drawn, settled
from tests.ui.tables import actas, context, read

SIZES = {Layout.PHONE: (412, 915), Layout.WIDE: (1280, 900)}
FIRST = 2
"""Number of entries there are when the following screen is opened."""
LEADING_AWAY = (
    "home",
    "nav",
    "table:",
    "share",
    "cuadre:",
    "dispute:",
    "rule",
    "dice:roll",
    "moment",
)
"""Keys that only lead elsewhere, are left to chance, or are remembered by one screen alone."""
TOUCHES = 2


class Table:
    """Match on a hub of its own, and the screen that follows it."""

    def __init__(self, hub: Hub, entries: tuple[Entry, ...], layout: Layout, device: str) -> None:
        self.hub, self.layout, self.device = hub, layout, device
        header = entries[0]
        assert isinstance(header.body, Started)
        # Give each screen a match of its own: screens of one match would share cached parts.
        body = header.body.model_copy(update={"match": device})
        first = (header.model_copy(update={"body": body}), *entries[1:FIRST])
        answer = hub.files.import_acta(acta_file.dumps(first).encode())
        assert isinstance(answer, Imported), answer
        self.id = answer.match.started.match

    async def open(self, *, follows: bool = False) -> Drawn:
        """Render a screen of it; one that is only looked at once follows nothing."""
        ctx = context(Client(self.hub, self.device, owner=True), self.device, self.layout)
        if follows:
            ctx = replace(ctx, subscribe=self.hub.matches.subscribe)
        return await drawn(table.Screen, ctx, self.id, size=SIZES[self.layout], watched=True)

    def go_on(self, entry: Entry) -> None:
        """Submit the next recorded entry."""
        done(self.hub.matches.submit(self.id, Submission(entry.id, entry.body, device="there")))

    def version(self) -> int:
        """Return the number of entries."""
        return len(self.hub.matches.open(self.id).entries)

    def back_to(self, version: int) -> None:
        """Undo what was recorded since."""
        entries = self.hub.matches.open(self.id).entries
        if len(entries) > version:
            last = entries[version].body
            body: Redone | Undone = Undone(to=entries[version].id)
            if isinstance(last, Undone):
                body = Redone(to=last.to)
            answer = done(
                self.hub.matches.submit(self.id, Submission(f"back-{len(entries)}", body))
            )
            assert isinstance(answer, Recorded), answer


def _longest(game: str) -> tuple[Entry, ...]:
    """Return the entries of the recorded match with most kinds of acts."""

    def kinds(path: Path) -> int:
        return len({step.action.kind for step in read(path).steps if step.action})

    return tuple(acta_file.loads(max(actas(game), key=kinds).read_bytes()))


def _acted(entries: tuple[Entry, ...]) -> set[str]:
    """Return the kinds of all that is done once the screen is open."""
    return {_kind(entry) for entry in entries[FIRST:]}


def _kind(entry: Entry) -> str:
    action = getattr(entry.body, "action", None)
    return str(action["kind"]) if action else type(entry.body).__name__


# Comparison


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Enum) else value


class Shape(NamedTuple):
    """Fields that are shown of each instance of a class; none for anything but a dataclass."""

    names: frozenset[str]
    sparse: bool
    """True if values equal to the declared ones are not stored, as in most of a Flet control."""
    always: frozenset[str]
    """Fields of a sparse instance that are always compared: stored, containers, declared anew."""


_SHAPES: dict[Any, Shape] = {}


def _shape(thing: Any) -> Shape:
    kind = type(thing)
    if kind not in _SHAPES:
        within = fields(kind) if is_dataclass(kind) else ()
        shown = {f.name for f in within if not f.metadata.get("skip") and f.name != "_i"}
        declared = getattr(kind, "_prop_defaults", {})
        always = {n for n in shown if n not in declared or type(declared[n]) not in _PLAIN}
        always |= shown & getattr(kind, "_override_props", {}).keys()
        _SHAPES[kind] = Shape(frozenset(shown), hasattr(thing, "_values"), frozenset(always))
    return _SHAPES[kind]


def _names(*things: Any) -> frozenset[str]:
    """Return the fields in which any of these, of one class, can differ from the declaration."""
    shape = _shape(things[0])
    if not shape.sparse:
        return shape.names
    return shape.always.union(*(thing._values for thing in things))


_PLAIN = frozenset({NoneType, bool, int, float, str})
"""Types of values that contain nothing else."""


def _at(way: str, thing: Any, name: str) -> str:
    return f"{way}/{type(thing).__name__}.{name}"


def _missent(sent: Any, thing: Any, way: str = "") -> Iterator[str]:
    """Yield where the client has something else than the session believes."""
    if _shape(thing).names and isinstance(sent, dict):
        if isinstance(thing, BaseControl) and sent.get("_i") != thing._i:
            yield f"{way}: {sent.get('_i')} for {thing}"
        for name in {*_names(thing), *_shape(thing).names & sent.keys()}:
            inner = getattr(thing, name)
            if name.startswith("on_"):
                if bool(sent.get(name)) != (inner is not None):
                    yield _at(way, thing, name)
            elif name in sent:
                if type(inner) not in _PLAIN or sent[name] != inner:
                    yield from _missent(sent[name], inner, _at(way, thing, name))
            elif inner and inner != _default(thing, name):
                yield f"{_at(way, thing, name)}: nothing for {inner!r}"
    elif isinstance(thing, list | tuple) and isinstance(sent, list):
        for n, (one, other) in enumerate(zip_longest(sent, thing)):
            yield from _missent(one, other, f"{way}[{n}]")
    elif isinstance(thing, dict) and isinstance(sent, dict):
        for name in {*thing, *sent}:
            yield from _missent(sent.get(name), thing.get(name), f"{way}/{name}")
    elif sent != _plain(thing) and not (sent is None and not thing):
        yield f"{way}: {sent!r} for {thing!r}"


def _default(thing: Any, name: str) -> Any:
    """Return the value that a client assumes when it was not sent one."""
    of = type(thing)
    known = {**getattr(of, "_prop_defaults", {}), **getattr(of, "_root_defaults", {})}
    return known.get(name)


def _differing(one: Any, other: Any, way: str = "") -> Iterator[str]:
    """Yield where two sessions believe something else to be on the screen."""
    if type(one) is not type(other):
        yield f"{way}: {one!r} and {other!r}"
    elif callable(one) and not isinstance(one, type):
        return
    elif _shape(one).names:
        for name in _names(one, other):
            if getattr(one, name) is getattr(other, name):
                continue
            yield from _differing(getattr(one, name), getattr(other, name), _at(way, one, name))
    elif isinstance(one, list | tuple):
        for n, (a, b) in enumerate(zip_longest(one, other)):
            yield from _differing(a, b, f"{way}[{n}]")
    elif isinstance(one, dict):
        for name in {*one, *other}:
            yield from _differing(one.get(name), other.get(name), f"{way}/{name}")
    elif one != other:
        yield f"{way}: {one!r} and {other!r}"


def _orphans(view: Drawn) -> Iterator[str]:
    """Yield controls on the screen whose parents do not lead to the page."""
    known = {view.page._i}
    for control in _controls(view.page.views):
        way, here = list[int](), cast("BaseControl | None", control)
        while here is not None and here._i not in known:
            way.append(here._i)
            here = here.parent
        if here is None:
            yield str(control)
        else:
            known.update(way)


def _controls(shown: Any) -> Iterator[BaseControl]:
    left = [shown]
    while left:
        thing = left.pop()
        if isinstance(thing, BaseControl):
            yield thing
        within = thing if isinstance(thing, list | tuple) else _within(thing)
        left += [inner for inner in within if type(inner) not in _PLAIN]


def _within(thing: Any) -> Iterator[Any]:
    return (getattr(thing, name) for name in _names(thing))


async def _hold_against(live: Drawn, fresh: Drawn, after: object) -> None:
    for view in (live, fresh):
        assert not session_guard.has_failed(view.page.session), after
        assert not list(_missent(view.client.page["views"], view.page.views))[:3], after
        assert not list(_orphans(view))[:3], after
    apart = list(_differing(live.page.views, fresh.page.views))
    assert not apart, "\n".join(map(str, (after, *apart[:3])))


async def _follow(folder: Path, game: str, layout: Layout, every: int) -> set[str]:
    entries, rng = _longest(game), Random(f"{game} {layout}")
    with own_hub(folder / "one") as one, own_hub(folder / "two") as two:
        here = Table(one, entries, layout, f"{game}-{layout}-here")
        there = Table(two, entries, layout, f"{game}-{layout}-there")
        live, seen, put_away = await here.open(follows=True), set[str](), False
        for number, entry in enumerate(entries[FIRST:]):
            for each in (here, there):
                each.go_on(entry)
            if _kind(entry) in seen and rng.random() > 0.01:
                # In a sample run, render screens without a check only once for several entries.
                if number % every == 0:
                    await settled()
                continue
            await settled()
            seen.add(_kind(entry))
            fresh = await there.open()
            if put_away and _moment(fresh) and not _moment(live):
                # The screen remembers dismissed cards as long as nothing new happens.
                await fresh.touch(_moment(fresh)[0])
            await _hold_against(live, fresh, entry.body)
            if len(seen) % every == 0:
                shown = _moment(live)
                await _touched(here, live, there, fresh, rng)
                put_away = bool(shown) and not _moment(live)
            fresh.close()
            for each in (here, there):
                forget(each.device, each.id)
            await settled()
        live.close()
    return seen


def _moment(view: Drawn) -> list[str]:
    return [key for key in view.touchable() if key.startswith("moment")]


async def _touched(here: Table, live: Drawn, there: Table, fresh: Drawn, rng: Random) -> None:
    """Touch both screens alike at random, and undo what was recorded."""
    versions = here.version(), there.version()
    way: list[str] = []
    for _ in range(TOUCHES):
        keys = [key for key in live.touchable() if not key.startswith(LEADING_AWAY)]
        assert keys == [key for key in fresh.touchable() if not key.startswith(LEADING_AWAY)], way
        if not keys:
            break
        way.append(rng.choice(keys))
        await live.touch(way[-1])
        await fresh.touch(way[-1])
        grown = here.version() - versions[0], there.version() - versions[1]
        assert grown[0] == grown[1], way
        if grown[0]:
            recorded = (t.hub.matches.open(t.id).entries[-1].body for t in (here, there))
            assert _comparable(next(recorded)) == _comparable(next(recorded)), way
            break
        await _hold_against(live, fresh, way)
    while closing := [key for key in live.touchable() if key.endswith(":close")]:
        await live.touch(closing[0])
    for each, version in zip((here, there), versions, strict=True):
        each.back_to(version)
        forget(each.device, each.id)
    await settled()


def _comparable(body: Any) -> Any:
    return body if isinstance(body, Undone) else body.model_dump(mode="json")


def _each() -> Iterator[Any]:
    """Yield each game in one layout, touched after some kinds of acts; all before a release."""
    for number, game in enumerate(sorted(GAMES)):
        everyday = Layout.WIDE if number % 2 else Layout.PHONE
        yield pytest.param(game, everyday, 6, id=f"{game}-some")
        for layout in SIZES:
            yield pytest.param(game, layout, 1, marks=pytest.mark.nightly, id=f"{game}-{layout}")


def _once() -> Callable[..., Resumable[tuple[Counterfactual, ...]]]:
    """Return a memo of the counterfactuals, played once for all screens of the same table."""
    kept: dict[tuple[str, ...], tuple[list[Body], tuple[Counterfactual, ...]]] = {}

    def played(
        match: Match, readings: Mapping[str, Sequence[str]]
    ) -> Resumable[tuple[Counterfactual, ...]]:
        name = (match.game.id, *(step.item.id for step in match.steps))
        bodies: list[Body] = [step.item.body for step in match.steps]
        if name not in kept or kept[name][0] != bodies:
            kept[name] = bodies, (yield from counterfactuals(match, readings))
        return kept[name][1]

    return played


@pytest.mark.deep
@pytest.mark.parametrize(("game", "layout", "every"), list(_each()))
def test_screen_updated_step_by_step_equals_a_fresh_one(
    game: str, layout: Layout, every: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # News depend on when a screen was opened: let both count as opened at the beginning.
    monkeypatch.setattr(table, "use_opened_at", lambda _visit, _version: 0)
    monkeypatch.setattr(redaction, "counterfactuals", _once())
    seen = asyncio.run(_follow(tmp_path, game, layout, every))
    assert seen == _acted(_longest(game))
