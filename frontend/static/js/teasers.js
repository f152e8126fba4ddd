// Live lines on the home page: each follows its table and says where the hand stands.

import { cardElement, useSprite } from "./cards.js";
import { readJson } from "./dom.js";
import { isNewer, LiveSocket } from "./socket.js";
import { Words } from "./words.js";

const LOOK_AGAIN_MS = 5000; // after a table has finished: fetch the list of tables again

const config = readJson("teaser-config");
const words = config ? new Words(config) : null;
const sockets = new Map();

function title(frame) {
  const { view, table_state: state } = frame;
  if (state.status !== "running") return words.t("teaser.finished");
  if (!view) return words.t("waiting");
  if (!view.contract) return words.t(`phase.${view.phase}`);
  const name = words.contract(view.contract.code);
  return view.called ? `${name} · ${words.card(view.called)}` : name;
}

function drawCards(root, frame) {
  const view = frame.view ?? {};
  const cards = view.trick?.cards.length ? view.trick.cards : (view.tricks?.at(-1)?.cards ?? []);
  const codes = cards.join();
  if (root.dataset.codes === codes) return;
  root.dataset.codes = codes;
  root.replaceChildren(...cards.map((code) => cardElement(code)));
}

function draw(line, frame) {
  line.dataset.rev = frame.rev;
  line.dataset.ply = frame.ply;
  line.querySelector('[data-part="title"]').textContent = title(frame);
  line.querySelector('[data-part="number"]').textContent = frame.number + 1;
  const trick = line.querySelector('[data-part="trick"]');
  if (trick) drawCards(trick, frame);
}

function follow(line) {
  const id = line.dataset.table;
  let newest = { rev: Number(line.dataset.rev), ply: Number(line.dataset.ply) };
  const socket = new LiveSocket(`/ws/table/${id}`, {
    onMessage: (message) => {
      if (message.type !== "view" || !isNewer(newest, { ...message, hand: newest.hand })) return;
      newest = message;
      draw(line, message);
      if (message.table_state.status !== "running") lookAgain();
    },
  });
  sockets.set(id, socket);
}

let timer = null;
function lookAgain() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    window.htmx?.trigger("#live", "refresh");
    lookAgain();
  }, LOOK_AGAIN_MS);
}

function start() {
  const lines = [...document.querySelectorAll("#live [data-table]")];
  for (const [id, socket] of sockets) {
    socket.close();
    sockets.delete(id);
  }
  lines.forEach(follow);
  if (lines.length) clearTimeout(timer);
  else lookAgain();
}

if (words) {
  useSprite(config.sprite);
  document.addEventListener("htmx:afterSwap", start);
  start();
}
