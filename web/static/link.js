/** Where the page gets its news: the shared worker of this browser, or a stream of its own where there is none. */

import { Feed } from "./feed.js";
import { viewer } from "./viewer.js";

const HELLO_MS = 1500; // a worker that does not answer by then cannot be used

/** Call `tell` with every piece of news; the page is asked again whenever it is looked at again. */
export function connect(tell) {
  const query = new URLSearchParams({ lang: document.documentElement.lang, seat: viewer() ?? "" });
  if (!("SharedWorker" in self)) return alone(query, tell);
  let own = false;
  const fallBack = () => {
    if (own) return;
    own = true;
    alone(query, tell);
  };
  const timer = setTimeout(fallBack, HELLO_MS);
  const worker = new SharedWorker(`/static/hub.js?${query}`, { type: "module" });
  worker.onerror = fallBack;
  worker.port.onmessage = ({ data }) => {
    clearTimeout(timer);
    if (!own && data.kind !== "hello") tell(data);
  };
  const wake = () => worker.port.postMessage("wake");
  addEventListener("pagehide", () => worker.port.postMessage("bye"));
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  whenSeen(wake, () => {});
  return { wake: () => (own ? undefined : wake()) };
}

function alone(query, tell) {
  const feed = new Feed(query, tell);
  feed.open();
  whenSeen(() => feed.wake(), () => feed.close());
  return { wake: () => feed.wake() };
}

/** A page that nobody sees needs no stream, and gives its place to one that somebody sees. */
function whenSeen(seen, unseen) {
  document.addEventListener("visibilitychange", () => (document.hidden ? unseen() : seen()));
}
