// What this browser adds to the next deal (docs/protocol.md, Contributions): first the hash of a
// random number, then the number. Nobody has to do or see anything for it.

import { hex, sha256 } from "./sha256.js";

const STORE = "tarock-deals";
const KEPT = 40; // deals remembered: the page of a hand compares them with its record
const ANSWER_MS = 1500;
const TRIES = 5;

/** The bytes of every hash about a deal: a heading of its own and one line for each value. */
export function dealText(domain, ...lines) {
  return [`tarock-deal 1 ${domain}`, ...lines].map((line) => `${line}\n`).join("");
}

export function personCommitment(name, seat, value) {
  return hex(sha256(dealText("person", name, seat, value)));
}

/** Deals this browser took part in, by name and seat. In the local store, so that neither a reload
 *  nor another tab of the same browser loses a number that was committed to. */
export const memory = {
  read() {
    try {
      return JSON.parse(localStorage.getItem(STORE)) ?? {};
    } catch {
      return this.fallback ?? {};
    }
  },
  write(deals) {
    const kept = Object.fromEntries(Object.entries(deals).slice(-KEPT));
    this.fallback = kept;
    try {
      localStorage.setItem(STORE, JSON.stringify(kept));
    } catch {
      // no storage: then this tab remembers alone
    }
  },
};

export class Contributor {
  /** `send(message)` sends to the table and says whether there was a line. */
  constructor(send) {
    this.send = send;
    this.count = 0;
    this.waiting = null;
  }

  /** Every frame, also one that is not newer than the one shown. */
  onFrame(frame) {
    if (!frame.shuffle || frame.table_seat === undefined) {
      this.settle();
      return;
    }
    const { id, stage, commitments } = frame.shuffle;
    const own = commitments[frame.table_seat];
    const deal = this.remembered(frame.shuffle, frame.table_seat);
    if (deal.promise !== frame.shuffle.commitment) return; // it was to stand
    if (stage === "commit" && !own) this.say(id, { commitment: deal.commitment });
    else if (stage === "reveal" && own === deal.commitment) this.say(id, { value: deal.value });
    else this.settle();
  }

  /** Whether a message of the server was the answer to a contribution. */
  takes(message) {
    if (!/^d\d+$/.test(message.id ?? "")) return false;
    if (message.id === this.waiting?.message.id) this.settle();
    return true;
  }

  /** A new line: what has no answer yet is sent again. */
  onOpen() {
    if (this.waiting) this.transmit();
  }

  remembered({ id, commitment: promise, stage, commitments }, seat) {
    const key = `${id}#${seat}`;
    if (this.known?.key === key && this.known.stage === stage) return this.known.deal;
    const deals = memory.read();
    const value = deals[key]?.value ?? hex(crypto.getRandomValues(new Uint8Array(32)));
    const deal = deals[key] ?? { promise, value, commitment: personCommitment(id, seat, value) };
    if (stage === "reveal") deal.commitments = commitments;
    deals[key] = deal;
    memory.write(deals);
    this.known = { key, stage, deal };
    return deal;
  }

  say(shuffle, given) {
    const key = JSON.stringify([shuffle, given]);
    if (this.waiting?.key === key || this.said === key) return;
    this.settle();
    this.count += 1;
    const message = { type: "contribute", id: `d${this.count}`, shuffle, ...given };
    this.waiting = { key, message, tries: TRIES };
    this.transmit();
  }

  transmit() {
    clearTimeout(this.timer);
    const { message } = this.waiting;
    this.send(message);
    this.waiting.tries -= 1;
    if (this.waiting.tries > 0) this.timer = setTimeout(() => this.transmit(), ANSWER_MS);
  }

  settle() {
    clearTimeout(this.timer);
    this.said = this.waiting?.key ?? this.said;
    this.waiting = null;
  }
}

/** The one line that anybody ever sees of it: his share of this deal is not his own. */
export function drawReplaced({ frame, words, part }) {
  const line = part("deal");
  line.hidden = !frame.deal?.replaced.includes(frame.table_seat);
  line.textContent = line.hidden ? "" : words.t("deal.replaced");
}
