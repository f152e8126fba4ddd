"""URLs of the pages."""

from django.urls import path
from django.views.i18n import set_language

from frontend.views import (
    embed,
    events,
    follow,
    hands,
    help,
    home,
    lobby,
    organise,
    people,
    preferences,
    projector,
    tables,
)

urlpatterns = [
    path("", home.home, name="home"),
    path("live/", home.live, name="live"),
    path("play/", lobby.quick, name="quick"),
    path("t/<slug:public_id>", tables.table, name="table"),
    path("h/<slug:public_id>", hands.hand, name="hand"),
    path("e/", home.events, name="events"),
    path("e/<slug:public_id>", events.event, name="event"),
    path("e/<slug:public_id>/projector", projector.projector, name="projector"),
    path("e/<slug:public_id>/entrants", events.entrants, name="event-entrants"),
    path("e/<slug:public_id>/start", events.start, name="event-start"),
    path("p/<slug:public_id>", people.person, name="person"),
    path("c/<slug:slug>", people.club, name="club"),
    path("c/<slug:slug>/invite", people.club_invite, name="club-invite"),
    path("c/<slug:slug>/new", organise.event_new, name="event-new"),
    path("l/<slug:public_id>", people.league, name="league"),
    path("organise/", organise.organise, name="organise"),
    path("help/", help.index, name="help"),
    path("help/<slug:family>/<slug:preset>/", help.rules, name="help-rules"),
    path("p/<slug:public_id>/follow", follow.follow, name="follow"),
    path("followed/", follow.followed, name="followed"),
    path("embed/t/<slug:public_id>", embed.table, name="embed-table"),
    path("embed/e/<slug:public_id>", embed.event, name="embed-event"),
    path("language/", set_language, name="set_language"),
    path("display/", preferences.display, name="display"),
]
