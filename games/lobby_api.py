"""REST of the lobby: seats, invitations, another series, the deal of the day."""

from __future__ import annotations

from datetime import date as Date
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import re_path, reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Club
from engine.rules import rule_set
from games import selectors, services, tasks
from games.models import DailyDeal, Table
from games.people import signed_in
from games.policy import is_day_over
from games.selectors.daily import DailyLine, daily_past, daily_played, daily_seats
from games.services import CLOCKS, Outcome, Wish


class TableOpenSerializer(serializers.Serializer[dict[str, Any]]):
    """A quick game against built-in bots; with ``seats`` a table that waits for people."""

    rules = serializers.CharField(max_length=60, help_text="A rule-set id.")
    options = serializers.DictField(required=False, help_text="Its house rules.")
    hands = serializers.IntegerField(
        min_value=1, max_value=100, required=False, help_text="Absent: the usual number."
    )
    level = serializers.CharField(max_length=40, default="club", help_text="A built-in bot.")
    levels = serializers.ListField(
        child=serializers.CharField(max_length=40),
        max_length=5,
        default=list,
        help_text="A built-in bot for each other seat of a quick game.",
    )
    practice = serializers.BooleanField(default=False, help_text="A quick game with hints.")
    seats = serializers.ListField(
        child=serializers.CharField(max_length=40, allow_blank=True),
        max_length=5,
        required=False,
        help_text='The further seats: a built-in bot, or "" for a free one; missing ones are free.',
    )
    size = serializers.IntegerField(
        min_value=2, max_value=6, required=False, help_text="One more than players: dealer rests."
    )
    access = serializers.ChoiceField(choices=Table.Access.choices, default=Table.Access.OPEN)
    club = serializers.CharField(max_length=12, required=False, help_text="Needed with `club`.")
    clock = serializers.ChoiceField(choices=list(CLOCKS), default="none")
    talk = serializers.ChoiceField(choices=Table.Talk.choices, default=Table.Talk.PHRASES)
    takeover = serializers.ChoiceField(choices=Table.Takeover.choices, default=Table.Takeover.BOT)


class SitSerializer(serializers.Serializer[dict[str, Any]]):
    """Which seat; absent: the first one that can be had."""

    seat = serializers.IntegerField(min_value=0, max_value=5, required=False)


class SecretSerializer(serializers.Serializer[dict[str, Any]]):
    """The secret of an invite link."""

    secret = serializers.CharField(max_length=64)


class InviteSerializer(serializers.Serializer[dict[str, Any]]):
    """An invite link, shown once: ``path`` is that of the page."""

    secret = serializers.CharField()
    path = serializers.CharField()


class FrameAnswerSerializer(serializers.Serializer[dict[str, Any]]):
    """The table as the asking user sees it now."""

    frame = serializers.DictField(help_text="As on the socket.")


def table_made(request: Request) -> Table:
    """Make the table that a body of ``TableOpenSerializer`` asks for, and tell everybody."""
    body = TableOpenSerializer(data=request.data)
    body.is_valid(raise_exception=True)
    data = body.validated_data
    user = signed_in(request)
    if "seats" not in data:
        table, outcome = services.quick_game_create(
            user=user,
            preset=data["rules"],
            options=data.get("options"),
            hands=data.get("hands"),
            level=data["level"],
            levels=data["levels"],
            practice=data["practice"],
        )
    else:
        table, outcome = services.table_open(user=user, wish=_wish(data))
    tasks.carry_out(outcome)
    return selectors.table_get(table.public_id)


def _wish(data: dict[str, Any]) -> Wish:
    club = get_object_or_404(Club, public_id=data["club"]) if "club" in data else None
    return Wish(
        preset=data["rules"],
        options=data.get("options", {}),
        hands=data.get("hands"),
        size=data.get("size"),
        access=data["access"],
        club=club,
        clock=data["clock"],
        talk=data["talk"],
        takeover=data["takeover"],
        bots=data["seats"],
    )


