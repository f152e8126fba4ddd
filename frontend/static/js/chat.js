// What people say at the table: the lines, set phrases as buttons, free text where it is allowed,
// and a bubble over the felt when a line arrives. Texts of strangers go in as text nodes only.

import { h, redraw } from "./dom.js";

const BUBBLE_MS = 5000;
const LONGEST = 200;

export class Chat {
  constructor(table) {
    this.table = table;
    this.root = table.part("chat");
    this.bubble = table.part("bubble");
    this.known = null;
    this.note = "";
    this.toDefenders = false;
    this.sent = 0;
    this.session = Math.random().toString(36).slice(2, 10);
  }

  /** Talk switched off by the reader (a cookie, see prefs): nothing is shown and nothing sent. */
  get isMuted() {
    return document.documentElement.dataset.talk === "0";
  }

  /** Called with every frame that arrives, shown at once: talk does not wait for the cards. */
  receive(frame) {
    const lines = frame.talk ?? [];
    const fresh = this.known ? lines.filter((line) => !this.known.has(line.id)) : [];
    this.known = new Set(lines.map((line) => line.id));
    this.frame = frame;
    this.draw();
    for (const line of fresh) if (line.seat !== this.ownSeat) this.#announce(line);
  }

  get ownSeat() {
    return this.frame?.table_seat ?? null;
  }

