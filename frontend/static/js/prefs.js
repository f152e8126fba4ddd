// What the reader chose for the table. The server writes the choices to <html data-…> from cookies
// (frontend/templatetags/frontend_tags.py), page.js changes them there at once.

const chosen = document.documentElement.dataset;

const TRICK_MS = 1500;

export const prefs = {
  /** How long a complete trick stays, in ms; Infinity: until the reader taps. */
  get trickMs() {
    return chosen.pause === "tap" ? Infinity : Number(chosen.pause ?? TRICK_MS);
  },
  /** One tap with the finger plays a card. */
  get isOneTap() {
    return chosen.tap === "1";
  },
  /** The only legal card is played by itself. */
  get isAuto() {
    return chosen.auto === "1";
  },
  get hasSound() {
    return chosen.sound === "1";
  },
  get hasBuzz() {
    return chosen.buzz === "1";
  },
  /** Title of the page and notice for "your turn". */
  get hasNotice() {
    return chosen.notice !== "0";
  },
  /** Single letters as keys. */
  get hasLetters() {
    return chosen.letters !== "0";
  },
};
