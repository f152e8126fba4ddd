"""What is said at tables, and whom somebody follows or does not want to hear."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.ids import PublicIdField


class TalkLine(models.Model):
    """One line said at a table: a set phrase (by its code, so that everybody reads it in his own
    language) or a text, never both. ``hand`` is the one that was being played.

    Lines of channel ``defenders`` reach the defenders of that hand alone. A ``hidden`` line was
    taken away after a report. ``client_id`` is how the sender called it: sent again it is the
    same line.
    """

    class Channel(models.TextChoices):
        """Whom a line is for."""

        TABLE = "table", _("the table")
        DEFENDERS = "defenders", _("the defenders")

    public_id = PublicIdField()
    table = models.ForeignKey("games.Table", on_delete=models.CASCADE, related_name="talk_lines")
    hand = models.ForeignKey(
        "games.Hand", null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    person = models.ForeignKey(
        "accounts.Person", on_delete=models.PROTECT, related_name="talk_lines"
    )
    seat = models.PositiveSmallIntegerField()
    channel = models.CharField(max_length=10, choices=Channel, default=Channel.TABLE)
    phrase = models.CharField(max_length=20, blank=True, default="")
    text = models.CharField(max_length=200, blank=True, default="")
    client_id = models.CharField(max_length=64, editable=False)
    hidden = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("line of talk")
        verbose_name_plural = _("lines of talk")
        ordering: ClassVar[list[str]] = ["id"]
        indexes: ClassVar[list[Any]] = [
            models.Index(fields=["table", "-id"], name="games_talk_table")
        ]
        constraints: ClassVar[list[Any]] = [
            models.CheckConstraint(
                condition=models.Q(phrase="", text__gt="") | models.Q(text="", phrase__gt=""),
                name="games_talk_phrase_or_text",
            ),
            models.UniqueConstraint(
                fields=["table", "person", "client_id"], name="games_talk_once"
            ),
        ]

    def __str__(self) -> str:
        return self.public_id


class TalkReport(models.Model):
    """A complaint about a line; whoever looks after the table handles it."""

    line = models.ForeignKey(TalkLine, on_delete=models.CASCADE, related_name="reports")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    reason = models.CharField(max_length=200, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    handled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering: ClassVar[list[str]] = ["-id"]
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["line", "user"], name="games_talkreport_once")
        ]

    def __str__(self) -> str:
        return f"{self.line_id} / {self.user_id}"


class Mute(models.Model):
    """``user`` does not want to read what ``person`` says."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mutes"
    )
    person = models.ForeignKey("accounts.Person", on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["user", "person"], name="games_mute_once")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} / {self.person_id}"


class Follow(models.Model):
    """``user`` wants to see at which tables ``person`` plays."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="follows"
    )
    person = models.ForeignKey("accounts.Person", on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("follow")
        verbose_name_plural = _("follows")
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["user", "person"], name="games_follow_once")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} / {self.person_id}"
