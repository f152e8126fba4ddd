/* Writes the committed card faces:

     node frontend/cards/generate.mjs

   One sprite, static/cards/cards.svg, holds all 54 faces and the back as symbols c-01 .. c-22,
   c-HK .., c-back. Pages show them with <use>, which lets a face inherit its inks. Node is needed
   only here, never to run the site. */
import { writeFileSync } from "node:fs";
import { CODES, face } from "./faces.mjs";

const symbols = [...CODES, "back"].map(
  (code) => `<symbol id="c-${code}" viewBox="0 0 200 325">${face(code)}</symbol>`,
);
const sprite = `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`;
const target = process.argv[2] || new URL("../static/cards/cards.svg", import.meta.url);
writeFileSync(target, sprite);
console.log(`${symbols.length} faces, ${sprite.length} bytes`);
