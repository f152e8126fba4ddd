"""The second referee's Königrufen, written from koenigrufen.md (section numbers: there).

The parameters are the JSON of §19.1, copied line by line to ``vectors/presets.jsonl``.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

from tests.engine.referee_table import (
    KINGS,
    TRULL,
    Log,
    Verdict,
    added,
    count,
    following,
    is_tarok,
    pay,
    rank,
    suit,
    winner,
)

PRESETS: dict[str, Any] = {
    data["id"]: data
    for data in map(
        json.loads,
        (Path(__file__).parent / "vectors" / "presets.jsonl").read_text("utf-8").splitlines(),
    )
}
BIRDS = {"pagat": "01", "uhu": "02", "kakadu": "03", "quapil": "04"}
DUE = {"01": 12, "02": 11, "03": 10, "04": 9}
STEPS = ["kontra", "rekontra", "subkontra"]


def with_options(preset: str, options: dict[str, Any]) -> Any:
    """The parameters after house rules (§19.2), of those that change a single hand."""
    rules = copy.deepcopy(PRESETS[preset])
    named = options.get("contracts")
    rules["contracts"] = [c for c in rules["contracts"] if named is None or c["code"] in named]
    for contract in rules["contracts"]:
        code = contract["code"]
        if code in options.get("values", {}):
            if contract["loss_value"] == contract["value"]:
                contract["loss_value"] = options["values"][code]
            contract["value"] = options["values"][code]
        if code in options.get("loss_values", {}):
            contract["loss_value"] = options["loss_values"][code]
        if code in options.get("bonus_multipliers", {}):
            contract["bonus_multiplier"] = options["bonus_multipliers"][code]
    for bonus, values in options.get("bonus_values", {}).items():
        if bonus == "valat":
            rules["valat"] |= {"silent": values[0], "announced": values[1]}
        else:
            rules["bonuses"][bonus] = values
    rules["play"]["emperor_trick"] = options.get("emperor_trick", rules["play"]["emperor_trick"])
    rules["options"] = options
    return rules


class Item:
    """Something that can be doubled: the game, a bonus, or the game against one opponent."""

    def __init__(self, owner: int, time: int, only: int = -1) -> None:
        self.owner, self.only = owner, only
        self.times = [time]
        self.givers: list[int] = []


class Hand:
    """One hand; the methods follow the phases of §5."""

    def __init__(self, rules: Any, dealer: int, cards: list[str], log: Log) -> None:
        self.rules, self.log = rules, log
        self.forehand = (dealer + 1) % 4
        self.order = [(self.forehand + j) % 4 for j in range(4)]
        self.hands = {}
        for j, seat in enumerate(self.order):
            self.hands[seat] = cards[6 * j : 6 * j + 6] + cards[30 + 6 * j : 36 + 6 * j]
        self.talon = cards[24:30]
        self.contracts = {c["code"]: c for c in self.rules["contracts"]}
        self.declarer = self.partner = -1
        self.called, self.is_shown, self.conceded = "", False, 0
        self.discards: list[str] = []
        self.left: list[str] = []  # the half not taken
        self.items: dict[str, Item] = {}
        self.announced: dict[str, int] = {}

    # --- auction (§6)

    def may_declare(self, contract: Any, hand: list[str]) -> bool:
        kings = sum(c in hand for c in KINGS)
        if (
            contract["partner"] == "called"
            and kings == 4
            and self.rules["calling"]["four_kings"] == "no_call_contracts"
        ):
            return False
        birds = contract.get("compulsory")
        if birds and not any(BIRDS[b] in hand for b in birds):
            return False
        suits = sum(not is_tarok(c) for c in hand)
        return (
            contract["kind"] != "suit" or suits >= self.rules["discard"]["suit_game_min_suit_cards"]
        )

    def auction(self) -> None:
        rules = self.rules["auction"]
        active = list(self.order)
        high: tuple[Any, int] | None = None
        seat, is_first = self.forehand, True
        while True:
            hand = self.hands[seat]
            floor = high[0]["rank"] if high else 0
            bids = [
                f"bid:{c['code']}"
                for c in self.contracts.values()
                if c["bid_right"] == "any" and c["rank"] > floor and self.may_declare(c, hand)
            ]
            if is_first:
                options = ["reserve"]
                options += bids if "bid" in rules["forehand_first_calls"] else []
                options += [
                    f"bid:{c['code']}"
                    for c in self.contracts.values()
                    if c["bid_right"] == "fh_first"
                ]
            else:
                options = ["pass", *bids]
                may_hold = rules["forehand_may_hold"] and seat == self.forehand
                if high and may_hold and self.may_declare(high[0], hand):
                    options.append("hold")
            is_first = False
            token = self.log.ask(seat, options)
            if token == "pass":
                active.remove(seat)
            elif token == "hold":
                assert high
                high = (high[0], seat)
            elif token != "reserve":
                high = (self.contracts[token[4:]], seat)
            rest = [s for s in active if high is None or s != high[1]]
            if high is None and rest == [self.forehand]:
                self.choose()
                return
            if high and not rest:
                self.contract, self.declarer = high
                return
            seat = next(s for s in ((seat + j) % 4 for j in range(1, 5)) if s in rest)

    def choose(self) -> None:
        hand = self.hands[self.forehand]
        options = [
            f"choose:{c['code']}"
            for c in self.contracts.values()
            if c["bid_right"] != "fh_first" and self.may_declare(c, hand)
        ]
        token = self.log.ask(self.forehand, options)
        self.contract, self.declarer = self.contracts[token[7:]], self.forehand

    # --- call, talon, discard (§7, §8)

    def call(self) -> None:
        hand = self.hands[self.declarer]
        for letter in "KQNJ":
            mine = [s + letter for s in "HDSC" if s + letter in hand]
            free = [s + letter for s in "HDSC" if s + letter not in hand]
            if free:
                break
        options = [f"call:{c}" for c in free]
        if letter == "K" and len(mine) == 3 and self.rules["calling"]["anonymous_fourth"]:
            options.append("call:4th")
        token = self.log.ask(self.declarer, options)
        self.called = free[0] if token == "call:4th" else token[5:]
        self.partner = next((s for s in range(4) if self.called in self.hands[s]), -1)

    def take(self) -> None:
        me, talon = self.declarer, self.contract["talon"]
        self.held_before = list(self.hands[me])
        if talon == "half":
            if self.called in self.talon:
                self.is_shown = True
                if self.rules["talon"]["concede_if_called_in_talon"] and self.concede():
                    return
            token = self.log.ask(me, ["take:L", "take:R"])
            taken, self.left = self.talon[:3], self.talon[3:]
            if token == "take:R":
                taken, self.left = self.left, taken
            self.hands[me] = self.hands[me] + taken
            self.discard(3)
        elif talon == "six":
            self.hands[me] = self.hands[me] + self.talon
            self.discard(6)

    def owed(self) -> list[str]:
        """The birds one of which the declarer must announce: he held them before the talon."""
        birds = self.contract.get("compulsory") or []
        return [b for b in birds if BIRDS[b] in self.held_before]

    def concede(self) -> bool:
        price = {"concede": 0}
        if self.contract.get("compulsory"):
            times = self.contract["bonus_multiplier"]
            price = {f"concede:{b}": self.rules["bonuses"][b][1] * times for b in self.owed()}
        token = self.log.ask(self.declarer, [*price, "continue"])
        if token == "continue":
            return False
        self.conceded = self.contract["loss_value"] + price[token]
        return True

    def discard(self, number: int) -> None:
        for _ in range(number):
            hand = self.hands[self.declarer]
            birds = [BIRDS[b] for b in self.owed() if BIRDS[b] in hand]
            never = [*KINGS, *TRULL, self.called, *(birds if len(birds) == 1 else [])]
            free = [c for c in hand if c not in never]
            prefers_tarok = self.contract["kind"] == "suit"
            prefer = [c for c in free if is_tarok(c) == prefers_tarok]
            token = self.log.ask(self.declarer, [f"discard:{c}" for c in prefer or free])
            hand.remove(token[8:])
            self.discards.append(token[8:])

    # --- announcements and kontra (§9)

    def side(self) -> set[int]:
        return {self.declarer} | ({self.partner} if self.partner >= 0 else set())

    def is_public(self) -> bool:
        """Whether everybody knows all sides."""
        return not self.called or self.is_shown or "king_ultimo" in self.announced

    def knows(self, seat: int, other: int) -> bool | None:
        """Whether ``seat`` knows ``other`` to be on its side; None where it does not know.

        The partner knows everybody: the only other seat of his side is the declarer.
        """
        if seat == other:
            return True
        side = self.side()
        if self.is_public() or self.declarer == other or seat == self.partner:
            return (seat in side) == (other in side)
        return None

    def announcements(self) -> None:
        if self.contract["kind"] == "everyone":
            return
        if not self.contract["bonuses"] and self.rules["kontra"]["max_factor"] == 1:
            return
        if self.contract["kind"] == "negative":
            for seat in range(4):
                if seat != self.declarer:
                    self.items[f"game@{seat}"] = Item(self.declarer, 0, seat)
        else:
            self.items["game"] = Item(self.declarer, 0)
        clock, seat, empty = 0, self.declarer, 0
        last_good: dict[int, int] = {}
        while empty < 3:
            is_empty = bool(last_good)  # the declarer's opening turn counts as not empty
            while True:
                clock += 1
                options = self.doublings(seat, last_good.get(seat, -1))
                if seat not in last_good:
                    options += [f"announce:{b}" for b in self.announceable(seat)]
                owed = self.owed() if seat == self.declarer else []
                if not owed or any(b in self.announced for b in owed):
                    options.append("good")
                token = self.log.ask(seat, options)
                if token == "good":
                    break
                is_empty = False
                verb, _, arg = token.partition(":")
                if verb == "announce":
                    self.announced[arg] = seat
                    self.items[arg] = Item(seat, clock)
                else:
                    self.items[arg].givers.append(seat)
                    self.items[arg].times.append(clock)
            last_good[seat] = clock
            empty = empty + 1 if is_empty else 0
            seat = (seat + 1) % 4

    def doublings(self, seat: int, last_good: int) -> list[str]:
        options = []
        for name, item in self.items.items():
            level = len(item.givers)
            if 2**level >= self.rules["kontra"]["max_factor"] or item.times[-1] <= last_good:
                continue
            if item.givers and item.givers[-1] == seat:
                continue
            same = self.knows(seat, item.owner)
            if item.only >= 0:
                allowed = seat == (item.owner if level == 1 else item.only)
            elif level == 1:
                allowed = seat == item.owner or same is not False
            else:
                allowed = seat != item.owner and same is not True
            if (
                name == "game"
                and level != 1
                and self.contract["kind"] == "suit"
                and self.rules["kontra"].get("suit_kontra_or_valat")
                and self.announced.get("valat") == seat
            ):
                allowed = False
            if allowed:
                options.append(f"{STEPS[level]}:{name}")
        return options

    def announceable(self, seat: int) -> list[str]:
        found = []
        for bonus in self.contract["bonuses"]:
            if bonus in self.announced or bonus == "mondfang":
                continue
            if bonus in BIRDS and BIRDS[bonus] not in self.hands[seat]:
                continue
            if bonus == "king_ultimo" and (
                self.called not in KINGS or self.called not in self.hands[seat]
            ):
                continue
            mine = [b for b, s in self.announced.items() if s == seat]
            if self.rules["valat"]["mode"] == "fixed":
                if bonus == "valat" and ("trull" in mine or "four_kings" in mine):
                    continue
                if bonus in ("trull", "four_kings") and "valat" in mine:
                    continue
            if (
                bonus == "valat"
                and self.contract["kind"] == "suit"
                and seat != self.declarer
                and self.rules["kontra"].get("suit_kontra_or_valat")
                and seat in self.items["game"].givers
            ):
                continue
            found.append(bonus)
        return found

    # --- play (§10, §11)

    def best(self, cards: list[str]) -> int:
        kind, rule = self.contract["kind"], self.rules["play"]["emperor_trick"]
        if rule != "none" and set(TRULL) <= set(cards) and kind in ("tarock", "suit"):
            order = [c for c in cards if c in TRULL]
            counts = kind == "tarock" or is_tarok(cards[0])
            if counts and (rule == "any_order" or order == ["21", "22", "01"]):
                return cards.index("01")
        return winner(cards, suits_rule=kind == "suit")

    def reserved(self, seat: int) -> dict[str, int]:
        """Announced cards of this seat's that are bound, with the trick they are due in."""
        bound = {BIRDS[b]: DUE[BIRDS[b]] for b in self.announced if b in BIRDS}
        if "king_ultimo" in self.announced:
            bound[self.called] = 12
        return {c: n for c, n in bound.items() if c in self.hands[seat]}

    def legal(self, seat: int, cards: list[str], number: int) -> list[str]:
        """§10.7."""
        hand, kind, play = self.hands[seat], self.contract["kind"], self.rules["play"]
        taroks = [c for c in hand if is_tarok(c)]
        strict = kind in ("negative", "everyone")
        if cards:
            found = following(hand, cards)
            strict = strict and (suit(found[0]) == suit(cards[0]) or bool(taroks))
        else:
            suits = [c for c in hand if not is_tarok(c)]
            found = suits if kind == "suit" and suits else list(hand)
        if strict and play["negative_pagat_last"] and len(taroks) > 1:
            found = [c for c in found if c != "01"]
        if strict and play["negative_overtake"] and cards:
            best = cards[self.best(cards)]
            beating = [c for c in found if suit(c) == suit(best) and rank(c) > rank(best)]
            found = beating or found
        if kind == "tarock" and play["announced_card_lock"] != "none":
            found = self.locked(found, self.reserved(seat), cards, number)
        return found

    def locked(
        self, found: list[str], bound: dict[str, int], cards: list[str], number: int
    ) -> list[str]:
        """§10.6."""
        due = [c for c in found if bound.get(c) == number]
        if due:
            return due
        early = [c for c in found if bound.get(c, 0) > number]
        if self.rules["play"]["announced_card_lock"] == "hard":
            kept = [c for c in found if c not in early]
        else:
            kept = [c for c in found if c not in early or self.best([*cards, c]) != len(cards)]
        birds = sorted(c for c in kept if c in early and c in DUE)
        kept = [c for c in kept if c not in birds[:-1]]
        if kept:
            return kept
        birds = sorted(c for c in early if c in DUE)
        return birds[-1:] or found

    def play(self) -> None:
        self.tricks: list[tuple[int, list[str], int]] = []  # leader, cards, winner
        leader = self.forehand if self.contract["leader"] == "forehand" else self.declarer
        self.piles: dict[int, list[str]] = {s: [] for s in range(4)}
        for number in range(1, 13):
            cards: list[str] = []
            for j in range(4):
                seat = (leader + j) % 4
                options = [f"play:{c}" for c in self.legal(seat, cards, number)]
                card = self.log.ask(seat, options)[5:]
                self.hands[seat].remove(card)
                cards.append(card)
            won_by = (leader + self.best(cards)) % 4
            self.tricks.append((leader, cards, won_by))
            self.piles[won_by] += cards
            if self.contract["talon"] == "perTrick" and number <= 6:
                self.piles[won_by].append(self.talon[number - 1])
            leader = won_by
            if self.contract["kind"] == "negative" and (
                self.tricks_of(self.declarer) > self.contract["goal_tricks"]
            ):
                return
        if self.contract["talon"] == "last":
            self.piles[leader] += self.talon

    def tricks_of(self, *seats: int) -> int:
        return sum(trick[2] in seats for trick in self.tricks)

    # --- settlement (§12 to §15)

    def settle(self) -> Verdict:
        kind, value = self.contract["kind"], self.contract["value"]
        verdict = Verdict([], [], self.contract["code"], self.declarer, self.partner)
        if self.conceded:
            verdict.points = pay(self.conceded, False, {self.declarer})
            verdict.ledger = verdict.points
        elif kind == "negative":
            goal = self.contract["goal_tricks"]
            won = self.tricks_of(self.declarer) == goal
            factor = {s: self.factor(f"game@{s}") for s in range(4) if s != self.declarer}
            value = value if won else self.contract["loss_value"]
            verdict.points = pay(value, won, {self.declarer})
            unit = value if won else -value
            verdict.ledger = [-unit * factor.get(s, 0) for s in range(4)]
            verdict.ledger[self.declarer] = unit * sum(factor.values())
        elif kind == "everyone":
            verdict.seat_thirds = [count(self.piles[s]) for s in range(4)]
            table = {"ooe": upper_austria, "vienna": vienna}[self.rules["trischaken"]["table"]]
            virgins = [s for s in range(4) if not self.tricks_of(s)]
            verdict.points = table(verdict.seat_thirds, self.forehand, virgins)
            verdict.ledger = verdict.points
        else:
            self.settle_positive(verdict)
        if self.rules["options"].get("kontra_in_score"):
            verdict.points = verdict.ledger
        return verdict

    def settle_positive(self, verdict: Verdict) -> None:
        side, code = self.side(), self.contract["code"]
        mine = self.discards + [c for s in side for c in self.piles[s]]
        theirs = self.left + [c for s in range(4) if s not in side for c in self.piles[s]]
        if self.contract["talon"] == "solo":
            halves = [self.talon[:3], self.talon[3:]]
            for half in halves:
                (mine if self.called in half else theirs).extend(half)
        assert len(mine) + len(theirs) == 54
        verdict.thirds = count(mine)
        game_factor = self.factor("game")
        rows, ledger = [], []

        def line(value: int, won: bool, factor: int) -> None:
            rows.append(pay(value, won, side))
            ledger.append([factor * x for x in rows[-1]])

        won = verdict.thirds >= self.rules["options"].get("win_thirds", 107)
        mode = self.rules["valat"]["mode"] if "valat" in self.contract["bonuses"] else "none"
        announced_by = self.announced.get("valat", -1)
        made = next((is_ours for is_ours in (True, False) if self.all_tricks(is_ours)), None)
        is_valat = mode != "none" and (announced_by >= 0 or made is not None)
        if is_valat:
            if announced_by >= 0:
                ours = (announced_by in side) == (made == (announced_by in side))
                verdict.bonuses.append(
                    ("valat", "post", announced_by, made == (announced_by in side))
                )
            else:
                ours = bool(made)
                verdict.bonuses.append(("valat", "silent", -1, True))
            size = self.rules["valat"]["announced" if announced_by >= 0 else "silent"]
            factor = self.factor("valat")
        if is_valat and mode == "multiply":
            double = 2 if code == "SX" and not ours else 1
            line(self.contract["value"] * size * double, ours, factor * game_factor)
        else:
            line(self.contract["value" if won else "loss_value"], won, game_factor)
            if is_valat:
                line(size, ours, factor)
        for name in self.contract["bonuses"]:
            if name == "valat":
                continue
            silent, announced = self.rules["bonuses"][name]
            times = self.contract["bonus_multiplier"]
            by = self.made_by(name, mine, theirs)
            if name in self.announced:
                owner = self.announced[name]
                success = by is not None and by == (owner in side)
                line(announced * times, (owner in side) == success, self.factor(name))
                verdict.bonuses.append((name, "post", owner, success))
            elif by is not None:
                if is_valat and (mode == "multiply" or name in ("trull", "four_kings")):
                    continue
                line(silent * times, by, 1)
                verdict.bonuses.append((name, "silent", -1, True))
            elif self.rules["options"].get("silent_failure_costs"):
                if is_valat and mode == "multiply":
                    continue
                failed = self.failed_by(name)
                if failed is not None:
                    line(silent * times, not failed, 1)
        if not (is_valat and mode == "multiply"):
            for value, by in self.catches():
                line(value * self.contract["bonus_multiplier"], by, 1)
        verdict.points = added(rows, 4)
        verdict.ledger = added(ledger, 4)

    def all_tricks(self, is_ours: bool) -> bool:
        seats = [s for s in range(4) if (s in self.side()) == is_ours]
        return self.tricks_of(*seats) == 12

    def made_by(self, name: str, mine: list[str], theirs: list[str]) -> bool | None:
        """§14: whether the declarer's side made it (True), the other (False), nobody (None)."""
        if name in BIRDS:
            leader, cards, won_by = self.tricks[DUE[BIRDS[name]] - 1]
            if BIRDS[name] not in cards or (leader + cards.index(BIRDS[name])) % 4 != won_by:
                return None
            return won_by in self.side()
        if name == "king_ultimo":
            _, cards, won_by = self.tricks[11]
            falls = self.called in KINGS and self.called in cards
            return True if falls and won_by in self.side() else None
        wanted = {"trull": TRULL, "four_kings": KINGS}[name]
        for is_ours, pile in ((True, mine), (False, theirs)):
            if all(c in pile for c in wanted):
                return is_ours
        return None

    def failed_by(self, name: str) -> bool | None:
        """§19.2: whose bird, or called king, fell in its trick without success."""
        if name in BIRDS:
            leader, cards, _ = self.tricks[DUE[BIRDS[name]] - 1]
            if BIRDS[name] in cards:
                return (leader + cards.index(BIRDS[name])) % 4 in self.side()
        if name == "king_ultimo" and self.called in KINGS and self.called in self.tricks[11][1]:
            return True
        return None

    def catches(self) -> list[tuple[int, bool]]:
        """§19.2: the Mond, the called king taken by the other side; value and whose gain."""
        found = []
        for leader, cards, won_by in self.tricks:
            if self.rules["options"].get("mondfang") and {"21", "22"} <= set(cards):
                owner = (leader + cards.index("21")) % 4
                is_won = cards[(won_by - leader) % 4] == "22"
                if is_won and (owner in self.side()) != (won_by in self.side()):
                    found.append((1, won_by in self.side()))
            caught = self.rules["options"].get("king_caught", 0)
            is_caught = self.called in cards and won_by not in self.side()
            if caught and self.called in KINGS and is_caught:
                found.append((caught, False))
        return found

    def factor(self, name: str) -> int:
        """The doublings that hold: up to the first from the wrong side (§9); none when void."""
        item = self.items.get(name)
        if item is None or (self.contract["talon"] == "solo" and self.called in self.talon):
            return 1
        owner, factor = item.owner in self.side(), 1
        for level, giver in enumerate(item.givers):
            if (giver in self.side()) != (owner if level == 1 else not owner):
                break
            factor *= 2
        return factor


