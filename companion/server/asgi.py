"""Web application: own routes, then Flet's page and socket, behind own headers."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import fastapi
import flet as ft
import flet_web.fastapi
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.page import CLIENTS, customise_client, customise_page
from companion.server.csp import policy
from companion.server.limits import LIMITS, ConnectionGuard, Limits

PageMain = Callable[[ft.Page], Any]
SESSION_SECONDS = 45
"""Seconds a session outlives its page. Drafts are stored separately (`ui/drafts`)."""


def build(
    main: PageMain,
    words: Mapping[str, str],
    routes: Sequence[BaseRoute] = (),
    limits: Limits = LIMITS,
    **flet_options: Any,
) -> ASGIApp:
    """Build the ASGI application of the companion.

    Args:
        main: called with the page of each new session.
        words: of the page itself: `title`, `loading`, `wait`, `lost`, `back`, and `failed` for
            the message of a screen that crashed.
        routes: own routes, before Flet's.
        limits: on what is received.
        flet_options: more options of `flet_web.fastapi.app`, such as `upload_dir`.
    """
    parent = flet_web.fastapi.FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    parent.router.routes.append(Route("/health", health))
    # Old path, still requested by pages of earlier versions.
    parent.router.routes.append(Route("/salud", health))
    parent.router.routes.extend(routes)
    parent.router.routes.extend(_client_route(name, words) for name in CLIENTS)
    client = flet_web.fastapi.app(
        main,
        no_cdn=True,
        app_name=words["title"],
        session_timeout_seconds=SESSION_SECONDS,
        **flet_options,
    )
    _without_extras(client)
    parent.mount("/", client)
    return OwnHeaders(ConnectionGuard(parent, limits, words.get("failed", "")), words)


def _client_route(name: str, words: Mapping[str, str]) -> Route:
    """Return the route of a file of the stock client, which would speak English."""
    path = Path(str(flet_web.__file__)).parent / "web" / name

    @cache
    def content() -> tuple[bytes, str]:
        data = customise_client(path.read_bytes(), words)
        return data, f'"{sha256(data).hexdigest()[:32]}"'

    # Not on the loop: the first time it takes some hundredths of a second.
    def answer(request: Request) -> Response:
        data, tag = content()
        headers = {"etag": tag, "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(data, media_type=CLIENTS[name], headers=headers)

    return Route(f"/{name}", answer)


def _without_extras(client: fastapi.FastAPI) -> None:
    """Remove unused routes: OAuth sign-in, and API pages that load scripts from other hosts."""
    theirs = {client.docs_url, client.redoc_url, client.openapi_url, "/oauth_callback"}
    theirs.add(client.swagger_ui_oauth2_redirect_url)
    routes = client.router.routes
    routes[:] = [route for route in routes if getattr(route, "path", None) not in theirs]


async def health(_request: Request) -> Response:
    """Report that the server is running."""
    return JSONResponse({"estado": "bien"}, headers={"Cache-Control": "no-store"})


class OwnHeaders:
    """ASGI middleware that replaces the stock page and adds restrictive headers."""

    def __init__(self, app: ASGIApp, words: Mapping[str, str]) -> None:
        self.app = app
        self.words = words

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request or socket; refuse a socket opened by another site's page."""
        if scope["type"] == "websocket" and _foreign(scope):
            await send({"type": "websocket.close", "code": 1008})
        elif scope["type"] != "http":
            await self.app(scope, receive, send)
        elif scope["path"].startswith("//"):
            await _elsewhere(scope)(scope, receive, send)
        else:
            await self.app(_uncompressed(scope), receive, _Answer(send, self.words))


def _elsewhere(scope: Scope) -> Response:
    """Redirect to the same path after a single slash.

    With two slashes the client would take what follows for a host, and show nothing.
    """
    path = "/" + quote(scope["path"].lstrip("/"))
    asked = scope.get("query_string", b"").decode("latin-1")
    return RedirectResponse(f"{path}?{asked}" if asked else path, status_code=308)


def _foreign(scope: Scope) -> bool:
    """Return whether the page that opens the socket came from another host.

    A browser sends the origin of its page; other programs send none.
    """
    headers = Headers(scope=scope)
    origin = headers.get("origin")
    try:
        return origin is not None and urlsplit(origin).netloc != headers.get("host")
    except ValueError:
        return True


def _uncompressed(scope: Scope) -> Scope:
    """Return the request without headers that would yield a `304` or a partial, unpatched page."""
    if not _is_page(scope["path"]):
        return scope
    dropped = (b"if-none-match", b"if-modified-since", b"range")
    return {**scope, "headers": [h for h in scope["headers"] if h[0].lower() not in dropped]}


def _is_page(path: str) -> bool:
    return "." not in path.rsplit("/", 1)[-1] or path.endswith("/index.html")


class _Answer:
    """Response sender that patches the page."""

    def __init__(self, send: Send, words: Mapping[str, str]) -> None:
        self.send: Callable[[Message], Awaitable[None]] = send
        self.words = words
        self.start: Message | None = None
        self.body = b""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            _own(headers)
            if not headers.get("content-type", "").startswith("text/html"):
                await self.send(message)
            else:
                self.start = message
        elif self.start is None:
            await self.send(message)
        else:
            self.body += message.get("body", b"")
            if not message.get("more_body"):
                await self._send_page()

    async def _send_page(self) -> None:
        html = customise_page(self.body.decode(), self.words)
        body = html.encode()
        assert self.start is not None
        headers = MutableHeaders(scope=self.start)
        headers["content-security-policy"] = policy(html)
        headers["content-length"] = str(len(body))
        headers["cache-control"] = "no-cache"
        for stale in ("etag", "last-modified"):
            if stale in headers:
                del headers[stale]
        await self.send(self.start)
        await self.send({"type": "http.response.body", "body": body})


def _own(headers: MutableHeaders) -> None:
    if "access-control-allow-origin" in headers:
        del headers["access-control-allow-origin"]
    headers["x-content-type-options"] = "nosniff"
    headers["referrer-policy"] = "no-referrer"
