"""Parts that several screens show at once are there once: drawn, put in order and compared once.

A control of Flet belongs to one screen: it names what stands around it there, and takes the number
of what stood in its place. Here the numbers within such a part follow from where each thing stands
in it, so it can take the place of any that was drawn for the same place, on every screen alike; and
what there is to send for that is found once. A screen knows of it only what can be touched.
"""

import weakref
from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple

from flet.controls.base_control import BaseControl
from flet.controls.id_counter import ControlId
from flet.controls.object_patch import DiffBuilder, ReplaceOperation

from companion.toolkit.kinds import HOLDING, KINDS, Kind

_WAYS = 4
"""From so many others it is remembered how to come to one: what a table showed just before."""


class Numbers(dict[Hashable, int]):
    """The number of everything that stands somewhere, always the same."""

    def __missing__(self, place: Hashable) -> int:
        found = self[place] = ControlId.next()
        return found


class Way(NamedTuple):
    """How a screen comes from one part to another that takes its place."""

    operations: tuple[dict[str, Any], ...]
    """What is sent, with the way to each within the part."""
    new: tuple[BaseControl, ...]
    renewed: bool
    gone: "tuple[Gone, ...]"
    """What can be touched since then, whether the part itself, and what no longer."""


class Put:
    """What a way puts somewhere: it is packed once, for all screens that go it."""

    __slots__ = ("packed", "value")

    def __init__(self, value: Any) -> None:
        self.value = value
        self.packed: bytes | None = None


class Gone:
    """What could be touched: no more than its number, as nothing of what was keeps what is."""

    __slots__ = ("_i",)

    def __init__(self, number: int) -> None:
        self._i = number

    def will_unmount(self) -> None:
        """As of a control: what is touched does nothing then."""


class Common:
    """What is noted of such a part, with its outermost control."""

    __slots__ = ("_is_touched", "_within", "packed", "ways")

    def __init__(self, part: BaseControl, touched: Iterable[BaseControl]) -> None:
        found = tuple(touched)
        # Nothing that a part holds may hold it: it goes with the last screen that shows it.
        self._within = tuple(control for control in found if control is not part)
        self._is_touched = len(self._within) < len(found)
        self.ways: list[tuple[weakref.ref[BaseControl], Way]] = []
        self.packed: bytes | None = None
        """As it is sent whole, once it was."""

    def touched(self, part: BaseControl) -> tuple[BaseControl, ...]:
        """What can be touched of the part of which this is noted."""
        return (part, *self._within) if self._is_touched else self._within


def noted(thing: Any) -> Common | None:
    """What is noted of it, if it is such a part."""
    data = getattr(thing, "data", None)
    return data if type(data) is Common else None


def settle(part: Any, place: Hashable, numbers: Numbers) -> None:
    """Makes a part that was just drawn one that any number of screens can show."""
    builder: Any = DiffBuilder(None, None, control_cls=BaseControl)
    part._frozen = True
    within: list[Any] = list(builder._configure_dataclass(part, None, True))
    _number(part, numbers[place, *_told_by(part)], numbers)
    if any(control._c == "C" for control in within):
        raise TypeError(f"what remembers something belongs to one screen: {place}")
    part.data = Common(part, filter(_is_touched, within))


def _is_touched(control: Any) -> bool:
    events, given = type(control)._event_fields, control._values
    if events.isdisjoint(given):
        return False
    return any(given[name] is not None for name in events & given.keys())


def _told_by(control: Any) -> tuple[type, Hashable]:
    """By what Flet knows again what stands in one place."""
    key = control._values.get("key")
    return type(control), key if type(key) is str else getattr(key, "value", key)


def _number(control: Any, number: int, numbers: Numbers) -> None:
    """Numbers every control in one by where it stands: in a row by its key, else by its turn."""
    control._i = number
    cls = type(control)
    names = _held_by[cls] if cls in _held_by else _held_by.setdefault(cls, _names(cls))
    # What is kept with it is read off: asked for by name, each would be looked for in its class.
    own, held = vars(control), [*control._values.items()]
    held += [(name, own[name]) for name in names if own.get(name)]
    for name, value in held:
        if not HOLDING[type(value)]:
            continue
        if isinstance(value, BaseControl):
            if type(value.data) is not Common:
                _number(value, numbers[number, name, *_told_by(value)], numbers)
        elif KINDS[type(value)] is Kind.LIST:
            turn = 0
            for each in value:
                if isinstance(each, BaseControl):
                    kind, key = _told_by(each)
                    if type(each.data) is not Common:
                        place = turn if key is None else -1
                        _number(each, numbers[number, name, place, kind, key], numbers)
                    turn += key is None


