"""Remakes docs/screenshots: ``python -m tests.browser.screenshots [folder]`` (`make screenshots`).

Every page on a phone, a desk and a wall, in light and dark, as a person who has played sees it;
the table in each phase from the frames the tests have, one size in both themes and the others in
one. Colours are reduced to a palette, so that the pictures stay small.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

if TYPE_CHECKING:
    from tests.browser.pages import Site

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "screenshots"
SIZES: dict[int, ViewportSize] = {
    360: {"width": 360, "height": 640},
    1280: {"width": 1280, "height": 800},
    1920: {"width": 1920, "height": 1080},
}
THEMES = ("light", "dark")
PAGES = ("lobby", "event", "replay", "person", "lesson", "projector")
PHASES = (
    *("auction", "choose", "call", "take", "discard", "announce", "kontra", "claim"),
    *("play", "ouvert", "five", "over", "spectator"),
)
PALETTE = 64
LONGEST = 1400
"""Of a whole page, so that a long one does not become a strip."""


@contextmanager
def page_of(browser: Browser, width: int, theme: Any, **options: Any) -> Iterator[Page]:
    """A page of a size and theme, gone at the end."""
    context = browser.new_context(
        viewport=SIZES[width], color_scheme=theme, locale="de", reduced_motion="reduce", **options
    )
    yield context.new_page()
    context.close()


def keep(page: Page, path: Path, *, is_whole: bool = False) -> None:
    """Write what the page shows; `is_whole`: with what is below the fold, up to a length."""
    raw = page.screenshot(full_page=is_whole, animations="disabled")
    image = Image.open(io.BytesIO(raw)).convert("RGB")
    image = image.crop((0, 0, image.width, min(image.height, max(LONGEST, image.width))))
    image.quantize(PALETTE, dither=Image.Dither.NONE).save(path, optimize=True)


def tables(browser: Browser, folder: Path) -> None:
    """Every phase on every size in light and on the phone in dark; two of them everywhere."""
    from tests.browser.harness import Line, put, sample, show, table_html

    for width in SIZES:
        for theme in THEMES:
            with page_of(browser, width, theme) as page:
                Line(page)
                show(page, table_html(sample("play")))
                for name in PHASES if theme == "light" or width == 360 else ("play", "over"):
                    put(page, sample(name))
                    page.wait_for_timeout(150)
                    keep(page, folder / f"table-{name}-{width}-{theme}.png")


def pages(browser: Browser, site: Site, folder: Path) -> None:
    """The other pages."""
    for width in SIZES:
        for theme in THEMES:
            with page_of(browser, width, theme) as page:
                page.context.add_cookies(site.cookies())
                for name in PAGES:
                    page.goto(site.url(name) + ("?ply=30" if name == "replay" else ""))
                    page.wait_for_timeout(700)
                    path = folder / f"{name}-{width}-{theme}.png"
                    keep(page, path, is_whole=name != "projector")


def main(folder: Path = FOLDER) -> None:
    """Empty the folder and fill it anew."""
    from config.assets import compile_translations
    from tests.browser.harness import ARGUMENTS
    from tests.browser.pages import Site
    from tests.live.stack import live_stack

    compile_translations(ROOT)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    assert chromium, "no Chromium on this machine (apt-get install chromium)"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with (
        tempfile.TemporaryDirectory(prefix="tarock-pictures-") as data,
        live_stack(Path(data), PLY_MS="900") as stack,
        sync_playwright() as playwright,
    ):
        site = Site(stack)
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        tables(browser, folder)
        pages(browser, site, folder)
        browser.close()
    size = sum(path.stat().st_size for path in folder.iterdir())
    print(f"{len(list(folder.iterdir()))} pictures, {size / 1e6:.1f} MB in {folder}")


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    import django

    django.setup()
    main(*[Path(one) for one in sys.argv[1:2]])
