"""Translates a hand in spoken words to the log's notation: ``follow the queen 20, queen then 7, dorte wins`` is
``follow-the-queen 20 +d ; queen then 7``.

A game, then parts in any order, each tried at each word by `_PARTS`. What no part takes is a note where it stands by itself
between commas and names no player; else the sentence isn't understood. What a hand lacks is a `Question`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum

from engine.api import VARIANTS, CallError, Catalogue, find_rank, parse_additions
from pipeline.bank.money import CHIPS, parse_chips
from pipeline.night.parser.hands import exact_game
from pipeline.night.parser.lines import LogError
from pipeline.night.parser.marking import Players, handles_in, marked
from pipeline.night.parser.words import NOTE, complete_meld, present, read_meld


def one_of(*words: str) -> str:
    """One of some words in a regular expression."""
    return rf"(?:{'|'.join(words)})"


ONE = r"<(\w+)>"
_WHO = r"<\w+>"
_AND = r"(?: ,)?(?: (?:and|og|&))? "
MANY = rf"{_WHO}(?:{_AND}{_WHO})*"
C = rf"({CHIPS})"
WINS = one_of(
    "wins?", "won", "winning", "takes?", "took", "scoops?", "scooped", "vinder", "vandt", "tager", "tog"
)
WITH = one_of("with", "med", "on", "på")
EACH = one_of("each", "hver", "apiece", "a head", "per man", "per player", "pr mand", "per mand")
EVERYONE = one_of("everyone", "everybody", "all", "alle")
_FOLDS = one_of(
    "folds?", "folded", "folder", "foldede", "passes", "passed", "mucks?", "mucked", "smider", "smed"
)
_HALF = one_of("high", "hi", "low", "lo", "høj", "lav", "spade", "spades", "spar")
_POT = one_of("the pot", "pot", "puljen", "potten", "pulje", "it", "den", "all of it", "det hele")
_CONNECTORS = re.compile(
    r"[,:.]|(?:and|og|then|so|but|men|så|declare[sd]?|declaring|melder|&|shows?|viser|there|was|were|is|er|the|up|now):?"
)
_NOTHING = ("0", "nothing", "none", "zero", "ingenting", "intet", "nul")
_VERB = re.compile(
    rf"(?:{WINS}|{_FOLDS}|lost|loses?|taber|tabte|matche[sdr]?|paid|pays?|calls?|called|syner|left|leaves|buys?|bought)"
)
"""What players do: an unknown part with such a word names a player who isn't here, and is no note."""


class Missing(Enum):
    """What a spoken hand lacks."""

    GAME = "game"
    LEVEL = "level"
    WINNER = "winner"
    STAKE = "stake"
    FOLDED = "folded"


@dataclass(frozen=True)
class Question:
    """What a hand lacks. `said` is the sentence so far; `handles` are the players whose chips aren't said."""

    missing: Missing
    said: str
    handles: tuple[str, ...] = ()
    is_told: bool = True
    """Whether the hand is in words; for one in marks alone the grammar says what it lacks."""

    def answered(self, answer: str, players: Players, games: Catalogue = VARIANTS) -> str | None:
        """The sentence with its answer of a word or two (``dorte``, ``14 each``); None for a line of its own."""
        if answer.startswith("+"):
            return None
        words = answer.strip(" .!")
        chips = re.fullmatch(rf"(?:about |at |ca\.? )?{C}(?: chips)?(?: {EACH})?", words, re.I)
        match self.missing:
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
    wins: list[list[str]] = field(default_factory=list)  # handle, chips, half, meld
    meld: str = ""  # a meld whose winner comes
    last: str = ""
    all_in: str = ""
    ending: str = ""
    has_blinds: bool = False
    notes: list[str] = field(default_factory=list)
    parts: int = 0  # parts in words

    def note_blinds(self, blinds: str) -> None:
        self.has_blinds = True
        self.notes.append(f"blinds {blinds}")

    def win(self, names: str, chips: str | None = "", half: str | None = "") -> None:
        for handle in handles_in(names):
            self.wins.append([handle, chips or "", half or "", self.meld])
            self.meld = ""

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
        for handle in present(self.players):
            if handle not in handles_in(names):
                self.stakes[handle] = "-"

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


def _set_pot(told: _Told, match: re.Match[str]) -> None:
    told.pot = match[1] or match[2] or match[3]


def _each_all_in(told: _Told, match: re.Match[str]) -> None:
    for who, chips in re.findall(rf"({_WHO}) {C}", match[0]):
        told.is_all_in(who, chips)


def _note(told: _Told, match: re.Match[str]) -> None:
    told.notes.append(re.sub(r"<(\w+)>", lambda who: told.players[who[1]].name, match[0]))


