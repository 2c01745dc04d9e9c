"""Bad surroundings: pipes without a writer, a file size that the system bounds, Ctrl-C. A sentence each."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from pipeline.cli import app
from pipeline.store.store import Store
from tests.pipeline.formats.logs import SAMPLE
from tests.stores import STANDINGS, few_models, hand, peder, session, write

few = few_models("check_", "stg_", "stored_", *STANDINGS)

PEDER = [sys.executable, "-m", "pipeline.cli"]
posix = pytest.mark.skipif(os.name != "posix", reason="pipes by name and signals are POSIX's")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return write(tmp_path / "s", sessions=[session("n1")], hands=[hand("n1", 1, {"a": 2, "b": 2}, {"a": 4})])


@posix
def test_a_pipe_with_a_writer_is_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(SAMPLE.read_bytes()))
    writer.start()
    result = CliRunner().invoke(app, ["--store", str(tmp_path / "s"), "import", "pokernow-log", str(pipe)])
    writer.join()
    assert result.exit_code == 0


@pytest.mark.parametrize("words", [["--store", "", "check"], ["check", "--store", " "]])
def test_a_store_of_no_name_is_a_usage_error(words: list[str]) -> None:
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 2
    assert "name a folder" in result.stderr


@posix
@pytest.mark.parametrize(
    "query",
    [
        "select len(list(x)) from range(2000000000) t(x)",
        "select max(a.range * 3 % (b.range + 1)) from range(1e6) a, range(1e6) b",
    ],
)  # fmt: skip
def test_ctrl_c_ends_any_query_with_130(store: Path, query: str) -> None:
    query = query.replace("1e6", "1000000")
    process = subprocess.Popen([*PEDER, "sql", query, "--store", str(store)], stderr=subprocess.PIPE)
    while not list((store / ".cache").rglob("*.duckdb")):
        time.sleep(0.1)
        assert process.poll() is None
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert (process.returncode, told) == (130, b"")


@posix
@pytest.mark.parametrize(
    "limit", [6 << 10, *(pytest.param(limit, marks=pytest.mark.nightly) for limit in (300, 40 << 10))]
)
def test_files_that_may_not_grow_are_one_sentence_and_nothing_is_lost(tmp_path: Path, limit: int) -> None:
    """RLIMIT_FSIZE is a disk that fills wherever a file passes it."""
    bound = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, resource.RLIM_INFINITY))"
    peder = [sys.executable, "-c", f"{bound}; from pipeline.cli import main; main()"]
    log = tmp_path / "night.txt"
    log.write_text(
        "players Anna, Bo, Carl\nbanker a\nchip 25 øre\nloan 100\n" + "7s 10 +b\n7s 10 +c\n7s 10 +a\n" * 4
    )
    for words in (["import", "pokernow-log", str(SAMPLE)], ["log", "n1", "--from", str(log)], ["build"]):
        done = subprocess.run(
            [*peder, *words, "--store", str(tmp_path / "s")], capture_output=True, text=True
        )
        assert "fault in peder" not in done.stderr
        assert "Traceback" not in done.stderr
        assert done.returncode in (0, 1)
        if done.returncode:
            assert done.stderr.count("\n") <= 2
    again = CliRunner().invoke(app, ["--store", str(tmp_path / "s"), "import", "pokernow-log", str(SAMPLE)])
    assert again.exit_code == 0, again.stderr
    assert Store(tmp_path / "s").read("hands").filter(pl.col("session_id") != "n1").height == 34


def test_a_damaged_reference_table_of_the_engine_is_written_again(store: Path) -> None:
    for table in ("variants", "action_kinds"):
        (store / table / "part-0.parquet").write_bytes(b"")
    assert peder(store, "build").exit_code == 0
    assert pl.read_parquet(store / "variants" / "part-0.parquet").height > 80


def test_players_that_cannot_be_read_name_the_file(store: Path) -> None:
    (store / "players").mkdir(exist_ok=True)
    place = store / "players" / "part-0.parquet"
    for rows in (pl.DataFrame({"player": ["a"]}), pl.DataFrame({"player_id": [1.5]})):
        rows.write_parquet(place)
        result = peder(store, "players")
        assert result.exit_code == 1
        assert result.stderr.startswith(f"peder: {place} can't be read (")


@posix
def test_half_a_character_and_too_little_memory_are_one_sentence(store: Path) -> None:
    file = store.parent / "sheet.csv"
    file.write_text("Dato;Anna;Bo\n4.1.2019;1;-1\n")
    result = peder(store, "import", "csv", str(file), "--season", "A\udcff", code=1)
    assert "has half of a character" in result.stderr
    assert peder(store, "sql", "select '\ud800' as x", "--json", code=0).stdout.split() == [
        "[",
        "{",
        '"x":',
        '"?"',
        "}",
        "]",
    ]
    limited = f"ulimit -v 500000; exec {sys.executable} -m pipeline.cli --store {store} players"
    done = subprocess.run(["sh", "-c", limited], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "raise the limit (ulimit -v)" in done.stderr
