"""Help: what there is to read, and a page per rule set that also fits into a drawer."""

from __future__ import annotations

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from engine.errors import BadOption, UnknownRuleSet
from engine.rules import RULE_SETS, RuleSet, rule_set
from frontend import rule_names
from frontend.help.pages import UPDATED, help_page
from frontend.house_rules import house_rules


def index(request: HttpRequest) -> HttpResponse:
    """List the help of every rule set by family, with the ways to learn by playing."""
    return render(request, "frontend/help_index.html", {"families": _families()})


def _families() -> list[tuple[str, list[RuleSet]]]:
    found: dict[str, list[RuleSet]] = {}
    for key in RULE_SETS:
        found.setdefault(key.partition("/")[0], []).append(rule_set(key))
    return [(rule_names.family_name(family), sets) for family, sets in found.items()]


def rules(request: HttpRequest, family: str, preset: str) -> HttpResponse:
    """Show the help of a rule set; with ``part=1`` the text alone, for a drawer.

    ``options`` are house rules as JSON: the numbers are then those of that table.
    """
    found = _asked(f"{family}/{preset}", request.GET.get("options", ""))
    others = [rule_set(key) for key in RULE_SETS if key.partition("/")[0] == family]
    context = {
        "rules": found,
        "page": help_page(found),
        "updated": UPDATED,
        "others": [other for other in others if other.id != found.id],
        "house_rules": house_rules(found.id, found.options),
    }
    part = request.GET.get("part") == "1"
    name = "frontend/help_text.html" if part else "frontend/help.html"
    return render(request, name, context | {"is_part": part})


def _asked(key: str, options: str) -> RuleSet:
    """Return the rule set a page was asked for. Raises Http404 if there is none like that."""
    if key not in RULE_SETS:
        raise Http404("There is no such rule set.")
    try:
        values = json.loads(options) if options else {}
        if not isinstance(values, dict):
            raise Http404("House rules are an object.")
        return rule_set(key, **values)
    except (ValueError, RecursionError, BadOption, UnknownRuleSet) as error:
        raise Http404("There are no such house rules.") from error
