"""Help within the log: everything on a screen, a word, a mark, a game, all games."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from functools import partial

from engine.api import (
    ADDITIONS,
    CARD_PHRASES,
    FAMILIES,
    RANKS,
    TABLE_ERRORS,
    VARIANTS,
    AdditionWord,
    PederError,
    TableError,
    find_rank,
    find_variant,
    fold_name,
)
from language import mark, retranslate, text_by, tr
from pipeline.night.confirmation import announced_text
from pipeline.night.parser.words import COMMANDS, ERROR_MARKS, Command, in_reader_language, read_meld
from pipeline.night.prompt.topics import TOPICS, Topic

GAMES = ("spil", "games", "game")
"""The words that list the games."""

HAND = (
    ("7s 14 b3 c7 +d hus", mark("seven card stud, 14 each, b folded at 3, c at 7, d won with a full house")),
    (". 8 a2 +b", mark("the same game again, additions too, next dealer")),
    ("14 b3 +d", mark("without a game: the dealer's usual one, as the prompt shows it")),
    ("k:lp 5 +d", mark("k dealt out of turn")),
    ("sp vild 2 hilo 12 +d hi fl +e lo 6-4", mark("with additions; high and low")),
    (
        "b=17  c-  b*  e12/4",
        mark("stayed with 17 · sat out · used the peder · four of the twelve are shadow"),
    ),
    ("+a +b · +a10 +b62 · ++", mark("split · exact shares · nobody wins, the pot carries")),
    ("guts 2 +a b! c!", mark("two match the pot")),
    (
        "th 40 a=20 b2 +a side +c",
        mark("a all-in for 20; the side pot is c's; again before the winners of a second board"),
    ),
    ("7s =66 b3 +d", mark("the pot was counted instead of the level")),
    ("b (As Kd / 9h)  bord (9h 2c)", mark("cards, closed / open; common cards")),
    ("7s 4 !nd · !om · !fejl …", mark("new deal · dealt again · a dealer's error and what was done")),
    (": 7s", mark("a hand bet by bet (b2 c. d3 e- +d), card by card")),
    ("=66 · ; note", mark("the last pot was counted · a note")),
)
"""How hands are written, with an example each."""


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
        found = [
            *found,
            tr("{word}: the rank {rank}, as in wild {rank} or par-{rank}.", word=word, rank=RANKS[rank]),
        ]
    if not found and (meld := read_meld(word)):
        meaning = tr("{word}: the meld {meld}, after its player.", word=word, meld=announced_text(meld.text))
        found = [meaning, *_INDEX["meld"]]
    if found:
        return "\n".join(map(retranslate, found))
    near = difflib.get_close_matches(key, _INDEX, n=1)
    hint = (
        tr("Did you mean ? {word}?", word=near[0])
        if near
        else tr("? alone shows everything, ? games all games.")
    )
    return tr("No word of the log and no game is called {word!r}. {hint}", word=word, hint=hint)


def games_text() -> str:
    """Every game by family: its alias, its name, its other names."""
    lines = []
    width = 2 + max(len((*variant.aliases, variant.id)[0]) for variant in VARIANTS.values())
    for family in dict.fromkeys(variant.family for variant in VARIANTS.values()):
        lines.append(f"{tr(FAMILIES[family])}:")
        for variant in VARIANTS.values():
            if variant.family == family and not variant.superseded:
                alias, *others = (*variant.aliases, variant.id.partition("@")[0])
                also = f" ({', '.join(others)})" if others else ""
                lines.append(f"  {alias:{width}}{variant.name}{also}")
    return "\n".join([*lines, tr("  ? 7s tells of a game.")])


def _everything() -> str:
    rows = [(in_reader_language(example), tr(meaning)) for example, meaning in HAND]
    rows += [(in_reader_language(one.example), tr(one.about)) for one in COMMANDS if one.name != "help"]
    width = max(len(example) for example, _ in rows[: len(HAND)]) + 2
    lines = [f"  {example:{width}}{meaning}" for example, meaning in rows]
    return "\n".join(
        [
            *lines,
            tr(
                "  Chips: 12, 2p (two peders), 1p10. Players by their handles, letters only; "
                "the toolbar shows them."
            ),
            tr("  ? WORD tells more: ? games all games, ? 7s a game, ? hi high and low, ? side side pots,"),
            tr("  ? wild wild cards, ? edit corrections, ? meld melds, ? bets bets."),
        ]
    )


def _game(word: str) -> str:
    try:
        variant = find_variant(word)
    except PederError:
        return ""
    names = ", ".join((variant.id, *variant.aliases))
    return f"{variant.name} ({names}): {tr(variant.summary)}"


def _key(word: str) -> str:
    """What a word is looked up by: folded; a mark stays as it is."""
    return fold_name(word) or word.strip()


def _entries() -> Iterator[tuple[tuple[str, ...], str]]:
    """Everything that can be looked up: the words and their explanations."""
    for command in COMMANDS:
        yield command.words, text_by(partial(_of_command, command))
    for topic in TOPICS:
        yield topic.words, text_by(partial(_of_topic, topic))
    for addition in ADDITIONS:
        yield addition.words, text_by(partial(_of_addition, addition))
    for fault in TABLE_ERRORS:
        yield (*ERROR_MARKS, *fault.words, fault.kind), text_by(partial(_of_fault, fault))
    named = tr("Cards with a name, wild where the dealer says so: one-eyed (Js Jh Kd), enøje.")
    yield tuple(CARD_PHRASES), named


def _of_command(command: Command) -> str:
    return tr(
        "{form}: {about}. Words: {words}. Example: {example}",
        form=tr(command.form),
        about=tr(command.about),
        words=", ".join(command.words),
        example=in_reader_language(command.example),
    )


def _of_topic(topic: Topic) -> str:
    rows = [(in_reader_language(example), tr(meaning)) for example, meaning in topic.examples]
    width = max(len(example) for example, _ in rows) + 2
    examples = [f"  {example:{width}}{meaning}" for example, meaning in rows]
    return "\n".join([f"{', '.join(topic.words)}: {tr(topic.about)}.", *examples])


def _of_addition(addition: AdditionWord) -> str:
    return tr(
        "{words}, between the game and the level: {about}. Example: {form}",
        words=", ".join(addition.words),
        about=tr(addition.about),
        form=addition.form,
    )


def _of_fault(fault: TableError) -> str:
    return f"  !fejl b {fault.words[0]}: {tr(fault.name)} ({fault.source}). {tr(fault.text)}"


_INDEX: dict[str, list[str]] = {}
for _words, _said in _entries():
    for _word in dict.fromkeys(map(_key, _words)):
        _INDEX.setdefault(_word, []).append(_said)
