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

from playwright.sync_api import Page, Playwright, sync_playwright

from companion.site.packages import fetch
from tests.e2e.sites import Site, phone_of

TIMES = 5
KEPT = "() => typeof companionPhone === 'object' && companionPhone.state.offline"
COMPILED = """async () => {
  const kept = await caches.open(`companion-compiled ${location.pathname}`);
  const memory = (await kept.keys()).find((key) => key.url.includes('memory'));
  return Boolean(memory) && (await (await kept.match(memory)).blob()).size > 0;
}"""
WRITTEN = 1
"""Seconds that the browser has to write everything down."""
BUTTON = 'flt-semantics[role="button"]'
MARKS = """() => performance.getEntriesByType('mark')
  .map((mark) => [mark.name, performance.timeOrigin + mark.startTime])"""
"""What Python's worker noted on its way: runtime, unpacked, imported, connected."""

Times = dict[str, float]
"""Seconds from the beginning to each of these, and to the first screen."""


def _first_screen(playwright: Playwright, site: Site, folder: Path) -> Times:
    with phone_of(playwright, folder) as context:
        page = context.new_page()
        begun = time.perf_counter()
        page.goto(site.url + "/")
        page.wait_for_selector("#loading", state="detached", timeout=60_000)
        taken = time.perf_counter() - begun
        times = _marks(page) | {"screen": taken}
        page.locator("flt-semantics-placeholder").dispatch_event("click")
        page.wait_for_selector(BUTTON, timeout=10_000)
        page.wait_for_function(KEPT, timeout=60_000)
        while not page.evaluate(COMPILED):
            time.sleep(0.2)
        time.sleep(WRITTEN)
        return times


def _marks(page: Page) -> Times:
    origin = page.evaluate("performance.timeOrigin")
    found = [worker.evaluate(MARKS) for worker in page.workers if "python" in worker.url]
    return {name: (at - origin) / 1000 for marks in found for name, at in marks}


def main() -> None:
    """Prints, for each kind of start, the seconds to the first screen and to what comes before."""
    given = sys.argv[1:]
    with tempfile.TemporaryDirectory() as root, sync_playwright() as playwright:
        packages = Path(given[0]) if given else fetch(Path(root) / "packages")
        site = Site(Path(root) / "host", packages)
        print(site.publish())
        site.start()
        starts: dict[str, list[Times]] = {"cold": [], "warm": []}
        for n in range(TIMES):
            folder = Path(root) / f"phone{n}"
            for each in starts.values():
                each.append(_first_screen(playwright, site, folder))
        site.stop()
    for kind, times in starts.items():
        print(f"{kind}:", *(f"{one['screen']:.1f}" for one in times))
        for name in times[0]:
            seconds = [one[name] for one in times]
            least, middle = min(seconds), statistics.median(seconds)
            print(f"  {name}: least {least:.1f} s, median {middle:.1f} s")


if __name__ == "__main__":
    main()
