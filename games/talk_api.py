"""REST of talk at tables, of mutes and of following."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import re_path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework.viewsets import GenericViewSet

from accounts.bodies import KnownKeys
from accounts.models import Person, User
from accounts.rest import Router, user_of
from games import selectors, services, tasks
from games.errors import NotYourSeat, UnknownTable
from games.models import Table, TalkLine
from games.phrases import PHRASES
from games.policy import viewer_of

ID = "[0-9a-z]{12}"


class SaySerializer(KnownKeys, serializers.Serializer[dict[str, Any]]):
    """The body of the socket's ``say``: a set phrase or a text, exactly one of them."""

    id = serializers.CharField(max_length=64, help_text="The sender's own name of the line.")
    phrase = serializers.ChoiceField(choices=PHRASES, required=False)
    text = serializers.CharField(max_length=400, required=False)
    channel = serializers.ChoiceField(
        choices=TalkLine.Channel.values, default=TalkLine.Channel.TABLE
    )


class LineSerializer(serializers.Serializer[TalkLine]):
    """A line as it stands in frames."""

    id = serializers.CharField(source="public_id")
    seat = serializers.IntegerField()
    channel = serializers.CharField()
    phrase = serializers.CharField(allow_blank=True)
    text = serializers.CharField(allow_blank=True)


class TalkSerializer(KnownKeys, serializers.Serializer[dict[str, Any]]):
    """What may be said at a table."""

    talk = serializers.ChoiceField(choices=Table.Talk.choices)


class ReportSerializer(KnownKeys, serializers.Serializer[dict[str, Any]]):
    """Why somebody complains about a line."""

    reason = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")


class PersonRefSerializer(serializers.Serializer[Person]):
    """A person by name and id."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField(source="display_name")


class SayView(APIView):
    """Say something at the own seat."""

    resource = "table"
    actions = {"post": "say"}

    @extend_schema(request=SaySerializer, responses={201: LineSerializer})
    def post(self, request: Request, public_id: str) -> Response:
        """Say a set phrase, or a text where the table allows it; sent again it is the same line."""
        body = SaySerializer(data=request.data)
        body.is_valid(raise_exception=True)
        data = body.validated_data
        user = _signed_in(request)
        said = services.talk_say(
            table=_table_seen(public_id, user),
            user=user,
            client_id=data["id"],
            phrase=data.get("phrase", ""),
            text=data.get("text", ""),
            channel=data["channel"],
        )
        tasks.publish(said.outcome.publish)
        return Response(LineSerializer(said.line).data, status=status.HTTP_201_CREATED)


class TalkView(APIView):
    """What may be said at a table."""

    resource = "table"
    actions = {"post": "talk"}

    @extend_schema(request=TalkSerializer, responses=TalkSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Allow nothing, set phrases or any text; for who made the table or looks after it."""
        body = TalkSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        talk = body.validated_data["talk"]
        user = _signed_in(request)
        outcome = services.talk_set(table=_table_seen(public_id, user), user=user, talk=talk)
        tasks.publish(outcome.publish)
        return Response({"talk": talk})


class LineViewSet(GenericViewSet[TalkLine]):
    """Lines that were said: report, hide, mute who said them."""

    resource = "talk"
    lookup_field = "public_id"
    lookup_value_regex = ID
    serializer_class = LineSerializer
    queryset = TalkLine.objects.none()

    @extend_schema(request=ReportSerializer, responses={204: None})
    @action(detail=True, methods=["post"])
    def report(self, request: Request, public_id: str) -> Response:
        """Complain about a line. Once per user; it stays until somebody hides it."""
        body = ReportSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        line = selectors.talk_line_get(public_id)
        services.talk_report(
            line=line, user=_signed_in(request), reason=body.validated_data["reason"]
        )
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=None, responses={204: None})
    @action(detail=True, methods=["post"])
    def hide(self, request: Request, public_id: str) -> Response:
        """Take a line away from everybody; for who made the table or looks after it."""
        line = selectors.talk_line_get(public_id)
        tasks.publish(services.talk_hide(line=line, user=_signed_in(request)).publish)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=None, responses={204: None})
    @action(detail=True, methods=["post"])
    def mute(self, request: Request, public_id: str) -> Response:
        """Read nothing of who said this line, at no table."""
        line = selectors.talk_line_get(public_id)
        tasks.publish(services.talk_mute(line=line, user=_signed_in(request)).publish)
        return Response(status=status.HTTP_204_NO_CONTENT)


