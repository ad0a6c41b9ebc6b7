// Python in a thread of its own: its runtime, the app's archive and the browser's storage are
// fetched side by side; then the app starts and talks to the stock client through the page.
const here = new URL(".", import.meta.url);
const BUILD = "{build}";
const SUMS = {sums};
const waiting = [];
const flet_js = {};
let python = null;

function say(step, value) { self.postMessage({ step, value }); }

self.onmessage = ({ data }) => {
  if (data.memory) started(data.memory).catch((error) => say("failed", String(error)));
  else if (data.url) {
    flet_js.documentUrl = data.url;
    start().catch(stopped);
  } else if (data.carried) links.put(data.carried);
  else if (data.told) told.put(data.told);
  else if (data.file) opened.put(data.file);
  else if (flet_js.send) flet_js.send(data);
  else waiting.push(data);
};

// What comes before the app says that it listens is kept until then.
function mailbox() {
  const waiting = [];
  let listener = null;
  return {
    put(thing) { if (listener) listener(thing); else waiting.push(thing); },
    listen(heard) {
      listener = heard;
      for (const thing of waiting.splice(0)) heard(thing);
    },
  };
}
const links = mailbox();
const told = mailbox();
const opened = mailbox();

// --- storage -----------------------------------------------------------------------------------

const NAMES = ["companion.0", "companion.1"];

// Another copy of the site may lie in another folder of the same host: each keeps its own. What an
// earlier version kept for all of them, each goes on with.
const COPY = `companion ${here.pathname}`;
const FOLDER = COPY.replace(/[^A-Za-z0-9.-]/g, (sign) => `_${sign.charCodeAt(0).toString(16)}`);
const OWN = "companion.own";
async function ownFolder(root, may) {
  const own = await root.getDirectoryHandle(FOLDER.slice(-200), { create: true });
  if (!may || await exists(own, OWN)) return own;
  for (const name of NAMES) {
    const data = await content(root, name);
    if (data.length) await copied(own, name, data);
  }
  await own.getFileHandle(OWN, { create: true });
  return own;
}
async function exists(folder, name) {
  try { return Boolean(await folder.getFileHandle(name)); } catch { return false; }
}
async function copied(folder, name, data) {
  const file = await access(await folder.getFileHandle(name, { create: true }));
  file.truncate(0);
  file.write(data, { at: 0 });
  file.flush();
  file.close();
}

// Writing at once needs a file that nobody else has open; so one page writes, and others look.
async function openStorage() {
  try {
    const root = await navigator.storage.getDirectory();
    const may = await mine();
    const folder = await ownFolder(root, may);
    if (!may) {
      const files = await Promise.all(NAMES.map((name) => content(folder, name)));
      return { problem: "elsewhere", files: files.map(looking) };
    }
    const handles = [];
    for (const name of NAMES) {
      handles.push(await access(await folder.getFileHandle(name, { create: true })));
    }
    return { problem: "", files: handles.map(writing) };
  } catch (error) {
    console.warn("storage", error);
    if (error?.name === "QuotaExceededError") return { problem: "full", files: [] };
    return { problem: self.isSecureContext ? "refused" : "insecure", files: [] };
  }
}

// A page that was just killed may hold its file for a moment longer.
async function access(file) {
  for (let tries = 20; ; tries--) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      if (!tries) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}

// A page that was just left may hold the lock for a moment longer; meanwhile the runtime loads.
async function mine() {
  if (!navigator.locks) return true;
  for (let tries = 12; tries; tries--) {
    if (await locked()) return true;
    await new Promise((done) => setTimeout(done, 200));
  }
  return false;
}

function locked() {
  return new Promise((done, refused) => {
    navigator.locks.request(COPY, { ifAvailable: true }, (lock) => {
      done(lock !== null);
      // Held until this page is gone.
      return lock && new Promise(() => {});
    }).catch(refused);
  });
}

async function content(folder, name) {
  try {
    const file = await (await folder.getFileHandle(name)).getFile();
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return new Uint8Array();
  }
}

function looking(data) {
  const refuse = () => "elsewhere";
  return { read: () => data, write: refuse, truncate: refuse, flush: refuse };
}

