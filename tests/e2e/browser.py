"""Real Chromium on the real server, driven through the accessibility tree.

Flutter paints a canvas; the tree is built when it is asked for. So a screen that passes here is
also a screen that a screen reader can use.
"""

import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, Playwright, expect
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from companion.toolkit.touch_guard import SETTLING
from tests import processes

PHONE = {"width": 412, "height": 915}
LANDSCAPE = {"width": 915, "height": 412}
DESKTOP = {"width": 1280, "height": 800}

FLAGS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--enable-unsafe-swiftshader",
]
QUICK = "--js-flags=--liftoff-only"
"""Flag for fast compilation: each test compiles the client anew, and runs it for seconds."""

PATIENCE = 20_000
"""Milliseconds to wait for a text or control that must appear."""

QUIET = SETTLING + 0.05
"""Seconds of rest after which a control takes a touch; a caret blinks every half second."""

CALM = (Path(__file__).parent / "calm.js").read_text()
"""Script put into every page before anything else: it tells when the page has come to rest."""

FOLLOW = "to => { history.pushState(null, '', to); dispatchEvent(new PopStateEvent('popstate')); }"
"""Script that goes to another route without loading the page, as a link within it does."""

TEXT = "(document.querySelector('flt-semantics-host')?.innerText ?? '')"
LABELS = """[...document.querySelectorAll('flt-semantics-host [aria-label]')]
    .map((each) => each.ariaLabel ?? '').join('\\n')"""


