"""The catalogue: every game once, under all its names, with complete data; and a game made up from data alone."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

import engine.catalogue
from engine.cards import wilds
from engine.cards.card import parse_cards
from engine.catalogue import CATALOGUE, TRAINED, VARIANTS, Variant, fold_name, names_of
from engine.catalogue.additions import parse_additions
from engine.catalogue.calls import call
from engine.catalogue.contradictions import contradictions
from engine.catalogue.deals import read_steps
from engine.catalogue.mistakes import MistakeError
from engine.catalogue.model import (
    Op,
    Wild,
    WildKind,
    board_size,
    check_table,
    closed_cards,
    largest_table,
    ranks,
)
from engine.catalogue.operations import OPERATIONS, operation_of
from engine.catalogue.reader import read_shipped
from engine.catalogue.rules_text import how_to_play, own_rules, stakes, winning
from engine.catalogue.rulings import rulings_of
from engine.catalogue.wild_text import wild_text
from engine.errors import CallError, VariantError
from engine.kernel.program import MAX_BOARD, MAX_OWN, MAX_STEPS, compile_program
from engine.kernel.record import HandColumn, SeatColumn
from engine.rules.hand_value import HeldCards, worth
from engine.simulate import play
from pipeline.night.hand.open_hand import request_text
from tests.docs.pages import blocks_of

CARD_GAMES = [variant for variant in VARIANTS.values() if not variant.kernel]
KERNEL_GAMES = [variant for variant in VARIANTS.values() if variant.kernel]
COMMANDS = {"lån", "køb", "retur", "betal", "u", "ret", "skip", "?", ".", ";", "="}
"""What a line of the log begins with when it isn't a game."""


def ids(variant: Variant) -> str:
    return variant.id


# --- the whole ---


def test_every_file_of_the_catalogue_is_a_game_of_a_family() -> None:
    files = {file.stem for file in Path(engine.catalogue.__file__).parent.joinpath("games").glob("*.toml")}
    assert files == set(VARIANTS)
    families = {"simple", "draw", "stud", "common", "dice", "short", "holdem", "omaha", "club"}
    assert {variant.family for variant in CATALOGUE.values()} == families


def test_the_games_and_their_order_are_those_of_the_list_of_rules(shared: Path) -> None:
    rows = re.findall(r"^\| ([a-z0-9-]+) \| (.+?) \|", (shared / "rules" / "CATALOGUE.md").read_text(), re.M)
    listed = [row for row in rows if row[0] != "id"]
    assert listed == [(variant.id, variant.name) for variant in CATALOGUE.values()]


def test_guests_are_marked_and_stand_after_the_games_of_the_texts() -> None:
    guests = [variant for variant in VARIANTS.values() if variant.is_guest]
    assert [*VARIANTS.values()] == [*CATALOGUE.values(), *guests]
    assert Counter(variant.family for variant in guests) == {"guest": 8, "home": 32}
    assert [*TRAINED.values()] == [game for game in VARIANTS.values() if game.family != "home"]
    assert not any(variant.is_guest for variant in CATALOGUE.values())
    page = (Path(__file__).parents[2] / "docs" / "guests.md").read_text()
    assert re.findall(r"^\| `([a-z0-9-]+)` \| (.+?) \|", page, re.M) == [(v.id, v.name) for v in guests]


def test_no_two_games_share_a_name_and_none_is_a_command_of_the_log() -> None:
    named = Counter(
        fold_name(name) for v in VARIANTS.values() for name in {fold_name(n) for n in names_of(v)}
    )
    assert [name for name, count in named.items() if count > 1] == []
    assert not named.keys() & {fold_name(command) for command in COMMANDS if fold_name(command)}


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=ids)
def test_every_game_has_a_description(variant: Variant) -> None:
    told = [variant.summary, *how_to_play(variant), *own_rules(variant), *winning(variant), stakes(variant)]
    assert how_to_play(variant)
    assert rulings_of(variant)
    for sentence in told:
        assert re.fullmatch(r"[A-Z].*\.", sentence, re.S), sentence
    assert variant.kernel or winning(variant)
    assert variant.players[0] >= 2
    assert variant.pace > 0


# --- the data of each ---


