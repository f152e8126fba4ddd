"""The page that checks a deal: what it says of each kind of deal, and of one that is wrong."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import person_for
from games import selectors
from games.models import Hand, Series, Table
from games.services import (
    SeatSpec,
    action_play,
    series_play_slice,
    series_start,
    table_advance,
    table_create,
)
from tests.games.conftest import RULES, version

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hand() -> Hand:
    """A finished hand of bots."""
    seats = [SeatSpec(bot_version=version("random"), name=f"Bot {n}") for n in range(4)]
    table = table_create(seats=seats, name="Bots", rules_id=RULES, hands=4)
    series_play_slice(series_id=series_start(table=table).pk)
    return Hand.objects.select_related("series__table").order_by("number")[0]


def page_of(client: Client, hand: Hand, language: str = "en") -> str:
    answer = client.get(
        reverse("hand-verify", args=[hand.public_id]), headers={"accept-language": language}
    )
    assert answer.status_code == 200
    return answer.content.decode()


def states(page: str) -> dict[str, str]:
    lines = [line.split('"') for line in page.split("<li ") if line.startswith("data-step")]
    return {line[1]: line[3] for line in lines}


def test_a_hand_of_bots_claims_its_commitment(client, hand):
    page = page_of(client, hand)
    assert states(page) == {
        "commitment": "holds",
        "persons": "unclaimed",
        "cards": "holds",
        "rules": "holds",
        "actions": "holds",
        "result": "holds",
        "published": "unclaimed",
        "stored": "holds",
    }
    assert "not that it was left to chance" in page
    assert "Every step that is claimed holds." in page
    assert hand.commitment in page
    assert "Seat 4, Bot 3" in page
    assert (
        reverse("hand-verify", args=[hand.public_id])
        in client.get(reverse("hand", args=[hand.public_id])).content.decode()
    )


@pytest.mark.parametrize(
    ("language", "said"),
    [("de", "stimmt nicht"), ("en", "broken"), ("es", "no se cumple")],
)
def test_a_wrong_hand_is_named_in_every_language(client, hand, language, said):
    Hand.objects.filter(pk=hand.pk).update(nonce="0" * 64)
    page = page_of(client, hand, language)
    found = states(page)
    assert (found["commitment"], found["actions"], found["stored"]) == ("broken", "holds", "unseen")
    assert f">{said}</b>" in page


def test_a_wrong_column_is_found(client, hand):
    Hand.objects.filter(pk=hand.pk).update(ply=hand.ply + 1)
    found = states(page_of(client, hand))
    assert (found.pop("stored"), "broken" in found.values()) == ("broken", False)


def test_people_see_who_was_replaced(client):
    person = person_for(User.objects.create_user(username="alice"))
    seats = [SeatSpec(person=person)]
    seats += [SeatSpec(bot_version=version("random"), name=f"Bot {n}") for n in range(3)]
    table = table_create(seats=seats, name="Mixed", rules_id=RULES, hands=4)
    series = series_start(table=table)
    table_advance(table_id=table.pk)
    hand = Hand.objects.get(series=series)
    answer = client.get(reverse("hand-verify", args=[hand.public_id]))
    assert answer.status_code == 403
    assert hand.nonce not in answer.content.decode()
    _let_bots_finish(table, series)
    page = page_of(client, hand)
    assert "Seat 1, alice" in page
    assert "no number in time: replaced from the secret" in page
    assert states(page)["published"] == "holds"
    assert "The cards follow from all of it" in page


def _let_bots_finish(table: Table, series: Series) -> None:
    """Let the first legal action be taken for the person until his hand is over."""
    while True:
        table_advance(table_id=table.pk)
        hand = Hand.objects.select_related("series__table").get(series=series, number=0)
        if hand.is_ended:
            return
        state = selectors.hand_state(hand)
        action_play(
            hand_id=hand.pk, ply=hand.ply, actions=[str(state.default_action())], actor="person",
            received_at=timezone.now(), seat=state.turn,
        )  # fmt: skip


def test_unknown_hands(client):
    assert client.get(reverse("hand-verify", args=["nosuchhand00"])).status_code == 404
