"""Validates the frames of clients before the toolkit processes them.

The toolkit trusts its own client: it sets whatever property it is told on whatever control is
named, private ones too, and a frame that it does not understand can leave a connection behind that
never ends. So a frame has to have exactly the shape that the stock client gives it, and of what it
would set, only what that client ever sets is passed on.
"""

import re
from collections.abc import Mapping
from types import NoneType
from typing import Any, TypeAlias

import flet as ft
import msgpack
from flet.controls.base_page import PageMediaData
from flet.messaging.protocol import decode_ext_from_msgpack
from flet.utils.from_dict import from_dict

Body: TypeAlias = dict[str, Any]

REGISTER, EVENT, PROPERTIES, RESULT = 1, 3, 4, 5
CRASHED = 6
_PACKED = b"\x00"
_DEPTH = 12
_NAME = re.compile(r"[a-z][a-z0-9_]{0,60}")
_NUMBER = (int, float)
_TEXT_LENGTH = 2048
_PLAIN = (NoneType, bool, int, float, str, bytes, msgpack.ExtType)

_KEYS = {
    REGISTER: frozenset({"session_id", "page_name", "page"}),
    EVENT: frozenset({"target", "name", "data"}),
    PROPERTIES: frozenset({"id", "props"}),
    RESULT: frozenset({"control_id", "call_id", "result", "error"}),
}
_PAGE: dict[str, tuple[type, ...]] = {
    "route": (str,),
    "width": _NUMBER,
    "height": _NUMBER,
    "media": (dict,),
    "platform": (str,),
    "platform_brightness": (str,),
    **dict.fromkeys(("pwa", "web", "debug", "wasm", "test", "multi_view"), (bool,)),
}
"""Properties of the page and their types. The window is omitted: a browser has none."""
_OWN_WORDS = {
    "platform": frozenset(each.value for each in ft.PagePlatform),
    "platform_brightness": frozenset(each.value for each in ft.Brightness),
}
_CONTROL: dict[str, tuple[type, ...]] = {
    "value": (NoneType, bool, int, float, str, list, msgpack.ExtType),
    "start_value": (*_NUMBER, msgpack.ExtType),
    "end_value": (*_NUMBER, msgpack.ExtType),
    "open": (bool,),
    "expanded": (bool,),
    "selected": (bool, list),
    "selected_index": (NoneType, int),
    "selection": (dict,),
    "text": (str,),
    "entry_mode": (str,),
    "position": (dict,),
}
"""Properties that a person changes in a control, without those that define it."""
_CHANGED = _CONTROL | {
    name: _PAGE[name] for name in ("route", "width", "height", "media", "platform_brightness")
}


class MalformedFrame(Exception):
    """Error: a frame that the stock client does not send. It carries nothing of the frame."""


def checked(frame: bytes, *, first: bool) -> bytes:
    """Return the part of a frame that may be passed on; empty if there is none.

    Args:
        frame: what was received, in one piece.
        first: True for the first frame, in which, and only in which, the client registers.

    Raises:
        Malformed: it is none of the stock client's.
    """
    action, body = _unpacked(frame)
    if (action == REGISTER) is not first:
        raise MalformedFrame
    if action == REGISTER:
        page = _valid_properties(body["page"], _PAGE)
        return pack(REGISTER, {**body, "page": page})
    if action == PROPERTIES:
        props = _valid_properties(body["props"], _CHANGED)
        return pack(PROPERTIES, {**body, "props": props}) if props else b""
    return frame


def pack(action: int, body: Mapping[str, Any]) -> bytes:
    """Serialize a frame of the protocol."""
    packed: bytes = msgpack.packb([action, body])
    return _PACKED + packed


def sent_action(frame: bytes) -> int | None:
    """Return the action of a frame that the server sends, without parsing it."""
    is_pair = len(frame) > 2 and frame[:2] == _PACKED + b"\x92"
    return frame[2] if is_pair else None


def session_of(frame: bytes) -> str:
    """Return the session id in the server's answer to a registration."""
    _, body = msgpack.unpackb(frame[1:], strict_map_key=False)
    return str(body["session_id"])


