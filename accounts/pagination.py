"""Cursor pagination, the only kind of list the API gives. Import from ``accounts.rest``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

if TYPE_CHECKING:
    # At run time DRF loads this module while it loads its own views.
    from rest_framework.views import APIView


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

    def paginate_queryset(
        self, queryset: Any, request: Request, view: APIView | None = None
    ) -> list[Any] | None:
        """Return a page. Raises NotFound for a cursor that does not fit the order."""
        try:
            return super().paginate_queryset(queryset, request, view)
        except ValueError:  # a position that its column cannot be compared with
            raise NotFound(self.invalid_cursor_message) from None

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Describe a page in OpenAPI 3.1, where null is a type (DRF's own is for 3.0)."""
        link = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {"next": link, "previous": link, "results": schema},
        }
