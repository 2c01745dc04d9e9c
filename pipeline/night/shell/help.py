"""Help within the log: everything on a screen, a word, a mark, a game, all games."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from engine.api import (
    ADDITIONS,
    CARD_PHRASES,
    FAULTS,
    RANKS,
    VARIANTS,
    PederError,
    find_rank,
    find_variant,
    fold_name,
)
from pipeline.night.shell.topics import TOPICS
from pipeline.night.text.words import COMMANDS, ERROR_MARKS, read_meld

GAMES = ("spil", "games", "game")
"""The words that list the games."""

HAND = (
    ("7s 14 b3 c7 +d hus", "seven card stud, 14 each, b folded at 3, c at 7, d won with a full house"),
    (". 8 a2 +b", "the same game again, additions too, next dealer"),
    ("k:lp 5 +d", "k dealt out of turn"),
    ("sp vild 2 hilo 12 +d hi fl +e lo 6-4", "with additions; high and low"),
    ("b=17  c-  b*  e12/4", "stayed with 17 · sat out · used the peder · four of the twelve are shadow"),
    ("+a +b · +a10 +b62 · ++", "split · exact shares · nobody wins, the pot carries"),
    ("guts 2 +a b! c!", "two match the pot"),
    (
        "th 40 a=20 b2 +a side +c",
        "a all-in for 20; the side pot is c's; igen before the winners of a second board",
    ),
    ("7s =66 b3 +d", "the pot was counted instead of the level"),
    ("b (As Kd / 9h)  bord (9h 2c)", "cards, closed / open; common cards"),
    ("7s 4 !nd · !om · !fejl …", "new deal · dealt again · a dealer's error and what was done"),
    (": 7s", "a hand bet by bet (b2 c. d3 e- +d), card by card"),
    ("=66 · ; note", "the last pot was counted · a note"),
)
"""How hands are written, with an example each."""

_MORE = "? WORD tells more: ? spil all games, ? 7s a game, ? hi high and low, ? side side pots,"
_CHIPS = "Chips: 12, 2p (two peders), 1p10. Players by their handles, letters only; the toolbar shows them."


def help_text(word: str = "") -> str:
    """Help on a word of the log, a mark, a game or all games, or on everything.

    Words that nobody knows are answered with a sentence, and the nearest that is known.
    """
    if not word:
        return _everything()
    key = _key(word)
    if key in GAMES:
        return games_text()
    found = _INDEX.get(key, [])
    if not found and (variant := _game(word)):
        return variant
    rank = find_rank(word)
    if rank is not None:
        found = [*found, f"{word}: the rank {RANKS[rank]}, as in wild {RANKS[rank]} or par-{RANKS[rank]}."]
    if not found and (meld := read_meld(word)):
        found = [f"{word}: the meld {meld.text.replace('_', ' ')}, after its player.", *_INDEX["meld"]]
    if found:
        return "\n".join(found)
    near = difflib.get_close_matches(key, _INDEX, n=1)
    hint = f"Did you mean ? {near[0]}" if near else "? alone shows everything, ? spil all games"
    return f"No word of the log and no game is called {word!r}. {hint}."


def games_text() -> str:
    """Every game by family: its alias, its name, its other names."""
    lines = []
    for family in dict.fromkeys(variant.family for variant in VARIANTS.values()):
        lines.append(f"{family}:")
        for variant in VARIANTS.values():
            if variant.family == family:
                alias, *others = (*variant.aliases, variant.id)
                also = f" ({', '.join(others)})" if others else ""
                lines.append(f"  {alias:6}{variant.name}{also}")
    return "\n".join([*lines, "  ? 7s tells of a game."])


def _everything() -> str:
    width = max(len(example) for example, _ in HAND) + 2
    lines = [f"  {example:{width}}{meaning}" for example, meaning in HAND]
    lines += [f"  {command.example:{width}}{command.about}" for command in COMMANDS if command.name != "help"]
    return "\n".join(
        [
            *lines,
            f"  {_CHIPS}",
            f"  {_MORE}",
            "  ? vild wild cards, ? ret corrections, ? meld melds, ? bud bets.",
        ]
    )


def _game(word: str) -> str:
    try:
        variant = find_variant(word)
    except PederError:
        return ""
    names = ", ".join((variant.id, *variant.aliases))
    return f"{variant.name} ({names}): {variant.summary}"


def _key(word: str) -> str:
    """What a word is looked up by: folded; a mark stays as it is."""
    return fold_name(word) or word.strip()


def _entries() -> Iterator[tuple[tuple[str, ...], str]]:
    """Everything that can be looked up: the words, and what is said of them."""
    for command in COMMANDS:
        also = ", ".join(command.words)
        yield command.words, f"{command.form}: {command.about}. Words: {also}. Example: {command.example}"
    for topic in TOPICS:
        width = max(len(example) for example, _ in topic.examples) + 2
        examples = [f"  {example:{width}}{meaning}" for example, meaning in topic.examples]
        yield topic.words, "\n".join([f"{', '.join(topic.words)}: {topic.about}.", *examples])
    for addition in ADDITIONS:
        yield (
            addition.words,
            f"{', '.join(addition.words)}, between the game and the level: {addition.about}. "
            f"Example: {addition.form}",
        )
    for fault in FAULTS:
        told = f"  !fejl b {fault.words[0]}: {fault.name} ({fault.source}). {fault.text}"
        yield (*ERROR_MARKS, *fault.words, fault.kind), told
    yield tuple(CARD_PHRASES), "Cards with a name, wild where the dealer says so: one-eyed (Js Jh Kd), enøje."


_INDEX: dict[str, list[str]] = {}
for _words, _said in _entries():
    for _word in dict.fromkeys(map(_key, _words)):
        _INDEX.setdefault(_word, []).append(_said)
