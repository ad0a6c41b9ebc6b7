"""Assembly of a site: the stock client, Python's runtime, the archive and the start scripts."""

import gzip
import io
import json
import re
import shutil
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from importlib import import_module
from importlib.resources import files
from pathlib import Path

import companion
import rules_data
from companion.page import CLIENTS, FAILING, customise_client, device_script
from companion.site import placement
from companion.site.packages import CannotPublish, Compiler, Squeezer, fetch, missing

LEFT_OUT = (
    "companion/cli/",
    "companion/__main__.py",
    "companion/site/",
    "companion/page/assets/",
    "companion/services/storage/sqlite_store.py",
    "companion/services/storage/sqlite_file.py",
    "companion/services/storage/box_file.py",
    "companion/services/storage/data_folder.py",
    "flet/cli/",
    "flet/testing/",
    "pydantic/mypy.py",
    "pydantic/v1/",
    "qrcode/tests/",
)
"""Files that a phone does not need."""
_TOOLS = (
    *("_pyrepl/", "bdb.py", "doctest.py", "ftplib.py", "imaplib.py", "mailbox.py"),
    *("multiprocessing/", "pdb.py", "pickletools.py", "poplib.py", "pydoc.py", "smtplib.py"),
    *("unittest/", "wsgiref/", "xmlrpc/"),
)
_OLD_ENCODING = re.compile(
    r"encodings/(?!cp437|iso8859_1\b)(big5|cp|euc_|gb|hp_|iso|johab|koi8|mac_|shift_)"
)
"""Parts of the standard library that a browser has no use for. Zip archives use `cp437`."""
ENDINGS = (".py", ".so", ".toml", ".acta", ".txt", ".json")
_WHEN = (2020, 1, 1, 0, 0, 0)


def archive(packages: Path) -> bytes:
    """Build a reproducible zip of the program, its data and the packages."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, path in sorted(_contents(packages)):
            entry = zipfile.ZipInfo(name, _WHEN)
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, path.read_bytes())
    return buffer.getvalue()


def uncompressed(archive: bytes) -> bytes:
    """Return the archive uncompressed, without sources that have bytecode beside them.

    Parts of the standard library are left out, too. The whole then compresses best, and a browser
    unpacks it fastest.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as packed, zipfile.ZipFile(buffer, "w") as loose:
        names = {*packed.namelist()}
        for name in packed.namelist():
            if f"{name}c" not in names and not _unused(name):
                loose.writestr(zipfile.ZipInfo(name, _WHEN), packed.read(name))
    return buffer.getvalue()


def _unused(name: str) -> bool:
    return name.startswith(_TOOLS) or bool(_OLD_ENCODING.match(name))


def _contents(packages: Path) -> Iterator[tuple[str, Path]]:
    for root in (_root(companion.__file__), _root(rules_data.__file__), packages):
        for path in root.rglob("*"):
            name = path.relative_to(root if root == packages else root.parent).as_posix()
            if path.is_file() and path.suffix in ENDINGS and _wanted(name):
                yield name, path


def _root(init: str | None) -> Path:
    assert init
    return Path(init).parent


def _wanted(name: str) -> bool:
    return "__pycache__" not in name and not name.startswith(LEFT_OUT)


RUNTIME = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
)
LIBRARY = "python_stdlib.zip"
UNKNOWN, KNOWN = ".mjs", ".js"
"""Module endings. Many hosts serve only the second as JavaScript, without which none runs."""
CLIENT = ("main.dart.js", "flutter.js")
CANVAS = ("canvaskit.js", "canvaskit.wasm", "chromium/canvaskit.js", "chromium/canvaskit.wasm")
"""Renderer files, for Chromium and for other browsers. A browser fetches the ones it needs."""
ASSETS = (
    "AssetManifest.bin",
    "AssetManifest.bin.json",
    "fonts/MaterialIcons-Regular.otf",
    "fonts/roboto.woff2",
    "shaders/",
    "packages/wakelock_plus/",
)
FONTS = {"MaterialIcons": "fonts/MaterialIcons-Regular.otf", "Roboto": "fonts/roboto.woff2"}
SQUEEZED = (".js", ".json", ".wasm", ".html", ".otf", ".bin")
"""Endings that a host may send compressed, if it looks for a `.gz` or `.br` file."""
_VARIANTS = (".gz", ".br")
ARCHIVES = ("pyodide/library.pack", "app.pack")
"""Archives of the standard library and the program."""
THEME = "#7a4a14"
FILE_TYPE = "application/x-companion"
FILE_ENDINGS = (".acta", ".caja", ".disputa")
"""Endings that a file manager opens with the installed app."""


@dataclass(frozen=True, slots=True)
class Published:
    """Published site."""

    build: str
    """Checksum of all files, which changes with any of them."""
    files: int
    bytes: int
    """Total size, as a host stores it."""
    first_visit: int
    """Bytes that a phone downloads for offline play, compressed if the host does so."""


