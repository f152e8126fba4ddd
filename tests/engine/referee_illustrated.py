"""The second referee's Illustrated Tarock, written from illustrated-tarock.md (sections: there)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.engine.referee_illustrated_rules import CODES, Preset, with_options
from tests.engine.referee_table import (
    KINGS,
    TRULL,
    Log,
    Verdict,
    count,
    following,
    is_tarok,
    rounded,
    winner,
)

PACKETS = {"3B": 3, "2B": 2, "1B": 1}
CARD = {"pagat": "01", "uhu": "02"}
CHAIN = ["p40", "p50", "valat"]
STEPS = ["kontra", "rekontra", "subkontra"]
DEGREES = {"p40": (40, 5), "p50": (50, 10)}


@dataclass
class Item:
    """The game or an announcement: whose, in which stage, and its doublings so far."""

    seat: int
    stage: str
    times: list[int]

    @property
    def level(self) -> int:
        return len(self.times) - 1


class Hand:
    """One deal; the methods follow the phases of §4."""

    def __init__(self, rules: Preset, dealer: int, cards: list[str], log: Log) -> None:
        self.rules, self.log = rules, log
        self.order = [(dealer + 1 + j) % 3 for j in range(3)]
        self.hands: dict[int, list[str]] = {s: [] for s in range(3)}
        deck = list(cards)
        if self.rules.packets == "tapp":
            self.talon, deck = deck[:6], deck[6:]
            size, rounds = 4, 4
        else:
            self.talon, deck = deck[24:30], deck[:24] + deck[30:]
            size, rounds = 8, 2
        for _ in range(rounds):
            for seat in self.order:
                self.hands[seat] += deck[:size]
                deck = deck[size:]
        assert not deck
        self.contract, self.declarer, self.state = "", -1, 0
        self.discards: list[str] = []
        self.left: list[str] = []
        self.announced: dict[str, Item] = {}
        self.game = Item(-1, "post", [0])
        self.claimed: list[tuple[str, int]] = []

    # --- auction (§3)

    def higher(self, current: str) -> list[str]:
        floor = CODES.index(current) if current else -1
        return [f"bid:{c}" for c in self.rules.codes if CODES.index(c) > floor]

    def after(self, seat: int, active: list[int]) -> int:
        """The next seat still in, in playing order."""
        return next(s for s in ((seat + j) % 3 for j in (1, 2, 3)) if s in active)

    def rotation(self) -> None:
        active, holder, current, seat = list(self.order), -1, "", self.order[0]
        while active and active != [holder] and current != "SO":
            word = "good" if current else "pass"
            token = self.log.ask(seat, [word, *self.higher(current)])
            if token == word:
                active.remove(seat)
            else:
                current, holder = token[4:], seat
            if active:
                seat = self.after(seat, active)
        self.contract, self.declarer = current, holder

    def duel(self) -> None:
        rules, active = self.rules, list(self.order)
        current, holder, state, seat = "", -1, 0, self.order[0]
        is_fresh, pending, loser, was_taken, after_take = False, "", -1, False, False
        while active and active != [holder]:
            word = "good" if current else "pass"
            options = [word]
            if rules.overbids_takes or not after_take:
                options += self.higher(current)
            may_take = is_fresh and state == 0 and current in rules.takeable
            if may_take and not (rules.take_once and was_taken):
                options.append("takeover")
            if pending == "taken" and seat == loser:
                options.append("hold")
            if pending == "held" and len(rules.take_values) == 3:
                options.append("retake")
            token = self.log.ask(seat, options)
            after_take = token in ("takeover", "hold", "retake")
            if token == word:
                active.remove(seat)
                is_fresh, pending = False, ""
                if not current:
                    seat = self.after(seat, active) if active else seat
                    continue
                others = [s for s in active if s != holder]
                seat = self.after(seat, others) if others else seat
                continue
            displaced, holder = holder, seat
            if token.startswith("bid:"):
                current, state, is_fresh, pending = token[4:], 0, True, ""
                if current == "SO":
                    break
            else:
                state = {"takeover": 1, "hold": 2, "retake": 3}[token]
                pending = {"takeover": "taken", "hold": "held", "retake": ""}[token]
                is_fresh, was_taken, loser = False, True, displaced
            others = [s for s in active if s != holder]
            if displaced >= 0:
                seat = displaced
            elif others:
                seat = self.after(seat, others)
        self.contract, self.declarer, self.state = current, holder, state

    # --- announcements (§4, §5, §7)

    def defenders(self) -> list[int]:
        steps = (2, 1) if self.rules.is_clockwise else (1, 2)
        return [(self.declarer + step) % 3 for step in steps]

    def offered(self, seat: int, items: list[str], stage: str) -> list[str]:
        found = []
        for item in items:
            hand = self.hands[seat]
            if item in self.announced or (item in CARD and CARD[item] not in hand):
                continue
            if item == "notrull" and any(c in hand for c in TRULL):
                continue
            if item == "nokings" and any(c in hand for c in KINGS):
                continue
            below = CHAIN[CHAIN.index(item) - 1] if item in CHAIN[1:] else ""
            if self.rules.is_chained and below and below not in self.announced:
                continue
            if self.rules.is_ordered and item in CHAIN and stage == "post":
                above = CHAIN[CHAIN.index(item) + 1 :]
                if any(a in self.announced and self.announced[a].stage == "pre" for a in above):
                    continue
            found.append(f"announce:{item}")
        return found

    def claims(self, seat: int, stage: str) -> list[str]:
        if self.rules.are_claims_automatic or stage == "pre":
            return []
        held = {"trull": TRULL, "kings": KINGS}
        return [
            f"claim:{name}"
            for name in self.rules.claims
            if all(c in self.hands[seat] for c in held[name]) and (name, seat) not in self.claimed
        ]

    def turn(self, seat: int, stage: str, items: list[str], *, is_first: bool) -> None:
        """One turn of announcements, claims and doublings, ended by ``good``."""
        while True:
            self.clock += 1
            options = [f"{STEPS[i.level]}:{name}" for name, i in self.open(seat, stage)]
            if is_first:
                options += self.offered(seat, items, stage) + self.claims(seat, stage)
            token = self.log.ask(seat, [*options, "good"])
            verb, _, arg = token.partition(":")
            if verb == "good":
                break
            if verb == "announce":
                self.announced[arg] = Item(seat, stage, [self.clock])
            elif verb == "claim":
                self.claimed.append((arg, seat))
            else:
                (self.game if arg == "game" else self.announced[arg]).times.append(self.clock)
        self.last_good[seat] = self.clock

    def open(self, seat: int, stage: str) -> list[tuple[str, Item]]:
        """What the seat may double now: new to it, of this stage, and its side's to answer."""
        found = []
        for name, item in (("game", self.game), *self.announced.items()):
            factors = self.rules.factors
            if stage == "pre":
                factors = self.rules.game_pre if name == "game" else self.rules.bonus_pre
            is_owners = (item.seat == self.declarer) == (seat == self.declarer)
            if (
                item.stage == stage
                and item.level + 1 < len(factors)
                and item.times[-1] > self.last_good.get(seat, -1)
                and is_owners == (item.level == 1)
            ):
                found.append((name, item))
        return found

    def talk(self, stage: str) -> None:
        """One stage: declarer, defenders, and whoever has something to answer after that."""
        rules, me = self.rules, self.declarer
        self.clock, self.last_good = 0, dict[int, int]()
        if not self.game.level:
            self.game = Item(me, stage, [0])
        items = rules.pre if stage == "pre" else rules.post
        if self.contract == "SO":
            items = list(dict.fromkeys([*rules.pre, *rules.post]))
        self.turn(me, stage, items, is_first=True)
        if stage == "pre" and not self.announced:
            return
        for seat in self.defenders():
            theirs = rules.defenders if stage == "post" else []
            self.turn(seat, stage, theirs, is_first=True)
        order, at, skipped = [me, *self.defenders()], 0, 0
        while skipped < 3:
            seat = order[at % 3]
            if self.open(seat, stage):
                self.turn(seat, stage, [], is_first=False)
                skipped = 0
            else:
                skipped += 1
            at += 1

    # --- talon (§1.6, §1.7)

    def take(self) -> None:
        size, me = PACKETS[self.contract], self.declarer
        packets = [self.talon[at : at + size] for at in range(0, 6, size)]
        token = self.log.ask(me, [f"take:{n}" for n in range(len(packets))])
        taken = packets.pop(int(token[5:]))
        self.left = [c for packet in packets for c in packet]
        self.hands[me] = self.hands[me] + taken
        for _ in range(size):
            free = [c for c in self.hands[me] if c not in KINGS and c not in TRULL]
            suits = [c for c in free if not is_tarok(c)]
            card = self.log.ask(me, [f"discard:{c}" for c in suits or free])[8:]
            self.hands[me].remove(card)
            self.discards.append(card)

    # --- play and scoring (§1.5, §8)

    def play(self) -> None:
        self.at_start = {s: list(hand) for s, hand in self.hands.items()}
        self.piles: dict[int, list[str]] = {s: [] for s in range(3)}
        self.tricks: list[tuple[int, list[str], int]] = []
        leader = self.order[0]
        for _ in range(16):
            cards: list[str] = []
            for j in range(3):
                seat = (leader + j) % 3
                hand = self.hands[seat]
                found = following(hand, cards) if cards else hand
                if self.contract == "TK":
                    found = losing(hand, found, cards)
                card = self.log.ask(seat, [f"play:{c}" for c in found])[5:]
                hand.remove(card)
                cards.append(card)
            won_by = (leader + winner(cards)) % 3
            self.tricks.append((leader, cards, won_by))
            self.piles[won_by] += cards
            leader = won_by

    def fate(self, card: str, number: int) -> tuple[int, int]:
        """Who played the card to that trick and who took it; -1 when it was not played there."""
        leader, cards, won_by = self.tricks[number - 1]
        if card not in cards:
            return -1, -1
        holder = (leader + cards.index(card)) % 3
        return holder, holder if cards[winner(cards)] == card else won_by

    def success(self, item: str, seat: int, points: int) -> bool:
        hand = self.at_start[self.declarer]
        if item in CARD:
            return self.fate(CARD[item], 16 if item == "pagat" else 15) == (seat, seat)
        if item == "notrull":
            return points >= 36 and not any(c in hand for c in TRULL)
        if item == "nokings":
            return points >= 36 and not any(c in hand for c in KINGS)
        if item == "valat":
            return all(trick[2] == self.declarer for trick in self.tricks)
        return points >= DEGREES[item][0]

    def worth(self, item: str) -> int:
        """Value with its doublings, before M (§7, factors)."""
        a = self.announced[item]
        _, post, pre = self.rules.bonuses[item]
        if a.stage == "post":
            return (post or 0) * self.rules.factors[a.level]
        return (pre or 0) * self.rules.bonus_pre[a.level]

    def settle(self) -> Verdict:
        me, rules = self.declarer, self.rules
        foes = [s for s in range(3) if s != me]
        verdict = Verdict([0, 0, 0], [], self.contract, me)
        verdict.thirds = count(self.discards + self.piles[me])
        points, times = rounded(verdict.thirds), rules.multipliers[CODES.index(self.contract)]

        def write(seats: list[int], value: int, *, failed: bool = False) -> None:
            for seat in seats:
                is_plain = failed and not rules.failures_multiplied
                verdict.points[seat] += value * (1 if is_plain else times)

        game = rules.games[CODES.index(self.contract)]
        if self.state:
            game = rules.take_values[self.state - 1]
        if rules.solo_overpoints or self.contract != "SO":
            game += abs(points - 35)
        kontra = rules.game_pre if self.game.stage == "pre" else rules.factors
        write([me] if points >= 36 else foes, game * kontra[self.game.level])
        for item, a in self.announced.items():
            won = self.success(item, a.seat, points)
            verdict.bonuses.append((item, a.stage, a.seat, won))
            if won:
                write([a.seat], self.worth(item))
            else:
                write(foes if a.seat == me else [me], self.worth(item), failed=True)
        self.settle_silent(verdict, write, points, foes)
        self.settle_hands(verdict, write)
        verdict.ledger = list(verdict.points)
        return verdict

    def settle_silent(
        self, verdict: Verdict, write: Callable[..., None], points: int, foes: list[int]
    ) -> None:
        """Bonuses nobody announced; a silent Pagat may also be captured (§7)."""
        me = self.declarer
        for item, (silent, _, _) in self.rules.bonuses.items():
            if self.rules.silent_degrees and silent is None and item in DEGREES:
                silent = DEGREES[item][1]
            if item in self.announced or silent is None or item in self.rules.claims:
                continue
            if item not in CARD:
                if self.success(item, me, points):
                    write([me], silent)
                    verdict.bonuses.append((item, "silent", me, True))
                continue
            holder, taker = self.fate(CARD[item], 16 if item == "pagat" else 15)
            if holder >= 0 and holder == taker:
                write([holder], silent)
                verdict.bonuses.append((item, "silent", holder, True))
            elif not self.rules.pagat_is_caught:
                continue
            elif holder >= 0 and item == "pagat" and me in (holder, taker):
                write(foes if holder == me else [me], silent, failed=True)
                verdict.bonuses.append((item, "silent", holder, False))

    def settle_hands(self, verdict: Verdict, write: Callable[..., None]) -> None:
        """Trull, four kings, two honours in one hand (§5): claimed or counted afterwards."""
        if not self.rules.are_claims_automatic:
            for name, seat in self.claimed:
                write([seat], self.rules.bonuses[name][1] or 0)
                verdict.bonuses.append((name, "post", seat, True))
            return
        for seat, hand in self.at_start.items():
            honours = sum(c in hand for c in TRULL)
            held = {
                "trull": honours == 3,
                "kings": all(c in hand for c in KINGS),
                "heads": honours == 2,
            }
            for name in self.rules.claims:
                if held[name]:
                    write([seat], self.rules.bonuses[name][0] or 0)
                    verdict.bonuses.append((name, "silent", seat, True))


