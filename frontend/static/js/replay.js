// The replay of a finished hand: the table drawn ply by ply, with all cards or as one seat saw it.
// The address always leads to the place that is shown.

import { useSprite } from "./cards.js";
import { h, readJson } from "./dom.js";
import { Controls } from "./replay-controls.js";
import { explainBox } from "./replay-explain.js";
import { endsTrick, resultLines, sentenceOf } from "./replay-log.js";
import { Stage } from "./replay-stage.js";
import { Seats } from "./seats.js";

class Replay {
  constructor(main, config, found, place) {
    this.main = main;
    this.config = config;
    this.stage = new Stage(main, config, {
      draw: () => this.drawSentence(),
      look: (seat) => this.look(seat),
    });
    this.words = this.stage.words;
    this.part = this.stage.part;
    this.use(found);
    this.controls = new Controls(main, this.plies, this.words, (to) => this.go(to));
    this.listen();
    this.go(place);
  }

  use(found) {
    this.found = found;
    this.plies = found.plies;
    this.point = found.seat;
    if (this.point !== null) this.stage.seat = this.point;
    this.part("viewpoint").value = this.point ?? "";
    this.drawLog();
  }

  listen() {
    this.part("viewpoint").addEventListener("change", (event) =>
      this.choose(event.target.value === "" ? null : Number(event.target.value)),
    );
    this.part("explain").addEventListener("click", () => this.toggleExplain());
    this.part("share").addEventListener("click", () => this.share());
    this.part("log").addEventListener("click", (event) => {
      const line = event.target.closest("li[data-at]");
      if (line && !getSelection().toString()) this.go(Number(line.dataset.at));
    });
  }

  // --- where ---------------------------------------------------------------------------------

  go(place) {
    const last = this.controls.last;
    this.place = Math.min(Math.max(0, Math.trunc(place) || 0), last);
    this.draw();
    const url = new URL(location.href);
    url.searchParams.set("ply", this.place);
    if (this.point === null) url.searchParams.delete("seat");
    else url.searchParams.set("seat", this.point);
    try {
      history.replaceState(null, "", url);
    } catch {
      // some browsers refuse the hundredth change in half a minute; the next one notes the place
    }
  }

  /** A tap on a plate: turn the table, or see what that seat saw. */
  look(seat) {
    if (this.point !== null) {
      this.choose(seat);
      return;
    }
    this.stage.seat = seat;
    this.draw();
  }

  async choose(seat) {
    const found = await load(this.config, seat).catch(() => null);
    if (!found) {
      this.tell(this.words.t("replay.failed"));
      return;
    }
    this.use(found);
    this.go(this.place);
  }

  // --- drawing -------------------------------------------------------------------------------

  get at() {
    return Math.min(this.place, this.plies.length - 1);
  }

  get isResult() {
    return this.place === this.controls.last;
  }

  /** A frame as on the socket; nobody is asked in it, and "you" is nobody. */
  frameAt(at) {
    const { found } = this;
    const { seat, legal, fallback, ...view } = this.plies[at].view;
    return {
      // parts that did not change are kept: whose view it is belongs to what is drawn
      ...{ hand: `${found.hand}/${this.point}`, rev: this.place, number: found.number, ply: at },
      ...{ role: "spectator", table_state: found.table_state, last: this.plies[at].last, view },
    };
  }

  draw() {
    const { at, plies, stage, main } = this;
    const held = !this.isResult && endsTrick(plies[at], plies[at - 1]);
    this.controls.show(this.place);
    main.dataset.place = this.place;
    stage.show(this.frameAt(at), { held, isResult: this.isResult, isDeal: this.place === 0 });
    const isOpen = this.point === null && !this.isResult;
    main.classList.toggle("ouvert", isOpen);
    this.drawExplain();
    this.markLine();
  }

  seatsAt(at) {
    return new Seats(this.frameAt(at), this.stage.seat, this.words);
  }

  drawSentence() {
    const { at } = this;
    const status = this.part("status");
    status.classList.add("calm");
    const parts = this.isResult
      ? [this.result()[0].title]
      : sentenceOf(this.seatsAt(at), this.plies[at], this.plies[at - 1]);
    status.replaceChildren(h("span", {}, parts));
  }

  result() {
    const counts = this.found.table_state.rows.some((row) => row.hand === this.found.hand);
    return resultLines(this.seatsAt(this.plies.length - 1), counts);
  }

  drawLog() {
    const lines = this.plies.map((ply, at) => {
      const count = ply.view.tricks?.length ?? 0;
      const isLead = ply.last?.[0].startsWith("play:") && ply.view.trick?.cards.length === 1;
      return h(
        "li",
        { class: isLead ? "lead" : "", data: { at, n: isLead ? count + 1 : "" } },
        sentenceOf(this.seatsAt(at), ply, this.plies[at - 1]),
      );
    });
    this.part("log").replaceChildren(...lines);
  }

  markLine() {
    const log = this.part("log");
    log.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const line = log.children[this.at];
    line.setAttribute("aria-current", "true");
    const top = line.offsetTop - log.offsetTop;
    if (top < log.scrollTop || top + line.offsetHeight > log.scrollTop + log.clientHeight)
      log.scrollTop = top - log.clientHeight / 2;
  }

  toggleExplain() {
    const button = this.part("explain");
    const isOn = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(isOn));
    this.part("terms").hidden = !isOn;
    this.drawExplain();
  }

  drawExplain() {
    const root = this.part("terms");
    if (root.hidden) return;
    const { at, plies } = this;
    root.replaceChildren(
      ...(this.isResult
        ? this.result().map(({ title, why }) => h("p", {}, `${title}. ${why}`))
        : explainBox(this.seatsAt(at), plies[at], plies[at - 1]).flat().filter(Boolean)),
    );
  }

  // --- sharing -------------------------------------------------------------------------------

  /** Copy the address. Over plain http there is no clipboard: then the old way, and a field to see. */
  async share() {
    const field = this.part("link");
    field.hidden = false;
    field.value = location.href;
    field.select();
    const isCopied = navigator.clipboard
      ? await navigator.clipboard.writeText(field.value).then(
          () => true,
          () => false,
        )
      : document.execCommand("copy");
    this.tell(this.words.t(isCopied ? "replay.copied" : "replay.copy"));
  }

  tell(text) {
    this.part("told").textContent = text;
  }
}

async function load(config, seat) {
  const url = seat === null ? config.frames : `${config.frames}?seat=${seat}`;
  const answer = await fetch(url, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

async function start(main, config) {
  useSprite(config.sprite);
  const asked = new URLSearchParams(location.search);
  const seat = asked.get("seat");
  const isSeat = seat !== null && /^[0-5]$/.test(seat) && Number(seat) < config.seats;
  const found = await load(config, isSeat ? Number(seat) : null);
  main.replay = new Replay(main, config, found, Number(asked.get("ply") ?? 0));
}

const main = document.querySelector("[data-replay]");
const config = readJson("replay-config");
if (main && config)
  start(main, config).catch((error) => {
    console.warn(error);
    main.hidden = true;
    document.getElementById("replay-failed").hidden = false;
  });
