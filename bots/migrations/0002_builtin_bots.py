"""Register the built-in bots: random v1 and club v1."""

from django.db import migrations

BUILT_IN = (("random", "Random"), ("club", "Club"))


def register(apps, schema_editor):
    """Create the rows; running it twice changes nothing."""
    bots = apps.get_model("bots", "Bot").objects
    versions = apps.get_model("bots", "BotVersion").objects
    for slug, name in BUILT_IN:
        bot, _ = bots.get_or_create(slug=slug, defaults={"name": name})
        versions.get_or_create(
            bot=bot, number=1, defaults={"runner": "inprocess", "strategy": slug}
        )


class Migration(migrations.Migration):
    dependencies = [("bots", "0001_initial")]

    operations = [migrations.RunPython(register, migrations.RunPython.noop)]