// Each answers with what went wrong, or with nothing.
function writing(handle) {
  const told = (job) => {
    try { job(); return ""; } catch (error) { return error?.name === "QuotaExceededError" ? "full" : "io"; }
  };
  return {
    read: () => {
      const data = new Uint8Array(handle.getSize());
      handle.read(data, { at: 0 });
      return data;
    },
    write: (data, at) => told(() => {
      const bytes = data instanceof Uint8Array ? data : data.toJs();
      for (let done = 0; done < bytes.length;) {
        const count = handle.write(bytes.subarray(done), { at: at + done });
        if (!count) throw new DOMException("nothing was written", "QuotaExceededError");
        done += count;
      }
    }),
    truncate: (size) => told(() => handle.truncate(size)),
    flush: () => told(() => handle.flush()),
  };
}

// --- the app -------------------------------------------------------------------------------------

// What comes is told, so that a slow network is not taken for a start that hangs.
async function fetched(name) {
  const answer = await fetch(new URL(name, here));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  if (!answer.body) return answer.arrayBuffer();
  const parts = [];
  for (const reader = answer.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).arrayBuffer();
    parts.push(value);
    say("runtime", 5);
  }
}

// Compiling every module takes longer than anything else: what was compiled once is kept, as two
// archives that take the place of those of the site. Only from what belongs to this version.
const KEPT = `companion-compiled ${here.pathname}`;
const KEPT_BY_ALL = "companion-compiled";
const LIBRARY = "pyodide/python_stdlib.zip";
const HOME = "app.zip";
const MEMORY = "memory";
const keptAs = (name) => new Request(new URL(`${name}?compiled=${BUILD}`, here));

async function kept() {
  try {
    const cache = await caches.open(KEPT);
    const names = [LIBRARY, HOME, MEMORY];
    const [library, home, memory] = await Promise.all(names.map((name) => cache.match(keptAs(name))));
    if (!library || !home) return null;
    return await Promise.all([library.arrayBuffer(), home.arrayBuffer(), memory && whole(memory)]);
  } catch {
    return null;
  }
}
async function forget() {
  try { return await caches.delete(KEPT); } catch { return false; }
}
async function forgetMemory() {
  try {
    await (await caches.open(KEPT)).put(keptAs(MEMORY), new Response());
    return true;
  } catch { return false; }
}
async function sumOf(data) {
  const digest = await crypto.subtle.digest("SHA-256", data);
  return Array.from(new Uint8Array(digest).slice(0, 8), (b) => b.toString(16).padStart(2, "0")).join("");
}
async function keepCompiled(sources, made) {
  try {
    const sums = await Promise.all(sources.map(sumOf));
    if (sums.some((sum, n) => sum !== SUMS[[LIBRARY, HOME][n]])) return;
    await forget();
    await caches.delete(KEPT_BY_ALL);
    const cache = await caches.open(KEPT);
    await cache.put(keptAs(LIBRARY), new Response(made[0]));
    await cache.put(keptAs(HOME), new Response(made[1]));
    return true;
  } catch (error) {
    console.warn("compiled", error);
  }
  return false;
}

// To begin with a memory in which Python has started and imported what is not compiled for this
// machine takes a third of the time. It is made once, in a thread of its own, and not tried again
// where that fails: an empty one is kept until then.
async function keepMemory(library, home, modules) {
  try {
    const cache = await caches.open(KEPT);
    await cache.put(keptAs(MEMORY), new Response());
    const [own, ours] = [library, home].map((data) => data.slice().buffer ?? data);
    const memory = await startedElsewhere({ library: own, home: ours, modules });
    await cache.put(keptAs(MEMORY), new Response(memory, { headers: { sum: await sumOf(memory) } }));
  } catch (error) {
    console.warn("memory", error);
  }
}
// A memory that is not as it was kept could do anything, also nothing for ever.
async function whole(memory) {
  const data = await memory.arrayBuffer();
  return data.byteLength && await sumOf(data) !== memory.headers.get("sum") ? undefined : data;
}
// As the page does: a thread that is made of a text is bound by the policy of whoever makes it.
function threadLikeThis() {
  if (self.location.protocol !== "blob:") return import.meta.url;
  const text = `import ${JSON.stringify(import.meta.url)};`;
  return URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
}
function startedElsewhere(memory) {
  const thread = new Worker(threadLikeThis(), { type: "module" });
  return new Promise((done, refused) => {
    thread.onerror = (event) => refused(new Error(event.message));
    thread.onmessage = ({ data }) => {
      if (data.step === "failed") refused(new Error(data.value));
      else if (data.memory) done(data.memory);
    };
    thread.postMessage({ memory });
  }).finally(() => thread.terminate());
}
async function started({ library, home, modules }) {
  const python = await loaded(library, { _makeSnapshot: true });
  unpacked(python, home);
  python.runPython(`${ROOM}
from importlib import import_module
for name in ${JSON.stringify(modules)}:
    import_module(name)
`);
  const memory = python.makeMemorySnapshot();
  self.postMessage({ memory }, [memory.buffer]);
}

