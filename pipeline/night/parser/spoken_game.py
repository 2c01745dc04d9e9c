"""The game of a spoken hand: its name, what the dealer adds, what is wild."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.api import Additions, CallError, Catalogue, Variant, VariantError, parse_additions
from pipeline.bank.money import CHIPS
from pipeline.night.parser.hands import exact_game, is_part_of_name
from pipeline.night.parser.plain_speech import NUMBERS
from pipeline.night.parser.spoken_facts import HandFacts
from pipeline.night.parser.spoken_melds import first_meld
from pipeline.night.parser.spoken_words import RANK_WORD, WILD_RANKS, one_of
from pipeline.night.parser.words import ARTICLES


def with_additions(facts: HandFacts, call: str, games: Catalogue) -> str | None:
    """Return the call with the wild cards of the sentence (``7s 14, deuces wild``); None if they can't be read.

    If the game's own rules decide what is wild, as in Follow the Queen, such words describe the hand and become a note.
    """
    game = exact_game(game_words(call.split()), games)
    if facts.added and (game is None or game[0].share.value == "high"):
        call = f"{call} {facts.added[0]}"
    if game is not None and game[0].wild:
        facts.notes += facts.wild
        return call
    for phrase in facts.wild:
        words = [
            word
            for word in phrase.split()
            if word not in ("the", "are", "is", "er", "with", "med", "and", "og", "&", ",")
        ]
        added, after = take_additions(words)
        if not added or after or game is None:
            return None
        call = f"{call} {added}"
    return call


_SAME_GAME = one_of("(?:the )?same game(?: again)?", "(?:det )?samme spil(?: igen)?")


_ANOTHER = re.compile(
    r"(?:another|yet another|1 more|one more|(?:a|<a>)(?: new)?|new|endnu en|en(?: ny)?|ny) (?:hand|round|game|hånd|runde|omgang|gang)(?: (?:of|af|med|i))? "
)


def _without_another(words: list[str], games: Catalogue) -> list[str]:
    """Return a sentence without the words that say a hand of its game is another one: ``another hand of 7s, 14``."""
    begun = _ANOTHER.match(" ".join(words))
    rest = words[len(begun[0].split()) :] if begun else []
    game = exact_game(game_words(rest), games) if rest else None
    if game is None:
        return words
    more = rest[game[1] : game[1] + 1]
    return rest[: game[1]] + rest[game[1] + (more in (["more"], ["mere"], ["til"])) :]


_WILD_FIRST = re.compile(rf"(?:the )?({WILD_RANKS}) , (.+)")
"""What is wild before the game, which it doesn't name: ``kings are wild, seven card stud``."""


def take_call(plain: str, games: Catalogue) -> tuple[str, str]:
    """Return the game with its additions in the log's notation ("" if none is named), and the rest of the sentence."""
    plain = re.sub(rf"^(.+?) ,? ?{_SAME_GAME}(?=[ ,]|$)", r". , \1", plain)
    if first := _WILD_FIRST.fullmatch(plain):
        plain = f"{first[2]} , {first[1]}"
    words = _without_another(plain.split(), games)
    plain = " ".join(words)
    if again := re.match(
        r"(?:\.|the same(?: game| one)?(?: again)?|same(?: game)?(?: again)?|again|de[nt] samme(?: igen)?|samme(?: spil)?(?: igen)?|igen)(?=[ ,]|$)",
        plain,
    ):
        return ".", plain[again.end() :].strip(" ,")
    added, after = take_additions(words)
    game = exact_game(game_words(after), games) if added and after and after[0][0].isalnum() else None
    if game and (game[1] > 1 or len(after[0]) > 2):  # deuces wild five card draw
        return f"{' '.join(after[: game[1]])} {added}", " ".join(after[game[1] :])
    places = (
        [0] if exact_game(game_words(words), games) and not first_meld(words)[1] > 1 else range(len(words))
    )
    best = max(
        (
            (game[1], -place)
            for place in places
            if (game := exact_game(game_words(words[place:]), games))
            and not _is_rank(words, place, game[1])
            and (
                (not place and first_meld(words)[1] < 2)
                or game[1] > 1
                or (words[place - 1] in ("at", "playing", "played") and len(words[place]) > 2)
                or (place and len(words[place]) > 2 and all(word in _BEFORE_GAME for word in words[:place]))
                or (len(words[place]) > 4 and not first_meld(words[place : place + 1])[1])
                or (
                    words[place - 1] == ","
                    and re.fullmatch(rf",|{CHIPS}|", "".join(words[place + 1 : place + 2]))
                )
                or re.search(r"\d[a-z]|[a-z]\d", words[place])
            )
        ),
        default=None,
    )
    if best is None:
        added, after = take_additions(words)
        return added and f"? {added}", " ".join(after)
    count, place = best[0], -best[1]
    if words[place + count : place + count + 1] in (["hand"], ["hånd"], ["game"], ["round"], ["runde"]):
        del words[place + count]
    while place and words[place - 1] in _BEFORE_GAME:
        place -= 1
        del words[place]
    added, after = take_additions(words[place + count :])
    name = " ".join(words[place : place + count])
    if before := _limit_before(words[:place]):
        place, added = place - before[0], f"{before[1]} {added}"
        while place and words[place - 1] in _BEFORE_GAME:
            place -= 1
            del words[place]
    return f"{name} {added}".rstrip(), " ".join([*words[:place], ",", *after] if place else after)


