"""Single situations of the play: what the club player does in each."""

from __future__ import annotations

from typing import Any

import pytest

from bots.strategies.base import SUIT_CARDS
from bots.strategies.relations import mate_chances
from bots.strategies.situation import Situation
from bots.strategies.trickplay import thirds_needed
from tests.bots.tables import ask, play_view

PARTNER = ["declarer", "defender", "partner", "defender"]
ALONE = ["declarer", "defender", "defender", "defender"]
HIDDEN = ["declarer", "unknown", "unknown", "unknown"]


def test_smears_the_richest_card_on_a_mates_safe_trick() -> None:
    """Partner 2 plays last; the declarer's Sküs cannot be beaten."""
    view = play_view(
        ["SQ", "SN", "S7", "04", "D4"],
        ["SQ", "SN", "S7"],
        trick=["S8", "S9", "22"],
        seat=2,
        lead=3,
        declarer=1,
        roles=["defender", "declarer", "partner", "defender"],
    )
    assert ask(view) == "play:SQ"


def test_gives_the_pagat_to_a_mate_who_wins() -> None:
    view = play_view(
        ["01", "09", "13", "D4", "S7"],
        ["01", "09", "13"],
        trick=["12", "05", "22"],
        seat=2,
        lead=3,
        declarer=1,
        roles=["defender", "declarer", "partner", "defender"],
    )
    assert ask(view) == "play:01"


def test_gives_nothing_to_a_foe_who_wins() -> None:
    view = play_view(
        ["SQ", "SN", "S7", "04", "D4"],
        ["SQ", "SN", "S7"],
        trick=["S8", "22", "S9"],
        seat=2,
        lead=3,
        declarer=0,
        roles=ALONE,
        contract="DR",
    )
    assert ask(view) == "play:S7"


def test_last_seat_wins_with_the_richest_suit_card() -> None:
    """The spade king's suit has gone round twice; it would not win later."""
    tricks = [{"lead": 3, "cards": ["S8", "S9", "SJ", "ST"], "winner": 1}]
    view = play_view(
        ["SK", "S7", "04", "D4", "D3"],
        ["SK", "S7"],
        trick=["SN", "D1", "SQ"],
        seat=3,
        lead=0,
        declarer=2,
        roles=["defender", "defender", "declarer", "defender"],
        contract="DR",
        tricks=tricks,
    )
    assert ask(view) == "play:SK"


def test_last_seat_ruffs_with_the_lowest_tarok_that_wins() -> None:
    view = play_view(
        ["06", "12", "17", "20", "D4"],
        ["06", "12", "17", "20"],
        trick=["SK", "08", "SQ"],
        seat=3,
        lead=0,
        declarer=1,
        roles=["defender", "declarer", "defender", "defender"],
        contract="DR",
    )
    assert ask(view) == "play:12"


def test_does_not_waste_a_high_tarok_on_a_poor_trick() -> None:
    view = play_view(
        ["22", "06", "03", "D4", "D3"],
        ["22", "06", "03"],
        trick=["S8", "19", "S9"],
        seat=3,
        lead=0,
        declarer=1,
        roles=["defender", "declarer", "defender", "defender"],
        contract="DR",
    )
    assert ask(view) == "play:03"


def test_skues_takes_a_rich_trick() -> None:
    """Eight card points and more lie there."""
    view = play_view(
        ["22", "06", "03", "D4", "D3"],
        ["22", "06", "03"],
        trick=["SK", "19", "SQ"],
        seat=3,
        lead=0,
        declarer=1,
        contract="DR",
        roles=["defender", "declarer", "defender", "defender"],
    )
    assert ask(view) == "play:22"


def test_pagat_ruffs_as_last_player() -> None:
    """The Pagat wins a suit trick when nobody can come over it any more."""
    view = play_view(
        ["01", "13", "D4", "D3"],
        ["01", "13"],
        trick=["SK", "SQ", "S8"],
        seat=3,
        lead=0,
        declarer=0,
        roles=ALONE,
        contract="DR",
    )
    assert ask(view) == "play:01"


