"""The words of the log, in Danish and English, each stated once: commands, players, and words within a line."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, Protocol

from engine.api import JOINING, RANKS, CardError, Declared, Half, Outcome, find_rank, fold_name
from language import current_language, join_words, mark, tr
from pipeline.night.parser.lines import Announced, LogError, Part, UnreadError
from pipeline.night.parser.spoken_words import OTHERWISE


@dataclass(frozen=True)
class Command:
    """A command: its canonical name, the words that call it, how it is written, what it does, an example."""

    name: str
    words: tuple[str, ...]
    form: str
    about: str
    example: str

    @property
    def word(self) -> str:
        """The word for the command in the reader's language."""
        return self.words[0] if current_language().code == "da" else self.name

    @property
    def takes_player(self) -> bool:
        """Whether a player comes first after the command, so that the player may also come before it."""
        return any(self.form.startswith(f"{self.name} {what}") for what in ("WHO", "NAME [", "[WHO]"))


COMMANDS: tuple[Command, ...] = (
    Command(
        "players",
        ("spillere", "players"),
        mark("players NAME, NAME …"),
        mark("who plays, clockwise; the first deals first"),
        "spillere Anna, Bo, Carl, Dorte, Erik",
    ),
    Command("banker", ("bankør", "banker"), mark("banker WHO"), mark("who keeps the bank"), "bankør c"),
    Command("chip", ("chip",), mark("chip MONEY"), mark("what a small chip is worth"), "chip 25 øre"),
    Command(
        "season",
        ("sæson", "season"),
        mark("season NAME"),
        mark("the season that the night belongs to"),
        "sæson 2026",
    ),
    Command("place", ("sted", "place"), mark("place NAME"), mark("where you play"), "sted Farum"),
    Command(
        "date",
        ("dato", "date"),
        mark("date DAY"),
        mark("the day on which the night was played"),
        "dato 2026-03-14",
    ),
    Command(
        "joins",
        ("kommer", "joins", "join", "comes", "sits"),
        mark("joins NAME [after WHO]"),
        mark("a player comes, seated after another"),
        "kommer Frida efter d",
    ),
    Command(
        "leaves", ("går", "leaves", "leave", "goes"), mark("leaves WHO"), mark("a player goes home"), "går c"
    ),
    Command(
        "rename",
        ("omdøb", "rename", "renames", "omdøber"),
        mark("rename WHO NAME"),
        mark("a player gets another name"),
        "omdøb d Dorte Maria",
    ),
    Command(
        "pause",
        ("pause", "pauses", "pauserer"),
        mark("pause WHO"),
        mark("a player sits out until further notice"),
        "pause b",
    ),
    Command("back", ("tilbage", "back"), mark("back WHO"), mark("a player is back"), "tilbage b"),
    Command(
        "deals", ("giver", "deals", "deal"), mark("deals WHO"), mark("who deals the next hand"), "giver d"
    ),
    Command(
        "loan",
        ("lån", "loan", "lend", "borrows", "låner"),
        mark("loan [WHO] CHIPS"),
        mark("the bank lends chips; with no player named, to all but the banker"),
        "lån 2p50",
    ),
    Command(
        "request",
        ("anmod", "request", "requests", "asks", "beder", "anmoder"),
        mark("request WHO CHIPS"),
        mark("a player asks the bank for chips; loan WHO CHIPS grants it"),
        "anmod b 100",
    ),
    Command(
        "decline",
        ("afslå", "decline", "declines", "afslår"),
        mark("decline WHO"),
        mark("the bank lends nothing to a player who asked"),
        "afslå b",
    ),
    Command(
        "buy",
        ("køb", "buy", "rebuy", "buys", "rebuys", "køber"),
        mark("buy WHO CHIPS [cash]"),
        mark("chips from the bank, as debt or for cash"),
        "køb b 1p",
    ),
    Command(
        "return",
        ("retur", "return", "returns", "afleverer"),
        mark("return WHO CHIPS [cash]"),
        mark("a part of the chips, handed back to the bank"),
        "retur b 30",
    ),
    Command(
        "count",
        ("tæl", "count", "optalt", "counts"),
        mark("count WHO CHIPS [cash]"),
        mark("all of a player's chips, counted and handed back"),
        "tæl b 162",
    ),
    Command(
        "pay",
        ("betal", "pay", "pays", "betaler", "paid", "betalte"),
        mark("pay WHO WHOM CHIPS|MONEY"),
        mark("shadow or a side bet paid in chips, or money paid"),
        "betal b c 12",
    ),
    Command(
        "shadow",
        ("skygge", "shadow", "owes", "skylder"),
        mark("shadow WHO WHOM CHIPS"),
        mark("shadow that is owed, besides what the hands record"),
        "skygge b c 4",
    ),
    Command(
        "expense",
        ("udlæg", "expense", "lagde", "udgift"),
        mark("expense WHO MONEY [WHAT] [for WHO, WHO]"),
        mark("food or drinks that a player paid for, for all or for some; the settlement shares it"),
        "udlæg a 300 kr pizza",
    ),
    Command(
        "undo",
        ("fortryd", "undo", "u"),
        mark("u [HAND|#ENTRY]"),
        mark("take back the last entry, or another"),
        "u",
    ),
    Command("redo", ("gendan", "redo"), mark("redo"), mark("take back the last undo"), "gendan"),
    Command(
        "edit",
        ("ret", "edit"),
        mark("edit [HAND|#ENTRY] [LINE]"),
        mark("put another line in its place"),
        "ret 17 7s 14 b3 +d hus",
    ),
    Command("ok", ("ok",), mark("ok [HAND]"), mark("a draft is right"), "ok"),
    Command("skip", ("skip", "spring"), mark("skip [HANDS]"), mark("a hand that nobody logged"), "spring"),
    Command(
        "end",
        ("slut", "end"),
        mark("end [shared|next|bank] [!]"),
        mark("the night ends, the accounts close; what becomes of a carried pot; ! with drafts left"),
        "slut",
    ),
    Command(
        "carry",
        ("overfør", "carry"),
        mark("carry CHIPS"),
        mark("a pot that an earlier night left for this one"),
        "overfør 12",
    ),
    Command("help", ("hjælp", "help"), mark("? [WORD]"), mark("help, on a word or on all"), "hjælp lån"),
    Command(
        "history", ("historik", "history"), mark("history"), mark("every entry of the night"), "historik"
    ),
    Command(
        "drafts",
        ("kladder", "drafts"),
        mark("drafts"),
        mark("the hands that wait to be corrected"),
        "kladder",
    ),
    Command("bank", ("bank", "book"), mark("bank"), mark("the bank's book"), "bank"),
    Command("settle", ("afregn", "settle"), mark("settle"), mark("who pays whom so far"), "afregn"),
    Command(
        "quit", ("luk", "quit", "exit"), mark("quit"), mark("leave the logger; the night stays open"), "luk"
    ),
)

