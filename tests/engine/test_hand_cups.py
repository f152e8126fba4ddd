"""Single situations of the cup presets, each with its paragraph of koenigrufen.md."""

from __future__ import annotations

import pytest

from engine.cards import codes_of, index_of, mask_of, thirds
from engine.phases.tricks import trick_winner
from engine.rules import RuleSet, rule_set
from engine.state import HandState
from engine.view import OPEN, PUBLIC, Seat
from tests.engine.situations import dealt, offered, said, to_the_end

CUP = rule_set("koenigrufen/tournament")
VIENNA = rule_set("koenigrufen/tournament-vienna")
BONUSES = rule_set("koenigrufen/seed-bonuses")
PASSED = "reserve pass pass pass"
# forehand of a strong game, and who holds what he calls
OWN = ["02", "03", "15", "16", "17", "18", "19", "HK", "DK", "SK", "H1", "H2"]
PARTNER = ["CK", "01", "21", "C7", "C8"]
QUIET = ["04", "05", "06", "07", "08", "D1"]


def rufer() -> HandState:
    """Seat 0 plays a Besserrufer with seat 2 as his partner; before he announces."""
    start = dealt(CUP, {0: OWN, 2: PARTNER}, QUIET)
    return said(start, "bid:BR pass pass pass call:CK take:L discard:H1 discard:H2 discard:04")


# --- giving up -----------------------------------------------------------------------------------


def test_a_besserrufer_is_given_up_at_the_price_of_a_bird() -> None:
    """§8.4: only when the talon shows the called card; the game and the named bird, alone."""
    start = dealt(CUP, {0: OWN}, ["CK", *QUIET[:5]])
    state = said(start, "bid:BR pass pass pass call:CK")
    assert state.phase == "concede"
    assert offered(state) == ["continue", "concede:uhu", "concede:kakadu"]
    for viewer in (PUBLIC, Seat(3)):
        assert state.view_for(viewer)["talon"]["packets"][0][0] == "CK"
    over = said(state, "concede:kakadu")
    assert over.is_over
    assert over.score().points == (-21, 7, 7, 7)
    assert said(state, "concede:uhu").score().points == (-15, 5, 5, 5)
    assert said(state, "continue").phase == "take"


def test_a_rufer_is_given_up_at_its_value() -> None:
    start = dealt(CUP, {0: OWN}, ["CK", *QUIET[:5]])
    state = said(start, PASSED, "choose:RU call:CK")
    assert offered(state) == ["continue", "concede"]
    assert said(state, "concede").score().points == (-3, 1, 1, 1)
    held = said(dealt(CUP, {0: OWN, 1: ["CK"]}), PASSED, "choose:RU call:CK")
    assert held.phase == "take"


# --- calling -------------------------------------------------------------------------------------


def test_the_fourth_king_may_be_called_without_its_name() -> None:
    """§7 rule 2, §18: its holder knows, the others learn it when it is played."""
    start = dealt(CUP, {0: OWN, 2: PARTNER}, QUIET)
    state = said(start, PASSED, "choose:RU")
    assert offered(state) == ["call:CK", "call:4th"]
    state = said(state, "call:4th")
    seen = {seat: state.view_for(Seat(seat))["called"] for seat in range(4)}
    assert seen == {0: "CK", 1: "4th", 2: "CK", 3: "4th"}
    assert state.view_for(PUBLIC)["called"] == "4th"
    assert state.view_for(Seat(2))["roles"][2] == "partner"
    state = to_the_end(state)
    assert state.view_for(PUBLIC)["called"] == "CK"


def test_koenig_ultimo_tells_who_the_partner_is_and_not_which_king() -> None:
    """§18: sides are public from then on; §7 rule 2: the suit is not."""
    state = said(dealt(CUP, {0: OWN, 2: PARTNER}, QUIET), PASSED, "choose:RU call:4th take:L")
    while state.phase == "discard":
        state = said(state, str(state.default_action()))
    state = said(state, "good good announce:king_ultimo")
    for viewer in (Seat(1), Seat(3), PUBLIC):
        view = state.view_for(viewer)
        assert view["called"] == "4th"
        assert view["roles"] == ["declarer", "defender", "partner", "defender"]


def test_an_unnamed_king_in_the_talon_is_known_to_all() -> None:
    start = dealt(CUP, {0: OWN}, ["CK", *QUIET[:5]])
    state = said(start, PASSED, "choose:RU call:4th")
    assert state.view_for(PUBLIC)["called"] == "CK"
    assert state.view_for(PUBLIC)["roles"] == ["declarer"] + ["defender"] * 3


