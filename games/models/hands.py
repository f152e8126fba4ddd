"""Series and hands: the stored truth of everything that is played.

Rows and constraints only; every write goes through ``games.services``. The unit of work of a
table with persons is the hand (``Hand.next_due``), of a table of bots the series
(``Series.next_due``): its hands are stored whole, so an unfinished series is what a killed
worker leaves behind.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.ids import PublicIdField


class Series(models.Model):
    """The hands one table plays under one agreement.

    ``hand_count`` hands are dealt so that everybody plays ``hands`` of them. ``next_due`` is the
    lease of whatever this series itself still needs: the next hand (a table of bots plays it,
    a paced one first waits for the shown hand to end) or, once finished, the delivery of the
    signal ``series_finished``. NULL while a hand of persons is being played.
    ``deal_seed`` makes deals repeatable and exists for tests only. ``given_deals``, one string of
    108 characters per hand number, are deals that stand already (a deal played again, the deal
    of the day); they are secret like those of hands.
    """

    class Status(models.TextChoices):
        """``stopped``: the table was closed before the last hand."""

        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        STOPPED = "stopped", _("stopped")

    table = models.ForeignKey("games.Table", on_delete=models.CASCADE, related_name="series")
    number = models.PositiveSmallIntegerField()
    hands = models.PositiveSmallIntegerField()
    hand_count = models.PositiveSmallIntegerField()
    first_dealer = models.PositiveSmallIntegerField(default=0)
    status = models.CharField(max_length=10, choices=Status, default=Status.RUNNING)
    deal_seed = models.CharField(max_length=160, blank=True, default="", editable=False)
    given_deals = models.JSONField(null=True, blank=True, default=None, editable=False)
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

    ``turn_at`` is when the clock of the person to move begins to run, ``deadline`` when his time
    for this action is over and his bank begins; ``next_due`` when somebody has to look (a bot to
    move, the end of the bank, the end of an absent person's grace), NULL while a person thinks
    without a clock.
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
    nonce = models.CharField(max_length=64)
    commitment = models.CharField(max_length=80)
    contributions = models.TextField(blank=True, default="")
    actions = models.TextField(blank=True, default="")
    ply = models.PositiveSmallIntegerField(default=0)
    status = models.CharField(max_length=8, choices=Status, default=Status.PLAYING)
    result = models.JSONField(null=True, blank=True)
    next_due = models.DateTimeField(null=True, blank=True)
    turn_at = models.DateTimeField(null=True, blank=True)
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


class HandSeat(models.Model):
    """A person in a hand: whose history it belongs to, whoever sits at the table later.

    ``index`` is the hand seat, ``table_seat`` the seat at the table. Written with the deal; role,
    contract and points (as the sheet counts them) are derived and written by the update that
    ends the hand, or NULL and blank for a hand that does not count. ``ended_at`` is that of the
    hand, kept here so that a history needs no join. ``took_over`` says that a bot has played for
    him at some time.
    """

    class Role(models.TextChoices):
        """Part in a finished hand; ``alone`` is everybody's part in a Trischaken."""

        DECLARER = "declarer", _("declarer")
        PARTNER = "partner", _("partner")
        DEFENDER = "defender", _("defender")
        ALONE = "alone", _("everyone for himself")

    hand = models.ForeignKey("games.Hand", on_delete=models.CASCADE, related_name="hand_seats")
    person = models.ForeignKey(
        "accounts.Person", on_delete=models.PROTECT, related_name="hand_seats"
    )
    index = models.PositiveSmallIntegerField()
    table_seat = models.PositiveSmallIntegerField()
    rules_id = models.CharField(max_length=60)
    took_over = models.BooleanField(default=False)
    role = models.CharField(max_length=8, choices=Role, blank=True, default="")
    contract = models.CharField(max_length=8, blank=True, default="")
    points = models.SmallIntegerField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("seat of a hand")
        verbose_name_plural = _("seats of hands")
        ordering: ClassVar[list[str]] = ["hand", "index"]
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["hand", "index"], name="games_handseat_once"),
            models.UniqueConstraint(fields=["hand", "person"], name="games_handseat_person_once"),
        ]
        indexes: ClassVar[list[Any]] = [
            models.Index(fields=["person", "-ended_at"], name="games_handseat_history")
        ]

    def __str__(self) -> str:
        return f"{self.hand_id} / {self.index}"
