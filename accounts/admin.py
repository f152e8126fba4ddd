"""Admin pages of ``accounts``. Secrets are hashes and are not even shown as such."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.forms import NameField
from accounts.links import setup_link_path
from accounts.models import ApiToken, Club, Invitation, Membership, Person, User

if TYPE_CHECKING:  # Django's admin classes take no parameters at run time
    UserAdminBase = DjangoUserAdmin[User]
    PersonAdminBase = admin.ModelAdmin[Person]
    ClubAdminBase = admin.ModelAdmin[Club]
    InvitationAdminBase = admin.ModelAdmin[Invitation]
    ApiTokenAdminBase = admin.ModelAdmin[ApiToken]
    MembershipInlineBase = admin.TabularInline[Membership, Club]
else:
    UserAdminBase = DjangoUserAdmin
    PersonAdminBase = ClubAdminBase = InvitationAdminBase = ApiTokenAdminBase = admin.ModelAdmin
    MembershipInlineBase = admin.TabularInline


@admin.register(User)
class UserAdmin(UserAdminBase):
    """Users; a link to choose a password can be handed out from the list."""

    list_display = ("username", "email", "is_guest", "is_staff", "date_joined")
    list_filter = ("is_guest", "is_staff", "is_active")
    search_fields = ("username", "email", "person__display_name")
    fieldsets = (
        (None, {"fields": ("username", "password", "email", "is_guest")}),
        (
            _("Permissions"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        (_("Important dates"), {"fields": ("last_login", "date_joined")}),
    )
    readonly_fields = ("is_guest", "last_login", "date_joined")
    actions = ("make_setup_link",)

    @admin.action(description=_("Make a link to choose a new password"))
    def make_setup_link(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Show one link per chosen user, to be copied and handed over; guests have none."""
        for user in queryset.filter(is_guest=False, is_active=True):
            # A link signs in as that user, so it must not lift anybody above himself.
            if user.is_superuser and not getattr(request.user, "is_superuser", False):
                continue
            url = request.build_absolute_uri(setup_link_path(user))
            messages.info(request, f"{user.username}: {url}")


@admin.register(Person)
class PersonAdmin(PersonAdminBase):
    """Persons; the name goes through the same rule as everywhere."""

    list_display = ("display_name", "public_id", "user", "merged_into")
    search_fields = ("display_name", "public_id", "user__username")
    autocomplete_fields = ("user", "merged_into")
    readonly_fields = ("public_id", "created_at")

    def get_form(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Return the form with the field that checks names."""
        form = super().get_form(request, *args, **kwargs)
        if "display_name" in form.base_fields:
            form.base_fields["display_name"] = NameField(label=_("Name"))
        return form


class MembershipInline(MembershipInlineBase):
    """Members of a club."""

    model = Membership
    autocomplete_fields = ("person",)
    extra = 0


@admin.register(Club)
class ClubAdmin(ClubAdminBase):
    """Clubs with their members."""

    list_display = ("name", "slug", "public_id")
    search_fields = ("name", "slug")
    readonly_fields = ("public_id", "created_at")
    inlines = (MembershipInline,)


@admin.register(Invitation)
class InvitationAdmin(InvitationAdminBase):
    """Invitations, to be withdrawn (deleted) only: a link shown here would be nobody's."""

    list_display = ("club", "role", "uses_left", "expires_at", "created_by")
    exclude = ("secret_hash",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody: a secret is made by the service only."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody."""
        return False


@admin.register(ApiToken)
class ApiTokenAdmin(ApiTokenAdminBase):
    """Tokens, read-only but for revoking."""

    list_display = (
        "name",
        "public_id",
        "user",
        "scopes",
        "expires_at",
        "last_used_at",
        "revoked_at",
    )
    search_fields = ("name", "public_id", "user__username")
    exclude = ("secret_hash",)
    actions = ("revoke",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody: a secret is made by the service only."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Only for the list and its action; single fields stay as they are."""
        return obj is None and super().has_change_permission(request, obj)

    @admin.action(description=_("Revoke"))
    def revoke(self, request: HttpRequest, queryset: QuerySet[ApiToken]) -> None:
        """Revoke the chosen tokens."""
        queryset.filter(revoked_at=None).update(revoked_at=timezone.now())
