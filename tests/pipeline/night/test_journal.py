"""The journal: what was confirmed is there, whatever happens, and nothing half-written is read."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from engine.catalogue import VARIANTS
from pipeline.analysis.derived import luck_files
from pipeline.analysis.marts import check_store, open_marts
from pipeline.night import journal as journal_module
from pipeline.night.interpreter import Interpreter
from pipeline.night.journal import Journal, JournalError, journal_place, journals, night_name, read_journal
from pipeline.night.parser.commands import COMMANDS
from pipeline.night.replay import Replay, replay_night
from pipeline.night.service import NightService
from pipeline.night.tables import hands_frame, seats_frame
from pipeline.store.bank_rows import bank_frame
from pipeline.store.manifest import damage
from pipeline.store.people import Registry
from pipeline.store.store import Store
from tests.examples import examples
from tests.pipeline.night.helpers import kept
from tests.stores import few_models

few = few_models("check_")

TABLE = ("players Anna, Bo, Carl", "banker c", "loan 2p50")
AT = datetime(2026, 3, 14, 20, tzinfo=UTC)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return journal_place(tmp_path, "n1")


def write(place: Path, *lines: str) -> None:
    with Journal(place) as journal:
        for line in lines:
            journal.append([journal.new_entry(line, "")])


def lines_of(place: Path) -> list[str]:
    return [entry.line for entry in read_journal(place).entries]


def test_entries_are_read_as_they_were_written(place: Path) -> None:
    with Journal(place, now=lambda: AT) as journal:
        one = journal.new_entry("a:guts 2 +a ; ø 🂡", 'typed "so"', "doubtful")
        journal.append([one])
        two = [journal.new_entry("skip", "skip 2"), journal.new_entry("skip", "skip 2", after=1)]
        journal.append(two)
        assert list(journal.entries) == [one, *two]
    assert read_journal(place).entries == (one, *two)
    assert len(place.read_bytes().splitlines()) == 2  # what belongs together is one line
    assert night_name(place) == "n1"
    assert journals(place.parent.parent) == [place]


def test_a_journal_may_be_cut_at_any_byte(place: Path) -> None:
    """Whatever is left of the file: a prefix of the entries, whole batches only, and the rest set aside."""
    with Journal(place) as journal:
        journal.append([journal.new_entry("players Anna, Bø, Carl", "")])
        journal.append([journal.new_entry("skip", ""), journal.new_entry("skip", "", after=1)])
        journal.append([journal.new_entry("; æøå", "")])
        entries = tuple(journal.entries)
    data = place.read_bytes()
    ends = [0, *[n + 1 for n, byte in enumerate(data) if byte == 10]]
    counts = [0, 1, 3, 4]
    for cut in range(len(data) + 1):
        place.write_bytes(data[:cut])
        place.with_suffix(".last").unlink(
            missing_ok=True
        )  # else confirmed entries are missed: test_repair.py
        whole = max(end for end in ends if end <= cut)
        left = entries[: counts[ends.index(whole)]]
        assert read_journal(place).entries == left
        assert read_journal(place).torn == data[whole:cut]
        with Journal(place) as journal:
            assert (journal.torn_file is None) == (cut == whole)
            if journal.torn_file:
                assert journal.torn_file.read_bytes() == data[whole:cut]
                journal.torn_file.unlink()
            journal.append([journal.new_entry("; after", "")])
        assert [entry.line for entry in read_journal(place).entries] == [e.line for e in left] + ["; after"]
        assert read_journal(place).torn == b""


def test_blocks_that_a_power_cut_left_empty_are_a_torn_end(place: Path) -> None:
    write(place, "; one")
    data = place.read_bytes()
    place.write_bytes(data + b"\0" * 512)
    assert lines_of(place) == ["; one"]
    place.write_bytes(data + b"\0" * 100 + b"\n" + b"\0" * 100)
    assert lines_of(place) == ["; one"]
    write(place, "; two")
    assert lines_of(place) == ["; one", "; two"]


@pytest.mark.parametrize(
    "line",
    [
        "not json",
        "{}",
        '{"n": 7, "at": "2026-03-14T20:00:00+00:00", "line": "skip"}',
        '{"n": 1, "at": "2026-03-14T20:00:00", "line": "skip"}',
        '{"n": 1, "at": "yesterday", "line": "skip"}',
        '{"n": 1, "at": "2026-03-14T20:00:00+00:00", "line": 3}',
        "[1, 2]",
        "7",
    ],
)
def test_a_damaged_line_is_named_and_nothing_is_touched(place: Path, line: str) -> None:
    write(place, "; one")
    good = place.read_text()
    place.write_text(line + "\n" + good)
    with pytest.raises(JournalError, match="line 1 isn't an entry"):
        read_journal(place)
    with pytest.raises(JournalError, match="line 1 isn't an entry"):
        Journal(place)
    assert place.read_text() == line + "\n" + good
    place.write_text(good)
    write(place, "; two")


def test_a_second_logger_of_a_night_learns_who_has_it_and_since_when(place: Path) -> None:
    with Journal(place, now=lambda: AT) as first:
        with pytest.raises(
            JournalError, match=rf"open in another logger.*process {os.getpid()}, since 2026-03-14"
        ):
            Journal(place)
        first.append([first.new_entry("; still mine", "")])
    assert {path.name for path in place.parent.iterdir()} == {"n1.jsonl", "n1.last"}
    write(place, "; mine now")
    assert lines_of(place) == ["; still mine", "; mine now"]


def test_numbers_and_not_times_decide_the_order(tmp_path: Path) -> None:
    clock = iter(
        [AT, AT + timedelta(hours=1), *[AT - timedelta(days=400) + timedelta(minutes=n) for n in range(20)]]
    )
    with NightService(tmp_path, "n1", now=lambda: next(clock)) as service:
        for line in (*TABLE, "7s 14 b3 +a", ". 8 +b", "slut"):
            assert service.enter(line).status == "kept"
    hands = Store(tmp_path).read("hands", "n1")
    assert hands["hand_no"].to_list() == [1, 2]
    for began, ended in hands.select("started_at", "ended_at").iter_rows():
        assert began is None or began <= ended
    session = Store(tmp_path).read("sessions", "n1").row(0, named=True)
    assert session["started_at"] <= session["ended_at"]
    assert [
        hand.variant.id
        for hand in replay_night(read_journal(journal_place(tmp_path, "n1")).entries).hands
        if hand.variant
    ]


# --- a full disk


class FullDisk:
    """Lets `room` bytes through and then refuses, as a full disk does."""

    def __init__(self, room: int) -> None:
        self.room = room

    def write(self, file: int, data: bytes) -> int:
        if self.room <= 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        part = data[: self.room]
        self.room -= len(part)
        return _write(file, part)


_write = os.write


@pytest.mark.parametrize("room", [0, 1, 40, 75])
def test_a_full_disk_confirms_nothing_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    with NightService(tmp_path, "n1") as service:
        for line in TABLE:
            service.enter(line)
        before = service.journal.place.read_bytes()
        night = service.night
        monkeypatch.setattr(journal_module.os, "write", FullDisk(room).write)
        with pytest.raises(JournalError, match=r"Not saved.*No space left.*send the line again"):
            service.enter("7s 14 b3 +a")
        assert service.journal.place.read_bytes() == before
        assert service.night == night
        monkeypatch.undo()
        assert service.enter("7s 14 b3 +a").status == "kept"  # room was made
    assert lines_of(journal_place(tmp_path, "n1"))[-1] == "a:seven-card-stud 14 b3 +a"


def test_a_folder_that_can_t_be_written_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "journal").write_text("a file where a folder should be")
    with pytest.raises(JournalError, match="can't be written"):
        NightService(tmp_path, "n1")


def test_the_tables_follow_later_where_they_can_t_be_written_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pipeline.store.files import StoreError

    with NightService(tmp_path, "n1") as service:
        for line in TABLE:
            service.enter(line)

        def refuse(*_: object, **__: object) -> None:
            raise StoreError("The disk of the store is full.")

        monkeypatch.setattr(Store, "write_session", refuse)
        assert service.enter("7s 14 b3 +a").status == "kept"
        assert "follow when they are read: The disk of the store is full." in service.update_tables()
        monkeypatch.undo()
        assert Store(tmp_path).read("hands", "n1").is_empty()
        service.enter(". 8 +b")
    assert len(Store(tmp_path).read("hands", "n1")) == 2


def test_a_reader_derives_the_tables_of_a_logger_that_is_at_work_or_was_killed(tmp_path: Path) -> None:
    with NightService(tmp_path, "n1") as service:
        for line in (*TABLE, "7s 14 b3 +a"):
            service.enter(line)
        assert not Store(tmp_path).has("n1")
        assert [checked.faults for checked in check_store(tmp_path) if checked.count] == []
        assert len(Store(tmp_path).read("hands", "n1")) == 1
        service.enter(". 8 +b")
        with open_marts(tmp_path) as con:
            assert con.execute("select count(*) from stg_hands").fetchall() == [(2,)]


def test_opening_a_night_repairs_damaged_tables(tmp_path: Path) -> None:
    with NightService(tmp_path, "n1") as service:
        for line in (*TABLE, "7s 14 b3 +a"):
            service.enter(line)
    assert luck_files(Store(tmp_path))  # so that no build waits for what follows from the night
    (part,) = tmp_path.glob("hands/*/part-*[0-9].parquet")
    part.unlink()
    with NightService(tmp_path, "n1"):
        pass
    assert len(Store(tmp_path).read("hands", "n1")) == 1
    assert list(damage(tmp_path)) == []


# --- derived again from the journal


PIECES = [
    *[command.words[0] for command in COMMANDS], *[v.aliases[0] for v in VARIANTS.values() if v.aliases],
    ".", ":", "+a", "+b", "++", "a2", "b=17", "c-", "d*", "e/3", "es!", "14", "2", "hus", "hi", "lo", "side",
    "igen", "bord", "(As Kd)", "!nd", "!fejl x", "=40", "; n", "#3", "1", "vild", "psy", "Frida", "efter",
]  # fmt: skip
SOUP = st.lists(st.sampled_from(PIECES), max_size=7).map(" ".join)
EDITS = [
    "7s 14 b3 +a", ". 8 +b", "guts 2 +a b!", "7s 9 a/4 +c", "vrøvl +x", "7s 14 ++", "7s 500 +a", "u", "u 1",
    "u #4", "gendan", "ok", "ok 1", "ret 1 7s 10 +c", "ret 2 . 5 ++", "=40", "slut", "!fejl en åben", "skip",
    "køb a 10", "pause b", "tilbage b", "betal a c 4", "retur a 20", ": 7s", ": .", ": +a",
]  # fmt: skip


@given(st.lists(st.sampled_from(EDITS) | SOUP, max_size=14))
@settings(max_examples=examples(50), deadline=None)
def test_any_lines_are_answered_and_replayed_as_the_same_night(typed: list[str]) -> None:
    clock: Iterator[datetime] = (AT + timedelta(minutes=n) for n in range(1000))
    interpreter = Interpreter(Replay(), Registry(), lambda: next(clock))
    for line in [*TABLE, *typed]:
        before = len(interpreter.replay.entries)
        answer = interpreter.take(line)
        assert answer.text or answer.lookup
        assert "\n" not in answer.text
        assert (answer.status == "refused") <= (len(interpreter.replay.entries) == before)
        night = interpreter.night
        assert replay_night(interpreter.replay.entries) == night
        assert sum(night.nets.values()) == -sum(h.pot_out - h.pot_in for h in night.hands if not h.is_draft)
        for hand in night.hands:
            if hand.readable:
                assert hand.pot == hand.pot_in + sum(seat.paid for seat in hand.seats)
                assert hand.pot == hand.pot_out + sum(seat.won for seat in hand.seats)
                assert sum(share.chips for share in hand.shares) == sum(seat.won for seat in hand.seats)
    hands_frame(night), seats_frame(night), bank_frame(night.ledger_in_money(), night.currency)


def test_a_night_on_phones_says_where(tmp_path: Path) -> None:
    place = tmp_path / "journal" / "2026-03-14.jsonl"
    with Journal(place) as journal:
        journal.write_holder(served_at="192.0.2.7:8282")
        with pytest.raises(JournalError, match=r"at the table on phones, at 192\.0\.2\.7:8282"):
            Journal(place)


def _copied(place: Path) -> None:
    copy = place.with_name("copy")
    copy.write_bytes(place.read_bytes())
    copy.replace(place)


def _moved_and_copied_back(place: Path) -> None:
    moved = place.parent.with_name("moved")
    place.parent.rename(moved)
    shutil.copytree(moved, place.parent)


@pytest.mark.parametrize("change", [_copied, Path.unlink, _moved_and_copied_back])
def test_no_line_is_confirmed_without_its_journal(tmp_path: Path, change: Callable[[Path], None]) -> None:
    place = journal_place(tmp_path, "n1")
    with NightService(tmp_path, "n1") as service:
        kept(service, *TABLE, "7s 14 +a")
        change(place)
        with pytest.raises(JournalError, match=r"Not saved: .* was replaced, deleted or moved") as error:
            service.enter("7s 12 +b")
        assert len(service.journal.entries) == len(service.replay.entries) == 4
        with pytest.raises(JournalError):
            service.enter("u")
    (rescued,) = tmp_path.glob("journal/n1.rescued-*")
    assert str(rescued) in str(error.value)
    assert [entry.line for entry in read_journal(rescued).entries][-1] == "a:seven-card-stud 14 +a"
    assert place.exists() is (change is not Path.unlink)


def test_a_journal_that_arrives_while_an_empty_night_is_open_stays(tmp_path: Path) -> None:
    with NightService(tmp_path / "other", "n1") as other:
        kept(other, *TABLE, "7s 14 +a")
    arriving = journal_place(tmp_path / "other", "n1")
    data = arriving.read_bytes()
    place = journal_place(tmp_path, "n1")
    with NightService(tmp_path, "n1") as service:
        arriving.replace(place)
        with pytest.raises(JournalError, match="Not saved"):
            service.enter(TABLE[0])
    assert place.read_bytes() == data


@pytest.mark.parametrize("year", ["0001", "9999"])
def test_an_impossible_clock_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, year: str) -> None:
    monkeypatch.setenv("PEDER_CLOCK", f"{year}-12-31T23:00:00+00:00")
    with pytest.raises(JournalError, match="The clock says the year"):
        NightService(tmp_path, "n1")
    assert not list(tmp_path.rglob("*.jsonl"))
