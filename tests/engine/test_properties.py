"""Properties of every hand, checked on a seeded sample (koenigrufen.md §24)."""

import itertools
import json
import random
from collections import Counter

import pytest

from engine.actions import Action
from engine.cards import ALL_CARDS, KINGS, PACK, TAROKS, TRULL, codes_of, shown, thirds
from engine.errors import HandOver, IllegalAction, NotYourTurn
from engine.phases import auction
from engine.record import HandRecord
from engine.state import HandState
from engine.view import OPEN, PUBLIC, Seat, Viewer
from tests.engine import hands, referee
from tests.vectors import discards_by_formula, discards_reached

VIEWERS: tuple[Viewer, ...] = (*(Seat(seat) for seat in range(4)), PUBLIC, OPEN)


def size(view: object) -> int:
    return len(json.dumps(view, separators=(",", ":"), ensure_ascii=False).encode())


def test_the_sample_has_every_contract_and_the_rare_cases() -> None:
    finals = [record.replay() for record in hands.sample()]
    contracts = Counter(s.contract.code for s in finals if s.contract)
    assert set(contracts) == {"RU", "SR", "DR", "BE", "SD"}
    calls = Counter(str(e.action.verb) for r in hands.sample() for e in r.entries)
    assert {"reserve", "hold", "choose", "take", "discard"} <= set(calls)
    assert any(s.called >= 0 and s.partner < 0 for s in finals), "nobody ever played alone"
    assert any(s.called >= 0 and not KINGS >> s.called & 1 for s in finals), "no queen called"


def test_each_card_is_in_one_place_and_the_pack_counts_210() -> None:
    for state in hands.states():
        places = [*state.hands, *state.play.won]
        places += [1 << card for card in (*state.play.cards, *state.discards)]
        left = [at for at in range(2) if at != state.taken] if state.taken >= 0 else [0, 1]
        places += [1 << card for at in left for card in state.talon[3 * at : 3 * at + 3]]
        assert sum(places) == ALL_CARDS
        assert sum(map(int.bit_count, places)) == 54
        assert sum(map(thirds, places)) == 210


def test_legal_is_never_empty_and_the_default_is_legal() -> None:
    for state in hands.states():
        legal = state.legal_actions()
        if state.is_over:
            assert legal == ()
            with pytest.raises(HandOver):
                state.default_action()
            continue
        assert legal
        assert len(set(legal)) == len(legal)
        assert state.default_action() in legal
        assert state.turn is not None
        if legal[0].verb in ("play", "discard"):
            held = set(codes_of(state.hands[state.turn]))
            assert {action.arg for action in legal} <= held


def test_scores_sum_to_zero_and_agree_with_the_second_referee() -> None:
    for record in hands.sample():
        state = record.verify()
        score = state.score()
        assert sum(score.points) == sum(score.ledger) == 0
        assert score.points == score.ledger == record.result
        verdict = referee.judge(record.to_text())
        assert score.points == verdict.points
        assert state.contract is not None
        assert (state.contract.code, state.declarer) == (verdict.contract, verdict.declarer)
        if score.declarer_thirds is not None:
            assert score.declarer_thirds == verdict.thirds
            assert shown(score.declarer_thirds) + shown(210 - score.declarer_thirds) == 70
        (line,) = score.lines
        assert line.alone == verdict.alone
        parts = (line.tricks_thirds, line.discards_thirds, line.talon_thirds)
        if line.thirds is not None:
            assert line.thirds == sum(part for part in parts if part is not None)


def test_replay_gives_the_state_that_was_played() -> None:
    for record in hands.sample():
        state = HandState.deal(hands.ZONE, record.cards, record.dealer)
        for entry in record.entries:
            state = state.apply(entry.seat, Action.parse(str(entry.action)))
        assert state == record.replay()
        assert HandRecord.from_text(record.to_text()) == record


