"""The second referee's Königrufen: play and settlement, from koenigrufen.md (sections: there)."""

from __future__ import annotations

from typing import Any

from tests.engine import referee_koenigrufen_talk as talk
from tests.engine.referee_koenigrufen_talk import BIRDS
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

DUE = {"01": 12, "02": 11, "03": 10, "04": 9}


class Hand(talk.Hand):
    """One hand to its end."""

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
        side = self.side()
        mine = self.discards + [c for s in side for c in self.piles[s]]
        theirs = self.left + [c for s in range(4) if s not in side for c in self.piles[s]]
        if self.contract["talon"] == "solo":
            for half in (self.talon[:3], self.talon[3:]):
                (mine if self.called in half else theirs).extend(half)
        assert len(mine) + len(theirs) == 54
        verdict.thirds = count(mine)
        won = verdict.thirds >= self.rules["options"].get("win_thirds", 107)
        # what is paid: value, whether the declarer's side gets it, kontra factor
        game = (self.contract["value" if won else "loss_value"], won, self.factor("game"))
        valat = self.valat(verdict)
        is_alone = valat is not None and self.rules["valat"]["mode"] == "multiply"
        items = [] if is_alone else [game]
        items += [valat] if valat else []
        items += self.bonuses(verdict, mine, theirs, has_valat=valat is not None)
        if not is_alone:
            times = self.contract["bonus_multiplier"]
            items += [(value * times, by, 1) for value, by in self.catches()]
        rows = [pay(value, by, side) for value, by, _ in items]
        verdict.points = added(rows, 4)
        doubled = [[i[2] * x for x in row] for i, row in zip(items, rows, strict=True)]
        verdict.ledger = added(doubled, 4)

    def valat(self, verdict: Verdict) -> tuple[int, bool, int] | None:
        """§15: what a Valat pays, made or announced; None without one."""
        rules, side = self.rules["valat"], self.side()
        made = next((ours for ours in (True, False) if self.all_tricks(ours)), None)
        seat = self.announced.get("valat", -1)
        if "valat" not in self.contract["bonuses"] or (seat < 0 and made is None):
            return None
        is_made = seat < 0 or made == (seat in side)
        ours = bool(made) if seat < 0 else (seat in side) == is_made
        verdict.bonuses.append(("valat", "silent" if seat < 0 else "post", seat, is_made))
        size, factor = rules["silent" if seat < 0 else "announced"], self.factor("valat")
        if rules["mode"] == "multiply":
            size *= self.contract["value"] * (
                2 if self.contract["code"] == "SX" and not ours else 1
            )
            factor *= self.factor("game")
        return size, ours, factor

    def bonuses(
        self, verdict: Verdict, mine: list[str], theirs: list[str], *, has_valat: bool
    ) -> list[tuple[int, bool, int]]:
        """§14: announced ones always, silent ones for the side that made them."""
        side, found = self.side(), []
        mute: set[str] = set()
        if has_valat:
            is_all = self.rules["valat"]["mode"] == "multiply"
            mute = set(self.contract["bonuses"] if is_all else ("trull", "four_kings"))
        for name in self.contract["bonuses"]:
            if name == "valat":
                continue
            silent, announced = self.rules["bonuses"][name]
            times = self.contract["bonus_multiplier"]
            by = self.made_by(name, mine, theirs)
            if name in self.announced:
                owner = self.announced[name]
                success = by is not None and by == (owner in side)
                found.append((announced * times, (owner in side) == success, self.factor(name)))
                verdict.bonuses.append((name, "post", owner, success))
            elif name in mute:
                continue
            elif by is not None:
                found.append((silent * times, by, 1))
                verdict.bonuses.append((name, "silent", -1, True))
            elif self.rules["options"].get("silent_failure_costs"):
                failed = self.failed_by(name)
                if failed is not None:
                    found.append((silent * times, not failed, 1))
                    verdict.bonuses.append((name, "silent", -1, False))
        return found

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
    hand = Hand(talk.with_options(preset, options), dealer, cards, log)
    hand.auction()
    if hand.contract["partner"] == "called":
        hand.call()
    hand.take()
    if not hand.conceded:
        hand.announcements()
        hand.play()
    return hand.settle()