_held_by: dict[type, tuple[str, ...]] = {}
"""By class, the fields beside what was given in which there can be a control."""


def _names(cls: Any) -> tuple[str, ...]:
    return tuple(n for n in cls._structural_fields if not n.startswith("_") and n != "data")


def taking_over(
    builder: Any, parent: Any, path: list[Any], before: Any, part: Any, common: Common
) -> bool:
    """Puts a part in the place of what was there, as far as it was drawn for the same place.

    Args:
        builder: of what one screen is sent.
        parent: what stands around it there.
        path: the way to it there.
        before: what was in its place.
        part: is there now.
        common: what is noted of it.

    Returns:
        Whether it could: else it is to be sent whole.
    """
    if type(before) is not type(part) or before._i != part._i:
        return False
    way = _way(before, part, common)
    part._parent = weakref.ref(parent)
    for operation in way.operations:
        builder.insert(ReplaceOperation(_from(path, operation)))
    new, gone = _lists(builder)
    new.extend((part, *way.new) if way.renewed else way.new)
    if noted(before) is None:
        # What one screen alone had goes as a whole; what is the same comes back at once.
        builder._removed_dataclasses[before._i] = before
        new.extend(common.touched(part))
    gone.extend(way.gone)
    return True


def _from(path: list[Any], operation: dict[str, Any]) -> dict[str, Any]:
    told = {**operation, "path": [*path, *operation["path"]]}
    if "from" in operation:
        told["from"] = [*path, *operation["from"]]
    return told


def _way(before: Any, part: Any, common: Common) -> Way:
    for known, way in common.ways:
        if known() is before:
            return way
    builder: Any = DiffBuilder(None, part, control_cls=BaseControl)
    builder._whole = part
    builder._compare_dataclasses(None, [], before, part, True)
    sent = tuple(_sent(operation) for operation in builder.execute())
    found = Way(sent, *_touched_since(before, part))
    builder.teardown()
    common.ways[_WAYS - 1 :] = []
    common.ways.insert(0, (weakref.ref(before), found))
    return found


def _sent(operation: dict[str, Any]) -> dict[str, Any]:
    """Of what is taken away nothing is sent but where it was."""
    if operation["op"] == "remove":
        return {name: of for name, of in operation.items() if name != "value"}
    value = operation.get("value")
    if HOLDING[type(value)] and noted(value) is None:
        return {**operation, "value": Put(value)}
    return operation


def _touched_since(
    before: BaseControl, part: BaseControl
) -> tuple[tuple[BaseControl, ...], bool, tuple[Gone, ...]]:
    if noted(before) is None:
        return (), False, ()
    now, old = touched(part), {control._i: control for control in touched(before)}
    numbers = {control._i for control in now}
    new = [control for control in now if old.get(control._i) is not control]
    return (
        tuple(control for control in new if control is not part),
        any(control is part for control in new),
        tuple(Gone(number) for number in old if number not in numbers),
    )


def touched(part: BaseControl) -> tuple[BaseControl, ...]:
    """What can be touched of a part that several screens show."""
    common = noted(part)
    return common.touched(part) if common is not None else ()


def _lists(builder: Any) -> tuple[list[BaseControl], list[Gone]]:
    known = vars(builder).get("_of_parts")
    if known is None:
        known = builder._of_parts = ([], [])
    return known  # type: ignore[no-any-return]


def new_in(builder: Any) -> Iterable[BaseControl]:
    """What can be touched of the parts that took the place of others."""
    return vars(builder).get("_of_parts", ((), ()))[0]  # type: ignore[no-any-return]


def gone_from(builder: Any) -> Iterable[Gone]:
    """What could be touched of what was there before."""
    return vars(builder).get("_of_parts", ((), ()))[1]  # type: ignore[no-any-return]
