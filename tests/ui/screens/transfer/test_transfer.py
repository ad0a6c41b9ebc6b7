"""Transfer to another device and its reception, in words."""

import asyncio
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image, ImageDraw

import companion.page
from companion.bootstrap import catalog, new_id, own_hub
from companion.games import GAMES
from companion.match.files import qr_frames
from companion.match.files.qr_frames import QrFrameSet
from companion.match.resumable import done
from companion.rulebook.loader import app_words
from companion.services.boxes.profiles import BoxProfile
from companion.services.client import Client
from companion.services.disputes.dispute_builder import DisputeQuestion
from companion.services.disputes.model import pack_disputes
from companion.services.hub import Hub
from companion.services.matches.results import Imported, ImportResult, NotImported, PartsWays
from companion.services.sharing.shared_tables import device_id
from companion.services.storage.sqlite_store import SqliteStore
from companion.services.transfer import backup_archive
from companion.services.transfer.incoming_data import (
    FILE,
    BoxTaken,
    IncomingData,
    IncomingItem,
    PendingImports,
)
from companion.ui.device import phone
from companion.ui.device.inbox import Inbox
from companion.ui.screens.settings.screen import site_address
from companion.ui.screens.transfer import presenter
from companion.ui.screens.transfer import presenter as carrying
from companion.ui.screens.transfer import receive as screen
from companion.ui.widgets.qr import qr_svg
from tests.ui.city_match import built
from tests.ui.drawn import drawn, settled, texts
from tests.ui.tables import NOW, PLAYTHROUGHS, context

WORDS = app_words()
SITE = "https://ejemplo.org/mesa/"


def test_transfer_link_holds_all_the_data_and_shows_its_size() -> None:
    view = carrying.carried("acta", bytes(3000), SITE)
    what, text = view.link.removeprefix(f"{SITE}#").split("=")
    assert (what, qr_frames.read_link_text(text)) == ("acta", bytes(3000))
    assert view.size == "4,0"


def test_qr_codes_contain_only_capitals_and_digits() -> None:
    view = carrying.carried("caja", bytes(1500), SITE)
    assert len(view.codes) == 3
    for code in view.codes:
        text = code.removeprefix(f"{SITE}#parte=")
        assert text == text.upper()
        frame = qr_frames.read_frame(text)
        assert frame
        assert frame.kind == "C"


def test_data_too_long_for_qr_codes_has_none() -> None:
    assert carrying.carried("acta", bytes(100_000), SITE).codes == ()


def test_qr_codes_are_read_back_as_written() -> None:
    """Dense codes too, with the least correction and a mask that was not searched for."""
    view = carrying.carried("acta", bytes(range(256)) * 5, SITE)
    for text in (*view.codes, SITE):
        (code,) = zxingcpp.read_barcodes(_drawn(qr_svg(text)))
        assert code.text == text


def _drawn(svg: str, scale: int = 4) -> Image.Image:
    """Draw the runs that the SVG is made of."""
    side = int(svg.split('viewBox="0 0 ')[1].split()[0])
    picture = Image.new("L", (side * scale, side * scale), 255)
    draw = ImageDraw.Draw(picture)
    for run in svg.rsplit('d="M', 1)[1].split('"')[0].split("M"):
        place, rest = run.split("h")
        x, y = map(int, place.split())
        width = int(rest.split("v")[0])
        draw.rectangle((x * scale, y * scale, (x + width) * scale - 1, (y + 1) * scale - 1), fill=0)
    return picture


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("https://ejemplo.org", "https://ejemplo.org/"),
        (" ejemplo.org/mesa ", "https://ejemplo.org/mesa/"),
        ("https://ejemplo.org/mesa/index.html", "https://ejemplo.org/mesa/index.html"),
        ("https://ejemplo.org/mesa/?a=1#/partida/x/mesa", "https://ejemplo.org/mesa/"),
        ("http://192.168.1.5:8000/mesa/", "http://192.168.1.5:8000/mesa/"),
        ("http://localhost:8000", "http://localhost:8000/"),
        ("una copia", None),
        ("copia", None),
        ("ftp://ejemplo.org/", None),
        ("javascript:alert(1)", None),
        ("https://ejemplo.org:99999/", None),
        ("https://ana:clave@ejemplo.org/", None),
        ("https://", None),
        ("https://[::1", None),
        ("https://ejemplo.org/" + "a" * 300, None),
    ],
)
def test_site_address_is_normalised_or_rejected(typed: str, kept: str | None) -> None:
    assert site_address(typed) == kept


