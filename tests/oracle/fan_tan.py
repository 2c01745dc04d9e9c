"""Fan Tan and House (RG), followed card by card."""

from __future__ import annotations

from collections.abc import Iterable

from tests.oracle.acts import RuleBroken
from tests.oracle.cards import ACE, PACK, SUITS, Card, from_code
from tests.oracle.following import STAKE, Following, Result, result

SEVEN = 7
TRUMP = "s"


def rank(card: Card) -> int:
    """Ace low."""
    return 1 if card.rank == ACE else card.rank


class Rows:
    """The rows on the table: for each suit which ranks lie in its row. In House a spade may stand in another
    row, and the card it displaced then belongs in the spades' row.
    """

    def __init__(self, house: bool) -> None:
        self.house = house
        self.rows: dict[str, set[int]] = {suit: set() for suit in SUITS}
        self.displaced: dict[int, str] = {}

    def waits_for(self, row: str, number: int) -> bool:
        lie = self.rows[row]
        return number in ((min(lie) - 1, max(lie) + 1) if lie else (SEVEN,))

    def home(self, card: Card) -> str:
        return TRUMP if self.displaced.get(rank(card)) == card.suit else card.suit

    def plays(self, card: Card) -> list[str]:
        """The rows that a card may be laid in."""
        actual = [self.home(card)] if self.waits_for(self.home(card), rank(card)) else []
        if self.house and card.suit == TRUMP and rank(card) != SEVEN:
            actual += [row for row in SUITS if row != TRUMP and self.waits_for(row, rank(card))]
        return actual

    def lay(self, card: Card, row: str) -> None:
        if row not in self.plays(card):
            raise RuleBroken(f"{card} doesn't fit in the row of {row}")
        if row != self.home(card):
            self.displaced[rank(card)] = row
        self.rows[row].add(rank(card))


def follow_fan_tan(packed: Iterable[int], players: int, pot_in: int = 0, house: bool = False) -> Result:
    """The pack is dealt out; who can lay a card must; the first without cards takes the pot."""
    hand = Following.of(packed, players, pot_in)
    for seat in range(players):
        hand.pay("stake", seat, 0, STAKE)
    hands: list[set[Card]] = [set() for _ in range(players)]
    for dealt in range(len(PACK)):
        seat = dealt % players
        hands[seat].add(hand.card("deal_closed", seat, 0))
    if sum(len(cards) for cards in hands) != len(PACK) or set().union(*hands) != set(PACK):
        raise RuleBroken("the whole pack is dealt out")
    table = Rows(house)
    turn = 0
    while all(hands):
        seat, round_no = turn % players, turn // players + 1
        act = hand.take("play_card", "play_trump", "pass", seat=seat, round_no=round_no)
        if act.kind == "pass":
            if any(table.plays(card) for card in hands[seat]):
                raise RuleBroken(f"seat {seat} passes with a card that fits")
        else:
            named = from_code(act.value)
            card = Card(named.rank, TRUMP) if act.kind == "play_trump" else named
            row = named.suit if act.kind == "play_trump" else table.home(card)
            if card not in hands[seat]:
                raise RuleBroken(f"seat {seat} doesn't hold {card}")
            table.lay(card, row)
            hands[seat].remove(card)
        turn += 1
    winner = next(seat for seat in range(players) if not hands[seat])
    hand.share("whole", [winner], hand.pot)
    return result(hand, "last_standing", (turn - 1) // players + 1, 0)
