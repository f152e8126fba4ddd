"""What may be said everywhere: set phrases by their codes.

Every reader reads them in his own language (``frontend/talk_words.py`` has the words). They are
what a friendly table needs and nothing that could describe cards.
"""

PHRASES = (
    "hello",
    "good_game",
    "ready",
    "moment",
    "back",
    "yes",
    "no",
    "well_played",
    "nice_hand",
    "bad_luck",
    "that_was_close",
    "thanks",
    "sorry",
    "my_mistake",
    "one_more",
    "bye",
)
