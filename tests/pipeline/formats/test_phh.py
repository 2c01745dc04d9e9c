"""PHH comes in: real hands end on their stacks, by the rules of all codes; what isn't PHH is refused."""

from __future__ import annotations

import gzip
import random
import re
import tomllib
from collections import Counter
from contextlib import nullcontext
from decimal import Decimal
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from engine.api import PederError
from pipeline.cli import app
from pipeline.formats.files import FileError
from pipeline.formats.phh.games import GAMES
from pipeline.formats.phh.hand import read_hands
from pipeline.formats.phh.session import import_together
from pipeline.formats.sessions import Imported
from pipeline.store.store import Store
from tests.stores import few_models, peder

few = few_models("check_")


def stacks(file: Imported, number: int | None = None) -> list[float]:
    """What each player of a hand ends with, in the file's own amounts."""
    seats = file.seats if number is None else file.seats.filter(hand_no=number)
    value = file.session["chip_value"]
    assert isinstance(value, Decimal)
    return [
        float(chips * value) for chips in seats.select(pl.col("stack_before") + pl.col("net")).to_series()
    ]


def written(tmp_path: Path, text: str, name: str = "hand.phh") -> Path:
    place = tmp_path / name
    place.write_text(text, encoding="utf-8")
    return place


def hand(variant: str, *actions: str, **fields: object) -> str:
    """A hand of PHH; what isn't said is a table of three with 100 each and blinds of 1 and 2."""
    game = GAMES[variant]
    told: dict[str, object] = {"variant": variant, "antes": [0, 0, 0], "starting_stacks": [100, 100, 100]}
    told |= {"bring_in": 1} if game.stud else {"blinds_or_straddles": [1, 2, 0]}
    told |= {"small_bet": 2, "big_bet": 4} if game.fixed else {"min_bet": 2}
    told |= fields
    said = {
        key: str(value).lower() if isinstance(value, bool) else repr(value) for key, value in told.items()
    }
    lines = [f"{key} = {value}" for key, value in said.items()]
    return "\n".join([*lines, f"actions = {list(actions)!r}", ""])


def said(text: str) -> tuple[str, ...]:
    """Actions, with commas between."""
    return tuple(text.split(", "))


ALL_IN = said(
    "d dh p1 AhAd, d dh p2 KhKd, d dh p3 ????, p3 f, p1 cbr 100, p2 cc, d db 2c7d9h, d db 3s, d db 4s"
)
"""A pot of 200 with all in before the flop; player 1 wins it."""


def ends(tmp_path: Path, text: str) -> list[float]:
    return stacks(import_together([written(tmp_path, text)]))


# --- real hands


def test_every_real_hand_ends_on_the_stacks_that_it_tells(shared: Path) -> None:
    files = sorted((shared / "data" / "phh").rglob("*.phh"))
    counted: Counter[str] = Counter()
    for place in files:
        file = import_together([place])
        told = tomllib.loads(place.read_text())
        assert file.hands["status"].to_list() == ["confirmed"]
        assert file.seats["player_id"].n_unique() == len(told["players"])
        if "finishing_stacks" in told:
            assert stacks(file) == told["finishing_stacks"], place
        assert sum(stacks(file)) == sum(told["starting_stacks"])
        counted[place.parent.name] += 1
    assert counted == {"historic": 5, "pluribus": 200, "wsop-2023-43": 60}


def test_many_hands_in_one_file_are_one_session(shared: Path, tmp_path: Path) -> None:
    files = sorted((shared / "data" / "phh" / "wsop-2023-43").glob("*.phh"))
    text = "\n".join(f"[{number}]\n{place.read_text()}" for number, place in enumerate(files, start=1))
    with gzip.open(tmp_path / "all.phhs.gz", "wt") as packed:
        packed.write(text)
    store = ["--store", str(tmp_path / "store")]
    run = CliRunner().invoke(app, ["import", "phh", str(tmp_path), *store, "--json"])
    assert run.exit_code == 0, run.output
    file = import_together([tmp_path / "all.phhs.gz"])
    assert (file.hands.height, file.session["place"]) == (
        60,
        "2023 World Series of Poker Event #43: $50,000 Poker Players Championship | Day 5",
    )
    check = CliRunner().invoke(app, ["check", *store])
    assert "no faults" in check.output


