"""Cards, and how people write them.

A card is one integer, ``16 * suit + rank``: rank 0-12 for 2 to ace, suit 0-3 for clubs, diamonds, hearts, spades. The
jokers are 13 and 29, at codes that no rank uses. A set of cards is one 64-bit integer with bit ``1 << card`` for
each, so every suit has a lane of 16 bits, and a hand can be examined by a few shifts (`engine.cards.high`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from engine.cards.ranks import RANK_WORDS, Language
from engine.errors import CardError
from language import tr

RANKS = "".join(words.short for words in RANK_WORDS["en"])
SUITS = "cdhs"
SUIT_WORDS: dict[Language, tuple[str, ...]] = {
    "en": ("clubs", "diamonds", "hearts", "spades"),
    "da": ("klør", "ruder", "hjerter", "spar"),
}
JOKERS = (13, 29)
SUIT_LANE = 16
UNKNOWN_CARD = 63
"""An unseen card in a record; no set holds it."""
_LANE = (1 << SUIT_LANE) - 1
RANK_COUNT = 13

_RANK_NAMES = {words.short.upper(): rank for table in RANK_WORDS.values() for rank, words in enumerate(table)}
_SUIT_NAMES = {
    **{suit: index for index, suit in enumerate(SUITS)},
    "♣": 0, "♦": 1, "♥": 2, "♠": 3, "♧": 0, "♢": 1, "♡": 2, "♤": 3,
    # Danish: klør, ruder, hjerter, spar
    "k": 0, "r": 1,
}  # fmt: skip
_PLAIN = {
    rank + suit: SUIT_LANE * place + number
    for place, suit in enumerate(SUITS)
    for number, rank in enumerate(RANKS)
}  # fmt: skip
"""Cards in the form that `card_text` writes, the most frequent one."""
_CARD = re.compile(r"(10|[2-9]|KN|KO|DA|ES|[TJQKA])([cdhskr♣♦♥♠♧♢♡♤])", re.IGNORECASE)
_JOKER = re.compile(r"jo(?:ker)?|🃏", re.IGNORECASE)
_SEPARATORS = re.compile(r"[\s,;]+")


LARGEST_PACK = 54


def pack_of(size: int) -> list[int]:
    """The cards of a pack: 52, 36 (six to ace), 32 (seven to ace), 33 (with a joker), 53 or 54 (jokers).

    >>> cards_text(pack_of(33)[-2:])
    'As Jo'
    """
    lowest = {32: 5, 33: 5, 36: 4}.get(size, 0)
    jokers = {33: 1, 53: 1, 54: 2}.get(size, 0)
    naturals = [SUIT_LANE * suit + rank for suit in range(4) for rank in range(lowest, RANK_COUNT)]
    return naturals + list(JOKERS[:jokers])


def parse_card(text: str) -> int:
    """Read one card: ``As``, ``10h``, ``T♥``, ``Jo``; in Danish ``Kn Da Ko Es`` and ``k r h s``. Raises CardError.

    >>> parse_card("Knr"), card_text(parse_card("Knr"))  # knægt, ruder
    (25, 'Jd')
    """
    if _JOKER.fullmatch(text):
        return JOKERS[0]
    match = _CARD.fullmatch(text)
    if match is None:
        raise CardError(
            tr("{text!r} is not a card: write rank and suit, such as As, 10h, Knr or Jo.", text=text)
        )
    return SUIT_LANE * _SUIT_NAMES[match[2].lower()] + _RANK_NAMES[match[1].upper()]


def parse_cards(text: str) -> list[int]:
    """Read cards separated by spaces or commas, or run together (``AsKd``); a second ``Jo`` is the other one.

    Raises CardError for text that isn't a card and for a card named twice.

    >>> parse_cards("As 10h")
    [60, 40]
    >>> cards_text(parse_cards("Esk, KorJo"))
    'Ac Kd Jo'
    """
    cards: list[int] = []
    for word in _SEPARATORS.split(text.strip()):
        plain = _PLAIN.get(word)
        if plain is not None:
            cards.append(plain)
        elif word:
            cards.extend(_parse_word(word, seen=cards))
        if len(cards) > LARGEST_PACK:
            break  # a card is named twice
    if len(set(cards)) < len(cards):
        twice = next(card for place, card in enumerate(cards) if card in cards[:place])
        raise CardError(
            tr(
                "{card} is named twice in {text!r}: a pack holds it once.",
                card=card_text(twice),
                text=text.strip(),
            )
        )
    return cards


def _parse_word(word: str, seen: list[int]) -> list[int]:
    """Read one word that may hold several cards."""
    joined = re.fullmatch(rf"(?:{_CARD.pattern}|{_JOKER.pattern})+", word, re.IGNORECASE)
    pieces = (
        [match[0] for match in re.finditer(rf"{_CARD.pattern}|{_JOKER.pattern}", word, re.IGNORECASE)]
        if joined
        else [word]
    )
    codes: list[int] = []
    for piece in pieces[: 2 * LARGEST_PACK]:
        card = parse_card(piece)
        if card == JOKERS[0] and card in seen + codes:
            card = JOKERS[1]
        codes.append(card)
    return codes


def card_text(card: int) -> str:
    """Write a card: ``As``, ``Td``, ``Jo``; ``??`` for an unseen one.

    >>> card_text(60), card_text(UNKNOWN_CARD)
    ('As', '??')
    """
    if card in JOKERS:
        return "Jo"
    if card == UNKNOWN_CARD:
        return "??"
    return RANKS[card % SUIT_LANE] + SUITS[card // SUIT_LANE]


def cards_text(cards: Iterable[int]) -> str:
    """Write cards in the order given, separated by spaces.

    >>> cards_text([60, 40])
    'As Th'
    """
    return " ".join(card_text(card) for card in cards)


def card_set(cards: Iterable[int]) -> int:
    """The set of some cards: bit ``1 << card`` for each.

    >>> bin(card_set([0, 2]))
    '0b101'
    """
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_in(mask: int) -> list[int]:
    """The cards of a set, by code.

    >>> cards_in(0b101)
    [0, 2]
    """
    cards = []
    while mask:
        card = mask & -mask
        cards.append(card.bit_length() - 1)
        mask ^= card
    return cards


def set_text(mask: int) -> str:
    """Write the cards of a set, by code, separated by spaces. Faster than `cards_text` of `cards_in`.

    >>> set_text(card_set(parse_cards("Kd 2c")))
    '2c Kd'
    """
    return " ".join(filter(None, (_lane_text(mask & _LANE << lane) for lane in range(0, 64, SUIT_LANE))))


@cache
def _lane_text(mask: int) -> str:
    return cards_text(cards_in(mask))


def rank_set(*ranks: int) -> int:
    """Return the set of all cards of some ranks (0-12).

    >>> set_text(rank_set(0, 12))
    '2c Ac 2d Ad 2h Ah 2s As'
    """
    return card_set(SUIT_LANE * suit + rank for suit in range(4) for rank in ranks)


JOKER_SET = card_set(JOKERS)
ONE_EYED = card_set(parse_cards("Js Jh Kd"))
"""The picture cards that show one eye (PR): jack of spades, jack of hearts, king of diamonds."""
