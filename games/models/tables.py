"""Tables and their seats: who plays with whom under which agreement."""

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

    A seat without a row is free. While any is, the table is ``open`` and ``next_due`` says when
    bots take the free seats and the series begins (in vain ``fail_count`` times); ``warm_bots``
    names (by slug) the bot of each table seat that is free at the start. A person's time is
    ``clock_ms`` for each action and then ``bank_ms`` for the series; who is away for ``grace_ms``
    while it is his turn is replaced as ``takeover`` says (NULL: nobody waits for him). At a
    ``practice`` table, one person among bots, help is given and moves are taken back. ``origin``
    is the hand whose deal is played again, ``daily`` the deal of the day.
    """

    class Kind(models.TextChoices):
        """Where a table comes from."""

        QUICK = "quick", _("quick game")
        EVENT = "event", _("event")
        DAILY = "daily", _("deal of the day")

    class Access(models.TextChoices):
        """Who may look and take a free seat. ``private``: who was admitted by its link."""

        OPEN = "open", _("open to everybody")
        PRIVATE = "private", _("by invitation")
        CLUB = "club", _("members of the club")

    class Takeover(models.TextChoices):
        """What happens to a person whose time is over or who stays away."""

        CLOCK = "clock", _("only the move is made for him")
        BOT = "bot", _("a bot plays until he returns")

    class Talk(models.TextChoices):
        """What may be said at the table."""

        OFF = "off", _("nothing")
        PHRASES = "phrases", _("set phrases")
        TEXT = "text", _("anything")

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
    access = models.CharField(_("access"), max_length=8, choices=Access, default=Access.OPEN)
    invite_hash = models.CharField(max_length=64, blank=True, default="", editable=False)
    clock_ms = models.PositiveIntegerField(_("limit per action, ms"), null=True, blank=True)
    bank_ms = models.PositiveIntegerField(_("time bank per series, ms"), null=True, blank=True)
    grace_ms = models.PositiveIntegerField(_("absence before takeover, ms"), null=True, blank=True)
    takeover = models.CharField(_("takeover"), max_length=8, choices=Takeover, default=Takeover.BOT)
    practice = models.BooleanField(_("practice"), default=False)
    talk = models.CharField(_("talk"), max_length=8, choices=Talk, default=Talk.PHRASES)
    warm_bots = models.JSONField(default=list, blank=True)
    next_due = models.DateTimeField(null=True, blank=True)
    fail_count = models.PositiveSmallIntegerField(default=0)
    origin = models.ForeignKey(
        "games.Hand", null=True, blank=True, on_delete=models.SET_NULL, related_name="replayed_at"
    )
    daily = models.ForeignKey(
        "games.DailyDeal", null=True, blank=True, on_delete=models.PROTECT, related_name="tables"
    )
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
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(
                fields=["daily", "created_by"],
                condition=models.Q(daily__isnull=False),
                name="games_table_daily_once",
            ),
        ]
        indexes: ClassVar[list[Any]] = [
            models.Index(fields=["status", "-id"], name="games_table_status"),
            models.Index(
                fields=["next_due"],
                name="games_table_due",
                condition=models.Q(next_due__isnull=False),
            ),
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
    ``present`` is whether a person has the table open just now, ``absent_since`` since when he
    has not. ``stand_in`` is the bot that plays for an absent person until he returns.
    A ``warm`` bot gives way to the person of ``claimed_by`` before the next hand; a person who is
    ``leaving`` gives way to a warm bot then.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField(_("seat"))
    name = models.CharField(_("name"), max_length=60, blank=True, default="")
    present = models.BooleanField(_("present"), default=False)
    absent_since = models.DateTimeField(null=True, blank=True)
    bank_ms = models.PositiveIntegerField(_("time left in the bank, ms"), null=True, blank=True)
    stand_in = models.ForeignKey(
        "bots.BotVersion", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    warm = models.BooleanField(_("gives way to persons"), default=False)
    claimed_by = models.ForeignKey(
        "accounts.Person", null=True, blank=True, on_delete=models.SET_NULL, related_name="claims"
    )
    leaving = models.BooleanField(_("leaves after this hand"), default=False)

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
        if self.name or self.person is not None or self.bot_version is None:
            return self.name or str(self.person)
        return str(self.bot_version.bot)


class Admission(models.Model):
    """A user who opened the invite link of a private table: he may look and take a free seat."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="admissions")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="admissions"
    )

    class Meta:
        verbose_name = _("admission")
        verbose_name_plural = _("admissions")
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["table", "user"], name="games_admission_once")
        ]

    def __str__(self) -> str:
        return f"{self.table_id} / {self.user_id}"