# --- the rules


def test_half_chips_and_odd_ones(tmp_path: Path) -> None:
    """A file says how finely it splits: 5 in two is 2.5 each where stacks are given so, else 3 and 2."""
    acts = said(
        "d dh p1 AhKh, d dh p2 AdKd, d dh p3 ????, p3 cbr 5, p1 cc, p2 cc, d db QsJsTs, p1 cc, "
        "p2 cc, p3 f, d db 2c, p1 cc, p2 cc, d db 3c, p1 cc, p2 cc, p1 sm AhKh, p2 sm AdKd"
    )
    assert ends(tmp_path, hand("NT", *acts)) == [103.0, 102.0, 95.0]
    told = hand("NT", *acts, finishing_stacks=[102.5, 102.5, 95])
    assert ends(tmp_path, told) == [102.5, 102.5, 95.0]


def test_antes_are_trimmed_or_not(tmp_path: Path) -> None:
    """A player who can't pay the whole ante wins all of them, or where they are trimmed as much of each."""
    acts = said(
        "d dh p1 AhAd, d dh p2 KhKd, d dh p3 QhQd, p3 cc, p2 cc, d db 2c7d9h, p2 cc, p3 cc, d db 3s, "
        "p2 cc, p3 cc, d db 4s, p2 cc, p3 cc"
    )
    fields = {"antes": [5, 5, 5], "starting_stacks": [2, 100, 100]}
    assert ends(tmp_path, hand("NT", *acts, **fields)) == [12.0, 97.0, 93.0]  # type: ignore[arg-type]
    trimmed = hand("NT", *acts, ante_trimming_status=True, **fields)  # type: ignore[arg-type]
    assert ends(tmp_path, trimmed) == [6.0, 103.0, 93.0]


def test_a_short_all_in_raise_and_a_side_pot(tmp_path: Path) -> None:
    acts = said(
        "d dh p1 AhAd, d dh p2 KhKd, d dh p3 QhQd, p3 cbr 10, p1 cbr 13, p2 cc, p3 cc, d db 2c7d9h, "
        "p2 cbr 20, p3 cc, d db 3s, p2 cc, p3 cc, d db 4s, p2 cc, p3 cc"
    )
    assert ends(tmp_path, hand("NT", *acts, starting_stacks=[13, 100, 100])) == [39.0, 107.0, 67.0]


def test_straddles_and_heads_up_and_an_unknown_stack(tmp_path: Path) -> None:
    straddled = hand(
        "NT", "d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p1 f", "p2 f", blinds_or_straddles=[1, 2, 4]
    )
    assert ends(tmp_path, straddled) == [99.0, 98.0, 103.0]
    two = hand(
        "NT",
        "d dh p1 ????",
        "d dh p2 ????",
        "p2 f",
        antes=[0, 0],
        blinds_or_straddles=[1, 2],
        starting_stacks=[50, 60],
    )
    assert ends(tmp_path, two) == [51.0, 59.0]
    endless = hand("NT", "p3 f", "p1 f").replace("[100, 100, 100]", "[inf, 100, 100]")
    file = import_together([written(tmp_path, endless)])
    assert file.seats["stack_before"].to_list()[0] is None
    assert file.seats["net"].to_list() == [-1, 1, 0]


def test_two_boards_of_a_pot_that_was_run_twice(tmp_path: Path) -> None:
    acts = (*ALL_IN, "d db 2d7c9s", "d db Ks", "d db 4c")
    file = import_together([written(tmp_path, hand("NT", *acts))])
    assert stacks(file) == [100.0, 100.0, 100.0]
    assert file.hands["boards"].to_list() == [2]
    assert [(share["board_no"], share["seat"]) for share in file.hands["shares"][0]] == [(0, 0), (1, 1)]


