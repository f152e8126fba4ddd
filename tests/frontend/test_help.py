"""Help: complete in three languages, equal in structure, and never at odds with the rules."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from engine.rules import RULE_SETS, rule_set
from frontend import rule_names
from frontend.help import pages, tables
from frontend.help.facts import facts_of
from frontend.help.pages import LANGUAGES, HelpError, HelpPage, help_page, rendered

TEXTS = sorted(pages.ROOT.glob("*/*/*.md"))
TAG = re.compile(r"\{%\s*(.+?)\s*%\}|\{\{\s*(.+?)\s*\}\}")
CONDITION = re.compile(r"if (?:not )?([a-zA-Z0-9_]+)$")
OPTIONS = {
    "koenigrufen/tournament": {"win_thirds": 106, "kontra_in_score": True, "values": {"RU": 17}},
    "koenigrufen/tournament-vienna": {"emperor_trick": "mond_skus_pagat", "contracts": ["RU"]},
    "koenigrufen/seed-bonuses": {"silent_failure_costs": True, "emperor_trick": "any_order"},
    "illustrated/loew-1954": {"uhu_enabled": True, "overbid_after_take": False},
    "illustrated/beck": {
        **{"all_pass": "trischaken", "defenders_announce": True, "chain_required": True},
        **{"silent_point_bonus": True, "loser_bonus_multiplied": False, "contra_levels": 3},
        "match": {"target": 100, "bonus": 10},
    },
    "illustrated/mayr-sedlaczek-2016": {"contracts": ["3B", "SO"], "silent_pagat_loss": False},
}
"""House rules that turn on what no preset has."""
CASES = [*((key, {}) for key in RULE_SETS), *OPTIONS.items()]


def name_of(path: Path) -> str:
    return str(path.relative_to(pages.ROOT))


def page_of(key: str, language: str, **options: object) -> HelpPage:
    with translation.override(language):
        return help_page(rule_set(key, **options))


def words_of(html: str) -> str:
    """The text of a page without tags, spaces made one."""
    html = re.sub(r"</?(em|strong|a|code)\b[^>]*>", "", html)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("key", "options"), CASES)
def test_every_page_is_whole(key: str, options: dict[str, object], language: str) -> None:
    page = page_of(key, language, **options)
    assert not re.search(r"\{\{|\}\}|\{%|%\}|\{#|None|True|False", words_of(page.html))
    assert not re.search(r"\(\s*\)|\s,|,\s*[.;)]|: \.|\*\*|\|", words_of(page.html))
    targets = set(re.findall(r'href="#([^"]+)"', page.html))
    assert targets <= {heading.id for heading in page.headings}
    assert all(heading.id.startswith("h-") for heading in page.headings)


@pytest.mark.parametrize(("key", "options"), CASES)
def test_the_languages_have_the_same_parts(key: str, options: dict[str, object]) -> None:
    shapes = []
    for language in LANGUAGES:
        page = page_of(key, language, **options)
        parts = [(heading.level, heading.id) for heading in page.headings]
        tags = [page.html.count(tag) for tag in ("<li>", "<tr>", "<table", "<a ", "<ol>")]
        shapes.append((parts, tags))
    assert shapes[0] == shapes[1] == shapes[2]


def test_every_language_has_every_text() -> None:
    names = {lang: sorted(name_of(p)[3:] for p in TEXTS if name_of(p)[:2] == lang)
             for lang in LANGUAGES}  # fmt: skip
    assert names["de"] == names["en"] == names["es"]
    families = {key.partition("/")[0] for key in RULE_SETS}
    wanted = [f"{family}/{name}.md" for family in families for name in pages.SECTIONS]
    assert names["de"] == sorted([*wanted, *(f"{key}.md" for key in RULE_SETS)])


@pytest.mark.parametrize("path", TEXTS, ids=name_of)
def test_a_text_asks_only_for_facts(path: Path) -> None:
    """Conditions are one fact each: a wrong name in a longer one would be false in silence."""
    facts = facts_of(rule_set("illustrated/beck")).keys()
    for tag, place in TAG.findall(path.read_text(encoding="utf-8")):
        if tag in ("else", "endif"):
            continue
        found = CONDITION.match(tag)
        assert place or found, tag
        assert (place or found[1]) in facts


def test_every_rule_set_has_the_same_facts() -> None:
    names = {frozenset(facts_of(rule_set(key))) for key in RULE_SETS}
    assert len(names) == 1


def test_every_fact_is_used() -> None:
    """A number nobody prints is no fact."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in TEXTS)
    used = {name for tag in TAG.findall(text) for name in re.findall(r"\w+", " ".join(tag))}
    by_name = re.compile(r"(has|value|loss|times|silent|post|pre)_(\w+)")
    facts = facts_of(rule_set("illustrated/beck")).keys() - used
    codes = {*rule_names.CONTRACTS, *rule_names.BONUSES}
    assert {
        name for name in facts if not ((m := by_name.fullmatch(name)) and m[2] in codes)
    } == set()


