// Requests of the app to the phone, and reports of the phone to the app: whether it works offline,
// whether its storage is persistent, whether it can be installed, and the files that it is opened
// with.
const companionPhone = (() => {
  "use strict";
  const state = {
    offline: false,
    newer: false,
    kept: null,
    installable: false,
    shares: typeof navigator.share === "function",
  };
  let app = null;

  function tell(news) {
    Object.assign(state, news);
    app?.postMessage({ told: { ...state } });
  }

  // The app has started: send it the whole state, and the files that arrived before.
  const waiting = [];
  function connect(worker) {
    app = worker;
    tell({});
    for (const file of waiting.splice(0)) app.postMessage({ file });
  }

  // --- files opened by the system --------------------------------------------------------------

  async function open(handle) {
    const file = new Uint8Array(await (await handle.getFile()).arrayBuffer());
    if (app) app.postMessage({ file }); else waiting.push(file);
  }
  window.launchQueue?.setConsumer((launch) => {
    for (const handle of launch.files ?? []) open(handle).catch((error) => console.warn(error));
  });

  // --- requests of the app -----------------------------------------------------------------------

  let install = null;
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    install = event;
    tell({ installable: true });
  });
  addEventListener("appinstalled", () => { install = null; tell({ installable: false }); });

  // Persistent storage is not cleared when the disk gets full. Some browsers ask the user for
  // permission, so it is requested only once there is something to lose.
  async function persist() {
    try { tell({ kept: await navigator.storage.persist() }); } catch { tell({ kept: false }); }
  }
  async function look() {
    try { tell({ kept: await navigator.storage.persisted() }); } catch { tell({ kept: false }); }
  }
  look();

  const asked = {
    persist,
    reload: () => location.reload(),
    install: async () => {
      await install?.prompt();
      install = null;
      tell({ installable: false });
    },
    share: ({ text, name, data }) => {
      const file = data && new File([data], name, { type: "text/plain" });
      const link = /^https?:\/\/\S+$/.test(text);
      const said = link ? { title: name, url: text } : { text };
      // A link goes without the file that takes its place; other words go with their file.
      const whole = file && { files: [file], ...(link ? {} : said) };
      return navigator.share(whole && navigator.canShare?.(whole) ? whole : said);
    },
  };
  async function ask(request) {
    try {
      await asked[request.ask]?.(request);
    } catch (error) {
      // Closing the share sheet is not an error.
      if (error?.name !== "AbortError") console.warn(request.ask, error);
    }
  }

  return { state, tell, connect, ask };
})();