_ROUTE = re.compile(r"/[\w/.:-]{0,300}")


def failed_at(frame: bytes) -> str:
    """Return the route of a session that crashed, or empty if the frame holds anything else."""
    _, body = msgpack.unpackb(frame[1:], strict_map_key=False)
    said = str(body.get("message"))
    return said if _ROUTE.fullmatch(said) else ""


def asked_session(frame: bytes) -> str:
    """Return the id of the session that a checked registration resumes, or empty."""
    _, body = msgpack.unpackb(frame[1:])
    return str(body["session_id"] or "")


def _unpacked(frame: bytes) -> tuple[int, Body]:
    if frame[:1] != _PACKED:
        raise MalformedFrame
    try:
        message = msgpack.unpackb(frame[1:], ext_hook=_extension)
    except Exception:
        # Drop the cause: its message may quote the frame.
        raise MalformedFrame from None
    if type(message) is not list or len(message) != 2:
        raise MalformedFrame
    action, body = message
    if type(action) is not int or type(body) is not dict or _KEYS.get(action) != body.keys():
        raise MalformedFrame
    if not _is_shallow(body, _DEPTH) or not _SHAPES[action](body):
        raise MalformedFrame
    return action, body


def _extension(code: int, data: bytes) -> msgpack.ExtType:
    """Return an extension value unchanged if the toolkit can decode it."""
    decode_ext_from_msgpack(code, data)  # type: ignore[no-untyped-call]
    if code not in (1, 2, 3, 4):
        raise MalformedFrame
    return msgpack.ExtType(code, data)


def _is_shallow(value: object, depth: int) -> bool:
    if isinstance(value, dict):
        inside: tuple[object, ...] = (*value, *value.values())
    elif isinstance(value, list):
        inside = tuple(value)
    else:
        return isinstance(value, _PLAIN)
    return depth > 0 and all(_is_shallow(each, depth - 1) for each in inside)


def _is_id(value: object) -> bool:
    return type(value) is int and 0 <= value < 2**31


def _is_short(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _TEXT_LENGTH


def _registers(body: Body) -> bool:
    session, page = body["session_id"], body["page"]
    if not (session is None or _is_short(session)) or not _is_short(body["page_name"]):
        return False
    return isinstance(page, dict) and all(isinstance(name, str) for name in page)


def _is_event(body: Body) -> bool:
    name = body["name"]
    named = isinstance(name, str) and _NAME.fullmatch(name) is not None
    return named and _is_id(body["target"]) and not _has_private(body["data"])


def _changes(body: Body) -> bool:
    props = body["props"]
    return _is_id(body["id"]) and isinstance(props, dict) and all(isinstance(n, str) for n in props)


def _is_result(body: Body) -> bool:
    error = body["error"]
    return (
        _is_id(body["control_id"])
        and _is_short(body["call_id"])
        and (error is None or _is_short(error))
    )


_SHAPES = {REGISTER: _registers, EVENT: _is_event, PROPERTIES: _changes, RESULT: _is_result}


def _has_private(value: object) -> bool:
    """Return whether anything within is to be set under a private name."""
    if isinstance(value, dict):
        named = any(not isinstance(name, str) or name.startswith("_") for name in value)
        return named or any(map(_has_private, value.values()))
    return isinstance(value, list) and any(map(_has_private, value))


def _valid_properties(props: Body, known: Mapping[str, tuple[type, ...]]) -> Body:
    """Return the known properties with valid values."""
    return {n: value for n, value in props.items() if n in known and _fits(n, value, known[n])}


def _fits(name: str, value: object, types: tuple[type, ...]) -> bool:
    if type(value) not in types or _has_private(value):
        return False
    if name == "media":
        return _is_media(value)
    if name == "route":
        return _is_short(value)
    return name not in _OWN_WORDS or value in _OWN_WORDS[name]


def _is_media(value: object) -> bool:
    try:
        from_dict(PageMediaData, value)
    except Exception:
        return False
    return True
