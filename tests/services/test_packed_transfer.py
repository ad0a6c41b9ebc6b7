"""Transfer of packed matches and boxes: by link, by a row of codes, and their failures."""

import random
import zlib
from itertools import count
from pathlib import Path

import pytest

from companion.match.entries import ActaError
from companion.match.files import acta_codec, qr_frames
from companion.match.resumable import done
from companion.services.boxes.profiles import MAX_BOX_BYTES, BoxError, pack_box, unpack_box
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import (
    AlreadyHere,
    Continued,
    Imported,
    NotImported,
    PartsWays,
)
from companion.services.sharing.shared_tables import device_id
from companion.services.storage.store import StoreError
from companion.services.transfer.incoming_data import (
    BoxTaken,
    IncomingData,
    import_as_copy,
    resumed,
)
from tests.services.conftest import (
    Ids,
    Table,
    brought,
    brought_file,
    new_hub,
    new_match,
)


def _other(table: Table, folder: Path) -> Table:
    """Return the same match on another device, sent there packed."""
    other = new_hub(folder, Ids(count(5000)))
    assert isinstance(
        other.files.import_packed(done(table.hub.files.pack(table.match_id))), Imported
    )
    return Table(other, table.match_id, count(500))


def _owner(hub: Hub) -> Client:
    return Client(hub, device_id("own"), owner=True)


def _row(packed: bytes, kind: str = "A", room: int = 200) -> list[str]:
    return [f"parte={text}" for text in qr_frames.frames(packed, kind, room)]


# Matches


def test_packed_match_returns_and_continues_the_original(table: Table, tmp_path: Path) -> None:
    table.take(0, 3)
    other = _other(table, tmp_path / "other")
    assert other.match == table.match
    other.take(1, 3)
    back = table.hub.files.import_packed(done(other.hub.files.pack(other.match_id)))
    assert isinstance(back, Continued)
    assert (back.added, table.match) == (1, other.match)
    assert isinstance(
        table.hub.files.import_packed(done(other.hub.files.pack(other.match_id))), AlreadyHere
    )


def test_diverging_packed_match_is_imported_as_a_copy_only(table: Table, tmp_path: Path) -> None:
    other = _other(table, tmp_path / "other")
    other.take(0, 1, id="tap-other")
    table.take(0, 2)
    packed = done(other.hub.files.pack(other.match_id))
    parts = table.hub.files.import_packed(packed)
    assert isinstance(parts, PartsWays)
    assert (parts.seq, len(table.match.entries)) == (1, 2)
    assert isinstance(table.hub.files.import_packed(packed, as_copy=True), Imported)
    assert len(table.hub.matches.list.all()) == 2


def test_unreadable_packet_of_a_match_is_refused(table: Table) -> None:
    packed = done(table.hub.files.pack(table.match_id))
    for data, key in (
        (b"", "acta.truncated"),
        (packed[:-1], "acta.truncated"),
        (bytes([acta_codec.VERSION + 1]) + packed[1:], "acta.newer_format"),
    ):
        result = table.hub.files.import_packed(data)
        assert isinstance(result, NotImported)
        assert result.key == key


def test_missing_match_cannot_be_packed(hub: Hub) -> None:
    with pytest.raises(StoreError, match="not_found"):
        done(hub.files.pack("none-such"))


# Permissions


def _guest(table: Table, key: str = "guest") -> Client:
    host = _owner(table.hub)
    host.seating.open_table(table.match_id)
    guest = Client(table.hub, device_id(key), owner=False, address=key)
    assert guest.seating.join(host.seating.table(table.match).code) == table.match_id
    return guest


def test_guest_may_pack_a_match_that_hides_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = _guest(table)
    assert done(guest.files.pack(table.match_id)) == done(table.hub.files.pack(table.match_id))
    monkeypatch.setattr("companion.services.sharing.scoped_files.hides", lambda _match: True)
    with pytest.raises(StoreError, match="not_found"):
        done(guest.files.pack(table.match_id))
    _owner(table.hub).seating.set_host(table.match_id, guest.device, True)
    assert done(guest.files.pack(table.match_id))


def test_stranger_may_neither_pack_nor_import(table: Table) -> None:
    stranger = Client(table.hub, device_id("nobody"), owner=False)
    with pytest.raises(StoreError, match="not_found"):
        done(stranger.files.pack(table.match_id))
    with pytest.raises(StoreError, match="read_only"):
        stranger.boxes.pack("box-1")
    with pytest.raises(StoreError, match="read_only"):
        stranger.boxes.take_in_packed(b"")
    refused = NotImported("import.not_allowed")
    assert stranger.files.import_packed(b"?") == stranger.files.import_acta(b"?") == refused


