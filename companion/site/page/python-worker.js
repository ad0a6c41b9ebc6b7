// Runs Python in a worker. The runtime, the app's archive and the browser's storage are loaded in
// parallel. Then the app starts and talks to the stock client through the page.
const here = new URL(".", import.meta.url);
const BUILD = "{build}";
const SUMS = {sums};
const COMPILED = {compiled};
const waiting = [];
const flet_js = {};
let python = null;

function say(step, value) { self.postMessage({ step, value }); }
// The page measures how long each stage of the start takes.
function passed(point) { self.postMessage({ passed: point, at: performance.timeOrigin + performance.now() }); }

self.onmessage = ({ data }) => {
  if (data.memory) started(data.memory).catch((error) => say("failed", String(error)));
  else if (data.url) {
    flet_js.documentUrl = data.url;
    start().catch(stopped);
  } else if (data.carried) links.put(data.carried);
  else if (data.told) told.put(data.told);
  else if (data.file) opened.put(data.file);
  else {
    touch();
    if (flet_js.send) flet_js.send(data); else waiting.push(data);
  }
};

// What is only made for later starts waits for a pause of the person, and gives way to a touch.
const PAUSE = 5_000;
let touched = performance.now();
let giveWay = null;
function touch() {
  touched = performance.now();
  giveWay?.();
}
async function pause() {
  for (let left; (left = touched + PAUSE - performance.now()) > 0;) {
    await new Promise((done) => setTimeout(done, left));
  }
}

// Messages that arrive before the app listens are stored until then.
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

// Each copy of the site in another folder of the same host has its own storage. Data that an
// earlier version stored for all copies is copied to each.
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

// Synchronous writing needs exclusive access to a file, so one page writes and the others only
// read.
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

// A page that was just left may hold the lock for a moment longer. The runtime loads meanwhile.
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
      // Hold the lock until this page is gone.
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

// Each write returns the error code, or an empty string.
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

// Every chunk received reports progress, so that a slow network is not taken for a hanging start.
async function fetched(name) {
  const answer = await fetch(new URL(name, here));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const heard = new TransformStream({
    transform(part, on) {
      say("runtime", 5);
      on.enqueue(part);
    },
  });
  const loose = answer.body.pipeThrough(heard).pipeThrough(new DecompressionStream("gzip"));
  return new Response(loose).arrayBuffer();
}

// Both archives are stored unpacked. Compiling every module takes longer than anything else. If the
// site was published uncompiled, the modules compiled here are stored instead. Only data of this
// version is stored.
const KEPT = `companion-compiled ${here.pathname}`;
const KEPT_BY_ALL = "companion-compiled";
const LIBRARY = "pyodide/library.pack";
const HOME = "app.pack";
const MEMORY = "memory";
const keptAs = (name) => new Request(new URL(`${name}?compiled=${BUILD}`, here));

