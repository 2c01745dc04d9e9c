"""Stores under tests: small ones, written straight to Parquet in the store's layout; commands on any."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from urllib.parse import quote

import duckdb
import polars as pl
import pytest
from typer.testing import CliRunner, Result

from pipeline.analysis.derived import stored_tables
from pipeline.cli import app
from pipeline.store.reference import action_kinds_table, terms_table
from pipeline.store.schemas import LUCK, REFERENCE_TABLES, SESSION_TABLES
from pipeline.store.store import Store
from queries import selects, warehouse
from queries.builder import created_marts
from queries.cache import FOLDER
from queries.models import Model, load_models, needed_for
from queries.sources import StoredTable

Row = dict[str, Any]
Marts = dict[str, list[tuple[Any, ...]]]
"""All rows of all marts, by name."""
START = datetime(2026, 1, 9, 19, 0, tzinfo=UTC)


def session(session_id: str, **facts: Any) -> Row:
    """A night of small chips worth 0.25 kr."""
    night = {
        "kind": "night",
        "season": "2026",
        "started_at": START,
        "currency": "DKK",
        "chip_value": Decimal("0.25"),
    }
    return {"session_id": session_id, **night, **facts}


def hand(
    session_id: str, hand_no: int, paid: Mapping[str, int], won: Mapping[str, int], /, **facts: Any
) -> tuple[Row, list[Row]]:
    """A sound hand from what each player paid and won (in the order of the seats), and its seats.

    `folded` maps players to the round; `pot_in` is carried in; what isn't won is carried out. Other facts are
    columns of the hand.
    """
    folded = facts.pop("folded", {})
    pot_in = facts.get("pot_in", 0)
    pot = pot_in + sum(paid.values())
    pot_out = pot - sum(won.values())
    seats = [
        {
            "session_id": session_id, "hand_no": hand_no, "seat": seat, "player_id": player, "paid": chips,
            "won": won.get(player, 0), "net": won.get(player, 0) - chips, "shadow": 0,
            "folded_round": folded.get(player),
        }
        for seat, (player, chips) in enumerate(paid.items())
    ]  # fmt: skip
    at_end = len(paid) - len(folded)
    row = {
        "session_id": session_id, "hand_no": hand_no, "status": "confirmed", "chain_no": hand_no,
        "variant_id": "straight-poker", "additions": "", "player_count": len(paid), "unit": 2,
        "pot_in": pot_in, "pot": pot, "pot_out": pot_out, "boards": 1, "rounds_played": 1, "detail": "result",
        "showdown_count": at_end if at_end > 1 else 0,
        "outcome": "carried" if pot_out else "showdown" if at_end > 1 else "last_standing",
        "shares": [
            {"pot_no": 0, "board_no": 0, "half": "whole", "seat": list(paid).index(player), "chips": chips}
            for player, chips in won.items()
        ],
    }  # fmt: skip
    return {**row, **facts}, seats


def variant(variant_id: str = "straight-poker", **facts: Any) -> Row:
    """A row of the catalogue."""
    game = {
        "name": variant_id.title(),
        "family": "simple",
        "wild": "",
        "players_min": 2,
        "players_max": 7,
        "pace": 90,
    }
    return {"variant_id": variant_id, **game, **facts}


def write(
    path: Path,
    *,
    sessions: Iterable[Row] = (),
    hands: Iterable[tuple[Row, list[Row]]] = (),
    bank: Iterable[Row] = (),
    equities: Iterable[Row] = (),
    deals: Iterable[Row] = (),
    players: Iterable[Row] = (),
    variants: Iterable[Row] | None = None,
    part_of: Callable[[Row], int] = lambda row: 0,
    narrow: bool = False,
) -> Path:
    """Write a store. `part_of` says in which part of its session a hand lies."""
    pairs = list(hands)
    rows = {
        "sessions": list(sessions),
        "hands": [row for row, _ in pairs],
        "seats": [seat for _, seats in pairs for seat in seats],
        "bank": list(bank),
    }
    parts = {(row["session_id"], row["hand_no"]): part_of(row) for row in rows["hands"]}
    for table, schema in SESSION_TABLES.items():
        for session_id in {row["session_id"] for row in rows[table]}:
            mine = [row for row in rows[table] if row["session_id"] == session_id]
            for part in sorted({parts.get((session_id, row.get("hand_no")), 0) for row in mine}):
                some = [row for row in mine if parts.get((session_id, row.get("hand_no")), 0) == part]
                _write(
                    path / table / f"session_id={quote(str(session_id))}", f"{part:03}", some, schema, narrow
                )
    luck: dict[tuple[str, int, int], Row] = {}
    for known, variance in ((equities, "expected_variance"), (deals, "worth_variance")):
        for row in known:
            seat = luck.setdefault((row["session_id"], row["hand_no"], row["seat"]), {})
            seat.update(row, **{variance: row["variance"]})
    for session_id in {session_id for session_id, *_ in luck}:
        mine = [row for (of, *_), row in luck.items() if of == session_id]
        _write(path / FOLDER / "luck" / f"session_id={quote(str(session_id))}", "000", mine, LUCK, narrow)
    reference = {
        "players": list(players),
        "variants": [variant()] if variants is None else list(variants),
        "action_kinds": action_kinds_table().to_dicts(),
        "terms": terms_table().to_dicts(),
    }
    path.mkdir(exist_ok=True)
    for table, schema in REFERENCE_TABLES.items():
        if reference[table]:
            _write(path / table, "0", reference[table], schema, narrow)
    Store(path).write_manifests()
    return path


def _write(folder: Path, part: str, rows: Sequence[Row], schema: pl.Schema, narrow: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    frame = pl.DataFrame([{name: row.get(name) for name in schema} for row in rows], schema=schema)
    if narrow:  # as the pipeline writes: integers as small as they go, and no column that says nothing
        told = [column for column in frame if column.null_count() < len(column)]
        frame = frame.select(c.shrink_dtype() if c.dtype.is_integer() else c for c in told)
    frame.write_parquet(folder / f"part-{part}.parquet")


def tables(path: Path) -> dict[str, StoredTable]:
    """The tables of a store as `queries` takes them."""
    places = {name: f"{name}/session_id=*/part-*" for name in SESSION_TABLES}
    places |= {name: f"{name}/part-*" for name in REFERENCE_TABLES}
    places["luck"] = f"{FOLDER}/luck/session_id=*/*"
    return stored_tables({name: sorted(path.glob(place)) for name, place in places.items()})


def build(path: Path, **options: Any) -> duckdb.DuckDBPyConnection:
    """Build a store's marts."""
    return warehouse.build(path, tables(path), **options)


