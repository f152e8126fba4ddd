"""One deal a day, whatever its rules: the database says so."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """In place of one deal per day and rule set."""

    dependencies = [("games", "0005_daily_first")]

    operations = [
        migrations.RemoveConstraint("dailydeal", "games_dailydeal_once"),
        migrations.AlterModelOptions(
            "dailydeal",
            {
                "ordering": ["-date"],
                "verbose_name": "deal of the day",
                "verbose_name_plural": "deals of the day",
            },
        ),
        migrations.AlterField("dailydeal", "date", models.DateField(unique=True)),
    ]
