"""Talk at tables: what may be said where, who reads it, and that it can be stopped."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.errors import NotAllowed, TooManyRequests
from accounts.models import User
from accounts.services import club_create, member_add
from engine.actions import Action
from games import selectors, services
from games.errors import BadMessage, BadTable, BadTalk, NotYourSeat, TalkOff, UnknownLine
from games.live import wire
from games.live.sources import TABLES
from games.models import Hand, Table, TalkLine, TalkReport
from games.phrases import PHRASES
from games.policy import SPECTATOR, Viewer
from games.services import mute_set, series_start, talk_hide, talk_mute, talk_report, talk_set
from games.services.actions import play
from tests.games.conftest import TableOf
from tests.games.test_api import client_of

pytestmark = pytest.mark.django_db


def say(table: Table, user: User, client_id: str = "c1", **what: str) -> services.talk.Said:
    given: dict[str, Any] = what or {"phrase": "hello"}
    return services.talk_say(table=table, user=user, client_id=client_id, **given)


def heard(table: Table, viewer: Viewer) -> list[dict[str, object]]:
    frame = selectors.table_frame(table, viewer, timezone.now())
    return list(frame.get("talk", []))


@pytest.fixture
def game(alice, bob, table_of: TableOf) -> Table:
    """Alice (maker) and Bob at a private table where anything may be said."""
    table = table_of(alice.person, bob.person, created_by=alice)
    Table.objects.update(access="private", talk="text")
    table.refresh_from_db()
    return table


def test_a_line_reaches_the_table_and_moves_its_revision(alice, bob, game):
    said = say(game, alice, phrase="well_played")
    assert said.outcome.publish == (game.pk,)
    line = {"id": said.line.public_id, "seat": 0, "channel": "table", "phrase": "well_played"}
    assert heard(game, Viewer("seat", 1)) == heard(game, Viewer("seat", 0)) == [line]
    assert Table.objects.get().rev == 1


def test_the_same_message_again_is_the_same_line(alice, bob, game):
    first, again = say(game, alice), say(game, alice)
    assert first.line == again.line
    assert again.outcome.publish == ()
    assert say(game, bob).line != first.line
    assert Table.objects.get().rev == 2


def test_text_is_cleaned(alice, game):
    said = say(game, alice, text="  gu\u0308t   gespielt ")
    assert said.line.text == "g\u00fct gespielt"
    for number, bad in enumerate(("a\u202eb", "a\nb", "\u200b", "x" * 201, " ")):
        with pytest.raises(BadTalk):
            say(game, alice, f"b{number}", text=bad)
    assert len(say(game, alice, "long", text="x" * 200).line.text) == 200


def test_what_is_neither_phrase_nor_text_is_refused(alice, game):
    for what in ({"phrase": "hello", "text": "x"}, {"channel": "table"}):
        with pytest.raises(BadMessage):
            say(game, alice, **what)
    with pytest.raises(BadMessage):
        say(game, alice, phrase="hello", channel="everybody")
    with pytest.raises(BadTalk):
        say(game, alice, phrase="insult")


def test_only_who_sits_there_talks(alice, game, user_of):
    with pytest.raises(NotYourSeat):
        say(game, user_of("carol"))


@pytest.mark.parametrize(
    ("access", "talk", "rated", "is_text_allowed"),
    [
        ("private", "text", False, True),
        ("club", "text", False, True),
        ("open", "text", False, False),
        ("private", "phrases", False, False),
        ("private", "text", True, False),
    ],
)
def test_free_text_is_for_closed_unrated_tables(alice, game, access, talk, rated, is_text_allowed):
    Table.objects.update(access=access, talk=talk, rated=rated)
    game.refresh_from_db()
    say(game, alice, phrase="hello")
    if is_text_allowed:
        say(game, alice, "c2", text="Servus")
        return
    with pytest.raises(TalkOff) as refused:
        say(game, alice, "c2", text="Servus")
    assert refused.value.details["reason"] == "text"


def test_a_rated_table_talks_between_hands(alice, game):
    Table.objects.update(rated=True, talk="phrases")
    game.refresh_from_db()
    say(game, alice)
    series_start(table=game)
    with pytest.raises(TalkOff) as refused:
        say(game, alice, "c2")
    assert refused.value.details["reason"] == "hand"
    Hand.objects.update(status="over", result={"points": [0, 0, 0, 0]})
    say(game, alice, "c3")


def test_too_much_at_once_is_refused(alice, game):
    for number in range(services.talk.BURST):
        say(game, alice, f"c{number}")
    with pytest.raises(TooManyRequests):
        say(game, alice, "one more")
    assert say(game, alice, "c0").line.client_id == "c0"
    TalkLine.objects.update(created_at=timezone.now() - timedelta(minutes=1))
    say(game, alice, "one more")


def test_the_maker_switches_talk_off_and_on(alice, bob, game):
    say(game, alice)
    with pytest.raises(NotAllowed):
        talk_set(table=game, user=bob, talk="off")
    assert talk_set(table=game, user=alice, talk="off").publish == (game.pk,)
    assert talk_set(table=game, user=alice, talk="off").publish == ()
    assert heard(game, Viewer("seat", 1)) == []
    with pytest.raises(TalkOff):
        say(game, bob)
    Table.objects.update(access="open")
    game.refresh_from_db()
    with pytest.raises(BadTable):
        talk_set(table=game, user=alice, talk="text")


def test_who_is_muted_is_not_heard_by_that_person_alone(alice, bob, game):
    line = say(game, alice).line
    assert talk_mute(line=line, user=bob).publish == (game.pk,)
    assert heard(game, Viewer("seat", 1)) == []
    assert len(heard(game, Viewer("seat", 0))) == 1
    assert mute_set(person=alice.person, user=bob, is_muted=False)
    assert len(heard(game, Viewer("seat", 1))) == 1
    with pytest.raises(BadMessage):
        mute_set(person=alice.person, user=alice, is_muted=True)


def test_a_report_hides_nothing_and_counts_once(alice, bob, game):
    line = say(game, alice, text="Na ja").line
    for _ in range(2):
        talk_report(line=line, user=bob, reason="rude")
    assert TalkReport.objects.count() == 1
    assert len(heard(game, Viewer("seat", 1))) == 1
    with pytest.raises(NotAllowed):
        talk_hide(line=line, user=bob)
    assert talk_hide(line=line, user=alice).publish == (game.pk,)
    assert heard(game, Viewer("seat", 1)) == []
    assert TalkReport.objects.get().handled_at is not None


def test_strangers_do_not_learn_of_a_line(alice, game, user_of):
    line = say(game, alice).line
    with pytest.raises(UnknownLine):
        talk_report(line=line, user=user_of("carol"))


def test_arbiters_of_the_club_look_after_its_tables(alice, bob, game, user_of):
    owner, arbiter, member = user_of("owner"), user_of("arbiter"), user_of("member")
    club = club_create(name="Club", owner=owner)
    member_add(club, person=arbiter.person, role="arbiter")
    member_add(club, person=member.person)
    Table.objects.update(club=club)
    line = say(game, bob).line
    line.table.refresh_from_db()
    with pytest.raises(NotAllowed):
        talk_hide(line=line, user=bob)
    with pytest.raises(UnknownLine):  # at a private table
        talk_hide(line=line, user=member)
    assert talk_hide(line=line, user=arbiter).publish


def test_spectators_read_nothing_of_a_hand_before_it_is_over(alice, game):
    Table.objects.update(access="open", talk="phrases")
    game.refresh_from_db()
    say(game, alice, "before")
    series_start(table=game)
    say(game, alice, "during")
    assert len(heard(game, Viewer("seat", 1))) == 2
    assert len(heard(game, SPECTATOR)) == 1
    Hand.objects.update(status="over", result={"points": [0, 0, 0, 0]}, ended_at=timezone.now())
    assert len(heard(game, SPECTATOR)) == 2


def test_spectators_read_no_text_of_a_private_table(alice, game):
    say(game, alice, "t", text="unter uns")
    say(game, alice, "p", phrase="hello")
    assert [line.get("phrase") for line in heard(game, SPECTATOR)] == ["hello"]
    assert [line.get("text") for line in heard(game, Viewer("seat", 1))] == ["unter uns", None]


def ouvert(game: Table) -> Hand:
    """Seat 2, forehand, declares an open Bettel; everybody else defends."""
    Table.objects.update(rules_id="koenigrufen/tournament@1")
    game.refresh_from_db()
    series_start(table=game, first_dealer=1, deal_seed="open")
    hand = selectors.hand_get(Hand.objects.get().public_id)
    state = selectors.hand_state(hand)
    while state.contract is None or state.phase == "auction":
        token = "bid:BO" if hand.seating[state.turn] == 2 else "pass"
        now = timezone.now()
        scene = selectors.scene_at(hand)
        play(scene, hand, state.turn, [Action.parse(token)], "person", at=now, now=now)
        state = selectors.hand_state(hand)
    return hand


def test_defenders_of_an_open_contract_talk_among_themselves(alice, bob, game):
    hand = ouvert(game)
    assert selectors.hand_state(hand).contract.ouvert
    assert selectors.defenders_of(hand) == {0, 1, 3}
    say(game, alice, phrase="nice_hand", channel="defenders")
    assert len(heard(game, Viewer("seat", 1))) == 1
    assert heard(game, Viewer("seat", 2)) == []
    assert heard(game, SPECTATOR) == []
    Hand.objects.update(status="over", result={"points": [0, 0, 0, 0]})
    assert heard(game, SPECTATOR) == []


def test_there_is_no_defenders_channel_elsewhere(alice, game):
    series_start(table=game)
    with pytest.raises(TalkOff) as refused:
        say(game, alice, phrase="hello", channel="defenders")
    assert refused.value.details["reason"] == "channel"


def test_a_full_table_of_five_fits_one_message(user_of, table_of):
    users = [user_of(f"person{i}") for i in range(5)]
    table = table_of(*(user.person for user in users), size=5, clock_ms=60_000)
    Table.objects.update(access="private", talk="text")
    series_start(table=table)
    for number in range(12):
        TalkLine.objects.create(
            table=table,
            person=users[number % 5].person,
            seat=number % 5,
            text="ü" * 200,
            client_id=f"c{number}",
        )
    snapshot = TABLES.snapshot(selectors.scene_load(table.pk))
    packed = wire.pack(snapshot)
    assert wire.unpack(packed).frames == json.loads(json.dumps(snapshot.frames))
    assert len(packed.encode()) <= wire.MAX_BYTES
    assert "talk" in json.loads(packed)
    (first,) = [frame for role, frame in snapshot.frames.items() if role.startswith("seat:0")]
    assert 1 <= len(first["talk"]) <= 12
    TalkLine.objects.update(text="", phrase=PHRASES[0])
    assert len(heard(table, Viewer("seat", 0))) == 12


def test_a_table_of_bots_asks_for_no_lines(table_of, django_assert_num_queries):
    scene = selectors.scene_load(table_of().pk)
    with django_assert_num_queries(0):
        selectors.scene_frames(scene, timezone.now())


def test_the_staff_handles_reports_on_the_admin_page(alice, bob, game, client: Client):
    line = say(game, alice, text="Na ja").line
    report = talk_report(line=line, user=bob, reason="rude")
    client.force_login(User.objects.create_superuser(username="root"))
    page = client.get("/admin/games/talkreport/")
    assert "Na ja" in page.content.decode()
    data = {"action": "hide_lines", "_selected_action": [report.pk]}
    assert client.post("/admin/games/talkreport/", data).status_code == 302
    line.refresh_from_db()
    assert line.hidden
    assert client.get(f"/admin/games/talkreport/{report.pk}/change/").status_code == 200


def test_whoever_may_not_look_cannot_tell_a_private_table_from_none(alice, game, user_of):
    line = say(game, alice, phrase="well_played").line
    stranger = client_of(user_of("stranger"))
    said = {"id": "1", "phrase": "well_played"}
    for there, unknown, body in (
        (f"tables/{game.public_id}/say", "tables/zzzzzzzzzzzz/say", said),
        (f"tables/{game.public_id}/talk", "tables/zzzzzzzzzzzz/talk", {"talk": "off"}),
        (f"talk/{line.public_id}/hide", "talk/zzzzzzzzzzzz/hide", {}),
    ):
        answers = [
            stranger.post(f"/api/v1/{path}", body, format="json") for path in (there, unknown)
        ]
        assert [answer.status_code for answer in answers] == [404, 404]
        assert answers[0].json()["code"] == answers[1].json()["code"]
