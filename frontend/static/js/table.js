// The live table: draws whatever View arrives, for a seat, a spectator or with open cards.
// It knows no rules: what may be done is the `legal` list of the view.

import { auctionButtons, auctionPanel } from "./auction.js";
import { useSprite } from "./cards.js";
import { h, readJson, redraw } from "./dom.js";
import { drawSides, drawTrick } from "./felt.js";
import { Hand } from "./hand.js";
import { Pacer } from "./pace.js";
import { finalPanel, resultPanel } from "./result.js";
import { Seats } from "./seats.js";
import { courseList, scoreSheet, trickEnd } from "./sheet.js";
import { isNewer, LiveSocket } from "./socket.js";
import { callPanel, discardPanel, talonPanel } from "./tray.js";
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

  get isLast() {
    const state = this.frame.table_state;
    return state.number + 1 >= (state.hand_count ?? state.hands) || state.status !== "running";
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
        : this.duty();
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
    const title = view.contract
      ? words.contract(view.contract.code)
      : words.t(`phase.${view.phase}`);
    this.part("title").textContent = title;
    this.part("called").replaceChildren(...(view.called ? [cardInText(words, view.called)] : []));
    const out = seats.sittingOut;
    this.part("number").textContent = words.t("hand.of", {
      n: state.number + 1,
      hands: state.hand_count ?? state.hands,
    });
    this.part("out").textContent = out.length ? words.t("sits_out", { name: out.join(", ") }) : "";
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
      return list.map((seat) => this.plate(seat, words));
    });
  }

  plate(seat, words) {
    const { seats } = this;
    const turn = seats.isOnTurn(seat) && !this.held ? " turn" : "";
    const showsTricks = ["play", "over"].includes(this.frame.view.phase);
    const content = [
      h("span", { class: "n" }, seats.plainName(seat)),
      h("span", { class: "d" }, seats.note(seat), h("span", { class: "clock", data: { seat } })),
      showsTricks &&
        h(
          "span",
          { class: "t", title: words.t("tricks") },
          h("span", { class: "vh" }, `${words.t("tricks")} `),
          String(seats.tricks(seat)),
        ),
      h("span", { class: "minis", "aria-hidden": "true" }, this.minis(seat)),
    ];
    const attributes = {
      class: `plate p-${seats.place(seat)}${turn}`,
      data: { key: `plate${seat}` },
    };
    if (seats.isSeated) return h("div", attributes, content);
    const look = () => {
      this.viewpoint = seat;
      this.draw();
    };
    return h(
      "button",
      {
        ...attributes,
        type: "button",
        title: words.t("sit_behind", { name: seats.plainName(seat) }),
        on: { click: look },
      },
      content,
    );
  }

  minis(seat) {
    const { view } = this.frame;
    const cards = view.cards?.[seat];
    if (seat === this.seats.viewpoint && !this.seats.isSeated) return [];
    return cards?.length && view.phase !== "over"
      ? cards.map((code) =>
          h(
            "i",
            { class: `mini ${code[0] in this.words.suits ? `s${code[0].toLowerCase()}` : ""}` },
            ...miniText(code),
          ),
        )
      : Array.from({ length: view.counts?.[seat] ?? 0 }, () => h("i", { class: "mini back" }));
  }

  panelContent() {
    const { seats, legal } = this;
    const options = {
      legal,
      selected: this.selected,
      select: (action, extra) => this.select(action, extra),
    };
    switch (this.shownPhase) {
      case "auction":
      case "choose":
        return auctionPanel(seats, options);
      case "call":
        return callPanel(seats, options);
      case "take":
        return talonPanel(seats, options);
      case "discard":
        return discardPanel(seats, this.discardCount());
      case "over":
        return this.isFinal ? finalPanel(seats, this.config.urls) : resultPanel(seats);
      default:
        return [];
    }
  }

  /** How many cards have to go: what the hand holds above the others' hands. */
  discardCount() {
    const { counts, turn, discards = [] } = this.frame.view;
    const fewest = Math.min(...counts);
    const left = Math.max(0, (counts[turn] ?? fewest) - fewest);
    return { count: left + discards.length, left };
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
    redraw(panel, key, () => this.panelContent());
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
    const { text, calm } = this.status();
    const status = this.part("status");
    status.classList.toggle("calm", calm);
    if (status.textContent !== text) status.textContent = text;
  }

  status() {
    const { words, seats } = this;
    const { view } = this.frame;
    if (this.refusal) return { text: this.refusal, calm: false };
    if (this.isFinal) return { text: words.t("final.status"), calm: true };
    if (this.isResult) return { text: words.t("result.status"), calm: true };
    if ((this.held || this.isLookingBack) && view.tricks?.length) {
      return { text: trickEnd(seats, view.tricks.at(-1)).join(""), calm: true };
    }
    if (this.pending) return { text: words.t("sent"), calm: true };
    if (this.legal.length) return { text: this.request(), calm: false };
    if (view.turn === undefined) return { text: "", calm: true };
    return { text: words.t("turn.other", { name: seats.name(view.turn) }), calm: true };
  }

  request() {
    const { words } = this;
    const { phase } = this.frame.view;
    if (phase === "play") return words.t("turn.you", { what: this.duty() || words.t("duty.any") });
    if (this.preview)
      return words.t("talon.preview", { count: this.preview.length, n: this.preview.length });
    return words.t("turn.you", { what: words.t(`duty.${phase}`) });
  }

  /** What the legal cards have in common, in words; empty if nothing. */
  duty() {
    const { view } = this.frame;
    const codes = [...this.cardActions.keys()];
    const lead = view.trick?.cards[0];
    if (!lead || !codes.length) return "";
    const kind = (code) => (code[0] in this.words.suits ? code[0] : "tarok");
    const kinds = new Set(codes.map(kind));
    if (kinds.size !== 1) return "";
    const [only] = kinds;
    if (only === "tarok")
      return this.words.t(kind(lead) === "tarok" ? "duty.follow_tarok" : "duty.tarok");
    return only === kind(lead) ? this.words.t("duty.follow", { suit: this.words.suits[only] }) : "";
  }

  button(key, { css = "", action = "", label, click, disabled = false }) {
    return h(
      "button",
      { class: `btn ${css}`, type: "button", disabled, data: { action, key }, on: { click } },
      label,
    );
  }

  drawButtons() {
    const root = this.part("act");
    const { view } = this.frame;
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
    redraw(root, key, () => this.buttons(view));
  }

  buttons(view) {
    const { words, seats, legal } = this;
    if (this.isFinal) return this.finalButtons();
    if (this.isResult) {
      const label = words.t(this.isLast && !this.pacer.isBehind ? "result.final" : "result.next");
      const css = seats.isSeated ? "pri" : "";
      return [this.button("next", { css, action: "next", label, click: () => this.goOn() })];
    }
    const phase = this.shownPhase;
    if (phase === "auction" || phase === "choose") {
      if (!seats.isSeated) return [];
      return auctionButtons(seats, {
        legal,
        selected: this.selected,
        send: (action) => this.send(action),
      });
    }
    if (phase === "call" || phase === "take") return this.confirmButtons(phase);
    return this.playButtons(phase, view);
  }

  confirmButtons(phase) {
    const { words, legal, selected } = this;
    if (!legal.length) return [];
    const label = phase === "call" ? this.callLabel() : words.t("talon.take");
    const rest = legal
      .filter((action) => !/^(call|take):/.test(action))
      .map((action) => this.actionButton(action));
    const click = () => this.send(selected);
    return [
      ...rest,
      this.button("confirm", {
        css: "pri",
        action: selected ?? "",
        label,
        disabled: !selected,
        click,
      }),
    ];
  }

  callLabel() {
    const { words, selected } = this;
    if (!selected) return words.t("call.choose");
    return words.t("call.do", { card: words.card(selected.split(":")[1]) });
  }

  actionButton(action) {
    const [verb, arg] = action.split(":");
    const name = arg && (this.words.cards[arg]?.name ?? this.words.contracts[arg]?.name ?? arg);
    const label = [this.words.t(`say.${verb}`), name].filter(Boolean).join(" ");
    return this.button(action, { action, label, click: () => this.send(action) });
  }

  playButtons(phase, view) {
    const { words, seats } = this;
    const buttons = [];
    if (phase === "play") {
      const click = () => {
        this.isLookingBack = !this.isLookingBack;
        this.draw();
      };
      const label = words.t(this.isLookingBack ? "trick.back" : "trick.last");
      buttons.push(
        this.button("last", {
          css: "s",
          label,
          disabled: !view.tricks?.length || this.held,
          click,
        }),
      );
    }
    if (!seats.isSeated) return buttons;
    if (this.held) {
      buttons.push(
        this.button("go", { label: words.t("go_on"), click: () => this.goOnFromTrick() }),
      );
      return buttons;
    }
    const actions = this.cardActions;
    const others = this.legal.filter((action) => ![...actions.values()].includes(action));
    buttons.push(...others.map((action) => this.actionButton(action)));
    const { lifted } = this.hand;
    const isReady = actions.has(lifted);
    const verb = phase === "discard" ? "discard.do" : "play.do";
    const label = isReady
      ? words.t(verb, { card: words.card(lifted) })
      : words.t(phase === "discard" ? "discard.choose" : "play.choose");
    if (this.legal.length && (phase === "play" || phase === "discard")) {
      const click = () => this.playCard(this.hand.lifted);
      buttons.push(
        this.button("play", {
          css: "pri",
          action: actions.get(lifted) ?? "",
          label,
          disabled: !isReady,
          click,
        }),
      );
    }
    return buttons;
  }

  goOnFromTrick() {
    clearTimeout(this.holdTimer);
    this.endHold();
    this.pacer.release();
  }

  finalButtons() {
    const { words, config } = this;
    const buttons = [];
    const { event } = this.frame.table_state;
    if (event)
      return [
        h(
          "a",
          { class: "btn pri", href: config.urls.event.replace("ID", event.id) },
          words.t("final.event"),
        ),
      ];
    const form = document.getElementById("rematch");
    buttons.push(h("a", { class: "btn", href: config.urls.quick }, words.t("final.new")));
    if (form)
      buttons.push(
        h(
          "button",
          { class: "btn pri", type: "submit", form: "rematch", data: { action: "rematch" } },
          words.t("final.again"),
        ),
      );
    return buttons;
  }

  drawHand() {
    const { view } = this.frame;
    const { seats } = this;
    const seat = seats.viewpoint;
    let cards = [...(view.cards?.[seat] ?? [])];
    if (this.isOver) cards = [];
    if (this.pending?.code) cards = cards.filter((code) => code !== this.pending.code);
    const fresh = new Set(this.preview ?? []);
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

function miniText(code) {
  const glyph = { H: "\u2665", D: "\u2666", S: "\u2660", C: "\u2663" }[code[0]];
  return glyph ? [glyph, code[1]] : [code === "22" ? "S" : String(Number(code))];
}

const main = document.querySelector("main[data-table]");
const config = readJson("table-config");
if (main && config) {
  useSprite(config.sprite);
  main.table = new Table(main, config, readJson("table-frame"));
}
