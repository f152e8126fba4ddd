"""Entrant lists: what is read, and what is reported line by line."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.errors import BadName
from accounts.names import name_clean
from tournaments.exporting.cells import cell_escape, cell_unescape, csv_bytes
from tournaments.importing import MAX_BYTES, MAX_ROWS, EntrantRow, Problem, entrants_parse
from tournaments.importing.entrants import MAX_PROBLEMS, Taken

BOTS = ("random", "club")
CLUB = Path(__file__).parent.parent / "data" / "entrants_club.csv"


def parse(text: str | bytes, taken: Taken | None = None) -> tuple[list[EntrantRow], list[Problem]]:
    data = text.encode() if isinstance(text, str) else text
    return entrants_parse(data, bots=BOTS, taken=taken)


def codes(text: str | bytes, taken: Taken | None = None) -> list[tuple[int, str, str]]:
    _, problems = parse(text, taken)
    for problem in problems:
        assert problem.reason
        assert "%(" not in problem.reason
    return [(problem.line, problem.column, problem.code) for problem in problems]


def test_a_name_cannot_be_entered_twice_by_hidden_characters() -> None:
    assert codes("name\nAnna\nAn\u200dna\n") == [(3, "name", "name_twice")]


def test_the_club_list() -> None:
    rows, problems = parse(CLUB.read_bytes())
    assert problems == []
    assert len(rows) == 26
    assert rows[0] == EntrantRow(2, "Aigner Franziska", 1, "club")
    assert {row.bot for row in rows} == {"club", "random"}


@pytest.mark.parametrize(
    "text",
    [
        "name,number,bot\nAnna,7,club\nBert,,\n",
        "\ufeffname;number;bot\r\nAnna;7;club\r\nBert;;\r\n",
        'NUMBER,Bot,Name\n7,CLUB,"Anna"\n\n,,Bert\n',
        "name,number,bot,\nAnna,7,club,\nBert\n",
        "\n\nname , number, bot\n  Anna , 7 , club\nBert,,",
    ],
)
def test_forms_that_are_read(text: str) -> None:
    rows, problems = parse(text)
    assert problems == []
    assert [(row.name, row.number, row.bot) for row in rows] == [
        ("Anna", 7, "club"),
        ("Bert", None, ""),
    ]


def test_quoted_cells_keep_separators_and_count_lines() -> None:
    rows, problems = parse('name;bot\n"Huber; Anna";club\n"Berger ""Bertl""";\nC;frog\n')
    assert [row.name for row in rows] == ["Huber; Anna", 'Berger "Bertl"', "C"]
    assert [(p.line, p.code) for p in problems] == [(4, "bot_unknown")]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", [(1, "", "empty")]),
        ("\ufeff \r\n\n", [(1, "", "empty")]),
        (";;\n,,\n", [(2, ",,", "column_unknown")]),
        ("name\n", [(1, "", "no_rows")]),
        ("name,number\n,\n", [(1, "", "no_rows")]),
        ("number,bot\n1,club\n", [(1, "name", "column_missing")]),
        ("Anna\nBert\n", [(1, "anna", "column_unknown")]),
        ("name,points\nAnna,3\n", [(1, "points", "column_unknown")]),
        ("name,name\nAnna,3\n", [(1, "name", "column_twice")]),
        ("name\nMüller\n".encode("latin-1"), [(2, "", "encoding")]),
        ("name\nMüller\n".encode("utf-16"), [(1, "", "encoding")]),
        ("name\nMuller\n".encode("utf-16-le"), [(1, "", "encoding")]),
        ('name\nAnna\n"Bert\n', [(3, "", "unreadable")]),
        ("name\nHuber, Anna\n", [(2, "", "too_many_cells")]),
        ("name\n" + "x" * 61 + "\nBert\n", [(2, "name", "name_too_long")]),
        ("name\nAn\u202ena\n", [(2, "name", "name_character")]),
        ("name\nAn\x07na\n", [(2, "name", "name_character")]),
        ("name,number\n,4\n", [(2, "name", "name_empty")]),
        ("name\nJosé\nBert\nJose\u0301\nBERT\n",
         [(4, "name", "name_twice"), (5, "name", "name_twice")]),
        ("name,number\nA,0\nB,-1\nC,1.5\nD,٣\nE,10000\nF,\u00b2\n",
         [(line, "number", "number_bad") for line in range(2, 8)]),
        ("name,number\nA,3\nB,03\n", [(3, "number", "number_twice")]),
        ("name,bot\nA,club\nB,frog\n", [(3, "bot", "bot_unknown")]),
    ],
)  # fmt: skip
def test_problems(data: str | bytes, expected: list[tuple[int, str, str]]) -> None:
    assert codes(data) == expected


def test_every_problem_of_a_line_is_reported() -> None:
    assert codes("name,number,bot\n,x,frog\n") == [
        (2, "name", "name_empty"),
        (2, "number", "number_bad"),
        (2, "bot", "bot_unknown"),
    ]


def test_what_the_event_already_has() -> None:
    taken = Taken(names={"anna"}, numbers={4})
    assert codes("name,number\nANNA,1\nBert,4\n", taken) == [
        (2, "name", "name_taken"),
        (3, "number", "number_taken"),
    ]


def test_a_large_file_is_refused_by_its_size_alone() -> None:
    assert codes(b"\xff" * 10_000_000) == [(1, "", "too_large")]
    assert codes(b"name\n" + b"\n" * MAX_BYTES) == [(1, "", "too_large")]


def test_too_many_rows() -> None:
    text = "name\n" + "".join(f"P{number}\n" for number in range(MAX_ROWS + 1))
    assert codes(text) == [(MAX_ROWS + 2, "", "too_many_rows")]


def test_a_report_has_an_end() -> None:
    text = "name,bot\n" + "".join(f"P{number},frog\n" for number in range(900))
    assert len(codes(text)) == MAX_PROBLEMS


@given(st.text(max_size=20))
def test_exported_names_come_back(text: str) -> None:
    assert cell_unescape(cell_escape(text)) == text
    try:
        name = name_clean(text)
    except BadName:
        return
    rows, problems = parse(csv_bytes([("name", "bot"), (name, "club")]))
    assert problems == []
    assert [row.name for row in rows] == [name]


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_bytes_give_a_report(data: bytes) -> None:
    rows, problems = parse(data)
    assert rows or problems


def test_cells_that_would_be_formulas() -> None:
    assert csv_bytes([("=1+1", "-x", "'=1", "'n", -5, None)]) == b"'=1+1,'-x,''=1,'n,-5,\r\n"
