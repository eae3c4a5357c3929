/** The dialog that corrects a die: the likely values first, then all others, and the colour. */

import { byId, fill, show, slot, svg, write } from "./dom.js";
import { drawDie } from "./dice.js";
import { post } from "./send.js";

const VALUES = [1, 2, 3, 4, 5, 6];
const CLOSE_UP = 1.1; // edges round the middle of the die
const dialog = byId("correct");
let target = null;

/** Ask what `die` of the picture `shown` shows. */
export function openCorrection(die, shown, edge, [width, height]) {
  target = { die, zone: shown.zone };
  fill(dialog, { now: die.label });
  drawCloseUp(die, shown.url, edge, width, height);
  for (const input of dialog.querySelectorAll("[name=colour]")) input.checked = input.value === die.colour;
  drawFaces();
  dialog.showModal();
}

function drawCloseUp(die, url, edge, width, height) {
  const [x, y] = [0, 1].map((axis) => die.corners.reduce((sum, point) => sum + point[axis], 0) / 4);
  const half = edge * CLOSE_UP;
  const picture = slot(dialog, "closeup");
  picture.setAttribute("viewBox", [x - half, y - half, half * 2, half * 2].join(" "));
  picture.replaceChildren(svg("image", { href: url, width, height }));
}

const colour = () => dialog.querySelector("[name=colour]:checked")?.value ?? target.die.colour;

function drawFaces() {
  const { die } = target;
  const likely = [die.value, ...die.alternatives].filter((value, at, all) => value !== null && all.indexOf(value) === at);
  show(slot(dialog, "likely-part"), likely.length > 0);
  slot(dialog, "likely").replaceChildren(...likely.map(face));
  slot(dialog, "all").replaceChildren(...VALUES.map(face));
}

function face(value) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "face";
  button.dataset.value = value;
  button.append(drawDie({ value, colour: colour() }));
  const name = document.createElement("span");
  write(name, value);
  button.append(name);
  button.addEventListener("click", () => choose(value));
  return button;
}

function choose(value) {
  const { die, zone } = target;
  dialog.close();
  post("send", { event: "Corrected", values: { zone, die: die.index, value, colour: colour() } });
}

dialog.addEventListener("change", drawFaces);
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
