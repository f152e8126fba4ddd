"""Generated hands: seeded deals, some of them rigged, played so that every rule comes up.

Each preset has its own sample. A hand has a ``Plan`` that follows from its number: which contract
is aimed at by which seat, what kind of deal it gets, how much is talked and how cards are played.
The contracts of a preset take turns, so that each is played about equally often.
"""

from __future__ import annotations

import functools
import os
import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

from engine.actions import Action
from engine.cards import KINGS, PACK, QUEENS, codes_of, mask_of
from engine.phases.auction import may_declare
from engine.play import Chooser, play_hand
from engine.record import HandRecord
from engine.rules import RULE_SETS, RuleSet, rule_set
from engine.shuffle import shuffled
from engine.state import HandState
from engine.view import View

PRESETS = sorted(key for key, data in RULE_SETS.items() if data["flow"])
ZONE = rule_set("koenigrufen/cardgames-zone")
# how many hands per preset the properties look at: a sample, or the full number in CI
FULL = 250
COUNT = int(os.environ.get("TAROCK_HANDS") or (FULL if os.environ.get("CI") == "true" else 25))
# every so many hands the players bid as they like
FREE_AUCTIONS = 7
QUIET = ("pass", "reserve", "good", "continue")
STYLES = ("random", "strong", "keep", "hoard", "weak")
CARD_OF = {"pagat": "01", "uhu": "02", "kakadu": "03", "quapil": "04"}
CONTEST = ("hold", "takeover", "retake")


class Plan(NamedTuple):
    """What a hand is to show; ``seat`` 0 is forehand, 1 the next seat and so on.

    ``styles`` says how each hand seat plays its cards.
    """

    contract: str
    seat: int
    is_free: bool
    talk: float
    doubling: float
    styles: tuple[str, ...]


# --- deals ---------------------------------------------------------------------------------------


def places(rules: RuleSet, packet_seat: int) -> list[int]:
    """Where in the deal order the cards of a seat lie, counted from forehand (-1: the talon)."""
    found, at = [], 0
    for packet in rules.deal.pattern:
        size = int(packet.removeprefix("t"))
        if packet.startswith("t"):
            found += list(range(at, at + size)) if packet_seat < 0 else []
            at += size
            continue
        if packet_seat >= 0:
            found += list(range(at + packet_seat * size, at + (packet_seat + 1) * size))
        at += size * rules.hand_seats
    return found


def arranged(rng: random.Random, rules: RuleSet, wanted: dict[int, list[str]]) -> tuple[str, ...]:
    """A deal in which seats (from forehand; -1 the talon) get these cards, the rest by chance."""
    fixed: dict[int, str] = {}
    for seat, cards in wanted.items():
        fixed |= dict(zip(places(rules, seat), cards, strict=False))
    others = [card for card in shuffled(rng) if card not in fixed.values()]
    return tuple(fixed[at] if at in fixed else others.pop() for at in range(len(PACK)))


def rigged(rng: random.Random, first: int, kings: int, queens: int) -> tuple[str, ...]:
    """A Königrufen deal in which a seat (from forehand) holds so many kings and queens."""
    wanted = [*codes_of(KINGS)[:kings], *codes_of(QUEENS)[:queens]]
    return arranged(rng, ZONE, {first: wanted})


def _kings(rng: random.Random, rules: RuleSet, seat: int) -> dict[int, list[str]]:
    kings = rng.sample(codes_of(KINGS), rng.choice((3, 4)))
    return {seat: [*kings, *rng.sample(codes_of(QUEENS), rng.choice((0, 2, 4)))]}


def _talon_kings(rng: random.Random, rules: RuleSet, seat: int) -> dict[int, list[str]]:
    """Kings in the talon, so that the called one may lie there, and birds to give up with."""
    kings = rng.sample(codes_of(KINGS), 4)
    birds = rng.sample(["01", "02", "03", "04"], 2)
    return {-1: rng.sample([*kings[:3], "HQ", "S7", "05"], 6), seat: birds}


def _birds(rng: random.Random, rules: RuleSet, seat: int) -> dict[int, list[str]]:
    return {seat: ["01", "02", "03", "04", *rng.sample([f"{n:02d}" for n in range(5, 23)], 4)]}


