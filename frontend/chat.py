"""Talk beside the table: the words of set phrases and buttons, and what the script is told."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.models import User
from games.models import Table
from games.phrases import PHRASES
from games.selectors import may_tend

Text = str | list[str]


def phrase_words() -> dict[str, str]:
    """Return every set phrase by its code, in the active language."""
    words = {
        "hello": pgettext("at the table", "Hello!"),
        "good_game": pgettext("at the table", "Have a good game!"),
        "ready": pgettext("at the table", "Ready."),
        "moment": pgettext("at the table", "One moment, please."),
        "back": pgettext("at the table", "Here again."),
        "yes": pgettext("at the table", "Yes."),
        "no": pgettext("at the table", "No."),
        "well_played": pgettext("at the table", "Well played!"),
        "nice_hand": pgettext("at the table", "Nice hand!"),
        "bad_luck": pgettext("at the table", "Bad luck."),
        "that_was_close": pgettext("at the table", "That was close!"),
        "thanks": pgettext("at the table", "Thank you!"),
        "sorry": pgettext("at the table", "Sorry."),
        "my_mistake": pgettext("at the table", "My mistake."),
        "one_more": pgettext("at the table", "One more?"),
        "bye": pgettext("at the table", "Thanks for the game, bye!"),
    }
    return {code: words[code] for code in PHRASES}


def chat_words() -> dict[str, Text]:
    """Return the texts of ``static/js/chat.js``."""
    return {
        **{f"phrase.{code}": text for code, text in phrase_words().items()},
        "chat.line": _("{name}: {text}"),
        "chat.unknown": _("(a phrase this page does not know)"),
        "chat.defenders": _("only the defenders read this"),
        "chat.to_defenders": _("To the defenders only"),
        "chat.none": _("Nothing has been said yet."),
        "chat.off": _("Nothing is said at this table."),
        "chat.later": _("At this table one talks between the hands."),
        "chat.watching": _("Talk of a hand appears here when the hand is over."),
        "chat.phrases": _("Say something"),
        "chat.text": _("Your own words"),
        "chat.send": pgettext("button", "Say it"),
        "chat.mute": _("Read nothing of {name}"),
        "chat.report": _("Report this line"),
        "chat.hide": _("Take this line away"),
        "chat.reported": _("Reported. Whoever looks after the table will see it."),
        "chat.muted": _("You read nothing of {name} any more."),
        "chat.failed": _("That did not work. Please try again."),
        "chat.switch_off": _("No talk at this table"),
        "chat.switch_on": _("Allow talk again"),
        "watchers": [
            ngettext("{n} person watches", "{n} people watch", 1),
            ngettext("{n} person watches", "{n} people watch", 2),
        ],
    }


def chat_config(config: dict[str, Any], table: Table, user: User | AnonymousUser) -> dict[str, Any]:
    """Return the configuration of the table's script with that of its talk added."""
    urls = {"talk": f"/api/v1/tables/{table.public_id}/talk", "line": "/api/v1/talk/"}
    return config | {
        "strings": config["strings"] | chat_words(),
        "urls": config["urls"] | urls,
        "phrases": list(PHRASES),
        "signed_in": isinstance(user, User),
        "tends": isinstance(user, User) and may_tend(user, table),
    }
