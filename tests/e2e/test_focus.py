"""Keyboard focus on every screen: in reading order, visible, named, and given back.

Tab is pressed through whole screens. The focused control is compared with the accessibility tree,
and its contrast is measured on two pictures: with its frame and without.
"""

import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser

from tests.e2e.browser import PATIENCE, Screen, screen
from tests.e2e.places import GROUPS, Games, Place, close, come, leave

pytestmark = pytest.mark.nightly

ROLES = {"button", "tab", "link", "checkbox", "switch", "radio", "slider", "textbox", "combobox"}
"""Roles of controls that can be used, as a screen reader says them."""
STANDS_OUT = 3.0
"""Least contrast of a focused control between the pictures with its frame and without."""
REACHED = """(() => {
  const tree = document.querySelector('flt-semantics-host');
  const all = tree?.querySelectorAll('[tabindex="0"], input, textarea') ?? [];
  return [...all].map((each) => {
    const box = each.getBoundingClientRect();
    const parent = each.parentElement.closest('flt-semantics');
    return {
      id: (each.closest('flt-semantics') ?? each).id, group: parent?.id ?? '',
      role: each.getAttribute('role') ?? (/INPUT|TEXTAREA/.test(each.tagName) ? 'textbox' : ''),
      name: (each.ariaLabel || each.innerText || '').trim(),
      box: [box.left, box.top, box.right, box.bottom],
    };
  });
})()"""
"""Script that lists all controls that can have the focus, in the order of the tree."""
NOW = """(() => {
  const found = document.activeElement;
  return found?.closest('flt-semantics-host') ? (found.closest('flt-semantics') ?? found).id : null;
})()"""
NAME = f"""(() => {{
  const found = document.getElementById({NOW});
  return (found?.ariaLabel || found?.innerText || '').trim();
}})()"""
NEXT = """(sliver) => {
  const tree = document.querySelector('flt-semantics-host');
  const all = [...tree.querySelectorAll('[tabindex="0"]')];
  const around = (each) => {
    let found = each.parentElement;
    while (found && !/auto|scroll|hidden/.test(found.style.overflowY)) found = found.parentElement;
    return found;
  };
  const below = (each) => {
    const sight = around(each)?.getBoundingClientRect();
    return sight ? each.getBoundingClientRect().top - sight.bottom : -1;
  };
  const at = all.findIndex((each) => below(each) > 0);
  all[at - 1].focus({ preventScroll: true });
  if (sliver) around(all[at]).scrollTop += below(all[at]) + sliver;
  const tab = new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true });
  document.body.dispatchEvent(tab);
  return [all[at].ariaLabel || all[at].innerText, all[at].id, document.activeElement.id];
}"""
"""Script that presses Tab where the next control is out of view, but for some pixels of it."""
FRAME = "document.getElementById('companion-focus')"
MOST = 300
"""Number of controls that no screen exceeds."""


@dataclass(frozen=True)
class Target:
    """Control that can have the focus."""

    id: str
    group: str
    role: str
    name: str
    box: tuple[float, float, float, float]

    def after(self, other: "Target") -> bool:
        """Return whether it is read after another of its group: further down, or to the right."""
        left, top, right, bottom = self.box
        beside = min(bottom, other.box[3]) - max(top, other.box[1])
        if beside > min(bottom - top, other.box[3] - other.box[1]) / 2:
            return left >= other.box[0]
        apart = left >= other.box[2] or right <= other.box[0]
        return top >= other.box[1] or apart


def _targets(phone: Screen) -> list[Target]:
    controls: list[dict[str, Any]] = phone.ask(REACHED)
    return [Target(**{**each, "box": tuple(each["box"])}) for each in controls]