def chromium_path() -> str | None:
    """Return the path of Chromium on this machine, or None."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)


def launch(playwright: Playwright) -> Browser:
    """Launch a headless Chromium."""
    return playwright.chromium.launch(executable_path=chromium_path(), args=[*FLAGS, QUICK])


@dataclass
class Server:
    """Server of the app, in a process of its own on a data folder."""

    data: Path
    port: int = 0
    url: str = ""
    process: subprocess.Popen[str] | None = field(default=None, repr=False)

    def start(self) -> "Server":
        """Start it and waits for its address; after a stop, on the same port as before."""
        self.process = subprocess.Popen(
            self.command(),
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        self.url = self._address()
        self.port = int(self.url.rstrip("/").rsplit(":", 1)[1])
        return self

    def command(self) -> list[str]:
        """Return the command to run; its output has the address in a line."""
        words = [sys.executable, "-m", "companion", "serve", "--no-open", "--host", "127.0.0.1"]
        return [*words, "--port", str(self.port), "--data", str(self.data)]

    def _address(self, seconds: float = 40) -> str:
        assert self.process
        assert self.process.stdout
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            ready, _, _ = select.select([self.process.stdout], [], [], 0.5)
            line = self.process.stdout.readline() if ready else ""
            address = re.search(r"http://\S+", line)
            if address:
                return address.group(0)
            if self.process.poll() is not None:
                break
        raise AssertionError("the server did not say its address")

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as asked."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(20)


class Screen:
    """Page in the browser, used as a person would."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url.rstrip("/")
        self.touches = 0
        """Number of touches since it was last set to zero."""

    def go(self, route: str = "/") -> "Screen":
        """Open a route as one types it: the page is loaded, and its session begins."""
        self.page.goto(self.url + route, wait_until="commit")
        return self.wake()

    def follow(self, route: str) -> "Screen":
        """Go to a route as a link within the app leads there: page and session stay."""
        self.page.evaluate(FOLLOW, self.url + route)
        self.rest()
        return self

    def reload(self) -> "Screen":
        """Load the page again."""
        self.page.reload(wait_until="commit")
        return self.wake()

    def wake(self) -> "Screen":
        """Ask Flutter for its accessibility tree."""
        self.page.wait_for_selector(
            "flt-semantics-placeholder, flt-semantics", state="attached", timeout=40_000
        )
        self.page.evaluate("document.querySelector('flt-semantics-placeholder')?.click()")
        self.page.wait_for_selector("flt-semantics", state="attached", timeout=PATIENCE)
        # Fonts and stored preferences arrive shortly after the first screen.
        self._rest(2 * QUIET)
        return self

    def button(self, name: str | re.Pattern[str], *, exact: bool = False, nth: int = 0) -> Locator:
        """Return the control with that name; `nth` chooses among several."""
        return self.page.get_by_role("button", name=name, exact=exact).nth(nth)

    def tap(self, name: str | re.Pattern[str], *, exact: bool = False, nth: int = 0) -> None:
        """Touch what has that name: a button or a tab; of several buttons, which one."""
        self.touches += 1
        button = self.button(name, exact=exact, nth=nth)
        tab = self.page.get_by_role("tab", name=name, exact=exact).first
        self._patiently(button.or_(tab).first, Locator.click)

    @contextmanager
    def holding(self, text: str) -> Iterator[None]:
        """Press what says that, and lets it go at the end."""
        self.touches += 1
        target = self.page.get_by_text(text).first
        self._in_sight(target)
        box = target.bounding_box(timeout=PATIENCE)
        assert box, f"{text!r} is nowhere"
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        try:
            yield
        finally:
            self.page.mouse.up()

    def _patiently(self, target: Locator, act: Callable[..., None]) -> None:
        """Acts on something once it stands still; looks for it again if it was drawn anew."""
        for tries_left in (2, 1, 0):
            try:
                self._in_sight(target)
                act(target, timeout=PATIENCE)
                return
            except PlaywrightError as error:
                if "not attached" not in str(error) or not tries_left:
                    raise

    def _in_sight(self, target: Locator) -> None:
        """Wait until something stands still where it can be touched."""
        self._rest()
        before = target.bounding_box(timeout=PATIENCE)
        target.scroll_into_view_if_needed(timeout=PATIENCE)
        if target.bounding_box(timeout=PATIENCE) != before:
            # The browser scrolls the semantics tree; Flutter follows a little later.
            time.sleep(2 * QUIET)
            self._rest()

    def type(self, label: str, text: str) -> None:
        """Type into the field with that label, in the place of what it holds.

        With the keyboard, as a person does: Flutter does not notice a text that is put into the
        element of its accessibility tree before the field has its focus.

        Raises:
            AssertionError: the field did not take it.
        """
        field = self.page.get_by_label(label).first
        for _ in range(4):
            self._patiently(field, Locator.click)
            self.page.wait_for_function(
                "label => document.activeElement?.ariaLabel?.split('\\n')[0] === label",
                arg=label,
                timeout=PATIENCE,
            )
            time.sleep(0.2)
            self.page.keyboard.press("Control+A")
            self.page.keyboard.press("Delete")
            self.page.keyboard.type(text, delay=5)
            time.sleep(0.2)
            if field.input_value(timeout=PATIENCE) == text:
                return
        raise AssertionError(f"the field {label!r} did not take {text!r}")

    def _rest(self, long: float = QUIET) -> None:
        """Wait until touches are answered and nothing moves: what falls in between is lost."""
        end = time.monotonic() + 5
        while time.monotonic() < end:
            quiet = self.ask("window.calm?.() ?? 60")
            if quiet >= long:
                return
            time.sleep(max(0.02, long - quiet))

    def rest(self) -> None:
        """Wait until all is drawn."""
        self._rest(2 * QUIET)

    def text(self) -> str:
        """Return everything a screen reader reads now."""
        return str(self.ask(f"{TEXT} + '\\n' + {LABELS}"))

    def labels(self) -> str:
        """Return the labels that stand only as attributes."""
        return str(self.ask(LABELS))

    def ask(self, expression: str) -> Any:
        """Return the value of an expression in the page.

        Raises:
            AssertionError: the page hangs; names what Chromium is doing.
        """
        while True:
            try:
                handle = self.page.wait_for_function(
                    f"() => ({{ answer: {expression} }})", polling=50, timeout=PATIENCE
                )
                return handle.json_value()["answer"]
            except PlaywrightTimeout as error:
                raise AssertionError(f"the page does not answer:\n{processes.busy()}") from error
            except PlaywrightError as error:
                # The page was replaced meanwhile: ask the new one.
                if "navigation" not in str(error):
                    raise

    def sees(self, text: str | re.Pattern[str], timeout: float = PATIENCE) -> None:
        """Wait until a text is there.

        Raises:
            AssertionError: it did not appear in time; says what was there.
        """
        end = time.monotonic() + timeout / 1000
        while not self.has(text):
            assert time.monotonic() < end, f"{text!r} is not on the screen:\n{self.text()}"
            time.sleep(0.1)

    def has(self, text: str | re.Pattern[str]) -> bool:
        """Return whether a text is there now; white space counts as one blank."""
        seen = re.sub(r"\s+", " ", self.text())
        return text in seen if isinstance(text, str) else bool(text.search(seen))

    def gone(self, text: str, timeout: float = PATIENCE) -> None:
        """Wait until a text is no longer there."""
        end = time.monotonic() + timeout / 1000
        while self.has(text):
            assert time.monotonic() < end, f"{text!r} is still on the screen"
            time.sleep(0.1)

    def shot(self, path: Path) -> None:
        """Save a picture once two in a row are alike: painting comes after the tree."""
        before = b""
        for _ in range(10):
            time.sleep(0.4)
            now = self._picture()
            if now and now == before:
                break
            before = now or before
        assert before, "no picture could be taken"
        path.write_bytes(before)

    def _picture(self) -> bytes | None:
        """Return what is painted now, or None: Chromium sometimes hangs on it."""
        try:
            return self.page.screenshot(timeout=8_000)
        except PlaywrightError:
            return None


@contextmanager
def screen(
    browser: Browser,
    url: str,
    size: dict[str, int] | None = None,
    *,
    dark: bool = False,
    scale: float = 1,
    storage: dict[str, str] | None = None,
) -> Iterator[Screen]:
    """Yield a page in a context of its own, with what its storage holds from the start."""
    size = size or PHONE
    context = browser.new_context(
        viewport={"width": size["width"], "height": size["height"]},
        color_scheme="dark" if dark else "light",
        device_scale_factor=scale,
        locale="es-ES",
    )
    try:
        context.add_init_script(CALM)
        for key, value in (storage or {}).items():
            context.add_init_script(f"localStorage.setItem({key!r}, {value!r})")
        yield Screen(context.new_page(), url)
    finally:
        context.close()


__all__ = [
    "DESKTOP",
    "LANDSCAPE",
    "PHONE",
    "Screen",
    "Server",
    "chromium_path",
    "expect",
    "launch",
    "screen",
]