def test_second_host_may_only_continue_its_own_match(table: Table, tmp_path: Path) -> None:
    guest = _guest(table)
    other = _other(table, tmp_path / "other")
    other.take(0, 1)
    packed = done(other.hub.files.pack(other.match_id))
    refused = NotImported("import.not_allowed")
    assert guest.files.import_packed(packed) == refused
    _owner(table.hub).seating.set_host(table.match_id, guest.device, True)
    assert guest.files.import_packed(packed, as_copy=True) == refused
    strange = new_match(other.hub).started.match
    assert guest.files.import_packed(done(other.hub.files.pack(strange))) == refused
    assert isinstance(guest.files.import_packed(packed), Continued)
    box = table.hub.boxes.new("pebbles", "La de casa", {"lid.value": 4})
    link = f"caja={qr_frames.link_text(pack_box(box))}"
    assert brought(guest, IncomingData(), link).items[0].result == refused
    for result in (guest.files.import_packed(b"?"), guest.files.import_acta(b"?")):
        assert isinstance(result, NotImported)
        assert result.key.startswith("acta.")


def test_only_the_host_sets_the_published_address_all_may_read(table: Table) -> None:
    owner, guest = _owner(table.hub), _guest(table)
    assert guest.settings.site == ""
    owner.settings.publish_at("https://example.org/mesa/")
    assert guest.settings.site == "https://example.org/mesa/"
    with pytest.raises(StoreError, match="read_only"):
        guest.settings.publish_at("https://example.net/")


# Boxes


def test_packed_box_is_imported_on_another_device(hub: Hub, tmp_path: Path) -> None:
    box = hub.boxes.new("pebbles", "La de casa", {"lid.value": 4})
    hub.boxes.save(box)
    other = new_hub(tmp_path / "other")
    assert other.boxes.take_in_packed(hub.boxes.pack(box.id)) == box
    assert other.boxes.all() == (box,)
    with pytest.raises(StoreError, match="not_found"):
        hub.boxes.pack("none-such")


def test_unreadable_packet_of_a_box_is_refused_with_its_code(hub: Hub) -> None:
    box = hub.boxes.new("pebbles", "La de casa", {"lid.value": 4})
    packed = pack_box(box)
    deflater = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = b"\x01" + deflater.compress(b" " * (MAX_BOX_BYTES * 9)) + deflater.flush()
    wrong_value = pack_box(box.model_copy(update={"facts": {"lid.value": 44}}))
    for data, code in (
        (b"", "damaged"),
        (packed[:-1], "damaged"),
        (packed[:9] + b"?" + packed[10:], "damaged"),
        (b"\x02" + packed[1:], "newer_format"),
        (_summed(b"\x01junk"), "damaged"),
        (_summed(bomb), "too_large"),
        (wrong_value, "unknown_fact"),
    ):
        with pytest.raises(BoxError) as caught:
            hub.boxes.take_in_packed(data)
        assert caught.value.code == code
    assert hub.boxes.all() == ()


def _summed(data: bytes) -> bytes:
    return data + zlib.crc32(data).to_bytes(4, "big")


def test_packed_box_is_less_than_half_as_large(hub: Hub) -> None:
    facts = {f"stop.{n}.value": n for n in range(100)}
    box = hub.boxes.new("pebbles", "La de casa", dict(facts))
    assert len(pack_box(box)) < len(unpack_box(pack_box(box))) / 2


# Links and codes


def test_link_is_imported_however_it_was_copied(table: Table, tmp_path: Path) -> None:
    text = qr_frames.link_text(done(table.hub.files.pack(table.match_id)))
    client = _owner(new_hub(tmp_path / "other"))
    arrivals = brought(client, IncomingData(), f"https://example.org/mesa/#acta={text}\n")
    again = brought(client, arrivals, f"acta={text}")
    assert [type(arrival.result) for arrival in again.items] == [AlreadyHere, Imported]


def test_codes_are_read_in_any_order_and_across_a_pause(table: Table, tmp_path: Path) -> None:
    for n in range(3):
        table.take(n % 2, 1)
    client = _owner(new_hub(tmp_path / "other"))
    row = _row(done(table.hub.files.pack(table.match_id)), room=60)
    assert len(row) > 2
    random.Random(3).shuffle(row)
    arrivals = IncomingData()
    for text in row[:-1]:
        arrivals = brought(client, resumed(arrivals.parts), text.lower())
        assert arrivals.items == ()
    assert len(arrivals.gathered.missing) == 1
    arrivals = brought(client, arrivals, row[-1])
    assert isinstance(arrivals.items[0].result, Imported)
    assert arrivals.parts == ()


