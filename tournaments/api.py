"""REST resources of ``tournaments``: events, rounds, leagues."""

from __future__ import annotations

from typing import IO, Any

from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django_filters import rest_framework as filters
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from accounts.models import Club, User
from accounts.rest import Router, permission_check, user_of
from tournaments import selectors, services, tasks
from tournaments.errors import ImportRefused, UnknownEvent
from tournaments.importing import MAX_BYTES
from tournaments.models import Event, League, Round
from tournaments.serializers import (
    EntrantSerializer,
    EventCreateSerializer,
    EventSerializer,
    ImportReportSerializer,
    LeagueCreateSerializer,
    LeagueSerializer,
    LeagueStandingSerializer,
    RoundDetailSerializer,
    RoundSerializer,
    StandingSerializer,
    UploadSerializer,
)

ID = "[0-9a-z]{12}"
FILES = {
    "seating.json": "application/json",
    "seating.csv": "text/csv",
    "standings.csv": "text/csv",
}


class CsvParser(BaseParser):
    """A list as the body itself; read one byte beyond the limit and no further."""

    media_type = "text/csv"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Any = None
    ) -> dict[str, bytes]:
        """Return the bytes under the name that an upload has."""
        return {"file": stream.read(MAX_BYTES + 1)}


class EventFilter(filters.FilterSet):
    """``?status=``, ``?club=`` and ``?league=`` (public ids) of a list of events."""

    club = filters.CharFilter(field_name="club__public_id")
    league = filters.CharFilter(field_name="league__public_id")

    class Meta:
        model = Event
        fields = ("status",)


