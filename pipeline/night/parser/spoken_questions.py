"""Questions about a part that is missing from a spoken hand, and the short answers that complete it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from engine.api import VARIANTS, Catalogue
from pipeline.night.parser.hands import exact_game
from pipeline.night.parser.lines import LogError
from pipeline.night.parser.marking import Players, handles_in, marked
from pipeline.night.parser.plain_speech import plain
from pipeline.night.parser.spoken_words import (
    AND,
    EACH,
    FOLDS,
    HALF,
    MANY,
    NOTHING,
    OTHERS,
    WINS,
    WITH,
    C,
    one_of,
)


def each_alone(text: str) -> str | None:
    """The chips of a line that says only what each put in; None for another line.

    >>> each_alone("12 hver"), each_alone("7s 12 each")
    ('12', None)
    """
    match = _EACH_ALONE.fullmatch(plain(text).strip(" .!"))
    return match and (match[1] or match[2])


class Missing(Enum):
    """The parts that a spoken hand may lack."""

    GAME = "game"
    LEVEL = "level"
    WINNER = "winner"
    STAKE = "stake"
    FOLDED = "folded"
    HAND = "hand"
    MEANT = "meant"
    STAYED = "stayed"
    BANK = "bank"
    CHIPS = "chips"


OF_A_HAND = frozenset({Missing.GAME, Missing.LEVEL, Missing.WINNER, Missing.STAKE, Missing.FOLDED})
"""What a hand lacks that the hand's own words may say."""


@dataclass(frozen=True)
class Question:
    """A question about the missing part. `sentence` is the line so far; `handles` are the players whose chips are missing."""

    missing: Missing
    sentence: str
    handles: tuple[str, ...] = ()
    in_words: bool = True
    """Whether the hand is written in words; if it has only marks, the grammar's error says what is missing."""
    hand: int | None = None  # the hand that is asked about; None for the last
    meant: tuple[str, ...] = ()
    """Corrected words, which are in `sentence`."""
    note: str = ""
    """What was written after a semicolon."""

    def answered(self, answer: str, players: Players, games: Catalogue = VARIANTS) -> str | None:
        """Return the sentence completed by a short answer (``dorte``, ``14 each``); None if the answer is another line."""
        if answer.startswith("+"):
            return None
        words = answer.strip(" .!")
        chips = _CHIPS.fullmatch(plain(words).strip(" .!"))
        match self.missing:
            case Missing.MEANT:
                # repeating a corrected word also means yes
                accepted = (*YES, *(word.casefold() for word in self.meant), self.sentence.casefold())
                return self.sentence if words.casefold() in accepted else None
            case Missing.BANK:
                (handle,) = self.handles
                return next(
                    (
                        f"{verb} {handle} {self.sentence}"
                        for verb, form in BANK.items()
                        if re.fullmatch(form, words, re.I)
                    ),
                    None,
                )
            case Missing.CHIPS:
                return f"{self.sentence} {chips[1]}" if chips else None
            case Missing.STAYED:
                return self.sentence if words.casefold() in YES else None
            case Missing.HAND:
                if words.casefold() in NEW:
                    return self.sentence
                number = re.fullmatch(r"(?:hand |hånd |no\.? |nr\.? )?(\d{1,4})", words, re.I)
                if number or words.casefold() in LAST:
                    return f"edit {number[1] if number else ''} {self.sentence}"
                return None
            case Missing.GAME:
                game = exact_game(words.split(), games)
                return f"{words} {self.sentence}" if game and game[1] == len(words.split()) else None
            case Missing.LEVEL:
                return f"{self.sentence}, {chips[1]} each" if chips else None
            case Missing.FOLDED:
                named = _named(words, players)
                if not re.fullmatch(rf"(?:{_FOLDED_AT}{AND})*{_FOLDED_AT}", named):
                    return None
                folded = [
                    f"{' and '.join(handles_in(one[0]))} folded at {one[1]}"
                    for one in re.finditer(_FOLDED_AT, named)
                ]
                return ", ".join([self.sentence, *folded])
            case Missing.STAKE:
                if chips or words.casefold() in NOTHING:
                    stake = chips[1] if chips else "0"
                    return f"{self.sentence}, {' and '.join(self.handles)} folded at {stake}"
                stakes = self._stakes(words, players)
                return ", ".join([self.sentence, *stakes]) if stakes else None
        named = _named(words, players)
        if re.match(rf"{MANY} {WINS}\b", named):
            return f"{self.sentence}, {words}"
        is_name = re.match(rf"{MANY}(?: (?:{WITH}|{HALF})\b|$)", named)
        return f"{self.sentence}, winner {words}" if is_name else None

    def _stakes(self, words: str, players: Players) -> list[str]:
        """What each of the players put in who are asked about, by an answer that says it of some or in their order, as parts of
        a sentence; nothing if the answer is another line.
        """
        named = _named(words, players)
        if re.fullmatch(rf"{C}(?:{AND}{C})+", named):
            amounts = re.findall(C, named)
            if len(amounts) != len(self.handles):
                return []
            return [f"{who} folded at {chips}" for who, chips in zip(self.handles, amounts, strict=True)]
        if out := re.fullmatch(rf"(?:(?:{_THEY}|({MANY})) )?{_NOT_IN}", named):
            who = handles_in(out[1]) if out[1] else self.handles
            return [f"{' and '.join(who)} sat out"] if set(who) <= {*self.handles} else []
        if not re.fullmatch(rf"{_PUT_IN}(?:{AND}{_PUT_IN})*(?:{AND}{OTHERS}(?: {_HAD_IN})? {C})?", named):
            return []
        said = [(handles_in(one[1]), one[2]) for one in re.finditer(_PUT_IN, named)]
        if rest := re.search(rf"{OTHERS}(?: {_HAD_IN})? {C}$", named):
            known = {handle for who, _ in said for handle in who}
            said.append((tuple(handle for handle in self.handles if handle not in known), rest[1]))
        is_of_them = {handle for who, _ in said for handle in who} <= {*self.handles}
        return [f"{' and '.join(who)} folded at {chips}" for who, chips in said if who] if is_of_them else []


