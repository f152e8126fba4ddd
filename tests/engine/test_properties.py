"""Properties of every hand, checked on a seeded sample of each preset (koenigrufen.md §24)."""

import itertools
import random
from collections import Counter

import pytest

from engine.actions import Action
from engine.cards import KINGS
from engine.rules import RULE_SETS, rule_set
from engine.scoring.trischaken import trischaken_points
from engine.state import HandState
from tests.engine import checks, hands, referee_koenigrufen
from tests.vectors import discards_by_formula, discards_reached

PRESETS = pytest.mark.parametrize("preset", hands.PRESETS)
# items every full sample has to show: announced and made, announced and failed, silent
SHOWN = {
    "koenigrufen/seed-bonuses": ("pagat", "trull", "four_kings", "valat"),
    "koenigrufen/tournament": ("pagat", "uhu", "kakadu", "quapil", "trull", "four_kings", "valat"),
    "koenigrufen/tournament-vienna": ("pagat", "uhu", "kakadu", "quapil", "king_ultimo", "valat"),
    "illustrated/loew-1954": ("pagat", "p40", "p50"),
    "illustrated/beck": ("pagat", "uhu", "p40", "p50", "nokings", "valat"),
    "illustrated/mayr-sedlaczek-2016": ("pagat", "p40", "p50", "nokings", "notrull", "valat"),
}


@PRESETS
def test_every_hand_of_the_sample(preset: str) -> None:
    for record in hands.sample(preset):
        checks.check_hand(record)


@pytest.mark.soak
@PRESETS
def test_every_hand_of_a_thousand(preset: str) -> None:
    rules = rule_set(preset)
    for number in range(1000):
        checks.check_hand(hands.record(number, rules))


@PRESETS
def test_the_sample_shows_every_contract(preset: str) -> None:
    rules = rule_set(preset)
    finals = [record.replay() for record in hands.sample(preset)]
    contracts = Counter(s.contract.code if s.contract else "redeal" for s in finals)
    expected = {c.code for c in rules.contracts}
    assert contracts.keys() == expected | ({"redeal"} if rules.series.max_redeals else set())


@pytest.mark.ci
@PRESETS
def test_the_full_sample_shows_every_phase_and_verb(preset: str) -> None:
    rules = rule_set(preset)
    records = hands.sample(preset, hands.FULL)
    contracts = Counter(s.contract.code for s in (r.replay() for r in records) if s.contract)
    assert min(contracts.values()) >= 0.4 * len(records) / len(rules.contracts)
    phases = {s.phase for record in records for s in record.states()}
    concession = {"concede"} if rules.talon.concede_if_called_in_talon else set()
    silent = set() if rules.bonuses else {"announce"}
    assert phases == {*rules.flow, "over"} - silent - ({"concede"} - concession)
    verbs = {"pass", "bid", "take", "discard", "play"}
    if rules.sum_rule == "zero":
        verbs |= {"reserve", "choose", "call"}
    else:
        verbs |= {"good", "kontra", "announce"}
    if rules.auction.forehand_may_hold:
        verbs |= {"hold"}
    if rules.kontra.max_factor == 8:
        verbs |= {"kontra", "rekontra", "subkontra", "announce", "concede", "continue"}
    if rules.auction.takeable:
        verbs |= {"takeover", "hold"}
    if rules.auction.retake:
        verbs |= {"retake", "claim"}
    assert verbs <= {e.action.verb for record in records for e in record.entries}


@pytest.mark.ci
@pytest.mark.parametrize("preset", sorted(SHOWN))
def test_the_full_sample_shows_every_bonus(preset: str) -> None:
    found = {
        (line.item, line.stage != "silent", line.won)
        for record in hands.sample(preset, hands.FULL)
        for line in record.replay().score().lines
        if line.stage is not None
    }
    for item in SHOWN[preset]:
        assert (item, True, False) in found, f"no announced {item} failed"
        assert {(item, True, True), (item, False, True)} & found, f"no {item} was made"


@pytest.mark.ci
@pytest.mark.parametrize("preset", [p for p in hands.PRESETS if p.startswith("koenig")])
def test_the_full_sample_shows_the_rare_cases_of_calling(preset: str) -> None:
    rules = rule_set(preset)
    finals = [record.replay() for record in hands.sample(preset, hands.FULL)]
    called = [s for s in finals if s.called >= 0]
    assert any(s.partner < 0 for s in called), "nobody ever played alone"
    solo = [s for s in called if s.contract and s.contract.talon == "solo"]
    assert any(s.partner < 0 for s in solo), "no called king in the talon of a Solorufer"
    if rules.calling.four_kings == "call_next_rank":
        assert any(not KINGS >> s.called & 1 for s in called), "no queen called"
    if rules.calling.anonymous_fourth:
        assert any(s.is_call_unnamed for s in called), "no fourth king called unnamed"


def test_a_hand_without_tarok_is_dealt_again() -> None:
    rules = rule_set("illustrated/loew-1954")
    state = hands.record(3, rules).verify()
    assert state.is_redeal
    assert state.ply == 0


