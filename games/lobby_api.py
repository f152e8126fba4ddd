"""REST of the lobby: tables for people, their seats, invitations, another series."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.bodies import KnownKeys
from accounts.models import Club
from games import selectors, services, tasks
from games.errors import BadTable
from games.models import Table
from games.people import signed_in
from games.services import CLOCKS, Outcome, Wish

QUICK_ONLY = {"level", "levels", "practice"}
PEOPLE_ONLY = {"size", "access", "club", "clock", "talk", "takeover"}
"""Fields of one of the two kinds of table alone."""


class TableOpenSerializer(KnownKeys, serializers.Serializer[dict[str, Any]]):
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

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse what is meant for the other kind of table. Raises BadTable."""
        others = QUICK_ONLY if "seats" in attrs else PEOPLE_ONLY
        wrong = sorted(others & set(self.initial_data))
        if "club" in attrs and attrs["access"] != Table.Access.CLUB:
            wrong = ["club"]
        if wrong:
            raise BadTable("This says nothing about such a table.", fields=wrong)
        return attrs


class SitSerializer(KnownKeys, serializers.Serializer[dict[str, Any]]):
    """Which seat; absent: the first one that can be had."""

    seat = serializers.IntegerField(min_value=0, max_value=5, required=False)


class SecretSerializer(KnownKeys, serializers.Serializer[dict[str, Any]]):
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
