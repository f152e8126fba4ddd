"""How many tables of which size, and whether a number of hands can be played at them."""

from __future__ import annotations

from tournaments.errors import InfeasibleEntrants, UnevenHands

Table = tuple[int, ...]
Round = tuple[Table, ...]
Plan = tuple[Round, ...]


def table_sizes(entrants: int, hand_seats: int) -> tuple[int, ...]:
    """Sizes of the tables of one round, small ones first.

    As few tables of ``hand_seats + 1`` as possible: ``entrants mod hand_seats`` of them (for
    tables of four infeasible only with 6, 7 and 11 entrants, for tables of three only with 5;
    and with fewer than one table). At a larger table the dealer sits out.

    Raises InfeasibleEntrants.
    """
    large = entrants % hand_seats
    small, rest = divmod(entrants - large * (hand_seats + 1), hand_seats)
    if small < 0 or rest or small + large == 0:
        raise InfeasibleEntrants(
            f"{entrants} entrants cannot be seated at tables of {hand_seats} and {hand_seats + 1}.",
            entrants=entrants,
            hand_seats=hand_seats,
        )
    return (hand_seats,) * small + (hand_seats + 1,) * large


def hands_check(hands: int, sizes: tuple[int, ...], hand_seats: int) -> None:
    """Refuse a series that cannot be shared evenly at a table where the dealer sits out.

    With t = k+1 seats everybody plays ``hands`` hands only if k divides ``hands``; two hands
    therefore never fit a table of five. Raises UnevenHands.
    """
    largest = max(sizes)
    if largest > hand_seats and hands % hand_seats:
        raise UnevenHands(
            f"{hands} hands cannot be shared evenly at a table of {largest}: "
            f"the number of hands must be a multiple of {hand_seats}.",
            hands=hands,
            table_size=largest,
            multiple_of=hand_seats,
        )


def table_hands(hands: int, size: int, hand_seats: int) -> int:
    """Hands dealt at a table at which each of ``size`` entrants plays ``hands`` hands."""
    return hands * size // hand_seats
