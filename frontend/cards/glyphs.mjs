/* A small stressed typeface, so that a card looks the same on every device: skeleton strokes whose
   width follows their direction (thick stems, thin joins). Coordinates are for a height of 100. */
import { f, P } from "./ornament.mjs";

const GL = {
  // w = advance at height 100; s = strokes: [points..., {opts}]; b = balls; r = serif bars [x1,x2,y]
  0: { w: 62, s: [["O", 31, 50, 23, 46]] },
  1: {
    w: 46,
    s: [
      ["L", 26, 4, 26, 96],
      ["L", 9, 20, 26, 6, 7],
    ],
    r: [[8, 44, 97]],
  },
  2: {
    w: 62,
    s: [
      ["C", 9, 30, 9, 10, 20, 4, 31, 4, 46, 4, 53, 14, 53, 27, 53, 46, 24, 64, 9, 91],
      ["L", 7, 92, 56, 92, 15],
      ["L", 55, 92, 58, 72, 6],
    ],
    b: [[16, 29, 9]],
  },
  3: {
    w: 62,
    s: [
      ["L", 9, 11, 54, 11, 15],
      ["L", 53, 10, 27, 43, 8],
      ["L", 10, 8, 8, 27, 6],
      ["C", 22, 42, 44, 39, 55, 52, 55, 68, 55, 87, 43, 96, 30, 96, 18, 96, 9, 89, 8, 76],
    ],
    b: [[15, 76, 9]],
  },
  4: {
    w: 64,
    s: [
      ["L", 44, 3, 6, 68, 8],
      ["L", 4, 69, 61, 69, 9],
      ["L", 44, 3, 44, 96],
    ],
    r: [[27, 60, 97]],
  },
  5: {
    w: 62,
    s: [
      ["L", 14, 8, 11, 50, 8],
      ["L", 11, 10, 52, 10, 15],
      [
        "C",
        11,
        50,
        17,
        42,
        24,
        39,
        32,
        39,
        46,
        39,
        54,
        52,
        54,
        67,
        54,
        86,
        43,
        96,
        30,
        96,
        18,
        96,
        9,
        89,
        8,
        77,
      ],
    ],
    b: [[15, 77, 9]],
  },
  6: {
    w: 63,
    s: [
      ["C", 53, 22, 50, 9, 43, 4, 35, 4, 17, 4, 9, 28, 9, 58, 9, 84, 19, 96, 32, 96],
      ["O", 32, 68, 22, 28],
    ],
    b: [[48, 22, 9]],
  },
  7: {
    w: 60,
    s: [
      ["L", 7, 11, 55, 11, 15],
      ["L", 8, 10, 6, 30, 7],
      ["C", 54, 12, 40, 40, 27, 58, 25, 98],
    ],
  },
  8: {
    w: 62,
    s: [
      ["O", 31, 26, 18, 22],
      ["O", 31, 72, 23, 24],
    ],
  },
  9: {
    w: 63,
    s: [
      ["C", 10, 78, 13, 91, 20, 96, 28, 96, 46, 96, 54, 72, 54, 42, 54, 16, 44, 4, 31, 4],
      ["O", 31, 32, 22, 28],
    ],
    b: [[15, 78, 9]],
  },
  I: {
    w: 38,
    s: [["L", 19, 2, 19, 98]],
    r: [
      [3, 35, 3],
      [3, 35, 97],
    ],
  },
  V: {
    w: 68,
    s: [
      ["L", 14, 2, 35, 96, 19],
      ["L", 55, 2, 35, 96, 8],
    ],
    r: [
      [0, 29, 3],
      [43, 67, 3],
    ],
  },
  X: {
    w: 70,
    s: [
      ["L", 14, 2, 56, 98, 19],
      ["L", 55, 2, 14, 98, 8],
    ],
    r: [
      [1, 29, 3],
      [42, 67, 3],
      [2, 27, 97],
      [41, 69, 97],
    ],
  },
  K: {
    w: 72,
    s: [
      ["L", 18, 2, 18, 98],
      ["L", 57, 3, 20, 58, 8],
      ["L", 30, 44, 60, 98, 19],
    ],
    r: [
      [3, 34, 3],
      [3, 34, 97],
      [44, 69, 3],
      [44, 72, 97],
    ],
  },
  D: {
    w: 78,
    s: [
      ["L", 16, 2, 16, 98, 16],
      ["C", 12, 5, 46, 4, 66, 18, 66, 50, 66, 82, 46, 96, 12, 95],
    ],
    r: [
      [1, 26, 3],
      [1, 26, 97],
    ],
  },
  R: {
    w: 74,
    s: [
      ["L", 18, 2, 18, 98],
      ["C", 14, 5, 40, 3, 55, 10, 55, 27, 55, 42, 42, 51, 18, 50],
      ["L", 36, 50, 59, 98, 19],
    ],
    r: [
      [3, 30, 3],
      [3, 34, 97],
      [50, 74, 97],
    ],
  },
  B: {
    w: 68,
    s: [
      ["L", 18, 2, 18, 98, 22],
      ["C", 14, 5, 38, 3, 47, 9, 47, 24, 47, 38, 38, 46, 20, 47],
      ["C", 20, 47, 46, 46, 56, 56, 56, 72, 56, 90, 40, 96, 14, 95],
    ],
    r: [
      [3, 28, 3],
      [3, 28, 97],
    ],
  },
  Q: {
    w: 74,
    s: [
      ["O", 37, 49, 27, 46],
      ["C", 30, 80, 42, 84, 48, 110, 68, 102],
    ],
  },
  N: {
    w: 76,
    s: [
      ["L", 16, 3, 16, 98, 8],
      ["L", 60, 2, 60, 98, 8],
      ["L", 16, 3, 60, 97, 19],
    ],
    r: [
      [2, 24, 3],
      [3, 31, 97],
      [46, 74, 3],
    ],
  },
  J: {
    w: 52,
    s: [["C", 34, 2, 34, 40, 35, 60, 34, 74, 32, 92, 24, 97, 16, 97, 10, 97, 6, 92, 6, 84]],
    b: [[11, 83, 9]],
    r: [[18, 50, 3]],
  },
  C: {
    w: 70,
    s: [
      [
        "C",
        61,
        30,
        56,
        10,
        46,
        4,
        37,
        4,
        18,
        4,
        10,
        24,
        10,
        50,
        10,
        78,
        20,
        96,
        38,
        96,
        50,
        96,
        58,
        88,
        62,
        74,
      ],
      ["L", 61, 6, 61, 32, 7],
    ],
    b: [],
  },
  S: {
    w: 62,
    s: [
      [
        "C",
        50,
        26,
        46,
        10,
        40,
        4,
        30,
        4,
        18,
        4,
        11,
        14,
        11,
        25,
        11,
        50,
        52,
        46,
        52,
        74,
        52,
        88,
        42,
        96,
        30,
        96,
        20,
        96,
        12,
        90,
        9,
        76,
      ],
      ["L", 51, 5, 51, 30, 7],
      ["L", 9, 71, 9, 96, 7],
    ],
    b: [],
  },
};
const THIN = 7,
  THICK = 20;
