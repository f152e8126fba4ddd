"""REST: tables and hands; the same door and the same secrecy as everywhere."""

from __future__ import annotations

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from engine.record import HandRecord
from engine.rules import RULE_SETS, rule_set
from games import selectors, tasks
from games.models import Hand, Table
from games.services import series_play_slice, table_advance
from tests.games.conftest import RULES, version

pytestmark = pytest.mark.django_db(transaction=True)

TABLES = "/api/v1/tables"
HANDS = "/api/v1/hands"


@pytest.fixture(autouse=True)
def sent(monkeypatch) -> list:
    """Jobs are noted, not enqueued."""
    jobs: list = []
    monkeypatch.setattr(tasks, "dispatch", jobs.extend)
    return jobs


def client_of(user=None) -> APIClient:
    client = APIClient()
    if user is not None:
        client.force_authenticate(user)
    return client


@pytest.fixture
def game(alice, sent) -> Table:
    """Alice's quick game, her turn to move."""
    version("club")
    body = {"rules": RULES, "hands": 2}
    answer = client_of(alice).post(TABLES, body)
    assert answer.status_code == 201, answer.json()
    table = Table.objects.get(public_id=answer.json()["id"])
    assert [job.task for job in sent] == ["games.tasks.advance_table"]
    sent.clear()
    table_advance(table_id=table.pk)
    return table


def test_a_quick_game_is_played_over_rest(game, alice, sent):
    client = client_of(alice)
    for _ in range(300):
        frame = client.get(f"{TABLES}/{game.public_id}/view").json()
        if frame["table_state"]["status"] == "finished":
            break
        body = {"hand": frame["hand"], "ply": frame["ply"], "actions": [frame["view"]["fallback"]]}
        answer = client.post(f"{TABLES}/{game.public_id}/act", body)
        assert answer.status_code == 200, answer.json()
        assert answer.json()["ply"] > frame["ply"]
        assert answer.json()["frame"]["rev"] > frame["rev"]
        for job in sent:
            tasks.advance_table(**job.kwargs)
        sent.clear()
    assert frame["table_state"]["status"] == "finished"
    assert len(frame["table_state"]["rows"]) == 2


def test_refusals_have_one_shape_and_change_nothing(game, alice, bob):
    frame = client_of(alice).get(f"{TABLES}/{game.public_id}/view").json()
    good = {"hand": frame["hand"], "ply": frame["ply"], "actions": [frame["view"]["fallback"]]}
    url = f"{TABLES}/{game.public_id}/act"
    cases = [
        (alice, good | {"ply": 99}, 409, "stale_action"),
        (alice, good | {"actions": ["play:??"]}, 400, "bad_action"),
        (alice, good | {"actions": []}, 400, "invalid"),
        (alice, good | {"hand": "nosuchhand00"}, 404, "unknown_hand"),
        (alice, {"hand": 1}, 400, "invalid"),
        (alice, [], 400, "invalid"),
        (bob, good, 403, "not_your_seat"),
        (None, good, 401, "not_authenticated"),
    ]
    rev = Table.objects.get().rev
    for user, body, http_status, code in cases:
        answer = client_of(user).post(url, body)
        assert (answer.status_code, answer.json()["code"]) == (http_status, code)
        assert set(answer.json()) == {"code", "message", "details"}
    assert Table.objects.get().rev == rev
    assert client_of(alice).post(url, good).status_code == 200
    assert client_of(alice).post(url, good).json()["repeated"] is True


def test_a_hand_of_another_table_is_unknown(game, alice, series_of):
    other = series_of(alice.person)
    frame = selectors.table_frame(other.table, selectors_viewer(alice, other.table), timezone.now())
    body = {"hand": frame["hand"], "ply": frame["ply"], "actions": ["pass"]}
    answer = client_of(alice).post(f"{TABLES}/{game.public_id}/act", body)
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_hand")


def selectors_viewer(user, table):
    from games.policy import viewer_of

    return viewer_of(user, table, timezone.now())


def test_bad_quick_games_are_refused_by_name(alice):
    client = client_of(alice)
    beck = {"rules": "illustrated/beck"}
    cases = [
        ({"rules": "koenigrufen/none"}, "unknown_rule_set"),
        ({"rules": RULES, "options": {"win_thirds": 105}}, "bad_option"),
        ({"rules": RULES, "options": {"uhu_enabled": True}}, "bad_option"),
        ({"rules": RULES, "options": {"contracts": [["RU"]]}}, "bad_option"),
        ({"rules": RULES, "options": [1]}, "invalid"),
        (beck | {"hands": 7}, "bad_series"),
        (beck | {"options": {"max_redeals": 0}}, "bad_option"),
        (beck | {"options": {"match": {"target": 5}}}, "bad_option"),
        ({"rules": RULES, "hands": 3}, "bad_series"),
        ({"rules": RULES, "level": "nobody"}, "unknown_bot"),
        ({}, "invalid"),
    ]
    version("club")
    for body, code in cases:
        answer = client.post(TABLES, body)
        assert 400 <= answer.status_code < 500
        assert answer.json()["code"] == code
        assert set(answer.json()) == {"code", "message", "details"}
    assert not Table.objects.exists()


