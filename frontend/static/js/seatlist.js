// The seats of the table as a list: who sits where, who is away or played for, which seats can be had.

import { h } from "./dom.js";
import { ownTableSeat } from "./seats.js";

/** A form of one button: the page answers with the table again. */
export function postButton(table, url, label, { css = "", fields = {}, key = url } = {}) {
  const token = document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";
  const values = { csrfmiddlewaretoken: token, ...fields };
  return h(
    "form",
    { method: "post", action: url, class: "one" },
    Object.entries(values).map(([name, value]) => h("input", { type: "hidden", name, value })),
    h("button", { class: `btn ${css}`, type: "submit", data: { key } }, label),
  );
}

/** What is to be said about a seat besides its name. */
export function seatNotes(words, seat) {
  const notes = [];
  if (seat.kind === "free") return [words.t("seat.free")];
  if (seat.kind === "bot") notes.push(words.t("seat.bot"));
  if (seat.stand_in) notes.push(words.t("seat.stand_in", { name: words.bot(seat.stand_in) }));
  else if (seat.kind === "person" && seat.present === false) notes.push(words.t("seat.away"));
  if (seat.claimed) notes.push(words.t("seat.claimed", { name: seat.claimed }));
  if (seat.leaving) notes.push(words.t("seat.leaving"));
  if (seat.asked) notes.push(words.t("seat.asked"));
  return notes;
}

/** Whether others would like another series and this reader has not answered. */
export function isAsked({ frame, pacer }) {
  const { rematch, seats } = frame.table_state;
  return Boolean(rematch && !pacer.isBehind && seats[ownTableSeat(frame)]?.asked);
}

/** Whether this reader wants another series and waits for the answers: he need not leave the result. */
export function waitsForSeries({ frame }) {
  const mine = frame ? ownTableSeat(frame) : null;
  return mine !== null && Boolean(frame.table_state.rematch?.by.includes(mine));
}

/** The sentence while people are asked for another series; "" while nobody is. */
export function rematchText(table) {
  const { words, frame } = table;
  const { rematch, seats } = frame.table_state;
  if (!rematch || table.pacer.isBehind) return ""; // it has begun
  const names = rematch.by.map((index) => seats[index].name).join(", ");
  return isAsked(table) ? words.t("again.asked", { names }) : words.t("again.waits", { names });
}

/** Whether this reader may take a seat. */
export function canBeHad(table, seat) {
  const isSeated = ownTableSeat(table.frame) !== null;
  return !isSeated && (seat.kind === "free" || (seat.warm && !seat.claimed));
}

function line(table, seat) {
  const { words, frame, config } = table;
  const isOwn = seat.index === ownTableSeat(frame);
  const name = seat.kind === "free" ? words.t("seat.number", { n: seat.index + 1 }) : seat.name;
  return h(
    "li",
    { class: `${seat.kind}${isOwn ? " own" : ""}` },
    h("span", { class: "n" }, isOwn ? words.t("you") : name),
    h("span", { class: "d" }, seatNotes(words, seat).join(", ")),
    canBeHad(table, seat) &&
      postButton(table, config.urls.sit, words.t("seat.sit"), {
        fields: { seat: seat.index },
        key: `sit${seat.index}`,
      }),
  );
}

export function seatList(table) {
  return h(
    "ul",
    { class: "seatlist" },
    table.frame.table_state.seats.map((seat) => line(table, seat)),
  );
}

/** Whether somebody else is concerned by this reader's leaving. */
export function mayLeave({ frame }) {
  const { kind, practice, status, seats } = frame.table_state;
  const mine = ownTableSeat(frame);
  if (mine === null || kind !== "quick" || practice) return false;
  if (status !== "open" && status !== "running") return false;
  return seats.some((seat) => seat.index !== mine && (seat.kind !== "bot" || seat.warm));
}

export function leaveButton(table) {
  return postButton(table, table.config.urls.leave, table.words.t("seat.leave"), { key: "leave" });
}

/** Seconds until bots take the free seats. */
function startsIn(table) {
  const { starts_at: at } = table.frame.table_state;
  return at ? Math.max(0, Math.ceil((Date.parse(at) - table.now()) / 1000)) : null;
}

export function countdownText(table) {
  const n = startsIn(table);
  return n === null ? "" : table.words.t("table.starts", { count: n, n });
}

/** In place of the felt: a table that waits for players. */
export function waitingPanel(table) {
  const { words, frame, config } = table;
  const { name, status } = frame.table_state;
  if (status !== "open")
    return [h("div", { class: "waiting" }, h("p", { class: "wait" }, words.t("waiting")))];
  return [
    h(
      "div",
      { class: "waiting" },
      h("h2", {}, config.title || name),
      h("p", { class: "meta", data: { part: "countdown" } }, countdownText(table)),
      seatList(table),
      agreed(config),
      h("div", { class: "acts" }, inviteLink(table), mayLeave(table) && leaveButton(table)),
    ),
  ];
}

/** What has been agreed at this table. */
function agreed({ agreement = [], house_rules: rules = [] }) {
  return [
    h(
      "dl",
      { class: "agreed" },
      agreement.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
    ),
    h("ul", { class: "agreed" }, rules.map((rule) => h("li", {}, rule))),
  ];
}

/** Who made a private table invites to it. */
function inviteLink({ frame, config, words }) {
  if (frame.table_state.access !== "private" || !config.tends) return null;
  return h("a", { class: "btn pri", href: config.urls.invite }, words.t("table.invite"));
}
