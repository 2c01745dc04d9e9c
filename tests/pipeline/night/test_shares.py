"""How pots are shared, against the oracle."""

from __future__ import annotations

import random

from engine.rules.pots import make_pots
from pipeline.night.hand.shares import SeatWin, share_out
from tests.oracle import settle as oracle


def test_shares_agree_with_the_oracle_on_random_tables() -> None:
    dice = random.Random(11)
    for _ in range(400):
        players = dice.randint(2, 6)
        names = {number: str(number) for number in range(players)}
        paid = [dice.choice([0, 2, 5, 9, 14, 20]) for _ in range(players)]
        stayed = sorted(dice.sample(range(players), dice.randint(1, players)))
        if max(paid) > max(paid[number] for number in stayed):
            paid[stayed[0]] = max(paid)
        pot_in = dice.choice([0, 0, 7])
        pots = make_pots(paid, stayed, pot_in)
        wanted = oracle.pots([oracle.Payment(seat, chips) for seat, chips in enumerate(paid)], stayed, pot_in)
        assert [(pot.chips, tuple(sorted(pot.seats))) for pot in pots if pot.chips] == wanted
        if not wanted:
            continue
        named, shares = [], []
        for pot_no, pot in enumerate(wanted):
            high = dice.sample(pot.seats, dice.randint(1, len(pot.seats)))
            low = dice.sample(pot.seats, dice.randint(0, len(pot.seats)))
            if low:
                named.append(
                    [*[SeatWin(s, None, "high") for s in high], *[SeatWin(s, None, "low") for s in low]]
                )
                shares += oracle.share_high_low(pot_no, pot.chips, sorted(high), sorted(low))
            else:
                named.append([SeatWin(number) for number in high])
                shares += [
                    oracle.Share(pot_no, "whole", number, chips)
                    for number, chips in oracle.award(pot.chips, high).items()
                    if chips
                ]
        made = share_out([pot for pot in pots if pot.chips], [named], names)
        assert sorted((s.pot_no, s.half, s.seat, s.chips) for s in made) == sorted(map(tuple, shares))
