"""Single situations of Illustrated Tarock, each with its paragraph of illustrated-tarock.md."""

from __future__ import annotations

import pytest

from engine.cards import mask_of, shown
from engine.errors import IllegalAction
from engine.rules import RuleSet, rule_set
from engine.state import HandState
from engine.view import PUBLIC, Seat
from tests.engine.situations import dealt, offered, said, to_the_end

LOEW = rule_set("illustrated/loew-1954")
BECK = rule_set("illustrated/beck")
MS = rule_set("illustrated/mayr-sedlaczek-2016")
ALL = (LOEW, BECK, MS)
OWN = ["02", "12", "13", "14", "15", "16", "17", "18", "19", "20", "H1", "H2", "H3", "H4", "D1"]
PLAIN = ["S7", "S8", "S9", "C7", "C8", "C9"]


def playing(
    rules: RuleSet,
    contract: str = "3B",
    own: list[str] = OWN,
    *,
    right: tuple[str, ...] = (),
    left: tuple[str, ...] = (),
) -> HandState:
    """Seat 0 is forehand and declarer, before he says anything; some cards of the defenders."""
    state = said(dealt(rules, {0: own, 1: right, 2: left}, PLAIN), f"bid:{contract}")
    while state.phase == "auction":
        state = said(state, "good")
    assert state.declarer == 0
    return state


def exchanged(state: HandState) -> HandState:
    """The first packet taken, its cards laid away again; whatever is asked before: ``good``."""
    while state.phase == "announce_before":
        state = said(state, "good")
    state = said(state, "take:0")
    while state.phase == "discard":
        state = said(state, next(a for a in offered(state) if a[8:] in PLAIN))
    return state


# --- deal and auction ----------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.id)
def test_packets_and_talon(rules: RuleSet) -> None:
    """§2: the talon first and packets of four, or eight, the talon and eight."""
    order = [f"{n:02d}" for n in range(1, 23)]
    order += [s + r for s in "HD" for r in "4321JNQK"] + [s + r for s in "SC" for r in "789TJNQK"]
    state = HandState.deal(rules, order, 1)
    talon = order[24:30] if rules is MS else order[:6]
    assert mask_of(talon) == sum(1 << card for card in state.talon)
    first = order[:8] if rules is MS else order[6:10]
    assert mask_of(first) & state.dealt[2] == mask_of(first)
    assert [hand.bit_count() for hand in state.dealt] == [16, 16, 16]


def test_a_hand_without_a_tarok_is_dealt_again_in_loew_only() -> None:
    """§2, §3.4: shown, over before any action, no points."""
    none = {1: [s + r for s in "HD" for r in "4321JNQK"]}
    state = dealt(LOEW, none)
    assert (state.is_redeal, state.ply, state.phase) == (True, 0, "over")
    assert state.score().points == (0, 0, 0)
    assert state.view_for(PUBLIC)["cards"]["1"]
    assert not dealt(BECK, none).is_over
    assert not dealt(MS, none).is_over


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.id)
def test_three_passes_are_a_redeal(rules: RuleSet) -> None:
    """§3.4."""
    state = said(dealt(rules, {}), "pass pass pass")
    assert state.is_redeal
    assert state.score().lines == ()


def test_trischaken_by_agreement_after_three_passes() -> None:
    """§9: nobody declares; the talon stays aside; the Pagat falls last."""
    rules = rule_set("illustrated/beck", all_pass="trischaken")
    state = said(dealt(rules, {0: ["01", "05", "H2"]}, ["HK", "DK"]), "pass pass pass")
    assert (state.phase, state.turn, state.declarer) == ("play", 0, -1)
    assert state.view_for(PUBLIC)["contract"] == {"code": "TK"}
    assert "play:01" not in offered(state)
    over = to_the_end(state)
    assert sum(over.score().seat_thirds) < 210
    assert sorted(over.score().points)[0] == -10


def test_a_player_who_is_out_stays_out() -> None:
    """§3.2: the third waits; a higher bid by him is fresh for the one who is left."""
    state = said(dealt(LOEW, {}), "bid:3B takeover good")
    assert state.turn == 2
    assert offered(state) == ["good", "bid:2B", "bid:1B", "bid:SO"]
    state = said(state, "bid:2B")
    assert state.turn == 1
    assert offered(state) == ["good", "takeover", "bid:1B", "bid:SO"]
    state = said(state, "takeover hold good")
    assert (state.declarer, state.bidding.take_state) == (2, 2)


def test_in_beck_a_game_is_taken_over_once() -> None:
    """§3.2, §11: and only a game of three cards."""
    assert "takeover" in offered(said(dealt(BECK, {}), "bid:3B"))
    assert "takeover" not in offered(said(dealt(BECK, {}), "bid:2B"))
    assert "takeover" not in offered(said(dealt(MS, {}), "bid:3B"))
    assert "retake" in offered(said(dealt(LOEW, {}), "bid:3B takeover hold"))
    assert "retake" not in offered(said(dealt(BECK, {}), "bid:3B takeover hold"))


