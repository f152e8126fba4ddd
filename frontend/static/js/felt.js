// The middle of the table: the trick, and the points of the two sides.

import { cardElement } from "./cards.js";
import { h } from "./dom.js";
import { shown } from "./words.js";

const PILE_MS = 220; // how long a trick takes to its pile

/** The trick to draw: number `number`, held up, or the one being played. */
function trickToShow(view, number) {
  if (number !== null && view.tricks?.[number]) return { ...view.tricks[number], isHeld: true };
  return view.trick ?? { lead: view.turn ?? 0, cards: [] };
}

/**
 * Whether a trick may be turned over again, as the rule set allows: everything, or what the own side
 * has won, or that and the last trick of the others. Who only watches may see every trick.
 */
export function mayTurn(seats, number) {
  const { view, words } = seats;
  const trick = view.tricks?.[number];
  if (!trick) return false;
  const rule = words.rules.trick_view;
  if (!seats.isSeated || rule === "all" || view.phase === "over") return true;
  if (seats.sides[0].includes(trick.winner)) return true;
  return rule === "own_talon_and_last" && number === view.tricks.length - 1;
}

/** The last trick on a side's pile, if it may be turned over; else -1. */
function topOf(seats, side) {
  const tricks = seats.view.tricks ?? [];
  const top = tricks.findLastIndex((trick) => side.includes(trick.winner));
  return mayTurn(seats, top) ? top : -1;
}

function trickCards(seats, trick, pending) {
  const cards = new Map();
  trick.cards.forEach((code, i) => cards.set((trick.lead + i) % seats.count, code));
  if (pending && !trick.isHeld && seats.isSeated && !cards.has(seats.viewpoint))
    cards.set(seats.viewpoint, pending);
  return cards;
}

/** Talon cards that go with trick `number` (from 0) to its winner, as far as they were turned up. */
export function prizeOf(seats, number) {
  const { view, words } = seats;
  const kind = words.contracts[view.contract?.code]?.talon;
  const talon = (view.talon?.packets ?? []).flat();
  if (kind === "perTrick") return talon.slice(number, number + 1);
  return kind === "last" && number + 1 === words.rules.tricks ? talon : [];
}

/** The card of the talon that lies beside the trick (Trischaken). */
export function drawPrize(root, seats, number) {
  const { view, words } = seats;
  const isUp = number !== null;
  const of = isUp ? number : (view.tricks?.length ?? 0);
  const [code] = view.phase === "play" || isUp ? prizeOf(seats, of) : [];
  if (root.dataset.code === (code ?? "")) return;
  root.dataset.code = code ?? "";
  root.replaceChildren(
    ...(code ? [h("small", {}, words.t("prize")), cardElement(code, words.card(code))] : []),
  );
}

/**
 * Draw the cross of at most four cards; cards that stay keep their element. `number`: a trick held up;
 * `isEnding`: it has just ended, and will slide to the pile of the side that won it.
 */
export function drawTrick(root, seats, { number, isEnding, isStill, pending, wantsCard }) {
  const { view } = seats;
  const trick = trickToShow(view, number);
  const cards = trickCards(seats, trick, pending);
  const wanted = new Map(
    [...cards].map(([seat, code]) => [`${view.hand}-${code}`, { seat, code }]),
  );
  clearTrick(root, wanted, isStill);
  if (isEnding) root.dataset.pile = seats.sides[0].includes(trick.winner) ? "l" : "r";
  else delete root.dataset.pile;
  for (const [id, { seat, code }] of wanted) {
    const element = cardIn(root, id, code, seats.words);
    const won = trick.isHeld && trick.winner === seat ? " won" : "";
    element.className = `card c-${seats.place(seat)}${won}${code === pending ? " sent" : ""}`;
  }
  if (wantsCard && number === null && !pending && !cards.has(seats.viewpoint))
    root.append(h("span", { class: "slot me c-bot" }));
}

function cardIn(root, id, code, words) {
  const found = [...root.children].find((element) => element.dataset.id === id);
  if (found) return found;
  const element = cardElement(code, words.card(code));
  element.dataset.id = id;
  root.append(element);
  return element;
}

/** Take away what is not wanted any more; a trick that has ended slides to its pile. */
function clearTrick(root, wanted, isStill) {
  const { pile } = root.dataset;
  for (const element of [...root.children]) {
    const { id } = element.dataset;
    if (wanted.has(id) || element.classList.contains("gone")) continue;
    if (!id || !pile || isStill) {
      element.remove();
      continue;
    }
    delete element.dataset.id;
    element.classList.add("gone", `to-${pile}`);
    element.setAttribute("aria-hidden", "true");
    setTimeout(() => element.remove(), PILE_MS);
  }
}

function sideLabel(seats, side, isOwn) {
  const { words } = seats;
  const tricks = side.reduce((sum, seat) => sum + seats.tricks(seat), 0);
  let who;
  if (seats.isSeated) {
    if (isOwn) who = words.t(side.length > 1 ? "side.we" : "side.you");
    else
      who = words.t(
        side.some((seat) => seats.role(seat) === "unknown") ? "side.others" : "side.they",
      );
  } else {
    who = isOwn ? side.map((seat) => seats.plainName(seat)).join(", ") : words.t("side.others");
  }
  return words.t("side.tricks", { who, count: tricks, n: tricks });
}

/**
 * Card points of the two sides, as far as the viewer knows who belongs together; tricks where they
 * decide. Where everybody plays for himself there is only the own side, the plates show the rest.
 */
export function drawSides(left, right, seats) {
  const { view } = seats;
  const isOn = view.phase === "play" || view.phase === "over";
  const kind = seats.words.contracts[view.contract?.code]?.kind;
  const number = (side) => {
    if (kind === "negative") return side.reduce((sum, seat) => sum + seats.tricks(seat), 0);
    return shown(side.reduce((sum, seat) => sum + (view.points?.[seat] ?? 0), 0));
  };
  seats.sides.forEach((side, i) => {
    const root = i === 0 ? left : right;
    const isShown = isOn && (i === 0 || kind !== "everyone");
    const top = view.phase === "play" ? topOf(seats, side) : -1;
    root.classList.toggle("pile", top >= 0);
    if (top >= 0) root.dataset.trick = top;
    else delete root.dataset.trick;
    root.title = top >= 0 ? seats.words.t("trick.pile") : "";
    root.replaceChildren(
      ...(isShown
        ? [h("strong", {}, String(number(side))), h("span", {}, sideLabel(seats, side, i === 0))]
        : []),
    );
  });
}
