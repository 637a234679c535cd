// On the offline page: loads the page again as soon as the arena can be reached.
// A restart of the arena fires no event, and the network's may have fired before this runs.
const back = () => fetch(location.href, { method: "HEAD", cache: "no-store" })
  .then(() => location.reload(), () => {});
if (location.pathname !== document.currentScript.dataset.page) {
  addEventListener("online", back);
  setInterval(back, 3000);
}