@pytest.mark.parametrize("variant", CARD_GAMES, ids=ids)
def test_the_betting_rounds_are_those_of_the_printed_overview(variant: Variant) -> None:
    """Ruling 12: two texts disagree with it."""
    if variant.rounds_printed is None:
        assert variant.family in ("short", "holdem", "omaha", "guest", "home") or variant.rounds is None
    elif variant.id == "last-chance":
        assert (variant.rounds, variant.rounds_printed) == (6, 5)
    elif variant.id == "fill-the-hole":
        assert (variant.rounds, variant.rounds_printed) == (5, 6)
    else:
        assert variant.rounds == variant.rounds_printed


def test_the_printed_overview_is_that_of_the_folder(shared: Path) -> None:
    text = (shared / "rules" / "sources" / "pokerregler.txt").read_text()
    overview = text[text.index("OVERSIGT OVER SPIL - EMNEOPDELT\n\nSpil") :]
    overview = overview[: overview.index("OVERSIGT OVER SPIL - ALFABETISK")]
    printed = {}
    for line in overview.splitlines():
        name, *_, last = line.split("\t") if "\t" in line else (line, "")
        if last.strip().isdigit():
            printed[fold_name(name)] = int(last)
    ours = {fold_name(v.name): v.rounds_printed for v in CARD_GAMES if v.rounds_printed}
    spelled = {"one-two-three-four-five card draw": "One-Two-Three-Four-Five-Card Draw"}
    for as_printed, name in spelled.items():
        printed[fold_name(name)] = printed.pop(fold_name(as_printed), None) or printed[fold_name(name)]
    singular = fold_name("Three Card Draw, Deuces and One-eyed Picture Card Wild")
    printed[singular.replace("cardwild", "cardswild")] = printed.pop(singular)
    assert ours == printed


@pytest.mark.parametrize("variant", CARD_GAMES, ids=ids)
def test_a_programme_deals_at_least_five_cards_and_keeps_within_the_kernel(variant: Variant) -> None:
    steps = variant.steps
    assert len(steps) < MAX_STEPS
    board = board_size(variant)
    turned = sum(step.count for step in steps if step.op is Op.TURN_BOARD)
    opened = sum(step.count for step in steps if step.op is Op.LAY_OPEN)
    assert turned + opened == board <= MAX_BOARD
    own = sum(s.count for s in steps if s.op in (Op.DEAL_CLOSED, Op.DEAL_OPEN, Op.DEAL_UNSEEN))
    assert own <= MAX_OWN
    assert own + board >= variant.ranking.size
    assert closed_cards(steps) >= 0
    places = {place for line in variant.use.lines for place in line}
    assert places <= set(range(board))
    assert {place for rule in variant.wild for place in rule.places} <= set(range(board))
    assert (Op.DECLARE in {step.op for step in steps}) == variant.share.startswith("declared")


@pytest.mark.parametrize("variant", CARD_GAMES, ids=ids)
def test_a_game_takes_as_many_as_its_pack_serves(variant: Variant) -> None:
    """Ruling 8: a game is refused only where its fixed deal can't fit."""
    most = largest_table(variant)
    assert variant.players[0] <= most <= variant.players[1]
    compile_program(variant, most)
    for players in (variant.players[0] - 1, most + 1):
        with pytest.raises(CallError, match=f"takes {variant.players[0]} to {most} players, not {players}"):
            check_table(variant, players)


def test_rubbers_in_the_dark_is_played_by_seven() -> None:
    """Ruling 8: its last deal counts on folded cards."""
    assert largest_table(VARIANTS.find("rubbers-in-the-dark")) == 7


def test_the_lines_of_boards_with_a_shape() -> None:
    """Rulings 15, 23: places as laid; the cross and the H, the triangle's sides, the circle's neighbours."""
    elevator = VARIANTS.find("elevator").use.lines
    ground_left, first_right, second_left, ground_right, first_left, second_right, lift = range(7)
    assert {frozenset(line) for line in elevator} == {
        frozenset({first_left, lift, first_right}),
        frozenset({ground_left, first_left, second_left}),
        frozenset({ground_right, first_right, second_right}),
        frozenset({ground_left, lift, second_right}),
        frozenset({ground_right, lift, second_left}),
    }
    for game, corners in (("the-pyramid", {3, 4, 5}), ("bermuda-trekanten", {0, 1, 2})):
        sides = VARIANTS.find(game).use.lines
        assert sorted(corner for side in sides for corner in side if corner in corners) == sorted(
            [*corners] * 2
        )
        assert all(len(corners & set(side)) == 2 for side in sides)
        assert all(set(side) - corners for side in sides)
    circle = VARIANTS.find("karrusel").use.lines
    assert len(circle) == 6
    assert {place for line in circle for place in line} == set(range(6))
    neighbours = {frozenset(pair) for line in circle for pair in ((line[0], line[1]), (line[1], line[2]))}
    assert len(neighbours) == 6
    assert all(sum(place in pair for pair in neighbours) == 2 for place in range(6))
    assert all(len({*a} & {*b}) == 1 for a, b in combinations(VARIANTS.find("bush-league").use.lines, 2))


