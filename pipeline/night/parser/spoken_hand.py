"""Translates a hand in spoken words to the log's notation: ``follow the queen 20, queen then 7, dorte wins`` is
``follow-the-queen 20 +d ; queen then 7``.

A game, then parts in any order, each tried at each word by `_PARTS`. Words that no part takes are a note if they are
by themselves between commas and name no player; otherwise the sentence isn't understood. Missing parts make a
`Question`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum

from engine.api import VARIANTS, CallError, Catalogue, find_rank, parse_additions
from language import tr
from pipeline.bank.money import CHIPS, parse_chips
from pipeline.night.parser.hands import exact_game, said_in_english
from pipeline.night.parser.lines import LogError
from pipeline.night.parser.marking import Players, handles_in, marked
from pipeline.night.parser.plain_speech import spelled, words_of
from pipeline.night.parser.words import NOTE, complete_meld, present, read_meld


def one_of(*words: str) -> str:
    """One of some words in a regular expression."""
    return rf"(?:{'|'.join(words)})"


ONE = r"<(\w+)>"
_WHO = r"<\w+>"
_AND = r"(?: ,)?(?: (?:and|og|&))? "
MANY = rf"{_WHO}(?:{_AND}{_WHO})*"
C = rf"({CHIPS})"
_NO_CARDS = r"(?! (?:an?|<a>|et?|one|no|ingen|another|\d) (?:more )?(?:cards?|kort|break|pause|loan|lån)| cards?| kort| en pause| et lån)"
WINS = one_of(
    "wins?", "won", "winning", rf"(?:takes?|took|tager|tog){_NO_CARDS}",
    "scoops?", "scooped", "drags?", "dragged", "ships?", "shipped", "rakes?(?: in)?", "raked(?: in)?", "collects?", "collected", "grabs?", "grabbed",
    "pulls?", "pulled", "gets(?= it| the pot| that)", "got(?= it| the pot| that)", "(?:is |was )?(?:the )?winner",
    "vinder", "vandt", "vundet", "snupper", "snuppede", "scorer", "scorede", "henter", "hentede", "hiver", "hev",
    "clean(?:s|ed) (?:us|the table|everyone|everybody) out", "clean(?:s|ed) out (?:us|the table|everyone|everybody)", "clean(?:s|ed) up",
    "(?:rensede|renser|ryddede|rydder|tømte|tømmer|støvsugede) (?:bordet|os(?: alle)?)",
    "stikker af med", "stak af med", "løber med", "løb med", "får(?= den| puljen| potten)", "fik(?= den| puljen| potten)",
)  # fmt: skip
WITH = one_of("with", "med", "on", "på", "by", "holding", "having", "showing")
EACH = one_of(
    "each",
    "hver",
    "apiece",
    "a piece",
    "a head",
    "per man",
    "per player",
    "pr mand",
    "per mand",
    "per head",
    "pr næse",
)
EVERYONE = one_of("everyone(?:['\u2019]s)?", "everybody(?:['\u2019]s)?", "all", "alle")
OTHERS = one_of(
    "(?:all )?(?:the )?(?:others|rest)",
    "everyone else",
    "everybody else",
    "alle andre",
    "alle de andre",
    "de andre",
    "resten",
    "(?:vi|os|we|us) (?:andre|others)",
)
_FOLDS = one_of(
    "folds?", "folded", "folding", "folder", "foldede", "passes", "passed", "mucks?", "mucked", "smider", "smed", "drops? out", "dropped out",
    "quits?", "lægger sig", "lagde sig", "gets out", "got out", "gik fra", "går fra", "gave up", "gives up", "stod af", "står af",
)  # fmt: skip
_HALF = one_of("high", "hi", "low", "lo", "høj", "lav", "spade", "spades", "spar", "sparen")
_WHOLE = one_of(
    "it all",
    "all of it",
    "everything",
    "the lot",
    "det hele",
    "the whole pot",
    "the whole thing",
    "hele puljen",
    "hele potten",
    "alt",
)
_POT = one_of(
    _WHOLE, "(?:the )?(?:antes?|blinds?|indskuddene|indskuddet|money)", "(?:the |that )?pot", "puljen", "potten", "pulje", "it", "den(?: der| hånd)?", "that one", "that hand", "this one", "that", "(?:the )?hand", "hånden", "(?:the |den )?next one", "(?:også )?den næste",
)  # fmt: skip
_BEATS = one_of(
    "beats?",
    "beat",
    "slår",
    "slog",
    "outdraws?",
    "outdrew",
    "bests?",
    "over",
    "busts?",
    "busted",
    "bankede",
    "banker",
)
_HAS = one_of(
    "has", "had", "holds?", "held", "shows?", "showed", "hits?", "makes?", "made", "rivers?", "rivered", "turns up", "turned up", "flops?",
    "flopped", "har", "havde", "viser", "viste", "fik", "får", "ramte", "rammer", "gets", "got",
)  # fmt: skip
_SPLITS = one_of(
    "splits?",
    "shares?",
    "shared",
    "chops?",
    "chopped",
    "tied?",
    "ties",
    "divides?",
    "delt",
    "deler",
    "delte",
    "deles",
)
_WAYS = r"(?:(?:[2-6]|two|three|four|to|tre|fire)[ -]?(?:ways?|vejs?|dele|parts))"
_AT = one_of("at", "on", "for", "ved", "på", "after", "efter", "with", "med")
_CONNECTORS = re.compile(
    r"[,:.]|(?:and|og|then|so|but|men|så|declare[sd]?|declaring|melder|&|there|was|were|is|er|var|the|up|now|nu|who|that|der|som|just|lige|for|"
    r"at|in|til|til sidst|again|igen|blev|we|vi|played|spillede|it|det|den|down|home|hjem|also|også|a|an|en|et):?"
)
_NOTHING = ("0", "nothing", "none", "zero", "ingenting", "intet", "nul")
_VERB = re.compile(
    rf"(?:{WINS}|{_FOLDS}|lost|loses?|taber|tabte|matche[sdr]?|paid|pays?|calls?|called|syner|synede|left|leaves|buys?|bought|beats?|slår|slog|splits?|deler|delte|købte|køber)"
)
"""What players do: an unknown part with such a word names a player who isn't here, and is no note."""


_OTHERWISE = re.compile(
    r"(?:.*n['\\u2019]?t|not|never|almost|nearly|maybe|perhaps|probably|or|either|neither|if|when|unless|without|except|minus|less|plus|rake|"
    r"tip|next|næste|twice|most|half|quarter|third|thirds|rest|others|some|part|first|second|later|before|after|only|but|instead|oops|no|wrong|actually|"
    r"sorry|ikke|aldrig|næsten|måske|eller|hvis|uden|undtagen|mest|halvdelen|kvart|tredjedel|resten|andre|noget|from|fra|off|bank|banken|kun|men|først|senere|ups|"
    r"nej|forkert|undskyld|hov|delete|undo|cancel|slet|fortryd|who|what|how|which|hvem|hvad|hvor|hvilken|side)"
)
"""Words that may reverse the meaning: with one of them left over, nothing is a note."""


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


