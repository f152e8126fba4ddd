/* The 22 taroks: tarok n (V to XX) carries exactly n leaves, the others are pictures. */
import { A, COL, dot, f, fl, leaf, P, ring, rot, seg, st, star } from "./ornament.mjs";
import { word, wordW } from "./glyphs.mjs";

export const ROMAN = [
  "",
  "I",
  "II",
  "III",
  "IIII",
  "V",
  "VI",
  "VII",
  "VIII",
  "IX",
  "X",
  "XI",
  "XII",
  "XIII",
  "XIV",
  "XV",
  "XVI",
  "XVII",
  "XVIII",
  "XIX",
  "XX",
  "XXI",
];

export function wreath(n) {
  const cx = 100,
    cy = 213,
    g = COL.green,
    r = COL.red;
  let s = "";
  const kind = n % 4,
    ri = 56,
    ro = 84,
    half = Math.PI / n,
    big = Math.max(1, 1.62 - n * 0.052),
    wmax = Math.min(15 * big, 62 * Math.tan(half) * 1.5);
  let a = "",
    b = "",
    c = "";
  for (let i = 0; i < n; i++) {
    const t = A(i, n);
    if (kind === 0) {
      a += leaf(cx, cy, t, ri + 2, ro + 6, wmax);
      b += dot(cx, cy, t + half, 64, 2.8);
      c += n < 12 ? seg(cx, cy, t + half, 69, 78) : "";
    }
    if (kind === 1) {
      const q = rot(68, 0, t);
      a += leaf(
        cx + q[0],
        cy + q[1],
        t + (n < 9 ? 1.12 : 0.95),
        -15 * big,
        21 * big,
        Math.min(13 * big, wmax),
      );
      b += dot(cx, cy, t + half + (n < 9 ? 0.22 : 0), n < 9 ? 71 : 83, 2.8);
    }
    if (kind === 2) {
      const w = Math.min(n < 9 ? 0.25 : 0.3, half * 0.72);
      const p = (rr, o) => {
        const q = rot(rr, 0, t + o);
        return P(cx + q[0], cy + q[1]);
      };
      a += `M${p(ri + 2, 0)}C${p(ri + 8, w * 1.5)} ${p(ro - 12, w * 0.9)} ${p(ro + 4, w)}Q${p(ro - 8, w * 0.3)} ${p(ro + 1, 0)}Q${p(ro - 8, -w * 0.3)} ${p(ro + 4, -w)}C${p(ro - 12, -w * 0.9)} ${p(ri + 8, -w * 1.5)} ${p(ri + 2, 0)}z`;
      b += dot(cx, cy, t, ro + 6, 2.4);
    }
    if (kind === 3) {
      a += leaf(cx, cy, t, ri + 8, ro + 6, wmax * 0.95);
      c += seg(cx, cy, t, 52, ri + 14);
      if (n < 12) {
        const q = rot(64, 0, t + half);
        c += `M${P(cx + rot(54, 0, t + half * 0.62)[0], cy + rot(54, 0, t + half * 0.62)[1])}Q${P(cx + rot(78, 0, t + half)[0], cy + rot(78, 0, t + half)[1])} ${P(cx + rot(54, 0, t + half * 1.38)[0], cy + rot(54, 0, t + half * 1.38)[1])}`;
      }
      b += dot(cx, cy, t + half, n < 12 ? 76 : 72, 2.8);
    }
  }
  s += fl(a, g);
  if (c) s += st(c, g, 2.4);
  s += fl(b, r);
  s += ring(cx, cy, 52, 2, g);
  if (n >= 10 && n < 15) s += ring(cx, cy, 47.5, 1, g);
  if (n >= 15)
    s += ring(
      cx,
      cy,
      47.5,
      2.2,
      r,
      `.1 ${f((2 * Math.PI * 47.5) / n - 0.1)}" stroke-linecap="round`,
    );
  return s;
}
export function romanPlate(n) {
  const t = ROMAN[n],
    max = 82;
  let h = 46,
    cond = 1;
  const w = wordW(t, h);
  if (w > max) {
    cond = Math.max(0.62, max / w);
  }
  if (wordW(t, h, cond) > max + 4) h = 42;
  return fl(word(t, h, 100, 213 - h / 2, { cond, weight: 1.02 }), COL.ink);
}