class SeatActions:
    """What people do with the seats of a table; mixed into the resource of tables.

    ``get_object`` finds only tables the user may look at; ``answer`` gives a frame.
    """

    get_object: Any
    answer: Any

    @extend_schema(request=SitSerializer, responses=FrameAnswerSerializer)
    @action(detail=True, methods=["post"])
    def sit(self, request: Request, public_id: str) -> Response:
        """Take a free seat at once, or that of a warm bot from the next hand on."""
        body = SitSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        table, seat = self.get_object(), body.validated_data.get("seat")
        user = signed_in(request)
        return self._done(
            request, table, services.seat_take(table_id=table.pk, user=user, index=seat)
        )

    @extend_schema(request=None, responses=FrameAnswerSerializer)
    @action(detail=True, methods=["post"])
    def leave(self, request: Request, public_id: str) -> Response:
        """Give up a seat or a claim; while a hand is played a bot plays it to its end."""
        table = self.get_object()
        outcome = services.seat_leave(table_id=table.pk, user=signed_in(request))
        return self._done(request, table, outcome)

    @extend_schema(request=None, responses=FrameAnswerSerializer)
    @action(detail=True, methods=["post"], url_path="return")
    def come_back(self, request: Request, public_id: str) -> Response:
        """Take the seat back from the bot that stands in."""
        table = self.get_object()
        outcome = services.seat_return(table_id=table.pk, user=signed_in(request))
        return self._done(request, table, outcome)

    @extend_schema(request=None, responses=FrameAnswerSerializer)
    @action(detail=True, methods=["post"])
    def rematch(self, request: Request, public_id: str) -> Response:
        """Play another series under the same agreement; whoever asks second finds it begun."""
        table = self.get_object()
        outcome = services.table_rematch(table_id=table.pk, user=signed_in(request))
        return self._done(request, table, outcome)

    @extend_schema(request=None, responses=InviteSerializer)
    @action(detail=True, methods=["post"])
    def invite(self, request: Request, public_id: str) -> Response:
        """Make the invite link of one's own private table anew; earlier ones are useless then."""
        table = self.get_object()
        secret = services.table_invite(table_id=table.pk, user=signed_in(request))
        path = reverse("table-join", args=[table.public_id, secret])
        return Response({"secret": secret, "path": path})

    @extend_schema(request=SecretSerializer, responses=FrameAnswerSerializer)
    @action(detail=True, methods=["post"])
    def join(self, request: Request, public_id: str) -> Response:
        """Be let in by the secret of an invite link."""
        body = SecretSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        table = selectors.table_get(public_id)
        secret = body.validated_data["secret"]
        services.table_admit(table_id=table.pk, user=signed_in(request), secret=secret)
        return self._done(request, table, Outcome())

    def _done(self, request: Request, table: Table, outcome: Outcome) -> Response:
        tasks.carry_out(outcome)
        seen = selectors.table_get(table.public_id)  # read anew: the seats have changed
        return Response({"frame": self.answer(request, seen)})


class DailySerializer(serializers.Serializer[DailyDeal]):
    """A deal of the day. Whoever plays it has a table of his own."""

    date = serializers.DateField()
    rules = serializers.CharField(source="rules_id")
    commitment = serializers.CharField()
    played = serializers.IntegerField(help_text="So many have played it to the end.")


class DailyResultSerializer(serializers.Serializer[DailyLine]):
    """What one person made of it. ``ahead`` is above the mean of his seat."""

    person = serializers.CharField(source="row.person.public_id")
    name = serializers.CharField(source="row.person.display_name")
    seat = serializers.IntegerField(source="row.index")
    points = serializers.IntegerField(source="row.points")
    ahead = serializers.FloatField()
    place = serializers.IntegerField()
    hand = serializers.CharField(source="row.hand.public_id")


class DailyDetailSerializer(DailySerializer):
    """With results once its day (UTC) is over, empty before."""

    results = DailyResultSerializer(many=True)


class DailyTableSerializer(serializers.Serializer[dict[str, Any]]):
    """The own table at which the deal of the day is played."""

    table = serializers.CharField()


class DailyView(APIView):
    """The deals of all days; play that of today."""

    resource = "daily"
    actions = {"get": "list", "post": "play"}

    @extend_schema(responses=DailySerializer(many=True), operation_id="daily_list")
    def get(self, request: Request) -> Response:
        """List the deal of today and those of earlier days, newest first."""
        today = services.daily_deal()
        today.played = daily_played(today)  # type: ignore[attr-defined]
        days: Any = [today, *daily_past(timezone.now())]
        return Response(DailySerializer(days, many=True).data)

    @extend_schema(request=None, responses=DailyTableSerializer)
    def post(self, request: Request) -> Response:
        """Sit down at one's own table with the deal of today; the same one whenever asked."""
        table, outcome = services.daily_join(user=signed_in(request))
        tasks.carry_out(outcome)
        return Response({"table": table.public_id})


def _day(text: str) -> Date:
    try:
        return Date.fromisoformat(text)
    except ValueError as error:
        raise Http404("There is no such day.") from error


class DailyDayView(APIView):
    """One day."""

    resource = "daily"
    actions = {"get": "retrieve"}

    @extend_schema(responses=DailyDetailSerializer)
    def get(self, request: Request, day: str) -> Response:
        """Show the deal of a day, with everybody's results once it is over."""
        deal = get_object_or_404(DailyDeal, date=_day(day))
        deal.played = daily_played(deal)  # type: ignore[attr-defined]
        lines: list[DailyLine] = []
        if is_day_over(deal.date, timezone.now()):
            seats = daily_seats(deal, rule_set(deal.rules_id).hand_seats)
            lines = sorted((ln for s in seats for ln in s.lines), key=lambda ln: ln.place)
        deal.results = lines  # type: ignore[attr-defined]
        return Response(DailyDetailSerializer(deal).data)


urlpatterns = [
    re_path("^daily/?$", DailyView.as_view(), name="daily-list"),
    re_path("^daily/(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})/?$", DailyDayView.as_view()),
]
