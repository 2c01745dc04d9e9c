"""The data model of a game. What a deal is made of is in `engine.catalogue.operations`."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property, lru_cache
from typing import Literal

from engine.cards.card import RANKS, rank_set
from engine.catalogue.operations import Op, Step, closed_cards, common_cards, operation_of
from engine.errors import CallError
from engine.terms import Limit, Ranking, Sharing
from language import mark, tr


class WildKind(IntEnum):
    """How cards become wild during a hand."""

    FOLLOWER = 1  # the rank of the open card after the latest open card of `cards`
    BOARD = 2  # the ranks of the common cards at `places`, once turned; on the line used, where lines are
    LOWEST_BOARD = 3  # the lowest common card turned so far, ace high (ruling 14)
    CANCELLED = 4  # `cards`, each rank until one of it is turned as a common card
    LAST_OWN = 5  # the rank of the own card that is turned or dealt last
    KEPT_CLOSED = 6  # the rank of the card kept closed to the end
    LOWEST_CLOSED = 7  # the rank of the lowest closed card; the player chooses whether the ace is high or low
    BOTTOM = 8  # the rank of the bottom card of the own pile, once turned (ruling 28)
    CHOICE = 9  # a rank of the player's choice
    EXACT_PAIR = 10  # a rank held exactly twice
    SPLIT_OPEN = 11  # a rank held both open and closed (ruling 11)
    SPLIT_BOARD = 12  # a rank both in the own cards and on the line used
    PICKED = 13  # a rank that the player picks among the own cards


DESIGNATED = frozenset(WildKind) - {
    WildKind.CANCELLED, WildKind.EXACT_PAIR, WildKind.SPLIT_OPEN, WildKind.SPLIT_BOARD,
}  # fmt: skip
"""The kinds that name one card, which frees its rank (ruling 1)."""


@dataclass(frozen=True, kw_only=True)
class Wild:
    """One rule that makes cards wild. Ranks are freed whole (ruling 1)."""

    kind: WildKind
    cards: int = 0
    places: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Use:
    """Which cards may make the hand: the best five of the own cards and the whole board, unless restricted.

    `lines`: the board places, of which a hand uses one line. `own_exactly`, `own_at_most`: the number of own cards
    that count; with `own_exactly` the rest of the five come from the board.
    """

    lines: tuple[tuple[int, ...], ...] = ()
    own_exactly: int | None = None
    own_at_most: int | None = None


@dataclass(frozen=True, kw_only=True)
class Betting:
    """The stakes in small chips: the house's ante game, or with a limit blinds, antes or both (ruling 21).

    `bring_in`: what the lowest open card (at razz the highest) opens the first round with; `big_blind` is then
    the small bet. `button_blind`: the dealer alone posts a blind. A fixed limit doubles from the betting round
    `doubles_from`, or if that is 0 from the turn.
    """

    ante: int = 2
    max_raise: int = 5
    peder: int = 50
    limit: Limit = Limit.HOUSE
    small_blind: int = 0
    big_blind: int = 0
    straddle: bool = False
    bring_in: int = 0
    button_blind: bool = False
    doubles_from: int = 0
    by_letter: bool = False
    """House option: a pot-limit raise is at most the pot before the call, as HE has it (ruling 21)."""

    def doubles(self, round_no: int, turned: int) -> bool:
        """Whether a fixed limit is doubled in a betting round (from 1) with this number of common cards turned."""
        return round_no >= self.doubles_from if self.doubles_from else turned >= 4

    @property
    def low_stake(self) -> int:
        """A low stake in chips, the price of an exchanged card: the big blind, at the house's table one chip."""
        return self.big_blind or 1

    @property
    def unit(self) -> int:
        """The ante, or with a limit the big blind or small bet, in chips."""
        return self.ante if self.limit is Limit.HOUSE else self.big_blind


HOUSE = Betting()
HOLDEM_STAKES = Betting(ante=0, peder=0, max_raise=0, limit=Limit.FIXED, small_blind=1, big_blind=2)

Family = Literal[
    "simple", "draw", "stud", "common", "short", "holdem", "omaha", "dice", "club", "guest", "home", "own"
]