# --- announcing ----------------------------------------------------------------------------------


def test_what_may_be_announced_when() -> None:
    """§7: by preset and stage; Pagat and Uhu by who holds them, "without" while that is true."""
    assert offered(playing(LOEW)) == ["good", "announce:p40"]
    early = ("uhu", "p40", "p50", "notrull", "nokings", "valat")
    with_uhu = {f"announce:{item}" for item in early}
    state = playing(BECK, right=("01", "21", "22"), left=("HK", "DK", "SK", "CK"))
    assert set(offered(state)) == {"good"} | with_uhu
    state = playing(MS, right=("01", "21", "22"), left=("HK", "DK", "SK", "CK"))
    assert set(offered(state)) == {"good"} | with_uhu - {"announce:uhu"}
    late = exchanged(playing(LOEW, own=["01", *OWN[1:]]))
    assert offered(late, "announce") == ["announce:pagat", "announce:p50"]
    agreed = rule_set("illustrated/loew-1954", uhu_enabled=True)
    assert "announce:uhu" in offered(exchanged(playing(agreed)))


def test_held_cards_forbid_to_announce_that_one_has_none() -> None:
    own = ["22", "HK", *OWN[:13]]
    assert not {"announce:notrull", "announce:nokings"} & set(offered(playing(BECK, own=own)))


def test_in_solo_all_is_announced_in_one_window() -> None:
    """§4: with the values after the talon; the talon stays down."""
    state = playing(LOEW, "SO", own=["01", *OWN[1:]])
    assert state.phase == "announce_after"
    assert offered(state, "announce") == ["announce:p40", "announce:pagat", "announce:p50"]
    state = said(state, "announce:p40 good good good")
    assert state.phase == "play"
    assert "talon" not in state.view_for(Seat(0))
    over = to_the_end(state)
    p40 = next(line for line in over.score().lines if line.item == "p40")
    assert (p40.stage, p40.value, p40.multiplier) == ("post", 5, 4)


def test_before_the_talon_defenders_are_asked_only_about_an_announcement() -> None:
    """§4."""
    assert said(playing(MS), "good").phase == "take"
    state = said(playing(MS), "announce:p40 good")
    assert (state.phase, state.turn) == ("announce_before", 1)
    assert offered(state) == ["good", "kontra:game", "kontra:p40"]


@pytest.mark.parametrize(("rules", "order"), [(LOEW, [1, 2]), (BECK, [2, 1]), (MS, [1, 2])])
def test_the_order_of_replies(rules: RuleSet, order: list[int]) -> None:
    """§4: from the right; in Beck from the left."""
    state = said(playing(rules), "announce:p40 good")
    seats = [state.turn, said(state, "good").turn]
    assert seats == order


def test_a_kontra_binds_both_defenders() -> None:
    """§4, §7: the second answers only what is open; the declarer answers once."""
    state = said(playing(MS), "announce:p40 good kontra:p40 good")
    assert offered(state) == ["good", "kontra:game"]
    state = said(state, "good")
    assert (state.turn, offered(state)) == (0, ["good", "rekontra:p40"])
    assert said(state, "rekontra:p40 good").phase == "take"
    loew = said(playing(LOEW), "announce:p40 good kontra:p40 good good")
    assert loew.phase == "take"


def test_an_item_left_alone_is_closed_but_the_game_is_open() -> None:
    """§4."""
    state = exchanged(said(playing(MS), "announce:p40 good good good"))
    state = said(state, "good")
    assert offered(state) == ["good", "kontra:game"]
    doubled = exchanged(said(playing(MS), "announce:p40 good kontra:game good good good"))
    assert offered(said(doubled, "good")) == ["good"]


@pytest.mark.parametrize(
    ("tokens", "factor"),
    [
        ("announce:p40 good kontra:game good good good", 4),
        ("announce:p40 good kontra:game good good rekontra:game good", 16),
    ],
)
def test_a_game_doubled_before_the_talon(tokens: str, factor: int) -> None:
    """§7: total factors four and sixteen."""
    state = exchanged(said(playing(MS), tokens))
    assert state.view_for(PUBLIC)["factors"] == {"game": factor}
    assert to_the_end(state).score().lines[0].factor == factor


def test_chain() -> None:
    """§7, §11.1: free, ordered by stage, or every lower degree first."""
    required = rule_set("illustrated/beck", chain_required=True)
    assert "announce:p50" not in offered(playing(required))
    assert "announce:p50" in offered(said(playing(required), "announce:p40"))
    ordered = exchanged(said(playing(MS), "announce:p50 good good good"))
    assert "announce:p40" not in offered(ordered)
    assert "announce:valat" in offered(ordered)
    free = exchanged(said(playing(BECK), "announce:p50 good good good"))
    assert "announce:p40" in offered(free)