def everything(con: duckdb.DuckDBPyConnection) -> Marts:
    """All rows of all marts that were built, to the last digit."""
    marts = con.execute(
        "select table_name from duckdb_tables() where starts_with(table_name, 'mart_') order by 1"
    ).fetchall()
    return {mart: selects.read(con, f"select * from {mart} order by all").rows() for (mart,) in marts}


def marts_in(store: Path) -> set[str]:
    """The marts that the database of a store has."""
    (place,) = (store / FOLDER / "marts").glob("*/*.duckdb")
    with duckdb.connect(place, read_only=True) as con:
        return created_marts(con)


def built(path: Path, **options: Any) -> Marts:
    """All rows of all marts of a store, built as far as they must be."""
    with build(path, **options) as con:
        return everything(con)


def only(*names: str) -> Callable[[Iterable[str]], dict[str, Model]]:
    """What loads some models and those that they read, in place of all; a name that ends in _ means all that
    begin so.
    """

    def some(tables: Iterable[str]) -> dict[str, Model]:
        models = load_models(tables)
        wanted = [*names, "mart_sessions"]  # of its sums a build wants to know who has a name
        asked = [m for m in models if any(m == n or (n[-1] == "_" and m.startswith(n)) for n in wanted)]
        return {model.name: model for model in needed_for(asked, models)}

    return some


STANDINGS = ("mart_standings", "mart_player_nights", "mart_player_stats", "mart_players", "mart_variants")
"""The marts that `peder standings` reads."""


def few_models(*names: str) -> Any:
    """A fixture for a module whose tests ask some models: builds make `only` those.

    Planning all of them takes most of the build of a small store.
    """

    @pytest.fixture(autouse=True, scope="module")
    def few() -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("queries.warehouse.load_models", only(*names))
            yield

    return few


def ask(
    con: duckdb.DuckDBPyConnection, sql: str, parameters: Sequence[Any] | None = None
) -> list[tuple[Any, ...]]:
    """The rows of an answer."""
    return [tuple(row.values()) for row in selects.run(con, sql, parameters)]


def minutes(count: float) -> datetime:
    """A time after the start of the first night."""
    return START + timedelta(minutes=count)


def peder(store: Path, *words: str | Path, code: int | None = None, typed: str | None = None) -> Result:
    """Run a command on a store in this process; with `code`, it must end so."""
    result = CliRunner().invoke(app, ["--store", str(store), *map(str, words)], input=typed)
    assert code in (None, result.exit_code), result.output
    return result


def files(store: Path) -> dict[str, bytes]:
    """All files of a store by their paths in it."""
    return {
        str(place.relative_to(store)): place.read_bytes() for place in store.rglob("*") if place.is_file()
    }


def earlier_manifest(*tables: bytes) -> bytes:
    """The manifest of the table of players as versions before 1.0 wrote it: the checksums that it may have."""
    players = sorted(hashlib.sha256(table).hexdigest() for table in tables)
    checksum = hashlib.sha256(json.dumps(players, sort_keys=True).encode()).hexdigest()
    return json.dumps({"players": players, "checksum": checksum}, indent=1).encode()
