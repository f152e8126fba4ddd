"""What both games of the second referee share: cards, counting, tricks, the log of a record."""

from __future__ import annotations

from dataclasses import dataclass, field

RANKS = {"H": "4321JNQK", "D": "4321JNQK", "S": "789TJNQK", "C": "789TJNQK"}
COURT_VALUES = {"K": 5, "Q": 4, "N": 3, "J": 2}
KINGS = ["HK", "DK", "SK", "CK"]
TRULL = ["01", "21", "22"]


@dataclass
class Verdict:
    """What the referee found; ``thirds`` are the declarer's side's, None where not counted."""

    points: list[int]
    ledger: list[int]
    contract: str = ""
    declarer: int = -1
    partner: int = -1
    thirds: int | None = None
    seat_thirds: list[int] | None = None
    # (item, stage, seat of the owner or -1, whether its owner won it)
    bonuses: list[tuple[str, str, int, bool]] = field(default_factory=list)
    # seat asked and tokens allowed, turn by turn
    allowed: list[tuple[int, frozenset[str]]] = field(default_factory=list)


class Log:
    """The moves of a record, handed out one by one to whoever the rules say is to move."""

    def __init__(self, moves: list[tuple[int, str]]) -> None:
        self.left = moves[::-1]
        self.allowed: list[tuple[int, frozenset[str]]] = []

    def ask(self, seat: int, options: list[str]) -> str:
        """The next move, which must be this seat's and one of the options."""
        assert len(set(options)) == len(options), options
        self.allowed.append((seat, frozenset(options)))
        assert self.left, f"the record ends where seat {seat} has {options}"
        mover, token = self.left.pop()
        assert mover == seat, f"{mover} moved ({token}), {seat} has {options}"
        assert token in options, f"{seat} {token} is none of {options}"
        return token


def is_tarok(card: str) -> bool:
    return card[0] in "012"


def suit(card: str) -> str:
    return "tarok" if is_tarok(card) else card[0]


def rank(card: str) -> int:
    """Strength within the own suit."""
    return int(card) if is_tarok(card) else RANKS[card[0]].index(card[1])


def worth(card: str) -> int:
    if is_tarok(card):
        return 5 if card in TRULL else 1
    return COURT_VALUES.get(card[1], 1)


def count(pile: list[str]) -> int:
    """Thirds of a point."""
    return 3 * sum(map(worth, pile)) - 2 * len(pile)


def rounded(thirds: int) -> int:
    return (thirds + 1) // 3


def winner(cards: list[str], *, suits_rule: bool = False) -> int:
    """Which of the cards, in the order played, takes the trick; ``suits_rule``: suit games."""
    led = suit(cards[0])
    taroks = [c for c in cards if is_tarok(c)]
    pool = taroks if taroks and (led == "tarok" or not suits_rule) else cards
    if pool is cards:
        pool = [c for c in cards if suit(c) == led]
    return cards.index(max(pool, key=rank))


def following(hand: list[str], cards: list[str]) -> list[str]:
    """The cards that follow: the suit led, else taroks, else everything."""
    same = [c for c in hand if suit(c) == suit(cards[0])]
    return same or [c for c in hand if is_tarok(c)] or list(hand)


def pay(value: int, won: bool, side: set[int]) -> list[int]:
    """§13.1: a side of two wins or pays once, a lone declarer three times; four seats."""
    unit = value if won else -value
    return [unit * (4 - len(side)) // len(side) if s in side else -unit for s in range(4)]


def added(rows: list[list[int]], seats: int) -> list[int]:
    return [sum(row[s] for row in rows) for s in range(seats)]