def _subjectless(told: _Told, match: re.Match[str]) -> None:
    told.win(f"<{told.last}>", match[1])


_PARTS: tuple[tuple[str, _Part], ...] = (
    (rf"{EVERYONE}(?: {one_of('in', 'with', 'med', 'plays', 'spiller', 'stayed')})?,? {one_of('but', 'except', 'undtagen', 'uden', 'på nær')} ({MANY})",
     lambda told, said: told.sit_out(said[1])),
    (rf"(?:without|uden) ({MANY})|({MANY}) {one_of('sat', 'sits?', 'sitting', 'sidder', 'sad')}(?: this one)? {one_of('out', 'over', 'ude')}",
     lambda told, said: told.sit_out(said[1] or said[2])),
    (rf"({MANY}) (?:only|alone|kun|alene)|(?:only|just|kun) ({MANY})(?: {one_of('played', 'play', 'were in', 'spillede', 'var med')})?",
     lambda told, said: told.only(said[1] or said[2])),
    (rf"{EVERYONE}(?: {one_of('puts?', 'in', 'for', 'at', 'stay', 'stays', 'stayed', 'paid', 'pays', 'giver', 'gav', 'lægger', 'lagde', 'med', 'på', 'with')})* {C}(?: {EACH})?",
     _set_level),
    (rf"{C} {EACH}", _set_level),
    (rf"(?:(?:the )?(?:pot|pulje|puljen|potten)(?: (?:is|was|of|er|var|på|at))*:? {C}|{C} (?:in the pot|i puljen|pot|pulje)|={C})", _set_pot),
    (rf"({MANY}) {one_of('split', 'splits', 'share', 'shared', 'shares', 'chop', 'chopped', 'deler', 'delte')}(?: {_POT})?|split(?: {_POT})?(?: {one_of('between', 'mellem')})? ({MANY})",
     lambda told, said: told.win(said[1] or said[2])),
    (rf"({_WHO}) (?:{one_of('both', 'begge')} )(?:and )?(?:fails?|failed|misses|missed|fejler|fejlede|loses|lost|taber|tabte)",
     lambda told, said: told.both.extend(handles_in(said[1]))),
    (rf"({MANY}) (?:(?:{WINS}|gets?|got|får|fik) )?(?:the )?({_HALF}|both|begge)(?: half| halvdelen)?(?! card)", lambda told, said: told.win(said[1], "", said[2])),
    (rf"({_HALF}) (?:(?:to|for|til|goes to|went to) )?({MANY})", lambda told, said: told.win(said[2], "", said[1])),
    (rf"({MANY}) {WINS}(?: {_POT})?(?: {one_of('of', 'på')})?(?: {C}(?: chips)?)?", lambda told, said: told.win(said[1], said[2])),
    (rf"(?:winner|winners|vinder|vindere)(?: is| are| er|:)? ({MANY})(?: {C})?", lambda told, said: told.win(said[1], said[2])),
    (rf"\+({MANY}){C}?(?: ({_HALF}|both|begge))?", lambda told, said: told.win(said[1], said[2], said[3])),
    (rf"({MANY}) {_FOLDS}(?: {one_of('at', 'on', 'for', 'ved', 'på', 'after', 'efter', 'with', 'med')})?(?: {C})?", lambda told, said: told.fold(said[1], said[2])),
    (rf"(?:all ?-?in|alt ind):? (?:{_WHO} {CHIPS}{_AND})*{_WHO} {CHIPS}", _each_all_in),
    (rf"({MANY}) (?:is |are |goes |went |go |er |går |gik )?(?:all ?-?in|alt ind)(?: {one_of('for', 'with', 'at', 'med', 'på')})?(?: {C})?",
     lambda told, said: told.is_all_in(said[1], said[2])),
    (rf"({MANY}) {one_of('calls?', 'called', 'syner', 'synede')}(?: {C})?", lambda told, said: told.call(said[1], said[2])),
    (rf"{_WHO} {one_of('raises?', 'raised', 'bets?', 'opens?', 'opened', 'hæver', 'hævede', 'better', 'åbner', 'åbnede')}(?: {one_of('to', 'til', 'op til', 'for', 'with', 'med')})?(?: {CHIPS})?", _note),
    (rf"({_WHO}) {one_of('buys?', 'bought', 'køber', 'købte')} (?:(?:a|an|another|one|et|ekstra|extra|1) )*(?:cards?|kort) (?:(?:for|til) )?{C}",
     lambda told, said: told.buy_card(said[1], said[2])),
    (rf"({MANY}) {one_of('matche[sdr]?', 'match', 'matchede')}(?: {_POT})?(?: {one_of('with', 'med')})?(?: {C})?",
     lambda told, said: told.matched.update(dict.fromkeys(handles_in(said[1]), said[2] or ""))),
    (rf"({_WHO}) {one_of('used', 'uses', 'spent', 'brugte', 'bruger')}(?: {one_of('her', 'his', 'the', 'their', 'a', 'sin', 'en', 'hans', 'hendes')})? peder",
     lambda told, said: told.pedere.extend(handles_in(said[1]))),
    (rf"{MANY} (?:lost|loses?|lose|taber|tabte)(?: {CHIPS})?", _note),
    (rf"({MANY}) (?:is |are |er |stays? |stayed )?(?:in|med|inde)(?: for)?(?: {C})?(?! the| en\b)", lambda told, said: told.stake(said[1], f"={said[2]}" if said[2] else "")),
    (rf"({MANY}) (?:is |are |er |goes |drops )?(?:out|ude|ud)", lambda told, said: told.fold(said[1], None)),
    (r"(?:nobody|no one|noone|ingen) (?:wins|won|vinder|vandt)(?: (?:it|den|the pot|puljen))?|(?:the pot |puljen |it )?(?:carried|carries|carry|går videre|bliver stående)(?: over)?|\+\+",
     lambda told, said: setattr(told, "ending", "++")),
    (r"new deal|misdeal|ny giv|!nd", lambda told, said: setattr(told, "ending", "!nd")),
    (rf"(?:blinds?|blindes) ({CHIPS} ?[/-] ?{CHIPS})|({CHIPS}/{CHIPS})(?: blinds?)?", lambda told, said: told.note_blinds(said[1] or said[2])),
    (r"side ?-?(?:pots?|puljer?)", _note),
    (rf"({_WHO}){C}", lambda told, said: told.fold(said[1], said[2])),
    (rf"({_WHO})-", lambda told, said: told.sit_out(said[1])),
)  # fmt: skip
_COMPILED = tuple((re.compile(rf"{part}(?=[ ,]|$)"), act) for part, act in _PARTS)
_WINS_AGAIN = re.compile(rf"{WINS}(?: {_POT})?(?: {C})?(?=[ ,]|$)")
_LEVEL = re.compile(rf"{C}(?= |,|$)")
_MELD_BEFORE = re.compile(rf"(?:{WITH} )?(?:(?:an?|en|et) )?")


