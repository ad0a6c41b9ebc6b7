// What the page does before and beside the app, with device.js and phone.js before it: starts Python at
// once, shows how far it is, keeps the site for when there is no network, and takes what a link carries.
(() => {
  "use strict";
  const words = JSON.parse(document.getElementById("companion-words").textContent);
  const here = new URL(".", document.baseURI);
  const BUILD = "{build}";

  const { keep, takeCarried, waiting, bring, brought, reading, stumble, isOver, overAt, onGesture } = companionDevice;

  // --- what the link carries -----------------------------------------------------------------

  // The camera opens a page for each code. If the app is open in another one, that one goes on.
  const channel = openChannel();
  function openChannel() {
    try { return new BroadcastChannel(`companion ${here.pathname}`); } catch { return null; }
  }
  function asked(question, isAnswer) {
    if (!channel) return Promise.resolve(false);
    return new Promise((done) => {
      const answered = (event) => {
        if (!isAnswer(event.data)) return;
        channel.removeEventListener("message", answered);
        done(true);
      };
      channel.addEventListener("message", answered);
      channel.postMessage(question);
      setTimeout(() => done(false), 400);
    });
  }
  const handOver = (carried) => asked({ carried }, (data) => data?.taken === carried);
  // A page that is being closed still answers for a moment; what it took, it kept.
  async function staysOpen() {
    await new Promise((done) => setTimeout(done, 700));
    return asked({ open: true }, (data) => data?.stays);
  }

  // Of several open pages, the one that keeps things takes it in: it alone can.
  let keeps = false;
  const handed = new Set();
  function deliver() {
    if (!keeps) return;
    for (const carried of waiting()) {
      if (!handed.has(carried)) worker.postMessage({ carried });
      handed.add(carried);
    }
  }
  function taken(carried) {
    brought(carried);
    handed.delete(carried);
  }
  function receive(carried) {
    bring(carried);
    deliver();
  }
  reading.came = receive;
  channel?.addEventListener("message", (event) => {
    if (keeps && event.data?.open) channel.postMessage({ stays: true });
    if (!keeps || !event.data?.carried) return;
    receive(event.data.carried);
    channel.postMessage({ taken: event.data.carried });
  });
  // Left by a page that could not hand it over.
  addEventListener("storage", (event) => { if (event.key === "flutter.incoming") deliver(); });
  function carriedWhileOpen(event) {
    const carried = takeCarried("#/");
    if (!carried) return;
    event.stopImmediatePropagation();
    receive(carried);
  }
  addEventListener("popstate", carriedWhileOpen);
  addEventListener("hashchange", carriedWhileOpen);

  // --- how far it is -------------------------------------------------------------------------

  const STILL = 20_000;
  let watch = setTimeout(offerAgain, STILL);
  function splash(text, value) {
    const box = document.getElementById("loading");
    if (!box) return;
    if (text) box.querySelector("small").textContent = text;
    const bar = box.querySelector("progress");
    if (value === null) bar?.remove(); else if (bar && value > bar.value) bar.value = value;
  }
  // A start that stands still is no way to leave anybody.
  let stopped = false;
  function progress() {
    if (stopped) return;
    clearTimeout(watch);
    document.getElementById("again")?.remove();
    watch = setTimeout(offerAgain, STILL);
  }
  function offerAgain(text = words.slow) {
    clearTimeout(watch);
    const box = document.getElementById("loading");
    if (!box || document.getElementById("again")) return;
    splash(text);
    const button = document.createElement("button");
    button.id = "again";
    button.textContent = words.reload;
    button.onclick = () => location.reload();
    box.appendChild(button);
  }
  // Another page may answer before this one is read to its end.
  function parsed() {
    if (document.readyState !== "loading") return Promise.resolve();
    return new Promise((done) => addEventListener("DOMContentLoaded", done, { once: true }));
  }

  // What the client was told, it takes up, lays out and paints.
  function inFrames(count, then) {
    requestAnimationFrame(count > 1 ? () => inFrames(count - 1, then) : then);
  }
  // Until the client has painted something, there would be nothing below.
  let painted = false;
  let show;
  const shown = new Promise((done) => { show = done; });
  addEventListener("flutter-first-frame", () => { painted = true; });
  function ready() {
    if (!painted) return setTimeout(ready, 50);
    clearTimeout(watch);
    if (document.getElementById("loading")) performance.mark("screen");
    document.getElementById("loading")?.remove();
    show();
  }

  function failed(message) {
    console.error(message);
    stopped = true;
    document.getElementById("again")?.remove();
    splash(words.failed, null);
    offerAgain(words.failed);
  }
  // What paints has crashed: what it painted last, or nothing, would stay there for ever.
  addEventListener("error", ({ error, message }) => {
    if (!painted && /main\.dart\.js|canvaskit/.test(error?.stack ?? "")) failed(message);
    if (painted && (error instanceof WebAssembly.RuntimeError || /Aborted/.test(message))) sessionOver();
  });

  // --- Python, in a thread of its own ----------------------------------------------------------

  let worker = null;
  let running = false;
  let toDart = null;
  let started;
  const pythonStarted = new Promise((done, refused) => { started = { done, refused }; });

  // A thread that is fetched is bound by the policy it comes with, and a plain host sends none. What
  // keeps the site for offline adds the page's (`sw.js`); before it is there, the thread is made of
  // a text of the page, and bound by the page's own. In Firefox such a one does not reach what is kept.
  function threadFrom(url) {
    if (navigator.serviceWorker?.controller) return url;
    const text = `import ${JSON.stringify(url.href)};`;
    return URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  }

  function startPython() {
    worker = new Worker(threadFrom(new URL("python-worker.js", here)), { type: "module" });
    worker.onerror = (event) => {
      if (running) sessionOver();
      else started.refused(new Error(event.message));
    };
    worker.onmessage = ({ data }) => {
      progress();
      if (isOver(data)) sessionOver(overAt(data));
      else if (data instanceof Uint8Array) toDart(data);
      else if (data.shown) inFrames(3, ready);
      else if (data.step && !stopped) splash(words.steps[data.step], data.value);
      else if (data.started) { running = true; started.done(); setTimeout(ready, 4000); }
      else if (data.passed) performance.mark(data.passed, { startTime: data.at - performance.timeOrigin });
      else if (data.again) location.reload();
      else if (data.error) started.refused(new Error(data.error));
      else if (data.ask) companionPhone.ask(data);
      if (data.taken) taken(data.taken);
      if (data.rescued !== undefined) keep("rescued_drafts", data.rescued);
      if (data.storage !== undefined) {
        keeps = data.storage !== "elsewhere";
        deliver();
      }
    };
    worker.postMessage({ url: document.URL });
    companionPhone.connect(worker);
    pythonStarted.catch((error) => failed(error.message));
  }

  // Python is in the page that failed, and goes with it; what was recorded is on the tape.
  function sessionOver(where) {
    stumble(words, where ?? (location.hash.slice(1) || "/"), (next) => {
      history.replaceState(null, "", `#${next}`);
      location.reload();
    });
  }

  onGesture((frame) => { if (running) worker.postMessage(frame, [frame.buffer]); });

  // These three are what the stock client calls.
  globalThis.jsConnect = async (_app, _args, onMessage) => {
    toDart = onMessage;
    await pythonStarted;
  };
  globalThis.jsSend = async (_app, data) => { worker.postMessage(data, [data.buffer]); };
  globalThis.jsDisconnect = async () => {};

  // --- without a network, and newer versions ---------------------------------------------------

  function told(event) {
    if (event.data?.cached) companionPhone.tell({ offline: true });
    if (event.data?.newer) companionPhone.tell({ newer: true });
  }

  async function keepSite() {
    if (!("serviceWorker" in navigator)) return;
    navigator.serviceWorker.addEventListener("message", told);
    const site = await navigator.serviceWorker.register(new URL("sw.js", here));
    const ask = (what) => site.active?.postMessage(what);
    navigator.serviceWorker.ready.then(() => ask({ cache: used() }));
    addEventListener("load", () => setTimeout(() => ask({ cache: used(), look: true }), 4000));
    // Asked for now and then, for an app that is never closed.
    setInterval(() => ask({ look: true }), 3600_000);
  }

  // The parts of the stock client that this browser needs; the others are not fetched.
  function used() {
    return performance.getEntriesByType("resource")
      .map((entry) => entry.name)
      .filter((name) => name.startsWith(here.href));
  }

  // A version that waits is taken before anything is open, and never afterwards: what runs would be
  // given files of another version. What keeps the site says whether this page is of the one in use.
  const ANSWERS = 5_000;
  const HELD = `companion.held ${here.pathname}`;
  async function newestFirst() {
    const keeper = navigator.serviceWorker?.controller;
    if (!keeper) return false;
    const { port1, port2 } = new MessageChannel();
    const said = await new Promise((done) => {
      port1.onmessage = ({ data }) => done(data);
      setTimeout(() => done({}), ANSWERS);
      keeper.postMessage({ begins: BUILD }, [port2]);
    });
    if (said.newer) companionPhone.tell({ newer: true });
    const reloads = Boolean(said.again) && loadsAgain();
    if (reloads) location.reload();
    return reloads;
  }
  // Once: a host that hands out pages of two versions is no reason not to start.
  function loadsAgain() {
    try {
      const held = sessionStorage.getItem(HELD);
      sessionStorage.setItem(HELD, "1");
      if (held) sessionStorage.removeItem(HELD);
      return !held;
    } catch {
      return false;
    }
  }

  async function begin() {
    keep("secure", window.isSecureContext);
    const carried = takeCarried("#/");
    if (carried) {
      if (await handOver(carried)) {
        await parsed();
        splash(words.handed_over);
        if (await staysOpen()) return splash(words.handed_over, null);
      }
      receive(carried);
    }
    if (await newestFirst().catch(() => false)) return;
    startPython();
    // Keeping everything is work, too: the first visit shows something first.
    const first = !navigator.serviceWorker?.controller;
    (first ? shown : Promise.resolve()).then(keepSite).catch((error) => console.warn(error));
    globalThis.companionBegins.done();
  }

  let begins;
  globalThis.companionBegins = {
    promise: new Promise((done) => { begins = done; }),
    done: () => begins(),
    failed: (error) => failed(String(error?.message ?? error)),
  };
  begin().catch((error) => failed(error.message));
})();
