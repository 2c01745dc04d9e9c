"""Screw Your Neighbor (RG), followed round by round."""

from __future__ import annotations

from collections.abc import Iterable

from tests.oracle.cards import ACE, Card
from tests.oracle.following import STAKE, Following, Result, check_pack, next_of, result

LIVES = 4
JACK, QUEEN, KING = 11, 12, 13


def rank(card: Card) -> int:
    """Ace low."""
    return 1 if card.rank == ACE else card.rank


def partner(cards: dict[int, Card], seat: int, players: int) -> int | None:
    """With whom a player who isn't the dealer swaps: kings are as if they weren't there, a jack stops it, a
    queen sends it to the player on the right, where any picture card stops it (ruling 34).
    """
    visible = [other for other in cards if other != seat and rank(cards[other]) != KING]
    if not visible:
        return None
    other = next_of(visible, seat, players)
    if rank(cards[other]) == JACK:
        return None
    if rank(cards[other]) == QUEEN:
        other = next(s % players for s in range(seat - 1, seat - players - 1, -1) if s % players in cards)
        if rank(cards[other]) in (JACK, QUEEN, KING):
            return None
    return other


def follow_screw_your_neighbor(packed: Iterable[int], players: int, pot_in: int = 0) -> Result:
    """Four lives each, put up at the start; the lowest lose one, unless no player would be left."""
    hand = Following.of(packed, players, pot_in)
    for seat in range(players):
        hand.pay("stake", seat, 0, LIVES * STAKE)
    lives = dict.fromkeys(range(players), LIVES)
    dealer, round_no = players - 1, 0
    while len(lives) > 1:
        round_no += 1
        order = sorted(lives, key=lambda seat: (seat - dealer - 1) % players)
        cards = {seat: hand.card("deal_closed", seat, round_no) for seat in order}
        came = list(cards.values())
        for seat in order:
            if hand.take("keep", "swap", seat=seat, round_no=round_no).kind == "keep":
                continue
            if seat == dealer:
                cards[seat] = hand.card("deal_closed", seat, round_no)
                came.append(cards[seat])
                continue
            other = partner(cards, seat, players)
            if other is not None:
                cards[seat], cards[other] = cards[other], cards[seat]
        check_pack(came)
        lowest = min(rank(card) for card in cards.values())
        losers = sorted(seat for seat in cards if rank(cards[seat]) == lowest < KING)
        if all(lives[seat] == 1 and seat in losers for seat in lives):
            continue
        for seat in losers:
            lives[seat] -= 1
            hand.take("lose_life", seat=seat, round_no=round_no, value=lives[seat])
        lives = {seat: left for seat, left in lives.items() if left}
        dealer = next_of(lives, dealer, players)
    hand.share("whole", lives, hand.pot)
    return result(hand, "last_standing", round_no, 0)
