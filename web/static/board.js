/** A board: pieces as they lie on the table, drawn to scale. A tap on a piece sends what it stands for. */

import { badge, byId, fill, list, part, sentences, show, slot, svg, write } from "./dom.js";
import { isPress, perform } from "./send.js";

const MARGIN = 0.04; // of the longer side, round all pieces
const LABEL = 0.5; // of the height of a piece
const SMALL = 0.24;
const LETTER = 0.62; // width of a letter, in its size
const FILLED = 0.86; // of the width of a piece, by its text
const BEYOND = 0.1; // of the longer side, from the end of a stroke to what it says

const drawn = new WeakMap(); // svg → what it shows, so that an unchanged board is left alone

const span = (points, axis) => {
  const values = points.map((point) => point[axis]);
  return [Math.min(...values), Math.max(...values)];
};

/** Draw all `boards` into their place. */
export function drawBoards(boards) {
  list(byId("boards"), boards, (board, index) => `${board.title} ${board.seat} ${index}`, makeBoard, drawBoard);
}

function makeBoard(board) {
  const card = part("board");
  card.open = board.open;
  return card;
}

function drawBoard(card, board) {
  if (card.dataset.was !== String(board.open)) card.open = board.open;
  card.dataset.was = String(board.open);
  badge(slot(card, "seat"), board.seat);
  fill(card, { title: board.title });
  sentences(slot(card, "notes"), board.notes);
  const field = slot(card, "field");
  show(field, board.pieces.length > 0);
  const key = JSON.stringify(board);
  if (drawn.get(field) === key) return;
  drawn.set(field, key);
  paint(field, board);
}

function paint(field, board) {
  const focus = field.contains(document.activeElement) ? document.activeElement.dataset.piece : null;
  const corners = [...board.pieces.flatMap((piece) => piece.outline), ...board.strokes.flatMap((stroke) => stroke.points)];
  if (!corners.length) return;
  const extent = Math.max(...[0, 1].map((axis) => span(corners, axis)[1] - span(corners, axis)[0]));
  const labels = board.strokes.filter((stroke) => stroke.label).map((stroke) => labelOf(stroke, extent));
  const points = [...corners, ...labels.flatMap(({ box: [x, y, width, height] }) => [[x, y], [x + width, y + height]])];
  const [[left, right], [top, bottom]] = [span(points, 0), span(points, 1)];
  const margin = MARGIN * extent;
  field.setAttribute("viewBox", [left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin].join(" "));
  field.setAttribute("aria-label", board.title);
  field.style.setProperty("--wide", (right - left) / (bottom - top || 1));
  field.replaceChildren(
    ...board.pieces.map(paintPiece),
    ...board.pieces.filter(({ standing }) => standing !== "usual").map(paintOutline),
    ...board.strokes.map((stroke) => paintStroke(stroke, extent)),
    ...labels.map(paintLabel),
  );
  if (focus) field.querySelector(`[data-piece="${focus}"]`)?.focus();
}

const FINER = 100; // units of a picture in one unit of a board

const polygon = ({ outline }, name = "") => svg("polygon", { class: name, points: outline.map((point) => point.join(",")).join(" ") });

/** The outline of a piece that stands out, above all pieces, so that no neighbour covers it. */
function paintOutline(piece) {
  return svg("g", { class: `outline ${piece.standing}`, "aria-hidden": "true" }, polygon(piece));
}

