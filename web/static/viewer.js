/** Whose page this is: it alone shows the hand of that seat. Asked only when a game has hands. */

import { badge, byId, fill, list, part, show, slot } from "./dom.js";

const KEY = "companion-seat";

/** Return the seat that looks at this page, or null. */
export function viewer() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // a browser that keeps nothing
  }
}

/** Offer the players to choose from, while the match has something that only one of them may see. */
export function drawViewer({ secrets, seats, viewer: chosen }) {
  show(byId("viewer-card"), secrets);
  if (!secrets) return;
  const nobody = { seat: null, name: "" };
  list(byId("viewer"), [...seats, nobody], ({ seat }) => seat, makeChoice, (button, { seat, name }) => {
    badge(slot(button, "seat"), seat);
    if (seat !== null) fill(button, { name });
    button.setAttribute("aria-pressed", String(seat === chosen));
  });
}

function makeChoice({ seat }) {
  const button = part(seat === null ? "viewer-nobody" : "viewer-seat");
  button.addEventListener("click", () => {
    if (seat === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, seat);
    location.reload(); // with a stream of its own: what others may see is decided by the companion
  });
  return button;
}
