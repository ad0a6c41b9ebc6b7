"""Publication of a site: whole, or not at all."""

import errno
import gzip
import io
import json
import shutil
import subprocess
import zipfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import pytest

from companion.cli import site_words
from companion.site import (
    CannotPublish,
    builder,
    placement,
    publish,
)
from companion.site import packages as compiler_module
from companion.site.builder import uncompressed
from companion.site.packages import NEEDED

WORDS = site_words()
KNOWN = {".html", ".js", ".json", ".wasm", ".zip", ".png", ".woff2"}
"""Extensions for which every static server has a type; a browser runs no other kind."""
ONLY_READ = {".otf", ".bin", ".frag", ".pack"}
"""Extensions of fonts and tables that the stock client requests, and of our archives."""


def _package(folder: Path, name: str) -> None:
    (folder / name).mkdir(parents=True)
    (folder / name / "__init__.py").write_text("", "utf-8")


def test_publishing_without_packages_is_refused(tmp_path: Path) -> None:
    """Sites without packages would be there, and never start."""
    packages = tmp_path / "packages"
    packages.mkdir()
    with pytest.raises(CannotPublish) as refused:
        publish(tmp_path / "site", WORDS, packages)
    assert refused.value.code == "packages_missing"
    assert refused.value.detail == ", ".join(NEEDED)
    assert not (tmp_path / "site").exists()


def test_refusal_names_the_missing_package(tmp_path: Path) -> None:
    packages = tmp_path / "packages"
    for name in NEEDED[1:]:
        _package(packages, name)
    with pytest.raises(CannotPublish) as refused:
        publish(tmp_path / "site", WORDS, packages)
    assert refused.value.detail == NEEDED[0]


def test_refused_publication_keeps_the_older_site(tmp_path: Path) -> None:
    packages, site = tmp_path / "packages", tmp_path / "site"
    packages.mkdir()
    site.mkdir()
    (site / "companion.site").write_text("before\n", "utf-8")
    with pytest.raises(CannotPublish):
        publish(site, WORDS, packages)
    assert (site / "companion.site").read_text("utf-8") == "before\n"


def test_full_disk_is_reported_as_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_published_files_have_types_that_every_host_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Modules of an unknown type do not run, and a manifest of one may not count."""
    packages, site = tmp_path / "packages", tmp_path / "site"
    for name in NEEDED:
        _package(packages, name)
    monkeypatch.setattr(gzip, "compress", lambda _data, *_args, **_kwargs: b"")
    publish(site, WORDS, packages)
    names = [path for path in site.rglob("*") if path.is_file() and path.name != placement.MARK]
    kinds = {path.suffix for path in names} - {".gz"}
    assert kinds <= KNOWN | ONLY_READ
    # Skip the loader of the stock client: it refers to a build that is not shipped.
    ours = [path for path in names if path.suffix in (".js", ".html") and path.name != "flutter.js"]
    assert [path.name for path in ours if ".mjs" in path.read_text("utf-8")] == []


@pytest.mark.deep
def test_service_worker_is_the_same_in_every_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Workers are then never replaced while pages are open; their list says what a version is."""
    packages = tmp_path / "packages"
    for name in NEEDED:
        _package(packages, name)
    monkeypatch.setattr(gzip, "compress", lambda _data, *_args, **_kwargs: b"")
    sites = tmp_path / "one", tmp_path / "two"
    made = [publish(site, {**WORDS, "title": site.name}, packages) for site in sites]
    keepers = {(site / placement.WORKER).read_bytes() for site in sites}
    assert len(keepers) == 1
    assert made[0].build != made[1].build
    for site, of in zip(sites, made, strict=True):
        version = json.loads((site / placement.VERSION).read_text("utf-8"))
        assert version["build"] == of.build
        assert of.build in (site / "start.js").read_text("utf-8")
        files = {name for name in placement.names_in(site) if not name.endswith(".gz")}
        assert {*version["files"]} == files - {*placement.LAST, placement.MARK}
        for name, digest in version["files"].items():
            assert sha256((site / name).read_bytes()).hexdigest().startswith(digest)


def test_manifest_has_no_id() -> None:
    """Identifiers in the manifest would be counted from the root of the host."""
    assert "id" not in json.loads(builder._manifest(WORDS))


def _packed(*names: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, name * 99)
    return buffer.getvalue()


def test_archive_drops_sources_that_have_bytecode() -> None:
    loose = uncompressed(_packed("a.py", "a.pyc", "b.py", "words.toml"))
    with zipfile.ZipFile(io.BytesIO(loose)) as archive:
        assert archive.namelist() == ["a.pyc", "b.py", "words.toml"]
        assert {each.compress_type for each in archive.infolist()} == {zipfile.ZIP_STORED}
        assert archive.read("b.py") == b"b.py" * 99


