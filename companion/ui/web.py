"""App served to browsers: each one gets a screen of its own."""

from starlette.types import ASGIApp

from companion.page import FAILING
from companion.rulebook.loader import AppWords, app_words
from companion.server import asgi
from companion.server.lan_listener import Lan
from companion.services.hub import Hub
from companion.ui.app import starter
from companion.ui.context import Installation


def build(hub: Hub, place: Installation, lan: Lan | None = None) -> ASGIApp:
    """Build the web application; every browser that opens it gets a screen of its own.

    Args:
        hub: data shown on the screens.
        place: storage and runtime of the program.
        lan: listener for other devices, once a table is open to them.
    """
    words = app_words()
    return asgi.build(starter(hub, place, words, lan), page_words(words))


def page_words(words: AppWords) -> dict[str, str]:
    """Return the texts of the page itself."""
    return {
        "title": words("app.name"),
        "loading": words("app.loading"),
        "lost": words("network.lost"),
        "back": words("network.back"),
        "closed": words("network.closed"),
        "failed": words("error.unexpected"),
        "reader": words("a11y.turn_on"),
        **{key: words(f"failing.{key}") for key in FAILING},
    }
