"""The grammar of the log: every line has one meaning, or gets one sentence."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from itertools import islice

import pytest
from hypothesis import example, given, settings, strategies as st

from engine.api import LIMIT_OF_NAME
from engine.cards.card import parse_cards
from engine.cards.high import CATEGORIES
from engine.catalogue import VARIANTS, fold_name, names_of
from engine.catalogue.additions import ADDITION_WORDS, parse_additions
from engine.errors import PederError
from engine.terms import Declared, Half, Outcome
from pipeline.night.hand.act_lines import ACT_WORDS
from pipeline.night.parser.canonical import line_text
from pipeline.night.parser.commands import COMMAND_OF, COMMANDS
from pipeline.night.parser.grammar import clean, looks_like_hand, parse
from pipeline.night.parser.lines import (
    USUAL,
    About,
    Announced,
    Ask,
    Banker,
    ChipValue,
    Clause,
    Confirm,
    Counted,
    DealerError,
    DealerTurn,
    DetailLine,
    Edit,
    End,
    HandError,
    HandLine,
    Held,
    Join,
    Line,
    Loan,
    LogError,
    Note,
    Owe,
    PayMoney,
    PlayerSpec,
    Presence,
    Redo,
    Seating,
    Skip,
    Target,
    Trade,
    Undo,
    Win,
)
from pipeline.night.parser.words import HALVES, is_reserved, read_meld
from pipeline.night.prompt.help import HAND
from tests.examples import examples

HANDLES = frozenset({"a", "b", "c", "d", "e", "es", "k", "ø"})


def hand(text: str) -> HandLine:
    (line,) = parse(text, HANDLES)
    assert isinstance(line, HandLine)
    return line


def folded(handle: str, paid: int, **more: object) -> Clause:
    return Clause(handle=handle, paid=paid, folded=True, **more)  # type: ignore[arg-type]


def wins(*pot: Win) -> tuple[tuple[tuple[Win, ...], ...], ...]:
    return ((pot,),)


FULL = Announced("full_house", "full_house")
FLUSH = Announced("flush", "flush")


# --- the table of the issue, row by row


def test_game_level_folds_winner_meld() -> None:
    assert hand("7s 14 b3 c7 +d hus") == HandLine(
        game="seven-card-stud",
        level=14,
        clauses=(folded("b", 3), folded("c", 7)),
        wins=wins(Win(handle="d", announced=FULL)),
    )


def test_the_same_game_again_and_a_dealer_out_of_turn() -> None:
    again = HandLine(game=None, level=8, clauses=(folded("a", 2),), wins=wins(Win(handle="b")))
    assert hand(". 8 a2 +b") == again
    assert hand("k:. 8 a2 +b") == replace(again, dealer="k")
    assert hand("k:lp 5 +d") == HandLine(game="liars-poker", dealer="k", level=5, wins=wins(Win(handle="d")))


def test_exceptions() -> None:
    line = hand("7s 14 b3 c=17 d- e* k62* a14/4 +es")
    assert line.clauses == (
        folded("b", 3),
        Clause(handle="c", paid=17),
        Clause(handle="d", sat_out=True),
        Clause(handle="e", peder=True),
        folded("k", 62, peder=True),
        folded("a", 14, shadow=4),
    )
    assert hand("7s 1p10 b2p +d").level == 60
    assert hand("7s 1p10 b2p +d").clauses == (folded("b", 100),)
    assert hand("7s 14 a,b3 c,d- +e").clauses == (
        folded("a", 3),
        folded("b", 3),
        Clause(handle="c", sat_out=True),
        Clause(handle="d", sat_out=True),
    )


def test_e_and_es_sit_at_one_table() -> None:
    assert hand("7s 14 e3 es4 +a").clauses == (folded("e", 3), folded("es", 4))
    assert hand("7s 14 e12/4 +es").clauses == (folded("e", 12, shadow=4),)


def test_high_and_low_exact_shares_and_no_winner() -> None:
    assert hand("mr 12 +d hi fl +e lo 6-4").wins == wins(
        Win(handle="d", half=Declared.HIGH, announced=FLUSH),
        Win(handle="e", half=Declared.LOW, announced=Announced("6-4", None)),
    )
    assert hand("7s 36 +a10 +b62").wins == wins(Win(handle="a", chips=10), Win(handle="b", chips=62))
    assert hand("7s 36 ++") == HandLine(game="seven-card-stud", level=36, ending=Outcome.CARRIED)
    assert hand("7s 36 +a begge").wins == wins(Win(handle="a", half=Declared.BOTH))
    assert hand("7s 36 +a hi").wins == wins(Win(handle="a", half=Declared.HIGH))
    assert hand("7s 36 +d hus +a spar").wins[0][0][1] == Win(handle="a", half=Half.SPADE)


def test_guts() -> None:
    matched = (Clause(handle="b", matched=True), Clause(handle="c", matched=True))
    assert hand("guts 2 +a b! c!").clauses == matched
    tie = hand("guts ++ a! b!10")
    assert tie.level is None
    assert tie.ending == "carried"
    assert tie.clauses == (
        Clause(handle="a", matched=True),
        Clause(handle="b", matched=True, match=10),
    )


def test_additions_and_where_the_level_begins() -> None:
    line = hand("sp vild 2 hilo psy 12 +a hi")
    assert line.additions == parse_additions(["wild 2 psy hilo"])
    assert line.level == 12
    assert hand("sp vild 2 8 +b").additions == parse_additions(["wild 2"])
    assert hand("sp vild 2 8 14 +b").additions == parse_additions(["wild 2 8"])
    assert hand("3cd byt 4 =66 b3 +d").additions == parse_additions(["draw 4"])
    for text in ("sp vild 2 +a", "guts loft 2 ++"):  # the number is the addition's: the level is missing
        assert hand(text).level is None


def test_cards() -> None:
    line = hand("7s 14 b (As Ad) +d (Ks Kd / 9h 2c) hus bord (7d 8d)")
    assert line.clauses == (Clause(handle="b", held=Held(tuple(parse_cards("As Ad")))),)
    assert line.wins[0][0][0].held == Held(tuple(parse_cards("Ks Kd 9h 2c")), 2)
    assert line.wins[0][0][0].announced == FULL
    assert line.boards == (tuple(parse_cards("7d 8d")),)
    assert hand("7s 14 +d(Esk Kor 10h)").wins[0][0][0].held == Held(tuple(parse_cards("Ac Kd Th")))


def test_new_deal_errors_notes_and_the_counted_pot() -> None:
    line = hand("7s 4 b2 !nd !fejl b fik et kort for meget ; surt")
    assert (line.ending, line.note) == ("new_deal", "surt")
    assert line.errors == (DealerError("fik et kort for meget", "b"),)
    assert hand("7s 4 !om").ending == "redealt"
    assert hand("7s =66 b3 +d").counted == 66
    assert hand("7s 14 b3 +d =66").counted == 66
    assert hand("7s 14 +d !fejl en åben !fejl b to åbne").errors == (
        DealerError("en åben"),
        DealerError("to åbne", "b"),
    )


def test_side_pots_and_two_boards() -> None:
    line = hand("th 40 a=20 +a side +c igen +c,d side +c")
    assert line.wins == (
        ((Win(handle="a"),), (Win(handle="c"),)),
        ((Win(handle="c"), Win(handle="d")), (Win(handle="c"),)),
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("spillere Anna, Bo Hansen=bh", Seating((PlayerSpec("Anna"), PlayerSpec("Bo Hansen", "bh")))),
        ("players Anna Bo", Seating((PlayerSpec("Anna"), PlayerSpec("Bo")))),
        ("players Anna Ø=aø/anna-o,", Seating((PlayerSpec("Anna Ø", "aø", "anna-o"),))),
        ("bankør c", Banker("c")),
        ("BANKOR C", Banker("c")),
        ("chip 25 øre", ChipValue(Decimal("0.25"), "kr")),
        ("chip 0,10 EUR", ChipValue(Decimal("0.10"), "EUR")),
        ("sæson Forår 2026", About("season", "Forår 2026")),
        ("sted Farum", About("place", "Farum")),
        ("kommer Frida efter d", Join(PlayerSpec("Frida"), "d")),
        ("joins Bo Hansen=bh", Join(PlayerSpec("Bo Hansen", "bh"))),
        ("går c", Presence(("c",), "gone")),
        ("pause a b", Presence(("a", "b"), "pausing")),
        ("tilbage a,b", Presence(("a", "b"), "playing")),
        ("giver d", DealerTurn("d")),
        ("lån b 2p", Loan(("b",), 100)),
        ("lån 2p50", Loan((), 150)),
        ("lån alle 150", Loan((), 150)),
        ("loan a,b 10", Loan(("a", "b"), 10)),
        ("køb b 1p", Trade("purchase", "b", 50)),
        ("kob b 1p kontant", Trade("purchase", "b", 50, True)),
        ("retur b 30", Trade("buyback", "b", 30)),
        ("return b 0 cash", Trade("buyback", "b", 0, True)),
        ("betal b c 12", Owe("b", "c", 12, True)),
        ("betal b c 12,50 kr", PayMoney("b", "c", Decimal("12.50"), "kr")),
        ("pay b c 12 EUR", PayMoney("b", "c", Decimal(12), "EUR")),
        ("skygge b c 4", Owe("b", "c", 4, False)),
        ("u", Undo(None)),
        ("fortryd 17", Undo(Target(17, False))),
        ("u #23", Undo(Target(23, True))),
        ("gendan", Redo()),
        ("ret 17", Edit(Target(17, False), "")),
        ("ret 17 7s 14 +d", Edit(Target(17, False), "7s 14 +d")),
        ("ret #3 lån b 1p", Edit(Target(3, True), "lån b 1p")),
        ("ret", Edit(None, "")),
        ("ok", Confirm(None)),
        ("ok 4", Confirm(Target(4, False))),
        ("skip", Skip()),
        ("slut", End()),
        ("slut !", End(sure=True)),
        ("=66", Counted(66)),
        ("; en note", Note("en note")),
        (": b2 c.", DetailLine("b2 c.")),
        ("!fejl b fik for lidt", HandError(DealerError("fik for lidt", "b"))),
        ("?", Ask("help")),
        ("? lån", Ask("help", "lån")),
        ("hjælp", Ask("help")),
        ("historik", Ask("history")),
        ("bank", Ask("bank")),
        ("afregn", Ask("settle")),
        ("luk", Ask("quit")),
    ],
)  # fmt: skip
def test_commands(text: str, line: Line) -> None:
    assert parse(text, HANDLES) == [line]


def test_several_hands_are_skipped_at_once() -> None:
    assert parse("skip 3", HANDLES) == [Skip()] * 3


# --- no second meaning


def test_no_game_is_called_like_a_command() -> None:
    for variant in VARIANTS.values():
        for name in names_of(variant):
            assert fold_name(name) not in COMMAND_OF, f"{variant.id}: {name}"
            assert fold_name(name.split()[0]) not in COMMAND_OF, f"{variant.id}: {name}"


def test_every_name_of_every_game_begins_a_hand() -> None:
    for variant in VARIANTS.values():
        for name in names_of(variant):
            line = hand(f"{name} 9 +a")
            says_limit = fold_name(name) in LIMIT_OF_NAME
            assert (line.game, line.level, bool(line.additions)) == (variant.id, 9, says_limit), name
            assert hand(f"{name.upper()} 9 +a").game == variant.id


def test_no_game_s_name_with_a_level_is_another_game_s_name() -> None:
    """``guts 3`` is guts at a level of 3, though guts3 is another game."""
    assert hand("guts 3 +a").game == "guts"
    assert hand("guts 3 card 3 +a").game == "guts-3-card"
    assert hand("guts3 3 +a").game == "guts-3-card"
    for variant in VARIANTS.values():
        for name in names_of(variant):
            assert not (name.split()[-1].isdigit() and len(name.split()) > 1), f"{variant.id}: {name}"


def test_an_addition_after_a_game_s_id_is_not_part_of_its_name() -> None:
    assert not hand("three card draw deuces wild 4 +a").additions
    assert hand("three-card-draw-deuces wild 2 0 +a").additions.wild
    assert hand("texas holdem 4 +a").game == hand("th 4 +a").game


def test_handles_are_never_words_of_the_log() -> None:
    for word in (*HALVES, "side", "igen", "bord", "to", "tre", "hus", "fl", "st", "par", "alle", "efter"):
        assert is_reserved(word), word
    for handle in ("a", "p", "h", "u", "e", "es", "ss", "da", "ko", "bo", "åse"):
        assert not is_reserved(handle), handle


def test_everything_can_be_typed_on_a_danish_keyboard_without_altgr() -> None:
    altgr = set("@£$€{[]}|\\~")
    examples = [command.example for command in COMMANDS] + [example for example, _ in HAND]
    words = [*COMMAND_OF, *HALVES, *ADDITION_WORDS, *ACT_WORDS, *CATEGORIES]
    words += [word for command in COMMANDS for word in command.words]
    words += [name for variant in VARIANTS.values() for name in names_of(variant)]
    for text in [*examples, *words]:
        assert not altgr & set(text), text


def test_every_example_of_the_help_is_right() -> None:
    for command in COMMANDS:
        handles = HANDLES - {"f"}
        assert parse(command.example, handles), command.example
    hands = ["7s 14 b3 c7 +d hus", ". 8 a2 +b", "k:lp 5 +d", "guts 2 +a b! c!", "7s =66 b3 +d"]
    assert {text for text, _ in HAND} >= set(hands)
    for text in hands:
        assert hand(text)


MELDS = {
    "par": "pair", "1 par": "pair", "2par": "two_pair", "to par": "two_pair", "two pair": "two_pair",
    "3ens": "three", "3 ens": "three", "tre ens": "three", "straight": "straight", "str": "straight",
    "fl": "flush", "flush": "flush", "hus": "full_house", "fuldt hus": "full_house",
    "full house": "full_house",
    "4ens": "four", "fire ens": "four", "sf": "straight_flush", "straight flush": "straight_flush",
    "5ens": "five", "fem ens": "five", "højt kort": "high_card", "high card": "high_card",
    "lille straight": "small_straight", "stor straight": "big_straight",
}  # fmt: skip


@pytest.mark.parametrize("text", MELDS)
def test_melds_in_danish_and_english(text: str) -> None:
    category = MELDS[text]
    assert read_meld(text) == Announced(category, category)
    assert hand(f"7s 14 +d {text} =66").wins[0][0][0].announced == Announced(category, category)


def test_melds_with_ranks_lows_and_counts() -> None:
    assert read_meld("hus-K-4") == Announced("full_house-K-4", "full_house")
    assert read_meld("par-es") == Announced("pair-A", "pair")
    assert read_meld("6-4") == Announced("6-4", None)
    assert read_meld("1-2-3-4-6") == Announced("A-2-3-4-6", None)
    assert read_meld("10-4-3-2-A") == Announced("T-4-3-2-A", None)
    assert read_meld("26,5") == read_meld("26½") == Announced("26.5", None)
    for text in ("33", "2p", "hus-kre", "hus kre", "hus over", "p", "h", "hus-x", "-", "vrøvl"):
        assert read_meld(text) is None


@pytest.mark.parametrize(
    ("text", "meld"),
    [
        ("fuldt hus konger over firere", "full_house-K-4"),
        ("par damer", "pair-Q"),
        ("pair of aces", "pair-A"),
        ("to par konger og ottere", "two_pair-K-8"),
        ("3 ens Da", "three-Q"),
        ("one pair heren", "pair-K"),  # spelregels: twee heren
        ("carre boeren", "four-J"),  # spelregels: vier boeren
        ("hus boeren negens", "full_house-J-9"),  # spelregels: drie boeren en twee negens
    ],
)
def test_melds_with_ranks_in_words(text: str, meld: str) -> None:
    assert read_meld(text) == Announced(meld, meld.split("-")[0])
    assert hand(f"7s 14 +d {text} =66").wins[0][0][0].announced == read_meld(meld)


@pytest.mark.parametrize(
    ("text", "additions", "level"),
    [
        ("7s 2s wild 12 +d", "wild 2", 12),
        ("7s deuces wild 12 +d", "wild 2", 12),
        ("7s 2'ere vilde 12 +d", "wild 2", 12),
        ("7s vild 2 og 9 12 +d", "wild 2 9", 12),
        ("7s vild tre 12 +d", "wild 3", 12),
        ("7s en-øjede billedkort 12 +d", "wild one-eyed", 12),
        ("7s High Spade not showing splits the pot 12 +d +e", "spade", 12),
        ("guts terrill 50 2 +a b! c!", "cap 50", 2),
        ("jj rank 7 J 12 +d", "rank 7 J", 12),
    ],
)
def test_what_the_dealer_says(text: str, additions: str, level: int) -> None:
    assert (hand(text).additions.text, hand(text).level) == (additions, level)


# --- sentences


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The line is empty"),
        (";", "The note is empty"),
        ("foo", "neither a command nor a game"),
        ("vrøvlkort 14 +d", "There is no game called 'vrøvlkort'"),
        ("7s 14 x3 +d", "Nobody here is 'x'"),
        ("7s 14 +x", "Nobody here is 'x'"),
        ("x:7s 14 +d", "Nobody here is 'x'"),
        ("7s 14", "Nobody won"),
        ("7s 14 +d ++", "keep one"),
        ("7s 14 ++ !nd", "keep one of"),
        ("7s 14 +d 33", "'33' stands alone"),
        ("7s 14 +d +", "isn't a winner"),
        ("7s 14 b3 b4 +d", "named twice"),
        ("7s 14 b** +d", "one peder a hand"),
        ("7s 14 b/2/3 +d", "one '/'"),
        ("7s 14 b- (As) +d", "neither chips, marks nor cards"),
        ("7s 14 b= +d", "chips come after ="),
        ("7s 14 +d! b3", "doesn't match it"),
        ("7s 14 +d hi lo", "two directions"),
        ("7s 14 +d vrøvl", "or a meld"),
        ("7s 14 (As) +d", "belong after a player"),
        ("7s 14 +d (As", "isn't closed"),
        ("7s 14 +d ()", "no cards in the parentheses"),
        ("7s 14 +d (As As)", "named twice"),
        ("7s 14 b (As) +d (As Kd)", "As is named twice"),
        ("7s 14 +d hi (As) +d lo (Ks)", "two different sets of cards"),
        ("7s 14 +d (As) (Kd)", "cards twice"),
        ("7s 14 +d (As / Kd / Qd)", "two slashes"),
        ("7s 14 +d bord", "common cards in parentheses"),
        ("7s 14 +d bord (As) bord (Kd)", "common cards are given twice"),
        ("7s 14 +d side", "A pot has no winner"),
        ("7s 14 +d igen +d igen +d", "at most twice"),
        ("7s 14 +d !hov", "There is no mark '!hov'"),
        ("7s 14 +d =66 =67", "given twice"),
        ("7s 14 +d !fejl", "Say what went wrong"),
        ("7s vrøvl 14 +d", "isn't an addition"),
        ("7s vild +d", "comes before nothing"),
        ("!nd", "needs its hand"),
        ("=x", "what the last pot was counted"),
        ("lån b", "is not a number of chips"),
        ("lån x 2p", "Nobody here is 'x'"),
        ("køb b 0", "A purchase has at least one chip"),
        ("betal b b 12", "the same player"),
        ("betal b c", "lacks something"),
        ("betal b c 0", "has at least one chip"),
        ("betal b c 0 kr", "Nothing was paid"),
        ("chip 0", "worth something"),
        ("chip", "lacks something"),
        ("skip 99", "is not 1 to 50 hands"),
        ("slut nu", "doesn't belong"),
        ("u x", "neither a hand's number"),
        ("giver", "lacks something"),
        ("pause a a", "names a player twice"),
        ("7s 99999999 +d", "more chips than a table holds"),
        ("; " + "x" * 2000, "at most 1000"),
    ],
)  # fmt: skip
def test_what_has_no_meaning_gets_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(PederError) as caught:
        parse(text, HANDLES)
    is_a_sentence(str(caught.value))
    assert sentence in str(caught.value)


def is_a_sentence(text: str) -> None:
    assert text.strip()
    assert "\n" not in text
    assert text.rstrip()[-1] in ".?)"
    assert len(text) < 3000


def test_a_wrong_hand_differs_from_a_line_that_is_no_hand() -> None:
    for text in ("7s 14 x3 +d", ". 8", "vrøvl 14 +d", "a:7s"):
        assert looks_like_hand(text), text
    for text in ("", "foo", "lån x 2p", "; 7s +d", "? +d", "=66", ": +d", "!nd"):
        assert not looks_like_hand(text), text


def test_an_empty_table() -> None:
    with pytest.raises(LogError, match="Nobody sits at the table yet"):
        parse("7s 14 +d", frozenset())


# --- everything else: fuzzed

WORDS = [
    *[word for command in COMMANDS for word in command.words],
    *[alias for variant in VARIANTS.values() for alias in (variant.id, *variant.aliases)],
    *ADDITION_WORDS, *HALVES, *MELDS, *HANDLES, *ACT_WORDS,
    ".", ":", ";", "?", "=", "!", "+", "++", "!nd", "!om", "!fejl", "side", "igen", "bord", "(", ")",
    "(As Kd)", "(9h / 2c)", "#3", "17", "2p", "1p10", "=66", "a2", "b=17", "c-", "d*", "e12/4", "es!", "x",
    "+a", "+b33", "+d*", "a:", "a,b3", "6-4", "hus-K", "26,5", "25 øre", "12,50 kr", "kontant", "efter",
    "Frida=f/frida", "æøå", "🂡", "\t", "\0",
]  # fmt: skip
SOUP = st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)
LETTERS = st.text(alphabet="abcdes7. +-*/!=:;?()#,2p1øå\t\n\0'\"K🂡", max_size=30)


@given(st.one_of(SOUP, LETTERS, st.text(max_size=40)))
@example("1 K")
@settings(max_examples=examples(300), deadline=None)
def test_every_line_has_one_meaning_or_one_sentence(text: str) -> None:
    try:
        lines = parse(text, HANDLES)
    except PederError as error:
        is_a_sentence(str(error))
        return
    assert lines
    assert parse(clean(text), HANDLES) == lines
    for line in lines:
        if isinstance(line, Ask | Undo | Redo | Edit | Confirm | Counted | HandError):
            continue
        if isinstance(line, HandLine) and line.game == USUAL:
            continue  # the night puts the dealer's usual game in its place before it is written
        (again,) = parse(line_text(line), HANDLES)
        assert_same(line, again)


def assert_same(line: Line, again: Line) -> None:
    """The canonical line means the same; a hand without level and count isn't written (it gets one first)."""
    if isinstance(line, HandLine) and line.level is None and line.counted is None:
        return
    assert again == line


