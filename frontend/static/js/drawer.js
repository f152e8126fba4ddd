// What lies beside the table: tabs, in a drawer on a phone, in a column on a desk.

import { h } from "./dom.js";

export class Drawer {
  constructor(table) {
    this.table = table;
    const { part } = table;
    this.root = part("aside");
    this.menu = part("menu");
    this.tabs = [...this.root.querySelectorAll('[role="tab"]')];
    this.menu.addEventListener("click", () => this.toggle());
    this.#listen(part("help"));
    part("notice").addEventListener("click", () => this.toggle(false));
    for (const tab of this.tabs) tab.addEventListener("click", () => this.show(tab));
    this.root.querySelector('[role="tablist"]').addEventListener("keydown", (event) => this.#onKey(event));
  }

  get isOpen() {
    return this.table.main.classList.contains("drawer");
  }

  toggle(open = !this.isOpen) {
    const wasOpen = this.isOpen;
    this.table.main.classList.toggle("drawer", open);
    this.menu.setAttribute("aria-expanded", String(open));
    this.table.isLeaving = false;
    this.table.draw();
    if (open) this.selected.focus();
    else if (wasOpen && this.root.contains(document.activeElement)) this.menu.focus();
  }

  get selected() {
    return this.tabs.find((tab) => tab.getAttribute("aria-selected") === "true");
  }

  panelOf(tab) {
    return document.getElementById(tab.getAttribute("aria-controls"));
  }

  show(tab) {
    for (const other of this.tabs) {
      const isShown = other === tab;
      other.setAttribute("aria-selected", String(isShown));
      other.tabIndex = isShown ? 0 : -1;
      this.panelOf(other).hidden = !isShown;
    }
    if (tab.id === "tab-help") this.#loadHelp();
    this.table.draw();
  }

  /** Open the drawer at a tab, by name. */
  open(name) {
    this.show(this.tabs.find((tab) => tab.id === `tab-${name}`));
    this.toggle(true);
  }

  #onKey(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const shown = this.tabs.filter((tab) => !tab.hidden);
    const next = shown[(shown.indexOf(this.selected) + step + shown.length) % shown.length];
    this.show(next);
    next.focus();
  }

  /** The pages of help come into the drawer, so that nobody has to leave the table for them. */
  #loadHelp() {
    if (!this.hasHelp) this.#fetch(this.table.config.urls.help);
  }

  #listen(target) {
    target.addEventListener("htmx:responseError", () => this.#failed(target));
    target.addEventListener("htmx:sendError", () => this.#failed(target));
    target.addEventListener("click", (event) => {
      const path = event.target.closest("a")?.getAttribute("href");
      if (!path?.startsWith(this.table.config.urls.help_root)) return;
      event.preventDefault();
      this.#fetch(`${path}${path.includes("?") ? "&" : "?"}part=1`);
    });
  }

  #fetch(url) {
    const target = this.table.part("help");
    this.hasHelp = true;
    target.replaceChildren(h("p", { class: "wait" }, this.table.words.t("help.loading")));
    window.htmx?.ajax("GET", url, { target });
  }

  /** The next look at the tab tries again. */
  #failed(target) {
    this.hasHelp = false;
    target.replaceChildren(h("p", { class: "wait" }, this.table.words.t("help.failed")));
  }
}