NUMBER = re.compile(r"(?<![\w{])\d+(?!\w)")
SPELLED = re.compile(
    r"\b(zwölf|sechzehn|siebzig|zweiundzwanzig|twelve|sixteen|seventy|twenty|doce|dieciséis|setenta)\b",
    re.IGNORECASE,
)
OF_THE_NAME = {"40", "50", "55"}
"""Numbers in the names of bonuses and bids."""


@pytest.mark.parametrize("path", TEXTS, ids=name_of)
def test_numbers_come_from_the_rules(path: Path) -> None:
    if path.stem == "history" or path.stem in {key.partition("/")[2] for key in RULE_SETS}:
        return  # years and editions
    text = re.sub(r"^\s*\d+\. ", "", TAG.sub(" ", path.read_text(encoding="utf-8")), flags=re.M)
    typed = set(NUMBER.findall(text)) - OF_THE_NAME
    assert typed == set()
    assert SPELLED.findall(text) == []


def rows_of(html: str) -> Iterator[list[str]]:
    for row in re.findall(r"<tr>(.*?)</tr>", html, flags=re.S):
        yield [words_of(cell) for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, flags=re.S)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("key", "options"), CASES)
def test_every_contract_and_bonus_stands_on_its_page(
    key: str, options: dict[str, object], language: str
) -> None:
    rules = rule_set(key, **options)
    rows = rows_of(page_of(key, language, **options).html)
    found = {row[0].partition(": ")[0]: row for row in rows}
    with translation.override(language):
        for contract in rules.contracts:
            pays = rule_names.contract_pays(rules, contract)
            assert found[rule_names.contract_name(contract.code)][1].startswith(pays.amount or "–")
        for item, values in rules.bonuses.items():
            row = found[rule_names.bonus_name(item)]
            numbers = ["–" if value is None else str(value) for value in values]
            assert row[1:] == numbers[: len(row) - 1]
            assert set(numbers[len(row) - 1 :]) <= {"–"}
        assert (rule_names.bonus_name("valat") in found) == tables.has_valat(rules)


