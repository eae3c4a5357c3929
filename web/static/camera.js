/** Letting the camera go, so that another program may have it, and taking it back. */

import { byId, show } from "./dom.js";
import { post } from "./send.js";

export function setUpCamera() {
  byId("release-camera").addEventListener("click", () => hand("release-camera", "camera/release"));
  byId("take-camera-back").addEventListener("click", () => hand("take-camera-back", "camera/take-back"));
}

/** Show who has the camera; null where there is none that could be let go. */
export function tellCamera({ camera }) {
  show(byId("camera-card"), camera === "ours");
  show(byId("camera-released"), camera === "released");
}

/** A camera may take some seconds to close: the button does not ask twice meanwhile. */
async function hand(button, path) {
  byId(button).disabled = true;
  await post(path);
  byId(button).disabled = false;
}