def told_hand(text: str, plain: str, players: Players, usual: str, games: Catalogue) -> str | Question | None:
    """A hand's line from a sentence, `plain` with its players marked; a question where it lacks something.

    None where it isn't a hand, or isn't understood. `usual` is the dealer's usual call, "" for none.
    """
    call, rest = _take_call(plain, games)
    told = _Told(players)
    if not _take_parts(told, rest):
        return None
    if not call or call[0] == "?":
        if not (told.wins and told.parts and (told.pot or told.level or any(win[1] for win in told.wins))):
            return None
        if call or not usual:
            return Question(Missing.GAME, text)
        call = usual
    elif not (told.parts or told.wins or told.level):
        return None
    whole = _with_wild(told, call, games)
    return None if whole is None else _line(told, whole, text)


_WILD = re.compile(r"(?:(?:with|med|and|og) )?(?P<said>.*\b(?:wild|vilde?)\b.*)")


def _with_wild(told: _Told, call: str, games: Catalogue) -> str | None:
    """The call with what a part between commas says is wild (``7s 14, deuces wild``); None where that can't be read.

    In a game whose own rules say what is wild, as Follow the Queen's do, such a part describes the hand: a note.
    """
    found = exact_game(_game_words(call.split()), games)
    if found is not None and found[0].wild:
        return call
    for said in filter(None, map(_WILD.fullmatch, [*told.notes])):
        words = [word for word in said["said"].split() if word not in ("are", "is", "er")]
        added, after = _take_additions(words)
        if not added or after or found is None:
            return None
        told.notes.remove(said[0])
        call = f"{call} {added}"
    return call


def _take_call(plain: str, games: Catalogue) -> tuple[str, str]:
    """The game with its additions as the log has them, and the sentence without them; "" where none is named."""
    words = plain.split()
    if again := re.match(
        r"(?:the same(?: game)?(?: again)?|same(?: game)?(?: again)?|again|det samme(?: igen)?|samme(?: spil)?(?: igen)?|igen)(?=[ ,]|$)",
        plain,
    ):
        return ".", plain[again.end() :].strip(" ,")
    places = [0] if exact_game(_game_words(words), games) and not _meld(words)[1] > 1 else range(len(words))
    best = max(
        (
            (found[1], -place)
            for place in places
            if (found := exact_game(_game_words(words[place:]), games))
            and (not place or found[1] > 1 or len(words[place]) > 4)
        ),
        default=None,
    )
    if best is None:
        added, after = _take_additions(words)
        return added and f"? {added}", " ".join(after)
    count, place = best[0], -best[1]
    added, after = _take_additions(words[place + count :])
    name = " ".join(words[place : place + count])
    return f"{name} {added}".rstrip(), " ".join([*words[:place], ",", *after] if place else after)


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
    """The meld that the first words are, and how many they are."""
    few = words[:6]
    end = next((place for place, word in enumerate(few) if word[0] in "<,+:("), len(few))
    for count in range(end, 0, -1):
        text = " ".join(few[:count])
        if count == 1 and (re.fullmatch(CHIPS, text) or find_rank(text) is not None):
            continue
        if read_meld(text) or (count == 1 and len(text) > 3 and complete_meld(text)):
            return text, count
    return "", 0