@pytest.mark.parametrize("variant", KERNEL_GAMES, ids=ids)
def test_a_game_with_a_kernel_of_its_own_has_no_melds_of_five(variant: Variant) -> None:
    assert variant.rounds is None
    with pytest.raises(VariantError, match=f"has no melds of five cards: see `peder show {variant.id}`"):
        worth(variant, HeldCards(own=parse_cards("As")))


# --- finding a game ---


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("sømærket", "somaerket"), ("SOMAERKET", "somaerket"), ("sö", "somaerket"),
        ("seven card stud", "seven-card-stud"),
        ("Seven-Card Stud, deuces wild", "seven-card-stud-deuces"), ("hold'em", "texas-holdem"),
        ("th", "texas-holdem"), ("7/27", "seven-twenty-seven"),
        ("nårwidjan munæklips", "narwidjan-munaeklips"), ("hayley", "hayleys-komet"),
        ("Hayley's komet", "hayleys-komet"), ("hayleys komet", "hayleys-komet"),
        ("bermuda", "bermuda-trekanten"), ("triangle", "bermuda-trekanten"), ("lair's poker", "liars-poker"),
        ("yankee basebal", "yankee-baseball"), ("stora spelt", "stora-spelet"),
        ("mississippi", "mississippi-ratfuck"), ("7s", "seven-card-stud"),
        ("your choice", "your-choise"),
    ],
)  # fmt: skip
def test_any_name_of_a_game_leads_to_it(text: str, found: str) -> None:
    assert VARIANTS.find(text).id == found


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=ids)
def test_every_name_finds_its_game_in_any_case(variant: Variant) -> None:
    for name in names_of(variant):
        for spelled in (name, name.upper(), name.replace("-", " "), f" {name} "):
            assert VARIANTS.find(spelled) is variant


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("sven card stood", "Did you mean seven-card-stud"),
        ("three card", "Did you mean three-card-draw"),
        ("backgammon", "`peder variants` lists them all"),
        ("", "`peder variants` lists them all"),
        ("!?", "`peder variants` lists them all"),
    ],
)
def test_an_unknown_game_is_refused_with_the_nearest(text: str, hint: str) -> None:
    with pytest.raises(VariantError, match=re.escape(repr(text))) as caught:
        VARIANTS.find(text)
    assert hint in str(caught.value)


# --- deals ---


def test_a_deal_says_its_steps() -> None:
    steps = read_steps(
        "2 down, 3 x (1 up, bet), pass 3 right and 2 left, exchange 2 for 3, psychology, declare"
    )
    assert [step.op for step in steps] == [
        Op.DEAL_CLOSED, *[Op.DEAL_OPEN, Op.BET] * 3, Op.PASS, Op.DRAW, Op.ORDER, *[Op.TURN_OWN, Op.BET] * 2,
        Op.DECLARE,
    ]  # fmt: skip
    assert (steps[7].count, steps[7].other) == (3, 2)
    assert (steps[8].count, steps[8].other) == (2, 3)
    assert [(s.count, s.other) for s in read_steps("pass 2 right, pass 1 left")] == [(2, 0), (0, 1)]


NUMBERS = {"n": 2, "price": 3, "left": 1}


def test_every_operation_is_written_and_read_in_both_languages() -> None:
    assert {row.op for row in OPERATIONS} == set(Op) - {Op.END}
    for row in OPERATIONS:
        step = row.step(**NUMBERS)
        assert operation_of(step).op is row.op
        assert operation_of(step).text(step) == row.english.format(**NUMBERS)
        for words in (row.english, row.danish):
            assert read_steps(words.format(**NUMBERS))[0] == step


