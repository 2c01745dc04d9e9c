"""Help within the log: every word and mark of the grammar has an answer; what is no word gets the nearest."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.cards.high import CATEGORIES
from engine.cards.ranks import RANK_WORDS
from engine.catalogue import VARIANTS, names_of
from engine.catalogue.additions import ADDITIONS, CARD_PHRASES
from pipeline.night.hand.act_lines import ACT_WORDS, DROP
from pipeline.night.parser import words
from pipeline.night.parser.commands import COMMAND_OF, in_reader_language
from pipeline.night.parser.grammar import parse
from pipeline.night.prompt.help import GAMES, TOPICS, games_text, help_text

DOCS = Path(__file__).parents[3] / "docs"
MARKS = ("+", "++", "!", "*", "/", "=", "-", ":", ";", ".", "?", "(", "!nd", "!om", "!fejl")
WORDS = {
    *COMMAND_OF,
    *words.HALVES,
    *words.SIDE,
    *words.AGAIN,
    *words.BOARD,
    *words.AFTER,
    *words.CASH,
    *words.PART,
    *words.BET,
    *filter(None, words.POT_ENDS),
    *words.ALL,
    *words.ERROR_MARKS,
    *words.ENDING_MARKS,
    *(word for addition in ADDITIONS for word in addition.words),
    *CARD_PHRASES,
    *ACT_WORDS,
    *DROP,
    *GAMES,
    *CATEGORIES,
    *("par", "2par", "3ens", "straight", "fl", "hus", "4ens", "sf", "5ens", "fuldt hus", "two pair"),
    *(word for table in RANK_WORDS.values() for rank in table for word in (rank.one, rank.several)),
    *MARKS,
}


@pytest.mark.parametrize("word", sorted(WORDS))
def test_every_word_of_the_grammar_is_answered(word: str) -> None:
    assert "No word of the log" not in help_text(word)


def test_every_list_of_words_is_walked() -> None:
    """A list of words that is added to the grammar's must be walked here too."""
    lists = {
        name
        for name, value in vars(words).items()
        if name.isupper()
        and not name.startswith("_")
        and name not in ("RANKS", "JOINING", "FILLERS", "SKIPPED", "ARTICLES")
        if isinstance(value, tuple | dict) and all(isinstance(word, str) for word in value)
    }
    assert lists == {
        "HALVES", "SIDE", "AGAIN", "BOARD", "AFTER", "CASH", "PART", "ALL", "ERROR_MARKS",
        "ENDING_MARKS", "FOR", "BUT", "BET", "POT_ENDS",
    }  # fmt: skip


@pytest.mark.parametrize("game", VARIANTS)
def test_every_game_is_described_and_listed_with_its_aliases(game: str) -> None:
    variant = VARIANTS[game]
    assert variant.summary in help_text(game)
    for name in (variant.name, *variant.aliases):
        assert name in games_text(VARIANTS)
    assert list(names_of(variant))


@pytest.mark.parametrize(
    "example", [example for topic in TOPICS for example, _ in topic.examples if example[0] not in ":?"]
)
def test_the_examples_are_lines_of_the_log(example: str) -> None:
    assert parse(example, frozenset("abcdef"))


@pytest.mark.parametrize("example", [example for topic in TOPICS for example, _ in topic.examples])
def test_the_examples_are_in_the_language_of_the_reader(example: str) -> None:
    danish = {
        "hus",
        "konger",
        "firere",
        "enøje",
        "rang",
        "byt",
        "betal",
        "indskud",
        "ind",
        "ude",
        "før",
        "fik",
        "vild",
    }
    english = in_reader_language(example)
    assert not danish & set(re.findall(r"\w+", english)), english
    if english[0] not in ":?":
        assert parse(english, frozenset("abcdef"))


def test_an_unknown_word_gets_the_nearest() -> None:
    assert help_text("skyge") == "No word of the log and no game is called 'skyge'. Did you mean ? skygge?"
    assert "? games all games" in help_text("qqqq")


def test_everything_fits_the_width_of_a_terminal() -> None:
    assert not [line for line in help_text().splitlines() if len(line) > 130]
    assert re.search(r"\? games all games", help_text())
