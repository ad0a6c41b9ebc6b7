// What the served page and the site within one phone have in common: preferences, what a link
// carries, the text size and the sound.
const companionDevice = (() => {
  "use strict";

  // A browser that lets nothing be kept refuses even to be asked; the client asks all the same.
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

  // Preferences that earlier versions kept under another name. Each is moved once.
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

  // The app reads these as preferences: JSON under a prefix of the toolkit's own.
  function keep(key, value) {
    try { localStorage.setItem(`flutter.${key}`, JSON.stringify(value)); } catch { /* no storage */ }
  }
  function kept(key) {
    try { return JSON.parse(localStorage.getItem(`flutter.${key}`) ?? "null"); } catch { return null; }
  }

  // `#acta=…`, `#caja=…` and `#disputa=…` hold the whole, `#parte=…` one code of a row. They leave
  // the address at once: the history is no place for a match. What follows is of the sentence or
  // the program that the link was written in: a full stop, a bracket, `&x=1`.
  const CARRIED = /^#((?:acta|caja|disputa|parte)=[A-Za-z0-9_-]+)/;
  function takeCarried(fragment) {
    const found = CARRIED.exec(location.hash);
    if (!found) return null;
    history.replaceState(history.state, "", location.pathname + location.search + fragment);
    return found[1];
  }

  // What was carried here waits under this key until the app has taken it in.
  const BROUGHT = "incoming";
  function waiting() {
    const found = kept(BROUGHT);
    return Array.isArray(found) ? found.filter((text) => typeof text === "string") : [];
  }
  function bring(text) { keep(BROUGHT, [...waiting().filter((other) => other !== text), text].slice(-80)); }
  function brought(text) { keep(BROUGHT, waiting().filter((other) => other !== text)); }

  function applyScale(raw) {
    let scale = 100;
    try { scale = Number(JSON.parse(raw ?? "100")) || 100; } catch { scale = 100; }
    const clamped = Math.min(200, Math.max(80, scale));
    document.documentElement.style.fontSize = clamped === 100 ? "" : `${clamped}%`;
  }
  const SCALE = "flutter.text_scale";
  try { applyScale(localStorage.getItem(SCALE)); } catch { /* no storage */ }

  // Two soft notes, or three at a great moment, asked for by writing this key: the stock client has
  // no sound of its own.
  const CHIME = "flutter.chime";
  let audio = null;
  function chime(raw) {
    const Audio = window.AudioContext;
    if (!Audio) return;
    audio ??= new Audio();
    audio.resume().catch(() => {});
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

  // Where the app has something open that going back should close, an entry of the history stands
  // before the screen, with the same address. When it is left the app is told, and the stock client
  // is not. An entry that is of no use any more is passed over.
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
      // The stock client writes its own state anew into the entry where it stands.
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
    // Going back from that entry leads to the same address; another one was typed, or is a link's.
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

  // A frame of the wire with an event of our own, for the page itself.
  const PAGE = 1;
  function gesture(what) {
    const text = (word) => [0xa0 | word.length, ...new TextEncoder().encode(word)];
    return new Uint8Array([
      0, 0x92, 3, 0x83, ...text("target"), PAGE, ...text("name"), ...text("gesture"),
      ...text("data"), ...text(what),
    ]);
  }
  function onGesture(send) { tell = (what) => send(gesture(what)); }

  for (const keeper of [Storage.prototype, Forgetful.prototype]) {
    const setItem = keeper.setItem;
    keeper.setItem = function (key, value) {
      setItem.call(this, key, value);
      if (this !== localStorage) return;
      if (key === SCALE) applyScale(value);
      if (key === CHIME) chime(value);
      if (key === OPEN) opened(value);
    };
  }
  addEventListener("storage", (event) => { if (event.key === SCALE) applyScale(event.newValue); });

  // For a sign that its font lacks the stock client looks for a font of every script, and again with
  // each frame until it has got it. None is here: it is given the one there is, and asks no more.
  const FOREIGN = /(^|\/)assets\/fonts\/noto[^?#]*$/;
  const stockFetch = window.fetch;
  window.fetch = function (what, ...rest) {
    const url = typeof what === "string" ? what : what?.url ?? String(what);
    const wanted = FOREIGN.test(url) ? url.replace(FOREIGN, "$1assets/fonts/roboto.woff2") : what;
    return stockFetch.call(this, wanted, ...rest);
  };

  // The stock client looks for a player of animations at another host, before anything needs one. The
  // page forbids it; so that it is not even tried, such a script is never put in.
  const append = Element.prototype.append;
  Element.prototype.append = function (...nodes) {
    const foreign = (node) => node instanceof HTMLScriptElement && node.src &&
      new URL(node.src, document.baseURI).origin !== location.origin;
    append.apply(this, nodes.filter((node) => !foreign(node)));
  };

  // --- a session that has failed -------------------------------------------------------------

  // What has failed is said at once, and begun anew where it was. If it fails there again before the
  // app says that all is calm, another screen is opened in its place, and in the end none.
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

  // Of a match the screens that only tell, then those that hold no match.
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
    // Where nothing can be kept, nobody would know how often it has failed.
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

  // Nothing opens any more by itself; whoever wants to try again says so.
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

  // A frame of the wire that says that a session is over, and mostly where it was: the stock client
  // writes the address of a screen only once it has been drawn.
  function isOver(data) {
    if (data instanceof ArrayBuffer) data = new Uint8Array(data, 0, Math.min(3, data.byteLength));
    return data instanceof Uint8Array && data[0] === 0 && data[1] === 0x92 && data[2] === 6;
  }
  function overAt(data) {
    const found = /\/[\w/.:-]*$/.exec(new TextDecoder().decode(data));
    return found && found[0].replace(/^\/+/, "/");
  }

  // What is done with codes that are read within the page, and once no more are.
  const reading = { came: bring, done() {} };

  const isOpen = () => open;
  return { keep, kept, takeCarried, waiting, bring, brought, reading, stumble, isOver, overAt, onGesture, isOpen };
})();
