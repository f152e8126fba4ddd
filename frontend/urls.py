"""URLs of the pages."""

from django.urls import path
from django.views.i18n import set_language

from frontend.views import home, preferences

urlpatterns = [
    path("", home.home, name="home"),
    path("play/", home.home, name="quick"),
    path("e/", home.home, name="events"),
    path("e/<str:public_id>", home.home, name="event"),
    path("h/<str:public_id>", home.home, name="hand"),
    path("p/<str:public_id>", home.home, name="person"),
    path("language/", set_language, name="set_language"),
    path("display/", preferences.display, name="display"),
]