@pytest.mark.parametrize("preset", ["koenigrufen/tournament", "koenigrufen/tournament-vienna"])
def test_trischaken_pays_what_the_second_referee_pays(preset: str) -> None:
    """Ties, mayors, one to three without a trick: more than hands of the sample show (§12)."""
    rules, rng = rule_set(preset), random.Random(preset)
    pays = referee_koenigrufen.upper_austria
    if rules.trischaken and rules.trischaken["table"] == "vienna":
        pays = referee_koenigrufen.vienna
    for _ in range(2000):
        size = rng.choice((1, 5, 35, 70))
        cuts = sorted(rng.choice((0, 105, 210, size * rng.randint(0, 210 // size))) for _ in "abc")
        thirds = [b - a for a, b in itertools.pairwise([0, *cuts, 210])]
        rng.shuffle(thirds)
        virgins = [seat for seat in range(4) if not thirds[seat]]
        for forehand in range(4):
            found = trischaken_points(rules, thirds, forehand)
            assert list(found) == pays(thirds, forehand, virgins)
            assert sum(found) == 0


@PRESETS
def test_a_table_of_defaults_ends_every_hand(preset: str) -> None:
    """Defaults pass every auction: a weakest contract, or a redeal, until the guard counts it."""
    rules = rule_set(preset)
    for number in range(6):
        state = HandState.deal(rules, hands.deal(number), number % rules.hand_seats)
        while state.turn is not None:
            state = state.apply(state.turn, state.default_action())
        assert state.is_redeal == bool(rules.series.max_redeals)
        assert state.contract is None or state.contract.rank == 1


@PRESETS
def test_a_refused_action_leaves_the_state_equal(preset: str) -> None:
    for number, state in enumerate(hands.states(preset, 4)):
        checks.check_refusals(state, number)


@PRESETS
def test_views_are_small_plain_and_show_no_foreign_card(preset: str) -> None:
    every = 1 + hands.COUNT // 50
    for number, state in enumerate(itertools.islice(hands.states(preset), 0, None, every)):
        found = checks.viewers(state)
        for viewer in found[number % 3 :: 3]:
            checks.check_view(state, viewer)


@pytest.mark.parametrize("kind", ["tarock", "suit"])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_discarding_card_by_card_reaches_exactly_the_legal_sets(count: int, kind: str) -> None:
    rng = random.Random(f"discards {count} {kind}")
    for _ in range(8):
        hand = sum(1 << c for c in rng.sample(range(54), 15))
        poor = sum(1 << c for c in rng.sample(range(22), 13)) | 1 << 38 | 1 << 30
        rich = sum(1 << c for c in rng.sample(range(22, 54), 13)) | 1 << 3 | 1 << 9
        for cards in (hand, poor, rich):
            assert discards_reached(cards, kind, count) == discards_by_formula(cards, kind, count)


def test_six_cards_are_discarded_as_sets_too() -> None:
    rng = random.Random("six")
    for suits in (4, 5, 6, 7):
        hand = sum(1 << c for c in rng.sample(range(1, 20), 14 - suits))
        hand |= sum(1 << c for c in rng.sample([c for c in range(22, 54) if c % 8 != 5], suits))
        assert discards_reached(hand, "tarock", 6) == discards_by_formula(hand, "tarock", 6)


def test_the_last_compulsory_bird_stays_in_the_hand() -> None:
    """Of two birds held before the talon either may go, not both (koenigrufen.md §8.3)."""
    rules = rule_set("koenigrufen/tournament")
    mine = ["02", "03", "22", "21", "HK", "DK", "05", "06", "07", "08", "09", "10"]
    cards = hands.arranged(random.Random(5), rules, {0: mine, -1: ["SK", "04", "11", "H1"]})
    state = HandState.deal(rules, cards, 3)
    for seat, token in [(0, "bid:BR"), (1, "pass"), (2, "pass"), (3, "pass"), (0, "call:CK")]:
        state = state.apply(seat, Action.parse(token))
    if state.phase == "concede":
        state = state.apply(0, Action("continue"))
    reached = set()

    def walk(at: HandState, gone: frozenset[str]) -> None:
        if at.phase != "discard":
            reached.add(gone)
            return
        for action in at.legal_actions():
            walk(at.apply(0, action), gone | {action.arg})

    walk(state.apply(0, Action("take", "L")), frozenset())
    free = {c for c in [*mine, "04", "11"] if c[1] != "K" and c not in ("21", "22")}
    assert reached == {
        frozenset(chosen)
        for chosen in itertools.combinations(sorted(free), 3)
        if not {"02", "03"} <= set(chosen)
    }


def test_nobody_holds_a_bid_his_hand_does_not_allow() -> None:
    """The condition of §6.2 is one of playing the contract: without a bird no Besserrufer."""
    rules = rule_set("koenigrufen/tournament")
    birdless = ["05", "06", "07", "08", "09", "10", "11", "12", "13", "14", "15", "16"]
    cards = hands.arranged(random.Random(1), rules, {0: birdless, 1: ["01", "02"]})
    state = HandState.deal(rules, cards, 3).apply(0, Action("reserve"))
    beside = state.apply(1, Action("bid", "SR"))
    state = state.apply(1, Action("bid", "BR"))
    for seat in (2, 3):
        state = state.apply(seat, Action("pass"))
        beside = beside.apply(seat, Action("pass"))
    assert Action("hold") not in state.legal_actions()
    assert Action("hold") in beside.legal_actions()


def test_forced_pass_is_offered_alone() -> None:
    state = HandState.deal(hands.ZONE, hands.deal(1), 0)
    assert state.forced_action() is None
    state = state.apply(1, Action("bid", "SD"))
    assert state.legal_actions() == (Action("pass"),)
    assert state.forced_action() == Action("pass")
    over = hands.sample()[0].replay()
    assert over.forced_action() is None


def test_every_preset_that_is_dealt_has_a_sample() -> None:
    assert set(hands.PRESETS) == {key for key, data in RULE_SETS.items() if data["flow"]}
    assert len(hands.PRESETS) == 7
