/** The state of the table as it changes: one event stream, or polling while all streams are taken.

    Used by the page itself, and by the shared worker that serves all pages of one browser. */

const SILENCE_MS = 15000; // three missed beats: the stream is dead although nobody said so
const LOST_MS = 4000; // how long the companion may be gone before we say so
const POLL_MS = 2000;
const AGAIN_MS = 2000;

export class Feed {
  /** `tell` gets {kind: "snapshot", data}, {kind: "live"} and {kind: "lost"}. */
  constructor(query, tell) {
    this.query = query;
    this.tell = tell;
    this.timers = {};
    this.source = null;
    this.lost = false;
  }

  open() {
    this.close();
    this.source = new EventSource(`/live?${this.query}`);
    this.source.addEventListener("snapshot", (event) => this.heard(JSON.parse(event.data)));
    this.source.addEventListener("beat", () => this.heard());
    this.source.addEventListener("full", (event) => this.pollFor(JSON.parse(event.data).retry_ms));
    this.source.onerror = () => this.failed();
    this.watch();
  }

  close() {
    this.source?.close();
    this.source = null;
    for (const timer of Object.values(this.timers)) clearTimeout(timer);
    this.timers = {};
  }

  /** A page was looked at again: ask at once, whatever the stream does. */
  wake() {
    this.poll();
    if (!this.source || this.source.readyState === EventSource.CLOSED) this.open();
  }

  heard(data) {
    this.stop("lost");
    if (this.lost) this.tell({ kind: "live" });
    this.lost = false;
    if (this.source) this.watch();
    if (data) this.tell({ kind: "snapshot", data });
  }

  failed() {
    this.missing();
    if (this.source?.readyState === EventSource.CLOSED) this.after("again", AGAIN_MS, () => this.open());
  }

  missing() {
    if (this.timers.lost || this.lost) return;
    this.after("lost", LOST_MS, () => {
      this.lost = true;
      this.tell({ kind: "lost" });
    });
  }

  watch() {
    this.after("silence", SILENCE_MS, () => {
      this.missing();
      this.open();
    });
  }

  pollFor(duration) {
    this.close();
    const until = performance.now() + duration;
    const next = async () => {
      await this.poll();
      if (performance.now() < until) this.after("poll", POLL_MS, next);
      else this.open();
    };
    next();
  }

  async poll() {
    try {
      const answer = await fetch(`/api/snapshot?${this.query}`, { cache: "no-store" });
      if (answer.ok) this.heard(await answer.json());
      else this.missing();
    } catch {
      this.missing();
    }
  }

  after(name, delay, act) {
    this.stop(name);
    this.timers[name] = setTimeout(() => {
      delete this.timers[name];
      act();
    }, delay);
  }

  stop(name) {
    clearTimeout(this.timers[name]);
    delete this.timers[name];
  }
}
