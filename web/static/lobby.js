/** The lobby: who plays what by which house rules, and the earlier matches. What was typed stays typed. */

import { byId, fill, list, part, show, slot, write } from "./dom.js";
import { post } from "./send.js";

const DRAFT = "companion-lobby";
const form = byId("start");
let busy = false;

export function setUpLobby() {
  restore();
  form.addEventListener("input", () => {
    keep();
    refresh();
  });
  form.addEventListener("submit", start);
  byId("back").addEventListener("click", () => post("undo"));
  byId("more-seats").addEventListener("click", () => {
    seats().forEach((row) => show(row, true));
    refresh();
  });
  refresh();
}

const seats = () => [...form.querySelectorAll("label.seat")];
const chosen = () => form.querySelector("input[name=game]:checked")?.value ?? "";

const rules = () => form.querySelector(`.rules[data-game="${CSS.escape(chosen())}"]`);

/** Show the rules of the chosen game, and how many of them differ from the recommended reading. */
function refresh() {
  for (const each of form.querySelectorAll(".rules")) {
    show(each, each.dataset.game === chosen());
    const changed = each.querySelectorAll("input:checked:not([data-default])").length;
    write(slot(each, "changed"), changed || "");
  }
  show(byId("more-seats"), seats().some((row) => row.hidden));
}

function players() {
  return seats()
    .map((row) => ({ seat: Number(row.dataset.seat), name: row.querySelector("input").value }))
    .filter((player) => player.name.trim());
}

function options() {
  const different = rules()?.querySelectorAll("input:checked:not([data-default])") ?? [];
  return Object.fromEntries([...different].map((input) => [input.name.split("/")[1], input.value]));
}

async function start(event) {
  event.preventDefault();
  if (busy) return;
  busy = true;
  await post("start", { game: chosen(), players: players(), options: options() });
  busy = false;
}

function keep() {
  const typed = [...form.elements].filter((field) => field.name && (field.type !== "radio" || field.checked));
  try {
    localStorage.setItem(DRAFT, JSON.stringify(typed.map((field) => [field.name, field.value])));
  } catch {
    // a browser without storage forgets, that is all
  }
}

function restore() {
  let typed = [];
  try {
    typed = JSON.parse(localStorage.getItem(DRAFT) ?? "[]");
  } catch {
    // nothing was kept
  }
  for (const [name, value] of typed) {
    for (const field of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
      if (field.type === "radio") field.checked = field.value === value || (field.checked && !known(name, value));
      else field.value = value;
      if (value && field.type !== "radio") show(field.closest("label"), true);
    }
  }
}

const known = (name, value) =>
  [...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)].some((field) => field.value === value);

/** Fetch the list of earlier matches. */
export async function showPast() {
  const answer = await fetch(`/api/matches?lang=${document.documentElement.lang}`).catch(() => null);
  if (!answer?.ok) return;
  const matches = await answer.json();
  show(byId("no-past"), matches.length === 0);
  show(byId("back"), matches.length > 0);
  list(byId("past"), matches, (match) => match.number, () => part("past"), (node, match) => {
    fill(node, { game: match.game, state: match.state });
    list(slot(node, "players"), match.players, (player) => player.seat, () => part("past-player"), drawPlayer);
  });
}

function drawPlayer(node, player) {
  fill(node, { name: player.name, total: player.total });
  node.classList.toggle("won", player.won);
}

