"""Actions: one token ``verb`` or ``verb:argument``, the same on the wire and in the record.

The verbs cover every game of the platform (koenigrufen.md §5, illustrated-tarock.md §4.1);
which of them are legal now is for the phases to say.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from .errors import BadAction

_CARD = r"(?:0[1-9]|1[0-9]|2[0-2]|[HD][KQNJ1-4]|[SC][KQNJT987])"
_CONTRACT = r"[A-Z0-9]{2}"
_ITEM = r"[a-z][a-z0-9_]{1,15}"
_KONTRA = rf"{_ITEM}(?:@[0-5])?"

# verb -> pattern of its argument; "" = no argument
ARGUMENTS: Final[dict[str, str]] = {
    "pass": "",
    "reserve": "",
    "hold": "",
    "takeover": "",
    "retake": "",
    "good": "",
    "continue": "",
    "bid": _CONTRACT,
    "choose": _CONTRACT,
    "call": rf"(?:{_CARD}|4th)",
    "concede": rf"(?:{_ITEM})?",
    "take": "[LR0-5]",
    "discard": rf"(?:{_CARD}|\?)",
    "announce": _ITEM,
    "claim": _ITEM,
    "kontra": _KONTRA,
    "rekontra": _KONTRA,
    "subkontra": _KONTRA,
    "play": _CARD,
}
_COMPILED: Final = {verb: re.compile(pattern) for verb, pattern in ARGUMENTS.items()}


class Action(NamedTuple):
    """One decision of one seat. ``arg`` is empty for verbs without an argument."""

    verb: str
    arg: str = ""

    def __str__(self) -> str:
        return f"{self.verb}:{self.arg}" if self.arg else self.verb

    @classmethod
    def parse(cls, text: str) -> Action:
        """The action written as ``text``; ``str`` of it gives the same text back.

        Raises BadAction for anything else, also for text that is no string.
        """
        if not isinstance(text, str) or len(text) > 32:
            raise BadAction("an action is a token of at most 32 characters")
        verb, colon, arg = text.partition(":")
        pattern = _COMPILED.get(verb)
        if pattern is None or bool(colon) != bool(arg) or not pattern.fullmatch(arg):
            raise BadAction(f"not an action: {text!r}", token=text)
        return cls(verb, arg)
