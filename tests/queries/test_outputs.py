"""A file of another kind is never overwritten, because it may be the only copy."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from pipeline.formats.output import ExportError, opened
from queries.outputs import kind_of
from reports.errors import ReportError
from reports.page import write
from tests.stores import peder

DIARY = "Dear diary,\n"
PAGE = '<!doctype html>\n<meta name="generator" content="peder 1.0.0"><p>{}'


def test_a_page_takes_the_place_of_a_page_of_ours_alone(tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    for before in (None, "", PAGE.format("old")):
        if before is not None:
            out.write_text(before)
        write(PAGE.format("new"), out)
        assert out.read_text() == PAGE.format("new")
    for foreign in (DIARY, "<!doctype html>\n<title>Mine"):
        out.write_text(foreign)
        with pytest.raises(ReportError, match="a file of another kind is there"):
            write(PAGE.format("new"), out)
        assert (out.read_text(), len(list(tmp_path.iterdir()))) == (foreign, 1)
    write(PAGE.format("new"), out, replace=True)


@pytest.mark.parametrize("name", ["hands.json", "hands.json.gz"])
def test_an_export_takes_the_place_of_its_kind_alone(tmp_path: Path, name: str) -> None:
    out = tmp_path / name
    for text in (b'{"type":1}', b'{"type":2}'):
        with opened(out) as file:
            file.write(text)
    out.write_text(DIARY)
    with pytest.raises(ExportError, match="another kind"), opened(out) as file:
        file.write(b'{"type":3}')
    assert (out.read_text(), len(list(tmp_path.iterdir()))) == (DIARY, 1)
    with pytest.raises(ZeroDivisionError), opened(out):
        raise ZeroDivisionError


def test_a_database_with_tables_of_others_stays(tmp_path: Path) -> None:
    sheet, out = tmp_path / "sheet.csv", tmp_path / "season.duckdb"
    sheet.write_text("date,Anna,Bo\n2024-01-05,5,-5\n")
    assert peder(tmp_path / "store", "import", "csv", sheet).exit_code == 0
    out.write_text(DIARY)
    assert "another kind" in peder(tmp_path / "store", "export", "duckdb", out).stderr
    assert out.read_text() == DIARY
    out.unlink()
    for _ in range(2):
        assert peder(tmp_path / "store", "export", "duckdb", out).exit_code == 0
    with duckdb.connect(str(out)) as con:
        con.execute("create table mine as select 1 as one")
    result = peder(tmp_path / "store", "export", "duckdb", out)
    assert (result.exit_code, "tables of others, such as mine" in result.stderr) == (1, True)


def test_kinds_are_known_by_their_beginning() -> None:
    heads = [
        b"\xef\xbb\xbfdate;net", b"PK\x03\x04..", b"PEDERENC1", b"PAR1", b"\x1f\x8b\x08", b"BEGIN:VCALENDAR\r\n",
        b'{"ohh":', b"<svg ", b"\0\0\0\0\0\0\0\0DUCK", b"\0\1\2",
        b'[\n {"id":', b"[]", b"[[1, 2]", b"[Anna]\nlike =", b"[[player]]\n",
    ]  # fmt: skip
    assert [kind_of(head) for head in heads] == [
        "text", "backup", "backup", "parquet", "gzip", "calendar", "json", "picture", "database", "data",
        "json", "json", "json", "text", "text",
    ]  # fmt: skip