@dataclass(frozen=True)
class Question:
    """What a hand lacks. `said` is the sentence so far; `handles` are the players whose chips aren't said."""

    missing: Missing
    said: str
    handles: tuple[str, ...] = ()
    is_told: bool = True
    """Whether the hand is in words; for one in marks alone the grammar says what it lacks."""
    hand: int | None = None  # the hand that is asked about; None for the last
    meant: tuple[str, ...] = ()
    """Words that were probably meant: they stand in `said`."""

    def answered(self, answer: str, players: Players, games: Catalogue = VARIANTS) -> str | None:
        """The sentence with its answer of a word or two (``dorte``, ``14 each``); None for a line of its own."""
        if answer.startswith("+"):
            return None
        words = answer.strip(" .!")
        chips = re.fullmatch(rf"(?:about |at |ca\.? )?{C}(?: chips)?(?: {EACH})?", words, re.I)
        match self.missing:
            case Missing.MEANT:
                # a word that was put in is an answer too
                accepted = (*YES, *(word.casefold() for word in self.meant), self.said.casefold())
                return self.said if words.casefold() in accepted else None
            case Missing.BANK:
                (handle,) = self.handles
                return next(
                    (
                        f"{verb} {handle} {self.said}"
                        for verb, form in BANK.items()
                        if re.fullmatch(form, words, re.I)
                    ),
                    None,
                )
            case Missing.STAYED:
                return self.said if words.casefold() in YES else None
            case Missing.HAND:
                if words.casefold() in NEW:
                    return self.said
                number = re.fullmatch(r"(?:hand |hånd |no\.? |nr\.? )?(\d{1,4})", words, re.I)
                if number or words.casefold() in LAST:
                    return f"edit {number[1] if number else ''} {self.said}"
                return None
            case Missing.GAME:
                game = exact_game(words.split(), games)
                return f"{words} {self.said}" if game and game[1] == len(words.split()) else None
            case Missing.LEVEL:
                return f"{self.said}, {chips[1]} each" if chips else None
            case Missing.FOLDED:
                try:
                    named = marked(words, players).casefold()
                except LogError:
                    return None
                if not re.fullmatch(rf"(?:{_FOLDED_AT}{_AND})*{_FOLDED_AT}", named):
                    return None
                folded = [
                    f"{' and '.join(handles_in(one[0]))} folded at {one[1]}"
                    for one in re.finditer(_FOLDED_AT, named)
                ]
                return ", ".join([self.said, *folded])
            case Missing.STAKE:
                stake = "0" if words.casefold() in _NOTHING else chips[1] if chips else None
                return stake and f"{self.said}, {' and '.join(self.handles)} folded at {stake}"
        try:
            names = re.match(rf"{MANY}(?= (?:{WITH}|{WINS}|{_HALF})\b|$)", marked(words, players).casefold())
        except LogError:
            return None
        return f"{self.said}, winner {words}" if names else None


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
_FOLDED_AT = rf"{MANY}(?: {_FOLDS})?(?: {one_of('at', 'on', 'for', 'ved', 'på', 'with', 'med')})? ?{C}"


@dataclass
class _Told:
    """What the parts of a sentence have said so far of a hand."""

    players: Players
    level: str | None = None
    pot: str | None = None
    stakes: dict[str, str] = field(default_factory=dict)
    """What stands after a handle: ``3`` folded at 3, ``=40`` put in 40, ``-`` sat out, "" stayed."""
    cards: dict[str, int] = field(default_factory=dict)  # chips for bought cards
    open: list[str] = field(default_factory=list)  # folded, and at how much isn't said
    matched: dict[str, str] = field(default_factory=dict)
    both: list[str] = field(default_factory=list)  # declared both and won neither
    pedere: list[str] = field(default_factory=list)
    wins: list[list[str]] = field(default_factory=list)  # handle, chips, half, meld, which pot
    pot_named: str = ""
    meld: str = ""  # a meld whose winner comes
    last: str = ""
    all_in: str = ""
    ending: str = ""
    quarters: dict[str, int] = field(default_factory=dict)
    """Quarters of the pot by handle; 0 is the rest."""
    amounts: dict[str, str] = field(default_factory=dict)
    """Chips after a name without a verb: what the player put in, where others are said to win."""
    rest: str = ""  # what the others put in
    has_side_pots: bool = True
    is_unreadable: bool = False
    is_doubtful: bool = False  # words after a number that aren't understood, and may say what it is
    added: list[str] = field(default_factory=list)  # additions that stand apart from the game
    dealer: str = ""
    is_of_each: bool = False  # the level is what each put in
    others: str | None = None  # at how much all others folded, "" where it isn't said
    takes_all: bool = False
    bare: str = ""  # a player of whom nothing is said
    shown: dict[str, str] = field(default_factory=dict)  # melds of players of whom isn't said that they won
    lost: list[str] = field(default_factory=list)
    wild: list[str] = field(default_factory=list)
    is_in_or_out: bool = False
    has_halves: bool = False
    has_blinds: bool = False
    notes: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)  # notes that aren't understood
    parts: int = 0  # parts in words

    def note_blinds(self, blinds: str) -> None:
        self.has_blinds = True
        self.notes.append(f"blinds {blinds}")

    @property
    def dealt_in(self) -> list[str]:
        """The players who may be in the hand: those who are here and don't pause."""
        return [one for one in present(self.players) if self.players[one].status == "playing"]

    def win(self, names: str, chips: str | None = "", half: str | None = "") -> None:
        for handle in handles_in(names):
            known = next((win for win in self.wins if win[0] == handle and win[4] == self.pot_named), None)
            if known and not chips and not half:  # `bo slår anna og vinder`
                continue
            self.wins.append([handle, chips or "", half or "", self.meld, self.pot_named])
            self.meld = ""

    def win_pot(self, names: str, pot: str) -> None:
        """A win of the main pot, or of the side pot."""
        self.pot_named = "side" if pot.startswith("si") else ""
        self.win(names)
        self.pot_named = ""

    def win_all(self, names: str) -> None:
        self.takes_all = True
        self.win(names)

    def quarter(self, name: str, said: str) -> None:
        number = next((n for n, form in _FRACTIONS.items() if re.fullmatch(form, said)), 0)
        self.quarters |= dict.fromkeys(handles_in(name), number)

    def amount(self, name: str, chips: str) -> None:
        self.amounts |= dict.fromkeys(handles_in(name), chips)

    def beat(self, winners: str, losers: str) -> None:
        self.win(winners)
        self.stake(losers, "")

    def all_folded(self, winner: str | None, chips: str | None = "") -> None:
        """All but one folded; at how much may be said."""
        self.others = chips or ""
        if winner:
            self.win(winner)

    def stake(self, names: str, text: str) -> None:
        for handle in handles_in(names):
            self.stakes[handle] = text
            if handle in self.open:
                self.open.remove(handle)

    def fold(self, names: str, chips: str | None) -> None:
        if chips is not None:
            self.stake(names, chips)
        else:
            self.open += [handle for handle in handles_in(names) if handle not in self.open]

    def sit_out(self, names: str) -> None:
        self.stake(names, "-")

    def only(self, names: str) -> None:
        if self.is_in_or_out:
            self.win(names) if len(handles_in(names)) == 1 else self.stake(names, "")
            return
        for handle in present(self.players):
            if handle not in handles_in(names):
                self.stakes[handle] = "-"

    def lose(self, names: str) -> None:
        self.lost += handles_in(names)

    def is_all_in(self, names: str, chips: str | None) -> None:
        self.all_in = chips or self.all_in
        if self.all_in:
            self.stake(names, f"={self.all_in}")

    def call(self, names: str, chips: str | None) -> None:
        if chips or self.all_in:
            self.stake(names, f"={chips or self.all_in}")

    def buy_card(self, name: str, chips: str) -> None:
        for handle in handles_in(name):
            self.cards[handle] = self.cards.get(handle, 0) + parse_chips(chips)


