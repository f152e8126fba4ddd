// Frames arrive as fast as bots play; people see one move after the other.

import { prefs } from "./prefs.js";

const MOVE_MS = 400;
const BEHIND = 12; // more frames than this waiting: show the newest at once

/** Complete tricks; a frame without a hand has no view. */
function trickCount(frame) {
  return frame.view?.tricks?.length ?? 0;
}

/** How long `frame` stays before the next one may be shown, in ms, at pace 1; Infinity: until release(). */
function stay(frame, previous) {
  const tricks = trickCount(frame);
  const before = previous?.hand === frame.hand ? trickCount(previous) : tricks;
  return tricks > before ? prefs.trickMs : MOVE_MS;
}

/**
 * Shows frames in order. `show(frame, { isTrickEnd, ms })` draws; `pace` scales all pauses (0: none).
 * `mayLeave(frame)`: false keeps a frame on screen until release() is called (a hand's result).
 */
export class Pacer {
  constructor({ pace, show, mayLeave = () => true }) {
    this.pace = pace;
    this.show = show;
    this.mayLeave = mayLeave;
    this.queue = [];
    this.current = null;
    this.timer = null;
    this.kept = false;
  }

  /** A newer frame. `jump`: show it now and forget what waits (after a lost line). */
  add(frame, { jump = false } = {}) {
    this.queue.push(frame);
    if (jump || (this.queue.length > BEHIND && !this.kept)) {
      this.queue = [frame];
      this.kept = false;
      this.#stop();
    }
    if (!this.timer && !this.kept) this.#next();
  }

  /** End the running pause: the reader acted, or wants to go on. */
  release() {
    this.kept = false;
    this.#stop();
    this.#next();
  }

  get isBehind() {
    return this.queue.length > 0;
  }

  #stop() {
    clearTimeout(this.timer);
    this.timer = null;
  }

  #next() {
    const frame = this.queue.shift();
    if (!frame) return;
    const previous = this.current;
    this.current = frame;
    const wanted = stay(frame, previous);
    const ms = this.pace ? wanted * this.pace : 0;
    this.show(frame, { isTrickEnd: wanted > MOVE_MS, ms });
    if (!this.mayLeave(frame) || ms === Infinity) {
      this.kept = true;
      return;
    }
    if (ms === 0 && this.queue.length) return void this.#next();
    this.timer = setTimeout(() => {
      this.timer = null;
      this.#next();
    }, ms);
  }
}