def test_a_refused_action_leaves_the_state_equal() -> None:
    strange = [Action("play", code) for code in PACK]
    strange += [Action("discard", code) for code in PACK[::5]]
    strange += [Action(v) for v in ("pass", "hold", "reserve", "good")]
    strange += [Action("bid", "TK"), Action("take", "0"), Action("call", "01")]
    for number, state in enumerate(hands.states(20)):
        twin = state.step()
        for action in strange[number % 3 :: 3]:
            for seat in range(4):
                if seat == state.turn and action in state.legal_actions():
                    continue
                with pytest.raises((HandOver, IllegalAction, NotYourTurn)):
                    state.apply(seat, action)
        assert state == twin


def test_views_are_small_plain_and_show_no_foreign_card() -> None:
    every = max(1, hands.COUNT // 300)
    for number, state in enumerate(itertools.islice(hands.states(), 0, None, every)):
        public = set(codes_of(sum(state.play.won) + sum(1 << c for c in state.play.cards)))
        for viewer in VIEWERS[number % 3 :: 3]:
            view = state.view_for(viewer)
            assert json.loads(json.dumps(view)) == view
            assert size(view) <= 2048
            if state.is_over or viewer is OPEN:
                continue
            own = {str(viewer.index)} if isinstance(viewer, Seat) else set()
            assert set(view["cards"]) == own
            seen = set(itertools.chain(*view["cards"].values(), view.get("discards", ())))
            seen |= {c for p in view.get("talon", {}).get("packets", ()) for c in p}
            seen |= {c for t in view.get("tricks", ()) for c in t["cards"]}
            seen |= set(view.get("trick", {}).get("cards", ()))
            hidden = set(codes_of(sum(h for s, h in enumerate(state.hands) if viewer != Seat(s))))
            picked = {c for p in view.get("talon", {}).get("packets", ()) for c in p}
            assert not (seen & hidden) - picked
            assert public <= seen
            assert ("legal" in view) == (
                viewer == Seat(state.turn if state.turn is not None else 9)
            )


def test_discards_hide_suit_cards_and_show_taroks() -> None:
    for state in hands.states():
        if not state.discards or state.is_over:
            continue
        mask = sum(1 << c for c in state.discards)
        assert not mask & (KINGS | TRULL)
        codes = [PACK[card] for card in state.discards]
        assert state.view_for(Seat(state.declarer))["discards"] == codes
        hidden = [PACK[c] if TAROKS >> c & 1 else "?" for c in state.discards]
        assert state.view_for(PUBLIC)["discards"] == hidden
        assert state.view_for(Seat((state.declarer + 1) % 4))["discards"] == hidden


def test_discarding_card_by_card_reaches_exactly_the_legal_sets() -> None:
    rng = random.Random("discards")
    for _ in range(30):
        hand = sum(1 << c for c in rng.sample(range(54), 15))
        poor = sum(1 << c for c in rng.sample(range(22), 13)) | 1 << 38 | 1 << 30
        for cards in (hand, poor):
            for kind in ("tarock", "suit"):
                assert discards_reached(cards, kind, 3) == discards_by_formula(cards, kind, 3)


def test_there_are_1495_complete_auctions() -> None:
    everything_goes = (1 << 12) - 1
    lengths: Counter[int] = Counter()

    def walk(bidding: auction.Bidding) -> None:
        if bidding.turn is None:
            if bidding.high is not None:
                lengths[len(bidding.calls)] += 1
            else:
                found = auction.choices(hands.ZONE, everything_goes)
                lengths[len(bidding.calls) + 1] += len(found)
            return
        for action in auction.options(hands.ZONE, bidding, 0, everything_goes):
            walk(auction.call(hands.ZONE, bidding, 0, action))

    walk(auction.opening(hands.ZONE, 0))
    assert lengths.total() == 1495
    assert max(lengths) == 14


def test_forced_pass_is_offered_alone() -> None:
    state = HandState.deal(hands.ZONE, hands.deal(1), 0)
    assert state.forced_action() is None
    state = state.apply(1, Action("bid", "SD"))
    assert state.legal_actions() == (Action("pass"),)
    assert state.forced_action() == Action("pass")
    over = hands.sample()[0].replay()
    assert over.forced_action() is None
