"""The public API for analysts, and its page: the example runs unchanged, and prints what the page says."""

from __future__ import annotations

import contextlib
import io
import shlex
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from engine.errors import PederError
from peder import open_store
from pipeline.analysis.frames import OpenStore
from pipeline.cli import app
from pipeline.formats.pokernow.log import import_log
from pipeline.formats.sessions import write_import
from pipeline.store.files import StoreError
from pipeline.store.store import Store
from tests.docs.pages import blocks_of

SAMPLE = Path(__file__).parents[2] / "pipeline/formats/samples/pokernow-sample.csv"


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("analysis") / "sample"
    write_import(Store(place), [import_log(SAMPLE)])
    return place


def test_the_example_prints_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shell, *cells = blocks_of("analysis.md")
    words = shlex.split(shell.text)
    assert words[0] == "peder"
    result = CliRunner().invoke(app, [str(SAMPLE) if word.endswith(".csv") else word for word in words[1:]])
    assert result.exit_code == 0, result.output
    assert [cell.kind for cell in cells] == ["python", ""] * (len(cells) // 2)
    names: dict[str, object] = {}
    with pl.Config():  # put back what the example sets
        for code, answer in zip(cells[::2], cells[1::2], strict=True):
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(code.text, f"docs/analysis.md:{code.line}", "exec"), names)
            assert out.getvalue() == answer.text, f"docs/analysis.md:{answer.line}"


def test_answers_are_frames_with_the_types_of_the_page(sample: Path) -> None:
    with open_store(str(sample)) as store:
        result = store.sql(
            "select sum(net) as net, sum(net_money) as money, max(started_at) as at from mart_player_nights"
        )
        assert result.schema == {"net": pl.Int64, "money": pl.Decimal(38, 6), "at": pl.Datetime("us", "UTC")}
        assert result["net"].to_list() == [0]
        assert store.sql("select 2::hugeint ** 70 as big")["big"].to_list() == [2**70]
        assert store.sql("select 1 as a, 2 as a").columns == ["a", "a_1"]
        assert store.sql("from mart_players where name = $name", name="x' or true --").is_empty()
        assert store.sessions()["kind"].to_list() == ["night"]
        assert store.mart("mart_players").height == 6
        assert all(store.mart(name).columns for name in store.marts())


def test_nothing_changes_through_it_and_what_is_wrong_is_a_sentence(sample: Path, tmp_path: Path) -> None:
    with open_store(sample) as store:
        with pytest.raises(PederError, match="There is no mart 'players': there are mart_bank, "):
            store.mart("players")
        for wrong in ("drop table mart_players", "select 1; select 2", "selec", "select * from nowhere"):
            with pytest.raises(PederError, match=r"^The query "):
                store.sql(wrong)
        with pytest.raises(PederError, match=r"There is no player called 'Erlin'\. Did you mean Erling"):
            store.figures.rates("Erlin")
        with pytest.raises(PederError, match="There is no season '2020' in the store: it has 2026"):
            store.figures.season_line("2020")
    with pytest.raises(StoreError, match="There is no store at"):
        open_store(tmp_path / "none")
    assert isinstance(store, OpenStore)
