// The page of an evening: tiles and totals follow the event's socket, standings are fetched when
// a table or a round has ended.

import { LiveSocket } from "./socket.js";
import { signed } from "./words.js";

const SETTLE_MS = 300; // several tables often end together: fetch once

const LATE_MINUTES = 3;
const LOOK_MS = 15_000;

const id = document.querySelector("[data-event]")?.dataset.event;
const mark = document.querySelector('.live-mark[data-part="net"]');
let newest = -1;
let timer = null;

function refresh() {
  clearTimeout(timer);
  timer = setTimeout(() => window.htmx?.trigger("#event-live", "refresh"), SETTLE_MS);
}

function drawTable(row) {
  const tile = document.querySelector(`#event-live [data-table="${CSS.escape(row.id)}"]`);
  if (!tile) {
    refresh();
    return;
  }
  const isDone = row.status === "finished" || row.status === "closed";
  const played = isDone ? Number(tile.dataset.hands) : row.number;
  tile.dataset.rev = row.rev;
  tile.querySelector('[data-part="number"]').textContent = played;
  tile.querySelector('[data-part="progress"]').value = played;
  tile.classList.toggle("done", isDone);
  tile.dataset.since = row.since ?? "";
  row.totals.forEach((total, seat) => {
    tile.querySelector(`[data-total="${seat}"]`).textContent = signed(total);
  });
}

function onMessage(message) {
  if (message.type === "changed") refresh();
  if (message.type !== "event" || message.rev < newest) return;
  newest = message.rev;
  message.tables.forEach(drawTable);
  drawMinutes();
}

/** Minutes since the last hand of each table, from the third on: the tables the others wait for. */
function drawMinutes() {
  for (const mark of document.querySelectorAll('#event-live [data-part="since"]')) {
    const { since } = mark.closest("[data-table]").dataset;
    const minutes = since ? Math.floor((Date.now() - Date.parse(since)) / 60_000) : 0;
    mark.textContent = minutes >= LATE_MINUTES ? mark.dataset.text.replace("{n}", minutes) : "";
  }
}

function openDetails() {
  return [...document.querySelectorAll("#event-live details[open] > summary")].map(
    (s) => s.textContent,
  );
}

if (id) {
  setInterval(drawMinutes, LOOK_MS);
  let open = [];
  document.addEventListener("htmx:beforeSwap", () => (open = openDetails()));
  document.addEventListener("htmx:afterSwap", () => {
    for (const summary of document.querySelectorAll("#event-live summary")) {
      if (open.includes(summary.textContent)) summary.parentElement.open = true;
    }
  });
  new LiveSocket(`/ws/event/${id}`, {
    onMessage,
    onState: (state) => {
      if (state === "waiting") mark.dataset.state = "waiting";
      else if (mark.dataset.state === "waiting") {
        mark.dataset.state = "running";
        refresh();
      }
    },
  });
}
