"""Tables, seats, series and hands: the stored truth of everything that is played.

Rows and constraints only; every write goes through ``games.services``. The unit of work of a
table with persons is the hand (``Hand.next_due``), of a table of bots the series
(``Series.next_due``): its hands are stored whole, so an unfinished series is what a killed
worker leaves behind.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.ids import PublicIdField
from bots.models import Occupied


class Table(models.Model):
    """Seats and an agreement; hosts series of hands and is what people watch.

    ``rev`` grows in the transaction of every change anybody may see. ``event_ref`` describes the
    event of the table for pages (``{"id", "name", "round"}``), NULL for a quick game.
    ``open_group`` is opaque: deals open when all tables of the group have ended.
    """

    class Kind(models.TextChoices):
        """Where a table comes from."""

        QUICK = "quick", _("quick game")
        EVENT = "event", _("event")

    class Status(models.TextChoices):
        """``open`` waits for its first series; ``stuck`` waits for somebody to look at it."""

        OPEN = "open", _("open")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        STUCK = "stuck", _("stuck")
        CLOSED = "closed", _("closed")

    class Policy(models.TextChoices):
        """What those who do not sit at the table may see."""

        LIVE = "live", _("public, live")
        DELAYED = "delayed", _("public, one hand late")
        AFTER_HAND = "after_hand", _("open after the hand")
        OPEN = "open", _("open (bots only)")

    public_id = PublicIdField()
    name = models.CharField(_("name"), max_length=60)
    kind = models.CharField(_("kind"), max_length=8, choices=Kind, default=Kind.QUICK)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    policy = models.CharField(_("policy"), max_length=12, choices=Policy, default=Policy.LIVE)
    rules_id = models.CharField(_("rules"), max_length=60)
    rules_options = models.JSONField(_("house rules"), default=dict, blank=True)
    size = models.PositiveSmallIntegerField(
        _("seats"), validators=[MinValueValidator(2), MaxValueValidator(6)]
    )
    hands = models.PositiveSmallIntegerField(_("hands each player plays"))
    club = models.ForeignKey(
        "accounts.Club", null=True, blank=True, on_delete=models.PROTECT, related_name="tables"
    )
    event_ref = models.JSONField(null=True, blank=True, default=None)
    clock_ms = models.PositiveIntegerField(_("limit per action, ms"), null=True, blank=True)
    paced = models.BooleanField(_("shown at reading pace"), default=False)
    rated = models.BooleanField(_("rated"), default=False)
    open_group = models.CharField(max_length=40, blank=True, default="")
    rev = models.PositiveBigIntegerField(default=0, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering: ClassVar[list[str]] = ["-id"]
        indexes: ClassVar[list[Any]] = [
            models.Index(fields=["status", "-id"], name="games_table_status"),
            models.Index(
                fields=["open_group"],
                name="games_table_open_group",
                condition=~models.Q(open_group=""),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Seat(Occupied):
    """Table seat ``index``, held by exactly one person or bot version.

    ``name`` is the name of the entrant in an event; blank means the occupant's own name.
    ``present`` is whether a person has the table open just now.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField(_("seat"))
    name = models.CharField(_("name"), max_length=60, blank=True, default="")
    present = models.BooleanField(_("present"), default=False)

    class Meta(Occupied.Meta):
        abstract = False
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering: ClassVar[list[str]] = ["table", "index"]
        constraints: ClassVar[list[Any]] = [
            *Occupied.Meta.constraints,
            models.UniqueConstraint(fields=["table", "index"], name="games_seat_once"),
            models.UniqueConstraint(
                fields=["table", "person"],
                condition=models.Q(person__isnull=False),
                name="games_seat_person_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.index}: {self.display_name}"

    @property
    def display_name(self) -> str:
        """Name to show; reads the occupant, so select ``person`` and ``bot_version__bot``."""
        return self.name or str(self.person or self.bot_version)


class Series(models.Model):
    """The hands one table plays under one agreement.

    ``hand_count`` hands are dealt so that everybody plays ``hands`` of them. ``next_due`` is the
    lease of whatever this series itself still needs: the next hand (a table of bots plays it,
    a paced one first waits for the shown hand to end) or, once finished, the delivery of the
    signal ``series_finished``. NULL while a hand of persons is being played.
    ``deal_seed`` makes deals repeatable and exists for tests only.
    """

    class Status(models.TextChoices):
        """``stopped``: the table was closed before the last hand."""

        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        STOPPED = "stopped", _("stopped")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="series")
    number = models.PositiveSmallIntegerField()
    hands = models.PositiveSmallIntegerField()
    hand_count = models.PositiveSmallIntegerField()
    first_dealer = models.PositiveSmallIntegerField(default=0)
    status = models.CharField(max_length=10, choices=Status, default=Status.RUNNING)
    deal_seed = models.CharField(max_length=160, blank=True, default="", editable=False)
    next_due = models.DateTimeField(null=True, blank=True)
    fail_count = models.PositiveSmallIntegerField(default=0)
    started_at = models.DateTimeField(default=timezone.now, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("series")
        verbose_name_plural = _("series")
        ordering: ClassVar[list[str]] = ["-id"]
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["table", "number"], name="games_series_once"),
            models.UniqueConstraint(
                fields=["table"],
                condition=models.Q(status="running"),
                name="games_series_running_once",
            ),
        ]
        indexes: ClassVar[list[Any]] = [
            models.Index(
                fields=["next_due"],
                name="games_series_due",
                condition=models.Q(next_due__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"{self.table_id} / {self.number}"


class Hand(models.Model):
    """One deal and the actions played on it: the append-only record of a hand.

    ``cards`` (54 codes, 108 characters) and ``nonce`` are secret until the hand is over;
    ``commitment`` was fixed before the first action. ``seating`` is the table seat of each hand
    seat, ``dealer`` a hand seat. ``actions`` is ``engine.record.entries_to_text``; ``ply`` counts
    its entries and is what compare-and-append compares. ``attempt`` counts how often this number
    was dealt before. ``result`` is derived from the rest and written by the update that ends the
    hand (``manage.py hand verify`` re-derives it).

    ``deadline`` is the end of a clocked person's time; ``next_due`` when somebody has to look
    (a bot to move, or the deadline plus grace), NULL while a person thinks without a clock.
    A hand of a paced table is stored whole as ``showing``: ply 0 is shown at ``show_from``, at
    table revision ``rev_before``, and nothing beyond the shown ply is public before
    ``show_until``.
    """

    class Status(models.TextChoices):
        """Only ``over`` counts. A ``redeal`` ended without a contract and was dealt again, as the
        next attempt at the same number; ``void`` hands belong to closed tables.
        """

        PLAYING = "playing", _("playing")
        SHOWING = "showing", _("being shown")
        OVER = "over", _("over")
        REDEAL = "redeal", _("dealt again")
        VOID = "void", _("void")

    public_id = PublicIdField()
    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="hand_rows")
    number = models.PositiveSmallIntegerField()
    attempt = models.PositiveSmallIntegerField(default=0)
    rules_hash = models.CharField(max_length=16)
    dealer = models.PositiveSmallIntegerField()
    seating = models.JSONField()
    cards = models.CharField(max_length=108)
    nonce = models.CharField(max_length=32)
    commitment = models.CharField(max_length=80)
    contributions = models.TextField(blank=True, default="")
    actions = models.TextField(blank=True, default="")
    ply = models.PositiveSmallIntegerField(default=0)
    status = models.CharField(max_length=8, choices=Status, default=Status.PLAYING)
    result = models.JSONField(null=True, blank=True)
    next_due = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    fail_count = models.PositiveSmallIntegerField(default=0)
    rev_before = models.PositiveBigIntegerField(null=True, blank=True)
    show_from = models.DateTimeField(null=True, blank=True)
    show_until = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("hand")
        verbose_name_plural = _("hands")
        ordering: ClassVar[list[str]] = ["series", "number", "attempt"]
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["series", "number", "attempt"], name="games_hand_once"),
            models.CheckConstraint(
                condition=~models.Q(status__in=["over", "redeal"]) | models.Q(result__isnull=False),
                name="games_hand_over_has_result",
            ),
            models.CheckConstraint(
                condition=~models.Q(status="showing")
                | models.Q(
                    rev_before__isnull=False, show_from__isnull=False, show_until__isnull=False
                ),
                name="games_hand_showing_has_times",
            ),
        ]
        indexes: ClassVar[list[Any]] = [
            models.Index(
                fields=["next_due"],
                name="games_hand_due",
                condition=models.Q(next_due__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"{self.public_id} (#{self.number + 1})"

    @property
    def is_ended(self) -> bool:
        """Whether it was played (and shown) to its end, be it a redeal."""
        return self.status in ENDED


ENDED = (Hand.Status.OVER, Hand.Status.REDEAL)
"""States of hands that were played to their end: their records are complete and may be open."""
