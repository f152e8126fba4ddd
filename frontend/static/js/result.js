// The end of a hand and of a series: what was paid and why.

import { h } from "./dom.js";
import { redealWords, scoreLine } from "./score.js";
import { placeOf } from "./sheet.js";
import { signed } from "./words.js";

function reasons(explained) {
  return explained.map(({ title, why }) =>
    h("li", {}, h("b", {}, title), h("span", {}, why)),
  );
}

/** The line of the score sheet for the hand shown, once it is there. */
function rowOf({ frame }) {
  return frame.table_state.rows.find((row) => row.number === frame.number);
}

/** Totals with this hand: the sheet of a hand that is still being shown does not have it yet. */
function totalsAfter(seats, score) {
  const after = [...seats.frame.table_state.totals];
  if (rowOf(seats)) return after;
  seats.all.forEach((seat) => (after[seats.view.seating?.[seat] ?? seat] += score.points[seat]));
  return after;
}

/** Whether kontra gave the side account other numbers than the score. */
const hasLedger = ({ points, ledger }) => (ledger ?? points).some((n, i) => n !== points[i]);

function seatRows(seats, score, totals) {
  return seats.all.map((seat) => {
    const role = seats.role(seat);
    const index = seats.view.seating?.[seat] ?? seat;
    return h(
      "tr",
      { class: seats.isMe(seat) ? "me" : "" },
      h(
        "th",
        { scope: "row" },
        seats.name(seat),
        h("small", {}, role === "unknown" ? "" : seats.words.t(`result.${role}`)),
      ),
      h("td", {}, signed(score.points[seat])),
      hasLedger(score) && h("td", { class: "total" }, signed(score.ledger[seat])),
      h("td", { class: "total" }, signed(totals[index])),
    );
  });
}

/** Those who sit this hand out: their totals count as well. */
function restRows(seats, score, totals) {
  const playing = seats.view.seating ?? seats.all;
  const rest = seats.frame.table_state.seats.filter(({ index }) => !playing.includes(index));
  return rest.map(({ index, name }) =>
    h(
      "tr",
      { class: "rest" },
      h("th", { scope: "row" }, name, h("small", {}, seats.words.t("seat.out"))),
      h("td", {}, ""),
      hasLedger(score) && h("td", {}, ""),
      h("td", { class: "total" }, signed(totals[index])),
    ),
  );
}

/** Totals of the table after this hand. The frame may be older than the server's sheet: it is taken as it is. */
export function resultPanel(seats) {
  const { view, words, frame } = seats;
  const { score } = view;
  const row = rowOf(seats);
  const totals = totalsAfter(seats, score);
  const factor = row?.factor ?? 1;
  const explained = view.contract
    ? score.lines.map((line) => scoreLine(seats, line))
    : [redealWords(words, view, row?.hand === view.hand)];
  return [
    h(
      "div",
      { class: "result", tabindex: "0" },
      h("h2", {}, explained[0].title),
      h(
        "p",
        { class: "meta" },
        placeOf(words, frame),
        factor > 1 && `, ${words.t("result.double", { n: factor })}`,
      ),
      h("p", { class: "why" }, explained[0].why),
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", {}, ""),
            h("th", { scope: "col" }, words.t("result.hand")),
            hasLedger(score) && h("th", { scope: "col" }, words.t("result.ledger")),
            h("th", { scope: "col" }, words.t("result.total")),
          ),
        ),
        h("tbody", {}, seatRows(seats, score, totals), restRows(seats, score, totals)),
      ),
      explained.length > 1 && h("ul", { class: "why" }, reasons(explained.slice(1))),
    ),
  ];
}

/** The end of the series: places by total. Equal totals share a place. */
export function finalPanel(seats, urls) {
  const { frame, words } = seats;
  const { seats: people } = frame.table_state;
  const totals = totalsAfter(seats, seats.view.score);
  const played = Math.max(frame.number + 1, frame.table_state.rows.length);
  const mine = seats.isSeated ? (seats.view.seating?.[seats.view.seat] ?? seats.view.seat) : null;
  const order = people.map((seat) => seat.index).sort((a, b) => totals[b] - totals[a] || a - b);
  const rows = order.map((index) => {
    const rank = 1 + totals.filter((total) => total > totals[index]).length;
    const name = index === mine ? words.t("you") : people[index].name;
    return h(
      "tr",
      { class: index === mine ? "me" : "" },
      h("td", { class: "rk" }, String(rank)),
      h("th", { scope: "row" }, name),
      h("td", { class: "total" }, signed(totals[index])),
    );
  });
  const best = order.filter((index) => totals[index] === totals[order[0]]);
  const names = best
    .map((index) => (index === mine ? words.t("you") : people[index].name))
    .join(", ");
  const isShared = best.length > 1;
  const isMine = !isShared && best[0] === mine;
  const title = isMine
    ? words.t("final.you")
    : words.t(isShared ? "final.shared" : "final.winner", { names });
  return [
    h(
      "div",
      { class: "result" },
      h("h2", {}, title),
      h(
        "p",
        { class: "meta" },
        words.t("final.after", { count: played, n: played }),
      ),
      h("table", {}, h("tbody", {}, rows)),
      h(
        "p",
        { class: "meta" },
        h("a", { href: urls.hand.replace("ID", seats.view.hand) }, words.t("final.look")),
      ),
    ),
  ];
}
