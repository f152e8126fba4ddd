"""``manage.py hand``: results are derived again, and a changed row is found."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games import selectors
from games.models import Hand
from games.services import series_play_slice, series_start, table_advance
from tests.engine import together

pytestmark = [pytest.mark.pg, pytest.mark.django_db]


def command(*args: str) -> str:
    out = StringIO()
    call_command("hand", *args, stdout=out, stderr=out)
    return out.getvalue()


@pytest.fixture
def stored(series_of) -> Hand:
    """The first of four finished hands."""
    series_play_slice(series_id=series_of().pk)
    return Hand.objects.select_related("series__table").order_by("number")[0]


def test_stored_hands_are_verified(stored, alice, series_of):
    table_advance(table_id=series_of(alice.person).table_id)
    assert command("verify", "--all") == "5 hands verified.\n"
    assert command("verify", stored.public_id) == "1 hands verified.\n"


def _points(hand: Hand) -> None:
    assert hand.result is not None
    hand.result["points"] = [
        p + d for p, d in zip(hand.result["points"], (1, -1, 0, 0), strict=True)
    ]


def _contract(hand: Hand) -> None:
    assert hand.result is not None
    hand.result["contract"] = "XX"


def _cards(hand: Hand) -> None:
    hand.cards = hand.cards[2:] + hand.cards[:2]


def _last_action(hand: Hand) -> None:
    hand.actions = hand.actions[: hand.actions.rstrip("\n").rindex("\n") + 1]


def _dealer(hand: Hand) -> None:
    hand.dealer = (hand.dealer + 1) % 4


def _rules(hand: Hand) -> None:
    hand.rules_hash = "0" * 16


def _ply(hand: Hand) -> None:
    hand.ply += 1


@pytest.mark.parametrize(
    "change", [_points, _contract, _cards, _last_action, _dealer, _rules, _ply]
)
def test_a_changed_hand_is_found(stored, change: Callable[[Hand], None]):
    change(stored)
    stored.save()
    with pytest.raises(CommandError, match="1 of 4"):
        command("verify", "--all")


def test_show_prints_a_record_that_reads_back(stored, tmp_path):
    text = command("show", stored.public_id)
    record = text[: text.index("\nend\n") + 5]
    assert record == selectors.hand_record(stored).to_text()
    assert "# game " in text
    path = tmp_path / "hand.txt"
    path.write_text(record)
    assert command("show", str(path)) == text
    path.write_text(record.replace("play:", "play:X", 1))
    with pytest.raises(CommandError, match=r"hand\.txt"):
        command("show", str(path))


def test_record_files_are_verified_beside_stored_hands(stored, tmp_path):
    good, bad, cut = (tmp_path / name for name in ("good.txt", "bad.txt", "cut.txt"))
    record = selectors.hand_record(stored).to_text()
    good.write_text(record)
    assert command("verify", str(good), stored.public_id) == "2 hands verified.\n"
    bad.write_text(record.replace("\nresult ", "\nresult 4"))
    cut.write_text(record[:-2])
    binary = tmp_path / "binary.txt"
    binary.write_bytes(b"\xff\xfe" * 40_000)
    with pytest.raises(CommandError, match="3 of 4"):
        command("verify", *map(str, (good, bad, cut, binary)))


def test_an_unknown_hand_is_named():
    with pytest.raises(CommandError, match="no hand"):
        command("show", "nosuchhand00")
    with pytest.raises(CommandError, match="no hand"):
        command("verify", "nosuchhand00")
    with pytest.raises(CommandError, match="no hand"):
        command("show", "x" * 5000)


def test_the_broken_step_is_named(tmp_path):
    """Stored hands and record files, each with what was tampered with."""
    from_file = tmp_path / "hand.txt"
    text = together.record().to_text()
    for what, (change, step) in together.TAMPERED.items():
        from_file.write_text(change(text))
        out = StringIO()
        with pytest.raises(CommandError):
            call_command("hand", "verify", str(from_file), stdout=out, stderr=out)
        assert out.getvalue().startswith(f"{from_file}: {step}: "), what
    from_file.write_text(text + "more")
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("hand", "verify", str(from_file), stdout=out, stderr=out)
    assert out.getvalue().startswith(f"{from_file}: form: ")
    from_file.write_text(text)
    assert command("verify", str(from_file)) == "1 hands verified.\n"


@pytest.mark.parametrize(
    ("column", "value", "step"),
    [
        ("nonce", "0" * 64, "commitment"),
        ("number", 1, "commitment"),
        ("attempt", 1, "commitment"),
        ("contributions", "0:b/1:b/2:b/3:r", "commitment"),
        ("actions", "0 play:01 bot 0\n", "actions"),
        ("rules_hash", "0" * 16, "rules"),
        ("ply", 3, "stored"),
    ],
)
def test_the_broken_step_of_a_stored_hand_is_named(table_of, column, value, step):
    series_play_slice(series_id=series_start(table=table_of()).pk)
    hand = Hand.objects.order_by("number")[0]
    Hand.objects.exclude(pk=hand.pk).delete()
    Hand.objects.filter(pk=hand.pk).update(**{column: value})
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("hand", "verify", hand.public_id, stdout=out, stderr=out)
    assert out.getvalue().startswith(f"{hand.public_id}: {step}: ")
