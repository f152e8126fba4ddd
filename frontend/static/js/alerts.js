// "Your turn": title of the page, a notice over the drawer, a sound, a vibration.

import { prefs } from "./prefs.js";

/** Two soft notes for the own turn, one short knock for a card that was laid. */
const TONES = {
  turn: [
    { at: 0, hz: 587, ms: 180, gain: 0.09 },
    { at: 0.13, hz: 784, ms: 320, gain: 0.09 },
  ],
  card: [{ at: 0, hz: 210, ms: 60, gain: 0.05 }],
};

class Sounds {
  constructor() {
    this.context = null;
    const wake = () => prefs.hasSound && this.#open();
    addEventListener("pointerdown", wake);
    addEventListener("keydown", wake);
  }

  /** Browsers let a page sound only after a gesture. */
  #open() {
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") this.context.resume();
  }

  play(name) {
    if (!prefs.hasSound || this.context?.state !== "running") return;
    for (const tone of TONES[name]) this.#note(tone);
  }

  #note({ at, hz, ms, gain }) {
    const start = this.context.currentTime + at;
    const volume = this.context.createGain();
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(gain, start + 0.012);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + ms / 1000);
    const note = this.context.createOscillator();
    note.type = "triangle";
    note.frequency.value = hz;
    note.connect(volume).connect(this.context.destination);
    note.start(start);
    note.stop(start + ms / 1000);
  }
}

export class Alerts {
  constructor({ notice, words }) {
    this.notice = notice;
    this.words = words;
    this.title = document.title;
    this.sounds = new Sounds();
    this.turn = "";
  }

  /** `turn`: names the reader's turn, "" while it is not his. */
  update(turn) {
    const begins = turn && turn !== this.turn;
    this.turn = turn;
    const isShown = Boolean(turn) && prefs.hasNotice;
    this.notice.hidden = !isShown;
    const title = isShown ? `\u25cf ${this.words.t("notice.title")} \u00b7 ${this.title}` : this.title;
    if (document.title !== title) document.title = title;
    if (!begins) return;
    this.sounds.play("turn");
    if (prefs.hasBuzz) navigator.vibrate?.(80);
  }

  /** A card was laid just now. */
  played() {
    this.sounds.play("card");
  }
}
