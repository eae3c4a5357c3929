/** A match on the page: everything that one snapshot says, drawn into its place. */

import { drawBoards } from "./board.js";
import { badge, byId, fill, list, part, show, slot, write } from "./dom.js";
import { forgetStale } from "./correct.js";
import { countDown } from "./countdown.js";
import { drawDie } from "./dice.js";
import { drawLines, drawPicture, makePicture } from "./picture.js";
import { isPress, perform, post, upload } from "./send.js";
import { drawViewer } from "./viewer.js";

const LIVE_MS = 500; // while something is to be read: people put dice under the camera
const CALM_MS = 2000;
const CALLING = ["armed", "hurry", "first", "called"];
const number = (_, index) => index;

export function setUpMatch() {
  byId("undo").addEventListener("click", () => post("undo"));
  byId("redo").addEventListener("click", () => post("redo"));
  byId("leave").addEventListener("click", leave);
  byId("new-match").addEventListener("click", () => post("leave"));
  setUpLive();
}

/** Draw `match`; `state` is the snapshot that it is part of. */
export function drawMatch(match, state) {
  byId("match").dataset.mark = match.mark;
  forgetStale(match);
  write(byId("headline"), match.headline);
  write(byId("hint"), match.hint);
  countDown(match.remaining_ms);
  list(byId("facts"), match.facts, number, () => part("fact"), fill);
  drawResult(match.result);
  list(byId("calls-pad"), match.seats, (seat) => seat.seat, makeCall, drawCall);
  drawActions(match.actions);
  byId("undo").disabled = !match.can_undo;
  byId("redo").disabled = !match.can_redo;
  drawReadRequests(match, state.reading);
  list(byId("pictures"), match.pictures, (shown) => `${shown.zone} ${shown.url}`, makePicture, drawPicture);
  list(byId("grids"), match.grids, number, () => part("grid"), drawGrid);
  drawBoards(match.boards);
  drawViewer(match);
  drawOrder(match.calls);
  drawSheet(match.sheet);
  list(byId("rules"), match.rules, number, () => part("rule"), drawRule);
  show(byId("rules-card"), match.rules.length > 0);
  show(byId("live-card"), state.live);
  arrange(match);
}

/** Put what matters now at the top: the call buttons while calls count, else what is read and agreed on. */
function arrange(match) {
  const stage = byId("match").querySelector(".stage");
  const lively = !match.result && match.seats.some((seat) => CALLING.includes(seat.lamp));
  const unread = match.read_requests.some((request) => !isSeen(request, match.pictures));
  byId("match").classList.toggle("over", Boolean(match.result) || !(lively || match.read_requests.length || match.boards.length));
  show(byId("calls-pad"), !match.result);
  const seeing = unread ? ["looks-card", "pictures", "actions-card"] : ["pictures", "actions-card", "looks-card"];
  const order = lively ? ["calls-pad", "actions-card", "looks-card", "pictures", "boards", "grids"] : [...seeing, "boards", "grids", "calls-pad"];
  if (stage.dataset.order === order.join()) return;
  stage.dataset.order = order.join();
  stage.append(...order.map(byId));
}

function drawResult(result) {
  show(byId("result"), result);
  show(byId("new-match"), result);
  show(byId("leave"), !result);
  if (result) fill(byId("result"), { text: result.text });
}

/** A call button counts when it is touched, not when the finger leaves it. */
function makeCall({ seat }) {
  const button = part("call");
  button.dataset.seat = seat;
  button.addEventListener("pointerdown", (event) => event.button === 0 && post("press", { seat }));
  button.addEventListener("click", (event) => event.detail === 0 && post("press", { seat })); // by keyboard
  return button;
}

function drawCall(button, seat) {
  fill(button, { seat: seat.seat, name: seat.name, state: seat.state });
  button.dataset.lamp = seat.lamp;
  button.classList.toggle("turn", seat.turn);
}

/** Actions that name a place in the square lie as the square lies. */
function drawActions(actions) {
  const placed = actions.filter((action) => Array.isArray(action.values.cell));
  const others = actions.filter((action) => !placed.includes(action));
  others.sort((a, b) => Number(b.primary) - Number(a.primary));
  show(byId("actions-card"), actions.length > 0);
  list(byId("actions"), others, actionKey, makeAction, drawAction);
  list(byId("cells"), placed, actionKey, makeAction, (button, action) => {
    drawAction(button, { ...action, seat: null });
    const [row, column] = action.values.cell;
    button.style.gridArea = `${row + 1} / ${column + 1}`;
  });
}

const actionKey = (action) => JSON.stringify([action.event, action.seat, action.values]);

