"""Actas sent as a link or by QR: they arrive as they were sent, or not at all."""

import random
import zlib
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.match.entries import ENTRY, ActaError, Entry, fresh_id
from companion.match.files import acta_codec, acta_file, qr_frames
from companion.match.files.acta_codec import of_bytes, to_bytes

ACTAS = sorted(Path("tests/playthroughs").glob("*/*.acta"))


def _as_recorded(path: Path) -> tuple[Entry, ...]:
    """Return a recorded match with ids, times and devices like those of a real one."""
    rng, now, entries = random.Random(7), datetime(2026, 5, 1, 18, tzinfo=UTC), []
    for entry in acta_file.loads(path.read_bytes()):
        now += timedelta(milliseconds=rng.randrange(2_000, 90_000))
        author = rng.choice(("Ana", "Beto"))
        entries.append(
            entry.model_copy(
                update={"id": fresh_id(), "at": now, "author": author, "device": "5f" * 10}
            )
        )
    return tuple(entries)


@pytest.mark.parametrize("path", ACTAS, ids=lambda path: path.stem)
def test_complete_match_arrives_by_link_and_by_qr(path: Path) -> None:
    """Packed size stays below a tenth of the file."""
    entries = _as_recorded(path)
    packed = acta_codec.pack(entries)
    assert acta_file.loads(acta_codec.unpack(packed)) == entries
    assert len(packed) < 30 * len(entries) + 400
    assert qr_frames.read_link_text(qr_frames.link_text(packed)) == packed
    gathered = qr_frames.QrFrameSet()
    texts = list(qr_frames.frames(packed, "A"))
    random.Random(1).shuffle(texts)
    for text in [*texts, *texts]:
        frame = qr_frames.read_frame(text.lower())
        assert frame
        gathered = gathered.with_frame(frame)
    assert gathered.missing == ()
    assert gathered.data() == packed


@pytest.mark.parametrize("path", ACTAS[:2], ids=lambda path: path.stem)
def test_ids_and_times_of_any_kind_are_packed(path: Path) -> None:
    """Older files have words, whole seconds and microseconds."""
    entries = acta_file.loads(path.read_bytes())
    moved = tuple(
        e.model_copy(update={"at": e.at + timedelta(microseconds=e.seq)}) for e in entries
    )
    for sent in (entries, moved, entries[:1]):
        assert acta_file.loads(acta_codec.unpack(acta_codec.pack(sent))) == sent


def test_every_kind_of_entry_is_packed() -> None:
    """Bodies hold everything they may hold."""
    header = acta_file.loads(ACTAS[0].read_bytes())[0]
    bodies = [
        {"type": "reported", "action": {"kind": "x"}, "consent": {"by": "Ana", "reason": "ñ"}},
        {"type": "facts_entered", "facts": {"f": None, "g": 3, "h": (3, 2)}},
        {"type": "ruling_changed", "ruling": "r", "reading": "b"},
        {"type": "adjusted", "postings": [{"account": "a", "item": "i", "amount": -3}]},
        {"type": "refereed", "judged": False},
        {"type": "closed", "reason": "es tarde"},
        {"type": "undone", "to": "abcd"},
        {"type": "redone", "to": "abcd"},
        {"type": "amended", "edits": [
            {"edit": "insert", "id": "new-1", "before": None, "body": {"type": "adjusted"}},
            {"edit": "move", "target": "abcd", "before": None},
            {"edit": "remove", "target": "abcd"},
        ]},
        {"type": "noted", "text": "¡Hola!\n"},
        {"type": "finished", "winners": [0, 1], "reason": "end"},
    ]  # fmt: skip
    entries = [header]
    for n, body in enumerate(bodies, 1):
        raw = {"seq": n, "id": f"entry-{n}", "at": header.at, "author": "Ana", "body": body}
        entries.append(ENTRY.validate_python(raw))
    assert acta_file.loads(acta_codec.unpack(acta_codec.pack(entries))) == tuple(entries)


def test_packet_with_a_changed_or_missing_byte_is_refused() -> None:
    packed = acta_codec.pack(_as_recorded(ACTAS[0])[:20])
    for at in range(len(packed)):
        spoilt = bytes([*packed[:at], packed[at] ^ 0x10, *packed[at + 1 :]])
        with pytest.raises(ActaError):
            acta_codec.unpack(spoilt)
        with pytest.raises(ActaError):
            acta_codec.unpack(packed[:at])


