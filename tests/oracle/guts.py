"""Guts, Guts with jokers, Gutter Sluts and Guts with three cards (RG), followed deal by deal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tests.oracle.acts import DECLARED, TABLE, RuleBroken
from tests.oracle.cards import Card
from tests.oracle.following import STAKE, Following, Result, check_pack, result
from tests.oracle.settle import halve
from tests.oracle.special import guts_high, guts_low


class Game(NamedTuple):
    """What sets the four games apart."""

    cards: int = 2
    jokers: bool = False
    high_low: bool = False
    beats_pack: bool = False


GAMES = {
    "guts": Game(),
    "guts-jokers": Game(jokers=True),
    "gutter-sluts": Game(jokers=True, high_low=True),
    "guts-3-card": Game(cards=3, beats_pack=True),
}


def follow_deal(
    packed: Iterable[int], players: int, game: Game, pot_in: int, ante: bool, last: bool, cap: int = 0
) -> Result:
    """One deal. `ante`: the pot is empty, or the game begins. `last`: no player matches and nothing is carried
    on.
    """
    hand = Following.of(packed, players, pot_in)
    seats = range(players)
    if ante:
        for seat in seats:
            hand.pay("ante", seat, 0, STAKE)
    cards: dict[int, list[Card]] = {seat: [] for seat in seats}
    for _ in range(game.cards):
        for seat in seats:
            cards[seat].append(hand.card("deal_closed", seat, 0))
    inside = []
    for seat in seats:
        joker = any(card.rank == 0 for card in cards[seat])
        kinds = ("must_stay",) if joker else ("in", "out")
        if hand.take(*kinds, seat=seat, round_no=1).kind != "out":
            inside.append(seat)
    pot = hand.pot
    from_pack: list[Card] = []
    if game.high_low:
        match, shares = _high_low(hand, cards, inside, pot, last)
    else:
        if game.beats_pack and len(inside) == 1:
            from_pack = [hand.card("lay_open", TABLE, 1) for _ in range(game.cards)]
        match, shares = _high(game, cards, inside, pot, last, from_pack)
    check_pack([card for dealt in (*cards.values(), from_pack) for card in dealt])
    for seat in seats:
        if match.get(seat, 0):
            hand.pay("match_pot", seat, 1, min(match[seat], cap or match[seat]))
    for half, winners, chips in shares:
        hand.share(half, winners, chips)
    if last and hand.pot:
        raise RuleBroken("the last deal carries nothing on")
    shown = len(inside) if len(inside) > 1 or from_pack else 0
    return result(hand, "showdown" if shown else "last_standing", 1, shown)


Shares = list[tuple[str, list[int], int]]


def _high(
    game: Game, cards: dict[int, list[Card]], inside: list[int], pot: int, last: bool, from_pack: list[Card]
) -> tuple[dict[int, int], Shares]:
    """What each matches, and the shares, where the best hand takes the pot."""
    scores = {seat: guts_high(cards[seat], joker_pair_best=True) for seat in inside}
    best = [seat for seat in inside if scores[seat] == max(scores.values())]
    if from_pack and scores[inside[0]] <= guts_high(from_pack):
        best = []
    if last:
        return {}, [("whole", best or sorted(cards), pot)]
    winners = best if len(best) == 1 else []
    return (
        {seat: pot for seat in inside if seat not in winners},
        [("whole", winners, pot)] if winners else [],
    )  # fmt: skip


def _high_low(
    hand: Following, cards: dict[int, list[Card]], inside: list[int], pot: int, last: bool
) -> tuple[dict[int, int], Shares]:
    """The same for half the pot a side, by declaration (ruling 5; ties win nothing, ruling 35)."""
    said = {seat: DECLARED[hand.take("declare", seat=seat, round_no=1).value] for seat in inside}
    for_side = {
        "high": [seat for seat in inside if said[seat] != "low"],
        "low": [seat for seat in inside if said[seat] != "high"],
    }
    highs = {seat: guts_high(cards[seat]) for seat in inside}
    lows = {seat: guts_low(cards[seat]) for seat in inside}
    best = {
        "high": [s for s in for_side["high"] if highs[s] == max(highs[t] for t in for_side["high"])],
        "low": [s for s in for_side["low"] if lows[s] == min(lows[t] for t in for_side["low"])],
    }
    failed = {
        seat for seat in inside if said[seat] == "both" and not (seat in best["high"] and seat in best["low"])
    }
    left = {side: [seat for seat in best[side] if seat not in failed] for side in best}
    parts = dict(zip(("high", "low"), halve(pot, left["high"], left["low"]), strict=True))
    plays, takes = {}, {}
    for side, other in (("high", "low"), ("low", "high")):
        plays[side] = parts[side] if for_side[other] else pot
        takes[side] = plays[side] if left[other] else pot
    if last and not any(left.values()):
        return {}, [("whole", sorted(cards), pot)]
    shares: Shares = []
    match = dict.fromkeys(inside, 0)
    for side in ("high", "low"):
        winners = left[side] if last or len(left[side]) == 1 else []
        if winners:
            shares.append((side if takes[side] < pot else "whole", winners, takes[side]))
        for seat in for_side[side]:
            if not last and seat not in winners:
                match[seat] += takes[side] if left[side] else plays[side]
    return {seat: min(chips, pot) for seat, chips in match.items()}, shares
