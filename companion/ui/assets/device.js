// What the served page and the site within one phone have in common: preferences, what a link
// carries, the text size and the sound.
const companionDevice = (() => {
  "use strict";

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
  const BROUGHT = "traido";
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
  const SCALE = "flutter.escala";
  try { applyScale(localStorage.getItem(SCALE)); } catch { /* no storage */ }

  // Two soft notes, asked for by writing this key: the stock client has no sound of its own.
  const CHIME = "flutter.toque";
  let audio = null;
  function chime() {
    const Audio = window.AudioContext;
    if (!Audio) return;
    audio ??= new Audio();
    audio.resume().catch(() => {});
    [[660, 0], [880, 0.16]].forEach(([pitch, delay]) => {
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

  const setItem = Storage.prototype.setItem;
  Storage.prototype.setItem = function (key, value) {
    setItem.call(this, key, value);
    if (this !== localStorage) return;
    if (key === SCALE) applyScale(value);
    if (key === CHIME) chime();
  };
  addEventListener("storage", (event) => { if (event.key === SCALE) applyScale(event.newValue); });

  // The stock client looks for a player of animations at another host, before anything needs one. The
  // page forbids it; so that it is not even tried, such a script is never put in.
  const append = Element.prototype.append;
  Element.prototype.append = function (...nodes) {
    const foreign = (node) => node instanceof HTMLScriptElement && node.src &&
      new URL(node.src, document.baseURI).origin !== location.origin;
    append.apply(this, nodes.filter((node) => !foreign(node)));
  };

  // What is done with codes that are read within the page, and once no more are.
  const reading = { came: bring, done() {} };

  return { keep, kept, takeCarried, waiting, bring, brought, reading };
})();
