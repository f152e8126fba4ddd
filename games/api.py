"""REST resources of ``games``: tables (look, act, quick game) and hands with their records."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django_filters import rest_framework as filters
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from accounts.rest import Router, user_of
from games import daily_api, policy, practice_api, selectors, talk_api, tasks
from games.errors import HandHidden, UnknownHand
from games.lobby_api import SeatActions, TableOpenSerializer, table_made
from games.models import Hand, Table
from games.people import signed_in
from games.policy import may_see_record, viewer_of
from games.selectors.replay import frames_etag, hand_frames
from games.serializers import (
    ActedSerializer,
    ActSerializer,
    FrameSerializer,
    FramesQuerySerializer,
    HandFramesSerializer,
    HandSerializer,
    TableSerializer,
)

ID = "[0-9a-z]{12}"
FRAMES_KEPT = 300
"""Seconds for which nobody has to ask whether the frames of an open hand are still right."""


class TableFilter(filters.FilterSet):
    """``?status=`` and ``?kind=`` of a list of tables."""

    class Meta:
        model = Table
        fields = ("status", "kind")


class TableViewSet(SeatActions, ListModelMixin, RetrieveModelMixin, GenericViewSet[Table]):
    """Tables: what is played, what one sees there, and playing."""

    resource = "table"
    lookup_field = "public_id"
    lookup_value_regex = ID
    serializer_class = TableSerializer
    filterset_class = TableFilter

    def get_queryset(self) -> QuerySet[Table]:
        """Return the tables the user may look at, with their seats."""
        readable = policy.tables_readable(user_of(self.request), timezone.now())
        return selectors.tables_with_seats().filter(readable)

    def get_serializer(self, *args: Any, **kwargs: Any) -> Any:
        """Return the serializer, told the revisions that are shown just now."""
        rows = args[0] if kwargs.get("many") else args[:1]
        revs = selectors.revs_shown(rows, timezone.now())
        kwargs["context"] = {**self.get_serializer_context(), "revs": revs}
        return TableSerializer(*args, **kwargs)

    @extend_schema(request=TableOpenSerializer, responses={201: TableSerializer})
    def create(self, request: Request) -> Response:
        """Begin a quick game against built-in bots, dealt at once, or open a table for people."""
        made = table_made(request)
        return Response(self.get_serializer(made).data, status=status.HTTP_201_CREATED)

    def answer(self, request: Request, table: Table) -> dict[str, Any]:
        """The frame with which every action on a seat is answered."""
        return _frame(request, table)

    @extend_schema(responses=FrameSerializer)
    @action(detail=True)
    def view(self, request: Request, public_id: str) -> Response:
        """Return the table as the asking user may see it now: the frame of the socket."""
        return Response(_frame(request, self.get_object()))

    @extend_schema(request=ActSerializer, responses=ActedSerializer)
    @action(detail=True, methods=["post"])
    def act(self, request: Request, public_id: str) -> Response:
        """Play: the body of the socket's ``act``.

        Applied before the answer (all actions or none); bots answer afterwards, so ask for the
        view again or listen on the socket. Sending it twice is safe.
        """
        received_at = timezone.now()
        table = self.get_object()
        body = ActSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        data = body.validated_data
        _check_hand(table, data["hand"])
        outcome = tasks.action_apply(
            data["hand"], data["ply"], data["actions"], signed_in(request), received_at
        )
        tasks.dispatch(outcome.enqueue)
        acted = {"ply": outcome.ply, "repeated": outcome.repeated}
        return Response(acted | {"frame": _frame(request, table)})


class HandFilter(filters.FilterSet):
    """``?table=`` (public id) and ``?status=`` of a list of hands."""

    table = filters.CharFilter(field_name="series__table__public_id")

    class Meta:
        model = Hand
        fields = ("status",)


class AlwaysJson(BaseContentNegotiation):
    """Ignores ``Accept``: the record is text, a refusal is JSON, whatever was asked for."""

    def select_parser(self, request: Any, parsers: Any) -> Any:
        """Return the first parser; there is no body to read."""
        return parsers[0]

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> Any:
        """Return the first renderer."""
        return renderers[0], renderers[0].media_type


class HandViewSet(ListModelMixin, RetrieveModelMixin, GenericViewSet[Hand]):
    """Hands and their records."""

    resource = "hand"
    lookup_field = "public_id"
    lookup_value_regex = ID
    serializer_class = HandSerializer
    filterset_class = HandFilter

    def get_queryset(self) -> QuerySet[Hand]:
        """Return the hands the asking user may know of."""
        return selectors.hands_visible(user_of(self.request))

    def get_serializer_context(self) -> dict[str, Any]:
        """Return the context with the time that decides what is shown."""
        return {**super().get_serializer_context(), "now": timezone.now()}

    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR})
    @action(detail=True, content_negotiation_class=AlwaysJson)
    def record(self, request: Request, public_id: str) -> HttpResponse:
        """Download the record of a finished hand: deal, actions and what proves them."""
        hand = self.get_object()
        if not may_see_record(hand):
            raise HandHidden("This hand is not open yet.", hand=public_id)
        response = HttpResponse(
            selectors.hand_record(hand).to_text(), content_type="text/plain; charset=utf-8"
        )
        response["Content-Disposition"] = f'attachment; filename="{public_id}.txt"'
        return response

    @extend_schema(parameters=[FramesQuerySerializer], responses=HandFramesSerializer)
    @action(detail=True)
    def frames(self, request: Request, public_id: str) -> HttpResponseBase:
        """Return an open hand ply by ply: all cards, or what one seat saw.

        What was played stays as it is, so the answer may be kept; ``ETag`` tells when names have
        changed since.
        """
        query = FramesQuerySerializer(data=request.query_params)
        query.is_valid(raise_exception=True)
        hand = self.get_object()
        table = hand.series.table
        policy.access_check(user_of(request), table, timezone.now())
        if not may_see_record(hand):
            raise HandHidden("This hand is not open yet.", hand=public_id)
        seat = query.validated_data.get("seat")
        etag = frames_etag(hand, seat)
        answer = get_conditional_response(request._request, etag=etag)
        if answer is None:
            answer = Response(hand_frames(hand, seat))
        answer.headers["ETag"] = etag
        is_open = table.access == Table.Access.OPEN
        whose = {"public": True} if is_open else {"private": True}
        patch_cache_control(answer, max_age=FRAMES_KEPT, **whose)
        return answer


def _frame(request: Request, table: Table) -> dict[str, Any]:
    now = timezone.now()
    return selectors.table_frame(table, viewer_of(user_of(request), table, now), now)


def _check_hand(table: Table, public_id: str) -> None:
    """A hand of another table is unknown here."""
    if selectors.hand_get(public_id).series.table_id != table.pk:
        raise UnknownHand("There is no such hand at this table.", hand=public_id)


router = Router()
router.register("tables", TableViewSet, basename="table")
router.register("hands", HandViewSet, basename="hand")
urlpatterns = [
    *router.urls,
    *daily_api.urlpatterns,
    *talk_api.urlpatterns,
    *practice_api.urlpatterns,
]