def test_every_operation_and_every_wild_rule_has_a_description() -> None:
    """A mechanic that is new has to be said in words, too."""
    for row in OPERATIONS:
        steps = (row.step(**NUMBERS), *read_steps("bet"))
        assert how_to_play(Variant(id="x", name="X", family="simple", summary="X.", steps=steps))
        assert bool(request_text(steps[0])) == (row.op not in (Op.BET, Op.CHASE))
    for kind in WildKind:
        rule = Wild(kind=kind, cards=ranks("39"), places=(0,))
        steps = read_steps("5 down, 1 common down, bet, turn, bet")
        assert wild_text(Variant(id="x", name="X", family="simple", summary="X.", steps=steps, wild=(rule,)))


def test_kernels_know_every_kind_of_wild_card_by_its_number() -> None:
    assert {kind.name: getattr(wilds, kind.name) for kind in WildKind} == {k.name: k.value for k in WildKind}


@pytest.mark.parametrize("part", ["2 upp", "(bet", "5", "4 x 1 up"])
def test_a_deal_that_cannot_be_read_says_what(part: str) -> None:
    with pytest.raises(MistakeError):
        read_steps(f"5 down, {part}, bet")


def test_files_of_the_catalogue_contradict_nothing() -> None:
    """They are read without the checks that a group's own games go through."""
    for variant in VARIANTS.values():
        assert variant.kernel or not [*contradictions(variant)]


def test_a_file_of_the_catalogue_with_a_mistake_is_refused() -> None:
    for values in (
        {"deal": "5 dwn"},
        {"deal": "5 down, bet", "wonder": 1},
        {"deal": "5 down", "wild": ["11"]},
    ):
        with pytest.raises(ValueError, match=r"x\.toml: "):
            read_shipped("x", {"name": "X", "family": "simple", **values})


# --- a game made up from data alone ---


@pytest.fixture(scope="module")
def made_up() -> Variant:
    """The game that the guide adds, from the guide's own text."""
    entry, *_ = blocks_of("adding-a-game.md")
    assert entry.place == "engine/catalogue/games/havelaagen.toml"
    return read_shipped("havelaagen", tomllib.loads(entry.text))


def test_a_made_up_game_is_described_from_its_data(made_up: Variant) -> None:
    assert wild_text(made_up) == "sevens; the common card turned last"
    assert how_to_play(made_up) == [
        "Four closed cards each, four closed common cards, then a betting round.",
        "Four times: the next common card is turned, then a betting round.",
    ]
    assert winning(made_up)[0] == (
        "A hand is made of your own cards and the common cards of one line: 1-2, 2-3, 3-4 or 4-1 "
        "(places as laid)."
    )
    assert {1, 24} <= {ruling.number for ruling in rulings_of(made_up)}
    assert largest_table(made_up) == 7


def test_a_made_up_game_takes_additions(made_up: Variant) -> None:
    called = call(made_up, parse_additions(["wild 2 psy hilo"]))
    assert called.rounds == 5 + 4
    assert called.share == "declared"


def test_a_made_up_game_values_its_hands(made_up: Variant) -> None:
    hand = HeldCards(own=parse_cards("As Ks 9d 5h"), board=parse_cards("Ad Ac 2h 9c"))
    result = worth(made_up, hand)
    # the side with an ace and the wild nine, which frees the own nine too, beats that of the two aces
    assert (result.category, result.ranks) == ("four", ["A", "K"])
    assert sorted(result.wild) == ["9c", "9d"]


STEADY = ("plain-steady",)


@pytest.mark.parametrize("players", [3, 7])
def test_a_made_up_game_is_played(made_up: Variant, players: int) -> None:
    """Every chip is accounted for, every hand has its cards, and all four common cards can be reached."""
    hands = 0
    for _first, record in play(made_up, players=players, hands=500, seed=7, detail="cards", profiles=STEADY):
        hands += len(record.hand)
        paid = record.seat[:, :, SeatColumn.PAID].sum(axis=1)
        won = record.seat[:, :, SeatColumn.WON].sum(axis=1)
        pot_in, pot_out = record.hand[:, HandColumn.POT_IN], record.hand[:, HandColumn.POT_OUT]
        assert (paid + pot_in == won + pot_out).all()
        assert (record.hand[:, HandColumn.POT] == paid + pot_in).all()
        assert record.hand[:, HandColumn.ROUNDS].max() == 5
        shown = record.seat[:, :, SeatColumn.SCORE] >= 0
        cards = record.seat[:, :, SeatColumn.CARDS][shown]
        assert {int(held).bit_count() for held in cards} == {4}
    assert hands == 500