def test_four_kings_cannot_call_in_the_tournament() -> None:
    """§6.2: no caller contract can be bid or chosen."""
    kings = {0: ["HK", "DK", "SK", "CK", "01"]}
    state = dealt(CUP, kings)
    assert not {"bid:SR", "bid:BR"} & set(offered(state))
    assert "choose:RU" not in offered(said(state, PASSED))
    assert "choose:RU" in offered(said(dealt(VIENNA, kings), PASSED))


@pytest.mark.parametrize(("bird", "contract"), [("01", "B1"), ("02", "B2"), ("04", "B4")])
def test_a_bird_game_needs_its_bird(bird: str, contract: str) -> None:
    """§6.2, Vienna; in the tournament any bird will do."""
    others = [f"{n:02d}" for n in range(1, 5) if f"{n:02d}" != bird]
    holds = said(dealt(VIENNA, {1: [bird]}), "reserve")
    lacks = said(dealt(VIENNA, {1: ["22"], 2: [bird]}), "reserve")
    assert f"bid:{contract}" in offered(holds)
    assert f"bid:{contract}" not in offered(lacks)
    none = dealt(CUP, {0: ["22"], 1: [bird], 2: others})
    assert "bid:BR" not in offered(none)
    assert "bid:BR" in offered(dealt(CUP, {0: [bird]}))


def test_a_suit_game_needs_six_suit_cards_in_vienna() -> None:
    """§6.2: at the moment of bidding."""
    taroks = [f"{n:02d}" for n in range(5, 12)]
    five = dealt(VIENNA, {1: [*taroks, "H1", "H2", "H3", "H4", "D1"]})
    six = dealt(VIENNA, {1: [*taroks[1:], "H1", "H2", "H3", "H4", "D1", "D2"]})
    assert "bid:FD" not in offered(said(five, "reserve"))
    assert {"bid:FD", "bid:FS"} <= set(offered(said(six, "reserve")))
    assert "bid:FD" in offered(
        said(dealt(CUP, {1: [*taroks, "H1", "H2", "H3", "H4", "D1"]}), "reserve")
    )


# --- the talon -----------------------------------------------------------------------------------


def test_six_cards_are_taken_unseen() -> None:
    """§8.2, §18."""
    start = dealt(CUP, {0: OWN}, QUIET)
    state = said(start, "bid:SX pass pass pass")
    assert state.phase == "discard"
    assert state.hands[0] == mask_of([*OWN, *QUIET])
    assert state.view_for(Seat(0))["talon"] == {"packets": [QUIET], "taken": 0}
    for viewer in (Seat(1), PUBLIC, OPEN):
        assert "talon" not in state.view_for(viewer)
    assert offered(state) == ["discard:H2", "discard:H1", "discard:D1"]
    state = said(state, "discard:H2 discard:H1 discard:D1 discard:04 discard:05 discard:06")
    assert state.phase == "announce"
    assert state.view_for(Seat(1))["discards"] == ["?", "?", "?", "04", "05", "06"]


def test_in_a_suit_game_taroks_go_first_and_suit_cards_are_shown() -> None:
    """§8.3."""
    own = ["05", "06", "HK", "HQ", "HN", "HJ", "H1", "H2", "H3", "H4", "D1", "D2"]
    start = dealt(CUP, {0: own}, ["S7", "S8", "21"])
    state = said(start, "bid:FD pass pass pass take:L")
    assert offered(state) == ["discard:05", "discard:06"]
    state = said(state, "discard:05 discard:06")
    assert "discard:HK" not in offered(state)
    assert "discard:21" not in offered(state)
    state = said(state, "discard:S8")
    assert state.view_for(PUBLIC)["discards"] == ["?", "?", "S8"]


def test_the_last_bird_of_a_besserrufer_stays() -> None:
    """§8.3: of two birds one may go, then the other stays; a bird from the talon owes nothing."""
    own = ["02", "03", "05", "06", "07", "16", "17", "18", "HK", "DK", "SK", "H1"]
    start = dealt(CUP, {0: own, 1: ["CK"]}, ["04", "08", "09"])
    state = said(start, "bid:BR pass pass pass call:CK take:L discard:H1")
    assert {"discard:02", "discard:03", "discard:04"} <= set(offered(state))
    after = said(state, "discard:03")
    assert "discard:02" not in offered(after)
    assert "discard:04" in offered(after)


