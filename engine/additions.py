"""What a dealer may add to a game: words to a record, and a call: a game and its additions to a game.

    wild 2 K Js one-eyed    vild 2 Ko Kns enøje    these ranks and cards are wild too
    rank 7                  rang 7                 wild instead of the ranks that the game names
    joker, jokers           joker, jokere          one or two jokers go into the pack, wild
    hilo                    høj lav                high and low share the pot, after a declaration
    psy                     psykologi              psychology: closed cards are turned one by one
    draw 4                  byt 4                  another number of cards may be exchanged
    spade                   høj spar               high spade not showing splits the pot
    fixed, pot, no limit                           the limit (hold'em and omaha)
    straddle                                       twice the big blind, put in before the deal (the same)
    alone                   alene                  house option: a designated card alone is wild (ruling 1)
    cap 20                  loft 20                house option: nobody matches more chips (ruling 19)
    charge                  gebyr                  house option: Bush League's wild cards cost (ruling 9)

Case, hyphens and accents don't matter, and every word can be typed on a Danish keyboard without AltGr.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from engine.cards import (
    JOKER_SET,
    JOKERS,
    ONE_EYED,
    RANK_COUNT,
    RANKS,
    card_set,
    card_text,
    cards_in,
    pack_of,
    parse_card,
    parse_rank,
    rank_set,
)
from engine.errors import CallError, CardError
from engine.variants import Variant, fold_name
from engine.variants.model import DESIGNATED, Op, Share, closed_cards, parse_programme

Limit = Literal["fixed", "pot", "no"]


@dataclass(frozen=True, kw_only=True)
class Additions:
    """What a dealer adds. `wild` is a set of cards, `rank` 0-12, `cap` in chips; None and 0 add nothing."""

    wild: int = 0
    rank: int | None = None
    jokers: int = 0
    limit: Limit | None = None
    straddle: bool = False
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
        object.__setattr__(self, "text", " ".join(_canonical(self)))

    def __str__(self) -> str:
        return self.text

    def __bool__(self) -> bool:
        return bool(self.text)


def _canonical(additions: Additions) -> Iterable[str]:
    if additions.wild:
        yield "wild"
        yield from wild_words(additions.wild)
    if additions.rank is not None:
        yield f"rank {RANKS[additions.rank]}"
    if additions.jokers:
        yield "joker" if additions.jokers == 1 else "jokers"
    if additions.limit:
        yield {"fixed": "fixed", "pot": "pot", "no": "no-limit"}[additions.limit]
    if additions.straddle:
        yield "straddle"
    if additions.draw is not None:
        yield f"draw {additions.draw}"
    if additions.psychology:
        yield "psy"
    if additions.high_low:
        yield "hilo"
    if additions.spade:
        yield "spade"
    if additions.alone:
        yield "alone"
    if additions.cap is not None:
        yield f"cap {additions.cap}"
    if additions.charge:
        yield "charge"


def wild_words(cards: int) -> list[str]:
    """A set of cards in as few words as can be: whole ranks, ``one-eyed``, single cards."""
    whole = [rank for rank in range(RANK_COUNT) if not rank_set(rank) & ~cards]
    rest = cards & ~rank_set(*whole)
    words = [RANKS[rank] for rank in whole]
    if rest & ONE_EYED and not ONE_EYED & ~cards:
        words.append("one-eyed")
        rest &= ~ONE_EYED
    return words + [card_text(card) for card in cards_in(rest)]


# What each word sets. `wild`, and those in _NUMBERED, are followed by more.
_FLAGS: dict[str, tuple[str, object]] = {
    **dict.fromkeys(("hilo", "highlow", "hojlav", "hl"), ("high_low", True)),
    **dict.fromkeys(("psy", "psykologi", "psychology"), ("psychology", True)),
    **dict.fromkeys(("spade", "highspade", "hojspar", "spar"), ("spade", True)),
    **dict.fromkeys(("fixed", "fixedlimit", "fast", "limit"), ("limit", "fixed")),
    **dict.fromkeys(("pot", "potlimit"), ("limit", "pot")),
    **dict.fromkeys(("nolimit", "nl"), ("limit", "no")),
    "straddle": ("straddle", True),
    "joker": ("jokers", 1),
    **dict.fromkeys(("jokers", "jokere", "2jokers", "2jokere"), ("jokers", 2)),
    **dict.fromkeys(("alone", "alene", "cardalone"), ("alone", True)),
    **dict.fromkeys(("charge", "gebyr"), ("charge", True)),
}  # fmt: skip
_WILD = ("wild", "vild", "vilde")
_ONE_EYED = ("oneeyed", "enoje", "enojet", "enojede")
_NUMBERED = {
    **dict.fromkeys(("draw", "byt", "bytte", "exchange"), "draw"),
    **dict.fromkeys(("cap", "loft"), "cap"),
    **dict.fromkeys(("rank", "rang"), "rank"),
}  # fmt: skip
_RANK_WORDS = {
    "deuces": 0, "toere": 0, "treere": 1, "firere": 2, "femmere": 3, "seksere": 4, "syvere": 5, "ottere": 6,
    "niere": 7, "tiere": 8, "jacks": 9, "knaegte": 9, "queens": 10, "damer": 10, "dronninger": 10,
    "kings": 11, "konger": 11, "aces": 12, "esser": 12,
}  # fmt: skip
_PLURAL = re.compile(r"('?e?re?|'s)$")  # 2'ere, 2'er, 2ere

ADDITION_WORDS: tuple[str, ...] = (
    "wild", "vild", "one-eyed", "enøje", "rank", "rang", "joker", "jokers", "hilo", "psy", "draw", "byt",
    "spade", "spar", "fixed", "pot", "no-limit", "straddle", "alone", "alene", "cap", "loft", "charge",
    "gebyr",
)  # fmt: skip
"""The words to offer while somebody types."""


def parse_additions(words: Iterable[str]) -> Additions:
    """Read additions in the words of this module's table; each item may hold several words.

    Raises CallError naming the word that can't be read.
    """
    additions, rest = read_additions(_split(words))
    if rest:
        near = difflib.get_close_matches(rest[0].casefold(), ADDITION_WORDS, n=1, cutoff=0.6)
        hint = f"did you mean {near[0]!r}?" if near else "write such as wild 2, hilo, psy or draw 4."
        raise CallError(f"{rest[0]!r} is no addition to a game: {hint}")
    return additions


def read_additions(words: Sequence[str], *, level_follows: bool = False) -> tuple[Additions, list[str]]:
    """Read the additions that a list of single words begins with; returns them and the words that are left.

    With `level_follows` a number of chips comes next, as on a line of the log: the last of the numbers after
    ``wild`` is left where nothing else can be the level (``vild 2 8 +b`` is twos wild and a level of 8,
    ``vild 2 8 14`` is twos and eights).

    Raises CallError where a word lacks what must follow it, or contradicts one before it.
    """
    found: dict[str, object] = {}
    wild = 0
    place = 0
    while place < len(words):
        name, span = _keyword(words, place)
        place += span
        if name in _WILD:
            end = place
            while end < len(words) and _wild_target(words, end)[1]:
                end += _wild_target(words, end)[1]
            if level_follows and end - place > 1 and words[end - 1].isdigit() and not _goes_on(words, end):
                end -= 1
            if end == place:
                after = repr(words[place]) if place < len(words) else "nothing"
                raise CallError(
                    f"{words[place - 1]!r} comes before {after}: name a rank, a card or one-eyed."
                )
            while place < end:
                cards, span = _wild_target(words, place)
                wild |= cards
                place += span
        elif name in _ONE_EYED:
            wild |= ONE_EYED
        elif name in _NUMBERED:
            _set(found, _NUMBERED[name], _number(words, place, _NUMBERED[name]), words[place - 1])
            place += 1
        elif name in _FLAGS:
            _set(found, *_FLAGS[name], words[place - 1])
        else:
            break
    return Additions(wild=wild, **found), list(words[place:])  # type: ignore[arg-type]


def _split(words: Iterable[str]) -> list[str]:
    return [word for text in words for word in re.split(r"[\s,;]+", text) if word]


def _keyword(words: Sequence[str], place: int) -> tuple[str, int]:
    """The keyword at a place and how many words it takes (``no limit`` is two); ("", 0) for none."""
    for span in (2, 1):
        if place + span <= len(words):
            name = fold_name("".join(words[place : place + span]))
            if name in _FLAGS or name in _NUMBERED or name in _WILD or name in _ONE_EYED:
                return name, span
    return "", 0


def _goes_on(words: Sequence[str], place: int) -> bool:
    """Whether another addition, or a number that can be the level, stands at a place."""
    return place < len(words) and (words[place][0].isdigit() or _keyword(words, place)[1] > 0)


def _wild_target(words: Sequence[str], place: int) -> tuple[int, int]:
    """The cards that the word at a place makes wild, and how many words that took; (0, 0) for none."""
    name, span = _keyword(words, place)
    if name in _ONE_EYED:
        return ONE_EYED, span
    if span:
        return 0, 0
    word = words[place]
    try:
        card = parse_card(word)
        return (0, 0) if card in JOKERS else (1 << card, 1)
    except CardError:
        pass
    try:
        return rank_set(_rank(word)), 1
    except CardError:
        return 0, 0


def _rank(word: str) -> int:
    named = _RANK_WORDS.get(fold_name(word))
    return parse_rank(_PLURAL.sub("", word)) if named is None else named


def _number(words: Sequence[str], place: int, name: str) -> int:
    word = words[place] if place < len(words) else ""
    if name == "rank":
        try:
            return _rank(word)
        except CardError as error:
            raise CallError(f"{words[place - 1]!r} needs a rank, such as {words[place - 1]} 7.") from error
    if not (word.isascii() and word.isdigit() and int(word) > 0):
        raise CallError(f"{words[place - 1]!r} needs a number, such as {words[place - 1]} 4.")
    return int(word)


def _set(found: dict[str, object], name: str, value: object, word: str) -> None:
    if found.setdefault(name, value) != value:
        raise CallError(f"{word!r} contradicts an addition before it: keep one of the two.")


NO_ADDITIONS = Additions()
"""The bare game."""


def call(variant: Variant, additions: Additions) -> Variant:
    """The game with what the dealer adds; `additions` of the result holds the canonical words.

    Raises CallError, in one sentence, where an addition makes no sense in the game.
    """
    called = variant
    for wanted, add in _CALLS:
        if wanted(additions):
            called = add(called, additions)
    return replace(called, additions=additions.text) if additions else variant


def _refuse(variant: Variant, why: str) -> CallError:
    return CallError(f"{variant.name}: {why}")


def _is_chase(variant: Variant) -> bool:
    return any(step.op is Op.CHASE for step in variant.steps)


def _needs_cards(variant: Variant, what: str) -> None:
    if variant.kernel:
        raise _refuse(variant, f"{what} goes with games that deal, bet and show, which this one is not.")


def _add_wild(variant: Variant, additions: Additions) -> Variant:
    _needs_cards(variant, "an extra wild card")
    absent = additions.wild & ~card_set(pack_of(variant.pack))
    if absent:
        raise _refuse(variant, f"{' '.join(wild_words(absent))} isn't in the pack of {variant.pack} cards.")
    if variant.short_order:
        raise _refuse(variant, "the short pack knows no wild card but a joker; poker-33 has one.")
    if not additions.wild & ~variant.wild_cards:
        raise _refuse(
            variant, f"{' '.join(wild_words(additions.wild))} is wild already, without an addition."
        )
    return replace(variant, wild_cards=variant.wild_cards | additions.wild)


def _name_rank(variant: Variant, additions: Additions) -> Variant:
    assert additions.rank is not None
    if not variant.wild_cards & ~JOKER_SET or variant.wild or variant.extra or variant.sent_out:
        raise _refuse(variant, f"no rank that {RANKS[additions.rank]} could replace; write wild to add one.")
    named = rank_set(*(rank for rank in range(RANK_COUNT) if not rank_set(rank) & ~variant.wild_cards))
    return replace(variant, wild_cards=variant.wild_cards & ~named | rank_set(additions.rank))


def _add_jokers(variant: Variant, additions: Additions) -> Variant:
    _needs_cards(variant, "a joker")
    if variant.pack != 52:
        raise _refuse(variant, "the pack has its own rule about jokers; poker-33 is the short pack with one.")
    jokers = card_set(JOKERS[: additions.jokers])
    pack: Literal[53, 54] = 53 if additions.jokers == 1 else 54
    return replace(variant, pack=pack, wild_cards=variant.wild_cards | jokers)


def _set_limit(variant: Variant, additions: Additions) -> Variant:
    if not variant.all_in:
        what = f"{additions.limit} limit" if additions.limit else "a straddle"
        raise _refuse(variant, f"{what} goes with the hold'em and omaha families alone.")
    limit = additions.limit or variant.betting.limit
    return replace(variant, betting=replace(variant.betting, limit=limit, straddle=additions.straddle))


def _set_draw(variant: Variant, additions: Additions) -> Variant:
    steps = variant.steps
    draws = [place for place, step in enumerate(steps) if step.op is Op.DRAW]
    if len(draws) != 1:
        why = "no cards are exchanged" if not draws else "its exchanges have limits of their own"
        raise _refuse(variant, f"{why}, so draw {additions.draw} can't be added.")
    held = closed_cards(steps[: draws[0]])
    if additions.draw is None or additions.draw > held:
        raise _refuse(variant, f"draw {additions.draw} is more than the {held} cards that a player holds.")
    return replace(variant, programme=re.sub(r"X\d+", f"X{additions.draw}", variant.programme))


def _add_psychology(variant: Variant, additions: Additions) -> Variant:
    _needs_cards(variant, "psychology")
    if any(step.op is Op.ORDER for step in variant.steps):
        raise _refuse(variant, "it is played with psychology as it is.")
    if _is_chase(variant) or not closed_cards(variant.steps):
        raise _refuse(variant, "psychology turns closed cards, and no player keeps any to the end.")
    # before a declaration, so that high/low is declared after the last betting round
    ordinary, declaration = re.fullmatch(r"(.*?)(\s*HL)?", variant.programme).groups("")  # type: ignore[union-attr]
    return replace(variant, programme=f"{ordinary} PSY{declaration}")


def _add_high_low(variant: Variant, additions: Additions) -> Variant:
    if variant.kernel:
        _needs_cards(variant, "high/low")
    if variant.share.startswith("declared"):
        raise _refuse(variant, "it is played high/low as it is.")
    if _is_chase(variant):
        raise _refuse(variant, "the last hand that wasn't beaten wins, so there is no low to share with.")
    share: Share = "declared-eight" if variant.share == "eight" else "declared"
    return replace(variant, share=share, programme=f"{variant.programme} HL")


def _add_spade(variant: Variant, additions: Additions) -> Variant:
    _needs_cards(variant, "the high spade")
    if _is_chase(variant) or not closed_cards(parse_programme(variant.programme)):
        raise _refuse(variant, "no card is closed at the showdown, so no spade is 'not showing'.")
    return replace(variant, spade=True)


def _card_alone(variant: Variant, additions: Additions) -> Variant:
    if not any(wild.kind in DESIGNATED for wild in variant.wild):
        raise _refuse(variant, "no single card is named wild, so 'alone' changes nothing.")
    return replace(variant, alone=True)


def _set_cap(variant: Variant, additions: Additions) -> Variant:
    if variant.kernel != "guts":
        raise _refuse(variant, "a cap on matching the pot goes with guts.")
    return replace(variant, cap=additions.cap or 0)


def _charge(variant: Variant, additions: Additions) -> Variant:
    if not variant.charge:
        raise _refuse(variant, "the house's charge for common wild cards goes with Bush League.")
    return replace(variant, levy=variant.charge)


# In order: psychology before the declaration, the high spade once it is known which cards stay closed.
_CALLS: tuple[tuple[Callable[[Additions], object], Callable[[Variant, Additions], Variant]], ...] = (
    (lambda a: a.rank is not None, _name_rank),
    (lambda a: a.wild, _add_wild),
    (lambda a: a.jokers, _add_jokers),
    (lambda a: a.limit or a.straddle, _set_limit),
    (lambda a: a.draw is not None, _set_draw),
    (lambda a: a.psychology, _add_psychology),
    (lambda a: a.high_low, _add_high_low),
    (lambda a: a.spade, _add_spade),
    (lambda a: a.alone, _card_alone),
    (lambda a: a.cap is not None, _set_cap),
    (lambda a: a.charge, _charge),
)
