"""REST of help at the table and of playing a deal again."""

from __future__ import annotations

from typing import Any

from django.urls import re_path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.bodies import KnownKeys
from accounts.models import User
from accounts.rest import user_of
from games import selectors, services, tasks
from games.errors import NotYourSeat, UnknownHand
from games.policy import viewer_of
from games.serializers import ActedSerializer, TableSerializer

ID = "[0-9a-z]{12}"


class PlaceSerializer(serializers.Serializer[dict[str, Any]]):
    """Where the asker sees the hand; ``type`` and ``id`` of the socket are allowed and ignored."""

    hand = serializers.CharField(max_length=12)
    ply = serializers.IntegerField(min_value=0, max_value=9999)


class WhySerializer(PlaceSerializer):
    """The same, and the action it is about."""

    action = serializers.CharField(max_length=32)


class HintSerializer(serializers.Serializer[dict[str, Any]]):
    """What the club would do, and why (docs/protocol.md, "Reasons")."""

    action = serializers.CharField()
    reason = serializers.DictField(help_text="``code`` and its parameters.")


class ReasonSerializer(serializers.Serializer[dict[str, Any]]):
    """Why an action is refused: ``code``, ``legal`` if it is not, and its parameters."""

    action = serializers.CharField()
    reason = serializers.DictField(help_text="``code`` and its parameters.")


class ReplaySerializer(KnownKeys, serializers.Serializer[dict[str, Any]]):
    """From which hand seat the deal is played again, and against which built-in bot."""

    seat = serializers.IntegerField(
        min_value=0, max_value=5, required=False, help_text="Absent: the own one, or forehand."
    )
    level = serializers.CharField(max_length=40, default="club", help_text="A built-in bot.")


class HintView(APIView):
    """What the club would do, at a practice table."""

    resource = "table"
    actions = {"post": "hint"}

    @extend_schema(request=PlaceSerializer, responses=HintSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Advise the person to move; from his view alone."""
        return Response(selectors.practice_hint(**_place(request, public_id, PlaceSerializer)))


class WhyView(APIView):
    """Why an action is not allowed."""

    resource = "table"
    actions = {"post": "why"}

    @extend_schema(request=WhySerializer, responses=ReasonSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Explain what the asker may not do at his own seat; at every table."""
        found = selectors.practice_why(**_place(request, public_id, WhySerializer))
        return Response({"action": found.pop("action"), "reason": found})


class TakeBackView(APIView):
    """Take back the own last decision, at a practice table."""

    resource = "table"
    actions = {"post": "take_back"}

    @extend_schema(request=PlaceSerializer, responses=ActedSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Go back to before the asker's last message; sending it again is safe."""
        asked = _place(request, public_id, PlaceSerializer)
        table, user = selectors.table_get(public_id), asked["user"]
        if selectors.hand_get(asked["hand"]).series.table_id != table.pk:
            raise UnknownHand("There is no such hand at this table.", hand=asked["hand"])
        outcome = tasks.take_back_apply(asked["hand"], asked["ply"], user)
        now = timezone.now()
        frame = selectors.table_frame(table, viewer_of(user, table, now), now)
        return Response({"ply": outcome.ply, "repeated": outcome.repeated, "frame": frame})


class ReplayView(APIView):
    """Play the deal of a finished hand again."""

    resource = "hand"
    actions = {"post": "replay"}

    @extend_schema(request=ReplaySerializer, responses={201: TableSerializer})
    def post(self, request: Request, public_id: str) -> Response:
        """Begin a practice table with the deal of this hand, which has to be open."""
        body = ReplaySerializer(data=request.data)
        body.is_valid(raise_exception=True)
        table, outcome = services.practice_replay(
            user=_signed_in(request), hand_id=public_id, **body.validated_data
        )
        tasks.dispatch(outcome.enqueue)
        made = selectors.table_get(table.public_id)
        revs = selectors.revs_shown([made], timezone.now())
        data = TableSerializer(made, context={"revs": revs}).data
        return Response(data, status=status.HTTP_201_CREATED)


def _place(request: Request, public_id: str, kind: type[PlaceSerializer]) -> dict[str, Any]:
    """The arguments of a question about the hand at a table."""
    body = kind(data=request.data)
    body.is_valid(raise_exception=True)
    return {"table": public_id, "user": _signed_in(request), **body.validated_data}


def _signed_in(request: Request) -> User:
    """The user; the permission table lets nobody else come here."""
    user = user_of(request)
    if not isinstance(user, User):
        raise NotYourSeat("Sign in first.")
    return user


_AT = rf"^tables/(?P<public_id>{ID})"
urlpatterns = [
    re_path(rf"{_AT}/hint/?$", HintView.as_view(), name="table-hint"),
    re_path(rf"{_AT}/why/?$", WhyView.as_view(), name="table-why"),
    re_path(rf"{_AT}/take_back/?$", TakeBackView.as_view(), name="table-take-back"),
    re_path(rf"^hands/(?P<public_id>{ID})/replay/?$", ReplayView.as_view(), name="hand-replay"),
]
