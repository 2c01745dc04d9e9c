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
from pipeline.night.parser.spoken_words import AND, EACH, FOLDS, HALF, MANY, NOTHING, WINS, WITH, C, one_of


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
                try:
                    named = marked(words, players).casefold()
                except LogError:
                    return None
                if not re.fullmatch(rf"(?:{_FOLDED_AT}{AND})*{_FOLDED_AT}", named):
                    return None
                folded = [
                    f"{' and '.join(handles_in(one[0]))} folded at {one[1]}"
                    for one in re.finditer(_FOLDED_AT, named)
                ]
                return ", ".join([self.sentence, *folded])
            case Missing.STAKE:
                stake = "0" if words.casefold() in NOTHING else chips[1] if chips else None
                return stake and f"{self.sentence}, {' and '.join(self.handles)} folded at {stake}"
        try:
            names = re.match(rf"{MANY}(?= (?:{WITH}|{WINS}|{HALF})\b|$)", marked(words, players).casefold())
        except LogError:
            return None
        return f"{self.sentence}, winner {words}" if names else None


_CHIPS = re.compile(
    rf"(?:(?:it was|it's|det var|det er) )?(?:(?:about|at|ca\.?|{EACH}) )?{C}(?: chips| jetoner)?(?: (?:in|ind|til|from|fra))?(?: {EACH})?",
    re.I,
)
"""Chips that answer a question: ``14 each``, ``det var 12 til hver``."""
_EACH_ALONE = re.compile(rf"(?:{C}(?: chips| jetoner)?(?: (?:in|ind|til))? {EACH}|{EACH} {C})", re.I)
BANK = {
    "buy": r"(?:\w+ )?(?:buys?|bought|buying|rebuys?|rebuy|buy in|køber|købte|køb)",
    "loan": r"(?:\w+ )?(?:borrows?|borrowed|borrow it|loan|a loan|låner|lånte|lån|et lån)",
}
YES = ("yes", "y", "ja", "j", "ok", "yep", "yeah", "jo", "sure", "right", "rigtigt", "correct")
NO = ("no", "n", "nej", "nope", "næ")
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
_FOLDED_AT = rf"{MANY}(?: {FOLDS})?(?: {one_of('at', 'on', 'for', 'ved', 'på', 'with', 'med')})? ?{C}"
