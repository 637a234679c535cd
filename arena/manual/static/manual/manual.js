// Copy buttons on the examples of a chapter, and the mark of the section that is being read.

const article = document.querySelector("article.chapter");

for (const example of article.querySelectorAll("pre.code")) {
  example.dataset.copy = article.dataset.copy;
  example.dataset.copied = article.dataset.copied;
}
await import("../pages/copy.js");

// On a wide screen the contents stand beside the text, and follow it.
const links = new Map();
for (const link of document.querySelectorAll("nav.contents .sections a")) {
  links.set(decodeURIComponent(link.hash.slice(1)), link);
}
const headings = [...article.querySelectorAll("h2[id], h3[id]")];
const contents = document.querySelector("nav.contents");
let current = null;

function follow() {
  // The last sections may be too short to reach the top.
  const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
  const above = headings.filter((heading) => heading.getBoundingClientRect().top < 120);
  const link = links.get((atEnd ? headings.at(-1) : (above.at(-1) ?? headings[0]))?.id);
  if (!link || link === current) return;
  current?.removeAttribute("aria-current");
  current = link;
  link.setAttribute("aria-current", "location");
  if (contents.scrollHeight > contents.clientHeight) {
    const { top, bottom } = link.getBoundingClientRect();
    const frame = contents.getBoundingClientRect();
    if (top < frame.top || bottom > frame.bottom) {
      contents.scrollTop += top - frame.top - frame.height / 3;
    }
  }
}

let waiting = false;
addEventListener(
  "scroll",
  () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      follow();
    });
  },
  { passive: true },
);
follow();
