"""Leagues, events, entrants and the rounds they are seated in.

State changes go through ``tournaments.services`` as conditional updates; a row here never
carries a computed standing (standings are folded from stored hands on every read).
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.ids import PublicIdField
from bots.models import Occupied

MAX_ROUNDS = 100
"""Rounds that an event may be planned with."""


class League(models.Model):
    """A season: several events whose points are added up."""

    public_id = PublicIdField()
    club = models.ForeignKey(
        "accounts.Club", null=True, blank=True, on_delete=models.PROTECT, related_name="leagues"
    )
    name = models.CharField(max_length=60)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("leagues")
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.name


class Event(models.Model):
    """One tournament occasion: entrants, and rounds in which every table plays one series.

    ``rounds_total`` NULL means endless: the next round is drawn when one closes. ``seed`` fixes
    the seating and nothing else; ``deal_seed`` fixes the deals and exists for tests only (deals
    come from the system's secret randomness while it is NULL). ``next_due`` is the lease on
    closing a round and opening the next one; NULL is free.
    """

    class Status(models.TextChoices):
        """Draft takes entrants, running plays rounds, finished is read-only."""

        DRAFT = "draft", _("draft")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    class SeatingMode(models.TextChoices):
        """How tables are put together; ``draw`` avoids repeated meetings by annealing."""

        DRAW = "draw", _("drawn, few repeated meetings")

    public_id = PublicIdField()
    club = models.ForeignKey(
        "accounts.Club", null=True, blank=True, on_delete=models.PROTECT, related_name="events"
    )
    league = models.ForeignKey(
        League, null=True, blank=True, on_delete=models.PROTECT, related_name="events"
    )
    name = models.CharField(max_length=60)
    status = models.CharField(max_length=10, choices=Status, default=Status.DRAFT)
    rules_id = models.CharField(max_length=60)
    rules_options = models.JSONField(default=dict, blank=True)
    hands = models.PositiveSmallIntegerField(help_text="hands each entrant plays in a round")
    rounds_total = models.PositiveSmallIntegerField(null=True, blank=True)
    seating_mode = models.CharField(max_length=10, choices=SeatingMode, default=SeatingMode.DRAW)
    seed = models.CharField(max_length=64)
    clock_ms = models.PositiveIntegerField(null=True, blank=True)
    paced = models.BooleanField(default=False)
    deal_seed = models.CharField(max_length=64, null=True, blank=True)  # noqa: DJ001
    next_due = models.DateTimeField(null=True, blank=True, editable=False)
    starts_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["-id"]
        indexes = [models.Index(fields=["status", "-id"], name="event_status")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_endless(self) -> bool:
        """Whether rounds go on for as long as the server runs."""
        return self.rounds_total is None

    @property
    def is_windowed(self) -> bool:
        """Whether only its last rounds count and are shown: it is endless, or was for long.

        An endless event that has been ended may have thousands of rounds.
        """
        return self.rounds_total is None or self.rounds_total > MAX_ROUNDS


class Entrant(Occupied):
    """A person or a bot version in one event, under a name of its own.

    One bot version may enter many times. ``number`` is the number on the seat card.
    """

    class Status(models.TextChoices):
        """A withdrawn entrant keeps its results and is not seated any more."""

        ACTIVE = "active", _("active")
        WITHDRAWN = "withdrawn", _("withdrawn")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entrants")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=60)
    status = models.CharField(max_length=10, choices=Status, default=Status.ACTIVE)

    class Meta(Occupied.Meta):
        abstract = False
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        ordering = ["event", "number"]
        constraints = [
            *Occupied.Meta.constraints,
            models.UniqueConstraint(fields=["event", "name"], name="entrant_name_once"),
            models.UniqueConstraint(fields=["event", "number"], name="entrant_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class Round(models.Model):
    """One round of an event; ``number`` counts from 1.

    ``certificate`` states the quality of the seating of rounds 1..number (cost, lower bound,
    seat counts), so that anybody can check the draw.
    """

    class Status(models.TextChoices):
        """Draft is drawn but not published, open is being played, closed is counted."""

        DRAFT = "draft", _("draft")
        OPEN = "open", _("being played")
        CLOSED = "closed", _("closed")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    status = models.CharField(max_length=10, choices=Status, default=Status.DRAFT)
    certificate = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="round_number_once"),
            models.UniqueConstraint(
                fields=["event"], condition=models.Q(status="open"), name="round_open_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} / {self.number}"


class RoundTable(models.Model):
    """A table of a round; ``table`` is NULL until the round opens."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    table = models.OneToOneField(
        "games.Table", null=True, blank=True, on_delete=models.PROTECT, related_name="round_table"
    )

    class Meta:
        verbose_name = _("table of a round")
        verbose_name_plural = _("tables of a round")
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="round_table_number_once")
        ]

    def __str__(self) -> str:
        return f"{self.round} / {self.number}"


class RoundSeat(models.Model):
    """Table seat ``index`` of a round's table; ``round`` is repeated for the database's check
    that nobody sits at two tables of one round."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    round_table = models.ForeignKey(RoundTable, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="seats")

    class Meta:
        verbose_name = _("seat of a round")
        verbose_name_plural = _("seats of a round")
        ordering = ["round_table", "index"]
        constraints = [
            models.UniqueConstraint(fields=["round_table", "index"], name="round_seat_once"),
            models.UniqueConstraint(fields=["round", "entrant"], name="entrant_seated_once"),
        ]

    def __str__(self) -> str:
        return f"{self.round_table} / {self.index}: {self.entrant}"
