"""Errors at the table (ruling 22): every one that the texts name is found by its name, and told with its
remedy.
"""

from __future__ import annotations

import pytest

from engine.faults import FAULTS, TableFault, faults_of, find_fault
from engine.ruling_words import cases_of
from engine.rulings import ERRORS, find_ruling
from engine.variants import VARIANTS, find_variant


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.kind)
def test_an_error_is_found_by_its_words_where_it_can_happen(fault: TableFault) -> None:
    games = [variant for variant in VARIANTS.values() if fault.applies(variant)]
    assert games
    for word in fault.words[:2]:
        assert find_fault(word, games[0]) is fault, word
    assert find_fault(fault.kind, games[0]) is fault


def test_the_same_word_means_what_can_happen_in_the_game() -> None:
    def kind(told: str, game: str) -> str:
        found = find_fault(told, find_variant(game))
        return found.kind if found else ""

    assert kind("kort vist", "texas-holdem") == "exposed"
    assert kind("et kort vist", "seven-card-stud") == "open_for_closed"
    assert kind("glemt tilbud til Bo", "baseball") == "forgotten_offer"
    assert kind("glemt tilbud", "seven-card-stud") == ""
    assert find_fault("kaffe på bordet") is None
    assert find_fault("Bo bød uden for tur") in faults_of(find_variant("7s"))


def test_the_ruling_tells_every_error_with_its_remedy() -> None:
    told = "\n".join(cases_of(find_ruling(ERRORS)))
    assert all(fault.text in told and fault.words[0] in told for fault in FAULTS)
    assert cases_of(find_ruling(1)) == []
