"""Command line in Spanish. A failure prints one sentence to stderr and exits with code 2."""

import argparse
import io
import json
import logging
import os
import sys
import traceback
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from companion import bootstrap
from companion.cli import (
    check as check_module,
)
from companion.cli import (
    new_game,
    schemas,
    serve,
    transfer,
)
from companion.cli import output as stats_module
from companion.cli.output import (
    CannotDo,
    known_game,
    read,
    say,
    write,
)
from companion.cli.transfer import DAMAGED
from companion.games import GAMES
from companion.kernel.models import lines, one_line
from companion.match.entries import ActaError
from companion.match.files import acta_file
from companion.rulebook import loader
from companion.rulebook.loader import BrokenData
from companion.rulebook.sections import Section
from companion.services.boxes.profiles import BoxError
from companion.services.disputes.model import DisputeError
from companion.services.statistics import figures, statistics_export
from companion.services.storage.data_folder import data_folder
from companion.services.storage.store import StoreError

PORT = 8550
HEADLESS = frozenset({"bad_header", "bad_setup", "unknown_fact", "unknown_ruling"})
"""Header errors of an acta whose entries can still be shown."""


def run() -> int:
    """Run the command line, with every message in Spanish.

    Returns:
        The code of `main`; 2 if the program itself fails.
    """
    if not sys.warnoptions:
        warnings.simplefilter("ignore")
    # The log is for the operator of a server. Without a server it is discarded.
    logging.getLogger("companion").addHandler(logging.NullHandler())
    try:
        return main()
    except KeyboardInterrupt:
        return _failed(say("cli.interrupted"))
    except Exception as error:
        return _failed(say("cli.failed", what=type(error).__name__, where=_place(error)))


def _place(error: BaseException) -> str:
    """Return the file and line that failed, without any data."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(last.filename).name}:{last.lineno}"


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command.

    Returns:
        0 on success, 1 if `check` finds an entry that does not hold, 2 on failure, 3 if an acta is
        damaged and only part of it could be read or imported.
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
        return _failed(say(f"store.{error.code}"))
    except ActaError as error:
        return _failed(say(f"acta.{error.code}", **error.params))
    except BoxError as error:
        return _failed(say(f"box.{error.code}", **error.params))
    except DisputeError as error:
        return _failed(say(f"dispute.{error.code}", **error.params))
    except BrokenData as error:
        return _failed(say("error.broken_data", file=error.file))
    except BrokenPipeError:
        # The reader of the output has closed the pipe, which is not an error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _failed(sentence: str) -> int:
    print(one_line(sentence), file=sys.stderr)
    return 2


def _with_command(words: list[str]) -> list[str]:
    """Prepend `serve` if no command is named."""
    if words and (words[0] in ("-h", "--help", "--version") or not words[0].startswith("-")):
        return words
    return ["serve", *words]


# Commands


def _check(given: argparse.Namespace) -> int:
    data = read(given.file, acta_file.MAX_BYTES)
    try:
        opened = bootstrap.open_acta(data)
    except ActaError as error:
        if error.code not in HEADLESS:
            raise
        _print_json(check_module.unopened(acta_file.scan(data), loader.app_words()))
        _failed(say(f"acta.{error.code}", **error.params))
        return DAMAGED
    findings = check_module.of_file(opened, loader.app_words())
    _print_json((*findings, check_module.last_line(opened.read, sealed=opened.sealed)))
    if opened.faults:
        return DAMAGED
    return 0 if check_module.holds(findings) else 1


def _print_json(records: Iterable[Mapping[str, Any]]) -> None:
    for line in records:
        print(lines(json.dumps(line, ensure_ascii=False)))


def _schema(given: argparse.Namespace) -> int:
    name = known_game(given.game)
    schema = schemas.schema(GAMES[name], loader.load(name).facts)
    print(json.dumps(schema, ensure_ascii=False, indent=2))
    return 0


def _rules(given: argparse.Namespace) -> int:
    name, query = known_game(given.game), " ".join(given.query)
    sections = _sections(name, query)
    if not sections:
        raise CannotDo(say("cli.no_such_section", query=query))
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

    return tuple(hit.section for hit in search(GAMES[name], query))


def _section_text(section: Section, *, whole: bool) -> str:
    head = f"{section.title} [{section.id}]"
    return "\n".join((head, *section.paragraphs)) if whole else head


def _publish(given: argparse.Namespace) -> int:
    from companion.site import CannotPublish, packages, publish

    print(say("cli.publishing"), flush=True)
    folder, compiler = Path(given.folder), packages.find_compiler()
    squeezer = packages.find_squeezer()
    try:
        done = publish(folder, site_words(), compiler=compiler, squeezer=squeezer)
    except CannotPublish as error:
        raise CannotDo(say(f"cli.publish_{error.code}", detail=error.detail)) from error
    except OSError as error:
        raise CannotDo(say("cli.unwritable_file", path=str(folder))) from error
    sizes = {"mib": _megabytes(done.bytes), "first": _megabytes(done.first_visit)}
    print(say("cli.published", path=str(folder), n=done.files, **sizes))
    if not compiler:
        print(say("cli.published_uncompiled"))
    return 0


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f}".replace(".", ",")


_PAGE_WORDS = ("short", "failed", "slow", "reload", "handed_over", "no_script")


def site_words() -> dict[str, str]:
    """Return the words of the site's page while it loads or fails."""
    from companion.page import FAILING

    said = {
        "title": "app.name",
        "description": "app.tagline",
        "loading": "site.starting",
        "wait": "app.wait",
    }
    said |= {key: f"site.{key}" for key in _PAGE_WORDS}
    said |= {f"step.{key}": f"site.{key}" for key in ("runtime", "rules", "screens")}
    said |= {"reader": "a11y.turn_on"} | {key: f"failing.{key}" for key in FAILING}
    return {key: say(word) for key, word in said.items()}


