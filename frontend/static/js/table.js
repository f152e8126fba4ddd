// The live table: draws whatever View arrives, for a seat, a spectator or with open cards.
// It knows no rules: what may be done is the `legal` list of the view.

import { saidList } from "./announce.js";
import { tableButtons } from "./buttons.js";
import { useSprite } from "./cards.js";
import { h, readJson, redraw } from "./dom.js";
import { drawPrize, drawSides, drawTrick } from "./felt.js";
import { Hand } from "./hand.js";
import { Pacer } from "./pace.js";
import { panelContent } from "./panels.js";
import { outPlate, plate } from "./plates.js";
import { Seats } from "./seats.js";
import { courseList, scoreSheet } from "./sheet.js";
import { isNewer, LiveSocket } from "./socket.js";
import { dutyOf, statusOf } from "./status.js";
import { cardInText, Words } from "./words.js";

const ANSWER_MS = 1500; // no answer to an action for this long: ask for the state
const RESULT_MS = 6000; // a watched table goes on by itself
const REFUSAL_MS = 4000;

class Table {
  constructor(main, config, frame) {
    this.main = main;
    this.config = config;
    this.words = new Words(config);
    this.pace = Number(main.dataset.pace ?? 1);
    this.part = (name) => main.querySelector(`[data-part="${name}"]`);
    this.sentCount = 0;
    this.newest = null;
    this.viewpoint = 0;
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
    this.tick = setInterval(() => this.drawClock(), 500);
  }

  // --- what comes in -----------------------------------------------------------------------

  onMessage(message) {
    if (message.type === "view") {
      if (this.isSyncing) this.settle();
      this.receive(message, { jump: this.wasLost });
      this.wasLost = false;
    } else if (message.type === "refused") {
      this.settle();
      this.isRefused(message);
    } else if (message.type === "kicked") {
      location.reload();
    }
  }

