"""Melds as people announce them: ``kings up``, ``tre konger``, ``a boat``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.api import find_rank
from pipeline.bank.money import CHIPS
from pipeline.night.parser.words import complete_meld, read_meld


def first_meld(words: Sequence[str]) -> tuple[str, int]:
    """Return the meld that the words begin with, in the log's words, and its number of words; ("", 0) if there is none."""
    few = words[:7]
    end = next((place for place, word in enumerate(few) if word[0] in "<,+:("), len(few))
    for count in range(end, 0, -1):
        text = _as_announced(" ".join(few[:count]))
        if count == 1 and (re.fullmatch(CHIPS, text) or find_rank(text) is not None):
            continue
        if few[count - 1] in ("and", "og", "&", "with", "med", "of", "over"):
            continue  # `three kings and wins`
        if few[count - 1] == "a" and few[count - 2] in ("with", "and") and count < len(few):
            continue  # an article: `bo's straight with a flush`
        if few[count - 1] == "to" and words[count : count + 1] and words[count][0] == "<":
            continue  # `a pair to anna`
        if (
            count > 1
            and few[count : count + 1]
            and few[count] in ("pair", "pairs", "par", "of", "ens", "kind")
        ):
            continue  # `straight over two pair`
        announced = read_meld(_WITH_A.sub("with ", text))
        if announced and few[count : count + 1] == ["kicker"] and announced.text.count("-") == 1:
            continue  # `two pair with a king kicker` says nothing of the pairs
        if announced and few[count : count + 1] in (["draw"], ["draws"], ["træk"]):
            return "", 0  # `a flush draw` is no flush
        if announced is None and count == 1 and len(text) > 3:
            announced = read_meld(complete_meld(text))
        if announced:
            return announced.text, count
    return "", 0


_WITH_A = re.compile(r"\bwith an? (?=\w)")


def meld_in(text: str) -> str:
    """Return the words as a meld in the log's words, without an article; "" if they aren't a meld."""
    words = re.sub(r"^(?:an?|<a>|en|et) ", "", text.strip()).split()
    meld, count = first_meld(words)
    return meld if count == len(words) else ""


_ONE_RANK = r"([^\W_]+)"
_ANNOUNCED = tuple(
    (re.compile(form), said)
    for form, said in (
        (rf"(?:(?:two|2|to) (?:pairs?|par) )?{_ONE_RANK} up", r"two pair \1"),
        (r"([^\W\d_]{3,}(?:s|r|re)) (?:and|og|over) ([^\W\d_]{3,}(?:s|r|re))", r"two pair \1 \2"),
        (rf"{_ONE_RANK} (?:full|fuld)(?: (?:of|over|med) {_ONE_RANK})?", r"full house \1 \2"),
        (rf"(?:trip|trips|a set of|set of|three of) {_ONE_RANK}", r"trips \1"),
        (rf"(?:quad|quads|four of) {_ONE_RANK}", r"quads \1"),
        (r"(?:2|two|to) ((?:[2-9]|10)['\u2019]?s|[^\W\d_]{3,}(?:s|r|re))", r"pair \1"),
        (rf"(?:3|three|tre) {_ONE_RANK}", r"trips \1"),
        (rf"(?:4|four|fire) {_ONE_RANK}", r"quads \1"),
        (rf"(?:5|five|fem) {_ONE_RANK}", r"five \1"),
        (rf"{_ONE_RANK}[- ](?:high|høj)", r"high card \1"),
        (rf"(?:pocket|(?:an? |et )?(?:pair|par)(?: of| in| i| af)?) {_ONE_RANK}", r"pair \1"),
        (
            r"(?:the |a )?(?:nut |hjerter |spar |klør |ruder |heart |spade |club |diamond )(flush|straight)",
            r"\1",
        ),
        (rf"{_ONE_RANK}[- ]high (flush|straight)", r"\2 \1"),
        (rf"(straight|flush) (?:to|up to|til|op til) (?:the |en |et )?{_ONE_RANK}", r"\1 \2"),
        (
            r"((?:jack|queen|king|ace|ten|nine|eight)s|knægte|damer|konger|esser|tiere|niere|ottere)",
            r"pair \1",
        ),
        (r"(?:an? )?(?:royal|royal flush|kongelig flush)", "straight flush"),
        (r"fuld hus|fulde hus|full boat", "full house"),
    )
)


def _as_announced(text: str) -> str:
    """Return a meld in the log's words: ``kings up`` is ``two pair kings``, ``jacks`` is ``pair jacks``."""
    for form, template in _ANNOUNCED:
        match = form.fullmatch(text)
        ranks = (
            [word for word in match.groups() if word and word not in ("flush", "straight")] if match else []
        )
        ranks = [
            re.sub(r"(?<=\d)['\u2019]?s$", "", word) for word in ranks
        ]  # 9s are nines here, not the nine of spades
        if match and all(find_rank(word) is not None for word in ranks):
            whole = " ".join(re.sub(r"\b(\d+)['\u2019]?s\b", r"\1", match.expand(template)).split())
            if read_meld(whole):
                return whole
    return text
