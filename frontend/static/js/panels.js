// What takes the place of the felt: which panel belongs to which phase.

import { announcePanel } from "./announce.js";
import { auctionPanel } from "./auction.js";
import { discardPanel } from "./discards.js";
import { finalPanel, resultPanel } from "./result.js";
import { callPanel, concedePanel, talonPanel } from "./tray.js";
import { whyNot } from "./whynot.js";

/** The content of the panel, empty where the felt stays in sight. */
export function panelContent(table) {
  const { seats, legal } = table;
  const options = {
    legal,
    selected: table.selected,
    select: (action, extra) => table.select(action, extra),
  };
  switch (table.shownPhase) {
    case "auction":
    case "choose":
      return auctionPanel(seats, { ...options, whyNot: whyNot(table) });
    case "call":
      return callPanel(seats, options);
    case "concede":
      return concedePanel(seats, options);
    case "take":
      return talonPanel(seats, options);
    case "discard":
      return discardPanel(table);
    case "announce":
    case "announce_before":
    case "announce_after":
      return announcePanel(seats, options);
    case "over":
      return table.isFinal ? finalPanel(seats, table.config.urls) : resultPanel(seats);
    default:
      return [];
  }
}
