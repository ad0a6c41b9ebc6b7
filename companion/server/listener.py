"""Listeners: the host's own one always, the LAN one while it is open."""

import asyncio
import errno
import socket
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame

from companion.redacted_log import configure_logging
from companion.server import network
from companion.server.doors import LOOPBACK, Door, Entrance
from companion.server.lan_listener import Way
from companion.server.limits import LIMITS, TokenBucket
from companion.server.network import LocalAddress

try:
    import resource
except ImportError:  # Windows has no such limit.
    resource = None  # type: ignore[assignment]

PING_SECONDS = 4.0
OWN_HOST = "127.0.0.1"
_EVERYWHERE = ("0.0.0.0", "::")
_LEAVE_SECONDS = 1.0
"""Seconds a connection may take to end when its listener closes."""
_NO_ADDRESS = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)


class PortBusy(Exception):
    """Error: the address is in use by another program, or not permitted."""

    def __init__(self, host: str, port: int, *, no_address: bool = False) -> None:
        super().__init__(f"{host}:{port}")
        self.host = host
        self.port = port
        self.no_address = no_address
        """True if this machine has no such address, or no longer."""


def listen(host: str, port: int) -> socket.socket:
    """Open a listening socket on the address; port 0 picks a free one.

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
        raise PortBusy(host, port, no_address=error.errno in _NO_ADDRESS) from error
    sock.set_inheritable(True)
    return sock


def address(host: str, sock: socket.socket) -> str:
    """Return the URL of a listening socket."""
    return _url(host, sock.getsockname()[1])


def _url(host: str, port: int) -> str:
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


class LanListener:
    """LAN listener: closed until it is opened for a table, on the host's own port if free.

    Its methods run on the server's event loop. Opening it is also reported on the terminal.
    """

    def __init__(
        self,
        host: str | None = None,
        on_open: Callable[[str], None] = lambda _url: None,
        announce: Callable[[str], None] = lambda _link: None,
    ) -> None:
        """Store the configuration; nothing is opened yet.

        Args:
            host: the address to listen on; None for those on the networks, a loopback name for a
                listener that never opens.
            on_open: called with each base URL when it opens.
            announce: shows an invitation link to whoever sits at the server.
        """
        self.announce = announce
        self.ways: tuple[Way, ...] = ()
        """Addresses by which others connect, while it is open."""
        self._host = host
        self._on_open = on_open
        self._failure: str | None = None
        self._home: _Home | None = None
        self._openings: dict[str, _Opening] = {}
        """What listens, by the address that it is bound to."""
        self._port = 0
        self._turn = asyncio.Lock()

    @property
    def private(self) -> bool:
        """Return whether it never opens."""
        return self._host in LOOPBACK

    @property
    def possible(self) -> bool:
        """Return whether there is a network to open it to."""
        return not self.private and bool(self._addresses())

    @property
    def problem(self) -> str | None:
        """Return why it cannot be opened, or None.

        `private`, `no_network`, `public` (there are only addresses of the whole internet), or
        `port_busy`.
        """
        if self.private:
            return "private"
        if self.possible:
            return None if self._openings else self._failure
        return "public" if network.is_public() else "no_network"

    def check(self) -> None:
        """Check that an explicit address is one of this machine.

        Raises:
            PortBusy: it is not.
        """
        if self._host is not None and not self.private:
            listen(self._host, 0).close()

    def attach(self, server: uvicorn.Server, asgi: ASGIApp, port: int) -> None:
        """Attach the running server, once its own listener is open."""
        self._home = _Home(server, asgi)
        self._port = port

    async def open(self) -> str | None:
        """Open the listener on every network of this machine, and leave those that are gone.

        Returns:
            The base URL of the likeliest one, or None; then `problem` returns why.
        """
        async with self._turn:
            addresses = () if self.private or self._home is None else self._addresses()
            bound = {self._bound(one) for one in addresses}
            for host in [host for host in self._openings if host not in bound]:
                await self._openings.pop(host).end()
            self._failure = None
            for one in addresses:
                await self._listen(self._bound(one))
            before, self.ways = self.ways, tuple(self._ways(addresses))
            for way in self.ways:
                if way not in before:
                    self._on_open(way.url)
            return self.ways[0].url if self.ways else None

    async def close(self) -> None:
        """Close it, and drops whoever is connected through it."""
        async with self._turn:
            openings, self._openings, self.ways = self._openings, {}, ()
            for opening in openings.values():
                await opening.end()

    async def _listen(self, host: str) -> None:
        if host in self._openings or self._home is None:
            return
        try:
            sock = self._socket(host)
        except PortBusy as busy:
            self._failure = "no_network" if busy.no_address else "port_busy"
            return
        # Keep the port for the next time, so that phones find the same address again.
        self._port = sock.getsockname()[1]
        self._openings[host] = await _opened(self._home, sock)

    def _socket(self, host: str) -> socket.socket:
        try:
            return listen(host, self._port)
        except PortBusy as busy:
            if busy.no_address:
                raise
            # Also when binding to all addresses, which include the host's own.
            return listen(host, 0)

    def _ways(self, addresses: Iterable[LocalAddress]) -> Iterator[Way]:
        for one in addresses:
            opening = self._openings.get(self._bound(one))
            if opening:
                yield Way(_url(one.host, opening.port), one.interface, one.network)

    def _bound(self, one: LocalAddress) -> str:
        return self._host or one.host

    def _addresses(self) -> tuple[LocalAddress, ...]:
        """Return the addresses for the URLs, the likeliest first."""
        if self._host is None or self._host in _EVERYWHERE:
            return network.local_addresses()
        return (LocalAddress("", self._host),)


@dataclass(frozen=True)
class _Home:
    """Resources that a second listener shares with its server."""

    server: uvicorn.Server
    asgi: ASGIApp


@dataclass(frozen=True)
class _Opening:
    """Open LAN listener and its connections."""

    listener: asyncio.Server
    state: ServerState
    port: int

    async def end(self) -> None:
        """Stop accepting connections, shuts down the open ones, and aborts what is left."""
        self.listener.close()
        for connection in tuple(self.state.connections):
            connection.shutdown()
        if self.state.tasks:
            await asyncio.wait(tuple(self.state.tasks), timeout=_LEAVE_SECONDS)
        for connection in tuple(self.state.connections):
            connection.transport.abort()
        for task in tuple(self.state.tasks):
            task.cancel()


async def _opened(home: _Home, sock: socket.socket) -> _Opening:
    """Open a second listener on the running server, whose connections can be ended together."""
    config = _config(home.asgi, Door.GUEST)
    config.load()
    state = ServerState()

    def protocol() -> asyncio.Protocol:
        return config.http_protocol_class(  # type: ignore[call-arg]
            config=config, server_state=state, app_state=home.server.lifespan.state
        )

    listener = await asyncio.get_running_loop().create_server(protocol, sock=sock)
    return _Opening(listener, state, sock.getsockname()[1])


def serve(
    asgi: ASGIApp,
    lan: LanListener | None = None,
    host: str = OWN_HOST,
    port: int = 0,
    on_ready: Callable[[str], None] = lambda _url: None,
) -> None:
    """Serve until it is stopped.

    Args:
        asgi: the application.
        lan: the LAN listener; it is closed at first, and at the end.
        host: the address of the host's own listener, one of the loopback.
        port: 0 picks a free one.
        on_ready: called with the URL of the own listener once the server answers.

    Raises:
        PortBusy: before anything has started.
    """
    configure_logging()
    lan = lan or LanListener(OWN_HOST)
    lan.check()
    sock = listen(host, port)
    server = _Server(_config(asgi, Door.OWN), lan, lambda: on_ready(address(host, sock)))
    lan.attach(server, asgi, sock.getsockname()[1])
    server.run(sockets=[sock])


def _peer(connection: object) -> str:
    client = getattr(connection, "client", None)
    return client[0] if client else ""


def _room() -> int:
    """Return the maximum number of guest connections: at most half of the file descriptors."""
    return max(16, min(LIMITS.connections, _files() // 2))


@cache
def _files() -> int:
    """Return the limit of open file descriptors, raised as far as the system allows."""
    if resource is None:
        return 2 * LIMITS.connections
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * LIMITS.connections
    if 0 <= soft < wanted:
        soft = wanted if hard < 0 else min(wanted, hard)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return soft if soft >= 0 else wanted


class _GuestHttp(H11Protocol):
    """HTTP connection of a guest: limited in number, aborted if a request is late or slow."""

    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Handle a new connection as uvicorn does, within the connection limits."""
        super().connection_made(transport)
        of_each = Counter(map(_peer, self.connections))
        if of_each[_peer(self)] > LIMITS.connections_each:
            transport.abort()
            return
        if len(self.connections) > _room():
            self._make_room(of_each)
        self._wait()

    def _make_room(self, of_each: Counter[str]) -> None:
        """Abort a connection of the address that has most, a WebSocket only if it has no other."""
        most, _ = of_each.most_common(1)[0]
        theirs = [each for each in self.connections if _peer(each) == most]
        theirs.sort(key=lambda each: isinstance(each, WebSocketsSansIOProtocol))
        theirs[0].transport.abort()

    def data_received(self, data: bytes) -> None:
        """Handle data as uvicorn does, with a time limit for each request."""
        if not self._answering:
            self._wait()
        super().data_received(data)
        if self._answering:
            self._stop_waiting()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Upgrade as uvicorn does, and end the time limit: the socket has its own."""
        self._stop_waiting()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Handle the loss as uvicorn does, and end the time limit."""
        self._stop_waiting()
        super().connection_lost(exc)

    @property
    def _answering(self) -> bool:
        """Return whether a complete request has arrived and is being answered."""
        whole = self.conn.their_state in (h11.DONE, h11.MUST_CLOSE, h11.CLOSED)
        return whole and self.cycle is not None and not self.cycle.response_complete

    def _wait(self) -> None:
        if self._patience is None:
            self._patience = self.loop.call_later(LIMITS.silent_seconds, self.transport.abort)

    def _stop_waiting(self) -> None:
        waiting, self._patience = self._patience, None
        if waiting is not None:
            waiting.cancel()


