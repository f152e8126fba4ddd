// The middle of the table: the trick, and the points of the two sides.

import { cardElement } from "./cards.js";
import { h } from "./dom.js";
import { shown } from "./words.js";

/** The trick to draw: the one being played, or the last one while it is held up. */
export function trickToShow(view, held) {
  if (held && view.tricks?.length) return { ...view.tricks.at(-1), isHeld: true };
  return view.trick ?? { lead: view.turn ?? 0, cards: [] };
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
export function drawPrize(root, seats, held) {
  const { view, words } = seats;
  const count = view.tricks?.length ?? 0;
  const [code] = view.phase === "play" || held ? prizeOf(seats, held ? count - 1 : count) : [];
  if (root.dataset.code === (code ?? "")) return;
  root.dataset.code = code ?? "";
  root.replaceChildren(
    ...(code ? [h("small", {}, words.t("prize")), cardElement(code, words.card(code))] : []),
  );
}

/** Draw the cross of at most four cards; cards that stay keep their element. */
export function drawTrick(root, seats, { held, pending, wantsCard }) {
  const { view, words } = seats;
  const trick = trickToShow(view, held);
  const cards = trickCards(seats, trick, pending);
  const wanted = [];
  for (const [seat, code] of cards) {
    const won = trick.isHeld && trick.winner === seat;
    wanted.push({
      id: `${view.hand}-${code}`,
      place: seats.place(seat),
      code,
      won,
      pending: code === pending,
    });
  }
  const old = new Map([...root.children].map((element) => [element.dataset.id, element]));
  for (const [id, element] of old) {
    if (!wanted.some((card) => card.id === id)) element.remove();
  }
  for (const card of wanted) {
    let element = old.get(card.id);
    if (!element) {
      element = cardElement(card.code, words.card(card.code));
      element.dataset.id = card.id;
      root.append(element);
    }
    element.className = `card c-${card.place}${card.won ? " won" : ""}${card.pending ? " sent" : ""}`;
  }
  if (wantsCard && !pending && !cards.has(seats.viewpoint)) {
    root.append(Object.assign(h("span", { class: "slot me c-bot" }), {}));
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
    root.replaceChildren(
      ...(isShown
        ? [h("strong", {}, String(number(side))), h("span", {}, sideLabel(seats, side, i === 0))]
        : []),
    );
  });
}
