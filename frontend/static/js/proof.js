// Does a record prove its deal? The steps of docs/protocol.md, Deals, in plain script. Pure: texts
// in, findings out. Whether an action was legal takes the rules, which only the server knows; here
// it is checked that everybody played what he held, each card once and in turn.

import { dealText, personCommitment } from "./contribute.js";
import { fromHex, hex, hmac, sha256 } from "./sha256.js";

const TAROKS = Array.from({ length: 22 }, (_, i) => String(i + 1).padStart(2, "0"));
const RANKS = { H: "4321JNQK", D: "4321JNQK", S: "789TJNQK", C: "789TJNQK" };
const SUITS = Object.entries(RANKS).flatMap(([suit, ranks]) => [...ranks].map((r) => suit + r));
export const PACK = [...TAROKS, ...SUITS];

const HEADER = [
  ["rules", /^[a-z0-9-]+\/[a-z0-9-]+@[1-9][0-9]{0,4} [0-9a-f]{16}$/],
  ["options", /^\{.*\}$/],
  ["series", /^[A-Za-z0-9._:/@-]{1,200}$/],
  ["number", /^(0|[1-9][0-9]{0,5})$/],
  ["attempt", /^(0|[1-9][0-9]{0,5})$/],
  ["dealer", /^[0-5]$/],
  ["seating", /^[0-9]( [0-9]){1,5}$/],
  ["cards", /^[0-9HDSCKQNJT]{108}$/],
  ["nonce", /^(-|[0-9a-f]{32}|[0-9a-f]{64})$/],
  ["commitment", /^(-|(v0|v1|given):[0-9a-f]{64})$/],
  ["contributions", /^(-|[0-9a-z:/]{3,810})$/],
];
const PART = /^([0-5]):(?:(b)|(p):([0-9a-f]{64}):([0-9a-f]{64})|(r)(?::([0-9a-f]{64}))?)$/;
const ENTRY = /^([0-5]) ([a-z]+)(?::([^ ]+))? (person|bot|rule|clock|arbiter) (0|[1-9][0-9]{0,9})$/;

/** The values of a record's text. Throws an Error that names the line. */
export function parseRecord(text) {
  const lines = text.split("\n");
  const refuse = (at) => {
    throw new Error(`line ${at + 1}`);
  };
  if (lines[0] !== "tarock-record 1") refuse(0);
  const head = {};
  HEADER.forEach(([name, pattern], i) => {
    const line = lines[i + 1] ?? "";
    const value = line.slice(name.length + 1);
    if (!line.startsWith(`${name} `) || !pattern.test(value)) refuse(i + 1);
    head[name] = value === "-" && name !== "series" ? "" : value;
  });
  const at = HEADER.length + 1;
  const count = Number(/^actions (0|[1-9][0-9]{0,3})$/.exec(lines[at])?.[1] ?? refuse(at));
  const entries = lines.slice(at + 1, at + 1 + count).map((line, i) => {
    const found = ENTRY.exec(line) ?? refuse(at + 1 + i);
    return { seat: Number(found[1]), verb: found[2], argument: found[3] };
  });
  const rest = lines.slice(at + 1 + count).join("\n");
  if (!/^(result -?\d+( -?\d+){1,5}\n)?end\n$/.test(rest)) refuse(at + 1 + count);
  const cards = head.cards.match(/../g);
  if (new Set(cards).size !== PACK.length || !cards.every((card) => PACK.includes(card))) refuse(8);
  return {
    ...head,
    cards,
    entries,
    seating: head.seating.split(" ").map(Number),
    dealer: Number(head.dealer),
    parts: partsOf(head.contributions, () => refuse(11)),
  };
}

function partsOf(text, refuse) {
  const parts = (text ? text.split("/") : []).map((word) => {
    const found = PART.exec(word) ?? refuse();
    const commitment = found[4] ?? found[7] ?? "";
    return { seat: Number(found[1]), kind: found[2] ?? found[3] ?? found[6], commitment, value: found[5] };
  });
  if (parts.some((part, i) => i && part.seat <= parts[i - 1].seat)) refuse();
  return parts;
}

export function nameOf({ series, number, attempt, dealer, seating }) {
  return `${series}/${number}/${attempt}/${dealer}/${seating.join("")}`;
}

