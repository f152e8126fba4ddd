// Practice tables: a suggestion with its reason, and taking moves back.

import { targetName } from "./announce.js";
import { h } from "./dom.js";
import { reasonText } from "./reasons.js";

/** An action as an instruction: "Play hearts king", "Dreier", "Take the first half". */
export function instruction(seats, action) {
  const { words, view } = seats;
  const [verb, arg = ""] = action.split(":");
  switch (verb) {
    case "play":
      return words.t("play.do", { card: words.card(arg) });
    case "discard":
      return words.t("hint.discard", { card: words.card(arg) });
    case "call":
      return words.t("call.do", { card: words.card(arg) });
    case "bid":
    case "choose":
      return words.contract(arg);
    case "take": {
      const i = Number({ L: 0, R: 1 }[arg] ?? arg);
      const isHalf = view.talon?.packets?.length === 2;
      return words.t(isHalf ? `talon.half.${i}` : "talon.packet", { n: i + 1 });
    }
    case "pass":
    case "good":
    case "continue":
    case "reserve":
    case "hold":
    case "takeover":
    case "retake":
      return words.t(`say.${verb}`);
    default:
      return `${words.t(`say.${verb}`)} ${arg ? targetName(seats, arg) : ""}`.trim();
  }
}

/** The sentence of the status line for the suggestion that is shown; "" if there is none. */
export function hintText(table) {
  const { hint, frame, words, seats } = table;
  if (!hint || hint.hand !== frame.hand || hint.ply !== frame.ply) return "";
  const what = instruction(seats, hint.action);
  return words.t("hint.is", { what, why: reasonText(seats, "hint", hint.reason ?? {}) }).trim();
}

/** Mark what is suggested, wherever it can be done. */
export function markHint(table) {
  const action = hintText(table) ? table.hint.action : null;
  const [verb, arg] = (action ?? "").split(":");
  const isCard = verb === "play" || verb === "discard";
  for (const button of table.main.querySelectorAll(".hc, .panel [data-action], .act [data-action]")) {
    const isIt = isCard ? button.matches(`.hc[data-card="${arg}"]`) : button.dataset.action === action;
    button.classList.toggle("hinted", Boolean(action) && isIt);
  }
}

function askHint(table) {
  const { hand, ply } = table.frame;
  const isSent = table.questions.ask("hint", table.frame, null, ({ action, reason }) => {
    table.hint = { hand, ply, action, reason };
    table.draw();
  });
  if (!isSent) table.say(table.words.t("line.not_sent"));
}

function takeBack(table) {
  const { hand, ply } = table.frame;
  const id = table.outbox.nextId();
  if (!table.socket.send({ type: "take_back", id, hand, ply }))
    table.say(table.words.t("line.not_sent"));
}

function tool(key, sign, word, label, { click, disabled }) {
  return h(
    "button",
    {
      ...{ class: "btn tool", type: "button", title: label, "aria-label": label, disabled },
      data: { key },
      on: { click },
    },
    h("span", { class: "sign", "aria-hidden": "true" }, sign),
    h("span", { class: "word", "aria-hidden": "true" }, word),
  );
}

/** The buttons of a practice table, before all others; none elsewhere. */
export function practiceButtons(table) {
  const { words, seats, frame, legal } = table;
  if (!frame.table_state.practice || !seats.isSeated) return [];
  return [
    tool("take_back", "\u21b6", words.t("practice.undo"), words.t("practice.take_back"), {
      click: () => takeBack(table),
      disabled: !frame.ply || Boolean(table.pending),
    }),
    tool("hint", "?", words.t("practice.hint"), words.t("practice.hint"), {
      click: () => askHint(table),
      disabled: !legal.length,
    }),
  ];
}
