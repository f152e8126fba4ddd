"""Django application of the tournament organisation."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Connects the one signal of the project: a finished series may end its round."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the receiver (importing the module connects it)."""
        from tournaments import receivers  # noqa: F401
