"""Cleans spoken lines: fillers, numbers in words, short forms, typos.

`plain` removes fillers from a line and writes numbers as digits; `spelled` corrects typos in known words. The log asks before it
uses a correction.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from engine.api import find_rank, fold_name

_CHAT = re.compile(
    r"^[\[(]?(?:(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}/\d{1,2}),? (?:(?:kl\.?|at) )?)?\d{1,2}(?::\d\d(?::\d\d)?(?:[ \u202f]?[ap]\.?m\.?)?[\])]?(?: [-–])?|\.\d\d(?:\.\d\d)?(?:[\])]| [-–]))"
    r" (?:~ ?)?(?:[^\W\d_][\w .]{0,30}: )?",
    re.I,
)
"""When a line was sent and by whom, where it was copied out of a chat."""
_BEFORE = re.compile(
    r"(?:(?:ok|okay|okey|so|well|u+m+|u+h+m?|e+rm|h+m+|hey|alright|all right|right|now|and|but|then|yeah|yes|yep|wow|damn|"
    r"nå|nåh|ø+h+m?|altså|så|jo|ja|jamen|hej|og|okay så|men|arh|(?:alright |ok |hey |hej )?(?:folks|guys|everyone(?=,)|venner|allesammen|alle sammen)|what an? [^\W\d_]+(?=[!,])|sikken? (?:en |et )?[^\W\d_]+(?=[!,])|arh|argh?|finally|endelig|dealer['\u2019]?s choice|(?:new|next) hand(?=[:,])|(?:we )?forgot(?=:)|(?:vi )?glemte?(?=:)|(?:ny|næste) hånd(?=[:,]))(?:\.{2,}|[,.:!… ])\s*)+",
    re.I,
)
_INSIDE = re.compile(
    r"(?:(?<=,)|(?<=\s)|^)\s*(?:u+h+m*|u+m+|e+rm|ø+h+m*|hmm+|altså|alligevel|after all|you know|like i said|i think|i guess|jeg tror|in the end|eventually|of course|finally|til sidst|selvfølgelig|endelig|heldigvis|til slut)(?:,|(?=\s))",
    re.I,
)
_AFTER = re.compile(
    r"(?:(?<![\s,])[\s,]+(?:lol|rofl|ha(?:ha)+|hehe|i think|i guess|i believe|i suppose|please|pls|thanks|thank you|thx|yeah|right|finally|"
    r"unfortunately|after all|alligevel|somehow|tror jeg|vist|vistnok|vist nok|tak|ikke sandt|for fanden|desværre|heldigvis|endelig))+[\s.!…?]*$",
    re.I,
)  # fmt: skip


def _of_rank(match: re.Match[str]) -> str:
    """``kongerne`` as ``konger``, ``toerne`` as ``toere``."""
    return match[1] + "e" * (
        match[1][-2:] == "er" and match[1].casefold() not in ("konger", "damer", "esser")
    )


_SHORT = (
    (_CHAT, ""),
    (re.compile(r"^[\"\u201c\u201d\u00ab\u00bb]+|(?<=\w)[\"\u201c\u201d\u00ab\u00bb]+$"), ""),  # a quotation
    (re.compile(r"\s*\|\s*"), ", "),
    (re.compile(r"^\s*\d{1,3}[.)]\s+(?=\d*[^\W\d_])"), ""),  # the number of a line in a list
    (re.compile(r"\b(konger|damer|knægte|esser|(?:to|tre|fir|femm|seks|syv|ott|ni|ti)er)ne(?= (?:er )?vilde?\b)", re.I), _of_rank),
    (re.compile(r"\b(hi|high|høj)/(lo|low|lav)\b", re.I), r"\1-\2"),
    (re.compile(r"\bw/(?!o\b)\s*|\bw (?=(?:an? |the )?(?:pair|trips|set|straight|flush|full|boat|quads|royal|nuts|(?:two|three|four|five) )s?)", re.I), "with "),
    (re.compile(r"(?<=\d) a (?:man|head|piece|person)\b", re.I), " each"),
    (re.compile(r"\b(?:m/|m\.)\s*(?=\w)", re.I), "med "),
    (re.compile(r"\b(winner|vinder(?:en)?)(?: is| was| er| var| blev)?\s*(?:[:…]|\.{2,})\s*", re.I), r"\1 "),
    (re.compile(r"\s[-–—]+\s|\s*…\s*|\.{3,}"), ", "),
    (re.compile(r"\s*\(([^()\d]*[^\W\d_]{4,}[^()\d]*)\)\s*$"), r", \1"),  # words, no cards
    (re.compile(r"(?<=[^\W\d_]{2})/(?=[^\W\d_]{2})"), " and "),  # anna/bo
    (re.compile(r"(?<=[^\W\d_]{4})[.!]+\s+(?=\w)|(?<=\d)[.!]+\s+(?!(?:kort|gade|runde|gang|street|card)\b)(?=[^\W\d_]{3}|(?-i:[A-ZÆØÅ]))"), ", "),  # the end of a sentence, unlike `nr. 4` and `bo h. wins`
    (re.compile(r"(?:(?<=\s)|(?<=,))(?:for (?:fanden|pokker|helvede|satan)|sgu|s'gu|fandeme|kraftedeme|fucking|bloody|frigging)(?=[\s,]|$)", re.I), ""),
)  # fmt: skip
_TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
    "tyve": 20, "tredive": 30, "fyrre": 40, "halvtreds": 50, "tres": 60, "halvfjerds": 70, "firs": 80, "halvfems": 90,
}  # fmt: skip
_ONES = {
    word: number
    for words in (
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
        "en to tre fire fem seks syv otte ni ti elleve tolv tretten fjorten femten seksten sytten atten nitten",
    )
    for number, word in enumerate(words.split(), 1)
}
_COMPOUND = {
    f"{tens}{gap}{one}": _TENS[tens] + _ONES[one]
    for tens in list(_TENS)[:8]
    for one in list(_ONES)[:9]
    for gap in ("-", " ")
}
_COMPOUND |= {
    f"{one}og{tens}": _TENS[tens] + _ONES[one] for tens in list(_TENS)[8:] for one in list(_ONES)[19:28]
}
NUMBERS = (
    {"hundred": 100, "hundrede": 100, "et hundrede": 100, "one hundred": 100, "a hundred": 100}
    | _COMPOUND
    | _TENS
    | _ONES
    | {"et": 1}
)
"""Numbers in Danish and English words."""
_NUMBER = "|".join(sorted(map(re.escape, NUMBERS), key=len, reverse=True))
_LARGE = "|".join(
    sorted((re.escape(word) for word, number in NUMBERS.items() if number > 9), key=len, reverse=True)
)
_COUNTED = re.compile(
    rf"\b({_NUMBER})(?= (?:(?:in |ind |inde )?(?:each|hver)|apiece|a piece|a head|chips?|jetoner|more|mere|peders?|pedere)\b)",
    re.I,
)
_COUNTED_LARGE = re.compile(
    rf"(?<![^\s,])({_LARGE})(?=[\s,.!]*$|,| (?:and|og|in the pot|i puljen|pot)\b|(?: \w+){{0,3}} (?:wins?|won|takes|took|vinder|vandt|tager|tog|folds?|folded|smed|smider)\b)",
    re.I,
)
"""A number from ten up in words where chips are possible; `two pair` and `seven stud` aren't chips."""
_FOLDED_AT = re.compile(
    rf"\b((?:folds?|folded|folder|foldede|smed|smider|out|ude|dropped out|lagde sig|gik ud|gik fra) (?:at|on|after|for|ved|på|efter) )({_NUMBER})(?![\w-]| (?:cards?|kort|gade|street))",
    re.I,
)
_GIVEN = re.compile(
    rf"^({_LARGE})(?= (?:to|til|for|from) )|(?<![^\s])({_LARGE})(?= (?:kr|kroner|dollars?|euros?|bucks)\b)",
    re.I,
)
_THOUSANDS = re.compile(r"(?<![\w.,])(\d{1,3})(?:[.,](\d))?k(?!\w)", re.I)
_MEANT = re.compile(
    r"(?<![\w.,/])\d+(?: (?:kr|each|hver))?(?: ?,)? (?:or |eller )?(?:oh )?(?:no wait|wait no|no sorry|no|wait|sorry|i mean|make that|nej vent|nej|undskyld|jeg mener|rettelse)(?: ?,)? (?=\d+(?: ?,| (?!card|kort|hand|hånd)|$))",
    re.I,
)
"""A number that is taken back at once: ``14, no wait, 15``."""
_HUNDREDS = re.compile(
    r"\b(?:(\d|one|two|three|four|five|six|seven|eight|nine|et|to|tre|fire|fem|seks|syv|otte|ni) (?:hundreds?|hundrede)"
    rf"|((?:a |another |endnu )?)(?:hundred|hundrede)(?= (?:and|og) ))(?: (?:and |og )?({_NUMBER}|\d\d?))?(?!\w)",
    re.I,
)
_PEDERS = re.compile(r"\b(\d{1,3}) (?:peders|pedere|peder)(?: (?:and |og )?(\d{1,2})(?! ?p))?(?!\w)", re.I)
_A_PEDER = re.compile(
    r"\b((?:buys?|bought|rebuys?|borrows?|borrowed|needs?|wants?|gets?|loan of|for|køber|købte|låner|lånte|mangler|lån på|have) )"
    r"(?:a|one|en|1) peder\b",
    re.I,
)
_MODAL = re.compile(
    r"\b(?:skal|vil|må|kunne)(?: (?:gerne|lige|godt))* (?=(?:købe|låne)\b)|\b(?:wants?|needs?|has|have|would like|is going|wanted) to (?=(?:re)?(?:buy|borrow)\b)",
    re.I,
)
"""``wants to buy 50`` says as much as ``buys 50``."""
_NOTHING = re.compile(
    r"\b(with|med) (?:nothing|zero|zip|zilch|ingenting|intet|nul|nada)(?: left| tilbage)?$", re.I
)