def test_box_is_imported_by_link_and_by_codes(hub: Hub, tmp_path: Path) -> None:
    box = hub.boxes.new("pebbles", "La de casa", {"lid.value": 4})
    hub.boxes.save(box)
    client = _owner(new_hub(tmp_path / "other"))
    packed = hub.boxes.pack(box.id)
    for text in (f"caja={qr_frames.link_text(packed)}", *_row(packed, "C")):
        assert brought(client, IncomingData(), text).items[0].result == BoxTaken(box)
    assert client.boxes.all() == (box,)


def test_diverging_match_from_a_link_can_be_kept_as_a_copy(table: Table, tmp_path: Path) -> None:
    other = _other(table, tmp_path / "other")
    other.take(0, 1, id="tap-other")
    table.take(0, 2)
    client = _owner(table.hub)
    link = qr_frames.link_text(done(other.hub.files.pack(other.match_id)))
    arrivals = brought(client, IncomingData(), f"acta={link}")
    (parted,) = arrivals.items
    assert isinstance(parted.result, PartsWays)
    (copied,) = import_as_copy(client, arrivals, parted).items
    assert isinstance(copied.result, Imported)


def test_files_are_imported_like_links(table: Table, tmp_path: Path) -> None:
    box = table.hub.boxes.new("pebbles", "La de casa", {"lid.value": 4})
    table.hub.boxes.save(box)
    other = _other(table, tmp_path / "other")
    other.take(0, 1, id="tap-other")
    table.take(0, 2)
    client = _owner(other.hub)
    arrivals = brought_file(client, IncomingData(), table.hub.boxes.export(box.id))
    assert arrivals.items[0].result == BoxTaken(box)
    arrivals = brought_file(client, arrivals, table.hub.files.export(table.match_id))
    copied = import_as_copy(client, arrivals, arrivals.items[0])
    assert isinstance(copied.items[0].result, Imported)
    assert isinstance(brought_file(client, arrivals, b"?").items[0].result, NotImported)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "receive.nothing"),
        ("https://example.org/", "receive.nothing"),
        ("parte=A1-1-00000000-A1", "receive.nothing"),
        ("parte=Z1-1-00000000-AA", "receive.nothing"),
        ("parte=A1-1-00000000-AA", "acta.truncated"),
        ("acta=a", "acta.not_acta"),
        ("acta=AAAA", "acta.truncated"),
        ("caja=AAAA", "box.damaged"),
    ],
)
def test_unreadable_text_gives_the_key_of_its_error(hub: Hub, text: str, key: str) -> None:
    result = brought(_owner(hub), IncomingData(), text).items[0].result
    assert isinstance(result, NotImported)
    assert result.key == key


def test_stored_parts_of_codes_may_be_anything() -> None:
    assert resumed(["junk", 3, None, "parte=A1-1-0000000G-AA"]) == IncomingData()


def test_latest_ten_incoming_items_are_remembered(hub: Hub) -> None:
    arrivals = IncomingData()
    for _ in range(30):
        arrivals = brought(_owner(hub), arrivals, "hola")
    assert len(arrivals.items) == 10


def test_code_with_a_false_checksum_is_dropped(hub: Hub) -> None:
    with pytest.raises(ActaError):
        qr_frames.QrFrameSet().data()
    arrivals = brought(_owner(hub), IncomingData(), "parte=A1-1-00000000-AA")
    assert arrivals.parts == ()


@pytest.mark.parametrize("before", ["", "https://x.org/mesa/#", "Mira: https://x.org/#", "Toma #"])
@pytest.mark.parametrize(
    "after", ["", ".", ")", "&x=1", "&fbclid=ab_c-d", "%29", "»,\nun abrazo", "/"]
)
def test_link_is_read_out_of_the_text_around_it(
    table: Table, tmp_path: Path, before: str, after: str
) -> None:
    """Sentences end in a full stop, and programs append parameters of their own to an address."""
    other = _owner(new_hub(tmp_path / "other", Ids(count(5000))))
    text = f"acta={qr_frames.link_text(done(table.hub.files.pack(table.match_id)))}"
    (item,) = brought(other, IncomingData(), before + text + after).items
    assert isinstance(item.result, Imported)
