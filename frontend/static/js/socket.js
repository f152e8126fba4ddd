// The line to the server: reconnects by itself, notices a dead line, hands on only what is newer.

const QUIET_MS = 4000; // nothing heard for this long: ask
const DEAD_MS = 2000; // no answer to that: the line is dead
const TRY_EVERY_MS = 1000; // a new attempt starts while older ones still hang
const TRY_MS = 3500; // an attempt may take this long
const SLOW_AFTER = 45; // attempts; then every 5 s, a closed laptop need not hammer
const SLOW_EVERY_MS = 5000;

/**
 * Whether frame `b` is newer than `a` for the same table: by rev, then by ply. Revisions are those
 * of a role: whoever sits down or gets up begins anew.
 */
export function isNewer(a, b) {
  if (a?.role && b.role && a.role !== b.role) return true;
  return !a || b.rev > a.rev || (b.rev === a.rev && b.ply > a.ply && b.hand === a.hand);
}

export function socketUrl(path) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}${path}`;
}

/**
 * A socket that stays open. `onMessage(object)` gets every message; `onState("open" | "waiting" | "closed")`.
 * Attempts overlap, so a black hole that swallowed one attempt does not delay the next.
 */
export class LiveSocket {
  constructor(path, { onMessage, onState = () => {} }) {
    this.url = socketUrl(path);
    this.onMessage = onMessage;
    this.onState = onState;
    this.attempts = new Set();
    this.failures = 0;
    this.closed = false;
    this.socket = null;
    this.watch = setInterval(() => this.#check(), 500);
    addEventListener("online", () => this.#attemptNow());
    document.addEventListener("visibilitychange", () => document.hidden || this.#attemptNow());
    // The page may be frozen into the back/forward cache, which an open socket would prevent.
    addEventListener("pagehide", () => this.#drop());
    addEventListener("pageshow", (event) => event.persisted && this.#attemptNow());
    this.#attempt();
  }

  /** Send an object; false if the line is down (nothing is kept for later). */
  send(object) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(object));
    return true;
  }

  close() {
    this.closed = true;
    clearInterval(this.watch);
    this.#drop();
    this.onState("closed");
  }

  #attemptNow() {
    if (!this.socket && !this.closed) {
      this.failures = 0;
      this.#attempt();
    }
  }

  #attempt() {
    this.lastTry = performance.now();
    this.failures += 1;
    if (this.failures > 1) this.onState("waiting");
    const socket = new WebSocket(this.url);
    const since = performance.now();
    const attempt = { socket, since };
    this.attempts.add(attempt);
    socket.onopen = () => this.#adopt(attempt);
    socket.onclose = () => this.attempts.delete(attempt);
  }

  #adopt(attempt) {
    this.attempts.delete(attempt);
    for (const other of this.attempts) other.socket.close();
    this.attempts.clear();
    if (this.socket || this.closed) {
      attempt.socket.close();
      return;
    }
    const { socket } = attempt;
    this.socket = socket;
    this.failures = 0;
    this.heard = performance.now();
    this.asked = false;
    socket.onmessage = (event) => {
      this.heard = performance.now();
      this.asked = false;
      const message = JSON.parse(event.data);
      if (message.type === "kicked") this.close();
      this.onMessage(message);
    };
    socket.onclose = () => this.#lost(socket);
    this.onState("open");
  }

  #lost(socket) {
    if (this.socket !== socket) return;
    this.socket = null;
    if (this.closed) return;
    this.onState("waiting");
    this.#attempt();
  }

  #drop() {
    const socket = this.socket;
    this.socket = null;
    if (socket) {
      socket.onclose = null;
      socket.onmessage = null;
      socket.close();
    }
    for (const attempt of this.attempts) attempt.socket.close();
    this.attempts.clear();
  }

  #check() {
    const now = performance.now();
    if (this.socket) {
      const quiet = now - this.heard;
      if (quiet > QUIET_MS + DEAD_MS && this.asked) {
        this.#drop();
        this.onState("waiting");
        this.#attempt();
      } else if (quiet > QUIET_MS && !this.asked) {
        this.asked = true;
        this.send({ type: "ping" });
      }
      return;
    }
    for (const attempt of this.attempts) {
      if (now - attempt.since > TRY_MS) {
        this.attempts.delete(attempt);
        attempt.socket.onopen = null;
        attempt.socket.close();
      }
    }
    const every = this.failures > SLOW_AFTER ? SLOW_EVERY_MS : TRY_EVERY_MS;
    if (!document.hidden && now - this.lastTry >= every) this.#attempt();
  }
}
