"""Texts of the whole project, found in Python and templates without the gettext programs.

``python manage.py messages`` writes them into ``frontend/locale/<language>/LC_MESSAGES/django.po``;
Babel compiles the catalogs when the project is set up.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

APPS = ("accounts", "bots", "config", "engine", "frontend", "games", "tournaments")
LANGUAGES = ("de", "es")
HEADER = "# Texts of Tarockania. Written by `manage.py messages`; translations by hand.\n#"

_PLAIN = {"_", "gettext", "gettext_lazy", "gettext_noop"}
_PLURAL = {"ngettext", "ngettext_lazy", "_pair"}
_CONTEXT = {"pgettext", "pgettext_lazy"}


class Message(NamedTuple):
    """A text to translate: context or None, singular, plural or None, file it stands in."""

    context: str | None
    singular: str
    plural: str | None
    path: str


def catalog_path(language: str) -> Path:
    """Return where the catalog of a language lies."""
    root: Path = settings.BASE_DIR
    return root / "frontend" / "locale" / language / "LC_MESSAGES" / "django.po"


def messages() -> list[Message]:
    """Return every text of the project once, in the order of files and lines."""
    root: Path = settings.BASE_DIR
    found: dict[tuple[str | None, str], Message] = {}
    for app in APPS:
        for path in sorted((root / app).rglob("*")):
            name = str(path.relative_to(root))
            for message in _in_file(path, name):
                found.setdefault((message.context, message.singular), message)
    return list(found.values())


def _in_file(path: Path, name: str) -> Iterator[Message]:
    if path.suffix == ".py" and "migrations" not in path.parts:
        yield from _in_python(path.read_text(encoding="utf-8"), name)
    elif path.suffix == ".html":
        yield from _in_template(path.read_text(encoding="utf-8"), name)


def _in_python(source: str, name: str) -> Iterator[Message]:
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        message = _of_call(_name_of(call.func), [_text_of(a) for a in call.args], name)
        if message:
            yield message


def _name_of(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _text_of(argument: ast.expr) -> str | None:
    is_text = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    return argument.value if is_text else None  # type: ignore[attr-defined]


def _of_call(function: str, texts: list[str | None], name: str) -> Message | None:
    first = texts[0] if texts else None
    second = texts[1] if len(texts) > 1 else None
    if not first:
        return None
    if function in _PLAIN:
        return Message(None, first, None, name)
    if function in _PLURAL and second:
        return Message(None, first, second, name)
    if function in _CONTEXT and second:
        return Message(first, second, None, name)
    return None


_STRING = r"u?('(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"
_TEMPLATE_CALL = re.compile(rf"\b(_|gettext|ngettext|pgettext)\({_STRING}(?:,\s*{_STRING})?")


def _in_template(source: str, name: str) -> Iterator[Message]:
    for call in _TEMPLATE_CALL.finditer(templatize(source, name)):
        texts = [ast.literal_eval(text) if text else None for text in call.groups()[1:]]
        message = _of_call(call.group(1), texts, name)
        if message:
            yield message


def read_catalog(language: str) -> Catalog:
    """Return the stored catalog of a language, an empty one if there is none."""
    path = catalog_path(language)
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def merged_catalog(language: str) -> Catalog:
    """Return a catalog of exactly the project's texts with the translations there are."""
    known = read_catalog(language)
    merged = Catalog(locale=language, header_comment=HEADER, charset="utf-8", fuzzy=False)
    for message in messages():
        identity = (message.singular, message.plural) if message.plural else message.singular
        old = known.get(identity, message.context)
        empty: str | tuple[str, ...] = ("",) * merged.num_plurals if message.plural else ""
        merged.add(
            identity,
            old.string if old and _fits(old.string, message.plural) else empty,
            locations=[(message.path, 0)],
            context=message.context,
            flags=old.flags if old else (),
        )
    return merged


def _fits(translation: object, plural: str | None) -> bool:
    return isinstance(translation, list | tuple) == bool(plural)


def write_catalog(language: str, catalog: Catalog) -> None:
    """Store a catalog; equal texts give an equal file (no dates, no line numbers)."""
    path = catalog_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=100, omit_header=False, include_lineno=False)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    stable = [line for line in lines if not line.startswith(_CHANGING)]
    path.write_text("".join(stable), encoding="utf-8")


_CHANGING = tuple(
    f'"{name}'
    for name in (
        "Project-Id-Version",
        "Report-Msgid-Bugs-To",
        "POT-Creation-Date",
        "PO-Revision-Date",
        "Last-Translator",
        "Language-Team",
        "Generated-By",
    )
)
"""Header lines that say nothing or change with every run."""