/* ---------- named taroks ---------- */
export const NAMED = {
  1: () => {
    // Pagat: three cups and the one ball
    let s = "";
    const g = COL.green,
      r = COL.red;
    const cup = (x, y, k) => {
      const p = (a, b) => P(x + a * k, y + b * k);
      let t =
        fl(`M${p(-20, -8)}L${p(-13, -62)}Q${p(0, -70)} ${p(13, -62)}L${p(20, -8)}z`, g) +
        fl(`M${p(-24, -10)}H${f(x + 24 * k)}L${p(26, 0)}H${f(x - 26 * k)}z`, g);
      t += st(
        `M${p(-22, -10.5)}H${f(x + 22 * k)}M${p(-17, -30)}Q${p(0, -25)} ${p(17, -30)}M${p(-15.8, -38)}Q${p(0, -33)} ${p(15.8, -38)}`,
        COL.paper,
        1.7,
      );
      return t;
    };
    s += cup(48, 236, 0.86) + cup(152, 236, 0.86) + cup(100, 240, 1.2);
    s += fl(dot(100, 143, 0, 0, 14), r);
    s += st("M93 142C94 137 97 134 101 134", COL.paper, 2.2);
    let q = "";
    for (let i = 0; i < 7; i++)
      q += seg(100, 143, -Math.PI + (i * Math.PI) / 6, 20, i % 2 ? 26 : 31);
    s += st(q, r, 2.3);
    s += st("M20 247H180", COL.ink, 2.4) + st("M20 252.500H180", COL.ink, 1);
    return s;
  },
  2: () => {
    // Uhu: two leaves are the ears, two rings the eyes
    let s = "";
    const g = COL.green,
      r = COL.red;
    s += fl(leaf(84, 168, -2.2, 0, 46, 20), g) + fl(leaf(116, 168, -0.94, 0, 46, 20), g);
    s += fl(
      "M100 160C134 160 152 186 152 214C152 240 130 256 100 256C70 256 48 240 48 214C48 186 66 160 100 160z",
      g,
    );
    for (const x of [77, 123])
      s +=
        fl(dot(x, 196, 0, 0, 21), COL.paper) +
        ring(x, 196, 16, 2.4, g) +
        fl(dot(x, 196, 0, 0, 9), COL.ink);
    s += fl("M100 200L109 216L100 230L91 216z", r);
    s += st("M72 232q5 7 10 0M86 240q5 7 10 0M104 240q5 7 10 0M118 232q5 7 10 0", COL.paper, 2);
    return s;
  },
  3: () => {
    // Kakadu: three crest feathers
    let s = "";
    const g = COL.green,
      r = COL.red;
    s +=
      fl(leaf(96, 176, -1.95, 0, 62, 18), r) +
      fl(leaf(84, 180, -2.4, 0, 62, 18), r) +
      fl(leaf(76, 190, -2.85, 0, 56, 16), r);
    s += fl(
      "M74 256C64 226 62 206 72 188C82 170 108 162 128 174C142 182 150 196 150 214L158 256z",
      g,
    );
    s += fl("M136 178C158 176 170 190 166 216C160 206 150 204 140 206z", COL.ink);
    s += fl(dot(112, 192, 0, 0, 10), COL.paper) + fl(dot(113, 192, 0, 0, 5), COL.ink);
    s += st(
      "M84 222q6 8 12 0q6 8 12 0q6 8 12 0q6 8 12 0M82 240q6 8 12 0q6 8 12 0q6 8 12 0q6 8 12 0q5 8 12 0",
      COL.paper,
      2,
    );
    return s;
  },
  4: () => {
    // Quapil / Marabu: long beak, four tail feathers
    let s = "";
    const g = COL.green,
      r = COL.red;
    for (let i = 0; i < 4; i++) s += fl(leaf(122, 218, -0.62 + i * 0.3, 8, 66, 11), i % 2 ? r : g);
    s += fl(
      "M136 222C120 250 84 252 72 224C66 208 74 196 74 178C74 160 66 150 78 142C90 136 100 146 98 162C96 180 110 190 136 222z",
      g,
    );
    s +=
      fl("M76 146L26 196L84 164z", COL.ink) +
      fl(dot(84, 153, 0, 0, 5), COL.paper) +
      fl(dot(84, 153, 0, 0, 2.4), COL.ink);
    s += st("M96 244V258M112 240V258M90 258H102M106 258H118", COL.ink, 2.6);
    s += st("M84 206q7 7 14 0q7 7 14 0M88 220q7 7 14 0q7 7 14 0", COL.paper, 2);
    return s;
  },
  21: () => {
    // Mond: crescent and 21 rays
    let s = "",
      q = "",
      p = "";
    s += '<g transform="translate(6 4)scale(.94)">';
    const cx = 100,
      cy = 186;
    for (let i = 0; i < 21; i++) {
      if (i % 2) q += seg(cx, cy, A(i, 21), 66, 74);
      else p += leaf(cx, cy, A(i, 21), 62, 80, 5);
    }
    s += fl(p, COL.gilt) + st(q, COL.gilt, 2.6);
    s += fl(
      "M122 134C92 128 58 150 56 184C54 220 84 246 120 240C96 232 84 210 86 188C88 164 102 144 122 134z",
      COL.green,
    );
    s += st("M70 176C66 196 72 214 84 224M80 166C76 190 82 208 92 220", COL.paper, 1.8);
    s += fl(star(118, 186, 20, 8, 8), COL.red);
    return s + "</g>";
  },
  22: () => {
    // Sküs: three-horned cap, three bells
    let s = '<g transform="translate(14 26)scale(.86)">';
    const g = COL.green,
      r = COL.red;
    s += fl(
      "M58 236C52 204 40 190 20 190C34 168 66 168 82 200C84 172 90 150 100 128C110 150 116 172 118 200C134 168 166 168 180 190C160 190 148 204 142 236z",
      g,
    );
    s += fl("M100 128C110 150 116 172 118 200L116 236H84L82 200C84 172 90 150 100 128z", r);
    s +=
      st("M82 200L84 236M118 200L116 236", COL.paper, 2.4) +
      st("M44 184C58 186 66 200 70 232M156 184C142 186 134 200 130 232", COL.paper, 1.8);
    s += fl("M54 234H146V248H54z", COL.ink);
    let q = "";
    for (let i = 0; i < 11; i++) q += dot(60 + i * 8, 241, 0, 0, 1.9);
    s += fl(q, COL.paper);
    for (const [x, y] of [
      [20, 200],
      [100, 122],
      [180, 200],
    ])
      s +=
        fl(dot(x, y, 0, 0, 10), COL.gilt) +
        st(`M${x - 5} ${y + 3}H${x + 5}M${x} ${y + 3}V${y + 8}`, COL.paper, 1.8);
    return s + "</g>";
  },
};