def test_ruffs_high_when_somebody_behind_may_overruff() -> None:
    """Seat 2 is void in spades: a small tarok would be overruffed."""
    tricks = [{"lead": 3, "cards": ["S8", "S9", "10", "S7"], "winner": 2}]
    view = play_view(
        ["02", "19", "D4", "D3", "H4"],
        ["02", "19"],
        trick=["SK"],
        seat=1,
        lead=0,
        declarer=0,
        roles=ALONE,
        contract="DR",
        tricks=tricks,
    )
    assert ask(view) == "play:02" or ask(view) == "play:19"


@pytest.mark.parametrize("seat", [0, 1])
def test_the_pagat_is_not_led_while_taroks_are_out(seat: int) -> None:
    cards = ["01", "H4", "D4", "S7"]
    view = play_view(cards, cards, seat=seat, declarer=0, roles=ALONE, contract="DR")
    assert ask(view) != "play:01"


def test_declarer_draws_taroks_with_a_middle_one() -> None:
    """Many taroks: one near XV, not under X, and the Sküs stays."""
    cards = ["22", "19", "17", "15", "14", "08", "04", "HJ", "H4", "D4", "S7", "C8"]
    view = play_view(cards, cards, contract="DR", roles=ALONE)
    assert ask(view) in {f"play:{card}" for card in ("14", "15", "17", "19")}


def test_a_king_goes_out_early() -> None:
    """A defender's king is led while its suit is still with everybody."""
    cards = ["SK", "S8", "07", "05", "03", "H4", "H3", "D4", "D3", "D2", "C8", "C7"]
    view = play_view(cards, cards, seat=1, declarer=0, contract="DR", roles=ALONE)
    assert ask(view) == "play:SK"


def test_a_king_stays_when_somebody_is_void() -> None:
    tricks = [
        {"lead": 0, "cards": ["09", "02", "11", "13"], "winner": 3},
        {"lead": 3, "cards": ["S9", "10", "S7", "ST"], "winner": 0},
    ]
    cards = ["SK", "S8", "07", "05", "H4", "H3", "D4", "D3", "D2", "C8"]
    view = play_view(cards, cards, seat=1, declarer=0, contract="DR", roles=ALONE, tricks=tricks)
    assert ask(view) != "play:SK"


def test_winners_run_once_the_taroks_are_out() -> None:
    """I hold the last taroks: kings first, the Pagat last."""
    gone = [f"{n:02d}" for n in range(2, 21)] + ["22"]
    tricks = [{"lead": 0, "cards": gone[i : i + 4], "winner": 0} for i in range(0, 20, 4)]
    cards = ["01", "21", "HK", "DK"]
    view = play_view(cards, cards, contract="DR", roles=ALONE, tricks=tricks)
    assert ask(view) in {"play:HK", "play:DK", "play:21"}


def test_defender_does_not_lead_the_called_suit() -> None:
    cards = ["H4", "D4", "S7", "C8", "05", "07"]
    roles = ["declarer", "defender", "unknown", "unknown"]
    view = play_view(cards, cards, seat=1, declarer=0, roles=roles)
    assert ask(view) != "play:H4"


def test_takes_a_sure_trick_that_ends_the_matter() -> None:
    """Three thirds are missing to 107; the Sküs takes a poor trick and wins the game."""
    view = play_view(
        ["22", "06", "03", "D4", "D3"],
        ["22", "06", "03"],
        trick=["19", "S8", "S9"],
        seat=0,
        lead=1,
        declarer=0,
        roles=ALONE,
        contract="DR",
        points=[104, 30, 0, 0],
    )
    assert ask(view) == "play:22"


def test_the_same_trick_is_let_go_while_much_is_open() -> None:
    view = play_view(
        ["22", "06", "03", "D4", "D3"],
        ["22", "06", "03"],
        trick=["19", "S8", "S9"],
        seat=0,
        lead=1,
        declarer=0,
        roles=ALONE,
        contract="DR",
        points=[50, 30, 0, 0],
    )
    assert ask(view) == "play:03"


def test_thirds_needed_counts_discards_and_the_talon() -> None:
    talon = {"packets": [["D1", "C9", "S9"], ["HQ", "SJ", "06"]], "taken": 0}
    more: dict[str, Any] = {
        "talon": talon,
        "points": [60, 20, 10, 30],
        "contract": "DR",
        "roles": ALONE,
    }
    cards = ["22", "H4", "S7"]
    mine = play_view(cards, cards, discards=["DQ", "D4", "C9"], **more)
    situation = Situation(mine)
    assert thirds_needed(situation, mate_chances(situation)) == 107 - 60 - 12
    theirs = play_view(cards, cards, seat=2, lead=2, discards=["?", "?", "?"], **more)
    situation = Situation(theirs)
    assert thirds_needed(situation, mate_chances(situation)) == 104 - 60 - 15


