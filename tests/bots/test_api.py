"""REST: the list of bots."""

from __future__ import annotations

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_bots_are_listed_for_everybody(client: Client) -> None:
    answer = client.get("/api/v1/bots").json()
    assert [bot["slug"] for bot in answer["results"]] == ["club", "random"]
    club = answer["results"][0]
    assert club["is_builtin"] is True
    assert [(v["number"], v["runner"]) for v in club["versions"]] == [(1, "inprocess")]


def test_one_bot(client: Client) -> None:
    assert client.get("/api/v1/bots/random").json()["name"] == "Random"


def test_unknown_bot(client: Client) -> None:
    answer = client.get("/api/v1/bots/nobody")
    assert answer.status_code == 404
    assert set(answer.json()) == {"code", "message", "details"}


def test_bots_are_read_only(client: Client) -> None:
    assert client.post("/api/v1/bots", {"slug": "mine"}).status_code in (403, 405)
    assert client.delete("/api/v1/bots/club").status_code in (403, 405)
