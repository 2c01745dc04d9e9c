"""Applies PHH's actions to the engine's state of a hand, and compares the end of the hand with the file's final stacks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from engine.api import (
    RANKS,
    SUIT_LANE,
    SUITS,
    TABLE,
    UNKNOWN_CARD,
    Act,
    Half,
    HandError,
    HandState,
    HandValue,
    Pot,
    Share,
    hand_value,
    make_pots,
    share_by_hands,
    shortened,
)
from language import tr
from pipeline.formats.phh.games import PhhGame

Result = tuple[list[int], list[int]]
"""The chips that each player won, and the rake that was taken of them."""
RAKE = 10
"""A site takes at most one chip of this number."""
UNFINISHED = "the file ends before the hand does"  # stored as the note of a draft
UNKNOWN_HANDS = "not all cards of the showdown are known"
_CARDS = {
    rank + suit: UNKNOWN_CARD if "?" in rank + suit else SUIT_LANE * SUITS.index(suit) + RANKS.index(rank)
    for rank in f"{RANKS}?"
    for suit in f"{SUITS}?"
}
_NAMES = [f"p{number}" for number in range(1, 11)]
_PLAYER = re.compile(r"p([1-9]\d?)")


class Replay(HandState):
    """A hand of PHH during its replay. `why` is the reason why it has no end, None if it has one. `contradicted` is the
    field of the file, "winnings", "finishing_stacks" or "rake", that its end, or another field, doesn't lead to, "" for none.
    """

    def __init__(
        self, game: PhhGame, amounts: Mapping[str, Sequence[int]], grain: int, *, trims: bool
    ) -> None:
        stacks = amounts["starting_stacks"]
        super().__init__(game.variant, _NAMES[: len(stacks)], stacks)
        self.amounts, self.grain, self.trims = amounts, grain, trims
        self.boards: list[list[int]] = [[]]
        self.dealt = False
        self.showed: set[int] = set()
        self.mucked: set[int] = set()
        self.threw: set[int] = set()
        self.unasked: list[int] = []  # who had yet to act when no bet was possible any more, and may check
        self.closed_at = 0  # common cards at the last bet: a second board begins there
        self.kinds, self.board_size = game.own_cards, game.board_size
        self.why: str | None = UNFINISHED
        self.contradicted = ""
        self.uncalled = [0] * len(stacks)
        self.won = self.raked = [0] * len(stacks)
        self.values: list[dict[int, HandValue]] = []
        self.shares: list[Share] = []

    @property
    def left(self) -> list[int]:
        """The chips before each player."""
        return [stack or 0 for stack in self.stacks]

    @property
    def is_open(self) -> bool:
        """Whether a player has yet to act in a betting round."""
        return self.begun and bool(self.to_act) and not self.only_one_left

    def begin(self, *, effective: bool) -> None:
        """Put in antes and blinds; between two players PHH names the second one's first. The amount to call is the
        largest blind, or (`effective`, as in pokerkit) the most that a player could post.
        """
        seats = [*range(len(self.paid))]
        seats = seats[::-1] if len(seats) == 2 else seats
        antes = sorted(zip(seats, self.amounts["antes"], strict=True))
        self.post((Act.ANTE, seat, ante) for seat, ante in antes if ante)
        if not self.trims:
            self.unmatched = [*self.paid]
        posted = self.amounts.get("blinds_or_straddles", ())
        blinds = [(seat, blind) for seat, blind in zip(seats, posted, strict=False) if blind]
        largest = max(posted, default=0)
        for number, (seat, blind) in enumerate(blinds):
            small = number == 0 and blind < largest
            kind = Act.SMALL_BLIND if small else Act.BIG_BLIND if number < 2 else Act.STRADDLE
            self.post([(kind, seat, blind)])
        self.bet = self.bet if effective else largest
        self.opener_known = False

    def act(self, words: Sequence[str], total: int) -> None:
        """Follow an action in words; `total` is the player's total of the round after a raise. Raises PederError."""
        match words:
            case []:
                return
            case ["d", "db", cards]:
                self._lay(_cards(cards))
            case ["d", "dh", player, cards]:
                self._deal_hole(self._seat(player), _cards(cards))
            case [player, "f" | "cc" | "pb"] | [player, "cbr", _]:
                self._bet(self._seat(player), words[1], total)
            case [player, "sd", *cards] if len(cards) < 2:
                self._draw(self._seat(player), _cards("".join(cards)))
            case [player, "sm"]:
                self.mucked.add(self._seat(player))
            case [player, "sm", cards]:
                self._show(self._seat(player), [] if cards == "-" else _cards(cards))
            case _:
                raise HandError(tr("that isn't a PHH action."))

    def _seat(self, player: str) -> int:
        match = _PLAYER.fullmatch(player)
        if not match:
            raise HandError(tr("that isn't a PHH action."))
        if int(match[1]) > len(self.paid):
            raise HandError(tr("there is no such player."))
        return int(match[1]) - 1

    def _bet(self, seat: int, verb: str, total: int) -> None:
        if self.only_one_left:
            raise HandError(tr("no player can bet there any more."))
        if verb == "cc" and seat in self.unasked:
            self.unasked.remove(seat)
            self.record(Act.CHECK, seat)
            return
        if seat in self.live and seat not in self.all_in and not self.is_open:
            self._begin_round()
        if verb == "f":
            self.fold(seat)
        elif verb == "cc":
            self.call(seat, self.price(seat))
        elif verb == "pb" and "bring_in" in self.amounts:
            self.bring_in(seat, self.amounts["bring_in"][0])
        elif verb == "pb":
            raise HandError(tr("that isn't a PHH action."))
        elif total - self.put[seat] > self.left[seat]:
            raise HandError(tr("that is more than the player has."))
        elif total <= self.bet:
            raise HandError(tr("that raises nothing."))
        else:
            self.raise_by(seat, total - self.bet)
        self.closed_at = len(self.boards[0])
        self.dealt = self.dealt and self.is_open

    def _acted(self, seat: int) -> None:
        waiting = [one for one in self.to_act if one != seat and one not in self.all_in]
        super()._acted(seat)
        self.unasked = [] if self.to_act else waiting

    def _begin_round(self) -> None:
        if self.rounds == self.variant.rounds or (self.rounds and not self.dealt):
            raise HandError(tr("no player can bet there any more."))
        if self.rounds:
            self.next_round(opener_known=False)
        able = [seat for seat in self.live if seat not in self.all_in]
        if len(able) < 2 and not any(map(self.price, able)):
            raise HandError(tr("no player can bet there any more."))

    def _deal_hole(self, seat: int, cards: Sequence[int]) -> None:
        self._check_dealing(cards)
        if seat not in self.live:
            raise HandError(tr("that player is out of the hand."))
        for card in cards:
            held = len(self.own[seat])
            if held == len(self.kinds):
                raise HandError(tr("the game deals no such card."))
            if (
                card != UNKNOWN_CARD or seat in self.threw
            ):  # what was exchanged is known by its number at least
                self.record(self.kinds[held], seat, card)
            self.own[seat] += (card,)

    def _check_dealing(self, cards: Sequence[int]) -> None:
        if self.is_open:
            raise HandError(tr("another player acts before that."))
        self.unasked = []
        there = {card for seat in self.live for card in self.own[seat]} | {*self.boards[0], *self.boards[-1]}
        known = [card for card in cards if card != UNKNOWN_CARD]
        if there & {*known} or len({*known}) < len(known):
            raise HandError(tr("that card lies elsewhere already."))
        self.dealt = True

    def _lay(self, cards: Sequence[int]) -> None:
        self._check_dealing(cards)
        size = max(self.board_size, 1)  # at stud the last card may be common where the pack runs out
        for card in cards:
            if len(self.boards[0]) == size and len(self.boards) == 1 and self.board_size:
                self.boards.append(self.boards[0][: self.closed_at])  # the pot is run a second time
            if len(self.boards[-1]) == size:
                raise HandError(tr("the game deals no such card."))
            self.boards[-1].append(card)
            if card != UNKNOWN_CARD:
                self.record(Act.LAY_OPEN, TABLE, card)

    def _draw(self, seat: int, cards: Sequence[int]) -> None:
        if self.is_open:
            raise HandError(tr("another player acts before that."))
        if seat not in self.live:
            raise HandError(tr("that player is out of the hand."))
        self.dealt = True
        for card in cards:
            if not {card, UNKNOWN_CARD} & {*self.own[seat]}:
                raise HandError(tr("the player doesn't hold that."))
            self.threw.add(seat)
            self.deal(Act.THROW, seat, card)

    def _show(self, seat: int, cards: Sequence[int]) -> None:
        if seat not in self.live:
            raise HandError(tr("that player is out of the hand."))
        self.showed.add(seat)
        held = len(self.own[seat])
        if len(cards) >= held:
            self.own[seat] = tuple(cards)
        else:
            known = [*dict.fromkeys(_known_cards([*self.own[seat], *cards]))]
            self.own[seat] = (*known, *[UNKNOWN_CARD] * (held - len(known)))

    # --- the end

    def end(self, odd: int) -> None:
        """End the hand. Of the odd chips of a pot the high half has the first, with `odd` 1 the half of the
        winner nearest the dealer's left; with `odd` 2 the first winner of a tie has all of them.
        """
        players = len(self.paid)
        self.won, self.raked, self.shares, self.contradicted = [0] * players, [0] * players, [], ""
        is_over = self.only_one_left or self._is_over()
        if not is_over and self.amounts.keys().isdisjoint(("winnings", "finishing_stacks")):
            return
        paid, stacks, acts = [*self.paid], [*self.stacks], len(self.acts)
        before = self.left
        self.give_back()
        back = zip(self.uncalled, before, self.left, strict=True)
        self.uncalled = [returned + after - held for returned, held, after in back]
        winners = self._at_showdown() if is_over else []
        if not winners:
            is_known = self._take_result(self._won)
            if not is_over:  # cut off, so chips that were put in later may be missing
                self.contradicted = ""
            if not is_over and not is_known:
                self.paid, self.stacks, self.uncalled = paid, stacks, [0] * players
                del self.acts[acts:]
                return
            self.why = None if is_known or self.contradicted else UNKNOWN_HANDS
            self.shares = [
                Share(0, 0, Half.WHOLE, seat, chips) for seat, chips in enumerate(self.won) if chips
            ]
            return
        pots = [Pot(sum(self.paid), frozenset(winners))]
        self.values = [dict.fromkeys(winners, (1, 0))]
        if len(winners) > 1:
            matched = [paid - more for paid, more in zip(self.paid, self.unmatched, strict=True)]
            pots = make_pots(matched, winners, sum(self.unmatched))
            self.values = [
                {
                    seat: hand_value(self.variant, _known_cards(self.own[seat]), _known_cards(board))
                    for seat in winners
                }
                for board in self.boards
            ]
        boards = self.values if len(winners) > 1 else self.values[:1]
        self.shares = share_by_hands(pots, boards, unit=self.grain, nearest_half=odd == 1, to_first=odd == 2)
        for share in self.shares:
            self.won[share.seat] += share.chips
        if len(winners) == 1:
            self.values = []
        self._take_result(self._raked)
        self.why = None

    def _is_over(self) -> bool:
        """Whether all cards are dealt, and no player can act any more."""
        able = [seat for seat in self.live if seat not in self.all_in]
        if self.is_open or len(self.boards[-1]) < self.board_size:
            return False
        if len(able) > 1 and self.rounds < (self.variant.rounds or 0):
            return False
        short = 0 if self.board_size else len(self.boards[0])
        return all(len(self.own[seat]) + short >= len(self.kinds) for seat in self.live)

    def _at_showdown(self) -> list[int]:
        """The players whose cards count, who are those who didn't muck; none if the cards of one aren't known."""
        left = [seat for seat in self.live if seat not in self.mucked] or self.live
        if len(left) == 1:
            return left
        known = [
            seat
            for seat in left
            if _known_cards(self.own[seat]) and (seat in self.showed or UNKNOWN_CARD not in self.own[seat])
        ]
        return known if known == left else []

    def _won_by_file(self) -> dict[str, list[list[int | None]]]:
        """What each player won of the pots by the fields of the file that say so, in each way to read them; None for
        a player whose stack isn't known.

        `winnings` are what was collected, with or without a bet that came back; or net, if some are negative.
        """
        ways: dict[str, list[list[int | None]]] = {}
        stacks = self.amounts["starting_stacks"]
        if finish := self.amounts.get("finishing_stacks"):
            rest = zip(finish, self.left, stacks, strict=True)
            ways["finishing_stacks"] = [[None if had > 10**14 else end - left for end, left, had in rest]]
        if winnings := self.amounts.get("winnings"):
            net = [won + paid for won, paid in zip(winnings, self.paid, strict=True)]
            less = [won - back for won, back in zip(winnings, self.uncalled, strict=True)]
            ways["winnings"] = [[*net]] if min(winnings) < 0 else [[*winnings], [*less]]
        return ways

    def _take_result(self, read: Callable[[Sequence[int | None]], Result | None]) -> bool:
        """Take what players won and the rake of them from the fields of the file, as `read` has it of one way to read a field.
        `contradicted` is a field that leads to no such result, or not to that of the other. False without any result.
        """
        by_field = {
            name: [result for amounts in ways if (result := read(amounts))]
            for name, ways in self._won_by_file().items()
        }
        agreed: list[Result] | None = None
        for name, results in by_field.items():
            both = [one for one in agreed or results if any(_same(one, other) for other in results)]
            if not both:
                self.contradicted = name if agreed or any(self.won) else ""
                break
            agreed = both
        if agreed:
            self.won, self.raked = agreed[0]
        if any(self.won) and "rake" in self.amounts and not self.contradicted:
            self._take_rake(self.amounts["rake"][0], is_known=bool(agreed))
        return bool(agreed)

    def _take_rake(self, rake: int, *, is_known: bool) -> None:
        """Take the rake that the file states as a number from the player who won most, if the result doesn't say it
        (`is_known`); `contradicted` is "rake" if the result says otherwise.
        """
        if not is_known and rake * RAKE <= sum(self.paid):
            most = self.won.index(max(self.won))
            self.raked = [rake * (seat == most) for seat in range(len(self.won))]
        if abs(sum(self.raked) - rake) > len(self.won):
            self.contradicted = "rake"

    def _raked(self, amounts: Sequence[int | None]) -> Result | None:
        """What the players won, and the rake of the winners if the file says that they won less; None if that is no rake."""
        missing = [
            0 if amount is None else won - amount for won, amount in zip(self.won, amounts, strict=True)
        ]
        if all(-1 <= chips <= 1 for chips in missing):  # a third of a chip is rounded somewhere
            return self.won, [0] * len(missing)
        fair = all(0 <= chips <= won for chips, won in zip(missing, self.won, strict=True))
        if not fair or None in amounts or sum(missing) * RAKE > sum(self.paid):
            return None
        return self.won, missing

    def _won(self, amounts: Sequence[int | None]) -> Result | None:
        """What the players won by the file if no cards are known. None if that isn't the pot, less a rake from the player
        who won most.
        """
        won = [chips or 0 for chips in amounts]
        pot = sum(self.paid)
        rake = pot - sum(won)
        if any(chips < 0 or (chips and seat not in self.live) for seat, chips in enumerate(won)):
            return None
        if rake < 0 or rake * RAKE > pot:
            return None
        most = won.index(max(won))
        won[most] += rake
        return won, [rake * (seat == most) for seat in range(len(won))]


def _same(one: Result, other: Result) -> bool:
    """Whether two results are one, but for rounded chips."""
    return all(
        abs(chips - more) <= 1
        for amounts, others in zip(one, other, strict=True)
        for chips, more in zip(amounts, others, strict=True)
    )


def _known_cards(cards: Sequence[int]) -> list[int]:
    return [card for card in cards if card != UNKNOWN_CARD]


def _cards(text: str) -> list[int]:
    """The cards of a word, `??` for an unseen one. Raises HandError."""
    words = [text[place : place + 2] for place in range(0, len(text), 2)]
    if unread := [word for word in words if word not in _CARDS]:
        raise HandError(
            tr(
                "{card!r} isn't a card: write rank and suit, such as Ah, or ?? for one that no player saw.",
                card=shortened(unread[0]),
            )
        )
    return [_CARDS[word] for word in words]
