"""Chunks: a run has the same bytes with any players of its parts, in any order, any number of times."""

from __future__ import annotations

import errno
import hashlib
import pickle
import re
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from engine.api import call, parse_additions
from engine.catalogue import VARIANTS
from pipeline.simulation import executor as remote, runs
from pipeline.simulation.chunks import Chunk
from pipeline.simulation.executor import handfuls, play_on_pool
from pipeline.simulation.play import play_chunks
from pipeline.simulation.runs import Run, chunks_of, simulate
from pipeline.simulation.versions import VersionsError, versions
from pipeline.store import locations as places
from pipeline.store.files import StoreError, write_whole
from pipeline.store.locations import Folder, LostError
from pipeline.store.manifest import damage
from pipeline.store.store import Store
from tests.stores import peder

RUN = Run(
    variants=[
        VARIANTS["seven-card-stud-deuces"],
        call(VARIANTS["texas-holdem"], parse_additions(["psy"])),
        VARIANTS["guts"],
    ],
    hands=70, players=4, seed=5, profiles=("plain-steady",),
)  # fmt: skip
two_threads = partial(ThreadPoolExecutor, 2)


@pytest.fixture(autouse=True, scope="module")
def _small_parts() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "PART_HANDS", 32)
        yield


def bytes_of(store: Path) -> dict[str, str]:
    """The checksum of every file of the rows of hands."""
    return {
        place.relative_to(store).as_posix(): hashlib.sha256(place.read_bytes()).hexdigest()
        for table in ("hands", "seats")
        for place in (store / table).rglob("part-*")
    }


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the run consists of, played by threads."""
    store = tmp_path_factory.mktemp("whole") / "store"
    simulate(Store(store), RUN, threads=2)
    return bytes_of(store)


def test_a_chunk_is_all_it_takes(tmp_path: Path) -> None:
    chunk = replace(next(chunks_of(RUN)), versions=versions())
    sent = pickle.dumps((play_chunks, chunk, Folder(tmp_path)))
    assert len(sent) < 1000
    assert pickle.loads(sent)[1] == chunk
    assert [chunk.variant for chunk in chunks_of(RUN) if chunk.first == 0] == list(RUN.variants)


def test_chunks_are_handed_out_by_handfuls_and_one_by_one_in_the_end() -> None:
    chunks = list(chunks_of(replace(RUN, hands=2000)))
    handed = handfuls(chunks)
    assert [chunk for some in handed for chunk in some] == chunks
    assert max(map(len, handed)) == len(handed[0]) > len(handed[-1]) == 1
    assert handfuls([]) == []


def test_a_part_of_matched_pots_holds_about_as_many_hands_as_another() -> None:
    longest = {chunk.game: chunk.chains for chunk in reversed(list(chunks_of(RUN)))}
    assert longest == {"seven-card-stud-deuces": 32, "texas-holdem": 32, "guts": 32 // runs.MATCHED_HANDS}


def test_an_executor_writes_the_same_bytes(tmp_path: Path, whole: dict[str, str]) -> None:
    store = Store(tmp_path / "store")
    told: list[tuple[str, int, int]] = []
    simulate(store, RUN, pool=two_threads, progress=lambda *step: told.append(step))
    assert bytes_of(store.path) == whole
    assert list(damage(store.path)) == []
    assert told[-1][1:] == (210, 210)
    assert "hands/s each" in told[-1][0]


def test_shards_write_the_same_bytes_and_the_last_commits(tmp_path: Path, whole: dict[str, str]) -> None:
    store = Store(tmp_path / "store")
    for number in (3, 1):
        simulate(store, RUN, shard=(number, 3), threads=1)
        assert store.session_ids() == []
    simulate(store, RUN, shard=(2, 3), threads=1)
    assert store.session_ids() == [RUN.name]
    assert bytes_of(store.path) == whole
    assert list(damage(store.path)) == []


def test_two_who_play_the_same_run_at_once_commit_it_once(tmp_path: Path, whole: dict[str, str]) -> None:
    store = Store(tmp_path / "store")
    with ThreadPoolExecutor(2) as pool:
        both = [pool.submit(simulate, store, RUN, shard=(n, 2), threads=1) for n in (1, 2)]
        assert [future.result() for future in both] == [RUN.name, RUN.name]
    assert bytes_of(store.path) == whole


class Losing(ThreadPoolExecutor):
    """An executor whose workers are lost after some chunks; every other chunk isn't answered for."""

    left = 2

    def submit(self, work: Any, /, *args: Any, **more: Any) -> Future[Any]:
        Losing.left -= 1
        if Losing.left >= 0:
            return super().submit(work, *args, **more)
        lost: Future[Any] = Future()
        if Losing.left < -12:
            return super().submit(work, *args, **more)
        lost.set_exception([CancelledError(), ConnectionError("the scheduler is gone")][Losing.left % 2])
        return lost


