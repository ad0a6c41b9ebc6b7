"""App with a full data folder, and a route that makes it fail.

`python -m tests.e2e.failing_app FOLDER` prints its own URL. `/plantar?pantalla=score&veces=2` makes
that screen fail as often, `*` all of them; `/plantar?toque=2` makes that many reports fail.
"""

import sys
from functools import partial
from pathlib import Path

import flet as ft
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.bootstrap import own_hub
from companion.rulebook.loader import app_words
from companion.server.asgi import build
from companion.server.listener import serve
from companion.ui import app, router
from companion.ui.app import starter
from companion.ui.context import AppContext, Installation
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.shell import screen
from companion.ui.views.report.interaction import Start
from tests.wire.full_app import furnished


class Plants:
    """Planned failures, and how often each is still to happen."""

    def __init__(self, given: dict[str, str]) -> None:
        self.given = given
        self.screen = ""
        self.draws = 0
        self.touches = 0
        self._shown, self._open = router._Screen.shown, MatchController.open
        plants = self

        def shown(
            of: router._Screen, ctx: AppContext, key: str, given: dict[str, str]
        ) -> ft.Control:
            if plants.draws > 0 and plants.screen in (of.name, "*"):
                return _Broken(ctx, plants, key=key)
            return plants._shown(of, ctx, key, given)

        def opened(controller: MatchController, start: Start, **how: bool) -> None:
            plants.touches -= 1
            if plants.touches >= 0:
                raise RuntimeError
            plants._open(controller, start, **how)

        router._Screen.shown = shown  # type: ignore[method-assign, assignment]
        MatchController.open = opened  # type: ignore[method-assign, assignment]

    async def plant(self, request: Request) -> Response:
        """Set the planned failures, and return the content of the data folder."""
        asked = request.query_params
        self.screen = asked.get("pantalla", "")
        self.draws = int(asked.get("veces", 0))
        self.touches = int(asked.get("toque", 0))
        return JSONResponse(self.given)


@screen
def _Broken(_ctx: AppContext, plants: Plants) -> ft.Control:
    plants.draws -= 1
    raise RuntimeError


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    with own_hub(folder) as hub:
        plants = Plants(furnished(hub))
        words = app_words()
        main = starter(hub, Installation(str(folder)), words)
        serve(
            build(main, app.page_words(words), [Route("/plantar", plants.plant)]),
            on_ready=partial(print, flush=True),
        )