def publish(
    folder: Path,
    words: Mapping[str, str],
    packages: Path | None = None,
    compiler: Compiler | None = None,
    squeezer: Squeezer | None = None,
) -> Published:
    """Write the site into a folder, replacing an older one and nothing else.

    Args:
        folder: new, with a site in it, or empty except for files of a host or a repository.
        words: `title`, `short`, `description`, `loading`, `wait`, `failed`, `slow`, `reload`,
            `handed_over`, `no_script`, `reader`, `step.runtime`, `step.rules`, `step.screens`,
            and those of `FAILING`.
        packages: packages for the browser's Python; None: they are fetched.
        compiler: compiles the program; without one, each browser does so after its first start.
        squeezer: compresses better than `.gz`, which takes a minute; without one, nothing is.

    Raises:
        CannotPublish: the folder has other content, something is unavailable, or there is no room.
            The previous content is unchanged.
        OSError: it could not be written.
    """
    placement.check(folder)
    try:
        with tempfile.TemporaryDirectory() as work:
            return _published(Path(work), folder, words, packages, compiler, squeezer)
    except OSError as error:
        raise placement.as_publish_error(error, folder) from error


def _published(
    work: Path,
    folder: Path,
    words: Mapping[str, str],
    packages: Path | None,
    compiler: Compiler | None,
    squeezer: Squeezer | None,
) -> Published:
    site = work / "site"
    _client(site, words)
    _pages(site, words)
    sums = _programs(site, work, _whole(packages or _fetched(work)), compiler)
    build = _versioned(site, sums, bool(compiler))
    _squeeze(site, squeezer)
    placement.list_files(site, build)
    placement.put(site, folder)
    return _measured(site, build)


def _programs(site: Path, work: Path, packages: Path, compiler: Compiler | None) -> dict[str, str]:
    """Write both archives, and return their checksums as unpacked."""
    runtime, home, library = _web() / "pyodide", work / "app.zip", work / LIBRARY
    home.write_bytes(archive(packages))
    shutil.copyfile(runtime / LIBRARY, library)
    if compiler:
        compiler(runtime, home, library)
    sums = {}
    for name, path in zip(ARCHIVES, (library, home), strict=True):
        loose = uncompressed(path.read_bytes())
        (site / name).write_bytes(gzip.compress(loose, 9, mtime=0))
        sums[name] = _sum(loose)
    return sums


def _fetched(work: Path) -> Path:
    try:
        return fetch(work / "packages")
    except OSError as error:
        raise CannotPublish("no_packages", str(error)) from error


def _whole(packages: Path) -> Path:
    """Return the packages, or fail if any is missing, as the site could not start."""
    if lacking := missing(packages):
        raise CannotPublish("packages_missing", ", ".join(lacking))
    return packages


def _web() -> Path:
    """Return the folder of the stock client."""
    try:
        init_file = import_module("flet_web").__file__
    except ImportError as error:
        raise CannotPublish("no_client") from error
    web = Path(init_file or "").parent / "web"
    if not (web / "pyodide").is_dir():
        raise CannotPublish("no_client", str(web))
    return web


def _client(site: Path, words: Mapping[str, str]) -> None:
    web = _web()
    for name in _chosen(web):
        target = site / _known(name)
        target.parent.mkdir(parents=True, exist_ok=True)
        data = (web / name).read_bytes()
        data = customise_client(data, words) if name in CLIENTS else data
        target.write_bytes(_script(data) if name.endswith((UNKNOWN, KNOWN)) else data)
    fonts = [{"family": name, "fonts": [{"asset": path}]} for name, path in FONTS.items()]
    (site / "assets" / "FontManifest.json").write_text(json.dumps(fonts), "utf-8")


def _known(name: str) -> str:
    """Return the name under which every host serves a module as JavaScript."""
    return f"{name.removesuffix(UNKNOWN)}{KNOWN}" if name.endswith(UNKNOWN) else name


def _script(data: bytes) -> bytes:
    for module in (name for name in RUNTIME if name.endswith(UNKNOWN)):
        data = data.replace(module.encode(), _known(module).encode())
    # No source map is published, and a browser with open developer tools would request it.
    return re.sub(rb"//# sourceMappingURL=\S+", b"", data)


def _chosen(web: Path) -> Iterator[str]:
    yield from CLIENT
    yield from (f"canvaskit/{name}" for name in CANVAS)
    yield from (f"pyodide/{name}" for name in RUNTIME)
    for name in ASSETS:
        path = web / "assets" / name
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file():
                yield file.relative_to(web).as_posix()


def _engine() -> str:
    match = re.search(
        r'"engineRevision":"([0-9a-f]+)"', (_web() / "flutter_bootstrap.js").read_text("utf-8")
    )
    return match[1] if match else ""


