"""The card games that deal, bet and show, those of the rule texts said once more from them.

A programme is read from left to right.

``D2`` two closed cards to each player, ``U1`` one open card each, ``N5`` five that no player may look at,
``B`` a betting round, ``V`` every player turns one of the own unseen cards, ``F`` every player chooses a
held card and lays it open, ``X3`` exchange up to three cards, ``P1`` the same for one low stake a card,
``W1`` throw one away, ``R3`` pass three to the right, ``L1`` one to the left, ``R3+L2`` both at once,
``C1`` and ``O2`` closed and open common cards (after a ``~`` they fall at any moment of the deal), ``T``
turn the next common card, ``S3`` burn one and lay three common cards open, ``PSY`` psychology (``+T`` with
a common card turned along with each own card, ``:HL`` declaring before the last), ``HL`` declare, ``B?`` a
round if anybody drew, ``CHASE`` midnight baseball's play, ``4*(…)`` four times over. The short pack has
``BS``, a first round that ends the hand when all pass, ``XS5``, an exchange where who passed may come back,
and ``BH``, a round opened by the highest bettor of the one before.

A wild rule says which cards are wild for a player whose hand uses a given part of the common cards. It
answers with a list, because some rules let the player choose: each entry is one way to choose. Asked for
what is public, it says only what the whole table knows, which is what counts when open cards decide who
opens (ruling 26).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

from tests.oracle.cards import ACE, JOKERS, ONE_EYED, RANKS, SUITS, Card

Cards = frozenset[Card]


@dataclass
class Held:
    """A card in a player's hand: `open` if it was dealt or laid open, `turned` if a closed one was turned
    later.
    """

    card: Card
    open: bool = False
    unseen: bool = False
    turned: bool = False
    extra: bool = False

    @property
    def visible(self) -> bool:
        return self.open or self.turned


@dataclass
class Place:
    """A common card, in the order laid."""

    card: Card
    turned: bool


@dataclass
class View:
    """What lies on the table: each seat's cards as they came, the common cards, and all cards in the order
    opened.
    """

    hands: list[list[Held]]
    board: list[Place] = field(default_factory=list)
    opened: list[Card] = field(default_factory=list)
    turned: list[list[Card]] = field(default_factory=list)
    alone: bool = False

    def freed(self, *cards: Card) -> Cards:
        """What designated cards make wild: their ranks (ruling 1), or with the house option the cards
        alone.
        """
        return frozenset(cards) if self.alone else of_ranks(card.rank for card in cards)

    def turned_common(self) -> list[Card]:
        return [place.card for place in self.board if place.turned]

    def own(self, seat: int, public: bool = False) -> list[Card]:
        return [held.card for held in self.hands[seat] if held.visible or not public]


WildRule = Callable[[View, int, Iterable[int], bool], list[Cards]]
NOTHING: list[Cards] = [frozenset()]


def of_ranks(ranks: Iterable[int]) -> Cards:
    """All four cards of each rank (ruling 1: a wild card makes its rank wild)."""
    return frozenset(Card(rank, suit) for rank in set(ranks) for suit in SUITS)


# --- Wild rules -------------------------------------------------------------------------------------------


def these(cards: Iterable[Card]) -> WildRule:
    """These very cards."""
    wild = frozenset(cards)
    return lambda view, seat, line, public: [wild]


one_eyed = these(ONE_EYED)


def common(*places: int) -> WildRule:
    """The common card at each place, once turned, for a hand that uses it (ruling 24)."""

    def rule(view: View, seat: int, line: Iterable[int], public: bool) -> list[Cards]:
        on_line = [view.board[place] for place in places if place in line and place < len(view.board)]
        return [view.freed(*(place.card for place in on_line if place.turned))]

    return rule


def lowest_common(view: View, seat: int, line: Iterable[int], public: bool) -> list[Cards]:
    """Cool Hand Luke, Lincoln: the lowest common card turned so far, ace high (ruling 14)."""
    turned = [card for card in view.turned_common() if card not in JOKERS]
    lowest = min((card.rank for card in turned), default=0)
    return [view.freed(*(card for card in turned if card.rank == lowest))]


def lunatic(view: View, seat: int, line: Iterable[int], public: bool) -> list[Cards]:
    """3s and 9s but for a rank that is turned as a common card; and the last of the five, a 3 or 9 too."""
    turned = view.turned_common()
    wild = of_ranks({3, 9} - {card.rank for card in turned})
    return [wild | view.freed(turned[4]) if len(turned) == 5 else wild]


def follower_of(*leaders: int) -> WildRule:
    """The open card that follows the latest open one of these ranks (ruling 10)."""

    def rule(view: View, seat: int, line: Iterable[int], public: bool) -> list[Cards]:
        latest = [place for place, card in enumerate(view.opened) if card.rank in leaders]
        if not latest or latest[-1] + 1 == len(view.opened):
            return NOTHING
        return [view.freed(view.opened[latest[-1] + 1])]

    return rule


def last_turned(view: View, seat: int, line: Iterable[int], public: bool) -> list[Cards]:
    """Last Chance: the own card turned last, once all are turned."""
    if not view.turned[seat] or any(not held.visible for held in view.hands[seat]):
        return NOTHING
    return [view.freed(view.turned[seat][-1])]


def seventh_card(view: View, seat: int, line: Iterable[int], public: bool) -> list[Cards]:
    """Seven Bright Stars: the own last card."""
    hand = view.hands[seat]
    return [view.freed(hand[6].card)] if len(hand) == 7 else NOTHING


def bottom_of_the_pile(view: View, seat: int, line: Iterable[int], public: bool) -> list[Cards]:
    """Nårwidjan: the bottom card, once it is turned (ruling 28). Extra cards lie on top of the pile."""
    pile = [held.card for held in view.hands[seat] if not held.extra]
    turned = [card for card in view.turned[seat] if card in pile]
    return [view.freed(turned[6])] if len(turned) == 7 else NOTHING


def kept_closed(view: View, seat: int, line: Iterable[int], public: bool) -> list[Cards]:
    """Shifting Sands: the one card kept closed to the end."""
    kept = [held for held in view.hands[seat] if not held.open]
    if len(view.hands[seat]) < 5 or (public and not all(held.turned for held in kept)):
        return NOTHING
    return [view.freed(*(held.card for held in kept))]


def lowest_closed(view: View, seat: int, line: Iterable[int], public: bool) -> list[Cards]:
    """Roll Them: the lowest closed card, the ace high or low as the player likes."""
    kept = [held for held in view.hands[seat] if not held.open and held.card not in JOKERS]
    if len(view.hands[seat]) < 7 or (public and not all(held.turned for held in kept)):
        return NOTHING
    ranks = [held.card.rank for held in kept]
    low_ace = min(ranks, key=lambda rank: 1 if rank == ACE else rank, default=0)
    lowest = {min(ranks, default=0), low_ace}
    return [view.freed(*(held.card for held in kept if held.card.rank == rank)) for rank in lowest]


def any_rank(view: View, seat: int, line: Iterable[int], public: bool) -> list[Cards]:
    """Your Choise: a rank of the player's choice, unknown before the showdown."""
    if view.alone:
        return own_rank(view, seat, line, public)
    return NOTHING if public else [of_ranks([rank]) for rank in RANKS]


