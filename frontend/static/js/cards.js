// Card elements and where the cards of a hand lie. Knows how cards look, not what they are worth.

import { h, svg } from "./dom.js";

const isTarok = (code) => code[0] >= "0" && code[0] <= "9";

let sprite = "";

/** Set once per page: the address of the sprite with all faces. */
export function useSprite(url) {
  sprite = url;
}

function face(code) {
  const use = svg("use", { href: `${sprite}#c-${code}` });
  return svg("svg", { viewBox: "0 0 200 325", "aria-hidden": "true" }, use);
}

/** One card face; `name` is read out, without it the card is decoration. */
export function cardElement(code, name = "", css = "") {
  const label = name ? { role: "img", "aria-label": name } : { "aria-hidden": "true" };
  return h("span", { class: `card ${css}`, data: { card: code }, ...label }, face(code));
}

/** Order in the hand: taroks from the top, then each suit from the top. `cards` ascends as in a View. */
export function inHandOrder(cards) {
  const taroks = cards.filter(isTarok).reverse();
  const suits = cards.filter((code) => !isTarok(code));
  const groups = [...new Set(suits.map((code) => code[0]))];
  return taroks.concat(...groups.map((suit) => suits.filter((c) => c[0] === suit).reverse()));
}

function rowsOf(cards, width, cardWidth) {
  const ordered = inHandOrder(cards);
  const gap = Math.round(cardWidth * 0.23);
  const pitch = (width - 2 * margin(cardWidth) - cardWidth - gap) / Math.max(1, ordered.length - 1);
  if (ordered.length <= 6 || (width >= 900 && pitch >= 60)) return [ordered];
  const taroks = ordered.filter(isTarok);
  const suits = ordered.filter((code) => !isTarok(code));
  if (Math.max(taroks.length, suits.length) <= 8 && taroks.length && suits.length)
    return [taroks, suits];
  const half = Math.ceil(ordered.length / 2);
  return [ordered.slice(0, half), ordered.slice(half)];
}

const margin = (cardWidth) => (cardWidth > 72 ? 20 : 8);

/**
 * Where each card lies: [{ code, x, row, rows, cut }]; x in px from the left edge of the hand.
 * `cut`: a neighbour, or the row in front, would cut the Roman numeral in the middle of the face.
 */
export function layHand(cards, width, cardWidth) {
  const rows = rowsOf(cards, width, cardWidth).map((row, r, all) =>
    layRow(row, r, all, width, cardWidth),
  );
  const front = rows.length === 2 ? rows[1] : [];
  const isCovered = ({ x }) => x + cardWidth > front[0].x && x < front.at(-1).x + cardWidth;
  for (const card of front.length ? rows[0] : []) card.cut ||= isCovered(card);
  return rows.flat();
}

function layRow(row, r, all, width, cardWidth) {
  const one = all.length === 1 && width >= 900;
  const border = row.findIndex((code) => !isTarok(code));
  const split = one && border > 0;
  const gap = split ? Math.round(cardWidth * 0.23) : 0;
  const room = width - 2 * margin(cardWidth) - cardWidth - gap;
  const pitch = Math.min(cardWidth * (one ? 0.79 : 0.875), room / Math.max(1, row.length - 1));
  const left = (width - (row.length - 1) * pitch - gap - cardWidth) / 2;
  return row.map((code, i) => ({
    code,
    x: Math.round(left + i * pitch + (split && i >= border ? gap : 0)),
    row: r,
    rows: all.length,
    cut: pitch < cardWidth * 0.72 && i < row.length - 1,
  }));
}
