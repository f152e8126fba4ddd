"""URLs of the whole site."""

from django.contrib import admin
from django.urls import include, path

from config.health import health

urlpatterns = [
    path("health", health, name="health"),
    path("api/v1/", include("config.api")),
    path("accounts/", include("accounts.urls")),
    path("admin/", admin.site.urls),
    path("", include("frontend.urls")),
]
