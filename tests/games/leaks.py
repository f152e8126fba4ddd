"""Hands on tables of every kind, and all that somebody can fetch of them."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import person_for
from bots.selectors import bot_version_builtin
from engine.actions import Action
from engine.cards import PACK
from engine.errors import BadRecord
from engine.record import Entry, HandRecord, entries_to_text
from engine.rules import rule_set
from engine.state import HandState
from engine.view import OPEN, Viewer
from games import selectors
from games.models import Hand, Series, Table
from games.policy import Viewer as Role
from games.selectors import states as stored_states
from games.services import SeatSpec, table_create
from tests.engine import test_no_leak as engine_leak
from tests.live.checks import CODE

CHANCE = re.compile(r'((?:name="csrfmiddlewaretoken" value=|"now": ?|"at": ?)")[^"]*')
"""What differs from answer to answer: the form's secret, the server's time."""
TRIES = 8


@dataclass
class Stage:
    """A table on whose only hand any position can be put."""

    table: Table
    hand: Hand
    users: dict[int, User]
    """By table seat."""

    def put(self, record: HandRecord, ply: int) -> None:
        """Let the hand stand at ``ply`` of ``record``; nothing else changes."""
        Hand.objects.filter(pk=self.hand.pk).update(
            cards="".join(record.cards),
            actions=entries_to_text(record.entries[:ply]),
            ply=ply,
            dealer=record.dealer,
        )
        forget()

    def client(self, seat: int | None) -> Client:
        """A browser of who sits there, or of nobody."""
        client = Client()
        if seat is not None:
            client.force_login(self.users[seat])
        return client


def forget() -> None:
    """Forget replayed states: the tests change what a hand was dealt, which nobody else can."""
    stored_states._replays = stored_states._Recent(8)
    stored_states._histories = stored_states._Recent(8)


def stage(
    preset: str,
    *,
    persons: int | None = None,
    extra: int = 1,
    access: str = Table.Access.OPEN,
    **options: object,
) -> Stage:
    """A table of ``preset`` with persons (None: everywhere), ``extra`` seats more than play, and a
    first hand in which the last seats play."""
    rules = rule_set(preset)
    size = rules.hand_seats + extra
    count = size if persons is None else persons
    users = {seat: _user(seat) for seat in range(count)}
    bot = bot_version_builtin("random")
    seats = [SeatSpec(person=person_for(user)) for user in users.values()]
    seats += [SeatSpec(bot_version=bot, name=f"Bot {i}") for i in range(count, size)]
    hands = rules.hand_seats if extra else min(rules.hands_allowed)
    table = table_create(
        name="Leak",
        rules_id=rules.key,
        hands=hands,
        seats=seats,
        **options,
    )
    Table.objects.filter(pk=table.pk).update(status=Table.Status.RUNNING, access=access)
    table.refresh_from_db()
    series = Series.objects.create(table=table, number=0, hands=hands, hand_count=size * hands)
    hand = Hand.objects.create(
        series=series,
        number=0,
        rules_hash=rules.hash,
        dealer=0,
        seating=list(range(extra, size)),
        cards="".join(PACK),
        nonce="ab" * 32,
        commitment="v1:" + "cd" * 32,
    )
    return Stage(table, hand, users)


def _user(seat: int) -> User:
    user, is_new = User.objects.get_or_create(username=f"person{seat}")
    if is_new:
        person_for(user)
    return user


def seen_cards(states: list[HandState], ply: int, viewer: Viewer) -> set[int]:
    """What a viewer has seen of the pack; at an open table all that was ever in a hand."""
    seen = engine_leak.seen_cards(states, ply, viewer)
    if viewer is OPEN:
        held = [hand for state in states[: ply + 1] for hand in state.hands]
        seen |= {card for card in range(len(PACK)) if any(hand >> card & 1 for hand in held)}
    return seen


def twin(
    record: HandRecord, states: list[HandState], ply: int, viewer: Viewer, rng: random.Random
) -> HandRecord | None:
    """The same position with hidden cards elsewhere: ``viewer`` must not see a difference."""
    state = states[ply]
    seen = seen_cards(states, ply, viewer)
    hidden = sorted(set(range(54)) - seen)
    for count in (2, 3, *[2] * (TRIES - 2)):
        if len(hidden) < count:
            return None
        chosen = [PACK[card] for card in rng.sample(hidden, count)]
        places = dict(zip(chosen, [*chosen[1:], chosen[0]], strict=True))
        other = engine_leak.changed(record, ply, places)
        try:
            reached = other.replay()
        except BadRecord:
            continue  # the players could not have acted like that
        is_equal = engine_leak.open_discards(reached) == engine_leak.open_discards(state)
        if is_equal and reached != state and not reached.is_redeal:
            return other
    return None


def to_the_end(record: HandRecord) -> HandRecord:
    """A record that stops somewhere, played on by the first legal action."""
    entries = list(record.entries)
    state = record.replay()
    while state.turn is not None:
        action: Action = state.legal_actions()[-1]
        entries.append(Entry(state.turn, action, "bot"))
        state = state.apply(state.turn, action)
    return replace(record, entries=tuple(entries))


def addresses(table: Table, hand: Hand, *, is_seated: bool) -> list[str]:
    """Whatever there is to fetch about a table and its hand."""
    api, public = "/api/v1", f"/embed/t/{table.public_id}"
    return [
        f"{api}/tables/",
        f"{api}/tables/{table.public_id}/",
        f"{api}/tables/{table.public_id}/view",
        f"{api}/hands/",
        f"{api}/hands/{hand.public_id}/",
        f"{api}/hands/{hand.public_id}/record",
        f"{api}/hands/{hand.public_id}/frames",
        f"/t/{table.public_id}",
        f"/h/{hand.public_id}",
        *([] if is_seated else ["/", public]),
    ]


def fetched(client: Client, paths: Iterable[str]) -> dict[str, str]:
    """Status and body of each address, without what differs by chance."""
    found = {}
    for path in paths:
        response = client.get(path)
        assert response.status_code in {200, 403, 404}, path
        body = CHANCE.sub(r"\1", response.content.decode())
        found[path] = f"{response.status_code} {body}"
    return found


def everything(
    staged: Stage, role: Role, client: Client, *, is_whole: bool = True
) -> dict[str, str]:
    """All that a role can get: its frame, REST, pages, the widget, downloads; or just its frame."""
    frames = selectors.table_frames(staged.table, timezone.now())
    found = {"frame": json.dumps(frames[role.key])}
    if not is_whole:
        return found
    paths = addresses(staged.table, staged.hand, is_seated=role.seat is not None)
    return found | fetched(client, paths)


def difference(first: dict[str, str], second: dict[str, str]) -> str:
    """Where two people's loot differs, with what stands there; "" when it is the same."""
    for name, text in first.items():
        other = second[name]
        if text != other:
            pairs = zip(text, other, strict=False)
            at = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(text), len(other)))
            return f"{name}: {text[at - 60 : at + 60]!r} / {other[at - 60 : at + 60]!r}"
    return ""


def named_cards(frame: dict[str, object]) -> set[str]:
    """Cards that a frame names anywhere but in the score sheet."""
    return set(CODE.findall(json.dumps({k: v for k, v in frame.items() if k != "table_state"})))


def secrets_of(hand: Hand) -> list[str]:
    """Texts that no answer may contain while a hand is played."""
    return [hand.cards, hand.nonce]
