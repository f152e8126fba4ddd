"""Bots, their versions, and the occupant shape shared by seats and entrants."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Bot(models.Model):
    """A program that plays; what takes a seat is always one of its versions.

    Built-in bots have no owner.
    """

    slug = models.SlugField(max_length=40, unique=True)
    name = models.CharField(max_length=60)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="bots",
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["slug"]
        verbose_name = _("bot")
        verbose_name_plural = _("bots")

    def __str__(self) -> str:
        return self.name


class BotVersion(models.Model):
    """One playable state of a bot; never changed once it has played.

    ``strategy`` is a key of ``bots.strategies.STRATEGIES`` for the runner ``inprocess``.
    ``source_hash`` is the SHA-256 of uploaded source; it is empty for built-in versions,
    whose source is the installed release.
    """

    class Runner(models.TextChoices):
        """How a version is asked for an action."""

        INPROCESS = "inprocess", _("built in")

    bot = models.ForeignKey(Bot, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    runner = models.CharField(max_length=20, choices=Runner.choices, default=Runner.INPROCESS)
    strategy = models.CharField(max_length=40, blank=True)
    source_hash = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["bot__slug", "-number"]
        verbose_name = _("bot version")
        verbose_name_plural = _("bot versions")
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["bot", "number"], name="bots_version_unique_number")
        ]

    def __str__(self) -> str:
        return f"{self.bot.name} v{self.number}"

    def seat_name(self, number: int) -> str:
        """What it is called at a table where several of its kind may sit; its version is no name.

        ``number`` counts from 1. ``frontend.labels.seat_name`` says it in other languages.
        """
        return f"{self.bot.name} {number}"


class Occupied(models.Model):
    """Abstract: whoever takes a place is exactly one of a person and a bot version.

    A subclass with its own ``Meta`` inherits from ``Occupied.Meta`` and, where it adds
    constraints, starts them with ``*Occupied.Meta.constraints``. Reverse names are the
    lower-case class name plus ``s`` (``person.seats``, ``bot_version.entrants``).
    """

    person = models.ForeignKey(
        "accounts.Person",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="%(class)ss",
    )
    bot_version = models.ForeignKey(
        BotVersion,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="%(class)ss",
    )

    class Meta:
        abstract = True
        constraints: ClassVar[list[Any]] = [
            models.CheckConstraint(
                condition=Q(person__isnull=False, bot_version__isnull=True)
                | Q(person__isnull=True, bot_version__isnull=False),
                name="%(app_label)s_%(class)s_one_occupant",
            )
        ]

    @property
    def is_bot(self) -> bool:
        """Whether a bot version holds this place."""
        return self.bot_version_id is not None
