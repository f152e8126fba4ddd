"""``play_event`` refuses in one line per fault, before anything is started or stored."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.playing import CLUB_CSV, bots_csv
from tournaments.importing import MAX_BYTES
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def refusal(entrants: Path, *args: str) -> str:
    usual = ["--entrants", str(entrants), "--rounds", "3", "--hands", "4"]
    with pytest.raises(CommandError) as caught:
        call_command("play_event", *usual, *args)
    assert caught.value.returncode == 2
    assert not Event.objects.exists()
    return str(caught.value)


def listed(folder: Path, data: bytes) -> Path:
    path = folder / "list.csv"
    path.write_bytes(data)
    return path


def test_lists_with_problems(tmp_path: Path) -> None:
    text = refusal(listed(tmp_path, b"name;bot\nAnna;club\n;frog\n"))
    assert text.splitlines() == [
        "nothing was imported",
        "line 3: name name_empty: The name is missing.",
        "line 3: bot bot_unknown: “frog” is not a bot; use club, random or leave the cell empty.",
    ]
    assert "too_large" in refusal(listed(tmp_path, b"x" * (MAX_BYTES + 1)))
    assert "encoding" in refusal(listed(tmp_path, "name\nMüller".encode("latin-1")))
    assert "empty" in refusal(listed(tmp_path, b""))
    assert "none.csv" in refusal(tmp_path / "none.csv")


def test_evenings_that_cannot_be_played(tmp_path: Path) -> None:
    assert refusal(listed(tmp_path, bots_csv(7))).startswith("infeasible_entrants: 7 entrants")
    assert refusal(CLUB_CSV, "--hands", "2").startswith("uneven_hands: 2 hands")
    assert refusal(CLUB_CSV, "--hands", "3").startswith("bad_series: ")
    assert refusal(CLUB_CSV, "--rules", "no/such").startswith("unknown_rule_set: ")
    assert refusal(CLUB_CSV, "--rounds", "0").startswith("bad_event: ")


def test_rules_that_nobody_plays_by(tmp_path: Path) -> None:
    beck = ["--rules", "illustrated/beck"]
    five, ten = listed(tmp_path, bots_csv(5)), tmp_path / "ten.csv"
    ten.write_bytes(bots_csv(10))
    assert refusal(five, *beck, "--hands", "3").startswith("infeasible_entrants: 5 entrants")
    assert refusal(ten, *beck, "--hands", "4").startswith("uneven_hands: 4 hands")
    assert refusal(ten, *beck, "--hands", "7").startswith("bad_series: ")
    for option in ("max_redeals=0", "uhu_enabled=true", "max_redeals", "max_redeals=x", "=1"):
        text = refusal(ten, *beck, "--hands", "3", "--option", option)
        assert text.startswith("bad_option: "), text
    twice = ["--option", "max_redeals=2", "--option", "max_redeals=3"]
    assert refusal(ten, *beck, "--hands", "3", *twice).startswith("bad_option: ")
    target = ["--option", 'match={"target": 100}']
    assert refusal(ten, *beck, "--hands", "3", *target).startswith("bad_event: ")