function bez(p) {
  // sample a poly-bezier [x0,y0, c1,c2,p ...]
  const out = [];
  let x0 = p[0],
    y0 = p[1];
  for (let i = 2; i + 5 < p.length + 0.5; i += 6) {
    const [a, b, c, d, e, g] = p.slice(i, i + 6),
      n = 9;
    for (let k = out.length ? 1 : 0; k <= n; k++) {
      const t = k / n,
        u = 1 - t;
      out.push([
        u * u * u * x0 + 3 * u * u * t * a + 3 * u * t * t * c + t * t * t * e,
        u * u * u * y0 + 3 * u * u * t * b + 3 * u * t * t * d + t * t * t * g,
      ]);
    }
    x0 = e;
    y0 = g;
  }
  return out;
}
function area(q) {
  let s = 0;
  q.forEach((p, i) => {
    const n = q[(i + 1) % q.length];
    s += p[0] * n[1] - n[0] * p[1];
  });
  return s;
}
const poly = (q) => "M" + q.map((p) => P(p[0], p[1])).join("L") + "z";
export function glyph(ch, h, x0, y0, cond, weight) {
  // -> path data; returns [d, advance]
  const g = GL[ch],
    k = h / 100,
    cx = cond || 1,
    wt = weight || 1;
  let d = "";
  const T = (x, y) => [x0 + x * k * cx, y0 + y * k];
  const wid = (dx, dy, fix) =>
    (fix
      ? fix * (0.5 + 0.5 * cx)
      : THIN + (THICK * (0.4 + 0.6 * cx) - THIN) * Math.pow(Math.abs(dy), 1.4)) *
    k *
    wt;
  for (const s of g.s) {
    if (s[0] === "O") {
      const [, a, b, rx, ry] = s,
        [X, Y] = T(a, b),
        th = wid(0, 1) / 2,
        tn = wid(1, 0) / 2;
      const ell = (r1, r2, sw) =>
        `M${P(X - r1, Y)}a${P(r1, r2)} 0 1 ${sw} ${P(2 * r1, 0)}a${P(r1, r2)} 0 1 ${sw} ${P(-2 * r1, 0)}z`;
      d += ell(rx * k * cx + th, ry * k + tn, 1) + ell(rx * k * cx - th, ry * k - tn, 0);
      continue;
    }
    let pts,
      fix = 0;
    if (s[0] === "L") {
      pts = [T(s[1], s[2]), T(s[3], s[4])];
      fix = s[5] || 0;
    } else pts = bez(s.slice(1)).map((p) => T(p[0], p[1]));
    const Lft = [],
      Rgt = [];
    pts.forEach((p, i) => {
      const a = pts[Math.max(0, i - 1)],
        b = pts[Math.min(pts.length - 1, i + 1)];
      let dx = b[0] - a[0],
        dy = b[1] - a[1];
      const l = Math.hypot(dx, dy) || 1;
      dx /= l;
      dy /= l;
      let w = wid(dx, dy, fix) / 2;
      if (fix && Math.abs(dy) < 0.1) w = (fix * k * wt) / 2;
      Lft.push([p[0] - dy * w, p[1] + dx * w]);
      Rgt.push([p[0] + dy * w, p[1] - dx * w]);
    });
    const q = Lft.concat(Rgt.reverse());
    if (area(q) < 0) q.reverse();
    d += poly(q);
  }
  for (const b of g.b || []) {
    const [X, Y] = T(b[0], b[1]),
      r = b[2] * k * wt;
    d += `M${P(X - r, Y)}a${P(r, r)} 0 1 1 ${P(2 * r, 0)}a${P(r, r)} 0 1 1 ${P(-2 * r, 0)}z`;
  }
  for (const r of g.r || []) {
    const [a, y] = T(r[0], r[2]),
      [b] = T(r[1], r[2]),
      t = (6.5 * k * wt) / 2;
    d += `M${P(a, y - t)}H${f(b)}V${f(y + t)}H${f(a)}z`;
  }
  return [d, g.w * k * cx];
}
export function word(s, h, cx, y, o) {
  o = o || {};
  const cond = o.cond || 1,
    gap = ((o.gap == null ? 3 : o.gap) * h) / 100; // cx = centre (or left with o.left)
  const ws = [...s].map((c) => ((GL[c].w * h) / 100) * cond),
    tot = ws.reduce((a, b) => a + b, 0) + gap * (s.length - 1);
  let x = o.left ? cx : cx - tot / 2,
    d = "";
  [...s].forEach((c, i) => {
    d += glyph(c, h, x, y, cond, o.weight)[0];
    x += ws[i] + gap;
  });
  return d;
}
export const wordW = (s, h, cond, gap) =>
  [...s].reduce((a, c) => a + ((GL[c].w * h) / 100) * (cond || 1), 0) +
  (((gap == null ? 3 : gap) * h) / 100) * (s.length - 1);
