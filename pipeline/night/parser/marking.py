"""The players of a sentence by their names: ``Bo Hansen folds`` as ``<b> folds``.

A player is recognized by the handle, the full name, or the beginning of it that only one has (``bo``, ``bo h``). A letter that is
an article too (``a pair``) is one where such a word follows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from engine.api import find_rank, fold_name
from language import join_words, tr
from pipeline.night.parser.lines import LogError
from pipeline.night.parser.names import Named, Words, former_names, later_names, words_of
from pipeline.night.parser.words import ARTICLES, HALVES, may_be_name

Players = Mapping[str, Named]
"""The players at the table by their handles."""

_ATOM = re.compile(r"[^\W\d_]+(?:['\u2019\u00b4`-][^\W\d_]+)*['\u2019]?|\d+|\S")
_PICTURE = re.compile(
    r"(?![\u2010-\u2015\u2212]\d)[^\w\s!-/:-@\[-`{-~\u00a2-\u00a5\u20a0-\u20cf½\u2019\u00b4]"
)
"""A sign that says nothing: an emoji, but no minus of a number and no currency."""
_NO_MARK = {"<": "\u2039", ">": "\u203a"}
"""What stands for signs that were typed, so that ``<i>`` is no player."""
_AFTER_ARTICLE = re.compile(
    "cards?|kort|kind|pair|par|two|to|three|tre|set|straight|flush|full|fuldt|hus|boat|peder|break|pause|pot|game|spil|"
    "hand|hånd|low|lav|high|høj|royal|small|big|single|double|queen|king|jack|ace|wild|side|re-?buy|buy-?in|loan|lån|bet|bluff|bluf|chip|lot|bit|nut|"
    "joke|wheel|head|piece|quarter|kvart|fjerdedel|little|better|worse|great|good|nice|new|short|while|caller|total|better|count|seven|six|eight|nine|five|four|ten|limit|fixed"
)


def marked(text: str, players: Players) -> str:
    """Return a sentence with its players as ``<handle>``, commas apart, without marks at its end and pictures. Raises
    LogError for a name that may be several players'.

    >>> marked("Bo folds, Dorte won!", replay.night.handles)
    '<b> folds , <d> won'
    """
    atoms = list(_ATOM.finditer(_PICTURE.sub(" ", text).rstrip(" .,!?;")))
    words = [atom[0] for atom in atoms]
    glued = [place > 0 and atoms[place - 1].end() == atom.start() for place, atom in enumerate(atoms)]
    table = _names(players)
    out = ""
    place = 0
    while place < len(words):
        word, before = words[place], words[place - 1] if place else ""
        inside = glued[place] and before[-1:].isalnum()  # the s of 7s
        handle, count = "", 0
        after_plus = glued[place] and before == "+"
        is_of_thing = (
            _is_article_of_thing(words, place)
            and not _find_player(words[place + 1 : place + 2], table, players)[0]
        )
        if not inside and (
            after_plus
            or not (
                is_of_thing or _is_article(words, place) or _is_in(words, place) or _is_rank(words, place)
            )
        ):
            handle, count = _find_player(words[place : place + 3], table, players)
        is_mark = word == "," and _is_decimal(words, glued, place)
        after_mark = before == "," and _is_decimal(words, glued, place - 1)
        apart = not (is_mark or after_mark) and (not glued[place] or word == "," or before == ",")
        out += (" " if out and apart else "") + (f"<{handle}>" if handle else _NO_MARK.get(word, word))
        place += count or 1
    return _PRICE.sub(",-", _JOINED.sub(" and ", out))


def _is_decimal(words: Sequence[str], glued: Sequence[bool], place: int) -> bool:
    """Whether a comma is that of ``12,50 kr``."""
    if not 0 < place < len(words) - 2 or not (glued[place] and glued[place + 1]):
        return False
    before, _, after, unit = words[place - 1 : place + 3]
    return before.isdigit() and after.isdigit() and len(after) < 3 and unit.casefold() in _UNITS


_UNITS = ("kr", "kroner", "øre", "dkk", "eur", "euro", "euros", "usd", "gbp", "€", "$", "£")
_PRICE = re.compile(r"(?<=\d) , ?[-–](?![\w-])")
"""The end of a price without decimals: ``300,-``."""
_JOINED = re.compile(r"(?<=>)(?:[/+]| [/+] )(?=<)")
"""What stands between two players in place of a word: ``a/b split``, ``a + b split``."""


def handles_in(text: str) -> tuple[str, ...]:
    """Return the handles in a marked text, each once.

    >>> handles_in("<b> folds , <d> won")
    ('b', 'd')
    """
    return tuple(dict.fromkeys(re.findall(r"<(\w+)>", text)))


def _is_article(words: Sequence[str], place: int) -> bool:
    if words[place].casefold() not in ARTICLES:
        return False
    before = words[place - 1].casefold() if place else ""
    if before in ("played", "playing", "spillede") or (place == 1 and before in ("in", "i", "at")):
        return True  # `in a hold'em 14, bo won`
    after, second = (word.casefold() for word in [*words[place + 1 : place + 3], "", ""][:2])
    if (
        after in HALVES
        and (before.isdigit() or before in ("", ",", "and", "og"))
        and second in ("", ",", "and", "og")
    ):
        return False  # `ohl 14 a low, bo high`
    return (
        bool(_AFTER_ARTICLE.fullmatch(after))
        or (after == "no" and second == "limit")
        or (after.isdigit() and second in ("pot", "pulje", "chip", "loan", "lån", "rebuy"))
    )


_BOUGHT = re.compile(
    r"(?:bought|buys|got|gets|ordered|orders|paid for|pays for|købte|køber|bestilte|bestiller)$", re.I
)
_NO_THING = re.compile(
    "and|og|each|hver|only|kun|alone|alene|too|also|også|back|tilbage|again|igen|from|fra|for|til|in|ind|with|med|chips?",
    re.I,
)


def _is_article_of_thing(words: Sequence[str], place: int) -> bool:
    """Whether a word such as `a` stands before what was bought: ``bo bought a pizza``."""
    after = words[place + 1] if place + 1 < len(words) else ""
    return (
        words[place].casefold() in ARTICLES
        and _BOUGHT.search(" ".join(words[max(place - 2, 0) : place])) is not None
        and len(after) > 2
        and after.isalpha()
        and not _NO_THING.fullmatch(after)
    )


_AFTER_RANK = re.compile(
    "high|høj|low|lav|up|or|eller|wild|vilde?|flush|straight|full|fuld|kicker|of|and|og|with|med"
)
_BEFORE_RANK = (
    "with",
    "med",
    "a",
    "an",
    "en",
    "et",
    "the",
    "of",
    "pair",
    "par",
    "two",
    "three",
    "four",
    "to",
    "tre",
    "fire",
    "eyed",
)


def _is_rank(words: Sequence[str], place: int) -> bool:
    """Whether a name such as Jack is the rank of a card: ``jacks or better``, ``a jack``, ``jack high``."""
    word = words[place].casefold()
    if len(word) < 3 or find_rank(word) is None:
        return False
    before = words[place - 1].casefold() if place else ""
    after = words[place + 1].casefold() if place + 1 < len(words) else ""
    if word.endswith("s"):
        return before in _BEFORE_RANK or bool(_AFTER_RANK.fullmatch(after))
    return before in _BEFORE_RANK or after == "kicker"


_BEFORE_I = ("", ",", "and", "og", "&", "+", "/", "til", "to", "winner", "vinder", "by", "af")
_AFTER_I = re.compile(
    "[,&+=*!/]|and|og|wins?|won|takes?|took|folds?|folded|buys?|leaves?|left|is|has|had|calls?|called|vandt|vinder|tog|tager|smed|smider|køber|købte|"
    "låner|går|gik|er|har|havde|deler|synede|splits?|matche[sdr]?|med|in|\\d+"
)


def _is_in(words: Sequence[str], place: int) -> bool:
    """Whether the letter i is the Danish preposition or the English pronoun rather than a handle."""
    if words[place] not in ("i", "I"):
        return False
    before = words[place - 1].casefold() if place else ""
    after = words[place + 1].casefold() if place + 1 < len(words) else ""
    return before not in _BEFORE_I or not (not after or _AFTER_I.fullmatch(after))


def _names(players: Players) -> dict[Words, set[str]]:
    """What players may be called: the full name, its beginnings (``bo h`` too), the handle, a later word
    of the name, unless another player's name begins with it (Al for Big Al), and a former name that no other has.
    """
    former: dict[Words, set[str]] = {}
    later: dict[Words, set[str]] = {}
    table: dict[Words, set[str]] = {}
    for handle, player in players.items():
        words = words_of(player.name)
        for end in range(1, len(words) + 1):
            table.setdefault(words[:end], set()).add(handle)
            if end > 1:
                table.setdefault((*words[: end - 1], words[end - 1][:1]), set()).add(handle)
        for named, names_of in ((later, later_names), (former, former_names)):
            for words in names_of(player):
                named.setdefault(words, set()).add(handle)
    return {**former, **later, **table, **{(handle,): {handle} for handle in players}}


def _find_player(words: Sequence[str], table: Mapping[Words, set[str]], players: Players) -> tuple[str, int]:
    """The player whom the first words name, and how many words they are; "" and 0 for no player."""
    for count in range(len(words), 0, -1):
        key = tuple(map(fold_name, words[:count]))
        handles = table.get(key) or table.get((*key[:-1], _without_genitive(words[count - 1])), set())
        here = {handle for handle in handles if players[handle].status != "gone"} or handles
        if len(here) > 1:
            name = " ".join(words[:count])
            names = join_words([f"{players[handle].name} ({handle})" for handle in sorted(here)])
            raise LogError(tr("{text!r} may be {names}: write more letters.", text=name, names=names), name)
        if here:
            return here.pop(), count
    return "", 0


def _without_genitive(word: str) -> str:
    """Return ``Dorte's`` and ``Dortes`` as ``dorte``, folded; "" for a word that isn't a genitive."""
    bare = re.fullmatch(r"(.+?)(?:['\u2019\u00b4`]s?|(?<=..)s)", word)
    return fold_name(bare[1]) if bare and (len(word) != 3 or may_be_name(word)) else ""
