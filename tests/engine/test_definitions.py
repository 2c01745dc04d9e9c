"""Games that a group defines in files: read, refused, written, and played as the oracle reads the same files."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from pathlib import Path

import pytest

from engine.catalogue import VARIANTS, Catalogue, names_of
from engine.catalogue.mistakes import MistakeKind
from engine.catalogue.model import Variant
from engine.catalogue.reading import MAX_LETTERS, read_definition
from engine.catalogue.rules_text import describe
from engine.catalogue.version import version_of
from engine.catalogue.words import KEYS
from engine.catalogue.writing import write_definition
from engine.errors import VariantError
from engine.kernel.program import compile_program
from language import speaking
from tests.engine.replayed import compare
from tests.oracle import games as oracle_games
from tests.oracle.definitions import read_game

FILES = sorted((Path(__file__).parents[1] / "games").glob("*.toml"))
HOME = [variant for variant in VARIANTS.values() if variant.family == "home"]
DATA_GAMES = [variant for variant in VARIANTS.values() if not variant.kernel]
WOOLWORTH = 'name = "Woolworth"\nlike = "seven-card-stud"\nwild = ["5", "T"]\n'
MIXED = ("plain-steady", "plain-caller", "plain-bold", "plain-loose")


def read(text: str) -> Variant:
    definition = read_definition(text)
    assert definition.variant is not None, [str(fault) for fault in definition.faults]
    return definition.variant


def faults(text: str) -> list[str]:
    return [str(fault) for fault in read_definition(text).faults]


def renamed(variant: Variant) -> str:
    """A game of the catalogue as a file under another name."""
    return write_definition(replace(variant, name=f"My {variant.name}", name_da="", aliases=()))


# --- what is written is read


@pytest.mark.parametrize("variant", DATA_GAMES, ids=lambda variant: variant.id)
def test_a_catalogue_game_as_a_file_compiles_to_the_same_program(variant: Variant) -> None:
    own = read(renamed(variant))
    assert own.steps == variant.steps
    assert own.players == variant.players
    differing = {
        field.name for field in fields(Variant) if getattr(own, field.name) != getattr(variant, field.name)
    }
    assert differing <= {
        "id", "name", "name_da", "aliases", "family", "source", "summary", "steps", "rounds_printed", "rulings",
    }  # fmt: skip
    for players in variant.players:
        assert compile_program(own, players).tobytes() == compile_program(variant, players).tobytes()


def test_each_file_of_a_group_is_read_and_described() -> None:
    assert len(FILES) >= 6
    names: set[str] = set()
    for file in FILES:
        own = read(file.read_text())
        assert own.id.partition("@")[0] == file.stem
        assert not names & set(names_of(own))
        names |= set(names_of(own))
        assert describe(own)["course"]
        assert read(write_definition(own)).id == own.id


@pytest.mark.parametrize("variant", HOME, ids=lambda variant: variant.id)
def test_hands_are_those_of_the_oracle_that_reads_the_same_file(variant: Variant) -> None:
    players = min(variant.players[1], 5)
    assert compare(variant, players, hands=30, seed=7, profiles=MIXED) >= 30
    assert compare(variant, players, hands=10, seed=8, profiles=("plain-caller",)) >= 10


@pytest.mark.parametrize(
    "text",
    [
        'deal = "2 down, open one, bet, 3 x (1 down, open one, bet)"\nbetting = "limit"',
        'deal = "7 down, pass 2 left, bet, discard 2, bet"\nbetting = "no limit"',
        'deal = "7 down, pass 2 left, bet, discard 2, bet, exchange 1, bet"\nhand = "six four low"',
        'deal = "5 down, bet, exchange 2, bet"\nhand = "low"',
        'deal = "5 down, bet, exchange 2 for 3, bet"',
        'deal = "2 down, 1 up, bet, 3 x (1 up or down for 3, bet), 1 down or up for 2, bet"\nwild = ["lowest hole card"]',
        'deal = "5 down, bet, exchange 5, bet, exchange 5, 5 common, bet"\nplayers = "3 to 9"',
        'deal = "4 down, bet, discard 1, bet"\nhand = "three cards"',
        'deal = "5 down, bet, exchange 3, bet"\nopens = "queens or better"\nwild = ["2"]',
        'deal = "5 down, bet, exchange 3, bet"\nopens = "aces or better"\nhand = "most hearts"',
        'deal = "2 down, 4 x (1 up, bet), 1 down, bet, declare"\nhand = "high and low, declared, most clubs"',
        'deal = "4 down, bet, 3 common, bet, 2 common, bet"\nbetting = "no limit"\nhand = "exactly 2 of your own, highest sum of spades"',
    ],
)
def test_cards_that_players_choose_are_the_right_number_before_and_after_blinds(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "chosen.toml"
    file.write_text(f'name = "Chosen"\n{text}\n' + 'players = "3 to 5"\n' * ("players" not in text))
    own = read(file.read_text())
    monkeypatch.setitem(oracle_games.GAMES, own.id, read_game(file, own.id))
    assert compare(own, own.players[1], hands=30, seed=5, profiles=MIXED) >= 30


KEY_OF_FIELD = {
    "id": "name", "name": "name", "name_da": "name_da", "aliases": "aliases", "summary": "summary",
    "steps": "deal", "wild_cards": "wild", "wild": "wild", "use": "hand", "share": "hand", "spade": "hand",
    "spade_is_lowest": "hand", "counted": "hand", "counted_by_rank": "hand", "ranking": "hand", "openers": "opens",
    "betting": "betting", "pack": "pack", "players": "players", "sent_out": "sends_out", "redeals": "redeals",
    "buys": "buys", "buy_price": "price", "levy": "costs", "charge": "costs_if_asked", "extra": "gives",
    "short_order": "short_order", "reentry": "may_come_back", "anticlockwise": "anticlockwise", "alone": "wild_alone",
    "layout": "layout", "counts_as": "same_as",
}  # fmt: skip
"""The key of the format by which a file says what a field of the model holds."""
OF_KERNELS = {
    "cap", "in_or_out", "matches_pot", "counts_cards", "trumps", "kernel", "how_to_play", "pace_seconds", "hand_means",
}  # fmt: skip
"""What only a game with a kernel of its own has: guts, 7/27, fan tan, dice."""
NOT_RULES = {"family", "source", "rounds_printed", "rulings", "superseded", "additions"}
"""Where a game comes from, and what is known of it: no file of a game can say that."""


def test_a_file_says_all_that_the_model_of_a_game_says() -> None:
    names = {field.name for field in fields(Variant)}
    assert names == {*KEY_OF_FIELD, *OF_KERNELS, *NOT_RULES}
    assert set(KEY_OF_FIELD.values()) <= set(KEYS)
    plain = Variant(id="", name="", family="own", source="own", summary="")
    for variant in DATA_GAMES:
        used = {name for name in OF_KERNELS if getattr(variant, name) != getattr(plain, name)}
        assert not used, (variant.id, used)


@pytest.mark.parametrize(
    "key", ["højeste_raise", "raise_før_call", "må_komme_igen", "køber", "kort_rækkefølge", "åbner"]
)
def test_a_danish_key_may_have_its_danish_letters(key: str) -> None:
    assert not any("no key" in fault for fault in faults(f'navn = "X1"\n{key} = 1'))


def test_danish_and_english_say_the_same() -> None:
    danish = 'navn = "Woolworth"\nsom = "seven-card-stud"\nvilde = ["femmere", "10"]\nspillere = "3 til 6"\n'
    danish += 'hånd = "høj og lav, erklæret"\ngiv = "2 ned, 4 x (1 op, runde), 1 ned, runde, erklær"\n'
    english = WOOLWORTH + 'players = "3 to 6"\nhand = "high and low, declared"\n'
    english += 'deal = "2 down, 4 x (1 up, bet), 1 down, bet, declare"\n'
    assert read(danish) == read(english)


@pytest.mark.parametrize(
    ("english", "danish"),
    [
        ("5 down, 2 common down, turn 2, bet", "5 ned, 2 fælles lukkede, vend 2, runde"),
        ("4 down, 1 common, bet", "4 lukkede, 1 fælles, runde"),
        ("7 unseen, chase", "7 usete, jagt"),
        ("5 down, bet, exchange 2 for 1, bet if drawn", "5 ned, runde, byt 2 à 1, runde hvis byttet"),
        ("7 down, pass 3 right and 2 left, bet", "7 ned, send 3 til højre og 2 til venstre, runde"),
        ("7 down, pass 3 left, pass 2 right, bet", "7 ned, send 3 til venstre, send 2 til højre, runde"),
        (
            "7 down, discard 2, order, 5 x (turn own, bet)",
            "7 ned, kast 2, læg i orden, 5 gange (vend egne, runde)",
        ),
        ("5 down, bet, psychology", "5 ned, runde, psykologi"),
        ("3 down, open one, bet, 3 down, bet", "3 ned, åbn et, runde, 3 ned, runde"),
    ],
)
def test_a_deal_reads_in_both_languages(english: str, danish: str) -> None:
    assert read(f'name = "X1"\ndeal = "{english}"').steps == read(f'navn = "X1"\ngiv = "{danish}"').steps


@pytest.mark.parametrize(
    ("deal", "english", "danish"),
    [
        ("2 down, 5 x (1 up, bet)", "follow the Q", "følger Q"),
        ("2 down, 5 x (1 up, bet)", "lowest hole card", "laveste lukkede kort"),
        ("2 down, 5 x (1 up, bet)", "last card", "sidste kort"),
        ("1 down, 4 x (1 up, bet)", "the card kept closed", "kortet der holdes lukket"),
        ("7 unseen, chase", "bottom card", "nederste kort"),
        ("4 down, 2 common, bet", "common card 1 2", "fælleskort 1 2"),
        ("4 down, 2 common, bet", "last common card", "sidste fælleskort"),
        ("4 down, 2 common, bet", "lowest common card", "laveste fælleskort"),
        ("4 down, 2 common, bet", "3 9 until one is turned", "3 9 indtil en vendes"),
        (
            "4 down, 2 common, bet",
            "a rank both in your hand and on the board",
            "en værdi både på hånden og på bordet",
        ),
        ("5 down, bet", "a rank of your choice", "en værdi efter eget valg"),
        ("5 down, bet", "a rank picked among your own cards", "en værdi valgt blandt dine egne kort"),
        ("5 down, bet", "a rank only if paired", "en værdi du har præcis to af"),
        (
            "2 down, 5 x (1 up, bet)",
            "a rank held both open and closed",
            "en værdi du har både åbent og lukket",
        ),
        ("5 down, bet", "kings", "konger"),
    ],
)
def test_a_wild_rule_reads_in_both_languages(deal: str, english: str, danish: str) -> None:
    one, other = (read(f'name = "X1"\ndeal = "{deal}"\nwild = ["{wild}"]') for wild in (english, danish))
    assert (one.wild, one.wild_cards) == (other.wild, other.wild_cards)
    assert one.wild or one.wild_cards


@pytest.mark.parametrize(
    ("english", "danish"),
    [
        ('hand = "best five, highest sum of diamonds"', 'hånd = "de bedste fem, højeste sum af ruder"'),
        ('hand = "most spades"', 'haand = "flest spar"'),
        ('opens = "jacks or better"', 'åbner = "knægte eller bedre"'),
        ('opens = "T"', 'aabner = "tiere"'),
    ],
)
def test_counts_and_openers_read_in_both_languages_and_are_written(english: str, danish: str) -> None:
    start = 'name = "X1"\ndeal = "5 down, bet"\n'
    one, other = read(start + english), read(start + danish)
    assert one == other
    assert one.counted or one.openers
    assert read(write_definition(one)).id == one.id
    assert one.id != read(start).id


@pytest.mark.parametrize("wild", ['"5, T"', '["5 and T"]', '["5", "T"]', '["5 og 10"]', '"femmere, tiere"'])
def test_wild_ranks_may_be_listed_as_one_says_them(wild: str) -> None:
    assert read(WOOLWORTH.replace('["5", "T"]', wild)).id == read(WOOLWORTH).id


def test_a_file_s_name_is_no_name_of_the_catalogue() -> None:
    read_as = read_definition('name = "Kings Up"\nlike = "omaha"\n', "kings")
    assert (
        str(read_as.faults[0])
        == "line 1: the file is called kings, a name of the game kings-cross: rename it"
    )


def test_a_version_follows_the_rules_and_no_text() -> None:
    game = read(WOOLWORTH)
    assert read(WOOLWORTH + 'summary = "Five and dime."\naliases = ["ww"]\n').id == game.id
    assert read(WOOLWORTH.replace('"T"', '"9"')).id != game.id
    assert read(WOOLWORTH + 'players = "3 to 6"\n').id != game.id
    assert game.id == f"woolworth@{version_of(game)}"
    assert (
        read('name = "Woolworth"\ndeal = "2 down, 4 x (1 up, bet), 1 down, bet"\nwild = ["5", "T"]').id
        == game.id
    )


# --- what is wrong is named


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1: the game has no name"),
        ('name = "X1"', "line 1: no cards are dealt"),
        ('name = "X1"\nlike = "seven-card-stud"\nwild = ["5", "1"]', "line 3: '1' isn't a card or a rule: ranks are 2 to 9"),
        ('name = "X1"\nlike = "seven-card-stud"\nwild = [\n "5",\n "5s"]', "line 5: '5s' could be a rank or a card"),
        ('name = "X1"\nlike = "seven-card-stud"\nwild = ["lowest hole crad"]', "did you mean 'lowest hole card'?"),
        ('name = "X1"\nlike = "seven-card-stud"\nwidl = ["5"]', "line 3: there is no key 'widl': did you mean wild?"),
        ('name = "X1"\nlike = "no such game"', "line 2: there is no game called 'no such game'"),
        ('name = "X1"\nlike = "poker dice"', "which no file can change"),
        ('name = "Omaha"\nlike = "seven-card-stud"', "line 1: 'Omaha' is a name of the game omaha: choose another"),
        ('name = "X1"\naliases = ["guts"]\nlike = "omaha"', "line 2: 'guts' is a name of the game guts"),
        ('name = "X1"\ndeal = "2 down, 4 x (1 up, bet"', "line 2: an opening bracket has no closing one"),
        ('name = "X1"\ndeal = "2 dwon, bet"', "line 2: '2 dwon' isn't a step of a deal: did you mean '2 down'?"),
        ('name = "X1"\ndeal = "7 down"', "line 2: there is no betting round"),
        ('name = "X1"\ndeal = "3 down, bet"', "line 2: a hand has 5 cards, and a player gets 3"),
        ('name = "X1"\ndeal = "5 down, bet, turn, bet"', "line 2: more common cards are turned than lie closed"),
        ('name = "X1"\ndeal = "5 down, 2 common down, bet, turn, bet"', "1 common cards are never turned"),
        ('name = "X1"\ndeal = "5 down, bet, discard 6, bet"', "more cards are opened or thrown away"),
        ('name = "X1"\ndeal = "99 x (1 up, bet)"', "line 2: a deal has at most 60 steps"),
        ('name = "X1"\ndeal = "7 down, bet"\nplayers = "3 to 8"', "line 3: 8 players need 56 cards (7 each and 0 in common)"),
        ('name = "X1"\ndeal = "5 down, bet"\nplayers = "1 to 4"', "line 3: write how many can play, from 2 to 10"),
        ('name = "X1"\ndeal = "5 down, bet"\nhand = "high and low"', 'line 3: write "high and low, declared"'),
        ('name = "X1"\ndeal = "5 down, bet"\nhand = "high and low, declared"', "needs a step declare"),
        ('name = "X1"\ndeal = "5 down, bet"\nwild = ["follow the Q"]', "line 3: a rule speaks of open cards"),
        ('name = "X1"\ndeal = "5 down, bet"\nwild = ["last common card"]', "there are no"),
        ('name = "X1"\ndeal = "5 down, bet"\nhand = "low"\nwild = ["2"]', "line 4: a hand other than the best five"),
        ('name = "X1"\ndeal = "5 down, bet"\nante = 0', "line 3: write a whole number from 1 to 1000"),
        ('name = "X1"\ndeal = "5 down, bet"\nblinds = [1, 2]', 'blinds needs a limit: write betting = "limit"'),
        ('name = "X1"\ndeal = "5 down, bet"\nbetting = "no limmit"', "did you mean 'no limit'?"),
        ('name = "X1"\ndeal = "5 down, bet"\npack = 40', "line 3: a pack has 52 cards"),
        ('name = "X1"\nname = "X2"', "line 2: can't read"),
        ('name = "X1"\ndeal = "bet, 5 down, bet"', "line 2: deal cards of their own to the players before the first bet"),
        ('name = "X1"\ndeal = "7 unseen, order, bet"', "with cards unseen all own cards are unseen"),
        ('name = "X1"\ndeal = "5 down, order, bet"', "after order come as many turn own as there are closed cards"),
        ('name = "X1"\ndeal = "2 down, 3 up, exchange 1, bet"', "while all own cards are closed"),
        ('name = "X1"\ndeal = "5 down, bet"\npack = 54', 'has jokers, which must be wild: write "jokers"'),
        ('name = "X1"\ndeal = 5 down', "line 2: can't read 'deal = 5 down'"),
        ('name = "X1"\ndeal = "5 down, bet"\nsame_as = ["old"]', "line 3: 'old' isn't a version"),
        ('name = "X1"\ndeal = "5 down, bet"\nopens = "a flush"', "line 3: 'a flush' opens no betting: write the lowest pair"),
        ('name = "X1"\ndeal = "2 down, 3 up, bet"\nopens = "jacks"', "line 3: opens is for a game with the house's betting"),
        ('name = "X1"\ndeal = "5 down, bet"\nhand = "most diamnds"', "line 3: 'most diamnds' isn't a hand: did you mean 'most diamonds'?"),
        ('name = "X1"\ndeal = "5 down, bet"\nhand = "most clubs, highest spade in the hole"', "to a spade in the hole or by a count, not both"),
        ('name = "X1"\nlike = "omaha"\nwild = ["joker"]', "line 3: a pack of 52 cards has no jokers: write pack = 54"),
        ('name = "X1"\ndeal = "5 up, bet"\npack = 32\nsends_out = ["2c"]', "line 4: 2c isn't in the pack of 32 cards"),
        ('name = "X1"\nlike = "omaha"\nwild = ["kng"]', "line 3: 'kng' isn't wild: did you mean 'king'?"),
        ('name = "X1"\ndeal = "5 down bet"', "line 2: '5 down bet' isn't a step of a deal: did you mean '5 down'?"),
        ('name = "X1"\ndeal = "3 x 5 down, bet"', "line 2: write repeated steps as 4 x (1 up, bet)"),
        ('navn = "X1"\ngiv = "2 ned, 4 x (1 op, rund)"', "line 2: 'rund' isn't a step of a deal: did you mean 'runde'?"),
        ('[game]\nname = "X1"', "line 1: leave [game] out: a game has keys and values"),
        ('name = "X1"\ndeal = "1 down or up for 5, 5 down, bet"', "line 2: a card is bought up or down after the first bet"),
        (
            'name = "X1"\ndeal = "2 down, 3 up, bet, 1 down or up for 5, bet"\nbuys = ["4d"]\nprice = 5',
            "line 3: cards are bought for a card, or by a step of the deal, not both",
        ),
        ('name = "X1"\nnavn = "X2"\ndeal = "5 down, bet"', "'navn' is there twice: keep one"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_sentence_with_its_line(text: str, sentence: str) -> None:
    assert any(sentence in fault for fault in faults(text)), faults(text)


def test_all_mistakes_are_named_at_once() -> None:
    text = (
        'name = "X1"\nlike = "seven-card-stud"\nwild = ["Z", "5"]\nante = "two"\nfoo = 1\nplayers = "many"\n'
    )
    assert [fault.split(":")[0] for fault in faults(text)] == ["line 3", "line 4", "line 5", "line 6"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('name = "X1"\nlike omaha\nante = 2\n', 2),
        ('name = X1\n', 1),
        ('\n# the house\nname = "X1"\n\nante = 2 chips', 5),
        ('name = "X1"\naliases = [\n  "Y1",\n  "Z1",\n]\nante = two', 6),
        ('name = "X1"\nsummary = """\nante = two\n"""\npack = ', 5),
        ('name = "X1"\nante = 1\nante = 2', 3),
        ('name = "X1"\naliases = ["Y1",\n"Z1"\nante = 1', 2),  # the list has no end
        ('name = "X1"\nsummary = """never ends\nante = 1\npack = 52', 2),
        ('name = "X1"\n[stakes]\nname = "X2"\nante = two', 4),
        ("name = \"X1\"\naliases = [\n" + "\n" * 300, 2),
    ],
)  # fmt: skip
def test_what_is_not_toml_is_named_by_its_line_whatever_the_version_of_python(text: str, line: int) -> None:
    (fault,) = read_definition(text).faults
    assert (fault.line, fault.mistake.kind) == (line, MistakeKind.LINE_NOT_TOML)
    assert text.splitlines()[line - 1].strip() in str(fault)


