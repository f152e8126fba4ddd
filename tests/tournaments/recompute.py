"""Scores and standings worked out a second time, from the stored rows alone.

An independent check of ``play_event``: nothing is imported from the project, the rules of
``koenigrufen/cardgames-zone`` are written down again in the plainest way (koenigrufen.md §2–§4,
§8.5, §10.3, §13), and only these columns are read: cards, dealer, seating, actions of finished
hands, and who sat where. Another game brings its own scorer of hands (``recompute_beck``).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

WORTH = {"K": 5, "Q": 4, "N": 3, "J": 2}
RANKS = {"H": "4321JNQK", "D": "4321JNQK", "S": "789TJNQK", "C": "789TJNQK"}
VALUES = {"RU": 1, "SR": 2, "DR": 4, "BE": 4, "SD": 8}

HANDS_SQL = """
SELECT r.number, rt.number, t.size, h.number, h.dealer, h.seating, h.cards, h.actions, h.result
FROM games_hand h
JOIN games_series s ON s.id = h.series_id
JOIN games_table t ON t.id = s.table_id
JOIN tournaments_roundtable rt ON rt.table_id = t.id
JOIN tournaments_round r ON r.id = rt.round_id
JOIN tournaments_event e ON e.id = r.event_id
WHERE e.public_id = '{event}' AND h.status = 'over'
ORDER BY r.number, rt.number, h.number
"""
SEATS_SQL = """
SELECT r.number, rt.number, rs."index", n.number
FROM tournaments_roundseat rs
JOIN tournaments_roundtable rt ON rt.id = rs.round_table_id
JOIN tournaments_round r ON r.id = rt.round_id
JOIN tournaments_event e ON e.id = r.event_id
JOIN tournaments_entrant n ON n.id = rs.entrant_id
WHERE e.public_id = '{event}'
ORDER BY r.number, rt.number, rs."index"
"""


@dataclass
class PlayedTable:
    """One table of one round: entrants by seat, points by seat, and who sat out how often."""

    round: int
    number: int
    entrants: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    sat_out: list[int] = field(default_factory=list)
    hands: int = 0


def is_tarok(card: str) -> bool:
    return card.isdigit()


def thirds(cards: Iterable[str]) -> int:
    """Three times the card points: each card counts its worth, less two thirds."""
    total = 0
    for card in cards:
        if is_tarok(card):
            worth = 5 if card in ("01", "21", "22") else 1
        else:
            worth = WORTH.get(card[1], 1)
        total += 3 * worth - 2
    return total


def deal(cards: Sequence[str], dealer: int) -> tuple[list[set[str]], list[str], list[str]]:
    """Hands by seat and the two talon halves: packets of six, the talon in the middle."""
    hands: list[set[str]] = [set() for _ in range(4)]
    for turn in range(4):
        seat = (dealer + 1 + turn) % 4
        hands[seat] |= set(cards[6 * turn : 6 * turn + 6])
        hands[seat] |= set(cards[30 + 6 * turn : 36 + 6 * turn])
    return hands, list(cards[24:27]), list(cards[27:30])


def trick_winner(trick: Sequence[tuple[int, str]]) -> int:
    """The highest tarok, else the highest card of the suit that was led."""
    taroks = [(int(card), seat) for seat, card in trick if is_tarok(card)]
    if taroks:
        return max(taroks)[1]
    suit = trick[0][1][0]
    followed = [(RANKS[suit].index(c[1]), seat) for seat, c in trick if c[0] == suit]
    return max(followed)[1]


def hand_points(cards: str, dealer: int, actions: str) -> list[int]:
    """Game points by hand seat of one finished hand."""
    pack = [cards[at : at + 2] for at in range(0, len(cards), 2)]
    assert len(set(pack)) == 54
    hands, left, right = deal(pack, dealer)
    contract, declarer, called = "", -1, ""
    discards: list[str] = []
    won: list[list[str]] = [[] for _ in range(4)]
    trick: list[tuple[int, str]] = []
    for line in actions.splitlines():
        seat_text, action = line.split(" ")[:2]
        seat, (verb, _, argument) = int(seat_text), action.partition(":")
        if verb in ("bid", "choose"):
            contract, declarer = argument, seat
        elif verb == "hold":
            declarer = seat
        elif verb == "call":
            called = argument
        elif verb == "discard":
            discards.append(argument)
        elif verb == "play":
            trick.append((seat, argument))
            if len(trick) == 4:
                won[trick_winner(trick)] += [card for _, card in trick]
                trick = []
        else:
            assert verb in ("pass", "reserve", "take"), line
    partner = [seat for seat in range(4) if called and called in hands[seat]]
    assert declarer not in partner
    side = [declarer, *partner]
    if contract == "BE":
        made = not won[declarer]
    else:
        counted = [card for seat in side for card in won[seat]] + discards
        if contract == "SR" and not partner:
            counted += left if called in left else right
        made = thirds(counted) >= 107
    value = VALUES[contract] if made else -VALUES[contract]
    gain = value * (4 - len(side)) // len(side)
    return [gain if seat in side else -value for seat in range(4)]


def played_tables(
    seats: Iterable[Sequence[Any]],
    hands: Iterable[Sequence[Any]],
    score: Callable[[str, int, str], list[int]] = hand_points,
    *,
    sums_to_zero: bool = True,
) -> list[PlayedTable]:
    """Tables from the rows of SEATS_SQL and HANDS_SQL; checks each stored result on the way."""
    tables: dict[tuple[int, int], PlayedTable] = {}
    for round_number, number, index, entrant in seats:
        table = tables.setdefault((round_number, number), PlayedTable(round_number, number))
        assert index == len(table.entrants)
        table.entrants.append(entrant)
        table.points.append(0)
        table.sat_out.append(0)
    for round_number, number, size, hand, dealer, seating, cards, actions, result in hands:
        table = tables[round_number, number]
        assert size == len(table.entrants)
        assert hand == table.hands, "a hand is missing or there twice"
        table.hands += 1
        points = score(cards, dealer, actions)
        assert points == _plain(result)["points"], (round_number, number, hand)
        assert not sums_to_zero or sum(points) == 0
        active = _plain(seating)
        for seat in range(size):
            if seat in active:
                table.points[seat] += points[active.index(seat)]
            else:
                table.sat_out[seat] += 1
    return list(tables.values())


def standings(tables: Sequence[PlayedTable]) -> list[tuple[int, int, int]]:
    """(rank, entrant, total): total, then best round, second best ..., then table wins."""
    rounds: dict[int, dict[int, int]] = {}
    wins: dict[int, Fraction] = {}
    for table in tables:
        best = max(table.points)
        winners = table.points.count(best)
        for entrant, points in zip(table.entrants, table.points, strict=True):
            rounds.setdefault(entrant, {})[table.round] = points
            share = Fraction(points == best, winners)
            wins[entrant] = wins.get(entrant, Fraction(0)) + share
    merit = {
        entrant: (sum(by_round.values()), sorted(by_round.values(), reverse=True), wins[entrant])
        for entrant, by_round in rounds.items()
    }
    order = sorted(sorted(merit), key=lambda entrant: merit[entrant], reverse=True)
    rows: list[tuple[int, int, int]] = []
    for place, entrant in enumerate(order, start=1):
        tied = bool(rows) and merit[rows[-1][1]] == merit[entrant]
        rows.append((rows[-1][0] if tied else place, entrant, merit[entrant][0]))
    return rows


def _plain(value: Any) -> Any:
    """JSON columns come as text from one driver and as values from another."""
    return json.loads(value) if isinstance(value, str) else value
