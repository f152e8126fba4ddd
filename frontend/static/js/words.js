// Sentences and names in the reader's language. All texts come with the page as JSON
// (frontend/strings.py); here they are only filled in.

import { h } from "./dom.js";

export const SUITS = ["H", "D", "S", "C"];

const MINUS = "\u2212";
const GLYPHS = { H: "\u2665", D: "\u2666", S: "\u2660", C: "\u2663" };

export class Words {
  /** `config`: strings, cards, contracts, bonuses, rules, suits (frontend/table_config.py). */
  constructor(config) {
    this.strings = config.strings;
    this.cards = config.cards;
    this.contracts = config.contracts;
    this.bonuses = config.bonuses;
    this.rules = config.rules;
    this.suits = config.suits;
    this.bots = config.bots ?? {};
    this.canExplain = Object.keys(this.strings).some((key) => key.startsWith("why."));
  }

  /** Whether the page brought a text for `key`. */
  has(key) {
    return key in this.strings;
  }

  /** The text of `key` with {placeholders} filled; with `count`, the form for that number. */
  t(key, values = {}) {
    let text = this.strings[key];
    if (Array.isArray(text)) text = text[values.count === 1 ? 0 : 1];
    if (text === undefined) return key;
    return text.replace(/\{(\w+)\}/g, (whole, name) =>
      name in values ? String(values[name]) : whole,
    );
  }

  /** Like t(), but placeholders may be elements; returns a list for h(). */
  parts(key, values = {}) {
    const text = this.strings[key] ?? key;
    return text.split(/(\{\w+\})/).map((part) => {
      const name = part.startsWith("{") ? part.slice(1, -1) : null;
      return name !== null && name in values ? values[name] : part;
    });
  }

  card(code) {
    return this.cards[code]?.name ?? code;
  }

  contract(code) {
    return this.contracts[code]?.name ?? code;
  }

  /** The level of a built-in bot by its slug, else the bot's own name. */
  bot(name) {
    return this.bots[name.toLowerCase()] ?? name;
  }

  /** Call the built-in bots of a frame by their level in this language: "Random 2" is "Zufall 2". */
  nameBots({ table_state: { seats } }) {
    for (const seat of seats) {
      const [level, number, ...more] = seat.name.split(" ");
      if (seat.kind === "bot" && !more.length)
        seat.name = [this.bot(level), number].filter(Boolean).join(" ");
    }
  }

  bonus(item) {
    return this.bonuses[item]?.name ?? item;
  }

  /** A contract as the bar names it: taken over, held. */
  game({ code, take_state: taken }) {
    const contract = this.contract(code);
    return taken ? this.t(`take.${taken}`, { contract }) : contract;
  }

  /** Card points of a few cards, as people count them at the table. */
  points(codes) {
    return shown(codes.reduce((sum, code) => sum + (this.cards[code]?.thirds ?? 0), 0));
  }
}

/** Whole points for thirds, nearest: the number on the score sheet. */
export function shown(thirds) {
  return Math.floor((thirds + 1) / 3);
}

export function signed(number) {
  if (number < 0) return MINUS + -number;
  return number > 0 ? `+${number}` : "0";
}

export function suitGlyph(suit) {
  return h("span", { class: `s${suit.toLowerCase()}`, "aria-hidden": "true" }, GLYPHS[suit]);
}

/** A card in running text: suit glyph and rank, or the name of a tarok. Read out in full. */
export function cardInText(words, code) {
  const { name = code, short = code } = words.cards[code] ?? {};
  if (!(code[0] in GLYPHS)) return h("span", { class: "nb" }, short);
  return h(
    "span",
    { class: "nb" },
    suitGlyph(code[0]),
    h("span", { "aria-hidden": "true" }, `\u00a0${short}`),
    h("span", { class: "vh" }, name),
  );
}

/** Whether a card that is laid away is shown to all: taroks, in a suit game the cards of suits. */
export function isShownAway({ view, words }, code) {
  const isTarok = code[0] <= "9";
  return isTarok !== (words.contracts[view.contract?.code]?.kind === "suit");
}
