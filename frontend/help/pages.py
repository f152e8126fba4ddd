"""Help texts as pages: Markdown with facts, rendered once per rule set and language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from django.template import Context, Engine
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from engine.cards import PACK
from engine.rules.base import RuleSet
from frontend.help.facts import facts_of
from frontend.templatetags.frontend_tags import card

ROOT = Path(__file__).parent
LANGUAGES = ("de", "en", "es")
UPDATED = date(2026, 11, 30)
"""When the texts were last compared with the rules."""

SECTIONS = (*("overview", "summary", "rules", "tips", "questions", "errors", "names", "history"),)
"""Files of a family in the order of the page; the file of the preset comes last."""

_HEADING_ID = re.compile(r"\s*\{#([a-z][a-z0-9-]*)\}$")
_ENGINE = Engine(autoescape=False)
_MARK = "h-"
"""Begins every id of a help page: at a table it stands beside ids of the table."""


class HelpError(Exception):
    """A text is not as it has to be: an unknown fact, a heading without an id, one id twice."""


class _Facts(Context):
    """A context in which a name that is no fact is an error, not an empty place."""

    def __getitem__(self, key: Any) -> Any:
        try:
            return super().__getitem__(key)
        except KeyError as error:
            raise HelpError(f"no such fact: {key}") from error


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a page: its level, its id and its text."""

    level: int
    id: str
    text: str


@dataclass(frozen=True, slots=True)
class HelpPage:
    """A rendered page. ``html`` is safe: raw HTML in a text is shown, never let through."""

    html: SafeString
    headings: tuple[Heading, ...]

    @property
    def sections(self) -> list[tuple[Heading, list[Heading]]]:
        """Return the table of contents: sections with their parts."""
        found: list[tuple[Heading, list[Heading]]] = []
        for heading in self.headings:
            if heading.level == 2:
                found.append((heading, []))
            else:
                found[-1][1].append(heading)
        return found


def help_page(rules: RuleSet) -> HelpPage:
    """Return the page of a rule set, house rules included, in the active language."""
    language = (get_language() or "en").partition("-")[0]
    return _help_page(rules, language if language in LANGUAGES else "en")


@lru_cache(maxsize=128)
def _help_page(rules: RuleSet, language: str) -> HelpPage:
    facts = facts_of(rules)
    paths = text_paths(rules, language)
    return rendered("\n\n".join(filled(path.read_text(encoding="utf-8"), facts) for path in paths))


def filled(text: str, facts: Mapping[str, Any]) -> str:
    """Put the facts into a text. Raises HelpError for something that is no fact."""
    return _ENGINE.from_string(text).render(_Facts(dict(facts)))


def text_paths(rules: RuleSet, language: str) -> list[Path]:
    """Return the files a page consists of, in order."""
    family, _slash, preset = rules.id.partition("/")
    folder = ROOT / language / family
    return [*(folder / f"{name}.md" for name in SECTIONS), folder / f"{preset}.md"]


def rendered(text: str) -> HelpPage:
    """Render Markdown without raw HTML. Raises HelpError."""
    headings: list[Heading] = []
    html = _MARKDOWN.render(text, {"headings": headings})
    ids = [heading.id for heading in headings]
    if len(set(ids)) != len(ids):
        raise HelpError(f"an id twice: {sorted(ids)}")
    return HelpPage(SafeString(html), tuple(headings))


def _name_headings(state: StateCore) -> None:
    """Take ``{#id}`` off the end of every heading and give it to the tag."""
    for opening, inline in _headings(state.tokens):
        found = _HEADING_ID.search(inline.content)
        if found is None or not inline.children:
            raise HelpError(f"a heading without an id: {inline.content}")
        last = inline.children[-1]
        last.content = _HEADING_ID.sub("", last.content)
        opening.attrSet("id", _MARK + found[1])
        text = _HEADING_ID.sub("", inline.content)
        state.env["headings"].append(Heading(int(opening.tag[1]), _MARK + found[1], text))


def _headings(tokens: Sequence[Token]) -> Iterator[tuple[Token, Token]]:
    for token, following in pairwise(tokens):
        if token.type == "heading_open":
            yield token, following


def _dress_tables(state: StateCore) -> None:
    """Use the site's classes: the policy of the pages forbids style attributes."""
    for token in state.tokens:
        if token.type == "table_open":
            token.attrSet("class", "led")
        elif token.type in ("th_open", "td_open") and "style" in token.attrs:
            del token.attrs["style"]
            token.attrSet("class", "n")


def _link_inside(state: StateCore) -> None:
    """Point ``#part`` at the marked id; links lead nowhere else than into this site."""
    for token in state.tokens:
        for child in token.children or ():
            if child.type != "link_open":
                continue
            target = str(child.attrs["href"])
            if target.startswith("#"):
                child.attrSet("href", f"#{_MARK}{target[1:]}")
            elif not target.startswith("/"):
                raise HelpError(f"a link that leads away: {target}")


def _scroll_open(
    self: RendererHTML, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
) -> str:
    return f'<div class="scroll">{self.renderToken(tokens, idx, options, env)}'


def _scroll_close(
    self: RendererHTML, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
) -> str:
    return f"{self.renderToken(tokens, idx, options, env)}</div>\n"


def _rows_of_cards(state: StateCore) -> None:
    """Lay a paragraph of nothing but cards on felt."""
    for opening, inline in pairwise(state.tokens):
        if opening.type == "paragraph_open" and inline.children:
            kinds = {child.type for child in inline.children if child.content.strip()}
            images = [child for child in inline.children if child.type == "image"]
            if images and not kinds - {"image"}:
                opening.attrSet("class", "felted")


def _image(
    self: RendererHTML, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
) -> str:
    kind, _colon, code = str(tokens[idx].attrs["src"]).partition(":")
    if kind != "card" or code not in PACK:
        raise HelpError("an image that is no card")
    return card(code)


def _markdown() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    for rule in (_name_headings, _dress_tables, _link_inside, _rows_of_cards):
        made.core.ruler.push(rule.__name__, rule)
    made.add_render_rule("image", _image)
    made.add_render_rule("table_open", _scroll_open)
    made.add_render_rule("table_close", _scroll_close)
    return made


_MARKDOWN = _markdown()
