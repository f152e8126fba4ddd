"""A person's page: history with filters, points per hand, export; what strangers may see."""

from __future__ import annotations

import csv
import io
import random
import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person, User
from accounts.services import person_for, user_create
from frontend.person_page import Bar, filter_of, sections_of
from games.models import Hand, HandSeat, Series, Table
from games.selectors.history import HistoryGroup
from games.services import SeatSpec, table_create

pytestmark = pytest.mark.django_db

KOENIG, BECK = "koenigrufen/tournament@1", "illustrated/beck@1"
MOST_QUERIES = 10


@pytest.fixture
def leni() -> User:
    return user_create(username="leni", password="kartenspiel7", display_name="Leni")


@pytest.fixture
def stranger() -> User:
    return user_create(username="fritz", password="kartenspiel7", display_name="Fritz")


def table_of(person: Person, rules: str = KOENIG, **values: object) -> Table:
    from bots.selectors import bot_version_builtin

    size = 3 if rules == BECK else 4
    bots = [SeatSpec(bot_version=bot_version_builtin("random"), name=f"B{i}") for i in range(size)]
    seats = [SeatSpec(person=person), *bots][:size]
    table = table_create(name="Tisch", rules_id=rules, hands=12, seats=seats)
    Table.objects.filter(pk=table.pk).update(**values)
    return table


def played(
    person: Person, count: int, *, contract: str = "RU", role: str = "declarer", points: int = 1,
    rules: str = KOENIG, days: int = 0, **values: object,
) -> Table:  # fmt: skip
    """So many finished hands of ``person`` at a table of its own; rows only."""
    table = table_of(person, rules, **values)
    at = timezone.now() - timedelta(days=days, hours=1)
    series = Series.objects.create(table=table, number=0, hands=12, hand_count=count)
    hands = Hand.objects.bulk_create(
        Hand(
            series=series, number=n, rules_hash="0" * 16, dealer=0, seating=[0, 1, 2, 3],
            cards="", nonce="", commitment="", status="over", result={"points": []},
            ended_at=at,
        )
        for n in range(count)
    )  # fmt: skip
    HandSeat.objects.bulk_create(
        HandSeat(
            hand=hand, person=person, index=0, table_seat=0, rules_id=rules, role=role,
            contract=contract, points=points, ended_at=at,
        )
        for hand in hands
    )  # fmt: skip
    return table


def page_of(client: Client, person: Person, query: str = "") -> str:
    address = reverse("person", args=[person.public_id]) + query
    answer = client.get(address, headers={"accept-language": "en"})
    assert answer.status_code == 200
    return answer.content.decode()


ROW = '<td class="meta when">'
"""One per hand of the history."""


def means(page: str) -> dict[str, str]:
    """Name of each line of the statistics -> number of hands and mean."""
    found = re.findall(
        r"<tr><td>([^<]+)</td><td class=\"n\">(\d+)</td><td class=\"n pts\">([^<]+)<", page
    )
    return {name: f"{count} {mean}" for name, count, mean in found}


def test_five_thousand_hands_in_ten_queries(client: Client, leni: User) -> None:
    person = person_for(leni)
    rng = random.Random(4)
    kinds = [("RU", "declarer"), ("RU", "partner"), ("DR", "defender"), ("TK", "alone")]
    for n in range(50):
        contract, role = kinds[n % 4]
        played(person, 100, contract=contract, role=role, points=rng.randint(-8, 8), days=n)
    assert HandSeat.objects.count() == 5000
    client.force_login(leni)
    for query in ("", "?page=40", "?role=declarer&contract=RU&period=30", f"?rules={KOENIG}"):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            page = page_of(client, person, query)
        assert len(queries) <= MOST_QUERIES, "\n".join(
            q["sql"][:80] + "…" + q["sql"][-90:] for q in queries
        )
        assert page.count(ROW) == 50
    with CaptureQueriesContext(connection) as queries:
        rows = client.get(reverse("person-hands", args=[person.public_id])).content.splitlines()
    assert len(rows) == 5001
    assert len(queries) <= MOST_QUERIES


def test_rule_sets_are_never_mixed(client: Client, leni: User) -> None:
    person = person_for(leni)
    played(person, 120, points=2)
    played(person, 3, points=-4, role="defender")
    played(person, 5, points=7, rules=BECK, contract="3B")
    page = page_of(client, person)
    koenig, beck = page.split('<div class="stats">')[1:3]
    assert means(koenig) == {
        "all hands": "123 +1.85", "declarer": "120 +2.00", "defender": "3 \u22124.00",
        "Rufer": "120 +2.00",
    }  # fmt: skip
    assert means(beck) == {
        "all hands": "5 +7.00", "declarer": "5 +7.00", "Dreiblatt": "5 +7.00",
    }  # fmt: skip
    assert "everybody writes his own points" in beck
    assert "everybody writes his own points" not in koenig
    # an interval from 100 hands on
    assert koenig.count("too few to tell") == 1
    assert koenig.count("<svg") == 3
    assert beck.count("too few to tell") == 3


@pytest.mark.pg
def test_large_points_are_squared_without_overflow(client: Client, leni: User) -> None:
    person = person_for(leni)
    played(person, 60, points=400)
    played(person, 60, points=-400)
    page = page_of(client, person)
    assert means(page)["all hands"] == "120 0.00"
    # the error of 120 values of ±400 is 400 / √119, and 1.96 of these the margin
    assert "71.87" in page


