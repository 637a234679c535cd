{% load static %}// Shows the offline page when the arena cannot be reached. Nothing else is cached.
const KEPT = "goat-offline-2";
const PAGE = "{% url 'pages:offline' %}";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.add(new Request(PAGE, { cache: "reload" }))));
});

self.addEventListener("activate", (event) => {
  const stale = (names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(stale));
});

self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  event.respondWith(fetch(event.request).catch(async () => (await caches.match(PAGE)) ?? Response.error()));
});
