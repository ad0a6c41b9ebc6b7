"""`companion serve`: the server or a desktop window, and its terminal output."""

import argparse
import sys
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path

import qrcode

from companion import bootstrap
from companion.cli.output import CannotDo, say
from companion.services.hub import Hub
from companion.services.storage.data_folder import data_folder


def serve(given: argparse.Namespace) -> int:
    """Run `companion serve`."""
    from companion.server.listener import PortBusy

    folder = data_folder(given.data)
    if not 0 <= given.port <= 65535:
        raise CannotDo(say("cli.bad_port"))
    if given.host is not None and not given.host.strip():
        # An empty address would mean every network of this machine.
        raise CannotDo(say("cli.no_host"))
    try:
        with bootstrap.own_hub(folder) as hub:
            _tell_troubles(hub)
            if given.desktop:
                _in_window(hub, folder)
            else:
                events = bootstrap.ServerEvents(
                    _ready(open_browser=not given.no_open), say_open, show_invitation
                )
                bootstrap.serve(hub, folder, given.host, given.port, events)
    except PortBusy as error:
        key = "cli.port_busy" if _is_local(error.host) else "cli.bad_host"
        raise CannotDo(say(key, port=str(error.port), host=error.host)) from error
    except KeyboardInterrupt:
        print(say("cli.stopped"))
    return 0


def _tell_troubles(hub: Hub) -> None:
    for trouble in hub.troubles:
        print(say(f"trouble.{trouble}"), file=sys.stderr, flush=True)


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
        print(say("cli.listening", url=url), flush=True)
        if open_browser:
            # Use a thread, because a browser in the terminal does not return until it is closed.
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    return ready


def say_open(url: str) -> None:
    """Print the address of the open LAN listener."""
    print(say("cli.open_lan", url=url), flush=True)


def show_invitation(link: str) -> None:
    """Print the invitation to a terminal only, as redirected output must hold no secret."""
    if not sys.stdout.isatty():
        return
    code = qrcode.QRCode(border=2)
    code.add_data(link)
    print(say("cli.scan"))
    code.print_ascii(invert=True)
    print(link, flush=True)


def _in_window(hub: Hub, folder: Path) -> None:
    try:
        bootstrap.desktop(hub, folder)
    except bootstrap.NoWindow as error:
        raise CannotDo(say(f"cli.no_window_{error.code}")) from error
