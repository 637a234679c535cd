// Every page of the site loads this.

import { prepare } from "./prepare.js";

prepare(document);
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/offline.js").catch(() => {});
