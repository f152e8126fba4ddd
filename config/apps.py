from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """The project itself as an app: its management commands and start-up checks."""

    name = "config"

    def ready(self) -> None:
        from config import checks  # noqa: F401  registers the checks