_ENGLISH = {
    "hus": "full house", "hu": "fu", "fl": "flush", "2par": "two pair", "3ens": "three of a kind", "4ens": "quads",
    "par": "pair", "hus-K-4": "boat-K-4", "konger": "kings", "firere": "fours", "konge": "king", "begge": "both",
    "spar": "spade", "sum": "count", "igen": "again", "bord": "board", "vild": "wild", "rang": "rank",
    "enøje": "one-eyed", "efter": "after", "kontant": "cash", "alle": "all", "undtagen": "but", "øl": "beer",
    "del": "part", "spil": "games", "lån": "loan", "alt": "allin", "køb": "buy", "byt": "draw", "betal": "pay",
    "indskud": "stake", "ind": "in", "ude": "out", "melder": "claims", "tvivler": "doubts", "før": "early",
    "væddemål": "bet", "delt": "shared", "!fejl": "!error", "!om": "!redeal", "fejl": "error",
}  # fmt: skip
"""English words for the Danish ones in the examples."""
_ENGLISH_PHRASES = {
    "+dhus": "+dboat",
    "fik et kort for lidt": "got a card too few",
    "fik et kort for meget, rettet": "got a card too many, corrected",
    "hele puljen på et blankt bluf": "the whole pot on a bluff",
    "Erik havde fødselsdag": "it was Erik's birthday",
}


def in_reader_language(example: str) -> str:
    """An example, written with Danish words, in the words of the reader's language."""
    if current_language().code == "da":
        return example
    for danish, english in _ENGLISH_PHRASES.items():
        example = example.replace(danish, english)
    first, space, rest = example.partition(" ")
    command = COMMAND_OF.get(fold_name(first))
    words = [command.name if command else _ENGLISH.get(first, first)]
    if space:
        words += [_ENGLISH.get(word, word) for word in rest.split(" ")]
    return " ".join(words)


COMMAND_OF: dict[str, Command] = {fold_name(word): command for command in COMMANDS for word in command.words}
"""Commands by their words, folded."""
_IN_CHIPS = ("loan", "request", "buy", "return", "count", "shadow", "carry")


def command_of(line: str) -> Command | None:
    """The command that a line begins with; None for another line."""
    first = line.split(maxsplit=1)
    return COMMAND_OF.get(fold_name(first[0])) if first else None


