// The projector: three scenes on the wall, by key or in turn, page after page. A lost line leaves
// what is there and says as of when; nothing ever blinks or goes blank.

import { h, readJson } from "./dom.js";
import { LiveSocket } from "./socket.js";
import { signed, Words } from "./words.js";

const PAGE_MS = 12_000;
const TICK_MS = 250;
const SETTLE_MS = 400; // several tables often end together: fetch once
const RETRY_MS = 5000;
const SCENES = ["seats", "round", "standings"];
const KEYS = { 1: "seats", 2: "round", 3: "standings", 0: "auto" };
const WIDE = 900;
const LISTED = 5; // tables still playing; the others are counted

class Projector {
  constructor(config, data) {
    this.config = config;
    this.data = data;
    this.words = new Words(config);
    this.part = (name) => document.querySelector(`[data-part="${name}"]`);
    this.scene = "seats";
    this.isAuto = true;
    this.isFrozen = false;
    this.page = 0;
    this.elapsed = 0;
    this.readAt = new Date(data.at);
    for (const button of document.querySelectorAll("[data-scene]"))
      button.addEventListener("click", () => this.choose(button.dataset.scene));
    this.part("freeze").addEventListener("click", () => this.freeze());
    addEventListener("keydown", (event) => this.#onKey(event));
    addEventListener("resize", () => this.draw());
    const asked = new URLSearchParams(location.search).get("scene");
    if (SCENES.includes(asked)) this.choose(asked);
    this.draw();
    new LiveSocket(config.socket, {
      onMessage: (message) => this.#onMessage(message),
      onState: (state) => this.#onLine(state),
    });
    this.last = performance.now();
    setInterval(() => this.#tick(), TICK_MS);
  }

  choose(scene) {
    this.isAuto = scene === "auto";
    if (!this.isAuto) this.scene = scene;
    this.#restart();
  }

  freeze() {
    this.isFrozen = !this.isFrozen;
    this.draw();
  }

  #restart(page = 0) {
    this.page = page;
    this.elapsed = 0;
    this.draw();
  }

  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in KEYS) this.choose(KEYS[event.key]);
    else if (event.key === " ") {
      event.preventDefault(); // also keeps a focused button from being pressed
      this.freeze();
    }
  }

  #tick() {
    const now = performance.now();
    if (!this.isFrozen) this.elapsed += now - this.last;
    this.last = now;
    if (this.elapsed >= PAGE_MS) this.#next();
    this.part("progress").style.transform = `scaleX(${Math.min(1, this.elapsed / PAGE_MS)})`;
  }

  #next() {
    if (this.page + 1 < this.pages.length) {
      this.#restart(this.page + 1);
      return;
    }
    if (this.isAuto) this.scene = SCENES[(SCENES.indexOf(this.scene) + 1) % SCENES.length];
    this.#restart();
  }

  // --- what comes in -----------------------------------------------------------------------

  #onMessage(message) {
    if (message.type === "changed") this.#fetchSoon();
    if (message.type !== "event") return;
    if (message.round !== this.data.round || message.status !== this.data.status) this.#fetchSoon();
    for (const row of message.tables) {
      const table = this.data.tables.find((known) => known.id === row.id);
      if (!table) continue;
      table.done = row.status === "finished" || row.status === "closed";
      table.over = table.done ? table.hands : row.number;
    }
    this.readAt = new Date();
    if (this.scene === "round") this.draw();
  }

  #onLine(state) {
    if (state === "open" && this.isLost) this.#fetchSoon();
    this.isLost = state !== "open";
    this.#drawStale();
  }

  #fetchSoon(ms = SETTLE_MS) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#fetch(), ms);
  }

  async #fetch() {
    const response = await fetch(this.config.data).catch(() => null);
    if (!response?.ok) {
      this.#fetchSoon(RETRY_MS);
      return;
    }
    this.data = await response.json();
    this.readAt = new Date(this.data.at);
    this.draw();
  }

  // --- drawing -----------------------------------------------------------------------------

  get isWide() {
    return innerWidth >= WIDE;
  }

  /** Rows of a page: two columns of sixteen on the wall, what fits on a phone. */
  get room() {
    return this.isWide ? 32 : Math.max(6, Math.floor((innerHeight - 210) / 40));
  }

  get pages() {
    const rows = this.scene === "round" ? [] : this.data[this.scene];
    const found = [];
    for (let at = 0; at < rows.length; at += this.room) found.push(rows.slice(at, at + this.room));
    return found.length ? found : [[]];
  }

  draw() {
    const { pages } = this;
    this.page = Math.min(this.page, pages.length - 1);
    const rows = pages[this.page];
    const scene = this.part("scene");
    scene.dataset.kind = this.scene;
    this.#head(rows);
    scene.replaceChildren(...this.#content(rows).filter(Boolean));
    const count = pages.length > 1 ? this.words.t("page.of", { n: this.page + 1, all: pages.length }) : "";
    this.part("page").textContent = this.isFrozen ? `${count} ${this.words.t("frozen")}`.trim() : count;
    this.part("progress").classList.toggle("held", this.isFrozen);
    this.#drawButtons();
    this.#drawStale();
  }

  #content(rows) {
    if (this.scene === "round") return this.#round();
    if (!rows.length) {
      const key = this.scene === "seats" ? "nothing" : "no_standings";
      return [h("p", { class: "nothing" }, this.words.t(key))];
    }
    return rows.map((row) => (this.scene === "seats" ? this.#seat(row) : this.#place(row)));
  }

  #head(rows) {
    const { data, words } = this;
    const titles = {
      seats: words.t("seats", { n: data.round }),
      round: words.t(data.rounds ? "round.of" : "round", { n: data.round, all: data.rounds }),
      standings: words.t("standings"),
    };
    this.part("title").textContent = data.round ? titles[this.scene] : data.name;
    this.part("sub").textContent = data.round ? this.#subtitle(rows) : "";
    this.part("place").textContent = data.round ? data.name : data.place;
  }

  #subtitle(rows) {
    const { data, words } = this;
    const count = data.tables.length;
    if (this.scene === "round")
      return `${words.t("people", { count: data.people, n: data.people })}, ${words.t("tables", { count, n: count })}`;
    if (this.pages.length < 2) return "";
    if (this.scene === "seats")
      return words.t("range.letters", { first: initial(rows[0]), last: initial(rows.at(-1)) });
    const first = this.page * this.room + 1;
    return words.t("range.ranks", { first, last: first + rows.length - 1 });
  }

  #seat([name, table, seat]) {
    const { words } = this;
    const where = { title: words.t("table", { n: table }) };
    return h(
      "div",
      { class: "row" },
      h("span", { class: "name" }, name),
      h("b", where, table),
      h("span", {}, words.t("seat", { n: seat })),
    );
  }

  #place([rank, name, total]) {
    return h(
      "div",
      { class: "row" },
      h("i", {}, String(rank)),
      h("span", { class: "name" }, name),
      h("b", {}, signed(total)),
    );
  }

  /** How many tables still play, and which ones the others wait for. */
  #round() {
    const { data, words } = this;
    if (!data.round) return [h("p", { class: "nothing" }, words.t("nothing"))];
    const playing = data.tables.filter((table) => !table.done);
    if (!playing.length) return [h("p", { class: "nothing" }, words.t("done"))];
    playing.sort((a, b) => a.over / a.hands - b.over / b.hands || a.number - b.number);
    const shown = playing.slice(0, LISTED);
    const rest = playing.length - shown.length;
    return [
      h(
        "div",
        {},
        h("div", { class: "big" }, String(playing.length)),
        h("p", { class: "cap" }, words.t("playing", { count: playing.length })),
      ),
      h(
        "div",
        {},
        h("h2", {}, words.t("playing.list")),
        shown.map((table) => this.#playing(table)),
        rest > 0 && h("div", { class: "row rest" }, words.t("more", { count: rest, n: rest })),
      ),
    ];
  }

  #playing({ number, over, hands }) {
    const { words } = this;
    return h(
      "div",
      { class: "row" },
      h("span", {}, words.t("table", { n: number })),
      h("span", {}, words.t("hand.of", { n: Math.min(over + 1, hands), hands })),
    );
  }

  #drawButtons() {
    for (const button of document.querySelectorAll("[data-scene]")) {
      const isOn = button.dataset.scene === (this.isAuto ? "auto" : this.scene);
      button.setAttribute("aria-pressed", String(isOn));
    }
    this.part("freeze").setAttribute("aria-pressed", String(this.isFrozen));
  }

  #drawStale() {
    const time = this.readAt.toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
    this.part("stale").textContent = this.isLost ? this.words.t("as_of", { time }) : "";
  }
}

const initial = ([name]) => [...name][0].toUpperCase();

const config = readJson("projector-config");
if (config) document.querySelector("main").projector = new Projector(config, readJson("projector-data"));
