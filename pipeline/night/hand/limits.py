"""What a bet may be where there is a limit: the fixed one, or the pot (ruling 21)."""

from __future__ import annotations

from engine.api import Limit, Op
from language import tr
from pipeline.night.hand.opened import OpenHand


def over_limit(before: OpenHand, after: OpenHand) -> str:
    """Why the last bet, between two states of a hand, is over its limit; "" where it isn't.

    The house's own limit is for `Bets.raise_by`, which knows no way around it but to say what was put in.
    """
    stakes = before.betting.stakes
    name = before.deal.variant.name
    raised = after.betting.bet - before.betting.bet
    if stakes.limit is Limit.FIXED:
        most = stakes.big_blind * (2 if stakes.doubles(before.betting.round_no, _turned(before)) else 1)
        way_out = tr("no limit, or pot,")
        what = tr("A bet or a raise is {most} at the fixed limit of {name}", most=most, name=name)
    elif stakes.limit is Limit.POT:
        turn = before.betting.turn
        most = before.pot + (0 if stakes.by_letter else before.betting.price(turn))
        way_out = tr("no limit")
        what = (
            tr("A bet or a raise is at most the pot before the call here, {most},", most=most)
            if stakes.by_letter
            else tr("A bet or a raise is at most the pot after the call here, {most},", most=most)
        )
    else:
        return ""
    if raised <= most:
        return ""
    return tr(
        "{what} and not {raised}. If it is played so, open the hand with "
        "{way_out} after the game; what was put in all the same is written as b={bet}.",
        what=what,
        raised=raised,
        way_out=way_out,
        bet=after.betting.bet,
    )


def _turned(hand: OpenHand) -> int:
    """The common cards that are turned in this betting round."""
    seen = [step for street in hand.streets[: hand.street + 1] for step in street.steps]
    return sum(step.count for step in seen if step.op is Op.TURN_BOARD)