def own_rank(view: View, seat: int, line: Iterable[int], public: bool) -> list[Cards]:
    """Fill the Hole: a rank that the player picks among the own cards."""
    return NOTHING if public else [view.freed(card) for card in view.own(seat)]


def exact_pairs(view: View, seat: int, line: Iterable[int], public: bool) -> list[Cards]:
    """Risky Pairs: a rank held exactly twice. Only its holder knows before all cards are seen."""
    held = Counter(card.rank for card in view.own(seat))
    if public and any(not one.visible for one in view.hands[seat]):
        return NOTHING
    return [of_ranks(rank for rank, count in held.items() if count == 2)]


def split_open_closed(view: View, seat: int, line: Iterable[int], public: bool) -> list[Cards]:
    """CRS Surprise: a rank held both open and closed (ruling 11)."""
    open_ranks = {held.card.rank for held in view.hands[seat] if held.open}
    closed = [held for held in view.hands[seat] if not held.open and (held.turned or not public)]
    return [of_ranks(open_ranks & {held.card.rank for held in closed})]


def split_own_line(view: View, seat: int, line: Iterable[int], public: bool) -> list[Cards]:
    """Gammel Skagen, Karrusel: a rank both in the own cards and on the side used (ruling 11)."""
    side = {view.board[place].card.rank for place in line if view.board[place].turned}
    return [of_ranks(side & {card.rank for card in view.own(seat, public)})]


