"""One deal a day: take away what 0006 will not allow."""

from typing import Any

from django.db import migrations


def only_first(apps: Any, schema_editor: Any) -> None:
    """Keep the first deal of each day. Tables at which another one was played are quick games
    from now on: their hands stay, nobody is compared with them."""
    deals = apps.get_model("games", "DailyDeal").objects
    seen: set[Any] = set()
    for pk, day in deals.order_by("date", "pk").values_list("pk", "date"):
        if day in seen:
            tables = apps.get_model("games", "Table").objects.filter(daily=pk)
            tables.update(daily=None, kind="quick")
            deals.filter(pk=pk).delete()
        seen.add(day)


class Migration(migrations.Migration):
    """The rows alone: PostgreSQL alters no table whose rows have just been changed."""

    dependencies = [("games", "0004_hand_seats")]

    operations = [migrations.RunPython(only_first, migrations.RunPython.noop)]
