/** A board: pieces as they lie on the table, drawn to scale. A tap on a piece sends what it stands for. */

import { badge, byId, fill, list, part, sentences, show, slot, svg, write } from "./dom.js";
import { sendEvent } from "./send.js";

const MARGIN = 0.04; // of the longer side, round all pieces
const LABEL = 0.5; // of the height of a piece
const SMALL = 0.24;
const LETTER = 0.62; // width of a letter, in its size
const FILLED = 0.86; // of the width of a piece, by its text

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
  const points = [...board.pieces.flatMap((piece) => piece.outline), ...board.strokes.flatMap((stroke) => stroke.points)];
  if (!points.length) return;
  const [[left, right], [top, bottom]] = [span(points, 0), span(points, 1)];
  const margin = MARGIN * Math.max(right - left, bottom - top);
  field.setAttribute("viewBox", [left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin].join(" "));
  field.setAttribute("aria-label", board.title);
  field.style.setProperty("--wide", (right - left) / (bottom - top || 1));
  field.replaceChildren(
    ...board.pieces.map(paintPiece),
    ...board.strokes.map((stroke) => paintStroke(stroke, Math.max(right - left, bottom - top))),
  );
  if (focus) field.querySelector(`[data-piece="${focus}"]`)?.focus();
}

function paintPiece(piece, index) {
  const group = svg("g", { class: `piece ${piece.tone} ${piece.standing}`, "data-piece": index });
  group.append(svg("polygon", { points: piece.outline.map((point) => point.join(",")).join(" ") }));
  group.append(...writing(piece));
  if (!piece.action) {
    group.setAttribute("role", "img");
    group.setAttribute("aria-label", piece.name);
    return group;
  }
  const { event, values, label } = piece.action;
  for (const [name, value] of Object.entries({ role: "button", tabindex: "0", "aria-label": `${piece.name}: ${label}` })) {
    group.setAttribute(name, value);
  }
  group.dataset.event = event;
  const act = () => sendEvent(event, values, byId("match").dataset.mark);
  group.addEventListener("click", act);
  group.addEventListener("keydown", (pressed) => ["Enter", " "].includes(pressed.key) && (pressed.preventDefault(), act()));
  return group;
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

function paintStroke({ points, label, standing }, extent) {
  const group = svg("g", { class: `stroke ${standing}`, "aria-hidden": "true" });
  group.append(svg("polyline", { points: points.map((point) => point.join(",")).join(" "), "stroke-width": extent * 0.012 }));
  if (label && points.length) {
    const size = extent * 0.05;
    const [x, y] = points.at(-1);
    const width = size * LETTER * label.length + size;
    group.append(svg("rect", { x: x - width / 2, y: y - size * 0.75, width, height: size * 1.5, rx: size * 0.75 }));
    group.append(text([x, y], label, size, "label"));
  }
  return group;
}
