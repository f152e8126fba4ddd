"""Bots and their versions."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="Bot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(max_length=40, unique=True)),
                ("name", models.CharField(max_length=60)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "owner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="bots",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "bot",
                "verbose_name_plural": "bots",
                "ordering": ["slug"],
            },
        ),
        migrations.CreateModel(
            name="BotVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "runner",
                    models.CharField(
                        choices=[("inprocess", "built in")], default="inprocess", max_length=20
                    ),
                ),
                ("strategy", models.CharField(blank=True, max_length=40)),
                ("source_hash", models.CharField(blank=True, max_length=64)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "bot",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="versions",
                        to="bots.bot",
                    ),
                ),
            ],
            options={
                "verbose_name": "bot version",
                "verbose_name_plural": "bot versions",
                "ordering": ["bot__slug", "-number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("bot", "number"), name="bots_version_unique_number"
                    )
                ],
            },
        ),
    ]
