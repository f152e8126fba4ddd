// The auction: who said what, and what may be said.

import { h } from "./dom.js";
import { letterOf } from "./keys.js";

/** The grid on top: a column per seat in playing order from forehand, a row per round. */
function grid(seats) {
  const { view, words } = seats;
  const order = seats.all.map((i) => (seats.forehand + i) % seats.count);
  const rows = [];
  let column = seats.count;
  const placeOf = (seat) => {
    const at = order.indexOf(seat);
    if (at <= column) rows.push(new Map());
    column = at;
  };
  for (const [seat, action] of view.auction ?? []) {
    placeOf(seat);
    rows.at(-1).set(seat, action);
  }
  if (view.turn !== undefined && isAuction(view)) placeOf(view.turn);
  const bids = (view.auction ?? []).filter(([, action]) =>
    /^(bid|choose|hold|takeover|retake)/.test(action),
  );
  const high = bids.at(-1);
  const last = rows.at(-1);
  const cell = (entries, seat) => {
    const action = entries.get(seat);
    if (action)
      return h(
        "td",
        { class: high && high[0] === seat && high[1] === action ? "hi" : "" },
        seats.said(action),
      );
    const isNow = entries === last && view.turn === seat && isAuction(view);
    return h(
      "td",
      { class: isNow ? "now" : "" },
      isNow ? words.t(seats.isMe(seat) ? "you.now" : "auction.thinks") : "",
    );
  };
  const head = order.map((seat) =>
    h(
      "th",
      { scope: "col" },
      seats.name(seat),
      h("small", {}, seat === seats.forehand ? words.t("seat.forehand") : ""),
    ),
  );
  return h(
    "div",
    { class: "grid", tabindex: "-1" },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, head)),
      h(
        "tbody",
        {},
        rows.map((entries) =>
          h(
            "tr",
            {},
            order.map((seat) => cell(entries, seat)),
          ),
        ),
      ),
    ),
  );
}

const isAuction = (view) => view.phase === "auction" || view.phase === "choose";

function contractRow(code, action, { words, selected, select }) {
  const { name, meaning, pays, note, confirm: mustConfirm } = words.contracts[code];
  const isSelected = selected === action;
  return h(
    "button",
    {
      class: `row${isSelected ? " sel" : ""}`,
      type: "button",
      data: { action, key: action },
      "aria-pressed": mustConfirm ? String(isSelected) : undefined,
      on: { click: () => select(action, !mustConfirm || isSelected) },
    },
    h("span", {}, h("span", { class: "a" }, name), h("span", { class: "m" }, meaning)),
    h("span", { class: "v" }, pays, h("small", {}, note)),
  );
}

/** The panel: grid, then the list of contracts (and why not others) or a word about who is thinking. */
export function auctionPanel(seats, { legal, selected, select, whyNot }) {
  const { words, view } = seats;
  const rows = legal
    .filter((action) => /^(bid|choose):/.test(action))
    .map((action) => contractRow(action.split(":")[1], action, { words, selected, select }));
  const wait =
    view.turn === undefined || seats.isMe(view.turn)
      ? ""
      : words.t("auction.wait", { name: seats.name(view.turn) });
  const empty = legal.length ? words.t("auction.only") : wait;
  return [
    grid(seats),
    h("div", { class: "list" }, rows.length ? rows : h("p", { class: "wait" }, empty), whyNot),
  ];
}

/** What ends the seat's bidding: passing, accepting a bid, or forehand's first word. */
function refusal(seats, legal) {
  const known = ["reserve", "good", "pass"].find((action) => legal.includes(action));
  if (known) return known;
  const isBid = (seats.view.auction ?? []).some(([, action]) => action.startsWith("bid:"));
  return seats.words.rules.accepts && isBid ? "good" : "pass";
}

/**
 * Pass left, always in the same place, the answer to a bid beside it (hold, take over …), then the
 * contract that waits for its second tap.
 */
export function auctionButtons(seats, { legal, selected, send }) {
  const { words } = seats;
  const button = (action, key, css = "") =>
    h(
      "button",
      {
        class: `btn ${css}`,
        type: "button",
        data: { action, key: action },
        disabled: !legal.includes(action),
        "aria-keyshortcuts": letterOf(action),
        on: { click: () => send(action) },
      },
      words.t(key),
    );
  const no = refusal(seats, legal);
  const buttons = [button(no, `say.${no}`)];
  const { answers } = words.rules;
  const answer = answers.find((action) => legal.includes(action)) ?? answers[0];
  if (answer) buttons.push(button(answer, `say.${answer}`));
  if (selected) {
    buttons.push(
      h(
        "button",
        {
          class: "btn pri",
          type: "button",
          data: { action: selected, key: "confirm" },
          on: { click: () => send(selected) },
        },
        words.contract(selected.split(":")[1]),
      ),
    );
  }
  return buttons;
}
