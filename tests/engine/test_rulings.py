"""The rulings: the page is what the code says, and each game falls under those that fit its data."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.catalogue import VARIANTS, Variant
from engine.catalogue.additions import ADDITION_WORDS, parse_additions
from engine.catalogue.calls import call
from engine.catalogue.rulings import RULINGS, SOURCES, find_ruling, games_of, rulings_of, rulings_page
from engine.errors import VariantError
from engine.kernel.winners import first_half
from engine.rules.pots import halve

PAGE = Path(__file__).parents[2] / "docs" / "rulings.md"


def numbers(variant: Variant) -> set[int]:
    return {ruling.number for ruling in rulings_of(variant)}


def test_the_page_is_the_one_that_the_code_writes() -> None:
    assert PAGE.read_text(encoding="utf-8") == rulings_page(), "peder rulings --markdown > docs/rulings.md"


def test_rulings_are_numbered_from_one_and_complete() -> None:
    assert [ruling.number for ruling in RULINGS] == list(range(1, 40))
    for ruling in RULINGS:
        assert set(ruling.sources) <= SOURCES.keys()
        assert ruling.text.endswith(".")
        assert bool(ruling.option) == bool(ruling.word)


def test_every_ruling_of_the_list_of_rules_is_there(shared: Path) -> None:
    text = (shared / "rules" / "CATALOGUE.md").read_text()
    listed = [int(number) for number in re.findall(r"^(\d+)\. ", text[text.index("## Rulings") :], re.M)]
    assert listed == [ruling.number for ruling in RULINGS]


def test_the_word_of_a_house_option_is_an_addition() -> None:
    for ruling in RULINGS:
        if ruling.word:
            assert ruling.word.split()[0] in ADDITION_WORDS
            assert parse_additions([ruling.word])


UNDER = {
    "straight-poker": {2, 3, 6, 30}, "hayleys-komet": {1}, "mississippi-ratfuck": {4, 5, 25},
    "follow-the-queen": {1, 7, 10, 26, 28}, "crs-surprise": {11}, "last-chance": {1, 12},
    "fill-the-hole": {12}, "poker-33": {13, 33}, "poker-32": {33}, "cool-hand-luke": {14, 21},
    "lincoln": {4, 14}, "bush-league": {9, 15, 16, 21}, "wild-kingdom": {9, 16}, "texas-league": {9},
    "screw-your-neighbor": {17, 18, 34}, "guts": {19, 35}, "seven-twenty-seven": {8, 20},
    "elevator": {1, 23, 24}, "somaerket": {24}, "chicago-seven": {25}, "midnight-baseball": {9, 27},
    "narwidjan-munaeklips": {28}, "baseball": {8, 9, 29}, "poker-dice": {18, 32},
    "rubbers-in-the-dark": {8}, "stora-spelet": {8},
}  # fmt: skip
NOT_UNDER = {
    "straight-poker": {1, 4, 5, 7, 8, 10, 21, 38}, "poker-32": {2, 3, 13}, "texas-holdem": {7, 26},
    "guts": {2, 30}, "mississippi-ratfuck": {31}, "your-choise": {12}, "the-pyramid": {24},
    "elevator": {14}, "cincinnati": {7},
}  # fmt: skip


@pytest.mark.parametrize(("game", "expected"), UNDER.items())
def test_a_game_falls_under_its_rulings(game: str, expected: set[int]) -> None:
    assert expected <= numbers(VARIANTS.find(game))


@pytest.mark.parametrize(("game", "others"), NOT_UNDER.items())
def test_a_game_falls_under_no_other_rulings(game: str, others: set[int]) -> None:
    assert not others & numbers(VARIANTS.find(game))


def test_a_call_falls_under_the_rulings_of_what_is_added() -> None:
    called = call(VARIANTS.find("straight-poker"), parse_additions(["hilo spade"]))
    assert numbers(called) - numbers(VARIANTS.find("straight-poker")) == {4, 5, 31, 38}
    called = call(VARIANTS.find("five-card-stud"), parse_additions(["hilo"]))
    assert 31 in numbers(called)


def test_a_game_lists_only_what_its_data_do_not_tell() -> None:
    listed = {variant.id: variant.rulings for variant in VARIANTS.values() if variant.rulings}
    assert listed == {"elevator": (23,), "screw-your-neighbor": (17, 34), "seven-twenty-seven": (8, 20)}


def test_every_ruling_has_a_game_or_an_addition() -> None:
    for ruling in RULINGS:
        assert games_of(ruling)
    assert games_of(find_ruling(36)) == "all"
    assert games_of(find_ruling(38)) == "any game where the dealer adds it"
    assert games_of(find_ruling(32)) == "the dice family"


@pytest.mark.parametrize("number", [0, 40, -1])
def test_there_is_no_other_ruling(number: int) -> None:
    with pytest.raises(VariantError, match="go from 1 to 39"):
        find_ruling(number)


def test_odd_chips_of_halves_go_by_seat_in_guests_too() -> None:
    """The kernel, the log and the ruling agree: the half of the winner nearest the dealer's left."""
    ruling = find_ruling(6)
    assert ruling in rulings_of(VARIANTS.find("stud-high-low"))
    assert "Of two halves" in ruling.text
    for one, other in ((0, 1), (1, 0), (2, 2)):
        first = first_half(5, one, other)
        assert (first, 5 - first) == halve(5, [one], [other])
