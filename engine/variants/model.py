"""What a game is: one frozen record of data.

A card game's course is its `programme`, written in this notation and read by `parse_programme`:

    D5  five closed cards each            C5  five closed common cards       B   a betting round
    U1  one open card each                O2  two open common cards          HL  declare high, low or both
    N5  five cards each that nobody sees  T   turn the next common card(s)   M   Midnight Baseball's chase
    X3  exchange up to three cards        F   choose a held card, lay it open
    X5@1  the same, each card one low stake   Q   order the own closed cards for turning
    R3 L2 R3L2  pass cards right, left, both  V   all turn the next card of their own pile
    Z1  throw a card away                 PSY psychology: Q, then V B for each closed card
    B?  a betting round, unless nobody drew in the latest exchange
    4x(U1 B)  the same four times
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache, cached_property
from typing import Literal

from engine.cards import ONE_EYED, RANKS, rank_set
from engine.errors import VariantError
from engine.terms import Limit, Ranking, Sharing
from language import mark, tr


class Op(IntEnum):
    """The steps of a programme, by their code in the compiled programme."""

    END = 0
    DEAL_CLOSED = 1
    DEAL_OPEN = 2
    DEAL_UNSEEN = 3
    LAY_CLOSED = 4
    LAY_OPEN = 5
    TURN_BOARD = 6
    BET = 7
    DRAW = 8
    PASS = 9
    CHOOSE_OPEN = 10
    ORDER = 11
    TURN_OWN = 12
    THROW = 13
    DECLARE = 14
    CHASE = 15


@dataclass(frozen=True)
class Step:
    """One step: an op, how many cards (or at most), and what each costs or how many are passed left.

    `other` of a betting round is 1 if it is left out when nobody drew in the latest exchange.
    """

    op: Op
    count: int = 0
    other: int = 0


_TOKEN = re.compile(
    r"(?P<times>\d+)[x×]\((?P<group>[^()]*)\)|R(?P<right>\d+)L(?P<both>\d+)|PSY|HL"
    r"|(?P<letter>[A-Z])(?P<count>\d+)?(?:@(?P<price>\d+))?(?P<drew>\?)?"
)
_LETTERS = {
    "D": Op.DEAL_CLOSED, "U": Op.DEAL_OPEN, "N": Op.DEAL_UNSEEN, "C": Op.LAY_CLOSED, "O": Op.LAY_OPEN,
    "T": Op.TURN_BOARD, "B": Op.BET, "X": Op.DRAW, "F": Op.CHOOSE_OPEN, "Q": Op.ORDER, "V": Op.TURN_OWN,
    "Z": Op.THROW, "M": Op.CHASE,
}  # fmt: skip


@cache
def parse_programme(text: str) -> tuple[Step, ...]:
    """Read a programme in the notation above. Raises VariantError naming what can't be read."""
    steps: list[Step] = []
    place = 0
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        match = _TOKEN.match(text, place)
        if match is None:
            raise VariantError(tr("programme {text!r}: can't read {rest!r}.", text=text, rest=text[place:]))
        place = match.end()
        if match["times"]:
            steps.extend(parse_programme(match["group"]) * int(match["times"]))
        elif match["right"]:
            steps.append(Step(Op.PASS, int(match["right"]), int(match["both"])))
        elif match[0] == "HL":
            steps.append(Step(Op.DECLARE))
        elif match[0] == "PSY":
            steps.append(Step(Op.ORDER))
            for _ in range(closed_cards(steps)):
                steps += [Step(Op.TURN_OWN), Step(Op.BET)]
        elif match["letter"] in "RL":
            count = int(match["count"] or 1)
            steps.append(Step(Op.PASS, count, 0) if match["letter"] == "R" else Step(Op.PASS, 0, count))
        elif match["letter"] in _LETTERS:
            other = int(match["price"] or 0) or int(bool(match["drew"]))
            steps.append(Step(_LETTERS[match["letter"]], int(match["count"] or 1), other))
        else:
            raise VariantError(tr("programme {text!r}: there is no step {step!r}.", text=text, step=match[0]))
    return tuple(steps)


def closed_cards(steps: list[Step] | tuple[Step, ...]) -> int:
    """How many closed cards each player holds after some steps, without bought and extra ones."""
    held = 0
    for step in steps:
        if step.op in (Op.DEAL_CLOSED, Op.DEAL_UNSEEN):
            held += step.count
        elif step.op is Op.THROW:
            held -= step.count
        elif step.op in (Op.CHOOSE_OPEN, Op.TURN_OWN):
            held -= 1
    return held


class WildKind(IntEnum):
    """Where a wild card comes from, beside the cards that are wild from the start."""

    FOLLOWER = 1  # the rank of the open card after the latest open card of `cards`
    BOARD = 2  # the ranks of the common cards at `places`, once turned; on the line used, where lines are
    LOWEST_BOARD = 3  # the lowest common card turned so far, ace high (ruling 14)
    CANCELLED = 4  # `cards`, each rank until one of it is turned as a common card
    LAST_OWN = 5  # the rank of the own card that is turned or dealt last
    KEPT_CLOSED = 6  # the rank of the card kept closed to the end
    LOWEST_CLOSED = 7  # the rank of the lowest closed card, ace high or low as the player likes
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
    """Which cards may make the hand: best five of the own cards with the whole board, unless narrowed.

    `lines`: the board places of which a hand uses one line. `own_exactly`, `own_at_most`: how many own cards
    count; where `own_exactly` is given the rest of the five come from the board.
    """

    lines: tuple[tuple[int, ...], ...] = ()
    own_exactly: int | None = None
    own_at_most: int | None = None


