"""Mistakes in a game's definition.

>>> str(Mistake.of(MistakeKind.LAYOUT_PLACES, n=5))
'the layout must show the places 1 to 5, each once'
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from language import mark, tr
from language.facts import Fact


class Part(Enum):
    """What a text in a definition should have been, in the mistakes `UNKNOWN` and `UNKNOWN_NEAR`."""

    BETTING = mark("a kind of betting")
    HAND = mark("a hand")
    LAYOUT = mark("a layout")
    STEP = mark("a step of a deal")


class MistakeKind(Enum):
    """The kinds of mistake in a definition, each with its sentence."""

    TURNED_BEFORE_LAID = mark("more common cards are turned than lie closed: lay them with 5 common down")
    EXCHANGED_TOO_MANY = mark("more cards are exchanged or passed on than a player holds closed then")
    OPENED_TOO_MANY = mark("more cards are opened or thrown away than a player holds closed then")
    NEVER_TURNED = mark("{n} common cards are never turned: write turn for each, or {n} common")
    BET_BEFORE_CARDS = mark("deal cards of their own to the players before the first bet")
    BET_IF_DRAWN_FIRST = mark("bet if drawn follows an exchange")
    DECLARED_TWICE_OR_EARLY = mark("players declare once, after a betting round")
    UNSEEN_WITH_SEEN = mark("with cards unseen all own cards are unseen, and are turned own")
    STEP_AFTER_ORDER = mark("after order only turn own, turn, bet and declare can follow")
    ORDERED_NOT_TURNED = mark("after order come as many turn own as there are closed cards, at most {most}")
    TURNED_OWN_FIRST = mark("turn own follows order, or cards unseen")
    EXCHANGED_AFTER_OPEN = mark(
        "cards are exchanged, passed on, thrown away and ordered while all own cards are closed"
    )
    BOUGHT_TOO_EARLY = mark(
        "a card is bought up or down after the first bet, once cards lie open, with the house's betting"
    )
    BOUGHT_TWICE = mark("cards are bought for a card, or by a step of the deal, not both")
    DEALT_UP_AND_CHOSEN = mark("cards are dealt up, or players choose one to open, not both")
    NO_BET = mark("there is no betting round: write bet after the cards of each round")
    TOO_MANY_ROUNDS = mark("{n} betting rounds are too many: at most {most}")
    TOO_MANY_CARDS = mark("at most {own} cards for each player and {board} in common")
    NO_OWN_CARDS = mark("the players get no cards of their own: write such as 2 down")
    HAND_TOO_SMALL = mark("a hand has {size} cards, and a player gets {n} to make it from")
    DEUCE_SEVEN_CARDS = mark("deuce to seven low is played with five cards of one's own")
    EXACTLY_TOO_MANY = mark("with exactly {n} of your own the rest of five must lie on the board")
    EXACTLY_AND_AT_MOST = mark("write exactly or at most, not both")
    LINE_OFF_BOARD = mark("there are {n} common cards, and a line names another place")
    LAYOUT_PLACES = mark("the layout must show the places 1 to {n}, each once")
    WILD_IN_OTHER_ORDER = mark("a hand other than the best five cards has no wild cards")
    SHARED_IN_OTHER_ORDER = mark(
        "a game for low alone, or for another order of hands, can't be shared with another hand"
    )
    USE_IN_OTHER_ORDER = mark("a game for low alone, or for another order of hands, uses any of the cards")
    LOWBALL_WITH_BOARD = mark("a game for low alone is played without common cards")
    SPADE_AND_COUNT = mark("half of the pot goes to a spade in the hole or by a count, not both")
    COUNTED_CARD_ABSENT = mark("no card that counts is in the pack")
    OPENERS_NEED_CLOSED_DEAL = mark(
        "opens is for a game with the house's betting, in which closed cards alone are dealt before the first bet, and the best five win"
    )
    DECLARE_STEP_MISSING = mark("declared high and low needs a step declare in the deal")
    DECLARED_HAND_MISSING = mark('declare needs hand = "high and low, declared"')
    TWO_PERSONAL_RULES = mark("only one rule can make cards wild for a single player")
    RULE_NEEDS_COMMON = mark("a rule speaks of common cards, and there are none")
    RULE_NEEDS_OPEN = mark("a rule speaks of open cards, and all are closed")
    RULE_NEEDS_ONE_CLOSED = mark("the card kept closed is one: {n} are closed at the end")
    RULE_NEEDS_CLOSED = mark("a rule speaks of closed cards, and all are open")
    CHASE_WITH_OTHER_STEPS = mark("the chase follows cards unseen, and nothing else: 7 unseen, chase")
    BOTTOM_WITHOUT_CHASE = mark("the bottom card is that of a pile, which the chase alone has")
    CHASE_FOR_OTHER_HAND = mark("the chase is for the best five cards alone")
    JOKERS_ABSENT = mark("a pack of {n} cards has no jokers: write pack = 54")
    CARDS_ABSENT = mark("{cards} isn't in the pack of {n} cards")
    JOKERS_NOT_WILD = mark('a pack of {n} cards has jokers, which must be wild: write "jokers"')
    NO_PRICE = mark("cards that may be bought need a price: write price = 5")
    NO_OPEN_CARD = mark("no card lies open, so none can send out or be bought for")
    REDEAL_WITHOUT_OPEN_CARD = mark(
        "cards are dealt again for a card that is dealt up, in a game with the house's betting"
    )
    NO_COMMON_CARD = mark("there are no common cards that could cost or give a card")
    SHORT_ORDER_PACK = mark("the short pack's order needs a pack of 32 or 33 cards, and no common cards")
    BRING_IN_NEEDS = mark(
        "a bring-in needs an open card before the first round, a limit, and is no more than the small bet"
    )
    NOT_A_NUMBER = mark("write a whole number from {least} to {most}")
    NO_BLINDS = mark("a limit needs blinds, such as blinds = [1, 2]")
    NO_BRING_IN = mark("with a limit the open cards need a bring-in, such as bring_in = 1")
    BLIND_WITHOUT_LIMIT = mark("a blind needs a limit")
    COME_BACK_DEAL = mark("players may come back at the draw of five cards with one exchange of five alone")
    ANTICLOCKWISE_ALONE = mark("only a game in which players may come back is played anticlockwise")
    UNKNOWN_NEAR = mark("{text!r} isn't {what}: did you mean {near!r}?")
    UNKNOWN = mark("{text!r} isn't {what}: write such as {listed}")
    KEY_TWICE = mark("{word!r} is there twice: keep one")
    UNKNOWN_KEY_NEAR = mark("there is no key {word!r}: did you mean {near}?")
    UNKNOWN_KEY = mark("there is no key {word!r}: the keys are {keys}")
    NOT_A_TEXT = mark("write a text in quotes, of at most {most} letters")
    NOT_TEXTS = mark('write texts in brackets, such as ["5", "T"]')
    NOT_A_VERSION = mark('{text!r} isn\'t a version: write its six letters and digits, such as "d2fe5f"')
    NOT_A_FLAG = mark("write true or false")
    NOT_A_PACK = mark(
        "a pack has 52 cards, 53 or 54 with jokers, 36 from six, 32 from seven, 33 with a joker"
    )
    NOT_PLAYERS = mark('write how many can play, from 2 to 10, such as players = "3 to 7"')
    NOT_BLINDS = mark("write both blinds in chips, such as blinds = [1, 2]")
    SMALL_BLIND_LARGER = mark("the small blind comes first, and is the smaller one")
    NOT_A_LAYOUT = mark('write a row a text, such as layout = [" 1 ", "452", " 3 "]')
    NOT_A_LINE = mark('write a line as its places from 1 to 8, such as "1 5 3"')
    TOO_MANY_LINES = mark("a board has 1 to {most} lines")
    RANK_OR_CARD = mark(
        "{text!r} could be a rank or a card: write {rank!r} for the rank, or a card such as 5♠"
    )
    NOT_A_CARD = mark(
        "{text!r} isn't a card: ranks are 2 to 9, T, J, Q, K, A, and a card is a rank and c, d, h or s"
    )
    NOT_OPENERS = mark(
        '{text!r} opens no betting: write the lowest pair that does, such as "jacks or better"'
    )
    NOT_A_PRICE = mark('{text!r} isn\'t a price: write a rank, a colon and chips, such as "3: 2"')
    OFF_BOARD = mark("{text!r}: there are {n} common cards")
    NOT_WILD_NEAR = mark("{text!r} isn't wild: did you mean {near!r}?")
    NOT_WILD = mark(
        "{text!r} isn't a card or a rule: ranks are 2 to 9, T, J, Q, K, A; a rule is such as 'lowest hole card'"
    )
    NOT_REPEATED = mark("write repeated steps as 4 x (1 up, bet)")
    TOO_MANY_STEPS = mark("a deal has at most {most} steps")
    CLOSING_BRACKET = mark("a closing bracket has no opening one")
    OPENING_BRACKET = mark("an opening bracket has no closing one")
    NOT_A_COUNT = mark("{part!r}: write a number from 1 to {most}")
    TOO_LONG = mark("it has {n} letters, and a game takes at most {most}")
    NOT_TOML = mark("this isn't TOML: write a key, = and a value on each line")
    LINE_NOT_TOML = mark(
        'can\'t read {quoted!r}: write a key, = and a value, texts in quotes, lists in brackets, such as wild = ["5", "T"]'
    )
    SECTION = mark("leave {section} out: a game has keys and values, and no sections")
    NO_NAME = mark('the game has no name: write name = "Woolworth"')
    NO_DEAL = mark('no cards are dealt: write deal = "2 down, 4 x (1 up, bet), 1 down, bet"')
    FILE_NAME_TAKEN = mark("the file is called {text}, a name of the game {other}: rename it")
    NAME_TAKEN = mark("{text!r} is a name of the game {other}: choose another")
    KEY_NEEDS_LIMIT = mark('{key} needs a limit: write betting = "limit", "pot limit" or "no limit"')
    KEY_NEEDS_HOUSE = mark("{key} belongs to the house's betting, not to a limit")
    SECOND_RULE = mark("{text!r} is a second rule of its kind: write both in one")
    NO_LINES = mark('name the lines by the places of the common cards, such as lines = ["1 2 3", "4 2 5"]')
    NOT_SHARED = mark('write "high and low, declared", "high and low, eight or better", or both')
    NO_SUCH_GAME = mark("there is no game called {text!r}: `peder variants` lists them")
    NO_SUCH_GAME_NEAR = mark("there is no game called {text!r}: did you mean {near}?")
    NOT_FROM_CATALOGUE = mark("start from a game of the catalogue: `peder variants` lists them")
    OWN_KIND_OF_RULES = mark("{name} has rules of its own kind, which no file can change")
    TOO_MANY_PLAYERS = mark(
        "{players} players need {cards} cards ({each} each and {board} in common), and the pack has {pack}: at most {most} can play"
    )


@dataclass(frozen=True)
class Mistake(Fact):
    """A mistake in a definition."""

    kind: MistakeKind

    @classmethod
    def of(cls, kind: MistakeKind, **values: object) -> Mistake:
        return cls(kind, values)


class Fault(NamedTuple):
    """A mistake in a definition: its line, from 1, and the key it is in, "" for none."""

    line: int
    mistake: Mistake
    key: str = ""

    @property
    def text(self) -> str:
        """The sentence, without the line."""
        return str(self.mistake)

    def __str__(self) -> str:
        return tr("line {line}: {text}", line=self.line, text=self.text)


class MistakeError(Exception):
    """A value that can't be understood. `part` is the piece of it to look for in the file."""

    def __init__(self, mistake: Mistake, part: str = "") -> None:
        super().__init__(mistake)
        self.mistake, self.part = mistake, part
