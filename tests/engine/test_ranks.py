"""Words for ranks: one table, each word one rank, and nothing guessed."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest
from hypothesis import given, strategies as st

from engine.cards.ranks import RANK_WORDS, find_rank, near_rank


def test_every_word_of_the_table_is_its_rank_and_no_other() -> None:
    for table in RANK_WORDS.values():
        assert len(table) == 13
        for rank, words in enumerate(table):
            for word in (words.short, words.one, words.several, *words.others):
                assert find_rank(word) == find_rank(word.upper()) == rank
    everywhere = [
        {(word, rank) for word in (words.one, words.several, *words.others)}
        for table in RANK_WORDS.values()
        for rank, words in enumerate(table)
    ]
    counts = Counter(word for word, _ in chain.from_iterable(everywhere))
    assert [word for word, count in counts.items() if count > 1] == []


@pytest.mark.parametrize(
    ("words", "rank"),
    [
        ("2 two twos deuce deuces toer toere to 2'er 2'ere 2er 2ere 2's twee", 0),
        ("3 tre treer treere threes 3'ere drie", 1),
        ("10 T t ten tens tier tiere ti 10'ere T's tienens", 8),
        ("Kn J jack jacks knægt knægte knaegte bonde J's J'er boer boeren", 9),
        ("Da Q queens dame damer dronning dronninger Q's vrouw", 10),
        ("Ko K king konge konger K's heer heren", 11),
        ("Es es A ace aces esser A's es'er aas azen", 12),
    ],
)
def test_one_and_several_in_three_languages(words: str, rank: int) -> None:
    assert {word: find_rank(word) for word in words.split()} == dict.fromkeys(words.split(), rank)


@pytest.mark.parametrize(
    "word", ["kre", "ker", "are", "qere", "j'", "'s", "14'ere", "1", "D", "", "tens'ere", "2'"]
)
def test_what_is_not_in_the_table_is_no_rank(word: str) -> None:
    assert find_rank(word) is None


@given(st.text(max_size=8))
def test_any_text_is_a_rank_or_none_and_has_a_nearest_word_or_none(text: str) -> None:
    assert find_rank(text) in (None, *range(13))
    assert near_rank(text) == "" or find_rank(near_rank(text)) is not None


@pytest.mark.parametrize(("word", "near"), [("dronnning", "dronning"), ("jakc", "jack"), ("xyzzy", "")])
def test_the_nearest_word_is_suggested(word: str, near: str) -> None:
    assert near_rank(word) == near
