/** Where the table lies without a mat: its four corners, tapped in the live picture and dragged until they fit. */

import { byId, list, meta, sentences, show, slot, svg, words, write } from "./dom.js";

const PICTURE_MS = 600; // between two pictures, after the last one has come: a slow phone gets fewer
const CORNERS = 4;
const STEP = 0.004; // of the picture: what an arrow key moves
const RING = 10; // pixels of the screen
const TOUCH = 24;
const CLOSE_UP = 0.06;
const PLACES = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]; // of corners that are added by keyboard
const card = byId("table-card");
const dialog = byId("corners");
const photo = slot(dialog, "photo");
const picture = svg("image", { x: 0, y: 0 });
const outline = svg("polygon", { class: "outline" });
const handles = svg("g");
let size = [16, 9];
let points = []; // shares of the picture's width and height
let history = []; // what `points` were, for undo
let held = null; // the corner under a finger
let checks = 0;
let asked = null; // for which news the card was filled

export function setUpCorners() {
  photo.append(picture, outline, handles);
  byId("open-corners").addEventListener("click", open);
  slot(dialog, "undo").addEventListener("click", undo);
  slot(dialog, "whole").addEventListener("click", () => save([]));
  slot(dialog, "save").addEventListener("click", () => save(points));
  photo.addEventListener("pointerdown", grasp);
  photo.addEventListener("pointermove", drag);
  for (const end of ["pointerup", "pointercancel"]) photo.addEventListener(end, letGo);
  photo.addEventListener("keydown", byKeyboard);
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}

/** The state of the table has news: ask how it is looked at when that may have changed. */
export async function tellCorners(state) {
  const key = JSON.stringify([state.live, Boolean(state.match), state.notices.filter((notice) => notice.key === "mat")]);
  if (key === asked) return;
  asked = key;
  if (!state.live || state.simulated) show(card, false);
  else draw(await ask());
}

function draw(now) {
  show(card, now?.possible);
  if (!now?.possible) return;
  sentences(slot(card, "says"), now.says);
  show(byId("open-corners"), !now.mat);
}

async function open() {
  const now = await ask();
  if (!now?.possible) return;
  history = [];
  points = now.corners;
  dialog.showModal();
  look();
  changed();
}

/** Show one picture after the other, each after the one before has come. */
function look() {
  const image = new Image();
  const again = () => dialog.open && setTimeout(look, PICTURE_MS);
  image.onerror = again;
  image.onload = () => {
    if (!dialog.open) return;
    size = [image.naturalWidth, image.naturalHeight];
    photo.setAttribute("viewBox", [0, 0, ...size].join(" "));
    for (const [name, value] of Object.entries({ href: image.src, width: size[0], height: size[1] })) picture.setAttribute(name, value);
    if (dialog.dataset.size !== size.join()) drawPoints();
    dialog.dataset.size = size.join();
    again();
  };
  image.src = `/corners.jpg?${Date.now()}`;
}

/** Return where a pointer is, in shares of the picture. */
function place(event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(photo.getScreenCTM().inverse());
  return [at.x / size[0], at.y / size[1]].map((share) => Math.min(1, Math.max(0, share)));
}

/** Take the corner that is touched, or put a new one there. */
function grasp(event) {
  if (event.button !== 0 || held !== null) return;
  const index = Number(event.target.closest(".corner")?.dataset.index ?? points.length);
  if (index >= CORNERS) return;
  history.push(points);
  points = [...points.slice(0, index), place(event), ...points.slice(index + 1)];
  held = index;
  photo.setPointerCapture(event.pointerId);
  drawPoints();
}

function drag(event) {
  if (held === null) return;
  points = points.map((point, index) => (index === held ? place(event) : point));
  drawPoints();
}

function letGo() {
  if (held === null) return;
  held = null;
  changed();
}

const MOVES = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };

function byKeyboard(event) {
  const corner = event.target.closest(".corner");
  const move = MOVES[event.key];
  if (corner && move) {
    const index = Number(corner.dataset.index);
    change(points.map((point, at) => (at === index ? point.map((share, axis) => Math.min(1, Math.max(0, share + move[axis]))) : point)));
  } else if (!corner && event.key === "Enter" && points.length < CORNERS) change([...points, PLACES[points.length]]);
  else return;
  event.preventDefault();
}

function change(next) {
  history.push(points);
  points = next;
  changed();
}

function undo() {
  points = history.pop() ?? [];
  changed();
}

/** Draw the corners, and ask whether they can be those of a table once there are four. */
async function changed() {
  drawPoints();
  const check = ++checks;
  if (points.length < CORNERS) {
    judge([], false);
    return;
  }
  const answer = await ask("/check", points);
  if (check === checks && answer) judge(answer.faults ?? [answer.error], answer.faults?.length === 0);
}

function judge(faults, fits) {
  sentences(slot(dialog, "faults"), faults);
  outline.classList.toggle("wrong", faults.length > 0);
  slot(dialog, "save").disabled = !fits;
}

function drawPoints() {
  write(slot(dialog, "count"), points.length);
  slot(dialog, "undo").disabled = history.length === 0;
  const scaled = points.map(([x, y]) => [x * size[0], y * size[1]]);
  const middle = [0, 1].map((axis) => scaled.reduce((sum, point) => sum + point[axis], 0) / (scaled.length || 1));
  const round = [...scaled].sort((a, b) => Math.atan2(a[1] - middle[1], a[0] - middle[0]) - Math.atan2(b[1] - middle[1], b[0] - middle[0]));
  outline.setAttribute("points", scaled.length > 2 ? round.map((point) => point.join(",")).join(" ") : "");
  list(handles, scaled, (_, index) => index, makeHandle, drawHandle);
  drawCloseUp(scaled[held]);
}

function makeHandle(_, index) {
  const name = words("corner").replace("{number}", index + 1);
  const handle = svg("g", { class: "corner", "data-index": index, tabindex: 0, role: "button", "aria-label": name });
  handle.append(...["touch", "ring", "dot"].map((kind) => svg("circle", { class: kind })));
  return handle;
}

function drawHandle(handle, [x, y]) {
  const pixel = size[0] / (picture.getBoundingClientRect().width || size[0]);
  const radii = [TOUCH, RING, RING / 5];
  [...handle.children].forEach((circle, at) => {
    for (const [name, value] of Object.entries({ cx: x, cy: y, r: radii[at] * pixel, "stroke-width": 2.5 * pixel })) circle.setAttribute(name, value);
  });
}

/** Show what lies under the finger, which hides it. */
function drawCloseUp(point) {
  const near = slot(dialog, "closeup");
  near.classList.toggle("open", Boolean(point));
  if (!point) return;
  const half = size[0] * CLOSE_UP;
  const [x, y] = point;
  near.setAttribute("viewBox", [x - half, y - half, half * 2, half * 2].join(" "));
  near.replaceChildren(
    picture.cloneNode(),
    svg("path", { class: "cross", fill: "none", d: `M${x - half} ${y}h${half * 2}M${x} ${y - half}v${half * 2}` }),
  );
}

async function save(chosen) {
  const answer = await ask("", chosen);
  if (!answer) return;
  if (answer.error) {
    judge([answer.error], false);
    return;
  }
  draw(answer);
  dialog.close();
}

/** Ask where the table lies or, with corners, have them checked or taken; what goes wrong is said in the dialog. */
async function ask(path = "", corners = null) {
  const headers = { "Content-Type": "application/json", "X-Companion-Token": meta("token") };
  const sent = corners && { method: "POST", headers, body: JSON.stringify({ corners }), credentials: "same-origin" };
  try {
    const answer = await fetch(`/api/corners${path}?lang=${document.documentElement.lang}`, sent ?? { cache: "no-store" });
    return await answer.json();
  } catch {
    judge([words("offline")], false);
    return null;
  }
}
