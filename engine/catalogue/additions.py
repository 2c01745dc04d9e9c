"""What a dealer may add to a game: the words in Danish and English, and how they are read and written.

`engine.catalogue.calls` applies them to a game. Case, hyphens and accents don't matter, and every word can be typed
on a Danish keyboard without AltGr. `engine.cards.ranks` has the words for ranks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from itertools import takewhile

from engine.cards.card import (
    JOKERS,
    ONE_EYED,
    RANK_COUNT,
    RANKS,
    card_set,
    card_text,
    cards_in,
    parse_card,
    parse_cards,
    rank_set,
)
from engine.cards.ranks import find_rank, near_rank
from engine.catalogue.names import fold_name
from engine.errors import CallError, CardError, shortened
from engine.terms import Limit
from language import mark, nearest, tr
from language.suggestions import CUTOFF_OF_SHORT_WORDS


@dataclass(frozen=True)
class AdditionWord:
    """Words that set a `field` of `Additions` to a `value`.

    None for a value: cards, ranks or a number follow, as `form` shows. The first word is the canonical one.
    """

    field: str
    value: object
    words: tuple[str, ...]
    form: str
    about: str


ADDITIONS: tuple[AdditionWord, ...] = (
    AdditionWord("wild", None, ("wild", "vild", "vilde", "wildcard", "wildcards", "vildkort"),
                 "wild 2 9 one-eyed · deuces wild · wild Js", mark("these ranks and cards are wild too")),
    AdditionWord("ranks", None, ("rank", "rang", "ranks"),
                 "rank 7 J", mark("wild instead of the ranks that the game names")),
    AdditionWord("jokers", 1, ("joker",), "joker", mark("a joker goes into the pack, wild")),
    AdditionWord("jokers", 2, ("jokers", "jokere", "2 jokers", "2 jokere"),
                 "jokers", mark("two jokers go into the pack, wild")),
    AdditionWord("high_low", True, ("hilo", "høj lav", "high low", "high low split", "hi low", "hl"),
                 "hilo", mark("high and low share the pot, after a declaration")),
    AdditionWord("psychology", True, ("psy", "psykologi", "psychology"),
                 "psy", mark("psychology: closed cards are turned one by one")),
    AdditionWord("draw", None, ("draw", "byt", "bytte", "exchange"),
                 "draw 4", mark("another number of cards may be exchanged")),
    AdditionWord("spade", True,
                 ("spade", "high spade", "high spade not showing", "high spade not showing splits the pot",
                  "spar", "høj spar"),
                 "spade", mark("the high spade not showing splits the pot")),
    AdditionWord("limit", Limit.FIXED, ("fixed", "fixed limit", "fast", "limit", "fl"),
                 "fixed", mark("fixed limit (hold'em and omaha)")),
    AdditionWord("limit", Limit.POT, ("pot", "pot limit", "pl"), "pot", mark("pot limit (hold'em and omaha)")),
    AdditionWord("limit", Limit.NO, ("no-limit", "nl"), "no-limit", mark("no limit (hold'em and omaha)")),
    AdditionWord("straddle", True, ("straddle",),
                 "straddle", mark("twice the big blind, put in before the deal (hold'em and omaha)")),
    AdditionWord("by_letter", True, ("by-letter", "by the letter", "efter bogen"),
                 "pot by-letter",
                 mark("house option: a raise is at most the pot before the call (ruling 21)")),
    AdditionWord("alone", True, ("alone", "alene", "card alone"),
                 "alone", mark("house option: a designated card alone is wild (ruling 1)")),
    AdditionWord("cap", None, ("cap", "loft", "terrill", "terrill rule"),
                 "cap 20", mark("house option: a cap on the chips that a player matches (guts, ruling 19)")),
    AdditionWord("charge", True, ("charge", "gebyr"),
                 "charge", mark("house option: Bush League's wild cards cost (ruling 9)")),
)  # fmt: skip

_PICTURES = ("", " picture card", " picture cards", " face card", " face cards", " card", " cards")
_BILLEDKORT = ("", " billedkort", " kort")
CARD_PHRASES: dict[str, int] = {
    **dict.fromkeys((f"one-eyed{word}" for word in _PICTURES), ONE_EYED),
    **dict.fromkeys((f"{eyed}{word}" for eyed in ("en-øjede", "en-øjet", "en-øje") for word in _BILLEDKORT),
                    ONE_EYED),
    **dict.fromkeys(("one-eyed jacks", "one-eyed jack", "en-øjede knægte", "en-øjet knægt"),
                    card_set(parse_cards("Js Jh"))),
    **dict.fromkeys(("one-eyed king", "en-øjet konge"), card_set(parse_cards("Kd"))),
}  # fmt: skip
"""Sets of cards that have a name; the first one is also an addition by itself."""

JOINING = frozenset({"og", "and", "&", "samt"})
"""Words that join two ranks, and are skipped."""
CALLING = frozenset({"er", "is", "are", "som", "as"})
"""Words between ranks and ``wild``, in `deuces are wild`."""


LARGEST = 1_000_000
"""The largest number that may follow a word."""


@dataclass(frozen=True, kw_only=True)
class Additions:
    """What a dealer adds; None, 0 and () add nothing.

    `wild` is a set of cards, `ranks` are 0-12 from the lowest, `cap` is in chips.
    """

    wild: int = 0
    ranks: tuple[int, ...] = ()
    jokers: int = 0
    limit: Limit | None = None
    straddle: bool = False
    by_letter: bool = False
    draw: int | None = None
    psychology: bool = False
    high_low: bool = False
    spade: bool = False
    alone: bool = False
    cap: int | None = None
    charge: bool = False
    text: str = field(init=False, compare=False)
    """The canonical words, "" for none; `parse_additions` reads them back as the same additions."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", " ".join(self.phrases()))

    def __str__(self) -> str:
        return self.text

    def __bool__(self) -> bool:
        return bool(self.text)

    def phrases(self) -> list[str]:
        """The canonical words, one addition an item: ``wild 2 K``, ``draw 3``, ``hilo``."""
        return [*self._phrases()]

    def _phrases(self) -> Iterator[str]:
        for name, value in ((one.name, getattr(self, one.name)) for one in fields(self) if one.init):
            if not value:
                continue
            entry = next(one for one in ADDITIONS if one.field == name and one.value in (None, value))
            if name == "wild":
                yield " ".join([entry.words[0], *wild_words(value)])
            elif name == "ranks":
                yield f"{entry.words[0]} {ranks_text(value)}"
            else:
                yield entry.words[0] if entry.value else f"{entry.words[0]} {value}"


