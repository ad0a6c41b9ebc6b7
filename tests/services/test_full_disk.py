"""Full or read-only disk: stored data open, show and can be exported."""

import asyncio
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from companion import bootstrap
from companion.match.entries import Noted
from companion.match.resumable import done
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import Imported, NotImported, NotSaved, Submission
from companion.services.sharing.shared_tables import device_id
from companion.services.storage.data_folder import data_folder
from companion.services.storage.store import StoreError, Trouble
from companion.services.transfer import backup_archive
from companion.toolkit import session_guard
from companion.ui.files import example_acta
from companion.ui.screens.acta import screen as acta
from companion.ui.screens.boxes import screen as boxes
from companion.ui.screens.home import screen as home
from companion.ui.screens.match import screen as table
from companion.ui.screens.preparation import screen as preparation
from companion.ui.screens.result import screen as ending
from companion.ui.screens.settings import screen as settings
from tests.ui.drawn import drawn, texts
from tests.ui.tables import context

EXAMPLE = "santiago_de_cuba-ejemplo"


class Disk:
    """Small disk of its own that can be filled up or made read-only."""

    def __init__(self, at: Path) -> None:
        self.at, self.data = at, at / "data"

    def _remount(self, how: str) -> None:
        subprocess.run(["mount", "-o", f"remount,{how}", str(self.at)], check=True)

    def only_reads(self) -> None:
        """Make the disk read-only."""
        self._remount("ro")

    def fill(self) -> None:
        """Fill up the disk."""
        try:
            with (self.at / "full").open("wb", buffering=0) as file:
                while file.write(b"x" * 1024):
                    pass
        except OSError:
            return

    def free(self) -> None:
        """Make room again."""
        self._remount("rw")
        (self.at / "full").unlink(missing_ok=True)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    """Yield a small mounted disk."""
    at = tmp_path / "disk"
    at.mkdir()
    mounted = ["mount", "-t", "tmpfs", "-o", "size=900k", "tmpfs", str(at)]
    try:
        done = subprocess.run(mounted, capture_output=True, check=False).returncode
    except OSError:
        done = 1
    if done:
        pytest.skip("no disk can be mounted here")
    try:
        yield Disk(at)
    finally:
        subprocess.run(["umount", "-l", str(at)], check=False)


def _furnish(disk: Disk, *, killed: bool = False) -> bytes:
    """Store a match, a box and a table, as left by a killed server if asked for."""
    with bootstrap.own_hub(disk.data) as hub:
        assert isinstance(hub.files.import_acta(_example()), Imported)
        hub.boxes.save(hub.boxes.new("blue_moon_city", "La de casa", {}))
        exported = hub.files.export(EXAMPLE)
        if killed:
            shutil.copytree(disk.data, disk.at / "copy")
    if killed:
        shutil.rmtree(disk.data)
        (disk.at / "copy").rename(disk.data)
        for left in disk.data.rglob("*-shm"):
            left.unlink()
    return exported


def _example() -> bytes:
    acta = example_acta("santiago_de_cuba")
    assert acta
    return acta


def _reads(hub: Hub, whole: bytes, code: Trouble) -> None:
    """Check that everything works without writing, and that writing says why not."""
    assert code in hub.troubles
    assert [line.damaged for line in hub.matches.list.all()] == [None]
    assert hub.files.export(EXAMPLE) == whole
    assert hub.matches.open(EXAMPLE).entries == bootstrap.open_acta(whole).read.entries
    assert [box.name for box in hub.boxes.all()] == ["La de casa"]
    client = Client(hub, device_id("own"), owner=True)
    assert done(backup_archive.saving(client)).matches == 1
    answer = done(hub.matches.submit(EXAMPLE, Submission("noted-1", Noted(text="ñ" * 2000))))
    assert isinstance(answer, NotSaved)
    assert hub.files.export(EXAMPLE) == whole
    assert hub.files.import_acta(_example(), as_copy=True) == NotImported(f"store.{code}")
    acts: tuple[Callable[[], None], ...] = (
        lambda: hub.matches.delete(EXAMPLE),
        lambda: hub.store.set_setting("a", "x" * 4000),
        lambda: client.seating.open_table(EXAMPLE),
    )
    for act in acts:
        try:
            act()
        except StoreError:
            continue
        assert code == "disk_full"
        hub.matches.restore(EXAMPLE) if EXAMPLE in hub.matches.binned() else None


