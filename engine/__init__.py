"""The game itself: cards, rules, hands, views and records of Tarock.

Plain typed Python without dependencies; the only package that knows the rules of play.
"""