def counts_chips(line: str) -> bool:
    """Whether a line begins with a command whose amount is chips, as `count b 20` does."""
    command = command_of(line)
    return command is not None and command.name in _IN_CHIPS


HALVES: dict[str, Part] = {
    **dict.fromkeys(("hi", "high", "høj"), Declared.HIGH),
    **dict.fromkeys(("lo", "low", "lav"), Declared.LOW),
    **dict.fromkeys(("begge", "both"), Declared.BOTH),
    **dict.fromkeys(("spar", "spade"), Half.SPADE),
    **dict.fromkeys(("sum", "count"), Half.COUNT),
}  # fmt: skip
SIDE = ("side",)
AGAIN = ("igen", "again")
BOARD = ("bord", "board")
AFTER = ("efter", "after")
CASH = ("kontant", "cash")
PART = ("del", "part")
BET = ("væddemål", "bet", "bounty")
POT_ENDS: dict[str, Literal["", "shared", "next", "bank"]] = {
    "": "",
    **dict.fromkeys(("delt", "shared", "split"), "shared"),
    **dict.fromkeys(("næste", "next"), "next"),
    **dict.fromkeys(("bank", "banken"), "bank"),
}  # fmt: skip
"""What becomes of a carried pot at the end of the night."""
ALL = ("alle", "all")
FOR = ("for", "til")
FILLERS = ("in", "ind", "for", "om")
"""Words that may occur between a player and the chips: ``bo buys in for 100``."""
SKIPPED = ("", "over", "it", "this", "thisone", "den", "denne", "denover")
"""What may follow ``skip`` for one hand; folded."""
BUT = ("undtagen", "except", "but", "uden")
ERROR_MARKS = ("fejl", "error")
ENDING_MARKS = {"nd": Outcome.NEW_DEAL, "om": Outcome.REDEALT, "redeal": Outcome.REDEALT}

_MELD_PARTS = (
    "to", "tre", "fire", "fem", "two", "three", "four", "five", "full", "fuldt", "hus", "house", "straight",
    "small", "big", "lille", "stor", "højt", "high", "card", "kort", "ens", "alike", "par", "pair", "flush",
    "nothing",
)  # fmt: skip
_DICE_MELDS = {
    **dict.fromkeys(("smallstraight", "lillestraight", "lille"), "small_straight"),
    **dict.fromkeys(("bigstraight", "storstraight", "stor"), "big_straight"),
}  # fmt: skip


_SLANG = {
    **dict.fromkeys(("set", "3kind", "threes"), "three"),
    **dict.fromkeys(("boat", fold_name("båd")), "full_house"),
    **dict.fromkeys(("4kind",), "four"),
    **dict.fromkeys(("2pairs", "twopairs"), "two_pair"),
}  # fmt: skip
"""Players' names for melds that the rules don't have."""


@cache
def is_reserved(handle: str) -> bool:
    """Whether a word means something within a line, so that no player can have it for a handle."""
    words = (*HALVES, *SIDE, *AGAIN, *BOARD, *AFTER, *CASH, *ALL, *_MELD_PARTS)
    folded = fold_name(handle)
    return folded in map(fold_name, words) or _category(handle) is not None


@cache
def may_be_name(word: str) -> bool:
    """Whether a later word of a name may stand for it: no initial, no rank and no word of a line."""
    return len(word) > 1 and word.isalpha() and find_rank(word) is None and not is_reserved(word)


@cache
def _category(text: str) -> str | None:
    """The category that words name, single letters and bare numbers left out: those are players and chips."""
    from engine.api import CATEGORIES, find_category

    folded = fold_name(text)
    if folded in _DICE_MELDS:
        return _DICE_MELDS[folded]
    if folded in _SLANG:
        return _SLANG[folded]
    if len(folded) < 2 or folded.isdigit() or (folded[:-1].isdigit() and folded[-1] == "p"):
        return None
    try:
        return CATEGORIES[find_category(text)]
    except CardError:
        return None


_WHOLE_MELDS = (
    "pair", "par", "2pair", "2par", "twopair", "topar", "set", "3ens", "trips", "straight", "flush", "fullhouse",
    "fuldthus", "hus", "boat", "båd", "quads", "4ens",
)  # fmt: skip


def complete_meld(text: str) -> str:
    """The meld that two letters or more begin, ``hus`` for ``hu``; "" where there is none, or more than one."""
    typed = fold_name(text)
    if len(typed) < 2 or re.fullmatch(r"\d+p?", typed):  # a player, or chips
        return ""
    melds = [meld for meld in _WHOLE_MELDS if fold_name(meld).startswith(typed)]
    return melds[0] if len(set(map(_category, melds))) == 1 else ""


