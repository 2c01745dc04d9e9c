"""What a dealer adds: the words, and the game that a call makes of a game."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, strategies as st

from engine.cards.card import JOKER_SET, ONE_EYED, card_set, pack_of, parse_cards, rank_set
from engine.catalogue import TRAINED, VARIANTS, Variant
from engine.catalogue.additions import (
    ADDITION_WORDS,
    ADDITIONS,
    NO_ADDITIONS,
    Additions,
    parse_additions,
    wild_words,
)
from engine.catalogue.calls import call
from engine.catalogue.deals import read_steps
from engine.catalogue.model import Op
from engine.catalogue.wild_text import additions_text
from engine.errors import CallError
from engine.kernel.program import compile_program
from engine.terms import Limit
from language import speaking

TWOS, KINGS, ACE_RANK = rank_set(0), rank_set(11), 12
CARD_GAMES = [variant for variant in TRAINED.values() if not variant.kernel]


def added(game: str, *words: str) -> Variant:
    return call(VARIANTS.find(game), parse_additions(words))


# --- the words ---


@pytest.mark.parametrize(
    ("words", "additions"),
    [
        ("vild 2", Additions(wild=TWOS)),
        ("WILD 2 K", Additions(wild=TWOS | KINGS)),
        ("vild Ko,2", Additions(wild=TWOS | KINGS)),
        ("vild 2'ere", Additions(wild=TWOS)),
        ("vild deuces konger", Additions(wild=TWOS | KINGS)),
        ("vild tre", Additions(wild=rank_set(1))),
        ("vild 2 og 9", Additions(wild=rank_set(0, 7))),
        ("deuces wild", Additions(wild=TWOS)),
        ("2'ere vilde", Additions(wild=TWOS)),
        ("2s wild", Additions(wild=TWOS)),
        ("2s 9s wild", Additions(wild=rank_set(0, 7))),
        ("3's & 9's are wild", Additions(wild=rank_set(1, 7))),
        (
            "hilo 7'ere og knægte som vildkort psy",
            Additions(high_low=True, wild=rank_set(5, 9), psychology=True),
        ),
        ("twos and threes wild", Additions(wild=rank_set(0, 1))),
        ("knægt konge dame ace jack vilde", Additions(wild=rank_set(9, 10, 11, 12))),
        ("vild Js", Additions(wild=card_set(parse_cards("Js")))),
        ("Js wild", Additions(wild=rank_set(9))),
        ("vild en-øjede knægte", Additions(wild=card_set(parse_cards("Js Jh")))),
        ("one-eyed king wild", Additions(wild=card_set(parse_cards("Kd")))),
        ("rank 7 J", Additions(ranks=(5, 9))),
        ("rang knægte og 7", Additions(ranks=(5, 9))),
        ("rank 7 wild 2", Additions(ranks=(5,), wild=TWOS)),
        ("terrill 50", Additions(cap=50)),
        ("Terrill Rule 50", Additions(cap=50)),
        ("vild 7r Kns", Additions(wild=card_set(parse_cards("7d Js")))),
        ("vild 2s", Additions(wild=card_set(parse_cards("2s")))),
        ("vild 2 vild K", Additions(wild=TWOS | KINGS)),
        ("wild 2 jokers", Additions(wild=TWOS, jokers=2)),
        ("enøje", Additions(wild=ONE_EYED)),
        ("vild 2 en-øjede", Additions(wild=TWOS | ONE_EYED)),
        ("One-Eyed", Additions(wild=ONE_EYED)),
        ("rank A", Additions(ranks=(ACE_RANK,))),
        ("rang Es", Additions(ranks=(ACE_RANK,))),
        ("joker", Additions(jokers=1)),
        ("jokere", Additions(jokers=2)),
        ("hilo", Additions(high_low=True)),
        ("høj lav", Additions(high_low=True)),
        ("high/low", Additions(high_low=True)),
        ("hi/lo psy", Additions(high_low=True, psychology=True)),
        ("psykologi", Additions(psychology=True)),
        ("byt 4", Additions(draw=4)),
        ("draw 4", Additions(draw=4)),
        ("spade", Additions(spade=True)),
        ("høj spar", Additions(spade=True)),
        ("no limit straddle", Additions(limit=Limit.NO, straddle=True)),
        ("no-limit", Additions(limit=Limit.NO)),
        ("pot", Additions(limit=Limit.POT)),
        ("pot limit", Additions(limit=Limit.POT)),
        ("fixed", Additions(limit=Limit.FIXED)),
        ("alene", Additions(alone=True)),
        ("loft 20", Additions(cap=20)),
        ("gebyr", Additions(charge=True)),
        ("", NO_ADDITIONS),
    ],
)
def test_additions_are_read_in_both_languages(words: str, additions: Additions) -> None:
    assert parse_additions([words]) == additions
    assert parse_additions(words.split()) == additions


NO_RANKS = (("kre", "tre"), ("ker", "sekser"), ("are", "tre"))
"""Words that made tens wild once, and the word for a rank that is nearest."""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("vild", "'vild' comes before nothing"),
        ("wild hilo", "'wild' comes before 'hilo'"),
        ("vild joker", "'vild' comes before 'joker'"),
        ("wild 14", "'wild' comes before '14'"),
        *((f"vild {word}", f"'vild' comes before '{word}'") for word in ("kre", "ker", "are", "d", "qere")),
        ("vild knaegtt", "did you mean 'knægt'"),
        *((f"vild {word}", f"did you mean '{rank}'") for word, rank in NO_RANKS),
        *(
            (f"{word} vilde", f"'{word}' isn't an addition to a game: did you mean '{rank}'")
            for word, rank in NO_RANKS
        ),
        ("kre og 3'ere er vilde", "'kre' isn't an addition to a game: did you mean 'tre'"),
        ("joke wild 2", "did you mean 'joker'"),
        ("konger", "write wild before it"),
        ("deuces wild 9", "'9' isn't an addition to a game: write wild before it"),
        ("og wild", "'wild' comes before nothing"),
        ("rank kingz", "did you mean 'king"),
        ("cap 1000001", "takes a number up to 1000000"),
        ("draw " + "9" * 5000, "takes a number up to"),
        ("byt", "'byt' needs a number"),
        ("draw three", "'draw' needs a number"),
        ("draw 0", "'draw' needs a number"),
        ("draw -1", "'draw' needs a number"),
        ("rank 14", "'rank' needs a rank"),
        ("draw 3 draw 4", "'4'|'draw' contradicts"),
        ("pot no limit", "contradicts an addition before it"),
        ("hillo", "did you mean 'hilo'"),
        ("xyzzy", "'xyzzy' isn't an addition"),
        ("run", "'run' isn't an addition to a game: write such as wild 2"),
        ("flush", "'flush' isn't an addition to a game: write such as wild 2"),
        ("7r", "'7r' isn't an addition"),
    ],
)
def test_what_cannot_be_added_is_one_sentence(words: str, sentence: str) -> None:
    with pytest.raises(CallError, match=sentence) as caught:
        parse_additions([words])
    assert str(caught.value).endswith((".", "?"))


EYED = ONE_EYED
TEXTS = [
    ("Three Card Draw, Deuces Wild", "Deuces Wild", TWOS),
    ("PR, Deuces and One-eyed Picture Cards Wild", "Deuces and One-eyed Picture Cards Wild", TWOS | EYED),
    ("PR, Deuces and One-eyed Picture Card Wild", "Deuces and One-eyed Picture Card Wild", TWOS | EYED),
    ("PR, vilde kort", "Vilde 2'ere", TWOS),
    ("PR, ekstra vildkort", "en-øjede billedkort", EYED),
    ("PR, Jumping Jacks", "Knægte er vildkort", rank_set(9)),
    ("PR, Deuces Wild", "2'ere (deuces) er vildkort", TWOS),
    ("PR, Deuces and One-eyed", "2'ere (deuces) og en-øjede billedkort er vildkort", TWOS | EYED),
    ("PR, Stora Spelet", "2'ere (deuces), 3'ere og en-øjede er vildkort", rank_set(0, 1) | EYED),
    ("PR, Chicago Seven", "7'ere er vildkort", rank_set(5)),
    ("PR, Seven Eleven", "7'ere og knægte som vildkort", rank_set(5, 9)),
    ("PR, Siberian Husky", "2'ere er vilde", TWOS),
    ("PR, Baseball", "3'ere og 9'ere er vildkort", rank_set(1, 7)),
    ("PR, Yankee Baseball", "9'ere er vildkort", rank_set(7)),
    ("PR, Follow the Queen", "Dronninger er vildkort", rank_set(10)),
    ("PR, Follow the Queen", "Dronninger og en-øjede billedkort er vildkort", rank_set(10) | EYED),
    ("PR, Kings Cross", "kongerne er vildkort", KINGS),
    *(("PR, Three Card Draw, Five and Seven Card Stud", words, TWOS)
      for words in ("Deuces Wild", "deuces wild", "vild deuces", "Vilde deuces")),
    ("PR, overview", "vild 2'ere", TWOS),
    ("PR, overview", "vild 9'ere", rank_set(7)),
    ("PR, overview", "vild 3'ere, 9'ere", rank_set(1, 7)),
    ("PR, overview", "vild 2'ere, 3'ere, en-øjede", rank_set(0, 1) | EYED),
    ("PR, overview", "vild 2'ere, en-øjede", TWOS | EYED),
    ("PR, overview", "vild 7'ere, knægte", rank_set(5, 9)),
    ("PR, overview", "vild 3'ere, 9'ere, dronninger", rank_set(1, 7, 10)),
    ("PR, overview", "vild Dronninger, en-øjede", rank_set(10) | EYED),
    ("rules of the games, Texas League", "3's & 9's are wild", rank_set(1, 7)),
    ("rules of the games, Bush League", "3's and 9's are wild", rank_set(1, 7)),
    *((f"spelregels: {word}", f"vild {word}", rank_set(rank)) for word, rank in [
        ("aas", 12), ("heer", 11), ("vrouw", 10), ("boer", 9), ("10", 8), ("9", 7), ("heren", 11),
        ("tienens", 8), ("negens", 7), ("boeren", 9), ("azen", 12)]),
]  # fmt: skip
"""Where a rule text says which cards are wild, in its own words, and the cards."""


@pytest.mark.parametrize(("where", "words", "wild"), TEXTS)
def test_wild_cards_are_read_in_the_words_of_the_texts(where: str, words: str, wild: int) -> None:
    assert parse_additions([words]) == Additions(wild=wild)
    assert parse_additions(words.split()) == Additions(wild=wild)


@pytest.mark.parametrize(
    ("words", "additions"),
    [
        ("High Spade not showing splits the pot", Additions(spade=True)),
        ("psykologi", Additions(psychology=True)),
        ("High/Low", Additions(high_low=True)),
        ("Hi-Low", Additions(high_low=True)),
        ("High-Low Split", Additions(high_low=True)),
        ("Jokers", Additions(jokers=2)),
    ],
)
def test_what_else_the_texts_let_a_dealer_add(words: str, additions: Additions) -> None:
    assert parse_additions([words]) == additions


SOME = st.builds(
    Additions,
    wild=st.sets(st.sampled_from(pack_of(52)), max_size=9).map(card_set)
    | st.sets(st.integers(0, 12)).map(lambda ranks: rank_set(*ranks))
    | st.just(ONE_EYED | TWOS),
    ranks=st.sets(st.integers(0, 12)).map(lambda ranks: tuple(sorted(ranks))),
    jokers=st.integers(0, 2),
    limit=st.none() | st.sampled_from([Limit.FIXED, Limit.POT, Limit.NO]),
    straddle=st.booleans(),
    draw=st.none() | st.integers(1, 7),
    psychology=st.booleans(),
    high_low=st.booleans(),
    spade=st.booleans(),
    alone=st.booleans(),
    cap=st.none() | st.integers(1, 1000),
    charge=st.booleans(),
)


@given(SOME)
def test_the_canonical_words_say_the_same(additions: Additions) -> None:
    again = parse_additions([additions.text])
    assert again == additions
    assert again.text == additions.text
    assert bool(additions) == (additions != NO_ADDITIONS)


@given(st.text(max_size=20))
def test_any_words_are_additions_or_one_sentence(words: str) -> None:
    try:
        text = parse_additions([words]).text
    except CallError as error:
        said, text = str(error), ""
    else:
        said = ""
    assert "\n" not in said
    assert parse_additions([text]).text == text


@pytest.mark.parametrize("word", [*ADDITION_WORDS, *wild_words(ONE_EYED)])
def test_no_word_needs_altgr_on_a_danish_keyboard(word: str) -> None:
    assert not set(word) & set("@£$€{[]}|\\~")


# --- the calls ---


def test_without_additions_a_game_is_itself() -> None:
    for variant in VARIANTS.values():
        assert call(variant, NO_ADDITIONS) is variant


def test_extra_wild_cards_join_those_of_the_game() -> None:
    assert added("seven-card-stud-deuces", "wild K").wild_cards == TWOS | KINGS
    assert added("five-card-stud", "wild 2 enøje").wild_cards == TWOS | ONE_EYED
    assert added("five-card-stud", "wild 2").additions == "wild 2"


def test_the_dealer_names_another_rank_for_jumping_jacks() -> None:
    assert added("jumping-jacks", "rank 7").wild_cards == rank_set(5)


def test_a_joker_goes_into_the_pack() -> None:
    one, two = added("straight-poker", "joker"), added("straight-poker", "jokers")
    assert (one.pack, two.pack) == (53, 54)
    assert two.wild_cards == JOKER_SET
    assert set(pack_of(one.pack)) & {13, 29} == {13}


@pytest.mark.parametrize(
    ("game", "words", "deal"),
    [
        ("straight-poker", "psy", "5 down, bet, psychology"),
        ("straight-poker", "hilo", "5 down, bet, declare"),
        ("straight-poker", "hilo psy", "5 down, bet, psychology, declare"),
        ("three-card-draw", "byt 4 psy hilo", "5 down, bet, exchange 4, bet, psychology, declare"),
        ("farum-park", "byt 1", "5 down, 1 common, 1 common down, bet, exchange 1, bet, turn, bet"),
        ("poker-32", "byt 2", "5 down, bet, exchange 2, bet"),
        (
            "omaha-high-low",
            "psy",
            "4 down, 5 common down, bet, turn 3, bet, turn, bet, turn, bet, psychology, declare",
        ),
    ],
)
def test_additions_change_the_course(game: str, words: str, deal: str) -> None:
    """PR: psychology after the last ordinary betting round, the declaration after the last of all."""
    assert added(game, words).steps == read_steps(deal)


def test_psychology_turns_as_many_cards_as_are_closed() -> None:
    stud = added("seven-card-stud", "psy")
    assert [step.op for step in stud.steps[-7:]] == [Op.ORDER, *[Op.TURN_OWN, Op.BET] * 3]
    assert added("mexican-stud", "psy").rounds == 5
    assert added("pineapple", "psy").rounds == 4 + 2


def test_high_and_low_share_the_pot() -> None:
    assert added("seven-card-stud", "hilo").share == "declared"
    assert added("lincoln", "hilo").share == "declared-eight"


def test_limits_and_the_straddle() -> None:
    betting = added("texas-holdem", "pot straddle").betting
    assert (betting.limit, betting.straddle) == ("pot", True)
    assert added("omaha", "straddle").betting.limit == "fixed"
    assert added("omaha", "no limit").betting.straddle is False


def test_house_options_of_the_rulings() -> None:
    assert added("hayleys-komet", "alone").alone
    assert added("guts", "cap 20").cap == 20
    assert added("bush-league", "charge").levy == ((1, 2), (7, 2))


@pytest.mark.parametrize(
    ("game", "words", "why"),
    [
        ("bet-on-five", "psy", "no player keeps any to the end"),
        ("midnight-baseball", "psy", "no player keeps any to the end"),
        ("last-chance", "psy", "with psychology as it is"),
        ("poker-dice", "psy", "which this one is not"),
        ("guts", "wild 2", "which this one is not"),
        ("poker-dice", "hilo", "which this one is not"),
        ("seven-twenty-seven", "hilo", "which this one is not"),
        ("mississippi-ratfuck", "hilo", "high/low as it is"),
        ("omaha-high-low", "hilo", "high/low as it is"),
        ("midnight-baseball", "hilo", "no low to share"),
        ("seven-card-stud", "byt 2", "no cards are exchanged"),
        ("stora-spelet", "byt 2", "limits of their own"),
        ("three-card-draw", "byt 6", "more than the 5 cards"),
        ("bet-on-five", "spade", "not showing"),
        ("straight-poker", "spade psy", "not showing"),
        ("straight-poker", "no limit", "hold'em and omaha"),
        ("seven-card-stud", "straddle", "hold'em and omaha"),
        ("straight-poker", "rank 7", "no rank that 7 could replace"),
        ("seven-card-stud-deuces", "wild 2", "is wild already"),
        ("poker-32", "wild 2", "isn't in the pack of 32 cards"),
        ("poker-32", "wild 7", "no wild card but a joker"),
        ("poker-33", "joker", "rule about jokers"),
        ("straight-poker", "alone", "no single card is named wild"),
        ("straight-poker", "cap 5", "goes with guts"),
        ("wild-kingdom", "charge", "goes with Bush League"),
    ],
)
def test_what_makes_no_sense_in_a_game_is_refused(game: str, words: str, why: str) -> None:
    with pytest.raises(CallError, match=re.escape(why)) as caught:
        added(game, words)
    assert str(caught.value).startswith(VARIANTS.find(game).name)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize(
    "words", ["wild 2 9 one-eyed", "psy", "hilo", "psy hilo", "spade", "jokers", "draw 1"]
)
def test_whatever_can_be_called_can_be_compiled(words: str) -> None:
    calls = 0
    for variant in CARD_GAMES:
        try:
            called = added(variant.id, words)
        except CallError:
            continue
        compile_program(called, called.players[0])
        assert called.additions == parse_additions([words]).text
        calls += 1
    assert calls >= 7


def test_additions_are_said_as_people_say_them() -> None:
    added = parse_additions(["wild", "2", "K", "draw", "4", "hilo"])
    assert additions_text(added) == "twos and kings wild, 4 exchanged at most, high and low"
    with speaking("da"):
        assert additions_text(added) == "toere og konger vilde, højst 4 byttes, høj og lav"
    for entry in ADDITIONS:
        if entry.value:
            assert additions_text(Additions(**{entry.field: entry.value}))  # type: ignore[arg-type]
    assert additions_text(NO_ADDITIONS) == ""