def test_the_interval_bar_is_drawn_to_scale() -> None:
    """200 hands of +1 and 200 of -1: the mean is 0, the interval reaches to both ends."""
    groups = [
        HistoryGroup(KOENIG, "declarer", "RU", "quick", 200, 200, 200),
        HistoryGroup(KOENIG, "defender", "RU", "quick", 200, -200, 200),
    ]
    lines = {line.name: line for line in sections_of(groups)[0].lines}
    both = lines["all hands"]
    assert (both.mean, both.margin) == ("0.00", "0.10")
    assert both.bar is not None
    assert both.bar.mean == both.bar.zero == 100
    assert both.bar.left + both.bar.width / 2 == 100
    # without any spread the interval is as narrow as it can be drawn
    assert lines["declarer"].bar == Bar(zero=100, left=200, width=2, mean=200)


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("?role=declarer", 4),
        ("?contract=DR", 2),
        ("?role=defender&contract=DR", 2),
        ("?role=declarer&contract=DR", 0),
        ("?period=30", 4),
        ("?kind=event", 2),
        (f"?rules={BECK}", 0),
        ("?role=nonsense&period=x&page=y", 6),
    ],
)
def test_filters(client: Client, leni: User, query: str, count: int) -> None:
    person = person_for(leni)
    played(person, 4, days=2)
    played(person, 2, contract="DR", role="defender", days=60, kind=Table.Kind.EVENT)
    assert page_of(client, person, query).count(ROW) == count


def test_hands_of_private_tables_are_for_their_people(
    client: Client, leni: User, stranger: User
) -> None:
    person = person_for(leni)
    played(person, 1)
    played(person, 2, access=Table.Access.PRIVATE)
    for user, count in ((None, 1), (stranger, 1), (leni, 3)):
        client.logout()
        if user is not None:
            client.force_login(user)
        page = page_of(client, person)
        assert page.count(ROW) == count
        assert means(page)["all hands"].startswith(f"{count} ")
        rows = client.get(reverse("person-hands", args=[person.public_id])).content.splitlines()
        assert len(rows) == count + 1


def test_of_a_hand_that_is_not_open_strangers_learn_nothing(client: Client, leni: User) -> None:
    person = person_for(leni)
    played(person, 1, open_group="g", status=Table.Status.FINISHED, contract="DR", points=9)
    other = table_of(person_for(user_create(username="xaver", password="kartenspiel7")))
    Table.objects.filter(pk=other.pk).update(open_group="g", status=Table.Status.RUNNING)
    page = page_of(client, person)
    assert "not open yet" in page
    assert "Dreier" not in page
    assert "+9" not in page
    assert means(page) == {}
    assert page_of(client, person, "?contract=DR").count(ROW) == 0
    row = list(csv.reader(io.StringIO(_csv(client, person))))[1]
    assert row[3] == row[6] == row[7] == row[8] == ""
    client.force_login(leni)
    assert "+9" in page_of(client, person)
    client.logout()
    Table.objects.filter(pk=other.pk).update(status=Table.Status.FINISHED)
    assert "Dreier" in page_of(client, person)


def _csv(client: Client, person: Person) -> str:
    return client.get(reverse("person-hands", args=[person.public_id])).content.decode()


def test_the_export_keeps_numbers_and_hurts_no_spreadsheet(client: Client, leni: User) -> None:
    person = person_for(leni)
    event = {"id": "e" * 12, "name": "=HYPERLINK(1)", "round": 1}
    table = played(person, 1, points=-3, event_ref=event, kind=Table.Kind.EVENT)
    head, row = csv.reader(io.StringIO(_csv(client, person)))
    found = dict(zip(head, row, strict=True))
    assert found["place"] == "'=HYPERLINK(1)"
    assert found["points"] == "-3"
    assert found["table"] == table.public_id
    assert (found["contract"], found["role"], found["hand"]) == (
        "RU", "declarer", Hand.objects.get().public_id,
    )  # fmt: skip


def test_merged_persons_bring_their_hands(client: Client, leni: User) -> None:
    person = person_for(leni)
    gone = Person.objects.create(display_name="Leni S.")
    played(gone, 2)
    played(person, 1)
    gone.merged_into = person
    gone.save()
    assert page_of(client, person).count(ROW) == 3


def test_the_own_page_shows_running_tables(client: Client, leni: User, stranger: User) -> None:
    person = person_for(leni)
    table = table_of(person, status=Table.Status.RUNNING)
    address = reverse("table", args=[table.public_id])
    assert address not in page_of(client, person)
    client.force_login(stranger)
    assert address not in page_of(client, person)
    client.force_login(leni)
    assert address in page_of(client, person)
    assert "You have not played yet" in page_of(client, person)


def test_a_query_may_hold_anything(client: Client, leni: User) -> None:
    assert page_of(client, leni.person, "?rules=%00&contract=%00%00&page=%00&period=%00")
    asked = filter_of({"rules": "a\0b", "contract": "\0"}, timezone.now())
    assert (asked.rules_id, asked.contract) == ("ab", "")
