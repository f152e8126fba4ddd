// The reader's own cards: lifting, playing, sliding a finger along them, arrow keys.

import { cardElement, layHand } from "./cards.js";
import { h } from "./dom.js";
import { prefs } from "./prefs.js";

const EARLY_MS = 300; // after your turn began a tap only lifts: it was meant for something else
const FLICK_PX = 36;
const PEEK_MS = 150; // a finger that rests so long wants to see the card

/**
 * `callbacks`: onPlay(code), onLift(code | null), onRefuse(code).
 * update() takes what to show: { cards, backs, playable, fresh, isDropping, turnKey, nameOf };
 * `isDropping`: a tap is enough, the card can be taken back.
 */
export class Hand {
  constructor(root, callbacks) {
    this.root = root;
    this.callbacks = callbacks;
    this.buttons = new Map();
    this.lifted = null;
    this.peek = h("div", { class: "peek", hidden: true });
    this.state = { cards: [], playable: new Set() };
    new ResizeObserver(() => this.#place()).observe(root);
    root.addEventListener("keydown", (event) => this.#onKey(event));
    root.addEventListener("pointerdown", (event) => this.#onDown(event));
    root.addEventListener("pointermove", (event) => this.#onMove(event));
    root.addEventListener("pointerup", (event) => this.#onUp(event));
    root.addEventListener("pointercancel", () => this.#endSlide());
    // Screen readers click without a pointer.
    root.addEventListener("click", (event) => {
      const code = event.target.closest("button.hc")?.dataset.card;
      if (code && event.detail === 0) this.#choose(code, true);
    });
  }

  update(state) {
    if (state.turnKey !== this.state.turnKey) {
      this.turnSince = performance.now();
      this.lifted = null;
      if (state.playable.size === 1) this.lifted = [...state.playable][0];
    }
    this.state = state;
    if (!state.cards.includes(this.lifted)) this.lifted = null;
    const hadFocus = this.root.contains(document.activeElement);
    this.#sync();
    this.#place();
    this.#mark();
    // the card that was played had the focus: its neighbours go on with it
    if (hadFocus && !this.root.contains(document.activeElement)) this.focus();
  }

  /** Put the focus on the card that would be played; false if there is none. */
  focus() {
    const entry = this.root.querySelector('button.hc[tabindex="0"]');
    entry?.focus({ preventScroll: true });
    return Boolean(entry);
  }

  lift(code) {
    this.lifted = code;
    this.#mark();
    this.callbacks.onLift(code);
  }

  #sync() {
    const { cards, backs, nameOf } = this.state;
    const wanted = cards.length ? cards : Array.from({ length: backs ?? 0 }, (_, i) => `back${i}`);
    for (const [code, button] of this.buttons) {
      if (!wanted.includes(code)) {
        button.remove();
        this.buttons.delete(code);
      }
    }
    for (const code of wanted) {
      if (this.buttons.has(code)) continue;
      this.buttons.set(
        code,
        code.startsWith("back") ? this.#back() : this.#button(code, nameOf(code)),
      );
    }
  }

  #back() {
    return h("span", { class: "hc back" }, cardElement("back"));
  }

  #button(code, name) {
    return h(
      "button",
      { class: "hc", type: "button", tabindex: "-1", "aria-label": name, data: { card: code } },
      cardElement(code),
    );
  }

  #place() {
    const width = this.root.clientWidth;
    if (!width) return;
    const cardWidth = parseFloat(getComputedStyle(this.root).getPropertyValue("--cw")) || 64;
    const codes = this.state.cards;
    if (!codes.length) return this.#placeBacks(width, cardWidth);
    const lying = layHand(codes, width, cardWidth);
    this.root.classList.toggle(
      "two",
      lying.some((card) => card.rows === 2),
    );
    this.order = lying.map((card) => card.code);
    this.lying = new Map(lying.map((card) => [card.code, card]));
    lying.forEach(({ code, x, row, rows, cut }, i) => {
      const button = this.buttons.get(code);
      button.style.setProperty("--x", `${x}px`);
      button.dataset.row = rows === 1 ? "only" : String(row);
      button.classList.toggle("cut", cut);
      if (this.root.children[i] !== button)
        this.root.insertBefore(button, this.root.children[i] ?? null);
    });
  }

  #placeBacks(width, cardWidth) {
    const n = this.buttons.size;
    this.root.classList.remove("two");
    const pitch = Math.min(cardWidth * 0.5, (width - 16 - cardWidth) / Math.max(1, n - 1));
    const left = (width - (n - 1) * pitch - cardWidth) / 2;
    let i = 0;
    for (const back of this.buttons.values()) {
      back.style.setProperty("--x", `${Math.round(left + i * pitch)}px`);
      back.dataset.row = "only";
      this.root.append(back);
      i += 1;
    }
  }

  #mark() {
    const { playable, fresh } = this.state;
    const asked = playable.size > 0;
    let focusable = null;
    for (const [code, button] of this.buttons) {
      if (code.startsWith("back")) continue;
      button.classList.toggle("ill", asked && !playable.has(code));
      button.classList.toggle("up", code === this.lifted);
      button.classList.toggle("new", Boolean(fresh?.has(code)));
      button.setAttribute("aria-disabled", String(asked && !playable.has(code)));
      button.tabIndex = -1;
      if (!focusable && playable.has(code)) focusable = button;
    }
    const first = this.root.querySelector("button.hc");
    const focused = this.root.contains(document.activeElement) ? document.activeElement : null;
    const entry = focused ?? this.buttons.get(this.lifted) ?? focusable ?? first;
    if (entry) entry.tabIndex = 0;
  }

