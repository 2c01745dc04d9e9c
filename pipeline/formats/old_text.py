"""Text from before Unicode, as spreadsheets still save it: its bytes don't say which letters they are, but words do."""

from __future__ import annotations

import re

WINDOWS = "cp1252"
_ENCODINGS = (WINDOWS, "mac_roman", "cp850")
"""The encodings in which spreadsheets save a CSV file without Unicode: of Windows, of the old Mac, of DOS."""
_USUAL = frozenset("æøåäöüéëÆØÅÄÖÜÉß")
_RARE_ON_WINDOWS = re.compile(r"[šžŠŽœŒŸ]|(?<=[a-z])[–—](?=[a-z])")
"""Characters of Windows whose bytes are usual letters on a Mac or in DOS."""
_SYMBOLS = frozenset("€£§°·½¼¾²³±×–—\u2018\u2019“”„…«»\u00a0\u00b4¨¡¿")
_ENDS = re.compile(r"(?<=[^\W\d_])\u2019(?=(?:s|t|d|m|ll|re|ve)?(?![^\W\d_]))|(?<=[OD])\u2019(?=[A-Z])")
"""An apostrophe that letters have around them: ``Bo's``, ``O'Brien``."""
_WORD = re.compile(r"[^\W\d_]+")
_ODD = re.compile(
    r"(?<=[^\W\d_])[¡-¿€£\u2018“„×…](?! )|[§°·½¼¾²³±×»\u2019”…\u00b4¨¿¡](?=[^\W\d_])|(?<=[^\W\d_])[¼¾¿®¯§«]"
)
"""Symbols that no writer puts next to a letter."""


class TwoReadingsError(ValueError):
    """A text that makes words in two encodings; its arguments are two readings of a word."""


def decode(data: bytes) -> str:
    """Return a text in the encoding in which its letters make words.

    Raises TwoReadingsError where several do, UnicodeDecodeError where the text has bytes that are no character.

    >>> [decode("Søren;Pål;Åse".encode(encoding)) for encoding in ("cp1252", "mac_roman", "cp850")]
    ['Søren;Pål;Åse', 'Søren;Pål;Åse', 'Søren;Pål;Åse']
    """
    texts: dict[str, str] = {}
    for encoding in _ENCODINGS:
        try:
            texts[encoding] = data.decode(encoding)
        except UnicodeDecodeError:
            continue
    faults = {encoding: _faults(text) for encoding, text in texts.items()}
    windows = texts.get(WINDOWS, "")
    if windows and not faults[WINDOWS][0] and not _RARE_ON_WINDOWS.search(windows):
        return windows
    fewest = min(odd for odd, _ in faults.values())
    if fewest:
        return data.decode(WINDOWS)
    words = {encoding: texts[encoding] for encoding, (odd, _) in faults.items() if not odd}
    if WINDOWS not in words:
        rare = min(faults[encoding][1] for encoding in words)
        words = {encoding: text for encoding, text in words.items() if faults[encoding][1] == rare}
    if len({*words.values()}) > 1:
        one, other = list(words.values())[:2]
        raise TwoReadingsError(
            *next((a, b) for a, b in zip(one.split(), other.split(), strict=False) if a != b)
        )
    return next(iter(words.values()))


def _faults(text: str) -> tuple[int, int]:
    """The number of odd characters and words of a text, and the number of unusual letters."""
    odd = len(_ODD.findall(_ENDS.sub("", text)))
    odd += sum(not (char.isascii() or char.isalpha() or char in _SYMBOLS) for char in text)
    rare = 0
    for match in _WORD.finditer(text):
        word = match[0]
        if word.isascii():
            continue
        around = text[max(match.start() - 1, 0) : match.start()] + text[match.end() : match.end() + 1]
        is_cased = word.islower() or word.isupper() or (word[0].isupper() and word[1:].islower())
        is_alone = len(word) == 1 and word not in "åøÅØàé"
        odd += not is_cased or is_alone or any(char.isdigit() for char in around)
        rare += sum(not char.isascii() and char not in _USUAL for char in word) + (word[0] in "äöüëéß")
    return odd, rare