def test_bring_in_and_who_completes(tmp_path: Path) -> None:
    acts = said(
        "d dh p1 ????2c, d dh p2 ????9h, d dh p3 ????Ts, p1 pb, p2 cbr 2, p3 f, p1 cc, d dh p1 3c, "
        "d dh p2 9s, p2 cbr 2, p1 f"
    )
    file = import_together([written(tmp_path, hand("F7S", *acts, antes=[1, 1, 1]))])
    assert stacks(file) == [97.0, 104.0, 99.0]
    razz = hand("FR", *(act.replace("9s", "As") for act in acts), antes=[1, 1, 1])
    assert ends(tmp_path, razz) == [97.0, 104.0, 99.0]


def test_stud_high_low_splits(tmp_path: Path) -> None:
    third = ("d dh p1 AcAd2c", "d dh p2 4c5d7h", "d dh p3 ????Ts", "p1 pb", "p2 cc", "p3 f")
    streets = [
        (f"d dh p1 {one}", f"d dh p2 {two}", "p1 cc", "p2 cc")
        for one, two in (("Ks", "8s"), ("Kd", "2d"), ("9c", "Jc"), ("9d", "Jd"))
    ]
    file = import_together(
        [written(tmp_path, hand("F7S/8", *third, *(act for street in streets for act in street)))]
    )
    assert {(share["half"], share["seat"]) for share in file.hands["shares"][0]} == {("high", 0), ("low", 1)}
    assert stacks(file) == [100.0, 100.0, 100.0]