def test_what_is_lost_is_played_again(
    tmp_path: Path, whole: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "_LONGEST_WAIT", 0.01)
    store = Store(tmp_path / "store")
    simulate(store, RUN, pool=partial(Losing, 1))
    assert bytes_of(store.path) == whole


def test_workers_that_stay_away_are_a_sentence_and_finished_parts_stay(
    tmp_path: Path, whole: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def nobody() -> Iterator[Executor]:
        raise LostError("nobody answers")
        yield

    monkeypatch.setattr(remote, "_PATIENCE", 0.05)
    monkeypatch.setattr(remote, "_LONGEST_WAIT", 0.01)
    store = Store(tmp_path / "store")
    simulate(store, RUN, shard=(1, 2), threads=1)
    with pytest.raises(
        LostError, match=r"nobody answers\): finished parts are stored; .* repeat the command"
    ):
        simulate(store, RUN, pool=nobody)
    simulate(store, RUN, pool=two_threads)
    assert bytes_of(store.path) == whole


def test_a_full_disk_is_a_sentence_at_once_and_finished_parts_stay(
    tmp_path: Path, whole: dict[str, str]
) -> None:
    store, writes = Store(tmp_path / "store"), count()

    def write_until_full(place: Path, data: bytes) -> None:
        if next(writes) > 8:
            raise OSError(errno.ENOSPC, "full")
        write_whole(place, data)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(places, "write_whole", write_until_full)
        full = f"^The disk of the store {re.escape(str(store.path))} is full: make room and run"
        with pytest.raises(StoreError, match=full) as told:
            simulate(store, RUN, pool=two_threads)
    assert not isinstance(told.value, LostError)
    simulate(store, RUN, pool=two_threads)
    assert bytes_of(store.path) == whole


def test_a_worker_of_another_version_refuses(tmp_path: Path) -> None:
    other = versions()._replace(sources="0123456789ab")
    chunk: Chunk = replace(next(chunks_of(RUN)), versions=other)
    with pytest.raises(VersionsError, match=r"^The worker .* is peder .*, and the run is .*0123456789ab"):
        play_chunks([chunk], Folder(tmp_path))
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(VersionsError):
        play_on_pool(lambda: _Other(1), Folder(tmp_path), [chunk], lambda: set(), lambda played: None)


class _Other(ThreadPoolExecutor):
    def submit(self, work: Any, /, *args: Any, **more: Any) -> Future[Any]:
        (chunk,), *rest = args
        return super().submit(work, [replace(chunk, versions=versions()._replace(peder="9"))], *rest)


@pytest.mark.parametrize("text", ["0/2", "3/2", "a/b", "2", "1/0"])
def test_a_shard_is_written_as_a_number_of_a_total(text: str, tmp_path: Path) -> None:
    done = peder(tmp_path, "simulate", "guts", "--shard", text)
    assert done.exit_code == 2
    assert "isn't a shard" in done.stderr


def test_a_shard_says_that_others_are_missing(tmp_path: Path) -> None:
    ask = ("simulate", "guts", "-n", 40, "--profiles", "plain-steady", "--shard")
    first = peder(tmp_path, *ask, "2/2")
    assert first.exit_code == 0, first.output
    assert "the run is whole when all others are" in first.stderr
    assert "whole" not in peder(tmp_path, *ask, "1/2").stderr
    assert Store(tmp_path).session_ids()
    refused = peder(tmp_path, *ask, "1/2", "--replace")
    assert (refused.exit_code, refused.stderr[:6]) == (1, "peder:")
