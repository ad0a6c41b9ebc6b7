"""How long the published site takes to its first screen: ``python -m tests.benchmarks.start``.

Cold is the first visit of a browser that knows nothing; warm is the next one, in a process begun
anew, with what the first one kept. Host and browser are both on this machine. A folder of packages
that was fetched before can be given.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Playwright, sync_playwright

from companion.ui.site.packages import fetch
from tests.e2e.sites import Site, phone_of

TIMES = 5
KEPT = "() => localStorage.getItem('flutter.sin_red') === 'true'"
COMPILED = """async () => {
  const kept = await (await caches.open('companion-compiled')).keys();
  return kept.some((key) => key.url.includes('app.zip'));
}"""
WRITTEN = 1
"""Seconds that the browser has to write everything down."""
BUTTON = 'flt-semantics[role="button"]'


def _seconds_to_first_screen(playwright: Playwright, site: Site, folder: Path) -> float:
    with phone_of(playwright, folder) as context:
        page = context.new_page()
        begun = time.perf_counter()
        page.goto(site.url + "/")
        page.wait_for_selector("#loading", state="detached", timeout=60_000)
        taken = time.perf_counter() - begun
        page.locator("flt-semantics-placeholder").dispatch_event("click")
        page.wait_for_selector(BUTTON, timeout=10_000)
        page.wait_for_function(KEPT, timeout=60_000)
        while not page.evaluate(COMPILED):
            time.sleep(0.2)
        time.sleep(WRITTEN)
        return taken


def main() -> None:
    """Prints the seconds of every start, the least of them and their median."""
    given = sys.argv[1:]
    with tempfile.TemporaryDirectory() as root, sync_playwright() as playwright:
        packages = Path(given[0]) if given else fetch(Path(root) / "packages")
        site = Site(Path(root) / "host", packages)
        published = site.publish()
        site.start()
        print(f"{published}")
        times: dict[str, list[float]] = {"cold": [], "warm": []}
        for n in range(TIMES):
            folder = Path(root) / f"phone{n}"
            for kind in times:
                times[kind].append(_seconds_to_first_screen(playwright, site, folder))
        site.stop()
    for kind, seconds in times.items():
        each = " ".join(f"{one:.1f}" for one in seconds)
        least, middle = min(seconds), statistics.median(seconds)
        print(f"{kind}: least {least:.1f} s, median {middle:.1f} s of {each}")


if __name__ == "__main__":
    main()
