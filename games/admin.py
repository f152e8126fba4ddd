"""Admin: tables can be looked at, hands, seats and results never changed, secrets stay hidden."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import services, tasks
from games.models import Hand, Seat, Series, Table, TalkLine, TalkReport
from games.pacing import ply_at
from games.policy import may_see_record


class ReadOnly:
    """No adding, changing or deleting: what was played is a record."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Rows are made by services only."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Corrections are rulings, never updates."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Records of persons are never deleted."""
        return False


class SeatInline(ReadOnly, admin.TabularInline):
    """The seats of a table."""

    model = Seat
    fields = ("index", "person", "bot_version", "name", "present")
    extra = 0


@admin.register(Table)
class TableAdmin(ReadOnly, admin.ModelAdmin):
    """Tables. ``rev`` is left out: of a paced table it runs ahead of what is shown."""

    list_display = ("public_id", "name", "kind", "status", "policy", "created_at")
    list_filter = ("kind", "status", "policy")
    search_fields = ("public_id", "name")
    inlines = (SeatInline,)
    exclude = ("rev",)


@admin.register(Series)
class SeriesAdmin(ReadOnly, admin.ModelAdmin):
    """Series; ``next_due`` would tell how long a hidden hand is, the seed what comes."""

    list_display = ("id", "table", "number", "hands", "status", "fail_count", "started_at")
    list_filter = ("status",)
    raw_id_fields = ("table",)
    exclude = ("next_due", "deal_seed")


@admin.register(Hand)
class HandAdmin(ReadOnly, admin.ModelAdmin):
    """Hands; cards, nonce, actions and result appear once the hand is open to everybody."""

    list_display = ("public_id", "series", "number", "attempt", "status", "shown_ply", "created_at")
    list_filter = ("status",)
    list_select_related = ("series__table",)
    search_fields = ("public_id", "series__table__public_id")
    open_fields = (
        "public_id",
        "series",
        "number",
        "attempt",
        "status",
        "rules_hash",
        "dealer",
        "seating",
        "commitment",
        "shown_ply",
        "created_at",
    )
    secret_fields = ("cards", "nonce", "contributions", "actions", "result", "ended_at")

    def get_fields(self, request: HttpRequest, obj: Hand | None = None) -> tuple[str, ...]:
        """Return the secret fields only when the record is public."""
        if obj is not None and may_see_record(obj):
            return self.open_fields + self.secret_fields
        return self.open_fields

    @admin.display(description=_("actions shown"))
    def shown_ply(self, hand: Hand) -> int:
        """Actions of the hand as far as they are shown."""
        return ply_at(hand, timezone.now())


@admin.register(TalkReport)
class TalkReportAdmin(ReadOnly, admin.ModelAdmin):
    """Complaints about lines, open ones first; a line is hidden by an action of the list."""

    list_display = ("created_at", "said", "by", "table", "reason", "handled_at", "is_hidden")
    list_filter = (("handled_at", admin.EmptyFieldListFilter), "created_at")
    list_select_related = ("line__table", "line__person", "user")
    ordering = (F("handled_at").asc(nulls_first=True), "-id")
    actions = ("hide_lines", "settle")
    fields = ("created_at", "said", "by", "table", "reason", "handled_at", "is_hidden")

    @admin.display(description=_("line"))
    def said(self, report: TalkReport) -> str:
        """What was said."""
        return report.line.text or report.line.phrase

    @admin.display(description=_("person"))
    def by(self, report: TalkReport) -> str:
        """Who said it."""
        return str(report.line.person)

    @admin.display(description=_("table"))
    def table(self, report: TalkReport) -> str:
        """Where it was said."""
        return report.line.table.public_id

    @admin.display(description=_("hidden"), boolean=True)
    def is_hidden(self, report: TalkReport) -> bool:
        """Whether nobody reads it any more."""
        return report.line.hidden

    @admin.action(description=_("Hide these lines"))
    def hide_lines(self, request: HttpRequest, queryset: QuerySet[TalkReport]) -> None:
        """Take the lines away and settle their reports."""
        assert isinstance(request.user, User)
        lines = TalkLine.objects.filter(reports__in=queryset).select_related("table").distinct()
        for line in lines:
            tasks.publish(services.talk_hide(line=line, user=request.user).publish)
        messages.success(request, _("The lines are hidden."))

    @admin.action(description=_("Leave these lines, the reports are settled"))
    def settle(self, request: HttpRequest, queryset: QuerySet[TalkReport]) -> None:
        """Note that somebody has looked."""
        queryset.filter(handled_at=None).update(handled_at=timezone.now())

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Return the actions for the staff; rows themselves are never changed."""
        return super().get_actions(request) if request.user.is_staff else {}
