/** Changes: every one is a POST with the token of this page and an id, so that sending it twice counts once. */

import { meta, part, words, write } from "./dom.js";

const TOAST_MS = 7000;
const MOST_TOASTS = 3;
const SAME_MS = 2000; // the answer and the stream may bring the same sentence
const AGAIN_MS = 400;
const recent = new Map();

/** Say `text` for a while; `tone` is said, refused or bad. */
export function toast(text, tone) {
  const now = performance.now();
  if (now - (recent.get(text) ?? -SAME_MS) < SAME_MS) return;
  recent.set(text, now);
  const node = part("toast");
  write(node, text);
  node.classList.add(tone);
  const toasts = document.getElementById("toasts");
  if (tone === "said") toasts.querySelector(".said")?.remove(); // only the latest announcement
  while (toasts.children.length >= MOST_TOASTS) toasts.firstElementChild.remove();
  toasts.append(node);
  setTimeout(() => node.remove(), TOAST_MS);
}

function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Send an event of the game; `seen` is the mark of what was looked at. */
export function sendEvent(event, values, seen) {
  return post("send", { event, values, seen });
}

/** Whether `action` is a press, which counts when it is touched and not when the finger leaves it. */
export const isPress = ({ event }) => event === "Pressed" || event === "SlotPressed";

/** Do what `action` stands for; `seen` is the mark of what was looked at. */
export function perform({ event, seat, values }, seen) {
  if (event === "SlotPressed") return post("slot", { slot: values.slot });
  if (event === "Pressed") return post("press", { seat, slot: values.slot });
  return sendEvent(event, values, seen);
}

/** Send `body` to /api/`path`; return whether it was accepted. What was wrong is said as a toast. */
export function post(path, body = {}) {
  const request = newId();
  return deliver(`/api/${path}`, JSON.stringify({ ...body, request }), "application/json");
}

/** Send `photograph` (a file) as the picture of `zone`. */
export function upload(zone, photograph) {
  if (photograph.size > Number(meta("upload"))) {
    toast(words("too-large"), "bad");
    return Promise.resolve(false);
  }
  const query = new URLSearchParams({ zone, request: newId() });
  return deliver(`/api/upload?${query}`, photograph, "application/octet-stream");
}

async function deliver(address, body, type) {
  const headers = { "Content-Type": type, "X-Companion-Token": meta("token") };
  const options = { method: "POST", headers, body, credentials: "same-origin" };
  try {
    return await judge(await fetch(address, options).catch(() => again(address, options)));
  } catch {
    toast(words("offline"), "bad");
    return false;
  }
}

async function again(address, options) {
  await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  return fetch(address, options);
}

async function judge(answer) {
  if (answer.ok) return true;
  const told = await answer.json().catch(() => ({ error: words(answer.status === 413 ? "too-large" : "offline") }));
  toast(told.why ?? told.error, [409, 503].includes(answer.status) ? "refused" : "bad");
  if (answer.status === 403) setTimeout(() => location.reload(), AGAIN_MS);
  return false;
}
