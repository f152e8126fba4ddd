// Laying cards away: they drop into slots, come back with a tap, and go off together.

import { cardElement } from "./cards.js";
import { h } from "./dom.js";
import { cardInText, isShownAway, suitGlyph, SUITS } from "./words.js";

/** How many cards have to go, and how many are still to be chosen or sent. */
export function discardCount({ counts, turn, discards = [] }) {
  const fewest = Math.min(...counts);
  const left = Math.max(0, (counts[turn] ?? fewest) - fewest);
  return { count: left + discards.length, left };
}

/**
 * Whether what lies in the slots can go off: they are full, or nothing else may be laid away before
 * it (taroks, for one, become free only then).
 */
export function mayGo(table) {
  const { laid } = table;
  const { left } = discardCount(table.frame.view);
  return laid.length > 0 && (laid.length >= left || !table.cardActions.size);
}

/** Whether every slot has its card. */
export function isFull({ laid, frame: { view } }) {
  return laid.length > 0 && laid.length >= discardCount(view).left;
}

function slots(table, count) {
  const { seats, laid } = table;
  const { words, view } = seats;
  const gone = view.discards ?? [];
  return Array.from({ length: Math.max(count, gone.length) }, (_, i) => {
    if (i < gone.length) {
      const face =
        gone[i] === "?"
          ? cardElement("back", words.t("card.hidden"))
          : cardElement(gone[i], words.card(gone[i]));
      return h("span", { class: "sl full" }, face, shownBadge(seats, gone[i]));
    }
    const code = laid[i - gone.length];
    if (!code) return h("span", { class: "sl" }, String(i + 1));
    const label = words.t("discard.back", { card: words.card(code) });
    return h(
      "button",
      {
        class: "sl full",
        type: "button",
        "aria-label": label,
        title: label,
        data: { key: `laid-${code}`, card: code },
        on: { click: () => table.takeBackDiscard(code) },
      },
      cardElement(code),
      shownBadge(seats, code),
    );
  });
}

/** A card that is shown to everybody wears it. */
function shownBadge(seats, code) {
  if (code === "?" || !isShownAway(seats, code)) return null;
  return h("small", { class: "shown" }, seats.words.t("discard.shown"));
}

/** "5 points laid away, without ♦ ♠": of what is gone and what lies in the slots. */
function foot(table) {
  const { seats, laid } = table;
  const { words, view } = seats;
  const gone = [...(view.discards ?? []).filter((code) => code !== "?"), ...laid];
  const points = words.points(gone);
  const rest = (view.cards?.[view.turn] ?? []).filter((code) => !laid.includes(code));
  const held = new Set(rest.map((code) => code[0]));
  const missing = SUITS.filter((suit) => !held.has(suit));
  const parts = [words.t("discard.points", { count: points, n: points })];
  if (missing.length)
    parts.push(
      " · ",
      words.t("discard.void"),
      ...missing.flatMap((suit) => [
        " ",
        suitGlyph(suit),
        h("span", { class: "vh" }, words.suits[suit]),
      ]),
    );
  return h("p", { class: "foot" }, parts);
}

/** Slots for the cards laid away. The half left to the others stays in sight. */
export function discardPanel(table) {
  const { seats, laid } = table;
  const { words, view } = seats;
  const { count, left } = discardCount(view);
  const mine = seats.isMe(view.turn);
  const n = left - laid.length;
  const title = mine
    ? words.t(n > 0 ? "discard.title" : "discard.ready", { count: n, n })
    : words.t("discard.watch", { name: seats.name(view.turn) });
  const other = view.talon?.packets?.filter((_, i) => i !== view.talon.taken) ?? [];
  return [
    h(
      "div",
      { class: "tray" },
      h("h2", {}, title),
      h("div", { class: `slots${count > 3 ? " six" : ""}` }, slots(table, count)),
      mine && foot(table),
      other.length > 0 &&
        h(
          "p",
          { class: "foot" },
          words.t("discard.other"),
          " ",
          other.flat().flatMap((code) => [cardInText(words, code), " "]),
        ),
    ),
  ];
}
