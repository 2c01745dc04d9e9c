"""7/27 (RG), followed card by card and bet by bet."""

from __future__ import annotations

from collections.abc import Iterable

from tests.oracle.acts import DECLARED, RuleBroken
from tests.oracle.cards import PACK, Card, from_code
from tests.oracle.following import STAKE, Following, Result, next_of, result
from tests.oracle.settle import halve
from tests.oracle.special import nearness

HIGHEST_BET = 5
PEDER = 50


def follow_seven_twenty_seven(packed: Iterable[int], players: int, pot_in: int = 0) -> Result:
    """Rounds of at most one card each and a betting round, until no player takes a card."""
    hand = Following.of(packed, players, pot_in)
    for seat in range(players):
        hand.pay("ante", seat, 0, STAKE)
    cards: dict[int, list[Card]] = {seat: [] for seat in range(players)}
    stock, folded = set(PACK), set[Card]()

    def dealt(kind: str, seat: int, round_no: int) -> None:
        nonlocal stock, folded
        if not stock:
            stock, folded = folded, set()
        one = from_code(hand.take(kind, seat=seat, round_no=round_no).value)
        if one not in stock:
            raise RuleBroken(f"{one} isn't in the stock")
        stock.remove(one)
        cards[seat].append(one)

    for card_no in range(3):
        for seat in range(players):
            dealt("deal_open" if card_no == 2 else "deal_closed", seat, 0)
    live = list(range(players))
    peders: set[int] = set()
    round_no, took, lead = 0, True, -1
    while took and len(live) > 1:
        lead = next_of(live, lead, players)
        round_no += 1
        took = False
        for seat in sorted(live, key=lambda seat: (seat - lead) % players):
            if hand.next_is("keep"):
                hand.take("keep", seat=seat, round_no=round_no)
            else:
                dealt("deal_open", seat, round_no)
                took = True
        stayed = _bets(hand, live, lead, round_no, peders)
        folded |= {one for seat in live if seat not in stayed for one in cards[seat]}
        live = stayed
    if len(live) == 1:
        hand.share("whole", live, hand.pot)
        return result(hand, "last_standing", round_no, 0)
    said = {seat: DECLARED[hand.take("declare", seat=seat, round_no=round_no).value] for seat in live}
    best = {}
    for side, target in (("low", 7), ("high", 27)):
        near = {seat: nearness(cards[seat], target) for seat in live if said[seat] in (side, "both")}
        best[side] = [seat for seat in near if near[seat] == min(near.values())]
    failed = [s for s in live if said[s] == "both" and not (s in best["low"] and s in best["high"])]
    high = [seat for seat in best["high"] if seat not in failed]
    low = [seat for seat in best["low"] if seat not in failed]
    pot = hand.pot
    if high and low:
        to_high, to_low = halve(pot, high, low)
        hand.share("high", high, to_high)
        hand.share("low", low, to_low)
    elif high or low:
        hand.share("whole", high or low, pot)
    return result(hand, "showdown", round_no, len(live))


def _bets(hand: Following, live: list[int], first: int, round_no: int, peders: set[int]) -> list[int]:
    """A betting round of the house; who is still in after it."""
    players = hand.players
    live = list(live)
    put = dict.fromkeys(live, 0)
    level = 0
    waiting = sorted(live, key=lambda seat: (seat - first) % players)
    while waiting:
        seat = waiting.pop(0)
        price = level - put[seat]
        act = hand.take(
            "check", "call", "bet", "raise", "peder_bet", "peder_raise", "fold", seat=seat, round_no=round_no
        )
        if act.kind == "fold":
            live.remove(seat)
            if len(live) == 1:
                break
            continue
        more = act.value - price
        if (act.kind == "check") != (act.value == 0) or (act.kind == "call") != (more == 0 and price > 0):
            raise RuleBroken(f"{price} to call: {act}")
        if act.kind.startswith("peder"):
            if more != PEDER or seat in peders:
                raise RuleBroken(f"a peder is {PEDER}, once a hand: {act}")
            peders.add(seat)
        elif more and not 1 <= more <= HIGHEST_BET:
            raise RuleBroken(f"bets and raises are 1 to {HIGHEST_BET}: {act}")
        if more and act.kind.endswith("bet") != (level == 0):
            raise RuleBroken(f"a bet opens, a raise follows: {act}")
        hand.paid[seat] += act.value
        put[seat] += act.value
        if more:
            level = put[seat]
            waiting = sorted((s for s in live if s != seat), key=lambda s: (s - seat) % players)
    return live
