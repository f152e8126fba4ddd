"""German and Spanish are complete and match the texts of the project."""

from __future__ import annotations

import re

import pytest
from babel.messages.catalog import Catalog, Message

from frontend.catalogs import LANGUAGES, merged_catalog, messages, read_catalog

PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|\{\w+\}")


def _texts(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id]


def _forms(text: object) -> list[str]:
    return [str(form) for form in text] if isinstance(text, list | tuple) else [str(text or "")]


def test_texts_are_found_in_every_app() -> None:
    apps = {message.path.partition("/")[0] for message in messages()}
    assert {"accounts", "frontend", "games", "tournaments"} <= apps


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalog_holds_exactly_the_texts_of_the_project(language: str) -> None:
    """If this fails: `python manage.py messages`, then translate what is new."""
    stored = {(m.context, str(m.id)) for m in _texts(read_catalog(language))}
    wanted = {(m.context, str(m.id)) for m in _texts(merged_catalog(language))}
    assert wanted - stored == set()
    assert stored - wanted == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_untranslated_or_fuzzy(language: str) -> None:
    catalog = read_catalog(language)
    assert [m.id for m in _texts(catalog) if not all(_forms(m.string))] == []
    assert [m.id for m in _texts(catalog) if m.fuzzy] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_survive_translation(language: str) -> None:
    for message in _texts(read_catalog(language)):
        singular, *plural = _forms(message.id)
        wanted = {
            frozenset(PLACEHOLDER.findall(singular)),
            frozenset(PLACEHOLDER.findall((plural or [singular])[0])),
        }
        for form in _forms(message.string):
            assert frozenset(PLACEHOLDER.findall(form)) in wanted, message.id
