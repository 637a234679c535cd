// The button beside a link that copies it.

export function copyButton() {
  const part = (name) => document.querySelector(`[data-part="${name}"]`);
  const copy = part("copy");
  if (!copy) return;
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    let done = copy.dataset.done;
    try {
      await navigator.clipboard.writeText(part("link").value);
    } catch {
      // Without https there is no clipboard: select the text, to copy it by hand.
      part("link").select();
      done = copy.dataset.failed;
    }
    part("copied").textContent = done;
  });
}
