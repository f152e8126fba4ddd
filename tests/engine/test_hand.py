"""Single situations of a hand, each with its paragraph of koenigrufen.md."""

import random
from collections.abc import Callable

import pytest

from engine.actions import Action
from engine.cards import PACK, codes_of, index_of, mask_of, thirds
from engine.errors import HandOver, IllegalAction, NotYourTurn
from engine.state import HandState
from engine.view import OPEN, PUBLIC, Seat
from tests.engine import hands

FOREHAND = 0


def dealt(own: list[str], talon: list[str], *, dealer: int = 3) -> HandState:
    """A deal in which forehand holds ``own`` (up to twelve cards) and the talon is as given."""
    rest = [c for c in PACK if c not in own and c not in talon]
    random.Random("rest").shuffle(rest)
    order = [""] * 54
    places = [*range(6), *range(30, 36)]
    for at, card in zip(places, own, strict=False):
        order[at] = card
    for at, card in enumerate(talon):
        order[24 + at] = card
    return HandState.deal(hands.ZONE, [card or rest.pop() for card in order], dealer)


def after_bid(state: HandState, contract: str) -> HandState:
    """Forehand's bid and three passes."""
    state = state.apply(FOREHAND, Action("bid", contract))
    for seat in (1, 2, 3):
        state = state.apply(seat, Action("pass"))
    return state


def finished(
    state: HandState, pick: Callable[[tuple[Action, ...]], Action] = lambda legal: legal[0]
) -> HandState:
    """The hand played to its end."""
    while state.turn is not None:
        state = state.apply(state.turn, pick(state.legal_actions()))
    return state


def test_packets_go_round_from_forehand_with_the_talon_between() -> None:
    """§4."""
    state = HandState.deal(hands.ZONE, PACK, 1)
    assert state.forehand == state.turn == 2
    assert state.dealt[2] == mask_of(PACK[0:6]) | mask_of(PACK[30:36])
    assert state.dealt[1] == mask_of(PACK[18:24]) | mask_of(PACK[48:54])
    assert [PACK[c] for c in state.talon] == list(PACK[24:30])


def test_forehand_reserves_holds_and_may_be_outbid_again() -> None:
    """§6.1 rules 3, 5."""
    state = HandState.deal(hands.ZONE, hands.deal(1), 3)
    first = [str(a) for a in state.legal_actions()]
    assert first == ["reserve", "bid:RU", "bid:SR", "bid:DR", "bid:BE", "bid:SD"]
    for seat, call in ((0, "reserve"), (1, "bid:RU"), (2, "pass"), (3, "pass")):
        state = state.apply(seat, Action.parse(call))
    assert [str(a) for a in state.legal_actions()][:3] == ["pass", "hold", "bid:SR"]
    state = state.apply(0, Action("hold"))
    assert [str(a) for a in state.legal_actions()][:2] == ["pass", "bid:SR"]
    state = state.apply(1, Action("bid", "SR")).apply(0, Action("hold")).apply(1, Action("pass"))
    assert state.contract is not None
    assert (state.contract.code, state.declarer, state.phase) == ("SR", 0, "call")


def test_refusals_have_their_own_names() -> None:
    state = HandState.deal(hands.ZONE, hands.deal(1), 3)
    with pytest.raises(NotYourTurn):
        state.apply(1, Action("pass"))
    with pytest.raises(IllegalAction):
        state.apply(0, Action("pass"))
    over = finished(state)
    with pytest.raises(HandOver):
        over.apply(0, Action("pass"))
    with pytest.raises(ValueError, match="finished"):
        state.score()


def test_a_hand_of_default_actions_is_a_rufer_of_forehand() -> None:
    """§5, §6.1 rule 7."""
    state = finished(HandState.deal(hands.ZONE, hands.deal(1), 3))
    assert [str(a) for _, a in state.bidding.calls] == [
        *("reserve", "pass", "pass", "pass", "choose:RU")
    ]
    assert state.declarer == 0
    assert state.play.tricks[0].lead == 0


