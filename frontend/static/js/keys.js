// Keys of the table. Letters act only while no field has the focus, and can be switched off.

import { prefs } from "./prefs.js";

const LETTERS = {
  p: ["pass", "good", "continue"],
  g: ["good", "continue", "reserve"],
  h: ["hold", "takeover", "retake"],
};

const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

const isField = (element) => element?.matches?.("input, textarea, select, [contenteditable]");

function onLetter(table, key) {
  if (key === "l") {
    table.lookBack();
    return true;
  }
  const action = LETTERS[key]?.find((wanted) => table.legal.includes(wanted));
  if (action) table.send(action);
  return Boolean(action);
}

/** The letter of an action, for the button that says it. */
export function letterOf(action) {
  const found = Object.entries(LETTERS).find(([, actions]) => actions[0] === action);
  return found ? found[0] : undefined;
}

export function listenToKeys(table) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === "Escape") {
      table.close();
    } else if (isField(event.target)) {
      return;
    } else if (ARROWS.includes(event.key) && event.target === document.body) {
      if (table.hand.focus()) event.preventDefault();
    } else if (prefs.hasLetters && onLetter(table, event.key.toLowerCase())) {
      event.preventDefault();
    }
  });
}
