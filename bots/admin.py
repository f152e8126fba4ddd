"""Admin pages: bots can be renamed, versions only be looked at."""

from django.contrib import admin
from django.http import HttpRequest

from bots.models import Bot, BotVersion


class VersionInline(admin.TabularInline):
    """The versions of a bot, read-only: what has played stays what it was."""

    model = BotVersion
    extra = 0
    can_delete = False
    fields = readonly_fields = ("number", "runner", "strategy", "source_hash", "created_at")

    def has_add_permission(self, request: HttpRequest, obj: Bot | None = None) -> bool:
        """Versions come from a migration or an upload, never from this page."""
        return False


@admin.register(Bot)
class BotAdmin(admin.ModelAdmin):
    """Names and owners of bots."""

    list_display = ("slug", "name", "owner", "created_at")
    search_fields = ("slug", "name")
    autocomplete_fields = ("owner",)
    readonly_fields = ("slug", "created_at")
    inlines = (VersionInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """A bot without a version could not play; see VersionInline."""
        return False
