"""Fan Tan and House: what fits, who must play, trumps and the cards they displace."""

from __future__ import annotations

from collections import Counter
from typing import Any

from bench.players import one_against
from engine.cards.card import parse_card
from engine.catalogue import VARIANTS
from engine.players.profiles import PROFILES
from engine.special.fan_tan import NOTHING, choose, fits, lay, new_layout, own_row
from tests.engine.games.table import held, rows

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
PLAIN = 0
TRUMPS = VARIANTS["fan-tan-house"].trumps


def table(text: str) -> Any:
    """A table on which cards were laid, one after the other, each in its own row; ``8s>h`` as a trump."""
    layout = new_layout()
    for word in text.split():
        name, _, row = word.partition(">")
        card = parse_card(name)
        place = "cdhs".index(row) if row else own_row(layout, card)
        assert fits(layout, TRUMPS if row else PLAIN, card, place), word
        lay(layout, card, place)
    return layout


def plays(layout: Any, text: str, trumps: int = PLAIN) -> list[int]:
    card = parse_card(text)
    return [row for row in range(4) if fits(layout, trumps, card, row)]


def test_rows_start_with_their_sevens() -> None:
    empty = new_layout()
    assert plays(empty, "7d") == [DIAMONDS]
    assert plays(empty, "8d") == plays(empty, "6d") == plays(empty, "Ad") == []


def test_rows_grow_up_and_down_in_suit() -> None:
    layout = table("7h 8h 6h 9h")
    assert plays(layout, "Th") == plays(layout, "5h") == [HEARTS]
    assert plays(layout, "Jh") == plays(layout, "4h") == plays(layout, "Td") == []


def test_an_ace_is_low() -> None:
    layout = table("7h 6h 5h 4h 3h 2h 8h 9h Th Jh Qh Kh")
    assert plays(layout, "Ah") == [HEARTS]
    assert plays(table("7h 8h 9h Th Jh Qh Kh"), "Ah") == []


def test_a_spade_stays_in_its_row_in_plain_fan_tan() -> None:
    assert plays(table("7s 7h"), "8s", PLAIN) == [SPADES]
    assert plays(table("7h"), "8s", PLAIN) == []


def test_a_trump_stands_for_its_rank_in_any_row() -> None:
    assert plays(table("7s 7h 7d"), "8s", TRUMPS) == [DIAMONDS, HEARTS, SPADES]
    assert plays(table("7h 8h"), "8s", TRUMPS) == []
    assert plays(table("7h"), "6s", TRUMPS) == [HEARTS]


def test_the_displaced_card_takes_the_spades_place() -> None:
    layout = table("7h 8s>h")
    assert plays(layout, "9h", TRUMPS) == [HEARTS]
    assert plays(layout, "8h", TRUMPS) == []  # the row of the 7♠ isn't there yet
    layout = table("7h 8s>h 7s")
    assert plays(layout, "8h", TRUMPS) == [SPADES]
    assert plays(layout, "8d", TRUMPS) == []
    layout = table("7h 8s>h 7s 8h")
    assert plays(layout, "9s", TRUMPS) == [HEARTS, SPADES]


def test_the_seven_of_spades_is_not_trump() -> None:
    assert held("2s 3s 4s 5s 6s 8s 9s Ts Js Qs Ks As") == TRUMPS
    assert plays(new_layout(), "7s", TRUMPS) == [SPADES]


def test_one_spade_displaces_one_card() -> None:
    layout = table("7h 7d 8s>h 8d")
    assert layout.moved.tolist() == [NOTHING] * 7 + [HEARTS] + [NOTHING] * 5


def test_a_player_who_can_play_must_and_else_passes() -> None:
    layout = table("7h")
    assert choose(layout, PLAIN, held("8h Kd"), False) != NOTHING
    assert choose(layout, TRUMPS, held("9h Kd 8s"), False) != NOTHING
    assert choose(layout, PLAIN, held("9h Kd 8s"), False) == NOTHING


def test_trumps_are_played_in_house() -> None:
    laid = Counter(act.kind for row in rows("fan-tan-house", 4, 100) for act in row.acts)
    assert laid["play_trump"] > 100
    assert not any(row.of_kind("play_trump") for row in rows("fan-tan", 4, 100))


def test_a_player_opens_the_way_to_the_own_cards_and_keeps_what_blocks_others() -> None:
    layout = table("7h 7d")
    queen_further_on = choose(layout, PLAIN, held("8h Qh 8d"), False)
    assert queen_further_on == parse_card("8h") * 4 + HEARTS
    nothing_further_on = choose(layout, PLAIN, held("6h 8d 6d 5d 4d"), False)
    assert nothing_further_on == parse_card("6d") * 4 + DIAMONDS


def test_a_wary_player_opens_little_beyond_the_last_own_card() -> None:
    layout, hand = table("7h 8h 9h Th Jh 7c"), held("Qh Kh 8c 9c Tc")
    assert choose(layout, TRUMPS, hand, False) // 4 == parse_card("8c")
    assert choose(layout, TRUMPS, hand, True) // 4 == parse_card("Qh")


def test_wary_players_win_at_house() -> None:
    """On seeds of their own, one against five and five against one, by more than three standard errors."""
    house, regular, steady = VARIANTS["fan-tan-house"], PROFILES["regular"], PROFILES["plain-steady"]
    mean, error = one_against(house, regular, steady, 30_000, 223_000)
    assert mean > 3 * error
    mean, error = one_against(house, steady, regular, 30_000, 224_000)
    assert mean < -3 * error
