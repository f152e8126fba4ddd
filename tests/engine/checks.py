"""What must hold for every finished hand and each of its states, under any rule set.

``check_hand`` replays a record and asserts all of it; tests give it their samples.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence

import pytest

from engine.actions import Action
from engine.cards import ALL_CARDS, BIRDS, KINGS, PACK, TAROKS, TRULL, codes_of, shown, thirds
from engine.errors import HandOver, IllegalAction, NotYourTurn
from engine.record import HandRecord
from engine.result import ResultLine
from engine.scoring import Score, settle
from engine.state import HandState
from engine.view import OPEN, PUBLIC, Seat, Viewer
from tests.engine import referee

# thirds of the declarer's pile modulo 3: with three players it tells the discard (§1.2)
FRACTIONS = {"3B": 0, "2B": 2, "1B": 1, "SO": 0}
CATCHES = ("mondfang", "king_caught")
STRANGE = [Action("play", code) for code in PACK]
STRANGE += [Action("discard", code) for code in PACK[::5]]
STRANGE += [Action(v) for v in ("pass", "hold", "reserve", "good", "continue", "retake", "concede")]
STRANGE += [Action("bid", "TK"), Action("take", "0"), Action("take", "L"), Action("call", "01")]
STRANGE += [Action("announce", "valat"), Action("kontra", "game"), Action("kontra", "game@1")]


def check_hand(record: HandRecord) -> HandState:
    """Everything below for one hand; returns its last state."""
    states = list(record.states())
    for state in states:
        check_cards(state)
        check_legal(state)
    final = states[-1]
    check_replay(record, states)
    check_score(record, final)
    check_discards(states)
    check_referee(record, states)
    check_paper(final)
    return final


def viewers(state: HandState) -> tuple[Viewer, ...]:
    """All who may look at a hand."""
    return (*(Seat(seat) for seat in range(len(state.hands))), PUBLIC, OPEN)


def check_cards(state: HandState) -> None:
    """Every card is in one place and the pack counts 210 thirds."""
    places = [*state.hands, *state.play.won]
    places += [1 << card for card in (*state.play.cards, *state.discards)]
    left = set(state.talon)
    if state.taken >= 0:
        assert state.contract is not None
        size = {"half": 3, "six": 6, "threes": 3, "pairs": 2, "singles": 1}[state.contract.talon]
        left -= set(state.talon[size * state.taken : size * (state.taken + 1)])
    places += [1 << card for card in left]
    assert sum(places) == ALL_CARDS
    assert sum(map(int.bit_count, places)) == len(PACK)
    assert sum(map(thirds, places)) == 210


def check_legal(state: HandState) -> None:
    """There is always something to do, the default first, and nothing is there twice."""
    legal = state.legal_actions()
    if state.is_over:
        assert legal == ()
        with pytest.raises(HandOver):
            state.default_action()
        return
    assert legal
    assert len(set(legal)) == len(legal)
    assert state.default_action() == legal[0]
    assert str(legal[0]) == default_token(state)
    if legal[0].verb == "choose":
        ranks = [state.rules.contract(action.arg).rank for action in legal]
        assert ranks == sorted(ranks)
    assert all(Action.parse(str(action)) == action for action in legal)
    assert state.turn is not None
    if legal[0].verb in ("play", "discard"):
        held = set(codes_of(state.hands[state.turn]))
        assert {action.arg for action in legal} <= held


def default_token(state: HandState) -> str:
    """The default action as the rules files name it (koenigrufen.md §5, illustrated §4.1)."""
    tokens = [str(action) for action in state.legal_actions()]
    for quiet in ("reserve", "pass", "good", "continue", "take:L", "take:0"):
        if quiet in tokens:
            return quiet
    choices = [token for token in tokens if token.startswith("choose:")]
    if choices:
        return choices[0]
    if tokens[0].startswith("announce:"):
        assert state.contract is not None
        held = state.dealt[state.declarer]
        birds = [bird for bird in BIRDS if bird in state.contract.compulsory if held & BIRDS[bird]]
        return f"announce:{birds[0]}"
    cards = [token for token in tokens if token.partition(":")[2] in PACK]
    return min(cards, key=lambda token: PACK.index(token.partition(":")[2]))


def check_refusals(state: HandState, number: int) -> None:
    """A refused action leaves the state as it was."""
    twin = state.step()
    legal = state.legal_actions()
    for action in STRANGE[number % 4 :: 4]:
        for seat in range(len(state.hands)):
            if seat == state.turn and action in legal:
                continue
            with pytest.raises((HandOver, IllegalAction, NotYourTurn)):
                state.apply(seat, action)
    assert state == twin
    assert state.legal_actions() == legal


def check_replay(record: HandRecord, states: Sequence[HandState]) -> None:
    """The actions give the same states again, the text the same record."""
    state = HandState.deal(record.rules(), record.cards, record.dealer)
    for entry in record.entries:
        state = state.apply(entry.seat, Action.parse(str(entry.action)))
    assert state == states[-1] == record.verify()
    text = record.to_text()
    assert HandRecord.from_text(text) == record
    assert HandRecord.from_text(text).to_text() == text


def check_score(record: HandRecord, state: HandState) -> None:
    """Sum rule, ledger, lines and fractions."""
    score, rules = state.score(), state.rules
    assert score.points == record.result
    if state.is_redeal:
        assert score.points == score.ledger == (0,) * rules.hand_seats
        assert score.lines == ()
        return
    assert state.contract is not None
    assert score.lines
    columns = list(zip(*(line.points for line in score.lines), strict=True))
    assert tuple(map(sum, columns)) == score.points
    if rules.sum_rule == "zero":
        assert sum(score.points) == sum(score.ledger) == 0
        assert all(sum(line.points) == 0 for line in score.lines)
        check_ledger(state, score)
    else:
        assert score.ledger == score.points
        is_paid_back = state.contract.kind == "everyone"
        assert all(min(line.points) >= 0 or is_paid_back for line in score.lines)
    if score.declarer_thirds is not None:
        pile = score.declarer_thirds
        assert shown(pile) + shown(210 - pile) == 70
        if rules.hand_seats == 3:
            assert pile % 3 == FRACTIONS[state.contract.code]


def check_ledger(state: HandState, score: Score) -> None:
    """Without kontra the ledger is the score, and no kontra changes the score."""
    talk = state.talk
    if not talk.doublings:
        assert score.points == score.ledger
        return
    undoubled = state.step(talk=talk._replace(doublings=())).score()
    if state.rules.kontra.counts_in_score:
        assert score.points == score.ledger
    else:
        assert score.points == undoubled.points
    assert undoubled.ledger == undoubled.points


def check_discards(states: Sequence[HandState]) -> None:
    """No king, no Trull card; what was forced is shown, the rest is for the declarer alone."""
    state = states[-1]
    if not state.discards:
        return
    assert state.contract is not None
    mask = sum(1 << card for card in state.discards)
    assert not mask & (KINGS | TRULL)
    assert state.called < 0 or not mask >> state.called & 1
    expected = {"half": 3, "six": 6, "threes": 3, "pairs": 2, "singles": 1}[state.contract.talon]
    assert len(state.discards) == expected
    forced = mask & (ALL_CARDS & ~TAROKS if state.contract.kind == "suit" else TAROKS)
    before = states[-2]
    codes = [PACK[card] for card in state.discards]
    shown_codes = [PACK[card] if forced >> card & 1 else "?" for card in state.discards]
    assert before.view_for(Seat(state.declarer))["discards"] == codes
    for viewer in viewers(state)[:-1]:
        if viewer != Seat(state.declarer):
            assert before.view_for(viewer)["discards"] == shown_codes


def check_birds(states: Sequence[HandState]) -> None:
    """Who owes a bird has one to announce, and has announced it when the play begins."""
    contract = states[-1].contract
    if contract is None or not contract.compulsory or states[-1].conceded:
        return
    for state in states:
        if state.phase in ("take", "discard", "announce", "concede"):
            mine = sum(BIRDS[bird] for bird in contract.compulsory)
            assert state.hands[state.declarer] & state.dealt[state.declarer] & mine
        if state.phase == "play":
            mine_said = {i.item for i in state.talk.items if i.seat == state.declarer}
            held = {b for b in contract.compulsory if state.dealt[state.declarer] & BIRDS[b]}
            assert mine_said & held


def check_referee(record: HandRecord, states: Sequence[HandState]) -> None:
    """The second referee finds the same turns, the same options and the same result."""
    verdict = referee.judge(record.to_text())
    for state, (seat, allowed) in zip(states, verdict.allowed, strict=False):
        assert state.turn == seat
        assert {str(action) for action in state.legal_actions()} == allowed, state.phase
    assert len(verdict.allowed) == len(states) - 1
    final, score = states[-1], states[-1].score()
    assert (final.contract.code if final.contract else "") == verdict.contract
    assert (final.declarer, final.partner) == (verdict.declarer, verdict.partner)
    assert score.points == tuple(verdict.points)
    assert score.ledger == tuple(verdict.ledger)
    assert score.declarer_thirds == verdict.thirds
    if verdict.seat_thirds is not None:
        assert score.seat_thirds == tuple(verdict.seat_thirds)
    check_birds(states)
    lines = [line for line in score.lines if line.stage and line.item not in CATCHES]
    named = {(line.item, line.stage, line.won) for line in lines}
    assert named == {(item, stage, won) for item, stage, _, won in verdict.bonuses}
    owners = {(line.item, line.seat) for line in lines if line.stage != "silent"}
    assert owners == {(item, seat) for item, stage, seat, _ in verdict.bonuses if stage != "silent"}


def check_paper(state: HandState) -> None:
    """The result as a paper line passes the desk's check and pays the same."""
    line = ResultLine.from_json(json.loads(json.dumps(ResultLine.of(state).to_json())))
    assert line == ResultLine.of(state)
    line.check(state.rules)
    paper, score = settle(state.rules, line), state.score()
    assert (paper.points, paper.ledger) == (score.points, score.ledger)


