from django.apps import AppConfig


class FrontendConfig(AppConfig):
    """Pages, scripts, styles, card faces and translations."""

    name = "frontend"
