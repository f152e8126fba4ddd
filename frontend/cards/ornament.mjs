/* Inks of the cards and the few number helpers. A face takes its inks from custom properties
   (--card-ink and so on), so themes and the four-colour option need no second set of files. */

const v = (n, f) => `var(--card-${n},${f})`;
export const COL = {
  paper: v("paper", "#fcf8ee"),
  ink: v("ink", "#25211b"),
  line: v("line", "#b9ad95"),
  gilt: v("gilt", "#b38a35"),
  H: v("h", "#ab2418"),
  D: v("d", "#ab2418"),
  S: v("s", "#25211b"),
  C: v("c", "#25211b"),
  green: v("green", "#23543f"),
  red: v("h", "#ab2418"),
};
export const f = (x) => {
  const r = Math.round(x * 10) / 10;
  return String(r === 0 ? 0 : r);
};
export const P = (x, y) => f(x) + " " + f(y);

/* ---------- strokes for ornament ---------- */
export const rot = (x, y, a) => [
  x * Math.cos(a) - y * Math.sin(a),
  x * Math.sin(a) + y * Math.cos(a),
];
export function leaf(cx, cy, a, r0, r1, w) {
  // almond from radius r0 to r1 along angle a
  const p = (r, o) => {
      const q = rot(r, o, a);
      return P(cx + q[0], cy + q[1]);
    },
    m = r0 + (r1 - r0) * 0.45;
  return `M${p(r0, 0)}Q${p(m, w)} ${p(r1, 0)}Q${p(m, -w)} ${p(r0, 0)}z`;
}
export function dot(cx, cy, a, r, s) {
  const q = rot(r, 0, a);
  return `M${P(cx + q[0] - s, cy + q[1])}a${P(s, s)} 0 1 1 ${P(2 * s, 0)}a${P(s, s)} 0 1 1 ${P(-2 * s, 0)}z`;
}
export function seg(cx, cy, a, r0, r1, o) {
  const p = rot(r0, 0, a),
    q = rot(r1, o || 0, a);
  return `M${P(cx + p[0], cy + p[1])}L${P(cx + q[0], cy + q[1])}`;
}
export const ring = (cx, cy, r, w, c, dash) =>
  `<circle cx="${f(cx)}" cy="${f(cy)}" r="${f(r)}" fill="none" stroke="${c}" stroke-width="${w}"${dash ? ` stroke-dasharray="${dash}"` : ""}/>`;
export const fl = (d, c) => `<path d="${d}" fill="${c}"/>`;
export const st = (d, c, w, x) =>
  `<path d="${d}" fill="none" stroke="${c}" stroke-width="${w}" stroke-linecap="round" stroke-linejoin="round"${x || ""}/>`;
export const A = (i, n) => -Math.PI / 2 + (i * 2 * Math.PI) / n;

export function star(cx, cy, R, r, n) {
  let d = "";
  for (let i = 0; i < 2 * n; i++) {
    const q = rot(i % 2 ? r : R, 0, A(i, 2 * n));
    d += (i ? "L" : "M") + P(cx + q[0], cy + q[1]);
  }
  return d + "z";
}

/* ---------- suits: unit shapes centred on 0,0 inside +-50 ---------- */
export const SUIT = {
  H: "M0 48C-12 30-47 8-47-18C-47-36-34-46-22-46C-11-46-3-39 0-29C3-39 11-46 22-46C34-46 47-36 47-18C47 8 12 30 0 48z",
  D: "M0-50C8-32 22-14 39 0C22 14 8 32 0 50C-8 32-22 14-39 0C-22-14-8-32 0-50z",
  S: "M0-50C9-30 46-8 46 17C46 32 35 40 24 40C16 40 9 36 5 29C6 40 11 46 19 50H-19C-11 46-6 40-5 29C-9 36-16 40-24 40C-35 40-46 32-46 17C-46-8-9-30 0-50z",
  C: "M0-50C13-50 23-40 23-28C23-21 20-15 15-11C19-14 23-15 27-15C39-15 48-5 48 7C48 20 39 29 27 29C18 29 9 24 5 16C6 34 11 44 20 50H-20C-11 44-6 34-5 16C-9 24-18 29-27 29C-39 29-48 20-48 7C-48-5-39-15-27-15C-23-15-19-14-15-11C-20-15-23-21-23-28C-23-40-13-50 0-50z",
};
const INL = {
  // engraved inline, open strokes
  H: "M-34-18C-34-29-27-35-20-35M34-18C34-4 17 14 0 31",
  D: "M-24 0C-14-9-6-20 0-32M24 0C14 9 6 20 0 32",
  S: "M-33 17C-33 4-14-12 0-28M33 17C33 24 28 28 23 28",
  C: "M-12-28C-12-35-6-39 0-39M-37 7C-37 0-33-4-27-4M37 7C37 14 33 18 27 18",
};
export function suit(s, x, y, sz, fill, inl, flip) {
  const k = sz / 100;
  return `<g transform="translate(${P(x, y)})scale(${(flip ? -k : k).toFixed(3)})"><path d="${SUIT[s]}" fill="${fill}"/>${inl ? `<path d="${INL[s]}" fill="none" stroke="${COL.paper}" stroke-width="${inl}" stroke-linecap="round"/>` : ""}</g>`;
}
