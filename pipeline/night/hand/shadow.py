"""Shadow: chips that a player owes the pot, and from whom to whom they are owed when it is won (PR).

A player short of chips takes them out of the pot to mark the debt. A winner's own shadow is part of the win;
a loser owes the winner as many chips. Where several win, the debt is shared as the pot is; where nobody wins,
it stays with the pot.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pipeline.night.hand.deal import Hand

Debt = tuple[str, str, int]


def shadow_debts(hand: Hand, pot_shadow: Mapping[str, int]) -> tuple[list[Debt], dict[str, int]]:
    """The debts (debtor, creditor, chips) that a hand leaves, and the shadow that stays with a carried pot.

    `pot_shadow` is what lay with the pot from the hands before, by player.
    """
    owed = dict(pot_shadow)
    for seat in hand.seats:
        if seat.shadow:
            owed[seat.player_id] = owed.get(seat.player_id, 0) + seat.shadow
    won = {seat.player_id: seat.won for seat in hand.seats if seat.won}
    if not won:
        return [], owed
    debts: list[Debt] = []
    for debtor, chips in owed.items():
        left = chips - min(chips, won.get(debtor, 0))
        creditors = {player: share for player, share in won.items() if player != debtor}
        if left and creditors:
            debts += [(debtor, creditor, part) for creditor, part in _in_proportion(left, creditors)]
    return debts, {}


def _in_proportion(chips: int, won: Mapping[str, int]) -> Iterable[tuple[str, int]]:
    """Share chips as the pot was shared, whole chips; what is left over goes to the largest remainders."""
    total = sum(won.values())
    parts = {player: chips * share // total for player, share in won.items()}
    rest = chips - sum(parts.values())
    for player in sorted(won, key=lambda player: -(chips * won[player] % total))[:rest]:
        parts[player] += 1
    return ((player, part) for player, part in parts.items() if part)
