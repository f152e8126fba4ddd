"""What every REST endpoint of every app is made of: permission, throttle, pagination.

The first three are the defaults of ``settings.REST_FRAMEWORK``. A view names its ``resource``;
resource and action give the row of ``accounts.permissions.PERMISSIONS``, and the row gives roles,
token scope and rate::

    class TableViewSet(RetrieveModelMixin, ListModelMixin, GenericViewSet[Table]):
        resource = "table"                      # "table.list", "table.retrieve"
        lookup_field = "public_id"

        @action(detail=True, methods=["post"])
        def act(self, request, public_id): ...  # "table.act"

    class StandingsView(APIView):
        resource = "event"
        actions = {"get": "standings"}          # method -> action, for plain views

    router = Router()
    router.register("tables", TableViewSet, basename="table")
    urlpatterns = router.urls

Roles in a club are looked up in the object's ``club`` and, without a club, ``created_by``; a view
whose objects know it otherwise overrides ``permission_target(obj) -> (club, creator)``. An action
without an object (create) has to call ``permission_check(request, "event.create", club=...)``
itself once it knows the club.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.routers import SimpleRouter

from accounts.auth import scopes_of
from accounts.gate import (
    RuleThrottle,
    TablePermission,
    action_of,
    permission_check,
    permission_target,
    rule_of,
    user_of,
)

if TYPE_CHECKING:
    from rest_framework.views import APIView

__all__ = [
    "Pagination",
    "Router",
    "RuleThrottle",
    "TablePermission",
    "action_of",
    "permission_check",
    "permission_target",
    "rule_of",
    "scopes_of",
    "user_of",
]


class Pagination(CursorPagination):
    """``{"next", "previous", "results"}``; stable while rows are added. ``?page_size=`` ≤ 200.

    Newest first; a view may set ``ordering`` (a unique column, or one followed by ``-id``).
    """

    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"
    ordering = "-id"

    def get_ordering(self, request: Request, queryset: Any, view: APIView) -> tuple[str, ...]:
        """Return the order the view declares, else the default."""
        ordering = getattr(view, "ordering", self.ordering)
        return (ordering,) if isinstance(ordering, str) else tuple(ordering)


class Router(SimpleRouter):
    """Routes of viewsets that answer with and without a final slash, never by a redirect."""

    def __init__(self) -> None:
        super().__init__()
        self.trailing_slash = "/?"
