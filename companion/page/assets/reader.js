// Reads QR codes within the app, with the camera or from a picture, if the browser can: Chromium on
// phones and some computers. Elsewhere the phone's own camera app opens the links.
(() => {
  "use strict";
  const { keep, onAsked, reading } = companionDevice;
  const CARRIED = /#((?:acta|caja|disputa|parte)=[A-Za-z0-9_-]+)/;
  const FRAME = /^parte=([A-Z])(\d{1,2})-(\d{1,2})-([0-9A-F]{8})-/;
  const PAUSE = 150;

  async function able() {
    if (!window.isSecureContext || !("BarcodeDetector" in window)) return false;
    return (await BarcodeDetector.getSupportedFormats()).includes("qr_code");
  }
  keep("reads_codes", false);
  able().then((found) => keep("reads_codes", found)).catch(() => {});

  // The app opens the reader by writing this key: the texts, and the codes of a row that it already
  // has.
  onAsked("flutter.code_reader", (value) => open(JSON.parse(JSON.parse(value))));

  // Codes read so far, by row. A code of another row starts that row.
  function rowOf(read) {
    const row = { of: "", numbers: new Set(), total: 0 };
    read.forEach((text) => take(row, text));
    return row;
  }
  function take(row, text) {
    const found = FRAME.exec(text);
    if (!found) return false;
    const [, kind, number, total, sum] = found;
    const of = `${kind}${total}${sum}`;
    if (of !== row.of) Object.assign(row, { of, numbers: new Set(), total: Number(total) });
    row.numbers.add(Number(number));
    return true;
  }

  function made(tag, style, text = "") {
    const found = document.createElement(tag);
    found.style.cssText = style;
    found.textContent = text;
    return found;
  }
  const BUTTON = "flex:1 1 160px;min-height:52px;padding:8px 20px;border-radius:26px;cursor:pointer;" +
    "font:500 1.05rem/1.2 Roboto,system-ui,sans-serif;text-align:center;box-sizing:border-box;" +
    "display:flex;align-items:center;justify-content:center";
  const MAIN = `${BUTTON};border:0;background:#ffd9a8;color:#3a2200`;
  const OTHER = `${BUTTON};border:1px solid #d8c8b4;background:transparent;color:#fff`;

  let dialog = null;
  let stop = () => {};

  // A page that reloads after a lost connection goes on reading. The permission is the browser's, and
  // it asks for no touch.
  const READING = "companion.reading";
  function goOn(asked) {
    try {
      if (asked) sessionStorage.setItem(READING, JSON.stringify(asked));
      else sessionStorage.removeItem(READING);
    } catch { /* no storage */ }
  }
  addEventListener("DOMContentLoaded", () => {
    try {
      const asked = JSON.parse(sessionStorage.getItem(READING));
      if (asked) open(asked);
    } catch { /* no storage */ }
  });

  function open(asked) {
    if (dialog) return;
    const { words } = asked;
    goOn(asked);
    const row = rowOf(asked.read);
    dialog = made("dialog", "position:fixed;inset:0;width:100%;height:100%;max-width:none;" +
      "max-height:none;margin:0;padding:0;border:0;background:#16130f;color:#fff;" +
      "font:400 1.05rem/1.4 Roboto,system-ui,sans-serif");
    dialog.id = "companion-reader";
    dialog.setAttribute("aria-label", words.title);
    const all = made("div", "display:flex;flex-direction:column;height:100%;gap:12px;padding:16px;" +
      "box-sizing:border-box;max-width:900px;margin:0 auto");
    const title = made("h1", "margin:0;font-size:1.35rem;font-weight:500", words.title);
    const video = made("video", "flex:1 1 0;min-height:0;width:100%;object-fit:cover;" +
      "border-radius:16px;background:#000");
    video.muted = true;
    video.playsInline = true;
    video.setAttribute("aria-hidden", "true");
    const counter = made("p", "margin:0;min-height:2.4rem;font-size:1.9rem;font-weight:700;text-align:center");
    const told = made("p", "margin:0;min-height:1.4em;text-align:center", words.aim);
    for (const live of [counter, told]) live.setAttribute("role", "status");
    const foot = made("div", "display:flex;flex-wrap:wrap;gap:10px");
    const close = made("button", MAIN, words.close);
    const input = made("input", "position:absolute;width:1px;height:1px;opacity:0");
    Object.assign(input, { type: "file", accept: "image/*", tabIndex: -1 });
    input.setAttribute("aria-hidden", "true");
    const picture = made("button", OTHER, words.picture);
    picture.type = close.type = "button";
    foot.append(picture, close, input);
    all.append(title, video, counter, told, foot);
    dialog.append(all);

    const detector = new BarcodeDetector({ formats: ["qr_code"] });
    const count = () => {
      counter.textContent = row.total ? words.counter
        .replace("{n}", row.numbers.size).replace("{total}", row.total) : "";
    };
    const say = (text) => { if (told.textContent !== text) told.textContent = text; };

    // A complete row needs no more codes.
    function came(text) {
      const carried = CARRIED.exec(text)?.[1];
      if (!carried) { say(words.foreign); return; }
      const before = row.numbers.size && `${row.of}:${row.numbers.size}`;
      const part = take(row, carried);
      if (part && before === `${row.of}:${row.numbers.size}`) { say(words.again); return; }
      reading.came(carried);
      asked.read = [...asked.read, carried];
      goOn(asked);
      navigator.vibrate?.(40);
      say(words.came);
      count();
      if (!part || row.numbers.size === row.total) end();
    }

    async function look(source) {
      const found = await detector.detect(source);
      for (const { rawValue } of found) if (dialog) came(rawValue);
      return found.length > 0;
    }

    async function fromPicture() {
      const [file] = input.files;
      input.value = "";
      if (!file) return;
      try {
        const bitmap = await createImageBitmap(file);
        if (!(await look(bitmap))) say(words.no_code);
      } catch {
        say(words.no_picture);
      }
    }

    function end() {
      goOn(null);
      stop();
      dialog?.remove();
      dialog = null;
      reading.done();
    }

    picture.addEventListener("click", () => input.click());
    input.addEventListener("change", fromPicture);
    close.addEventListener("click", end);
    dialog.addEventListener("cancel", (event) => { event.preventDefault(); end(); });
    // Keys typed here must not reach the app below.
    for (const kind of ["keydown", "keyup", "keypress"]) {
      dialog.addEventListener(kind, (event) => event.stopPropagation());
    }
    document.body.append(dialog);
    dialog.showModal();
    close.focus();
    count();
    watch(video, look, (problem) => say(words[problem]));
  }

  // Begins again once the page is in front.
  function lost(...given) {
    if (!dialog) return;
    stop();
    if (!document.hidden) { watch(...given); return; }
    document.addEventListener("visibilitychange", () => lost(...given), { once: true });
  }

  // Watches the camera until stopped. The camera is never left on.
  async function watch(video, look, failed) {
    let watching = true;
    let stream = null;
    stop = () => {
      watching = false;
      stream?.getTracks().forEach((track) => track.stop());
    };
    try {
      const camera = { video: { facingMode: "environment", width: { ideal: 1920 } }, audio: false };
      stream = await navigator.mediaDevices.getUserMedia(camera);
      if (!watching) { stop(); return; }
      video.srcObject = stream;
      await video.play();
      // Another app in front may take the camera away.
      stream.getVideoTracks().forEach((track) => { track.onended = () => lost(video, look, failed); });
    } catch (error) {
      stop();
      video.style.visibility = "hidden";
      failed(error?.name === "NotAllowedError" ? "denied" : "no_camera");
      return;
    }
    while (watching) {
      try {
        if (!document.hidden) await look(video);
      } catch { /* no picture yet */ }
      await new Promise((done) => setTimeout(done, PAUSE));
    }
  }
})();
