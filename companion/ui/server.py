"""Listening on an address, and saying so once it is true."""

import socket
from collections.abc import Callable

import uvicorn
from starlette.types import ASGIApp

PING_SECONDS = 4.0


class PortBusy(Exception):
    """Another program listens on that address already, or this one may not."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(f"{host}:{port}")
        self.host = host
        self.port = port


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on the address; port 0 picks a free one.

    Raises:
        PortBusy: the address is taken, or is not one of this machine.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((host, port))
        sock.listen(128)
    except OSError as error:
        sock.close()
        raise PortBusy(host, port) from error
    sock.set_inheritable(True)
    return sock


def address(host: str, sock: socket.socket) -> str:
    """The URL of a listening socket."""
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{sock.getsockname()[1]}/"


def serve(
    asgi: ASGIApp,
    host: str = "127.0.0.1",
    port: int = 0,
    on_ready: Callable[[str], None] = lambda _url: None,
) -> None:
    """Serves until it is told to stop.

    Args:
        asgi: the application.
        host: the address to listen on.
        port: 0 picks a free one.
        on_ready: called with the URL once the server answers.

    Raises:
        PortBusy: before anything has started.
    """
    sock = listen(host, port)
    config = uvicorn.Config(
        asgi,
        ws="websockets-sansio",
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        timeout_graceful_shutdown=3,
        log_level="warning",
        access_log=False,
    )
    server = _Server(config, lambda: on_ready(address(host, sock)))
    server.run(sockets=[sock])


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """As uvicorn's, and then says that it answers."""
        await super().startup(sockets)
        if self.started:
            self._ready()