@dataclass(frozen=True, kw_only=True)
class Betting:
    """The stakes in small chips: the house's ante game, or with a limit blinds, antes or both (ruling 21).

    `bring_in`: the lowest open card (at razz the highest) opens the first round with so much; `big_blind` is
    the small bet there. `button_blind`: the dealer alone posts a blind. A fixed limit doubles in the betting
    round `doubles_from`, or where that is 0 from the turn on.
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
        """Whether a fixed limit plays for twice the bet in a betting round (from 1) with so many common cards
        turned.
        """
        return round_no >= self.doubles_from if self.doubles_from else turned >= 4

    @property
    def unit(self) -> int:
        """The ante, where there is a limit the big blind or small bet, in chips."""
        return self.ante if self.limit is Limit.HOUSE else self.big_blind


HOUSE = Betting()
HOLDEM_STAKES = Betting(ante=0, peder=0, max_raise=0, limit=Limit.FIXED, small_blind=1, big_blind=2)

Family = Literal["simple", "draw", "stud", "common", "short", "holdem", "omaha", "dice", "club", "guest"]


@dataclass(frozen=True, kw_only=True)
class Variant:
    """A game.

    `sent_out`, `buys`, `levy`, `extra` are sets of cards: an open own card that sends its holder out;
    one that lets its holder buy a closed card for `buy_price` chips; a turned common (in the chase:
    own) card for which each pays its chips in `levy` (rank -> chips) or folds; one that gives each
    player in an extra closed card. `charge` is the levy where the house asks for it (ruling 9), `alone`
    frees a designated card without its rank (ruling 1), `cap` is the most chips that guts matches, 0
    for no cap (ruling 19). `ranking` says which hand beats which, where that isn't PR's order. `source`
    is `guest` where no rule text has the game. `in_or_out`: players say in or out instead of betting.
    `matches_pot`: who is in and loses matches the pot, which is carried on, and antes go into an empty
    pot alone. `counts_cards`: what is announced is a count in halves, and no meld. `trumps`: cards that
    may be laid for their rank in any suit (House). `layout`: how the common cards lie
    (`engine.variants.layouts`), where a hand or a wild card hangs on it.

    `rounds_printed` is PR's overview. `kernel` names the kernel of a game that is not deal, bet and
    show, and `course` tells such a game in sentences; that of the others is told from the programme
    (`engine.course`). `additions` are the dealer's, in the words of `engine.additions`; "" in the
    catalogue.
    """

    id: str
    name: str
    name_da: str = ""
    aliases: tuple[str, ...] = ()
    family: Family
    source: Literal["PR", "SR", "HE", "RG", "guest"] = "PR"
    summary: str
    programme: str = ""
    wild_cards: int = 0
    wild: tuple[Wild, ...] = ()
    use: Use = field(default_factory=Use)
    share: Sharing = Sharing.HIGH
    spade: bool = False
    betting: Betting = HOUSE
    ranking: Ranking = Ranking.MELDS
    pack: Literal[32, 33, 36, 52, 53, 54] = 52
    players: tuple[int, int] = (3, 7)
    sent_out: int = 0
    buys: int = 0
    buy_price: int = 0
    levy: tuple[tuple[int, int], ...] = ()
    charge: tuple[tuple[int, int], ...] = ()
    extra: int = 0
    short_order: bool = False
    reentry: bool = False
    anticlockwise: bool = False
    alone: bool = False
    cap: int = 0
    in_or_out: bool = False
    matches_pot: bool = False
    counts_cards: bool = False
    trumps: int = 0
    layout: tuple[str, ...] = ()
    rounds_printed: int | None = None
    rulings: tuple[int, ...] = ()
    kernel: str = ""
    course: tuple[str, ...] = ()
    pace_seconds: int = 0
    hand_is: str = mark("a deal with its pot")
    additions: str = ""

    @property
    def is_guest(self) -> bool:
        """Whether the game is none of the texts', but known here because hand histories hold it."""
        return self.source == "guest"

    @property
    def steps(self) -> tuple[Step, ...]:
        """The programme, read."""
        return parse_programme(self.programme)

    @property
    def rounds(self) -> int | None:
        """Betting rounds of the programme; None where they vary."""
        if self.kernel or any(step.op is Op.CHASE for step in self.steps):
            return None
        return sum(step.op is Op.BET for step in self.steps)

    @property
    def unit(self) -> int:
        """What figures count in: the ante, where there is a limit the big blind or small bet, in chips."""
        return self.betting.unit

    @cached_property
    def pace(self) -> int:
        """Seconds a hand at a table of friends: half a minute to deal and show, and as long a round."""
        return self.pace_seconds or 30 + 30 * (self.rounds or 2)

    @property
    def has_betting(self) -> bool:
        """Whether there are betting rounds; else stakes alone are put up, or the pot is matched."""
        return self.all_in or self.betting.max_raise > 0

    @property
    def posts_ante(self) -> bool:
        """Whether everybody puts in an ante before every deal."""
        return self.has_betting and not self.all_in

    @property
    def has_shadow(self) -> bool:
        """Whether a player short of chips plays on in shadow (ruling 37)."""
        return (self.has_betting or self.matches_pot) and not self.all_in

    @property
    def all_in(self) -> bool:
        """Whether a player short of chips is all-in, with side pots; elsewhere it is shadow (ruling 37)."""
        return self.betting.limit is not Limit.HOUSE


def ranks(text: str) -> int:
    """The set of all cards of some ranks written together: ``"39"``, ``"2"``, ``"Q"``."""
    return rank_set(*(RANKS.index(rank) for rank in text))


__all__ = [
    "DESIGNATED", "HOLDEM_STAKES", "HOUSE", "ONE_EYED", "Betting", "Op", "Step", "Use", "Variant",
    "Wild", "WildKind",
    "closed_cards", "parse_programme", "ranks",
]  # fmt: skip
