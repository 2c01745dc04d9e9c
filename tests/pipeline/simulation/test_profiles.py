"""Profiles that a user writes: read from a file, refused in one sentence, played by name."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.errors import CallError
from engine.players.profiles import find_profile
from pipeline.cli import app
from pipeline.simulation.group import parse_group
from pipeline.simulation.profiles import named_profiles, profiles_text, read_profiles
from pipeline.store.store import Store
from tests.stores import peder

FILE = """
[Anna]
like = "plain-tight"
tight = 0.5
[Bo]
like = "plain-loose"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    place = tmp_path / "friends.toml"
    place.write_text(FILE, encoding="utf-8")
    return place


def test_a_profile_departs_from_the_one_that_it_is_like(file: Path) -> None:
    profiles = read_profiles(file)
    like = find_profile("plain-tight")
    assert profiles["Anna"].tight == 0.5
    assert profiles["Anna"].bet_at == like.bet_at
    assert profiles["Bo"] == find_profile("plain-loose")


def test_what_is_written_reads_back(tmp_path: Path) -> None:
    place = tmp_path / "a.toml"
    place.write_text('[Anna]\nloose_first = 0.25\nerror = 1\n["Søren"]\nreading = 0.5\n', encoding="utf-8")
    profiles = read_profiles(place)
    place.write_text(profiles_text(profiles, "who"), encoding="utf-8")
    assert read_profiles(place) == profiles


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "names no profile"),
        ("[Anna", "isn't TOML"),
        ("Anna = 3", r"begins with a line \[NAME\]"),
        ('["An na"]', "a name of its own, one word"),
        ("[regular]", "a name of its own"),
        ("[Anna]\nlike = 3", "like is the name of a profile"),
        ('[Anna]\nlike = "plain-stedy"', "Did you mean plain-steady"),
        ("[Anna]\nblufs = 0.1", "Did you mean bluff"),
        ("[Anna]\nbluffs = true", "bluffs is a number"),
        ("[Anna]\nbluffs = nan", "bluffs is a number"),
        ("[Anna]\nbluffs = 1e9", "bluffs is a number"),
    ],
)
def test_what_is_no_profile_gets_a_sentence(text: str, sentence: str, tmp_path: Path) -> None:
    place = tmp_path / "a.toml"
    place.write_text(text, encoding="utf-8")
    with pytest.raises(CallError, match=sentence):
        read_profiles(place)


def test_a_file_that_is_not_there_gets_a_sentence() -> None:
    with pytest.raises(CallError, match=r"nowhere\.toml can't be read"):
        named_profiles("nowhere.toml")


def test_a_file_adds_all_of_its_profiles(file: Path) -> None:
    names, own = named_profiles(f"plain-steady,{file}")
    assert names == ["plain-steady", "Anna", "Bo"]
    assert set(own) == {"Anna", "Bo"}
    with pytest.raises(CallError, match="Anna, whom another file names"):
        named_profiles(f"{file} {file}")


def test_a_run_and_a_season_are_played_by_a_file_s_profiles(file: Path, tmp_path: Path) -> None:
    store = tmp_path / "store"
    run = [
        "simulate",
        "straight-poker",
        "-n",
        "60",
        "-k",
        "4",
        "--profiles",
        str(file),
        "--store",
        str(store),
    ]
    result = CliRunner().invoke(app, run)
    assert result.exit_code == 0, result.stderr
    assert set(Store(store).read("seats")["profile"]) == {"Anna", "Bo"}
    assert "tight" in str(Store(store).read("sessions")["house_rules"][0])
    assert "--players" not in result.stderr
    more = [*run[:-3], f"{file},plain-caller,plain-tight,plain-bold", *run[-2:], "--session", "more"]
    assert "--players 5 seats all" in CliRunner().invoke(app, more).stderr
    group = parse_group(f"{file} Carl:plain-steady")
    assert [member.name for member in group] == ["Anna", "Bo", "Carl"]
    words = ["--game", "straight-poker", "-n", "1", "--group", f"{file} Carl:plain-steady"]
    result = peder(store, "season", *words)
    assert result.exit_code == 0, result.stderr
    assert set(Store(store).read("seats", "simulated-1-night-01")["profile"]) >= {"Anna", "plain-steady"}


def test_a_run_with_other_fields_is_another_run(file: Path) -> None:
    first = parse_group(str(file))
    file.write_text(FILE.replace("0.5", "0.6"), encoding="utf-8")
    assert [str(member) for member in first] != [str(member) for member in parse_group(str(file))]
