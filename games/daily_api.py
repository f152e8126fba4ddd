"""REST of the deal of the day: the days, one day with its results, playing that of today."""

from __future__ import annotations

from datetime import date as Date
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import re_path
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.rules import rule_set
from games import services, tasks
from games.models import DailyDeal
from games.people import signed_in
from games.policy import day_of
from games.selectors.daily import DailyDay, DailyLine, daily_days, daily_seats


class DailySerializer(serializers.Serializer[DailyDay]):
    """A deal of the day. Whoever plays it has a table of his own."""

    date = serializers.DateField(source="deal.date")
    rules = serializers.CharField(source="deal.rules_id")
    commitment = serializers.CharField(source="deal.commitment")
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


class DailyOpenSerializer(serializers.Serializer[DailyDeal]):
    """What proves the commitment: SHA-256 of ``nonce:cards``."""

    dealer = serializers.IntegerField(help_text="A hand seat.")
    cards = serializers.CharField(help_text="All 54, two characters each, as they lay.")
    nonce = serializers.CharField()


class DailyDetailSerializer(DailySerializer):
    """With deal and results once its day (UTC) is over; null and empty before."""

    deal = serializers.SerializerMethodField()
    results = serializers.SerializerMethodField()

    @extend_schema_field(DailyOpenSerializer(allow_null=True))
    def get_deal(self, day: DailyDay) -> dict[str, Any] | None:
        """The cards, once they are open."""
        return DailyOpenSerializer(day.deal).data if day.is_over else None

    @extend_schema_field(DailyResultSerializer(many=True))
    def get_results(self, day: DailyDay) -> list[Any]:
        """Everybody's line, best first, once the day is over."""
        if not day.is_over:
            return []
        seats = daily_seats(day.deal, rule_set(day.deal.rules_id).hand_seats)
        lines = sorted((ln for s in seats for ln in s.lines), key=lambda ln: ln.place)
        return [DailyResultSerializer(line).data for line in lines]


class DailyTableSerializer(serializers.Serializer[dict[str, Any]]):
    """The own table at which the deal of the day is played."""

    table = serializers.CharField()


class DailyView(GenericAPIView[DailyDeal]):
    """The deals of all days; play that of today."""

    resource = "daily"
    actions = {"get": "list", "post": "play"}

    queryset = DailyDeal.objects.none()
    filter_backends = ()
    ordering = "-date"

    def get_queryset(self) -> QuerySet[DailyDeal]:
        """Return the deals up to that of today."""
        return DailyDeal.objects.filter(date__lte=day_of(timezone.now()))

    @extend_schema(responses=DailySerializer(many=True), operation_id="daily_list")
    def get(self, request: Request) -> Response:
        """List the deal of today and those of earlier days, newest first."""
        now = timezone.now()
        services.daily_deal(now=now)
        deals: Any = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response(
            [DailySerializer(day).data for day in daily_days(deals, now)]
        )

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
        (found,) = daily_days([deal], timezone.now())
        return Response(DailyDetailSerializer(found).data)


urlpatterns = [
    re_path("^daily/?$", DailyView.as_view(), name="daily-list"),
    re_path("^daily/(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})/?$", DailyDayView.as_view()),
]
