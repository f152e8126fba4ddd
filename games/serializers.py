"""JSON forms of tables and hands; every id in them is a public id.

Nothing here may tell more than playback shows: revision, ply and result go through
``games.pacing`` and the status of the hand.
"""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.models import Hand, Table
from games.pacing import ply_at
from games.policy import LATE
from games.selectors import seats_of
from games.selectors.late import seats_late
from games.selectors.seat_state import seats_state
from games.services import MAX_ACTIONS


class SeatSerializer(serializers.Serializer[dict[str, Any]]):
    """A table seat and who holds it, as in frames; ``stand_in`` is the bot that plays for him."""

    index = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    kind = serializers.ChoiceField(choices=["person", "bot", "free"])
    present = serializers.BooleanField(required=False)
    stand_in = serializers.CharField(required=False)
    warm = serializers.BooleanField(required=False, help_text="Gives way to a person.")
    claimed = serializers.CharField(required=False, help_text="Who has the seat next.")
    leaving = serializers.BooleanField(required=False)
    away_since = serializers.DateTimeField(required=False)


class EventRefSerializer(serializers.Serializer[dict[str, Any]]):
    """The event a table belongs to."""

    id = serializers.CharField()
    name = serializers.CharField()
    round = serializers.IntegerField()


class TableSerializer(serializers.ModelSerializer[Table]):
    """A table; ``rev`` grows with every change anybody may see.

    Context: ``revs`` maps row numbers to the revision shown (``selectors.revs_shown``).
    """

    id = serializers.CharField(source="public_id")
    rules = serializers.CharField(source="rules_id")
    options = serializers.DictField(source="rules_options")
    rev = serializers.SerializerMethodField()
    seats = serializers.SerializerMethodField()
    event = EventRefSerializer(source="event_ref", allow_null=True)

    class Meta:
        model = Table
        fields = (
            "id",
            "name",
            "kind",
            "status",
            "policy",
            "access",
            "practice",
            "talk",
            "clock_ms",
            "bank_ms",
            "rules",
            "options",
            "size",
            "hands",
            "paced",
            "rated",
            "rev",
            "seats",
            "event",
            "created_at",
        )
        read_only_fields = fields

    @extend_schema_field(SeatSerializer(many=True))
    def get_seats(self, table: Table) -> list[dict[str, Any]]:
        """Every seat, free ones included; as late spectators know them where there are any."""
        seats = seats_state(table, seats_of(table))
        return seats_late(seats) if table.policy in LATE else seats

    def get_rev(self, table: Table) -> int:
        """The revision as far as it is shown."""
        return int(self.context["revs"][table.pk])


class ActSerializer(serializers.Serializer[dict[str, Any]]):
    """The body of the socket's ``act`` message; ``type`` and ``id`` are allowed and ignored."""

    hand = serializers.CharField(max_length=12)
    ply = serializers.IntegerField(min_value=0, max_value=9999)
    actions = serializers.ListField(
        child=serializers.CharField(max_length=32), min_length=1, max_length=MAX_ACTIONS
    )


class FrameSerializer(serializers.Serializer[dict[str, Any]]):
    """A frame of a table, as on the socket; docs/protocol.md describes ``view``."""

    type = serializers.CharField()
    table = serializers.CharField()
    rev = serializers.IntegerField()
    hand = serializers.CharField(allow_blank=True)
    number = serializers.IntegerField()
    ply = serializers.IntegerField()
    role = serializers.ChoiceField(choices=["seat", "spectator", "open"])
    view = serializers.DictField(required=False)
    table_state = serializers.DictField()
    clock = serializers.DictField(required=False)
    last = serializers.ListField(required=False)


class ActedSerializer(serializers.Serializer[dict[str, Any]]):
    """An accepted action: where the hand stands and what the sender sees now."""

    ply = serializers.IntegerField()
    repeated = serializers.BooleanField(help_text="The same action stood there already.")
    frame = FrameSerializer()


class HandSerializer(serializers.ModelSerializer[Hand]):
    """A hand without its cards; ``result`` is null until it is over.

    ``dealer`` is a hand seat, ``seating`` gives the table seat of each hand seat, ``number``
    and ``attempt`` count from 0. Context: ``now``.
    """

    id = serializers.CharField(source="public_id")
    table = serializers.CharField(source="series.table.public_id")
    series = serializers.IntegerField(source="series.number")
    seating = serializers.ListField(child=serializers.IntegerField())
    ply = serializers.SerializerMethodField()
    result = serializers.SerializerMethodField()

    class Meta:
        model = Hand
        fields = (
            "id",
            "table",
            "series",
            "number",
            "attempt",
            "dealer",
            "seating",
            "status",
            "ply",
            "commitment",
            "result",
            "created_at",
            "ended_at",
        )
        read_only_fields = fields

    def get_ply(self, hand: Hand) -> int:
        """Actions shown so far."""
        return ply_at(hand, self.context["now"])

    @extend_schema_field(serializers.DictField(allow_null=True))
    def get_result(self, hand: Hand) -> dict[str, Any] | None:
        """The score with contract, declarer and partner, in hand seats."""
        return hand.result if hand.is_ended else None


class FramesQuerySerializer(serializers.Serializer[dict[str, Any]]):
    """Whose view of a finished hand; without it all cards lie open."""

    seat = serializers.IntegerField(
        min_value=0, max_value=5, required=False, help_text="A hand seat."
    )


class PlySerializer(serializers.Serializer[dict[str, Any]]):
    """One position: ``last`` is the action that led to it and its hand seat."""

    view = serializers.DictField()
    last = serializers.ListField(required=False)
    actor = serializers.CharField(required=False, help_text="person, bot, rule, clock or arbiter.")
    public = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="Roles as everybody knew them."
    )
    standing = serializers.ListField(
        child=serializers.ChoiceField(choices=["open", "made", "lost"]),
        required=False,
        help_text="Of each entry of the view's ``announced``.",
    )


class HandFramesSerializer(serializers.Serializer[dict[str, Any]]):
    """A finished hand ply by ply; ``table_state`` is that of a frame, just after this hand."""

    hand = serializers.CharField()
    table = serializers.CharField()
    number = serializers.IntegerField()
    attempt = serializers.IntegerField()
    seat = serializers.IntegerField(allow_null=True)
    table_state = serializers.DictField()
    plies = PlySerializer(many=True)