function paintPiece(piece, index) {
  const group = svg("g", { class: `piece ${piece.tone} ${piece.standing}`, "data-piece": index }, polygon(piece));
  // What stands on a card covers a back and lies below a face, where it shows only as long as the picture is missing.
  group.append(...(piece.tone === "back" ? [...pictures(piece), ...writing(piece)] : [...writing(piece), ...pictures(piece)]));
  if (piece.art.length) group.append(polygon(piece, "edge")); // above the picture, so that the focus can be seen
  if (!piece.action) {
    group.setAttribute("role", "img");
    group.setAttribute("aria-label", piece.name);
    return group;
  }
  const { action } = piece;
  for (const [name, value] of Object.entries({ role: "button", tabindex: "0", "aria-label": `${piece.name}: ${action.label}` })) {
    group.setAttribute(name, value);
  }
  group.dataset.event = action.event;
  const act = () => perform(action, byId("match").dataset.mark);
  group.addEventListener(isPress(action) ? "pointerdown" : "click", act);
  group.addEventListener("keydown", (pressed) => ["Enter", " "].includes(pressed.key) && (pressed.preventDefault(), act()));
  return group;
}

/**
 * The cards that are drawn in the outline of a piece, from left to right; of a low strip the upper edge of its card.
 * A board is a few units wide, and browsers draw a picture at whole units: so each has a frame with finer ones. How a picture
 * fills a lower frame, from its upper edge on, is said by the picture itself (companion/drawing/svg.py).
 */
function pictures({ outline, art }) {
  const [[left, right], [top, bottom]] = [span(outline, 0), span(outline, 1)];
  const [width, height] = [(right - left) / art.length, bottom - top];
  const fine = { width: width * FINER, height: height * FINER };
  return art.map((href, at) =>
    svg(
      "svg",
      { x: left + at * width, y: top, width, height, viewBox: `0 0 ${fine.width} ${fine.height}`, class: "art" },
      svg("image", { href, ...fine }),
    ),
  );
}

/** The label of a piece and the small line below it, as large as the piece allows. */
function writing({ outline, label, small }) {
  const [[left, right], [top, bottom]] = [span(outline, 0), span(outline, 1)];
  const [width, height] = [right - left, bottom - top];
  const middle = [0, 1].map((axis) => outline.reduce((sum, point) => sum + point[axis], 0) / outline.length);
  const fit = (text, part) => Math.min(part * Math.min(height, width), (FILLED * width) / (LETTER * Math.max(1, text.length)));
  const lines = [];
  if (label) lines.push(text([middle[0], middle[1] - (small ? 0.12 * height : 0)], label, fit(label, small ? LABEL * 0.8 : LABEL), "label"));
  if (small) lines.push(text([middle[0], middle[1] + (label ? 0.3 * height : 0)], small, fit(small, SMALL), "small"));
  return lines;
}

function text([x, y], words, size, name) {
  const node = svg("text", { x, y: y + size * 0.36, "font-size": size, "text-anchor": "middle", class: name });
  write(node, words);
  return node;
}

function paintStroke({ points, standing }, extent) {
  const group = svg("g", { class: `stroke ${standing}`, "aria-hidden": "true" });
  group.append(svg("polyline", { points: points.map((point) => point.join(",")).join(" "), "stroke-width": extent * 0.014 }));
  return group;
}

/** What a stroke says stands beyond its end, so that it covers none of the pieces that it goes through. */
function labelOf({ points, label, standing }, extent) {
  const size = extent * 0.055;
  const [width, height] = [size * (LETTER * label.length + 1), size * 1.5];
  const end = points.at(-1);
  const before = points.at(-2) ?? [end[0], end[1] - 1];
  const length = Math.hypot(end[0] - before[0], end[1] - before[1]) || 1;
  const way = [0, 1].map((axis) => (end[axis] - before[axis]) / length);
  const reach = extent * BEYOND + Math.min(width / 2 / (Math.abs(way[0]) || 1e-6), height / 2 / (Math.abs(way[1]) || 1e-6));
  const middle = [0, 1].map((axis) => end[axis] + way[axis] * reach);
  return { label, standing, size, middle, box: [middle[0] - width / 2, middle[1] - height / 2, width, height] };
}

function paintLabel({ label, standing, size, middle, box: [x, y, width, height] }) {
  const group = svg("g", { class: `stroke ${standing}`, "aria-hidden": "true" });
  group.append(svg("rect", { x, y, width, height, rx: height / 2 }), text(middle, label, size, "label"));
  return group;
}
