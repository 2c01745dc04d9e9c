"""The commands of the log, with their words in Danish and English."""

from __future__ import annotations

from dataclasses import dataclass

from engine.api import fold_name
from language import current_language, mark


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
    """Return an example, which has Danish words, in the words of the reader's language.

    >>> in_reader_language("7s 14 b3 +d hus"), in_reader_language("bankør c")
    ('7s 14 b3 +d full house', 'banker c')
    """
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
    """Return the command that a line begins with, in English or Danish; None for another line.

    >>> command_of("Bankør d").name, command_of("7s 14 b3 +d")
    ('banker', None)
    """
    first = line.split(maxsplit=1)
    return COMMAND_OF.get(fold_name(first[0])) if first else None


def counts_chips(line: str) -> bool:
    """Return whether a line begins with a command whose amount is chips.

    >>> counts_chips("count b 20"), counts_chips("expense b 20 kr pizza")
    (True, False)
    """
    command = command_of(line)
    return command is not None and command.name in _IN_CHIPS


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
