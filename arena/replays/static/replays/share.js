// A link to the current step, and code to embed it in another page.

import { write } from "./address.js";
import { setup } from "../games/setup.js";

export function share(viewer) {
  const { part, root } = viewer;
  if (!part("link")) return null;

  for (const button of root.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", async () => {
      const field = part(button.dataset.copy);
      let status = button.dataset.done;
      try {
        await navigator.clipboard.writeText(field.value);
      } catch {
        // Without https there is no clipboard: select the text, to copy it by hand.
        field.select();
        status = button.dataset.failed;
      }
      part("share-status").textContent = status;
      setTimeout(() => (part("share-status").textContent = ""), 4000);
    });
  }

  function step() {
    const hash = write(viewer, viewer.steps[viewer.index]);
    part("link").value = new URL(hash, location.href).href;
    const embed = new URL(setup.embed + hash, location.href).href;
    part("code").value = `<iframe src="${embed}" width="800" height="720" style="border:0" title="Goat Arena"></iframe>`;
    if (part("moves-link")) part("moves-link").href = part("moves-link").href.replace(/games\/\d+/, `games/${viewer.game.game}`);
  }

  return { step };
}