_COUNT = re.compile(r"([0-9]{1,3})(?:[.,]5|½)")
"""A count of 7/27 with a half."""
LONGEST_MELD = 12
"""The words of the longest meld, ``five of a kind`` with five ranks and words between them."""
_BETWEEN_RANKS = JOINING | {"over", "med", "with", "af", "of", "i"}


def _ranks(words: Sequence[str]) -> str:
    """Ranks as they are stored, ``K-4``; "" where a word is none."""
    ranks = [find_rank(word) for word in words]
    return "" if None in ranks else "-".join(RANKS[rank] for rank in ranks if rank is not None)


def read_meld(text: str) -> Announced | None:
    """A meld in Danish or English, else None: ``hus``, ``full house``, ``3 ens``, with ranks ``hus-K-4`` or
    ``hus konger over firere``, a low ``6-4``. In 7/27 a count: ``26,5`` or ``26½``.
    """
    words = text.replace("-", " ").split()
    if len(words) > LONGEST_MELD:
        return None
    for end in range(len(words), 0, -1):
        if end == 1 < len(words) and words[0].casefold() in HALVES:
            break  # `high 6-4` is a direction and a low
        category = _category(" ".join(words[:end]))
        ranks = [word for word in words[end:] if word.casefold() not in _BETWEEN_RANKS]
        shown = _ranks(ranks)
        if category and (shown or not words[end:]):
            return Announced("-".join(filter(None, (category, shown))), category)
    low = ["A" if word == "1" else word for word in text.split("-")]  # PR writes 1, 2, 3, 4, 6
    if 2 <= len(low) <= 5 and _ranks(low):
        return Announced(_ranks(low), None)
    count = _COUNT.fullmatch(text)
    return Announced(f"{count[1].lstrip('0')}.5", None) if count else None


INSTEAD = (
    (("oops", "forget", "delete", "remove", "cancel", "ups", "glem", "slet", "fjern"),
     mark("u takes back the last entry, u 17 hand 17.")),
    (("who", "whose", "hvem", "hvis"), mark("The prompt names the dealer; deals WHO gives the deal to another player.")),
    (("stop", "done", "finish", "finished", "bye", "faerdig", "tak", "farvel"), mark("end ends the night.")),
    (("dealer", "giveren"), mark("deals WHO says who deals the next hand.")),
    (("score", "scores", "standings", "stilling", "stillingen", "what", "whats", "how", "hvad", "hvor", "stacks", "stak", "chips"),
     mark("settle shows who is ahead so far, bank the book.")),
    (("new", "add", "ny", "tilfoj"), mark("joins NAME seats a player.")),
    (("draft", "drafts", "kladde", "kladder"), mark("ok confirms the last draft, edit 17 changes hand 17, u 17 takes it back.")),
    (("mobilepay", "vipps", "swish", "paypal", "venmo"),
     mark("peder players pay NAME TEXT stores how a player is paid; the settlement shows it.")),
    (("lends", "laner"), mark("shadow WHO WHOM CHIPS notes what one owes another.")),
)  # fmt: skip
"""Replacements for words with which newcomers begin a line, folded."""


NAME = r"[^\W\d_]+"
"""A name in a regular expression: letters alone."""
BETWEEN_NAMES = re.compile(r"\s(?:and|og|&|\+)\s|,", re.I)
"""Characters between two names, and in no name."""
NEW_PLAYER = r"(?:(?:a|the|en|den) )?(?:new|nye?) (?:guy|girl|player|one|man|fyr|mand|spiller)"
"""A newcomer without a name: ``the new guy``."""
NO_NAME = re.compile(
    r"(?:my|our|his|her|their|an?|the|some|another|min|mit|vores|hendes|en|et|den|det|from|of|at|who|fra|som|der) (?-i:[a-zæøå]).*|"
    rf"{NEW_PLAYER}\b.*|(?-i:guy|player|spiller|fyr)|"
    r"hans (?:bror|søster|kone|kæreste|ven|veninde|far|mor|søn|datter|nabo|kollega|fætter|kusine|kammerat|makker)\b.*|"
    r"someone(?: .*)?|somebody(?: .*)?|every\w+|nobody|we|they|he|she|you|nogen|alle|ingen|vi|han|hun|jeg",
    re.I,
)
"""Words that aren't a player's name: ``my brother``, ``en ny spiller``."""
_MORE_THAN_NAME = re.compile(
    rf"{OTHERWISE.pattern}|efter|this|that|denne|dette|her|at|kl|i|am|is|er|have|har|think|tror|hope|håber|bet"
)
_MAYBE = re.compile(
    r"maybe|perhaps|probably|almost|if|when|unless|not|don['\u2019]?t|måske|hvis|når|næsten|ikke", re.I
)
_PARTICLES = frozenset(
    [
        "af",
        "al",
        "auf",
        "av",
        "bin",
        "da",
        "de",
        "del",
        "den",
        "der",
        "di",
        "do",
        "dos",
        "du",
        "el",
        "la",
        "le",
        "lo",
        "los",
        "ten",
        "ter",
        "the",
        "van",
        "von",
        "vom",
        "y",
        "zu",
        "zum",
    ]
)