  /** A decided tap, click or key on a card. `direct`: mouse or key, which need no second tap. */
  #choose(code, direct) {
    if (!this.state.playable.size) return;
    if (!this.state.playable.has(code)) {
      this.callbacks.onRefuse(code);
      return;
    }
    const early = performance.now() - this.turnSince < EARLY_MS && !this.state.isInstant;
    const again = this.lifted === code;
    const isDirect = direct || this.state.isDropping;
    if ((again || isDirect) && !early) this.callbacks.onPlay(code);
    else this.lift(code);
  }

  #cardAt(event) {
    const hit = document.elementFromPoint(event.clientX, event.clientY)?.closest("button.hc");
    return hit && this.root.contains(hit) ? hit.dataset.card : null;
  }

  #onDown(event) {
    const code = this.#cardAt(event);
    if (!code || event.button !== 0) return;
    this.slide = {
      code,
      from: code,
      y: event.clientY,
      at: performance.now(),
      type: event.pointerType,
    };
    if (event.pointerType === "mouse") return;
    event.preventDefault();
    this.peekTimer = setTimeout(() => this.slide && this.#showPeek(this.slide.code), PEEK_MS);
  }

  #onMove(event) {
    if (!this.slide || this.slide.type === "mouse") return;
    const code = this.#cardAt(event);
    if (code && code !== this.slide.code) {
      this.slide.code = code;
      this.slide.moved = true;
      this.#showPeek(code);
    }
  }

  #onUp(event) {
    const slide = this.slide;
    if (!slide) return;
    const code = slide.moved ? slide.code : (this.#cardAt(event) ?? slide.from);
    this.#endSlide();
    const up = slide.y - event.clientY;
    if (slide.type !== "mouse" && up > FLICK_PX && !slide.moved) {
      if (this.state.playable.has(slide.from)) this.lifted = slide.from;
      this.#choose(slide.from, true);
    } else if (slide.moved) {
      if (this.state.playable.has(code)) this.lift(code);
      else this.#choose(code, false);
    } else if (code === slide.from) {
      this.#choose(code, slide.type === "mouse" || prefs.isOneTap);
    }
  }

  #endSlide() {
    clearTimeout(this.peekTimer);
    this.slide = null;
    this.peek.hidden = true;
  }

  #showPeek(code) {
    const { x } = this.lying.get(code);
    this.peek.replaceChildren(cardElement(code));
    this.peek.hidden = false;
    if (!this.peek.isConnected) this.root.parentElement.append(this.peek);
    const room = this.root.clientWidth - 100;
    this.peek.style.left = `${Math.max(4, Math.min(room, x - 16))}px`;
  }

  #onKey(event) {
    const code = document.activeElement?.dataset?.card;
    if (!code || !this.buttons.has(code)) return;
    const next = this.#neighbour(code, event.key);
    if (next) {
      event.preventDefault();
      document.activeElement.tabIndex = -1;
      this.buttons.get(next).tabIndex = 0;
      this.buttons.get(next).focus();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#choose(code, true);
    }
  }

  /** The card an arrow key leads to: along the row and on to the next, or up and down between rows. */
  #neighbour(code, key) {
    const along = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[key];
    if (along) {
      const { length } = this.order;
      if (!Number.isFinite(along)) return this.order[along < 0 ? 0 : length - 1];
      return this.order[(this.order.indexOf(code) + along + length) % length];
    }
    if (key !== "ArrowUp" && key !== "ArrowDown") return null;
    const own = this.lying.get(code);
    const others = [...this.lying.values()].filter((card) => card.row !== own.row);
    others.sort((a, b) => Math.abs(a.x - own.x) - Math.abs(b.x - own.x));
    return others[0]?.code ?? code;
  }
}