@pytest.mark.parametrize("rules_id", sorted(RULE_SETS))
def test_every_game_that_is_dealt_can_be_chosen(alice, sent, rules_id):
    version("random")
    answer = client_of(alice).post(TABLES, {"rules": rules_id, "level": "random"})
    rules = rule_set(rules_id)
    if not rules.is_dealt:
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_table")
        return
    made = answer.json()
    assert answer.status_code == 201
    assert (made["rules"], made["options"]) == (rules.key, {})
    assert (made["size"], made["hands"]) == (rules.hand_seats, rules.default_hands)
    table_advance(table_id=Table.objects.get().pk)
    frame = client_of(alice).get(f"{TABLES}/{made['id']}/view").json()
    assert frame["view"]["rules"].startswith(rules_id)
    assert frame["view"]["legal"]
    assert "options" not in frame["table_state"]


def test_house_rules_of_a_quick_game(alice, sent):
    version("random")
    options = {"win_thirds": 106, "contracts": ["RU", "SR", "DR"]}
    body = {"rules": RULES, "options": options, "level": "random"}
    answer = client_of(alice).post(TABLES, body)
    assert (answer.status_code, answer.json()["options"]) == (201, options)
    frame = client_of(alice).get(f"{TABLES}/{answer.json()['id']}/view").json()
    assert frame["table_state"]["options"] == options
    hand = Hand.objects.select_related("series__table").get()
    assert hand.rules_hash == rule_set(RULES, **options).hash != rule_set(RULES).hash
    assert selectors.hand_record(hand).options == options


def test_what_spectators_get_has_no_cards(game, bob):
    for user in (None, bob):
        frame = client_of(user).get(f"{TABLES}/{game.public_id}/view").json()
        assert frame["role"] == "spectator"
        assert frame["view"]["cards"] == {}
        assert "legal" not in frame["view"]


def test_the_record_of_a_running_hand_is_hidden(game, alice):
    hand = Hand.objects.get()
    answer = client_of(alice).get(f"{HANDS}/{hand.public_id}/record")
    assert (answer.status_code, answer.json()["code"]) == (403, "hand_hidden")
    shown = client_of().get(f"{HANDS}/{hand.public_id}").json()
    assert shown["result"] is None
    assert hand.cards not in str(shown)
    assert hand.nonce not in str(shown)


def test_the_record_of_a_finished_hand_proves_itself(series_of):
    series_play_slice(series_id=series_of().pk)
    listed = client_of().get(HANDS).json()["results"]
    assert len(listed) == 4
    answer = client_of().get(f"{HANDS}/{listed[0]['id']}/record", headers={"accept": "text/plain"})
    assert answer["content-type"] == "text/plain; charset=utf-8"
    assert HandRecord.from_text(answer.content.decode()).verify().is_over
    assert "attachment" in answer["content-disposition"]


def test_a_paced_hand_tells_no_more_than_playback(series_of, settings):
    settings.PLY_MS = 60_000
    series = series_of(paced=True)
    series_play_slice(series_id=series.pk)
    hand = Hand.objects.get()
    client = client_of()
    assert client.get(f"{HANDS}/{hand.public_id}/record").status_code == 403
    shown = client.get(f"{HANDS}/{hand.public_id}").json()
    assert (shown["ply"], shown["result"], shown["ended_at"]) == (0, None, None)
    table = series.table.public_id
    assert client.get(f"{TABLES}/{table}").json()["rev"] == hand.rev_before
    assert client.get(TABLES).json()["results"][0]["rev"] == hand.rev_before
    frame = client.get(f"{TABLES}/{table}/view").json()
    assert (frame["ply"], frame["rev"], frame["role"]) == (0, hand.rev_before, "open")
    assert "score" not in frame["view"]


def test_lists_can_be_narrowed(game, series_of):
    series_play_slice(series_id=series_of().pk)
    client = client_of()
    assert len(client.get(TABLES).json()["results"]) == 2
    running = client.get(TABLES, {"status": "running"}).json()["results"]
    assert [row["id"] for row in running] == [game.public_id]
    hands = client.get(HANDS, {"table": game.public_id}).json()["results"]
    assert [row["table"] for row in hands] == [game.public_id]
    assert client.get(HANDS, {"status": "nonsense"}).status_code == 400
