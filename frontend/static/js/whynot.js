// "Why not …?": the contracts that may not be bid now, each with the server's reason.

import { h } from "./dom.js";
import { reasonText } from "./reasons.js";

/** A line that opens into the list; null where nothing is refused or the page has no words for it. */
export function whyNot(table) {
  const { words, legal, seats, frame } = table;
  const verb = frame.view.phase === "choose" ? "choose" : "bid";
  const actions = Object.keys(words.contracts).map((code) => `${verb}:${code}`);
  const refused = actions.filter((action) => !legal.includes(action));
  if (!legal.length || !refused.length || !words.canExplain) return null;
  const list = h("dl", {});
  const ask = () => {
    list.replaceChildren();
    for (const action of refused) {
      const reason = h("dd", {}, "…");
      list.append(h("dt", {}, words.contract(action.split(":")[1])), reason);
      table.questions.ask("why", frame, action, (answer) => {
        reason.textContent = reasonText(seats, "why", answer);
      });
    }
  };
  const onToggle = (event) => {
    table.isWhyOpen = event.target.open;
    if (event.target.open) ask();
  };
  return h(
    "details",
    { class: "whynot", open: table.isWhyOpen, on: { toggle: onToggle } },
    h("summary", { data: { key: "whynot" } }, words.t("auction.why_not")),
    list,
  );
}