@dataclass(frozen=True, kw_only=True)
class Variant:
    """A game: what is dealt, what is wild, which cards make a hand, who wins, what is bet.

    Sets of cards are bits by card code (`engine.cards.card`); amounts are chips.
    """

    id: str
    name: str
    name_da: str = ""
    aliases: tuple[str, ...] = ()
    family: Family
    source: Literal["PR", "SR", "HE", "RG", "guest", "own"] = "PR"
    """The text with the rules; `guest` if there is none, `own` for a game that the group defined."""
    summary: str
    steps: tuple[Step, ...] = ()
    """The deal: what happens in which order."""
    wild_cards: int = 0
    """The cards that are wild from the start, as a set."""
    wild: tuple[Wild, ...] = ()
    """The rules that make other cards wild during the hand."""
    use: Use = field(default_factory=Use)
    share: Sharing = Sharing.HIGH
    spade: bool = False
    """Whether the highest closed spade takes half of the pot."""
    spade_is_lowest: bool = False
    """Whether the lowest closed spade takes half of the pot instead."""
    counted: int = 0
    """The cards of which the most in a player's own hand take half of the pot; ties share it."""
    counted_by_rank: bool = False
    """Whether it is the highest sum of their ranks instead: 2 to 10, J 11, Q 12, K 13, A 14."""
    openers: int | None = None
    """The rank of the lowest pair with which a player may bet first in round one; if no player does, all cards are dealt
    again, and the pot stays."""
    betting: Betting = HOUSE
    ranking: Ranking = Ranking.MELDS
    pack: Literal[32, 33, 36, 52, 53, 54] = 52
    players: tuple[int, int] = (3, 7)
    """The fewest and the most players."""
    sent_out: int = 0
    """A player who is dealt one of these cards open is out."""
    redeals: int = 0
    """When one of these cards is dealt open, the hand ends: all cards are dealt again, and the pot stays."""
    buys: int = 0
    """A player who is dealt one of these cards open may buy a closed card for `buy_price`."""
    buy_price: int = 0
    levy: tuple[tuple[int, int], ...] = ()
    """Ranks and chips: when a common card (in the chase an own card) of the rank is turned, each player pays or folds."""
    charge: tuple[tuple[int, int], ...] = ()
    """The levy if the house asks for it (ruling 9)."""
    extra: int = 0
    """When one of these cards is turned, each player still in gets another closed card."""
    short_order: bool = False
    """Whether the short pack's order of hands holds: a flush beats a full house."""
    reentry: bool = False
    """Whether a player who passed may come back at the draw (SR)."""
    anticlockwise: bool = False
    alone: bool = False
    """House option: a designated wild card is wild without the others of its rank (ruling 1)."""
    cap: int = 0
    """House option: the most that a player matches at guts, 0 for no cap (ruling 19)."""
    in_or_out: bool = False
    """Whether players say in or out instead of betting."""
    matches_pot: bool = False
    """Whether losers match the pot, which is carried over; then antes are paid into an empty pot alone."""
    counts_cards: bool = False
    """Whether players announce a count in halves instead of a meld."""
    trumps: int = 0
    """House option: cards that may be played for their rank in any suit."""
    layout: tuple[str, ...] = ()
    """The layout of the common cards, one text per row with the number of each place, if a hand or a wild card
    depends on it.
    """
    rounds_printed: int | None = None
    """The number of betting rounds in PR's overview."""
    rulings: tuple[int, ...] = ()
    kernel: str = ""
    """The module of `engine.special` that plays the game; "" for a game that its steps describe."""
    how_to_play: tuple[str, ...] = ()
    """The rules of a game with a kernel of its own, in sentences; others are described from their steps."""
    pace_seconds: int = 0
    hand_means: str = mark("a deal with its pot")
    """The definition of one hand (ruling 39)."""
    superseded: bool = False
    """Whether a group's own game has other rules by now, or was retired: only hands played before name it."""
    counts_as: str = ""
    """The id of the version that this one is counted with, if the group says that they are one game."""
    additions: str = ""
    """What the dealer added, in the words of `engine.catalogue.additions`; "" in the catalogue."""

    @property
    def is_guest(self) -> bool:
        """Whether the game is in no rule text."""
        return self.source == "guest"

    @property
    def sells(self) -> bool:
        return self.buys > 0 or any(step.price for step in self.steps)

    @property
    def rounds(self) -> int | None:
        """Betting rounds of the deal; None where they vary."""
        if self.kernel or any(step.op is Op.CHASE for step in self.steps):
            return None
        return sum(step.op is Op.BET for step in self.steps)

    @property
    def unit(self) -> int:
        """The unit of figures in chips: the ante, or with a limit the big blind or small bet."""
        return self.betting.unit

    @cached_property
    def pace(self) -> int:
        """Seconds for a hand at a table of friends: 30 to deal and show, and 30 for each betting round."""
        return self.pace_seconds or 30 + 30 * (self.rounds or 2)

    @property
    def has_betting(self) -> bool:
        """Whether there are betting rounds; other games have stakes alone, or losers match the pot."""
        return self.all_in or self.betting.max_raise > 0

    @property
    def posts_ante(self) -> bool:
        """Whether each player pays an ante before every deal."""
        return self.has_betting and not self.all_in

    @property
    def has_shadow(self) -> bool:
        """Whether a player who is short of chips plays on in shadow (ruling 37)."""
        return (self.has_betting or self.matches_pot) and not self.all_in

    @property
    def all_in(self) -> bool:
        """Whether a player who is short of chips is all-in, with side pots (ruling 37)."""
        return self.betting.limit is not Limit.HOUSE


