// The bar on top: contract, called card, factor, number of the hand, line to the server, clock.

import { h } from "./dom.js";
import { placeOf } from "./sheet.js";
import { cardInText } from "./words.js";

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

export function drawClock(table) {
  const clock = table.frame?.clock;
  for (const element of table.main.querySelectorAll(".clock")) element.textContent = "";
  const own = table.part("own-clock");
  own.textContent = "";
  if (!clock) return;
  const seconds = Math.max(0, Math.ceil((Date.parse(clock.deadline) - Date.now()) / 1000));
  const text = table.words.t("seconds", { n: seconds });
  if (table.seats?.isMe(clock.seat)) own.textContent = text;
  const plate = table.main.querySelector(`.clock[data-seat="${clock.seat}"]`);
  if (plate) plate.textContent = ` ${text}`;
}
