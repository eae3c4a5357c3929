/** A screen that shows a match should not go dark. Browsers allow that on secure addresses only; elsewhere we say so. */

import { byId, show } from "./dom.js";

const possible = "wakeLock" in navigator;
let wanted = false;

/** Keep the screen on while `on`; the lock is lost whenever the page is hidden, so it is asked for again. */
export function keepAwake(on) {
  if (on !== wanted && on) ask();
  wanted = on;
}

export function setUpAwake() {
  show(byId("goes-dark"), !possible);
  document.addEventListener("visibilitychange", () => wanted && !document.hidden && ask());
}

function ask() {
  if (possible) navigator.wakeLock.request("screen").catch(() => {});
}
