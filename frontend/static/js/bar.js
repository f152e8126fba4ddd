// The bar on top: contract, called card, factor, number of the hand, line to the server, clock.

import { h } from "./dom.js";
import { countdownText } from "./seatlist.js";
import { placeOf } from "./sheet.js";
import { cardInText } from "./words.js";

const LOW_SECONDS = 10;

export function drawBar(table) {
  const { words, seats, part } = table;
  const { view, table_state: state, number } = table.frame;
  part("title").textContent = view.contract
    ? words.game(view.contract)
    : words.t(`phase.${view.phase}`);
  part("called").replaceChildren(...(view.called ? [cardInText(words, view.called)] : []));
  part("factor").textContent = view.factors?.game ? `×${view.factors.game}` : "";
  const out = seats.sittingOut.map((seat) => seat.name);
  const { target } = words.rules;
  const short = target ? `${number + 1} \u2192 ${target}` : `${number + 1}/${state.hand_count ?? state.hands}`;
  const isDouble = state.factor > 1 && number === state.number;
  const double = isDouble ? words.t("hand.double", { n: state.factor }) : "";
  part("number").replaceChildren(
    h("span", { class: "long" }, [placeOf(words, table.frame), double].filter(Boolean).join(", ")),
    h("span", { class: "short" }, isDouble ? `${short} \u00d7${state.factor}` : short),
  );
  part("out").textContent = out.length ? words.t("sits_out", { name: out.join(", ") }) : "";
}

/** The line to the server; while it is down, since when. */
export function drawLine(table) {
  const state = table.line ?? "connecting";
  table.part("net").dataset.state = state;
  const { words } = table;
  const text =
    state === "waiting" ? words.t("net.waiting", { time: since(table) }) : words.t(`net.${state}`);
  const label = table.part("net-text");
  if (label.textContent !== text) label.textContent = text;
}

function since(table) {
  if (table.line === "open") table.lostAt = null;
  else table.lostAt ??= new Date();
  return (table.lostAt ?? new Date()).toLocaleTimeString(document.documentElement.lang, {
    timeStyle: "short",
  });
}

/** Minutes and seconds. */
const clockTime = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/** The time that runs: first that of the action, then the bank of the series. */
function clockText(table, { deadline, until }) {
  const { words } = table;
  const left = (at) => Math.max(0, Math.ceil((Date.parse(at) - table.now()) / 1000));
  const n = left(deadline);
  const bank = until ? left(until) - n : 0;
  if (bank < 1) return { text: words.t("seconds", { n }), isLow: n <= LOW_SECONDS };
  const time = clockTime(bank);
  if (n) return { text: words.t("clock.then", { n, time }), isLow: false };
  return { text: words.t("clock.bank", { time }), isLow: bank <= LOW_SECONDS };
}

/** Every half second: the clock of the seat to move, quietly, and the wait for the first deal. */
export function drawClock(table) {
  const clock = table.frame?.clock;
  const seat = clock ? String(clock.seat) : null;
  const { text, isLow } = clock ? clockText(table, clock) : { text: "", isLow: false };
  for (const element of table.main.querySelectorAll(".clock"))
    write(element, element.dataset.seat === seat ? ` ${text}` : "", isLow);
  const isOwn = clock && table.seats?.isMe(clock.seat);
  write(table.part("own-clock"), isOwn ? text : "", isLow);
  const countdown = table.part("countdown");
  if (countdown) write(countdown, countdownText(table), false);
}

function write(element, text, isLow) {
  if (element.textContent !== text) element.textContent = text;
  element.classList.toggle("low", isLow);
}
