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
from accounts.pagination import Pagination

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


class Router(SimpleRouter):
    """Routes of viewsets that answer with and without a final slash, never by a redirect."""

    def __init__(self) -> None:
        super().__init__()
        self.trailing_slash = "/?"