def _pages(site: Path, words: Mapping[str, str]) -> None:
    ours = files("companion.site")
    said_here = ("failed", "handed_over", "slow", "reload", "reader", *FAILING)
    page = json.dumps(
        {
            **{key: words[key] for key in said_here},
            "steps": {name: words[f"step.{name}"] for name in ("runtime", "rules", "screens")},
        },
        ensure_ascii=False,
    )
    said = {key: escape(value) for key, value in words.items()}
    html = (ours / "page" / "index.html").read_text("utf-8")
    known = {**said, "words": page.replace("<", "\\u003c")}
    (site / "index.html").write_text(html.format(**known), "utf-8")
    (site / "device.js").write_text(device_script(), "utf-8")
    for name in ("phone.js", placement.WORKER):
        (site / name).write_text((ours / "page" / name).read_text("utf-8"), "utf-8")
    starter = (ours / "page" / "flutter_start.js").read_text("utf-8")
    (site / "flutter_start.js").write_text(starter.replace("{engine}", _engine()), "utf-8")
    icons = Path(str(ours / "icons"))
    (site / "icons").mkdir()
    for icon in sorted(icons.glob("*.png")):
        home = site if icon.stem == "favicon" else site / "icons"
        shutil.copyfile(icon, home / icon.name)
    (site / "manifest.json").write_text(_manifest(words), "utf-8")


def _manifest(words: Mapping[str, str]) -> str:
    def icon(name: str, size: int, purpose: str) -> dict[str, str]:
        of = {"src": f"icons/{name}-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"}
        return {**of, "purpose": purpose}

    return json.dumps(
        {
            "name": words["title"],
            "short_name": words["short"],
            "description": words["description"],
            "lang": "es",
            "dir": "ltr",
            "start_url": "./",
            "scope": "./",
            "display": "standalone",
            "orientation": "any",
            "background_color": "#fbf8f3",
            "theme_color": THEME,
            "categories": ["games", "utilities"],
            "launch_handler": {"client_mode": "focus-existing"},
            "file_handlers": [{"action": "./", "accept": {FILE_TYPE: list(FILE_ENDINGS)}}],
            "icons": [
                *(icon("icon", size, "any") for size in (192, 512)),
                *(icon("icon-maskable", size, "maskable") for size in (192, 512)),
            ],
        },
        ensure_ascii=False,
        indent=1,
    )


def _versioned(site: Path, archives: Mapping[str, str], compiled: bool) -> str:
    """Write the files that depend on all others and the version list, and return the build."""
    ours, names = files("companion.site") / "page", ("python-worker.js", "start.js")
    raw = {name: (ours / name).read_text("utf-8") for name in names}
    sums = _sums(site)
    build = _short(
        "\n".join((*(f"{path} {checksum}" for path, checksum in sums.items()), *raw.values()))
    )
    known = {"build": build, "sums": json.dumps(archives), "compiled": json.dumps(compiled)}
    for name, text in raw.items():
        for key, value in known.items():
            text = text.replace(f"{{{key}}}", value)
        (site / name).write_text(text, "utf-8")
    sums = _sums(site)
    # The service worker is left out, because the browser fetches it by itself.
    del sums[placement.WORKER]
    version = {
        "build": build,
        "files": sums,
        "later": [path for path in sums if path.startswith("canvaskit/")],
        "policy": _policy(),
    }
    (site / placement.VERSION).write_text(json.dumps(version), "utf-8")
    return build


def _policy() -> str:
    """Return the content security policy of the page."""
    page = (files("companion.site") / "page" / "index.html").read_text("utf-8")
    match = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    assert match, "the page has no policy"
    return match[1]


def _sums(site: Path) -> dict[str, str]:
    return {path.relative_to(site).as_posix(): _sum(path.read_bytes()) for path in _files(site)}


def _sum(data: bytes) -> str:
    return sha256(data).hexdigest()[:16]


def _short(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:12]


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _squeeze(site: Path, squeezer: Squeezer | None) -> None:
    squeezed = [
        path for path in _files(site) if path.suffix in SQUEEZED and path.name not in placement.LAST
    ]
    for path in squeezed:
        packed = gzip.compress(path.read_bytes(), 9, mtime=0)
        path.with_name(path.name + ".gz").write_bytes(packed)
    if squeezer:
        squeezer(squeezed)


def _measured(site: Path, build: str) -> Published:
    sizes = {path.relative_to(site).as_posix(): path.stat().st_size for path in _files(site)}
    sent = sum(
        min(size, *(sizes.get(f"{name}{ending}", size) for ending in _VARIANTS))
        for name, size in sizes.items()
        if not name.endswith(_VARIANTS) and name != placement.MARK and not _other_painter(name)
    )
    return Published(build, len(sizes), sum(sizes.values()), sent)


def _other_painter(name: str) -> bool:
    """Return whether a file is a renderer that Chromium does not need."""
    return name.startswith("canvaskit/") and "/chromium/" not in name
