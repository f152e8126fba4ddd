"""Announcements, claims and kontra: what a hand promises.

Thresholds are in taroks, bid points or expected card points; an announcement that fails costs as
much as it brings, so it is made from a chance of about two thirds on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from . import blatt
from .base import (
    BIRDS,
    FAMILY,
    GOAL_TRICKS,
    INDEX,
    KINDS,
    KINGS,
    SKUES,
    TAROKS,
    TRULL,
    Action,
    View,
    mask,
    thirds,
)
from .facts import hand_facts, losing_risks

# taroks from which a bird is announced, by the number of seats and the bird's number
BIRD_TAROKS: Final[dict[int, int]] = {3: 11, 4: 9}
BIRD_OF_A_DEFENDER: Final = 1  # so many more for who does not declare
KING_ULTIMO_TAROKS: Final = 8
KING_ULTIMO_LENGTH: Final = 2
TRULL_TAROKS: Final = 8
FOUR_KINGS_TAROKS: Final = 7
VALAT_TAROKS: Final = 10
VALAT_TOP: Final = mask(("22", "21", "20", "19", "18"))
KONTRA_POINTS: Final = 10  # bid points of a defender against one with a partner
KONTRA_ALONE_POINTS: Final = 9  # against one who plays alone
KONTRA_BIRD_TAROKS: Final[dict[int, int]] = {3: 9, 4: 7}  # by the number of seats
KONTRA_RISKS: Final = 0  # of a defender's hand, against a contract of few tricks
REKONTRA_POINTS: Final = 12
REKONTRA_ALONE_POINTS: Final = 14
EXPECT: Final[dict[str, float]] = {"p40": 42.0, "p50": 51.0, "valat": 66.0}
EXPECT_FOR_WITHOUT: Final = 39.0  # without Trull or kings the game has to be won, too
WITHOUT_EARLY: Final = 2.0  # so many more while the talon may still bring one
KONTRA_EXPECTED: Final = 33.0  # card points left to the declarer
REKONTRA_EXPECTED: Final = 44.0


class Speaker:
    """The seat to move, its cards and what it may count on."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.me = view["seat"]
        self.hand = mask(view["cards"][str(self.me)])
        self.facts = hand_facts(self.hand)
        self.contract = view["contract"]["code"]
        self.declarer = view["contract"].get("declarer", -1)
        self.seats = len(view["counts"])
        self.is_blatt = self.contract in blatt.LINES

    @property
    def is_declarer(self) -> bool:
        """Whether I declare."""
        return self.me == self.declarer

    def expected(self) -> float:
        """Card points I expect as the declarer: before the exchange from the table."""
        if self.view["phase"] == "announce_before":
            return blatt.expected_points(self.contract, self.hand, self.facts)
        laid = thirds(mask(self.view.get("discards", ())))
        return blatt.points_at_start(self.hand, self.facts, laid / 3)

    def owner(self, target: str) -> int:
        """Whose item a kontra is about: the declarer's game, or who announced it."""
        for item in self.view.get("announced", ()):
            if item["item"] == target:
                return item["seat"]
        return self.declarer


def speak(view: View, legal: tuple[Action, ...]) -> Action:
    """The first thing worth saying, else ``good``; an owed bird comes first."""
    if len(legal) == 1:
        return legal[0]
    speaker = Speaker(view)
    if legal[0].verb != "good":
        return _owed_bird(speaker, legal)
    for action in legal[1:]:
        wants = WISHES.get(action.verb)
        if wants is not None and wants(speaker, action.arg):
            return action
    return legal[0]


def _owed_bird(speaker: Speaker, legal: tuple[Action, ...]) -> Action:
    """The lowest of the birds owed, which are offered before everything else."""
    return min(
        (action for action in legal if action.arg in BIRDS),
        key=lambda action: BIRDS[action.arg],
        default=legal[0],
    )


def _announces(speaker: Speaker, item: str) -> bool:
    wish = ITEMS.get(item)
    return wish is not None and wish(speaker, item)


def _bird(speaker: Speaker, item: str) -> bool:
    """With so many taroks that the bird is the last of them; only one by free will."""
    mine = [done for done in speaker.view.get("announced", ()) if done["seat"] == speaker.me]
    if any(done["item"] in BIRDS for done in mine):
        return False
    number = BIRDS[item].bit_length() - 1
    more = number if speaker.is_declarer else number + BIRD_OF_A_DEFENDER
    return speaker.facts.taroks >= BIRD_TAROKS[speaker.seats] + more


