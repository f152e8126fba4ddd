"""Tables that wait count what fails, like other due rows."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """One column."""

    dependencies = [("games", "0006_daily_once")]

    operations = [
        migrations.AddField("table", "fail_count", models.PositiveSmallIntegerField(default=0))
    ]