def plain(text: str) -> str:
    """Return a line without fillers, with numbers as digits.

    >>> plain("ok, bo buys two peders please")
    'bo buys 2p'
    """
    text, semicolon, note = text.partition(";")
    for pattern, written in _SHORT:
        text = pattern.sub(written, text)
    text = _AFTER.sub("", text.strip())
    text = _INSIDE.sub("", text)
    begun = _BEFORE.match(text)
    text = text[begun.end() :] if begun and begun.end() < len(text) else text
    text = _HUNDREDS.sub(_hundreds, text)
    for counted in (_COUNTED, _COUNTED_LARGE):
        text = counted.sub(lambda match: str(NUMBERS[match[1].casefold()]), text)
    text = _FOLDED_AT.sub(lambda match: f"{match[1]}{NUMBERS[match[2].casefold()]}", text)
    text = _GIVEN.sub(lambda match: str(NUMBERS[match[0].casefold()]), text)
    text = _THOUSANDS.sub(lambda match: f"{match[1]}{match[2] or 0}00", text)
    text = _MEANT.sub("", text)
    text = _A_PEDER.sub(r"\g<1>1p", text)
    text = _PEDERS.sub(lambda match: f"{match[1]}p{match[2] or ''}", text)
    text = _MODAL.sub("", text)
    text = _NOTHING.sub(r"\1 0", text)
    return " ".join(f"{text} {semicolon}{note}".split())