@pytest.mark.parametrize(
    ("variant", "one", "two", "winner"),
    [
        ("N2L1D", "7c5d4h3s2c", "8c5c4d3h2d", 0),
        ("F2L3D", "Ac5d4h3s2s", "KcJc9d3h2d", 1),
        ("FB", "KcQdJhTs", "2c3d4h4s", 0),
    ],
)
def test_draws(tmp_path: Path, variant: str, one: str, two: str, winner: int) -> None:
    rounds = {"N2L1D": 1, "F2L3D": 3, "FB": 3}[variant]
    draw = ("p1 sd", "p2 sd ????", "d dh p2 ????", "p1 cc", "p2 cc")
    unknown = "??" * (len(one) // 2)
    acts = (
        f"d dh p1 {one}",
        f"d dh p2 {unknown}",
        f"d dh p3 {unknown}",
        "p3 f",
        "p1 cc",
        "p2 cc",
        *draw * rounds,
        f"p1 sm {one}",
        f"p2 sm {two}",
    )
    assert ends(tmp_path, hand(variant, *acts)) == (
        [102.0, 98.0, 100.0] if winner == 0 else [98.0, 102.0, 100.0]
    )


@pytest.mark.parametrize("shown", [True, False])
def test_what_the_house_took_is_a_difference_of_who_won(tmp_path: Path, shown: bool) -> None:
    acts = (
        ALL_IN
        if shown
        else (ALL_IN[0].replace("AhAd", "????"), ALL_IN[1].replace("KhKd", "????"), *ALL_IN[2:])
    )
    place = written(tmp_path, hand("NT", *acts, finishing_stacks=[192.5, 0, 100], currency="USD"))
    store = tmp_path / "store"
    result = peder(store, "import", "phh", place)
    assert result.exit_code == 0, result.output
    assert "hand.phh: the site took a rake of 7.5 in all." in result.stderr
    read = Store(store).read
    assert read("bank").select("player_id", "kind", "money", "currency").rows() == [
        ("phh:p1", "difference", Decimal("-7.5"), "USD")
    ]
    assert [int(row * read("sessions")["chip_value"][0]) for row in read("seats")["net"]] == [100, -100, 0]
    assert peder(store, "check").exit_code == 0
    peder(store, "import", "phh", place, "--season", "2026", "--replace", code=0)
    said = peder(store, "settle", "--season", "2026", code=1).stderr
    assert "the site took a rake, or added to pots, 7.50" in said
    peder(store, "import", "phh", place, "--replace", code=0)
    assert "There is no season '2026'" in peder(store, "settle", "--season", "2026", code=1).stderr


def test_a_folder_of_a_night_is_one_session(shared: Path, tmp_path: Path) -> None:
    """By the hands' own numbers; a file that is there twice counts once, the same folder is known again."""
    folder, store = tmp_path / "night", tmp_path / "store"
    folder.mkdir()
    for place in sorted((shared / "data" / "phh" / "pluribus").glob("1*.phh"))[:12]:
        (folder / place.name).write_bytes(place.read_bytes())
    (folder / "again.phh").write_bytes(place.read_bytes())
    (folder / "more.phhs").write_text(f"[1]\n{hand('NT', 'p3 f', 'p1 f', hand=5000)}")
    result = peder(store, "import", "phh", folder, "--together", "--session", "pluribus", "--json")
    assert result.exit_code == 0, result.output
    assert "night: 1 files are there twice, and count once." in result.stderr
    numbers = Store(store).read("hands")["hand_no"].to_list()
    assert (len(numbers), numbers) == (13, sorted(numbers))
    assert numbers[-1] == 5000
    again = peder(store, "import", "phh", folder, "--together", "--session", "pluribus")
    assert "is in the store already, as the session 'pluribus'" in again.stderr
    (folder / "more.phhs").write_text("what = 1")
    refused = peder(tmp_path / "other", "import", "phh", folder, "--together")
    assert (refused.exit_code, (tmp_path / "other").exists()) == (1, False)
    assert refused.stderr.startswith("peder: more.phhs")


def test_hands_in_two_currencies_are_no_night(tmp_path: Path) -> None:
    for coin in ("USD", "EUR"):
        written(tmp_path, hand("NT", "p3 f", "p1 f", currency=coin), f"{coin}.phh")
    result = peder(tmp_path / "store", "import", "phh", tmp_path, "--together")
    assert (result.exit_code, "EUR.phh is in EUR and USD.phh in USD" in result.stderr) == (1, True)
    both = [hand("NT", "p3 f", "p1 f", currency=coin) for coin in ("USD", "EUR")]
    file = tmp_path / "both.phhs"
    file.write_text("".join(f"[{number}]\n{text}\n" for number, text in enumerate(both, 1)))
    result = peder(tmp_path / "store", "import", "phh", file)
    assert (
        result.exit_code,
        "both.phhs, hand 1 is in USD and both.phhs, hand 2 in EUR" in result.stderr,
    ) == (1, True)


def test_a_site_may_seat_more_players_than_the_rule_texts(tmp_path: Path) -> None:
    """Ten players at omaha, where the texts have nine: a real hand is no fault of the store."""
    folds = [f"p{seat} f" for seat in (*range(3, 11), 1)]
    table = {"antes": [0] * 10, "blinds_or_straddles": [1, 2] + [0] * 8, "starting_stacks": [100] * 10}
    place = written(tmp_path, hand("PO", *folds, **table))
    assert peder(tmp_path / "store", "import", "phh", place).exit_code == 0
    check = peder(tmp_path / "store", "check")
    assert (check.exit_code, "no faults" in check.output + check.stderr) == (0, True)


def test_a_rake_that_the_file_states_is_of_who_won_most(tmp_path: Path) -> None:
    def imported(**fields: object) -> Imported:
        return import_together([written(tmp_path, hand("NT", *ALL_IN, **fields))])

    for fields in ({}, {"winnings": [192.5, 0, 0]}, {"finishing_stacks": [192.5, 0, 100]}):
        file = imported(rake=7.5, **fields)
        assert file.remarks == ["the site took a rake of 7.5 in all"]
        assert file.bank["money"].to_list() == [Decimal("-7.5")]
    for fields in ({"winnings": [200, 0, 0]}, {"finishing_stacks": [195, 0, 100]}):
        with pytest.raises(FileError, match=r"the rake is 7\.5, and"):
            imported(rake=7.5, **fields)
    with pytest.raises(FileError, match="the rake is 50, and"):
        imported(rake=50)


def test_a_hand_that_is_cut_off_ends_as_the_file_says(tmp_path: Path) -> None:
    """Unless its result needs chips that no action puts in."""
    cut = "d dh p1 ????", "p3 cbr 6"
    for fields in ({"winnings": [0, 0, 5]}, {"winnings": [-1, -2, 3]}, {"finishing_stacks": [99, 98, 103]}):
        assert stacks(import_together([written(tmp_path, hand("NT", *cut, **fields))])) == [99, 98, 103]
    for fields in ({"winnings": [0, 21, 0]}, {"finishing_stacks": [94, 106, 100]}):
        file = import_together([written(tmp_path, hand("NT", *cut, **fields))])
        assert file.hands.select("status", "pot", "pot_out").row(0) == ("draft", 9, 9)


@pytest.mark.parametrize("sign", ["$", "us$", "dollars", "usd"])
def test_a_currency_may_be_named_by_its_sign(tmp_path: Path, sign: str) -> None:
    named = import_together([written(tmp_path, hand("NT", "p3 f", "p1 f", currency=sign))])
    assert named.session["currency"] == "USD"
    chips = import_together([written(tmp_path, hand("NT", "p3 f", "p1 f", currency="chips"))])
    assert chips.session["currency"] is None
    assert chips.remarks[0].startswith("the file's currency is 'chips', which names none")
    both = [hand("NT", "p3 f", "p1 f", currency=coin) for coin in (sign, "chips")]
    file = tmp_path / "both.phhs"
    file.write_text("".join(f"[{number}]\n{text}\n" for number, text in enumerate(both, 1)))
    with pytest.raises(FileError, match=r"hand 1 is in (USD|\$) and both.phhs, hand 2 in chips"):
        import_together([file])


@pytest.mark.parametrize("fields", [{"month": 13}, {"time_zone": "Mars/Olympus"}, {"year": "2024"}])
def test_a_day_that_cannot_be_read_is_remarked(tmp_path: Path, fields: dict[str, object]) -> None:
    day: dict[str, object] = {"year": 2024, "month": 1, "day": 5}
    file = import_together([written(tmp_path, hand("NT", "p3 f", "p1 f", **(day | fields)))])
    assert file.session["started_at"] is None
    assert file.remarks == ["no day or time of hand.phh: its date or its time zone can't be read"]
    assert not import_together([written(tmp_path, hand("NT", "p3 f", "p1 f", **day))]).remarks


def test_a_hand_that_stops_or_shows_nothing_is_a_draft(tmp_path: Path) -> None:
    file = import_together([written(tmp_path, hand("NT", "d dh p1 ????", "p3 cbr 6"))])
    assert file.hands.select("status", "outcome", "pot", "pot_out").row(0) == ("draft", "incomplete", 9, 9)
    assert file.remarks


_TO_THE_RIVER = [
    "p3 f",
    "p1 cc",
    "p2 cc",
    "d db 2h9c5d",
    "p1 cc",
    "p2 cc",
    "d db 3s",
    "p1 cc",
    "p2 cc",
    "d db 8c",
    "p1 cc",
    "p2 cc",
]


@pytest.mark.parametrize("shown", [(), ("p1 sm AhKh",), ("p1 sm", "p2 sm")])
def test_the_only_known_cards_win_no_showdown(tmp_path: Path, shown: tuple[str, ...]) -> None:
    actions = ("d dh p1 AhKh", "d dh p2 ????", *_TO_THE_RIVER, *shown)
    assert import_together([written(tmp_path, hand("NT", *actions))]).hands["status"].to_list() == ["draft"]
    for ends in ([98, 102, 100], [102, 98, 100], [100, 100, 100]):
        file = import_together([written(tmp_path, hand("NT", *actions, finishing_stacks=ends))])
        assert stacks(file) == ends


def test_a_hand_of_one_number_that_is_there_twice_counts_once(tmp_path: Path) -> None:
    folds = "p3 cbr 6", "p1 f", "p2 f"
    once, other = hand("NT", *folds, hand=7), hand("NT", "p3 cbr 8", "p1 f", "p2 f", hand=7)
    file = import_together([written(tmp_path, f"[1]\n{once}[2]\n{once}[3]\n{other}", "a.phhs")])
    assert (file.hands.height, file.remarks) == (2, ["1 hand is there twice, and counts once"])
    unnumbered = hand("NT", *folds)
    assert (
        import_together([written(tmp_path, f"[1]\n{unnumbered}[2]\n{unnumbered}", "b.phhs")]).hands.height
        == 2
    )


def test_all_of_toml_is_read(tmp_path: Path) -> None:
    """Comments in actions, lists over several lines, escapes, keys in quotes, numbers with underscores."""
    text = '''
    # a hand
    "variant" = "NT"  # no limit
    antes = [0, 0, 0,]
    blinds_or_straddles = [
      1, # small
      2, 0,
    ]
    min_bet = 2
    starting_stacks = [1_000, 1e3, 1000.0]
    actions = ["p3 f # quick", "  p1   cbr 6.0 ", "", "# thinks", """p2 f"""]
    players = ["An\\u006Ea", 'Bo', "Carl"]
    _note = { why = "a user's own" }
    '''
    file = import_together([written(tmp_path, text)])
    assert stacks(file) == [1002.0, 998.0, 1000.0]
    assert list(file.names.values()) == [["Anna"], ["Bo"], ["Carl"]]


# --- what isn't PHH


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "holds no hand of PHH"),
        ("variant = 'NT'\n", "has no antes, which NT needs"),
        (hand("NT", "p3 f", "p2 f"), "action 2 (p2 f): It isn't p2's turn: p1 acts."),
        (hand("NT", "p3 cbr 101"), "more than the player has"),
        (hand("NT", "p3 cbr 2"), "that raises nothing"),
        (hand("NT", "p7 f"), "there is no such player"),
        (hand("NT", "p3 dance"), "isn't a PHH action"),
        (hand("NT", "d dh p1 AhA1"), "'A1' isn't a card"),
        (hand("NT", "d dh p1 AhAd", "d dh p2 AhKd"), "that card lies elsewhere already"),
        (hand("NT", "p3 cc", "d db AhAdAc"), "another player acts before that"),
        (hand("NT", "p3 f", "p1 f", "p2 cc"), "no player can bet there any more"),
        (hand("NT", "p3 f", "p1 f", finishing_stacks=[90, 90, 120]), "player 1 ends with 90 by"),
        (
            hand("NT", "p3 f", "p1 f", finishing_stacks=[99, 100, 100]),
            "1 less than starting_stacks: more than",
        ),
        (
            hand("NT", *ALL_IN, finishing_stacks=[200, 0, 95]),
            "5 less than starting_stacks: more than a tenth",
        ),
        (hand("NT", "p3 f").replace("'NT'", "'XX'"), "the variant 'XX': there are FT, NT"),
        (hand("NT", "p3 f", antes=[0, 0]), "doesn't name a number for each"),
        (hand("NT", "p3 f", players=["A" * 10_000, "B", "C"]), "a player's name of 10000 letters"),
        (hand("NT", "p3 f", starting_stacks=[10**40, 1, 1]), "has a value that isn't an amount"),
        (f"hand = {'9' * 10_000}\n{hand('NT', 'p3 f', 'p1 f')}", "hand.phh isn't PHH"),
        (f"_own = {{ n = {'9' * 10_000} }}\n{hand('NT', 'p3 f')}", "hand.phh isn't PHH"),
        ("[[1]]\n", "isn't PHH"),
        ("x = [1\n", "isn't PHH"),
    ],
)
def test_what_contradicts_itself_is_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    place = written(tmp_path, text)
    with pytest.raises(FileError) as raised:
        import_together([place])
    assert sentence in str(raised.value)
    assert "\n" not in str(raised.value)


