"""The pages of the rules say what the engine's data says, and every section it cites exists."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.errors import BadOption
from engine.rules import RULE_SETS, RuleSet, rule_set
from engine.rules.describe import differences

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "docs" / "rules"
FAMILIES = {"koenigrufen": "koenigrufen.md", "illustrated": "illustrated-tarock.md"}
CONTRACT_HEADER = (
    *("contract", "rank", "value", "loss value", "kind", "partner", "talon", "bid right"),
    *("leader", "goal tricks", "ouvert", "multiplier", "bonus multiplier", "compulsory"),
    *("bonuses", "source"),
)
PAGES = (*RULE_SETS, "plain/numbers")
# said in the heading, or in tables of their own
ELSEWHERE = ("id", "family", "version", "contracts", "bonuses", "accepts", "agreed")
MARK = re.compile(r"(?<!\w)(S\+?|R[12]?|D)(?!\w)|^–")


def page_of(id: str) -> str:
    return (RULES / f"{id.replace('/', '-')}.md").read_text(encoding="utf-8")


def rows(text: str, *header: str) -> list[list[str]]:
    """Cells of the rows of every table with this header."""
    found: list[list[str]] = []
    inside = False
    for line in text.splitlines():
        cells = [
            cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|")
        ]
        if not line.startswith("|"):
            inside = False
        elif tuple(cells) == header:
            inside = True
        elif inside and set(line) - set("|-"):
            found.append(cells)
    return found


def word(cell: str) -> str:
    return cell.strip("`")


def number(cell: str) -> int | None:
    return None if cell in ("", "–") else int(cell)


def leaves(data: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """Dotted names of all values of a preset that belong into the table of parameters."""
    for name, value in data.items():
        if not path and name in ELSEWHERE:
            continue
        if isinstance(value, Mapping) and value:
            yield from leaves(value, f"{path}{name}.")
        else:
            yield f"{path}{name}"


def value_of(rules: RuleSet, name: str) -> Any:
    found: Any = rules
    for part in name.split("."):
        found = found[part] if isinstance(found, Mapping) else getattr(found, part)
    return list(found) if isinstance(found, tuple) else found


def contract_cells(rules: RuleSet, code: str) -> list[str]:
    c = rules.contract(code)
    goal = "" if c.goal_tricks is None else str(c.goal_tricks)
    return [
        *(f"`{code}`", str(c.rank), str(c.value), str(c.loss_value), c.kind, c.partner, c.talon),
        *(c.bid_right, c.leader, goal, "yes" if c.ouvert else "", str(c.multiplier)),
        *(str(c.bonus_multiplier), " ".join(c.compulsory), " ".join(c.bonuses)),
    ]


def shown(cell: str) -> Any:
    """The value in a cell: JSON, or a range of whole numbers."""
    if bounds := re.fullmatch(r"(\d+)–(\d+)", cell):
        return list(range(int(bounds[1]), int(bounds[2]) + 1))
    return json.loads(word(cell))


@pytest.mark.parametrize("id", PAGES)
def test_parameters(id: str) -> None:
    text, rules = page_of(id), rule_set(id)
    assert f"`{rules.key}`" in text
    listed = rows(text, "parameter", "value", "source", "meaning")
    named = [word(cells[0]) for cells in listed]
    assert len(set(named)) == len(named)
    assert set(leaves(rules.data)) <= set(named)
    for cells in listed:
        assert shown(cells[1]) == value_of(rules, word(cells[0])), cells
        assert MARK.search(cells[2]), cells
        assert cells[3], cells


@pytest.mark.parametrize("id", RULE_SETS)
def test_contracts(id: str) -> None:
    rules = rule_set(id)
    agreed = (
        rule_set(id, all_pass="trischaken") if "all_pass" in RULE_SETS[id]["accepts"] else rules
    )
    expected = [contract_cells(rules, c.code) for c in rules.contracts]
    expected += [contract_cells(agreed, c.code) for c in agreed.contracts if c.rank == 0]
    listed = rows(page_of(id), *CONTRACT_HEADER)
    assert [cells[:-1] for cells in listed] == expected
    assert all(MARK.search(cells[-1]) for cells in listed)


@pytest.mark.parametrize("id", RULE_SETS)
def test_bonuses(id: str) -> None:
    text, rules = page_of(id), rule_set(id)
    listed = rows(text, "bonus", "silent", "announced", "source", "name")
    listed = [[*cells[:3], "–", *cells[3:]] for cells in listed]
    listed += rows(text, "bonus", "silent", "announced", "before the talon", "source", "name")
    found = {word(cells[0]): tuple(map(number, cells[1:4])) for cells in listed}
    assert found == {item: tuple(values) for item, values in rules.bonuses.items()}
    assert all(MARK.search(cells[4]) and cells[5] for cells in listed)


@pytest.mark.parametrize("id", PAGES)
def test_house_rules_and_their_bounds(id: str) -> None:
    listed = rows(page_of(id), "option", "values", "example", "meaning")
    assert [word(cells[0]) for cells in listed] == rule_set(id).data["accepts"]
    for option, values, example, meaning in listed:
        name, value = word(option), json.loads(word(example))
        assert differences(rule_set(id, **{name: value})), name
        assert meaning
        for good, bad in limits(values, value):
            rule_set(id, **{name: good})
            with pytest.raises(BadOption):
                rule_set(id, **{name: bad})


def limits(values: str, example: Any) -> Iterator[tuple[Any, Any]]:
    """Pairs of a value just inside and one just outside the bounds that a cell states."""
    for key, low, high in re.findall(r"(?:(\w+) )?(\d+)–(\d+)", values):
        only = "" if key == "each" else key
        yield put(example, only, int(low)), put(example, only, int(low) - 1)
        yield put(example, only, int(high)), put(example, only, int(high) + 1)
    for known in map(json.loads, re.findall(r"`([^`]+)`", values)):
        yield known, f"{known}x"


def put(example: Any, key: str, value: int, at: str = "") -> Any:
    """The example with this number in place of its own, only under ``key`` if that is given."""
    if isinstance(example, dict):
        return {name: put(inner, key, value, name) for name, inner in example.items()}
    if isinstance(example, list):
        return [put(inner, key, value, at) for inner in example]
    return value if type(example) is int and key in ("", at) else example


def test_what_agreed_options_bring_in() -> None:
    header = ("option", "bonus", "silent", "announced", "before the talon", "source")
    for id, option, value in (
        ("illustrated/loew-1954", "uhu_enabled", True),
        ("illustrated/beck", "bonus_set", "beck-german"),
    ):
        before, after = rule_set(id).bonuses, rule_set(id, **{option: value}).bonuses
        changed = {i: tuple(v) for i, v in after.items() if before.get(i) != v}
        found = rows(page_of(id), *header)
        assert {word(cells[0]) for cells in found} == {option}
        assert {word(c[1]): tuple(map(number, c[2:5])) for c in found} == changed


# --- the two pages everything cites --------------------------------------------------------------


def family_text(name: str) -> str:
    return (RULES / name).read_text(encoding="utf-8")


def test_the_presets_of_koenigrufen_as_published() -> None:
    text = family_text("koenigrufen.md")
    blocks = [json.loads(block) for block in re.findall(r"```json\n(\{\n.*?)```", text, re.S)]
    assert [f"koenigrufen/{b['id']}" for b in blocks] == [i for i in RULE_SETS if "koenig" in i]
    for block in blocks:
        rules, data = (
            rule_set(f"koenigrufen/{block['id']}"),
            RULE_SETS[f"koenigrufen/{block['id']}"],
        )
        assert [c.code for c in rules.contracts] == [line["code"] for line in block["contracts"]]
        for line in block.pop("contracts"):
            contract = rules.contract(line["code"])
            found = {name: getattr(contract, name) for name in line}
            assert json.loads(json.dumps(found)) == line
        assert json.loads(json.dumps({name: data[name] for name in block})) == block


ILLUSTRATED = [id for id in RULE_SETS if id.startswith("illustrated/")]


def test_the_values_of_illustrated_tarock_as_published() -> None:
    text = family_text("illustrated-tarock.md")
    header = ("contract", "rank", "M multiplier (all presets)", "G Löw", "G Beck")
    listed = rows(text, *header, "G Mayr and Sedlaczek")
    for at, id in enumerate(ILLUSTRATED, start=3):
        rules = rule_set(id)
        expected = [(c.rank - 1, c.multiplier, c.value) for c in rules.contracts]
        assert [(int(c[1]), int(c[2][0]), int(c[at])) for c in listed] == expected
        assert all(c.bonus_multiplier == c.multiplier for c in rules.contracts)
    for section, id in zip(("6.2", "6.3"), ILLUSTRATED[1:], strict=True):
        part = text[text.index(f"### {section} ") :].split("\n### ")[0].split("\n## ")[0]
        found = rows(part, "item", "silent", "after", "before", "provenance")
        bonuses = {word(c[0]): tuple(map(number, c[1:4])) for c in found}
        assert bonuses == {item: tuple(v) for item, v in rule_set(id).bonuses.items()}


def test_the_early_values_of_loew_as_published() -> None:
    text = family_text("illustrated-tarock.md")
    found = rows(text, "item", "silent", "announced", "stage allowed", "provenance")
    rules = rule_set("illustrated/loew-1954", uhu_enabled=True)
    values = {word(c[0]): (number(c[1]), number(c[2])) for c in found if c[0].startswith("`")}
    assert values == {item: (v.silent, v.post) for item, v in rules.bonuses.items()}
    assert rules.announce.pre == ("p40",)
    assert {item for item, v in rules.bonuses.items() if v.pre is not None} == {"p40"}


def sections(text: str) -> set[str]:
    """Numbers of the headings, ids such as Q7 in the first column of tables, rules as 6.1:3."""
    found = set(re.findall(r"^#+ (\d+(?:\.\d+)?)\.? ", text, re.M))
    found |= set(re.findall(r"^\| \**([ACQ]\d+)\** \|", text, re.M))
    at = ""
    for line in text.splitlines():
        if heading := re.match(r"#+ (\d+(?:\.\d+)?)\.? ", line):
            at = heading[1]
        elif item := re.match(r"(\d+)\. ", line):
            found.add(f"{at}:{item[1]}")
    return found


CITED = re.compile(r"§(\d+(?:\.\d+)?)(?: rules? (\d+))?|(?<![\w/])([AQC]\d{1,2})(?![\w.])")


def cited(text: str) -> set[str]:
    found = set()
    for section, rule, entry in CITED.findall(text):
        found.add(entry or section)
        if rule:
            found.add(f"{section}:{rule}")
    return found


@pytest.mark.parametrize("id", RULE_SETS)
def test_the_pages_cite_what_exists(id: str) -> None:
    name = FAMILIES[id.partition("/")[0]]
    # a link has its own page, and test_docs follows it
    own = re.sub(r"\[[^\]]*§[^\]]*\]\([^)]*\)", "", page_of(id))
    assert cited(own) <= sections(family_text(name))


MODULES = sorted((ROOT / "engine").rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_engine_cites_what_exists(path: Path) -> None:
    """A section stands in the page named beside it, else in one the module names."""
    text = path.read_text(encoding="utf-8")
    names = [name for name in FAMILIES.values() if name in text] or list(FAMILIES.values())
    known = {name: sections(family_text(name)) for name in FAMILIES.values()}
    anywhere = set().union(*(known[name] for name in names))
    comments = "\n".join(line for line in text.splitlines() if "§" in line)
    assert cited(comments) <= anywhere
    for name, rest in re.findall(r"((?:koenigrufen|illustrated-tarock)\.md) (§[^\n;)]*)", text):
        own = rest.split(".md")[0] if ".md" not in rest else rest[: rest.index(".md")]
        own = re.sub(r",? *(?:and)? *(?:koenigrufen|illustrated-tarock)$", "", own)
        assert cited(own) <= known[name], (name, rest)


def test_there_is_a_page_for_every_rule_set_and_it_is_in_the_index() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    expected = {f"{id.replace('/', '-')}.md" for id in PAGES} | set(FAMILIES.values())
    expected.add("seed-coverage.md")
    assert {path.name for path in RULES.glob("*.md")} == expected
    assert all(f"(rules/{name})" in index for name in expected)
