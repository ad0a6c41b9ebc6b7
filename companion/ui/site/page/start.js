// What the page does before and beside the app: starts Python at once, shows how far it is, keeps
// the site for when there is no network, and takes what a link carries.
(() => {
  "use strict";
  const words = JSON.parse(document.getElementById("companion-words").textContent);
  const here = new URL(".", document.baseURI);

  function keep(key, value) {
    try { localStorage.setItem(`flutter.${key}`, JSON.stringify(value)); } catch { /* refused */ }
  }
  function kept(key) {
    try { return JSON.parse(localStorage.getItem(`flutter.${key}`) ?? "null"); } catch { return null; }
  }

  // --- what the link carries -----------------------------------------------------------------

  // `#acta=…` and `#caja=…` hold the whole, `#parte=…` one code of a row. They leave the address at
  // once: the app's own places live there.
  const CARRIED = /^#(acta|caja|parte)=([A-Za-z0-9_-]+)$/;
  function takeCarried() {
    const found = CARRIED.exec(location.hash);
    if (!found) return null;
    history.replaceState(history.state, "", location.pathname + location.search + "#/");
    return { what: found[1], text: found[2] };
  }

  // The camera opens a page for each code. If the app is open in another one, that one goes on.
  const channel = "BroadcastChannel" in window ? new BroadcastChannel("companion") : null;
  function handOver(carried) {
    if (!channel) return Promise.resolve(false);
    return new Promise((done) => {
      const answered = (event) => {
        if (event.data?.taken !== carried.text) return;
        channel.removeEventListener("message", answered);
        done(true);
      };
      channel.addEventListener("message", answered);
      channel.postMessage({ carried });
      setTimeout(() => done(false), 400);
    });
  }

  let running = false;
  function receive(carried) {
    // The app looks for this key while it is open, and when it begins.
    const waiting = kept("traido") ?? [];
    waiting.push(carried);
    keep("traido", waiting.slice(-80));
    window.dispatchEvent(new Event("companion-carried"));
  }
  channel?.addEventListener("message", (event) => {
    if (!running || !event.data?.carried) return;
    receive(event.data.carried);
    channel.postMessage({ taken: event.data.carried.text });
  });
  function carriedWhileOpen(event) {
    const carried = takeCarried();
    if (!carried) return;
    event.stopImmediatePropagation();
    receive(carried);
  }
  addEventListener("popstate", carriedWhileOpen);
  addEventListener("hashchange", carriedWhileOpen);

  // --- how far it is -------------------------------------------------------------------------

  function splash(text, value) {
    const box = document.getElementById("loading");
    if (!box) return;
    if (text) box.querySelector("small").textContent = text;
    const bar = box.querySelector("progress");
    if (value === null) bar.remove(); else if (bar && value > bar.value) bar.value = value;
  }
  function ready() { document.getElementById("loading")?.remove(); }

  function failed(message) {
    console.error(message);
    splash(words.failed, null);
  }

  // --- Python, in a thread of its own ----------------------------------------------------------

  let worker = null;
  let toDart = null;
  let started;
  const pythonStarted = new Promise((done, refused) => { started = { done, refused }; });

  function startPython() {
    running = true;
    worker = new Worker(new URL("python-worker.js", here), { type: "module" });
    worker.onerror = (event) => started.refused(new Error(event.message));
    worker.onmessage = ({ data }) => {
      if (data instanceof Uint8Array) {
        toDart(data);
        // The first screen is on its way: two frames later it is painted.
        if (data.length > 3000) requestAnimationFrame(() => setTimeout(ready, 120));
      } else if (data.step) splash(words.steps[data.step], data.value);
      else if (data.started) started.done();
      else if (data.error) started.refused(new Error(data.error));
      if (data.storage !== undefined) {
        keep("almacen", data.storage);
        if (!data.storage) persist();
      }
    };
    worker.postMessage({ url: document.URL });
    pythonStarted.catch((error) => failed(error.message));
  }

  // Storage that the browser does not clear when the disk gets tight.
  async function persist() {
    try { keep("persistente", Boolean(await navigator.storage.persist())); } catch { keep("persistente", false); }
  }

  // These three are what the stock client calls.
  globalThis.jsConnect = async (_app, _args, onMessage) => {
    toDart = onMessage;
    await pythonStarted;
  };
  globalThis.jsSend = async (_app, data) => { worker.postMessage(data, [data.buffer]); };
  globalThis.jsDisconnect = async () => {};

  // --- without a network, and newer versions ---------------------------------------------------

  function told(event) {
    if (event.data?.cached) keep("sin_red", true);
  }

  async function keepSite() {
    if (!("serviceWorker" in navigator)) return;
    navigator.serviceWorker.addEventListener("message", told);
    const site = await navigator.serviceWorker.register(new URL("sw.js", here));
    const ask = (worker) => worker?.postMessage({ cache: used() });
    navigator.serviceWorker.ready.then((found) => ask(found.active));
    addEventListener("load", () => setTimeout(() => ask(site.active), 4000));
    site.addEventListener("updatefound", () => {
      const next = site.installing;
      next?.addEventListener("statechange", () => {
        if (next.state === "installed" && navigator.serviceWorker.controller) keep("version_nueva", true);
      });
    });
    // Asked for now and then, for an app that is never closed.
    setInterval(() => site.update().catch(() => {}), 3600_000);
  }

  // The parts of the stock client that this browser needs; the others are not fetched.
  function used() {
    return performance.getEntriesByType("resource")
      .map((entry) => entry.name)
      .filter((name) => name.startsWith(here.href));
  }

  // A version that waits takes over before anything is open, and never afterwards.
  async function newestFirst() {
    if (!navigator.serviceWorker?.controller) return false;
    const site = await navigator.serviceWorker.getRegistration();
    if (!site?.waiting) return false;
    return new Promise((done) => {
      const timer = setTimeout(() => done(false), 2000);
      navigator.serviceWorker.addEventListener("controllerchange", () => {
        clearTimeout(timer);
        keep("version_nueva", false);
        location.reload();
      }, { once: true });
      navigator.serviceWorker.addEventListener("message", (event) => {
        if (event.data?.busy) { clearTimeout(timer); done(false); }
      });
      site.waiting.postMessage({ takeOver: true });
    });
  }

  // --- text size and sound ---------------------------------------------------------------------
  // (device.js)

  async function begin() {
    keep("seguro", window.isSecureContext);
    const carried = takeCarried();
    if (carried) {
      if (await handOver(carried)) {
        splash(words.handed_over, null);
        return;
      }
      receive(carried);
    }
    if (await newestFirst().catch(() => false)) return;
    startPython();
    keepSite().catch((error) => console.warn(error));
    globalThis.companionBegins.done();
  }

  let begins;
  globalThis.companionBegins = { promise: new Promise((done) => { begins = done; }), done: () => begins() };
  begin().catch((error) => failed(error.message));
})();
