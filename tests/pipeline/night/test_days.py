"""The day of a night comes from its name or its `date`, not from the clock."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from pipeline.analysis.marts import check_deep, query_store
from pipeline.commands.import_files import warn_of_days_ahead
from pipeline.formats.sessions import Imported
from pipeline.night.days import date_in_name, on_own_date
from pipeline.night.journal import journal_place, read_journal
from pipeline.night.ledgers import Nights, season_nights
from pipeline.night.replay import replay_night
from pipeline.night.service import NightService
from pipeline.store.store import Store
from tests.stores import peder

TABLE = ("players Anna, Bo, Carl", "banker c", "loan 100", "season s")
NOW = datetime(2026, 11, 22, 14, 30, tzinfo=UTC)


def log(store: Path, night: str, *lines: str) -> None:
    minutes = (NOW + timedelta(minutes=n) for n in range(100))
    with NightService(store, night, now=lambda: next(minutes)) as service:
        _, bad = service.enter_file([*TABLE, *lines])
        assert bad == []


def day_of(store: Path, night: str) -> date:
    return Store(store).read("sessions", night)["started_at"].item().astimezone().date()


def test_three_nights_read_from_files_keep_their_days(tmp_path: Path) -> None:
    """All three were dated by the clock of the logging, and came in the order of their reading."""
    names = ["2026-04-11", "2026-03-14", "2026-05-09"]
    for name in names:
        log(tmp_path, name, "7s 10 +a", "end")
        assert day_of(tmp_path, name) == date.fromisoformat(name)
    assert season_nights(Nights(tmp_path), "s") == sorted(names)
    rows = query_store(tmp_path, "select session_id from mart_sessions order by started_at")
    assert [row["session_id"] for row in rows] == sorted(names)


def test_the_times_of_day_stay_and_what_passed_between_them(tmp_path: Path) -> None:
    log(tmp_path, "2026-03-14", "7s 10 +a", "7s 10 +b", "end")
    told = replay_night(read_journal(journal_place(tmp_path, "2026-03-14")).entries)
    moved = on_own_date("2026-03-14", told)
    assert moved.started_at
    assert told.started_at
    assert moved.started_at.astimezone().time() == told.started_at.astimezone().time()
    for before, after in zip(told.hands, moved.hands, strict=True):
        assert before.ended_at
        assert after.ended_at
        assert after.ended_at - moved.started_at == before.ended_at - told.started_at
    hands = Store(tmp_path).read("hands", "2026-03-14")
    assert hands["ended_at"].to_list() == [hand.ended_at for hand in moved.hands]
    assert {at.astimezone().date() for at in Store(tmp_path).read("bank", "2026-03-14")["at"]} == {
        date(2026, 3, 14)
    }


@pytest.mark.parametrize("line", ["dato 2026-03-14", "date 14.3.2026", "dato 14/3/2026"])
def test_a_line_gives_the_day(tmp_path: Path, line: str) -> None:
    log(tmp_path, "n1", line, "7s 10 +a")
    assert day_of(tmp_path, "n1") == date(2026, 3, 14)
    log(tmp_path, "2026-01-01", line)
    assert day_of(tmp_path, "2026-01-01") == date(2026, 3, 14)


@pytest.mark.parametrize(
    "line", ["dato", "dato i går", "dato 2026-02-30", "dato 99999-01-01", "dato 0001-01-01"]
)
def test_a_wrong_day_gets_a_sentence(tmp_path: Path, line: str) -> None:
    with NightService(tmp_path, "n1") as service:
        answer = service.enter(line)
    assert answer.status == "refused"
    assert "such as date 2026-03-14" in answer.text
    if day := line.removeprefix("dato").strip():
        assert repr(day) in answer.text


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("2026-03-14", date(2026, 3, 14)),
        ("2026-03-14 Farum", date(2026, 3, 14)),
        ("2026-02-30", None),
        ("2026-03-145", None),
        ("n1", None),
    ],
)
def test_a_day_in_a_name(name: str, day: date | None) -> None:
    assert date_in_name(name) == day


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="needs tzset")
def test_the_tables_of_a_night_are_right_in_any_time_zone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`check --deep` on a holiday said that every night differs from its journal."""
    zones = ("UTC", "Pacific/Kiritimati", "America/Los_Angeles")
    try:
        for zone in zones:
            monkeypatch.setenv("TZ", zone)
            time.tzset()
            log(tmp_path, f"2026-03-14 {zone[:3]}", "7s 10 +a", "end")
            log(tmp_path, f"2026-11-22 {zone[:3]}", "7s 10 +a", "end")
        for zone in zones:
            monkeypatch.setenv("TZ", zone)
            time.tzset()
            assert not check_deep(Store(tmp_path)).count
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_day_that_has_not_come_is_remarked_on(tmp_path: Path) -> None:
    """A year with two digits swapped came in without a word, as a night and as a line of one."""
    with NightService(tmp_path, "2062-11-22", now=lambda: NOW) as service:
        assert service.warnings == ["2062-11-22 hasn't come yet: check the day."]
    with NightService(tmp_path, "at Bo's", now=lambda: NOW) as service:
        assert service.warnings == []
        assert "hasn't come yet" in service.enter("date 2062-11-22").text
        assert "hasn't come yet" not in service.enter("date 2026-11-23").text  # today, further east
        assert service.warnings == []


@pytest.mark.parametrize(("day", "remarks"), [("2062-03-14", 1), ("2026-03-14", 0)])
def test_the_import_of_a_day_that_has_not_come_says_so(tmp_path: Path, day: str, remarks: int) -> None:
    sheet, store = tmp_path / "nights.csv", tmp_path / "store"
    sheet.write_text(f"date,player,net\n{day},Anna,5\n{day},Bo,-5\n")
    said = peder(store, "import", "csv", sheet).stderr
    assert said.count(f"nights.csv: {day} hasn't come yet") == remarks
    with NightService(tmp_path / "phone", day, now=lambda: NOW) as service:
        service.enter_file([*TABLE, "7s 10 +a"])
    journal = journal_place(tmp_path / "phone", day)
    said = peder(store, "import", "night", journal).stderr
    assert said.count(f"{day}: {day} hasn't come yet") == remarks


def test_an_import_of_a_format_without_days_is_of_no_day_ahead(tmp_path: Path) -> None:
    """The reader of the guide gives its session no time of start, which was a fault of the program."""
    session = {"session_id": "sheet-1", "kind": "import"}
    warn_of_days_ahead([Imported(source=tmp_path / "sheet.csv", session=session, origin="sheet-1")])
