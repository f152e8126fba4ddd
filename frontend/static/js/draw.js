// Drawing the table: every part from the frame that is shown. Parts that did not change keep their
// elements, so that focus and scrolling survive.

import { saidList } from "./announce.js";
import { drawBar, drawClock, drawLine } from "./bar.js";
import { tableButtons } from "./buttons.js";
import { drawReplaced } from "./contribute.js";
import { isFull } from "./discards.js";
import { h, redraw } from "./dom.js";
import { drawPrize, drawSides, drawTrick } from "./felt.js";
import { panelContent } from "./panels.js";
import { outPlate, plate } from "./plates.js";
import { leavePart } from "./joining.js";
import { markHint } from "./practice.js";
import { seatList, waitingPanel } from "./seatlist.js";
import { Seats } from "./seats.js";
import { courseList, scoreSheet } from "./sheet.js";
import { statusOf } from "./status.js";

export function drawTable(table) {
  const { frame, main } = table;
  main.dataset.rev = frame.rev;
  main.dataset.ply = frame.ply;
  main.dataset.role = frame.role;
  drawLine(table);
  if (!frame.view) {
    drawWaiting(table);
    return;
  }
  table.seats = new Seats(frame, table.viewpoint, table.words);
  main.dataset.phase = table.shownPhase;
  drawBar(table);
  drawPlates(table);
  drawFelt(table);
  drawPanel(table);
  drawStatus(table);
  drawButtons(table);
  drawHand(table);
  markHint(table);
  drawAside(table);
  drawReplaced(table);
  drawClock(table);
  const isAsked = table.seats.isSeated && table.legal.length > 0;
  table.alerts?.update(isAsked ? `${frame.hand}:${frame.ply}` : "");
}

/** Before the first deal: the seats, and when it begins. */
function drawWaiting(table) {
  const { words, frame } = table;
  table.main.dataset.phase = "waiting";
  const isOpen = frame.table_state.status === "open";
  table.part("title").textContent = words.t(isOpen ? "table.waits" : "waiting");
  for (const name of ["called", "factor", "number", "out", "plates", "cross"])
    table.part(name).replaceChildren();
  const panel = table.part("panel");
  redraw(panel, JSON.stringify([frame.rev, "waiting"]), () => waitingPanel(table));
  panel.hidden = false;
  table.main.classList.add("has-panel");
  drawClock(table);
}

function drawPlates(table) {
  const { seats, words, frame } = table;
  const presence = frame.table_state.seats.map((seat) => [seat.present, seat.stand_in]);
  const key = JSON.stringify([frame.hand, frame.ply, table.viewpoint, table.held, presence]);
  redraw(table.part("plates"), key, () => {
    const list = seats.isSeated ? seats.others : [...seats.others, seats.viewpoint];
    return [...list.map((seat) => plate(table, seat)), ...seats.sittingOut.map(outPlate(words))];
  });
}

function drawFelt(table) {
  const { seats, part } = table;
  const { view } = table.frame;
  const number = table.held ? view.tricks.length - 1 : table.lookingAt;
  drawTrick(part("cross"), seats, {
    number,
    isEnding: table.held,
    isStill: table.pace === 0,
    pending: view.phase === "play" ? table.pending?.code : null,
    wantsCard: view.phase === "play" && seats.isMe(view.turn),
  });
  drawSides(part("left"), part("right"), seats);
  drawPrize(part("prize"), seats, number);
  drawSaid(table);
}

/** Announcements on the felt, and the open hands of an ouvert contract beside the names. */
function drawSaid(table) {
  const { view, rev, ply } = table.frame;
  const root = table.part("said");
  redraw(root, JSON.stringify([rev, ply]), () =>
    view.contract && !table.isOver ? saidList(table.seats) : [],
  );
  root.hidden = !root.childElementCount;
  root.classList.toggle("many", root.childElementCount > 4);
  const isOuvert = table.words.contracts[view.contract?.code]?.ouvert;
  const isOpen = isOuvert && Object.keys(view.cards ?? {}).length > 1 && !table.isOver;
  table.main.classList.toggle("ouvert", Boolean(isOpen));
}

function drawPanel(table) {
  const panel = table.part("panel");
  const { hand, rev, ply } = table.frame;
  const key = JSON.stringify([
    ...[hand, rev, ply, table.shownPhase, table.isFinal, table.selected],
    ...[table.legal.length, table.viewpoint, table.laid],
  ]);
  redraw(panel, key, () => panelContent(table));
  panel.hidden = !panel.childElementCount;
  table.main.classList.toggle("has-panel", !panel.hidden);
  const grid = panel.querySelector(".grid");
  if (grid) grid.scrollTop = grid.scrollHeight;
}

function drawStatus(table) {
  const { text, calm, loud = false } = statusOf(table);
  const status = table.part("status");
  status.classList.toggle("calm", calm);
  status.classList.toggle("loud", loud);
  if (status.textContent !== text) status.textContent = text;
}

function drawButtons(table) {
  const key = JSON.stringify([
    ...[table.frame.rev, table.shownPhase, table.isFinal, table.selected, table.hand.lifted],
    ...[table.legal, table.held, table.lookingAt, Boolean(table.pending), table.laid],
  ]);
  redraw(table.part("act"), key, () => tableButtons(table));
}

function drawHand(table) {
  const { view, hand, ply } = table.frame;
  const seat = table.seats.viewpoint;
  let cards = table.isOver ? [] : [...(view.cards?.[seat] ?? [])];
  const away = [table.pending?.code, ...table.laid];
  cards = cards.filter((code) => !away.includes(code));
  const fresh = new Set(table.preview ?? (view.phase === "discard" ? unseenTalon(table) : []));
  cards = sorted(table.words, [...new Set([...cards, ...(table.preview ?? [])])]);
  const playable = new Set(isFull(table) ? [] : table.cardActions.keys());
  table.hand.update({
    cards,
    backs: cards.length || table.isOver ? 0 : view.counts?.[seat],
    playable,
    fresh,
    isDropping: view.phase === "discard",
    isInstant: table.pace === 0,
    turnKey: playable.size ? `${hand}:${ply}` : "",
    nameOf: (code) => table.words.card(code),
  });
}

/** Talon cards only the declarer has seen: they carry a band while he lays cards away. */
function unseenTalon(table) {
  const { contract, talon, cards, seat } = table.frame.view;
  if (table.words.contracts[contract.code]?.talon !== "six") return [];
  return (talon?.packets.flat() ?? []).filter((code) => cards[seat]?.includes(code));
}

/** Canonical order, as the server sorts: the order of the config's cards. */
function sorted(words, cards) {
  return cards.sort((a, b) => words.cards[a].index - words.cards[b].index);
}

function drawAside(table) {
  const { seats, frame } = table;
  const key = JSON.stringify([frame.rev, frame.hand, frame.ply, table.viewpoint]);
  redraw(table.part("sheet"), key, () => [scoreSheet(seats), ...seatsBeside(table)]);
  const course = table.part("course");
  redraw(course, key, () => courseList(seats));
  course.parentElement.scrollTop = course.parentElement.scrollHeight;
  redraw(table.part("leave"), `${key}${Boolean(table.isLeaving)}`, () => leavePart(table));
}

/** At tables of several people: who sits where, and seats that can be had. */
function seatsBeside(table) {
  const { seats } = table.frame.table_state;
  const people = seats.filter((seat) => seat.kind === "person").length;
  if (people < 2 && !seats.some((seat) => seat.warm)) return [];
  return [h("h3", {}, table.words.t("seats.title")), seatList(table)];
}
