/* One template, 54 faces and a back, drawn on 200 x 325. */
import { A, COL, dot, fl, leaf, ring, st, star, suit } from "./ornament.mjs";
import { word, wordW } from "./glyphs.mjs";
import { NAMED, ROMAN, romanPlate, wreath } from "./taroks.mjs";
import { court } from "./courts.mjs";

const L = 62,
  M = 100,
  R = 138;
const PIPS = {
  1: [[M, 212, 92]],
  2: [
    [M, 156],
    [M, 270],
  ],
  3: [
    [M, 146],
    [M, 213],
    [M, 280],
  ],
  4: [
    [L, 156],
    [R, 156],
    [L, 270],
    [R, 270],
  ],
  7: [
    [L, 144],
    [R, 144],
    [L, 212],
    [R, 212],
    [L, 280],
    [R, 280],
    [M, 178],
  ],
  8: [
    [L, 144],
    [R, 144],
    [L, 212],
    [R, 212],
    [L, 280],
    [R, 280],
    [M, 178],
    [M, 246],
  ],
  9: [
    [L, 138],
    [R, 138],
    [L, 187],
    [R, 187],
    [L, 237],
    [R, 237],
    [L, 286],
    [R, 286],
    [M, 212],
  ],
  10: [
    [L, 138],
    [R, 138],
    [L, 187],
    [R, 187],
    [L, 237],
    [R, 237],
    [L, 286],
    [R, 286],
    [M, 162.5],
    [M, 261.5],
  ],
};

/* Letter of a court card per language; the code letters stay K Q N J. */
const LETTERS = {
  de: { K: "K", Q: "D", N: "C", J: "B" },
  en: { K: "K", Q: "Q", N: "N", J: "J" },
  es: { K: "R", Q: "D", N: "C", J: "S" },
};

/* All letters of a court lie on top of each other; --card-de, --card-en, --card-es show one. */
function courtIndex(rank, colour) {
  const languages = {};
  for (const [lang, letters] of Object.entries(LETTERS)) {
    (languages[letters[rank]] ||= []).push(`var(--card-${lang},${lang === "de" ? 1 : 0})`);
  }
  return Object.entries(languages)
    .map(([letter, list]) => {
      const opacity = list.length > 1 ? `calc(${list.join(" + ")})` : list[0];
      const d = word(letter, 48, 46, 11, { weight: 1.14, gap: 1 });
      return `<path d="${d}" fill="${colour}" opacity="${opacity}"/>`;
    })
    .join("");
}

function edge(trull) {
  const paper = `<rect width="200" height="325" rx="15" fill="${COL.paper}"/>`;
  if (!trull) {
    return `${paper}<rect x="1" y="1" width="198" height="323" rx="14" fill="none" stroke="${COL.line}" stroke-width="2"/>`;
  }
  return (
    `${paper}<rect x="3.5" y="3.5" width="193" height="318" rx="12" fill="none" stroke="${COL.gilt}" stroke-width="7"/>` +
    `<rect x="10.5" y="10.5" width="179" height="304" rx="7" fill="none" stroke="${COL.gilt}" stroke-width="1.5"/>`
  );
}

/* --card-roman: 0 takes the numeral out of the wreath where a neighbour would cut it: a cropped
   XVIII reads as XVII. */
function tarok(n) {
  const roman = ROMAN[n];
  if (n === 22) {
    return (
      fl(word("S", 48, 46, 14, { weight: 1.15 }), COL.ink) +
      fl(star(46, 85, 20, 8, 8), COL.red) +
      NAMED[n]() +
      st("M60 276H140M76 284H124", COL.ink, 1.6) +
      fl(star(100, 280, 12, 5, 8), COL.red)
    );
  }
  const cond = Math.min(1, 72 / wordW(roman, 24));
  const index =
    fl(word(String(n), 60, 47, 11, { weight: 1.1, gap: 1 }), COL.ink) +
    fl(word(roman, 24, 47, 78, { cond, weight: 1.15, gap: 4 }), COL.ink);
  if (NAMED[n])
    return index + NAMED[n]() + fl(word(roman, 38, 100, 266, { weight: 1.05 }), COL.ink);
  return `${index}${wreath(n)}<g opacity="var(--card-roman,1)">${romanPlate(n)}</g>`;
}

