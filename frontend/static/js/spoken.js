// Every action as a sentence for screen readers, in a log that is read out as it grows.

import { isAnnouncing, targetName } from "./announce.js";
import { h } from "./dom.js";
import { trickEnd } from "./sheet.js";

const KEPT = 12; // lines; older ones were read long ago

/** The newest action of a frame in words; "" if there is none. */
export function actionSentence(seats, last) {
  if (!last) return "";
  const [action, seat] = last;
  const { words, view } = seats;
  const [verb, arg = ""] = action.split(":");
  const name = seats.name(seat);
  const you = seats.isMe(seat) ? ".you" : "";
  switch (verb) {
    case "play":
      return words.t("spoken.play", { name, card: words.card(arg) });
    case "call":
      return words.t(`course.calls${you}`, { name, card: words.card(arg === "4th" ? "4th" : arg) });
    case "take":
      return words.t(`course.takes${you}`, { name, cards: takenCards(seats) });
    case "discard":
      return words.t("spoken.discard", { name });
    case "announce":
      return words.t("course.announces", { name, item: words.bonus(arg) });
    case "claim":
      return words.t("course.claims", { name, item: words.bonus(arg) });
    case "concede":
      return words.t("course.concedes", { name });
    case "continue":
      return words.t("spoken.says", { name, what: words.t("say.continue") });
    case "kontra":
    case "rekontra":
    case "subkontra":
      return words.t("spoken.double", {
        ...{ name, what: words.t(`say.${verb}`), item: targetName(seats, arg) },
      });
    case "good":
      return words.t("spoken.says", {
        name,
        what: isAnnouncing(view.phase) ? words.t("say.good") : seats.said(action),
      });
    default:
      return words.t("spoken.says", { name, what: seats.said(action) });
  }
}

function takenCards({ view, words }) {
  const { packets = [], taken } = view.talon ?? {};
  return (packets[taken] ?? []).map((code) => words.card(code)).join(", ");
}

export class Spoken {
  constructor(root) {
    this.root = root;
    this.key = "";
  }

  /** Called for every frame drawn; says each position once. */
  add(table, { isTrickEnd }) {
    const { frame, seats } = table;
    const key = `${frame.hand}:${frame.ply}`;
    if (!frame.view || key === this.key) return;
    const isFirst = this.key === "";
    this.key = key;
    if (isFirst) return;
    const lines = [actionSentence(seats, frame.last)];
    const { tricks } = frame.view;
    if (isTrickEnd && tricks?.length) lines.push(trickEnd(seats, tricks.length - 1).join(""));
    this.say(lines.filter(Boolean).join(" "));
  }

  say(text) {
    if (!text) return;
    this.root.append(h("p", {}, text));
    while (this.root.childElementCount > KEPT) this.root.firstElementChild.remove();
  }
}
