"""Nothing a visitor reads is written in one language only: templates, scripts, refusals, pages."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path

import pytest
from django.conf import settings
from django.template.base import Lexer, TokenType
from django.test import Client
from django.utils import translation

from accounts.edge import TEXTS, payload
from engine.errors import TarockError
from engine.rules import RULE_SETS, rule_set
from frontend.catalogs import APPS, read_catalog
from frontend.help.pages import help_page
from frontend.strings import table_strings
from frontend.table_config import table_config
from tests.api.test_errors import subclasses
from tests.frontend.site import Site, addresses, site_made

ROOT: Path = settings.BASE_DIR
LANGUAGES = ("de", "es")
TEMPLATES = sorted(
    path for app in ("frontend", "accounts") for path in (ROOT / app / "templates").rglob("*.html")
)
SCRIPTS = sorted((ROOT / "frontend" / "static" / "js").rglob("*.js"))
READ = ("alt", "aria-label", "placeholder", "title", "aria-description")
"""Attributes that are shown or read out."""
NAMES = {"Tarockania", "REST", "API", "SHA-256", "CSV", "JSON"}
"""The same in every language."""
ENGLISH = re.compile(
    r"\b(the|and|with|your|you|from|this|are|what|when|of|for|which|they|been)\b", re.IGNORECASE
)
"""Words that no German or Spanish sentence has."""


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


class Texts(HTMLParser):
    """Collects what a page shows or has read out, without scripts and what is code."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._silent: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in ("script", "style", "code") or "code" in (given.get("class") or "").split():
            self._silent.append(tag)
        self.found += [given[name] or "" for name in READ if name in given]
        if tag == "input" and given.get("type") in ("submit", "button"):
            self.found.append(given.get("value") or "")

    def handle_endtag(self, tag: str) -> None:
        if self._silent and self._silent[-1] == tag:
            self._silent.pop()

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.found.append(" ".join(data.split()))


def texts_of(html: str) -> list[str]:
    """Every text of a piece of HTML that has letters."""
    reader = Texts()
    reader.feed(html)
    return [text for text in reader.found if re.search(r"[A-Za-zÀ-ÿ]{2}", text)]


CLOSED_BY = {"blocktranslate": "endblocktranslate", "comment": "endcomment"}
ATTRIBUTES = re.compile(r"\{% block (?:body_class|main_attributes) %\}.*?\{% endblock")
"""Blocks of a template that are no text."""


def without_tags(source: str) -> str:
    """A template without its tags and without what is translated or a comment."""
    kept, closing = [], ""
    for token in Lexer(ATTRIBUTES.sub("{% endblock", source)).tokenize():
        word = token.contents.split()[0] if token.token_type == TokenType.BLOCK else ""
        if closing:
            closing = "" if word == closing else closing
        elif token.token_type == TokenType.TEXT:
            kept.append(token.contents)
        else:
            closing = CLOSED_BY.get(word, "")
    return "".join(kept)


@pytest.mark.parametrize("path", TEMPLATES, ids=name_of)
def test_a_template_has_no_words_of_its_own(path: Path) -> None:
    texts = texts_of(without_tags(path.read_text(encoding="utf-8")))
    words = {word for text in texts for word in re.findall(r"[A-Za-zÀ-ÿ][\w-]+", text)}
    assert words - NAMES == set()