def test_defenders_announce_in_loew_and_the_declarer_doubles() -> None:
    """§4, §7."""
    state = said(exchanged(playing(LOEW, right=("22",), left=("01",))), "good good")
    assert offered(state) == ["good", "announce:pagat", "kontra:game"]
    state = said(state, "announce:pagat good")
    assert (state.turn, offered(state)) == (0, ["good", "kontra:pagat"])
    assert said(state, "kontra:pagat good").phase == "play"
    silent = said(exchanged(playing(BECK, left=("01",))), "good")
    assert offered(silent) == ["good", "kontra:game"]


def test_hand_bonuses_are_claimed_in_loew_and_automatic_elsewhere() -> None:
    """§7: claimed aloud before the first lead, else lost."""
    held = ("01", "21", "22")
    state = said(exchanged(playing(LOEW, right=held)), "good")
    assert offered(state, "claim") == ["claim:trull"]
    claimed = said(state, "claim:trull good good")
    assert claimed.view_for(PUBLIC)["claims"] == [{"item": "trull", "seat": 1}]
    trull = [line for line in to_the_end(claimed).score().lines if line.item == "trull"]
    assert [(line.seat, line.points) for line in trull] == [(1, (0, 3, 0))]
    lost = to_the_end(said(state, "good good"))
    assert "trull" not in [line.item for line in lost.score().lines]
    beck = to_the_end(exchanged(playing(BECK, right=held)))
    assert ("trull", 1, (0, 4, 0)) in [(i.item, i.seat, i.points) for i in beck.score().lines]


def test_two_honours_in_a_hand_count_in_beck() -> None:
    """§5: what was picked up counts, three are no two."""
    over = to_the_end(exchanged(playing(BECK, right=("21", "22"), left=("01",))))
    heads = [(i.seat, i.points) for i in over.score().lines if i.item == "heads"]
    assert heads == [(1, (0, 2, 0))]


# --- taking, discarding, play --------------------------------------------------------------------


@pytest.mark.parametrize(("contract", "packets"), [("3B", 2), ("2B", 3), ("1B", 6)])
def test_the_talon_lies_open_in_packets(contract: str, packets: int) -> None:
    """§1.7: everybody sees them, and who takes which."""
    state = playing(BECK, contract)
    assert "talon" not in state.view_for(Seat(1))
    state = said(state, "good")
    assert offered(state) == [f"take:{at}" for at in range(packets)]
    view = state.view_for(Seat(1))["talon"]
    assert [card for packet in view["packets"] for card in packet] == PLAIN
    assert len(view["packets"]) == packets
    state = said(state, f"take:{packets - 1}")
    assert state.view_for(PUBLIC)["talon"]["taken"] == packets - 1
    for _ in range(6 // packets):
        state = said(state, offered(state)[0])
    assert state.phase == "announce_after"


@pytest.mark.parametrize(("contract", "rest"), [("3B", 0), ("2B", 2), ("1B", 1), ("SO", 0)])
def test_the_fraction_of_a_pile(contract: str, rest: int) -> None:
    """§1.2."""
    state = playing(MS, contract)
    over = to_the_end(exchanged(state) if contract != "SO" else state)
    count = over.score().declarer_thirds
    assert count is not None
    assert count % 3 == rest
    assert shown(count) + shown(210 - count) == 70


def test_forehand_leads_whoever_declares() -> None:
    """§1.5."""
    state = said(dealt(BECK, {}), "pass pass bid:SO good good good")
    assert (state.phase, state.turn, state.declarer) == ("play", 0, 2)


def test_nobody_has_to_beat_a_card() -> None:
    """§1.5 rule 3: these duties are Trischaken's."""
    state = playing(BECK, "SO", own=["01", *OWN[1:]], right=("03", "22"))
    state = said(state, "good good good play:12")
    assert {"play:03", "play:22"} <= set(offered(state))
    with pytest.raises(IllegalAction):
        said(state, "play:HK")


def test_forty_points_are_forty() -> None:
    """§5: the count decides, as it is written down; 40 make the announcement, 39 do not."""
    start = exchanged(said(playing(BECK), "announce:p40 good good good"))
    found: dict[int, bool] = {}
    for number in range(400):
        score = to_the_end(start, f"forty {number}").score()
        assert score.declarer_thirds is not None
        (p40,) = [line for line in score.lines if line.item == "p40"]
        found[shown(score.declarer_thirds)] = p40.won
        if {39, 40} <= found.keys():
            break
    assert (found[39], found[40]) == (False, True)
