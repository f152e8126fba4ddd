// The widgets on other sites: a table or an evening, followed live. No cookie, no form, no button.

import { cardElement, useSprite } from "./cards.js";
import { readJson } from "./dom.js";
import { isNewer, LiveSocket } from "./socket.js";
import { signed, Words } from "./words.js";

const SETTLE_MS = 2000;

const config = readJson("embed-config");
const root = document.querySelector("main");
const part = (name, from = root) => from.querySelector(`[data-part="${name}"]`);

/** A lost line leaves what is there and says as of when. */
function onState(state) {
  const time = new Date().toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
  const stale = part("stale");
  if (state !== "open") stale.textContent ||= time;
  else stale.textContent = "";
}

function followTable(first) {
  const words = new Words(config);
  const line = root.querySelector("[data-table]");
  useSprite(config.sprite);
  let newest = null;

  function draw(frame) {
    const { view, table_state: state } = frame;
    line.dataset.rev = frame.rev;
    line.dataset.ply = frame.ply;
    part("title").textContent = title(words, frame);
    const place = { n: frame.number + 1, hands: state.hand_count ?? state.hands };
    part("number").textContent = `${place.n} / ${place.hands}`;
    for (const cell of line.querySelectorAll("[data-total]"))
      cell.textContent = signed(state.totals[Number(cell.dataset.total)] ?? 0);
    const cards = view?.trick?.cards.length ? view.trick.cards : (view?.tricks?.at(-1)?.cards ?? []);
    const trick = part("trick");
    if (trick.dataset.codes === cards.join()) return;
    trick.dataset.codes = cards.join();
    trick.replaceChildren(...cards.map((code) => cardElement(code)));
  }

  function receive(frame) {
    if (frame.type !== "view" || !isNewer(newest, frame)) return;
    newest = frame;
    draw(frame);
  }

  receive(first);
  new LiveSocket(config.socket, { onMessage: receive, onState });
}

function title(words, { view, table_state: state }) {
  if (state.status !== "running") return words.t("teaser.finished");
  if (!view) return words.t("waiting");
  if (!view.contract) return words.t(`phase.${view.phase}`);
  const name = words.contract(view.contract.code);
  return view.called ? `${name} · ${words.card(view.called)}` : name;
}

function followEvent() {
  let timer = null;
  const refresh = () => {
    clearTimeout(timer);
    timer = setTimeout(fetchAgain, SETTLE_MS);
  };
  async function fetchAgain() {
    const response = await fetch(location.href).catch(() => null);
    if (!response?.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const live = page.querySelector("#live");
    if (live) document.querySelector("#live").replaceChildren(...live.childNodes);
  }
  function onMessage(message) {
    if (message.type === "changed") refresh();
    if (message.type !== "event") return;
    for (const row of message.tables) {
      const item = root.querySelector(`[data-table="${CSS.escape(row.id)}"]`);
      const isDone = row.status === "finished" || row.status === "closed";
      if (item) part("number", item).textContent = isDone ? item.dataset.hands : row.number;
    }
  }
  new LiveSocket(config.socket, { onMessage, onState });
}

const frame = readJson("embed-frame");
if (config && frame) followTable(frame);
else if (config) followEvent();
