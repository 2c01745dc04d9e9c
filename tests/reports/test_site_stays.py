"""A page that was sent stays as it was: what one more night, and a correction of an old one, change in a site."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copytree, move

import polars as pl
import pytest
from duckdb import DuckDBPyConnection

from engine.catalogue import VARIANTS
from pipeline.commands.report import write_all
from pipeline.simulation.group import parse_group
from pipeline.simulation.season import play_season
from pipeline.store.people import Person
from pipeline.store.players import add_people, change_players
from pipeline.store.store import Store
from reports.page import Page
from reports.pages.night import Pays, night_page

NIGHTS = 4
LAST = f"s-night-0{NIGHTS}"


def texts(site: Path) -> dict[str, str]:
    return {page.name: page.read_text("utf-8") for page in site.glob("*.html")}


def changed(site: Path, before: dict[str, str]) -> set[str]:
    return {name for name, text in texts(site).items() if before.get(name) != text}


def without_links_around(page: str) -> str:
    return re.sub('<nav[^>]*class="around">.*?</nav>', "", page)


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of nights with all cards; the last brings a guest, and a game that wasn't dealt before."""
    path = tmp_path_factory.mktemp("season") / "store"
    games = [VARIANTS[name] for name in ("straight-poker", "three-card-draw", "five-card-stud")]
    group = parse_group("Anna:plain-loose Bo:plain-steady Carl:station Dorte")
    play_season(Store(path), nights=NIGHTS, seed=8, season="s", group=group, variants=games)
    return path


@pytest.fixture(scope="module")
def shorter(season: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The store before its last night, and its site."""
    folder = tmp_path_factory.mktemp("shorter")
    store = copytree(season, folder / "store")
    for part in [*store.glob(f"*/session_id={LAST}")]:
        (folder / part.parent.name).mkdir()
        move(part, folder / part.parent.name)
    write_all(store, folder / "site")
    return store, folder / "site"


def test_one_more_night_changes_no_page_of_a_night_but_the_link_of_the_last(
    season: Path, shorter: tuple[Path, Path], tmp_path: Path
) -> None:
    site = copytree(shorter[1], tmp_path / "site")
    before = texts(site)
    assert "first and later ones" in before["night-s-night-02.html"]
    done = write_all(season, site)
    nights = {f"night-s-night-0{n}.html" for n in (NIGHTS - 1, NIGHTS)}
    players = {f"player-{name}-s.html" for name in ("anna", "bo", "carl", "dorte")}
    assert changed(site, before) == nights | players | {
        "games.html", "hands-s.html", "index.html", "season-s.html",
    }  # fmt: skip
    assert {*done.written} == changed(site, before)
    last = f"night-s-night-0{NIGHTS - 1}.html"
    assert without_links_around(texts(site)[last]) == without_links_around(before[last])
    write_all(season, tmp_path / "new")
    assert texts(site) == texts(tmp_path / "new")


def test_a_new_player_and_how_one_is_paid_change_no_page_of_a_night_without_them(
    shorter: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = copytree(shorter[0], tmp_path / "store")
    site = copytree(shorter[1], tmp_path / "site")
    made: list[str] = []

    def noted(con: DuckDBPyConnection, night: str, pays: Pays | None) -> Page:
        made.append(night)
        return night_page(con, night, pays)

    monkeypatch.setattr("reports.site.night_page", noted)
    add_people(Store(store), [Person(player_id="zoe", name="Zoe", pay_to="12345678")])
    write_all(store, site)
    assert made == []
    change_players(Store(store), lambda people: people.set_pay_to("anna", "87654321", is_public=True))
    write_all(store, site)
    assert sorted(made) == [f"s-night-0{n}" for n in range(1, NIGHTS)]


def test_a_correction_of_a_past_night_rewrites_what_follows_from_it(
    shorter: tuple[Path, Path], tmp_path: Path
) -> None:
    store = copytree(shorter[0], tmp_path / "store")
    site = copytree(shorter[1], tmp_path / "site")
    before = texts(site)
    for part in store.glob("seats/session_id=s-night-02/*.parquet"):
        seats = pl.read_parquet(part, hive_partitioning=False)
        swapped = pl.col("net").sort_by("player_id", descending=True).over("hand_no")
        more = pl.col("won").sort_by("player_id", descending=True).over("hand_no")
        paid = pl.col("paid").sort_by("player_id", descending=True).over("hand_no")
        seats.sort("hand_no", "player_id").with_columns(net=swapped, won=more, paid=paid).write_parquet(part)
    write_all(store, site)
    nights = {name for name in changed(site, before) if name.startswith("night")}
    assert {
        "night-s-night-02.html",
        "night-s-night-03.html",
    } <= nights  # whose luck is measured by the one before
    assert "night-s-night-01.html" not in nights
    write_all(store, tmp_path / "new")
    assert texts(site) == texts(tmp_path / "new")
