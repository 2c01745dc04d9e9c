"""Steps that only read the store: with a copy that is write-protected, and by exporting a sheet for another program."""

from __future__ import annotations

import csv
import shutil
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from random import Random

from tests.seasons.checks import check_nights, check_standings, same
from tests.seasons.world import FaultError, World, chance, money_of


def read_only(world: World, draw: Random) -> None:
    """In a write-protected copy of the store, a command works or is refused in one sentence, and writes nothing."""
    world.shut(tables=chance(draw, 0.5))
    is_whole = chance(draw, 0.6)
    if is_whole:
        world.peder("nights")
    if not world.store.exists():
        return
    other = world.folder / "read-only"
    shutil.rmtree(other, ignore_errors=True)
    shutil.copytree(world.store, other)
    places = [other, *other.rglob("*")]
    for place in places:
        place.chmod(0o555 if place.is_dir() else 0o444)
    before = _files(other)
    seasons = world.model.seasons()
    nights = [*world.model.nights]
    commands: list[list[str]] = [
        ["nights"], ["nights", "--json"], ["players"], ["hands", "--json"], ["variants", "--json"], ["check"], ["game", "list"],
        ["sql", "from mart_players", "--json"], ["standings"], ["backup", str(world.file("backup.zip"))],
        ["export", "json", "--all", "--out", str(world.file("all.jsonl"))], ["export", "csv", "seats", "--out", str(world.file("seats.csv"))],
        *(["settle", "--season", season, "--json"] for season in seasons[:1]),
        *(["report", "season", season, "--out", str(world.file("season.html"))] for season in seasons[:1]),
        *(["bank", night] for night in draw.sample(nights, min(1, len(nights)))),
        *(["settle", night, "--paid", "Anna Bo 5 kr !"] for night in draw.sample(nights, min(1, len(nights)))),
        ["players", "rename", "anna", "Annika"], ["build"],
    ]  # fmt: skip
    world.is_bound = True
    try:
        for words in draw.sample(commands, 5):
            done = world.peder(*words, code=None, store=other)
            if done.code not in (0, 1) or (done.code and not done.err.strip()):
                raise FaultError("a store that may only be read", f"{words}: {done}")
            same("written where nobody may", words, _files(other), before)
        if is_whole:
            check_nights(world, other)
            for season in seasons:
                check_standings(world, season, other)
    finally:
        world.is_bound = False
    for place in places:
        place.chmod(0o777)
    shutil.rmtree(other)


def _files(store: Path) -> Mapping[str, bytes]:
    return {
        str(place.relative_to(store)): place.read_bytes() if place.is_file() else b""
        for place in store.rglob("*")
    }


def sheet_again(world: World, draw: Random) -> None:
    """Results of nights that are exported as CSV, cut to three columns, and imported into another store are the same there."""
    world.shut(tables=chance(draw, 0.5))
    file, sheet, other = world.file("results.csv"), world.file("sheet.csv"), world.folder / "sheets"
    world.peder("nights")
    if not world.model.nights:
        return
    world.peder("export", "csv", "mart_player_nights", "--out", str(file))
    with file.open(newline="", encoding="utf-8-sig") as text:
        rows = [row for row in csv.DictReader(text) if row["started_at"] and row["currency"] == "DKK"]
    days = Counter(day for _, day in {(row["session_id"], row["started_at"][:10]) for row in rows})
    sums: dict[str, Fraction] = {}  # of a night with a pot that lies there, not zero: no sheet has it
    for row in rows:
        sums[row["session_id"]] = sums.get(row["session_id"], Fraction(0)) + money_of(row["net_money"])
    kept = [row for row in rows if days[row["started_at"][:10]] == 1 and not sums[row["session_id"]]]
    if not kept:
        return
    with sheet.open("w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out)
        writer.writerow(["date", "player", "net"])
        writer.writerows([row["started_at"][:10], row["player_id"], row["net_money"]] for row in kept)
    shutil.rmtree(other, ignore_errors=True)
    world.peder("import", "csv", str(sheet), "--currency", "DKK", store=other)
    query = "select cast(started_at as date) as day, name, net_money from mart_player_nights left join mart_players using (player_id)"
    theirs = {
        (str(row["day"])[:10], row["name"]): money_of(row["net_money"])
        for row in world.peder("sql", query, "--json", store=other).json()
    }
    ours: dict[tuple[str, str], Fraction] = {
        (row["started_at"][:10], row["player_id"]): money_of(row["net_money"]) for row in kept
    }
    ours = {key: net for key, net in ours.items() if net or key in theirs}
    theirs = {key: net for key, net in theirs.items() if net or key in ours}
    same("a sheet again", "nets", theirs, ours)
    shutil.rmtree(other)
