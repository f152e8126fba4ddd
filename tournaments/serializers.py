"""JSON forms of events, rounds and leagues; every id in them is a public id."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.bodies import KnownKeys
from accounts.names import MAX_LENGTH
from tournaments.models import Entrant, Event, League, Round
from tournaments.selectors import LeagueRow, RoundRow, StandingRow
from tournaments.standings import Decided

Plain = serializers.Serializer[dict[str, Any]]


def id_of(source: str) -> serializers.CharField:
    """A public id somewhere else, null without that something."""
    return serializers.CharField(source=source, allow_null=True, default=None, read_only=True)


class EventSerializer(serializers.ModelSerializer[Event]):
    """An event. ``seed`` (of the seating, not of any deal) is public once the event runs."""

    id = serializers.CharField(source="public_id", read_only=True)
    club = id_of("club.public_id")
    league = id_of("league.public_id")
    rules = serializers.CharField(source="rules_id", read_only=True)
    options = serializers.DictField(source="rules_options", read_only=True)
    entrants = serializers.IntegerField(source="entrant_count", read_only=True)
    seed = serializers.SerializerMethodField()

    class Meta:
        model = Event
        fields = (
            "id",
            "name",
            "status",
            "club",
            "league",
            "rules",
            "options",
            "hands",
            "rounds_total",
            "seating_mode",
            "seed",
            "clock_ms",
            "paced",
            "entrants",
            "starts_at",
            "created_at",
            "finished_at",
        )
        read_only_fields = fields

    def get_seed(self, event: Event) -> str | None:
        """The seed, null while somebody could still use it to look ahead."""
        return None if event.status == Event.Status.DRAFT else event.seed


class EventCreateSerializer(KnownKeys, Plain):
    """A new event; it takes entrants until it is started, and later ones for later rounds."""

    name = serializers.CharField(max_length=MAX_LENGTH)
    club = serializers.CharField(required=False, help_text="The club that holds it.")
    league = serializers.CharField(required=False)
    rules = serializers.CharField(max_length=60, help_text="A rule-set id.")
    options = serializers.DictField(required=False, help_text="Its house rules.")
    hands = serializers.IntegerField(min_value=1, max_value=100)
    rounds_total = serializers.IntegerField(
        min_value=1, max_value=100, allow_null=True, help_text="null: endless"
    )
    seed = serializers.CharField(max_length=64, required=False)
    clock_ms = serializers.IntegerField(required=False, allow_null=True)
    paced = serializers.BooleanField(default=False)
    starts_at = serializers.DateTimeField(required=False, allow_null=True)


class EntrantSerializer(serializers.ModelSerializer[Entrant]):
    """An entrant; ``person`` for people, ``bot`` (a slug) for programs."""

    person = id_of("person.public_id")
    bot = id_of("bot_version.bot.slug")

    class Meta:
        model = Entrant
        fields = ("number", "name", "status", "person", "bot")
        read_only_fields = fields


class UploadSerializer(Plain):
    """An entrant list: CSV with the columns name, number, bot."""

    file = serializers.FileField(allow_empty_file=True)  # the report says that it is empty


class ProblemSerializer(Plain):
    """What is wrong with a line."""

    line = serializers.IntegerField()
    column = serializers.CharField(allow_blank=True)
    code = serializers.CharField()
    reason = serializers.CharField()


class ImportReportSerializer(Plain):
    """Result of an import, or of a dry run (``imported`` is 0)."""

    rows = serializers.IntegerField()
    imported = serializers.IntegerField()
    dry_run = serializers.BooleanField()
    problems = ProblemSerializer(many=True)


class StandingSerializer(serializers.Serializer[StandingRow]):
    """A line of the standings.

    ``rounds`` and ``tables`` begin with round ``first_round``; null where the entrant did not
    play. ``wins`` is a fraction as text. ``per_hand`` (a fraction, too) is what is compared where
    everybody writes his own points and not all have played equally many ``hands``, else null.
    ``decided`` is what separates the line from the one
    above, ``reason`` says it for people.
    """

    rank = serializers.IntegerField()
    number = serializers.IntegerField(source="entrant.number")
    name = serializers.CharField(source="entrant.name")
    total = serializers.IntegerField()
    first_round = serializers.IntegerField()
    rounds = serializers.ListField(child=serializers.IntegerField(allow_null=True))
    tables = serializers.ListField(child=serializers.CharField(allow_null=True))
    wins = serializers.CharField()
    penalties = serializers.IntegerField()
    decided = serializers.ChoiceField(choices=[str(value) for value in Decided])
    decided_by = serializers.IntegerField()
    hands = serializers.IntegerField()
    per_hand = serializers.CharField(allow_null=True)
    reason = serializers.CharField(source="tie_reason", allow_blank=True)


class RoundSerializer(serializers.ModelSerializer[Round]):
    """A round; ``certificate`` is the quality of the seating of all rounds up to this one."""

    id = serializers.SerializerMethodField()
    event = serializers.CharField(source="event.public_id", read_only=True)
    certificate = serializers.DictField(read_only=True)

    class Meta:
        model = Round
        fields = ("id", "event", "number", "status", "opened_at", "closed_at", "certificate")
        read_only_fields = fields

    def get_id(self, round_: Round) -> str:
        """Event and number."""
        return f"{round_.event.public_id}-{round_.number}"


class RoundSeatSerializer(Plain):
    """A seat; ``points`` so far, null before the round opens."""

    index = serializers.IntegerField()
    number = serializers.IntegerField(source="entrant.number")
    name = serializers.CharField(source="entrant.name")
    points = serializers.IntegerField(allow_null=True)


class RoundTableSerializer(Plain):
    """A table of a round; ``table`` is null before the round opens."""

    number = serializers.IntegerField()
    table = id_of("table.public_id")
    status = serializers.CharField()
    hands_over = serializers.IntegerField()
    hand_count = serializers.IntegerField()
    seats = RoundSeatSerializer(many=True)


class RoundDetailSerializer(serializers.Serializer[RoundRow]):
    """A round with its tables."""

    round = RoundSerializer()
    tables = RoundTableSerializer(many=True)


class LeagueSerializer(serializers.ModelSerializer[League]):
    """A league."""

    id = serializers.CharField(source="public_id", read_only=True)
    name = serializers.CharField(max_length=MAX_LENGTH)
    club = serializers.CharField(source="club.public_id", required=False, default=None)

    class Meta:
        model = League
        fields = ("id", "name", "club", "created_at")


class LeagueCreateSerializer(KnownKeys, Plain):
    """A new league."""

    name = serializers.CharField(max_length=MAX_LENGTH)
    club = serializers.CharField(required=False)


class LeagueStandingSerializer(serializers.Serializer[LeagueRow]):
    """A line of a league; ``events`` are totals in the order of the events, oldest first."""

    rank = serializers.IntegerField()
    name = serializers.CharField()
    total = serializers.IntegerField()
    events = serializers.ListField(child=serializers.IntegerField(allow_null=True))
    hands = serializers.IntegerField()
    per_hand = serializers.CharField(allow_null=True)
