// The first lesson: a fixed hand from one seat. The others move by script, and the reader's own
// decisions wait for the right choice; any other is answered with a sentence.

import { useSprite } from "./cards.js";
import { readJson } from "./dom.js";
import { endsTrick } from "./replay-log.js";
import { Stage } from "./replay-stage.js";
import { dutyOf } from "./status.js";

const MOVE_MS = 700;
const TRICK_MS = 1700;

class Lesson {
  constructor(main, config) {
    this.main = main;
    this.plies = config.plies;
    this.steps = config.steps;
    this.pace = Number(main.dataset.pace ?? 1);
    this.stage = new Stage(main, config, {
      act: (actions) => this.answer(actions),
      refuse: (code) => this.refuse(code),
    });
    this.words = this.stage.words;
    this.part = this.stage.part;
    this.tableState = config.table_state;
    this.part("back").addEventListener("click", () => this.goTo(this.step - 1));
    this.part("skip").addEventListener("click", () => this.go());
    this.step = 0;
    this.play(0);
  }

  get decision() {
    return this.steps[this.step];
  }

  /** Show the plies from `at` on, one after the other, up to the next decision or the result. */
  play(at) {
    clearTimeout(this.timer);
    this.part("instead").textContent = "";
    if (at >= this.plies.length) {
      this.end();
      return;
    }
    const isAsked = this.decision?.ply === at;
    const held = endsTrick(this.plies[at], this.plies[at - 1]) && !isAsked;
    this.show(at, { isAsked, held });
    this.drawCoach(isAsked);
    if (isAsked) {
      this.focus();
      return;
    }
    const ms = (held ? TRICK_MS : MOVE_MS) * this.pace;
    if (ms) this.timer = setTimeout(() => this.play(at + 1), ms);
    else this.play(at + 1);
  }

  show(at, { isAsked = false, held = false, isResult = false }) {
    const { legal, ...view } = this.plies[at].view;
    if (isAsked) view.legal = legal;
    this.main.dataset.place = isResult ? "end" : at;
    this.stage.show(
      {
        ...{ hand: "lesson", number: 0, ply: at, rev: `${at}${isAsked}${held}`, role: "seat" },
        ...{ table_state: this.tableState, last: this.plies[at].last, view },
      },
      { held, isResult },
    );
  }

  /** Keys lead to the cards at once; buttons are one Tab away. */
  focus() {
    const card = this.part("hand").querySelector('button.hc[tabindex="0"]');
    if (["play", "discard"].includes(this.stage.shownPhase)) card?.focus({ preventScroll: true });
  }

  end() {
    this.step = this.steps.length;
    this.show(this.plies.length - 1, { isResult: true });
    this.drawCoach(false);
    this.part("say").textContent = this.words.t("lesson.won");
    this.part("next").hidden = false;
  }

  drawCoach(isAsked) {
    const { step, steps } = this;
    const n = Math.min(step + 1, steps.length);
    this.part("progress").value = step;
    this.part("place").textContent = this.words.t("lesson.step", { n, all: steps.length });
    this.part("progress").setAttribute("aria-valuetext", this.part("place").textContent);
    if (isAsked) this.part("say").textContent = this.decision.say;
    else if (!this.part("say").textContent) this.part("say").textContent = this.words.t("lesson.watch");
    this.part("next").hidden = true;
    this.part("back").disabled = step === 0;
    this.part("skip").disabled = !isAsked;
  }

  answer(actions) {
    const right = new Set(this.decision.right);
    if (actions.length === right.size && actions.every((action) => right.has(action))) this.go();
    else this.tell(this.decision.instead);
  }

  /** A card that may not be played: what the rules ask for now. */
  refuse(code) {
    const { words, stage } = this;
    if (stage.shownPhase === "discard") {
      this.tell(words.t("discard.not", { card: words.card(code) }));
      return;
    }
    const duty = dutyOf(stage);
    const why = duty ? ` ${duty[0].toUpperCase()}${duty.slice(1)}` : "";
    this.tell(words.t("play.not", { card: words.card(code) }) + why);
  }

  tell(text) {
    this.part("instead").textContent = text;
    this.stage.laid = [];
    this.stage.selected = null;
    this.stage.preview = null;
    this.stage.draw();
  }

  go() {
    const { after } = this.decision;
    this.step += 1;
    this.play(after);
  }

  /** The decision before, as if nothing had happened since. */
  goTo(step) {
    this.step = Math.max(0, step);
    this.play(this.decision.ply);
  }
}

const main = document.querySelector("main[data-lesson]");
const config = readJson("lesson-config");
if (main && config) {
  useSprite(config.sprite);
  main.lesson = new Lesson(main, config);
}
