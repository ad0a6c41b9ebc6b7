"""Time from a touch to its painted answer within the site: ``python -m tests.benchmarks.touches``.

A phone alone with half a recorded match of each game. It opens the match, then touches everything
that opens another screen or a panel, and undoes entries. Printed are the median and 95th percentile
of each kind, and the slowest touch of the first minute. The first argument is a folder of packages
fetched before; the games follow.
"""

import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright

from companion.games import GAMES
from companion.match.files import acta_file
from companion.site.packages import fetch, find_compiler
from tests.e2e.browser import Screen
from tests.e2e.sites import Site, client, phone_of
from tests.ui.tables import actas

ROUNDS = 6
WATCHING = """(() => {
  const times = globalThis.touchTimes = { down: 0, answer: 0, first: 0, last: 0 };
  addEventListener("pointerdown", () => {
    Object.assign(times, { down: performance.now(), answer: 0, first: 0, last: 0 });
  }, true);
  // The client paints within the next frame. The task after that frame comes before the one after,
  // which an animation takes as long again to paint.
  const afterFrame = (then) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { port1.close(); then(); };
    port2.postMessage(0);
  });
  const painted = () => {
    times.answer ||= performance.now();
    afterFrame(() => {
      times.first ||= performance.now();
      times.last = performance.now();
    });
  };
  globalThis.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        if (data instanceof Uint8Array) painted();
      });
    }
  };
})()"""
"""Script that notes when a touch came down, and when its first and last answer were painted."""
TIMES = "['answer', 'first', 'last'].map((name) => touchTimes[name] - touchTimes.down)"
STILL = "() => touchTimes.last && performance.now() - touchTimes.last > 600"
MINUTE = 60_000.0

Name = str | re.Pattern[str]
SCREEN, PANEL, ACT, OPENING = "another screen", "a panel", "a recorded act", "a game is opened"
CLOSE, UNDO = "Cerrar", "Deshacer"
TOUCHES: Sequence[tuple[str, Name]] = (
    (OPENING, re.compile("^Seguir jugando")),
    (SCREEN, "Marcador"),
    (SCREEN, "Acta"),
    (SCREEN, "Reglas"),
    (SCREEN, "Mesa"),
    (PANEL, re.compile("^Otra jugada")),
    (PANEL, CLOSE),
    (PANEL, "Herramientas"),
    (PANEL, CLOSE),
    (PANEL, re.compile("^Ana: ")),
    (PANEL, CLOSE),
    (PANEL, re.compile("Ver todo$")),
    (PANEL, CLOSE),
    (PANEL, re.compile("^¿Puedo…")),
    (PANEL, "Dejar de preguntar"),
    (ACT, UNDO),
)
"""Kinds of touches, and the accessible name of what is touched."""


@dataclass
class Times:
    """Milliseconds of the touches of a game."""

    places: Sequence[tuple[float, float]]
    """Where each touch goes. Found beforehand, because the accessibility tree costs time itself."""
    by_kind: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    slowest: tuple[float, str] = (0, "")
    """Slowest touch of the first minute, and its name."""

    def touch(self, page: Page, n: int) -> None:
        """Touch a thing, and note how long its answer takes; a recorded act counts its first."""
        kind, name = TOUCHES[n]
        page.wait_for_timeout(400)
        page.mouse.click(*self.places[n])
        with suppress(Exception):
            page.wait_for_function(STILL, timeout=8_000, polling=50)
        answer, first, last = page.evaluate(TIMES)
        assert answer > 0, f"no answer to {name}"
        taken = first if kind == ACT else last
        if "-v" in sys.argv:
            print(f"    {kind} {name}: {answer:.0f} {first:.0f} {last:.0f}", flush=True)
        self.by_kind[kind].append(taken)
        if page.evaluate("performance.now()") < MINUTE:
            self.slowest = max(self.slowest, (taken, str(name)))

    def lines(self) -> list[str]:
        """Return a line for each kind, and one for the slowest touch of the first minute."""
        kinds = [
            f"  {kind}: {median(all_):.0f} ms, p95 {quantiles(all_, n=20)[-1]:.0f} of {len(all_)}"
            for kind, all_ in self.by_kind.items()
        ]
        slow, name = self.slowest
        return [*kinds, f"  slowest of the first minute: {slow:.0f} ms, {name}"]


def _placed(screen: Screen, name: Name) -> tuple[float, float]:
    """Touch a thing, unless that records something, and return where it is."""
    exact, page = isinstance(name, str), screen.page
    tab = page.get_by_role("tab", name=name, exact=exact)
    target = tab.or_(page.get_by_role("button", name=name, exact=exact)).first
    target.wait_for(timeout=20_000)
    page.wait_for_timeout(1_500)
    box = target.bounding_box()
    assert box, f"{name} is nowhere"
    if name != UNDO:
        target.click()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _of_game(context: BrowserContext, site: Site, game: str, folder: Path) -> Times:
    entries = acta_file.loads(actas(game)[0].read_bytes())
    half = folder / f"{game}.acta"
    half.write_bytes(acta_file.dumps(entries[: len(entries) // 2]).encode())
    screen = client(context, site, "/recibir")
    screen.sees("Elegir el archivo")
    with screen.page.expect_file_chooser() as chooser:
        screen.tap("Elegir el archivo")
    chooser.value.set_files(half)
    screen.tap("Guardar aquí")
    screen.sees("Partida importada.")
    screen.page.close()
    screen = client(context, site)
    times = Times([_placed(screen, name) for _, name in TOUCHES])
    screen.page.close()
    for rounds in (0, 0, ROUNDS):
        page = context.new_page()
        page.goto(site.url, wait_until="commit")
        page.wait_for_selector("#loading", state="detached", timeout=60_000)
        page.wait_for_function(STILL, polling=50)
        times.touch(page, 0)
        *looking, undo = range(1, len(TOUCHES))
        for n in [*rounds * looking, *rounds * [undo]]:
            times.touch(page, n)
        page.close()
    return times


def main(playwright: Playwright, packages: Path, games: list[str], root: Path) -> None:
    """Measure every game on a phone of its own."""
    site = Site(root / "host", packages, compiler=find_compiler())
    site.publish()
    site.start()
    for game in games:
        with phone_of(playwright, root / game) as context:
            context.add_init_script(WATCHING)
            print(game, *_of_game(context, site, game, root).lines(), sep="\n", flush=True)
    site.stop()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as started:
        given = [each for each in sys.argv[1:] if each != "-v"]
        there = Path(given[0]) if given else fetch(Path(temporary) / "packages")
        main(started, there, given[1:] or sorted(GAMES), Path(temporary))
