"""Small app that says by which door a visitor came in, and opens the other one.

Run as a module with a host, empty for every network of this machine, it prints its own URL, and
then each event of the LAN listener.
"""

import sys
from functools import partial

import flet as ft
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.server.asgi import build
from companion.server.doors import current_visitor
from companion.server.listener import LanListener, serve
from tests.ui.gallery import WORDS

say = partial(print, flush=True)


def main(page: ft.Page) -> None:
    """Begin one session: the page says who has come."""
    visitor = current_visitor()
    page.add(ft.Text(f"<{visitor.door} {visitor.address}>", key="who"))


def routes(lan: LanListener) -> list[Route]:
    """Return the routes by which a test queries the LAN listener, from within the server."""

    async def state(_request: Request) -> Response:
        visitor = current_visitor()
        urls = [way.url for way in lan.ways]
        listener_status = {
            "url": urls[0] if urls else None,
            "urls": urls,
            "possible": lan.possible,
            "problem": lan.problem,
        }
        return JSONResponse({**listener_status, "door": visitor.door, "address": visitor.address})

    async def opened(request: Request) -> Response:
        await lan.open()
        return await state(request)

    async def closed(request: Request) -> Response:
        await lan.close()
        return await state(request)

    return [Route("/puerta", state), Route("/abrir", opened), Route("/cerrar", closed)]


if __name__ == "__main__":
    door = LanListener(sys.argv[1] or None, lambda url: say("opened", url))
    serve(build(main, WORDS, routes(door)), door, on_ready=say)
