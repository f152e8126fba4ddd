"""Template tags and filters of the pages."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django import template
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString

from accounts.models import Person, User
from frontend import labels, rule_names
from frontend.stakes import stake_sentence
from games.models import Table
from games.selectors import follows_playing, is_following
from tournaments.selectors import StandingRow, TableStake, table_stake

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
    "talk": ("0",),
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


@register.simple_tag(takes_context=True)
def choice(context: dict[str, Any], name: str, value: str, label: str) -> SafeString:
    """Return the button that makes one of the visitor's choices; it is pressed if it stands.

    An empty ``value`` is the default.
    """
    request: HttpRequest | None = context.get("request")
    stands = (request.COOKIES if request else {}).get(name, "") == value
    return format_html(
        '<button name="{}" value="{}" aria-pressed="{}">{}</button>',
        name,
        value,
        "true" if stands else "false",
        label,
    )


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
register.filter("seat_name", labels.seat_name)
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
def mean(value: Fraction) -> str:
    """Return a mean of points with one digit after the point and its sign."""
    text = formats.number_format(abs(round(float(value), 1)), decimal_pos=1)
    return f"{'−' if value < 0 else '+'}{text}"


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


@register.inclusion_tag("frontend/follow_button.html", takes_context=True)
def follow_button(context: dict[str, Any], person: Person) -> dict[str, Any]:
    """Show the button with which a signed-in visitor follows ``person``, or no longer."""
    user = context["request"].user
    may_follow = isinstance(user, User) and person.user_id != user.pk
    return {
        "person": person,
        "may_follow": may_follow,
        "is_following": may_follow and is_following(user, person),
        "csrf_token": context.get("csrf_token", ""),
    }


@register.inclusion_tag("frontend/followed_people.html", takes_context=True)
def followed_people(context: dict[str, Any]) -> dict[str, Any]:
    """Show whom the visitor follows and where they play; nothing without anybody."""
    user = context["request"].user
    return {"rows": follows_playing(user, timezone.now()) if isinstance(user, User) else []}


@register.filter
def stake_at(stakes: dict[int, TableStake], number: int) -> str:
    """Return what is at stake at a table of the last round, as a sentence; "" for nothing."""
    return stake_sentence(stakes.get(number)) if stakes else ""


@register.inclusion_tag("frontend/stakes.html")
def stakes_line(table: Table) -> dict[str, Any]:
    """Show what is at stake at a table; the line fetches itself again while there is a race."""
    return {"table": table, "line": stake_sentence(table_stake(table))}


@register.simple_tag(takes_context=True)
def embed_code(context: dict[str, Any], name: str, public_id: str, title: str) -> str:
    """Return the HTML with which another site shows a table or an evening."""
    address = context["request"].build_absolute_uri(reverse(name, args=[public_id]))
    frame = f'src="{escape(address)}" title="{escape(title)}" width="100%" height="420"'
    return f'<iframe {frame} loading="lazy"></iframe>'