def _walked(phone: Screen) -> list[str]:
    """Return the ids of the focused controls from the first to the last."""
    phone.page.evaluate("document.activeElement?.blur()")
    walked: list[str] = []
    while len(walked) < MOST:
        phone.page.keyboard.press("Tab")
        now = phone.page.evaluate(NOW)
        if now is None or now in walked:
            break
        walked.append(now)
    return walked


def _wrong(phone: Screen, place: Place, *, walk: bool) -> Iterator[str]:
    """Yield every fault of a screen."""
    leave(phone)
    come(phone, place)
    targets = _targets(phone)
    if walk:
        yield from _wrongly_walked(phone, place, targets)
    yield from (f"{place}: {t.role or 'nothing'} «{t.name}»" for t in targets if not _named(t))
    for before, after in pairwise(targets):
        if before.group == after.group and not place.touched and not after.after(before):
            yield f"{place}: «{after.name}» comes after «{before.name}»"
    close(phone, place)


def _wrongly_walked(phone: Screen, place: Place, targets: list[Target]) -> Iterator[str]:
    walked = _walked(phone)
    by = {target.id: target for target in targets}
    order = [target.id for target in targets if target.id in walked]
    if walked != order:
        yield f"{place}: Tab goes {[by[one].name for one in walked if one in by]}"
    missed = [target.name for target in targets if target.id not in walked]
    if missed and not place.touched:
        yield f"{place}: Tab never comes to {missed}"


def _named(target: Target) -> bool:
    return target.role in ROLES and re.search(r"\w|[…+−]", target.name) is not None


def _all_wrong(
    browser: Browser, games: Games, places: Iterable[Place], *, walk: bool = True
) -> list[str]:
    with screen(browser, games.server.url) as phone:
        phone.go("/")
        return [said for place in places for said in _wrong(phone, place, walk=walk)]


def test_tab_follows_the_reading_order_on_a_board(browser: Browser, games: Games) -> None:
    faults = _all_wrong(browser, games, islice(games.mesa(), 2))
    assert not faults, "\n".join(faults)


def test_controls_of_every_board_have_a_name_and_an_order(browser: Browser, games: Games) -> None:
    faults = _all_wrong(browser, games, games.mesa(), walk=False)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("group", GROUPS)
def test_tab_follows_the_reading_order_on_every_screen(
    browser: Browser, games: Games, group: str
) -> None:
    faults = _all_wrong(browser, games, games.every(group))
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("seen", [0, 5])
def test_tab_reaches_a_control_that_has_to_be_scrolled_to(
    browser: Browser, games: Games, seen: int
) -> None:
    """Bars at the foot cover the rest of it, and a pointer has just moved."""
    ended = next(iter(games.ended.values()))
    with screen(browser, games.server.url) as phone:
        phone.go("/")
        leave(phone)
        come(phone, Place(f"/partida/{ended}/final"))
        phone.page.keyboard.press("Tab")
        phone.page.mouse.move(2, 2)
        name, wanted, now = phone.page.evaluate(NEXT, seen)
    assert now == wanted, name


def _light(colour: tuple[int, ...]) -> float:
    parts = (part / 255 for part in colour[:3])
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _share_that_stands_out(phone: Screen, target: Target) -> float:
    """Return the share of a frame of two pixels that differs enough with the focus."""
    left, top, right, bottom = target.box
    size = phone.page.viewport_size
    assert size
    clip = {
        "x": max(0, left - 6),
        "y": max(0, top - 6),
        "width": min(size["width"], right + 6) - max(0, left - 6),
        "height": min(size["height"], bottom + 6) - max(0, top - 6),
    }
    pictures = []
    for seen in ("visible", "hidden"):
        phone.page.evaluate(f"{FRAME}.style.visibility = '{seen}'")
        taken = phone.page.screenshot(clip=clip, timeout=20_000)  # type: ignore[arg-type]
        pictures.append(Image.open(io.BytesIO(taken)).convert("RGB"))
    phone.page.evaluate(f"{FRAME}.style.visibility = ''")
    pixels = zip(*(picture.get_flattened_data() for picture in pictures), strict=True)
    lights = (sorted((_light(one), _light(other))) for one, other in pixels)
    apart = sum((high + 0.05) / (low + 0.05) >= STANDS_OUT for low, high in lights)
    around = 2 * (clip["width"] - 12 + clip["height"] - 12)
    return apart / (2 * around)


