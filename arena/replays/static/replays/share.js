// Links to a move, and code to show it elsewhere.

import { write } from "./address.js";
import { setup } from "../games/setup.js";

export function share(viewer) {
  const { part, root } = viewer;
  if (!part("link")) return null;

  for (const button of root.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", async () => {
      const field = part(button.dataset.copy);
      let told = button.dataset.done;
      try {
        await navigator.clipboard.writeText(field.value);
      } catch {
        // No clipboard without https: the text is there to be copied by hand.
        field.select();
        told = button.dataset.failed;
      }
      part("told").textContent = told;
      setTimeout(() => (part("told").textContent = ""), 4000);
    });
  }

  function step() {
    const hash = write(viewer, viewer.all[viewer.index]);
    part("link").value = new URL(hash, location.href).href;
    const embed = new URL(setup.embed + hash, location.href).href;
    part("code").value = `<iframe src="${embed}" width="800" height="720" style="border:0" title="Goat Arena"></iframe>`;
    if (part("aslist")) part("aslist").href = part("aslist").href.replace(/games\/\d+/, `games/${viewer.game.game}`);
  }

  return { step };
}
