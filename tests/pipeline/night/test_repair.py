"""A damaged journal: every flipped bit is seen, and a repair keeps all that can be read under its number."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pipeline.cli import app
from pipeline.night.journal import Journal, JournalError, journal_place, read_journal
from pipeline.night.repair import repair
from pipeline.night.replay import replay_night
from pipeline.night.service import NightService
from pipeline.store.manifest import damage
from tests.stores import peder

TABLE = ("players Anna, Bo, Carl", "banker c", "loan 2p50")
HANDS = ("7s 14 b3 +a", "skip 2", ". 8 +b ; æøå", "u", "7s 9 +c")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    with NightService(tmp_path, "n1") as service:
        for line in (*TABLE, *HANDS):
            assert service.enter(line).status in ("kept", "draft")
    return journal_place(tmp_path, "n1")


def numbered_lines(place: Path) -> list[tuple[int, str]]:
    return [(entry.n, entry.line) for entry in read_journal(place).entries]


def test_every_flipped_bit_is_seen(place: Path) -> None:
    """No flip changes what is read: the line is refused, or (a line feed at the end) never was confirmed."""
    good = place.read_bytes()
    entries = read_journal(place).entries
    for at in range(len(good)):
        for bit in (at % 8, 5 * at % 7):
            spoilt = bytearray(good)
            spoilt[at] ^= 1 << bit
            place.write_bytes(spoilt)
            try:
                result = read_journal(place).entries
            except JournalError:
                continue
            assert result == entries[: len(result)]
            assert len(result) == len(entries) or at == len(good) - 1


def test_an_old_journal_without_checksums_still_reads(place: Path) -> None:
    entries = read_journal(place).entries
    rows = [json.loads(line) for line in place.read_bytes().splitlines()]
    for row in rows:
        for one in row if isinstance(row, list) else [row]:
            del one["sum"]
            one.pop("hand", None)
            one.pop("after", None)
    place.write_text("".join(json.dumps(row) + "\n" for row in rows))
    place.with_suffix(".last").unlink()
    result = read_journal(place).entries
    assert [entry.line for entry in result] == [entry.line for entry in entries]
    assert [h.hand_no for h in replay_night(result).hands] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"[" * 100_000, "nested too deeply"),
        (b'{"n": 10, "at": "2026-03-14T20:00:00+00:00", "line": "; \\ud800"}', "surrogates"),
        (b'{"n": 10, "at": "0001-01-01T00:00:00+00:00", "line": "skip"}', "its time is impossible"),
        (
            b'{"n": 10, "at": "2026-03-14T20:00:00+00:00", "line": "skip", "lime": 1}',
            "an unknown field 'lime'",
        ),
        (b'{"n": 1' + b"0" * 5000 + b"}", "Exceeds the limit"),
        (b"7", "isn't an entry"),
    ],
)
def test_foreign_content_gets_a_sentence_and_is_set_aside(place: Path, line: bytes, why: str) -> None:
    before = numbered_lines(place)
    good = place.read_bytes()
    place.write_bytes(good + line + b"\n")
    with pytest.raises(JournalError, match=why):
        read_journal(place)
    repair(place)
    assert numbered_lines(place)[: len(before)] == before
    assert place.with_suffix(".damaged-1").read_bytes() == good + line + b"\n"
    place.write_bytes(good + line + b"\n")  # as where a repair was killed before its end
    place.with_name(f".{place.name}.4194305-1").write_bytes(b"half")
    repair(place)
    assert {path.name for path in place.parent.iterdir()} == {"n1.jsonl", "n1.damaged-1"}


def test_a_repair_keeps_the_rest_and_says_what_the_line_meant(place: Path) -> None:
    before = numbered_lines(place)
    lines = place.read_bytes().splitlines(keepends=True)
    spoilt = bytearray(lines[3])
    spoilt[10] ^= 1
    lines[3] = bytes(spoilt)
    place.write_bytes(b"".join(lines))
    told = repair(place)
    assert told[0] == (
        "Entry #4 is damaged and set aside: it seems to have said '7s 14 b3 +a'; "
        "edit #4 7s 14 b3 +a puts that there."
    )
    after = numbered_lines(place)
    assert [line for line in after if line[0] != 4] == [line for line in before if line[0] != 4]
    assert after[3][1].startswith("; entry #4 was damaged")
    with NightService(place.parent.parent, "n1") as service:
        numbers = [hand.hand_no for hand in service.night.hands]
        assert service.enter("ret #4 7s 14 b3 +a").status == "kept"
        assert sorted(hand.hand_no for hand in service.night.hands) == sorted([*numbers, 5])
        assert service.night.accounts["anna"].stack == 150 + 14 + 3 - 9
    assert list(damage(place.parent.parent)) == []
    assert repair(place) == []


def test_any_lines_may_be_damaged_and_any_taken_out(place: Path) -> None:
    """Each in turn, and all at once: the others keep their numbers, and the journal is sound again."""
    lines = place.read_bytes().splitlines(keepends=True)
    before = dict(numbered_lines(place))
    for number in range(len(lines)):
        for instead in ([], [b"?\n"]):
            place.write_bytes(b"".join([*lines[:number], *instead, *lines[number + 1 :]]))
            repair(place)
            after = dict(numbered_lines(place))
            kept = {n: line for n, line in after.items() if not line.startswith("; entry #")}
            assert kept.items() <= before.items()
            assert len(kept) >= len(before) - 2  # a line holds at most two
    place.write_bytes(b"?\n" * 9)
    repair(place)
    with Journal(place) as journal:
        journal.append([journal.new_entry("; on", "")])


def test_lost_ends_and_lines_of_other_journals_are_noticed_without_tables(place: Path) -> None:
    """Wherever a journal is cut between lines, or another's lines go on; the repair keeps the rest."""
    good = place.read_bytes()
    lines = good.splitlines(keepends=True)
    before = numbered_lines(place)
    for number in range(len(lines)):
        place.write_bytes(b"".join(lines[:number]))
        with pytest.raises(JournalError, match="its end was cut off"):
            Journal(place)
    assert "n1: its tables don't follow from" in peder(place.parent.parent, "standings").stderr
    for table in place.parent.parent.glob("*/session_id=n1"):
        shutil.rmtree(table)
    assert "its end was cut off" in peder(place.parent.parent, "standings").stderr
    place.unlink()
    assert f"{place} is gone" in peder(place.parent.parent, "check", "--json").stdout
    place.write_bytes(b"".join(lines[:-2]))
    repair(place)
    assert len(numbered_lines(place)) == len(before)  # each lost entry has a note
    with NightService(place.parent.parent, "other") as other:
        for line in (*TABLE, "guts 2 +a", *HANDS):
            other.enter(line)
    theirs = journal_place(place.parent.parent, "other").read_bytes().splitlines(keepends=True)
    place.write_bytes(b"".join([*lines[:4], *theirs[4:]]))
    place.with_suffix(".last").unlink(missing_ok=True)
    with pytest.raises(JournalError, match=r"line 5 .* follows another entry"):
        read_journal(place)
    assert repair(place)[0] == "Entry #5 follows another entry than #4: check what they say."
    assert [line for _, line in numbered_lines(place)][:4] == [line for _, line in before][:4]
    with Journal(place) as journal:
        journal.append([journal.new_entry("; on", "")])
    assert repair(place) == []


def test_the_command_repairs_and_the_tables_follow(place: Path) -> None:
    lines = place.read_bytes().splitlines(keepends=True)
    place.write_bytes(b"".join([*lines[:3], b"?\n", *lines[4:]]))
    store = ["--store", str(place.parent.parent)]
    result = CliRunner().invoke(app, ["bank", "n1", *store])
    assert result.exit_code == 1
    assert "`peder log 'n1' --repair` keeps the rest, or restore" in result.stderr
    result = CliRunner().invoke(app, ["log", "n1", "--repair", *store])
    assert (result.exit_code, "Entry #4 is damaged" in result.stdout) == (0, True)
    assert list(damage(place.parent.parent)) == []
    assert "is sound" in CliRunner().invoke(app, ["log", "n1", "--repair", *store]).stdout


def test_bank_and_settle_say_what_the_log_says(place: Path) -> None:
    with Journal(place) as journal:
        journal.append([journal.new_entry("buy x 10", "")])
    place.write_bytes(place.read_bytes() + b'{"n": 99')
    for command in ("bank", "settle"):
        text = peder(place.parent.parent, command, "n1").stderr
        assert "n1, entry #10: Nobody here is 'x'" in text
        assert "never confirmed" in text
