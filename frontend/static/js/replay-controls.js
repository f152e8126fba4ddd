// The scrubber over the tricks, the ply buttons and the keys of a replay.

import { h } from "./dom.js";

/**
 * Where the steps of the scrubber lead: [{ at, label, name }]. `plies` as from the server; the place
 * behind the last ply is the result.
 */
export function stepsOf(plies, words) {
  const steps = [{ at: 0, label: words.t("replay.start"), name: words.t("replay.start") }];
  plies.forEach((ply, at) => {
    const count = ply.view.tricks?.length ?? 0;
    const before = plies[at - 1]?.view.tricks?.length ?? 0;
    if (count > before)
      steps.push({ at, label: String(count), name: words.t("replay.trick", { n: count }) });
  });
  const result = words.t("replay.result");
  return [...steps, { at: lastPlace(plies), label: result, name: result }];
}

/** The place of the result: behind the last trick, or the last ply where nothing was played. */
export function lastPlace(plies) {
  const last = plies.length - 1;
  return plies[last].last?.[0].startsWith("play:") ? last + 1 : last;
}

export class Controls {
  /** `go(place)` is called for every wish; `root` holds the scrubber and the buttons. */
  constructor(root, plies, words, go) {
    this.steps = stepsOf(plies, words);
    this.last = lastPlace(plies);
    this.go = go;
    this.place = 0;
    this.track = root.querySelector('[data-part="scrubber"]');
    this.track.replaceChildren(
      ...this.steps.map(({ at, label, name }) =>
        h(
          "button",
          { type: "button", "aria-label": name, data: { at }, on: { click: () => go(at) } },
          label,
        ),
      ),
    );
    this.buttons = [...root.querySelectorAll("button[data-step]")];
    for (const button of this.buttons)
      button.addEventListener("click", () => this.step(button.dataset.step));
    // Before the cards of the hand, which have arrow keys of their own.
    addEventListener("keydown", (event) => this.onKey(event), { capture: true });
  }

  onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest?.("input, select, textarea, summary")) return;
    const jump = event.shiftKey ? "trick" : "ply";
    const step = {
      ...{ ArrowLeft: `-${jump}`, ArrowRight: `+${jump}`, ArrowUp: "-trick", ArrowDown: "+trick" },
      ...{ Home: "start", End: "end" },
    }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.step(step);
  }

  step(name) {
    const { place, steps, last } = this;
    const to = {
      start: () => 0,
      end: () => last,
      "-ply": () => Math.max(0, place - 1),
      "+ply": () => Math.min(last, place + 1),
      "-trick": () => steps.findLast(({ at }) => at < place)?.at ?? 0,
      "+trick": () => steps.find(({ at }) => at > place)?.at ?? last,
    }[name]();
    this.go(to);
  }

  show(place) {
    this.place = place;
    const current = this.steps.find(({ at }) => at >= place);
    for (const button of this.track.children) {
      const isHere = Number(button.dataset.at) === current.at;
      if (isHere) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      if (isHere) this.reveal(button);
    }
    for (const button of this.buttons) {
      button.disabled = place === (button.dataset.step[0] === "-" ? 0 : this.last);
    }
  }

  /** Scroll the track, never the page. */
  reveal(button) {
    const { track } = this;
    const left = button.offsetLeft - track.offsetLeft;
    if (left < track.scrollLeft || left + button.offsetWidth > track.scrollLeft + track.clientWidth)
      track.scrollLeft = left - (track.clientWidth - button.offsetWidth) / 2;
  }
}
