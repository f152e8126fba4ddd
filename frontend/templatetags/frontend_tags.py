"""Template tags and filters of the pages."""

from __future__ import annotations

from typing import Any

from django import template
from django.http import HttpRequest
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from frontend import labels, rule_names
from tournaments.selectors import StandingRow

register = template.Library()

DISPLAY_COOKIES = {
    "theme": ("light", "dark"),
    "four": ("1",),
    "z": ("125", "150"),
    "motion": ("0",),
    "pause": ("800", "3000", "tap"),
    "tap": ("1",),
    "auto": ("1",),
    "sound": ("1",),
    "buzz": ("1",),
    "notice": ("0",),
    "letters": ("0",),
}
"""What a visitor may choose for the whole site: cookie name -> values; anything else is ignored."""


@register.simple_tag(takes_context=True)
def display_attributes(context: dict[str, Any]) -> SafeString:
    """Return the ``data-*`` attributes of ``<html>`` for the visitor's display choices."""
    request: HttpRequest | None = context.get("request")
    cookies = request.COOKIES if request else {}
    parts = [
        format_html(' data-{}="{}"', name, cookies[name])
        for name, values in DISPLAY_COOKIES.items()
        if cookies.get(name) in values
    ]
    return SafeString("".join(parts))


@register.simple_tag
def card(code: str, css: str = "") -> SafeString:
    """Return one card face as an SVG that takes its colours from the page."""
    return format_html(
        '<span class="card {}" role="img" aria-label="{}">'
        '<svg viewBox="0 0 200 325" aria-hidden="true"><use href="{}#{}"></use></svg></span>',
        css,
        labels.card_name(code),
        static("cards/cards.svg"),
        f"c-{code}",
    )


register.filter("card_name", labels.card_name)
register.filter("bot_name", labels.bot_name)
register.filter("signed", labels.signed)
register.filter("contract_name", rule_names.contract_name)
register.filter("rule_set_name", rule_names.rule_set_name)
register.filter("rule_set_contents", rule_names.rule_set_contents)


@register.filter
def family_of(rule_set_id: str) -> str:
    """Return the family in the id of a rule set."""
    return rule_set_id.partition("/")[0]


@register.filter
def preset_of(rule_set_id: str) -> str:
    """Return the preset in the id of a rule set."""
    return rule_set_id.partition("/")[2]


@register.filter
def plus_one(number: int) -> int:
    """Return the number people read for a number counted from 0."""
    return number + 1


@register.filter
def round_cells(row: StandingRow) -> list[dict[str, Any]]:
    """Return the rounds of a line of the standings: number, points, public id of the table."""
    pairs = zip(row.rounds, row.tables, strict=True)
    return [
        {"number": number, "points": points, "table": table}
        for number, (points, table) in enumerate(pairs, start=row.first_round)
    ]
