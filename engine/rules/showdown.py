"""Sharing the pots of a hand without wild cards by the shown cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from engine.cards.card import card_set
from engine.cards.guest_rankings import rank_hand
from engine.cards.high import natural_meld
from engine.cards.low import NO_LOW, eight_or_better
from engine.catalogue.model import Variant
from engine.rules.pots import Pot, Share, split
from engine.terms import Half

HandValue = tuple[int, int]
"""The score of a high hand and of a low one, the larger wins; 0 for no low."""


def hand_value(variant: Variant, own: Iterable[int], board: Iterable[int]) -> HandValue:
    """The value of a player's cards with a board, in a game without wild cards.

    >>> from engine.cards.card import parse_cards
    >>> from engine.catalogue import VARIANTS
    >>> holdem, board = VARIANTS["texas-holdem"], parse_cards("2c 7d 9h Jc Qs")
    >>> hand_value(holdem, parse_cards("As Ah"), board) > hand_value(holdem, parse_cards("Ks Kh"), board)
    True
    """
    if variant.use.own_exactly:
        count = variant.use.own_exactly
        fives = [
            card_set([*some, *rest])
            for some in combinations(own, count)
            for rest in combinations(board, 5 - count)
        ]
    else:
        fives = [card_set([*own, *board])]
    if variant.ranking.code:
        return max(int(rank_hand(variant.ranking.code, five)) for five in fives), 0
    high = max((int(natural_meld(five)) for five in fives), default=0)
    if not variant.share.eight_or_better:
        return high, 0
    return high, max((NO_LOW - int(eight_or_better(five, 0)) for five in fives), default=0)


def share_by_hands(
    pots: Sequence[Pot], values: Sequence[Mapping[int, HandValue]], *, unit: int = 1, nearest_half: bool = False,
    to_first: bool = False,
) -> list[Share]:  # fmt: skip
    """Share each pot over the boards, and over the halves if there is a low. `values` are by board and seat.

    The first board and the high half get the odd chip; with `nearest_half`, the half of the winner nearest the
    dealer's left. Odd chips of a tie go out one at a time; with `to_first`, all to the first winner. A chip is
    `unit`.

    >>> [(share.seat, share.chips) for share in share_by_hands([Pot(31, (0, 1))], [{0: (5, 0), 1: (5, 0)}])]
    [(0, 16), (1, 15)]
    """
    shares: list[Share] = []

    def award(pot_no: int, board: int, half: Half, winners: Sequence[int], chips: int) -> None:
        parts = split(chips, winners, unit)
        if to_first:
            each = chips // unit // len(winners) * unit
            parts = {seat: each + (chips - each * len(winners)) * (seat == winners[0]) for seat in winners}
        shares.extend(Share(pot_no, board, half, seat, won) for seat, won in parts.items() if won)

    for pot_no, pot in enumerate(pots):
        left = pot.chips
        for board, of_seats in enumerate(values):
            part = left // unit // (len(values) - board) * unit
            if board == 0 and len(values) == 2:
                part = left - part
            left -= part
            highs, lows = (_best(of_seats, pot.seats, of) for of in (0, 1))
            if not lows:
                award(pot_no, board, Half.WHOLE, highs, part)
                continue
            to_low = part // unit // 2 * unit
            if nearest_half and lows[0] < highs[0]:
                to_low = part - to_low
            award(pot_no, board, Half.HIGH, highs, part - to_low)
            award(pot_no, board, Half.LOW, lows, to_low)
    return shares


def _best(values: Mapping[int, HandValue], among: Iterable[int], of: int) -> list[int]:
    """The seats with the best high or low hand; none where no player has one."""
    best = max(values[seat][of] for seat in among)
    return sorted(seat for seat in among if values[seat][of] == best) if best else []
