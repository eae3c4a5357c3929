/** A photograph with what was read in it: outlines, values, rows and points drawn on it, and a tap corrects a die. */

import { badge, fill, list, part, sentences, show, slot, svg, write } from "./dom.js";
import { openCorrection } from "./correct.js";
import { drawDie } from "./dice.js";
import { drawMissedButton, setUpMissed, stopPlacing, takeAddedDie } from "./missed.js";

const MARGIN = 0.55; // edges of a die, round the dice and their points
const DOUBT_MARGIN = 1.3; // more of the table, where something may have been overlooked
const EXCHANGED = 0.72; // of a die's size: what lies there now, over what the photograph shows
const RING = 0.75; // edges: how far from the place that a question is about
const BADGE = 1.12; // edges from the last die of a row to its points
const sizes = new Map(); // url → [width, height], a promise while the picture loads
const drawn = new WeakMap(); // svg → what it shows, so that an unchanged picture is left alone

const middle = (corners) => [0, 1].map((axis) => corners.reduce((sum, point) => sum + point[axis], 0) / corners.length);
const distance = ([ax, ay], [bx, by]) => Math.hypot(bx - ax, by - ay);

/** Return the typical edge of the dice, in pixels of the photograph. */
function edgeOf(dice, width) {
  const edges = dice.map((die) => distance(die.corners[0], die.corners[1])).sort((a, b) => a - b);
  return edges[Math.floor(edges.length / 2)] || width / 12;
}

function sizeOf(url) {
  if (!sizes.has(url)) {
    sizes.set(url, new Promise((resolve, reject) => {
      const image = new Image();
      image.onload = () => resolve([image.naturalWidth, image.naturalHeight]);
      image.onerror = () => {
        sizes.delete(url);
        reject(new Error(url));
      };
      image.src = url;
    }));
  }
  return sizes.get(url);
}

/** Return the card of a picture. */
export function makePicture(shown) {
  const card = part("picture");
  card.open = shown.open;
  card.dataset.zone = shown.zone;
  card.querySelector(".whole").addEventListener("click", () => {
    card.dataset.view = slot(card, "to-whole").hidden ? "dice" : "whole";
    redraw(card);
  });
  setUpMissed(card);
  return card;
}

/** Show `shown` in its card. */
export function drawPicture(card, shown) {
  if (card.dataset.was !== String(shown.open)) card.open = shown.open;
  card.dataset.was = String(shown.open);
  badge(slot(card, "seat"), shown.seat);
  fill(card, { title: shown.title, total: shown.total });
  show(slot(card, "total"), shown.total !== null);
  show(slot(card, "unsure"), !shown.sure);
  show(slot(card, "tap"), shown.tap === "correct" && shown.dice.length > 0);
  card.classList.toggle("doubtful", !shown.sure || shown.faults.length > 0);
  sentences(slot(card, "problems"), shown.problems);
  sentences(slot(card, "faults"), shown.faults);
  sentences(slot(card, "notes"), shown.notes);
  sentences(slot(card, "answered"), shown.answered);
  drawLines(slot(card, "lines"), shown.lines, card);
  drawMissedButton(card, shown);
  drawn.set(card, shown);
  redraw(card);
}

/** List `lines` with their points; looking at one lights it up in `card`. */
export function drawLines(parent, lines, card) {
  list(parent, lines, (_, index) => index, () => part("line"), (node, line, index) => {
    fill(node, { points: line.points, label: line.label });
    node.className = `${line.tone} ${line.points ? "" : "nothing"}`;
    node.onpointerenter = () => light(card, index, true);
    node.onpointerleave = () => light(card, index, false);
  });
  show(parent, lines.length > 0);
}

function light(card, index, on) {
  card.querySelector(`[data-line="${index}"]`)?.classList.toggle("lit", on);
}

async function redraw(card) {
  const shown = drawn.get(card);
  const photo = slot(card, "photo");
  const whole = (card.dataset.view ?? (shown.complete ? "dice" : "whole")) === "whole" || shown.dice.length === 0;
  const key = JSON.stringify([shown.url, shown.dice, shown.lines, shown.places, shown.tap, whole]);
  show(slot(card, "to-whole"), !whole);
  show(slot(card, "to-dice"), whole);
  show(card.querySelector(".whole"), shown.dice.length > 0 && shown.url);
  if (photo.dataset.key === key) return;
  photo.dataset.key = key;
  try {
    const [width, height] = shown.url ? await sizeOf(shown.url) : fieldOf(shown.dice);
    if (photo.dataset.key === key) paint(photo, shown, width, height, whole);
  } catch {
    photo.dataset.key = "";
  }
}

function paint(photo, shown, width, height, whole) {
  const focus = photo.contains(document.activeElement) ? document.activeElement.dataset.die : null;
  const edge = edgeOf(shown.dice, width);
  const box = whole ? [0, 0, width, height] : frameOf(shown, edge, width, height);
  photo.setAttribute("viewBox", box.join(" "));
  photo.setAttribute("aria-label", shown.title);
  photo.replaceChildren(
    ...(shown.url ? [svg("image", { href: shown.url, width, height, x: 0, y: 0 })] : []),
    ...shown.lines.map((line, index) => paintLine(line, index, shown.dice, edge)),
    ...shown.places.map((place) => paintPlace(place, edge)),
    ...shown.dice.map((die) => paintDie(die, shown, edge, [width, height])),
  );
  stopPlacing(photo); // what is asked about may lie elsewhere now
  if (focus) photo.querySelector(`[data-die="${focus}"]`)?.focus();
  const added = takeAddedDie(shown);
  if (added) openCorrection(added, shown, edge, [width, height]);
}

