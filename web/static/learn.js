/** The page on which buttons are learnt: shows the question, and sends what is answered without pressing a button. */

import { byId, fill, list, part, show, write } from "./dom.js";
import { post } from "./send.js";

const LOOK_MS = 300;
let text = "";

async function look() {
  if (!document.hidden) await ask();
  setTimeout(look, LOOK_MS);
}

async function ask() {
  try {
    const answer = await fetch(`/api/learn?lang=${document.documentElement.lang}`, { cache: "no-store" });
    show(byId("lost"), !answer.ok);
    if (answer.ok) draw(await answer.json());
  } catch {
    show(byId("lost"), true);
  }
}

function draw(now) {
  const learning = now.count[1] > 0;
  for (const name of ["why", "ended", "trouble"]) {
    show(byId(name), Boolean(now[name]));
    write(byId(name), now[name]);
  }
  show(byId("begin"), !learning && !now.why);
  show(byId("asking"), learning);
  write(byId("number"), learning ? `${now.count[0]} / ${now.count[1]}` : "");
  write(byId("hearing"), now.hearing);
  write(byId("question"), now.question);
  write(byId("now"), now.now);
  show(byId("keep"), now.asking && now.can_keep);
  show(byId("without"), now.asking);
  show(byId("back"), now.learnt.length > 0 || now.count[0] > 1);
  show(byId("save"), now.done);
  drawLearnt(now, learning);
  document.body.dataset.drawn = "yes";
}

/** What was learnt stays on the page after it was saved, for whoever wants to copy it. */
function drawLearnt({ learnt, done, file, text: fresh }, learning) {
  if (learning) {
    text = fresh;
    list(byId("learnt"), learnt, (each) => each.name, () => part("learnt"), (node, each) => fill(node, each));
    show(byId("to-file"), Boolean(file) && done);
    write(byId("file"), file);
    show(byId("to-copy"), !file && done);
  }
  show(byId("learnt-card"), learning ? learnt.length > 0 : Boolean(text));
  show(byId("text"), Boolean(text) && (done || !learning));
  write(byId("text"), text);
}

byId("begin").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { grab, keyboards } = event.target.elements;
  await post("learn/begin", { grab: grab.value, keyboards: keyboards.checked });
  ask();
});
for (const button of document.querySelectorAll("[data-step]")) {
  button.addEventListener("click", async () => {
    await post("learn/step", { step: button.dataset.step });
    ask();
  });
}
look();
