"""Copies of a night that were continued apart, merged: nothing is dropped, and it doesn't matter which comes first."""

from __future__ import annotations

import gzip
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from engine.api import PederError
from pipeline.night.entries import NO_ENTRY, Entry
from pipeline.night.incoming import Copy, is_journal, read_copy, take_in
from pipeline.night.interpreter import Interpreter
from pipeline.night.journal import JournalError, journal_place, read_journal
from pipeline.night.merge import MergeError, identities, merge
from pipeline.night.replay import Replay
from pipeline.night.service import NightService
from pipeline.store.files import StoreError
from pipeline.store.people import Person, Registry
from pipeline.store.players import frame
from pipeline.store.store import Store
from tests.pipeline.night.copies import Clock, begun, continued, lines_of, model
from tests.pipeline.night.helpers import kept
from tests.stores import peder


def written(entries: list[Entry], place: Path) -> Path:
    """A file with the entries of a journal."""
    data, chain = b"", NO_ENTRY
    for entry in entries:
        line, chain = chain.encode([entry])
        data += line
    place.write_bytes(data)
    return place


@pytest.mark.parametrize("seed", range(60))
def test_copies_merge_to_what_a_small_model_says_in_any_order(seed: int) -> None:
    random = Random(seed)
    start = begun(random)
    devices = ("phone000", "laptop00", "prompt")[: random.choice((2, 2, 3))]
    copies = [continued(start, random, device, random.randint(0, 8)) for device in devices]
    merged = merge(*copies)
    assert all(merge(*some) == merged for some in permutations(copies))
    assert merge(merged, copies[0]) == merge(merged, merged) == merged
    assert merge(merge(*copies[:2]), *copies[2:]) == merge(copies[0], merge(*copies[1:])) == merged
    ties = len({(entry.at, entry.key) for entry in merged}) < len(merged)
    assert sorted(lines_of(merged)) == sorted(model(copies))
    if not ties:
        by_time = [(key, at) for key, at, _ in model(copies)]
        assert [(key, at) for key, at, _ in lines_of(merged)] == by_time
    Replay(merged)  # whatever contradicts is a draft or a fault


@pytest.mark.parametrize("seed", range(20))
def test_a_merged_night_goes_on_and_merges_again(seed: int) -> None:
    random = Random(seed)
    start = begun(random)
    one, other = (continued(start, random, device, 5) for device in ("phone000", "laptop00"))
    here = continued(merge(one, other), random, "laptop00", 4)
    there = continued(other, random, "tablet00", 4)
    assert merge(here, there) == merge(there, here) == merge(here, there, one)
    again = merge(here, there)
    names = identities(again)
    assert [name for name in names if name in set(identities(here))] == identities(here)
    for entry in again:
        target = entry.correction.target if entry.correction else None
        assert target is None or target.number < entry.n