async function kept() {
  try {
    const cache = await caches.open(KEPT);
    const names = [LIBRARY, HOME, MEMORY];
    const [library, home, memory] = await Promise.all(names.map((name) => cache.match(keptAs(name))));
    const archives = library && home && { library: library.arrayBuffer(), home: home.arrayBuffer() };
    return { archives, memory };
  } catch {
    return {};
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
async function keepCompiled(sources, compiled) {
  const made = compiled.length ? compiled : sources;
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

// Starting from a memory snapshot, in which Python has started and imported everything, takes a
// fraction of the time. The snapshot is made once, in a worker of its own, which ends when somebody
// touches the screen; the next pause begins another. An empty snapshot is stored meanwhile, so that
// a failure is not repeated.
async function keepMemory(library, home, modules) {
  try {
    const cache = await caches.open(KEPT);
    let memory = null;
    while (!memory) {
      await pause();
      await cache.put(keptAs(MEMORY), new Response());
      const [own, ours] = [library, home].map((data) => data.slice().buffer ?? data);
      memory = await startedElsewhere({ library: own, home: ours, modules });
      if (!memory) await cache.delete(keptAs(MEMORY));
    }
    const headers = { sum: await sumOf(memory), size: memory.length };
    await cache.put(keptAs(MEMORY), new Response(memory, { headers }));
  } catch (error) {
    console.warn("memory", error);
  }
}
// A corrupt snapshot could do anything, including hang forever, so its checksum is verified. Python
// is prepared while the snapshot is read, so its size has to be known in advance.
const SPOILED = "a memory that is spoiled";
function remembering(memory) {
  const room = new Uint8Array(Number(memory.headers.get("size")));
  const whole = filled(room, memory);
  whole.catch(() => {});
  return { room, whole };
}
async function filled(room, memory) {
  let at = 0;
  for (const reader = memory.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    room.set(value, at);
    at += value.length;
  }
  if (await sumOf(room) !== memory.headers.get("sum")) throw new Error(SPOILED);
}
// As in the page: a worker made from a blob is bound by the policy of its creator.
function threadLikeThis() {
  if (self.location.protocol !== "blob:") return import.meta.url;
  const text = `import ${JSON.stringify(import.meta.url)};`;
  return URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
}
// Returns nothing if somebody has touched the screen meanwhile.
function startedElsewhere(memory) {
  const thread = new Worker(threadLikeThis(), { type: "module" });
  return new Promise((done, refused) => {
    giveWay = () => done(null);
    thread.onerror = (event) => refused(new Error(event.message));
    thread.onmessage = ({ data }) => {
      if (data.step === "failed") refused(new Error(data.value));
      else if (data.memory) done(data.memory);
    };
    thread.postMessage({ memory });
  }).finally(() => {
    giveWay = null;
    thread.terminate();
  });
}
async function started({ library, home, modules }) {
  const python = await loaded({ library, home, makes: true });
  unpacked(python, home);
  python.runPython(`${ROOM}
from contextlib import suppress
from importlib import import_module
for name in ${JSON.stringify(modules)}:
    with suppress(ModuleNotFoundError):  # What talks to the page is imported when there is one.
        import_module(name)
from companion.bootstrap import read_all
read_all()
`);
  const memory = python.makeMemorySnapshot();
  self.postMessage({ memory }, [memory.buffer]);
}

// The library and the program load while Python is prepared.
async function loaded({ library, home, memory, makes = false }) {
  const { loadPyodide } = await import(new URL("pyodide/pyodide.js", here));
  const nothing = URL.createObjectURL(new Blob());
  try {
    return await loadPyodide({
      indexURL: new URL("pyodide/", here).href,
      stdLibURL: nothing,
      stdout: (text) => console.log(text),
      stderr: (text) => console.warn(text),
      createPyodideModule: (settings) => created(settings, { library, home, memory, makes }),
      ...(makes && { _makeSnapshot: true }),
      ...(memory && { _loadSnapshot: memory.room }),
    });
  } finally {
    URL.revokeObjectURL(nothing);
  }
}
async function created(settings, { library, home, memory, makes }) {
  const { default: create } = await import(new URL("pyodide/pyodide.asm.js", here));
  settings.preRun.push((module) => installed(module, library));
  const urls = memory || makes ? withLibraries(settings, await home) : [];
  const module = await create(settings);
  for (const url of urls) URL.revokeObjectURL(url);
  if (memory) {
    // A snapshot with many imports is larger than the memory of a Python that has just started.
    const grown = module.HEAP8.length >= memory.room.length
      || module._emscripten_resize_heap(memory.room.length);
    if (!grown) throw new Error("no room");
    await memory.whole;
  }
  return module;
}
async function installed(module, library) {
  module.addRunDependency("library");
  const [major, minor] = module.API.pyVersionTuple;
  module.FS.writeFile(`/lib/python${major}${minor}.zip`, new Uint8Array(await library));
  module.removeRunDependency("library");
}
// Native libraries have to be at the same addresses as when the snapshot was made. They are loaded
// before Python starts, both when the snapshot is made and whenever it is used.
function withLibraries(settings, home) {
  const found = Array.from(contents(home)).filter(([path]) => path.endsWith(".so"));
  const libraries = new Map(found.map(([path, bytes]) => [path, URL.createObjectURL(new Blob([bytes]))]));
  const elsewhere = settings.locateFile;
  settings.locateFile = (name) => libraries.get(name) ?? elsewhere(name);
  settings.dynamicLibraries = [...libraries.keys()];
  return [...libraries.values()];
}

// Import path of the program. A snapshot was made with another file system, so caches are
// invalidated.
const ROOM = `
import importlib, random, sys
sys.pycache_prefix = "/compiled"
if "/app" not in sys.path:
    sys.path.insert(0, "/app")
importlib.invalidate_caches()
random.seed()
`;

// An uncompressed archive is written to files directly. Python would take far longer.
function unpacked(python, archive) {
  const folders = new Set();
  for (const [path, bytes] of contents(archive)) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) python.FS.mkdirTree(folder);
    folders.add(folder);
    if (!path.endsWith("/")) python.FS.writeFile(path, bytes);
  }
}
function* contents(archive) {
  const view = new DataView(archive), bytes = new Uint8Array(archive);
  let end = archive.byteLength - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left; left--) {
    const [method, size, name, extra, note] = [10, 24, 28, 30, 32]
      .map((n) => (n === 24 ? view.getUint32(at + n, true) : view.getUint16(at + n, true)));
    if (method) throw new Error("an archive that is squeezed");
    const path = `/app/${new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name))}`;
    const local = view.getUint32(at + 42, true);
    const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    yield [path, bytes.subarray(from, from + size)];
    at += 46 + name + extra + note;
  }
}

