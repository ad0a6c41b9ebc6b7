"""Command `companion`: the line with its address, and every reason that keeps it from serving."""

import contextlib
import re
import runpy
import signal
import socket
import subprocess
import sys
import tomllib
import urllib.error
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.request import urlopen

import pytest

from companion import cli
from companion.cli import serve
from tests.cli.conftest import command, environment

LINE = re.compile(r"Mesa abierta en (http://127\.0\.0\.1:(\d+)/)\n")

Sentence = Callable[..., str]


@contextmanager
def _server(home: Path, *words: str) -> "Iterator[tuple[subprocess.Popen[str], str]]":
    """Yield a server of its own and its address; end it afterwards."""
    child = subprocess.Popen(
        command(*words, "--no-open"),
        cwd=home,
        env=environment(home),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stderr is not None
    try:
        line = child.stdout.readline()
        address = LINE.fullmatch(line)
        if address is None:
            child.kill()
            raise AssertionError(line + child.stderr.read())
        yield child, address[1]
    finally:
        child.kill()
        child.wait()
        child.stdout.close()
        child.stderr.close()


def _get(url: str) -> bytes:
    with urlopen(url, timeout=20) as answer:
        assert answer.status == 200
        body: bytes = answer.read()
        return body


def test_server_answers_at_the_address_it_prints(tmp_path: Path, data: Path) -> None:
    with _server(tmp_path, "--port", "0", "--data", str(data)) as (child, url):
        _get(url + "health")
        assert b"<html" in _get(url)
        child.send_signal(signal.SIGINT)
        assert child.wait(30) == 0
    with _server(tmp_path, "serve", "--port", "0", "--data", str(data)) as (_, url):
        _get(url + "health")


@pytest.mark.deep
def test_data_lie_in_the_user_folder_without_data_option(tmp_path: Path) -> None:
    with _server(tmp_path, "--port", "0") as (_, url):
        _get(url + "health")
    locks = list(tmp_path.rglob("lock.sqlite"))
    assert len(locks) == 1
    assert locks[0].parent.name == "companero-de-mesa"
    assert locks[0].parent.parent != tmp_path


@pytest.mark.deep
def test_second_server_on_the_same_data_is_refused(
    tmp_path: Path, data: Path, sentence: Sentence
) -> None:
    with _server(tmp_path, "--port", "0", "--data", str(data)):
        said = sentence("--no-open", "--port", "0", "--data", str(data))
        assert "la misma carpeta de datos" in said
        assert "la misma carpeta" in sentence("import", _file(tmp_path), "--data", str(data))
    with _server(tmp_path, "--port", "0", "--data", str(data)) as (_, url):
        _get(url + "health")


def _file(folder: Path) -> str:
    file = folder / "nada.acta"
    file.write_text("nada")
    return str(file)


@pytest.mark.deep
def test_match_is_exported_while_the_server_runs(
    tmp_path: Path, data: Path, played: str, run: Callable[..., "subprocess.CompletedProcess[str]"]
) -> None:
    with _server(tmp_path, "--port", "0", "--data", str(data)):
        assert run("export", played, "--data", str(data)).stdout.count("\n") == 12


@pytest.mark.deep
def test_busy_port_is_refused(data: Path, sentence: Sentence) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        said = sentence("--no-open", "--port", port, "--data", str(data))
    assert said.startswith(f"El puerto {port} está ocupado.")


@pytest.mark.parametrize("host", ["", "  "])
def test_empty_host_address_is_refused(data: Path, sentence: Sentence, host: str) -> None:
    said = sentence("--no-open", "--port", "0", "--data", str(data), "--host", host)
    assert said.startswith("Detrás de «--host» va la dirección")


@pytest.mark.deep
def test_foreign_host_address_is_refused(tmp_path: Path, data: Path) -> None:
    words = ("--no-open", "--port", "0", "--data", str(data), "--host", "203.0.113.1")
    done = subprocess.run(
        command(*words),
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == "No se puede escuchar en la dirección «203.0.113.1»."


@pytest.mark.deep
@pytest.mark.parametrize("where", ["file", "file/below"])
def test_data_path_that_is_a_file_is_refused(
    tmp_path: Path, sentence: Sentence, where: str
) -> None:
    (tmp_path / "file").write_text("not a folder")
    said = sentence("--no-open", "--port", "0", "--data", str(tmp_path / where))
    assert said == "No se puede usar la carpeta de datos."


@pytest.mark.deep
def test_unwritable_data_folder_is_refused(sentence: Sentence) -> None:
    if not Path("/proc/self").exists():
        pytest.skip("no file system here that refuses root too")
    assert "carpeta de datos" in sentence("--no-open", "--port", "0", "--data", "/proc/nothing")


@pytest.mark.deep
def test_desktop_option_without_its_package_explains_pip_install(
    data: Path, sentence: Sentence
) -> None:
    try:
        import flet_desktop  # type: ignore[import-not-found]  # noqa: F401
    except ImportError:
        said = sentence("--desktop", "--data", str(data))
        assert "pip install" in said
    else:
        pytest.skip("the package is installed")


def _draws(started: Callable[[Any], None]) -> None:
    """Start the app in a window that is closed at once."""
    with contextlib.suppress(AttributeError):
        started(None)


def _does_nothing(_started: Callable[[Any], None]) -> None:
    """End before anything is drawn."""


def _cannot_be_fetched(_started: Callable[[Any], None]) -> None:
    raise urllib.error.URLError("no network")


@pytest.mark.parametrize(
    ("display", "run", "said"),
    [
        (":0", _draws, ""),
        ("", _draws, "no hay pantalla"),
        (":0", _does_nothing, "no ha llegado a abrirse"),
        (":0", _cannot_be_fetched, "hace falta conexión"),
    ],
)
def test_desktop_window_opens_or_explains_what_is_missing(
    display: str,
    run: Callable[[Callable[[Any], None]], None],
    said: str,
    data: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, "flet_desktop", ModuleType("flet_desktop"))
    monkeypatch.setattr("flet.utils.is_linux_server", lambda: not display)
    monkeypatch.setattr("flet.run", run)
    assert cli.main(["--desktop", "--data", str(data)]) == (2 if said else 0)
    error = capsys.readouterr().err
    assert said in error
    assert len(error.splitlines()) == (1 if said else 0)


def test_module_packed_as_an_app_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = Path(cli.__file__).parents[2]
    packed = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["flet"]["app"]
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("flet.run", _draws)
    runpy.run_path(str(root / packed["path"] / f"{packed['module']}.py"), run_name="__main__")
    assert list(tmp_path.iterdir())


LINK = "http://192.0.2.7:8550/#K7QM-3F9T-XW2P"


def test_invitation_is_printed_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    serve.show_invitation(LINK)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Escanea para unirte:"
    assert lines[-1] == LINK
    assert len(lines) > 12


def test_invitation_is_not_printed_into_a_file(
    capsys: pytest.CaptureFixture[str],
) -> None:
    serve.say_open("http://192.0.2.7:8550/")
    serve.show_invitation(LINK)
    assert capsys.readouterr().out == "Abierta a la red en http://192.0.2.7:8550/\n"


@pytest.mark.deep
def test_impossible_data_folder_is_explained_by_every_command(sentence: Sentence) -> None:
    said = "No se puede usar la carpeta de datos."
    for words in (("serve", "--no-open"), ("stats",), ("export", "x"), ("import", "/dev/null")):
        assert sentence(*words, "--data", "~nadie-que-exista") == said


_READIED = """
import asyncio, sys, threading
from companion import bootstrap
from companion.games import GAMES
from companion.rulebook import loader

def imported(event, args):
    if event == "import" and args[0].startswith("companion.ui.games."):
        beside.add(threading.current_thread() is not threading.main_thread())

beside = set()
bootstrap._settled()
print(loader.load.cache_info().currsize == len(GAMES))
sys.addaudithook(imported)
bootstrap._REST = 0.0
asyncio.run(bootstrap._readied())
print(beside == {True})
from companion.ui.boards.parts import screens_of
print(all(f"{screens_of(game)}.screen" in sys.modules for game in GAMES))
print("qrcode.main" in sys.modules)
"""


@pytest.mark.deep
def test_modules_of_some_screens_are_imported_beside_the_loop(tmp_path: Path) -> None:
    """First opening of a match must not hold up the other clients."""
    words = [sys.executable, "-c", _READIED]
    result = subprocess.run(words, env=environment(tmp_path), capture_output=True, text=True)
    assert result.stdout.split() == ["True"] * 4, result.stderr