def _trull(speaker: Speaker, item: str) -> bool:
    return speaker.hand & TRULL == TRULL and speaker.facts.taroks >= TRULL_TAROKS


def _four_kings(speaker: Speaker, item: str) -> bool:
    held = speaker.facts.kings
    if speaker.is_declarer and speaker.view.get("called", "  ")[1] == "K":
        held += 1
    return held == 4 and speaker.facts.taroks >= FOUR_KINGS_TAROKS


def _king_ultimo(speaker: Speaker, item: str) -> bool:
    """The partner, when the king is guarded and many taroks help to keep it to the end."""
    suit = FAMILY[INDEX[speaker.view["called"]]]
    is_guarded = (speaker.hand & suit).bit_count() >= KING_ULTIMO_LENGTH
    is_strong = speaker.facts.taroks >= KING_ULTIMO_TAROKS and speaker.facts.has_top
    return is_guarded and is_strong


def _valat(speaker: Speaker, item: str) -> bool:
    """Only with a hand that has next to nothing to lose."""
    if speaker.is_blatt:
        return _reaches(speaker, item)
    others = speaker.hand & ~TAROKS & ~KINGS
    is_long = speaker.facts.taroks >= VALAT_TAROKS
    return speaker.is_declarer and is_long and not others and not VALAT_TOP & ~speaker.hand


def _reaches(speaker: Speaker, item: str) -> bool:
    return speaker.is_declarer and speaker.expected() >= EXPECT[item]


def _without(speaker: Speaker, item: str) -> bool:
    """Without Trull or kings: the packet may still bring one, so earlier it needs more."""
    is_early = speaker.view["phase"] == "announce_before"
    need = EXPECT_FOR_WITHOUT + (WITHOUT_EARLY if is_early else 0.0)
    return speaker.is_declarer and speaker.expected() >= need


ITEMS: Final[dict[str, Callable[[Speaker, str], bool]]] = {
    **dict.fromkeys(BIRDS, _bird),
    "trull": _trull,
    "four_kings": _four_kings,
    "king_ultimo": _king_ultimo,
    "valat": _valat,
    "p40": _reaches,
    "p50": _reaches,
    "notrull": _without,
    "nokings": _without,
}


def _doubles(speaker: Speaker, target: str) -> bool:
    """Kontra, where the other side is likelier to fail."""
    item = target.partition("@")[0]
    owner = speaker.owner(item)
    roles = speaker.view["roles"]
    if owner != speaker.declarer and roles[owner] == "unknown":
        return False  # it may be my own side
    if item in BIRDS:
        return speaker.facts.taroks >= KONTRA_BIRD_TAROKS[speaker.seats] and bool(
            speaker.hand & SKUES
        )
    if item != "game":
        return False
    if speaker.contract in GOAL_TRICKS:
        return losing_risks(speaker.hand) <= KONTRA_RISKS
    if KINDS.get(speaker.contract) == "suit":
        return False
    if speaker.is_blatt:
        return blatt.points_left(speaker.hand, speaker.facts) <= KONTRA_EXPECTED
    need = KONTRA_POINTS if "called" in speaker.view else KONTRA_ALONE_POINTS
    return speaker.facts.points >= need and speaker.facts.stecher >= 3


def _answers(speaker: Speaker, target: str) -> bool:
    """Rekontra by a declarer whose hand leaves little doubt; subkontra is never said."""
    if target != "game" or not speaker.is_declarer:
        return False
    if speaker.is_blatt:
        return speaker.expected() >= REKONTRA_EXPECTED
    is_tarok = KINDS.get(speaker.contract, "tarock") == "tarock"
    need = REKONTRA_POINTS if "called" in speaker.view else REKONTRA_ALONE_POINTS
    return is_tarok and speaker.facts.points >= need


WISHES: Final[dict[str, Callable[[Speaker, str], bool]]] = {
    "announce": _announces,
    "claim": lambda speaker, item: True,  # it pays and cannot fail
    "kontra": _doubles,
    "rekontra": _answers,
}