let usesKept = false;
let usesMemory = false;
let remembers = false;
async function start() {
  say("runtime", 5);
  const storing = openStorage();
  const { archives, memory } = await kept();
  usesKept = Boolean(archives);
  const { library, home } = archives ?? { library: fetched(LIBRARY), home: fetched(HOME) };
  usesMemory = Boolean(memory?.headers.get("size"));
  remembers = Boolean(memory);
  say("runtime", 20);
  python = await ready({ library, home, memory: usesMemory && remembering(memory) });
  say("rules", 50);
  passed("runtime");
  if (usesMemory) passed("remembered");
  unpacked(python, await home);
  passed("unpacked");
  const storage = await storing;
  self.postMessage({ storage: storage.problem });
  python.registerJsModule("flet_js", flet_js);
  python.registerJsModule("companion_js", {
    problem: storage.problem,
    files: storage.files,
    build: BUILD,
    compiled: COMPILED,
    kept: usesKept,
    remembers,
    keep_compiled: async (...made) => keepCompiled(await Promise.all([library, home]), made),
    pause,
    keep_memory: async (modules, ...made) => keepMemory(
      ...(made.length ? made : await Promise.all([library, home])), modules),
    home: here.href,
    listen: links.listen,
    listen_told: told.listen,
    listen_opened: opened.listen,
    taken: (text) => self.postMessage({ taken: text }),
    rescue: (text) => self.postMessage({ rescued: text }),
    shown: () => self.postMessage({ shown: true }),
    ask: (what, text, name, data) => self.postMessage({ ask: what, text, name, data: data?.toJs?.() ?? data }),
  });
  say("rules", 60);
  await python.runPythonAsync(`${ROOM}
from companion import in_browser
`);
  passed("imported");
  await python.runPythonAsync("in_browser.main()");
  say("screens", 90);
  await flet_js.start_connection((message) => {
    const bytes = message.toJs();
    self.postMessage(bytes, [bytes.buffer]);
  });
  passed("connected");
  for (const message of waiting.splice(0)) flet_js.send(message);
  self.postMessage({ started: true });
}

// If the snapshot fails, start Python without it. A corrupt one is made again. One that fails on
// this device would fail again, so it is not.
async function ready({ memory, ...archives }) {
  if (!memory) return loaded(archives);
  try {
    return await loaded({ memory, ...archives });
  } catch (error) {
    console.warn("memory", error);
    usesMemory = false;
    if (error.message === SPOILED) remembers = false; else await forgetMemory();
    return loaded(archives);
  }
}

// The stored data may be the cause of the failure, so the next start does without it.
async function stopped(error) {
  const again = usesMemory ? await forgetMemory() : usesKept && await forget();
  self.postMessage({ error: String(error?.message ?? error), again });
}