def literals(source: str) -> Iterator[str]:
    """The strings of a script, without what is put into them."""
    source = re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)
    source = re.sub(r"(^|\s)//[^\n]*", "", source)
    for found in re.finditer(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`', source):
        yield re.sub(r"\$\{[^}]*\}", " ", found[1] or found[2] or "").strip()


@cache
def classes() -> frozenset[str]:
    """Class names of the style sheets."""
    sheets = (ROOT / "frontend" / "static" / "css").glob("*.css")
    return frozenset(re.findall(r"\.([a-z][\w-]*)", "".join(path.read_text() for path in sheets)))


KEYS = re.compile(r"Arrow(Left|Right|Up|Down)|Enter|Escape|Home|End|Tab|Content-Type|X-[\w-]+")
SELECTOR = re.compile(r"[#.\[:>]|^(a|button|details|input|main|summary|svg) ")


@pytest.mark.parametrize("path", SCRIPTS, ids=name_of)
def test_a_script_has_no_words_of_its_own(path: Path) -> None:
    """Sentences and capitalised words are for the catalogs; the rest of the strings are names."""
    for text in literals(path.read_text(encoding="utf-8")):
        if KEYS.fullmatch(text) or SELECTOR.search(text) or "/" in text or "=" in text:
            continue
        words = text.split()
        assert not re.match(r"[A-ZÄÖÜ][a-zà-ÿ]{2,}", text), text
        if len(words) > 1 and all(re.fullmatch(r"[A-Za-zÀ-ÿ][\w'-]*", word) for word in words):
            assert set(words) & classes(), text


SAID = {"success", "error", "info", "warning"}
"""Functions of ``messages`` whose text a visitor reads, as he does that of a ValidationError."""


def said_in(path: Path) -> Iterator[str]:
    """Literal texts given to functions that tell a visitor something."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        owner = getattr(getattr(node.func, "value", None), "id", "")
        if name == "ValidationError" or (name in SAID and owner == "messages"):
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def test_what_python_says_to_a_visitor_is_translated() -> None:
    paths = [path for app in APPS for path in (ROOT / app).rglob("*.py")]
    said = {name_of(path): [text for text in said_in(path) if " " in text] for path in paths}
    assert {name: texts for name, texts in said.items() if texts} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_is_said_in_the_language(language: str) -> None:
    import_module("config.routing")  # the sockets' refusals, which REST never loads
    own = {cls.code: getattr(cls, "text", None) for cls in subclasses(TarockError)
           if not cls.__module__.startswith("tests.")}  # fmt: skip
    for code, text in (dict.fromkeys(TEXTS) | own).items():
        with translation.override("en"):
            english = payload(code, text=text)["message"]
        with translation.override(language):
            said = payload(code, text=text)["message"]
        assert said != english, code
        assert not ENGLISH.search(said), said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", RULE_SETS)
def test_the_table_speaks_one_language(key: str, language: str) -> None:
    with translation.override(language):
        config = table_config(table_id="abc", rules_id=f"{key}@1")
        text = json.dumps([config, table_strings()], ensure_ascii=False, default=str)
    values = [re.sub(r"\{.*?\}", "", said) for said in re.findall(r'": "([^"]+)"', text)]
    wrong = [said for said in values if ENGLISH.search(said)]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", RULE_SETS)
def test_the_help_speaks_one_language(key: str, language: str) -> None:
    with translation.override(language):
        texts = texts_of(help_page(rule_set(key)).html)
    assert [text for text in texts if ENGLISH.search(text)] == []


SECOND_NAMES = {
    "de": re.compile(
        r"\b(hinweis\w*|auktion\w*|versteiger\w*|(das|beim|dem) reizen|gereizt|tagesbl\w+"
        r"|spiel des tages|erste stunde|sitze?)\b",
        re.IGNORECASE,
    ),
    "es": re.compile(
        r"\b(asientos?|primas?|licitaci\w+|mano del día|con consejos)\b", re.IGNORECASE
    ),
}
"""Other words for what has a name (CONTRIBUTING.md, Words)."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_thing_has_one_name(language: str) -> None:
    strings = [m.string for m in read_catalog(language)]
    texts = [t for s in strings for t in (s if isinstance(s, list | tuple) else [s])]
    help_texts = (ROOT / "frontend" / "help" / language).rglob("*.md")
    texts += [path.read_text(encoding="utf-8") for path in help_texts]
    assert len(texts) > 1000
    assert [found[0] for text in texts if (found := SECOND_NAMES[language].search(text))] == []


@cache
def foreign(language: str) -> frozenset[str]:
    """English texts of the catalog that read otherwise in this language."""
    catalog = read_catalog(language)
    singular = [m for m in catalog if isinstance(m.id, str) and m.id and m.id != m.string]
    same = {m.string for m in catalog if isinstance(m.string, str)}
    return frozenset(str(m.id) for m in singular) - same


@pytest.fixture
def site(db: None) -> Site:
    return site_made()


def html_pages(site: Site, language: str) -> Iterator[tuple[str, str]]:
    """Every page of the site, as somebody signed in and as a stranger."""
    for user in (site.user, None):
        client = Client(headers={"accept-language": language})
        if user:
            client.force_login(user)
        for name, path in addresses(site):
            answer = client.get(path)
            assert answer.status_code < 500, path
            if answer.headers.get("Content-Type", "").startswith("text/html") and answer.content:
                yield f"{name} {answer.status_code}", answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_speaks_one_language(site: Site, language: str) -> None:
    found: dict[str, list[str]] = {}
    for name, html in html_pages(site, language):
        if "<html" in html and "429" not in name:
            assert f'<html lang="{language}"' in html, name
        wrong = [t for t in texts_of(html) if t in foreign(language) or ENGLISH.search(t)]
        if wrong:
            found[name] = wrong
    assert found == {}


def test_the_site_visits_its_pages(site: Site) -> None:
    """What the other test reads is there: no page of a route is only an error."""
    client = Client(headers={"accept-language": "de"})
    client.force_login(site.user)
    answers = {name: client.get(path).status_code for name, path in addresses(site)}
    missing = {name for name, status in answers.items() if status in (400, 404)}
    assert missing <= MAY_BE_MISSING
    assert sum(status == 200 for status in answers.values()) >= 20


MAY_BE_MISSING = {"daily-day", "table-join", "token-revoke"}
"""Pages that need a world this test does not build."""
