// Runs before and beside the app, after device.js and phone.js: starts Python at once, shows the
// progress, keeps the site for offline use, and takes the data of a link.
(() => {
  "use strict";
  const words = JSON.parse(document.getElementById("companion-words").textContent);
  const here = new URL(".", document.baseURI);
  const BUILD = "{build}";
  const COPY = `companion ${here.pathname}`;

  const { keep, takeCarried, waiting, bring, brought, reading, stumble, isOver, overAt, onGesture } = companionDevice;

  // --- data of the link ----------------------------------------------------------------------

  // The camera opens a page for each code. If the app is already open in another page, that page
  // takes the data.
  const channel = openChannel();
  function openChannel() {
    try { return new BroadcastChannel(COPY); } catch { return null; }
  }
  // The page that stores the data holds a lock as long as it is open (`python-worker.js`). It may
  // be too busy to answer at once; without the lock nobody would answer.
  const PATIENCE = navigator.locks ? 5_000 : 400;
  const pause = (duration) => new Promise((done) => setTimeout(done, duration));
  async function isKept() {
    if (!navigator.locks) return true;
    return (await navigator.locks.query()).held.some(({ name }) => name === COPY);
  }
  async function asked(question, isAnswer) {
    if (!channel) return false;
    let answered = false;
    const listen = ({ data }) => { answered ||= isAnswer(data); };
    channel.addEventListener("message", listen);
    channel.postMessage(question);
    const end = performance.now() + PATIENCE;
    while (!answered && performance.now() < end && await isKept()) await pause(20);
    channel.removeEventListener("message", listen);
    return answered;
  }
  const handOver = (carried) => asked({ carried }, (data) => data?.taken === carried);
  // A page that is being closed still answers for a moment. What it has taken, it has stored.
  async function staysOpen() {
    await pause(700);
    return asked({ open: true }, (data) => Boolean(data?.stays));
  }

  // Of several open pages only the one with write access takes the data in.
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
  // Stored by a page that could not hand it over.
  addEventListener("storage", (event) => { if (event.key === "flutter.incoming") deliver(); });
  function carriedWhileOpen(event) {
    const carried = takeCarried("#/");
    if (!carried) return;
    event.stopImmediatePropagation();
    receive(carried);
  }
  addEventListener("popstate", carriedWhileOpen);
  addEventListener("hashchange", carriedWhileOpen);

  // --- progress ------------------------------------------------------------------------------

  const STILL = 20_000;
  let watch = setTimeout(offerAgain, STILL);
  function splash(text, value) {
    const box = document.getElementById("loading");
    if (!box) return;
    if (text) box.querySelector("small").textContent = text;
    const bar = box.querySelector("progress");
    if (value === null) bar?.remove(); else if (bar && value > bar.value) bar.value = value;
  }
  // Offer a reload if the start makes no progress.
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
  // Another page may answer before this document is fully parsed.
  function parsed() {
    if (document.readyState !== "loading") return Promise.resolve();
    return new Promise((done) => addEventListener("DOMContentLoaded", done, { once: true }));
  }

  // After a message the client needs some frames to process, lay out and paint.
  function inFrames(count, then) {
    requestAnimationFrame(count > 1 ? () => inFrames(count - 1, then) : then);
  }
  // Keep the splash until the client has painted something, because there is nothing below it yet.
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
  // The renderer has crashed. Its last picture, or nothing, would stay forever.
  addEventListener("error", ({ error, message }) => {
    if (!painted && /main\.dart\.js|canvaskit/.test(error?.stack ?? "")) failed(message);
    if (painted && (error instanceof WebAssembly.RuntimeError || /Aborted/.test(message))) sessionOver();
  });

  // --- Python, in a worker ---------------------------------------------------------------------

  let worker = null;
  let running = false;
  let toDart = null;
  let started;
  const pythonStarted = new Promise((done, refused) => { started = { done, refused }; });

  // A fetched worker is bound by the policy of its response, and a plain host sends none. The
  // service worker adds the page's policy (`sw.js`). Until it is active, the worker is made from a
  // blob and so is bound by the page's policy. In Firefox such a worker cannot reach the storage.
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

  // Python runs in the failed page and ends with it. Recorded data is safe in the double-buffered
  // file.
  function sessionOver(where) {
    stumble(words, where ?? (location.hash.slice(1) || "/"), (next) => {
      history.replaceState(null, "", `#${next}`);
      location.reload();
    });
  }

  onGesture((frame) => { if (running) worker.postMessage(frame, [frame.buffer]); });

  // The stock client calls these three functions.
  globalThis.jsConnect = async (_app, _args, onMessage) => {
    toDart = onMessage;
    await pythonStarted;
  };
  globalThis.jsSend = async (_app, data) => { worker.postMessage(data, [data.buffer]); };
  globalThis.jsDisconnect = async () => {};

  // --- offline use and newer versions ----------------------------------------------------------

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
    // Check every hour, for an app that is never closed.
    setInterval(() => ask({ look: true }), 3600_000);
  }

  // Files of the stock client that this browser needs. The others are not fetched.
  function used() {
    return performance.getEntriesByType("resource")
      .map((entry) => entry.name)
      .filter((name) => name.startsWith(here.href));
  }

  // A waiting version is used before anything has started and never later: running code would be
  // given files of another version. The service worker knows whether this page belongs to the
  // version in use.
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
  // Reload only once: a host that mixes pages of two versions must not prevent the start.
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
        if (await staysOpen()) {
          // This page starts nothing, so there is no progress to wait for.
          clearTimeout(watch);
          return splash(words.handed_over, null);
        }
      }
      receive(carried);
    }
    if (await newestFirst().catch(() => false)) return;
    startPython();
    // Caching the site takes work, so the first visit shows something first.
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