def all_of(*rules: WildRule) -> WildRule:
    """Everything that the rules free, for every way to choose."""

    def rule(view: View, seat: int, line: Iterable[int], public: bool) -> list[Cards]:
        answers = [one(view, seat, line, public) for one in rules]
        return [frozenset().union(*choice) for choice in product(*answers)]

    return rule


no_wild: WildRule = all_of()


# --- The games --------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game.

    `ranks`: wild ranks that the game names, in addition to what the rule `wild` frees. `lines`: the places of the
    common cards that a hand may use together, all of them if None. `own`: how many of the own cards a hand
    uses ("any", "exactly 2", "at most 2"); with "exactly 2" three common cards fill it. `pot`: "high";
    "declared" high or low; "eight" the low takes half with eight or better, cards speaking; "eight
    declared". `opens` and `sends_out`: what open cards of a rank and colour do in baseball: the ranks whose
    cards may buy another at `card_price`, and those that send the player out. `forced`: chips from
    each player for each common 3 or 9. `extra_four`: a common 4 gives each player a card. `blinds`: the hold'em
    family's betting, with side pots. A guest's `stakes`: `limit` and the chips of `posts` as its entry in the
    field's rules has them, the betting round that is `doubled` first; `ranking` says what wins. `spade`: the "highest" or "lowest" closed spade takes half.
    `redeals`: cards that end the hand when they are dealt open. `counted`: "most" or "sum" and a suit, which takes half.
    `openers`: the pair with which one may bet first in round one; a hand that no player opens is carried.
    """

    id: str
    programme: str
    ranks: tuple[int, ...] = ()
    wild: WildRule = no_wild
    lines: tuple[tuple[int, ...], ...] | None = None
    own: str = "any"
    pot: str = "high"
    rounds: int | None = None
    blinds: bool = False
    buys: Cards = frozenset()
    card_price: int = 0
    sends_out: Cards = frozenset()
    forced: int = 0
    extra_four: bool = False
    pack: int = 52
    clockwise: bool = True
    ranking: str = "melds"
    limit: str = "fixed"
    posts: tuple[tuple[str, int], ...] = ()
    doubled: int = 0
    players: tuple[int, int] = (3, 7)
    spade: str = ""
    redeals: Cards = frozenset()
    counted: str = ""
    openers: int = 0


RED, BLACK = "dh", "cs"


def coloured(rank: int, suits: str = SUITS) -> Cards:
    return frozenset(Card(rank, suit) for suit in suits)


SEVEN_STUD = "D2 U1 B 3*(U1 B) D1 B"
CINCINNATI = "5*(D1 C1) B 5*(T B)"
FOUR_COMMON = "4*(D1 C1) D1 B"
PYRAMID = "3*(D1 C1) D1 C3 B 6*(T B)"
HOLD_EM = "B S3 B S1 B S1 B"

# Places are numbered as the cards are laid. The pyramid's middle 0 lies between corners 3 and 4, middle 1
# between 4 and 5, middle 2 between 5 and 3; with the corners laid first the same triangle has its corners
# at 0 to 2.
SIDES = ((3, 0, 4), (4, 1, 5), (5, 2, 3))
SIDES_CORNERS_FIRST = ((0, 3, 1), (1, 4, 2), (2, 5, 0))
# Ground-left, 1st-right, 2nd-left, ground-right, 1st-left, 2nd-right, the lift: the middle floor, the
# columns, the diagonals through the lift (ruling 23).
FLOORS = ((4, 6, 1), (0, 4, 2), (3, 1, 5), (0, 6, 5), (3, 6, 2))
# Every other place of the circle first, then the gaps: around it lie 0 3 1 4 2 5.
ARCS = ((0, 3, 1), (3, 1, 4), (1, 4, 2), (4, 2, 5), (2, 5, 0), (5, 0, 3))
# The cross, laid clockwise with the centre last: four outer cards or the centre; or a bar through the centre.
OUTER_OR_CENTRE = ((0, 1, 2, 3), (4,))
BARS = ((0, 4, 2), (1, 4, 3))

SIMPLE = [
    Game(id="straight-poker", programme="D5 B", rounds=1),
    Game(id="bet-on-five", programme="5*(U1 B)", rounds=5),
    Game(id="jumping-jacks", programme="5*(U1 B)", ranks=(11,), rounds=5),
    Game(id="last-chance", programme="D5 B PSY", wild=last_turned, rounds=5),
    Game(id="last-chance-unplugged", programme="N5 5*(V B)", wild=last_turned, rounds=5),
    Game(id="your-choise", programme="5*(D1 B)", wild=any_rank, rounds=5),
    Game(id="ups-and-downs", programme="D1 B U1 B D1 B U1 B D1 B", rounds=5),
    Game(id="downs-and-ups", programme="U1 B D1 B U1 B D1 B U1 B", rounds=5),
]

DRAW = [
    Game(id="three-card-draw", programme="D5 B X3 B", rounds=2),
    Game(id="three-card-draw-deuces", programme="D5 B X3 B", ranks=(2,), rounds=2),
    Game(
        id="three-card-draw-deuces-one-eyed",
        programme="D5 B X3 B",
        ranks=(2,),
        wild=one_eyed,
        rounds=2,
    ),
    Game(id="risky-pairs", programme="D5 B X3 B", wild=exact_pairs, rounds=2),
    Game(id="one-two-three-four-five", programme="D5 B X1 B X2 B X3 B X4 B X5 B", rounds=6),
    Game(
        id="stora-spelet",
        programme="D5 B X5 B X4 B X3 B X2 B X1 B PSY",
        ranks=(2, 3),
        wild=one_eyed,
        rounds=11,
    ),
    Game(id="chicago-seven", programme="D5 B R3 B D2 B R2 B", ranks=(7,), rounds=4),
    Game(id="seven-eleven", programme="D5 B R3 B D2 B R2 B", ranks=(7, 11), rounds=4),
    Game(id="siberian-husky", programme="D5 B R2 B D2 B L1 B", ranks=(2,), rounds=4),
    # High or low is declared before the last card is turned.
    Game(id="mississippi-ratfuck", programme="D7 B R3+L2 B PSY:HL", pot="declared", rounds=9),
]

STUD = [
    Game(id="five-card-stud", programme="D1 4*(U1 B)", rounds=4),
    Game(id="five-card-stud-deuces", programme="D1 4*(U1 B)", ranks=(2,), rounds=4),
    Game(id="mexican-stud", programme="D2 F B 3*(D1 F B)", rounds=4),
    Game(id="shifting-sands", programme="D2 F B 3*(D1 F B)", wild=kept_closed, rounds=4),
    Game(id="seven-card-stud", programme=SEVEN_STUD, rounds=5),
    Game(id="seven-card-stud-deuces", programme=SEVEN_STUD, ranks=(2,), rounds=5),
    Game(id="crs-surprise", programme=SEVEN_STUD, wild=split_open_closed, rounds=5),
    Game(id="roll-them", programme="D3 F B 3*(D1 F B) D1 B", wild=lowest_closed, rounds=5),
    Game(
        id="baseball",
        programme=SEVEN_STUD,
        ranks=(3, 9),
        buys=coloured(4, RED),
        card_price=5,
        sends_out=coloured(7, BLACK),
        rounds=5,
    ),
    Game(
        id="yankee-baseball",
        programme=SEVEN_STUD,
        ranks=(9,),
        buys=coloured(4),
        card_price=3,
        sends_out=coloured(3),
        rounds=5,
    ),
    Game(id="midnight-baseball", programme="N7 CHASE", ranks=(3, 9)),
    Game(id="narwidjan-munaeklips", programme="N7 CHASE", ranks=(3, 9), wild=bottom_of_the_pile),
    Game(
        id="follow-the-queen",
        programme=SEVEN_STUD,
        ranks=(12,),
        wild=follower_of(12),
        rounds=5,
    ),
    Game(
        id="follow-the-queen-one-eyed",
        programme=SEVEN_STUD,
        ranks=(12,),
        wild=all_of(follower_of(12), one_eyed),
        rounds=5,
    ),
    Game(id="seven-bright-stars", programme="7*(U1 B)", wild=seventh_card, rounds=7),
    Game(
        id="april-reigners",
        programme="7*(U1 B)",
        ranks=(3, 9, 12),
        wild=follower_of(12),
        rounds=7,
    ),
    Game(
        id="eleven-bright-stars",
        programme="7*(U1 B)",
        ranks=(3, 9),
        wild=follower_of(3, 9),
        rounds=7,
    ),
]

COMMON = [
    Game(id="spit-in-the-ocean", programme="D4~O1 B", wild=common(0), rounds=1),
    Game(id="spit-n-shit", programme="D5~O2 B", wild=common(0, 1), rounds=1),
    Game(id="puke", programme="D5~O2 B PSY", wild=common(0, 1), rounds=6),
    Game(id="farum-park", programme="D5~O1~C1 B X3 B T B", wild=common(0, 1), rounds=3),
    Game(id="rubbers-in-the-dusk", programme="D5 C2 B T B T B", wild=common(0, 1), rounds=3),
    Game(id="rubbers-in-the-dark", programme="D5 C2 B T B T B D5 B", wild=common(0, 1), rounds=4),
    Game(id="harakiri", programme="D2 O2 C3 B T B T B T B", rounds=4),
    Game(id="cincinnati", programme=CINCINNATI, rounds=6),
    Game(id="hayleys-komet", programme=CINCINNATI, wild=common(4), rounds=6),
    Game(id="lunatic", programme=CINCINNATI, wild=lunatic, rounds=6),
    Game(id="criss-cross", programme=CINCINNATI, wild=common(4), rounds=6),
    Game(id="kings-cross", programme=CINCINNATI, ranks=(13,), wild=common(4), rounds=6),
    Game(
        id="trafalgar-square",
        programme=CINCINNATI,
        wild=common(4),
        lines=OUTER_OR_CENTRE,
        rounds=6,
    ),
    Game(id="fill-the-hole", programme=f"{FOUR_COMMON} 4*(T B)", wild=own_rank, rounds=6),
    Game(id="paradise-lost", programme=f"{FOUR_COMMON} PSY+T", wild=own_rank, rounds=6),
    Game(
        id="elevator",
        programme="3*(D1 C1) D1 C4 B 7*(T B)",
        wild=common(6),
        lines=FLOORS,
        rounds=8,
    ),
    Game(id="the-pyramid", programme=PYRAMID, lines=SIDES, rounds=7),
    Game(id="gammel-skagen", programme=PYRAMID, wild=split_own_line, lines=SIDES, rounds=7),
    Game(id="somaerket", programme=PYRAMID, wild=common(3, 4, 5), lines=SIDES, rounds=7),
    Game(
        id="bermuda-trekanten",
        programme=PYRAMID,
        wild=common(3, 4, 5),
        lines=SIDES_CORNERS_FIRST,
        rounds=7,
    ),
    Game(id="karrusel", programme=PYRAMID, wild=split_own_line, lines=ARCS, rounds=7),
]

SHORT = [
    Game(id="poker-32", programme="D5 BS XS5 BH", pack=32, clockwise=False, players=(3, 4)),
    Game(id="poker-33", programme="D5 BS XS5 BH", pack=33, clockwise=False, players=(3, 4)),
]

HOLD_EM_FAMILY = [
    Game(id="texas-holdem", programme=f"D2 {HOLD_EM}"),
    Game(id="tahoe", programme=f"D3 {HOLD_EM}", own="at most 2"),
    Game(id="pineapple", programme="D3 B W1 S3 B S1 B S1 B"),
    Game(id="crazy-pineapple", programme="D3 B S3 B W1 S1 B S1 B"),
    Game(id="super-holdem", programme=f"D3 {HOLD_EM}"),
    Game(id="texas-league", programme=f"D2 {HOLD_EM}", ranks=(3, 9), forced=2, extra_four=True),
    Game(id="cool-hand-luke", programme=f"D2 {HOLD_EM}", wild=lowest_common),
    Game(id="texas-2-step", programme="D2 B S3 B P1 S1 B P2 S1 B P3 B?"),
]

OMAHA_FAMILY = [
    Game(id="omaha", programme=f"D4 {HOLD_EM}", own="exactly 2", pot="eight"),
    Game(id="omaha-high-low", programme=f"D4 {HOLD_EM}", own="exactly 2", pot="eight declared"),
    Game(id="lincoln", programme=f"D4 {HOLD_EM}", own="exactly 2", pot="eight", wild=lowest_common),
    Game(
        id="bush-league",
        programme="D4 C5 B 5*(T B)",
        own="exactly 2",
        pot="eight",
        ranks=(3, 9),
        lines=BARS,
        extra_four=True,
    ),
    Game(
        id="wild-kingdom",
        programme=f"D4 {HOLD_EM}",
        own="exactly 2",
        pot="eight",
        ranks=(3, 9),
        forced=2,
        extra_four=True,
    ),
]


_DRAW_BLINDS = (("small_blind", 1), ("big_blind", 2))
_BRING_IN = (("ante", 1), ("bring_in", 1))
_TRIPLE = "3*(X5 B)"

GUESTS = [
    Game(id="stud-bring-in", programme=SEVEN_STUD, posts=_BRING_IN, doubled=3, players=(2, 7)),
    Game(id="stud-high-low", programme=SEVEN_STUD, posts=_BRING_IN, doubled=3, pot="eight", players=(2, 7)),
    Game(
        id="razz", programme=SEVEN_STUD, posts=_BRING_IN, doubled=3, ranking="ace-to-five", players=(2, 7)
    ),
    Game(
        id="deuce-to-seven-single-draw", programme="D5 B X5 B", posts=_DRAW_BLINDS, limit="no",
        ranking="deuce-to-seven", players=(2, 6),
    ),
    Game(
        id="deuce-to-seven-triple-draw", programme=f"D5 B {_TRIPLE}", posts=_DRAW_BLINDS, doubled=3,
        ranking="deuce-to-seven", players=(2, 6),
    ),
    Game(
        id="badugi", programme=f"D4 B {_TRIPLE.replace('5', '4')}", posts=_DRAW_BLINDS, doubled=3,
        ranking="badugi", players=(2, 7),
    ),
    Game(
        id="short-deck", programme=f"D2 {HOLD_EM}", posts=(("ante", 1), ("button_blind", 1)), limit="no",
        ranking="six-plus", pack=36, players=(2, 10),
    ),
    Game(
        id="omaha-high", programme=f"D4 {HOLD_EM}", own="exactly 2", posts=_DRAW_BLINDS, limit="pot",
        players=(2, 9),
    ),
]  # fmt: skip


def _with_blinds(games: Iterable[Game], most: int) -> list[Game]:
    return [Game(**{**vars(game), "blinds": True, "players": (2, most)}) for game in games]


class Games(dict[str, Game]):
    """The games by id. One that isn't described here is read from its file, by the oracle's own reader."""

    def __missing__(self, variant_id: str) -> Game:
        from tests.oracle.definitions import read_game

        return read_game(SHIPPED / f"{variant_id}.toml", variant_id)


SHIPPED = Path(__file__).parents[2] / "engine" / "catalogue" / "games"
GAMES = Games(
    {
        game.id: game
        for game in [
            *SIMPLE,
            *DRAW,
            *STUD,
            *COMMON,
            *SHORT,
            *_with_blinds(HOLD_EM_FAMILY, 10),
            *_with_blinds(OMAHA_FAMILY, 9),
            *[Game(**{**vars(game), "blinds": True}) for game in GUESTS],
        ]
    }
)