  draw() {
    if (!this.frame || !this.root) return;
    const { talk = [], table_state: state, view } = this.frame;
    const key = JSON.stringify([
      ...[talk, state.talk, state.rated, this.isMuted, this.note, this.ownSeat],
      ...[this.#mayTalkNow(view), this.#isDefender(), this.toDefenders],
    ]);
    redraw(this.root, key, () => [this.#lines(talk), this.#composer(state, view)]);
    const list = this.root.querySelector(".lines");
    if (list) list.scrollTop = list.scrollHeight;
  }

  /** An answer of the server to a line of ours; true if it was one. */
  answer(message) {
    if (message.type === "said" && message.id?.startsWith("s:")) return true;
    if (message.type !== "refused" || !message.id?.startsWith("s:")) return false;
    this.#say(message.message);
    return true;
  }

  // --- drawing -----------------------------------------------------------------------------

  #name(line) {
    return this.frame.table_state.seats.find((seat) => seat.index === line.seat)?.name ?? "?";
  }

  #text(line) {
    if (line.text) return line.text;
    const { words } = this.table;
    return words.strings[`phrase.${line.phrase}`] ?? words.t("chat.unknown");
  }

  #lines(talk) {
    const { words } = this.table;
    if (this.isMuted) return h("p", { class: "meta" }, words.t("chat.off"));
    if (!talk.length) return h("p", { class: "meta" }, words.t("chat.none"));
    return h(
      "ol",
      { class: "lines", "aria-live": "off" },
      talk.map((line) => this.#line(line)),
    );
  }

  #line(line) {
    const { words } = this.table;
    const isOwn = line.seat === this.ownSeat;
    const name = isOwn ? words.t("you") : this.#name(line);
    const note = line.channel === "defenders" && h("small", {}, words.t("chat.defenders"));
    const body = [h("b", {}, name), " ", h("span", {}, this.#text(line)), note && " ", note];
    const isSignedIn = Boolean(this.#token());
    if (isOwn || !isSignedIn) return h("li", { class: isOwn ? "own" : "" }, body);
    return h(
      "li",
      {},
      h(
        "details",
        {},
        h("summary", {}, body),
        h("div", { class: "acts" }, this.#tools(line, name)),
      ),
    );
  }

  #tools(line, name) {
    const { words, config } = this.table;
    const tool = (text, act, done) =>
      h(
        "button",
        { type: "button", class: "btn quiet", on: { click: () => this.#post(line, act, done) } },
        text,
      );
    return [
      tool(words.t("chat.mute", { name }), "mute", words.t("chat.muted", { name })),
      tool(words.t("chat.report"), "report", words.t("chat.reported")),
      config.tends && tool(words.t("chat.hide"), "hide", ""),
    ];
  }

  #composer(state, view) {
    const { words, config } = this.table;
    const why = this.#silence(state, view);
    return [
      h("p", { class: "meta", role: "status" }, this.note),
      why && h("p", { class: "meta" }, words.t(why)),
      !why && !this.isMuted && this.#isDefender() && this.#channel(),
      !why && !this.isMuted && this.#phrases(),
      !why && !this.isMuted && state.talk === "text" && this.#form(),
      config.tends && this.#switch(state),
    ];
  }

  /** Why nothing can be said here now, as a key; "" if something can. */
  #silence(state, view) {
    if (this.isMuted) return "";
    if (this.ownSeat === null) return "chat.watching";
    if (state.talk === "off") return "chat.off";
    return this.#mayTalkNow(view) ? "" : "chat.later";
  }

  #phrases() {
    const { words, config } = this.table;
    const buttons = (config.phrases ?? []).map((code) =>
      h(
        "button",
        { type: "button", data: { key: code }, on: { click: () => this.#send({ phrase: code }) } },
        words.t(`phrase.${code}`),
      ),
    );
    return h("div", { class: "phrases", role: "group", "aria-label": words.t("chat.phrases") }, buttons);
  }

  #form() {
    const { words } = this.table;
    // one field for all drawings: a line that arrives must not wipe what is being written
    const field = (this.field ??= h("input", {
      ...{ type: "text", maxlength: LONGEST, autocomplete: "off", data: { key: "text" } },
      "aria-label": words.t("chat.text"),
      placeholder: words.t("chat.text"),
    }));
    const submit = (event) => {
      event.preventDefault();
      if (field.value.trim() && this.#send({ text: field.value })) field.value = "";
    };
    return h("form", { on: { submit } }, field, h("button", { class: "btn" }, words.t("chat.send")));
  }

  #channel() {
    const flip = () => {
      this.toDefenders = !this.toDefenders;
      this.draw();
    };
    return h(
      "button",
      {
        ...{ type: "button", class: "switch", data: { key: "channel" }, on: { click: flip } },
        "aria-pressed": String(this.toDefenders),
      },
      this.table.words.t("chat.to_defenders"),
    );
  }

  #switch(state) {
    const isOff = state.talk === "off";
    const talk = isOff ? (state.access === "open" || state.rated ? "phrases" : "text") : "off";
    return h(
      "button",
      {
        ...{ type: "button", class: "switch", "aria-pressed": String(isOff) },
        on: { click: () => this.#request(this.table.config.urls.talk, { talk }, "") },
      },
      this.table.words.t(isOff ? "chat.switch_on" : "chat.switch_off"),
    );
  }

  /** How many watch: it comes along with any frame, also with one that is not newer. */
  count({ table_state: state }) {
    const mark = this.table.part("watchers");
    if (!mark) return;
    const n = state.watchers ?? 0;
    const text = n ? this.table.words.t("watchers", { count: n, n }) : "";
    if (mark.textContent !== text) mark.textContent = text;
  }

  #announce(line) {
    if (this.isMuted || !this.bubble) return;
    const text = this.table.words.t("chat.line", { name: this.#name(line), text: this.#text(line) });
    this.bubble.textContent = text;
    this.bubble.hidden = false;
    this.table.spoken?.say(text);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.bubble.hidden = true), BUBBLE_MS);
  }

  // --- what may be said --------------------------------------------------------------------

  #mayTalkNow(view) {
    return !this.frame.table_state.rated || !view || view.phase === "over";
  }

  #isDefender() {
    const { view, table_state: state } = this.frame;
    const isOpen = this.table.words.contracts[view?.contract?.code]?.ouvert;
    if (!isOpen || state.rated || view.phase === "over" || view.seat === undefined) return false;
    return view.roles?.[view.seat] === "defender";
  }

  // --- what goes out -----------------------------------------------------------------------

  #send(what) {
    this.sent += 1;
    const channel = this.toDefenders && this.#isDefender() ? "defenders" : "table";
    const id = `s:${this.session}:${this.sent}`;
    const isSent = this.table.socket.send({ type: "say", id, channel, ...what });
    this.#say(isSent ? "" : this.table.words.t("line.not_sent"));
    return isSent;
  }

  #say(text) {
    this.note = text;
    this.draw();
  }

  #post(line, act, done) {
    return this.#request(`${this.table.config.urls.line}${line.id}/${act}`, {}, done);
  }

  async #request(url, body, done) {
    const headers = { "Content-Type": "application/json", "X-CSRFToken": this.#token() };
    const options = { method: "POST", headers, body: JSON.stringify(body) };
    const response = await fetch(url, options).catch(() => null);
    this.#say(response?.ok ? done : this.table.words.t("chat.failed"));
  }

  #token() {
    return this.table.config.signed_in
      ? document.querySelector("input[name=csrfmiddlewaretoken]")?.value
      : "";
  }
}
