"""Melds, wild cards and games in words."""

from __future__ import annotations

import pytest

from engine.cards.card import JOKER_SET, ONE_EYED, card_set, parse_cards, rank_set
from engine.cards.high import CATEGORIES, best_meld
from engine.cards.low import low_meld
from engine.catalogue import VARIANTS
from engine.catalogue.hand_names import MELD_NAMES, find_category, low_text, meld_category, meld_text
from engine.catalogue.model import board_size
from engine.catalogue.rules_text import how_to_play, own_rules, stakes, winning
from engine.catalogue.rulings import find_ruling
from engine.catalogue.wild_text import card_set_text, one_of, wild_text
from engine.errors import CardError
from language import speaking, tr
from language.melds import MELDS


def text_of(cards: str, language: str = "en") -> str:
    with speaking(language):
        return meld_text(best_meld(card_set(parse_cards(cards)), JOKER_SET))


@pytest.mark.parametrize(
    ("cards", "english", "danish"),
    [
        ("As Kd 9h 5c 3s", "high card, A K 9 5 3", "højt kort, Es Ko 9 5 3"),
        ("7s 7d Ah 10c 3s", "a pair, sevens with A T 3", "et par, syvere med Es 10 3"),
        ("7s 7d Kh Kc 3s", "two pair, kings and sevens with 3", "to par, konger og syvere med 3"),
        ("9s 9d 9h Ac 5s", "three of a kind, nines with A 5", "tre ens, niere med Es 5"),
        ("As 2d 3h 4c 5s", "straight to the five", "straight til femmer"),
        ("Ah 9h 7h 5h 2h", "flush, A 9 7 5 2", "flush, Es 9 7 5 2"),
        ("9s 9d 9h 4c 4s", "full house, nines over fours", "fuldt hus, niere over firere"),
        ("Qs Qd Qh Qc 4s", "four of a kind, queens with 4", "fire ens, damer med 4"),
        ("Ah Kh Qh Jh Th", "straight flush to the ace", "straight flush til es"),
        ("Js Jd Jh Jc Jo", "five of a kind, jacks (4 natural)", "fem ens, knægte (4 naturlige)"),
        (
            "9s 9d Jo Ac 5s",
            "three of a kind, nines with A 5 (4 natural)",
            "tre ens, niere med Es 5 (4 naturlige)",
        ),
        ("10s 9d 8h Jo Jo", "straight to the queen (natural T 9 8)", "straight til dame (naturlige 10 9 8)"),
        ("As", "high card, A", "højt kort, Es"),
        ("5s 5d 5h", "three of a kind, fives", "tre ens, femmere"),
    ],
)
def test_a_meld_in_words(cards: str, english: str, danish: str) -> None:
    assert text_of(cards) == english
    assert text_of(cards, "da") == danish


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ("6s 4d 3h 2c As", "6-4-3-2-A"),
        ("Ts 9d 8h 7c 5s", "T-9-8-7-5"),
        ("As Ad 3h 4c 5s", "a pair, A 5 4 3"),
        ("As Kd Qh Jc Ts", "K-Q-J-T-A"),
    ],
)
def test_a_low_in_words(cards: str, text: str) -> None:
    assert low_text(low_meld(card_set(parse_cards(cards)), 0)) == text


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("hus", "full_house"), ("fuldt hus", "full_house"), ("Full House", "full_house"), ("fl", "flush"),
        ("to par", "two_pair"), ("2 par", "two_pair"), ("par", "pair"), ("3 ens", "three"), ("tre", "three"),
        ("sf", "straight_flush"), ("4 ens", "four"), ("fem ens", "five"), ("st", "straight"),
        ("højt", "high_card"),
    ],
)  # fmt: skip
def test_a_person_names_a_meld(text: str, category: str) -> None:
    assert find_category(text) == CATEGORIES.index(category)


def test_every_name_that_is_written_is_read() -> None:
    with speaking("da"):
        assert MELD_NAMES["da"] == tuple(map(tr, MELDS.values())), "pages and the log name melds the same"
    for names in (*MELD_NAMES.values(), CATEGORIES):
        for category, name in enumerate(names):
            assert find_category(name) == category
    with pytest.raises(CardError, match="'skål' isn't a meld"):
        find_category("skål")


def test_the_categories_of_the_short_pack_have_their_own_order() -> None:
    """SR: a flush beats a full house; the lowest bit says that no joker helps (ruling 13)."""
    places = {"straight": 4, "full_house": 5, "flush": 6, "four": 7, "straight_flush": 8}
    for name, place in places.items():
        for natural in (0, 1):
            assert CATEGORIES[meld_category(2 * place + natural << 44, short=True)] == name


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        (rank_set(0), "twos"),
        (rank_set(0, 1) | ONE_EYED, "twos, threes and one-eyed"),
        (card_set(parse_cards("7c 7s")), "7c and 7s"),
        (rank_set(9, 11), "jacks and kings"),
        (JOKER_SET, "jokers"),
        (0, ""),
    ],
)
def test_a_set_of_cards_in_words(cards: int, text: str) -> None:
    assert card_set_text(cards) == text


