"""Help for every rule set: Markdown per language and family, numbers from the rules.

``<language>/<family>/<section>.md`` is shared by the presets of a family,
``<language>/<family>/<preset>.md`` is about one of them. ``facts`` is all a text may ask for,
``tables`` are the parts that are rules and nothing else, ``pages`` puts them together.
"""
