"""The words of the log, in Danish and English, each stated once: commands, and what stands within a line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from engine.api import JOINING, RANKS, CardError, Declared, Half, Outcome, find_rank, fold_name
from language import mark
from pipeline.night.text.lines import Announced, Part


@dataclass(frozen=True)
class Command:
    """A command: its canonical name, the words that call it, how it is written, what it does, an example."""

    name: str
    words: tuple[str, ...]
    form: str
    about: str
    example: str


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
        ("kommer", "joins"),
        mark("joins NAME [after WHO]"),
        mark("a player comes, seated after another"),
        "kommer Frida efter d",
    ),
    Command("leaves", ("går", "leaves"), mark("leaves WHO"), mark("a player goes home"), "går c"),
    Command(
        "pause", ("pause",), mark("pause WHO"), mark("a player sits out until further notice"), "pause b"
    ),
    Command("back", ("tilbage", "back"), mark("back WHO"), mark("a player is back"), "tilbage b"),
    Command("deals", ("giver", "deals"), mark("deals WHO"), mark("who deals the next hand"), "giver d"),
    Command(
        "loan",
        ("lån", "loan", "lend"),
        mark("loan [WHO] CHIPS"),
        mark("the bank lends chips; nobody named: all but the banker"),
        "lån 2p50",
    ),
    Command(
        "buy",
        ("køb", "buy"),
        mark("buy WHO CHIPS [cash]"),
        mark("chips from the bank, as debt or for cash"),
        "køb b 1p",
    ),
    Command(
        "return",
        ("retur", "return"),
        mark("return WHO CHIPS [cash]"),
        mark("a part of the chips, handed back to the bank"),
        "retur b 30",
    ),
    Command(
        "count",
        ("tæl", "count", "optalt"),
        mark("count WHO CHIPS [cash]"),
        mark("all of a player's chips, counted and handed back"),
        "tæl b 162",
    ),
    Command(
        "pay",
        ("betal", "pay"),
        mark("pay WHO WHOM CHIPS|MONEY"),
        mark("shadow paid in chips, or money paid"),
        "betal b c 12",
    ),
    Command(
        "shadow",
        ("skygge", "shadow"),
        mark("shadow WHO WHOM CHIPS"),
        mark("shadow that is owed, beside that of the hands"),
        "skygge b c 4",
    ),
    Command(
        "undo",
        ("u", "fortryd", "undo"),
        mark("u [HAND|#ENTRY]"),
        mark("take back the last entry, or another"),
        "u",
    ),
    Command("redo", ("gendan", "redo"), mark("redo"), mark("take back the last undo"), "gendan"),
    Command(
        "edit",
        ("ret", "edit"),
        mark("ret [HAND|#ENTRY] [LINE]"),
        mark("put another line in its place"),
        "ret 17 7s 14 b3 +d hus",
    ),
    Command("ok", ("ok",), mark("ok [HAND]"), mark("a draft is right as it stands"), "ok"),
    Command("skip", ("skip", "spring"), mark("skip [HANDS]"), mark("a hand that nobody logged"), "skip"),
    Command(
        "end",
        ("slut", "end"),
        mark("end [!]"),
        mark("the night ends, the accounts close; ! with drafts left"),
        "slut",
    ),
    Command("help", ("hjælp", "help"), mark("? [WORD]"), mark("help, on a word or on all"), "hjælp lån"),
    Command(
        "history", ("historik", "history"), mark("history"), mark("every entry of the night"), "historik"
    ),
    Command(
        "drafts", ("kladder", "drafts"), mark("drafts"), mark("the hands that wait to be mended"), "kladder"
    ),
    Command("bank", ("bank", "book"), mark("bank"), mark("the bank's book"), "bank"),
    Command("settle", ("afregn", "settle"), mark("settle"), mark("who pays whom, as things stand"), "afregn"),
    Command(
        "quit", ("luk", "quit", "exit"), mark("quit"), mark("leave the logger; the night stays open"), "luk"
    ),
)

COMMAND_OF: dict[str, Command] = {fold_name(word): command for command in COMMANDS for word in command.words}
"""Commands by their words, folded."""

HALVES: dict[str, Part] = {
    **dict.fromkeys(("hi", "high", "høj"), Declared.HIGH),
    **dict.fromkeys(("lo", "low", "lav"), Declared.LOW),
    **dict.fromkeys(("begge", "both"), Declared.BOTH),
    **dict.fromkeys(("spar", "spade"), Half.SPADE),
}  # fmt: skip
SIDE = ("side",)
AGAIN = ("igen", "again")
BOARD = ("bord", "board")
AFTER = ("efter", "after")
CASH = ("kontant", "cash")
PART = ("del", "part")
ALL = ("alle", "all")
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


@cache
def is_reserved(handle: str) -> bool:
    """Whether a word means something within a line, so that no player can have it for a handle."""
    words = (*HALVES, *SIDE, *AGAIN, *BOARD, *AFTER, *CASH, *ALL, *_MELD_PARTS)
    folded = fold_name(handle)
    return folded in map(fold_name, words) or _category(handle) is not None


@cache
def _category(text: str) -> str | None:
    """The category that words name, single letters and bare numbers left out: those are players and chips."""
    from engine.api import CATEGORIES, find_category

    folded = fold_name(text)
    if folded in _DICE_MELDS:
        return _DICE_MELDS[folded]
    if len(folded) < 2 or folded.isdigit() or (folded[:-1].isdigit() and folded[-1] == "p"):
        return None
    try:
        return CATEGORIES[find_category(text)]
    except CardError:
        return None


_COUNT = re.compile(r"([0-9]{1,3})(?:[.,]5|½)")
"""A count of 7/27 with a half."""
_BETWEEN_RANKS = JOINING | {"over", "med", "with", "af", "of", "i"}


def _ranks(words: Sequence[str]) -> str:
    """Ranks as they are kept, ``K-4``; "" where a word is none."""
    ranks = [find_rank(word) for word in words]
    return "" if None in ranks else "-".join(RANKS[rank] for rank in ranks if rank is not None)


def read_meld(text: str) -> Announced | None:
    """A meld in Danish or English, else None: ``hus``, ``full house``, ``3 ens``, with ranks ``hus-K-4`` or
    ``hus konger over firere``, a low ``6-4``. In 7/27 a count: ``26,5`` or ``26½``.
    """
    words = text.replace("-", " ").split()
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
