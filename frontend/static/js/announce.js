// What is announced, claimed and doubled: the chips to say it, and what was said, for everybody.

import { h } from "./dom.js";
import { standingOf } from "./standing.js";

const DOUBLINGS = ["kontra", "rekontra", "subkontra"];
const GROUPS = ["announce", "claim", ...DOUBLINGS, "concede"];

const verbOf = (action) => action.split(":")[0];
const itemOf = (action) => action.split(":")[1] ?? "";

export const isAnnouncing = (phase) => phase.startsWith("announce");

/** The name of what is doubled: the game, that of one opponent, or a bonus. */
export function targetName(seats, target) {
  const { words } = seats;
  const [game, seat] = target.split("@");
  if (seat === undefined) return game === "game" ? words.t("talk.game") : words.bonus(target);
  return seats.isMe(Number(seat))
    ? words.t("talk.game")
    : words.t("talk.game_of", { name: seats.plainName(Number(seat)) });
}

function actionName(seats, action) {
  const { words } = seats;
  const item = itemOf(action);
  if (verbOf(action) === "concede")
    return item ? words.t("talk.with", { item: words.bonuses[item]?.short ?? item }) : words.t("talk.alone");
  return targetName(seats, item);
}

/** What a chip is worth: "±4", "+10", "×2"; empty where the number says nothing yet. */
function worth(seats, action) {
  const { words, view } = seats;
  const verb = verbOf(action);
  const stage = view.phase === "announce_before" ? "pre" : "post";
  if (DOUBLINGS.includes(verb)) {
    const steps = words.rules.factors[`${itemOf(action) === "game" ? "game" : "bonus"}_${stage}`];
    const level = DOUBLINGS.indexOf(verb) + 1;
    const now = view.factors?.[itemOf(action)];
    return `${now ? `×${now} → ` : ""}×${steps?.[level] ?? 2 ** level}`;
  }
  const bonus = words.bonuses[itemOf(action)];
  if (!bonus) return "";
  if (bonus.times) return `×${bonus.times}`;
  const value = verb === "announce" ? (bonus[stage] ?? bonus.post) : bonus.post;
  if (!value) return "";
  const multiplier = bonus.fixed ? 1 : (words.contracts[view.contract.code]?.multiplier ?? 1);
  return `${words.rules.zero ? "±" : "+"}${value * multiplier}`;
}

function chip(seats, action, { selected, select }) {
  const bonus = seats.words.bonuses[itemOf(action)];
  return h(
    "button",
    {
      class: `chip${selected === action ? " sel" : ""}`,
      type: "button",
      title: bonus?.meaning,
      data: { action, key: action },
      "aria-pressed": String(selected === action),
      on: { click: () => select(action) },
    },
    h("span", {}, actionName(seats, action)),
    h("b", {}, worth(seats, action)),
  );
}

/** Chips in groups by what is said with them; a tap chooses, the button below says it. */
export function chips(seats, options) {
  const { words } = seats;
  return GROUPS.map((verb) => {
    const actions = options.legal.filter((action) => verbOf(action) === verb);
    if (!actions.length) return null;
    return h(
      "div",
      { class: "chips", role: "group", "aria-label": words.t(`talk.${verb}`) },
      h("h3", { "aria-hidden": "true" }, words.t(`talk.${verb}`)),
      actions.map((action) => chip(seats, action, options)),
    );
  }).filter(Boolean);
}

/** What was said so far: [{ text, name, factor, note, standing }], the game first. */
function said(seats) {
  const { view, words } = seats;
  const factors = view.factors ?? {};
  const games = Object.keys(factors).filter((target) => target.split("@")[0] === "game");
  const entry = ({ item, seat, stage }) => ({
    text: words.bonuses[item]?.short ?? item,
    name: seats.name(seat),
    factor: factors[item],
    note: stage === "pre" ? words.t("talk.before") : "",
    standing: standingOf(seats, item, seat),
  });
  return [
    ...games.map((target) => ({
      text: targetName(seats, target),
      name: "",
      factor: factors[target],
      note: "",
    })),
    ...(view.announced ?? []).map(entry),
    ...(view.claims ?? []).map((claim) => ({ ...entry(claim), factor: undefined, standing: "" })),
  ];
}

/** The list of what stands, as it lies on the felt during play: item, factor, how it stands, who. */
export function saidList(seats) {
  return said(seats).map(({ text, name, factor, note, standing = "" }) =>
    h(
      "li",
      { title: note || undefined, data: { standing } },
      h("b", {}, text),
      factor && h("b", { class: "f" }, ` ×${factor}`),
      standing && h("span", { class: "st" }, ` ${seats.words.t(`standing.${standing}`)}`),
      name && h("span", { class: "who" }, ` ${name}`),
      note && h("span", { class: "vh" }, ` ${note}`),
    ),
  );
}

/** For the seat that may speak: what stands, then the chips. */
export function announcePanel(seats, options) {
  if (!options.legal.length) return [];
  const list = saidList(seats);
  if (!list.length && options.legal.every((action) => action === "good")) return [];
  return [
    h(
      "div",
      { class: "talk" },
      list.length > 0 && h("ul", { class: "said", "aria-label": seats.words.t("talk.said") }, list),
      chips(seats, options),
    ),
  ];
}

/** What one seat has announced, for its plate. */
export function saidBy(seats, seat) {
  return (seats.view.announced ?? [])
    .filter((done) => done.seat === seat)
    .map(({ item }) => seats.words.bonuses[item]?.short ?? item);
}

/** The sentence that will be spoken when the button is pressed. */
export function sentence(seats, action) {
  return seats.words.t(`talk.sentence.${verbOf(action)}`, { item: actionName(seats, action) });
}

/**
 * The word that ends a turn. For the declarer it has a name of its own as long as nobody answered.
 */
export function goodLabel(seats) {
  const { view, words } = seats;
  const isDeclarer = seats.isMe(view.contract?.declarer);
  const isAnswered =
    view.factors !== undefined || (view.announced ?? []).some(({ seat }) => !seats.isMe(seat));
  return words.t(isDeclarer && !isAnswered ? `say.good.${view.phase}` : "say.good");
}
