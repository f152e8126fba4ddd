// The page on which anybody checks a hand himself: the record comes from the server or from a file,
// and everything is computed here.

import { memory } from "./contribute.js";
import { h, readJson } from "./dom.js";
import { checkRecord, nameOf, parseRecord } from "./proof.js";

const config = readJson("verify-config");
const list = document.querySelector("[data-part='own-check']");
const picker = document.querySelector("[data-part='own-file']");

function line(step, state, note = "") {
  const mark = h("b", { class: `state ${state}` }, config.words[`state.${state}`]);
  const text = config.words[`step.${step}`];
  return h("li", { data: { step, state } }, mark, h("span", {}, text, note && ` ${note}`));
}

/** What this browser saw while the deal was made, if it took part. */
function remembered(record) {
  const name = nameOf(record);
  const own = Object.entries(memory.read()).filter(([key]) => key.startsWith(`${name}#`));
  return own.map(([key, deal]) => {
    const part = record.parts.find(({ seat }) => seat === Number(key.split("#")[1]));
    const isSame = deal.promise === record.commitment;
    const isOwn = part?.kind !== "p" || part.value === deal.value;
    const others = Object.entries(deal.commitments ?? {});
    const seen = ([seat, commitment]) =>
      record.parts.some((p) => p.seat === Number(seat) && p.commitment === commitment);
    return line("seen", isSame && isOwn && others.every(seen) ? "holds" : "broken");
  });
}

function show(text) {
  let record;
  try {
    record = parseRecord(text);
  } catch (error) {
    list.replaceChildren(line("form", "broken", `(${error.message})`));
    return;
  }
  const pattern = config.patterns[record.rules.split(" ")[0]];
  const found = checkRecord(record, pattern).map(({ step, state, seat }) =>
    line(step, state, seat === undefined ? "" : `(${config.words.seat} ${seat + 1})`),
  );
  list.replaceChildren(line("form", "holds"), ...found, ...remembered(record));
}

if (config && list) {
  picker.addEventListener("change", async () => picker.files[0] && show(await picker.files[0].text()));
  fetch(config.record)
    .then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status)))
    .then(show)
    .catch(() => list.replaceChildren(h("li", {}, config.words.unreachable)));
}