def test_a_rufer_with_the_called_king_in_the_talon_is_played_alone() -> None:
    """§7 rule 5, §8.4: known to all as soon as the talon lies open, and ±3v."""
    state = after_bid(dealt(["HK", "DK", "SK"], ["CK", "02", "03", "04", "05", "06"]), "RU")
    assert [str(a) for a in state.legal_actions()] == ["call:CK"]
    assert "talon" not in state.view_for(OPEN)
    state = state.apply(0, Action("call", "CK"))
    for viewer in (Seat(0), Seat(2), PUBLIC):
        view = state.view_for(viewer)
        assert view["roles"] == ["declarer", "defender", "defender", "defender"]
        assert view["talon"] == {"packets": [["CK", "02", "03"], ["04", "05", "06"]]}
    state = state.apply(0, Action("take", "L"))
    assert state.hands[0] >> index_of("CK") & 1
    points = finished(state).score().points
    assert sorted(points) in ([-1, -1, -1, 3], [-3, 1, 1, 1])


def test_a_solorufer_alone_is_known_to_nobody_and_gets_the_half_with_the_king() -> None:
    """§7 rule 5, §8.5."""
    talon = ["02", "03", "04", "05", "CK", "HQ"]
    state = after_bid(dealt(["HK", "DK", "SK"], talon), "SR")
    state = state.apply(0, Action("call", "CK"))
    rng = random.Random(5)
    while state.turn is not None:
        assert state.view_for(PUBLIC)["roles"] == ["declarer"] + ["unknown"] * 3
        assert state.view_for(Seat(0))["roles"] == ["declarer"] + ["unknown"] * 3
        assert state.view_for(Seat(2))["roles"][2] == "defender"
        assert "talon" not in state.view_for(Seat(0))
        state = state.apply(state.turn, rng.choice(state.legal_actions()))
    view = state.view_for(PUBLIC)
    assert view["roles"] == ["declarer", "defender", "defender", "defender"]
    assert view["talon"] == {"packets": [talon[:3], talon[3:]]}
    (line,) = state.score().lines
    assert line.alone
    assert line.talon_thirds == thirds(mask_of(talon[3:])) == 1 + 13 + 10
    assert sorted(map(abs, state.score().points)) == [2, 2, 2, 6]


def test_only_the_partner_knows_before_the_king_falls() -> None:
    """§7 rules 3, 6; §18."""
    state = after_bid(HandState.deal(hands.ZONE, hands.deal(1), 3), "SR")
    before = state.view_for(Seat(1))["roles"]
    assert before == ["declarer", "unknown", "unknown", "unknown"]
    action = next(a for a in state.legal_actions() if not mask_of([a.arg]) & sum_talon(state))
    state = state.apply(0, action)
    partner = state.partner
    assert partner > 0
    other = next(s for s in (1, 2, 3) if s != partner)
    while index_of(action.arg) not in played(state):
        roles = {s: state.view_for(Seat(s))["roles"] for s in range(4)}
        assert roles[0] == ["declarer"] + ["unknown"] * 3
        assert roles[partner][partner] == "partner"
        assert roles[partner].count("defender") == 2
        assert roles[other][other] == "defender"
        assert roles[other].count("unknown") == 2
        assert state.turn is not None
        state = state.apply(state.turn, state.legal_actions()[-1])
    for viewer in (Seat(0), Seat(other), PUBLIC):
        assert state.view_for(viewer)["roles"][partner] == "partner"


def sum_talon(state: HandState) -> int:
    return sum(1 << card for card in state.talon)


def played(state: HandState) -> set[int]:
    return {*state.play.cards, *(c for trick in state.play.tricks for c in trick.cards)}


def test_four_kings_call_a_queen_and_a_called_queen_stays() -> None:
    """§7 rules 3, 7."""
    own = ["HK", "DK", "SK", "CK", "HQ"]
    state = after_bid(dealt(own, ["DQ", "02", "03", "04", "05", "06"]), "RU")
    assert [a.arg for a in state.legal_actions()] == ["DQ", "SQ", "CQ"]
    state = state.apply(0, Action("call", "DQ")).apply(0, Action("take", "L"))
    offered = {a.arg for a in state.legal_actions()}
    assert "DQ" not in offered
    assert "HQ" in offered


