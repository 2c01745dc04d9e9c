"""Cards, in English and Danish notation."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from engine.cards.card import (
    JOKERS,
    ONE_EYED,
    card_set,
    card_text,
    cards_in,
    cards_text,
    pack_of,
    parse_card,
    parse_cards,
    rank_set,
)
from engine.errors import CardError

PACK = pack_of(52)


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("As", "As"), ("as", "As"), ("10h", "Th"), ("Th", "Th"), ("T♥", "Th"), ("2♣", "2c"),
        ("2♧", "2c"), ("2♢", "2d"), ("2♡", "2h"), ("2♤", "2s"),
        ("Ess", "As"),
        ("Esk", "Ac"), ("Kor", "Kd"), ("Dah", "Qh"), ("Kns", "Js"), ("knK", "Jc"), ("10r", "Td"),
        ("7k", "7c"),
        ("Kk", "Kc"), ("Ks", "Ks"), ("Jo", "Jo"), ("joker", "Jo"),
    ],
)  # fmt: skip
def test_a_card_is_read_in_both_languages(text: str, card: str) -> None:
    assert card_text(parse_card(text)) == card


@pytest.mark.parametrize("text", ["", "1s", "11h", "Ax", "s", "A", "hA", "Asd?", "Æs"])
def test_what_is_no_card_is_refused_with_what_was_written(text: str) -> None:
    with pytest.raises(CardError, match="is not a card") as caught:
        parse_card(text)
    assert repr(text) in str(caught.value)


def test_cards_are_parted_by_spaces_commas_or_nothing() -> None:
    assert parse_cards("AsKd") == parse_cards("As Kd") == parse_cards(" As,  Kd; ") == parse_cards("Ess Kor")
    assert parse_cards("10s10h") == parse_cards("Ts Th")
    assert parse_cards("") == []


def test_the_second_joker_is_the_other_one_and_there_is_no_third() -> None:
    assert parse_cards("Jo As Jo") == [JOKERS[0], parse_card("As"), JOKERS[1]]
    with pytest.raises(CardError, match="Jo is named twice"):
        parse_cards("Jo Jo Jo")


def test_a_card_named_twice_is_refused() -> None:
    with pytest.raises(CardError, match="Td is named twice in 'Td 10r'"):
        parse_cards("Td 10r")


@pytest.mark.parametrize("size", [32, 33, 36, 52, 53, 54])
def test_a_pack_has_its_cards_once(size: int) -> None:
    pack = pack_of(size)
    assert len(pack) == len(set(pack)) == size
    if size < 52:
        lowest = "6" if size == 36 else ""
        assert {card_text(card)[0] for card in pack} - {"J"} == set(f"{lowest}789TQKA")


def test_the_one_eyed_are_two_jacks_and_a_king() -> None:
    assert {card_text(card) for card in cards_in(ONE_EYED)} == {"Js", "Jh", "Kd"}
    assert {card_text(card) for card in cards_in(rank_set(0, 12))} == {
        f"{rank}{suit}" for rank in "2A" for suit in "cdhs"
    }


@given(st.lists(st.sampled_from(pack_of(54)), unique=True))
def test_what_is_written_is_read_back(cards: list[int]) -> None:
    if JOKERS[1] in cards:
        first = JOKERS[0] in cards and cards.index(JOKERS[0]) < cards.index(JOKERS[1])
        cards = cards if first else [card for card in cards if card != JOKERS[1]]
    assert parse_cards(cards_text(cards)) == cards
    assert cards_in(card_set(cards)) == sorted(cards)


@given(st.text(max_size=12))
def test_any_text_is_cards_or_one_sentence(text: str) -> None:
    try:
        cards = parse_cards(text)
    except CardError as error:
        said, cards = str(error), []
    else:
        said = "."
    assert said.endswith(".")
    assert len(cards) == len(set(cards))
