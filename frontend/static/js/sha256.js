// SHA-256 and HMAC in plain script: crypto.subtle does not exist on plain http.
// FIPS 180-4, RFC 2104. Bytes are Uint8Array; a text is taken as UTF-8.

const ROUND = constants(64, 1 / 3);
const START = constants(8, 1 / 2);
const BLOCK = 64;

/** The first bits of the fractional parts of a root of the first primes: what the standard tables list. */
function constants(count, power) {
  const found = [];
  for (let n = 2; found.length < count; n++) {
    if (found.every((prime) => n % prime)) found.push(n);
  }
  return Uint32Array.from(found, (prime) => {
    const root = prime ** power;
    return (root - Math.floor(root)) * 2 ** 32;
  });
}

const turned = (x, n) => (x >>> n) | (x << (32 - n));

function bytesOf(data) {
  return typeof data === "string" ? new TextEncoder().encode(data) : data;
}

/** The message with its padding: a one, zeros, and its length in bits. */
function padded(data) {
  const length = Math.ceil((data.length + 9) / BLOCK) * BLOCK;
  const bytes = new Uint8Array(length);
  bytes.set(data);
  bytes[data.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(length - 4, data.length << 3);
  return view;
}

function schedule(view, at) {
  const w = new Uint32Array(64);
  for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const s0 = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ (w[i - 15] >>> 3);
    const s1 = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ (w[i - 2] >>> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  return w;
}

function compress(state, w) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, i) => (state[i] += value));
}

/** The 32 bytes of the hash. */
export function sha256(data) {
  const view = padded(bytesOf(data));
  const state = START.slice();
  for (let at = 0; at < view.byteLength; at += BLOCK) compress(state, schedule(view, at));
  const hash = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => hash.setUint32(4 * i, word));
  return new Uint8Array(hash.buffer);
}

/** The 32 bytes of HMAC-SHA-256 under a key of bytes. */
export function hmac(key, data) {
  const short = key.length > BLOCK ? sha256(key) : key;
  const inner = new Uint8Array(BLOCK).fill(0x36);
  const outer = new Uint8Array(BLOCK).fill(0x5c);
  short.forEach((byte, i) => {
    inner[i] ^= byte;
    outer[i] ^= byte;
  });
  return sha256(joined(outer, sha256(joined(inner, bytesOf(data)))));
}

function joined(first, second) {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function fromHex(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
