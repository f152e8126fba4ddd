"""Admin: events, rounds and seats can be looked at; changes go through the services."""

from __future__ import annotations

from django.contrib import admin

from games.admin import ReadOnly
from tournaments.models import Entrant, Event, League, Round, RoundSeat


class EntrantInline(ReadOnly, admin.TabularInline):
    """The entrants of an event."""

    model = Entrant
    fields = ("number", "name", "person", "bot_version", "status")
    extra = 0


@admin.register(Event)
class EventAdmin(ReadOnly, admin.ModelAdmin):
    """Events; the seeds would tell what has not been drawn or dealt yet."""

    list_display = ("public_id", "name", "status", "club", "hands", "rounds_total", "created_at")
    list_filter = ("status",)
    search_fields = ("public_id", "name")
    inlines = (EntrantInline,)
    exclude = ("seed", "deal_seed", "next_due")


class RoundSeatInline(ReadOnly, admin.TabularInline):
    """Who sits where in a round."""

    model = RoundSeat
    fields = ("round_table", "index", "entrant")
    extra = 0


@admin.register(Round)
class RoundAdmin(ReadOnly, admin.ModelAdmin):
    """Rounds with the certificate of their seating."""

    list_display = ("event", "number", "status", "opened_at", "closed_at")
    list_filter = ("status",)
    search_fields = ("event__public_id", "event__name")
    inlines = (RoundSeatInline,)


@admin.register(League)
class LeagueAdmin(ReadOnly, admin.ModelAdmin):
    """Leagues."""

    list_display = ("public_id", "name", "club", "created_at")
    search_fields = ("public_id", "name")
