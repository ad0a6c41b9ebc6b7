// Keeps one whole version of the site for offline use. Every file is checked against its published
// checksum: a version is taken completely or not at all.
//
// This script is the same in every version; the version list says what a version consists of. So no
// service worker ever has to replace another while pages are open. Browsers have no reliable way
// for that: a worker that is told to take over may be left waiting, and a page loaded meanwhile
// never gets an answer.
const LIST = "version.json";
const here = new URL(".", self.location.href);
// Each copy of the site in another folder of the same host has its own caches.
const OWN = `companion ${here.pathname} `;
const IN_USE = `${OWN}in use`;
// Cached data arrives within moments, or something is wrong with the browser.
const PATIENCE = 8_000;

const pathOf = (url) => {
  const name = new URL(url).pathname.slice(here.pathname.length);
  return name === "" ? "index.html" : name;
};
const urlOf = (path) => new URL(path, here).href;
const cacheOf = (version) => caches.open(OWN + version.build);

async function sumOf(data) {
  const digest = await crypto.subtle.digest("SHA-256", data);
  return Array.from(new Uint8Array(digest).slice(0, 8), (b) => b.toString(16).padStart(2, "0")).join("");
}

// --- versions ----------------------------------------------------------------------------------

async function listIn(name) {
  const found = await (await caches.open(name)).match(urlOf(LIST));
  return found ? found.json() : null;
}

// Version served to pages; null before the first one is complete.
let current = null;
async function inUse() {
  current ??= await listIn(IN_USE);
  return current;
}
async function use(version) {
  await (await caches.open(IN_USE)).put(urlOf(LIST), Response.json(version));
  current = version;
  await forget(version);
}

// Names of the caches that hold a version, complete or not, except the given versions. Caches of
// earlier releases were not named after their folder.
async function versions(...but) {
  const spared = [IN_USE, ...but.filter(Boolean).map((version) => OWN + version.build)], found = [];
  for (const name of await caches.keys()) {
    if (spared.includes(name)) continue;
    if (name.startsWith(OWN)) found.push(name);
    else if (/^companion-[0-9a-f]+$/.test(name)) {
      if (await (await caches.open(name)).match(urlOf("index.html"))) found.push(name);
    }
  }
  return found;
}
async function forget(...but) {
  for (const name of await versions(...but)) await caches.delete(name);
}

// Complete version that waits to be used. Its list is stored last, so a version with a list is
// complete.
async function waiting() {
  for (const name of await versions(await inUse())) {
    const version = await listIn(name);
    if (version) return version;
  }
  return null;
}

// --- contents of a version ---------------------------------------------------------------------

// Take a file from another version if one has it, else from the network. Reject a file with another
// checksum.
async function take(version, path) {
  const cache = await cacheOf(version), url = urlOf(path);
  if (await cache.match(url)) return;
  for (const name of await versions(version)) {
    const old = await (await caches.open(name)).match(url);
    if (old && (await sumOf(await old.clone().arrayBuffer())) === version.files[path]) {
      await cache.put(url, old);
      return;
    }
  }
  const answer = await fetch(url, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const script = isScript(path, answer) && answer.clone();
  const body = await answer.arrayBuffer();
  if ((await sumOf(body)) !== version.files[path]) throw new Error(`${path} is of another version`);
  await cache.put(url, script || plain(answer, body));
}
// A browser caches the compiled code only of a script whose response is stored unchanged.
function isScript(path, answer) {
  return path.endsWith(".js") && !answer.redirected && !answer.headers.get("vary")?.includes("*");
}
function plain(answer, body) {
  const type = answer.headers.get("content-type") ?? "application/octet-stream";
  return new Response(body, { headers: { "content-type": type } });
}

async function takeWhole(version) {
  const later = new Set(version.later);
  const now = Object.keys(version.files).filter((path) => !later.has(path));
  for (let n = 0; n < now.length; n += 6) {
    await Promise.all(now.slice(n, n + 6).map((path) => take(version, path)));
  }
  // Files that the previous version fetched later for this browser are needed in this version too.
  for (const name of await versions(version)) {
    for (const request of await (await caches.open(name)).keys()) {
      if (later.has(pathOf(request.url))) await take(version, pathOf(request.url));
    }
  }
  await (await cacheOf(version)).put(urlOf(LIST), Response.json(version));
}

async function published() {
  const answer = await fetch(urlOf(LIST), { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${LIST}: ${answer.status}`);
  return answer.json();
}

// --- requests of pages ---------------------------------------------------------------------------

const pages = async () => {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return open.filter((page) => new URL(".", page.url).href === here.href);
};

let looking = null;
async function look() {
  const version = await published(), before = await inUse();
  if (version.build === before?.build) return;
  if (version.build !== (await waiting())?.build) await takeWhole(version);
  if (!before) return void await use(version);
  await forget(before, version);
  for (const page of await pages()) page.postMessage({ newer: true });
}

// A page asks before it starts anything. If no other page is open, the waiting version is used from
// then on. Running pages keep the files that they began with.
async function begins(build) {
  let version = await inUse();
  const next = await waiting();
  const alone = next && (await pages()).length <= 1;
  if (alone) await use(version = next);
  return { again: Boolean(version) && version.build !== build, newer: Boolean(next) && !alone };
}

const asked = {
  begins: async (build, event) => event.ports[0].postMessage(await begins(build)),
  look: () => looking ??= look().finally(() => { looking = null; }),
  cache: async (urls, event) => {
    const version = await inUse();
    if (!version) return;
    const wanted = urls.map(pathOf).filter((path) => path in version.files);
    await Promise.all(wanted.map((path) => take(version, path)));
    event.source.postMessage({ cached: version.build });
  },
  // Asked by pages of earlier versions, whose files are in use until all of them are closed.
  takeOver: (_, event) => event.source.postMessage({ busy: true }),
};
self.addEventListener("message", (event) => {
  const jobs = Object.entries(asked).filter(([name]) => event.data?.[name])
    .map(([name, job]) => job(event.data[name], event));
  event.waitUntil(Promise.all(jobs).catch((error) => console.warn(error)));
});

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    if (await inUse()) return;
    const version = await published();
    await takeWhole(version);
    await (await caches.open(IN_USE)).put(urlOf(LIST), Response.json(version));
  })());
});
self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    // Another version may have come into use while this worker waited.
    current = null;
    await self.clients.claim();
    if (await inUse()) await forget(current);
  })());
});

// --- responses ---------------------------------------------------------------------------------

// A worker is bound by the policy of its script's response.
function bound(script, policy) {
  const type = script.headers.get("content-type");
  return new Response(script.body, {
    headers: { "content-type": type, "content-security-policy": policy },
  });
}

async function within(found) {
  let timer;
  const late = new Promise((_, over) => { timer = setTimeout(over, PATIENCE, new Error("too late")); });
  try { return await Promise.race([found, late]); } finally { clearTimeout(timer); }
}
async function kept(version, path) {
  return (await cacheOf(version)).match(urlOf(path));
}
async function answer(path) {
  const version = await within(inUse());
  if (!version || !(path in version.files)) return null;
  let found = await within(kept(version, path));
  if (!found) {
    await take(version, path);
    found = await within(kept(version, path));
  }
  return found && path === "python-worker.js" ? bound(found, version.policy) : found;
}
self.addEventListener("fetch", (event) => {
  const request = event.request;
  if (request.method !== "GET" || !request.url.startsWith(here.href)) return;
  const own = answer(pathOf(request.url));
  const found = request.mode === "navigate" ? within(own) : own;
  event.respondWith(found.catch(() => null).then((answered) => answered ?? fetch(request)));
});