def _hundreds(match: re.Match[str]) -> str:
    """``two hundred and fifty`` as ``250``."""
    count, before, rest = match.groups()
    hundreds, more = (
        0 if word is None else int(word) if word.isdigit() else NUMBERS[word.casefold()]
        for word in (count or "1", rest)
    )
    return f"{'' if count or before == 'a ' else before}{100 * hundreds + more}"


def number_of(word: str) -> str:
    """Return a number in words as digits; other words unchanged.

    >>> number_of("Two"), number_of("to"), number_of("12"), number_of("bo")
    ('2', '2', '12', 'bo')
    """
    return str(NUMBERS.get(word.casefold(), word))


def words_of(patterns: Iterable[str]) -> frozenset[str]:
    """Return the words of four letters or more in regular expressions."""
    return frozenset(word for one in patterns for word in re.findall(r"(?<!\\)\b[^\W\d_]{4,}", one))


_WORD = re.compile(r"(?<![^\W\d_])[^\W\d_]{4,24}(?![^\W\d_])")
"""A word that may have a typo. Longer words aren't corrected: they would have thousands of variants."""


def spelled(text: str, vocabulary: Collection[str], names: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    """Return a line with its typos corrected, and the corrected words. A word of four letters or more is corrected if exactly one
    word of the vocabulary, or one name at the table, is one typo away. `names` are by their folded form. A note stays unchanged.

    >>> spelled("7s 14 drote wnis", {"wins"}, {"dorte": "Dorte"})
    ('7s 14 Dorte wins', ('Dorte', 'wins'))
    """
    put_in: list[str] = []

    def corrected(match: re.Match[str]) -> str:
        word = match[0].casefold()
        folded = fold_name(word)
        if word in vocabulary or folded in names or find_rank(word) is not None:
            return match[0]
        if any(name.startswith(folded) for name in names):
            return match[0]
        for slips in (_swaps, _slips):  # swapped letters are the most common typo
            meant = {one for one in slips(word) if one in vocabulary}
            meant |= {names[one] for one in slips(folded) if one in names}
            if meant:
                break
        if len(meant) != 1:
            return match[0]
        put_in.extend(meant)
        return put_in[-1]

    said, semicolon, note = text.partition(";")
    return f"{_WORD.sub(corrected, said)}{semicolon}{note}", tuple(put_in)


def _swaps(word: str) -> frozenset[str]:
    """Return the words with two neighbouring letters swapped."""
    cuts = [(word[:end], word[end:]) for end in range(len(word) - 1)]
    return frozenset(one + rest[1] + rest[0] + rest[2:] for one, rest in cuts) - {word}


@lru_cache(maxsize=256)
def _slips(word: str) -> frozenset[str]:
    """Return the words that are one typo away: a letter inserted, deleted or replaced, or two letters swapped."""
    letters = "abcdefghijklmnopqrstuvwxyzæøå"
    cuts = [(word[:end], word[end:]) for end in range(len(word) + 1)]
    fewer = (one + rest[1:] for one, rest in cuts if rest)
    other = (one + letter + rest[1:] for one, rest in cuts if rest for letter in letters)
    more = (one + letter + rest for one, rest in cuts for letter in letters)
    return frozenset((*_swaps(word), *fewer, *other, *more)) - {word}