def _faint(phone: Screen, places: Iterable[Place], every: int) -> Iterator[str]:
    for place in places:
        leave(phone)
        come(phone, place)
        phone.page.evaluate("document.activeElement?.blur()")
        for n in range(MOST):
            phone.page.keyboard.press("Tab")
            now = phone.page.evaluate(NOW)
            if now is None:
                break
            if n % every:
                continue
            phone.rest()
            here = {target.id: target for target in _targets(phone)}
            share = _share_that_stands_out(phone, here[now]) if now in here else 0
            if share < 1:
                yield f"{place}: «{here[now].name}» {share:.2f}"
        close(phone, place)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_focus_stands_out_on_the_settings_screen(
    browser: Browser, games: Games, theme: str
) -> None:
    with screen(browser, games.server.url, dark=theme == "dark") as phone:
        phone.go("/")
        faint = list(_faint(phone, [Place("/ajustes")], 4))
    assert not faint, "\n".join(faint)


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_focus_stands_out_on_every_screen(
    browser: Browser, games: Games, theme: str, group: str
) -> None:
    with screen(browser, games.server.url, dark=theme == "dark") as phone:
        phone.go("/")
        faint = list(_faint(phone, games.every(group), 1))
    assert not faint, "\n".join(faint)


def _reach(phone: Screen, name: str) -> None:
    for _ in range(MOST):
        phone.page.keyboard.press("Tab")
        if phone.page.evaluate(NAME).startswith(name):
            return
    raise AssertionError(f"Tab never comes to {name!r}")


def _lands(phone: Screen, name: str) -> None:
    """Wait until the control with that name has the focus."""
    phone.page.wait_for_function(f"name => {NAME}.startsWith(name)", arg=name, timeout=PATIENCE)


def _opens_and_closes(browser: Browser, games: Games, places: Iterable[Place]) -> None:
    with screen(browser, games.server.url) as phone:
        phone.go("/")
        for place in places:
            if not place.touched:
                leave(phone)
                come(phone, place)
                continue
            [name] = place.touched
            _reach(phone, name)
            phone.page.keyboard.press("Enter")
            _lands(phone, "Cerrar")
            for _ in range(4):
                phone.page.keyboard.press("Tab")
            phone.page.keyboard.press("Escape")
            _lands(phone, name)


def test_focus_enters_an_opened_panel_and_returns_on_one_board(
    browser: Browser, games: Games
) -> None:
    """Opened with Enter and closed with Escape."""
    _opens_and_closes(browser, games, islice(games.mesa(), 2))


def test_focus_enters_an_opened_panel_and_returns_on_every_board(
    browser: Browser, games: Games
) -> None:
    _opens_and_closes(browser, games, games.mesa())


def test_first_tab_turns_the_accessibility_tree_on(browser: Browser, games: Games) -> None:
    """Keyboard users need no tree first, and the control for it is in Spanish."""
    with screen(browser, games.server.url) as phone:
        phone.page.goto(f"{phone.url}/ajustes", wait_until="commit")
        way = phone.page.locator("flt-semantics-placeholder")
        way.wait_for(state="attached", timeout=40_000)
        phone.page.wait_for_selector(
            "flt-semantics-placeholder[aria-label^='Activar la lectura']", state="attached"
        )
        phone.rest()
        phone.page.keyboard.press("Tab")
        _lands(phone, "Volver")
        assert phone.page.locator("#companion-focus").is_visible()
        phone.page.mouse.click(300, 700)
        assert not phone.page.locator("#companion-focus").is_visible()
