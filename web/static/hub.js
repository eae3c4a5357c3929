/** A shared worker: all pages of one browser hang on one event stream, because a browser opens only six. */

import { Feed } from "./feed.js";

const ports = new Set();
const feed = new Feed(new URL(self.location.href).searchParams, (news) => {
  for (const port of ports) port.postMessage(news);
});

self.onconnect = ({ ports: [port] }) => {
  ports.add(port);
  port.onmessage = ({ data }) => {
    if (data === "bye") ports.delete(port);
    else feed.wake();
  };
  port.postMessage({ kind: "hello" });
  feed.wake();
};