_Part = Callable[[_Told, "re.Match[str]"], None]


def _set_level(told: _Told, match: re.Match[str]) -> None:
    told.level = match[1]


def _set_level_of_each(told: _Told, match: re.Match[str]) -> None:
    told.level, told.is_of_each = match[1], True


def _goes_to(told: _Told, match: re.Match[str]) -> None:
    """Some went as high as this: the level, where none is said."""
    if told.level is None:
        told.level = match[2]
    told.stake(match[1], f"={match[2]}" if told.level != match[2] else "")


def _set_pot(told: _Told, match: re.Match[str]) -> None:
    told.pot = match[1] or match[2] or match[3]


def _each_all_in(told: _Told, match: re.Match[str]) -> None:
    for who, chips in re.findall(rf"({_WHO}) {C}", match[0]):
        told.is_all_in(who, chips)


def _note(told: _Told, match: re.Match[str]) -> None:
    told.notes.append(re.sub(r"<(\w+)>", lambda who: told.players[who[1]].name, match[0]))


def _subjectless(told: _Told, match: re.Match[str]) -> None:
    told.win(f"<{told.last}>", match[1])


def _say_wild(told: _Told, match: re.Match[str]) -> None:
    told.wild.append(match[0])


def _lose(told: _Told, match: re.Match[str]) -> None:
    told.lose(match[1])
    if told.is_in_or_out:
        told.matched |= {one: told.matched.get(one, "") for one in handles_in(match[1])}
    else:
        _note(told, match)


def _pay(told: _Told, match: re.Match[str]) -> None:
    """A loser pays the pot in a game in or out; in another nobody knows what."""
    if told.is_in_or_out:
        told.matched |= dict.fromkeys(handles_in(match[1]), "")
    else:
        told.is_unreadable = True


def _beats(told: _Told, match: re.Match[str]) -> None:
    told.beat(match[1], match[2])


def _all_in_against(told: _Told, match: re.Match[str]) -> None:
    told.stake(match[1], f"={told.all_in}" if told.all_in else "")
    told.stake(match[2], f"={told.all_in}" if told.all_in else "")


