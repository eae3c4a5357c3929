/** The page: news come in, the right screen is drawn. */

import { byId, fill, list, meta, part, show, slot } from "./dom.js";
import { connect } from "./link.js";
import { setUpLobby, showPast } from "./lobby.js";
import { drawMatch, setUpMatch } from "./match.js";
import { countDown } from "./countdown.js";
import { setUpCamera, tellCamera } from "./camera.js";
import { setUpCorners, tellCorners } from "./corners.js";
import { toast } from "./send.js";
import { keepAwake, setUpAwake } from "./awake.js";
import { feel, sayAloud, setUpSpeak } from "./speak.js";

const GRAVITY = ["info", "warning", "error"];
let version = null;
let spoken = null;
let screen = null;

function heard(news) {
  if (news.kind === "snapshot") draw(news.data);
  else show(byId("lost"), news.kind === "lost");
}

/** Draw `state`, unless it is older than what is shown; a page of an earlier start loads itself again. */
function draw(state) {
  if (state.run !== meta("run")) {
    location.reload();
    return;
  }
  if (version !== null && state.version < version) return;
  speak(state.said);
  version = state.version;
  show(byId("simulated"), state.simulated);
  show(byId("camera-on"), state.camera_on);
  drawNotices(state.notices);
  tellCorners(state);
  tellCamera(state);
  turnTo(state.match ? "match" : "lobby");
  keepAwake(Boolean(state.match));
  feel(state.match);
  if (state.match) drawMatch(state.match, state);
  else countDown(null);
  document.body.dataset.reading = state.reading ?? "";
  document.body.dataset.version = version;
}

/** Say what the last event brought, once: it stays in the state until the next event. */
function speak(said) {
  const text = JSON.stringify(said);
  if (spoken !== null && spoken !== text) {
    said.forEach((each) => toast(each.text, each.tone));
    sayAloud(said);
  }
  spoken = text;
}

function turnTo(next) {
  if (screen === next) return;
  screen = next;
  show(byId("waiting"), false);
  show(byId("lobby"), next === "lobby");
  show(byId("match"), next === "match");
  document.body.dataset.screen = next;
  byId("notices").open = next === "lobby";
  scrollTo(0, 0);
  if (next === "lobby") showPast();
}

function drawNotices(notices) {
  const sorted = [...notices].sort((a, b) => GRAVITY.indexOf(b.level) - GRAVITY.indexOf(a.level));
  const box = byId("notices");
  show(box, sorted.length > 0);
  if (!sorted.length) return;
  box.dataset.level = sorted[0].level;
  fill(box, { worst: sorted[0].text, more: sorted.length > 1 ? `+${sorted.length - 1}` : "" });
  list(slot(box, "list"), sorted, (notice) => notice.key, () => part("notice"), (node, notice) => {
    fill(node, { text: notice.text, cure: notice.cure });
    node.dataset.level = notice.level;
  });
}

setUpLobby();
setUpMatch();
setUpCorners();
setUpCamera();
setUpAwake();
setUpSpeak();
connect(heard);
