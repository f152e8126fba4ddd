// The log of a replay: one sentence per ply, in plain words.

import { scoreLine, redealWords } from "./score.js";
import { trickEnd } from "./sheet.js";
import { actionSentence } from "./spoken.js";
import { cardInText } from "./words.js";

/** Whether the action of this ply completed a trick. */
export function endsTrick(ply, before) {
  return (ply.view.tricks?.length ?? 0) > (before?.view.tricks?.length ?? 0);
}

/** The sentence of a ply as parts for h(). `seats` are those of its view, `before` is the ply before. */
export function sentenceOf(seats, ply, before) {
  const parts = before ? actionParts(seats, ply, before) : dealParts(seats);
  if (before && !before.view.contract) parts.push(...gameParts(seats));
  if (endsTrick(ply, before)) parts.push(" ", ...trickEnd(seats, ply.view.tricks.length - 1));
  if (ply.actor === "clock") parts.push(" ", seats.words.t("ply.clock"));
  return parts;
}

function dealParts(seats) {
  const dealer = seats.plainName(seats.view.dealer);
  return seats.words.parts("ply.deal", { dealer, forehand: seats.plainName(seats.forehand) });
}

function actionParts(seats, ply, before) {
  const { words, view } = seats;
  const [action, seat] = ply.last;
  const [verb, arg = ""] = action.split(":");
  const name = seats.plainName(seat);
  const card = () => cardInText(words, arg);
  switch (verb) {
    case "pass":
      return words.parts("ply.passes", { name });
    case "bid":
      return words.parts("ply.bids", { name, contract: words.contract(arg) });
    case "choose":
      return words.parts("ply.chooses", { name });
    case "call":
      return words.parts("ply.calls", {
        ...{ name, contract: words.contract(view.contract.code), card: card() },
      });
    case "discard":
      if (arg === "?") return words.parts("ply.lays.hidden", { name });
      return words.parts("ply.lays", { name, card: card() });
    case "play":
      return words.parts(before.view.trick?.cards.length ? "ply.plays" : "ply.leads", {
        ...{ name, card: card() },
      });
    default:
      return [actionSentence(seats, ply.last)];
  }
}

/** Who plays what, at the ply that settled it; a contract that calls says so with the call. */
function gameParts(seats) {
  const { view, words } = seats;
  if (!view.contract || view.phase === "call") return [];
  const { code, declarer } = view.contract;
  const contract = words.contract(code);
  if (declarer === undefined) return [" ", words.t("course.everybody", { contract })];
  return [" ", words.t("course.plays", { name: seats.plainName(declarer), contract })];
}

/** The lines of the result: { title, why }. */
export function resultLines(seats, counts) {
  const { view, words } = seats;
  if (!view.contract) return [redealWords(words, view, counts)];
  return view.score.lines.map((line) => scoreLine(seats, line));
}