def _take_parts(told: _Told, rest: str) -> bool:
    """Read all parts of a sentence. False where one isn't understood and can't be a note."""
    for place, part in enumerate(_between_commas(rest)):
        known = told.parts, bool(told.wins), told.level
        unknown = _take_part(told, part, is_first=not place)
        if not unknown:
            continue
        is_whole = known == (told.parts, bool(told.wins), told.level)
        if not is_whole or "<" in part or _VERB.search(part) or re.search(r"[+=*!/()]", part):
            return False
        noted = NOTE.fullmatch(part)
        told.notes.append(noted[1] if noted else part)
    return not told.meld


def _between_commas(text: str) -> list[str]:
    """The parts between commas; a comma between two players (``anna, bo split``) parts nothing."""
    return [
        part.strip()
        for part in re.split(rf" ?,(?! {_WHO}(?:{_AND}{_WHO})* {one_of('split', 'share', 'deler')})", text)
        if part.strip()
    ]


def _take_part(told: _Told, part: str, *, is_first: bool) -> bool:
    """Read one part. True where words are left over."""
    place, unknown, start = 0, False, True
    while place < len(part):
        if part[place] == " ":
            place += 1
            continue
        match = None
        for pattern, act in _COMPILED:
            if match := pattern.match(part, place):
                act(told, match)
                told.parts += bool(re.search(r"[^\W\d_]", re.sub(r"<\w+>", "", match[0])))
                told.last = (handles_in(match[0]) or (told.last,))[-1]
                break
        if match is None and start and told.last and (match := _WINS_AGAIN.match(part, place)):
            _subjectless(told, match)
            told.parts += 1
        if match is None and told.level is None and (match := _LEVEL.match(part, place)):
            told.level = match[1]
        if match is None:
            match = _take_meld(told, part, place)
        if match is None:
            word = re.compile(r"\S+").match(part, place)
            assert word
            place = word.end()
            unknown = unknown or not _CONNECTORS.fullmatch(word[0])
            start = start and bool(_CONNECTORS.fullmatch(word[0]))
            continue
        place, start = match.end(), False
    return unknown


def _take_meld(told: _Told, part: str, place: int) -> re.Match[str] | None:
    """A meld: the last winner's, or of the player named right after it."""
    before = _MELD_BEFORE.match(part, place)
    assert before
    text, count = _meld(part[before.end() :].split())
    if not count:
        return None
    end = before.end() + len(text)
    after = re.compile(rf" ({_WHO})(?= |$)").match(part, end)
    if told.wins and not told.wins[-1][3] and not (after and before.end() == place):
        told.wins[-1][3] = text
        return re.compile(re.escape(part[place:end])).match(part, place)
    if after and not told.wins:
        told.meld = text
        told.win(after[1])
        told.parts += 1
        return re.compile(re.escape(part[place : after.end()])).match(part, place)
    return None


def _line(told: _Told, call: str, text: str) -> str | Question:
    """The hand's line, or what it lacks."""
    winners = {win[0] for win in told.wins}
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
        rest = [
            handle
            for handle in present(told.players)
            if handle not in told.stakes and handle not in told.open
        ]
        if told.has_blinds:
            told.stakes |= dict.fromkeys(rest, "0")
        else:
            told.open += rest
    if open_ := tuple(handle for handle in told.open if handle not in winners):
        return Question(Missing.STAKE, text, open_)
    head = [call, told.level or f"={told.pot}"]
    words = [*head, *_clauses(told, winners), *map(_win_text(told), told.wins), told.ending]
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
        if (stake is None or (stake == "" and handle in winners)) and not marks and not both:
            continue
        clauses.append(f"{handle}{stake or ''}{marks}{both}")
    return sorted(clauses, key=str.isalpha)  # a bare handle last would be read as the winner


def _win_text(told: _Told) -> Callable[[list[str]], str]:
    def text(win: list[str]) -> str:
        handle, chips, half, meld = win
        marks = "*" if handle in told.pedere else ""
        return " ".join(filter(None, [f"+{handle}{chips}{marks}", half.removesuffix("s"), meld]))

    return text