  receive(frame, { jump = false } = {}) {
    if (!isNewer(this.newest, frame)) return;
    this.newest = frame;
    if (this.pending) {
      this.settle();
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
    this.drawLine();
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

  get legal() {
    return this.pending || this.pacer.isBehind ? [] : (this.frame.view?.legal ?? []);
  }

  send(action, code = null) {
    if (!this.legal.includes(action)) return;
    const { hand, ply } = this.frame;
    this.sentCount += 1;
    const id = `c${this.sentCount}`;
    if (!this.socket.send({ type: "act", id, hand, ply, actions: [action] })) {
      this.say(this.words.t("line.not_sent"));
      return;
    }
    this.pending = { id, action, code };
    this.isSyncing = false;
    this.answerTimer = setTimeout(() => this.ask(), ANSWER_MS);
    this.draw();
  }

  ask() {
    this.isSyncing = true;
    this.socket.send({ type: "sync" });
    this.answerTimer = setTimeout(() => this.ask(), ANSWER_MS);
  }

  settle() {
    clearTimeout(this.answerTimer);
    this.pending = null;
    this.isSyncing = false;
    this.draw();
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

  isRefused(message) {
    this.say(message.message || this.words.t("refused"));
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
    const { frame, main } = this;
    if (!frame) return;
    main.dataset.rev = frame.rev;
    main.dataset.ply = frame.ply;
    main.dataset.role = frame.role;
    this.drawLine();
    if (!frame.view) {
      this.part("title").textContent = this.words.t("waiting");
      return;
    }
    this.seats = new Seats(frame, this.viewpoint, this.words);
    main.dataset.phase = this.shownPhase;
    this.drawBar();
    this.drawPlates();
    drawTrick(this.part("cross"), this.seats, {
      held: this.held || this.isLookingBack,
      pending: frame.view.phase === "play" ? this.pending?.code : null,
      wantsCard: frame.view.phase === "play" && this.seats.isMe(frame.view.turn),
    });
    drawSides(this.part("left"), this.part("right"), this.seats);
    drawPrize(this.part("prize"), this.seats, this.held || this.isLookingBack);
    this.drawSaid();
    this.drawPanel();
    this.drawStatus();
    this.drawButtons();
    this.drawHand();
    this.drawAside();
    this.drawClock();
  }

  /** The phase as drawn: a held trick stays on the felt although the hand is over. */
  get shownPhase() {
    const { phase } = this.frame.view;
    if (phase === "over") return this.isResult || this.isFinal ? "over" : "play";
    return phase;
  }

  drawBar() {
    const { view, table_state: state } = this.frame;
    const { words, seats } = this;
    const title = view.contract ? words.game(view.contract) : words.t(`phase.${view.phase}`);
    this.part("title").textContent = title;
    this.part("called").replaceChildren(...(view.called ? [cardInText(words, view.called)] : []));
    this.part("factor").textContent = view.factors?.game ? `×${view.factors.game}` : "";
    const out = seats.sittingOut.map((seat) => seat.name);
    const place = { n: this.frame.number + 1, hands: state.hand_count ?? state.hands };
    this.part("number").replaceChildren(
      h("span", { class: "long" }, words.t("hand.of", place)),
      h("span", { class: "short" }, `${place.n}/${place.hands}`),
    );
    this.part("out").textContent = out.length ? words.t("sits_out", { name: out.join(", ") }) : "";
  }

  /** Announcements on the felt, and the open hands of an ouvert contract beside the names. */
  drawSaid() {
    const { view } = this.frame;
    const root = this.part("said");
    redraw(root, JSON.stringify([this.frame.rev, this.frame.ply]), () =>
      view.contract && !this.isOver ? saidList(this.seats) : [],
    );
    root.hidden = !root.childElementCount;
    const isOuvert = this.words.contracts[view.contract?.code]?.ouvert;
    const isOpen = isOuvert && Object.keys(view.cards ?? {}).length > 1 && !this.isOver;
    this.main.classList.toggle("ouvert", Boolean(isOpen));
  }

  drawLine() {
    const state = this.line ?? "connecting";
    const net = this.part("net");
    net.dataset.state = state;
    const text =
      state === "waiting"
        ? this.words.t("net.waiting", { time: this.since() })
        : this.words.t(`net.${state}`);
    if (net.textContent !== text) this.part("net-text").textContent = text;
  }

  since() {
    this.lostAt ??= new Date();
    if (this.line === "open") this.lostAt = null;
    return (this.lostAt ?? new Date()).toLocaleTimeString(document.documentElement.lang, {
      timeStyle: "short",
    });
  }

  drawPlates() {
    const { seats, words } = this;
    const root = this.part("plates");
    const key = JSON.stringify([this.frame.hand, this.frame.ply, this.viewpoint, this.held]);
    redraw(root, key, () => {
      const list = seats.isSeated ? seats.others : [...seats.others, seats.viewpoint];
      return [...list.map((seat) => plate(this, seat)), ...seats.sittingOut.map(outPlate(words))];
    });
  }

  drawPanel() {
    const panel = this.part("panel");
    const { frame } = this;
    const key = JSON.stringify([
      frame.hand,
      frame.rev,
      frame.ply,
      this.shownPhase,
      this.isFinal,
      this.selected,
      this.legal.length,
      this.viewpoint,
    ]);
    redraw(panel, key, () => panelContent(this));
    panel.hidden = !panel.childElementCount;
    this.main.classList.toggle("has-panel", !panel.hidden);
    const grid = panel.querySelector(".grid");
    if (grid) grid.scrollTop = grid.scrollHeight;
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

  drawStatus() {
    const { text, calm } = statusOf(this);
    const status = this.part("status");
    status.classList.toggle("calm", calm);
    if (status.textContent !== text) status.textContent = text;
  }

  drawButtons() {
    const root = this.part("act");
    const key = JSON.stringify([
      this.frame.rev,
      this.shownPhase,
      this.isFinal,
      this.selected,
      this.hand.lifted,
      this.legal,
      this.held,
      this.isLookingBack,
      Boolean(this.pending),
    ]);
    redraw(root, key, () => tableButtons(this));
  }

  goOnFromTrick() {
    clearTimeout(this.holdTimer);
    this.endHold();
    this.pacer.release();
  }

  drawHand() {
    const { view } = this.frame;
    const { seats } = this;
    const seat = seats.viewpoint;
    let cards = [...(view.cards?.[seat] ?? [])];
    if (this.isOver) cards = [];
    if (this.pending?.code) cards = cards.filter((code) => code !== this.pending.code);
    const fresh = new Set(this.preview ?? (view.phase === "discard" ? this.unseenTalon : []));
    cards = this.sorted([...cards, ...fresh].filter((code, i, all) => all.indexOf(code) === i));
    this.hand.update({
      cards,
      backs: cards.length || this.isOver ? 0 : view.counts?.[seat],
      playable: new Set(this.cardActions.keys()),
      fresh,
      needsConfirm: view.phase === "discard",
      isInstant: this.pace === 0,
      turnKey: this.cardActions.size ? `${this.frame.hand}:${this.frame.ply}` : "",
      nameOf: (code) => this.words.card(code),
    });
  }

  /** Talon cards only the declarer has seen: they carry a band while he lays cards away. */
  get unseenTalon() {
    const { contract, talon, cards, seat } = this.frame.view;
    if (this.words.contracts[contract.code]?.talon !== "six") return [];
    return (talon?.packets.flat() ?? []).filter((code) => cards[seat]?.includes(code));
  }

  /** Canonical order, as the server sorts: the order of the config's cards. */
  sorted(cards) {
    this.canon ??= new Map(
      Object.keys(this.words.cards).map((code) => [code, this.words.cards[code].index]),
    );
    return cards.sort((a, b) => this.canon.get(a) - this.canon.get(b));
  }

  drawAside() {
    const { seats, frame } = this;
    const key = JSON.stringify([frame.rev, frame.hand, frame.ply, this.viewpoint]);
    redraw(this.part("sheet"), key, () => [scoreSheet(seats)]);
    const course = this.part("course");
    redraw(course, key, () => courseList(seats));
    course.parentElement.scrollTop = course.parentElement.scrollHeight;
  }

  drawClock() {
    const clock = this.frame?.clock;
    for (const element of this.main.querySelectorAll(".clock")) element.textContent = "";
    const own = this.part("own-clock");
    own.textContent = "";
    if (!clock) return;
    const seconds = Math.max(0, Math.ceil((Date.parse(clock.deadline) - Date.now()) / 1000));
    const text = this.words.t("seconds", { n: seconds });
    if (this.seats?.isMe(clock.seat)) own.textContent = text;
    const plate = this.main.querySelector(`.clock[data-seat="${clock.seat}"]`);
    if (plate) plate.textContent = ` ${text}`;
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
