"""Rule sets, house rules, and who deals and sits out in a series."""

import hashlib
import json
from collections import Counter

import pytest

from engine.errors import BadOption, BadSeries, UnknownRuleSet
from engine.phases.table import PHASES
from engine.rules import RULE_SETS, rule_set
from engine.series import Series
from engine.state import HandState
from tests.engine import hands

ZONE = hands.ZONE
# a changed value is a new version of the rule set: finished hands keep the old one
PUBLISHED = {
    "koenigrufen/cardgames-zone@1": "ca0cd6def89983ae",
    "koenigrufen/seed-bonuses@1": "65de77dda4d063dd",
    "koenigrufen/tournament@1": "b648440f2b76c0c1",
    "koenigrufen/tournament-vienna@1": "e2b9ffa7e0a17df7",
    "illustrated/loew-1954@1": "75f7904b821b7864",
    "illustrated/beck@1": "aa31d2b5c71afc28",
    "illustrated/mayr-sedlaczek-2016@1": "71c4af0898662eba",
}


def test_published_rule_sets_have_not_changed() -> None:
    """What a preset accepts as house rules may grow: that changes no finished hand."""
    found = {}
    for data in RULE_SETS.values():
        values = {key: value for key, value in data.items() if key != "accepts"}
        text = json.dumps(values, sort_keys=True, separators=(",", ":"))
        key = f"{data['family']}/{data['id']}@{data['version']}"
        found[key] = hashlib.sha256(text.encode()).hexdigest()[:16]
    assert found == PUBLISHED


def test_a_rule_set_is_found_with_and_without_its_version() -> None:
    assert rule_set("koenigrufen/cardgames-zone@1") is rule_set("koenigrufen/cardgames-zone")
    assert ZONE.key == "koenigrufen/cardgames-zone@1"
    assert (ZONE.hand_seats, ZONE.hand_size, ZONE.trick_count) == (4, 12, 12)
    assert ZONE.sum_rule == "zero"
    assert [c.code for c in ZONE.contracts] == ["RU", "SR", "DR", "BE", "SD"]
    assert ZONE.contract("SD").value == 8


@pytest.mark.parametrize("id", ["", "koenigrufen", "koenigrufen/cardgames-zone@2", "x/y", "@1"])
def test_unknown_rule_sets_are_refused(id: str) -> None:
    with pytest.raises(UnknownRuleSet):
        rule_set(id)


def test_house_rules_change_values_and_the_hash() -> None:
    house = rule_set(
        "koenigrufen/cardgames-zone",
        values={"BE": 3},
        loss_values={"SD": 10},
        win_thirds=106,
        contracts=["RU", "BE", "SD"],
    )
    assert house.key == ZONE.key
    assert house.hash != ZONE.hash
    assert [c.code for c in house.contracts] == ["RU", "BE", "SD"]
    assert (house.contract("BE").value, house.contract("SD").loss_value) == (3, 10)
    assert house.scoring.win_thirds == 106
    assert ZONE.contract("BE").value == 4
    record = hands.record(5, house)
    assert record.verify().rules is house


@pytest.mark.parametrize(
    "options",
    [
        {"win_thirds": 105},
        {"id": "x"},
        {"win_thirds": True},
        {"values": {"XX": 1}},
        {"values": {"RU": 51}},
        {"values": {"RU": 1.5}},
        {"values": [1]},
        {"contracts": []},
        {"contracts": ["TK"]},
        {"contracts": "RU"},
        {"kontra": True},
        {"contracts": {1, 2}},
    ],
)
def test_other_options_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        rule_set("koenigrufen/cardgames-zone", **options)


@pytest.mark.parametrize("id", RULE_SETS)
def test_every_preset_is_typed_and_complete(id: str) -> None:
    rules = rule_set(id)
    assert (rules.id, rules.options) == (id, {})
    assert [c.rank for c in rules.contracts] == sorted(c.rank for c in rules.contracts)
    assert len({c.code for c in rules.contracts}) == len(rules.contracts)
    assert set(rules.flow) <= set(PHASES)
    assert rules.default_hands in rules.hands_allowed
    dealt = sum(int(size) for size in rules.deal.pattern if size[0] != "t")
    assert dealt == rules.hand_size == rules.trick_count
    assert rules.hand_size * rules.hand_seats + 6 == 54
    for contract in rules.contracts:
        assert set(contract.bonuses) <= {*rules.bonuses, "valat"}
        assert set(contract.compulsory) <= set(contract.bonuses)
    announced = {*rules.announce.pre, *rules.announce.post, *rules.announce.claims}
    assert announced <= set(rules.bonuses)


@pytest.mark.parametrize("count", [2, 4, 8])
def test_at_a_table_of_four_the_deal_goes_round(count: int) -> None:
    series = Series(ZONE, 4, count, first_dealer=2)
    plans = [series.deal_for(number) for number in range(series.hand_count)]
    assert [plan.dealer for plan in plans] == [(2 + n) % 4 for n in range(count)]
    assert all(plan.seating == (0, 1, 2, 3) for plan in plans)
    assert all(plan.dealer == plan.dealer_table_seat for plan in plans)


@pytest.mark.parametrize(("count", "dealt"), [(4, 5), (8, 10)])
def test_at_a_table_of_five_the_dealer_sits_out(count: int, dealt: int) -> None:
    series = Series(ZONE, 5, count)
    assert series.hand_count == dealt
    out: Counter[int] = Counter()
    first: Counter[int] = Counter()
    for number in range(dealt):
        plan = series.deal_for(number)
        (absent,) = set(range(5)) - set(plan.seating)
        assert absent == plan.dealer_table_seat == number % 5
        assert list(plan.seating) == sorted(plan.seating)
        # forehand is the seat after the absent dealer
        state = HandState.deal(ZONE, hands.deal(1), plan.dealer, seating=plan.seating)
        assert plan.seating[state.forehand] == (absent + 1) % 5
        out[absent] += 1
        first[plan.seating[state.forehand]] += 1
    assert set(out.values()) == set(first.values()) == {dealt // 5}


@pytest.mark.parametrize(
    ("size", "count", "first"), [(4, 3, 0), (5, 2, 0), (3, 4, 0), (6, 4, 0), (4, 4, 4), (5, 4, -1)]
)
def test_impossible_series_are_refused(size: int, count: int, first: int) -> None:
    with pytest.raises(BadSeries):
        Series(ZONE, size, count, first)


def test_there_is_no_hand_outside_the_series() -> None:
    for number in (-1, 4):
        with pytest.raises(BadSeries):
            Series(ZONE, 4, 4).deal_for(number)


@pytest.mark.parametrize(
    "deal",
    [(), hands.deal(1)[:-1], (*hands.deal(1)[:-1], hands.deal(1)[0]), ("xx",) * 54],
)
def test_a_deal_needs_the_whole_pack(deal: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="54 cards"):
        HandState.deal(ZONE, deal, 0)


def test_a_deal_needs_existing_seats() -> None:
    for dealer, seating in ((4, None), (-1, None), (0, (0, 1, 2)), (0, (0, 1, 2, 2))):
        with pytest.raises(ValueError, match="seat"):
            HandState.deal(ZONE, hands.deal(1), dealer, seating=seating)
