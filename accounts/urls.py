"""URLs under ``/accounts/``: our pages first, the rest is allauth's."""

from django.urls import include, path
from django.views.generic import RedirectView

from accounts import views

to_profile = RedirectView.as_view(pattern_name="profile")

urlpatterns = [
    path("signup/", views.SignupView.as_view(), name="account_signup"),
    path("login/", views.LoginView.as_view(), name="account_login"),
    path("password/reset/", views.password_reset, name="account_reset_password"),
    # Addresses are not confirmed by mail, so allauth's page for that has nothing to do.
    path("email/", to_profile, name="account_email"),
    path("profile/", views.profile, name="profile"),
    path("tokens/", views.tokens, name="tokens"),
    path("tokens/<slug:public_id>/revoke/", views.token_revoke, name="token-revoke"),
    path("join/<str:secret>/", views.invitation, name="invitation"),
    path("", include("allauth.account.urls")),
]