def _read(count: int, total: int) -> QrFrameSet:
    gathered = QrFrameSet()
    for text in qr_frames.frames(bytes(600 * total), "A")[:count]:
        frame = qr_frames.read_frame(text)
        assert frame
        gathered = gathered.with_frame(frame)
    return gathered


def test_scan_progress_names_the_missing_codes() -> None:
    assert presenter.progress(QrFrameSet(), WORDS) is None
    two, one = (
        presenter.progress(_read(2, 5), WORDS),
        presenter.progress(_read(1, 2), WORDS),
    )
    assert two
    assert one
    assert (two.text, two.share) == ("Leídos 2 de 5: faltan 3, 4 y 5", 0.4)
    assert one.text == "Leído 1 de 2: falta 2"


@pytest.mark.parametrize(
    ("result", "text", "bad", "copy"),
    [
        (Imported(built()), "Partida importada. Juegan ", False, False),
        (PartsWays(built(), 3), "desde la anotación 3", True, True),
        (NotImported("acta.truncated", {"line": 1}), "Ha llegado incompleto", True, False),
        (NotImported("acta.newer_format"), "versión más nueva", True, False),
        (NotImported("receive.nothing"), "no es un enlace", True, False),
        (NotImported("store.elsewhere"), "otra pestaña", True, False),
        (NotImported("box.damaged"), "incompleto", True, False),
    ],
)
def test_result_of_an_import_is_described(
    result: ImportResult, text: str, bad: bool, copy: bool
) -> None:
    view = presenter.arrival(IncomingItem(result), WORDS)
    assert text in view.text
    assert (view.bad, view.copy) == (bad, copy)


def test_truncated_file_is_described_with_its_broken_line() -> None:
    broken = IncomingItem(NotImported("acta.truncated", {"line": 7}), what=FILE)
    assert "línea 7" in presenter.arrival(broken, WORDS).text


def test_imported_box_can_be_opened() -> None:
    box = BoxProfile(id="box-0001", game="blue_moon_city", name="La de casa", facts={})
    view = presenter.arrival(IncomingItem(BoxTaken(box)), WORDS)
    assert (view.text, view.box) == ("Caja «La de casa» importada.", box)


def test_inbox_notifies_its_screen_and_keeps_partial_codes(tmp_path: Path) -> None:
    kept: list[tuple[str, ...]] = []
    notifications: list[int] = []
    inbox = Inbox(kept.append)
    end = inbox.subscribe(lambda: notifications.append(1))
    with own_hub(tmp_path) as hub:
        client = Client(hub, "own", owner=True)
        first, second = (f"parte={t}" for t in qr_frames.frames(bytes(900), "A"))
        done(inbox.taking(client, [first]))
        assert kept == [(first,)]
        other = Inbox(kept.append)
        other.resume(list(kept[0]))
        assert other.arrivals.gathered.missing == (2,)
        done(inbox.taking(client, [second]))
        assert kept[-1] == ()
        done(inbox.taking_file(client, b"?"))
        assert len(inbox.arrivals.items) == 2
        done(inbox.taking(client, [first]))
        inbox.drop()
        assert (inbox.arrivals.parts, kept[-1]) == ((), ())
    assert len(notifications) == 5
    end()
    inbox.drop()
    assert len(notifications) == 5


def test_inbox_resumes_empty_when_no_codes_were_stored() -> None:
    inbox = Inbox(lambda _parts: None)
    inbox.resume(None)
    assert inbox.arrivals == IncomingData()


def test_camera_reader_gets_its_words_and_the_codes_already_read() -> None:
    """Numbers are filled in by the page, for it alone sees each code."""
    row = qr_frames.frames(bytes(range(256)) * 8, "A")
    gathered = QrFrameSet()
    for text in (row[2], row[0]):
        frame = qr_frames.read_frame(text)
        assert frame
        gathered = gathered.with_frame(frame)
    said = json.loads(phone.reader_request(IncomingData(gathered), WORDS))
    assert sorted(said["read"]) == sorted(f"parte={text}" for text in (row[0], row[2]))
    assert said["words"]["counter"] == "{n} de {total}"
    assert set(said["words"]) == set(phone.SAID)


