// What the reader did, on its way to the server: one message at a time, asked about until answered.

const ANSWER_MS = 1500; // no answer to an action for this long: ask for the state

/** `post(message)` hands a message to the line, false if that is down; `onChange()` redraws. */
export class Outbox {
  constructor({ post, onChange }) {
    this.post = post;
    this.onChange = onChange;
    this.count = 0;
    this.pending = null;
    this.isSyncing = false;
  }

  /**
   * Send actions of the position shown, all or none of which will stand; false if the line is down.
   * `code`: the card that is played.
   */
  act({ hand, ply }, actions, code) {
    const id = this.nextId();
    if (!this.post({ type: "act", id, hand, ply, actions })) return false;
    this.pending = { id, actions, code };
    this.isSyncing = false;
    this.timer = setTimeout(() => this.#ask(), ANSWER_MS);
    this.onChange();
    return true;
  }

  nextId() {
    this.count += 1;
    return `c${this.count}`;
  }

  /** The action was answered, or its answer does not matter any more. */
  settle() {
    clearTimeout(this.timer);
    this.pending = null;
    this.isSyncing = false;
    this.onChange();
  }

  #ask() {
    this.isSyncing = true;
    this.post({ type: "sync" });
    this.timer = setTimeout(() => this.#ask(), ANSWER_MS);
  }
}
