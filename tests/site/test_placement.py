"""Placement of a site: it replaces an older one whole, and touches nothing else."""

import errno
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.site import CannotPublish, placement

OTHERS = {
    ".git/HEAD": "ref: refs/heads/main",
    ".git/objects/aa/bb": "blob",
    ".nojekyll": "",
    "CNAME": "mesa.example.org",
    "icons/ours.png": "not of the site",
    "fotos/mesa.jpg": "photograph",
}
"""Files that a host, a repository and a person keep beside a site."""


def _site(folder: Path, build: str, *names: str) -> Path:
    for name in ("index.html", "icons/a.png", "icons/a.png.gz", "sw.js", *names):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"{build} {name}", "utf-8")
    placement.list_files(folder, build)
    return folder


def _write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")


def _content(folder: Path) -> dict[str, str]:
    return {name: (folder / name).read_text("utf-8") for name in placement.names_in(folder)}


@contextmanager
def _failing(at: int, code: int, *attributes: tuple[Any, str]) -> Iterator[list[int]]:
    """Let these functions succeed so many times together, and then fail once."""
    calls = [0]
    with pytest.MonkeyPatch.context() as patch:
        for owner, name in attributes:
            stock = getattr(owner, name)

            def counted(*args: Any, stock: Any = stock, **kwargs: Any) -> Any:
                calls[0] += 1
                if calls[0] == at + 1:
                    raise OSError(code, "no", "name")
                return stock(*args, **kwargs)

            patch.setattr(owner, name, counted)
        yield calls


def test_publishing_keeps_files_that_belong_to_no_site(tmp_path: Path) -> None:
    folder = tmp_path / "web"
    placement.put(_site(tmp_path / "one", "one", "old/gone.js"), folder)
    _write(folder, OTHERS)
    placement.put(_site(tmp_path / "two", "two", "neu.js"), folder)
    two = _content(tmp_path / "two")
    assert _content(folder) == {**OTHERS, **two}
    assert not (folder / "old").exists()


def test_empty_repository_accepts_a_site(tmp_path: Path) -> None:
    folder = tmp_path / "web"
    others = {name: OTHERS[name] for name in (".git/HEAD", ".nojekyll", "CNAME")}
    _write(folder, others)
    placement.check(folder)
    placement.put(_site(tmp_path / "one", "one"), folder)
    assert _content(folder) == {**others, **_content(tmp_path / "one")}


def test_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    _write(tmp_path, {"tesis.txt": "…"})
    with pytest.raises(CannotPublish, match="not_empty"):
        placement.check(tmp_path)


def test_site_without_a_file_list_is_replaced_by_name(tmp_path: Path) -> None:
    """Earlier versions published sites without a list."""
    folder = tmp_path / "web"
    _write(folder, {**OTHERS, "companion.site": "a1b2c3\n", "index.html": "old", "old.js": "old"})
    placement.put(_site(tmp_path / "two", "two"), folder)
    assert _content(folder) == {**OTHERS, "old.js": "old", **_content(tmp_path / "two")}


def test_foreign_file_with_a_needed_name_refuses_the_site(tmp_path: Path) -> None:
    folder = tmp_path / "web"
    placement.put(_site(tmp_path / "one", "one"), folder)
    (folder / "neu.js").write_text("mine", "utf-8")
    before = _content(folder)
    with pytest.raises(CannotPublish, match="name_taken"):
        placement.put(_site(tmp_path / "two", "two", "neu.js"), folder)
    (folder / "neu.js").unlink()
    (folder / "neu.js").mkdir()
    with pytest.raises(CannotPublish, match="name_taken"):
        placement.put(_site(tmp_path / "three", "two", "neu.js"), folder)
    (folder / "neu.js").rmdir()
    before.pop("neu.js")
    assert _content(folder) == before


@pytest.mark.parametrize(
    "name", ["../outside", "/outside", "a/../../outside", "", 3, "a\\b", "./a"]
)
def test_file_list_with_outside_paths_deletes_nothing_outside(tmp_path: Path, name: object) -> None:
    (tmp_path / "outside").write_text("mine", "utf-8")
    folder = tmp_path / "web"
    _write(folder, {placement.MARK: json.dumps({"build": "x", "files": [name]})})
    placement.put(_site(tmp_path / "two", "two"), folder)
    assert (tmp_path / "outside").read_text("utf-8") == "mine"


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT, errno.EIO])
@pytest.mark.parametrize("fresh", [True, False])
def test_failed_publication_leaves_the_older_site_whole(
    tmp_path: Path, code: int, fresh: bool
) -> None:
    """Failures come at each write and at each move in turn; the next publication succeeds."""
    two = _site(tmp_path / "two", "two", "neu.js")
    for at in range(200):
        folder = tmp_path / f"web{at}"
        if not fresh:
            placement.put(_site(tmp_path / "one", "one", "old/gone.js"), folder)
            _write(folder, OTHERS)
        before = _content(folder) if folder.exists() else None
        calls_of = ((shutil, "copyfile"), (Path, "replace"))
        with _failing(at, code, *calls_of) as calls:
            try:
                placement.put(two, folder)
            except (CannotPublish, OSError) as error:
                named = isinstance(error, CannotPublish) and error.code == "disk_full"
                assert named == (code != errno.EIO)
        if calls[0] <= at:
            break
        assert (_content(folder) if folder.exists() else None) == before, at
        placement.put(two, folder)
        assert _content(folder) == {**({} if fresh else OTHERS), **_content(two)}
    assert at > 10


def test_next_publication_repairs_one_cut_by_a_power_failure(
    tmp_path: Path,
) -> None:
    class PowerCut(BaseException):
        """End of the program: nothing is rolled back any more."""

    two = _site(tmp_path / "two", "two", "neu.js")
    stock, left = Path.replace, [0]

    def cut(path: Path, target: Path) -> Path:
        left[0] -= 1
        if left[0] < 0:
            raise PowerCut
        return stock(path, target)

    for at in range(200):
        folder = tmp_path / f"web{at}"
        placement.put(_site(tmp_path / "one", "one", "old/gone.js"), folder)
        _write(folder, OTHERS)
        left[0] = at
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Path, "replace", cut)
            try:
                placement.put(two, folder)
                break
            except PowerCut:
                pass
        placement.put(two, folder)
        assert _content(folder) == {**OTHERS, **_content(two)}, at
    assert at > 10