# --- a file is only data


def test_no_file_does_more_than_be_read() -> None:
    for text in (
        "a = " + "[" * 5000, 'name = "' + "x" * MAX_LETTERS, "x" * (MAX_LETTERS + 1), "a." * 2000 + 'b = "1"', "\0", "\ud800",
        'name = "X1"\nante = ' + "9" * 5000, 'name = "X1"\ndeal = "' + "2 x (" * 60 + "bet" + ")" * 60 + '"',
        'name = "../../etc/passwd"\nlike = "../../etc/passwd"', "[name]\na = 1", "name = 1979-05-27", "name = nan",
        'name = "X1"\ndeal = "5 down, bet"\npack = {a = 1}\nlines = [[1]]\nlayout = 5\nplayers = true\nwild = [[]]',
    ):  # fmt: skip
        assert read_definition(text).variant is None
        assert all(fault.line >= 1 and fault.text for fault in read_definition(text).faults)
    hostile = read('name = "../../etc/passwd"\nlike = "seven-card-stud"')
    assert hostile.id.startswith("etc-passwd@")


@pytest.mark.nightly  # in short: hostile files
def test_mutated_files_are_read_or_refused() -> None:
    draw = random.Random(5)
    texts = [file.read_text() for file in FILES] + [renamed(variant) for variant in DATA_GAMES]
    pieces = [
        *KEYS,
        "[",
        "]",
        '"',
        ",",
        "(",
        ")",
        "x",
        "bet",
        "declare",
        "chase",
        "9",
        "-1",
        "true",
        "=",
        "\n",
        "low",
        "æ",
    ]
    accepted = 0
    for _ in range(3000):
        text = draw.choice(texts)
        for _ in range(draw.randint(1, 3)):
            place = draw.randrange(len(text))
            cut = draw.choice((0, 1, 8))
            text = text[:place] + draw.choice(pieces) * draw.randint(0, 1) + text[place + cut :]
        variant, wrong, _ = read_definition(text)
        assert (variant is None) == bool(wrong)
        if variant is not None and draw.random() < 0.3:
            accepted += 1
            describe(variant)
            compile_program(variant, variant.players[0])
    assert accepted > 50


