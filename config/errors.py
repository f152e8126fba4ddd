"""The one error shape on REST: DRF's exception handler, and JSON for addresses DRF never sees.

``error_payload(exc, lang)`` for websockets lives in ``accounts.edge``, where every app may
import it; it is repeated here because this is where one looks for it.
"""

from __future__ import annotations

import logging
import math
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from accounts.edge import INTERNAL, ErrorPayload, error_payload, payload
from engine.errors import TarockError

__all__ = ["ErrorPayload", "api_not_found", "error_payload", "exception_handler"]

logger = logging.getLogger(__name__)


def exception_handler(exc: Exception, context: dict[str, Any]) -> Response:
    """Return the response for any exception of a view; never lets one through as HTML."""
    set_rollback()
    body, status, headers = _translated(exc)
    if status >= 500:
        request = context.get("request")
        where = f"{request.method} {request.path}" if request is not None else "request"
        logger.error("%s: unexpected %s", where, type(exc).__name__, exc_info=exc)
    return Response(body, status=status, headers=headers)


def _translated(exc: Exception) -> tuple[ErrorPayload, int, dict[str, str]]:
    if isinstance(exc, TarockError):
        return error_payload(exc), exc.http_status, _headers(exc.http_status, exc.details)
    if isinstance(exc, Http404):
        exc = exceptions.NotFound()
    elif isinstance(exc, PermissionDenied):
        exc = exceptions.PermissionDenied()
    elif isinstance(exc, RequestDataTooBig):
        return payload("request_too_large"), 413, {}
    if isinstance(exc, exceptions.APIException):
        return _from_drf(exc)
    return payload(INTERNAL), 500, {}


def _from_drf(exc: exceptions.APIException) -> tuple[ErrorPayload, int, dict[str, str]]:
    if isinstance(exc, exceptions.ValidationError):
        fields = exc.detail if isinstance(exc.detail, dict) else {"non_field_errors": exc.detail}
        return payload("invalid", fields=fields), exc.status_code, {}
    if isinstance(exc, exceptions.Throttled):
        seconds = math.ceil(getattr(exc, "wait", None) or 1)
        body = payload("too_many_requests", key="requests", seconds=seconds)
        return body, 429, _headers(429, body["details"])
    code = exc.default_code
    body = payload(code, fallback=str(exc.detail))
    if isinstance(exc, exceptions.ParseError):
        body["details"] = {"reason": str(exc.detail)}
    headers = {}
    if auth_header := getattr(exc, "auth_header", None):
        headers["WWW-Authenticate"] = auth_header
    return body, exc.status_code, headers


def _headers(status: int, details: dict[str, Any]) -> dict[str, str]:
    if status == 429:
        return {"Retry-After": str(details["seconds"])}
    if status == 401:
        return {"WWW-Authenticate": "Bearer"}
    return {}


@csrf_exempt  # it changes nothing, and the refusal of the CSRF check would be a page
def api_not_found(request: HttpRequest, path: str = "") -> JsonResponse:
    """Answer an unknown address under /api/v1/ in the one shape instead of as a page."""
    return JsonResponse(payload("not_found"), status=404)
