"""Hands that Peder wrote, read into another store, written and read again: names, cards, chips and money stay."""

from __future__ import annotations

import json
import re
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from pipeline.formats.output import pots_of
from pipeline.night.service import NightService
from pipeline.store.store import Store
from tests.pipeline.formats.logs import SAMPLE
from tests.stores import peder

NAMESAKES = ("Anna", "anna B", "Änna", "Anna!", "Bo 🎲", "Bo 🂡")
MARKS = ("a=b", "[x]", "a\\b", 'a"b', "#1", "p2")
PLAYED = [
    ("texas-holdem", ["--add", "no-limit", "--stacks", "1-12"], 6, NAMESAKES),
    ("omaha", ["--stacks", "2-20"], 5, MARKS),
    ("stud-high-low", ["--stacks", "3-40"], 6, NAMESAKES),
    ("badugi", ["--stacks", "3-40"], 4, MARKS),
]
OF_A_HAND = (
    "status", "variant_id", "additions", "player_count", "outcome", "boards", "rounds_played", "showdown_count",
)  # fmt: skip
OF_A_SEAT = ("paid", "won", "net", "stack_before")

Hands = list[tuple[dict[str, Any], list[dict[str, Any]]]]


def hands_of(store: Path) -> Hands:
    """The hands of a store of one session, with each player's name, cards and money."""
    read = Store(store).read
    worth: Decimal = read("sessions")["chip_value"][0]
    names = dict(read("players").select("player_id", "name").iter_rows())
    seats = list(read("seats").sort("hand_no", "seat").iter_rows(named=True))
    return [
        (
            {column: hand[column] for column in OF_A_HAND}
            | {"pots": {pot: [*wins.items()] for pot, wins in pots_of(hand).items()}},
            [
                {column: seat[column] * worth for column in OF_A_SEAT}
                | {"name": names[seat["player_id"]], "folded": seat["folded_round"]}
                | {"cards": sorted((seat["cards"] or "").split())}
                for seat in seats
                if seat["hand_no"] == hand["hand_no"]
            ],
        )
        for hand in read("hands").sort("hand_no").iter_rows(named=True)
    ]


@pytest.mark.parametrize(("game", "options", "players", "names"), PLAYED)
def test_hands_that_are_exported_and_imported_twice_stay(
    tmp_path: Path, game: str, options: list[str], players: int, names: tuple[str, ...]
) -> None:
    """Split pots, side pots, low halves, draws: the hands of a simulation, played by people of such names."""
    profiles = "plain-steady,plain-loose,plain-caller"
    words = ["--hands", "25", "--players", str(players), "--detail", "cards", "--profiles", profiles]
    peder(tmp_path / "run", "simulate", game, *options, *words, "--json", code=0)
    file = tmp_path / "run.phhs"
    peder(tmp_path / "run", "export", "phh", "--all", "--skip", "--out", file, code=0)

    def called(line: re.Match[str]) -> str:
        seated = [names[int(profile.split()[-1]) - 1] for profile in json.loads(line[1])]
        return f"players = {json.dumps(seated, ensure_ascii=False)}"

    file.write_text(re.sub(r"^players = (.*)$", called, file.read_text(), flags=re.M))
    peder(tmp_path / "phh", "import", "phh", file, "--currency", "EUR", code=0)
    hands = hands_of(tmp_path / "phh")
    assert {seat["name"] for _, seats in hands for seat in seats} == set(names[:players])
    sums = [sum(seat["net"] for seat in seats) for _, seats in hands]
    assert (len(hands) > 20, set(sums)) == (True, {0})
    for form in ("phh", "ohh") if game != "badugi" else ("phh",):
        before = tmp_path / "phh"
        for time in ("once", "twice"):
            after, file = tmp_path / f"{form} {time}", tmp_path / f"{time}.{form}"
            peder(before, "export", form, "--all", "--out", file, code=0)
            peder(after, "import", form, file, "--currency", "EUR", code=0)
            for number, (there, here) in enumerate(zip(hands_of(after), hands, strict=True), 1):
                assert there == here, (form, time, number)
            before = after


