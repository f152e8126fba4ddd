// The table without a server: draws single frames with the parts of the live table.

import { discardCount, mayGo } from "./discards.js";
import { h } from "./dom.js";
import { drawTable } from "./draw.js";
import { Hand } from "./hand.js";
import { Words } from "./words.js";

/** Finds the parts of a page by name; what this page has not is drawn to nowhere. */
function partsOf(main) {
  const nowhere = new Map();
  return (name) => {
    const found = main.querySelector(`[data-part="${name}"]`) ?? nowhere.get(name);
    if (found) return found;
    nowhere.set(name, h("div", {}, h("div", {})).firstElementChild);
    return nowhere.get(name);
  };
}

/** What the drawing parts ask of a table. The owner sets `frame` and what follows from it. */
export class Stage {
  /** `on`: { act(actions), refuse(code), draw(), look(seat) }, all optional. */
  constructor(main, config, on = {}) {
    this.main = main;
    this.config = config;
    this.on = on;
    this.words = new Words(config);
    this.part = partsOf(main);
    this.pace = 0;
    this.line = "open";
    this.pending = null;
    this.lookingAt = null;
    this.isFinal = false;
    this.isLast = true;
    this.isWhyOpen = false;
    this.laid = [];
    this.pacer = { isBehind: false };
    this.hand = new Hand(this.part("hand"), {
      onPlay: (code) => this.playCard(code),
      onLift: () => this.draw(),
      onRefuse: (code) => on.refuse?.(code),
    });
    this.seat = 0;
  }

  /** Behind which seat the reader sits; a tap on a plate chooses another one. */
  get viewpoint() {
    return this.seat;
  }

  set viewpoint(seat) {
    if (this.on.look) this.on.look(seat);
    else this.seat = seat;
  }

  /**
   * `held`: the trick that has just ended lies there; `isResult`: the hand is over and counted;
   * `isDeal`: nobody has spoken yet, so that no panel lies over the cards.
   */
  show(frame, { held = false, isResult = false, isDeal = false } = {}) {
    this.words.nameBots(frame);
    this.frame = frame;
    this.isDeal = isDeal;
    this.held = held;
    this.isOver = frame.view.phase === "over";
    this.isResult = isResult;
    this.selected = null;
    this.preview = null;
    this.refusal = null;
    this.laid = [];
    this.lookingAt = null;
    this.draw();
  }

  draw() {
    if (!this.frame) return;
    drawTable(this);
    this.on.draw?.();
  }

  get legal() {
    return this.frame.view.legal ?? [];
  }

  /** Legal actions about cards of the own hand that do not lie in a slot, whatever their verb. */
  get cardActions() {
    const cards = this.frame.view.cards?.[this.frame.view.seat] ?? [];
    const own = new Set(cards.filter((code) => !this.laid.includes(code)));
    const about = (action) => action.split(":")[1];
    return new Map(
      this.legal.filter((action) => own.has(about(action))).map((action) => [about(action), action]),
    );
  }

  get shownPhase() {
    const { phase } = this.frame.view;
    if (this.isDeal) return "deal";
    return phase === "over" && !this.isResult ? "play" : phase;
  }

  select(action, extra) {
    if (extra === true) {
      this.send(action);
      return;
    }
    this.selected = this.selected === action && !Array.isArray(extra) ? null : action;
    this.preview = Array.isArray(extra) ? extra : null;
    this.draw();
  }

  playCard(code) {
    const action = this.cardActions.get(code);
    if (!action) return;
    if (this.frame.view.phase !== "discard") {
      this.send(action);
    } else if (this.laid.length < discardCount(this.frame.view).left) {
      this.laid.push(code);
      this.draw();
    }
  }

  takeBackDiscard(code) {
    this.laid = this.laid.filter((other) => other !== code);
    this.draw();
  }

  sendDiscards() {
    if (mayGo(this)) this.on.act?.(this.laid.map((code) => `discard:${code}`));
  }

  send(action) {
    if (this.legal.includes(action)) this.on.act?.([action]);
  }

  get isLookingBack() {
    return this.lookingAt !== null;
  }

  /** Turn the last trick over again, or back. */
  lookBack(number = (this.frame.view.tricks?.length ?? 0) - 1) {
    this.lookingAt = this.isLookingBack || number < 0 ? null : number;
    this.draw();
  }

  say(text) {
    this.refusal = text;
    this.draw();
  }
}
