// Sitting down at a table that is being played, and giving a seat up.

import { h } from "./dom.js";
import { canBeHad, mayLeave, postButton } from "./seatlist.js";
import { ownTableSeat } from "./seats.js";

/** The seat that will be this reader's from the next hand on; null if there is none. */
function ownClaim({ config, frame }) {
  if (ownTableSeat(frame) !== null) config.claim = null; // it has come true
  const index = config.claim ?? null;
  return index !== null && frame.table_state.seats[index]?.claimed ? index : null;
}

/** Says that a seat has been taken; "" while none is. */
export function claimText(table) {
  return ownClaim(table) === null ? "" : table.words.t("seat.claim");
}

/** For somebody who watches a table where a seat can be had: take it, or change his mind. */
export function joinButtons(table) {
  const { words, config, frame } = table;
  const { kind, practice, status, seats } = frame.table_state;
  if (status !== "running" || kind !== "quick" || practice) return [];
  if (ownClaim(table) !== null)
    return [postButton(table, config.urls.leave, words.t("seat.unclaim"), { key: "unclaim", fields: { stay: 1 } })];
  const seat = seats.find((one) => canBeHad(table, one));
  if (!seat) return [];
  const options = { key: "join", css: "pri", fields: { seat: seat.index } };
  return [postButton(table, config.urls.sit, words.t("seat.join"), options)];
}

/** Whether a hand is being played that a bot would have to play to its end. */
function isInHand({ frame }) {
  const { view, table_state: state } = frame;
  if (state.status !== "running" || !view || view.phase === "over") return false;
  return (view.seating ?? []).includes(ownTableSeat(frame));
}

/** The way out of the table; in a hand it says what follows and asks once. */
export function leavePart(table) {
  const { words, config } = table;
  if (!mayLeave(table) || table.frame.table_state.seats[ownTableSeat(table.frame)].leaving) return [];
  const label = words.t("seat.leave");
  if (!isInHand(table)) return [postButton(table, config.urls.leave, label, { key: "leave" })];
  const ask = (isOn) => () => {
    table.isLeaving = isOn;
    table.draw();
    table.part("leave").querySelector(`[data-key="${isOn ? "stay" : "leave"}"]`).focus();
  };
  const button = (key, text, click) =>
    h("button", { class: "btn", type: "button", data: { key }, on: { click } }, text);
  if (!table.isLeaving) return [button("leave", label, ask(true))];
  return [
    h("p", { role: "alert" }, words.t("seat.leave.ask")),
    postButton(table, config.urls.leave, words.t("seat.leave.yes"), { key: "leave-yes", css: "pri" }),
    button("stay", words.t("seat.leave.no"), ask(false)),
  ];
}
