"""The second referee's Königrufen up to the play, from koenigrufen.md (section numbers: there).

The parameters are the JSON of §19.1, copied line by line to ``vectors/presets.jsonl``.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

from tests.engine.referee_table import KINGS, TRULL, Log, is_tarok

PRESETS: dict[str, Any] = {
    data["id"]: data
    for data in map(
        json.loads,
        (Path(__file__).parent / "vectors" / "presets.jsonl").read_text("utf-8").splitlines(),
    )
}
BIRDS = {"pagat": "01", "uhu": "02", "kakadu": "03", "quapil": "04"}
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
    """One hand from deal to announcements; the methods follow the phases of §5."""

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