def played_by(store: Path) -> dict[str, dict[datetime, Decimal]]:
    """What each player of a store of one session won in each hand, by when it began."""
    read = Store(store).read
    worth: Decimal = read("sessions")["chip_value"][0]
    began = dict(read("hands").select("hand_no", "started_at").iter_rows())
    nets: dict[str, dict[datetime, Decimal]] = {}
    for number, player, net in read("seats").select("hand_no", "player_id", "net").iter_rows():
        nets.setdefault(player, {})[began[number].replace(microsecond=0)] = net * worth
    return nets


def test_players_of_one_name_stay_apart_wherever_they_sit(tmp_path: Path) -> None:
    """Three called Anna, whose seats go round with the deal, and who don't play every hand."""
    log, store = tmp_path / "log.csv", tmp_path / "store"
    log.write_text(re.sub("(?:Dorthe|Erling|Freja) @ ", "Anna @ ", SAMPLE.read_text()))
    peder(store, "import", "pokernow-log", log, "--currency", "DKK", code=0)
    hands = played_by(store)
    for form, options in (("phh", ["--skip"]), ("ohh", [])):
        file = tmp_path / f"hands.{form}"
        peder(store, "export", form, "--all", *options, "--out", file, code=0)
        peder(tmp_path / form, "import", form, file, "--currency", "DKK", code=0)
        again = played_by(tmp_path / form)
        there = {at for nets in again.values() for at in nets}
        same = [{at: net for at, net in nets.items() if at in there} for nets in hands.values()]
        assert len(there) > 25
        assert sorted(map(str, map(sorted_items, again.values()))) == sorted(
            map(str, map(sorted_items, same))
        )
    text = tmp_path / "hands.txt"
    peder(store, "export", "pokerstars", "--all", "--out", text, code=0)
    seated = set(re.findall(r"Seat \d+: (Anna.*?) \([\d.]+ ", text.read_text()))
    assert seated == {"Anna", "Anna 2", "Anna 3"}


def sorted_items(nets: dict[datetime, Decimal]) -> list[tuple[datetime, Decimal]]:
    return sorted(nets.items())


OF_A_BANKER = (
    "players Anna, Bo, Carl", "banker c", "chip 0.25 kr", "loan 500", ": holdem no limit", "c (Ah As /)", "a4 .", "board (2c 3d 4h)",
    "b. c10 a- b.", "board (Ks)", ".", "board (9d)", ".", "b (Kd Kh /)", "+b", "7s 14 +a", "7s x +a", "7s x +a",
)  # fmt: skip
"""A night whose banker plays a hand act by act; cards that were shown at the end are told there. Then a hand on one line, and a draft."""


def test_hands_that_the_banker_plays_are_written_where_a_stack_may_be_unknown(tmp_path: Path) -> None:
    with NightService(tmp_path / "store", "n1") as night:
        for line in OF_A_BANKER:
            night.enter(line)
    assert [hand.is_draft for hand in night.night.hands] == [False, False, True]
    for form, name in (("ohh", "OHH"), ("pokerstars", "PokerStars")):
        said = peder(tmp_path / "store", "export", form, "--all", code=1).stderr
        assert name in said
        for reason in (
            "1 with a player whose stack isn't known",
            "1 of seven-card-stud",
            "1 that are drafts",
        ):
            assert reason in said
    file = tmp_path / "hands.phhs"
    peder(tmp_path / "store", "export", "phh", "--all", "--skip", "--out", file, code=0)
    assert "starting_stacks = [500, inf, 500]" in file.read_text()
    peder(tmp_path / "again", "import", "phh", file, code=0)
    columns = ("stack_before", "paid", "won", "cards", "folded_round")
    seats = [
        Store(tmp_path / name).read("seats").filter(hand_no=1).select(columns) for name in ("store", "again")
    ]
    assert seats[0].equals(seats[1])
    said = peder(tmp_path / "store", "export", "phh", "n1", code=1).stderr
    assert "n1, hand 2: seven-card-stud is none of PHH's games" in said
