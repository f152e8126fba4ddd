"""How deals come about before a hand exists: joint shuffles, and the deal of the day."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Shuffle(models.Model):
    """The making of one deal (docs/protocol.md, commitment ``v1``).

    ``secret`` is the server's contribution and ``commitment`` what was published of it, with all
    contributions of bots, before any person contributed. Its rows of ``Contribution`` are the
    persons who were asked. At ``deadline`` the stage is over for those who are missing, once the
    deal is needed. The hand before it may still be played.
    """

    class Stage(models.TextChoices):
        """In this order. What follows from a ``closed`` shuffle is fixed, whoever deals it."""

        COMMIT = "commit", _("persons commit")
        REVEAL = "reveal", _("persons reveal")
        CLOSED = "closed", _("closed")
        DEALT = "dealt", _("dealt")

    series = models.ForeignKey("games.Series", on_delete=models.CASCADE, related_name="shuffles")
    number = models.PositiveSmallIntegerField()
    attempt = models.PositiveSmallIntegerField(default=0)
    secret = models.CharField(max_length=64, editable=False)
    commitment = models.CharField(max_length=80)
    stage = models.CharField(max_length=8, choices=Stage, default=Stage.COMMIT)
    deadline = models.DateTimeField()
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("shuffle")
        verbose_name_plural = _("shuffles")
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(
                fields=["series", "number", "attempt"], name="games_shuffle_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.series_id} / {self.number} / {self.attempt}"


class Contribution(models.Model):
    """What the person at table seat ``seat`` adds to a shuffle: first its hash, then itself.

    64 hexadecimal digits each, blank until they come. A ``replaced`` one came too late or not at
    all.
    """

    shuffle = models.ForeignKey(Shuffle, on_delete=models.CASCADE, related_name="contributions")
    seat = models.PositiveSmallIntegerField()
    commitment = models.CharField(max_length=64, blank=True, default="")
    value = models.CharField(max_length=64, blank=True, default="")
    replaced = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("contribution")
        verbose_name_plural = _("contributions")
        ordering: ClassVar[list[str]] = ["shuffle", "seat"]
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["shuffle", "seat"], name="games_contribution_once")
        ]

    def __str__(self) -> str:
        return f"{self.shuffle_id} / {self.seat}"


class DailyDeal(models.Model):
    """The deal everybody plays on one day; it opens when the day (UTC) is over.

    ``dealer`` is a hand seat; which seat somebody plays from is drawn for each person.
    """

    date = models.DateField(unique=True)
    rules_id = models.CharField(_("rules"), max_length=60)
    dealer = models.PositiveSmallIntegerField()
    cards = models.CharField(max_length=108, editable=False)
    nonce = models.CharField(max_length=64, editable=False)
    commitment = models.CharField(max_length=80)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("deal of the day")
        verbose_name_plural = _("deals of the day")
        ordering: ClassVar[list[str]] = ["-date"]

    def __str__(self) -> str:
        return f"{self.date} {self.rules_id}"
