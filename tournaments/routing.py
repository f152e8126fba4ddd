"""Websocket routes of the events."""

from django.urls import path

from tournaments.consumers import EventSocket

websocket_urlpatterns = [path("ws/event/<slug:key>", EventSocket.as_asgi())]