CARDS = st.lists(st.sampled_from(parse_cards("As Kd 9h 2c Td 3s Jh 7c")), unique=True, min_size=1, max_size=4)
ANNOUNCED = st.sampled_from(
    [
        None,
        FULL,
        FLUSH,
        Announced("pair-A", "pair"),
        Announced("6-4", None),
        Announced("high_card", "high_card"),
    ]
)
HALF = st.sampled_from([None, *Declared, Half.SPADE, Half.COUNT])
CHIPS = st.integers(0, 500)


@st.composite
def hand_lines(draw: st.DrawFn) -> HandLine:
    """Any hand that a line can say."""
    handles = draw(st.permutations(sorted(HANDLES)))
    cards = iter(draw(st.permutations(parse_cards("As Kd 9h 2c Td 3s Jh 7c Ah Kh"))))

    def held() -> Held:
        count = draw(st.integers(0, 2))
        shown = tuple(islice(cards, count))
        return Held(shown, draw(st.sampled_from([None, len(shown)]))) if shown else Held()

    clauses = []
    for handle in handles[: draw(st.integers(0, 4))]:
        kind = draw(st.sampled_from(["folded", "stayed", "level", "sat"]))
        if kind == "sat":
            clauses.append(Clause(handle=handle, sat_out=True))
            continue
        matched = draw(st.booleans())
        clauses.append(
            Clause(
                handle=handle,
                paid=None if kind == "level" else draw(CHIPS),
                folded=kind == "folded",
                shadow=draw(st.integers(0, 9)),
                peder=draw(st.booleans()),
                matched=matched,
                match=draw(st.sampled_from([None, 7])) if matched else None,
                declared=draw(HALF),
                announced=draw(ANNOUNCED),
                held=held(),
            )
        )
    ending = draw(st.sampled_from([None, Outcome.CARRIED, Outcome.NEW_DEAL, Outcome.REDEALT]))
    boards = []
    if ending is None:
        for _ in range(draw(st.integers(1, 2))):
            pots = []
            for _ in range(draw(st.integers(1, 2))):
                winners = draw(st.lists(st.sampled_from(handles[4:]), min_size=1, max_size=2, unique=True))
                pots.append(
                    tuple(
                        Win(
                            handle=handle,
                            chips=draw(st.sampled_from([None, 33])),
                            half=draw(HALF),
                            shadow=draw(st.integers(0, 3)),
                            peder=draw(st.booleans()),
                            announced=draw(ANNOUNCED),
                        )
                        for handle in winners
                    )
                )
            boards.append(tuple(pots))
    additions = draw(st.sampled_from(["", "wild 2", "psy hilo", "draw 4", "wild 2 one-eyed spade", "cap 20"]))
    return HandLine(
        game=draw(st.sampled_from([None, *VARIANTS])),
        additions=parse_additions([additions]),
        dealer=draw(st.sampled_from([None, *handles])),
        level=draw(CHIPS),
        counted=draw(st.sampled_from([None, 66])),
        clauses=tuple(clauses),
        wins=tuple(boards) if ending is None else ((),),
        ending=ending,
        boards=tuple(tuple(cards_) for cards_ in [[next(cards)]][: draw(st.integers(0, 1))]),
        errors=draw(st.sampled_from([(), (DealerError("en åben", "a"), DealerError("to kort"))])),
        note=draw(st.sampled_from(["", "flot ; og mere"])),
    )


@given(hand_lines())
@settings(max_examples=examples(200), deadline=None)
def test_a_canonical_line_is_read_as_what_it_was_written_from(line: HandLine) -> None:
    assert parse(line_text(line), HANDLES) == [line]


@given(st.one_of(SOUP, LETTERS))
@settings(max_examples=examples(100), deadline=None)
def test_the_meaning_doesn_t_depend_on_case_or_spaces(text: str) -> None:
    def read(line: str) -> object:
        try:
            return parse(line, HANDLES)
        except PederError:
            return None

    if not any(mark in text for mark in ";?!:") and read(text) is not None:
        assert read(f"  {text}  ") == read(text)