# --- announcing ----------------------------------------------------------------------------------


def test_a_besserrufer_announces_a_bird_before_good() -> None:
    """§9 rule 1; the lowest he owes is what a broken bot announces."""
    state = rufer()
    assert offered(state)[:2] == ["announce:uhu", "announce:kakadu"]
    assert "good" not in offered(state)
    assert "announce:pagat" not in offered(state)
    assert "good" not in offered(said(state, "announce:trull"))
    state = said(state, "announce:kakadu")
    assert offered(state) == [
        *("good", "announce:uhu", "announce:trull", "announce:four_kings", "announce:valat")
    ]


def test_everybody_announces_in_his_first_turn_and_nothing_twice() -> None:
    """§9 rules 3-5."""
    state = said(rufer(), "announce:uhu announce:trull good")
    assert state.turn == 1
    items = offered(state, "announce")
    assert items == ["announce:four_kings", "announce:valat"]
    state = said(state, "good")
    assert {"announce:pagat", "announce:king_ultimo"} <= set(offered(state, "announce"))
    state = said(state, "announce:pagat good good")
    assert state.turn == 0
    assert offered(state, "announce") == []


def test_the_phase_ends_after_three_turns_of_nothing() -> None:
    """§9 rule 6: the declarer's first turn is none of them."""
    state = said(rufer(), "announce:uhu good good good")
    assert (state.phase, state.turn) == ("announce", 3)
    assert said(state, "good").phase == "play"
    again = said(state, "kontra:uhu good")
    assert (again.phase, again.turn) == ("announce", 0)
    assert said(again, "good good good").phase == "play"


def test_who_may_double_the_game_follows_from_what_he_knows() -> None:
    """§9: not the declarer, not his partner; rekontra for all who do not know better."""
    state = said(rufer(), "announce:uhu good")
    assert offered(state, "kontra") == ["kontra:game", "kontra:uhu"]
    state = said(state, "kontra:game good")
    assert state.turn == 2
    assert offered(state, "kontra", "rekontra") == ["rekontra:game"]
    third = said(state, "good")
    assert offered(third, "kontra", "rekontra") == ["kontra:uhu"]
    declarer = said(third, "good")
    assert offered(declarer, "kontra", "rekontra") == ["rekontra:game"]
    opponent = said(declarer, "rekontra:game good")
    assert offered(opponent, "subkontra") == ["subkontra:game"]
    assert offered(said(opponent, "subkontra:game good")) == ["good"]


def test_who_said_good_may_only_answer_what_comes_later() -> None:
    """§9: he reacts at his first turn after an item appeared."""
    state = said(rufer(), "announce:uhu good good announce:pagat good good")
    assert state.turn == 0
    assert offered(state) == ["good", "kontra:pagat"]
    state = said(state, "good")
    assert offered(state, "kontra") == ["kontra:pagat"]


def test_a_kontra_of_the_own_side_is_void() -> None:
    """§9: the sides were unknown when it was given; every step after it is void, too."""
    state = said(rufer(), "announce:uhu good good announce:pagat good good")
    state = said(state, "kontra:pagat good rekontra:pagat good")
    assert state.view_for(PUBLIC)["factors"] == {"pagat": 4}
    over = to_the_end(state)
    pagat = next(line for line in over.score().lines if line.item == "pagat")
    assert pagat.factor == 1
    assert over.score().points == over.score().ledger


def test_koenig_ultimo_names_the_partner() -> None:
    """§9, §18."""
    state = said(rufer(), "announce:uhu good good")
    assert state.view_for(Seat(3))["roles"] == ["declarer", "unknown", "unknown", "defender"]
    state = said(state, "announce:king_ultimo")
    assert state.view_for(Seat(3))["roles"] == ["declarer", "defender", "partner", "defender"]
    state = said(state, "good good")
    assert offered(state, "kontra") == []


def test_in_a_suit_game_one_doubles_or_announces_valat() -> None:
    """§9, tournament only."""
    own = ["05", "06", "HK", "HQ", "HN", "HJ", "H1", "H2", "H3", "H4", "D1", "D2"]
    for rules, is_either_or in ((CUP, True), (VIENNA, False)):
        state = said(dealt(rules, {1: own}), "reserve bid:FS pass pass pass good")
        assert {"announce:valat", "kontra:game"} <= set(offered(state))
        after = said(state, "kontra:game")
        assert ("announce:valat" in offered(after)) != is_either_or
        after = said(state, "announce:valat")
        assert ("kontra:game" in offered(after)) != is_either_or
        declarer = said(dealt(rules, {1: own}), "reserve bid:FS pass pass pass announce:valat")
        assert offered(declarer, "kontra") == []


