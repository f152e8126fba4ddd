"""The card faces: complete, small, and what the generator writes."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

from engine.cards import PACK

FRONTEND = settings.BASE_DIR / "frontend"
SPRITE = FRONTEND / "static" / "cards" / "cards.svg"
MAX_BYTES = 250_000


def test_every_card_has_a_face_and_there_is_one_back() -> None:
    found = re.findall(r'<symbol id="c-(\w+)"', SPRITE.read_text(encoding="utf-8"))
    assert sorted(found) == sorted([*PACK, "back"])


def test_the_faces_are_small() -> None:
    assert SPRITE.stat().st_size <= MAX_BYTES


def test_the_faces_need_no_script_font_or_link() -> None:
    assert not re.search(r"<(script|text|image|style|a)\b|https?://(?!www\.w3\.org)",
                         SPRITE.read_text(encoding="utf-8"))  # fmt: skip


def test_a_tarok_carries_as_many_leaves_as_it_counts() -> None:
    """V to XX, family by family: the first path of the wreath is the leaves."""
    symbols = dict(re.findall(r'<symbol id="c-(\d\d)".*?>(.*)</symbol>',
                              SPRITE.read_text(encoding="utf-8")))  # fmt: skip
    for number in range(5, 21):
        green = re.findall(r'<path d="([^"]+)" fill="var\(--card-green', symbols[f"{number:02}"])
        assert green[0].count("z") == number, number


def test_the_generator_writes_the_committed_file(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on this machine; it is needed only to draw the cards again")
    target = tmp_path / "cards.svg"
    generator = FRONTEND / "cards" / "generate.mjs"
    subprocess.run([node, str(generator), str(target)], check=True, capture_output=True)
    assert target.read_bytes() == SPRITE.read_bytes()
