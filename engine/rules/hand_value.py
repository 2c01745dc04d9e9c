"""The value of a hand in a game: which cards are wild for the player, which five count, and their meld.

The kernels' rules apply (`engine.kernel.value`): the cards are put into a kernel's state, which ranks
them. Leaving out cards as long as the value stays the same gives the five that count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from engine.cards.bits import popcount
from engine.cards.card import (
    RANKS,
    card_set,
    card_text,
    cards_in,
    pack_of,
    parse_cards,
)
from engine.cards.categories import CATEGORIES
from engine.cards.low import NO_LOW
from engine.cards.wilds import (
    choosable,
    freed_by_rule,
    freed_cards,
    may_choose_none,
    next_choice,
    next_follower,
)
from engine.catalogue import Variant
from engine.catalogue.hand_names import hand_ranks, low_text, meld_category, meld_ranks, meld_text
from engine.catalogue.model import Op, WildKind, board_size
from engine.compile.jit import PLAIN
from engine.errors import CardError, VariantError
from engine.kernel.program import PROGRAM, compile_program
from engine.kernel.state import STATE, new_state
from engine.kernel.value import (
    EIGHT,
    HIGH,
    LOW,
    hand_value,
    know_wild,
    line_at,
    rank_as,
    rate_hand,
    rule_of,
    value_with,
)
from engine.terms import Ranking
from language import mark, tr

MELD_SIZE = 5
_NO_CARD = 62
"""The code of a card that no player can hold."""


@dataclass(frozen=True, kw_only=True)
class HeldCards:
    """The cards that a player has and sees, in the order dealt.

    `own`: the closed cards, those that will be turned in the order of turning. `open`: the own open or turned
    cards. `board`: the common cards that are turned, in the order laid. `up`: if a follower is wild, all open
    cards of the table in the order dealt, the own among them; empty for the own open ones alone.
    """

    own: Sequence[int] = ()
    open: Sequence[int] = ()
    board: Sequence[int] = ()
    up: Sequence[int] = ()


@dataclass(frozen=True, kw_only=True)
class Worth:
    """The value of a hand, or of its low.

    `category` of `engine.cards.high.CATEGORIES`; `ranks` as announced, then the civil cards, the ace low in a low;
    `score` compares within the game, that of a low (`engine.cards.low`) downwards; `wild` the cards that may be used and
    are wild; `five` those that make the hand, fewer where there are fewer. `low` where the game shares the pot with a
    low and the hand makes one.
    """

    category: str
    ranks: list[str]
    score: int
    wild: list[str]
    five: list[str]
    text: str
    low: Worth | None = None


def read_held_cards(own: str = "", open: str = "", board: str = "", up: str = "") -> HeldCards:
    """Read the cards of a hand; in `board`, ``?`` stands for a card not yet turned.

    Raises CardError for text that can't be read and for a card named twice.

    >>> read_held_cards("As Kd", board="7h ? ?")
    HeldCards(own=[60, 27], open=[], board=[37], up=[])
    """
    turned = _turned(board)
    held = HeldCards(
        own=parse_cards(own), open=parse_cards(open), board=parse_cards(" ".join(turned)), up=parse_cards(up)
    )
    parse_cards(" ".join(filter(None, [own, open, *turned])))  # a card named twice
    return held


def _turned(board: str) -> list[str]:
    words = board.replace(",", " ").replace("?", " ? ").split()
    turned = words[: words.index("?")] if "?" in words else words
    late = [word for word in words[len(turned) :] if word != "?"]
    if late:
        raise CardError(
            tr(
                "{late} comes after a ? on the board: common cards are turned in the order laid.",
                late=late[0],
            )
        )
    return turned


def worth(variant: Variant, held: HeldCards) -> Worth:
    """The value of a hand in a game, additions included.

    Raises CardError if the hand can't occur in the game, VariantError if the game has no such hands.

    >>> from engine.catalogue import VARIANTS
    >>> hand = worth(VARIANTS["baseball"], read_held_cards("3s 9h", "Ks Kd"))
    >>> hand.text, hand.wild
    ('four of a kind, kings (2 natural)', ['9h', '3s'])
    """
    if variant.kernel:
        raise VariantError(
            tr("{name} has no melds of five cards: see `peder show {id}`.", name=variant.name, id=variant.id)
        )
    _check(variant, held)
    table = _Table(variant, held)
    value = table.value(HIGH)
    five, wild = table.makers(HIGH, value)
    short, ranking = variant.short_order, variant.ranking
    return Worth(
        category=CATEGORIES[meld_category(value, short=short, ranking=ranking)],
        ranks=[RANKS[rank] for rank in hand_ranks(value, ranking)],
        score=value,
        wild=wild,
        five=five,
        text=meld_text(value, short=short, ranking=ranking),
        low=_low(variant, table),
    )


def _low(variant: Variant, table: _Table) -> Worth | None:
    if not variant.share.has_low:
        return None
    want = EIGHT if variant.share.eight_or_better else LOW
    value = table.value(want)
    if value <= 0:
        return None
    score = NO_LOW - value
    five, wild = table.makers(want, value)
    return Worth(
        category=CATEGORIES[meld_category(score)],
        ranks=[RANKS[rank] for rank in meld_ranks(score, low=True)],
        score=score,
        wild=wild,
        five=five,
        text=low_text(score),
    )


_CLOSED_MATTERS = {
    WildKind.KEPT_CLOSED: mark("the card kept closed"),
    WildKind.LOWEST_CLOSED: mark("the closed cards"),
    WildKind.SPLIT_OPEN: mark("the closed cards"),
}


def _check(variant: Variant, held: HeldCards) -> None:
    """Refuse a hand that the game can't deal."""
    own = [*held.own, *held.open]
    if not own:
        raise CardError(tr("No own cards: name the closed ones with own and the open ones with open."))
    pack = card_set(pack_of(variant.pack))
    outside = [card for card in (*own, *held.board) if not pack >> card & 1]
    if outside:
        raise CardError(
            tr(
                "{card} isn't in the pack of {pack} cards of {name}.",
                card=card_text(outside[0]),
                pack=variant.pack,
                name=variant.name,
            )
        )
    dealt, most_closed = _most_cards(variant)
    if len(own) > dealt and not (variant.extra or variant.buys):
        raise CardError(
            tr("{name} deals {dealt} cards to a player, not {n}.", name=variant.name, dealt=dealt, n=len(own))
        )
    if len(held.board) > board_size(variant):
        laid = board_size(variant)
        raise CardError(
            tr(
                "{name} has {laid} common cards, not {n}.",
                name=variant.name,
                laid=laid or tr("no"),
                n=len(held.board),
            )
        )
    for rule in variant.wild:
        if rule.kind in _CLOSED_MATTERS and len(held.own) > most_closed and not variant.buys:
            what = tr(_CLOSED_MATTERS[rule.kind])
            raise CardError(
                tr("{name}: name {what} with own, the others with open.", name=variant.name, what=what)
            )
    missing = [card for card in held.open if held.up and card not in held.up]
    if missing:
        raise CardError(
            tr("{card} is open but not among the open cards of the table (up).", card=card_text(missing[0]))
        )