/** [{ step, state, seat }] in order; a step is "holds", "broken", "unclaimed" or "unseen". */
export function checkRecord(record, pattern) {
  const kind = record.commitment.split(":")[0];
  const secret = fromHex(record.nonce);
  const name = nameOf(record);
  const found = [];
  const say = (step, holds, more = {}) => found.push({ step, state: holds ? "holds" : "broken", ...more });
  if (kind === "v1") {
    say("commitment", record.nonce.length === 64 && record.commitment === promiseOf(record, secret, name));
    const persons = record.parts.filter((part) => part.kind === "p");
    const wrong = persons.find((p) => p.commitment !== personCommitment(name, p.seat, p.value));
    if (record.parts.every((part) => part.kind === "b")) found.push({ step: "persons", state: "unclaimed" });
    else say("persons", !wrong, { seat: wrong?.seat });
    say("cards", record.cards.join("") === dealOf(record, secret, name).join(""));
  } else {
    if (kind || record.parts.length) say("commitment", record.commitment === standing(record, kind, name));
    else found.push({ step: "commitment", state: "unclaimed" });
    found.push({ step: "persons", state: "unclaimed" }, { step: "cards", state: "unclaimed" });
  }
  if (!pattern) found.push({ step: "actions", state: "unseen" });
  else say("actions", isPlayable(record, pattern));
  return found;
}

function valueOf(part, secret, name) {
  if (part.kind === "p") return part.value;
  return hex(hmac(secret, dealText(part.kind === "b" ? "bot" : "replacement", name, part.seat)));
}

function promiseOf({ nonce, parts, seating }, secret, name) {
  const seats = new Set(parts.map((part) => part.seat));
  if (!seating.every((seat) => seats.has(seat))) return null;
  const lines = parts.map((part) =>
    part.kind === "b" ? `${part.seat}:b:${valueOf(part, secret, name)}` : `${part.seat}:p`,
  );
  return `v1:${hex(sha256(dealText("commitment", name, nonce, ...lines)))}`;
}

function standing({ nonce, cards, parts }, kind, name) {
  if (parts.length) return null;
  if (kind === "v0") return `v0:${hex(sha256(`${nonce}:${cards.join("")}`))}`;
  return `given:${hex(sha256(dealText("given", name, nonce, cards.join(""))))}`;
}

/** The cards that follow from secret and contributions. */
export function dealOf({ parts }, secret, name) {
  const lines = parts.map((part) => `${part.seat}:${part.kind}:${valueOf(part, secret, name)}`);
  const seed = hmac(secret, dealText("seed", name, ...lines));
  const stream = bytesOf(seed);
  const cards = [...PACK];
  for (let last = PACK.length - 1; last > 0; last--) {
    const limit = 256 - (256 % (last + 1));
    let byte = stream.next().value;
    while (byte >= limit) byte = stream.next().value;
    const at = byte % (last + 1);
    [cards[last], cards[at]] = [cards[at], cards[last]];
  }
  return cards;
}

function* bytesOf(seed) {
  for (let at = 0; ; at++) yield* hmac(seed, dealText("cards", at));
}

/** Who was dealt what, by the sizes of the packets: forehand first, "t6" is the talon. */
function dealtBy({ cards, dealer, seating }, pattern) {
  const held = seating.map(() => new Set());
  const talon = new Set();
  let at = 0;
  const take = (owner, size) => cards.slice(at, (at += size)).forEach((card) => owner.add(card));
  for (const packet of pattern) {
    if (packet.startsWith("t")) take(talon, Number(packet.slice(1)));
    else seating.forEach((_, i) => take(held[(dealer + 1 + i) % seating.length], Number(packet)));
  }
  return { held, talon };
}

function isPlayable(record, pattern) {
  const { held, talon } = dealtBy(record, pattern);
  const size = record.seating.length;
  const taker = record.entries.find(({ verb }) => verb === "take" || verb === "discard")?.seat;
  if (taker !== undefined) talon.forEach((card) => held[taker].add(card));
  let lead = 0;
  let played = 0;
  for (const { seat, verb, argument } of record.entries) {
    if (seat >= size) return false;
    if (verb !== "play" && verb !== "discard") continue;
    if (!held[seat].delete(argument)) return false;
    if (verb === "discard") continue;
    if (played % size === 0) lead = seat;
    if (seat !== (lead + played) % size) return false;
    played += 1;
  }
  return true;
}