def size(view: object) -> int:
    return len(json.dumps(view, separators=(",", ":"), ensure_ascii=False).encode())


def expected_roles(state: HandState, viewer: Viewer) -> list[str]:
    """Who plays with whom, as far as the viewer has been told (koenigrufen.md §7, §18)."""
    contract, seats = state.contract, range(len(state.hands))
    assert contract is not None
    if contract.kind == "everyone":
        return ["alone" for _ in seats]
    truth = ["partner" if seat == state.partner else "defender" for seat in seats]
    truth[state.declarer] = "declarer"
    played = {c for trick in state.play.tricks for c in trick.cards} | set(state.play.cards)
    is_told = contract.partner != "called" or state.is_over or state.called in played
    is_told |= any(said.item == "king_ultimo" for said in state.talk.items)
    turned_up = contract.talon == "half" and state.phase not in ("call", "choose")
    is_told |= turned_up and state.called in state.talon
    me = viewer.index if isinstance(viewer, Seat) else -1
    if is_told or viewer is OPEN or (me >= 0 and me == state.partner):
        return truth
    known = {state.declarer, me} if state.called >= 0 else {state.declarer}
    return [truth[seat] if seat in known else "unknown" for seat in seats]


def check_view(state: HandState, viewer: Viewer) -> None:
    """A view is small plain JSON and shows nobody's cards but those its viewer may see."""
    view = state.view_for(viewer)
    assert json.loads(json.dumps(view)) == view
    if state.contract is not None:
        assert view["roles"] == expected_roles(state, viewer)
    assert size(view) <= (4096 if state.is_over else 2048)
    is_mover = isinstance(viewer, Seat) and viewer.index == state.turn
    assert ("legal" in view) == (is_mover and not state.is_over)
    lie_open = bool(state.contract and state.contract.ouvert and state.play.tricks)
    if state.is_over or viewer is OPEN or lie_open:
        assert set(view["cards"]) == {str(seat) for seat in range(len(state.hands))}
        return
    own = {str(viewer.index)} if isinstance(viewer, Seat) else set()
    assert set(view["cards"]) == own
    seen = set(itertools.chain(*view["cards"].values(), view.get("discards", ())))
    picked = {c for packet in view.get("talon", {}).get("packets", ()) for c in packet}
    seen |= {c for trick in view.get("tricks", ()) for c in trick["cards"]}
    seen |= set(view.get("trick", {}).get("cards", ()))
    hidden = set(codes_of(sum(h for s, h in enumerate(state.hands) if viewer != Seat(s))))
    assert not seen & hidden - picked
    public = set(codes_of(sum(state.play.won) + sum(1 << c for c in state.play.cards)))
    assert public <= seen
