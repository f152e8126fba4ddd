"""Nobody gets what he may not see: frames, REST, pages, widgets and downloads of every role.

Two positions that differ only in cards hidden from somebody have to give him equal bytes in all
that he can fetch (tests/games/leaks.py); and what a frame names was seen, told from the course of
the hand and not by views. tests/engine/test_no_leak.py says the same of views alone.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from accounts.models import User
from engine.cards import PACK
from engine.record import HandRecord, entries_to_text
from engine.state import HandState
from engine.view import OPEN, PUBLIC, Seat, Viewer
from games import selectors
from games.models import Contribution, Hand, Shuffle, Table, TalkLine
from games.policy import OPEN as OPEN_ROLE
from games.policy import SPECTATOR
from games.policy import Viewer as Role
from games.results import result_of
from games.selectors.practice import practice_hint
from tests.engine import hands
from tests.games.leaks import (
    Stage,
    addresses,
    difference,
    everything,
    fetched,
    forget,
    named_cards,
    secrets_of,
    seen_cards,
    stage,
    to_the_end,
    twin,
)
from tournaments.live import EVENTS
from tournaments.services import entrants_import, event_advance, event_create, event_start

pytestmark = pytest.mark.django_db

QUICK, SAMPLED, SOAKED = 1, 4, 200
"""Hands of a preset: in `make test` (of one preset), in CI, in the soak."""
WHOLE = {QUICK: 2, SAMPLED: 5, SOAKED: 25}
"""Every so many comparisons look at pages, REST and files, too; the others at frames alone."""
EACH_PRESET = pytest.mark.parametrize("preset", hands.PRESETS)


@pytest.fixture(autouse=True)
def _clean_caches():
    yield
    forget()


def positions(record: HandRecord, rng: random.Random) -> list[tuple[list[HandState], int]]:
    """A ply of each phase of a hand."""
    states = list(record.states())
    by_phase: dict[str, list[int]] = {}
    for ply, state in enumerate(states):
        if not state.is_over:
            by_phase.setdefault(state.phase, []).append(ply)
    return [(states, rng.choice(plies)) for plies in by_phase.values()]


def viewers_of(staged: Stage) -> list[tuple[Role, Viewer]]:
    """Roles at a table where somebody sits out, and what each is to the engine."""
    seating = staged.hand.seating
    seats = [
        (Role("seat", seat), Seat(seating.index(seat)) if seat in seating else PUBLIC)
        for seat in staged.users
    ]
    return [*seats, (SPECTATOR, PUBLIC)]


def check_names(staged: Stage, role: Role, viewer: Viewer, states: list[HandState], ply: int):
    """A frame names no card that its receiver has not seen."""
    frame = selectors.table_frames(staged.table, timezone.now())[role.key]
    seen = {PACK[card] for card in seen_cards(states, ply, viewer)}
    calls = {action.partition(":")[2] for action in frame["view"].get("legal", ())}
    called = {frame["view"].get("called")}
    assert named_cards(frame) - seen - calls - called == set()


def compare(preset: str, count: int, viewers: int) -> Counter[str]:
    """Compare what roles get of twins, ``viewers`` of them at each position, by phase and role."""
    rng = random.Random(f"frames {preset}")
    staged = stage(preset)
    clients = {seat: staged.client(seat) for seat in [None, *staged.users]}
    found: Counter[str] = Counter()
    for record in hands.sample(preset, count)[:count]:
        for states, ply in positions(record, rng):
            for role, viewer in rng.sample(viewers_of(staged), viewers):
                staged.put(record, ply)
                check_names(staged, role, viewer, states, ply)
                other = twin(record, states, ply, viewer, rng)
                if other is None:
                    continue
                is_whole = sum(found.values()) // 2 % WHOLE[count] == 0
                first = everything(staged, role, clients[role.seat], is_whole=is_whole)
                staged.put(other, ply)
                second = everything(staged, role, clients[role.seat], is_whole=is_whole)
                assert difference(first, second) == ""
                found[states[ply].phase] += 1
                is_out = role.seat is not None and viewer is PUBLIC
                found["sits out" if is_out else role.role] += 1
    return found


def test_roles_see_no_hidden_card():
    found = compare("koenigrufen/tournament", QUICK, 3)
    assert {"auction", "play", "seat", "spectator", "sits out"} <= set(found)


@pytest.mark.ci
@EACH_PRESET
def test_roles_see_no_hidden_card_in_any_preset(preset):
    found = compare(preset, SAMPLED, 2)
    assert {"auction", "play", "seat", "spectator"} <= set(found)
    assert sum(found.values()) >= 24


@pytest.mark.soak
@EACH_PRESET
def test_roles_see_no_hidden_card_of_many_hands(preset):
    found = compare(preset, SOAKED, 3)
    assert {"auction", "play", "seat", "spectator", "sits out"} <= set(found)
    assert sum(found.values()) >= 1500


# --- open tables, playback, practice ------------------------------------------------------------


def compare_open(preset: str, count: int) -> int:
    rng = random.Random(f"open {preset}")
    staged = stage(preset, persons=0, extra=0)
    client, compared = Client(), 0
    for record in hands.sample(preset, count)[:count]:
        for states, ply in positions(record, rng):
            staged.put(record, ply)
            check_names(staged, OPEN_ROLE, OPEN, states, ply)
            other = twin(record, states, ply, OPEN, rng)
            if other is None:
                continue
            is_whole = compared % WHOLE[count] == 0
            first = everything(staged, OPEN_ROLE, client, is_whole=is_whole)
            staged.put(other, ply)
            second = everything(staged, OPEN_ROLE, client, is_whole=is_whole)
            assert difference(first, second) == ""
            compared += 1
    return compared


def test_an_open_table_keeps_the_talon_face_down():
    assert compare_open("koenigrufen/tournament", QUICK) >= 2


@pytest.mark.ci
@EACH_PRESET
def test_open_tables_keep_the_talon_face_down_in_any_preset(preset):
    assert compare_open(preset, SAMPLED) >= 4


@pytest.mark.soak
@EACH_PRESET
def test_open_tables_keep_the_talon_face_down_for_many_hands(preset):
    assert compare_open(preset, SOAKED) >= 150


def show(staged: Stage, record: HandRecord, ply: int) -> None:
    """Store a hand whole, of which ``ply`` actions are shown."""
    state = record.replay()
    Hand.objects.filter(pk=staged.hand.pk).update(
        cards="".join(record.cards),
        actions=entries_to_text(record.entries),
        ply=len(record.entries),
        dealer=record.dealer,
        status=Hand.Status.SHOWING,
        rev_before=100,
        show_from=timezone.now() - timedelta(hours=ply, minutes=30),
        show_until=timezone.now() + timedelta(days=9),
        result=result_of(state),
        created_at=staged.hand.created_at,
    )
    Table.objects.filter(pk=staged.table.pk).update(rev=100 + len(record.entries))
    forget()


def compare_playback(preset: str, count: int, policy: str) -> int:
    """Of a stored hand nothing beyond the shown ply is told, whatever came after it."""
    rng = random.Random(f"playback {preset} {policy}")
    staged = stage(preset, persons=0, extra=0, paced=True, policy=policy)
    role, viewer = (OPEN_ROLE, OPEN) if policy == "open" else (SPECTATOR, PUBLIC)
    client, compared = Client(), 0
    for record in hands.sample(preset, count)[:count]:
        for states, ply in positions(record, rng):
            other = twin(record, states, ply, viewer, rng)
            played_on = to_the_end(other or replace(record, entries=record.entries[:ply]))
            show(staged, record, ply)
            is_whole = compared % WHOLE[count] == 0
            first = everything(staged, role, client, is_whole=is_whole)
            assert json.loads(first["frame"])["ply"] == ply
            show(staged, replace(played_on, result=None), ply)
            second = everything(staged, role, client, is_whole=is_whole)
            assert difference(first, second) == ""
            compared += 1
    return compared


@pytest.fixture
def slow(settings):
    """A ply an hour: what is shown does not change during a test."""
    settings.PLY_MS = 3_600_000


@pytest.mark.parametrize("policy", ["open", "live"])
def test_playback_tells_nothing_of_what_comes(slow, policy):
    assert compare_playback("koenigrufen/tournament", QUICK, policy) >= 3


@pytest.mark.ci
@EACH_PRESET
def test_playback_tells_nothing_of_what_comes_in_any_preset(slow, preset):
    assert compare_playback(preset, SAMPLED, "open") >= 10


@pytest.mark.soak
@EACH_PRESET
def test_playback_tells_nothing_of_what_comes_for_many_hands(slow, preset):
    assert compare_playback(preset, SOAKED, "open") >= 400


def compare_late(preset: str, count: int, policy: str) -> int:
    """A late spectator gets equal bytes of entirely different hands at different plies."""
    rng = random.Random(f"late {preset} {policy}")
    staged = stage(preset, policy=policy)
    client, compared = Client(), 0
    first = everything(staged, SPECTATOR, client)
    for record in hands.sample(preset, count)[:count]:
        for _states, ply in positions(record, rng):
            staged.put(record, ply)
            Table.objects.filter(pk=staged.table.pk).update(rev=rng.randrange(1000))
            for secret in (staged.hand.public_id, staged.hand.commitment):
                assert secret not in "".join(first.values()).replace(
                    f"/h/{staged.hand.public_id}", ""
                )
            is_whole = compared % WHOLE[count] == 0
            second = everything(staged, SPECTATOR, client, is_whole=is_whole)
            assert difference(first if is_whole else {"frame": first["frame"]}, second) == ""
            compared += 1
    return compared


@pytest.mark.parametrize("policy", ["delayed", "after_hand"])
def test_a_late_spectator_sees_nothing_of_a_hand_that_is_played(policy):
    assert compare_late("koenigrufen/tournament", QUICK, policy) >= 3


@pytest.mark.ci
@EACH_PRESET
def test_late_spectators_see_nothing_in_any_preset(preset):
    assert compare_late(preset, SAMPLED, "delayed") >= 10


@pytest.mark.soak
@EACH_PRESET
def test_late_spectators_see_nothing_of_many_hands(preset):
    assert compare_late(preset, SOAKED, "delayed") >= 400


def hint_of(staged: Stage, state: HandState, ply: int) -> str:
    """What the person is advised at his turn, "" while others move."""
    if state.turn != 0:
        return ""
    asked = {"table": staged.table.public_id, "hand": staged.hand.public_id, "ply": ply}
    return json.dumps(practice_hint(user=staged.users[0], **asked))  # type: ignore[arg-type]


def test_practice_shows_one_seat_and_no_more():
    rng = random.Random("practice")
    staged = stage("koenigrufen/tournament", persons=1, extra=0, practice=True)
    client, compared = staged.client(0), 0
    for record in hands.sample("koenigrufen/tournament", QUICK)[:QUICK]:
        for states, ply in positions(record, rng):
            other = twin(record, states, ply, Seat(0), rng)
            if other is None:
                continue
            staged.put(record, ply)
            first = everything(staged, Role("seat", 0), client)
            hint = hint_of(staged, states[ply], ply)
            staged.put(other, ply)
            assert hint_of(staged, states[ply], ply) == hint
            assert difference(first, everything(staged, Role("seat", 0), client)) == ""
            compared += 1
    assert compared >= 3


# --- secrets that are no cards ------------------------------------------------------------------


def next_deal(staged: Stage) -> Shuffle:
    """The deal after the one that is played is being made."""
    return Shuffle.objects.create(
        series=staged.hand.series,
        number=1,
        secret="5e" * 32,
        commitment="v1:" + "11" * 32,
        deadline=timezone.now(),
    )


def test_no_answer_contains_a_deal_or_its_secrets():
    staged = stage("koenigrufen/tournament")
    record = hands.sample("koenigrufen/tournament", QUICK)[0]
    shuffle = next_deal(staged)
    for seat in range(2):
        Contribution.objects.create(
            shuffle=shuffle, seat=seat, commitment=f"{seat}c" * 32, value=f"{seat}e" * 32
        )
    staged.put(record, len(record.entries) // 2)
    hand = selectors.hand_get(staged.hand.public_id)
    secrets = [*secrets_of(hand), shuffle.secret, "0e" * 32, "1e" * 32]
    for role, _viewer in viewers_of(staged):
        for text in everything(staged, role, staged.client(role.seat)).values():
            assert [secret for secret in secrets if secret in text] == []


def test_a_frame_says_what_is_published_of_the_next_deal():
    staged = stage("koenigrufen/tournament")
    next_deal(staged)
    frames = selectors.table_frames(staged.table, timezone.now())
    assert all(frame["shuffle"]["commitment"] == "v1:" + "11" * 32 for frame in frames.values())
    Table.objects.filter(pk=staged.table.pk).update(policy="delayed")
    late = selectors.table_frames(staged.table, timezone.now())["spectator"]
    assert "shuffle" not in late


def test_what_is_said_during_a_hand_is_in_nothing_a_spectator_gets():
    staged = stage("koenigrufen/tournament")
    record = hands.sample("koenigrufen/tournament", QUICK)[0]
    staged.put(record, 3)
    clients = {seat: staged.client(seat) for seat in (None, 1)}
    before = everything(staged, SPECTATOR, clients[None])
    for channel in TalkLine.Channel.values:
        TalkLine.objects.create(
            table=staged.table,
            hand=staged.hand,
            person=User.objects.get(username="person1").person,
            seat=1,
            channel=channel,
            text="herz-pagat",
            client_id=channel,
        )
    assert difference(before, everything(staged, SPECTATOR, clients[None])) == ""
    assert "herz-pagat" in everything(staged, Role("seat", 1), clients[1])["frame"]


def test_a_table_one_may_not_look_at_is_in_no_list():
    """Nothing of a private table reaches who was not invited: it is as if there were none."""
    client = Client()
    paths = ["/", "/api/v1/tables/", "/api/v1/hands/"]
    before = fetched(client, paths)
    staged = stage("koenigrufen/tournament", access="private")
    staged.put(hands.sample("koenigrufen/tournament", QUICK)[0], 5)
    assert difference(before, fetched(client, paths)) == ""
    closed = [
        f"/api/v1/tables/{staged.table.public_id}/",
        f"/api/v1/tables/{staged.table.public_id}/view",
        f"/api/v1/hands/{staged.hand.public_id}/",
        f"/api/v1/hands/{staged.hand.public_id}/record",
        f"/embed/t/{staged.table.public_id}",
        f"/h/{staged.hand.public_id}",
    ]
    for path, text in fetched(client, closed).items():
        assert text[:3] in {"403", "404"}, path
        assert "person1" not in text


# --- evenings -----------------------------------------------------------------------------------


def test_an_evening_tells_nothing_of_hands_that_are_played():
    """Tables of an event with people are delayed: pages, REST, files, widget and socket alike."""
    event = event_create(
        name="Evening", rules_id="koenigrufen/tournament", hands=4, rounds_total=2, club=None
    )
    lines = "\n".join(["name,bot", *(f"P{number}," for number in range(8))])
    entrants_import(event=event, data=lines.encode())
    event_start(event=event)
    event_advance(event=event)
    table = Table.objects.order_by("pk").first()
    assert table is not None
    assert table.policy == Table.Policy.DELAYED
    hand = Hand.objects.get(series__table=table)
    staged = Stage(table, hand, {})
    api = f"/api/v1/events/{event.public_id}"
    paths = [
        "/",
        f"/e/{event.public_id}",
        f"/e/{event.public_id}?part=live",
        f"/e/{event.public_id}/projector",
        f"/embed/e/{event.public_id}",
        f"{api}/",
        f"{api}/standings",
        f"{api}/files/standings.csv",
        f"{api}/files/seating.json",
        f"/api/v1/rounds/?event={event.public_id}",
        f"/api/v1/rounds/{event.public_id}-1/",
        *addresses(table, hand, is_seated=False),
    ]

    def told() -> dict[str, str]:
        frame = EVENTS.load(event.public_id).frames["all"]
        return fetched(Client(), paths) | {"frame": json.dumps(frame)}

    first = told()
    for number, record in enumerate(hands.sample("koenigrufen/tournament", 2)[:2]):
        staged.put(record, 7 + number)
        Table.objects.filter(pk=table.pk).update(rev=F("rev") + 5)
        Hand.objects.filter(pk=hand.pk).update(deadline=timezone.now())
        assert difference(first, told()) == ""
    assert hand.public_id not in "".join(first.values()).replace(f"/h/{hand.public_id}", "")