def _many_taroks(rng: random.Random, rules: RuleSet, seat: int) -> dict[int, list[str]]:
    """So few suit cards that taroks have to be discarded."""
    taroks = rng.sample([f"{n:02d}" for n in range(1, 23)], rules.hand_size - rng.choice((0, 1)))
    return {seat: [*taroks, rng.choice(codes_of(KINGS))]}


def _few_taroks(rng: random.Random, rules: RuleSet, seat: int) -> dict[int, list[str]]:
    suits = rng.sample(PACK[22:], rules.hand_size - rng.choice((0, 1, 2)))
    return {seat: suits}


def _all_tricks(rng: random.Random, rules: RuleSet, seat: int) -> dict[int, list[str]]:
    """The highest taroks; the Pagat among them in every second deal."""
    top = [f"{n:02d}" for n in range(22, 22 - rules.hand_size, -1)]
    return {seat: top if rng.random() < 0.5 else [*top[:-1], "01"]}


def _honours(rng: random.Random, rules: RuleSet, seat: int) -> dict[int, list[str]]:
    cards = ["22", "21", "01", *codes_of(KINGS)]
    return {seat: cards if rng.random() < 0.5 else cards[: rng.choice((2, 3, 5))]}


def _nothing(rng: random.Random, rules: RuleSet, seat: int) -> dict[int, list[str]]:
    return {}


def _bare(rng: random.Random, rules: RuleSet, seat: int) -> dict[int, list[str]]:
    """Strong without a card of the Trull."""
    return {seat: [f"{n:02d}" for n in range(20, 22 - rules.hand_size, -1)]}


DEALS: tuple[Callable[[random.Random, RuleSet, int], dict[int, list[str]]], ...] = (
    *(_nothing, _kings, _nothing, _talon_kings, _birds, _many_taroks, _nothing),
    *(_few_taroks, _all_tricks, _honours, _bare, _talon_kings, _nothing),
)


def deal(number: int) -> tuple[str, ...]:
    """Königrufen deal ``number`` without a plan: every tenth has three or four kings."""
    rng = random.Random(f"deal {number}")
    if number % 10:
        return shuffled(rng)
    return rigged(rng, rng.randrange(4), rng.choice((3, 4)), rng.choice((0, 2, 4)))


# --- players -------------------------------------------------------------------------------------


def chooser(view: View, legal: tuple[Action, ...], rng: random.Random) -> Action:
    """Random, but with auctions that end in every contract about equally often."""
    if view["phase"] == "auction":
        quiet = [a for a in legal if a.verb in QUIET]
        return rng.choice(quiet) if rng.random() < 0.7 else rng.choice(legal[:3])
    return rng.choice(legal)


def plan_of(rules: RuleSet, number: int) -> Plan:
    """The plan of hand ``number``; the contracts take turns."""
    rng = random.Random(f"plan {rules.id} {number}")
    codes = [c.code for c in rules.contracts]
    contract = rules.contract(codes[number % len(codes)])
    seat = 0 if contract.bid_right == "fh_first" else rng.randrange(rules.hand_seats)
    if contract.bid_right in ("fh_after", "all_pass"):
        seat = 0
    return Plan(
        contract=contract.code,
        seat=seat,
        is_free=number >= len(codes) and number % FREE_AUCTIONS == FREE_AUCTIONS - 1,
        talk=rng.choice((0.0, 0.4, 0.7)),
        doubling=rng.choice((0.0, 0.5, 0.9)),
        styles=tuple(rng.choices(STYLES, k=4) if rng.random() < 0.5 else [rng.choice(STYLES)] * 4),
    )


