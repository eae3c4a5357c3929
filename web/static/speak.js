/** This device speaks too, where somebody has switched that on: what is announced, and the numbers of a count-down. */

import { byId, show } from "./dom.js";

const voice = self.speechSynthesis;
const FIRST_MS = [90, 60, 90];
let on = false;
let pressed = null; // the seat whose call button was touched here
let lamp = null;

export function setUpSpeak() {
  const box = byId("speaks");
  show(byId("speaks-part"), Boolean(voice));
  box.checked = false;
  box.addEventListener("change", () => {
    on = box.checked;
    if (on) utter(box.dataset.greeting); // browsers let a page speak only after a tap: this is it
    else voice.cancel();
  });
  byId("calls-pad").addEventListener("pointerdown", ({ target }) => {
    pressed = target.closest(".call")?.dataset.seat ?? pressed;
  });
}

/** Say what the last event brought. News take the place of what is being said, a refusal does not. */
export function sayAloud(said) {
  if (!on) return;
  const news = said.filter((each) => each.tone === "said" && each.cue !== "count-down");
  if (news.length) utter(news.map((each) => each.text).join(" "));
  else if (said.length && !voice.speaking) utter(said[0].text);
}

/** Say a number of the count-down, in place of whatever is being said. */
export function sayNumber(number) {
  if (on && number > 0 && number <= 10) utter(String(number));
}

/** Tremble when the seat whose button was touched here turns out to be first. */
export function feel(match) {
  const now = match?.seats.find((seat) => String(seat.seat) === pressed)?.lamp ?? null;
  if (now === "first" && lamp !== "first") navigator.vibrate?.(FIRST_MS);
  lamp = now;
}

function utter(text) {
  voice.cancel();
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = document.documentElement.lang;
  voice.speak(utterance);
}
