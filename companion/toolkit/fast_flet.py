"""Fast path over Flet: the same results without the work that no control needs.

| replaced | saves: opening a match, following an act | what Flet would have to offer instead |
| --- | --- | --- |
| making a control (`fast_init`) | 20 %, 7 to 17 % | set only the properties that are given |
| comparing (`fast_diff`) | 0 to 8 %, 8 to 25 % | compare only the properties that are given |
| mounting (`fast_mount`) | 58 %, 9 to 30 % | visit only what is given |

Everything sent is the same (`tests/toolkit/test_fast_flet.py`). It is written for Flet 1.0.5 only.
With any other version Flet is unchanged.
"""

from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

_KNOWN = "1.0.5"


def is_known_version() -> bool:
    """Return whether this is the version of Flet it is written for."""
    try:
        return version("flet") == _KNOWN
    except PackageNotFoundError:
        # Packed without metadata, as in the site. There the version was pinned at build time.
        return True


_in_place: list[Callable[[], None]] = []


def install() -> None:
    """Install the fast path, once."""
    if not _in_place and is_known_version():
        _in_place.append(_installed())


def remove() -> None:
    """Restore stock Flet."""
    while _in_place:
        _in_place.pop()()


def _installed() -> Callable[[], None]:
    """Install the fast path, and return the function that undoes it."""
    from flet.controls import base_control, object_patch

    from companion.toolkit.fast_diff import comparing
    from companion.toolkit.fast_init import making
    from companion.toolkit.fast_mount import mounting, removing

    undo: list[Callable[[], None]] = []

    def put(where: Any, name: str, what: object) -> None:
        before = vars(where)[name] if isinstance(where, type) else getattr(where, name)
        undo.append(lambda: setattr(where, name, before))
        setattr(where, name, what)

    def make_fast(cls: type) -> None:
        init = making(cls)
        if init is not None:
            put(cls, "__init__", init)

    stock = base_control._apply_control

    def applied(*args: Any, **kwargs: Any) -> type:
        cls = stock(*args, **kwargs)
        make_fast(cls)
        return cls

    put(base_control, "_apply_control", applied)
    builder = object_patch.DiffBuilder
    put(builder, "_configure_dataclass", mounting(builder))
    put(builder, "_removed_controls", removing(builder))
    put(builder, "_compare_dataclasses", comparing(builder))
    for cls in _below(base_control.BaseControl):
        make_fast(cls)

    def back() -> None:
        while undo:
            undo.pop()()

    return back


def _below(cls: type) -> list[type]:
    own: list[type] = cls.__subclasses__()
    return [*own, *(each for sub in own for each in _below(sub) if each not in own)]
