// The live table: draws whatever View arrives, for a seat, a spectator or with open cards.
// It knows no rules: what may be done is the `legal` list of the view.

import { drawClock, drawLine } from "./bar.js";
import { useSprite } from "./cards.js";
import { readJson } from "./dom.js";
import { drawTable } from "./draw.js";
import { Hand } from "./hand.js";
import { Outbox } from "./outbox.js";
import { Pacer } from "./pace.js";
import { isNewer, LiveSocket } from "./socket.js";
import { dutyOf } from "./status.js";
import { Words } from "./words.js";

const RESULT_MS = 6000; // a watched table goes on by itself
const REFUSAL_MS = 4000;

class Table {
  constructor(main, config, frame) {
    this.main = main;
    this.config = config;
    this.words = new Words(config);
    this.pace = Number(main.dataset.pace ?? 1);
    this.part = (name) => main.querySelector(`[data-part="${name}"]`);
    this.newest = null;
    this.viewpoint = 0;
    this.outbox = new Outbox({
      post: (message) => Boolean(this.socket?.send(message)),
      onChange: () => this.draw(),
    });
    this.hand = new Hand(this.part("hand"), {
      onPlay: (code) => this.playCard(code),
      onLift: () => this.draw(),
      onRefuse: (code) => this.explainRefusal(code),
    });
    this.pacer = new Pacer({
      pace: this.pace,
      show: (next, info) => this.show(next, info),
      mayLeave: (next) => next.view?.phase !== "over",
    });
    this.part("menu").addEventListener("click", () => this.toggleDrawer());
    addEventListener("keydown", (event) => event.key === "Escape" && this.toggleDrawer(false));
    this.receive(frame, { jump: true });
    this.socket = new LiveSocket(config.socket, {
      onMessage: (message) => this.onMessage(message),
      onState: (state) => this.onLine(state),
    });
    this.tick = setInterval(() => drawClock(this), 500);
  }

  // --- what comes in -----------------------------------------------------------------------

  onMessage(message) {
    if (message.type === "view") {
      if (this.outbox.isSyncing) this.outbox.settle();
      this.receive(message, { jump: this.wasLost });
      this.wasLost = false;
    } else if (message.type === "refused") {
      this.outbox.settle();
      this.say(message.message || this.words.t("refused"));
    } else if (message.type === "kicked") {
      location.reload();
    }
  }

  receive(frame, { jump = false } = {}) {
    if (!isNewer(this.newest, frame)) return;
    this.newest = frame;
    if (this.pending) {
      this.outbox.settle();
      this.pacer.release();
    }
    const shown = this.pacer.current;
    if (shown && shown.hand === frame.hand && shown.ply === frame.ply && !this.pacer.isBehind)
      this.refresh(frame);
    else this.pacer.add(frame, { jump });
  }

  /** The same position again with another clock, presence or table status. */
  refresh(frame) {
    this.pacer.current = frame;
    this.frame = frame;
    this.draw();
  }

  onLine(state) {
    if (state !== "open") this.wasLost = true;
    this.line = state;
    drawLine(this);
    if (state === "open" && this.pending) this.socket?.send({ type: "sync" });
  }

  show(frame, { isTrickEnd, ms }) {
    clearTimeout(this.holdTimer);
    this.frame = frame;
    this.isOver = frame.view?.phase === "over";
    this.held = isTrickEnd && ms > 0;
    this.isResult = this.isOver && !this.held;
    this.isFinal = false;
    this.selected = null;
    this.preview = null;
    this.refusal = null;
    this.isLookingBack = false;
    this.draw();
    if (this.held) this.holdTimer = setTimeout(() => this.endHold(), ms);
    else if (this.isResult) this.awaitReader();
  }

  endHold() {
    this.held = false;
    this.isResult = this.isOver;
    this.draw();
    if (this.isResult) this.awaitReader();
  }

  /** A seated reader leaves the result himself, except under a clock; a watched table goes on. */
  awaitReader() {
    const isPatient = this.seats.isSeated && !this.frame.clock && !this.frame.table_state.clock_ms;
    if (isPatient) return;
    this.holdTimer = setTimeout(() => this.goOn(), RESULT_MS * this.pace);
  }

  goOn() {
    clearTimeout(this.holdTimer);
    if (this.held) {
      this.endHold();
      return;
    }
    if (this.isLast && !this.pacer.isBehind) {
      this.isFinal = true;
      this.draw();
    } else {
      this.pacer.release();
    }
  }

  /** Who watches late sees an earlier hand than the table's; a redeal is followed by another deal. */
  get isLast() {
    const { number, view, table_state: state } = this.frame;
    const isLastNumber = number + 1 >= (state.hand_count ?? state.hands);
    return (isLastNumber && Boolean(view?.contract)) || state.status !== "running";
  }

  // --- what goes out -----------------------------------------------------------------------

  get pending() {
    return this.outbox.pending;
  }

  get legal() {
    return this.pending || this.pacer.isBehind ? [] : (this.frame.view?.legal ?? []);
  }

  send(action, code = null) {
    if (!this.legal.includes(action)) return;
    if (!this.outbox.act(this.frame, action, code)) this.say(this.words.t("line.not_sent"));
  }

  playCard(code) {
    const action = this.cardActions.get(code);
    if (action) this.send(action, code);
  }

  /** Legal actions about cards of the own hand, whatever their verb. */
  get cardActions() {
    const own = new Set(this.frame.view?.cards?.[this.frame.view.seat] ?? []);
    return new Map(
      this.legal
        .filter((action) => own.has(action.split(":")[1]))
        .map((action) => [action.split(":")[1], action]),
    );
  }

  say(text) {
    this.refusal = text;
    this.draw();
    clearTimeout(this.refusalTimer);
    this.refusalTimer = setTimeout(() => {
      this.refusal = null;
      this.draw();
    }, REFUSAL_MS);
  }

  explainRefusal(code) {
    const { words } = this;
    const why =
      this.frame.view.phase === "discard"
        ? words.t("discard.not", { card: words.card(code) })
        : dutyOf(this);
    this.say(why || words.t("play.not", { card: words.card(code) }));
  }

  // --- drawing -----------------------------------------------------------------------------

  draw() {
    if (this.frame) drawTable(this);
  }

  /** The phase as drawn: a held trick stays on the felt although the hand is over. */
  get shownPhase() {
    const { phase } = this.frame.view;
    if (phase === "over") return this.isResult || this.isFinal ? "over" : "play";
    return phase;
  }

  /** A tap in a panel: some choices act at once, others wait for the button. */
  select(action, extra) {
    if (extra === true) {
      this.send(action);
      return;
    }
    this.selected = this.selected === action && !Array.isArray(extra) ? null : action;
    this.preview = Array.isArray(extra) ? extra : null;
    this.draw();
  }

  goOnFromTrick() {
    clearTimeout(this.holdTimer);
    this.endHold();
    this.pacer.release();
  }

  toggleDrawer(open) {
    const isOpen = open ?? !this.main.classList.contains("drawer");
    this.main.classList.toggle("drawer", isOpen);
    this.part("menu").setAttribute("aria-expanded", String(isOpen));
    if (isOpen) this.part("aside").focus();
  }
}

const main = document.querySelector("main[data-table]");
const config = readJson("table-config");
if (main && config) {
  useSprite(config.sprite);
  main.table = new Table(main, config, readJson("table-frame"));
}