@lru_cache(maxsize=256)
def _most_cards(variant: Variant) -> tuple[int, int]:
    """The most cards that a player holds at once, and the most of them closed, without extra ones."""
    held = closed = most = most_closed = 0
    for step in variant.steps:
        if step.op in (Op.DEAL_CLOSED, Op.DEAL_UNSEEN, Op.DEAL_OPEN):
            held += step.count
            closed += step.count if step.op is not Op.DEAL_OPEN or step.price else 0
        elif step.op is Op.THROW:
            held -= step.count
            closed -= step.count
        elif step.op is Op.CHOOSE_OPEN:
            closed -= 1
        most, most_closed = max(most, held), max(most_closed, closed)
    return most, most_closed


class _Use(NamedTuple):
    """Fields of a game's programme that are used often."""

    follow: int
    short_order: int
    ranking: int
    line_count: int
    own_exactly: int
    own_at_most: int
    alone: int
    own_last: int


def _bare(record: Any, dtype: np.dtype[Any]) -> Any:
    """Return a record whose type a kernel determines much faster; plain Python needs its fields as attributes."""
    return record if PLAIN else np.array(record, dtype)[()]


@lru_cache(maxsize=256)
def _programme_of(variant: Variant) -> tuple[Any, _Use]:
    programme = _bare(compile_program(variant, variant.players[0]), PROGRAM)
    return programme, _Use(*(int(programme[name]) for name in _Use._fields))


