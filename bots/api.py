"""REST: the bots and their versions, read-only."""

from __future__ import annotations

from rest_framework import mixins, serializers, viewsets

from accounts.rest import Router
from bots.models import Bot, BotVersion
from bots.selectors import bot_list


class BotVersionSerializer(serializers.ModelSerializer[BotVersion]):
    """A version: its number, and how it is asked for an action."""

    class Meta:
        model = BotVersion
        fields = ("number", "runner", "created_at")


class BotSerializer(serializers.ModelSerializer[Bot]):
    """A bot with its versions, newest first."""

    is_builtin = serializers.SerializerMethodField()
    versions = BotVersionSerializer(many=True, read_only=True)

    class Meta:
        model = Bot
        fields = ("slug", "name", "is_builtin", "versions")

    def get_is_builtin(self, bot: Bot) -> bool:
        """Built-in bots belong to nobody."""
        return bot.owner_id is None


class BotViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet[Bot]):
    """Bots that may take a seat."""

    resource = "bot"
    serializer_class = BotSerializer
    queryset = bot_list()
    lookup_field = "slug"
    ordering = "slug"


router = Router()
router.register("bots", BotViewSet, basename="bot")
urlpatterns = router.urls