@pytest.mark.parametrize("key", RULE_SETS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_ten_steps_are_ten(key: str, language: str) -> None:
    part = page_of(key, language).html.split('id="h-summary"', 1)[1].split("<h2", 1)[0]
    assert part.count("<li>") == 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_is_that_of_the_vectors(language: str) -> None:
    """docs/rules/illustrated-tarock.md §13.1, B1 and B2."""
    words = words_of(page_of("illustrated/beck", language).html)
    assert re.search(r"39 .*10\. .*\b34\b.*\b14\b.*\b20\b", words)


def test_a_changed_rule_changes_the_page() -> None:
    html = page_of("koenigrufen/tournament", "en", values={"RU": 17}, win_thirds=106).html
    assert "+17 / −17" in words_of(html)
    assert "at least 35⅓ of 70 points" in words_of(html)
    assert "36 of 70" not in words_of(html)
    plain = words_of(page_of("illustrated/beck", "en").html)
    agreed = words_of(page_of("illustrated/beck", "en", all_pass="trischaken").html)
    assert "If all pass, Trischaken is played." in agreed
    assert "If all pass, the same dealer deals again." in plain
    assert "h-trischaken" not in page_of("illustrated/beck", "en").html


def test_trischaken_says_what_the_engine_pays() -> None:
    upper = words_of(page_of("koenigrufen/tournament", "en").html)
    vienna = words_of(page_of("koenigrufen/tournament-vienna", "en").html)
    assert "pays 3; with 36 points or more, as a mayor, 6." in upper
    assert "pays 6 instead, as a mayor 12." in upper
    assert "pays 6; with 36 points or more, as a mayor, 12." in vienna
    assert "pays 12 instead, as a mayor 24." in vienna


def test_raw_html_and_links_away_do_not_pass() -> None:
    html = rendered("## A {#a}\n\n<script>alert(1)</script> [x](javascript:alert(1))").html
    assert "<script" not in html
    assert "<a" not in html
    with pytest.raises(HelpError, match="leads away"):
        rendered("[x](https://elsewhere.example/)")


def test_cards_are_drawn_and_nothing_else() -> None:
    with translation.override("de"):
        html = rendered("![](card:HK) ![](card:22)").html
    assert html.count("<svg") == 2
    assert 'aria-label="Herz König"' in html
    assert '<p class="felted">' in html
    assert '<p class="felted">' not in rendered("A king: ![](card:HK)").html
    for source in ("card:XX", "/static/cards/icon.svg"):
        with pytest.raises(HelpError, match="no card"):
            rendered(f"![]({source})")


@pytest.mark.parametrize("text", ["## A", "## A {#a}\n\n## B {#a}"])
def test_headings_have_ids_of_their_own(text: str) -> None:
    with pytest.raises(HelpError):
        rendered(text)


def test_a_text_that_asks_for_something_else_is_an_error() -> None:
    with pytest.raises(HelpError, match="no such fact: nonsense"):
        pages.filled("{{ nonsense }}", facts_of(rule_set("illustrated/beck")))


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_index_leads_to_every_page(client: Client, language: str) -> None:
    said = {"accept-language": language}
    index = client.get(reverse("help"), headers=said).text
    assert reverse("quick") in index
    for key in RULE_SETS:
        address = reverse("help-rules", args=key.split("/"))
        assert f'href="{address}"' in index
        answer = client.get(address, headers=said)
        assert answer.status_code == 200
        assert f'<html lang="{language}"' in answer.text
        assert 'id="h-contracts"' in answer.text
        assert "style=" not in answer.text.split("<main", 1)[1]


@pytest.mark.django_db
def test_what_was_read_can_be_played(client: Client) -> None:
    page = client.get(reverse("help-rules", args=["illustrated", "beck"])).text
    address = re.search(r'href="([^"]+\?rules=[^"]+)"', page)[1]
    form = client.get(address).text
    chosen = form.split('value="illustrated/beck"', 1)[1].split(">", 1)[0]
    assert "checked" in chosen


@pytest.mark.django_db
def test_a_page_fits_into_a_drawer(client: Client) -> None:
    address = reverse("help-rules", args=["koenigrufen", "tournament"])
    part = client.get(address, {"part": "1"}).text
    assert "<html" not in part
    assert "<script" not in part
    assert 'id="h-contracts"' in part


@pytest.mark.django_db
def test_the_numbers_are_those_of_the_table(client: Client) -> None:
    address = reverse("help-rules", args=["illustrated", "beck"])
    options = json.dumps({"all_pass": "trischaken", "values": {"SO": 33}})
    page = client.get(address, {"options": options}, headers={"accept-language": "en"}).text
    assert "33 × 4" in page
    assert "When all pass, Trischaken is played" in page


@pytest.mark.django_db
@pytest.mark.parametrize("options", ["{", "[1]", "[" * 5000, '{"unknown": 1}', "7", '{"": 1}'])
def test_unreadable_house_rules_lead_nowhere(client: Client, options: str) -> None:
    address = reverse("help-rules", args=["illustrated", "beck"])
    assert client.get(address, {"options": options}).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/help/koenigrufen/nothing/", "/help/plain/numbers/"])
def test_what_is_not_played_here_has_no_help(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404