_RANK = rf"(?:{RANK_WORD}|(?:[2-9]|10)['\u2019]?s|queen|house)"
"""Words of a meld that are names of games as well."""
_TWO_TO_FOUR = "|".join(word for word, number in NUMBERS.items() if 2 <= number <= 4)
_BEFORE_RANK = re.compile(
    rf"(?:with|med|on|på)(?: <a>)?|of|af|over|and|og|full|pairs?|par|trips?|sets?|quads?|{_TWO_TO_FOUR}|[2-4]"
)
_AFTER_RANK = re.compile(rf"(?:full|over|up|high)(?: .*|)|(?:and|og) {_RANK}")


def _is_rank(words: Sequence[str], place: int, count: int) -> bool:
    """Whether `count` words from a place on are a meld or a rank of one and no game: ``with straight``, ``a pair of 7s``, ``kings full``."""
    first = place
    while first < place + count - 1 and (words[first] in ARTICLES or _BEFORE_RANK.fullmatch(words[first])):
        first += 1
    before = " ".join([word for word in words[:first] if word not in ARTICLES][-2:])
    after = " ".join(words[place + count : place + count + 2])
    is_meld = first_meld(words[first : place + count])[1] == place + count - first
    if not (re.fullmatch(_RANK, words[first]) or is_meld) or before in ("hand of", "game of", "round of"):
        return False
    is_after = any(map(_BEFORE_RANK.fullmatch, (before, before.rpartition(" ")[2])))
    return is_after or _AFTER_RANK.fullmatch(after) is not None


_BEFORE_GAME = (
    "at",
    "in",
    "on",
    "of",
    "i",
    "på",
    "the",
    "playing",
    "play",
    "game",
    "a",
    "an",
    "en",
    "et",
    "we",
    "played",
    "vi",
    "spillede",
    "spiller",
)


def names_other_game(
    plain: str, call: str, game: tuple[Variant, int], remarks: Sequence[str], games: Catalogue
) -> bool:
    """Whether words that aren't understood may make a sentence's game another one: they stand before its name (``double
    holdem``), after a part of it (``texas rummy``), or name a second game (``7s 14 bo won on baseball``).
    """
    name = " ".join(call.split()[: game[1]])
    after = one_of(RANK_WORD, *map(re.escape, remarks))
    if is_part_of_name(name.split(), game[0], games) and re.search(
        rf"(?<!\S){re.escape(name)} {after}(?!\S)", plain
    ):
        return True  # `crazy eights` is no Crazy Pineapple
    before = re.search(rf"(?<!\S)([^\W\d_]+) (?:{one_of(*_BEFORE_GAME)} )*{re.escape(name)}(?!\S)", plain)
    if before and (first_meld([before[1]])[1] or any(one.split()[-1] == before[1] for one in remarks)):
        try:
            return games.find(f"{before[1]} {name}") != game[0]  # `halleys komet` is Hayleys Komet
        except VariantError:
            return True
    for words in map(str.split, remarks):
        for place in range(len(words)):
            other = exact_game(words[place:], games)
            is_name = (
                other and (other[1] > 1 or len(words[place]) > 4) and not _is_rank(words, place, other[1])
            )
            if other and is_name and other[0] != game[0] and not first_meld(words[place:])[1]:
                return True
    return False


def take_additions(words: list[str]) -> tuple[str, list[str]]:
    """Return the additions at the beginning of the words, in the log's notation, and the other words."""
    for end in range(min(4, len(words)), 0, -1):
        if any(word[0] in "<,+" for word in words[:end]) or _takes_level(words, end):
            continue
        if words[end - 1] == "pot" and re.fullmatch(
            rf"{CHIPS}|is|was|of|er|var|=.*", " ".join(words[end : end + 1])
        ):
            continue  # the pot, not its limit
        try:
            return parse_additions(words[:end]).text, words[end:]
        except CallError:
            continue
    return "", words


def _limit_before(words: Sequence[str]) -> tuple[int, str] | None:
    """How many of the last words before a game say its limit (``we played no limit hold'em``), and the limit."""
    for count in (2, 1):
        try:
            added = parse_additions(words[-count:] if len(words) >= count else [])
        except CallError:
            continue
        if added.limit and added == Additions(limit=added.limit) and words[-count:] != ["pot"]:
            return count, added.text
    return None


def _takes_level(words: Sequence[str], end: int) -> bool:
    """Whether the last word of a possible addition is the hand's level instead."""
    return words[end - 1].isdigit() and not any(re.fullmatch(CHIPS, word) for word in words[end : end + 2])


def game_words(words: Sequence[str]) -> list[str]:
    """Return the words that may name a game: those before a player or a comma, and chips for each after the comma."""
    end = next((place for place, word in enumerate(words[:8]) if word[0] in "<,+:("), min(len(words), 8))
    level = words[end + 1 : end + 2] if words[end : end + 1] == [","] else []
    is_each = (
        bool(level) and re.fullmatch(CHIPS, level[0]) and words[end + 2 : end + 3] in (["each"], ["hver"])
    )
    return [*words[:end], *(level if is_each else ())]