def test_reader_script_uses_exactly_the_words_it_gets() -> None:
    """Keep the script of the page and the words in agreement."""
    script = (Path(companion.page.__file__).parent / "assets" / "reader.js").read_text("utf-8")
    used = set(re.findall(r"words\.(\w+)", script)) | {"denied", "no_camera"}
    assert used == set(phone.SAID)


def _house(folder: Path) -> Client:
    hub = Hub(SqliteStore(folder), GAMES, catalog, lambda: NOW, new_id)
    return Client(hub, device_id("own"), owner=True)


def _kept(client: Client) -> tuple[object, ...]:
    matches = sorted((line.id, line.count) for line in client.matches.all())
    return (*matches, *client.boxes.all(), *client.disputes.all())


def _brought(folder: Path) -> list[tuple[str, str | bytes]]:
    """Return each thing that can arrive, with its description."""
    there = _house(folder)
    data = (PLAYTHROUGHS / "blue_moon_city/stalemate_3.acta").read_bytes()
    there.files.import_acta(data)
    (line,) = there.matches.all()
    box = there.boxes.new("blue_moon_city", "La de casa", {})
    there.boxes.save(box)
    asked = DisputeQuestion("blue_moon_city", "¿Vale doble?", match=line.id)
    dispute = there.disputes.open(asked)
    packed = done(there.files.pack(line.id))
    boxed, disputed = there.boxes.pack(box.id), pack_disputes([dispute])
    match = f"{', '.join(line.players[:-1])} y {line.players[-1]}. Lleva 13 anotaciones. Ha term"
    of_box = "Ha llegado la caja «La de casa», de Blue Moon City."
    of_dispute = "Ha llegado 1 disputa. La primera dice: «¿Vale doble?»."
    return [
        (match, f"acta={qr_frames.link_text(packed)}"),
        (match, f"parte={qr_frames.frames(packed, 'A', 3000)[0]}"),
        (match, data),
        (of_box, f"caja={qr_frames.link_text(boxed)}"),
        (of_box, there.boxes.export(box.id)),
        (of_dispute, f"disputa={qr_frames.link_text(disputed)}"),
        (of_dispute, there.disputes.export([dispute.id])),
        ("Ha llegado un archivo con todo", done(backup_archive.saving(there)).data),
    ]


@pytest.mark.parametrize("n", range(8))
def test_incoming_item_is_described_and_imported_only_on_consent(tmp_path: Path, n: int) -> None:
    said, what = _brought(tmp_path / "there")[n]
    client, inbox = _house(tmp_path / "here"), Inbox(lambda _parts: None)
    ctx = replace(context(client, "own"), inbox=inbox)

    def bring() -> None:
        if isinstance(what, bytes):
            done(inbox.taking_file(client, what))
        else:
            done(inbox.taking(client, [what]))

    async def touches() -> None:
        bring()
        view = await drawn(screen.Screen, ctx)
        assert said in " ".join(texts(view.news())).replace("\u00a0", " ")
        assert _kept(client) == ()
        await view.touch("came-leave")
        assert (_kept(client), inbox.arrivals.items) == ((), ())
        bring()
        await settled()
        await view.touch("came-take")
        assert _kept(client) != ()
        assert "came-take" not in view.touchable()
        view.close()

    asyncio.run(touches())
    after = _kept(client)
    bring()
    assert _kept(client) == after
    # A match that is already here asks no question.
    if n < 7:
        assert not presenter.arrival(inbox.arrivals.items[0], WORDS).waits


def test_continuation_of_an_existing_match_asks_before_import(tmp_path: Path) -> None:
    data = (PLAYTHROUGHS / "blue_moon_city/stalemate_3.acta").read_bytes()
    lines = data.splitlines(keepends=True)
    client, inbox = _house(tmp_path), Inbox(lambda _parts: None)
    client.files.import_acta(b"".join(lines[:4]))
    done(inbox.taking_file(client, data))
    (item,) = inbox.arrivals.items
    text = presenter.arrival(item, WORDS).text.replace("\u00a0", " ")
    assert "Ya está aquí, y lo que llega trae 10 anotaciones más." in text
    assert [line.count for line in client.matches.all()] == [4]
    done(inbox.accepting(client, item))
    assert [line.count for line in client.matches.all()] == [14]


def _inbox(client: Client) -> Inbox:
    """Return the inbox of a page that was just loaded."""
    inbox = Inbox(lambda _parts: None)
    done(inbox.recalling(PendingImports(client._hub.store, client)))
    return inbox