_MELD_WORD = one_of(
    "to par", "two", "pair", "par", "tre", "three", "trips?", "fire", "four", "fem", "five", "quads?", "flush", "straight", "fuldt", "full",
    "hus", "house", "boat", "set", "esser", "konger", "damer", "knægte", "aces", "kings", "queens", "jacks", "nothing",
)  # fmt: skip
_FRACTIONS = {
    3: r"3/4|¾|three[- ]quarters?|tre ?kvart(?:e|er)?|tre fjerdedele|75 ?%",
    2: r"1/2|½|(?:a )?half|(?:den )?halve|halvdelen|50 ?%",
    1: r"1/4|¼|(?:(?:a|one|the|en) )?(?:quarter|kvart(?:en)?|fjerdedel)|25 ?%",
}
"""How quarters of a pot are called, by their number."""
_QUARTERS = one_of(*_FRACTIONS.values())
_MAIN = r"main(?: ?-?pot)?|hoved(?: ?-?(?:puljen?|potten))?"
_SIDE = r"side ?-?(?:pot|puljen?|potten)|side"
_RANK = (
    r"(?:one[- ]eyed |enøjede |black |red |sorte |røde )?(?:deuces?|twos|threes?|treys|fours?|fives?|sixes|sevens?|eights?|nines?|tens?|jacks?|"
    r"queens?|kings?|aces?|jokers?|jokere|toere|treere|firere|femmere|seksere|syvere|ottere|niere|tiere|knægte|damer|konger|esser|"
    r"(?:[2-9]|10)['\u2019]?(?:s|ere)?|[jqka]s?)"
)
_RANK_WORD = r"(?:deuces|twos|threes|fours|fives|sixes|sevens|eights|nines|tens|jacks|queens|kings|aces|toere|treere|firere|femmere|seksere|syvere|ottere|niere|tiere|knægte|damer|konger|esser)"
_RANKS = rf"{_RANK}(?:(?: ,| (?:and|og|&)| , (?:and|og|&)) {_RANK})*"
_WILD = one_of("wild", "vilde?", "jokers?")
_ACTS = one_of(
    "raises?",
    "raised",
    "bets?",
    "opens?",
    "opened",
    "checks?",
    "checked",
    "hæver",
    "hævede",
    "better",
    "åbner",
    "åbnede",
    "checker",
    "checkede",
    "reraised",
    "reraises",
)
_PARTS: tuple[tuple[str, _Part], ...] = (
    (rf"{EVERYONE}(?: {one_of('in', 'with', 'med', 'plays', 'spiller', 'stayed')})?,? {one_of('but', 'except', 'undtagen', 'uden', 'på nær')} ({MANY})",
     lambda told, said: told.sit_out(said[1])),
    (rf"({EVERYONE}|{OTHERS})(?: (?:else|andre))? {_FOLDS}(?: {_AT} {C})?(?: (?:to|til|for|after|efter) ({_WHO}))?(?: {_AT} {C})?", lambda told, said: told.all_folded(said[3], said[2] or said[4])),
    (rf"(?:{EVERYONE}|{OTHERS}) (?:is |was |are |were |er |var |dropped |went )?(?:out|ude|ud|væk)(?: {_AT} {C})?", lambda told, said: told.all_folded(None, said[1])),
    (r"(?:no one|nobody|noone|ingen) (?:(?:else|andre) )?(?:called?|calls|synede|syner|kaldte)(?: (?:it|him|her|den|ham|hende))?(?: (<\w+>))?|no callers?|without a caller|uncalled|usynet",
     lambda told, said: told.all_folded(said[1])),
    (r"(?:nobody|no one|noone|ingen)(?: (?:is|was|went|goes|stayed|stays|gik|går|er|var|blev))?(?: (?:in|med|inde))", lambda told, said: setattr(told, "ending", "++")),
    (rf"(?:(?:with|med|and|og) )?(?:{_RANKS} (?:(?:are|is|er) )?{_WILD}|{_WILD}:? {_RANKS})", _say_wild),
    (rf"({_WHO}) (?:{WINS} )?(?:the )?({_MAIN}|{_SIDE})", lambda told, said: told.win_pot(said[1], said[2])),
    (rf"({_MAIN}|{_SIDE})(?: (?:to|goes to|went to|til|is|er|for))*:? ({_WHO})", lambda told, said: told.win_pot(said[2], said[1])),
    (rf"(?:dealt|dealer|giver|delt ud)(?: (?:by|af|is|er|:))* ({_WHO})|({_WHO}) (?:dealt|deals|gave|gav|giver|delte ud|deler ud|dealing)(?! \d)",
     lambda told, said: setattr(told, "dealer", handles_in(said[0])[0])),
    (rf"(?:without|uden) ({MANY})|({MANY}) {one_of('sat', 'sits?', 'sitting', 'sidder', 'sad', 'was sitting')}(?: (?:this one|den))? {one_of('out', 'over', 'ude')}",
     lambda told, said: told.sit_out(said[1] or said[2])),
    (rf"({MANY}) (?:in )?(?:only|alone|kun|alene)|(?:only|just|kun) ({MANY})(?: {one_of('played', 'play', 'were in', 'spillede', 'var med', 'in', 'med')})?",
     lambda told, said: told.only(said[1] or said[2])),
    (rf"{EVERYONE}(?: {one_of('puts?', 'in', 'for', 'at', 'stay', 'stays', 'stayed', 'paid', 'pays', 'giver', 'gav', 'lægger', 'lagde', 'med', 'på', 'with', 'inde', 'ind')})* {C}(?: {EACH})?",
     _set_level_of_each),
    (rf"(?:{WITH} )?{C} (?:chips )?(?:(?:in|ind|inde) )?{EACH}", _set_level_of_each),
    (rf"(?:(?:the |a )?(?:pot|pulje|puljen|potten)(?: (?:is|was|of|er|var|på|at))*:? {C}|{C} (?:(?:chips |jetoner )?(?:in the (?:pot|middle)|i (?:puljen|potten|midten)|on the table|på bordet)|pot|pulje)|={C})", _set_pot),
    (rf"{OTHERS} (?:(?:put|puts|pay|paid|pays|went|go|goes|stayed|gav|giver|lagde|lægger|in|ind|at|for|på|med|with|til|to) )*{C}(?: {EACH})?", lambda told, said: setattr(told, "rest", said[1])),
    (r"heads[- ]?up|(?:the )?same (?:bet|stakes?|ante|money|amount)|samme (?:indsats|indskud|beløb)", lambda told, said: None),
    (rf"({_WHO}) (?:(?:just )?(?:bluff(?:s|ed)|bluffer|bluffede|scare[sd]?|skræmmer|skræmte|raise[sd]?)) (?:{EVERYONE}|{OTHERS}|us(?: all)?|os(?: alle)?|the table|bordet)(?: (?:off|out|away|ud|væk|af|fra))*(?: {_POT})?",
     lambda told, said: told.all_folded(said[1])),
    (rf"({_WHO}) (?:(?:{WINS}|gets?|got|får|fik|has|har) )?({_QUARTERS})(?: of it| of (?:the )?pot| af (?:den|puljen|potten))?(?! (?:with|for|med) )", lambda told, said: told.quarter(said[1], said[2])),
    (rf"({_QUARTERS}) (?:(?:goes|went|gik|of it|of the pot|af puljen) )*(?:to|til|for) ({_WHO})", lambda told, said: told.quarter(said[2], said[1])),
    (rf"({_WHO}) (?:(?:{WINS}|gets?|got|får|fik) )?(?:the rest|resten)|(?:the rest|resten)(?: (?:goes|went|gik))? (?:to|til) ({_WHO})", lambda told, said: told.quarter(said[1] or said[2], "")),
    (rf"(?:{_WAYS} )?{_SPLITS}(?: {_WAYS})?(?: {_POT})?(?: {_WAYS})?(?: {one_of('between', 'by', 'among', 'mellem', 'imellem', 'af', 'for')})? ({MANY})", lambda told, said: told.win(said[1])),
    (rf"({MANY}) (?:both )?{_SPLITS}(?: {_WAYS})?(?: {_POT})?(?: {_WAYS})?", lambda told, said: told.win(said[1])),
    (rf"({MANY}) (?:just )?{_BEATS} ({MANY})", _beats),
    (rf"({_WHO}) (?:(?:{WINS}|gets|got|får|fik) )?{_WHOLE}|({_WHO}) scoop(?:s|ed)?(?: {_POT})?", lambda told, said: told.win_all(said[1] or said[2])),
    (rf"({_WHO}) (?:{one_of('both', 'begge')} )(?:and )?(?:fails?|failed|misses|missed|fejler|fejlede|loses|lost|taber|tabte)",
     lambda told, said: told.both.extend(handles_in(said[1]))),
    (rf"({MANY}) (?:(?:{WINS}|gets?|got|får|fik|has|had|har|havde) )?(?:the )?({_HALF}|both|begge)(?: half| halvdelen| side)?(?! card)", lambda told, said: told.win(said[1], "", said[2])),
    (rf"({_HALF})(?: half)?(?: {_SPLITS}(?: (?:between|by|mellem|af))?)? (?:(?:to|for|til|goes to|went to|gik til) )?({MANY})", lambda told, said: told.win(said[2], "", said[1])),
    (rf"(?:(?:with|med) )?(?:(?:an?|en|et) )?(?:{_RANK}|six|seven|seks|syv|otte|fem|five|four|fire|ni)[- ](?:low|lav)", _note),
    (rf"({_WHO}) (?:(?:{WINS}|gets|got|fik|får) )?(?:the )?(?:half|halvdelen)(?: {_POT}| of it| af den)? (?:with|for|med) (?:the |en |et )?({_HALF})", lambda told, said: told.win(said[1], "", said[2])),
    (rf"({_WHO}) (?:(?:{WINS}|gets|got|fik|får) )?(?:the other half|den anden halvdel)", lambda told, said: told.win(said[1])),
    (r"(?:(?:jacks|queens|kings|knægte|damer|konger) (?:or|eller) (?:better|bedre))|(?:on|på) (?:the )?(?:river|turn|flop|riveren|turnen|floppet|floden|last card|sidste kort)", _note),
    (r"no (?:qualifying )?low|no lows|ingen lav", lambda told, said: told.notes.append(said[0])),
    (rf"({MANY}) (?:just |then |lige |også |also )?{WINS}(?: (?:down|hjem))?(?: {_POT})?(?: (?:down|home|hjem|in|too|also|også))?(?:(?: {one_of('of', 'på')})? {C}(?: chips)?)?", lambda told, said: told.win(said[1], said[2])),
    (rf"(?:winner|winners|vinder|vindere)(?: is| are| er|:)? ({MANY})(?: {C})?", lambda told, said: told.win(said[1], said[2])),
    (rf"(?:vandt|vinder|tog) ({MANY})(?: {_POT})?", lambda told, said: told.win(said[1])),  # i holdem vandt bo
    (rf"(?:fik|viste|havde|har) ({_WHO})", lambda told, said: setattr(told, "bare", handles_in(said[1])[0])),
    (rf"(?:won|taken|vundet|taget) (?:by|af) ({MANY})", lambda told, said: told.win(said[1])),
    (rf"\+({MANY}){C}?(?: ({_HALF}|both|begge))?", lambda told, said: told.win(said[1], said[2], said[3])),
    (rf"(?:(?:with|after|as|while|when|med|efter|da|mens) )?({MANY}) (?:also |også )?{_FOLDS}(?: (?:her|his|hers|sin|sine) (?:hand|cards|hånd|kort))?(?: (?:out|ud))?(?: (?:straight away|right away|immediately|at once|early|(?:med )?det samme|straks|tidligt|pre-?flop))?(?: {_AT})?(?: {C})?", lambda told, said: told.fold(said[1], said[2])),
    (rf"({MANY}) (?:put in |paid |lagde |gav )?(?:nothing|ingenting|intet|nul|zero)", lambda told, said: told.fold(said[1], "0")),
    (rf"(?:all ?-?in|alt ind):? (?:{_WHO} {CHIPS}{_AND})*{_WHO} {CHIPS}", _each_all_in),
    (rf"(?:all ?-?in|alt ind) (?:for|at|med|på) {C}|{C} all ?-?in(?! <)", lambda told, said: told.is_all_in("", said[1] or said[2])),
    (rf"({MANY}) (?:(?:is |are |goes |went |go |er |går |gik )?(?:all ?-?in|alt ind)|shoves?|shoved|jams?|jammed)(?: (?:with|on|med|på) (?:nothing|air|ingenting|intet|luft|(?:a|en) bluff))?(?: {one_of('for', 'with', 'at', 'med', 'på')})?(?: {C})?",
     lambda told, said: told.is_all_in(said[1], said[2])),
    (rf"({MANY}) (?:against|vs\.?|versus|mod) ({MANY})", _all_in_against),
    (rf"({MANY}) {one_of('calls?', 'called', 'syner', 'synede')}(?: {C})?", lambda told, said: told.call(said[1], said[2])),
    (rf"{_WHO} {_ACTS}(?: {one_of('to', 'til', 'op til', 'for', 'with', 'med')})?(?: {CHIPS})?", _note),
    (rf"({_WHO}) {one_of('buys?', 'bought', 'køber', 'købte')} (?:(?:a|an|another|one|et|ekstra|extra|1) )*(?:cards?|kort) (?:(?:for|til) )?{C}",
     lambda told, said: told.buy_card(said[1], said[2])),
    (rf"({MANY}) {one_of('matche[sdr]?', 'match', 'matchede')}(?: {_POT})?(?: {one_of('with', 'med')})?(?: {C})?|({_WHO}) (?:pays|paid|betaler|betalte) (?:the pot|pot|puljen|potten)",
     lambda told, said: told.matched.update(dict.fromkeys(handles_in(said[0]), said[2] or ""))),
    (rf"({MANY}) (?:pays|pay|paid|betaler|betalte)(?= ?,|$)", _pay),
    (rf"({_WHO}) {one_of('used', 'uses', 'spent', 'brugte', 'bruger')}(?: {one_of('her', 'his', 'the', 'their', 'a', 'sin', 'en', 'hans', 'hendes')})? peder",
     lambda told, said: told.pedere.extend(handles_in(said[1]))),
    (rf"({MANY}) (?:lost|loses?|lose|taber|tabte) (?:(?:{_WHOLE}|big|stort) )?(?:to|til|against|mod) ({_WHO})", lambda told, said: told.beat(said[2], said[1])),
    (rf"({MANY}) (?:lost|loses?|lose|taber|tabte)(?: {CHIPS})?", _lose),
    (rf"({MANY}) (?:is |are |er |was |var |were |stays? |stayed |went |goes |gik |går |blev )?(?:in|med|inde)(?: for)?(?: {C})?(?! the| en\b| (?:an?|et) |:| {_MELD_WORD})", lambda told, said: told.stake(said[1], f"={said[2]}" if said[2] else "")),
    (rf"({MANY}) (?:went|goes|go|gik|går) (?:(?:up|op) )?(?:to|til) {C}", _goes_to),
    (rf"({MANY}) (?:is |are |er |was |var |goes |drops |went |dropped )?(?:out|ude|ud)(?: {_AT} {C})?", lambda told, said: told.fold(said[1], said[2])),
    (r"(?:nobody|no one|noone|ingen) (?:wins|won|vinder|vandt)(?: (?:it|den|the pot|puljen))?|(?:the pot |pot |puljen |potten |it |den )?(?:carried|carries|carry|rolls|stays|går videre|bliver stående|bliver|står|bliver)(?: over| there| liggende)?|\+\+",
     lambda told, said: setattr(told, "ending", "++")),
    (r"new deal|misdeal|ny giv|omgiver|!nd", lambda told, said: setattr(told, "ending", "!nd")),
    (rf"(?:blinds?|blindes) ({CHIPS} ?(?:[/-]|and|og) ?{CHIPS})|({CHIPS}/{CHIPS})(?: blinds?)?", lambda told, said: told.note_blinds(said[1] or said[2])),
    (r"side ?-?(?:pots?|puljer?)", _note),
    (rf"({_WHO}) {C}(?= ?,|$)", lambda told, said: told.amount(said[1], said[2])),
    (rf"({_WHO}){C}", lambda told, said: told.fold(said[1], said[2])),
    (rf"({_WHO})-", lambda told, said: told.sit_out(said[1])),
    (rf"({_WHO}) (?:just |lige )?{_HAS}(?= (?:[^\d]|[2-5] {_RANK_WORD}))", lambda told, said: setattr(told, "bare", handles_in(said[1])[0])),
)  # fmt: skip
_COMPILED = tuple((re.compile(rf"(?:{part})(?=[ ,]|$)"), act) for part, act in _PARTS)
VOCABULARY = words_of([part for part, _ in _PARTS]) | frozenset(
    "full house hus straight flush pair quads trips fuldt with each hver again igen same samme kings queens jacks aces".split()  # noqa: SIM905
)
"""The words of four letters and more that the parts of a hand are made of."""
_WINS_AGAIN = re.compile(rf"{WINS}(?: (?:down|hjem))?(?: {_POT})?(?: (?:down|home|hjem))?(?: {C})?(?=[ ,]|$)")
_MATCHES_AGAIN = re.compile(rf"match(?:es|ed|er|ede)(?: {_POT})?(?=[ ,]|$)")
_BARE = re.compile(rf"({_WHO})(?= ?,|$| {WITH} )")
_LEVEL = re.compile(rf"(?![2-5] {_RANK_WORD}(?:[ ,]|$)){C}(?= |,|$)")
_MELD_BEFORE = re.compile(rf"(?:{WITH} )?(?:(?:an?|en|et|the) )?")
_MELD_OF = re.compile(rf" (?:(?:{WINS}(?: {_POT})? )?(?:for|til|to) )?({_WHO})(?= |$)")


