// Name plates of the players.

import { inHandOrder } from "./cards.js";
import { h } from "./dom.js";

/** The plate of one seat; for somebody who only watches it is a button: sit behind this player. */
export function plate(table, seat) {
  const { seats, words } = table;
  const turn = seats.isOnTurn(seat) && !table.held ? " turn" : "";
  const showsTricks = ["play", "over"].includes(table.frame.view.phase);
  const content = [
    h("span", { class: "n" }, seats.plainName(seat)),
    h("span", { class: "d" }, presence(table, seat), seats.note(seat), h("span", { class: "clock", data: { seat } })),
    showsTricks &&
      h(
        "span",
        { class: "t", title: words.t("tricks") },
        h("span", { class: "vh" }, `${words.t("tricks")} `),
        String(seats.tricks(seat)),
      ),
    h("span", { class: "vh" }, openHand(table, seat)),
    h("span", { class: "minis", "aria-hidden": "true" }, minis(table, seat)),
  ];
  const attributes = {
    class: `plate p-${seats.place(seat)}${turn}`,
    data: { key: `plate${seat}` },
  };
  if (seats.isSeated) return h("div", attributes, content);
  const look = () => {
    table.viewpoint = seat;
    table.draw();
  };
  return h(
    "button",
    {
      ...attributes,
      type: "button",
      title: words.t("sit_behind", { name: seats.plainName(seat) }),
      on: { click: look },
    },
    content,
  );
}

/* Somebody who is away, or for whom a bot plays: a mark of its own before everything else. */
function presence({ seats, words }, seat) {
  const held = seats.tableSeat(seat) ?? {};
  const isAway = held.kind === "person" && held.present === false;
  if (!held.stand_in && !isAway) return null;
  if (!held.stand_in) return h("b", { class: "gone" }, words.t("seat.away"));
  const text = words.t("seat.stand_in", { name: words.bot(held.stand_in) });
  return h(
    "b",
    { class: "gone", title: text },
    h("span", { "aria-hidden": "true" }, words.t("seat.bot")),
    h("span", { class: "vh" }, text),
  );
}

/** The plate of a player who sits this hand out; on a desk the bar says it. */
export const outPlate = (words) => (seat) =>
  h(
    "div",
    { class: "plate p-out" },
    h("span", { class: "n" }, seat.name),
    h("span", { class: "d" }, words.t("seat.out")),
  );

/* An open hand as it is read out; the reader's own cards lie below. */
function openHand(table, seat) {
  const { view } = table.frame;
  if (view.phase === "over" || seat === table.seats.viewpoint) return "";
  return inHandOrder(view.cards?.[seat] ?? [])
    .map((code) => table.words.card(code))
    .join(", ");
}

/* Small cards beside the name: backs, or faces where cards lie open. */
function minis(table, seat) {
  const { view } = table.frame;
  const cards = view.cards?.[seat];
  if (seat === table.seats.viewpoint && !table.seats.isSeated) return [];
  return cards?.length && view.phase !== "over"
    ? inHandOrder(cards).map((code) =>
        h(
          "i",
          { class: `mini ${code[0] in table.words.suits ? `s${code[0].toLowerCase()}` : ""}` },
          ...miniText(code),
        ),
      )
    : Array.from({ length: view.counts?.[seat] ?? 0 }, () => h("i", { class: "mini back" }));
}

/* The letters of the large faces (tokens.css, frontend/cards/faces.mjs), per page language. */
const LETTERS = {
  de: { K: "K", Q: "D", N: "C", J: "B" },
  en: { K: "K", Q: "Q", N: "N", J: "J" },
  es: { K: "R", Q: "D", N: "C", J: "S" },
};

function miniText(code) {
  const glyph = { H: "\u2665", D: "\u2666", S: "\u2660", C: "\u2663" }[code[0]];
  if (!glyph) return [code === "22" ? "S" : String(Number(code))];
  const letters = { T: "10", ...(LETTERS[document.documentElement.lang] ?? LETTERS.de) };
  return [glyph, letters[code[1]] ?? code[1]];
}