@pytest.mark.parametrize(
    ("own", "callable_codes"),
    [
        (["02", "03", "04", "05"], ["HN", "DN", "SN", "CN"]),
        (["HN", "DN", "SN", "CN"], ["HJ", "DJ", "SJ", "CJ"]),
    ],
)
def test_the_ladder_goes_on_with_knights_and_jacks(
    own: list[str], callable_codes: list[str]
) -> None:
    """§7 rule 3."""
    courts = [suit + rank for suit in "HDSC" for rank in "KQ"]
    state = after_bid(dealt([*courts, *own], []), "SR")
    assert [a.arg for a in state.legal_actions()] == callable_codes


def test_a_bettel_ends_with_the_declarers_first_trick() -> None:
    """§10.1, §10.8, §11: forehand leads, the talon stays down, the rest is shown when over."""
    state = HandState.deal(hands.ZONE, hands.deal(1), 3)
    state = state.apply(0, Action("reserve")).apply(1, Action("bid", "BE"))
    for seat in (2, 3, 0):
        state = state.apply(seat, Action("pass"))
    assert (state.phase, state.turn) == ("play", 0)
    state = finished(state, lambda legal: legal[-1])
    assert state.play.tricks[-1].winner == 1
    assert [t.winner for t in state.play.tricks].count(1) == 1
    assert state.score().points == (4, -12, 4, 4)
    (line,) = state.score().lines
    assert (line.tricks_won, line.thirds) == (1, None)
    assert "declarer_thirds" not in state.score().to_json()
    view = state.view_for(PUBLIC)
    assert [len(cards) for cards in view["cards"].values()] == view["counts"]
    assert len(view["talon"]["packets"]) == 2


def test_a_bettel_without_a_trick_is_won_after_twelve() -> None:
    low = ["H4", "H3", "H2", "H1", "D4", "D3", "D2", "D1", "S7", "S8", "C7", "C8"]
    state = after_bid(dealt(low, []), "BE")
    rng = random.Random(3)
    ends = [finished(state, rng.choice) for _ in range(50)]
    won = [end for end in ends if not end.play.won[0]]
    assert won
    for end in won:
        assert len(end.play.tricks) == 12
        assert end.score().points == (12, -4, -4, -4)


def test_a_discarded_tarok_is_shown_to_everybody() -> None:
    """§8.3: both discardable suit cards go first."""
    own = ["02", "04", "06", "08", "10", "11", "13", "17", "19", "21", "HK", "C7"]
    state = after_bid(dealt(own, ["22", "SK", "D4", "03", "05", "07"]), "DR")
    state = state.apply(0, Action("take", "L"))
    assert [a.arg for a in state.legal_actions()] == ["D4", "C7"]
    state = state.apply(0, Action("discard", "C7")).apply(0, Action("discard", "D4"))
    assert [a.arg for a in state.legal_actions()] == [c for c in own if c not in ("21", "HK", "C7")]
    state = state.apply(0, Action("discard", "02"))
    assert state.phase == "play"
    assert state.view_for(Seat(2))["discards"] == ["?", "?", "02"]
    assert state.view_for(OPEN)["discards"] == ["C7", "D4", "02"]
    assert len(codes_of(state.hands[0])) == 12


def test_a_view_belongs_to_one_seat() -> None:
    state = HandState.deal(hands.ZONE, hands.deal(1), 3, hand="abc", seating=(0, 1, 3, 4))
    mine, theirs = state.view_for(Seat(0)), state.view_for(Seat(1))
    assert mine["seat"] == 0
    assert mine["hand"] == "abc"
    assert mine["seating"] == [0, 1, 3, 4]
    assert mine["fallback"] == mine["legal"][0] == "reserve"
    assert "legal" not in theirs
    assert list(theirs["cards"]) == ["1"]
    assert state.view_for(PUBLIC)["cards"] == {}
    assert list(state.view_for(OPEN)["cards"]) == ["0", "1", "2", "3"]
