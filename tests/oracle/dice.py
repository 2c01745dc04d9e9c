"""Poker dice and bluff dice (SR), followed throw by throw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from tests.oracle.acts import Act, RuleBroken
from tests.oracle.following import STAKE, Following, Result, next_of, result
from tests.oracle.special import FACES, Throw, throw

BLUFF_STAKES = 5
LADDER = sorted({throw(dice) for dice in product(FACES, repeat=5)})
"""Everything that five dice can be announced as, from nothing to five aces; claims are places on it."""
ACE = FACES[-1]


def read_roll(act: Act) -> tuple[list[int], list[bool]]:
    """The five faces (9 to 14) after a roll, and which of the dice were thrown."""
    faces = [FACES[act.value >> 3 * die & 7] for die in range(5)]
    return faces, [bool(act.value >> 15 + die & 1) for die in range(5)]


class Cup:
    """Five dice, thrown some at a time; those not thrown stay as they are."""

    def __init__(self) -> None:
        self.dice: list[int] = []

    def roll(self, hand: Following, seat: int, round_no: int, fresh: bool = False) -> list[bool]:
        faces, thrown = read_roll(hand.take("roll", seat=seat, round_no=round_no))
        if not any(thrown) or (fresh and not all(thrown)):
            raise RuleBroken(f"seat {seat} must throw {'all' if fresh else 'at least one'} of the dice")
        stayed = [die for die in range(5) if not thrown[die]]
        if any(faces[die] != self.dice[die] for die in stayed):
            raise RuleBroken("a die changed that wasn't thrown")
        self.dice = faces
        return thrown


def follow_poker_dice(packed: Iterable[int], players: int, pot_in: int = 0) -> Result:
    """One stake each; the opener's number of throws is the most for the rest; those who tie for the best go
    on.
    """
    hand = Following.of(packed, players, pot_in)
    for seat in range(players):
        hand.pay("stake", seat, 0, STAKE)
    among = list(range(players))
    round_no = 0
    while len(among) > 1:
        round_no += 1
        made: dict[int, Throw] = {}
        limit = 3
        for seat in among:
            cup = Cup()
            cup.roll(hand, seat, round_no, fresh=True)
            throws = 1
            while hand.next_is("roll") and hand.acts[hand.at].seat == seat and throws < limit:
                if hand.acts[hand.at].round != round_no:
                    break
                cup.roll(hand, seat, round_no)
                throws += 1
            if seat == among[0]:
                limit = throws
            made[seat] = throw(cup.dice)
        best = max(made.values())
        among = [seat for seat in among if made[seat] == best]
    hand.share("whole", among, hand.pot)
    return result(hand, "showdown", round_no, players)


def loser_pays(dice: Sequence[int], claim: int, announcer: int, doubter: int) -> int:
    """Who pays after a doubt: the announcer if the dice are worth less than announced."""
    return announcer if throw(dice) < LADDER[claim] else doubter


def follow_bluff_dice(packed: Iterable[int], players: int, pot_in: int = 0) -> Result:
    """The cup passes left under rising announcements until one is doubted, or five aces are taken."""
    hand = Following.of(packed, players, pot_in)
    left = dict.fromkeys(range(players), BLUFF_STAKES)
    starter, round_no = 0, 0
    while len(left) > 1:
        round_no += 1
        cup = Cup()
        cup.roll(hand, starter, round_no, fresh=True)
        for _ in range(2):
            if hand.next_is("roll"):
                cup.roll(hand, starter, round_no)
        announcer, before, loser = starter, -1, None
        while loser is None:
            claim = hand.take("claim", seat=announcer, round_no=round_no).value
            if not before < claim < len(LADDER):
                raise RuleBroken(f"announcement {claim} doesn't rise over {before}")
            neighbour = next_of(left, announcer, players)
            answer = hand.take("doubt", "take", seat=neighbour, round_no=round_no)
            if answer.kind == "doubt":
                loser = loser_pays(cup.dice, claim, announcer, neighbour)
            elif LADDER[claim] == LADDER[-1]:
                made = False
                for tried in range(5):
                    if tried and not hand.next_is("roll"):
                        raise RuleBroken("five throws at five aces")
                    cup.roll(hand, neighbour, round_no)
                    made = cup.dice == [ACE] * 5
                    if made:
                        break
                loser = announcer if made else neighbour
            else:
                if hand.next_is("roll"):
                    cup.roll(hand, neighbour, round_no)
                announcer, before = neighbour, claim
        hand.pay("stake", loser, round_no, STAKE)
        left[loser] -= 1
        starter = loser
        if left[loser] == 0:
            starter = next_of([seat for seat in left if seat != loser], loser, players)
            del left[loser]
    hand.share("whole", left, hand.pot)
    return result(hand, "last_standing", round_no, 0)
