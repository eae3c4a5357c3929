/** Drawn dice: for grids, and for choosing a value. */

import { svg } from "./dom.js";

const NEAR = 28;
const MIDDLE = 50;
const FAR = 72;
const PIPS = {
  1: [[MIDDLE, MIDDLE]],
  2: [[NEAR, NEAR], [FAR, FAR]],
  3: [[NEAR, NEAR], [MIDDLE, MIDDLE], [FAR, FAR]],
  4: [[NEAR, NEAR], [FAR, NEAR], [NEAR, FAR], [FAR, FAR]],
  5: [[NEAR, NEAR], [FAR, NEAR], [MIDDLE, MIDDLE], [NEAR, FAR], [FAR, FAR]],
  6: [[NEAR, NEAR], [FAR, NEAR], [NEAR, MIDDLE], [FAR, MIDDLE], [NEAR, FAR], [FAR, FAR]],
};

/** Return a picture of a die that shows `value`, on a body of `colour`. */
export function drawDie({ value, colour, label }) {
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const die = svg("svg", { viewBox: "0 0 100 100", class: `die ${colour}`, ...named });
  die.append(svg("rect", { x: 4, y: 4, width: 92, height: 92, rx: 20 }));
  for (const [x, y] of PIPS[value] ?? []) die.append(svg("circle", { cx: x, cy: y, r: 9.5 }));
  if (!PIPS[value]) {
    const unknown = svg("text", { x: 50, y: 70, "text-anchor": "middle", "font-size": 58 });
    unknown.textContent = "?";
    die.append(unknown);
  }
  return die;
}