def test_damaged_files_come_in_whole_or_not_at_all() -> None:
    """Cut at every byte, lines swapped, bytes and words changed: hands, or one sentence."""
    draw = random.Random(5)
    text = hand("NT", *ALL_IN, finishing_stacks=[200, 0, 100], players=["Anna", "Bo", "Carl"]).encode()
    assert len(read_hands(text, "x")) == 1
    words = [b"", b"9" * 50, *b"p9 -5 inf 99999999999999999999 ' [ 1e9 { \xff ??".split()]
    damaged = [text[:place] for place in range(len(text))]
    for _ in range(400):
        lines, parts, letters = text.split(b"\n"), text.split(b" "), bytearray(text)
        one, other = draw.randrange(len(lines)), draw.randrange(len(lines))
        lines[one], lines[other] = lines[other], lines[one]
        parts[draw.randrange(len(parts))] = draw.choice(words)
        letters[draw.randrange(len(letters))] = draw.randrange(32, 127)
        damaged += [b"\n".join(lines), b" ".join(parts), bytes(letters)]
    whole = 0
    for data in damaged:
        try:
            data.decode()
            hands = read_hands(data, "x.phh")
        except (PederError, UnicodeDecodeError):
            continue
        whole += 1
        played = [hand.replay for hand in hands if hand.replay.why is None]
        assert all(sum(replay.paid) == sum(replay.won) for replay in played)
    assert 0 < whole < len(damaged)


