"""Errors at the table (ruling 22): every one that the texts name is recognized by its name, and listed with its
remedy.
"""

from __future__ import annotations

import pytest

from engine.catalogue import VARIANTS
from engine.catalogue.rulings import ERRORS, cases_of, find_ruling
from engine.catalogue.table_errors import TABLE_ERRORS, TableError, find_table_error, table_errors_of


@pytest.mark.parametrize("error", TABLE_ERRORS, ids=lambda error: error.kind)
def test_an_error_is_recognized_by_its_words_in_games_where_it_can_happen(error: TableError) -> None:
    games = [variant for variant in VARIANTS.values() if error.applies(variant)]
    assert games
    for word in error.words[:2]:
        assert find_table_error(word, games[0]) is error, word
    assert find_table_error(error.kind, games[0]) is error


def test_the_same_word_means_what_can_happen_in_the_game() -> None:
    def kind(told: str, game: str) -> str:
        result = find_table_error(told, VARIANTS.find(game))
        return result.kind if result else ""

    assert kind("kort vist", "texas-holdem") == "exposed"
    assert kind("et kort vist", "seven-card-stud") == "open_for_closed"
    assert kind("glemt tilbud til Bo", "baseball") == "forgotten_offer"
    assert kind("glemt tilbud", "seven-card-stud") == ""
    assert find_table_error("kaffe på bordet") is None
    assert find_table_error("Bo bød uden for tur") in table_errors_of(VARIANTS.find("7s"))


def test_the_ruling_tells_every_error_with_its_remedy() -> None:
    told = "\n".join(cases_of(find_ruling(ERRORS)))
    assert all(error.text in told and error.words[0] in told for error in TABLE_ERRORS)
    assert cases_of(find_ruling(1)) == []
