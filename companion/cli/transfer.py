"""`companion export` and `companion import`."""

import argparse
import sys
from pathlib import Path

from companion import bootstrap
from companion.cli.output import CannotDo, read, say, write
from companion.kernel.models import lines
from companion.match.files import acta_file
from companion.rulebook import loader
from companion.services.boxes.profiles import is_box
from companion.services.disputes.dispute_repository import Taken
from companion.services.disputes.model import is_disputes
from companion.services.hub import Hub
from companion.services.matches.results import (
    AlreadyHere,
    Continued,
    Imported,
    ImportResult,
    InPart,
    NotImported,
    PartsWays,
    Waits,
)
from companion.services.storage.data_folder import data_folder
from companion.services.storage.store import StoreError
from companion.ui.views import file_results

DAMAGED = 3
"""Exit code if only part of a file could be read or imported."""


def export(given: argparse.Namespace) -> int:
    """Run `companion export`: write a match, a box or a dispute by its id."""
    with bootstrap.reading_hub(data_folder(given.data)) as hub:
        data = _exported(hub, given.id)
    if given.output is None:
        write(data)
        return 0
    try:
        Path(given.output).write_bytes(data)
    except OSError as error:
        raise CannotDo(say("cli.unwritable_file", path=given.output)) from error
    print(say("cli.exported", path=given.output))
    return 0


def _exported(hub: Hub, name: str) -> bytes:
    for exported in (hub.files.export, hub.boxes.export, hub.disputes.export):
        try:
            return exported(name)
        except StoreError as error:
            if error.code != "not_found":
                raise
    raise CannotDo(say("cli.no_match", id=name))


def import_file(given: argparse.Namespace) -> int:
    """Run `companion import`: import a match, a box or disputes, depending on the file."""
    data = read(given.file, acta_file.MAX_BYTES)
    with bootstrap.own_hub(data_folder(given.data)) as hub:
        if is_box(data):
            print(lines(say("cli.imported_box", name=hub.boxes.take_in(data).name)))
        elif is_disputes(data):
            print(_taken(hub.disputes.take_in(data)))
        else:
            return _import_acta(hub, data, as_copy=given.copy, partial=given.partial)
    return 0


def _taken(taken: Taken) -> str:
    came = {"new": taken.new, "already": taken.already, "beside": taken.beside}
    said = (
        say(f"import.disputes_{how}", n=len(disputes)) for how, disputes in came.items() if disputes
    )
    return " ".join(said)


def _import_acta(hub: Hub, data: bytes, *, as_copy: bool, partial: bool) -> int:
    """Import an acta and report its damage. A damaged one is imported only if `partial`."""
    whole = hub.files.import_acta(data, as_copy=as_copy)
    if not isinstance(whole, InPart):
        print(_imported(whole))
        return 0
    for said in file_results.said(whole.opened, loader.app_words()):
        print(lines(said), file=sys.stderr)
    if partial:
        print(_imported(hub.files.import_acta(data, as_copy=as_copy, partial=True)))
    else:
        print(say("cli.import_partial"), file=sys.stderr)
    return DAMAGED


def _imported(result: ImportResult) -> str:
    match result:
        case Imported(imported, sealed):
            said = say("cli.imported", id=imported.started.match)
            return said if sealed else f"{said}. {say('import.unsealed')}"
        case Continued(imported, added):
            return say("cli.imported_continued", id=imported.started.match, n=added)
        case AlreadyHere(imported):
            return say("cli.imported_already", id=imported.started.match)
        case Waits(imported):
            # Occurs only if the import was asked to look and change nothing.
            return say("import.untouched")
        case InPart(opened):
            raise CannotDo(" ".join(file_results.said(opened, loader.app_words())))
        case PartsWays(imported, seq):
            raise CannotDo(say("cli.imported_parts", id=imported.started.match, seq=seq))
        case NotImported(key, params):
            raise CannotDo(say(key, **params))
