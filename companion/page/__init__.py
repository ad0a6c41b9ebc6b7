"""HTML page of the app: its language, its loading splash and the project's script."""

import json
import re
from collections.abc import Mapping
from html import escape
from importlib import resources

_LOADING = re.compile(r'<div id="loading".*?</div>\s*(?=<script)', re.DOTALL)

WAITS = b"Working..."
"""What the stock client says while it waits for its server, compiled into it."""
CLIENTS = {"main.dart.js": "text/javascript", "main.dart.wasm": "application/wasm"}
"""Files of the stock client that say it, and their types."""

FAILING = ("stumbled", "stuck", "again", "home")
"""Keys of the page's texts about a failed session and the ways to continue."""

_SPLASH = """<div id="loading" role="status" aria-label="{loading}">
    <style>
      #loading {{ position: fixed; inset: 0; display: flex; flex-direction: column; gap: 20px;
        align-items: center; justify-content: center; background: #fbf8f3; color: #3b2f20;
        font: 500 1.6rem/1.3 Roboto, system-ui, sans-serif; }}
      #loading small {{ font-size: 1rem; opacity: .75; }}
      #loading i {{ width: 44px; height: 44px; border-radius: 50%; border: 4px solid #b9722844;
        border-top-color: #b97228; animation: companion-turn 1s linear infinite; }}
      @keyframes companion-turn {{ to {{ transform: rotate(1turn); }} }}
      @media (prefers-color-scheme: dark) {{ #loading {{ background: #16130f; color: #efe6d8; }} }}
      @media (prefers-reduced-motion: reduce) {{ #loading i {{ animation: none; }} }}
    </style>
    <i aria-hidden="true"></i><span>{title}</span><small>{loading}</small>
  </div>
  """


def customise_page(html: str, words: Mapping[str, str]) -> str:
    """Return the stock page in Spanish, with a splash and the project's script.

    Args:
        html: the page of the stock web client, patched for this server.
        words: `title`, `loading`, `lost`, `back`, `closed`, `reader` and those of `FAILING`.
    """
    title, loading = escape(words["title"]), escape(words["loading"])
    page = re.sub(r"<html[^>]*>", '<html lang="es">', html, count=1)
    page = re.sub(r"<title>.*?</title>", f"<title>{title}</title>", page, count=1)
    page = _LOADING.sub(lambda _: _SPLASH.format(title=title, loading=loading), page, count=1)
    said = {key: words[key] for key in ("lost", "back", "closed", "reader", *FAILING)}
    ours = json.dumps(said).replace("<", "\\u003c")
    head = (
        f'<script id="companion-words" type="application/json">{ours}</script>\n'
        f"  <script>{script()}</script>\n"
    )
    return page.replace("<script>", head + "  <script>", 1)


def customise_client(client: bytes, words: Mapping[str, str]) -> bytes:
    """Return a file of the stock client, in which waiting is said in Spanish.

    Args:
        client: one of `CLIENTS`.
        words: `wait`, as long as the text that it replaces: a length stands before that one.
    """
    said = words["wait"].encode()
    assert len(said) == len(WAITS), said
    return client.replace(WAITS, said)


def script() -> str:
    """Return the project's script, inlined in the page."""
    return device_script() + _asset("companion.js")


def device_script() -> str:
    """Return the part of the script that the in-browser site also uses."""
    names = ("device.js", "reader.js", "focus.js", "picture.js", "files.js")
    return "".join(map(_asset, names))


def _asset(name: str) -> str:
    return (resources.files("companion.page") / "assets" / name).read_text("utf-8")
