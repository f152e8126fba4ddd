"""Give the hands that were played before their rows in people's histories."""

from typing import Any

from django.db import migrations

from engine.rules import rule_set

CHUNK = 500


def fill(apps: Any, schema_editor: Any) -> None:
    """One row per person in every stored hand: until now nobody ever changed his seat."""
    rows_of = apps.get_model("games", "HandSeat")
    hands = apps.get_model("games", "Hand").objects.filter(
        series__table__seats__person__isnull=False
    )
    persons: dict[int, dict[int, int]] = {}
    seats = apps.get_model("games", "Seat").objects.filter(person__isnull=False)
    for table, index, person in seats.values_list("table_id", "index", "person_id"):
        persons.setdefault(table, {})[index] = person
    batch = []
    for hand in hands.distinct().select_related("series__table").iterator(chunk_size=CHUNK):
        batch += _rows(rows_of, hand, persons[hand.series.table_id])
        if len(batch) >= CHUNK:
            rows_of.objects.bulk_create(batch, ignore_conflicts=True)
            batch = []
    rows_of.objects.bulk_create(batch, ignore_conflicts=True)


def _rows(model: Any, hand: Any, persons: dict[int, int]) -> list[Any]:
    table = hand.series.table
    return [
        model(
            hand=hand,
            person_id=persons[table_seat],
            index=index,
            table_seat=table_seat,
            rules_id=table.rules_id,
            **_result(hand, table, index),
        )
        for index, table_seat in enumerate(hand.seating)
        if table_seat in persons
    ]


def _result(hand: Any, table: Any, index: int) -> dict[str, Any]:
    """Nothing for a hand that does not count."""
    if hand.status != "over":
        return {}
    result = hand.result
    contract = result["contract"]
    role = "defender" if contract else ""
    if (
        contract
        and rule_set(table.rules_id, **table.rules_options).contract(contract).kind == "everyone"
    ):
        role = "alone"
    elif contract and index == result["declarer"]:
        role = "declarer"
    elif contract and index == result["partner"]:
        role = "partner"
    points = result["points"][index]
    return {"role": role, "contract": contract, "points": points, "ended_at": hand.ended_at}


class Migration(migrations.Migration):
    dependencies = [("games", "0003_at_the_table")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
