// A line of the score in words: what it is, and why it pays what it pays.
// frontend/score_lines.py does the same, in the same order, for the page of a finished hand.

import { shown } from "./words.js";

const shownOr = (thirds) => (thirds === undefined || thirds === null ? null : shown(thirds));

/** Where the card points of the declarer's side come from, if there is more than one source. */
function sources(words, line) {
  const names = ["tricks", "discards", "talon"];
  const parts = names
    .map((name) => [name, shownOr(line[`${name}_thirds`])])
    .filter(([, n]) => n)
    .map(([name, n]) => words.t(`line.${name}`, { n }));
  return parts.length > 1 ? ` (${parts.join(", ")})` : "";
}

function title({ words, view }, line, name) {
  const contract = words.contract(line.contract);
  if (line.item === "trischaken") return contract;
  if (line.item === "forfeit") return words.t("line.forfeit", { name });
  const how = line.won ? "won" : "lost";
  if (line.item === "game") {
    const ending = view.contract?.conceded ? "conceded" : how;
    return words.t(`line.${ending}`, { name: contract });
  }
  return words.t(`line.${line.stage}.${how}`, { item: words.bonus(line.item), name });
}

/** Card points or tricks, whichever decided. */
function counted(seats, line) {
  const { words, view } = seats;
  const parts = [];
  if (line.item === "trischaken") {
    const list = seats.all
      .map((seat) => `${seats.name(seat)} ${shown(view.score.seat_thirds[seat])}`)
      .join(", ");
    parts.push(words.t("line.seats", { list }));
  }
  const n = shownOr(line.thirds);
  if (n !== null) parts.push(words.t("line.points", { count: n, n }) + sources(words, line));
  const taken = line.tricks_won;
  if (taken !== undefined) parts.push(words.t("line.tricks_won", { count: taken, n: taken }));
  return parts;
}

/** The sum where everybody writes his own points: who writes how many. */
function written(seats, line) {
  const { words } = seats;
  const parts = [];
  let value = String(line.value);
  if (line.over) {
    parts.push(words.t(line.won ? "line.over" : "line.under", { base: line.base, over: line.over }));
    value = `(${line.base} + ${line.over})`;
  }
  const factors = [line.factor ?? 1, line.multiplier ?? 1].filter((factor) => factor > 1);
  const terms = [value, ...factors];
  const total = Math.max(...line.points);
  const isSum = terms.length > 1 || line.over !== undefined;
  const names = seats.all
    .filter((seat) => line.points[seat])
    .map((seat) => seats.name(seat))
    .join(", ");
  const sum = isSum ? `${terms.join(" × ")} = ${total}` : String(total);
  return [...parts, words.t("line.written", { sum, names })];
}

/** Value and factors. */
function worth(seats, line) {
  const { words, view } = seats;
  if (line.item === "trischaken") return [];
  if (line.points.reduce((sum, n) => sum + n, 0)) return written(seats, line);
  const isGame = line.item === "game";
  const key = isGame ? (line.alone ? "line.alone" : "line.each") : "line.value";
  const parts = [words.t(key, { n: line.value })];
  const bird = view.contract?.conceded ?? "game";
  if (isGame && bird !== "game")
    parts.push(words.t("line.bird", { item: words.bonus(bird) }));
  if (line.multiplier > 1) parts.push(words.t("line.multiplier", { n: line.multiplier }));
  if (line.factor > 1) parts.push(words.t("line.factor", { n: line.factor }));
  if (line.ledger) parts.push(words.t("line.ledger"));
  return parts;
}

/** One explained line of the score: { title, why }. */
export function scoreLine(seats, line) {
  const name = line.seat === undefined ? "" : seats.name(line.seat);
  const text = [...counted(seats, line), ...worth(seats, line)].join("; ");
  const why = text ? `${text[0].toUpperCase()}${text.slice(1)}.` : "";
  return { title: title(seats, line, name), why };
}

/** A hand without a contract: dealt again because nobody bid or had a tarok, or the last of many. */
export function redealWords(words, view, counts) {
  if (counts) return { title: words.t("result.empty"), why: words.t("result.empty.why") };
  const why = view.auction?.length ? "passed" : "no_tarok";
  return { title: words.t("result.redeal"), why: words.t(`result.redeal.${why}`) };
}
