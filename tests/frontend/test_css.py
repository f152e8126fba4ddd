"""Colours: both dark blocks are equal, and every pair of text colours has enough contrast."""

from __future__ import annotations

import re

import pytest
from django.conf import settings

FRONTEND = settings.BASE_DIR / "frontend"
TOKENS = (FRONTEND / "static" / "css" / "tokens.css").read_text(encoding="utf-8")

TEXT = 4.5
GRAPHIC = 3.0
PAIRS = [
    *[(text, ground, TEXT) for text in ("ink", "ink-2") for ground in ("paper", "sheet", "shade")],
    *[("accent", ground, TEXT) for ground in ("paper", "sheet", "shade")],
    *[("won", ground, TEXT) for ground in ("paper", "sheet", "shade")],
    ("on-accent", "accent-fill", TEXT),
    ("on-accent", "accent-press", TEXT),
    *[(t, g, TEXT) for t in ("on-felt", "on-felt-2", "lamp") for g in ("felt", "felt-2")],
    *[(f"card-{s}", "card-paper", TEXT) for s in ("h", "d", "s", "c", "ink", "green")],
    *[(f"suit-{s}", g, TEXT) for s in "hdsc" for g in ("paper", "sheet")],
    ("card-ink", "lamp", TEXT),
    ("rule-2", "paper", GRAPHIC),
    ("rule-2", "sheet", GRAPHIC),
    ("focus", "paper", GRAPHIC),
]


def _block(opening: str) -> dict[str, str]:
    start = TOKENS.index(opening) + len(opening)
    body = re.split(r"^\s*\}", TOKENS[start:], maxsplit=1, flags=re.M)[0]
    return dict(re.findall(r"--([\w-]+):\s*([^;]+);", body))


LIGHT = _block(":root {")
DARK = _block(':root[data-theme="dark"] {')
SYSTEM = _block("  :root:not([data-theme]) {")
FOUR = _block(":root[data-four] {")
FOUR_DARK = _block(':root[data-four][data-theme="dark"] {')
FOUR_SYSTEM = _block("  :root[data-four]:not([data-theme]) {")
THEMES = {
    "light": LIGHT,
    "dark": LIGHT | DARK,
    "light, four colours": LIGHT | FOUR,
    "dark, four colours": LIGHT | DARK | FOUR | FOUR_DARK,
}


def _luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_system_gets_the_same_dark_as_the_switch() -> None:
    assert DARK == SYSTEM
    assert FOUR_DARK == FOUR_SYSTEM
    assert len(DARK) > 15


@pytest.mark.parametrize("theme", THEMES)
def test_contrast(theme: str) -> None:
    colours = THEMES[theme]
    weak = [
        (text, ground, round(_contrast(colours[text], colours[ground]), 2))
        for text, ground, least in PAIRS
        if _contrast(colours[text], colours[ground]) < least
    ]
    assert weak == []


def test_nothing_is_inline() -> None:
    """The policy allows no inline script or style; htmx attributes with code are off, too."""
    forbidden = re.compile(r"\sstyle=|\son\w+=|<style|<script(?![^>]*\bsrc=)|hx-on|javascript:")
    for path in sorted((FRONTEND / "templates").rglob("*.html")):
        assert not forbidden.search(path.read_text(encoding="utf-8")), path


def test_scripts_write_text_only() -> None:
    unsafe = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(")
    for path in sorted((FRONTEND / "static" / "js").glob("*.js")):
        assert not unsafe.search(path.read_text(encoding="utf-8")), path
