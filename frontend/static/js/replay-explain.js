// What "explain" adds to a ply: the terms in its sentence, and what everybody could count.

import { targetName } from "./announce.js";
import { endsTrick } from "./replay-log.js";
import { h } from "./dom.js";
import { shown } from "./words.js";

/** Sentences about the terms of this ply, as texts. */
export function termsOf(seats, ply, before) {
  const { words } = seats;
  if (!before) return [words.t("explain.deal")];
  const [action, seat] = ply.last;
  const [verb, arg = ""] = action.split(":");
  const texts = [];
  if (words.contracts[arg] && (verb === "bid" || verb === "choose"))
    texts.push(meaning(words, words.contract(arg), words.contracts[arg].meaning));
  if (verb === "call") texts.push(words.t("explain.call"));
  if (verb === "take") texts.push(words.t("explain.take"));
  if (verb === "discard") texts.push(words.t("explain.discard"));
  if (words.bonuses[arg] && (verb === "announce" || verb === "claim"))
    texts.push(meaning(words, words.bonus(arg), words.bonuses[arg].meaning));
  if (/kontra$/.test(verb)) texts.push(words.t("explain.double"));
  if (verb === "play") texts.push(...cardTerms(seats, arg, seat, before));
  if (isKnownNow(ply, before)) texts.push(words.t("explain.known"));
  return texts.filter(Boolean);
}

const meaning = (words, term, text) =>
  text ? words.t("explain.term", { term, meaning: text.replace(/\.$/, "") }) : "";

function cardTerms(seats, code, seat, before) {
  const { words } = seats;
  const kind = (card) => (card[0] in words.suits ? card[0] : "tarok");
  const lead = before.view.trick?.cards[0];
  if (!lead) return before.view.tricks?.length ? [] : [words.t("explain.lead")];
  if (kind(code) === kind(lead)) return [];
  if (kind(code) === "tarok")
    return [words.t("explain.tarok", { name: seats.plainName(seat) })];
  return [words.t("explain.thrown")];
}

function isKnownNow(ply, before) {
  return Boolean(before.public?.includes("unknown") && ply.public && !ply.public.includes("unknown"));
}

/** What everybody at the table could count after this ply: lines as texts. */
export function countsOf(seats, ply) {
  const { view, words } = seats;
  const contract = words.contracts[view.contract?.code];
  if (!contract || !view.points || !ply.public) return [];
  const names = (list) => list.map((seat) => seats.plainName(seat)).join(", ");
  if (contract.kind === "everyone")
    return seats.all.map((seat) => rest(words, names([seat]), shown(view.points[seat])));
  const isDeclaring = (seat) => ["declarer", "partner"].includes(ply.public[seat]);
  const side = seats.all.filter(isDeclaring);
  if (contract.kind === "negative") {
    const n = side.reduce((sum, seat) => sum + seats.tricks(seat), 0);
    return [words.t("explain.goal", { names: names(side), count: n, n, goal: contract.goal })];
  }
  const points = (list) => shown(list.reduce((sum, seat) => sum + view.points[seat], 0));
  const others = seats.all.filter((seat) => !isDeclaring(seat));
  const need = words.rules.need;
  const first = words.t("explain.side", { names: names(side), n: points(side), need });
  if (!ply.public.includes("unknown")) return [first, rest(words, names(others), points(others))];
  return [first, ...others.map((seat) => rest(words, names([seat]), points([seat])))];
}

const rest = (words, names, n) => words.t("explain.rest", { names, count: n, n });

/** Announced bonuses: still possible, made or lost. */
export function standingOf(seats, ply) {
  const { view, words } = seats;
  return (ply.standing ?? []).map((state, i) => {
    const { item, seat } = view.announced[i];
    const values = { item: targetName(seats, item), name: seats.plainName(seat) };
    return { state, text: words.t(`explain.${state}`, values) };
  });
}

/** The box under the controls. */
export function explainBox(seats, ply, before) {
  const { words } = seats;
  const counts = endsTrick(ply, before) || ply.view.points ? countsOf(seats, ply) : [];
  return [
    ...termsOf(seats, ply, before).map((text) => h("p", {}, text)),
    counts.length > 0 && h("h3", {}, words.t("explain.points")),
    counts.length > 0 && h("ul", {}, counts.map((text) => h("li", {}, text))),
    ply.standing &&
      h(
        "ul",
        { class: "standing" },
        standingOf(seats, ply).map(({ state, text }) => h("li", { data: { state } }, text)),
      ),
  ];
}