_SLICE = 4096
"""Bytes of a guest that are parsed at once; they can hold some hundreds of frames."""


class _Socket(WebSocketsSansIOProtocol):
    """WebSocket that is aborted when its client no longer answers pings."""

    def keepalive_timeout(self) -> None:
        """Abort at once after uvicorn's handling: unsent data would keep it open for ever."""
        super().keepalive_timeout()
        self.transport.abort()


class _GuestSocket(_Socket):
    """WebSocket of a guest, with a rate limit on frames of every kind."""

    _bucket: TokenBucket | None = None

    def data_received(self, data: bytes) -> None:
        """Handle data as uvicorn does, in slices, until the frame limit closes the socket."""
        for start in range(0, len(data), _SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + _SLICE])

    def handle_events(self) -> None:
        """Count the received frames against the limit, then handle them as uvicorn does."""
        if self._bucket is None:
            self._bucket = TokenBucket(LIMITS.frames_burst, LIMITS.frames_per_second)
        for event in self.conn.events:
            if isinstance(event, Frame) and not self._bucket.take():
                self.conn.events.clear()
                self.transport.abort()
                return
        super().handle_events()


def _config(asgi: ASGIApp, door: Door) -> uvicorn.Config:
    own = door is Door.OWN
    return uvicorn.Config(
        Entrance(asgi, door),
        # Of the available parsers, only h11 limits the headers that it buffers.
        http=H11Protocol if own else _GuestHttp,
        ws=_Socket if own else _GuestSocket,
        ws_max_size=(LIMITS.own if own else LIMITS.guest).frame_bytes,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        timeout_graceful_shutdown=3,
        lifespan="on" if own else "off",
        # Warnings are not logged: any client could trigger them without limit.
        log_level="error",
        log_config=None,
        access_log=False,
        # The client address comes from the connection. A header could claim any address.
        proxy_headers=False,
        server_header=False,
    )


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, lan: LanListener, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._lan = lan
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start as uvicorn does, then report that the server answers."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the LAN listener, then shut down as uvicorn does."""
        await self._lan.close()
        await super().shutdown(sockets)