class PersonList(APIView):
    """A user's own list of persons: whom he mutes or follows."""

    @staticmethod
    def person(public_id: str) -> Person:
        """The person of an address; 404 when there is none."""
        return get_object_or_404(Person, public_id=public_id)


class MutesView(PersonList):
    """Whom the asking user does not want to hear."""

    resource = "mute"
    actions = {"get": "list"}

    @extend_schema(responses=PersonRefSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List them by name."""
        persons = [mute.person for mute in selectors.mutes_of(_signed_in(request))]
        return Response([PersonRefSerializer(person).data for person in persons])


class MuteView(PersonList):
    """One person muted or not."""

    resource = "mute"
    actions = {"put": "create", "delete": "destroy"}

    @extend_schema(request=None, responses={204: None})
    def put(self, request: Request, public_id: str) -> Response:
        """Read nothing of a person, at no table."""
        return self._set(request, public_id, is_muted=True)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, public_id: str) -> Response:
        """Read a person again."""
        return self._set(request, public_id, is_muted=False)

    def _set(self, request: Request, public_id: str, *, is_muted: bool) -> Response:
        user, person = _signed_in(request), self.person(public_id)
        services.mute_set(user=user, person=person, is_muted=is_muted)
        return Response(status=status.HTTP_204_NO_CONTENT)


class FollowsView(PersonList):
    """Whom the asking user follows."""

    resource = "follow"
    actions = {"get": "list"}

    @extend_schema(responses=PersonRefSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List them by name."""
        persons = selectors.follows_of(_signed_in(request))
        return Response([PersonRefSerializer(person).data for person in persons])


class FollowView(PersonList):
    """One person followed or not."""

    resource = "follow"
    actions = {"put": "create", "delete": "destroy"}

    @extend_schema(request=None, responses={204: None})
    def put(self, request: Request, public_id: str) -> Response:
        """Follow a person."""
        return self._set(request, public_id, is_followed=True)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, public_id: str) -> Response:
        """Follow a person no longer."""
        return self._set(request, public_id, is_followed=False)

    def _set(self, request: Request, public_id: str, *, is_followed: bool) -> Response:
        user, person = _signed_in(request), self.person(public_id)
        services.follow_set(user=user, person=person, is_followed=is_followed)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _table_seen(public_id: str, user: User) -> Table:
    """The table, for whoever may look at it or looks after it. Nobody else learns that there is
    one: raises UnknownTable."""
    table = selectors.table_get(public_id)
    is_seen = viewer_of(user, table, timezone.now()).role != "none"
    if not is_seen and not selectors.may_tend(user, table):
        raise UnknownTable("There is no such table.", table=public_id)
    return table


def _signed_in(request: Request) -> User:
    """The user; the permission table lets nobody else come here."""
    user = user_of(request)
    if not isinstance(user, User):
        raise NotYourSeat("Sign in first.")
    return user


router = Router()
router.register("talk", LineViewSet, basename="talk")
urlpatterns = [
    *router.urls,
    re_path(rf"^tables/(?P<public_id>{ID})/say/?$", SayView.as_view(), name="table-say"),
    re_path(rf"^tables/(?P<public_id>{ID})/talk/?$", TalkView.as_view(), name="table-talk"),
    re_path(r"^mutes/?$", MutesView.as_view(), name="mutes"),
    re_path(rf"^mutes/(?P<public_id>{ID})/?$", MuteView.as_view(), name="mute"),
    re_path(r"^follows/?$", FollowsView.as_view(), name="follows"),
    re_path(rf"^follows/(?P<public_id>{ID})/?$", FollowView.as_view(), name="follow"),
]
