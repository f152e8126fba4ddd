"""App configuration of the bots app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BotsConfig(AppConfig):
    """Bots, their versions and the runners that ask them for an action."""

    name = "bots"
    verbose_name = _("Bots")
    default_auto_field = "django.db.models.BigAutoField"