class EventViewSet(ListModelMixin, RetrieveModelMixin, GenericViewSet[Event]):
    """Events: made, filled with entrants and started by organisers; read by everybody."""

    resource = "event"
    lookup_field = "public_id"
    lookup_value_regex = ID
    serializer_class = EventSerializer
    filterset_class = EventFilter

    def get_queryset(self) -> QuerySet[Event]:
        """Return all events."""
        return selectors.events_listed()

    @extend_schema(request=EventCreateSerializer, responses={201: EventSerializer})
    def create(self, request: Request) -> Response:
        """Create an event in draft."""
        data = _valid(EventCreateSerializer(data=request.data))
        club = _club(data.pop("club", None))
        permission_check(request, "event.create", club=club)
        league = _league(data.pop("league", None))
        if league is not None:  # its standings would count this event
            permission_check(request, "event.create", club=league.club, creator=league.created_by)
        event = services.event_create(
            rules_id=data.pop("rules"),
            rules_options=data.pop("options", None),
            club=club,
            league=league,
            user=_user(request),
            **data,
        )
        return Response(self._json(event), status=status.HTTP_201_CREATED)

    @extend_schema(responses=EntrantSerializer(many=True))
    @action(detail=True)
    def entrants(self, request: Request, public_id: str) -> Response:
        """List the entrants, who entered last comes first."""
        entrants = self.get_object().entrants.select_related("person", "bot_version__bot")
        assert self.paginator is not None
        page = self.paginator.paginate_queryset(entrants, request, view=self)
        return self.get_paginated_response(EntrantSerializer(page, many=True).data)

    @extend_schema(
        request={"multipart/form-data": UploadSerializer, "text/csv": OpenApiTypes.BINARY},
        responses=ImportReportSerializer,
        parameters=[OpenApiParameter("dry_run", bool, description="Only report.")],
    )
    @action(
        detail=True,
        methods=["post"],
        url_path="import",
        parser_classes=[MultiPartParser, CsvParser],
    )
    def entrants_import(self, request: Request, public_id: str) -> Response:
        """Import entrants from CSV: all of them, or none and a report per line.

        A dry run answers 200 with the report whatever is in it; an import with problems is
        refused with ``import_refused`` and the report in ``details``.
        """
        event = self.get_object()
        dry_run = request.query_params.get("dry_run", "").lower() in {"1", "true"}
        report = services.entrants_import(event=event, data=_uploaded(request), dry_run=dry_run)
        if not report.is_ok and not dry_run:
            raise ImportRefused("The list has problems; nothing was imported.", **report.to_json())
        return Response(report.to_json())

    @extend_schema(request=None, responses=RoundSerializer(many=True))
    @action(detail=True, methods=["post"], pagination_class=None, filterset_class=None)
    def draw(self, request: Request, public_id: str) -> Response:
        """Draw the rounds that are left, to look at before the event starts."""
        event = self.get_object()
        services.round_draw(event=event)
        drafts = event.rounds.filter(status=Round.Status.DRAFT).select_related("event")
        return Response(RoundSerializer(drafts, many=True).data)

    @extend_schema(request=None, responses=EventSerializer)
    @action(detail=True, methods=["post"])
    def start(self, request: Request, public_id: str) -> Response:
        """Start the event; rounds open and close by themselves from now on."""
        event = self.get_object()
        tasks.carry_out(event, services.event_start(event=event))
        return Response(self._json(event))

    @extend_schema(request=None, responses=EventSerializer)
    @action(detail=True, methods=["post"])
    def end(self, request: Request, public_id: str) -> Response:
        """Let the event end with the round that is being played."""
        return Response(self._json(services.event_end(event=self.get_object())))

    @extend_schema(responses=StandingSerializer(many=True))
    @action(detail=True, pagination_class=None, filterset_class=None)
    def standings(self, request: Request, public_id: str) -> Response:
        """Return the standings from all tables that have ended."""
        rows: Any = selectors.event_standings(self.get_object())
        return Response(StandingSerializer(rows, many=True).data)

    @extend_schema(
        responses={
            (200, "application/json"): OpenApiTypes.OBJECT,
            (200, "text/csv"): OpenApiTypes.STR,
        },
        parameters=[OpenApiParameter("name", str, OpenApiParameter.PATH, enum=list(FILES))],
    )
    @action(detail=True, url_path=r"files/(?P<name>[a-z]+\.[a-z]+)")
    def download(self, request: Request, public_id: str, name: str) -> HttpResponse:
        """Download the seating (equal seeds give equal bytes) or the standings."""
        event = self.get_object()
        if name not in FILES:
            raise Http404
        if name.startswith("seating") and event.status == Event.Status.DRAFT:
            # Seats and seed of an evening that has not begun are the organiser's to look at.
            permission_check(request, "event.draw", club=event.club, creator=event.created_by)
        make = selectors.seating_file if name.startswith("seating") else selectors.standings_file
        content = make(event, "csv" if name.endswith(".csv") else "json")
        response = HttpResponse(content, content_type=f"{FILES[name]}; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="{public_id}-{name}"'
        return response

    def _json(self, event: Event) -> Any:
        return EventSerializer(selectors.event_by_public_id(event.public_id)).data


class RoundFilter(filters.FilterSet):
    """``?event=`` (public id) and ``?status=`` of a list of rounds."""

    event = filters.CharFilter(field_name="event__public_id")

    class Meta:
        model = Round
        fields = ("status",)


class RoundViewSet(ListModelMixin, RetrieveModelMixin, GenericViewSet[Round]):
    """Rounds; an id is that of the event, a dash and the number: ``0123456789ab-1``."""

    resource = "round"
    lookup_field = "round_id"
    lookup_value_regex = f"{ID}-[0-9]{{1,6}}"
    serializer_class = RoundSerializer
    filterset_class = RoundFilter

    def get_queryset(self) -> QuerySet[Round]:
        """Return all rounds; a list leaves out those of events that have not begun.

        Their certificates tell who sits where. Organisers get them from ``draw`` and one by one.
        """
        rounds = selectors.rounds_listed()
        return rounds.exclude(event__status=Event.Status.DRAFT) if self.action == "list" else rounds

    def get_object(self) -> Round:
        """Return the round of the address; before the event only to organisers.

        Raises UnknownEvent, NotAllowed.
        """
        event, _, number = self.kwargs["round_id"].partition("-")
        round_ = self.get_queryset().filter(event__public_id=event, number=int(number)).first()
        if round_ is None:
            raise UnknownEvent("There is no such round.", round=self.kwargs["round_id"])
        self.check_object_permissions(self.request, round_)
        if round_.event.status == Event.Status.DRAFT:
            club, creator = self.permission_target(round_)
            permission_check(self.request, "event.draw", club=club, creator=creator)
        return round_

    def permission_target(self, obj: Round) -> tuple[Club | None, User | None]:
        """A round belongs to the club of its event."""
        return obj.event.club, obj.event.created_by

    @extend_schema(
        responses=RoundDetailSerializer,
        parameters=[OpenApiParameter("round_id", str, OpenApiParameter.PATH)],
    )
    def retrieve(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Return a round with its tables and their points so far."""
        return Response(RoundDetailSerializer(selectors.round_results(self.get_object())).data)


class LeagueViewSet(ListModelMixin, RetrieveModelMixin, GenericViewSet[League]):
    """Leagues: events whose totals are added up."""

    resource = "league"
    lookup_field = "public_id"
    lookup_value_regex = ID
    serializer_class = LeagueSerializer

    def get_queryset(self) -> QuerySet[League]:
        """Return all leagues."""
        return selectors.leagues_listed()

    @extend_schema(request=LeagueCreateSerializer, responses={201: LeagueSerializer})
    def create(self, request: Request) -> Response:
        """Create a league."""
        data = _valid(LeagueCreateSerializer(data=request.data))
        club = _club(data.get("club"))
        permission_check(request, "league.create", club=club)
        league = services.league_create(name=data["name"], club=club, user=_user(request))
        return Response(LeagueSerializer(league).data, status=status.HTTP_201_CREATED)

    @extend_schema(responses=LeagueStandingSerializer(many=True))
    @action(detail=True, pagination_class=None)
    def standings(self, request: Request, public_id: str) -> Response:
        """Return the sum of the totals of all events that have begun."""
        rows: Any = selectors.league_standings(self.get_object())
        return Response(LeagueStandingSerializer(rows, many=True).data)


def _valid(serializer: Any) -> dict[str, Any]:
    """The checked body. Raises ValidationError."""
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


def _user(request: Request) -> User | None:
    user = user_of(request)
    return user if isinstance(user, User) else None


def _club(public_id: str | None) -> Club | None:
    """The club of this id, None without one. Raises Http404."""
    if public_id is None:
        return None
    club = Club.objects.filter(public_id=public_id).first()
    if club is None:
        raise Http404
    return club


def _league(public_id: str | None) -> League | None:
    if public_id is None:
        return None
    league = League.objects.filter(public_id=public_id).first()
    if league is None:
        raise UnknownEvent("There is no such league.", league=public_id)
    return league


def _uploaded(request: Request) -> bytes:
    """The list, from a form or as the body; at most one byte more than is allowed."""
    body: Any = request.data
    if not body and _is_csv(request):
        return b""  # an empty body is never parsed; the report says that it is empty
    if isinstance(body.get("file"), bytes):
        return bytes(body["file"])
    content: bytes = _valid(UploadSerializer(data=body))["file"].read(MAX_BYTES + 1)
    return content


def _is_csv(request: Request) -> bool:
    return (request.content_type or "").partition(";")[0].strip().lower() == CsvParser.media_type


router = Router()
router.register("events", EventViewSet, basename="event")
router.register("rounds", RoundViewSet, basename="round")
router.register("leagues", LeagueViewSet, basename="league")
urlpatterns = router.urls
