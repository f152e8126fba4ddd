"""Hands of Illustrated Tarock after Beck scored a second time (illustrated-tarock.md §1–§8).

As independent as ``recompute``: nothing is imported but the counting of cards and tricks there.
Without options: no Trischaken, defenders announce nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.tournaments.recompute import thirds, trick_winner

MULTIPLIER = {"3B": 1, "2B": 2, "1B": 3, "SO": 4}
GAME = {0: 3, 1: 4, 2: 5}
PACKET = {"3B": 3, "2B": 2, "1B": 1}
ANNOUNCED = {
    "pagat": 10,
    "uhu": 10,
    "p40": 5,
    "p50": 20,
    "notrull": 8,
    "nokings": 10,
    "valat": 24,
}
SILENT = {"notrull": 4, "nokings": 5, "valat": 12}
TRULL = {"01", "21", "22"}
KINGS = {"HK", "DK", "SK", "CK"}


@dataclass
class Course:
    """What the record says, before anything is judged."""

    hands: list[set[str]]
    contract: str = ""
    declarer: int = -1
    take_state: int = 0
    announced: dict[str, bool] = field(default_factory=dict)  # item -> before the talon
    doubled: set[str] = field(default_factory=set)
    discards: list[str] = field(default_factory=list)
    # of each trick: winner and cards by seat
    tricks: list[tuple[int, dict[int, str]]] = field(default_factory=list)

    @property
    def points(self) -> int:
        """Card points of the declarer: his tricks and what he discarded."""
        cards = [c for winner, t in self.tricks if winner == self.declarer for c in t.values()]
        return (thirds(cards + self.discards) + 1) // 3

    @property
    def is_won(self) -> bool:
        return self.points >= 36

    def owner(self, trick: int, card: str) -> tuple[int, int] | None:
        """Who played ``card`` to this trick (1 to 16) and who won it; None: nobody played it."""
        winner, cards = self.tricks[trick - 1]
        return next(((seat, winner) for seat, c in cards.items() if c == card), None)

    def is_made(self, item: str) -> bool:
        """Whether the declarer has made this item of his."""
        held = self.hands[self.declarer]
        match item:
            case "pagat":
                return self.owner(16, "01") == (self.declarer, self.declarer)
            case "uhu":
                return self.owner(15, "02") == (self.declarer, self.declarer)
            case "p40" | "p50":
                return self.points >= int(item[1:])
            case "notrull":
                return self.is_won and not held & TRULL
            case "nokings":
                return self.is_won and not held & KINGS
            case _:
                assert item == "valat"
                return all(winner == self.declarer for winner, _ in self.tricks)


def deal(pack: Sequence[str], dealer: int) -> tuple[list[set[str]], list[str]]:
    """Hands by seat and the talon: six cards, then four rounds of packets of four."""
    hands: list[set[str]] = [set(), set(), set()]
    for packet in range(12):
        seat = (dealer + 1 + packet) % 3
        hands[seat] |= set(pack[6 + 4 * packet : 10 + 4 * packet])
    return hands, list(pack[:6])


def course_of(cards: str, dealer: int, actions: str) -> Course:
    hands, talon = deal([cards[at : at + 2] for at in range(0, 108, 2)], dealer)
    course = Course(hands)
    has_taken = False
    trick: dict[int, str] = {}
    for line in actions.splitlines():
        seat_text, action = line.split(" ")[:2]
        seat, (verb, _, argument) = int(seat_text), action.partition(":")
        if verb == "bid":
            course.contract, course.declarer, course.take_state = argument, seat, 0
        elif verb in ("takeover", "hold"):
            course.declarer, course.take_state = seat, 1 if verb == "takeover" else 2
        elif verb == "announce":
            assert seat == course.declarer
            course.announced[argument] = not has_taken and course.contract != "SO"
        elif verb == "kontra":
            course.doubled.add(argument)
        elif verb == "take":
            has_taken = True
            size = PACKET[course.contract]
            hands[seat] |= set(talon[size * int(argument) : size * (int(argument) + 1)])
        elif verb == "discard":
            hands[seat].remove(argument)
            course.discards.append(argument)
        elif verb == "play":
            trick[seat] = argument
            if len(trick) == 3:
                course.tricks.append((trick_winner(list(trick.items())), trick))
                trick = {}
        else:
            assert verb in ("pass", "good"), line
    return course


def hand_points(cards: str, dealer: int, actions: str) -> list[int]:
    """Game points by hand seat of one finished hand."""
    course = course_of(cards, dealer, actions)
    points = [0, 0, 0]
    if not course.contract:
        return points  # the last allowed redeal
    assert len(course.tricks) == 16
    declarer, times = course.declarer, MULTIPLIER[course.contract]

    def write(seats: Sequence[int], value: int) -> None:
        for seat in seats:
            points[seat] += value * times

    defenders = [seat for seat in range(3) if seat != declarer]
    doubled = dict.fromkeys(course.doubled, 2)
    game = (GAME[course.take_state] + abs(course.points - 35)) * doubled.get("game", 1)
    write([declarer] if course.is_won else defenders, game)
    for item, is_early in course.announced.items():
        value = ANNOUNCED[item] * (2 if is_early else 1) * doubled.get(item, 1)
        write([declarer] if course.is_made(item) else defenders, value)
    for item, value in SILENT.items():
        if item not in course.announced and course.is_made(item):
            write([declarer], value)
    for item, card, number in (("pagat", "01", 16), ("uhu", "02", 15)):
        played = course.owner(number, card)
        if item in course.announced or played is None:
            continue
        holder, winner = played
        if holder == winner:
            write([holder], 5)
        elif item == "pagat" and declarer in played:
            write(defenders if holder == declarer else [declarer], 5)
    for seat, held in enumerate(course.hands):
        honours = len(held & TRULL)
        write([seat], {3: 4, 2: 2}.get(honours, 0) + (5 if held >= KINGS else 0))
    return points