# --- the registry


def test_own_games_have_names_like_others_and_old_versions_only_their_id() -> None:
    before = len(VARIANTS)
    game = read(WOOLWORTH + 'aliases = ["ww"]\n')
    old = replace(read(WOOLWORTH.replace('"T"', '"9"')), name="Woolworth (old)", superseded=True)
    games = Catalogue([game, old])
    assert {games.find(name).id for name in ("woolworth", "WW", "woolw", game.id)} == {game.id}
    assert games.find(old.id) == old
    assert games.current_version(old.id) == game.id
    assert [variant.id for variant in games.search("wool")] == [game.id]
    assert (len(games), len(VARIANTS)) == (before + 2, before)
    games.set_own([])
    assert len(games) == before
    assert games.find("woolworth") is VARIANTS["woolworth"]


def test_a_group_s_game_may_have_the_name_of_a_guest_and_is_meant_by_it() -> None:
    games = Catalogue([razz := read('name = "Razz"\naliases = ["padooki"]\nlike = "omaha"')])
    assert games.find("razz") is games.find("padooki") is razz
    assert games["razz"] is VARIANTS["razz"] is VARIANTS.find("razz")
    assert games.with_additions("razz", "") is VARIANTS["razz"]
    assert games.find("badugi").id == "badugi"