def says_more_than_name(name: str) -> bool:
    """Whether words that may be a player's name say more, such as when somebody comes: ``gitte after this hand``, ``might``."""
    first, *_ = words = name.split()
    return bool(_MAYBE.fullmatch(first)) or any(map(_MORE_THAN_NAME.fullmatch, words))


def is_half_name(name: str) -> bool:
    """Whether only some words of a name have capitals: ``Suppose gitte``, ``Bobby again``."""
    words = [word for word in name.split() if word not in _PARTICLES]
    return len({word.islower() for word in words}) > 1


NOTE = re.compile(r"(?:note|notat|remember|husk) ?:? (.+)", re.I)
"""A note in words."""


class Named(Protocol):
    """A player as the parser knows one: `pipeline.night.hand.deal.Player`."""

    @property
    def name(self) -> str:
        """The full name."""
        ...

    @property
    def status(self) -> str:
        """``gone`` if the player has left."""
        ...

    @property
    def also(self) -> tuple[str, ...]:
        """Names that the player had before, which no other has."""
        ...


Handles = Collection[str]
"""The handles at the table (casefolded); as a mapping to players, names are understood as well."""


def find_handle(text: str, handles: Handles) -> str:
    """The handle of the player whom a handle, a full name or an unambiguous prefix means. Raises LogError."""
    matches = find_handles(text, handles)
    if len(matches) == 1:
        return matches[0]
    if matches:
        names = join_words([_name_and_handle(handle, handles) for handle in matches])
        raise LogError(tr("{text!r} may be {names}: write more letters.", text=text, names=names), text)
    table = " ".join(sorted(handles)) or tr("nobody yet")
    raise UnreadError(tr("Nobody here is {handle!r}; at the table: {table}.", handle=text, table=table), text)


def is_player(text: str, handles: Handles) -> bool:
    """Whether a bare word within a line is a player: a handle, a name, or a prefix that is no other word."""
    if text.casefold() in handles:
        return True
    return text.isalpha() and not is_reserved(text) and len(find_handles(text, handles)) == 1


def present(handles: Handles) -> list[str]:
    """The handles of the players who haven't gone home."""
    players: Mapping[str, Named] | None = handles if isinstance(handles, Mapping) else None
    return [handle for handle in handles if players is None or players[handle].status != "gone"]


def name_of(handle: str, handles: Handles) -> str:
    """The name of the player with a handle, the handle itself where names aren't known."""
    return handles[handle].name if isinstance(handles, Mapping) else handle


def _name_and_handle(handle: str, handles: Handles) -> str:
    return f"{name_of(handle, handles)} ({handle})" if isinstance(handles, Mapping) else handle


def find_handles(text: str, handles: Handles) -> list[str]:
    """The handles that a word may mean: the handle itself, else full names, else names that begin with it, else names
    that have it as a later word (Al for Big Al).
    """
    if text.casefold() in handles:
        return [text.casefold()]
    wanted = fold_name(text)
    if not wanted or not isinstance(handles, Mapping):
        return []
    players: Mapping[str, Named] = handles
    names = {handle: fold_name(player.name) for handle, player in players.items()}
    for among in (present(players), list(players)):
        for fits in (str.__eq__, str.startswith):
            if matches := [handle for handle in among if fits(names[handle], wanted)]:
                return matches
    if not may_be_name(wanted):
        return []
    later = {
        handle: [fold_name(word) for word in player.name.split()[1:]] for handle, player in players.items()
    }
    former = {handle: former_names(player) for handle, player in players.items()}
    for of in (later, former):
        for among in (present(players), list(players)):
            if matches := [handle for handle in among if wanted in of[handle]]:
                return matches
    return []


def former_names(player: Named) -> list[str]:
    """The names that a player had before, and their first words, folded."""
    names = (part for name in player.also for part in (name, name.split()[0]))
    return [fold_name(name) for name in names if may_be_name(fold_name(name))]
