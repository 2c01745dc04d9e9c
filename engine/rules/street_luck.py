"""Street luck: how each card after the first decision changed the equity of the players who were in.

Whenever cards are dealt or turned, a player still in gets

    chips expected of the pots with these cards - chips expected before them

with the pots unchanged, the rest of the cards dealt at random and no more bets (`engine.rules.equity`). The cards
that come are any of those not seen or dealt yet, so each term is 0 on average, whatever happened before: a martingale
(Burch, Schmid, Moravčík, Morrill and Bowling, "AIVAT: a new variance reduction technique for agent evaluation in
imperfect information games", AAAI 2018, with this expectation as the value). It needs the cards of all players who
were dealt in.

What players do with their cards (pass, throw, lay open, buy, declare) is not luck and lies between the terms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.cards.card import UNKNOWN_CARD
from engine.catalogue.model import Variant, board_size
from engine.kernel.actions import Act, Action, unpack
from engine.rules.deal_luck import keeps_first_cards
from engine.rules.equity import forecast, has_equities
from engine.rules.later_cards import has_street_luck
from engine.rules.replay import CARDS, DEALT, LAID, Replay

_UNSEEN = {Act.LAY_CLOSED, Act.DEAL_UNSEEN}
_CHANGING = {Act.FOLD, Act.OUT, Act.SENT_OUT, Act.THROW, Act.PASS_LEFT, Act.PASS_RIGHT}
"""Actions that change the chances without a card."""


def guesses_hands(variant: Variant) -> bool:
    """Whether the chances of a game are known if some players' cards aren't: if all own cards are closed and dealt first.

    >>> from engine.catalogue import VARIANTS
    >>> guesses_hands(VARIANTS["texas-holdem"]), guesses_hands(VARIANTS["seven-card-stud"])
    (True, False)
    """
    return has_equities(variant) and keeps_first_cards(variant) and has_street_luck(variant)


class Chances(NamedTuple):
    """The expected share of the pots of each seat that is in (by seat, 1 is all) after `acts` actions of a hand."""

    acts: int
    parts: Mapping[int, float]


class Streets(NamedTuple):
    """Street luck of each seat in a hand, in chips, and the chances from street to street: before the first later cards
    and after each, and again once players folded or changed cards.
    """

    luck: list[float]
    chances: list[Chances]


def streets(
    variant: Variant, acts: Sequence[int], held: Sequence[int], pot_in: int, seed: int, *, unknown: int = 0
) -> Streets | None:
    """Return the street luck of a hand; None if a card isn't recorded or contradicts the others.

    `acts` are packed as in `engine.kernel.actions`; `held` are the sets of cards that the seats were dealt first,
    if the acts don't say. `seed` draws the later cards where there are too many ways to count: a part is then known
    to .03 (`engine.rules.equity.DRAWN`). A seat without a set holds `unknown` cards, if that isn't 0, which are dealt at
    random each time: of a game without draws (`guesses_hands`) the chances are then those of the known cards, and the luck
    says nothing. Cards of a new stock, made of folded cards, are left out with all that follows.

    >>> from engine.catalogue import VARIANTS
    >>> from engine.simulate import play
    >>> _, hands = next(play(VARIANTS["texas-holdem"], players=3, hands=1, seed=1, detail="cards"))

    >>> [round(chips, 2) for chips in streets(VARIANTS["texas-holdem"], hands.actions.tolist(), [0, 0, 0], 0, 1).luck]
    [0.0, 6.38, -6.38]
    """
    hand = Replay(variant, held, unknown)
    luck = _Luck(hand, pot_in, seed)
    unpacked = [*enumerate(map(unpack, acts))]
    recorded = [act for _, act in unpacked if act.kind not in _UNSEEN]
    places = [place for place, act in unpacked if act.kind not in _UNSEEN] + [len(acts)]
    at = 0
    while at < len(recorded):
        end = max(_same_time(recorded, at, hand.piles), at + 1)
        some, begun, at = recorded[at:end], at, end
        if any(act.kind.has_card and act.value == UNKNOWN_CARD for act in some):
            return None
        cards = [act for act in some if _comes(act, hand.piles)]
        for place, act in enumerate(some, begun):
            if not _comes(act, hand.piles):
                hand.apply(act)
                if act.kind in _CHANGING:
                    luck.since = places[place] + 1
        later = [*cards]
        while later and hand.is_first(later[0]):
            hand.place(later.pop(0))
        if len(later) < len(cards):
            luck.begin(places[end], is_weighed=bool(later))
        cards = later
        if not cards:
            continue
        if _is_short(hand, cards):
            break
        if any(not hand.left >> act.value & 1 for act in cards):
            return None
        if not luck.weigh(cards, places[end]):
            break
    known = all(map(any, zip(hand.held, hand.unseen, hand.missing, strict=True)))
    return Streets(luck.chips, luck.chances) if known and not hand.is_incomplete else None


def _comes(act: Action, piles: bool) -> bool:
    """Whether an act brings a card that no player has seen; `piles` says whether players turn such cards."""
    return act.kind in CARDS or (piles and act.kind is Act.TURN_OWN)


def _same_time(acts: Sequence[Action], at: int, piles: bool) -> int:
    """Return the end of the cards that come before a player who saw one of them decides."""
    seen = False
    got: set[int] = set()
    for place in range(at, len(acts)):
        act = acts[place]
        if act.kind is Act.THROW:
            if seen or act.seat in got:
                return place
        elif not _comes(act, piles):
            return place
        seen |= act.kind in CARDS and act.kind is not Act.DEAL_CLOSED
        if act.kind in DEALT:
            got.add(act.seat)
    return len(acts)


def _is_short(hand: Replay, cards: Sequence[Action]) -> bool:
    """Whether the stock has too few cards, or a second board is laid."""
    dealt = sum(act.kind in DEALT for act in cards)
    turned = sum(act.kind in LAID for act in cards)
    if hand.variant.extra or hand.variant.sells:  # which come one at a time
        dealt = max(dealt, len(hand.live))
    return dealt > hand.stock or len(hand.board) + turned > board_size(hand.variant)


class _Luck:
    """The luck of each seat of a hand until now, in `chips`."""

    def __init__(self, hand: Replay, pot_in: int, seed: int) -> None:
        self.hand, self.pot_in, self.seed = hand, pot_in, seed
        self.chips = [0.0] * len(hand.held)
        self.chances: list[Chances] = []
        self.since: int | None = 0
        """Number of acts after the last one that changed the chances; None if they are those of the last cards."""
        self._known: tuple[object, dict[int, float]] = None, {}
        """The last position that was played out, and the part of the pot that each seat could expect."""

    def begin(self, acts: int, *, is_weighed: bool) -> None:
        """Record the chances with the first cards after some actions, unless later cards are weighed right away."""
        self.since = None
        if (
            not is_weighed
            and all(map(any, zip(self.hand.held, self.hand.missing, strict=True)))
            and self.hand.is_dealt
        ):
            parts = self._forecast(self.hand.pots_now(self.pot_in), self.seed)
            self._note(acts, parts)

    def weigh(self, cards: Sequence[Action], end: int) -> bool:
        """Follow cards that come at one time, the last before act `end`, and add their luck; False if the programme has
        none there.
        """
        self.hand.come_to(cards[0])
        before = self._worth()
        if self.since is not None and any(self.hand.held):
            self._note(self.since, before)
        if not all(self.hand.place(card) for card in cards):
            return False
        after = self._worth()
        for seat, chips in after.items():
            self.chips[seat] += chips
        for seat, chips in before.items():
            self.chips[seat] -= chips
        self._note(end, after)
        self.since = None
        return True

    def _note(self, acts: int, worth: Mapping[int, float]) -> None:
        """Record the chances after some actions, if there is a pot."""
        if (pots := sum(worth.values())) > 0:
            self.chances.append(Chances(acts, {seat: chips / pots for seat, chips in worth.items()}))

    def _worth(self) -> dict[int, float]:
        """Return the expected winnings of each seat that is in; of a single pot that all play for, the same share as
        before if only chips were added since.
        """
        hand = self.hand
        pots, standing = hand.pots_now(self.pot_in), hand.standing()
        place = hand.live, standing.players, [*standing.board], standing.owed_board, hand.rest
        is_one = len(pots) == 1 and pots[0][1] == (1 << len(hand.live)) - 1
        if is_one and place == self._known[0]:
            return {seat: part * pots[0][0] for seat, part in self._known[1].items()}
        self.seed += 1
        worth = self._forecast(pots, self.seed)
        if is_one and pots[0][0]:
            self._known = place, {seat: chips / pots[0][0] for seat, chips in worth.items()}
        return worth

    def _forecast(self, pots: Sequence[tuple[int, int]], seed: int) -> dict[int, float]:
        hand = self.hand
        return dict(zip(hand.live, forecast(hand.variant, hand.standing(), pots, seed), strict=True))