def losing(hand: list[str], found: list[str], cards: list[str]) -> list[str]:
    """§9: the cards that may be played in Trischaken, of those that follow."""
    if cards:
        at = len(cards)
        found = [c for c in found if winner([*cards, c]) == at] or found
    others = [c for c in hand if is_tarok(c) and c != "01"]
    return [c for c in found if c != "01" or not others or len(found) == 1]


def trischaken(hand: Hand) -> Verdict:
    """§9: the most card points lose; the talon counts for nobody."""
    hand.contract = "TK"
    hand.play()
    thirds = [count(hand.piles[s]) for s in range(3)]
    losers = [s for s in range(3) if thirds[s] == max(thirds)]
    points = [-10 if s in losers else 5 if hand.piles[s] else 10 for s in range(3)]
    if len(losers) == 3:
        points = [0, 0, 0]
    return Verdict(points, list(points), "TK", seat_thirds=thirds)


def play(preset: str, options: dict[str, Any], dealer: int, cards: list[str], log: Log) -> Verdict:
    """Plays the moves of the log from deal to scoring; a redeal scores nothing."""
    hand = Hand(with_options(preset, options), dealer, cards, log)
    no_tarok = any(not any(map(is_tarok, held)) for held in hand.hands.values())
    if hand.rules.no_tarok_redeals and no_tarok:
        return Verdict([0, 0, 0], [0, 0, 0])
    (hand.rotation if hand.rules.rotation else hand.duel)()
    if not hand.contract and hand.rules.trischaken:
        return trischaken(hand)
    if not hand.contract:
        return Verdict([0, 0, 0], [0, 0, 0])
    if hand.contract != "SO":
        hand.talk("pre")
        hand.take()
    hand.talk("post")
    hand.play()
    return hand.settle()
