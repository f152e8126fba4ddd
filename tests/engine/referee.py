"""A second, slow referee: reads a record's text and settles it without the engine.

Works on lists of card codes and knows nothing but the text form of docs/protocol.md and the
rules of ``koenigrufen/cardgames-zone``. Used to check the engine, and free for any test that
wants an independent count.
"""

from __future__ import annotations

from typing import NamedTuple

RANKS = {"H": "4321JNQK", "D": "4321JNQK", "S": "789TJNQK", "C": "789TJNQK"}
COURT_VALUES = {"K": 5, "Q": 4, "N": 3, "J": 2}
VALUES = {"RU": 1, "SR": 2, "DR": 4, "BE": 4, "SD": 8}


class Verdict(NamedTuple):
    """What the referee found: contract, declarer's seat, alone, thirds of his side, points."""

    contract: str
    declarer: int
    alone: bool
    thirds: int
    points: tuple[int, ...]


def is_tarok(card: str) -> bool:
    return card[0] in "012"


def worth(card: str) -> int:
    if is_tarok(card):
        return 5 if card in ("01", "21", "22") else 1
    return COURT_VALUES.get(card[1], 1)


def count(pile: list[str]) -> int:
    return 3 * sum(map(worth, pile)) - 2 * len(pile)


def strength(card: str, led: str) -> int:
    if is_tarok(card):
        return 100 + int(card)
    return RANKS[card[0]].index(card[1]) if card[0] == led[0] else -1


def may_play(card: str, hand: list[str], led: str) -> bool:
    taroks = [c for c in hand if is_tarok(c)]
    same = taroks if is_tarok(led) else [c for c in hand if c[0] == led[0]]
    return card in (same or taroks or hand)


def judge(text: str) -> Verdict:
    """Replays the actions of a record's text and settles the hand."""
    lines = text.splitlines()
    head = dict(line.split(" ", 1) for line in lines[1:12])
    moves = [line.split(" ")[:2] for line in lines if line[0].isdigit() and line[1] == " "]
    pack = [head["cards"][i : i + 2] for i in range(0, 108, 2)]
    forehand = (int(head["dealer"]) + 1) % 4
    talon: list[str] = pack[24:30]
    hands: dict[int, list[str]] = {}
    for j in range(4):
        hands[(forehand + j) % 4] = pack[6 * j : 6 * j + 6] + pack[30 + 6 * j : 36 + 6 * j]
    return _settle(moves, hands, talon, forehand)


def _settle(
    moves: list[list[str]], hands: dict[int, list[str]], talon: list[str], forehand: int
) -> Verdict:
    contract, declarer, called, mine = "", -1, "", list[str]()
    piles: dict[int, list[str]] = {s: [] for s in range(4)}
    tricks_of = dict.fromkeys(range(4), 0)
    partner: int | None = None
    trick: list[tuple[int, str]] = []
    expected = forehand
    for seat_text, token in moves:
        seat, (verb, _, arg) = int(seat_text), token.partition(":")
        if verb in ("bid", "choose"):
            contract, declarer = arg, seat
        elif verb == "hold":
            declarer = seat
        elif verb == "call":
            called = arg
            assert called not in hands[seat]
            partner = next((s for s in range(4) if called in hands[s]), None)
        elif verb == "take":
            taken = talon[:3] if arg == "L" else talon[3:]
            hands[seat] = hands[seat] + taken
        elif verb == "discard":
            hands[seat].remove(arg)
            mine.append(arg)
        elif verb == "play":
            assert seat == expected
            assert not trick or may_play(arg, hands[seat], trick[0][1])
            hands[seat].remove(arg)
            trick.append((seat, arg))
            expected = (seat + 1) % 4
            if len(trick) == 4:
                led = trick[0][1]
                expected = max(trick, key=lambda sc: strength(sc[1], led))[0]
                piles[expected] += [card for _, card in trick]
                tricks_of[expected] += 1
                trick = []
    side = {declarer} | ({partner} if partner is not None else set())
    if contract == "SR" and partner is None:
        mine += talon[:3] if called in talon[:3] else talon[3:]
    thirds = count(mine + [card for s in side for card in piles[s]])
    won = tricks_of[declarer] == 0 if contract == "BE" else thirds >= 107
    unit = VALUES[contract] if won else -VALUES[contract]
    gain = unit * (4 - len(side)) // len(side)
    points = tuple(gain if s in side else -unit for s in range(4))
    return Verdict(contract, declarer, partner is None, thirds, points)