def wild_words(cards: int) -> list[str]:
    """A set of cards in as few words as can be: whole ranks, ``one-eyed``, single cards."""
    whole = [rank for rank in range(RANK_COUNT) if not rank_set(rank) & ~cards]
    rest = cards & ~rank_set(*whole)
    words = [RANKS[rank] for rank in whole]
    if rest & ONE_EYED and not ONE_EYED & ~cards:
        words.append("one-eyed")
        rest &= ~ONE_EYED
    return words + [card_text(card) for card in cards_in(rest)]


_NOTHING = Additions()
_WORDS = {fold_name(word): entry for entry in ADDITIONS for word in entry.words}
_CARDS = {fold_name(phrase): cards for phrase, cards in CARD_PHRASES.items()}
_ALL_WORDS = [*(word for entry in ADDITIONS for word in entry.words), *CARD_PHRASES]
ADDITION_WORDS: tuple[str, ...] = tuple(word for word in _ALL_WORDS if " " not in word)
"""Words offered while typing."""
_LONGEST = max(len(phrase.split()) for phrase in _ALL_WORDS)


def parse_additions(words: Iterable[str]) -> Additions:
    """Read additions in the words of `ADDITIONS`; each item may hold several words.

    Ranks and cards stand after ``wild`` or before it: ``wild 2 9``, ``2'ere og 9'ere vilde``. Before it,
    ``2s`` are the twos; after it, the two of spades. Raises CallError naming the word that can't be read.

    >>> str(parse_additions(["wild", "2"]))
    'wild 2'
    """
    single = [word for text in words for word in re.split(r"[\s,;()]+", text) if word]
    return _Reader(single).read() if single else _NOTHING