DEALS = (Op.DEAL_CLOSED, Op.DEAL_OPEN, Op.DEAL_UNSEEN)
"""The operations that give players cards."""


def ranks(text: str) -> int:
    """The set of all cards of some ranks written together: ``"39"``, ``"2"``, ``"Q"``."""
    return rank_set(*(RANKS.index(rank) for rank in text))


def board_size(variant: Variant) -> int:
    """The number of common cards.

    >>> from engine.catalogue import VARIANTS
    >>> board_size(VARIANTS["omaha"])
    5
    """
    return common_cards(variant.steps)


def cards_needed(variant: Variant) -> tuple[int, int]:
    """Return the cards that the fixed deal takes: for each player before any can have folded, and for the table.

    A deal that follows a betting round with common cards laid may count on folded cards (ruling 8).

    >>> from engine.api import VARIANTS
    >>> cards_needed(VARIANTS.find("omaha")), cards_needed(VARIANTS.find("seven-card-stud"))
    ((4, 5), (7, 0))
    """
    each = sum(step.count for step in variant.steps if step.op in DEALS)
    return each, board_size(variant)


@lru_cache(maxsize=1024)
def largest_table(variant: Variant) -> int:
    """Return the greatest number of players: the game's own limit, or as many as the pack allows (ruling 8). A last
    deal of several cards (Rubbers in the Dark) may be cut short, so it doesn't count.

    >>> from engine.catalogue import VARIANTS
    >>> largest_table(VARIANTS["omaha"])
    9
    """
    each, board = cards_needed(variant)
    last_deal = max((step.count for step in variant.steps[-2:] if step.op is Op.DEAL_CLOSED), default=0)
    if last_deal > 1:
        each -= last_deal
    if each == 0:
        return variant.players[1]
    return min(variant.players[1], (variant.pack - board) // each)


def check_table(variant: Variant, players: int) -> None:
    """Raise CallError if the game can't be played by this many players, naming the numbers that fit.

    >>> from engine.catalogue import VARIANTS
    >>> check_table(VARIANTS["omaha"], 10)
    Traceback (most recent call last):
    engine.errors.CallError: Omaha Hold 'Em takes 2 to 9 players, not 10.
    """
    fewest, most = variant.players[0], largest_table(variant)
    if not fewest <= players <= most:
        raise CallError(
            tr(
                "{name} takes {fewest} to {most} players, not {players}.",
                name=variant.name,
                fewest=fewest,
                most=most,
                players=players,
            )
        )


__all__ = [
    "DEALS", "DESIGNATED", "HOLDEM_STAKES", "HOUSE", "Betting", "Family", "Op", "Step", "Use", "Variant", "Wild", "WildKind",
    "board_size", "cards_needed", "check_table", "closed_cards", "common_cards", "largest_table", "operation_of", "ranks",
]  # fmt: skip
