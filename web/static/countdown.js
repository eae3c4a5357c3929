/** The count-down: the companion sends what is left, so that no clock of a phone matters. */

import { byId, show, slot, write } from "./dom.js";
import { sayNumber } from "./speak.js";

const box = byId("countdown");
const ring = box.querySelector(".left");
const seconds = slot(box, "seconds");
let until = null;
let whole = 1;
let frame = 0;

/** Count down from `remaining` milliseconds, or stop when it is null. */
export function countDown(remaining) {
  const fresh = until === null;
  until = remaining === null ? null : performance.now() + remaining;
  if (until !== null && (fresh || remaining > whole)) whole = Math.max(remaining, 1);
  show(box, until !== null);
  cancelAnimationFrame(frame);
  if (until !== null) draw();
}

function draw() {
  const left = Math.max(0, until - performance.now());
  const number = Math.ceil(left / 1000);
  if (seconds.textContent !== String(number)) sayNumber(number);
  write(seconds, number);
  ring.style.strokeDashoffset = String(1 - left / whole);
  if (left > 0) frame = requestAnimationFrame(draw);
}
