// The token of a return link stands behind the #: it goes into the form, and out of the address.

import { copyButton } from "./copy_link.js";

const field = document.getElementById("token");
if (field && location.hash.length > 1) {
  field.value = decodeURIComponent(location.hash.slice(1));
  history.replaceState(null, "", location.pathname);
}
copyButton();
