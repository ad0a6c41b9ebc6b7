// What the page does by itself, with device.js before it: takes out of its address what a link
// carries, says when contact is lost, and comes back.
(() => {
  "use strict";
  const { keep, takeCarried, bring, reading, stumble, isOver, overAt, onGesture } = companionDevice;

  // A link of invitation ends in its code. No request carries it, and once kept it goes from the
  // address too: the history and the next page are no place for it.
  const CODE = /^#([0-9a-hjkmnp-tv-z]{4})-?([0-9a-hjkmnp-tv-z]{4})-?([0-9a-hjkmnp-tv-z]{4})(?![0-9a-z])/i;
  function takeInvitation() {
    const found = CODE.exec(location.hash);
    if (!found) return false;
    keep("invitation", found.slice(1).join("-").toUpperCase());
    history.replaceState(history.state, "", location.pathname + location.search);
    return true;
  }

  // So does one with a match or a box in it.
  function takeBrought() {
    const carried = takeCarried("");
    if (carried) bring(carried);
    return carried !== null;
  }
  const takeLink = () => takeInvitation() || takeBrought();
  takeLink();

  // Followed in a page that is open already: the app reads it when it begins, so it begins
  // anew, before the stock client takes the address for one of its own.
  function beginAnew(event) {
    if (!takeLink()) return;
    event.stopImmediatePropagation();
    reloadAnew();
  }
  function forgetSession() {
    try { sessionStorage.removeItem("_flet_session_id"); } catch { /* no storage */ }
  }
  function reloadAnew() {
    forgetSession();
    location.reload();
  }
  let read = false;
  reading.came = (text) => { bring(text); read = true; };
  reading.done = () => { if (read) reloadAnew(); };
  addEventListener("popstate", beginAnew);
  addEventListener("hashchange", beginAnew);

  // Over plain HTTP a browser denies the camera, installing and keeping the screen awake.
  keep("secure", window.isSecureContext);

  const HEALTH = new URL("health", document.baseURI);
  const words = JSON.parse(document.getElementById("companion-words").textContent);
  let leaving = false;
  let banner = null;
  let cover = null;
  let polling = false;
  let socket = null;
  let contact = Date.now();
  let wake = () => {};

  addEventListener("pagehide", () => { leaving = true; });
  addEventListener("pageshow", () => { leaving = false; });
  // A page that is being left loses its socket first; one that stays after all was not left.
  addEventListener("beforeunload", () => {
    leaving = true;
    setTimeout(() => { leaving = false; }, 4000);
  });

  // Whether the app said last that the table is closed: then losing contact is no accident.
  function closed() {
    return localStorage.getItem("flutter.table_closed") === "true";
  }

  // While there is no contact nothing can be recorded: no touch may seem to have been.
  function shield() {
    const cover = document.createElement("div");
    cover.style.cssText = "position:fixed;inset:0;z-index:99998;background:#0003;touch-action:none";
    document.body.appendChild(cover);
    return cover;
  }

  function showBanner(text) {
    if (!banner) {
      cover = shield();
      banner = document.createElement("div");
      banner.id = "companion-banner";
      banner.setAttribute("role", "status");
      banner.setAttribute("aria-live", "assertive");
      banner.style.cssText =
        "position:fixed;inset:auto 0 0 0;z-index:99999;padding:16px 20px;" +
        "font:500 1.05rem/1.4 Roboto,system-ui,sans-serif;background:#7a2e0e;color:#fff;" +
        "text-align:center;box-shadow:0 -2px 12px #0006";
      if (closed()) fillPage(banner);
      document.body.appendChild(banner);
    }
    banner.textContent = text;
  }

  // Nothing of what lies below is of use any more.
  function fillPage(banner) {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    banner.style.cssText += "inset:0;padding:32px;display:flex;align-items:center;" +
      "justify-content:center;box-shadow:none;font-size:1.3rem;" +
      (dark ? "background:#16130f;color:#efe6d8" : "background:#fbf8f3;color:#3b2f20");
  }

  function hideBanner() {
    if (banner) { banner.remove(); cover.remove(); banner = cover = null; }
  }

  async function alive() {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), 2500);
    try {
      const answer = await fetch(HEALTH, { cache: "no-store", signal: stop.signal });
      if (answer.ok) contact = Date.now();
      return answer.ok;
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  // A while, or until somebody looks again or the network is back: a hidden page has slow timers.
  function pause(milliseconds) {
    return new Promise((done) => {
      wake = done;
      setTimeout(done, milliseconds);
    });
  }

  // The server drops a socket that is silent for eight seconds; a shorter pause breaks nothing.
  const HICCUP = 6000;

  async function comeBack() {
    if (polling) return;
    polling = true;
    showBanner(closed() ? words.closed : words.lost);
    const lost = contact;
    while (!(await alive())) await pause(1000);
    if (socket?.readyState === Stock.OPEN && contact - lost < HICCUP) {
      hideBanner();
      polling = false;
      return;
    }
    await new Promise((done) => setTimeout(done, patience()));
    while (leaving) await pause(500);
    showBanner(words.back);
    location.reload();
  }

  // One reload after another means that the socket fails though the server answers: take longer.
  function patience() {
    try {
      const [count, last] = JSON.parse(sessionStorage.getItem("companion.reloads") ?? "[0, 0]");
      const now = Date.now();
      const again = now - last < 20000 ? count + 1 : 0;
      sessionStorage.setItem("companion.reloads", JSON.stringify([again, now]));
      return again < 2 ? 0 : Math.min(1000 * 2 ** again, 15000);
    } catch {
      return 1000;
    }
  }

  // What comes after the end of a session would lead nowhere.
  let over = false;
  function sessionOver(where) {
    over = true;
    forgetSession();
    stumble(words, where ?? location.pathname, (route) => {
      history.replaceState(null, "", route);
      location.reload();
    });
  }
  const FAILED = 1011;

  // The stock client stays frozen after a reconnection, and while it makes one nothing else runs in
  // the page, for half a minute at times. A reload resumes the same session: so once a socket has
  // closed, those that the client opens lead nowhere until then.
  const Stock = window.WebSocket;
  window.WebSocket = class extends Stock {
    constructor(...args) {
      if (socket?.readyState === Stock.CLOSED) return nowhere();
      super(...args);
      socket = this;
      this.addEventListener("message", (event) => {
        if (!isOver(event.data)) return;
        // The stock client has a page of its own for it, in English.
        event.stopImmediatePropagation();
        sessionOver(overAt(event.data));
      });
      this.addEventListener("close", (event) => {
        if (event.code === FAILED) sessionOver();
        else if (!leaving && !over) comeBack();
      });
    }
  };

  onGesture((frame) => { if (socket?.readyState === Stock.OPEN) socket.send(frame); });

  function nowhere() {
    const own = { readyState: Stock.CONNECTING, binaryType: "blob", send() {}, close() {} };
    const made = new EventTarget();
    for (const [name, value] of Object.entries(own)) {
      Object.defineProperty(made, name, { value, writable: true });
    }
    return Object.setPrototypeOf(made, Stock.prototype);
  }

  // A network that dies without a word closes no socket: ask, and say it within five seconds.
  async function ask() {
    if (document.hidden || leaving || polling || over) return;
    const answered = await alive();
    if (answered && socket?.readyState !== Stock.CLOSED) probe();
    else if (!leaving && !over) comeBack();
  }

  // What the server dropped while the phone slept still seems open here. An empty frame says nothing
  // to a server that has it, and brings the end of it to light with one that has not.
  function probe() {
    if (socket && socket.readyState === Stock.OPEN) socket.send(new Uint8Array(0));
  }

  function askNow() {
    wake();
    ask();
  }

  setInterval(ask, 2000);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) askNow(); });
  addEventListener("online", askNow);
  addEventListener("offline", () => { if (!leaving && location.hostname !== "127.0.0.1") comeBack(); });

  window.companion = { alive, hideBanner };
})();
