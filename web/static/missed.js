/** The button "A die was missed": the next tap on the photograph, or a cross moved with the arrow keys, says where. */

import { byId, show, slot, svg, words, write } from "./dom.js";
import { sendEvent } from "./send.js";

const STEPS = 24; // the arrow keys move the cross by this part of what is shown of the photograph
const FINE = 5; // times less with Shift
const ARM = 0.05; // half the width of the cross, in the width of what is shown
const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let placing = null; // {card, photo, shown, point, cross} from the press of the button to the tap
let awaited = null; // {zone, count}: the die that was just added, until the page has drawn it

/** Prepare the button and the photograph of `card`. */
export function setUpMissed(card) {
  const photo = slot(card, "photo");
  slot(card, "missed").addEventListener("click", () => (placing?.card === card ? stop(true) : start(card, photo)));
  // In the capture phase, so that a tap on a die that is drawn already does not open its own dialog.
  photo.addEventListener("click", (event) => placing?.card === card && (event.stopPropagation(), add(pointOf(photo, event))), true);
  photo.addEventListener("pointermove", (event) => placing?.card === card && moveTo(pointOf(photo, event)));
}

/** Offer the button where the picture may be changed; without a photograph there is nothing to tap on. */
export function drawMissedButton(card, shown) {
  card.shown = shown;
  show(slot(card, "missed"), shown.edit && shown.url);
  show(slot(card, "missed-tile"), shown.kind === "tiles");
  show(slot(card, "missed-die"), shown.kind !== "tiles");
}

/** Stop waiting for a tap on `photo`. */
export function stopPlacing(photo) {
  if (placing?.photo === photo) stop(false);
}

/** Return the die that was added a moment ago, once, as soon as `shown` has it. */
export function takeAddedDie(shown) {
  if (awaited?.zone !== shown.zone || shown.dice.length <= awaited.count) return null;
  awaited = null;
  return shown.tap === "correct" ? shown.dice.at(-1) : null;
}

function start(card, photo) {
  if (placing) stop(false);
  const { x, y, width, height } = photo.viewBox.baseVal;
  const cross = svg("path", { class: "cross", "aria-hidden": "true" });
  placing = { card, photo, shown: card.shown, cross, seen: byId("match").dataset.mark };
  photo.append(cross);
  moveTo([x + width / 2, y + height / 2]);
  photo.classList.add("placing");
  photo.setAttribute("role", "application"); // a screen reader then leaves the arrow keys to us
  photo.setAttribute("tabindex", "-1");
  slot(card, "missed").setAttribute("aria-pressed", "true");
  write(slot(card, "placing"), words("placing"));
  photo.focus();
}

function stop(focus) {
  const { card, photo, cross } = placing;
  placing = null;
  cross.remove();
  photo.classList.remove("placing");
  photo.setAttribute("role", "group");
  photo.removeAttribute("tabindex");
  slot(card, "missed").setAttribute("aria-pressed", "false");
  write(slot(card, "placing"), "");
  if (focus) slot(card, "missed").focus();
}

function pointOf(photo, { clientX, clientY }) {
  const point = new DOMPoint(clientX, clientY).matrixTransform(photo.getScreenCTM().inverse());
  return [point.x, point.y];
}

function moveTo([x, y]) {
  const { photo, cross } = placing;
  const box = photo.viewBox.baseVal;
  const point = [Math.min(Math.max(x, box.x), box.x + box.width), Math.min(Math.max(y, box.y), box.y + box.height)];
  const arm = box.width * ARM;
  placing.point = point;
  cross.setAttribute("d", `M${point[0] - arm} ${point[1]}h${arm * 2}M${point[0]} ${point[1] - arm}v${arm * 2}`);
}

async function add(point) {
  moveTo(point);
  const { shown, seen } = placing;
  const [x, y] = placing.point.map(Math.round);
  stop(true);
  awaited = { zone: shown.zone, count: shown.dice.length }; // before it is sent: the new state may come before the answer
  if (!(await sendEvent("PartAdded", { zone: shown.zone, x, y }, seen))) awaited = null;
}

function steer(event) {
  if (!placing) return;
  const box = placing.photo.viewBox.baseVal;
  const [right, down] = MOVES[event.key] ?? [0, 0];
  if (event.key === "Escape") stop(true);
  else if (document.activeElement !== placing.photo) return;
  else if (event.key === "Enter" || event.key === " ") add(placing.point);
  else if (right || down) {
    const step = box.width / STEPS / (event.shiftKey ? FINE : 1);
    moveTo([placing.point[0] + right * step, placing.point[1] + down * step]);
  } else return;
  event.preventDefault();
}

document.addEventListener("keydown", steer);
