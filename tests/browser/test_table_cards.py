"""Card indices under a blur of two dioptres: every card is still told from every other."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from django.conf import settings

from engine.cards import PACK

pytestmark = [pytest.mark.browser, pytest.mark.ci]
SPRITE = settings.BASE_DIR / "frontend" / "static" / "cards" / "cards.svg"
TOKENS = settings.BASE_DIR / "frontend" / "static" / "css" / "tokens.css"
WIDTH, HEIGHT = 28, 34
"""The corner that a card of 64 px always shows."""
BLUR_PX = 3
"""Two dioptres at arm's length, about."""
LEAST = 0.03
"""Difference of lightness somewhere in two corners, of 1: three times what an eye needs."""
PAGE = """<!doctype html><html lang="{lang}"{four}><head><style>{css}
body {{ margin: 0; background: var(--card-paper); display: grid;
  grid-template-columns: repeat(9, {width}px); }}
div {{ width: {width}px; height: {height}px; overflow: hidden; }}
svg.face {{ width: 64px; height: 104px; display: block; }}
</style></head><body>{sprite}{cells}</body></html>"""
PAIRS = """async ([picture, width, height, blur, codes]) => {
  const image = new Image();
  image.src = picture;
  await image.decode();
  const corners = codes.map((_, i) => {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    context.fillStyle = '#fcf8ee';
    context.fillRect(0, 0, width, height);
    context.filter = `blur(${blur}px)`;
    context.drawImage(image, (i % 9) * width, Math.floor(i / 9) * height, width, height,
      0, 0, width, height);
    return context.getImageData(0, 0, width, height).data;
  });
  const found = [];
  for (let a = 0; a < codes.length; a += 1) for (let b = 0; b < a; b += 1) {
    let most = 0;
    for (let i = 0; i < corners[a].length; i += 4) {
      const [red, green, blue] = [0, 1, 2].map((n) => corners[a][i + n] - corners[b][i + n]);
      most = Math.max(most, Math.abs(0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255);
    }
    found.push([most, codes[b], codes[a]]);
  }
  return found.sort((x, y) => x[0] - y[0]).slice(0, 5);
}"""


@pytest.mark.parametrize("language", ["de", "en", "es"])
@pytest.mark.parametrize("four", ["", " data-four"], ids=["two colours", "four colours"])
def test_corners_differ_even_when_blurred(open_page: Any, language: str, four: str) -> None:
    cells = "".join(
        f'<div><svg class="face" viewBox="0 0 200 325"><use href="#c-{code}"/></svg></div>'
        for code in PACK
    )
    sprite = SPRITE.read_text(encoding="utf-8").replace("<svg ", '<svg width="0" height="0" ', 1)
    page = open_page(9 * WIDTH, 6 * HEIGHT)
    page.set_content(
        PAGE.format(
            **{"lang": language, "four": four, "css": TOKENS.read_text(encoding="utf-8")},
            **{"width": WIDTH, "height": HEIGHT},
            sprite=f'<div style="position:absolute;width:0;height:0">{sprite}</div>',
            cells=cells,
        )
    )
    picture = "data:image/png;base64," + base64.b64encode(page.screenshot()).decode()
    closest = page.evaluate(PAIRS, [picture, WIDTH, HEIGHT, BLUR_PX, list(PACK)])
    assert closest[0][0] >= LEAST, closest
