"""The command line. Every sentence is Spanish; when it cannot, one on stderr and exit code 2."""

import argparse
import io
import json
import logging
import os
import sys
import threading
import traceback
import warnings
import webbrowser
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import qrcode

from companion import bootstrap
from companion.cli import checking, schemas, telling
from companion.games import GAMES
from companion.kernel.text import lines, one_line
from companion.kernel.values import Value
from companion.match import acta_file
from companion.match.errors import ActaError
from companion.rulebook import loader
from companion.rulebook.errors import BrokenData
from companion.rulebook.sections import Section
from companion.table import statistics, statistics_files
from companion.table.answers import (
    AlreadyHere,
    Continued,
    Imported,
    ImportResult,
    InPart,
    NotImported,
    PartsWays,
    Waits,
)
from companion.table.boxes import BoxError, is_box
from companion.table.data_folder import data_folder
from companion.table.disputes import DisputeError, is_disputes
from companion.table.disputes_kept import Taken
from companion.table.hub import Hub
from companion.table.store import StoreError
from companion.ui.views import damaged

PORT = 8550
DAMAGED = 3
HEADLESS = frozenset({"bad_header", "bad_setup", "unknown_fact", "unknown_ruling"})
"""What is wrong with the beginning of an acta of which the rest can be shown all the same."""
COMMANDS = ("serve", "check", "schema", "rules", "publish", "export", "import", "stats")


class CannotDo(Exception):
    """A command that cannot be carried out: the sentence that says why."""


def _say(key: str, **params: Value) -> str:
    return loader.app_words()(key, **params)


def run() -> int:
    """Runs the command of the command line, and says nothing in any language but its own.

    Returns:
        As `main`; 2 where the program itself fails.
    """
    if not sys.warnoptions:
        warnings.simplefilter("ignore")
    # What goes to the log is for whoever looks after a server: without one, nowhere.
    logging.getLogger("companion").addHandler(logging.NullHandler())
    try:
        return main()
    except KeyboardInterrupt:
        return _failed(_say("cli.interrupted"))
    except Exception as error:
        return _failed(_say("cli.failed", what=type(error).__name__, where=_place(error)))


