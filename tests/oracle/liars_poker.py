"""Liar's Poker (RG), followed claim by claim. A claim is a place on the ladder of everything that can be
claimed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tests.oracle.acts import RuleBroken
from tests.oracle.cards import ACE, RANKS, SUITS, Card
from tests.oracle.following import STAKE, Following, Result, check_pack, next_of, result

MARKERS = 2
CATEGORIES = ("singleton", "pair", "two_pair", "straight", "flush")


class Claim(NamedTuple):
    """A category and its ranks, the highest first; the larger claim beats the smaller."""

    category: int
    ranks: tuple[int, ...]


LADDER = sorted(
    [Claim(0, (rank,)) for rank in RANKS]
    + [Claim(1, (rank,)) for rank in RANKS]
    + [Claim(2, (high, low)) for high in RANKS for low in RANKS if low < high]
    + [Claim(3, (rank,)) for rank in RANKS if rank >= 5]
    + [Claim(4, (rank,)) for rank in RANKS if rank >= 6]
)


def exists(pool: Sequence[Card], claim: Claim) -> bool:
    """Whether the pooled cards hold it."""
    counts = Counter(card.rank for card in pool)
    match CATEGORIES[claim.category]:
        case "singleton":
            return counts[claim.ranks[0]] >= 1
        case "pair" | "two_pair":
            return all(counts[rank] >= 2 for rank in claim.ranks)
        case "straight":
            return all(
                counts[ACE if rank == 1 else rank] for rank in range(claim.ranks[0] - 4, claim.ranks[0] + 1)
            )
    top = claim.ranks[0]
    return any(
        Card(top, suit) in pool and sum(card.suit == suit and card.rank < top for card in pool) >= 4
        for suit in SUITS
    )  # fmt: skip


def follow_liars_poker(packed: Iterable[int], players: int, pot_in: int = 0) -> Result:
    """Two markers each, put up at the start; a false claim costs the claimant one, a true one the caller."""
    hand = Following.of(packed, players, pot_in)
    for seat in range(players):
        hand.pay("stake", seat, 0, MARKERS * STAKE)
    left = dict.fromkeys(range(players), MARKERS)
    opener, round_no = 0, 0
    while len(left) > 1:
        round_no += 1
        pool = [
            hand.card("deal_closed", seat, round_no)
            for card_no in range(MARKERS)
            for seat in sorted(left)
            if left[seat] > card_no
        ]
        check_pack(pool)
        claimant, claim = opener, hand.take("claim", seat=opener, round_no=round_no).value
        caller = next_of(left, claimant, players)
        while hand.next_is("claim"):
            higher = hand.take("claim", seat=caller, round_no=round_no).value
            if not claim < higher < len(LADDER):
                raise RuleBroken(f"claim {higher} doesn't beat {claim}")
            claimant, claim = caller, higher
            caller = next_of(left, claimant, players)
        hand.take("doubt", seat=caller, round_no=round_no)
        loser = caller if exists(pool, LADDER[claim]) else claimant
        left[loser] -= 1
        hand.take("lose_life", seat=loser, round_no=round_no, value=left[loser])
        opener = loser
        if left[loser] == 0:
            del left[loser]
            opener = next_of(left, loser, players)
    hand.share("whole", left, hand.pot)
    return result(hand, "last_standing", round_no, 0)