async function archives() {
  const found = await kept();
  return { compiled: Boolean(found), found: found ?? await Promise.all([LIBRARY, HOME].map(fetched)) };
}

async function loaded(library, more) {
  const { loadPyodide } = await import(new URL("pyodide/pyodide.js", here));
  const stdLibURL = URL.createObjectURL(new Blob([library]));
  try {
    return await loadPyodide({
      indexURL: new URL("pyodide/", here).href,
      stdLibURL,
      stdout: (text) => console.log(text),
      stderr: (text) => console.warn(text),
      ...more,
    });
  } finally {
    URL.revokeObjectURL(stdLibURL);
  }
}

// Where Python finds the program. A memory that is begun with knows of another file system.
const ROOM = `
import importlib, random, sys
sys.pycache_prefix = "/compiled"
if "/app" not in sys.path:
    sys.path.insert(0, "/app")
importlib.invalidate_caches()
random.seed()
`;

// An archive in which nothing is squeezed is put into its files as it is; Python takes far longer.
function unpacked(python, archive) {
  const view = new DataView(archive), bytes = new Uint8Array(archive);
  let end = archive.byteLength - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  const folders = new Set();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left; left--) {
    const [method, size, name, extra, note] = [10, 24, 28, 30, 32]
      .map((n) => (n === 24 ? view.getUint32(at + n, true) : view.getUint16(at + n, true)));
    if (method) throw new Error("an archive that is squeezed");
    const path = `/app/${new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name))}`;
    const local = view.getUint32(at + 42, true);
    const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) python.FS.mkdirTree(folder);
    folders.add(folder);
    if (!path.endsWith("/")) python.FS.writeFile(path, bytes.subarray(from, from + size));
    at += 46 + name + extra + note;
  }
}

let usesKept = false;
let usesMemory = false;
async function start() {
  say("runtime", 5);
  const storing = openStorage();
  const fetching = archives();
  say("runtime", 20);
  const { compiled, found: [library, home, memory] } = await fetching;
  usesKept = compiled;
  usesMemory = Boolean(memory?.byteLength);
  python = await loaded(library, usesMemory ? { _loadSnapshot: memory } : {});
  say("rules", 50);
  performance.mark("runtime");
  if (usesMemory) performance.mark("remembered");
  if (compiled) unpacked(python, home);
  else python.unpackArchive(home, "zip", { extractDir: "/app" });
  performance.mark("unpacked");
  const storage = await storing;
  self.postMessage({ storage: storage.problem });
  python.registerJsModule("flet_js", flet_js);
  python.registerJsModule("companion_js", {
    problem: storage.problem,
    files: storage.files,
    build: BUILD,
    compiled,
    remembers: Boolean(memory),
    keep_compiled: (...made) => keepCompiled([library, home], made),
    keep_memory: (modules, ...made) => keepMemory(...(made.length ? made : [library, home]), modules),
    home: here.href,
    listen: links.listen,
    listen_told: told.listen,
    listen_opened: opened.listen,
    taken: (text) => self.postMessage({ taken: text }),
    rescue: (text) => self.postMessage({ rescued: text }),
    ask: (what, text, name, data) => self.postMessage({ ask: what, text, name, data: data?.toJs?.() ?? data }),
  });
  say("rules", 60);
  await python.runPythonAsync(`${ROOM}
from companion import in_browser
`);
  performance.mark("imported");
  await python.runPythonAsync("in_browser.main()");
  say("screens", 90);
  await flet_js.start_connection((message) => {
    const bytes = message.toJs();
    self.postMessage(bytes, [bytes.buffer]);
  });
  performance.mark("connected");
  for (const message of waiting.splice(0)) flet_js.send(message);
  self.postMessage({ started: true });
}

// What was kept may be what it fails with: the next start does without it.
async function stopped(error) {
  const again = usesKept && await (usesMemory ? forgetMemory() : forget());
  self.postMessage({ error: String(error?.message ?? error), again });
}
