"""Websocket routes of the tables."""

from django.urls import path

from games.consumers import TableSocket

websocket_urlpatterns = [path("ws/table/<slug:key>", TableSocket.as_asgi())]
