"""One rule for every name a person may give: display names, clubs, entrants, tables, tokens."""

import re
import unicodedata

from accounts.errors import BadName

MAX_LENGTH = 60
"""Characters after normalisation."""

_SPACES = re.compile(r"\s+")
_REFUSED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
# Format characters that spell real names in some scripts and cannot reorder text.
_ALLOWED_FORMAT = {"\u200c", "\u200d"}
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200c\u200d\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)
"""Characters of other categories that show nothing: joiners, fillers, variation selectors."""

MARKS = 4
STACKED = 2
"""How many marks may follow one character after NFC, and how many of them above or below each
other: pointed Hebrew has three marks beside each other, towers reach into other lines."""

_STACKING = 202
"""From this combining class on a mark is put above or below those before it."""


def name_clean(text: str, limit: int = MAX_LENGTH) -> str:
    """Return ``text`` in NFC with single spaces and none around it; at most ``limit`` characters.

    Tabs and newlines are refused, not folded: they never belong to a name. Joiners (ZWJ, ZWNJ)
    are kept inside a name because some scripts need them; every other format character,
    the bidi ones above all, is refused.

    A name of nothing but characters that show nothing is empty, and accents are not piled up.

    Raises ``BadName`` (code ``bad_name``, ``reason`` one of ``empty``, ``too_long``,
    ``character``); ``character`` is given as ``U+202E``.
    """
    text = unicodedata.normalize("NFC", text)
    if (char := _refused(text)) is not None:
        raise BadName(
            "This name contains a character that cannot be used in a name.",
            reason="character",
            character=f"U+{ord(char):04X}",
        )
    text = _SPACES.sub(" ", text).strip()
    if not _INVISIBLE.sub("", text).strip():
        raise BadName("A name must not be empty.", reason="empty")
    if len(text) > limit:
        raise BadName(
            f"A name has at most {limit} characters.",
            reason="too_long",
            limit=limit,
            length=len(text),
        )
    return text


def _refused(text: str) -> str | None:
    """The first character that cannot stand in a name, or not where it stands."""
    marks = stacked = 0
    for char in text:
        category = unicodedata.category(char)
        if char in _ALLOWED_FORMAT:
            continue  # shows nothing: what follows stands on the same character
        if category in _REFUSED:
            return char
        if category not in {"Mn", "Me"}:
            marks = stacked = 0
            continue
        marks += 1
        stacked += category == "Me" or unicodedata.combining(char) >= _STACKING
        if marks > MARKS or stacked > STACKED:
            return char
    return None


def name_key(name: str) -> str:
    """Return what two names have in common that people would read as the same.

    Case, composition, width and characters that show nothing make no difference.
    """
    folded = unicodedata.normalize("NFKC", _INVISIBLE.sub("", name)).casefold()
    return unicodedata.normalize("NFKC", folded)
