"""The lesson's hand is the worked example of the source, completed: every statement is checked."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import translation

from engine.cards import shown, thirds
from frontend.lesson import lesson_config, lesson_record
from frontend.lesson.course import LEARNER, decisions_of
from frontend.lesson.texts import step_texts

RECORD, STATES = lesson_record()
END = STATES[-1]
PLAYER = {number: number - 1 for number in (1, 2, 3, 4)}


def actions_of(seat: int) -> list[str]:
    return [str(entry.action) for entry in RECORD.entries if entry.seat == seat]


def view_after(action: str) -> dict:
    """What player 1 sees right after an action of his."""
    plies = [n for n, e in enumerate(RECORD.entries, start=1) if str(e.action) == action]
    from engine.view import Seat

    return dict(STATES[plies[0]].view_for(Seat(LEARNER)))


def test_the_record_is_legal_and_proves_itself() -> None:
    assert RECORD.verify().is_over
    for state, entry in zip(STATES, RECORD.entries, strict=False):
        assert entry.action in state.legal_actions()
        assert (entry.actor == "rule") == (state.forced_action() is not None)


def test_player_1_plays_a_rufer_and_calls_the_king_of_hearts() -> None:
    assert actions_of(PLAYER[1])[:2] == ["bid:RU", "call:HK"]
    assert END.declarer == PLAYER[1]
    assert END.partner == PLAYER[4]


def test_the_talon_and_what_becomes_of_it() -> None:
    view = view_after("take:L")
    assert view["talon"]["packets"] == [["DQ", "14", "S7"], ["CK", "H3", "02"]]
    assert view["talon"]["taken"] == 0
    line = END.score().lines[0]
    taken = sum(thirds(pile) for pile in END.play.won)
    right = thirds(sum(1 << card for card in END.talon[3:]))
    # the right half, with the king of clubs, belongs to the opponents
    assert line.thirds == 210 - right - (taken - (line.tricks_thirds or 0))


def test_the_discards() -> None:
    assert actions_of(PLAYER[1])[3:6] == ["discard:S7", "discard:D1", "discard:D2"]
    hand = view_after("discard:D2")["cards"][str(LEARNER)]
    assert not [card for card in hand if card[0] == "S"]
    # the source says "no diamonds" here, and forgets the queen it has just given him (§20.2, C1)
    assert "DQ" in hand
    assert not {"D1", "D2"} & set(hand)


def test_the_first_trick() -> None:
    trick = END.play.tricks[0]
    assert trick.lead == PLAYER[3]
    first = [str(entry) for entry in RECORD.entries if entry.action.verb == "play"][:4]
    played = [(int(text[0]) + 1, text.split()[1]) for text in first]
    assert played == [(3, "play:SK"), (4, "play:SJ"), (1, "play:15"), (2, "play:S8")]
    assert trick.winner == PLAYER[1]
    points = [{"K": 5, "J": 2}.get(code[1], 1) for code in ("SK", "SJ", "15", "S8")]
    assert points == [5, 2, 1, 1]
    before = next(s for s in STATES if s.phase == "play" and s.turn == PLAYER[1])
    assert {str(action)[5:7].isdigit() for action in before.legal_actions()} == {True}


def test_players_1_and_4_have_39_points() -> None:
    line = END.score().lines[0]
    assert line.thirds == 3 * 39
    assert shown(line.thirds) == 39
    assert line.won
    assert RECORD.result == (1, -1, -1, 1)


def test_every_decision_of_the_reader_has_its_text() -> None:
    decisions = decisions_of(RECORD.entries)
    assert sum(len(decision.right) for decision in decisions) == len(actions_of(LEARNER))
    assert [len(d.right) for d in decisions].count(3) == 1
    for language in ("en", "de", "es"):
        with translation.override(language):
            texts = step_texts()
            assert len(texts) == len(decisions)
            for decision, text in zip(decisions, texts, strict=True):
                is_only = len(STATES[decision.ply].legal_actions()) == 1
                assert bool(text.instead) == (not is_only)
                assert len(text.say) <= 260


@pytest.mark.django_db
def test_the_page_keeps_the_cards_of_the_others_to_itself(client: Client) -> None:
    page = client.get("/lesson/", headers={"accept-language": "de"})
    assert page.status_code == 200
    assert "Die erste Lektion" in page.content.decode()
    for ply in lesson_config()["plies"][:-1]:
        assert set(ply["view"]["cards"]) == {str(LEARNER)}
    assert "sessionid" not in page.cookies