def _named(words: str, players: Players) -> str:
    """An answer with its players marked; "" if a name may be several players'."""
    try:
        return marked(words, players).casefold()
    except LogError:
        return ""


_CHIPS = re.compile(
    rf"(?:(?:it was|it's|det var|det er) )?(?:(?:about|at|ca\.?|{EACH}) )?{C}(?: chips| jetoner)?(?: (?:in|ind|til|from|fra))?(?: {EACH})?",
    re.I,
)
"""Chips that answer a question: ``14 each``, ``det var 12 til hver``."""
_EACH_ALONE = re.compile(rf"(?:{C}(?: chips| jetoner)?(?: (?:in|ind|til))? {EACH}|{EACH} {C})", re.I)
BANK = {
    "buy": r"(?:\w+ )?(?:buys?|bought|buying|rebuys?|rebuy|buy in|køber|købte|køb)(?: (?:it|them|den|dem|in))?",
    "loan": r"(?:\w+ )?(?:borrows?|borrowed|borrowing|loan|a loan|låner|lånte|lån|et lån)(?: (?:it|them|den|dem))?",
}


def bare_answer(said: str) -> str:
    """Return an answer without the words before and after it.

    >>> bare_answer("it was dorte."), bare_answer("alle lagde 14"), bare_answer("the pot was 70")
    ('dorte', '14', 'pot 70')
    """
    return _DID.sub("", _POT_WAS.sub("pot ", _LEAD_IN.sub("", said.strip(" .!"))))


_LEAD_IN = re.compile(
    r"(?:(?:it|that|this|det)(?:['\u2019]s| was| is| var| er)|(?:we|vi) (?:played|spillede)|"
    r"(?:(?:they|we|everyone|everybody|all|each|de|vi|alle|hver)(?: all| each| alle| hver)? )(?:had |havde )?(?:put in|paid|were in for|lagde|lagt|betalte)) ",
    re.I,
)
_POT_WAS = re.compile(r"(?:the |it was a )?(?:pot|potten|pulje|puljen)(?: was| is| var| er)? (?=\d)", re.I)
_DID = re.compile(r"(?: did| gjorde(?: det)?)(?: it)?$", re.I)
YES = ("yes", "y", "ja", "j", "ok", "yep", "yeah", "jo", "sure", "right", "rigtigt", "correct")
NO = (
    "no",
    "n",
    "nej",
    "nope",
    "næ",
    "forget it",
    "never mind",
    "nevermind",
    "skip it",
    "drop it",
    "glem det",
    "lige meget",
    "drop det",
)
NEW = ("new", "a new one", "new hand", "a new hand", "ny", "en ny", "ny hånd", "en ny hånd")
LAST = (
    "last",
    "the last",
    "the last one",
    "last hand",
    "the last hand",
    "sidste",
    "den sidste",
    "sidste hånd",
)
_THEY = one_of("he", "she", "they", "both", "all", "han", "hun", "de", "begge", "alle")
_NOT_IN = one_of(
    "(?:were|was|is|are)(?: not|n['\u2019]?t) in", "not in", "(?:sat|sitting|sits|sit) (?:it )?out", "out",
    "(?:var |er )?ikke med", "(?:sad|sidder) over",
)  # fmt: skip
_HAD_IN = one_of(
    "put in", "puts in", "had put in", "had", "in for", "in", "paid", "lagde", "havde lagt", "havde", "med",
    rf"{FOLDS}(?: (?:at|on|for|after|ved|på|efter))?", "at", "for", "with", "ved", "på",
)  # fmt: skip
_PUT_IN = rf"({MANY})(?: {_HAD_IN})? {C}"
# Narrower than _PUT_IN, which asks what players put in who are known to have folded: "bo paid 50" doesn't say that Bo folded.
_FOLDED_AT = rf"{MANY}(?: {FOLDS})?(?: {one_of('at', 'on', 'for', 'ved', 'på', 'with', 'med')})? ?{C}"