def test_one_of_a_set() -> None:
    assert one_of(rank_set(1, 7)) == "three or nine"
    assert one_of(card_set(parse_cards("4d 4h"))) == "4d or 4h"


WILD = {
    "straight-poker": "",
    "jumping-jacks": "jacks",
    "last-chance": "your own card turned last",
    "seven-bright-stars": "your own card dealt last",
    "your-choise": "a rank of your own choice",
    "fill-the-hole": "a rank that you pick among your own cards",
    "stora-spelet": "twos, threes and one-eyed",
    "risky-pairs": "a rank that you hold exactly twice",
    "shifting-sands": "your own card kept closed to the end",
    "crs-surprise": "a rank that you hold both open and closed",
    "roll-them": "your own lowest closed card",
    "narwidjan-munaeklips": "threes and nines; the bottom card of your own pile",
    "follow-the-queen": "queens; the open card after the latest open queen",
    "eleven-bright-stars": "threes and nines; the open card after the latest open three or nine",
    "spit-in-the-ocean": "the common card",
    "puke": "both common cards",
    "lunatic": "threes and nines, each until one is turned as a common card; the common card turned last",
    "kings-cross": "kings; the common card turned last",
    "gammel-skagen": "a rank both in your own cards and on the line used",
    "somaerket": "the three common cards turned last",
    "poker-33": "the joker",
    "cool-hand-luke": "the lowest common card",
}


@pytest.mark.parametrize(("game", "text"), WILD.items())
def test_what_is_wild_in_words(game: str, text: str) -> None:
    assert wild_text(VARIANTS[game]) == text


def test_what_the_printed_rules_say_beyond_the_course() -> None:
    """Only a game with a board speaks of one; choices of the ace, hands that don't count, and departures from a text."""
    for variant in VARIANTS.values():
        assert board_size(variant) or not any("board" in sentence for sentence in winning(variant)), (
            variant.id
        )
    assert any("plays the board" in sentence for sentence in winning(VARIANTS["tahoe"]))
    assert own_rules(VARIANTS["roll-them"]) == [
        "Of your closed cards an ace is the highest or the lowest, as you choose."
    ]
    for game in ("guts", "guts-3-card"):
        assert any("straights and flushes don't count" in said for said in how_to_play(VARIANTS[game]))
    assert any("a both that failed" in said for said in how_to_play(VARIANTS["gutter-sluts"]))
    assert "With two players the dealer has the small blind" in find_ruling(21).text
    assert "black seven" in find_ruling(29).text
    with speaking("da"):
        assert any("én lav indsats hver" in said for said in how_to_play(VARIANTS["texas-2-step"]))


def test_the_course_of_a_game_says_what_repeats_once() -> None:
    assert how_to_play(VARIANTS.find("seven-card-stud")) == [
        "Two closed cards each, one open card each, then a betting round.",
        "Three times: one open card each, then a betting round.",
        "One closed card each, then a betting round.",
    ]
    assert how_to_play(VARIANTS.find("ups-and-downs"))[0] == (
        "Twice: one closed card each, then a betting round; one open card each, then a betting round."
    )
    assert how_to_play(VARIANTS.find("mississippi-ratfuck"))[1:4] == [
        "Pass three cards to the right and two cards to the left, chosen together, then a betting round.",
        "Psychology: put your closed cards in the order in which they will be turned.",
        "Six times: all turn their next card, then a betting round.",
    ]


def test_a_games_own_rules_in_words() -> None:
    assert own_rules(VARIANTS.find("baseball")) == [
        "An open 7c or 7s sends its holder out; the chips stay.",
        "An open 4d or 4h may buy the next card, closed, for 5 chips.",
    ]
    assert "Turning a three costs 3 chips." in own_rules(VARIANTS.find("midnight-baseball"))
    assert "A common three or nine costs everyone still in 2 chips, or the hand." in own_rules(
        VARIANTS.find("wild-kingdom")
    )


def test_who_wins_in_words() -> None:
    assert (
        winning(VARIANTS.find("omaha"))[0]
        == "A hand is exactly two of your own cards and three common cards."
    )
    assert "at most two of them" in winning(VARIANTS.find("tahoe"))[0]
    assert "1-2-3-4 or 5" in winning(VARIANTS.find("trafalgar-square"))[0]
    assert "A flush beats a full house" in winning(VARIANTS.find("poker-32"))[0]


def test_stakes_in_words() -> None:
    assert stakes(VARIANTS.find("straight-poker")).startswith("Ante 2; bets and raises of 1 to 5, and once")
    assert stakes(VARIANTS.find("texas-holdem")) == (
        "Blinds 1 and 2; fixed limit, 2 and later 4; short of chips is all-in."
    )
    assert stakes(VARIANTS.find("guts")) == "A stake is 2 chips."
    assert stakes(VARIANTS.find("poker-32")) == "Ante 2; bets and raises of 1 to 5; short of chips is shadow."