function makeAction() {
  const button = part("action");
  const act = () => perform(button.action, byId("match").dataset.mark);
  button.addEventListener("pointerdown", (event) => isPress(button.action) && event.button === 0 && act());
  button.addEventListener("click", async (event) => {
    if (isPress(button.action)) {
      if (event.detail === 0) act(); // by keyboard
      return;
    }
    button.disabled = true;
    await act();
    button.disabled = false;
  });
  return button;
}

function drawAction(button, action) {
  button.action = action;
  badge(slot(button, "seat"), action.seat);
  fill(button, { label: action.label });
  button.classList.toggle("primary", action.primary);
}

const isSeen = (request, pictures) => pictures.some((shown) => shown.open && shown.zone === request.zone);

function drawReadRequests({ read_requests: requests, pictures }, reading) {
  show(byId("looks-card"), requests.length > 0);
  list(byId("looks"), requests, (request) => request.zone, makeReadRequest, (node, request) => {
    badge(slot(node, "seat"), request.seat);
    fill(node, { title: request.title });
    node.classList.toggle("seen", isSeen(request, pictures));
    const busy = reading === request.zone;
    show(slot(node, "busy"), busy);
    show(slot(node, "ready"), !busy);
    node.querySelector(".read").disabled = busy;
  });
}

function makeReadRequest(request) {
  const node = part("look");
  node.dataset.zone = request.zone;
  node.querySelector(".read").addEventListener("click", () => post("read", { zone: request.zone }));
  const input = node.querySelector("input");
  input.addEventListener("change", async () => {
    if (input.files.length) await upload(request.zone, input.files[0]);
    input.value = "";
  });
  return node;
}

function drawGrid(card, grid) {
  badge(slot(card, "seat"), grid.seat);
  fill(card, { title: grid.title, total: grid.total });
  show(slot(card, "total"), grid.total !== null);
  const dice = slot(card, "dice");
  const key = JSON.stringify(grid.rows);
  if (dice.dataset.key !== key) {
    dice.dataset.key = key;
    dice.style.setProperty("--columns", Math.max(1, ...grid.rows.map((row) => row.length)));
    dice.replaceChildren(...grid.rows.flat().map(drawDie));
  }
  drawLines(slot(card, "lines"), grid.lines, card);
}

function drawOrder(calls) {
  show(byId("order-card"), calls.order.length > 0);
  show(byId("order-note"), calls.note);
  write(byId("order-note"), calls.note);
  list(byId("order"), calls.order, number, () => part("placed"), (node, call) => {
    badge(slot(node, "seat"), call.seat);
    fill(node, { name: call.name, margin: call.margin, remarks: [...call.remarks, call.way].join(" · ") });
    node.classList.toggle("late", call.late);
  });
}

function drawSheet(sheet) {
  show(byId("sheet-card"), sheet);
  if (!sheet) return;
  const head = byId("sheet-head");
  list(head, [null, ...sheet.rounds, null], number, (_, at) => headOf(at, sheet), (cell, round, at) => {
    if (round === null) return;
    write(cell, sheet.named ? round : at);
    cell.classList.toggle("named", sheet.named);
    cell.title = round;
    cell.setAttribute("aria-label", round);
  });
  list(byId("sheet"), sheet.rows, (row) => row.seat, () => part("sheet-row"), drawSheetRow);
}

function headOf(at, sheet) {
  if (at === 0) return part("sheet-name");
  if (at > sheet.rounds.length) return part("sheet-total");
  const cell = document.createElement("th");
  cell.scope = "col";
  return cell;
}

function drawSheetRow(node, row) {
  badge(slot(node, "seat"), row.seat);
  fill(node, { name: row.name });
  slot(node, "name").title = row.name;
  node.classList.toggle("leads", row.leads);
  while (node.children.length > 1) node.lastElementChild.remove();
  for (const points of [...row.points, row.total]) write(node.appendChild(document.createElement("td")), points ?? "·");
  node.lastElementChild.className = "sum";
}

function drawRule(node, rule) {
  fill(node, { title: rule.title, chosen: rule.chosen });
  node.classList.toggle("changed", rule.changed);
}

/** Ask before a match is left. */
function leave() {
  const dialog = byId("leaving");
  dialog.returnValue = "";
  dialog.onclose = () => dialog.returnValue === "leave" && post("leave");
  dialog.showModal();
}

/** Fetch the live picture again and again, but only while somebody sees it. */
function setUpLive() {
  const image = byId("live");
  const next = () => {
    const seen = !document.hidden && byId("live-card").open && image.offsetParent;
    if (seen) image.src = `/live.jpg?n=${Date.now()}`;
    else setTimeout(next, LIVE_MS);
  };
  image.addEventListener("load", () => {
    image.classList.add("seen");
    setTimeout(next, byId("looks-card").hidden ? CALM_MS : LIVE_MS);
  });
  image.addEventListener("error", () => setTimeout(next, CALM_MS));
  next();
}

