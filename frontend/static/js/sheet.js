// The score sheet and the course of the hand, beside the table or in the drawer of a phone.

import { targetName } from "./announce.js";
import { h } from "./dom.js";
import { mayTurn, prizeOf } from "./felt.js";
import { cardInText, isShownAway, signed } from "./words.js";

/** Which hand of how many this is; in a match that ends at a score, which score. */
export function placeOf(words, { number, table_state: state }) {
  const { target } = words.rules;
  if (target) return words.t("hand.to", { n: number + 1, target });
  return words.t("hand.of", { n: number + 1, hands: state.hand_count ?? state.hands });
}

/** A long name that may be divided between syllables, in a column narrower than it. */
function breakable(name) {
  if (name.length < 8) return name;
  return name.replace(/(\p{L}{2,}?)(?=[^aeiouyäöüáéíóú\s\d][aeiouyäöüáéíóú]\p{L})/giu, "$1\u00ad");
}

/** Empty lines for the hands to come, as on paper; none in a match of which nobody knows the end. */
function openRows(seats, done, hands) {
  const count = seats.words.rules.target ? done + 1 : Math.min(hands, 8);
  return Array.from({ length: Math.max(0, count - done) }, (_, i) =>
    h(
      "tr",
      { class: "open" },
      h("th", { scope: "row" }, String(done + i + 1)),
      seats.frame.table_state.seats.map(() => h("td", {}, "")),
    ),
  );
}

/** One column per player, totals at the foot, a heavy rule after every round of deals. */
export function scoreSheet(seats) {
  const { frame, words } = seats;
  const state = frame.table_state;
  const hands = state.hand_count ?? state.hands;
  const mine = seats.isSeated ? (seats.view.seating?.[seats.view.seat] ?? seats.view.seat) : null;
  const head = state.seats.map((seat) =>
    h(
      "th",
      { scope: "col", class: seat.index === mine ? "me" : "", title: seat.name },
      seat.index === mine ? words.t("you") : breakable(seat.name),
    ),
  );
  const rows = state.rows.map((row) => {
    const ends = (row.number + 1) % state.size === 0 && row.number + 1 < hands;
    const cells = row.points.map((points, i) =>
      h("td", { class: i === row.declarer ? "decl" : "" }, points === null ? "" : signed(points)),
    );
    return h(
      "tr",
      { class: ends ? "radl" : "" },
      h(
        "th",
        { scope: "row" },
        `${row.number + 1}  ${row.contract ? words.contract(row.contract) : words.t("sheet.redeal")}`,
        row.factor > 1 && ` ×${row.factor}`,
      ),
      cells,
    );
  });
  const open = openRows(seats, rows.length, hands);
  const total = state.totals.map((n) => h("td", {}, signed(n)));
  return h(
    "table",
    { class: "sheet-table" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, words.t("sheet.hand")), head)),
    h("tbody", {}, rows, open),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, words.t("sheet.total")), total)),
  );
}

function trickLine(seats, trick) {
  const { words } = seats;
  const parts = trick.cards.flatMap((code, i) => {
    const name = h(
      "span",
      {},
      i ? seats.nameWithin((trick.lead + i) % seats.count) : seats.name(trick.lead),
    );
    return [i ? ", " : "", name, " ", cardInText(words, code)];
  });
  return parts;
}

const TAKEN = ["takeover", "held", "retaken"];

/** What the declarer did, up to his discards. */
function declaring(seats, say) {
  const { view, words } = seats;
  const { declarer, take_state: taken, conceded } = view.contract;
  const contract = words.contract(view.contract.code);
  if (seats.role(0) === "alone") {
    say("course.everybody", { contract });
    return;
  }
  const name = seats.name(declarer);
  const you = seats.isMe(declarer) ? ".you" : "";
  say(`course.plays${you}`, { name, contract });
  if (taken) say(`course.${TAKEN[taken - 1]}`, { name });
  if (view.called) say(`course.calls${you}`, { name, card: cardInText(words, view.called) });
  if (conceded) say("course.concedes", { name });
  announcements(seats, say, "pre");
  if (view.talon?.taken !== undefined && view.talon.packets) {
    const cards = view.talon.packets[view.talon.taken].flatMap((code, i) => [
      i ? ", " : "",
      cardInText(words, code),
    ]);
    say(`course.takes${you}`, { name, cards: h("span", {}, cards) });
  }
  // what was shown: to the declarer his discards are known anyhow
  const shownCards = (view.discards ?? []).filter(
    (code) => code !== "?" && isShownAway(seats, code),
  );
  for (const code of shownCards) say("course.shows", { name, card: cardInText(words, code) });
}

/** What was announced before the talon was turned up, or after. */
function announcements(seats, say, when) {
  const { view, words } = seats;
  const key = when === "pre" ? "course.announces.pre" : "course.announces";
  for (const { item, seat, stage } of view.announced ?? [])
    if ((stage === "pre") === (when === "pre"))
      say(key, { name: seats.name(seat), item: words.bonus(item) });
}

/** Announcements after the talon, claims, and what was doubled. */
function talk(seats, say) {
  const { view, words } = seats;
  announcements(seats, say, "post");
  for (const { item, seat } of view.claims ?? [])
    say("course.claims", { name: seats.name(seat), item: words.bonus(item) });
  for (const [target, n] of Object.entries(view.factors ?? {}))
    say("course.factor", { item: targetName(seats, target), n });
}

/**
 * The course of the hand as sentences: [{ n, parts }], oldest first. Computed from the view alone; of
 * tricks that may not be turned over again it names only winner and points.
 */
export function course(seats) {
  const { view, words } = seats;
  const lines = [];
  const say = (key, values, n = "") => lines.push({ n, parts: words.parts(key, values) });
  if (view.contract) {
    declaring(seats, say);
    talk(seats, say);
  } else {
    for (const [seat, action] of view.auction ?? []) {
      lines.push({ n: "", parts: [seats.name(seat), ": ", seats.said(action)] });
    }
  }
  (view.tricks ?? []).forEach((trick, i) => {
    const cards = mayTurn(seats, i) ? [...trickLine(seats, trick), ". "] : [];
    lines.push({ n: String(i + 1), parts: [...cards, ...trickEnd(seats, i)] });
  });
  if (view.trick?.cards.length) {
    lines.push({ n: String((view.tricks?.length ?? 0) + 1), parts: trickLine(seats, view.trick) });
  }
  return lines;
}

/** "Ferdl takes the trick, 10 points." */
export function trickEnd(seats, number) {
  const { view, words } = seats;
  const trick = view.tricks[number];
  const n = words.points([...trick.cards, ...prizeOf(seats, number)]);
  const key = seats.isMe(trick.winner) ? "trick.won.you" : "trick.won";
  return [
    words.t(key, { name: seats.name(trick.winner), points: words.t("points", { count: n, n }) }),
  ];
}

export function courseList(seats) {
  return course(seats).map(({ n, parts }) => h("li", { data: { n } }, parts));
}
