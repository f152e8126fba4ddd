"""The admin shows events and tells no secret of theirs."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.playing import event_of, start


@pytest.mark.django_db
def test_pages_open_and_hide_the_seeds(client: Client) -> None:
    event = event_of(8, seed="seed-of-seats", deal_seed="seed-of-deals")
    start(event)
    client.force_login(User.objects.create_superuser("admin"))
    for path in ("event", "round", "league"):
        assert client.get(f"/admin/tournaments/{path}/").status_code == 200
    page = client.get(f"/admin/tournaments/event/{event.pk}/change/").content.decode()
    assert "P01" in page
    assert "seed-of" not in page
    round_ = event.rounds.get(number=1)
    page = client.get(f"/admin/tournaments/round/{round_.pk}/change/").content.decode()
    assert "large_spread" in page
