"""The guides say what the code does: this fails when one of the two moves without the other."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from django.core.management import get_commands, load_command_class
from django.urls import resolve

import config.urls  # with these two every module that can refuse anything is loaded
from accounts.edge import TEXTS
from accounts.models import Role
from accounts.names import MAX_LENGTH
from accounts.selectors import SCOPES
from bots.selectors import bot_slugs_builtin
from config import asgi
from config.processes import processes
from engine.errors import TarockError
from tournaments.importing import MAX_BYTES, MAX_ROWS, entrants_parse
from tournaments.importing.entrants import COLUMNS, MAX_NUMBER

LOADED = (config.urls, asgi)
ROOT = Path(__file__).resolve().parents[2]
GUIDES = ROOT / "docs" / "guides"
ALL = sorted([*ROOT.glob("*.md"), *ROOT.glob("deploy/*.md"), *ROOT.glob("docs/**/*.md")])
# A changelog and a decision tell what was; the others tell what is.
PAGES = [page for page in ALL if page.name != "CHANGELOG.md" and page.parent.name != "decisions"]
APPS = {"accounts", "bots", "config", "engine", "frontend", "games", "tournaments"}
PLACEHOLDERS = ("CLUB", "EVENT", "HAND", "TABLE", "<id>")
LABELS = {
    "organiser.md": (
        *("Lead an evening", "Entrant list (CSV)", "Only check", "Import"),
        *("Draw round 1 and begin", "Make an invitation link"),
        *("Standings (CSV)", "Seating (CSV)"),
    ),
    "player.md": (
        *("Play now", "Play", "Keep my name", "Back to your table", "My game", "Last trick"),
        *("Score sheet and more", "Download the record"),
    ),
    "bot-author.md": ("Your account", "API tokens"),
}


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def guide(name: str) -> str:
    return (GUIDES / name).read_text(encoding="utf-8")


def tables(text: str, *header: str) -> Iterator[list[str]]:
    """Cells of the rows of every table with this header."""
    inside = False
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            inside = False
        elif cells == list(header):
            inside = True
        elif inside and set(line) - set("|-"):
            yield cells


def blocks(text: str) -> Iterator[str]:
    """Indented blocks of code, without their indent."""
    for block in re.findall(r"(?:^(?: {4}.*)?\n)+", text, re.M):
        if block.strip():
            yield re.sub(r"^ {4}", "", block, flags=re.M).strip("\n")


def anchors(path: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-") for text in headings}


@pytest.mark.parametrize("page", ALL, ids=name_of)
def test_links_lead_to_files_and_headings(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if "://" in target or target.startswith("mailto:"):
            continue
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        assert file.exists(), target
        assert not anchor or anchor in anchors(file), target


def test_every_guide_is_in_the_index_and_the_readme() -> None:
    for name in (path.name for path in GUIDES.glob("*.md")):
        assert f"(guides/{name})" in (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
        assert f"(docs/guides/{name})" in (ROOT / "README.md").read_text(encoding="utf-8")


def options_of(parser: argparse.ArgumentParser) -> set[str]:
    """Options of a command and of its subcommands."""
    found = set(parser._option_string_actions)
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for sub in action.choices.values():
                found |= options_of(sub)
    return found


def parser_of(command: str) -> argparse.ArgumentParser:
    app = get_commands()[command]
    loaded: Any = app if not isinstance(app, str) else load_command_class(app, command)
    parser: argparse.ArgumentParser = loaded.create_parser("manage.py", command)
    return parser


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_and_their_options_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8").replace("\\\n", " ")
    for command, rest in re.findall(r"manage\.py ([a-z_]+)([^\n`;,]*)", text):
        assert command in get_commands(), command
        named = set(re.findall(r"(?<!\S)--[a-z][a-z-]*", rest))
        assert named <= options_of(parser_of(command)), (command, named)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_make_targets_exist(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    named = re.findall(r"(?m)(?:`|^    |=1 )make ([a-z]+)", page.read_text(encoding="utf-8"))
    assert set(named) <= targets


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_files_named_in_commands_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for name in re.findall(r"(?<![\w/.])((?:requirements|tests|deploy|bots)/[\w/.]+\w)", text):
        assert (ROOT / name).exists() or (ROOT / f"{name}.md").exists(), name


def test_the_options_of_up_are_all_there() -> None:
    listed = [cells[0] for cells in tables(guide("operator.md"), "option", "meaning")]
    named = {re.findall(r"--[a-z-]+", cell)[0] for cell in listed}
    own = options_of(parser_of("up")) - options_of(parser_of("prepare"))
    assert named == own


def test_the_processes_are_all_there() -> None:
    rows = list(tables(guide("operator.md"), "process", "how often", "does"))
    expected = {p.name: p.single for p in processes(host="", port=0)}
    assert {cells[0]: "one" in cells[1] for cells in rows} == expected


def variables_read() -> set[str]:
    """What the settings and the other modules of `config` take from the environment."""
    found: set[str] = set()
    for path in (ROOT / "config").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(r"environ(?:\.get\(|\[)\"([A-Z][A-Z_]+)\"", text))
        found |= set(re.findall(r"env_(?:bool|list|number)\(\"([A-Z][A-Z_]+)\"", text))
    return found


def variables_of_deploy() -> set[str]:
    """What the files of deploy/ take from it, for themselves or for servers that are not ours."""
    compose = (ROOT / "deploy" / "compose.yml").read_text(encoding="utf-8")
    proxy = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    found = set(re.findall(r"(?<!\$)\$\{([A-Z_]+)", compose))
    found |= set(re.findall(r"\{\$([A-Z_]+)", proxy))
    return found | set(re.findall(r"^    (FORWARDED_ALLOW_IPS):", compose, re.M))


def test_environment_variables_of_the_operator() -> None:
    named = set(re.findall(r"`([A-Z][A-Z]+(?:_[A-Z]+)*)`", guide("operator.md"))) - {"INFO"}
    assert named == variables_read() | variables_of_deploy()


def test_environment_variables_of_the_example() -> None:
    text = (ROOT / "deploy" / "env.example").read_text(encoding="utf-8")
    named = set(re.findall(r"^(?:# )?([A-Z][A-Z_]+)=", text, re.M))
    assert named
    assert named <= variables_read() | variables_of_deploy()
    assert named <= set(re.findall(r"`([A-Z_]+)`", guide("operator.md")))


def test_columns_and_limits_of_the_entrant_list() -> None:
    text = guide("organiser.md")
    named = [cells[0].strip("`") for cells in tables(text, "column", "content")]
    assert tuple(named) == COLUMNS
    assert f"at most {MAX_LENGTH} characters" in text
    assert f"1 to {MAX_NUMBER}" in text
    assert f"{MAX_ROWS} lines and {MAX_BYTES // 1024} kB" in text


@pytest.mark.django_db
def test_the_entrant_list_of_the_guide_can_be_imported() -> None:
    text = next(block for block in blocks(guide("organiser.md")) if block.startswith("name;"))
    rows, problems = entrants_parse(text.encode(), bots=bot_slugs_builtin())
    assert problems == []
    assert len(rows) == text.count("\n")


@pytest.mark.django_db
def test_the_report_of_the_guide_uses_real_sentences() -> None:
    data = b"name;number;bot\nA;1;\nA;2;\nB;x;foo\n"
    _rows, problems = entrants_parse(data, bots=bot_slugs_builtin())
    shown = list(tables(guide("organiser.md"), "line", "column", "reason"))
    assert shown == [[str(p.line), p.column, p.reason] for p in problems]


def test_roles_and_scopes() -> None:
    rows = tables(guide("organiser.md"), "role", "may")
    assert {role for cells in rows for role in cells[0].split(", ")} == set(Role.values)
    assert all(f"`{scope}`" in guide("bot-author.md") for scope in SCOPES)


def test_addresses_of_the_interface_exist() -> None:
    for page in PAGES:
        for address in re.findall(r"/api/v1/[^\s`)\"]+", page.read_text(encoding="utf-8")):
            path = address.partition("?")[0]
            for word in PLACEHOLDERS:
                path = path.replace(word, "0123456789ab")
            assert resolve(path).url_name != "api-not-found", address


def test_buttons_are_called_what_the_guides_call_them() -> None:
    with (ROOT / "frontend/locale/de/LC_MESSAGES/django.po").open("rb") as file:
        catalog = {message.id for message in read_po(file) if isinstance(message.id, str)}
    for name, labels in LABELS.items():
        text = " ".join(guide(name).split()).casefold()
        for label in labels:
            assert label in catalog, label
            assert label.casefold() in text, label


def test_health_looks_like_in_the_guide(client: Any, db: None) -> None:
    text = next(block for block in blocks(guide("operator.md")) if block.startswith('{"ok"'))
    shown, real = json.loads(text), client.get("/health").json()
    assert list(shown) == list(real)
    assert shown["version"] == real["version"]
    queues = {process.queue for process in processes(host="", port=0)} - {None}
    assert set(shown["workers"]) == queues


def test_the_strategy_of_the_guide_plays(capsys: pytest.CaptureFixture[str]) -> None:
    text = next(block for block in blocks(guide("bot-author.md")) if "play_hand(" in block)
    assert "range(100)" in text
    exec(compile(text.replace("range(100)", "range(4)"), "bot-author.md", "exec"), {})
    assert "points a hand" in capsys.readouterr().out


def test_the_record_of_the_guide_is_read() -> None:
    text = next(block for block in blocks(guide("bot-author.md")) if "from_text" in block)
    record = (ROOT / "tests" / "records" / "h1.txt").read_text(encoding="ascii")
    exec(compile(text, "bot-author.md", "exec"), {"text": record})


def refusals(root: type[TarockError]) -> Iterator[type[TarockError]]:
    for child in root.__subclasses__():
        if child.__module__.partition(".")[0] in APPS:
            yield child
        yield from refusals(child)


def test_error_codes_of_the_protocol() -> None:
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    rows = list(tables(text, "code", "status", "meaning"))
    listed = {cells[0].strip("`"): int(cells[1]) for cells in rows}
    assert listed == {error.code: error.http_status for error in refusals(TarockError)}
    assert list(listed) == sorted(listed)
    assert len(listed) == len(rows)
    assert all(cells[2] for cells in rows)


def test_error_codes_of_rest_itself() -> None:
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    last = text[text.index("REST itself has these too") :].split("\n\n")[0]
    named = set(re.findall(r"`([a-z_]+)`", last))
    assert named == set(TEXTS) - {error.code for error in refusals(TarockError)}