def test_a_fixed_valat_goes_without_trull_and_kings() -> None:
    """§15."""
    state = said(dealt(BONUSES, {}), "bid:SD pass pass pass")
    assert state.phase == "announce"
    items = ["announce:trull", "announce:four_kings", "announce:valat"]
    assert [item for item in offered(state) if item in items] == items
    assert not set(items) & set(offered(said(state, "announce:valat")))
    assert "announce:valat" not in offered(said(state, "announce:trull"))
    cup = said(dealt(CUP, {}), "bid:SD pass pass pass announce:trull")
    assert "announce:valat" in offered(cup)


def test_nothing_is_said_where_nothing_can_be() -> None:
    """§9: Trischaken, and a Bettel without kontra; a Bettel of the cups knows kontra only."""
    assert said(dealt(CUP, {}), PASSED, "choose:TK").phase == "play"
    assert said(dealt(BONUSES, {}), "bid:BE pass pass pass").phase == "play"
    state = said(dealt(CUP, {}), "bid:BE pass pass pass")
    assert offered(state) == ["good"]
    assert offered(said(state, "good")) == ["good", "kontra:game@1"]
    assert offered(said(state, "good kontra:game@1 good")) == ["good", "kontra:game@2"]
    state = said(state, "good kontra:game@1 good good good")
    assert offered(state) == ["good", "rekontra:game@1"]


# --- play ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "allowed"), [(VIENNA, ["16"]), (CUP, ["01", "16"])])
def test_an_announced_bird_is_kept(rules: RuleSet, allowed: list[str]) -> None:
    """§10.6: hard in Vienna; softly in the tournament, where it may lie under a higher card."""
    own = ["01", "16", "HK", "DK", "SK", "H1", "H2", "H3", "H4", "D1", "D2", "D3"]
    start = dealt(rules, {0: own, 3: ["17"]}, ["S7", "S8", "S9"], dealer=2)
    state = said(start, "reserve bid:DR pass pass pass take:L discard:S7 discard:S8 discard:S9")
    state = said(state, "announce:pagat good good good good play:17")
    assert offered(state) == [f"play:{card}" for card in allowed]
    leading = dealt(rules, {0: own}, ["S7", "S8", "S9"])
    start = said(leading, "reserve pass pass pass choose:DR take:L discard:S7 discard:S8")
    state = said(start, "discard:S9 announce:pagat good good good good")
    assert offered(state) == [f"play:{card}" for card in codes_of(mask_of(own[1:]))]


def test_all_hands_are_laid_open_from_the_second_trick_on() -> None:
    """§11."""
    low = ["H4", "H3", "H2", "H1", "D4", "D3", "D2", "D1", "S7", "S8", "C7", "C8"]
    state = said(dealt(CUP, {1: low}), "reserve bid:BO pass pass pass")
    state = said(state, "good good good good")
    assert (state.phase, state.turn) == ("play", 1)
    for _ in range(4):
        assert state.view_for(PUBLIC)["cards"] == {}
        state = said(state, offered(state)[0])
    assert set(state.view_for(PUBLIC)["cards"]) == {"0", "1", "2", "3"}


@pytest.mark.parametrize(("contract", "goal"), [("PI", 1), ("ZW", 2), ("BE", 0)])
def test_a_negative_game_ends_with_one_trick_too_many(contract: str, goal: int) -> None:
    """§10.8, §11: one too few is found out after the twelfth."""
    low = ["H4", "H3", "H2", "H1", "D4", "D3", "D2", "D1", "S7", "S8", "C7", "C8"]
    high = ["22", "21", "20", "19", "HK", "DK", "SK", "CK", "HQ", "DQ", "SQ", "CQ"]
    won = 0
    for own in ([*high[:goal], *low][:12], high):
        for number in range(30):
            state = said(dealt(VIENNA, {1: own}), f"reserve bid:{contract} pass pass pass")
            over = to_the_end(state, f"{contract} {number}")
            mine = [trick.winner for trick in over.play.tricks].count(1)
            assert len(over.play.tricks) == 12 or mine == goal + 1
            assert mine <= goal + 1
            assert over.score().lines[0].won == (mine == goal)
            won += mine == goal
    assert 0 < won < 60


