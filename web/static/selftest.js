/** The self-test page: asks what the buttons have shown, and tries lamps, sounds and virtual buttons. */

import { badge, byId, fill, list, part, show, slot, write } from "./dom.js";
import { post } from "./send.js";

const LOOK_MS = 300;
const WIDTH = 100;
const LEAST_MS = 10; // a drawing is at least so wide, so that one bounce does not fill it
const HIGH = 4;
const LOW = 16;

async function look() {
  if (!document.hidden) await ask();
  setTimeout(look, LOOK_MS);
}

async function ask() {
  try {
    const answer = await fetch(`/api/self-test?lang=${document.documentElement.lang}`, { cache: "no-store" });
    show(byId("lost"), !answer.ok);
    if (answer.ok) draw(await answer.json());
  } catch {
    show(byId("lost"), true);
  }
}

function draw({ why, buttons, lamps, sounds }) {
  show(byId("why"), why);
  write(byId("why"), why);
  list(byId("buttons"), buttons, (each) => each.name, makeTrial, (node, each) => drawTrial(node, each, why));
  for (const [id, kind, parts] of [["lamps", "lamp", lamps], ["sounds", "sound", sounds]]) {
    list(byId(id), parts, (each) => each.name, (each) => makeTry(kind, each), (node, each) => drawTry(node, each, why));
  }
  for (const [id, parts] of Object.entries({ buttons, lamps, sounds })) show(byId(`no-${id}`), parts.length === 0);
  document.body.dataset.drawn = "yes";
}

function makeTrial({ name }) {
  const node = part("trial");
  node.dataset.name = name;
  node.querySelector(".press").addEventListener("click", () => tryOut("button", name));
  return node;
}

function drawTrial(node, { seat, title, where, state, bounces, latency, way, pressed, held, virtual, trace, words }, why) {
  badge(slot(node, "seat"), seat);
  fill(node, { title, where, state, bounces, latency, way });
  node.classList.toggle("pressed", pressed);
  node.classList.toggle("held", held);
  const press = node.querySelector(".press");
  show(press, virtual);
  press.disabled = Boolean(why);
  const drawing = slot(node, "trace");
  show(drawing, trace.length > 0);
  drawing.setAttribute("aria-label", words);
  drawing.querySelector("path").setAttribute("d", line(trace));
}

/** Return the level of a contact as a line: down is open, up is closed. */
function line(trace) {
  const last = trace.at(-1)?.[0] ?? 0;
  const scale = (WIDTH - 8) / Math.max(LEAST_MS, last);
  const steps = trace.map(([ms, closed]) => `H${(4 + ms * scale).toFixed(2)}V${closed ? HIGH : LOW}`);
  return `M0 ${LOW}${steps.join("")}H${WIDTH}`;
}

function makeTry(kind, { name }) {
  const button = part("try");
  button.dataset.name = name;
  button.addEventListener("click", () => tryOut(kind, name));
  return button;
}

function drawTry(button, { seat, title }, why) {
  badge(slot(button, "seat"), seat);
  fill(button, { title });
  button.disabled = Boolean(why);
}

async function tryOut(kind, name) {
  await post("self-test/try", { part: kind, name });
  await ask();
}

look();
