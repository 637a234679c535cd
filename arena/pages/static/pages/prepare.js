// What the server leaves to the browser, for a whole page or for a part that a script put in.

import { showLocalTimes } from "./local_times.js";
import { makeSortable } from "./sorting.js";

export function prepare(root) {
  showLocalTimes(root);
  makeSortable(root);
  for (const box of root.querySelectorAll(".scroll")) {
    // Only an element that takes the focus can be scrolled by keyboard.
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  }
}