def unknown_in_hand(plain: str, games: Catalogue, players: Players) -> str:
    """Return the words of a spoken hand that aren't understood; "" if it isn't a hand, or if they can't be determined."""
    call, rest = _take_call(plain, games)
    if not call or call[0] == "?":
        return ""
    told, found = _Told(players), ""
    for part in _between_commas(rest):
        bare = told.bare
        unknown = _take_part(told, part)
        if not found and (unknown or told.bare != bare):
            found = unknown if len(unknown.split()) > 1 else part
    return found if "," in rest or _VERB.search(rest) else ""


def told_hand(text: str, plain: str, players: Players, usual: str, games: Catalogue) -> str | Question | None:
    """A hand's line from a sentence, `plain` with its players marked; a question where it lacks something.

    None where it isn't a hand, or isn't understood. `usual` is the dealer's usual call, "" for none.
    """
    call, rest = _take_call(plain, games)
    told = _Told(players)
    game = exact_game(_game_words(call.split()), games)
    if game is not None:
        told.is_in_or_out = game[0].in_or_out
        told.has_halves = game[0].share.value != "high"
        told.has_side_pots = game[0].all_in
    if not _take_parts(told, rest):
        return None
    if not call or call[0] == "?":
        if not (told.wins and told.parts):
            return None
        if call or not usual or told.unknown:  # what isn't understood may be a game's name
            return Question(Missing.GAME, text)
        call = usual
    elif not (told.parts or told.wins or told.level):
        return None
    whole = _with_wild(told, call, games)
    return None if whole is None else _line(told, whole, text)