WINNINGS = """
variant = 'NT'
ante_trimming_status = false
antes = [0, 0, 0]
blinds_or_straddles = [0.50, 1, 0]
min_bet = 1
starting_stacks = [100, 112.10, 138.08]
actions = [{cards}'p3 cc', 'p1 f', 'p2 cbr 5', 'p3 cc', 'd db 4hJs9s', {end}]
players = ['Anna', 'Bo', 'Carl']
winnings = {winnings}
"""
UNSEEN = "'d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', "
BET = "'p2 cbr 5', 'p3 f'"
SHOWDOWN = "'p2 cc', 'p3 cc', 'd db 2h', 'p2 cc', 'p3 cc', 'd db 2c', 'p2 cc', 'p3 cc'"


@pytest.mark.parametrize(
    ("end", "winnings", "nets", "rake"),
    [
        (BET, "[0, 10.5, 0]", ["-0.5", "5.5", "-5"], "0"),
        (BET, "[0, 9.5, 0]", ["-0.5", "5.5", "-5"], "-1"),  # what was collected, less a rake
        (BET, "[0, 15, 0]", ["-0.5", "5.5", "-5"], "-0.5"),  # with the bet that came back
        (BET, "[-0.5, 5.5, -5]", ["-0.5", "5.5", "-5"], "0"),  # net
        (BET, "[-0.5, 5, -5]", ["-0.5", "5.5", "-5"], "-0.5"),
        (BET, "[0, 0, 0]", ["-0.5", "5.5", "-5"], "0"),  # not told
        (SHOWDOWN, "[0, 0, 10]", ["-0.5", "-5", "5.5"], "-0.5"),  # nobody's cards are known
        (SHOWDOWN, "[0, 5, 5.5]", ["-0.5", "0", "0.5"], "0"),
    ],
)
def test_winnings_say_who_won_and_what_the_rake_was(
    tmp_path: Path, end: str, winnings: str, nets: list[str], rake: str
) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(WINNINGS.format(cards=UNSEEN, end=end, winnings=winnings))
    game = import_together([file])
    chip = game.session["chip_value"]
    assert game.hands["status"].to_list() == ["confirmed"]
    assert [net * chip for net in game.seats["net"]] == [Decimal(net) for net in nets]
    assert game.bank.filter(kind="difference")["chips"].sum() * chip == Decimal(rake)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("winnings", "more", "what"),
    [
        ("[0, 0, 10.50]", "", "player 2 collects 0 by winnings, and 10.5 by the actions"),
        ("[0, 8, 0]", "", "player 2 collects 8 by winnings, and 10.5 by the actions"),
        ("[0, 10.5]", "", "doesn't name a number for each of two to ten players"),
        ("[0, 10.5, 0]", "finishing_stacks = [99.5, 107.6, 143.08]", "by finishing_stacks, and with 117.6"),
        ("[0, 0, 10.5]", "finishing_stacks = [99.5, 117.6, 133.08]", "player 2 collects 0 by winnings, and 10.5 by finishing_stacks"),
        ("[0, 9.5, 0]", "finishing_stacks = [99.5, 117.6, 133.08]", "player 2 collects 9.5 by winnings, and 10.5 by finishing_stacks"),
    ],
)  # fmt: skip
def test_winnings_that_contradict_the_actions_are_refused(
    tmp_path: Path, winnings: str, more: str, what: str
) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(WINNINGS.format(cards=UNSEEN, end=BET, winnings=winnings) + more)
    with pytest.raises(FileError, match=re.escape(what)):
        import_together([file])


