// Questions to the server about the own position ("why not?", "what would you do?"), and its reasons in
// words. A reason is a code with parameters (docs/protocol.md); the words come with the page.

const NAMES = {
  card: (words, code) => words.card(code),
  best: (words, code) => words.card(code),
  contract: (words, code) => words.contract(code),
  standing: (words, code) => words.contract(code),
  item: (words, item) => words.bonus(item),
  suit: (words, suit) => words.suits[suit] ?? words.t("suit.tarok"),
  verb: (words, verb) => words.t(`say.${verb}`),
  phase: (words, phase) => words.t(`phase.${phase}`),
  cards: (words, codes) => codes.map((code) => words.card(code)).join(", "),
  items: (words, items) => items.map((item) => words.bonus(item)).join(", "),
};

/** A reason in words, or "" if the page has none for its code. `kind`: "why" or "hint". */
export function reasonText(seats, kind, { code, ...params }) {
  const { words } = seats;
  if (!code || !words.has(`${kind}.${code}`)) return "";
  const values = { ...params };
  for (const [name, value] of Object.entries(params)) {
    if (name === "seat") values.seat = seats.name(value);
    else if (name in NAMES) values[name] = NAMES[name](words, value);
  }
  return words.t(`${kind}.${code}`, values);
}

/** Asks once per position and question, and remembers the answer. */
export class Questions {
  constructor({ post, nextId, onRefused }) {
    this.post = post;
    this.nextId = nextId;
    this.onRefused = onRefused;
    this.waiting = new Map();
    this.known = new Map();
  }

  /**
   * `then(answer)` is called with the server's answer, never with a refusal; at once if it is known.
   * Returns false if the line is down.
   */
  ask(type, { hand, ply }, action, then) {
    const key = `${type}:${hand}:${ply}:${action ?? ""}`;
    if (this.known.has(key)) {
      then(this.known.get(key));
      return true;
    }
    const id = this.nextId();
    this.waiting.set(id, { type, key, then });
    return this.post({ type, id, hand, ply, ...(action ? { action } : {}) });
  }

  /** Take an answer; false if it answers none of these questions. */
  answer(message) {
    const question = this.waiting.get(message.id);
    if (!question) return false;
    this.waiting.delete(message.id);
    if (message.type === "refused") {
      // why a card may not be played has been said by the page; a hint was asked for by a button
      if (question.type === "hint") this.onRefused(message.message);
      return true;
    }
    this.known.set(question.key, message);
    question.then(message);
    return true;
  }
}
