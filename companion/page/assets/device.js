// Shared by the served page and the site that runs on one phone: preferences, data carried by
// links, text size and sound.
const companionDevice = (() => {
  "use strict";

  // Storage in memory. A browser that forbids storage throws on every access, but the client
  // accesses it anyway.
  class Forgetful {
    #kept = new Map();
    get length() { return this.#kept.size; }
    key(n) { return [...this.#kept.keys()][n] ?? null; }
    getItem(key) { return this.#kept.get(String(key)) ?? null; }
    setItem(key, value) { this.#kept.set(String(key), String(value)); }
    removeItem(key) { this.#kept.delete(String(key)); }
    clear() { this.#kept.clear(); }
  }
  for (const name of ["localStorage", "sessionStorage"]) {
    try {
      if (window[name]) continue;
    } catch { /* refused */ }
    Object.defineProperty(window, name, { value: new Forgetful(), configurable: true });
  }

  // Preferences that earlier versions stored under other names. Each is moved once.
  const FORMER = {
    settings: "ajustes", text_scale: "escala", device_key: "dispositivo", incoming: "traido",
    code_parts: "partes", rescued_drafts: "rescatado", recent_failures: "tropiezos",
    table_closed: "cerrada",
  };
  for (const [name, former] of Object.entries(FORMER)) {
    try {
      const value = localStorage.getItem(`flutter.${former}`);
      if (value === null) continue;
      if (localStorage.getItem(`flutter.${name}`) === null) localStorage.setItem(`flutter.${name}`, value);
      localStorage.removeItem(`flutter.${former}`);
    } catch { /* no storage */ }
  }

  // The app reads these as preferences: JSON under the toolkit's prefix.
  function keep(key, value) {
    try { localStorage.setItem(`flutter.${key}`, JSON.stringify(value)); } catch { /* no storage */ }
  }
  function kept(key) {
    try { return JSON.parse(localStorage.getItem(`flutter.${key}`) ?? "null"); } catch { return null; }
  }

  // `#acta=…`, `#caja=…` and `#disputa=…` hold the whole, `#parte=…` one code of a row. They are
  // removed from the address at once, because a match does not belong in the history. Whatever
  // follows comes from the text or the program around the link: a full stop, a bracket, `&x=1`.
  const CARRIED = /^#((?:acta|caja|disputa|parte)=[A-Za-z0-9_-]+)/;
  function takeCarried(fragment) {
    const found = CARRIED.exec(location.hash);
    if (!found) return null;
    history.replaceState(history.state, "", location.pathname + location.search + fragment);
    return found[1];
  }

  // Incoming data is stored under this key until the app has taken it in.
  const BROUGHT = "incoming";
  function waiting() {
    const found = kept(BROUGHT);
    return Array.isArray(found) ? found.filter((text) => typeof text === "string") : [];
  }
  function bring(text) { keep(BROUGHT, [...waiting().filter((other) => other !== text), text].slice(-80)); }
  function brought(text) { keep(BROUGHT, waiting().filter((other) => other !== text)); }

  // How far a screen was scrolled holds for this tab alone.
  try {
    if (!sessionStorage.getItem("companion.tab")) localStorage.removeItem("flutter.scrolled");
    sessionStorage.setItem("companion.tab", "1");
  } catch { /* no storage */ }

  function applyScale(raw) {
    let scale = 100;
    try { scale = Number(JSON.parse(raw ?? "100")) || 100; } catch { scale = 100; }
    const clamped = Math.min(200, Math.max(80, scale));
    document.documentElement.style.fontSize = clamped === 100 ? "" : `${clamped}%`;
  }
  const SCALE = "flutter.text_scale";
  try { applyScale(localStorage.getItem(SCALE)); } catch { /* no storage */ }

  // Writing this key plays two soft notes, or three at a great moment. The stock client has no
  // sound of its own.
  const CHIME = "flutter.chime";
  const LATE = 1000;
  let audio = null;
  function chime(raw) {
    const Audio = window.AudioContext;
    if (!Audio) return;
    audio ??= new Audio();
    const asked = performance.now();
    // Until the first touch in a page, a browser may keep it silent. A chime that comes late is none.
    audio.resume().then(() => { if (performance.now() - asked < LATE) play(raw); }).catch(() => {});
  }
  function play(raw) {
    const notes = [[660, 0], [880, 0.16], [1100, 0.32]];
    notes.slice(0, raw === "2" ? 3 : 2).forEach(([pitch, delay]) => {
      const start = audio.currentTime + delay;
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.0001, start);
      volume.gain.exponentialRampToValueAtTime(0.25, start + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.45);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + 0.5);
    });
  }

  // --- going back, Escape, Ctrl+Z -------------------------------------------------------------

  // While the app has something open that going back should close, an extra history entry with the
  // same address is pushed. When it is left, the app is told and the stock client is not. An entry
  // that is no longer needed is skipped.
  const OPEN = "flutter.open_panels";
  let open = false;
  let before = false;
  let guarded = "";
  function look() {
    before = Boolean(history.state?.companion);
    if (before) guarded = location.href;
  }
  look();
  let tell = () => {};
  for (const name of ["pushState", "replaceState"]) {
    const change = history[name].bind(history);
    history[name] = (state, unused, url) => {
      // The stock client replaces the state of the current entry with its own, so add ours again.
      const stays = name === "replaceState" && before && new URL(url ?? "", location.href).href === location.href;
      change(stays ? { ...state, companion: true } : state, unused, url);
      look();
    };
  }
  function stands() {
    if (open && !before) history.pushState({ ...history.state, companion: true }, "");
  }
  function opened(raw) {
    open = raw === "true";
    stands();
  }
  addEventListener("popstate", (event) => {
    // Going back from the extra entry leads to the same address. Another address was typed or comes
    // from a link.
    const back = before && location.href === guarded;
    look();
    if (before || !back) return;
    event.stopImmediatePropagation();
    if (open) tell("back"); else history.back();
  });
  keep("open_panels", false);
  keep("reduced_motion", window.matchMedia?.("(prefers-reduced-motion: reduce)").matches === true);

  function typing() {
    const focus = document.activeElement;
    return focus instanceof HTMLInputElement || focus instanceof HTMLTextAreaElement;
  }
  addEventListener("keydown", (event) => {
    if (event.repeat) return;
    if (event.key === "Escape" && open) tell("back");
    const undo = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey);
    if (undo && !event.shiftKey && !event.altKey && !typing()) tell("undo");
  }, true);

  // Frame of the wire protocol with an event of our own for the page itself.
  const PAGE = 1;
  function ownEvent(name, data) {
    const text = (word) => [0xa0 | word.length, ...new TextEncoder().encode(word)];
    const said = new TextEncoder().encode(data);
    const head = new Uint8Array([
      0, 0x92, 3, 0x83, ...text("target"), PAGE, ...text("name"), ...text(name),
      ...text("data"), 0xdb, ...[24, 16, 8, 0].map((bits) => said.length >>> bits & 0xff),
    ]);
    const frame = new Uint8Array(head.length + said.length);
    frame.set(head);
    frame.set(said, head.length);
    return frame;
  }
  let sendFrame = () => {};
  function onGesture(send) { sendFrame = send; tell = (what) => happened("gesture", what); }
  function happened(name, data) { sendFrame(ownEvent(name, data)); }

  // The app asks something of the page by writing a key. What only passes is not left in the storage.
  const asked = new Map();
  function onAsked(key, act, { passes = false } = {}) { asked.set(key, { act, passes }); }
  onAsked(SCALE, applyScale);
  onAsked(CHIME, chime);
  onAsked(OPEN, opened);
  for (const keeper of [Storage.prototype, Forgetful.prototype]) {
    const setItem = keeper.setItem;
    keeper.setItem = function (key, value) {
      const request = this === localStorage ? asked.get(key) : undefined;
      if (!request?.passes) setItem.call(this, key, value);
      request?.act(value);
    };
  }
  addEventListener("storage", (event) => { if (event.key === SCALE) applyScale(event.newValue); });

  // For a glyph that its font lacks, the stock client requests a font of every script, again in
  // each frame until it gets one. None of them is here. Answer with the only font there is, so that
  // it stops asking.
  const FOREIGN = /(^|\/)assets\/fonts\/noto[^?#]*$/;
  const stockFetch = window.fetch;
  window.fetch = function (what, ...rest) {
    const url = typeof what === "string" ? what : what?.url ?? String(what);
    const wanted = FOREIGN.test(url) ? url.replace(FOREIGN, "$1assets/fonts/roboto.woff2") : what;
    return stockFetch.call(this, wanted, ...rest);
  };

  // The stock client requests an animation player from another host, before anything needs it. The
  // page policy forbids it. Never insert such a script, so that the request is not even tried.
  const append = Element.prototype.append;
  Element.prototype.append = function (...nodes) {
    const foreign = (node) => node instanceof HTMLScriptElement && node.src &&
      new URL(node.src, document.baseURI).origin !== location.origin;
    append.apply(this, nodes.filter((node) => !foreign(node)));
  };

  // --- failed sessions -------------------------------------------------------------------------

  // A failure is reported at once, and the app restarts at the same screen. If that screen fails
  // again before the app reports that all is well, another screen is opened instead, and in the end
  // none.
  const STUMBLED = "recent_failures";
  const REMEMBERED = 600_000;
  const MANY = 6;
  let stumbling = false;

  function stumbles() {
    try {
      const { at, routes } = JSON.parse(kept(STUMBLED));
      return Date.now() - at < REMEMBERED ? routes.filter((route) => typeof route === "string") : [];
    } catch {
      return [];
    }
  }

  function forgetStumbles() {
    try { localStorage.removeItem(`flutter.${STUMBLED}`); } catch { /* no storage */ }
  }
  if (!stumbles().length) forgetStumbles();

  // For a match, first its read-only screens, then screens without a match.
  function wayOn(here, failed) {
    if (!failed.includes(here)) return here;
    const match = /^\/partida\/[^/]+/.exec(here)?.[0];
    const others = [...(match ? [`${match}/acta`, `${match}/marcador`] : []), "/", "/acerca"];
    return others.find((route) => route !== here && !failed.includes(route)) ?? null;
  }

  function stumble(words, where, open) {
    const here = where.replace(/\/mesa$/, "");
    if (stumbling) return;
    stumbling = true;
    const failed = stumbles();
    keep(STUMBLED, JSON.stringify({ at: Date.now(), routes: [...failed, here].slice(-MANY) }));
    // Without storage the number of failures is unknown, so do not restart automatically.
    const lasts = !(localStorage instanceof Forgetful) && stumbles().length;
    const next = lasts && failed.length < MANY - 1 ? wayOn(here, failed) : null;
    const said = covering(next ? words.stumbled : words.stuck);
    if (next) setTimeout(() => open(next), 900);
    else offer(said, words, here, open);
  }

  function covering(text) {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const cover = document.createElement("div");
    cover.id = "companion-stumble";
    cover.setAttribute("role", "alert");
    cover.style.cssText =
      "position:fixed;inset:0;z-index:100000;padding:32px;display:flex;flex-direction:column;" +
      "gap:24px;align-items:center;justify-content:center;text-align:center;touch-action:none;" +
      "font:500 1.3rem/1.4 Roboto,system-ui,sans-serif;" +
      (dark ? "background:#16130f;color:#efe6d8" : "background:#fbf8f3;color:#3b2f20");
    const line = document.createElement("p");
    line.textContent = text;
    line.style.cssText = "margin:0;max-width:32em";
    cover.appendChild(line);
    document.body.appendChild(cover);
    return cover;
  }

  // Nothing opens automatically any more. The user decides whether to try again.
  function offer(cover, words, here, open) {
    for (const [text, route] of [[words.again, here], [words.home, "/"]]) {
      const button = document.createElement("button");
      button.textContent = text;
      button.style.cssText =
        "font:inherit;padding:14px 24px;min-height:48px;border-radius:14px;border:0;" +
        "background:#8a4f12;color:#fff";
      button.onclick = () => { forgetStumbles(); open(route); };
      cover.appendChild(button);
    }
  }

  // Frame of the wire protocol that ends a session, usually with its route: the stock client writes
  // the address of a screen only once it has been drawn.
  function isOver(data) {
    if (data instanceof ArrayBuffer) data = new Uint8Array(data, 0, Math.min(3, data.byteLength));
    return data instanceof Uint8Array && data[0] === 0 && data[1] === 0x92 && data[2] === 6;
  }
  function overAt(data) {
    const found = /\/[\w/.:-]*$/.exec(new TextDecoder().decode(data));
    return found && found[0].replace(/^\/+/, "/");
  }

  // Callbacks for each code read within the page, and for the end of reading.
  const reading = { came: bring, done() {} };

  const isOpen = () => open;
  return { keep, kept, takeCarried, waiting, bring, brought, reading, stumble, isOver, overAt, onGesture, happened, onAsked, isOpen };
})();
