"""The names of melds and lows in English and Danish, for reading and writing."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards.card import RANK_COUNT
from engine.cards.categories import (
    CATEGORIES,
    CATEGORY_SHIFT,
    FIVE,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    HIGH_CARD,
    LANE,
    NATURAL_SHIFT,
    OWN_ORDERS,
    PAIR,
    PRIMARY_SHIFT,
    SECONDARY_SHIFT,
    SHORT_ORDER,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIR,
)
from engine.cards.ranks import RANK_WORDS, Language
from engine.catalogue import Variant, fold_name
from engine.catalogue.wild_text import spoken_ranks
from engine.errors import CardError
from engine.terms import Ranking
from language import text_by, tr
from language.melds import MELDS

MELD_NAMES = {
    "en": tuple(MELDS.values()),
    "da": (
        "højt kort", "et par", "to par", "tre ens", "straight", "flush", "fuldt hus", "fire ens",
        "straight flush", "fem ens", "badugi", "badugi med tre kort", "badugi med to kort",
        "badugi med et kort",
    ),
}  # fmt: skip
"""By category (`engine.cards.high`); in both languages, since the log is read in either."""

_MELD_WORDS: dict[str, int] = {
    **{fold_name(name): category for names in MELD_NAMES.values() for category, name in enumerate(names)},
    **{fold_name(name): category for category, name in enumerate(CATEGORIES)},
    "hk": HIGH_CARD, "high": HIGH_CARD, "hojt": HIGH_CARD, "nothing": HIGH_CARD, "ingenting": HIGH_CARD,
    "p": PAIR, "par": PAIR, "1par": PAIR, "1pair": PAIR, "onepair": PAIR,
    "2p": TWO_PAIR, "2par": TWO_PAIR, "2pair": TWO_PAIR, "twopairs": TWO_PAIR, "topar": TWO_PAIR,
    "3": THREE, "3ens": THREE, "tre": THREE, "trips": THREE, "threealike": THREE,
    "st": STRAIGHT, "str": STRAIGHT, "straight": STRAIGHT,
    "fl": FLUSH, "farve": FLUSH,
    "h": FULL_HOUSE, "hus": FULL_HOUSE, "fh": FULL_HOUSE, "house": FULL_HOUSE, "full": FULL_HOUSE,
    "4": FOUR, "4ens": FOUR, "fire": FOUR, "quads": FOUR, "fouralike": FOUR, "carre": FOUR,
    "sf": STRAIGHT_FLUSH, "royal": STRAIGHT_FLUSH, "royalflush": STRAIGHT_FLUSH,
    "5": FIVE, "5ens": FIVE, "fem": FIVE, "fivealike": FIVE,
}  # fmt: skip


def meld_name(category: int) -> str:
    """The name of a category (`engine.cards.high`).

    >>> meld_name(FULL_HOUSE)
    'full house'
    """
    return text_by(lambda: MELD_NAMES[spoken_ranks()][category])


def find_category(text: str) -> int:
    """The category that a person means: ``hus``, ``full house``, ``fl``, ``to par``, ``3 ens``.

    Raises CardError if no meld has that name.

    >>> meld_name(find_category("full house"))
    'full house'
    """
    category = _MELD_WORDS.get(fold_name(text))
    if category is None:
        raise CardError(
            tr("{text!r} isn't a meld: write such as pair, 2 par, straight, fl, hus, 4 ens or sf.", text=text)
        )
    return category


def _ranks_in(mask: int) -> list[int]:
    """The ranks of a set, the highest first."""
    return [rank for rank in reversed(range(RANK_COUNT)) if mask >> rank & 1]


def meld_category(score: int, *, short: bool = False, ranking: Ranking = Ranking.MELDS) -> int:
    """Return the category of a score, as an index of `engine.cards.categories.CATEGORIES`; `short` for a score in the order
    of the short pack.

    >>> from engine.cards.card import card_set, parse_cards
    >>> from engine.cards.high import CATEGORIES, natural_meld
    >>> CATEGORIES[meld_category(natural_meld(card_set(parse_cards("Kh Kd 7s 4c 2d"))))]
    'pair'
    """
    if ranking in OWN_ORDERS:
        return OWN_ORDERS[ranking][score >> CATEGORY_SHIFT]
    if ranking.lowball:
        from engine.cards.low import NO_LOW  # imports numba, which words don't need

        return NO_LOW - score >> CATEGORY_SHIFT
    return SHORT_ORDER[score >> CATEGORY_SHIFT + 1] if short else score >> CATEGORY_SHIFT


def category_of(variant: Variant, score: int) -> int:
    """The category of a score in a game, by its ranking and its order of melds.

    >>> from engine.cards.card import card_set, parse_cards
    >>> from engine.cards.high import natural_meld
    >>> from engine.catalogue import VARIANTS
    >>> meld_name(category_of(VARIANTS["omaha"], natural_meld(card_set(parse_cards("9s 9h 9d 4c 4s")))))
    'full house'
    """
    return meld_category(score, short=variant.short_order, ranking=variant.ranking)


def hand_ranks(score: int, ranking: Ranking) -> list[int]:
    """Return the ranks (0-12) of a score of any ranking, as `meld_ranks` does.

    >>> from engine.cards.card import card_set, parse_cards
    >>> from engine.cards.guest_rankings import rank_hand
    >>> score = rank_hand(Ranking.ACE_FIVE.code, card_set(parse_cards("Ac 2d 3d 5h 7s")))
    >>> hand_ranks(score, Ranking.ACE_FIVE)  # seven, five, three, two, ace
    [5, 3, 1, 0, 12]
    """
    if ranking.lowball:
        from engine.cards.low import NO_LOW

        return meld_ranks(NO_LOW - score, low=ranking is not Ranking.DEUCE_SEVEN)
    return meld_ranks(score)


def meld_ranks(score: int, *, low: bool = False) -> list[int]:
    """Return the ranks (0-12) as announced, then the civil cards, each highest first: of a straight the top card alone.

    `low` is for a score of `engine.cards.low`, where the ace is the lowest: it comes last in the list.

    >>> from engine.cards.card import card_set, parse_cards
    >>> from engine.cards.high import natural_meld
    >>> meld_ranks(natural_meld(card_set(parse_cards("7h 7d Ks 4c 2d"))))  # sevens with king, four, two
    [5, 11, 2, 0]
    """
    ranks = _ranks_in(score >> PRIMARY_SHIFT & LANE) + _ranks_in(score >> SECONDARY_SHIFT & LANE)
    return [(rank - 1) % RANK_COUNT for rank in ranks] if low else ranks


def rank_list(ranks: Sequence[int], language: Language) -> str:
    """Ranks in short: ``A K 9``, ``Es Ko 9``."""
    return " ".join(RANK_WORDS[language][rank].short for rank in ranks)


def meld_text(score: int, *, short: bool = False, ranking: Ranking = Ranking.MELDS) -> str:
    """A meld in words: ``full house, nines over fours``, with what decides between equal ones; where the
    lowest wins as `low_text` has it.

    >>> from engine.cards.card import card_set, parse_cards
    >>> from engine.cards.high import natural_meld
    >>> meld_text(natural_meld(card_set(parse_cards("9s 9h 4d 4c Ks"))))
    'two pair, nines and fours with K'
    """
    return text_by(lambda: _meld_text(score, spoken_ranks(), short=short, ranking=ranking))


def _meld_text(score: int, language: Language, *, short: bool, ranking: Ranking) -> str:
    category = meld_category(score, short=short, ranking=ranking)
    ranks = hand_ranks(score, ranking)
    words = RANK_WORDS[language]
    if ranking.lowball:
        ranks_text = "-".join(words[rank].short for rank in ranks)
        return ranks_text if category == HIGH_CARD else f"{MELD_NAMES[language][category]}, {ranks_text}"
    name = MELD_NAMES[language][category]
    with_, to, over, and_ = {"en": ("with", "to the", "over", "and"), "da": ("med", "til", "over", "og")}[
        language
    ]
    first, rest = ranks[0], ranks[1:]
    if category in (HIGH_CARD, FLUSH):
        text = f"{name}, {rank_list(ranks, language)}"
    elif category in (STRAIGHT, STRAIGHT_FLUSH):
        text = f"{name} {to} {words[first].one}"
    elif category == FULL_HOUSE:
        text = f"{name}, {words[first].several} {over} {words[rest[0]].several}"
        rest = []
    elif category == TWO_PAIR:
        text = f"{name}, {words[first].several} {and_} {words[rest[0]].several}"
        rest = rest[1:]
    else:
        text = f"{name}, {words[first].several}"
    if category in (PAIR, TWO_PAIR, THREE, FOUR) and rest:
        text += f" {with_} {rank_list(rest, language)}"
    return text if ranking is not Ranking.MELDS else text + _natural_text(score, category, language)


def _natural_text(score: int, category: int, language: Language) -> str:
    """What decides between equal melds when some cards are wild: the natural cards, or how many they are."""
    count = score & 0xF
    # the ranks named count once, but a pair has two cards, and so on
    size = len(meld_ranks(score)) + {PAIR: 1, TWO_PAIR: 2, THREE: 2, FOUR: 3}.get(category, 0)
    if count >= (size if category in (HIGH_CARD, PAIR, TWO_PAIR, THREE, FOUR) else 5):
        return ""
    if category in (STRAIGHT, FLUSH, STRAIGHT_FLUSH):
        natural = [
            (rank - 1) % RANK_COUNT for rank in reversed(range(14)) if score >> NATURAL_SHIFT >> rank & 1
        ]
        word = {"en": "natural", "da": "naturlige"}[language]
        return f" ({word} {rank_list(natural, language) or '–'})"
    return {"en": f" ({count} natural)", "da": f" ({count} naturlige)"}[language]


def low_text(score: int) -> str:
    """A low of `engine.cards.low` in words: ``6-4-3-2-A``, and the meld that it can't help making.

    >>> from engine.cards.card import card_set, parse_cards
    >>> from engine.cards.low import low_meld
    >>> low_text(low_meld(card_set(parse_cards("6s 4h 3d 2c As")), 0))
    '6-4-3-2-A'
    """
    return text_by(lambda: _low_text(score, spoken_ranks()))


def _low_text(score: int, language: Language) -> str:
    category = score >> CATEGORY_SHIFT
    ranks = meld_ranks(score, low=True)
    if category == HIGH_CARD:
        return "-".join(RANK_WORDS[language][rank].short for rank in ranks)
    return f"{MELD_NAMES[language][category]}, {rank_list(ranks, language)}"
