"""Time the published site takes to its first screen: ``python -m tests.benchmarks.start``.

Cold is the first visit of a new browser; warm are later ones, each in a new process, with what the
first one stored. Host and browser are both on this machine. Nothing inspects the page while it
starts: with development tools open, each request makes the browser read the client's script once
more, for the line that it came from. A folder of packages that was fetched before can be given.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

from playwright.sync_api import Page, Playwright, sync_playwright

from companion.site.packages import fetch, find_compiler
from tests.e2e.browser import FLAGS, chromium_path
from tests.e2e.sites import Site

COLD, WARM = 3, 5
STARTED = 15.0
"""Seconds after a start before the page is inspected: it compiles and stores things meanwhile."""
KEPT = """async () => {
  const kept = await caches.open(`companion-compiled ${location.pathname}`);
  const memory = (await kept.keys()).find((key) => key.url.includes('memory'));
  return Boolean(memory) && (await (await kept.match(memory)).blob()).size > 0;
}"""
MARKS = """() => Object.fromEntries(performance.getEntriesByType('mark')
  .map((mark) => [mark.name, mark.startTime / 1000]))"""
POINTS = ("runtime", "remembered", "unpacked", "imported", "connected", "screen")
"""Marks of Python's thread on its way, and the time of the first screen."""
PORT = "DevToolsActivePort"

Times = dict[str, float]
"""Seconds from the beginning of the visit to each of these marks."""


@contextmanager
def _browser(folder: Path) -> Iterator[int]:
    """Yield the port of a headless browser, by which it can be inspected afterwards."""
    (folder / PORT).unlink(missing_ok=True)
    program = chromium_path() or "chromium"
    command = [
        *(program, *FLAGS, "--headless=new", "--window-size=412,915", "--lang=es-ES"),
        *(f"--user-data-dir={folder}", "--remote-debugging-port=0", "about:blank"),
    ]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=quiet, stderr=quiet) as running:
        try:
            while not (folder / PORT).exists() or "\n" not in (folder / PORT).read_text():
                time.sleep(0.1)
            time.sleep(1)
            yield int((folder / PORT).read_text().split()[0])
        finally:
            running.terminate()


def _start(playwright: Playwright, site: Site, folder: Path) -> Times:
    with _browser(folder) as port:
        address = f"http://127.0.0.1:{port}"
        urlopen(Request(f"{address}/json/new?{site.url}/", method="PUT")).close()
        time.sleep(STARTED)
        browser = playwright.chromium.connect_over_cdp(address)
        pages = [page for context in browser.contexts for page in context.pages]
        page = next(page for page in pages if page.url.startswith(site.home))
        marks = page.evaluate(MARKS)
        _kept(page)
        browser.close()
    return {name: marks[name] for name in POINTS if name in marks}


def _kept(page: Page) -> None:
    while not page.evaluate(KEPT):
        time.sleep(0.5)
    time.sleep(2)


def main() -> None:
    """Print, for each kind of start, the seconds to the first screen and to each mark before it."""
    given = sys.argv[1:]
    starts: dict[str, list[Times]] = {"cold": [], "warm": []}
    with tempfile.TemporaryDirectory() as root, sync_playwright() as playwright:
        packages = Path(given[0]) if given else fetch(Path(root) / "packages")
        site = Site(Path(root) / "host", packages, compiler=find_compiler())
        print(site.publish())
        site.start()
        for n in range(COLD):
            folder = Path(root) / f"phone{n}"
            folder.mkdir()
            starts["cold"].append(_start(playwright, site, folder))
        # A browser caches its compiled code from the second visit on, so make one unmeasured visit.
        _start(playwright, site, folder)
        starts["warm"] += (_start(playwright, site, folder) for _ in range(WARM))
        site.stop()
    for kind, times in starts.items():
        print(f"{kind}:", *(f"{one['screen']:.1f}" for one in times))
        for name in times[0]:
            seconds = [one[name] for one in times]
            least, middle = min(seconds), statistics.median(seconds)
            print(f"  {name}: least {least:.1f} s, median {middle:.1f} s")


if __name__ == "__main__":
    main()
