"""URLs of the whole site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from config.health import health

# The one way in: with the limits on wrong passwords that Django's own login page lacks.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("health", health, name="health"),
    path("api/v1/", include("config.api")),
    path("accounts/", include("accounts.urls")),
    path("admin/", admin.site.urls),
    path("", include("frontend.urls")),
]