@pytest.mark.parametrize("killed", [False, True])
@pytest.mark.parametrize(
    ("fails", "code"), [(Disk.only_reads, "read_only"), (Disk.fill, "disk_full")]
)
def test_data_on_a_full_or_read_only_disk_can_be_read_and_exported(
    disk: Disk, fails: Callable[[Disk], None], code: Trouble, killed: bool
) -> None:
    whole = _furnish(disk, killed=killed)
    fails(disk)
    with bootstrap.own_hub(disk.data) as hub:
        _reads(hub, whole, code)
    disk.free()
    _writes_again(disk, whole)


def _writes_again(disk: Disk, whole: bytes) -> None:
    with bootstrap.own_hub(disk.data) as hub:
        assert hub.troubles == ()
        assert hub.files.export(EXAMPLE) == whole
        answer = done(hub.matches.submit(EXAMPLE, Submission("noted-2", Noted(text="hola"))))
        assert not isinstance(answer, NotSaved)


def test_disk_that_fills_up_in_the_middle_of_a_match_loses_nothing(disk: Disk) -> None:
    _furnish(disk)
    with bootstrap.own_hub(disk.data) as hub:
        disk.fill()
        for n in range(40):
            answer = done(
                hub.matches.submit(EXAMPLE, Submission(f"noted-{n}", Noted(text="ñ" * 2000)))
            )
            if isinstance(answer, NotSaved):
                assert answer.code == "disk_full"
                break
        else:
            pytest.fail("it never filled up")
        entries = hub.matches.open(EXAMPLE).entries
        disk.free()
        assert hub.matches.open(EXAMPLE).entries == entries
        answer = done(hub.matches.submit(EXAMPLE, Submission("noted-last", Noted(text="hola"))))
        assert not isinstance(answer, NotSaved)
    with bootstrap.own_hub(disk.data) as hub:
        assert hub.matches.open(EXAMPLE).entries[-1].body == Noted(text="hola")


def test_missing_folder_that_cannot_be_made_is_reported(disk: Disk) -> None:
    disk.only_reads()
    with bootstrap.own_hub(disk.data) as hub:
        assert hub.troubles == ("read_only",)
        assert hub.matches.list.all() == ()
        assert hub.boxes.all() == ()
        assert hub.matches.binned() == ()
        assert hub.files.import_acta(_example()) == NotImported("store.read_only")


SCREENS: tuple[tuple[ModuleType, bool], ...] = (
    (home, False), (boxes, False), (settings, False), (table, True), (acta, True),
    (preparation, True), (ending, True),
)  # fmt: skip


def test_every_screen_is_drawn_and_touched_on_a_read_only_disk(disk: Disk) -> None:
    _furnish(disk)
    disk.only_reads()

    async def look(hub: Hub) -> None:
        client = Client(hub, "here", owner=True)
        for module, of_match in SCREENS:
            said: list[str] = []
            ctx = replace(context(client, "here"), notify=said.append)
            given = (EXAMPLE,) if of_match else ()
            one = await drawn(module.Screen, ctx, *given, watched=True)
            if module is home:
                assert ctx.words("trouble.read_only") in set(texts(one.news()))
            for key in one.touchable():
                if key in one.touchable() and not key.startswith(("export", "import", "acta:exp")):
                    await one.touch(key)
                    assert not session_guard.has_failed(one.page.session), (module, key)
            one.close()

    with bootstrap.own_hub(disk.data) as hub:
        asyncio.run(look(hub))


def test_impossible_data_folder_is_refused(tmp_path: Path) -> None:
    for chosen in ("~nadie-que-exista/x", "a\0b"):
        with pytest.raises(StoreError, match="bad_folder"):
            data_folder(chosen)
    (tmp_path / "file").write_text("x")
    for folder in (tmp_path / "file", tmp_path / "file" / "x", tmp_path / ("x" * 300)):
        with pytest.raises(StoreError, match="bad_folder"), bootstrap.own_hub(folder):
            pass