def test_games_of_another_kind_can_t_be_written() -> None:
    with pytest.raises(VariantError, match="can't be written as a file"):
        write_definition(VARIANTS["poker-dice"])


def test_a_mistake_is_answered_with_forms_in_the_language_of_the_reader() -> None:
    text = 'name = "X1"\nlike = "omaha"\nhand = "qqq"\ndeal = "xyz"'
    with speaking("da"):
        danish = " ".join(faults(text))
    english = " ".join(faults(text))
    assert "'best five', 'high'" in english
    assert "høj" not in english
    assert "'2 down', '1 up'" in english
    assert "'de bedste fem', 'høj'" in danish
    assert "'2 ned', '1 op'" in danish
    assert "best five" not in danish


def test_a_mistake_is_translated_when_it_is_said_not_when_it_is_made() -> None:
    faults = [
        fault
        for key in ('hand = "xyzzy"', 'like = "omahe-x"', 'betting = "xyzzy"', 'deal = "2 xyzzy"')
        for fault in read_definition(f'name = "Woolworth"\n{key}').faults
    ]
    english = [str(fault) for fault in faults]
    with speaking("da"):
        danish = [str(fault) for fault in faults]
    assert any("isn't a hand" in text for text in english)
    assert not any("isn't" in text or " or " in text for text in danish), danish
    assert all(one != other for one, other in zip(english, danish, strict=True))