def _with_wild(told: _Told, call: str, games: Catalogue) -> str | None:
    """Return the call with the wild cards of the sentence (``7s 14, deuces wild``); None if they can't be read.

    In a game whose own rules say what is wild, as Follow the Queen's do, such words describe the hand: a note.
    """
    found = exact_game(_game_words(call.split()), games)
    if told.added and (found is None or found[0].share.value == "high"):
        call = f"{call} {told.added[0]}"
    if found is not None and found[0].wild:
        told.notes += told.wild
        return call
    for said in told.wild:
        words = [
            word
            for word in said.split()
            if word not in ("are", "is", "er", "with", "med", "and", "og", "&", ",")
        ]
        added, after = _take_additions(words)
        if not added or after or found is None:
            return None
        call = f"{call} {added}"
    return call


_SAME_GAME = one_of("(?:the )?same game(?: again)?", "(?:det )?samme spil(?: igen)?")


def _take_call(plain: str, games: Catalogue) -> tuple[str, str]:
    """The game with its additions as the log has them, and the sentence without them; "" where none is named."""
    plain = re.sub(rf"(.+?) ,? ?{_SAME_GAME}(?=[ ,]|$)", r". , \1", plain)
    words = plain.split()
    if again := re.match(
        r"(?:\.|the same(?: game)?(?: again)?|same(?: game)?(?: again)?|again|det samme(?: igen)?|samme(?: spil)?(?: igen)?|igen)(?=[ ,]|$)",
        plain,
    ):
        return ".", plain[again.end() :].strip(" ,")
    places = [0] if exact_game(_game_words(words), games) and not _meld(words)[1] > 1 else range(len(words))
    best = max(
        (
            (found[1], -place)
            for place in places
            if (found := exact_game(_game_words(words[place:]), games))
            and (
                (not place and _meld(words)[1] < 2)
                or found[1] > 1
                or (len(words[place]) > 4 and not _meld(words[place : place + 1])[1])
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
        added, after = _take_additions(words)
        return added and f"? {added}", " ".join(after)
    count, place = best[0], -best[1]
    if words[place : place + 2] == ["omaha", "8"] and re.fullmatch(
        CHIPS, "".join(words[place + 2 : place + 3])
    ):
        del words[place + 1]  # eight or better
    if words[place + count : place + count + 1] in (["hand"], ["hånd"], ["game"], ["round"], ["runde"]):
        del words[place + count]
    while place and words[place - 1] in _BEFORE_GAME:
        place -= 1
        del words[place]
    added, after = _take_additions(words[place + count :])
    name = " ".join(words[place : place + count])
    if in_english := said_in_english(words[place : place + count], games):
        name = in_english
    return f"{name} {added}".rstrip(), " ".join([*words[:place], ",", *after] if place else after)


_BEFORE_GAME = (
    "at",
    "in",
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


def _take_additions(words: list[str]) -> tuple[str, list[str]]:
    """The additions that words begin with as the log has them, and the other words."""
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


def _takes_level(words: Sequence[str], end: int) -> bool:
    """Whether the last of the words that would be an addition is the hand's level instead."""
    return words[end - 1].isdigit() and not any(re.fullmatch(CHIPS, word) for word in words[end : end + 2])


def _game_words(words: Sequence[str]) -> list[str]:
    """The words that may name a game: up to a player or a comma."""
    end = next((place for place, word in enumerate(words[:8]) if word[0] in "<,+:("), min(len(words), 8))
    return list(words[:end])


def _meld(words: Sequence[str]) -> tuple[str, int]:
    """The meld that the first words are, in the log's words, and how many they are."""
    few = words[:7]
    end = next((place for place, word in enumerate(few) if word[0] in "<,+:("), len(few))
    for count in range(end, 0, -1):
        text = _as_announced(" ".join(few[:count]))
        if count == 1 and (re.fullmatch(CHIPS, text) or find_rank(text) is not None):
            continue
        if few[count - 1] in ("and", "og", "&", "with", "med"):
            continue  # `three kings and wins`
        announced = read_meld(text)
        if announced is None and count == 1 and len(text) > 3:
            announced = read_meld(complete_meld(text))
        if announced:
            return announced.text, count
    return "", 0


def meld_in(text: str) -> str:
    """The meld that words are, with or without an article, in the log's words; "" for other words."""
    words = re.sub(r"^(?:an?|<a>|en|et) ", "", text.strip()).split()
    said, count = _meld(words)
    return said if count == len(words) else ""


_ONE_RANK = r"([^\W_]+)"
_ANNOUNCED = tuple(
    (re.compile(form), said)
    for form, said in (
        (rf"{_ONE_RANK} up", r"two pair \1"),
        (rf"{_ONE_RANK} (?:full|fuld)(?: (?:of|over|med) {_ONE_RANK})?", r"full house \1 \2"),
        (rf"(?:trip|trips|a set of|set of|three of) {_ONE_RANK}", r"trips \1"),
        (rf"(?:quad|quads|four of) {_ONE_RANK}", r"quads \1"),
        (rf"(?:3|three|tre) {_ONE_RANK}", r"trips \1"),
        (rf"(?:4|four|fire) {_ONE_RANK}", r"quads \1"),
        (rf"(?:5|five|fem) {_ONE_RANK}", r"five \1"),
        (rf"{_ONE_RANK}[- ](?:high|høj)", r"high card \1"),
        (rf"(?:pocket|a pair|pair|par i|pair in|et par) {_ONE_RANK}", r"pair \1"),
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
        (r"fuld hus|full boat", "full house"),
    )
)


def _as_announced(text: str) -> str:
    """A meld in the words of the log: ``kings up`` as ``two pair kings``, ``jacks`` as ``pair jacks``."""
    for form, said in _ANNOUNCED:
        found = form.fullmatch(text)
        ranks = (
            [word for word in found.groups() if word and word not in ("flush", "straight")] if found else []
        )
        if found and all(find_rank(word) is not None for word in ranks):
            whole = " ".join(found.expand(said).split())
            if read_meld(whole):
                return whole
    return text


def _take_parts(told: _Told, rest: str) -> bool:
    """Read all parts of a sentence. False where one isn't understood and can't be a note."""
    for part in _between_commas(rest):
        added, after = _take_additions(part.split())
        if added == "hilo" and not after:
            told.added.append(added)
            continue
        known = told.parts, len(told.wins), told.level
        bare = told.bare
        unknown = _take_part(told, part)
        if not unknown:
            continue
        noted = NOTE.fullmatch(part)
        if noted:
            told.notes.append(noted[1])
            continue
        is_whole = known == (told.parts, len(told.wins), told.level)
        if told.bare != bare or told.is_doubtful:
            return False  # of a player, or so many: what?
        if (
            re.search(r"[<>+=*!/()?]", unknown)
            or _VERB.search(unknown)
            or any(map(_OTHERWISE.fullmatch, unknown.split()))
        ):
            return False
        if is_whole and "<" not in part:
            told.notes.append(part)
            told.unknown.append(part)
        elif not is_whole and "+" not in part and part.endswith(unknown) and _is_remark(unknown):
            told.notes.append(unknown)
        else:
            return False
    return not told.meld and not told.is_unreadable


def _is_remark(words: str) -> bool:
    """Whether words left over at the end of a part seem to say nothing about the hand."""
    return (
        not re.search(r"\d", words)
        and not any(word in VOCABULARY or find_rank(word) is not None for word in words.split())
        and not any(_take_additions(words.split()[place:])[0] for place in range(len(words.split())))
        and not spelled(words, VOCABULARY, {})[1]
    )


def _between_commas(text: str) -> list[str]:
    """The parts between commas; a comma between two players (``anna, bo split``, ``chop it, anna and bo``) parts nothing."""
    text = re.sub(rf"(?<![^ ,])({_SPLITS}(?: {_POT})?) , (?={_WHO}(?:{_AND}{_WHO})+(?: ,|$))", r"\1 ", text)
    return [
        part.strip()
        for part in re.split(rf" ?,(?! {_WHO}(?:{_AND}{_WHO})* {one_of('split', 'share', 'deler')})", text)
        if part.strip()
    ]


def _take_part(told: _Told, part: str) -> str:
    """Read one part. Returns the words from the first that isn't understood to the last."""
    place, first, last, start, after_level = 0, -1, 0, True, -1
    while place < len(part):
        if part[place] == " ":
            place += 1
            continue
        match = None
        for pattern, act in _COMPILED:
            if match := pattern.match(part, place):
                act(told, match)
                told.parts += bool(re.search(r"[^\W\d_]", re.sub(r"<\w+>", "", match[0])))
                named = handles_in(match[0])
                told.last = told.last if not named else named[0] if len(named) == 1 or act is _beats else ""
                break
        if match is None and start and told.last:
            if match := _WINS_AGAIN.match(part, place):
                _subjectless(told, match)
                told.parts += 1
            elif match := _MATCHES_AGAIN.match(part, place):
                told.matched[told.last] = ""
        if match is None and told.level is None and (match := _LEVEL.match(part, place)):
            told.level, after_level = match[1], match.end()
        if match is None:
            match = _take_meld(told, part, place)
        if match is None and not told.bare and (match := _BARE.match(part, place)):
            told.bare = told.last = handles_in(match[1])[0]
        if match is None:
            word = re.compile(r"\S+").match(part, place)
            assert word
            if not _CONNECTORS.fullmatch(word[0]):
                first, last, start = place if first < 0 else first, word.end(), False
                told.is_doubtful |= after_level >= 0
            start = start or word[0] in ("and", "og")
            place = word.end()
            continue
        if after_level != match.end():
            after_level = -1
        place, start = match.end(), False
    return part[first:last] if first >= 0 else ""


def _take_meld(told: _Told, part: str, place: int) -> re.Match[str] | None:
    """A meld: of the player of whom a part says nothing else (``dorte shows a flush``), the last winner's, or of the player
    named right after it.
    """
    before = _MELD_BEFORE.match(part, place)
    assert before
    text, count = _meld(part[before.end() :].split())
    if not count:
        return None
    words = " ".join(part[before.end() :].split()[:count])
    end = before.end() + len(words)
    after = _MELD_OF.match(part, end)
    taken = re.compile(re.escape(part[place:end]))
    if told.bare and told.bare not in told.shown and not (after and before.end() == place):
        told.shown[told.bare] = text
        return taken.match(part, place)
    if told.wins and not told.wins[-1][3] and not (after and before.end() == place):
        told.wins[-1][3] = text
        return taken.match(part, place)
    if after and not told.wins:
        told.meld = text
        told.win(after[1])
        told.parts += 1
        return re.compile(re.escape(part[place : after.end()])).match(part, place)
    return None


def _settle(told: _Told) -> None:
    """Combine the parts: the winner if only a meld or a loser is named, and the chips of the others."""
    if not told.wins and not told.ending:
        said = set(told.shown) | {told.bare} - {""}
        stayed = [one for one, stake in told.stakes.items() if stake != "-" and one not in told.lost]
        if told.is_in_or_out and told.lost and len(stayed) == 1:
            told.win(f"<{stayed[0]}>")
        elif len(said) == 1 and not told.is_in_or_out and said.isdisjoint({*told.lost, *told.open}):
            told.win(f"<{said.pop()}>")
    for win in told.wins:
        win[3] = win[3] or told.shown.pop(win[0], "")
    if told.rest and told.level is None:
        told.level, told.rest = told.rest, ""
    told.others = told.rest or told.others
    if len(told.wins) == 1 and told.has_halves and not told.wins[0][2]:
        if told.takes_all:
            told.wins[0][2] = "both"
        elif any(
            "low" in note.split() or "lows" in note.split() or "lav" in note.split() for note in told.notes
        ):
            told.wins[0][2] = "high"
    if told.others is None:
        return
    winners = [win[0] for win in told.wins]
    chips = told.others or (told.level if told.is_of_each else "")
    for handle in told.dealt_in:
        if handle not in told.stakes and handle not in winners:
            told.fold(f"<{handle}>", chips or None)


def _put_in(told: _Told) -> bool:
    """Chips after names as what these players put in. False where they may be something else: a share of the pot, or
    where the level is said besides.
    """
    winners = {win[0] for win in told.wins}
    if not winners or not winners <= set(told.amounts) or told.level or told.pot or len(told.amounts) < 2:
        return False
    told.level = max(told.amounts.values(), key=parse_chips)
    for handle, chips in told.amounts.items():
        told.stake(f"<{handle}>", "" if parse_chips(chips) == parse_chips(told.level) else f"={chips}")
    return True


def _share_by_quarters(told: _Told) -> bool:
    """The winners of quarters of the pot: a half for the high hand, and one that is shared for the low. False where they
    don't make a whole, or in a game without halves, whose shares are said in chips.
    """
    if told.wins and [*told.quarters.values()] == [2] and len(told.wins) == 1:  # and the other half
        told.win(f"<{next(iter(told.quarters))}>")
        return True
    rest = [one for one, number in told.quarters.items() if not number]
    left = 4 - sum(told.quarters.values())
    if len(rest) > 1 or (left > 0) != bool(rest) or left < 0 or told.wins:
        return False
    quarters = told.quarters | dict.fromkeys(rest, left)
    if len(set(quarters.values())) == 1 and len(quarters) > 1:
        told.win(" ".join(f"<{one}>" for one in quarters))
        return True
    high = [one for one, number in quarters.items() if number >= 2]
    if not told.has_halves or len(high) != 1:
        raise LogError(tr("Write what each won in chips, such as 7s 10 +a38 +b12."))
    told.win(f"<{high[0]}>", "", "high")
    for one, number in {high[0]: quarters.pop(high[0]) - 2, **quarters}.items():
        if number:
            told.win(f"<{one}>", "", "low")
    return True


def _share_side_pot(told: _Told) -> bool:
    """The chips of the main pot and the side pot in a game whose rules have none: a player was in for less, as is said.
    False where they can't be told.
    """
    short = {stake[1:] for stake in told.stakes.values() if stake.startswith("=")}
    folded = [stake for stake in told.stakes.values() if stake[:1].isdigit()]
    if told.level is None or len(short) != 1 or told.open or told.pot or any(win[1] for win in told.wins):
        return False
    least, level = parse_chips(short.pop()), parse_chips(told.level)
    stayed = [one for one in told.dealt_in if told.stakes.get(one, "") == ""]
    put_in = [
        *(level for _ in stayed),
        *(least for stake in told.stakes.values() if stake.startswith("=")),
        *map(parse_chips, folded),
    ]
    pots = {
        "": sum(min(chips, least) for chips in put_in),
        "side": sum(max(chips - least, 0) for chips in put_in),
    }
    if sorted(win[4] for win in told.wins) != ["", "side"]:
        return False
    for win in told.wins:
        win[1], win[4] = str(pots[win[4]]), ""
    return True


def _line(told: _Told, call: str, text: str) -> str | Question | None:
    """The hand's line, or what it lacks; None where of one player nothing is said."""
    if told.quarters and not _share_by_quarters(told):
        return None
    if told.amounts and not _put_in(told):
        return None
    _settle(told)
    if any(win[4] for win in told.wins) and not told.has_side_pots and not _share_side_pot(told):
        return None
    winners = {win[0] for win in told.wins}
    if told.bare and told.bare not in winners | set(told.shown) | {told.dealer}:
        return None
    if not told.wins and not told.ending:
        return Question(Missing.WINNER, text, is_told=bool(told.parts))
    if len(told.wins) == 1 and told.wins[0][1] and told.pot is None:
        told.pot, told.wins[0][1] = told.wins[0][1], ""
    exact = all(win[1] for win in told.wins) and bool(told.wins)
    if told.level is None and told.pot is None and exact:
        told.pot = str(sum(parse_chips(win[1]) for win in told.wins))
    put_in = {handle for handle, stake in told.stakes.items() if stake.startswith("=")}
    if told.level is None and told.pot is None:
        if not (told.all_in and winners <= put_in):
            return Question(Missing.LEVEL, text)
        told.level = told.all_in
        rest = [handle for handle in told.dealt_in if handle not in told.stakes and handle not in told.open]
        if told.has_blinds:
            told.stakes |= dict.fromkeys(rest, "0")
        else:
            told.open += rest
    if open_ := tuple(handle for handle in told.open if handle not in winners):
        return Question(Missing.STAKE, text, open_)
    head = [f"{told.dealer}:{call}" if told.dealer else call, told.level or f"={told.pot}"]
    main = [win for win in told.wins if not win[4]]
    side = [win for win in told.wins if win[4]]
    if side and not main:
        return Question(Missing.WINNER, text)
    won = [*map(_win_text(told), main), *(["side"] if side else []), *map(_win_text(told), side)]
    words = [*head, *_clauses(told, winners), *won, told.ending]
    if told.level and told.pot:
        words.append(f"={told.pot}")
    if told.notes:
        words.append("; " + ", ".join(told.notes))
    return " ".join(filter(None, words))


def _clauses(told: _Told, winners: set[str]) -> list[str]:
    """What players did who didn't win, and what winners put in."""
    clauses = []
    for handle in told.players:
        stake = told.stakes.get(handle)
        if handle in told.cards and told.level and not stake:
            stake = f"={parse_chips(told.level) + told.cards[handle]}"
        marks = "*" if handle in told.pedere and handle not in winners else ""
        if handle in told.matched:
            stake, marks = "", f"!{told.matched[handle]}{marks}"
        both = " both" if handle in told.both else ""
        if handle in told.shown and handle not in winners:
            both = f"{both} {told.shown[handle]}"
        if (stake is None or (stake == "" and handle in winners)) and not marks and not both:
            continue
        clauses.append(f"{handle}{stake or ''}{marks}{both}")
    return sorted(clauses, key=str.isalpha)  # a bare handle last would be read as the winner


_HALVES = {"spades": "spade", "sparen": "spar"}


def _win_text(told: _Told) -> Callable[[list[str]], str]:
    def text(win: list[str]) -> str:
        handle, chips, half, meld, _ = win
        marks = "*" if handle in told.pedere else ""
        return " ".join(filter(None, [f"+{handle}{chips}{marks}", _HALVES.get(half, half), meld]))

    return text