def test_in_trischaken_the_talon_goes_with_the_tricks() -> None:
    """§12: all of it with the last, or one card with each of the first six."""
    talon = ["HK", "DK", "SK", "CK", "HQ", "DQ"]
    over = to_the_end(said(dealt(CUP, {}, talon), PASSED, "choose:TK"))
    last = over.play.tricks[-1].winner
    taken = [thirds(pile) for pile in over.play.won]
    taken[last] += thirds(mask_of(talon))
    assert list(over.score().seat_thirds) == taken
    state = said(dealt(VIENNA, {}, talon), PASSED, "choose:TK")
    assert state.view_for(PUBLIC)["talon"] == {"packets": [["HK"]]}
    over = to_the_end(state)
    taken = [thirds(pile) for pile in over.play.won]
    for card, trick in zip(talon, over.play.tricks, strict=False):
        taken[trick.winner] += thirds(mask_of([card]))
    assert list(over.score().seat_thirds) == taken
    assert sum(taken) == 210


def test_in_a_suit_game_taroks_wait() -> None:
    """§10.4: none is led while a suit card is left, void players give one, it does not win."""
    own = ["05", "06", "HK", "HQ", "HN", "HJ", "H1", "H2", "H3", "H4", "D1", "D2"]
    taroks = ["22", "21", "20", "19", "18", "17", "16", "15", "14"]
    start = dealt(CUP, {0: own, 1: [*taroks, "S7", "S8", "S9"]})
    state = said(start, "bid:FS pass pass pass good good good good")
    assert offered(state) == [f"play:{c}" for c in codes_of(mask_of(own[2:]))]
    state = said(state, "play:H4")
    assert offered(state) == [f"play:{c}" for c in reversed(taroks)]
    state = said(state, "play:22")
    while state.play.cards:
        state = said(state, offered(state)[0])
    assert state.play.tricks[0].winner == 0


def test_a_called_queen_is_no_king() -> None:
    """§7, §14.1: with four kings a queen is called; König ultimo and Königfang are about kings."""
    rules = rule_set("koenigrufen/tournament-vienna", king_caught=5, silent_failure_costs=True)
    own = ["HK", "DK", "SK", "CK", "16", "17", "18", "19", "H1", "H2", "D2", "S7"]
    start = said(dealt(rules, {0: own, 2: ["CQ"]}, QUIET), PASSED, "choose:RU call:CQ take:L")
    caught, ultimo = set(), set()
    for number in range(150):
        over = to_the_end(start, f"queen {number}")
        queen = next(trick for trick in over.play.tricks if start.called in trick.cards)
        caught.add(queen.winner in (0, 2))
        if queen is over.play.tricks[-1]:
            ultimo.add(queen.winner in (0, 2))
        items = {line.item for line in over.score().lines}
        assert not items & {"king_ultimo", "king_caught"}
    assert caught == ultimo == {True, False}


@pytest.mark.parametrize(
    ("cards", "kind", "emperor", "winner"),
    [
        ("22 05 21 01", "tarock", "none", "22"),
        ("22 05 21 01", "tarock", "any_order", "01"),
        ("22 05 21 01", "tarock", "mond_skus_pagat", "22"),
        ("21 05 22 01", "tarock", "mond_skus_pagat", "01"),
        ("21 01 22 05", "tarock", "mond_skus_pagat", "22"),
        ("01 21 22 05", "tarock", "mond_skus_pagat", "22"),
        # a suit was led: not in a suit game, where taroks win nothing then
        ("H1 21 22 01", "tarock", "any_order", "01"),
        ("H1 21 22 01", "suit", "any_order", "H1"),
        ("21 22 01 05", "suit", "any_order", "01"),
        # never where tricks are shunned
        ("21 22 01 05", "negative", "any_order", "22"),
        ("21 22 01 05", "everyone", "any_order", "22"),
        # not before all three have fallen
        ("21 22", "tarock", "any_order", "22"),
        ("21 01 20", "tarock", "any_order", "21"),
    ],
)
def test_who_wins_the_emperor_trick(cards: str, kind: str, emperor: str, winner: str) -> None:
    """§10.5."""
    trick = [index_of(card) for card in cards.split()]
    assert cards.split()[trick_winner(trick, kind=kind, emperor=emperor)] == winner
