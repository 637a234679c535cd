{% load static %}// Shows the offline page when the arena cannot be reached. Only its files are cached.
const KEPT = "goat-offline-3";
const PAGE = "{% url 'pages:offline' %}";
const FILES = ["{% static 'pages/alone.css' %}", "{% static 'pages/reconnect.js' %}"];

self.addEventListener("install", (event) => {
  const fresh = [PAGE, ...FILES].map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(fresh)));
});

self.addEventListener("activate", (event) => {
  const stale = (names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(stale));
});

self.addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  const kept = event.request.mode === "navigate" ? PAGE : FILES.find((file) => file === pathname);
  if (!kept) return;
  event.respondWith(fetch(event.request).catch(async () => (await caches.match(kept)) ?? Response.error()));
});