def test_archive_drops_what_a_browser_has_no_use_for() -> None:
    kept = ("encodings/__init__.py", "encodings/cp437.py", "encodings/iso8859_1.py", "pprint.py")
    left_out = ("encodings/cp1252.py", "encodings/iso8859_15.py", "pdb.py", "unittest/mock.py")
    with zipfile.ZipFile(io.BytesIO(uncompressed(_packed(*kept, *left_out)))) as archive:
        assert (*archive.namelist(),) == kept


def _all_packages(folder: Path) -> Path:
    for name in NEEDED:
        _package(folder, name)
    return folder


def test_site_is_published_with_compiled_archives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Archives are shipped as the compiler leaves them, and the page knows that."""
    squeeze = gzip.compress
    monkeypatch.setattr(gzip, "compress", lambda data, *_args, **_kwargs: squeeze(data, 0))

    def compiler(_runtime: Path, home: Path, library: Path) -> None:
        assert "companion/in_browser.py" in zipfile.ZipFile(home).namelist()
        home.write_bytes(_packed("home.pyc"))
        library.write_bytes(_packed("library.pyc"))

    packages = _all_packages(tmp_path / "packages")
    for name, by in (("plain", None), ("compiled", compiler)):
        publish(tmp_path / name, WORDS, packages, by)
    worker = "python-worker.js"
    assert "COMPILED = false;" in (tmp_path / "plain" / worker).read_text("utf-8")
    assert "COMPILED = true;" in (tmp_path / "compiled" / worker).read_text("utf-8")
    shipped = {}
    for name in builder.ARCHIVES:
        loose = gzip.decompress((tmp_path / "compiled" / name).read_bytes())
        shipped[name] = zipfile.ZipFile(io.BytesIO(loose)).namelist()
        assert sha256(loose).hexdigest()[:16] in (tmp_path / "compiled" / worker).read_text("utf-8")
    assert [*shipped.values()] == [["library.pyc"], ["home.pyc"]]


def test_smallest_variant_counts_as_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever has a `.gz` file gets a `.br` file, and no other."""
    squeeze = gzip.compress
    monkeypatch.setattr(gzip, "compress", lambda data, *_args, **_kwargs: squeeze(data, 0, mtime=0))

    def squeezer(paths: Sequence[Path]) -> None:
        for path in paths:
            path.with_name(f"{path.name}.br").write_bytes(b"small")

    packages = _all_packages(tmp_path / "packages")
    plain = publish(tmp_path / "plain", WORDS, packages)
    small = publish(tmp_path / "small", WORDS, packages, squeezer=squeezer)
    names = {path.relative_to(tmp_path / "small") for path in (tmp_path / "small").rglob("*.?*")}
    with_gz, with_br = (
        {name.with_suffix("") for name in names if name.suffix == ending}
        for ending in (".gz", ".br")
    )
    assert with_gz == with_br
    assert small.build == plain.build
    assert small.first_visit < plain.first_visit / 2


def test_failed_compilation_refuses_the_publication(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Refusal gives the reason in one line; what was there stays there."""
    node = tmp_path / "node"
    node.write_text("#!/bin/sh\necho 'x = {' >&2\necho 'Error: no room' >&2\nexit 3\n", "utf-8")
    node.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    compiler = compiler_module.find_compiler()
    packages = _all_packages(tmp_path / "packages")
    with pytest.raises(CannotPublish) as refused:
        publish(tmp_path / "site", WORDS, packages, compiler)
    assert (refused.value.code, refused.value.detail) == ("not_compiled", "Error: no room")
    assert not (tmp_path / "site").exists()


@pytest.mark.skipif(not compiler_module.find_squeezer(), reason="needs Node.js")
def test_squeezer_writes_what_browsers_read(tmp_path: Path) -> None:
    squeezer = compiler_module.find_squeezer()
    assert squeezer
    file, packed = tmp_path / "a.js", tmp_path / "a.js.br"
    file.write_text("let a = 1;\n" * 999)
    squeezer([file])
    read = "process.stdout.write(zlib.brotliDecompressSync(fs.readFileSync(process.argv[1])))"
    done = subprocess.run(["node", "-e", read, str(packed)], capture_output=True, check=True)
    assert done.stdout == file.read_bytes()
    assert packed.stat().st_size < 99


def test_no_compiler_is_used_where_none_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert compiler_module.find_compiler() is None
