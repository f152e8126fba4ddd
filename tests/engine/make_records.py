"""Writes the golden records: ``python -m tests.engine.make_records [preset …] [--new]``.

Every contract of every preset won and lost, with and without a partner, with silent and announced
bonuses, with kontra, and the rare endings (``record_plans``). Deterministic: the same rules give
the same files. A record that exists is kept and its explanation renewed, so that golden hands stay
what they were; ``--new`` looks for all of them again.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from engine.record import HandRecord
from engine.result import ResultLine
from engine.state import HandState
from tests.engine.record_plans import plans
from tests.engine.steering import found

FOLDER = Path(__file__).parents[1] / "records"


def explained(state: HandState) -> str:
    """The score of a finished hand with its result line, as the JSON beside its record."""
    line, score = ResultLine.of(state).to_json(), state.score().to_json()
    rows = [json.dumps(row) for row in score.pop("lines")]
    keys = [f'  "{key}": {json.dumps(value)}' for key, value in score.items()]
    lines = "[\n    " + ",\n    ".join(rows) + "\n  ]" if rows else "[]"
    keys += [f'  "lines": {lines}', f'  "result": {json.dumps(line)}']
    return "{\n" + ",\n".join(keys) + "\n}\n"


def main(arguments: list[str]) -> None:
    """Writes what is missing; ``--new`` writes everything."""
    is_new = "--new" in arguments
    only = [name for name in arguments if not name.startswith("--")]
    for preset, name, plan in plans():
        if only and preset not in only:
            continue
        path = FOLDER / preset / f"{name}.txt"
        path.parent.mkdir(exist_ok=True)
        if is_new or not path.exists():
            try:
                path.write_text(found(plan, f"{preset} {name}").to_text(), encoding="ascii")
            except LookupError:
                print("not found:", preset, name)
                continue
        text = explained(HandRecord.from_text(path.read_text(encoding="ascii")).verify())
        path.with_suffix(".json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