def test_hidden_partners_give_no_certain_points() -> None:
    cards = ["22", "H4", "S7"]
    situation = Situation(play_view(cards, cards, roles=HIDDEN, points=[10, 90, 0, 0]))
    assert thirds_needed(situation, mate_chances(situation)) == 97


def test_known_partners_points_count() -> None:
    cards = ["22", "H4", "S7"]
    situation = Situation(play_view(cards, cards, roles=PARTNER, points=[10, 0, 90, 0]))
    assert thirds_needed(situation, mate_chances(situation)) == 7


# --- suit games ----------------------------------------------------------------------------------


def test_no_tarok_wins_a_suit_trick_in_a_suit_game() -> None:
    """The declarer's king stands although a tarok lies on it; the queen is given to nobody."""
    view = play_view(
        ["SQ", "S7", "D4"],
        ["SQ", "S7"],
        trick=["SK", "20"],
        seat=2,
        declarer=0,
        contract="FD",
        roles=ALONE,
    )
    situation = Situation(view)
    assert situation.best_seat == 0
    assert ask(view) == "play:S7"


def test_declarer_of_a_suit_game_runs_his_long_suit() -> None:
    cards = ["HK", "HQ", "HN", "HJ", "H1", "DK", "S8", "C7"]
    view = play_view(cards, cards, contract="FD", roles=ALONE)
    assert ask(view) in {"play:HK", "play:HQ"}


def test_who_leads_a_tarok_in_a_suit_game_has_no_suit() -> None:
    tricks = [{"lead": 1, "cards": ["05", "07", "09", "11"], "winner": 0}]
    cards = ["HK", "HQ"]
    situation = Situation(play_view(cards, cards, contract="FS", roles=ALONE, tricks=tricks))
    assert situation.void[1] == SUIT_CARDS
    assert situation.void[2] == 0


# --- announced cards -----------------------------------------------------------------------------


def bird(seat: int, item: str = "pagat") -> list[dict[str, Any]]:
    return [{"item": item, "seat": seat, "stage": "post"}]


def test_an_announced_pagat_is_kept() -> None:
    """It would win here for sure, but it is promised for the last trick."""
    more: dict[str, Any] = {
        "trick": ["SK", "SQ", "S8"],
        "seat": 3,
        "lead": 0,
        "declarer": 3,
        "contract": "DR",
        "roles": ["defender", "defender", "defender", "declarer"],
    }
    cards = ["01", "13", "D4", "D3"]
    assert ask(play_view(cards, ["01", "13"], **more)) == "play:01"
    assert ask(play_view(cards, ["01", "13"], announced=bird(3), **more)) == "play:13"


def test_an_announced_uhu_is_played_when_it_is_due() -> None:
    cards = ["02", "13"]
    more: dict[str, Any] = {"contract": "3B", "roles": ALONE}
    assert ask(play_view(cards, cards, announced=bird(0, "uhu"), **more)) == "play:02"


def test_a_defender_keeps_a_tarok_against_an_announced_pagat() -> None:
    more: dict[str, Any] = {
        "trick": ["S8", "S9", "S7"],
        "seat": 3,
        "lead": 0,
        "declarer": 0,
        "contract": "DR",
        "roles": ALONE,
    }
    cards = ["13", "D4", "D3"]
    assert ask(play_view(cards, ["13", "D4", "D3"], announced=bird(0), **more)) != "play:13"


def test_against_two_the_pagat_leaves_before_the_last_trick() -> None:
    """There it would pay the others when it is caught."""
    roles = ["declarer", "defender", "defender"]
    more: dict[str, Any] = {"trick": ["20", "12"], "lead": 1, "contract": "3B", "roles": roles}
    more["rules"] = "illustrated/beck@1"
    view = play_view(["01", "13"], ["01", "13"], **more)
    view |= {"counts": [2, 1, 1], "points": [0, 0, 0]}
    assert ask(view) == "play:01"
