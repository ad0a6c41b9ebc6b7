// Script of the served page, loaded after device.js. It takes the data of a link out of the
// address, reports a lost connection, and reconnects.
(() => {
  "use strict";
  const { keep, takeCarried, bring, reading, stumble, isOver, overAt, onGesture } = companionDevice;

  // An invitation link ends in its code. No request carries the code. Once stored it is also
  // removed from the address, so that it is neither in the history nor passed to the next page.
  const CODE = /^#([0-9a-hjkmnp-tv-z]{4})-?([0-9a-hjkmnp-tv-z]{4})-?([0-9a-hjkmnp-tv-z]{4})(?![0-9a-z])/i;
  function takeInvitation() {
    const found = CODE.exec(location.hash);
    if (!found) return false;
    keep("invitation", found.slice(1).join("-").toUpperCase());
    history.replaceState(history.state, "", location.pathname + location.search);
    return true;
  }

  // A link that carries a match or a box is taken out of the address in the same way.
  function takeBrought() {
    const carried = takeCarried("");
    if (carried) bring(carried);
    return carried !== null;
  }
  const takeLink = () => takeInvitation() || takeBrought();
  takeLink();

  // The link was followed in a page that is already open. The app reads it only at startup, so
  // reload, before the stock client takes the address for one of its routes.
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
  // A page that is being left loses its socket first. If it stays after all, the flag is reset.
  addEventListener("beforeunload", () => {
    leaving = true;
    setTimeout(() => { leaving = false; }, 4000);
  });

  // True if the app last reported that the table is closed. Then a lost connection is no accident.
  function closed() {
    return localStorage.getItem("flutter.table_closed") === "true";
  }

  // Without a connection nothing can be recorded, so block all touches: none may seem to have
  // worked.
  function shield() {
    const cover = document.createElement("div");
    cover.id = "companion-shield";
    cover.style.cssText = "position:fixed;inset:0;z-index:99998;background:#0007;touch-action:none";
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

  // A closed table is final, so cover the whole page: nothing below is useful any more.
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

  // Wait for a time, or until the page is visible again or the network is back. Timers of a hidden
  // page are slow.
  function pause(milliseconds) {
    return new Promise((done) => {
      wake = done;
      setTimeout(done, milliseconds);
    });
  }

  // The server drops a socket that is silent for eight seconds. A shorter pause breaks nothing.
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

  // Repeated reloads mean that the socket fails although the server answers, so wait longer each
  // time.
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

  // Once the session has ended, later events must not reconnect.
  let over = false;
  function sessionOver(where) {
    over = true;
    forgetSession();
    // The client writes the address of a screen once it is drawn. A reload by hand opens this one.
    if (where) history.replaceState(null, "", where);
    stumble(words, where ?? location.pathname, (route) => {
      history.replaceState(null, "", route);
      location.reload();
    });
  }
  const FAILED = 1011;

  // The stock client covers the screen when its socket closes, and stays frozen after a
  // reconnection. A reload resumes the same session. So the client never hears that its socket has
  // closed: the last board stays until the reload. Any other socket that it opens is a dummy.
  const Stock = window.WebSocket;
  window.WebSocket = class extends Stock {
    constructor(...args) {
      if (socket?.readyState === Stock.CLOSED) return nowhere();
      super(...args);
      socket = this;
      this.addEventListener("message", (event) => {
        if (!isOver(event.data)) return;
        // The stock client would show its own page for this, in English.
        event.stopImmediatePropagation();
        sessionOver(overAt(event.data));
      });
      this.addEventListener("error", (event) => event.stopImmediatePropagation());
      this.addEventListener("close", (event) => {
        event.stopImmediatePropagation();
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

  // A network that fails silently closes no socket. Poll, so that it is reported within five
  // seconds.
  async function ask() {
    if (document.hidden || leaving || polling || over) return;
    const answered = await alive();
    if (answered && socket?.readyState !== Stock.CLOSED) probe();
    else if (!leaving && !over) comeBack();
  }

  // A session that the server dropped while the phone slept still seems open here. The server
  // ignores an empty frame if it knows the socket; otherwise the frame reveals that the socket is
  // dead.
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
