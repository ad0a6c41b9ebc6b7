// Keeps one whole version of the site for when there is no network. Every file is checked against
// the sum it was published with: a version is taken whole or not at all.
const BUILD = "{build}";
const FILES = {files};
const POLICY = "{policy}";
const LATER = new Set({later});
const here = new URL(".", self.location.href);
// Another copy of the site may lie in another folder of the same host: each keeps its own.
const OWN = `companion ${here.pathname} `;
const CACHE = OWN + BUILD;

const pathOf = (url) => {
  const name = new URL(url).pathname.slice(here.pathname.length);
  return name === "" ? "index.html" : name;
};
const urlOf = (path) => new URL(path, here).href;

async function sumOf(data) {
  const digest = await crypto.subtle.digest("SHA-256", data);
  return Array.from(new Uint8Array(digest).slice(0, 8), (b) => b.toString(16).padStart(2, "0")).join("");
}

// The versions before this one. Earlier ones were not called by their folder.
async function before() {
  const found = [];
  for (const name of await caches.keys()) {
    if (name === CACHE) continue;
    if (name.startsWith(OWN)) found.push(name);
    else if (/^companion-[0-9a-f]+$/.test(name)) {
      if (await (await caches.open(name)).match(urlOf("index.html"))) found.push(name);
    }
  }
  return found;
}

// From the version before if it has it, else from the network; never what does not belong here.
async function take(cache, path) {
  if (await cache.match(urlOf(path))) return;
  for (const name of await before()) {
    const old = await (await caches.open(name)).match(urlOf(path));
    if (old && (await sumOf(await old.clone().arrayBuffer())) === FILES[path]) {
      await cache.put(urlOf(path), old);
      return;
    }
  }
  const answer = await fetch(urlOf(path), { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const body = await answer.arrayBuffer();
  if ((await sumOf(body)) !== FILES[path]) throw new Error(`${path} is of another version`);
  const type = answer.headers.get("content-type") ?? "application/octet-stream";
  await cache.put(urlOf(path), new Response(body, { headers: { "content-type": type } }));
}

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    const now = Object.keys(FILES).filter((path) => !LATER.has(path));
    for (let n = 0; n < now.length; n += 6) {
      await Promise.all(now.slice(n, n + 6).map((path) => take(cache, path)));
    }
    // What the version before had fetched for this browser, this one needs too.
    for (const name of await before()) {
      for (const request of await (await caches.open(name)).keys()) {
        if (LATER.has(pathOf(request.url))) await take(cache, pathOf(request.url));
      }
    }
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    await self.clients.claim();
    for (const name of await before()) await caches.delete(name);
  })());
});

self.addEventListener("message", (event) => {
  event.waitUntil((async () => {
    if (event.data?.takeOver) {
      const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
      const ours = open.filter((page) => new URL(".", page.url).href === here.href);
      if (ours.length <= 1) await self.skipWaiting();
      else event.source.postMessage({ busy: true });
    }
    if (event.data?.cache) {
      const cache = await caches.open(CACHE);
      const wanted = event.data.cache.map(pathOf).filter((path) => path in FILES);
      await Promise.all(wanted.map((path) => take(cache, path)));
      event.source.postMessage({ cached: BUILD });
    }
  })().catch((error) => console.warn(error)));
});

// A thread is bound by the policy that its script comes with.
function bound(script) {
  const type = script.headers.get("content-type");
  return new Response(script.body, {
    headers: { "content-type": type, "content-security-policy": POLICY },
  });
}

self.addEventListener("fetch", (event) => {
  const request = event.request;
  if (request.method !== "GET" || !request.url.startsWith(here.href)) return;
  const path = pathOf(request.url);
  if (!(path in FILES)) return;
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    if (!(await cache.match(urlOf(path)))) await take(cache, path);
    const found = await cache.match(urlOf(path));
    return path === "python-worker.js" ? bound(found) : found;
  })().catch(() => fetch(request)));
});
