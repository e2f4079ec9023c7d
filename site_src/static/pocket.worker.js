// Keeps the site for reading without a network, and brings it up to date when it changes.
"use strict";
const VERSION = "{version}";
const KEPT = "ludex-" + VERSION;
const READ = "ludex-read";
const BATCH = 24;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method === "GET" && address.href.startsWith(self.registration.scope)) event.respondWith(answer(event.request, address));
});

/** Fill this version's store: what stayed the same is taken from the store before it, the rest from the site. */
async function install() {
  const files = await (await fetch("offline.json", { cache: "no-store" })).json();
  const store = await caches.open(KEPT);
  const before = await older();
  for (let start = 0; start < files.length; start += BATCH) {
    await Promise.all(files.slice(start, start + BATCH).map(([path, digest]) => keep(store, before, path, digest)));
  }
  await store.put("offline.json", new Response(JSON.stringify(files)));
  await self.skipWaiting();
}

async function older() {
  const found = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith("ludex-") || name === KEPT || name === READ) continue;
    const store = await caches.open(name);
    const listed = await store.match("offline.json");
    if (listed) found.push({ store, digests: new Map(await listed.json()) });
  }
  return found;
}

async function keep(store, before, path, digest) {
  const address = path.split("/").map(encodeURIComponent).join("/");
  for (const old of before) {
    if (old.digests.get(path) !== digest) continue;
    const same = await old.store.match(address);
    if (same) { await store.put(address, same); return; }
  }
  const fresh = await fetch(address, { cache: "no-cache" });
  if (!fresh.ok) throw new Error(path);
  await store.put(address, fresh);
}

async function activate() {
  const names = (await caches.keys()).filter((name) => name.startsWith("ludex-") && name !== KEPT && name !== READ);
  await Promise.all(names.map((name) => caches.delete(name)));
  if (names.length) await caches.delete(READ);
  await self.clients.claim();
  for (const client of await self.clients.matchAll()) client.postMessage(names.length ? "updated" : "offline-ready");
}

async function answer(request, address) {
  const plain = address.origin + (address.pathname.endsWith("/") ? address.pathname + "index.html" : address.pathname);
  const kept = await (await caches.open(KEPT)).match(plain);
  if (kept) return kept;
  const read = await caches.open(READ);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await read.put(plain, fresh.clone());
    return fresh;
  } catch (error) {
    return (await read.match(plain)) || (await (await caches.open(KEPT)).match("404.html")) || Response.error();
  }
}