def test_a_correction_follows_its_entry_to_its_new_number() -> None:
    start = begun(Random(1))
    one, other = list(start), list(start)
    for copy, handle, seconds in ((one, "a", 60), (other, "b", 30)):
        at = start[-1].at.replace(second=0).replace(minute=59)
        key = f"phone00{handle}-"
        copy.append(
            Entry(
                n=5,
                at=at.replace(second=seconds // 2),
                line=f"a:seven-card-stud 9 +{handle}",
                hand=1,
                key=key + "1",
            )
        )
    one.append(replace(one[-1], n=6, line="undo #5", hand=None, key="phone00a-2"))
    merged = merge(one, other)
    assert [entry.line for entry in merged][4:] == [
        "a:seven-card-stud 9 +b", "a:seven-card-stud 9 +a", "undo #6",
    ]  # fmt: skip
    hands = Replay(merged).night.hands
    assert [(hand.hand_no, hand.text) for hand in hands] == [(1, "a:seven-card-stud 9 +b")]
    assert [entry.follows for entry in merged] == [None] * 5 + [4, None]


def test_hands_that_were_logged_under_one_number_are_both_there_and_can_be_corrected(tmp_path: Path) -> None:
    start = begun(Random(1))
    copies = []
    for handle in "ab":
        night = Interpreter(Replay(start), Registry(), Clock(start[-1].at, Random(ord(handle))))
        for number, line in enumerate((f"7s 9 +{handle}", f". 10 +{handle}", "; a note")):
            assert night.take(line, key=f"phone00{handle}-{number}").status == "kept"
        copies.append(list(night.replay.entries))
    file = written(copies[0], tmp_path / "n.jsonl")
    for copy in copies:
        take_in(tmp_path / "store", Copy(copy, {}), None, file=file)
    with NightService(tmp_path / "store", "n") as service:
        assert [hand.hand_no for hand in service.night.hands] == [1, 2, 3, 4]
        kept(service, "edit 3 7s 11 +c", "u 2", "redo", "7s 12 +b")
        assert [hand.hand_no for hand in service.night.hands] == [1, 2, 3, 4, 5]
    with NightService(tmp_path / "store", "n") as service:
        assert service.night.faults == ()


def test_two_nights_and_two_lines_with_one_key_are_refused() -> None:
    start = begun(Random(1))
    with pytest.raises(MergeError, match="no line in common"):
        merge(start, [replace(entry, key=f"x{entry.key}") for entry in start])
    with pytest.raises(MergeError, match="different lines under one key"):
        merge(start, [*start[:3], replace(start[3], line="loan a,b,d 20")])


def test_a_night_comes_home_and_goes_on_in_both_places(tmp_path: Path) -> None:
    store = tmp_path / "store"
    start = continued(begun(Random(2)), Random(2), "phone000", 6)
    file = written(start, tmp_path / "2026-03-14.jsonl")
    assert is_journal(file)
    came = take_in(store, read_copy(file), None, file=file)
    assert (came.night, came.result, came.new_entries) == ("2026-03-14", "new", len(start))
    assert Store(store).session_ids() == ["2026-03-14"]
    assert take_in(store, read_copy(file), None, file=file).result == "there already"

    on_phone = continued(start, Random(3), "phone000", 5)
    with NightService(store, "2026-03-14") as service:
        kept(service, "; at home", "loan a 1p")
        at_home = list(service.journal.entries)
    later = written(on_phone, tmp_path / "later.txt")
    came = take_in(store, read_copy(later), None, file=later)
    assert (came.night, came.result) == ("2026-03-14", "merged")
    entries = list(read_journal(journal_place(store, "2026-03-14")).entries)
    assert entries == merge(on_phone, at_home)
    hands = Store(store).read("hands", "2026-03-14")
    assert hands.height == len(Replay(entries).night.hands)
    with NightService(store, "2026-03-14") as service:  # the night goes on
        service.enter("skip")
    assert Store(store).read("hands", "2026-03-14").height == hands.height + 1


def test_what_is_no_night_is_refused_in_a_sentence(tmp_path: Path) -> None:
    store = tmp_path / "store"
    other = written(begun(Random(1)), tmp_path / "n.jsonl")
    take_in(store, read_copy(other), None, file=other)
    mine = [replace(entry, key=f"y{entry.key}") for entry in begun(Random(1))]
    with pytest.raises(MergeError, match="another night"):
        take_in(store, Copy(mine, {}), "n", file=other)
    with pytest.raises(MergeError, match="in the store as 'n'"):
        take_in(store, read_copy(other), "m", file=other)
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text('{"schema": 1}\n')
    assert not is_journal(wrong)
    with pytest.raises(JournalError, match="line 1"):
        read_copy(wrong)
    with pytest.raises(StoreError, match="can't be read"):
        read_copy(tmp_path / "absent.jsonl")
    packed = tmp_path / "n.jsonl.gz"
    packed.write_bytes(gzip.compress(other.read_bytes()))
    assert is_journal(packed)
    assert read_copy(packed) == read_copy(other)
    packed.write_bytes(packed.read_bytes()[:-20])
    with pytest.raises(PederError, match="cut off"):
        read_copy(packed)
    with NightService(store, "n"), pytest.raises(JournalError, match="open in another logger"):
        take_in(store, read_copy(other), None, file=other)


def test_a_huge_file_that_is_no_night_is_refused_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "n.jsonl"
    file.write_bytes(b'{"n": 1, "line": "7s 10 +a"}\n' * 200_000)
    with pytest.raises(JournalError, match="line 1, isn't an entry"):
        read_copy(file)
    file.write_bytes(b'{"n": 1, "line": "' + b"a" * 10_000_000)
    with pytest.raises(JournalError, match="no entry"):
        read_copy(file)


def test_a_player_of_another_store_with_a_known_name_is_asked_about(tmp_path: Path) -> None:
    store = tmp_path / "store"
    with NightService(store, "n") as service:
        kept(service, "players Anna, Bo")
    known = [Person(player_id="anna-berg", name="Anna"), Person(player_id="bo", name="Bo")]
    Store(store).change_reference("players", lambda table: frame(Registry(known)))
    with NightService(tmp_path / "other", "m") as service:
        kept(service, "players Anna, Bo, Carl", "7s 10 +a")
        file = service.journal.place
    said = peder(store, "import", "night", file).stderr
    assert "Are they one?" in said
    assert "`peder players merge anna anna-berg`" in said
    assert "Bo" not in said
    assert "Are they one?" not in peder(store, "import", "night", file).stderr


def test_cards_that_contradict_a_meld_make_a_draft_when_the_night_comes_home(tmp_path: Path) -> None:
    entries = begun(Random(1))
    line = "a:seven-card-stud 14 +d flush (As Ad Kh Kd 2c 3c 4c)"
    entries.append(Entry(n=5, at=entries[-1].at, line=line, hand=1, key="phone000-9"))
    file = written(entries, tmp_path / "n.jsonl")
    came = take_in(tmp_path / "store", Copy(entries, {}), None, file=file)
    assert came.drafts == 1
    assert "flush" in came.remarks[0]
    assert take_in(tmp_path / "store", Copy(entries, {}), None, file=file).result == "there already"