@pytest.mark.parametrize(
    ("stacks", "what"),
    [
        ("99.5, 107.1, 143.58", ""),
        ("99.5, 107.1, 143.08", "player 3 collects 10.5 by winnings, and 10 by finishing_stacks"),
        ("99.5, 117.6, 133.08", "player 2 collects 0 by winnings, and 10.5 by finishing_stacks"),
    ],
)
def test_winnings_and_final_stacks_of_unseen_cards_say_the_same(
    tmp_path: Path, stacks: str, what: str
) -> None:
    file = tmp_path / "hand.phh"
    text = WINNINGS.format(cards=UNSEEN, end=SHOWDOWN, winnings="[0, 0, 10.5]")
    file.write_text(f"{text}finishing_stacks = [{stacks}]")
    with pytest.raises(FileError, match=re.escape(what)) if what else nullcontext():
        assert import_together([file]).hands["status"].to_list() == ["confirmed"]


NAMED = """[{number}]
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [{stack}, 100]
actions = ["d dh p1 ????", "d dh p2 ????", "p2 cbr 6", "p1 f"]
players = ["{one}", "{other}"]
"""


@pytest.mark.parametrize(
    "names", [("Mr 🍇", "Mr 🍕"), ("Bo_1", "Bo-1"), ("José", "Jose"), ("bo", "Bo"), ("Åse", "Aase")]
)
def test_each_name_is_a_player_whatever_sign_they_differ_in(tmp_path: Path, names: tuple[str, str]) -> None:
    """Also in another file, in which they sit the other way round."""
    store = tmp_path / "store"
    for number, (one, other) in enumerate((names, names[::-1])):
        file = tmp_path / f"{number}.phhs"
        file.write_text(
            NAMED.format(number=1, stack=100 + number, one=one, other=other)
            + NAMED.format(number=2, stack=90 + number, one=other, other=one)
            + NAMED.format(number=3, stack=80 + number, one=one, other=other)
        )
        result = peder(store, "import", "phh", file)
        assert result.exit_code == 0, result.output
        people = dict(Store(store).read("players").select("player_id", "name").rows())
        won = dict.fromkeys(people.values(), 0)
        for player, net in Store(store).read("seats").select("player_id", "net").rows():
            won[people[player]] += net
        assert won == dict(zip(names, ((-2, 2), (0, 0))[number], strict=True))


@pytest.mark.parametrize(
    ("other", "hands", "is_said"), [("Bo", 2, True), ("Bo ", 2, True), ("Bo", 1, False), ("bo", 2, False)]
)
def test_two_of_one_name_in_a_hand_are_remarked_on(
    tmp_path: Path, other: str, hands: int, is_said: bool
) -> None:
    """Only their places tell them apart, and these go round with the deal."""
    file = tmp_path / "hands.phhs"
    played = [NAMED.format(number=number, stack=100 - number, one="Bo", other=other) for number in (1, 2)]
    file.write_text("".join(played[:hands]))
    said = peder(tmp_path / "store", "import", "phh", file, code=0).stderr.replace("\n", " ")
    assert ("Bo: several players of one hand have this name" in said) is is_said