class _Table:
    """A kernel's state in which seat 0 holds a hand, and the questions that are asked of it."""

    def __init__(self, variant: Variant, held: HeldCards) -> None:
        self.programme, self.use = _programme_of(variant)
        self.state: Any = new_state() if PLAIN else np.zeros(1, STATE)[0]
        self.own = card_set([*held.own, *held.open])
        self.closed = card_set(held.own)
        self.size = 1 if variant.ranking is Ranking.BADUGI else variant.ranking.size
        state = self.state
        bottom = _bottom(variant, held, self.use)
        state["own"][0], state["open"][0] = self.own, card_set(held.open)
        state["own_count"][0] = len(held.own) + len(held.open)
        state["last_own"][0] = [*held.open, *held.own][-1]
        state["bottom"][0] = bottom
        state["bottom_known"] = int(bottom in (*held.own, *held.open))
        state["board"][: len(held.board)] = held.board
        state["board_turned"] = len(held.board)
        state["board_open"] = card_set(held.board)
        follower = waiting = 0
        for card in held.up or held.open:
            follower, waiting = next_follower(self.use.follow, card, follower, waiting)
        state["follower"] = follower
        know_wild(state, self.programme)

    def value(self, want: int) -> int:
        return int(hand_value(self.state, self.programme, self.own, self.closed, want))

    def makers(self, want: int, value: int) -> tuple[list[str], list[str]]:
        """The cards that make a hand's value, and the usable cards that are wild for it."""
        own, side, wild = self._use(want, value)
        cards, usable = own | side, self.own | side
        # natural cards are left out before wild ones, low before high
        order = sorted(cards_in(cards), key=lambda card: (wild >> card & 1, card % 16))
        for card in order:
            if popcount(cards) > self.size and self._rate(cards & ~(1 << card), wild, want) == value:
                cards &= ~(1 << card)
        five = sorted(cards_in(cards), key=lambda card: (wild >> card & 1, -(card % 16), -card))
        return [card_text(card) for card in five], [card_text(card) for card in cards_in(usable & wild)]

    def _rate(self, cards: int, wild: int, want: int) -> int:
        if self.use.ranking and want == HIGH:
            return int(rank_as(self.use.ranking, cards))
        return int(rate_hand(cards, wild, want))

    def _use(self, want: int, value: int) -> tuple[int, int, int]:
        """The own and the common cards used together for a value, and what is wild for them."""
        if self.use.short_order or (self.use.ranking and want == HIGH):
            return self.own, int(self.state["board_open"]), int(self.state["wild"])
        kind, marked = (int(part) for part in rule_of(self.state, self.programme))
        for side, wild in self._lines():
            if self._rate_using(kind, self.own, marked, side, wild, want) == value:
                own, side = self._narrow_cards(kind, marked, side, wild, want, value)
                wild |= int(freed_by_rule(kind, self.own, self.closed, marked, side, self.use.alone))
                return own, side, self._choose_wilds(kind, own | side, wild, want, value)
        raise AssertionError("a value comes from one of the lines")

    def _lines(self) -> Iterator[tuple[int, int]]:
        """The turned cards of each line, or the whole board, and what is wild with them for all players."""
        if not self.use.line_count:
            yield int(self.state["board_open"]), int(self.state["wild"])
        for row in range(self.use.line_count):
            side, wild = line_at(self.state, self.programme, row)
            yield int(side), int(wild)

    def _rate_using(self, kind: int, own: int, marked: int, side: int, wild: int, want: int) -> int:
        return int(value_with(kind, own, self.closed, marked, side, wild, self.programme, want))

    def _narrow_cards(
        self, kind: int, marked: int, side: int, wild: int, want: int, value: int
    ) -> tuple[int, int]:
        """The own cards and the common ones that a hand uses where it may not use all of them."""
        own = self.own
        exactly = self.use.own_exactly
        for card in cards_in(own):
            left = own & ~(1 << card)
            if popcount(own) > (exactly or self.use.own_at_most or popcount(own)):
                own = left if self._rate_using(kind, left, marked, side, wild, want) == value else own
        for card in cards_in(side) if exactly else ():
            left = side & ~(1 << card)
            if popcount(side) > MELD_SIZE - exactly:
                side = left if self._rate_using(kind, own, marked, left, wild, want) == value else side
        return own, side

    def _choose_wilds(self, kind: int, cards: int, wild: int, want: int, value: int) -> int:
        """Return the wild cards once the player has chosen the best rank."""
        alone = self.use.alone
        choices = int(choosable(kind, self.own, self.closed, wild))
        options = [] if choices and not may_choose_none(kind, alone, self.own & wild) else [wild]
        while choices:
            chosen = int(next_choice(kind, choices, alone))
            options.append(wild | int(freed_cards(chosen, alone)))
            choices &= ~chosen
        return next(option for option in options if self._rate(cards, option, want) == value)


def _bottom(variant: Variant, held: HeldCards, use: _Use) -> int:
    """The card that is turned last, where own cards are turned; -1 or `_NO_CARD` while it isn't known."""
    if not any(step.op in (Op.TURN_OWN, Op.CHASE) for step in variant.steps):
        return -1
    cards = [*held.open, *held.own]
    if not any(step.op is Op.CHASE for step in variant.steps):
        return cards[-1] if len(cards) >= use.own_last else -1
    under = int(use.own_last)  # cards of the pile still unturned; an extra card comes on top of it
    for card in cards:
        under -= 1
        if under == 0:
            return card
        under += variant.extra >> card & 1
    return _NO_CARD
