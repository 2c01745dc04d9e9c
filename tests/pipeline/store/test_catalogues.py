"""Every store has a catalogue of its own: games of one are never seen by another, in one process or its threads."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

import peder
from engine.api import CATALOGUE, VARIANTS, PederError, read_definition
from engine.catalogue.mistakes import MistakeKind
from pipeline.night.service import NightService
from pipeline.serve.shared import SharedNight
from pipeline.store.games import add_game, answer_faults, catalogue_of, load_games
from pipeline.store.store import Store
from queries.cache import COMPARED

ROOT = Path(__file__).parents[3]
WILD = {"one": "5", "two": "K"}
"""What is wild in the game of each group, which both call the same."""
NIGHT = ("players Anna, Bo, Carl", "banker a", "chip 25 øre", "loan 10p")


def definition(name: str) -> str:
    return f'name = "Our Game"\naliases = ["og"]\nlike = "seven-card-stud"\nwild = ["{WILD[name]}"]\n'


def store_of(place: Path, name: str) -> Path:
    store = place / name
    variant = read_definition(definition(name)).variant
    assert variant is not None
    add_game(store, variant, definition(name))
    return store


@pytest.fixture
def stores(tmp_path: Path) -> dict[str, Path]:
    return {name: store_of(tmp_path, name) for name in WILD}


def together(name: str) -> Iterator[str]:
    yield from [name] * 200


def test_stores_in_threads_have_their_own_games(stores: dict[str, Path]) -> None:
    begin = Barrier(8)

    def looked_up(name: str) -> set[str]:
        begin.wait()
        wilds = set()
        for _ in together(name):
            load_games(stores[name])
            games = Store(stores[name]).catalogue
            wilds.add(
                f"{games.find('og').wild_cards:x} {games.with_additions('our game', 'psy').wild_cards:x}"
            )
        return wilds

    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(looked_up, [*WILD] * 4))
    assert all(len(wilds) == 1 for wilds in found)
    assert len(set.union(*found)) == 2
    assert "og" not in VARIANTS.names


def test_nights_of_two_stores_are_logged_at_once_by_their_own_games(stores: dict[str, Path]) -> None:
    begin = Barrier(2)

    def logged(name: str) -> list[int]:
        with NightService(stores[name], "n") as service:
            for line in NIGHT:
                assert service.enter(line).status == "kept"
            begin.wait()
            for _ in range(5):
                assert service.enter("og 14 b3 +a").status == "kept"
                assert service.enter("our game wild 2 8 +c").status == "kept"
            shown = SharedNight(service).catalogue()["games"]
            assert [game["name"] for game in shown if game["id"].startswith("our-game@")] == ["Our Game"]
            return [hand.variant.wild_cards for hand in service.night.hands if hand.variant]

    with ThreadPoolExecutor(2) as threads:
        played = dict(zip(WILD, threads.map(logged, WILD), strict=True))
    for name, wilds in played.items():
        game = catalogue_of(stores[name]).find("og")
        assert wilds[::2] == [game.wild_cards] * 5
        with NightService(stores[name], "n") as again:
            assert [hand.variant.wild_cards for hand in again.night.hands if hand.variant] == wilds


def test_a_store_opened_in_python_simulates_its_own_games(stores: dict[str, Path]) -> None:
    for name, store in stores.items():
        with NightService(store, "n") as service:
            for line in (*NIGHT, "og 14 b3 +a"):
                service.enter(line)
            service.update_tables()
        assert catalogue_of(store).find("og").name == "Our Game", name
    asked = {"hands": 60, "players": 3, "seed": 5, "profiles": ["plain-steady"]}
    with peder.open_store(stores["one"]) as one, peder.open_store(stores["two"]) as two:
        opened = {"one": one, "two": two}
        with ThreadPoolExecutor(2) as threads:
            alone = {name: opened[name].simulate("our game", **asked) for name in WILD}
            at_once = dict(
                zip(WILD, threads.map(lambda name: opened[name].simulate("og", **asked), WILD), strict=True)
            )
        assert all(at_once[name].equals(alone[name]) for name in WILD)
        assert not alone["one"].equals(alone["two"])
        own = {name: opened[name].games().filter(family="own")["wild"].to_list() for name in WILD}
        assert own == {"one": ["fives"], "two": ["kings"]}
    assert "own" not in peder.games()["family"].to_list()
    with pytest.raises(PederError, match="no game called 'og'"):
        peder.simulate("og")


def test_a_game_changed_in_one_store_is_changed_there_alone(stores: dict[str, Path]) -> None:
    before = {name: catalogue_of(store).find("og").id for name, store in stores.items()}
    file = stores["one"] / "games/our-game.toml"
    file.write_text(file.read_text().replace('"5"', '"5", "6"'))
    load_games(stores["one"])
    assert catalogue_of(stores["one"]).find("og").id != before["one"]
    assert catalogue_of(stores["one"])[before["one"]].superseded
    assert catalogue_of(stores["two"]).find("og").id == before["two"]


def test_runs_of_comparisons_are_of_their_store_s_games(stores: dict[str, Path]) -> None:
    assert catalogue_of(stores["one"] / COMPARED) is catalogue_of(stores["one"])
    assert [*catalogue_of(stores["one"].parent / "none")] == [*VARIANTS]
    assert not [game for game in CATALOGUE.values() if game.is_guest]


READERS = {
    "parse": 3, "read_entry": 3, "entry_text": 3, "looks_like_hand": 2, "begins_with_game": 2,
    "parse_hand": 3, "parse_call": 3, "read_announcement": 3, "Replay": 2, "replay_night": 2, "help_text": 2,
    "in_log_words": 5, "answered": 3,
}  # fmt: skip
"""Functions that read names of games, and how many arguments they have with the catalogue."""


def test_every_reader_of_games_is_told_whose() -> None:
    """Their catalogue is the games that ship if none is named, which is for tests."""
    calls = [
        (file.name, node.func.id, len(node.args) + len(node.keywords))
        for file in sorted((ROOT / "pipeline").rglob("*.py"))
        if file.parts[-2] in ("night", "parser", "hand", "prompt", "serve", "commands", "analysis")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in READERS
    ]
    assert len(calls) >= 20
    untold = {call[:2] for call in calls if call[2] < READERS[call[1]]}
    others = {("hands.py", "parse"), ("marts.py", "parse"), ("questions.py", "parse")}  # of searches and SQL
    assert untold == others


@pytest.mark.danish
def test_the_faults_of_an_answer_are_those_that_it_adds() -> None:
    answers = {"name": "Fiver", "like": "-", "deal": "3 down, bet"}
    few_cards, *rest = answer_faults(answers, "deal", CATALOGUE)
    assert (few_cards.mistake.kind, few_cards.key, rest) == (MistakeKind.HAND_TOO_SMALL, "deal", [])
    assert not answer_faults({**answers, "wild": "2, J"}, "wild", CATALOGUE), (
        "the deal's fault was there before"
    )
    assert [
        fault.mistake.kind for fault in answer_faults({**answers, "wild": "joker, 17"}, "wild", CATALOGUE)
    ] == [MistakeKind.NOT_WILD]
    assert not answer_faults({"name": "-"}, "name", CATALOGUE)