def _stats(given: argparse.Namespace) -> int:
    with bootstrap.reading_hub(data_folder(given.data)) as hub:
        finished = figures.gathered(hub.matches.list.results())
    if given.csv:
        write(statistics_export.as_csv(finished.played, loader.app_words()))
    elif given.json:
        write(statistics_export.as_json(finished, bootstrap.now()))
    else:
        print(lines("\n".join(stats_module.lines(finished))))
    return 0


# Arguments


class _Help(argparse.HelpFormatter):
    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, prefix or say("cli.help_usage"))


class _Parser(argparse.ArgumentParser):
    def __init__(self, **options: Any) -> None:
        super().__init__(**options, add_help=False, formatter_class=_Help, allow_abbrev=False)
        self._positionals.title = say("cli.help_arguments")
        self._optionals.title = say("cli.help_options")
        self.add_argument("-h", "--help", action="help", help=say("cli.help_help"))

    def error(self, message: str) -> NoReturn:
        """Reject bad usage with a Spanish sentence instead of argparse's English one."""
        del message
        raise CannotDo(say("cli.usage", command=self.prog))


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="companion", description=say("cli.description"))
    version = bootstrap.program_version()
    parser.add_argument(
        "--version", action="version", version=version, help=say("cli.help_version")
    )
    commands = parser.add_subparsers(
        required=True, metavar="…", title=say("cli.help_commands"), prog="companion"
    )

    def command(name: str, run: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        help_ = say(f"cli.help_{name.replace('-', '_')}")
        made: argparse.ArgumentParser = commands.add_parser(name, help=help_, description=help_)
        made.set_defaults(run=run)
        return made

    server = command("serve", serve.serve)
    server.add_argument("--host", help=say("cli.help_host"))
    server.add_argument("--port", type=int, default=PORT, help=say("cli.help_port"))
    server.add_argument("--no-open", action="store_true", help=say("cli.help_no_open"))
    server.add_argument("--desktop", action="store_true", help=say("cli.help_desktop"))
    check = command("check", _check)
    check.add_argument("file", help=say("cli.help_file"))
    schema = command("schema", _schema)
    schema.add_argument("game", help=say("cli.help_game"))
    rules = command("rules", _rules)
    rules.add_argument("game", help=say("cli.help_game"))
    rules.add_argument("query", nargs="*", help=say("cli.help_query"))
    publish = command("publish", _publish)
    publish.add_argument("folder", help=say("cli.help_folder"))
    export = command("export", transfer.export)
    export.add_argument("id", help=say("cli.help_id"))
    export.add_argument("-o", "--output", help=say("cli.help_output"))
    stats = command("stats", _stats)
    form = stats.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help=say("cli.help_csv"))
    form.add_argument("--json", action="store_true", help=say("cli.help_json"))
    import_ = command("import", transfer.import_file)
    import_.add_argument("file", help=say("cli.help_file"))
    import_.add_argument("--copy", action="store_true", help=say("cli.help_copy"))
    import_.add_argument("--partial", action="store_true", help=say("cli.help_partial"))
    new = command("new-game", new_game.new_game)
    new.add_argument("name", help=say("cli.help_game_name"))
    for made in (server, export, stats, import_):
        made.add_argument("--data", help=say("cli.help_data"))
    return parser