def losers_of(thirds: list[int], forehand: int) -> list[int]:
    top = [s for s in range(4) if thirds[s] == max(thirds)]
    return [forehand] if forehand in top else top


def upper_austria(thirds: list[int], forehand: int, virgins: list[int]) -> list[int]:
    """§12, `tournament`."""
    losers = losers_of(thirds, forehand)
    others = [s for s in range(4) if s not in losers]
    points = [0] * 4
    if len(losers) == 3:
        return [-1 if s in losers else 3 for s in range(4)]
    if len(losers) == 2:
        receivers = [s for s in others if s in virgins] or others
        each, total = 2, 4
    else:
        b = (2 if losers == [forehand] else 1) * (2 if max(thirds) >= 107 else 1)
        receivers = [s for s in others if s in virgins] or others
        total = 4 if b == 1 and len(receivers) == 2 else 3 * b
        each = total
    for s in losers:
        points[s] = -each
    for s in receivers:
        points[s] = total // len(receivers)
    assert sum(points) == 0
    return points


def vienna(thirds: list[int], forehand: int, virgins: list[int]) -> list[int]:
    """§12, `tournament-vienna`."""
    losers = losers_of(thirds, forehand)
    others = [s for s in range(4) if s not in losers]
    total = 6 * (2 if max(thirds) >= 107 else 1) * (2 if losers == [forehand] else 1)
    receivers = [s for s in others if s in virgins] or others
    points = [0] * 4
    for s in losers:
        points[s] = -total // len(losers)
    for s in receivers:
        points[s] = total // len(receivers)
    assert sum(points) == 0
    return points


def play(preset: str, options: dict[str, Any], dealer: int, cards: list[str], log: Log) -> Verdict:
    """Plays the moves of the log from deal to settlement."""
    hand = Hand(with_options(preset, options), dealer, cards, log)
    hand.auction()
    if hand.contract["partner"] == "called":
        hand.call()
    hand.take()
    if not hand.conceded:
        hand.announcements()
        hand.play()
    return hand.settle()
