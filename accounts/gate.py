"""The gate every REST request passes: the permission table and the rates, as DRF classes.

Import from ``accounts.rest``, which tells how to use them.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import HttpRequest
from redis.exceptions import RedisError
from rest_framework.exceptions import MethodNotAllowed, NotAuthenticated
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from accounts.auth import scopes_of
from accounts.errors import NotAllowed, TooManyRequests
from accounts.models import Club, User
from accounts.permissions import (
    PERMISSIONS,
    RATES,
    Rule,
    permission_require,
    roles_of,
    scope_covers,
)

if TYPE_CHECKING:
    # At run time DRF loads this module while it loads its own views.
    from rest_framework.views import APIView

logger = logging.getLogger(__name__)


def action_of(view: APIView, method: str | None) -> str | None:
    """Return ``"<resource>.<action>"`` of a request, None when the view has no such method."""
    method = {"head": "get"}.get((method or "").lower(), (method or "").lower())
    if actions := getattr(view, "actions", None):
        action = actions.get(method)
    else:
        action = getattr(view, "action", None)
    if action in {None, "metadata"} or not hasattr(view, "resource"):
        return None  # "metadata" is DRF's name for OPTIONS, which is switched off
    return f"{view.resource}.{action}"


def rule_of(view: APIView, request: Request) -> Rule | None:
    """Return the row of the permission table that governs a request."""
    return PERMISSIONS.get(action_of(view, request.method) or "")


def user_of(request: Request | HttpRequest) -> User | AnonymousUser:
    """Return the user of a request, with the type the rest of the code works with."""
    user = request.user
    return user if isinstance(user, User) else AnonymousUser()


def permission_check(
    request: Request, action: str, *, club: Club | None = None, creator: User | None = None
) -> None:
    """Raise NotAllowed unless the request may do ``action`` in ``club``, token scopes included."""
    permission_require(
        user_of(request), action, club=club, creator=creator, scopes=scopes_of(request)
    )


def permission_target(view: APIView, obj: Any) -> tuple[Club | None, User | None]:
    """Return club and creator of an object; asks the view first."""
    if hasattr(view, "permission_target"):
        club, creator = view.permission_target(obj)
        return club, creator
    if isinstance(obj, Club):
        return obj, None
    return getattr(obj, "club", None), getattr(obj, "created_by", None)


class TablePermission(BasePermission):
    """Asks the permission table. A view or method without a row is closed to everybody."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Check token scope and, where no object decides, the role.

        Raises MethodNotAllowed, NotAuthenticated, NotAllowed.
        """
        action = action_of(view, request.method)
        if action is None and request.method is not None:
            raise MethodNotAllowed(request.method)
        rule = PERMISSIONS.get(action or "")
        if rule is None or not scope_covers(rule, scopes_of(request)):
            raise NotAllowed(
                "The token does not cover this.", action=action, scope=rule.scope if rule else None
            )
        roles = roles_of(user_of(request))
        if rule.needs_club and "user" in roles:
            return True  # the object, or permission_check, decides
        self._refuse_unless(bool(rule.roles & roles), request, action)
        return True

    def has_object_permission(self, request: Request, view: APIView, obj: Any) -> bool:
        """Check the role in the club of ``obj``. Raises NotAuthenticated, NotAllowed."""
        rule = rule_of(view, request)
        club, creator = permission_target(view, obj)
        roles = roles_of(user_of(request), club=club, creator=creator)
        allowed = rule is not None and bool(rule.roles & roles)
        self._refuse_unless(allowed, request, action_of(view, request.method))
        return True

    @staticmethod
    def _refuse_unless(allowed: bool, request: Request, action: str | None) -> None:
        if allowed:
            return
        if not isinstance(request.user, User):
            raise NotAuthenticated
        raise NotAllowed("You may not do this.", action=action)


class RuleThrottle(SimpleRateThrottle):
    """Counts requests per user or address under the rate that the permission table names."""

    cache = cache

    def __init__(self) -> None:
        """Do nothing: the rate is known only when the request is."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Raise TooManyRequests (429, ``key`` and ``seconds``) above the rate.

        Without a cache server everything is let through: being unlimited for a while is better
        than being down.
        """
        rule = rule_of(view, request)
        return rule is None or self.count(rule.rate, request, view)

    def count(self, rate: str, request: Any, view: Any = None) -> bool:
        """Count one request, of REST or of a page, under a rate of ``RATES``."""
        self.scope = rate
        number, seconds = self.parse_rate(RATES[rate])
        assert number is not None
        assert seconds is not None
        self.num_requests = max(1, int(number * getattr(settings, "THROTTLE_FACTOR", 1)))
        self.duration = seconds
        self.rate = RATES[rate]
        try:
            allowed = SimpleRateThrottle.allow_request(self, request, view)
        except (RedisError, OSError):
            logger.warning("no cache server: request not counted")
            return True
        if not allowed:
            raise TooManyRequests(
                "Too many requests.", key=rate, seconds=int(self.wait() or seconds) + 1
            )
        return True

    def get_cache_key(self, request: Request, view: APIView) -> str:
        """Return the key: one counter per rate and user, else per rate and address."""
        user = user_of(request)
        who = f"u{user.pk}" if isinstance(user, User) else f"a{self.get_ident(request)}"
        return f"throttle:{self.scope}:{who}"


def page_rate_check(request: HttpRequest, action: str) -> None:
    """Count the POST of a page like the same action over REST. Raises TooManyRequests."""
    rate_check(request, PERMISSIONS[action].rate)


def rate_check(request: HttpRequest, rate: str) -> None:
    """Count one request for a page under a rate of ``RATES``. Raises TooManyRequests."""
    RuleThrottle().count(rate, request)
