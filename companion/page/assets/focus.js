// Keyboard navigation: the focused element is framed, Tab follows the reading order of the screen,
// and if the focused element disappears the focus continues from its place.
(() => {
  "use strict";
  const PLACEHOLDER = "flt-semantics-placeholder", HOST = "flt-semantics-host";
  const REACHED = `${HOST} :is([tabindex="0"], input, textarea)`;
  const KEPT = 12, SETTLED = 160, PATIENCE = 20_000;

  // The button by which the client offers screen reader mode is in English, so replace its label.
  function named() {
    const found = document.querySelector(PLACEHOLDER);
    if (found) found.ariaLabel = JSON.parse(document.getElementById("companion-words").textContent).reader;
    return found;
  }
  // On a phone the client takes only a touch on the middle of the button.
  function press(button) {
    const box = button?.getBoundingClientRect();
    const middle = box && { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
    button?.dispatchEvent(new MouseEvent("click", { bubbles: true, ...middle }));
  }
  const coming = new MutationObserver(() => {
    if (named() || document.querySelector(REACHED)) coming.disconnect();
    if (back) press(named());
  });
  coming.observe(document, { childList: true, subtree: true });

  // A page that reloads after a lost connection begins without the tree that is read aloud, and
  // without a focus. Both come back as they were in this tab.
  const READ = "companion.read";
  let back = null;
  try { back = JSON.parse(sessionStorage.getItem(READ)); } catch { /* no storage */ }
  addEventListener("pagehide", () => {
    const tree = document.querySelector(REACHED);
    const of = keyboard ? trail[trail.length - 1]?.of ?? back?.of ?? null : null;
    const kept = tree ? { of } : back;
    try {
      if (kept) sessionStorage.setItem(READ, JSON.stringify(kept));
      else sessionStorage.removeItem(READ);
    } catch { /* no storage */ }
  });
  // While it starts, the client builds its tree more than once and moves the focus by itself, so look
  // until the time is over or somebody does something.
  function comeBack() {
    const [since, of] = [performance.now(), back.of];
    let untouched = keyboard = true;
    for (const event of ["keydown", "pointerdown"]) addEventListener(event, () => { untouched = false; }, true);
    watch();
    (function look() {
      if (!untouched || performance.now() - since > PATIENCE) return;
      const target = all().find((each) => key(each) === of);
      if (target && target !== focused()) put(target);
      setTimeout(look, SETTLED);
    })();
  }

  // --- the frame ---------------------------------------------------------------------------------

  // Two lines, one light and one dark, so that one of them stands out from any background.
  const frame = document.createElement("div");
  frame.id = "companion-focus";
  frame.setAttribute("aria-hidden", "true");
  frame.style.cssText = "position:fixed;z-index:99990;pointer-events:none;display:none;" +
    "box-sizing:border-box;border:3px solid #1b1206;outline:3px solid #ffffff;border-radius:10px";
  let keyboard = false;
  const focused = () => {
    const found = document.activeElement;
    return found?.closest?.(HOST) ? found : null;
  };
  function drawn() {
    const box = keyboard && focused()?.getBoundingClientRect();
    frame.style.display = box && box.width ? "block" : "none";
    if (!box) return;
    if (!frame.isConnected) document.body.append(frame);
    // Keep the frame within the edges of the window.
    const [left, top] = [Math.max(3, box.left - 2), Math.max(3, box.top - 2)];
    frame.style.left = `${left}px`;
    frame.style.top = `${top}px`;
    frame.style.width = `${Math.min(innerWidth - 3, box.right + 2) - left}px`;
    frame.style.height = `${Math.min(innerHeight - 3, box.bottom + 2) - top}px`;
  }

  // --- the order -----------------------------------------------------------------------------------

  // Visible part of a box. The rest has to be scrolled to, and something else may be drawn at its
  // place.
  function inSight(element, box) {
    let around = element.parentElement;
    // While a pointer moves, the client scrolls by itself, and its scrolling elements have hidden
    // overflow instead.
    while (around && !/auto|scroll|hidden/.test(around.style.overflowY)) around = around.parentElement;
    const sight = around?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
    return [Math.max(box.top, sight.top, 0), Math.min(box.bottom, sight.bottom, innerHeight)];
  }
  // Skip what is completely covered by something else, such as the board under an open panel.
  function covered(element) {
    const box = element.getBoundingClientRect(), [top, bottom] = inSight(element, box);
    if (box.height && bottom <= top) return false;
    return [0.5, 0.15, 0.85].every((across) => [0.5, 0.15, 0.85].every((down) => {
      const hit = document.elementFromPoint(box.left + box.width * across, top + (bottom - top) * down);
      return hit?.closest(HOST) && !element.contains(hit) && !hit.contains(element);
    }));
  }
  const all = () => [...document.querySelectorAll(REACHED)].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.width && box.height && !covered(each);
  });

  // The browser follows the order of the tree, which is the reading order. The client follows
  // painted positions, which mixes an open panel with what it covers.
  let first = false;
  function begin() {
    const [found] = first ? all() : [];
    if (!found) return;
    first = false;
    put(found);
  }
  function step(event) {
    const order = all(), at = order.indexOf(focused());
    const next = order[at < 0 && event.shiftKey ? order.length - 1 : at + (event.shiftKey ? -1 : 1)];
    event.stopImmediatePropagation();
    if (!order.length) {
      // The tree is still being built.
      event.preventDefault();
      first = true;
    }
    // After the last element the browser moves on to its own controls.
    if (!next) return;
    event.preventDefault();
    put(next);
  }

  // --- restoring the focus
  // -------------------------------------------------------------------------

  const key = (element) => `${element.getAttribute("role") ?? element.tagName}|` +
    (element.ariaLabel || element.innerText || "").split("\n")[0];
  let trail = []; // what had the focus, the last one last
  let pending = null; // since when, by which key, and what there was then
  let timer = 0;

  // Only focus set here is remembered. Where the client puts it when something disappears is not a
  // place where the user was.
  function put(element) {
    const of = key(element);
    trail = [...trail.filter((each) => each.of !== of), { of, element }].slice(-KEPT);
    element.focus();
  }
  function pressed(name) {
    pending = { name, at: performance.now(), had: new Set(all().map(key)), open: companionDevice.isOpen() };
    settle();
  }
  function settle() {
    if (!pending) return;
    clearTimeout(timer);
    timer = setTimeout(goOn, SETTLED);
  }
  function goOn() {
    const of = pending;
    if (!of || performance.now() - of.at > PATIENCE) { pending = null; return; }
    const last = trail[trail.length - 1];
    const stays = last?.element.isConnected && !covered(last.element);
    const opened = of.name === "Enter" && !of.open && companionDevice.isOpen();
    if (stays && !opened) return;
    const target = found(of, last, opened);
    if (!target) return;
    pending = null;
    put(target);
  }
  function found(of, last, opens) {
    const now = all(), by = new Map(now.map((each) => [key(each), each]).reverse());
    const fresh = now.find((each) => !of.had.has(key(each)));
    const before = trail.map((each) => each.of).reverse().filter((each) => by.has(each));
    const again = before.find((each) => !of.had.has(each));
    // After opening, focus the first new element. After closing, focus what opened it.
    if (of.name === "Enter" && fresh && by.has(last?.of)) return opens ? fresh : by.get(last.of);
    const back = of.name === "Enter" ? [last?.of, again] : [again, last?.of];
    const same = back.find((each) => by.has(each));
    if (same) return by.get(same);
    return of.name === "Enter" && fresh || by.get(before[0]) || fresh;
  }

  const watched = new MutationObserver(() => { begin(); drawn(); settle(); });
  function watch() {
    const tree = document.querySelector(HOST);
    if (tree) watched.observe(tree, { childList: true, subtree: true, attributes: true });
    else if (keyboard) setTimeout(watch, SETTLED);
    begin();
  }
  if (back?.of) comeBack();
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Tab") {
      const began = !keyboard;
      keyboard = true;
      pending = null;
      named()?.click();
      step(event);
      if (began) watch();
    } else if (keyboard && ["Enter", " ", "Escape"].includes(event.key)) {
      pressed(event.key === "Escape" ? "Escape" : "Enter");
    }
  }, true);
  addEventListener("pointerdown", () => {
    keyboard = first = false;
    pending = null;
    watched.disconnect();
    drawn();
  }, true);
  addEventListener("focusin", drawn);
  addEventListener("focusout", drawn);
  addEventListener("scroll", drawn, true);
  addEventListener("resize", drawn);
})();