def _place(error: BaseException) -> str:
    """The line that failed, for whoever is told of it: without what it was given."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(last.filename).name}:{last.lineno}"


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command.

    Returns:
        0 when all is well, 1 when `check` finds an entry that does not hold, 2 when it cannot, 3
        when an acta is damaged and only part of it could be read, or was taken in.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")
    try:
        given = _parser().parse_args(_with_command(words))
        code: int = given.run(given)
        return code
    except CannotDo as error:
        return _failed(str(error))
    except StoreError as error:
        return _failed(_say(f"store.{error.code}"))
    except ActaError as error:
        return _failed(_say(f"acta.{error.code}", **error.params))
    except BoxError as error:
        return _failed(_say(f"box.{error.code}", **error.params))
    except DisputeError as error:
        return _failed(_say(f"dispute.{error.code}", **error.params))
    except BrokenData as error:
        return _failed(_say("error.broken_data", file=error.file))
    except BrokenPipeError:
        # Whoever reads the output has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _failed(sentence: str) -> int:
    print(one_line(sentence), file=sys.stderr)
    return 2


def _with_command(words: list[str]) -> list[str]:
    """`serve` is what is meant when no command is named."""
    if words and (words[0] in ("-h", "--help", "--version") or not words[0].startswith("-")):
        return words
    return ["serve", *words]


# Commands


def _serve(given: argparse.Namespace) -> int:
    from companion.server.listening import PortBusy

    folder = data_folder(given.data)
    if not 0 <= given.port <= 65535:
        raise CannotDo(_say("cli.bad_port"))
    try:
        with bootstrap.own_hub(folder) as hub:
            _tell_troubles(hub)
            if given.desktop:
                _in_window(hub, folder)
            else:
                told = bootstrap.Told(
                    _ready(open_browser=not given.no_open), say_open, show_invitation
                )
                bootstrap.serve(hub, folder, given.host, given.port, told)
    except PortBusy as error:
        key = "cli.port_busy" if _is_local(error.host) else "cli.bad_host"
        raise CannotDo(_say(key, port=str(error.port), host=error.host)) from error
    except KeyboardInterrupt:
        print(_say("cli.stopped"))
    return 0


def _tell_troubles(hub: Hub) -> None:
    for trouble in hub.troubles:
        print(_say(f"trouble.{trouble}"), file=sys.stderr, flush=True)


def _is_local(host: str) -> bool:
    import socket

    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.bind((host, 0))
        return True
    except OSError:
        return False


def _ready(*, open_browser: bool) -> Callable[[str], None]:
    def ready(url: str) -> None:
        print(_say("cli.listening", url=url), flush=True)
        if open_browser:
            # A browser in the terminal does not return until it is closed.
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    return ready


def say_open(url: str) -> None:
    """Says where others come in."""
    print(_say("cli.open_lan", url=url), flush=True)


def show_invitation(link: str) -> None:
    """Shows the way in to whoever looks at a terminal; an output that is kept gets no secret."""
    if not sys.stdout.isatty():
        return
    code = qrcode.QRCode(border=2)
    code.add_data(link)
    print(_say("cli.scan"))
    code.print_ascii(invert=True)
    print(link, flush=True)


def _in_window(hub: Hub, folder: Path) -> None:
    try:
        bootstrap.desktop(hub, folder)
    except bootstrap.NoWindow as error:
        raise CannotDo(_say(f"cli.no_window_{error.code}")) from error


def _check(given: argparse.Namespace) -> int:
    data = _read(given.file, acta_file.MAX_BYTES)
    try:
        found = bootstrap.open_acta(data)
    except ActaError as error:
        if error.code not in HEADLESS:
            raise
        _print_json(checking.unopened(acta_file.scan(data), loader.app_words()))
        _failed(_say(f"acta.{error.code}", **error.params))
        return DAMAGED
    told = checking.of_file(found, loader.app_words())
    _print_json((*told, checking.last_line(found.read, sealed=found.sealed)))
    if found.faults:
        return DAMAGED
    return 0 if checking.holds(told) else 1


def _print_json(told: Iterable[Mapping[str, Any]]) -> None:
    for line in told:
        print(lines(json.dumps(line, ensure_ascii=False)))


def _schema(given: argparse.Namespace) -> int:
    name = _game(given.game)
    schema = schemas.schema(GAMES[name], loader.load(name).facts)
    print(json.dumps(schema, ensure_ascii=False, indent=2))
    return 0


def _rules(given: argparse.Namespace) -> int:
    name, query = _game(given.game), " ".join(given.query)
    sections = _sections(name, query)
    if not sections:
        raise CannotDo(_say("cli.no_such_section", query=query))
    print("\n\n".join(_section_text(section, whole=bool(query)) for section in sections))
    return 0


def _sections(name: str, query: str) -> tuple[Section, ...]:
    rulebook = loader.load(name).rulebook
    if not query:
        return rulebook.sections
    exact = rulebook.find(query)
    if exact:
        return (exact,)
    from companion.rulebook.search import search

    return tuple(hit.section for hit in search(rulebook, query))


def _section_text(section: Section, *, whole: bool) -> str:
    head = f"{section.title} [{section.id}]"
    return "\n".join((head, *section.paragraphs)) if whole else head


def _publish(given: argparse.Namespace) -> int:
    from companion.site import CannotPublish, publish

    print(_say("cli.publishing"), flush=True)
    folder = Path(given.folder)
    try:
        done = publish(folder, site_words())
    except CannotPublish as error:
        raise CannotDo(_say(f"cli.publish_{error.code}", detail=error.detail)) from error
    except OSError as error:
        raise CannotDo(_say("cli.unwritable_file", path=str(folder))) from error
    sizes = {"mib": _megabytes(done.bytes), "first": _megabytes(done.first_visit)}
    print(_say("cli.published", path=str(folder), n=done.files, **sizes))
    return 0


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f}".replace(".", ",")


_PAGE_WORDS = ("short", "failed", "slow", "reload", "handed_over", "no_script")


def site_words() -> dict[str, str]:
    """What the page of the site says before the app does, and in its place."""
    from companion.page import FAILING

    said = {"title": "app.name", "description": "app.tagline", "loading": "site.starting"}
    said |= {key: f"site.{key}" for key in _PAGE_WORDS}
    said |= {f"step.{key}": f"site.{key}" for key in ("runtime", "rules", "screens")}
    said |= {key: f"failing.{key}" for key in FAILING}
    return {key: _say(word) for key, word in said.items()}


def _export(given: argparse.Namespace) -> int:
    with bootstrap.reading_hub(data_folder(given.data)) as hub:
        data = _exported(hub, given.id)
    if given.output is None:
        _write(data)
        return 0
    try:
        Path(given.output).write_bytes(data)
    except OSError as error:
        raise CannotDo(_say("cli.unwritable_file", path=given.output)) from error
    print(_say("cli.exported", path=given.output))
    return 0


def _exported(hub: Hub, name: str) -> bytes:
    for export in (hub.export, hub.export_box, hub.disputes.export):
        try:
            return export(name)
        except StoreError as error:
            if error.code != "not_found":
                raise
    raise CannotDo(_say("cli.no_match", id=name))


def _import(given: argparse.Namespace) -> int:
    data = _read(given.file, acta_file.MAX_BYTES)
    with bootstrap.own_hub(data_folder(given.data)) as hub:
        if is_box(data):
            print(lines(_say("cli.imported_box", name=hub.import_box(data).name)))
        elif is_disputes(data):
            print(_taken(hub.disputes.take_in(data)))
        else:
            return _import_acta(hub, data, as_copy=given.copy, partial=given.partial)
    return 0


def _taken(taken: Taken) -> str:
    came = {"new": taken.new, "already": taken.already, "beside": taken.beside}
    said = (_say(f"import.disputes_{how}", n=len(found)) for how, found in came.items() if found)
    return " ".join(said)


def _import_acta(hub: Hub, data: bytes, *, as_copy: bool, partial: bool) -> int:
    """What is damaged is said, and taken in as far as it is whole only if that was asked for."""
    whole = hub.import_acta(data, as_copy=as_copy)
    if not isinstance(whole, InPart):
        print(_imported(whole))
        return 0
    for said in damaged.said(whole.opened, loader.app_words()):
        print(lines(said), file=sys.stderr)
    if partial:
        print(_imported(hub.import_acta(data, as_copy=as_copy, partial=True)))
    else:
        print(_say("cli.import_partial"), file=sys.stderr)
    return DAMAGED


def _imported(result: ImportResult) -> str:
    match result:
        case Imported(found, sealed):
            said = _say("cli.imported", id=found.started.match)
            return said if sealed else f"{said}. {_say('import.unsealed')}"
        case Continued(found, added):
            return _say("cli.imported_continued", id=found.started.match, n=added)
        case AlreadyHere(found):
            return _say("cli.imported_already", id=found.started.match)
        case Waits(found):
            # Only where it was asked to look.
            return _say("import.untouched")
        case InPart(opened):
            raise CannotDo(" ".join(damaged.said(opened, loader.app_words())))
        case PartsWays(found, seq):
            raise CannotDo(_say("cli.imported_parts", id=found.started.match, seq=seq))
        case NotImported(key, params):
            raise CannotDo(_say(key, **params))


def _stats(given: argparse.Namespace) -> int:
    with bootstrap.reading_hub(data_folder(given.data)) as hub:
        found = statistics.gathered(hub.results())
    if given.csv:
        _write(statistics_files.as_csv(found.played, loader.app_words()))
    elif given.json:
        _write(statistics_files.as_json(found, bootstrap.now()))
    else:
        print(lines("\n".join(telling.lines(found))))
    return 0


def _write(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.flush()


def _read(name: str, limit: int) -> bytes:
    """A file, or as much of it as shows that it is too big."""
    try:
        with Path(name).open("rb") as file:
            data = file.read(limit + 1)
    except FileNotFoundError as error:
        raise CannotDo(_say("cli.no_file", path=name)) from error
    except (OSError, ValueError) as error:
        raise CannotDo(_say("cli.unreadable_file", path=name)) from error
    if len(data) > limit:
        raise CannotDo(_say("cli.file_too_big", path=name))
    return data


def _game(name: str) -> str:
    if name not in GAMES:
        raise CannotDo(_say("cli.no_such_game", game=name, games=tuple(GAMES)))
    return name


# Arguments


class _Help(argparse.HelpFormatter):
    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, prefix or _say("cli.help_usage"))


class _Parser(argparse.ArgumentParser):
    def __init__(self, **options: Any) -> None:
        super().__init__(**options, add_help=False, formatter_class=_Help, allow_abbrev=False)
        self._positionals.title = _say("cli.help_arguments")
        self._optionals.title = _say("cli.help_options")
        self.add_argument("-h", "--help", action="help", help=_say("cli.help_help"))

    def error(self, message: str) -> NoReturn:
        """Argparse's own sentences are English; ours says where to look."""
        del message
        raise CannotDo(_say("cli.usage", command=self.prog))


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="companion", description=_say("cli.description"))
    version = bootstrap.program_version()
    parser.add_argument(
        "--version", action="version", version=version, help=_say("cli.help_version")
    )
    commands = parser.add_subparsers(
        required=True, metavar="…", title=_say("cli.help_commands"), prog="companion"
    )

    def command(name: str, run: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        help_ = _say(f"cli.help_{name}")
        made: argparse.ArgumentParser = commands.add_parser(name, help=help_, description=help_)
        made.set_defaults(run=run)
        return made

    serve = command("serve", _serve)
    serve.add_argument("--host", help=_say("cli.help_host"))
    serve.add_argument("--port", type=int, default=PORT, help=_say("cli.help_port"))
    serve.add_argument("--no-open", action="store_true", help=_say("cli.help_no_open"))
    serve.add_argument("--desktop", action="store_true", help=_say("cli.help_desktop"))
    check = command("check", _check)
    check.add_argument("file", help=_say("cli.help_file"))
    schema = command("schema", _schema)
    schema.add_argument("game", help=_say("cli.help_game"))
    rules = command("rules", _rules)
    rules.add_argument("game", help=_say("cli.help_game"))
    rules.add_argument("query", nargs="*", help=_say("cli.help_query"))
    publish = command("publish", _publish)
    publish.add_argument("folder", help=_say("cli.help_folder"))
    export = command("export", _export)
    export.add_argument("id", help=_say("cli.help_id"))
    export.add_argument("-o", "--output", help=_say("cli.help_output"))
    stats = command("stats", _stats)
    form = stats.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help=_say("cli.help_csv"))
    form.add_argument("--json", action="store_true", help=_say("cli.help_json"))
    import_ = command("import", _import)
    import_.add_argument("file", help=_say("cli.help_file"))
    import_.add_argument("--copy", action="store_true", help=_say("cli.help_copy"))
    import_.add_argument("--partial", action="store_true", help=_say("cli.help_partial"))
    for made in (serve, export, stats, import_):
        made.add_argument("--data", help=_say("cli.help_data"))
    return parser