class _Reader:
    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self.place = 0
        self.fields: dict[str, object] = {}
        self.wild = 0

    def read(self) -> Additions:
        while self.place < len(self.words):
            key, span = self._phrase(_WORDS)
            if span:
                self._addition(key, span)
            elif not self._cards_before_wild() and not self._named_cards() and not self._joined():
                raise self._stray()
        return Additions(wild=self.wild, **self.fields)  # type: ignore[arg-type]

    def _phrase(self, phrases: Iterable[str]) -> tuple[str, int]:
        """Return the longest phrase at this position, folded, and its number of words; ("", 0) for none."""
        for span in range(min(_LONGEST, len(self.words) - self.place), 0, -1):
            key = fold_name("".join(self.words[self.place : self.place + span]))
            if key in phrases:
                return key, span
        return "", 0

    def _addition(self, key: str, span: int) -> None:
        entry = _WORDS[key]
        phrase = " ".join(self.words[self.place : self.place + span])
        self.place += span
        if entry.field == "wild":
            self.wild |= self._cards_after(phrase)
            return
        value = entry.value
        if entry.field == "ranks":
            value = self._ranks_after(phrase)
        elif value is None:
            value = self._number_after(phrase)
        if self.fields.setdefault(entry.field, value) != value:
            raise CallError(
                tr("{said!r} contradicts an addition before it: keep one of the two.", said=phrase)
            )

    def _next(self) -> str:
        """Return the next word; words that join two ranks are skipped if another word follows."""
        while self.place + 1 < len(self.words) and self.words[self.place].casefold() in JOINING:
            self.place += 1
        return self.words[self.place] if self.place < len(self.words) else ""

    def _joined(self) -> bool:
        """Whether a word that joins two additions was skipped."""
        before = self.place
        self._next()
        return before < self.place

    def _cards(self, *, before: bool) -> int:
        """Return the ranks and cards at this position, up to another word; `before` the word ``wild``, ``2s`` are the
        twos.
        """
        cards = 0
        while word := self._next():
            is_first = not before and not cards  # in `wild 2 jokers` the twos are wild
            key, span = self._phrase(_CARDS)
            if span:
                self.place += span
                cards |= _CARDS[key]
            elif before and cards and word.casefold() in CALLING:
                self.place += 1
            elif (is_first or not self._phrase(_WORDS)[1]) and (some := _cards_of(word, plural=before)):
                self.place += 1
                cards |= some
            else:
                break
        return cards

    def _cards_after(self, phrase: str) -> int:
        cards = self._cards(before=False)
        if not cards:
            after = self._next()
            parts = {"said": phrase, "after": after, "wanted": _rank_wanted(after)}
            raise CallError(
                tr("{said!r} comes before {after!r}: {wanted}.", **parts)
                if after
                else tr("{said!r} comes before nothing: {wanted}.", **parts)
            )
        return cards

    def _ranks_after(self, phrase: str) -> tuple[int, ...]:
        ranks = set()
        while (rank := find_rank(self._next())) is not None:
            ranks.add(rank)
            self.place += 1
        if not ranks:
            near = near_rank(self._next())
            hint = (
                tr("did you mean {near!r}?", near=near)
                if near
                else tr("write such as {said} 7.", said=phrase)
            )
            raise CallError(
                tr(
                    "{said!r} needs a rank, such as 2 to 10, J, knægt or kings: {hint}",
                    said=phrase,
                    hint=hint,
                )
            )
        return tuple(sorted(ranks))

    def _number_after(self, phrase: str) -> int:
        word = self._next()
        digits = word.isascii() and word.isdigit()
        if digits and (len(word) > len(str(LARGEST)) or int(word) > LARGEST):
            raise CallError(
                tr(
                    "{said!r} takes a number up to {most}, and {word!r} is larger.",
                    said=phrase,
                    most=LARGEST,
                    word=shortened(word),
                )
            )
        if not digits or int(word) == 0:
            raise CallError(tr("{said!r} needs a number, such as {said} 4.", said=phrase))
        self.place += 1
        return int(word)

    def _cards_before_wild(self) -> bool:
        """Ranks and cards before the word ``wild``: ``deuces wild``, ``3's & 9's are wild``."""
        start = self.place
        cards = self._cards(before=True)
        key, _ = self._phrase(_WORDS)
        if cards and key and _WORDS[key].field == "wild":
            self.place += 1  # nothing else may follow: the words after it are read separately
            self.wild |= cards
            return True
        self.place = start
        return False

    def _named_cards(self) -> bool:
        """Read a phrase for cards that needs no other word: ``one-eyed``."""
        key, span = self._phrase(_CARDS)
        self.wild |= _CARDS.get(key, 0)
        self.place += span
        return span > 0

    def _stray(self) -> CallError:
        word = self.words[self.place]
        if _cards_of(word):
            return CallError(tr("{word!r} isn't an addition to a game: write wild before it.", word=word))
        addition = nearest(word.casefold(), ADDITION_WORDS, CUTOFF_OF_SHORT_WORDS)
        rank = near_rank(word)
        near = (rank or addition) if self._is_before_wild() else (addition or rank)
        hint = (
            tr("did you mean {near!r}?", near=near)
            if near
            else tr("write such as wild 2, hilo, psy or draw 4.")
        )
        return CallError(tr("{word!r} isn't an addition to a game: {hint}", word=shortened(word), hint=hint))

    def _is_before_wild(self) -> bool:
        """Whether ``wild`` follows the rank that it makes wild, with no cards after it."""
        rest = self.words[self.place + 1 :]
        passed = takewhile(
            lambda word: word.casefold() in JOINING | CALLING or _cards_of(word, plural=True), rest
        )
        after = rest[len(list(passed)) :]
        called = _WORDS.get(fold_name(after[0])) if after else None
        return bool(called and called.field == "wild") and not any(map(_cards_of, after[1:2]))


def _cards_of(word: str, *, plural: bool = False) -> int:
    """Return the cards that a word makes wild, a whole rank or one card; 0 for none. `plural`: ``2s`` are the twos."""
    rank = find_rank(word[:-1] if plural and word[-1:] in "sS" and word[:-1] else word)
    if rank is None:
        rank = find_rank(word)
    if rank is not None:
        return rank_set(rank)
    try:
        card = parse_card(word)
    except CardError:
        return 0
    return 0 if card in JOKERS else 1 << card


def _rank_wanted(word: str) -> str:
    near = near_rank(word) if word else ""
    wanted = tr("name a rank (2 to 10, J, knægt, kings), a card such as Js, or one-eyed")
    return tr("did you mean {near!r}? Else {wanted}", near=near, wanted=wanted) if near else wanted


def ranks_text(ranks: Iterable[int]) -> str:
    """Ranks as the canonical words have them: ``7 J``."""
    return " ".join(RANKS[rank] for rank in ranks)


NO_ADDITIONS = Additions()
"""The bare game."""