@pytest.mark.parametrize("n", range(8))
def test_pending_import_survives_a_page_reload(tmp_path: Path, n: int) -> None:
    """Survival includes a restart of the program; what was decided on does not come back."""
    said, what = _brought(tmp_path / "there")[n]
    client = _house(tmp_path / "here")
    inbox = _inbox(client)
    if isinstance(what, bytes):
        done(inbox.taking_file(client, what))
    else:
        done(inbox.taking(client, [what]))
    before = inbox.arrivals
    for again in (client, _house(tmp_path / "here")):
        inbox = _inbox(again)
        assert [(a.what, a.data, a.waits) for a in inbox.arrivals.items] == [
            (a.what, a.data, True) for a in before.items
        ]
        text = presenter.arrival(inbox.arrivals.items[0], WORDS).text
        assert said in text.replace("\u00a0", " ")
    done(inbox.accepting(again, inbox.arrivals.items[0]))
    assert _kept(again) != ()
    assert _inbox(again).arrivals.items == ()
    if isinstance(what, bytes) and n < 7:
        done(inbox.taking_file(again, what.replace(b"Vale", b"Cale").replace(b"casa", b"cama")))
        inbox.leave(inbox.arrivals.items[0])
        assert _inbox(again).arrivals.items == ()


def test_partial_import_that_diverges_still_asks(tmp_path: Path) -> None:
    data = (PLAYTHROUGHS / "blue_moon_city/stalemate_3.acta").read_bytes()
    lines = data.splitlines(keepends=True)
    odd = b"".join([*lines[:3], lines[3].replace(b'"author":"', b'"author":"x'), b"?\n"])
    client = _house(tmp_path)
    client.files.import_acta(data)
    inbox = _inbox(client)
    done(inbox.taking_file(client, odd))
    assert presenter.arrival(_inbox(client).arrivals.items[0], WORDS).partial
    inbox.take_part(client, inbox.arrivals.items[0])
    again = _inbox(_house(tmp_path))
    (item,) = again.arrivals.items
    assert presenter.arrival(item, WORDS).copy
    again.copy(client, item)
    assert sorted(line.count for line in client.matches.all()) == [4, 14]


def test_pending_import_is_not_visible_to_other_devices(tmp_path: Path) -> None:
    (_, link), *_ = _brought(tmp_path / "there")
    client = _house(tmp_path / "here")
    assert isinstance(link, str)
    done(_inbox(client).taking(client, [link]))
    other = Client(client._hub, device_id("another"), owner=True)
    assert _inbox(other).arrivals.items == ()
    guest = Client(client._hub, device_id("own"), owner=False)
    assert _inbox(guest).arrivals.items == ()


@pytest.mark.parametrize("kept", ["?", "[1]", '[{"data": 1}]', '[{"data": "?"}]', "[" * 9999])
def test_corrupt_pending_imports_are_ignored(tmp_path: Path, kept: str) -> None:
    client = _house(tmp_path)
    client._hub.store.set_setting(f"incoming/{client.device}", kept)
    assert _inbox(client).arrivals == IncomingData()


def test_pending_import_beyond_the_size_limit_is_not_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (_, link), _, (_, data), *_ = _brought(tmp_path / "there")
    assert isinstance(link, str)
    assert isinstance(data, bytes)
    client = _house(tmp_path / "here")
    monkeypatch.setattr("companion.services.transfer.incoming_data.LONGEST", 2 * len(data))
    inbox = _inbox(client)
    done(inbox.taking_file(client, data))
    assert _inbox(client).arrivals.items == ()
    done(inbox.taking(client, [link]))
    assert [a.what for a in _inbox(client).arrivals.items] == ["acta"]


@pytest.mark.parametrize("site", ["", SITE])
def test_codes_come_last_where_they_cannot_be_read(tmp_path: Path, site: str) -> None:
    async def said() -> list[str]:
        client = _house(tmp_path)
        ctx = replace(context(client, "here"), inbox=_inbox(client), read_codes=None)
        view = await drawn(screen.Screen, replace(ctx, place=replace(ctx.place, site=site)))
        shown = [*texts(view.client.page)]
        view.close()
        return shown

    shown = asyncio.run(said())
    codes, file = WORDS("carry.codes"), WORDS("carry.file")
    assert (shown.index(codes) < shown.index(file)) is bool(site)