@given(st.binary(max_size=300))
def test_random_bytes_are_refused_as_a_packet(junk: bytes) -> None:
    """Even with a valid checksum."""
    data = bytes([acta_codec.VERSION]) + junk
    with pytest.raises(ActaError):
        acta_codec.unpack(data + zlib.crc32(data).to_bytes(4, "big"))


def test_packet_that_would_fill_the_memory_is_refused() -> None:
    """Unpacked, it would have ten thousand times its size."""
    deflater = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=acta_codec.dictionary(1))
    bomb = deflater.compress(b" " * 50_000_000) + deflater.flush()
    data = bytes([1, 0, 0, 0]) + bomb
    with pytest.raises(ActaError, match="too_large"):
        acta_codec.unpack(data + zlib.crc32(data).to_bytes(4, "big"))


def test_packet_of_a_newer_program_is_refused_as_newer() -> None:
    """Newer packets must not be called damaged."""
    packed = acta_codec.pack(_as_recorded(ACTAS[0])[:3])
    with pytest.raises(ActaError, match="newer_format"):
        acta_codec.unpack(bytes([acta_codec.VERSION + 1]) + packed[1:])


def test_packing_dictionary_never_changes() -> None:
    """Links made today are read for ever: an improvement goes into a second dictionary."""
    digest = sha256(acta_codec.dictionary(1)).hexdigest()
    assert digest == "6a567dc6f762ae18f201f1ace68d2301dce56a1ebf3685aeed2439359d14073c"


@given(st.binary(min_size=9, max_size=9))
def test_identifier_round_trips_through_bytes(data: bytes) -> None:
    """Bytes of no identifier raise `ValueError`."""
    try:
        letters = of_bytes(data)
    except ValueError:
        return
    assert to_bytes(letters) == data


def test_fresh_identifiers_differ_and_have_bytes() -> None:
    """Other identifiers have no bytes."""
    made = {fresh_id() for _ in range(1000)}
    assert len(made) == 1000
    assert all(to_bytes(letters) for letters in made)
    assert to_bytes("short") is None
    assert to_bytes("with-dashes-") is None
    assert of_bytes(to_bytes("zzzzzzzzzzzz") or b"") == "zzzzzzzzzzzz"


# Frames


def test_frames_of_two_packets_never_mix() -> None:
    """Frames count for the packet of the last one."""
    one, two = (qr_frames.frames(bytes([n]) * 1500, "A") for n in (1, 2))
    gathered = qr_frames.QrFrameSet()
    for text in (one[0], two[1], two[0], two[2]):
        frame = qr_frames.read_frame(text)
        assert frame
        gathered = gathered.with_frame(frame)
    assert gathered.data() == b"\x02" * 1500


@pytest.mark.parametrize(
    "text",
    [
        "", "hola", "A0-2-00000000-AA", "A3-2-00000000-AA", "A1-99-00000000-AA",
        "A1-1-0000000G-AA", "A1-1-00000000-A1", "11-1-00000000-AA", "A1-1-00000000-A",
    ],
)  # fmt: skip
def test_text_that_is_no_frame_is_ignored(text: str) -> None:
    assert qr_frames.read_frame(text) is None


def test_incomplete_frames_name_the_missing_ones() -> None:
    """Incomplete data cannot be read."""
    texts = qr_frames.frames(b"x" * 1500, "A")
    frame = qr_frames.read_frame(texts[1])
    assert frame
    gathered = qr_frames.QrFrameSet().with_frame(frame)
    assert (gathered.total, gathered.missing) == (3, (1, 3))
    with pytest.raises(ActaError, match="truncated"):
        gathered.data()


def test_frame_with_a_false_checksum_of_the_whole_is_refused() -> None:
    """Checksum and data belong to different packets."""
    (text,) = qr_frames.frames(b"abc", "A")
    kind, total, _, data = text.split("-")
    frame = qr_frames.read_frame(f"{kind}-{total}-00000000-{data}")
    assert frame
    with pytest.raises(ActaError, match="truncated"):
        qr_frames.QrFrameSet().with_frame(frame).data()


@pytest.mark.parametrize("text", ["a b", "ñ", "a" * 500_000, "====", "a"])
def test_text_that_is_no_link_is_refused(text: str) -> None:
    with pytest.raises(ActaError):
        qr_frames.read_link_text(text)


def test_data_too_large_for_qr_codes_is_refused() -> None:
    """Scanning so many codes is hopeless."""
    with pytest.raises(ActaError, match="too_large"):
        qr_frames.frames(b"x" * 100_000, "A")
