// The live table: draws whatever View arrives, for a seat, a spectator or with open cards.
// It knows no rules: what may be done is the `legal` list of the view.

import { Alerts } from "./alerts.js";
import { drawClock, drawLine } from "./bar.js";
import { useSprite } from "./cards.js";
import { Chat } from "./chat.js";
import { Contributor } from "./contribute.js";
import { readJson } from "./dom.js";
import { discardCount, mayGo } from "./discards.js";
import { drawTable } from "./draw.js";
import { Drawer } from "./drawer.js";
import { mayTurn } from "./felt.js";
import { Hand } from "./hand.js";
import { listenToKeys } from "./keys.js";
import { Outbox } from "./outbox.js";
import { Pacer } from "./pace.js";
import { prefs } from "./prefs.js";
import { Questions, reasonText } from "./reasons.js";
import { waitsForSeries } from "./seatlist.js";
import { isNewer, LiveSocket } from "./socket.js";
import { Spoken } from "./spoken.js";
import { dutyOf } from "./status.js";
import { Words } from "./words.js";

const RESULT_MS = 6000; // a watched table goes on by itself
const REFUSAL_MS = 8000; // two lines that somebody reads for the first time
const AUTO_MS = 600; // the only legal card lies lifted for so long before it is played by itself

class Table {
  constructor(main, config, frame) {
    this.main = main;
    this.config = config;
    this.words = new Words(config);
    this.pace = Number(main.dataset.pace ?? 1);
    this.part = (name) => main.querySelector(`[data-part="${name}"]`);
    this.skew = config.now ? Date.now() - Date.parse(config.now) : 0;
    this.newest = null;
    this.viewpoint = 0;
    this.laid = [];
    this.hint = null;
    this.isWhyOpen = false;
    this.outbox = new Outbox({
      post: (message) => Boolean(this.socket?.send(message)),
      onChange: () => this.draw(),
    });
    this.questions = new Questions({
      post: (message) => Boolean(this.socket?.send(message)),
      nextId: () => this.outbox.nextId(),
      onRefused: (message) => this.say(message || this.words.t("refused")),
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
    this.drawer = new Drawer(this);
    this.alerts = new Alerts({ notice: this.part("notice"), words: this.words });
    this.spoken = new Spoken(this.part("spoken"));
    this.chat = new Chat(this);
    this.contributor = new Contributor((message) => this.socket?.send(message));
    listenToKeys(this);
    listenToFelt(this);
    this.receive(frame, { jump: true });
    this.socket = new LiveSocket(config.socket, {
      onMessage: (message) => this.onMessage(message),
      onState: (state) => this.onLine(state),
    });
    this.tick = setInterval(() => drawClock(this), 500);
  }

  // --- what comes in -----------------------------------------------------------------------

  onMessage(message) {
    if (this.chat.answer(message) || this.contributor.takes(message)) return;
    if (message.type === "view") {
      this.contributor.onFrame(message);
      this.chat.count(message);
      if (this.outbox.isSyncing) this.outbox.settle();
      this.receive(message, { jump: this.wasLost });
      this.wasLost = false;
    } else if (this.questions.answer(message)) {
      this.draw();
    } else if (message.type === "refused") {
      this.outbox.settle();
      this.say(message.message || this.words.t("refused"));
    } else if (message.type === "kicked") {
      location.reload();
    }
  }

  receive(frame, { jump = false } = {}) {
    if (!isNewer(this.newest, frame)) return;
    this.words.nameBots(frame);
    this.newest = frame;
    this.chat.receive(frame);
    if (this.pending) {
      this.outbox.settle();
      this.pacer.release();
    }
    const shown = this.pacer.current;
    if (shown && shown.hand === frame.hand && shown.ply === frame.ply && !this.pacer.isBehind)
      this.refresh(frame);
    else this.pacer.add(frame, { jump: jump || waitsForSeries(this) });
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
    if (state !== "open") return;
    this.contributor.onOpen();
    if (this.pending) this.socket?.send({ type: "sync" });
    else if (this.frame) this.playAlone();
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
    this.lookingAt = null;
    this.laid = [];
    this.draw();
    if (this.seats) this.spoken.add(this, { isTrickEnd });
    if (frame.last?.[0].startsWith("play:")) this.alerts.played();
    if (this.held && ms < Infinity) this.holdTimer = setTimeout(() => this.endHold(), ms);
    else if (this.isResult) this.awaitReader();
    this.playAlone();
  }

  /** The sole legal card is played by itself if the reader wants that. */
  playAlone() {
    const [code, ...others] = this.cardActions.keys();
    clearTimeout(this.autoTimer);
    if (!prefs.isAuto || this.line !== "open" || this.frame.view?.phase !== "play" || !code || others.length) return;
    const { hand, ply } = this.frame;
    this.autoTimer = setTimeout(() => {
      if (this.frame.hand === hand && this.frame.ply === ply) this.playCard(code);
    }, AUTO_MS * this.pace);
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

  /** Now by the server's clock, which deadlines are told by. */
  now() {
    return Date.now() - this.skew;
  }

  /** A bot plays for this reader: he takes his seat again. */
  comeBack() {
    const id = this.outbox.nextId();
    if (!this.socket.send({ type: "return", id })) this.say(this.words.t("line.not_sent"));
  }

  get pending() {
    return this.outbox.pending;
  }

  get legal() {
    return this.pending || this.pacer.isBehind ? [] : (this.frame.view?.legal ?? []);
  }

  send(action, code = null) {
    if (this.legal.includes(action)) this.sendAll([action], code);
  }

  sendAll(actions, code = null) {
    if (!this.outbox.act(this.frame, actions, code)) this.say(this.words.t("line.not_sent"));
  }

  /** A decided card: it is played, or lies in a slot until all are chosen that go away. */
  playCard(code) {
    const action = this.cardActions.get(code);
    if (!action) return;
    if (this.frame.view.phase !== "discard") {
      this.send(action, code);
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
    if (mayGo(this)) this.sendAll(this.laid.map((code) => `discard:${code}`));
  }

  /** Legal actions about cards of the own hand that do not lie in a slot, whatever their verb. */
  get cardActions() {
    const cards = this.frame.view?.cards?.[this.frame.view.seat] ?? [];
    const own = new Set(cards.filter((code) => !this.laid.includes(code)));
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

  /** A card that may not be played now: what the page knows at once, then the server's reason. */
  explainRefusal(code) {
    const { words, seats, frame } = this;
    const isDiscard = frame.view.phase === "discard";
    const short = isDiscard ? words.t("discard.not", { card: words.card(code) }) : dutyOf(this);
    this.say(short || words.t("play.not", { card: words.card(code) }));
    if (!words.canExplain) return;
    const action = `${isDiscard ? "discard" : "play"}:${code}`;
    this.questions.ask("why", frame, action, (answer) => {
      const text = reasonText(seats, "why", answer);
      if (text && this.frame.ply === frame.ply) this.say(text);
    });
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
    if (!this.isOver) this.pacer.release();
  }

  get isLookingBack() {
    return this.lookingAt !== null;
  }

  /** Turn a trick over again, or back; without a number the last one. Only what the rules allow. */
  lookBack(number = (this.frame.view?.tricks?.length ?? 0) - 1) {
    const isAllowed = this.shownPhase === "play" && !this.held && mayTurn(this.seats, number);
    this.lookingAt = this.isLookingBack || !isAllowed ? null : number;
    this.draw();
  }

  /** Escape: whatever lies on top goes away. */
  close() {
    if (this.drawer.isOpen) {
      this.drawer.toggle(false);
      return;
    }
    this.selected = null;
    this.preview = null;
    this.lookingAt = null;
    this.draw();
  }
}

/** A tap on the felt ends the pause after a trick; a pile shows its last trick while it is held. */
function listenToFelt(table) {
  const felt = table.main.querySelector(".felt");
  felt.addEventListener("click", () => table.held && table.goOnFromTrick());
  for (const pile of felt.querySelectorAll(".side")) {
    pile.addEventListener("pointerdown", () => {
      const number = Number(pile.dataset.trick ?? -1);
      if (!table.isLookingBack && number >= 0) table.lookBack(number);
    });
    for (const type of ["pointerup", "pointercancel", "pointerleave"])
      pile.addEventListener(type, () => table.isLookingBack && table.lookBack());
  }
}

const main = document.querySelector("main[data-table]");
const config = readJson("table-config");
if (main && config) {
  useSprite(config.sprite);
  main.table = new Table(main, config, readJson("table-frame"));
}
