"""Reads of the bots app."""

from django.db.models import QuerySet

from bots.errors import UnknownBot
from bots.models import Bot, BotVersion


def bot_list() -> QuerySet[Bot]:
    """All bots by slug, each with its versions prefetched (newest first)."""
    return Bot.objects.prefetch_related("versions").order_by("slug")


def bot_version_builtin(slug: str) -> BotVersion:
    """The newest version of the built-in bot ``slug`` (``"club"``, ``"random"``).

    Raises UnknownBot for a name that is not a built-in bot.
    """
    version = (
        BotVersion.objects.filter(
            bot__slug=slug, bot__owner__isnull=True, runner=BotVersion.Runner.INPROCESS
        )
        .select_related("bot")
        .order_by("-number")
        .first()
    )
    if version is None:
        raise UnknownBot(f"There is no built-in bot called {slug!r}.", bot=slug)
    return version


def bot_slugs_builtin() -> tuple[str, ...]:
    """Slugs of the built-in bots, sorted; what an entrant list may name."""
    slugs = Bot.objects.filter(owner__isnull=True, versions__isnull=False).distinct()
    return tuple(slugs.order_by("slug").values_list("slug", flat=True))