class Player:
    """A chooser that follows a plan."""

    def __init__(self, plan: Plan, rules: RuleSet, number: int) -> None:
        self.plan, self.rules = plan, rules
        contract = rules.contract(plan.contract)
        self.waits = contract.bid_right in ("fh_after", "all_pass")
        # in a game without choice after all passed a part of the hands is to be dealt again
        self.redeals = bool(rules.series.max_redeals) and number % 11 == 7

    def __call__(self, view: View, legal: tuple[Action, ...], rng: random.Random) -> Action:
        phase = view["phase"]
        if phase == "auction":
            return self.bid(view, legal, rng)
        if phase == "choose":
            wanted = Action("choose", self.plan.contract)
            return wanted if wanted in legal else rng.choice(legal)
        if phase.startswith("announce"):
            return self.talk(legal, rng)
        if phase == "play":
            return self.play(view, legal, rng)
        return rng.choice(legal)

    def bid(self, view: View, legal: tuple[Action, ...], rng: random.Random) -> Action:
        quiet = next(a for a in legal if a.verb in QUIET)
        if self.redeals:
            return quiet
        if self.plan.is_free:
            return quiet if rng.random() < 0.5 else rng.choice(legal[:4])
        wanted = Action("bid", self.plan.contract)
        at = (view["seat"] - view["dealer"] - 1) % self.rules.hand_seats
        if wanted in legal and at == self.plan.seat and not self.waits:
            return wanted
        contest = [a for a in legal if a.verb in CONTEST]
        return rng.choice(contest) if contest and rng.random() < 0.5 else quiet

    def talk(self, legal: tuple[Action, ...], rng: random.Random) -> Action:
        said = [a for a in legal if a.verb in ("announce", "claim")]
        doubled = [a for a in legal if a.verb.endswith("kontra")]
        if doubled and rng.random() < self.plan.doubling:
            return rng.choice(doubled)
        good = Action("good")
        if said and (good not in legal or rng.random() < self.plan.talk):
            return rng.choice(said)
        return good if good in legal else rng.choice(legal)

    def play(self, view: View, legal: tuple[Action, ...], rng: random.Random) -> Action:
        """``strong`` plays high, ``weak`` low; ``keep`` and ``hoard`` too, with birds and kings
        as the last.
        """
        style = self.plan.styles[view["seat"]]
        order = sorted(legal, key=lambda a: (a.arg[0].isdigit(), PACK.index(a.arg)))
        if style == "random" or rng.random() < 0.1:
            return rng.choice(legal)
        if style in ("keep", "hoard"):
            order = [
                a for a in order if a.arg[1] != "K" and a.arg not in ("01", "02", "03", "04")
            ] or order
        return order[-1 if style in ("strong", "keep") else 0]


def planned_deal(number: int, rules: RuleSet, plan: Plan) -> tuple[str, ...]:
    """A deal with which the plan's seat may declare the plan's contract."""
    rng = random.Random(f"deal {rules.id} {number}")
    if rules.deal.redeal_no_tarok and number % 50 == 3:
        return arranged(rng, rules, {1: list(rng.sample(PACK[22:], rules.hand_size))})
    contract = rules.contract(plan.contract)
    # shifted in every round, so that each kind of deal meets each contract
    build = DEALS[(number + number // len(rules.contracts)) % len(DEALS)]
    if contract.partner == "called" and number % 3:
        build = _talon_kings if number % 3 == 1 else _kings
    while True:
        wanted = build(rng, rules, plan.seat)
        if contract.compulsory and not plan.is_free:
            bird = CARD_OF[rng.choice(contract.compulsory)]
            mine = [card for card in wanted.get(plan.seat, []) if card != bird]
            wanted[plan.seat] = [bird, *mine][: rules.hand_size]
        cards = arranged(rng, rules, wanted)
        hand = mask_of(cards[at] for at in places(rules, plan.seat))
        if plan.is_free or may_declare(rules, contract, hand):
            return cards
        build = _nothing


def record(number: int, rules: RuleSet = ZONE) -> HandRecord:
    """Hand ``number`` of the sample of a rule set, played to its end."""
    plan = plan_of(rules, number)
    players: list[Chooser] = [Player(plan, rules, number)] * rules.hand_seats
    return play_hand(
        rules,
        planned_deal(number, rules, plan),
        number % rules.hand_seats,
        players,
        hand=f"hand{number:08d}",
        number=number,
    )


@functools.lru_cache(maxsize=32)
def _sample(preset: str, count: int) -> tuple[HandRecord, ...]:
    rules = rule_set(preset)
    return tuple(record(number, rules) for number in range(count))


def sample(preset: str = ZONE.id, count: int = 0) -> tuple[HandRecord, ...]:
    """The sample of a preset: of this run's size, or of another."""
    return _sample(preset, count or COUNT)


def states(preset: str = ZONE.id, count: int = 0) -> Iterator[HandState]:
    """Every state of the first hands of a sample."""
    for played in sample(preset)[: count or COUNT]:
        yield from played.states()
