"""A site is published whole, or not at all."""

import errno
import shutil
from pathlib import Path

import pytest

from companion.ui.site import CannotPublish, publish
from companion.ui.site.packages import NEEDED

WORDS = dict.fromkeys(
    (
        *("title", "short", "description", "loading", "failed", "handed_over", "no_script"),
        *("step.runtime", "step.rules", "step.screens"),
    ),
    "…",
)


def _package(folder: Path, name: str) -> None:
    (folder / name).mkdir(parents=True)
    (folder / name / "__init__.py").write_text("", "utf-8")


def test_without_packages_nothing_is_published(tmp_path: Path) -> None:
    """Such a site would be there, and never start."""
    packages = tmp_path / "packages"
    packages.mkdir()
    with pytest.raises(CannotPublish) as refused:
        publish(tmp_path / "site", WORDS, packages)
    assert refused.value.code == "packages_missing"
    assert refused.value.detail == ", ".join(NEEDED)
    assert not (tmp_path / "site").exists()


def test_the_package_that_is_missing_is_named(tmp_path: Path) -> None:
    packages = tmp_path / "packages"
    for name in NEEDED[1:]:
        _package(packages, name)
    with pytest.raises(CannotPublish) as refused:
        publish(tmp_path / "site", WORDS, packages)
    assert refused.value.detail == NEEDED[0]


def test_an_older_site_stays_where_none_can_be_made(tmp_path: Path) -> None:
    packages, site = tmp_path / "packages", tmp_path / "site"
    packages.mkdir()
    site.mkdir()
    (site / "companion.site").write_text("before\n", "utf-8")
    with pytest.raises(CannotPublish):
        publish(site, WORDS, packages)
    assert (site / "companion.site").read_text("utf-8") == "before\n"


def test_a_full_disk_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packages = tmp_path / "packages"
    for name in NEEDED:
        _package(packages, name)

    def full(*_args: object) -> None:
        raise OSError(errno.ENOSPC, "no space")

    monkeypatch.setattr(shutil, "copyfile", full)
    with pytest.raises(CannotPublish) as refused:
        publish(tmp_path / "site", WORDS, packages)
    assert refused.value.code == "disk_full"
    assert not (tmp_path / "site").exists()