/** Return the size of the empty field on which people tap in dice that no camera saw. */
function fieldOf(dice) {
  const corners = dice.flatMap((die) => die.corners);
  return [0, 1].map((axis) => Math.max(...corners.map((point) => point[axis])) + Math.min(...corners.map((point) => point[axis])));
}

/** Return the part of the photograph that holds the dice and their points. */
function frameOf(shown, edge, width, height) {
  const margin = edge * (shown.sure || !shown.url ? MARGIN : DOUBT_MARGIN);
  const badges = shown.lines.flatMap((line) => (line.dice.length < 2 ? [] : [alongRow(line, shown.dice, edge)(BADGE)]));
  const points = [...shown.dice.flatMap((die) => die.corners), ...badges, ...shown.places];
  const [left, top] = [0, 1].map((axis) => Math.max(0, Math.min(...points.map((p) => p[axis])) - margin));
  const right = Math.min(width, Math.max(...points.map((p) => p[0])) + margin);
  const bottom = Math.min(height, Math.max(...points.map((p) => p[1])) + margin);
  return [left, top, right - left, bottom - top];
}

/** Return a function from a distance (edges, beyond the last die of the row; below zero: before the first) to a point. */
function alongRow(line, dice, edge) {
  const first = middle(dice[line.dice[0]].corners);
  const last = middle(dice[line.dice.at(-1)].corners);
  const length = distance(first, last) || 1;
  const step = [0, 1].map((axis) => ((last[axis] - first[axis]) / length) * edge);
  return (edges) => [0, 1].map((axis) => (edges < 0 ? first : last)[axis] + step[axis] * edges);
}

/** A line through the dice of a row, with its points at the end. */
function paintLine(line, index, dice, edge) {
  const group = svg("g", { class: `line ${line.tone} ${line.points ? "" : "nothing"}`, "data-line": index, "aria-hidden": "true" });
  if (line.dice.length < 2) return group;
  const at = alongRow(line, dice, edge);
  const [begin, end, badgeAt] = [at(-0.62), at(0.72), at(BADGE)];
  if (line.points) group.append(svg("line", { x1: begin[0], y1: begin[1], x2: end[0], y2: end[1], "stroke-width": edge * 0.13 }));
  group.append(svg("circle", { cx: badgeAt[0], cy: badgeAt[1], r: edge * (line.points ? 0.4 : 0.24) }));
  group.append(label(badgeAt, line.points, edge * (line.points ? 0.46 : 0.3)));
  return group;
}

/** A ring round the place that a question is about: its sentence stands below the photograph. */
function paintPlace([x, y], edge) {
  const group = svg("g", { class: "place", "aria-hidden": "true" });
  const chip = [x, y - edge * RING];
  group.append(svg("circle", { cx: x, cy: y, r: edge * RING }));
  group.append(svg("circle", { cx: chip[0], cy: chip[1], r: edge * 0.24, class: "chip" }), label(chip, "?", edge * 0.32));
  return group;
}

function label([x, y], text, size) {
  const node = svg("text", { x, y: y + size * 0.36, "font-size": size, "text-anchor": "middle" });
  write(node, text);
  return node;
}

/** A die as people told it, drawn where it lies; `part` of the size of the one in the photograph. */
function drawnOver(die, { value, colour, label: name }, part) {
  const [left, top] = [0, 1].map((axis) => Math.min(...die.corners.map((point) => point[axis])));
  const [right, bottom] = [0, 1].map((axis) => Math.max(...die.corners.map((point) => point[axis])));
  const drawn = drawDie({ value, colour, label: part < 1 ? name : null });
  const [width, height] = [(right - left) * part, (bottom - top) * part];
  const place = { x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height };
  for (const [attribute, length] of Object.entries(place)) drawn.setAttribute(attribute, length);
  return drawn;
}

/** The outline of a die with the value that was read, or a question mark. */
function paintDie(die, shown, edge, photoSize) {
  const tappable = shown.tap === "correct";
  const group = svg("g", { class: `seen ${die.sure ? "sure" : "doubt"} ${die.colour}`, "data-die": die.index });
  if (!shown.url && die.value !== null) group.append(drawnOver(die, die, 1));
  group.append(svg("polygon", { points: die.corners.map((point) => point.join(",")).join(" ") }));
  const corner = [...die.corners].sort((a, b) => a[0] + a[1] - b[0] - b[1])[0];
  const inside = middle(die.corners);
  const chip = [0, 1].map((axis) => corner[axis] + (inside[axis] - corner[axis]) * 0.08);
  const size = die.sure ? 0.17 : 0.24;
  group.append(svg("circle", { cx: chip[0], cy: chip[1], r: edge * size, class: "chip" }));
  group.append(label(chip, die.value === null ? "?" : `${die.value}${die.sure ? "" : "?"}`, edge * size * 1.35));
  if (die.now) group.append(drawnOver(die, die.now, EXCHANGED));
  if (!tappable) return group;
  for (const [name, value] of Object.entries({ role: "button", tabindex: "0", "aria-label": die.label })) group.setAttribute(name, value);
  const open = () => openCorrection(die, shown, edge, photoSize);
  group.addEventListener("click", open);
  group.addEventListener("keydown", (event) => ["Enter", " "].includes(event.key) && (event.preventDefault(), open()));
  return group;
}