function suitCard(s, r) {
  const colour = COL[s];
  if ("KQNJ".includes(r)) {
    return courtIndex(r, colour) + suit(s, 46, 83, 42, colour, 0) + court(s, r);
  }
  const text = r === "T" ? "10" : r;
  const n = Number(text);
  const size = n === 1 ? 96 : n <= 4 ? 56 : n <= 8 ? 42 : 38;
  let face =
    fl(word(text, 48, 46, 11, { weight: 1.14, cond: n === 10 ? 0.94 : 1, gap: 1 }), colour) +
    suit(s, 46, 83, 42, colour, 0);
  for (const [x, y, own] of PIPS[n]) {
    face += suit(s, x, y, own || size, colour, n === 1 ? 3.4 : 5, y > 214 && s !== "D");
  }
  if (n !== 1) return face;
  let rays = "";
  for (let i = 0; i < 32; i++) {
    rays += i % 2 ? dot(100, 212, A(i, 32), 78, 1.8) : leaf(100, 212, A(i, 32), 70, 86, 5);
  }
  return face + fl(rays, colour);
}

/* Card points as dots at the top right. */
function valueDots(value, colour) {
  let d = "";
  for (let i = 0; i < value; i++) d += dot(180 - i * 11, 24, 0, 0, 3.1);
  return fl(d, colour);
}

/** The drawing of one card, without the <svg> around it; `code` as in engine/cards.py or "back". */
export function face(code) {
  if (code === "back") return back();
  const n = Number(code);
  if (n) {
    const trull = n === 1 || n === 21 || n === 22;
    return edge(trull) + tarok(n) + valueDots(trull ? 5 : 1, trull ? COL.gilt : COL.line);
  }
  const [s, r] = code;
  return edge(false) + suitCard(s, r) + valueDots({ K: 5, Q: 4, N: 3, J: 2 }[r] || 1, COL.line);
}

function back() {
  const g = "#23543f",
    p = COL.paper;
  let a = "",
    b = "";
  for (let j = 0; j < 9; j++)
    for (let i = 0; i < 6; i++) {
      const x = 22 + i * 31.2,
        y = 24 + j * 34.6;
      for (let k = 0; k < 4; k++) a += leaf(x, y, Math.PI / 4 + (k * Math.PI) / 2, 3, 21, 6);
      b += dot(x + 15.6, y + 17.3, 0, 0, 2.2);
    }
  return (
    `<rect width="200" height="325" rx="15" fill="${p}"/><rect x="9" y="9" width="182" height="307" rx="8" fill="${g}"/><svg x="13" y="13" width="174" height="299" viewBox="13 13 174 299">${fl(a, "#5f8a74")}${fl(b, "#d8c48f")}</svg><rect x="13.500" y="13.500" width="173" height="298" rx="5" fill="none" stroke="${p}" stroke-width="1.500"/>` +
    `<circle cx="100" cy="162.500" r="39" fill="${g}" stroke="${p}" stroke-width="1.500"/>` +
    fl([0, 1, 2, 3, 4, 5, 6, 7].map((i) => leaf(100, 162.5, A(i, 8), 12, 33, 8)).join(""), p) +
    ring(100, 162.5, 7, 1.6, "#d8c48f")
  );
}
export const CODES = [...Array(22)]
  .map((_, i) => String(i + 1).padStart(2, "0"))
  .concat(
    ...["H", "D"].map((s) => [..."KQNJ1234"].map((r) => s + r)),
    ...["S", "C"].map((s) => [..."KQNJT987"].map((r) => s + r)),
  );
