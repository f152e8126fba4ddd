"""House rules in forms: every one that is offered can be played and has its sentence."""

from __future__ import annotations

import re

import pytest
from django.conf import settings

from engine.rules import RULE_SETS, rule_set
from frontend.house_choice import house_choices, house_options
from frontend.house_rules import house_rules

DEALT = [key for key in RULE_SETS if rule_set(key).is_dealt]


@pytest.mark.parametrize("group", house_choices(), ids=lambda group: group.rules)
def test_what_is_offered_changes_just_that(group) -> None:
    assert len(group.choices) >= 3
    for rule in group.choices:
        options = house_options(group.rules, [rule.key])
        assert len(options) == 1
        assert house_rules(group.rules, options) == [rule.text]


def test_other_rule_sets_and_unknown_words_do_not_count() -> None:
    sent = ["illustrated/beck:chain_required=True", "illustrated/loew-1954:sum_rule=zero", "x"]
    assert house_options("illustrated/loew-1954", sent) == {}
    assert house_options("none", sent) == {}
    assert house_options("illustrated/beck", sent) == {"chain_required": True}


def test_the_style_sheet_tells_as_many_rule_sets_apart_as_there_are() -> None:
    css = (settings.BASE_DIR / "frontend/static/css/lobby.css").read_text(encoding="utf-8")
    places = re.findall(r'\[data-rules="(\d+)"\]:checked\) \.house-choice', css)
    assert places == [str(place) for place in range(len(DEALT))]
