// The tray above the hand: calling a king, taking a part of the talon.

import { chips } from "./announce.js";
import { cardElement } from "./cards.js";
import { h } from "./dom.js";
import { SUITS } from "./words.js";

function tile(code, action, { words, isOwn, selected, select }) {
  const picture =
    code.length === 2 ? cardElement(code) : h("span", { class: "card blank" }, words.card(code));
  const label = isOwn ? words.t("call.own", { card: words.card(code) }) : words.card(code);
  return h(
    "button",
    {
      class: `ktile${selected === action ? " sel" : ""}`,
      type: "button",
      disabled: !action,
      "aria-label": label,
      "aria-pressed": String(selected === action),
      data: { action: action ?? "", key: code },
      on: { click: () => select(action) },
    },
    picture,
    h("small", {}, isOwn ? words.t("call.own.short") : ""),
  );
}

/** Kings (or whatever rank is asked for) as tiles; those in the own hand say why they cannot be called. */
export function callPanel(seats, { legal, selected, select }) {
  const { words, view } = seats;
  const calls = legal.filter((action) => action.startsWith("call:"));
  if (!calls.length) return [];
  const own = new Set(view.cards?.[view.seat] ?? []);
  const [, rank] = calls.map((action) => action.split(":")[1]).find((code) => code.length === 2);
  const codes = SUITS.map((suit) => suit + rank);
  const others = calls
    .map((action) => action.split(":")[1])
    .filter((code) => !codes.includes(code));
  const tiles = codes.concat(others).map((code) => {
    const action = calls.includes(`call:${code}`) ? `call:${code}` : null;
    return tile(code, action, { words, isOwn: own.has(code), selected, select });
  });
  return [
    h(
      "div",
      { class: "tray" },
      h("h2", {}, words.t("call.title")),
      h("div", { class: `ktiles of${tiles.length}` }, tiles),
    ),
  ];
}

function box(seats, packet, index, { action, isTaken, selected, select }) {
  const { words, view } = seats;
  const hasCalled = view.called && packet.includes(view.called);
  const isHalf = view.talon.packets.length === 2;
  const note = hasCalled
    ? words.t("talon.called")
    : isTaken
      ? words.t("talon.taken")
      : words.t(isHalf ? `talon.half.${index}` : "talon.packet", { n: index + 1 });
  const points = words.points(packet);
  return h(
    action ? "button" : "div",
    {
      class: `box${selected === action && action ? " sel" : ""}${isTaken ? " taken" : ""}`,
      type: action ? "button" : undefined,
      "aria-pressed": action ? String(selected === action) : undefined,
      data: { action: action ?? "", key: `box${index}` },
      on: action ? { click: () => select(action, packet) } : {},
    },
    h(
      "span",
      { class: "cs" },
      packet.map((code) => cardElement(code, words.card(code))),
    ),
    h(
      "span",
      { class: "f" },
      h("span", {}, note),
      h(
        "b",
        { "aria-label": words.t("points", { count: points, n: points }) },
        isHalf ? words.t("points", { count: points, n: points }) : String(points),
      ),
    ),
  );
}

function boxes(seats, { legal, selected, select }) {
  const { view } = seats;
  const { packets, taken } = view.talon;
  const takes = legal.filter((action) => action.startsWith("take:"));
  return h(
    "div",
    { class: `boxes of${packets.length}` },
    packets.map((packet, i) =>
      box(seats, packet, i, { action: takes[i], isTaken: taken === i, selected, select }),
    ),
  );
}

/** The halves of the talon; for the declarer they are buttons that preview the merged hand. */
export function talonPanel(seats, options) {
  const { words, view } = seats;
  if (!view.talon?.packets) return [];
  const title = options.legal.length
    ? words.t("talon.title")
    : words.t("talon.watch", { name: seats.name(view.turn) });
  return [h("div", { class: "tray" }, h("h2", {}, title), boxes(seats, options))];
}

/** The called king lies in the talon: before he takes a half the declarer may give up. */
export function concedePanel(seats, options) {
  const { words, view } = seats;
  if (!view.talon?.packets) return [];
  return [
    h(
      "div",
      { class: "tray" },
      h("h2", {}, words.t("talon.concede")),
      boxes(seats, { legal: [] }),
      options.legal.length ? chips(seats, options) : [],
    ),
  ];
}
