"""Validation of client frames: which are passed on."""

from typing import Any

import msgpack
import pytest

from companion.server.frame_validation import MalformedFrame, checked

PAGE = {"route": "/", "width": 412.0, "height": 915.0, "web": True, "platform": "android"}
HELLO: dict[str, Any] = {"session_id": None, "page_name": "", "page": PAGE}


def _frame(action: object, body: object) -> bytes:
    packed: bytes = msgpack.packb([action, body], default=str)
    return b"\x00" + packed


def _passed(action: int, body: object, *, first: bool = False) -> Any:
    """Return the body of what is passed on."""
    frame = checked(_frame(action, body), first=first)
    return msgpack.unpackb(frame[1:])[1] if frame else None


def _deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


def _event(**changes: Any) -> dict[str, Any]:
    return {"target": 5, "name": "click", "data": None, **changes}


def test_frames_of_the_stock_client_pass_unchanged() -> None:
    for action, body in (
        (3, _event()),
        (3, _event(data={"route": "/reglas"})),
        (4, {"id": 5, "props": {"value": "Zoe"}}),
        (4, {"id": 5, "props": {"value": None}}),
        (4, {"id": 1, "props": {"width": 412.0, "height": 915.0}}),
        (5, {"control_id": 5, "call_id": "abc", "result": "7", "error": None}),
    ):
        frame = _frame(action, body)
        assert checked(frame, first=False) == frame


def test_registration_keeps_only_known_page_properties() -> None:
    page = PAGE | {
        "_i": 7,
        "__class__": "x",
        "client_ip": "192.0.2.9",
        "title": "Otra mesa",
        "views": [{"_c": "View"}],
        "window": {"_i": 2},
        "media": {"padding": {"_x": 1}},
        "platform_brightness": "ultraviolet",
    }
    assert _passed(1, HELLO | {"page": page}, first=True) == HELLO


@pytest.mark.parametrize(
    "props",
    [
        {"_i": 3},
        {"__dict__": {}},
        {"__class__": "x"},
        {"__proto__": {}},
        {"constructor": {}},
        {"args": [1]},
        {"content": "x"},
        {"client_ip": "192.0.2.9"},
        {"on_click": True},
        {"width": "wide"},
        {"selected_index": True},
        {"value": {"a": 1}},
        {"selection": {"_x": 1}},
        {"route": "/" + "x" * 3000},
    ],
)
def test_forbidden_control_properties_are_dropped(props: dict[str, Any]) -> None:
    assert _passed(4, {"id": 5, "props": props}) is None
    assert _passed(4, {"id": 5, "props": {**props, "open": True}}) == {
        "id": 5,
        "props": {"open": True},
    }


MALFORMED = {
    "one byte": b"\x00",
    "another type of packet": b"\x01" + _frame(3, _event())[1:],
    "an unknown type of packet": b"\xff\xff",
    "no MessagePack": b"\x00\xc1",
    "cut off": _frame(3, _event())[:-3],
    "with something after it": _frame(3, _event()) + b"\x01",
    "text that is none": b"\x00"
    + msgpack.packb([3, _event(data=b"\xff")]).replace(b"\xc4", b"\xd9"),
    "a number": b"\x00\x07",
    "an empty list": b"\x00\x90",
    "three parts": b"\x00" + msgpack.packb([3, _event(), 1]),
    "a map": b"\x00" + msgpack.packb({"action": 3}),
    "no action": _frame(None, _event()),
    "true for an action": _frame(True, HELLO),
    "an unknown action": _frame(99, _event()),
    "an action of the server": _frame(2, {"id": 1, "patch": []}),
    "a crash": _frame(6, {"message": "x"}),
    "a body that is a list": _frame(3, [5, "click", None]),
    "a key too few": _frame(3, {"target": 5, "name": "click"}),
    "a key too many": _frame(3, _event(page=1)),
    "a key that is a number": _frame(3, {1: 5, 2: "click", 3: None}),
    "a target that is text": _frame(3, _event(target="5")),
    "a target that is true": _frame(3, _event(target=True)),
    "a target below zero": _frame(3, _event(target=-1)),
    "a target beyond all": _frame(3, _event(target=2**40)),
    "a name that is a number": _frame(3, _event(name=5)),
    "a private name": _frame(3, _event(name="_init")),
    "a name with a line break": _frame(3, _event(name="click\n")),
    "a long name": _frame(3, _event(name="a" * 100)),
    "private keys": _frame(3, _event(data={"x": [{"__class__": 1}]})),
    "deep nesting": _frame(3, _event(data=_deep(100))),
    "nesting beyond the parser": b"\x00" + b"\x91" * 60_000,
    "a date that is none": _frame(3, _event(data=msgpack.ExtType(1, b"tomorrow"))),
    "an extension of somebody else": _frame(3, _event(data=msgpack.ExtType(9, b"x"))),
    "a time stamp": _frame(3, _event(data=msgpack.Timestamp(1, 1))),
    "properties in a list": _frame(4, {"id": 5, "props": [1]}),
    "a property that is a number": _frame(4, {"id": 5, "props": {5: 1}}),
    "a result for nobody": _frame(
        5, {"control_id": None, "call_id": "a", "result": 1, "error": ""}
    ),
    "a result without a call": _frame(5, {"control_id": 5, "call_id": 1, "result": 1, "error": ""}),
    "a second registration": _frame(1, HELLO),
}


@pytest.mark.parametrize("kind", MALFORMED)
def test_malformed_frame_is_refused(kind: str) -> None:
    with pytest.raises(MalformedFrame) as refused:
        checked(MALFORMED[kind], first=False)
    assert refused.value.args == ()
    assert refused.value.__cause__ is None


@pytest.mark.parametrize(
    "change",
    [{"session_id": 5}, {"session_id": "x" * 5000}, {"page": None}, {"page": {5: 1}}, {"more": 1}],
)
def test_invalid_registration_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(MalformedFrame):
        checked(_frame(1, HELLO | change), first=True)


def test_first_frame_must_be_a_registration() -> None:
    with pytest.raises(MalformedFrame):
        checked(_frame(3, _event()), first=True)
