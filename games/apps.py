from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Tables, hands and live play."""

    name = "games"

    def ready(self) -> None:
        """Register the receivers (importing the module connects them)."""
        from games import receivers  # noqa: F401
