/** The dialog that corrects a die: the likely values first, then all others, the colour, and whether it is a die at all. */

import { byId, fill, show, slot, svg, write } from "./dom.js";
import { drawDie } from "./dice.js";
import { sendEvent } from "./send.js";

const VALUES = [1, 2, 3, 4, 5, 6];
const CLOSE_UP = 1.1; // edges round the middle of the die
const dialog = byId("correct");
const NOT_READ = "other"; // the colour of a die that nobody has seen
let target = null;
let latest = "red";

/** Ask what `die` of the picture `shown` shows. */
export function openCorrection(die, shown, edge, [width, height]) {
  target = { die, zone: shown.zone, seen: byId("match").dataset.mark };
  const placeless = shown.kind === "cubo" && shown.dice.some((each) => each.cell === null);
  show(slot(dialog, "places"), placeless);
  for (const input of dialog.querySelectorAll("[name=cell]")) input.checked = input.value === String(die.cell);
  fill(dialog, { now: die.label });
  drawCloseUp(die, shown.url, edge, width, height);
  const likely = die.value === null && die.colour === NOT_READ ? latest : die.colour;
  for (const input of dialog.querySelectorAll("[name=colour]")) input.checked = input.value === likely;
  show(slot(dialog, "remove"), shown.edit);
  drawFaces();
  dialog.showModal();
}

/** Close the dialog when the table has changed meanwhile: the die may be another one now. */
export function forgetStale(match) {
  if (dialog.open && match.mark !== target.seen) dialog.close();
}

function drawCloseUp(die, url, edge, width, height) {
  const [x, y] = [0, 1].map((axis) => die.corners.reduce((sum, point) => sum + point[axis], 0) / 4);
  const half = edge * CLOSE_UP;
  const picture = slot(dialog, "closeup");
  picture.setAttribute("viewBox", [x - half, y - half, half * 2, half * 2].join(" "));
  show(picture, url);
  picture.replaceChildren(...(url ? [svg("image", { href: url, width, height })] : []));
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
  const { die, zone, seen } = target;
  const cell = dialog.querySelector("[name=cell]:checked")?.value.split(",").map(Number) ?? die.cell;
  latest = colour();
  dialog.close();
  sendEvent("Corrected", { zone, part: die.index, value, colour: latest, cell }, seen);
}

/** Say that what was read as a die is none. */
function remove() {
  const { die, zone, seen } = target;
  dialog.close();
  sendEvent("PartRemoved", { zone, part: die.index }, seen);
}

slot(dialog, "remove").addEventListener("click", remove);
dialog.addEventListener("change", drawFaces);
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
