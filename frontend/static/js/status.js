// The sentence of the status line.

import { sentence } from "./announce.js";
import { mayGo } from "./discards.js";
import { claimText } from "./joining.js";
import { hintText } from "./practice.js";
import { isAsked, rematchText } from "./seatlist.js";
import { ownTableSeat } from "./seats.js";
import { trickEnd } from "./sheet.js";

/**
 * { text, calm, loud }: a refusal or a request is not calm, it wants something of the reader; `loud`
 * has to be seen even where the auction needs no sentence.
 */
export function statusOf(table) {
  const { words, seats } = table;
  const { view } = table.frame;
  if (table.refusal) return { text: table.refusal, calm: false, loud: true };
  const again = rematchText(table);
  if (again) return { text: again, calm: !isAsked(table), loud: true };
  if (table.isFinal) return { text: words.t("final.status"), calm: true };
  if (table.isResult) return { text: words.t("result.status"), calm: true };
  if ((table.held || table.isLookingBack) && view.tricks?.length) {
    const number = table.lookingAt ?? view.tricks.length - 1;
    return { text: trickEnd(seats, number).join(""), calm: true };
  }
  const claim = claimText(table);
  if (claim) return { text: claim, calm: false, loud: true };
  const mine = table.frame.table_state.seats[ownTableSeat(table.frame)];
  if (mine?.stand_in)
    return {
      text: words.t("seat.played_for", { name: words.bot(mine.stand_in) }),
      calm: false,
      loud: true,
    };
  if (table.pending) return { text: words.t("sent"), calm: true };
  const hint = hintText(table);
  if (hint) return { text: hint, calm: false, loud: true };
  if (table.legal.length) return { text: request(table), calm: false };
  if (view.turn === undefined) return { text: "", calm: true };
  return { text: words.t("turn.other", { name: seats.name(view.turn) }), calm: true };
}

function request(table) {
  const { words, selected, legal } = table;
  const { phase } = table.frame.view;
  if (selected && /^(announce|concede)/.test(phase)) return sentence(table.seats, selected);
  if (phase === "announce" && !legal.includes("good"))
    return words.t("turn.you", { what: words.t("duty.bird") });
  if (phase === "play") return words.t("turn.you", { what: dutyOf(table) || words.t("duty.any") });
  if (table.preview)
    return words.t("talon.preview", { count: table.preview.length, n: table.preview.length });
  if (table.laid.length && mayGo(table)) return words.t("discard.go");
  return words.t("turn.you", { what: words.t(`duty.${phase}`) });
}

/** What the legal cards have in common, in words; empty if nothing. */
export function dutyOf(table) {
  const { view } = table.frame;
  const codes = [...table.cardActions.keys()];
  const lead = view.trick?.cards[0];
  if (!lead || !codes.length) return "";
  const kind = (code) => (code[0] in table.words.suits ? code[0] : "tarok");
  const kinds = new Set(codes.map(kind));
  if (kinds.size !== 1) return "";
  const [only] = kinds;
  if (only === "tarok")
    return table.words.t(kind(lead) === "tarok" ? "duty.follow_tarok" : "duty.tarok");
  return only === kind(lead) ? table.words.t("duty.follow", { suit: table.words.suits[only] }) : "";
}
