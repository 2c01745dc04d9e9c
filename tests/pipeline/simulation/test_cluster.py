"""A real cluster, Dask's scheduler and two workers as processes: the bytes of threads, whichever process dies."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed", reason="needs the extra peder[cluster]")

from engine.catalogue import VARIANTS
from pipeline.analysis import derived
from pipeline.analysis.marts import open_marts
from pipeline.distributed import bucket as buckets, cluster as dask, sums as summing
from pipeline.distributed.bucket import Bucket
from pipeline.distributed.bucket_store import BucketStore
from pipeline.distributed.sums import by_workers, key_in
from pipeline.simulation import executor as remote, runs, versions as told
from pipeline.simulation.executor import results_on
from pipeline.simulation.runs import Run, chunks_of, simulate
from pipeline.store.locations import Folder, LostError
from pipeline.store.manifest import damage
from pipeline.store.store import Store
from tests.cluster.gateway import BUCKET, Gateway, free_port, gateway, missing
from tests.cluster.kills import parts_in
from tests.cluster.processes import ROOT, Processes, checksums, cluster
from tests.stores import everything, few_models, peder

few = few_models("mart_sessions", "mart_variant_distribution", "mart_variant_stats", "mart_variant_skill")
RUN = Run(variants=[VARIANTS["guts"]], hands=300, players=4, seed=5, profiles=("plain-steady",))
ASK = ("simulate", "guts", "-n", "300", "--players", "4", "--seed", "5", "--profiles", "plain-steady",
       "--session", "r")  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def _small_parts() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "PART_HANDS", 32)
        yield


@pytest.fixture(scope="module")
def port() -> int:
    """Where a gateway will listen."""
    return free_port()


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory, port: int) -> Iterator[Processes]:
    folder = tmp_path_factory.mktemp("cluster")
    with cluster(folder, Gateway(folder, port).environment) as processes:
        yield processes


@pytest.fixture
def bucket(tmp_path: Path, port: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bucket]:
    """A bucket behind Ceph's gateway."""
    if lacking := missing():
        told = f"needs Debian's radosgw, ceph-mon and ceph-osd: {', '.join(lacking)} not found"
        if os.environ.get("PEDER_GATEWAY") == "installed":
            pytest.fail(told)
        pytest.skip(told)
    with gateway(tmp_path / "gateway", port) as ceph:
        for name, value in ceph.environment.items():
            monkeypatch.setenv(name, value)
        yield Bucket(f"s3://{BUCKET}/store")


def checksums_in(bucket: Bucket) -> dict[str, str]:
    """The checksums of the run's files in a bucket."""
    return {f"{table}/session_id=r/{name}": of for (table, name), of in parts_in(bucket.url, "r", {}).items()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The run's files, played by threads."""
    store = tmp_path_factory.mktemp("threads") / "store"
    simulate(Store(store), RUN, session_id="r", threads=2)
    return checksums(store)


def test_a_worker_of_another_version_is_refused(
    ours: Processes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(told, "_SOURCES", ("engine/api.py",))
    told.versions.cache_clear()
    try:
        refused = peder(tmp_path / "store", *ASK, "--cluster", ours.address, code=1)
    finally:
        told.versions.cache_clear()
    assert refused.stderr.startswith("peder: The worker tcp://127.0.0.1:")
    assert "install the same on both" in refused.stderr
    assert not (tmp_path / "store").exists()


def test_a_run_on_workers_has_the_bytes_of_threads(
    ours: Processes, tmp_path: Path, whole: dict[str, str]
) -> None:
    peder(tmp_path / "store", *ASK, "--cluster", ours.address, code=0)
    assert len(whole) == 2 * (1 + len(list(chunks_of(RUN)))) > 20  # and the columns that there are
    assert checksums(tmp_path / "store") == whole
    assert list(damage(tmp_path / "store")) == []


def test_workers_play_a_game_of_the_group_s_own_which_they_don_t_know(
    ours: Processes, tmp_path: Path
) -> None:
    game = ROOT / "tests" / "games" / "sum-of-diamonds.toml"
    ask = (
        "simulate",
        "diamonds",
        "-n",
        "200",
        "--players",
        "4",
        "--profiles",
        "plain-steady",
        "--session",
        "r",
    )
    for name, where in (("threads", ("--threads", "2")), ("workers", ("--cluster", ours.address))):
        peder(tmp_path / name, "game", "add", game, code=0)
        peder(tmp_path / name, *ask, *where, code=0)
    assert checksums(tmp_path / "workers") == checksums(tmp_path / "threads")


@pytest.mark.nightly
def test_workers_put_a_run_into_a_bucket_behind_a_gateway(
    ours: Processes, bucket: Bucket, whole: dict[str, str]
) -> None:
    assert bucket.put("contents/x", b"one", new=True)
    assert not bucket.put("contents/x", b"two", new=True)
    assert bucket.get("contents/x") == b"one"
    simulate(BucketStore(bucket), RUN, session_id="r", pool=dask.workers_at(ours.address, RUN.variants))
    assert checksums_in(bucket) == whole


@pytest.mark.nightly
def test_a_worker_killed_with_chunks_in_hand_is_not_missed(
    ours: Processes, tmp_path: Path, whole: dict[str, str]
) -> None:
    pool = dask.workers_at(ours.address, RUN.variants)
    ours.running["worker 1"].send_signal(signal.SIGSTOP)  # it is handed chunks, and never plays them

    def kill(*_: object) -> None:
        if ours.running["worker 1"].poll() is None:
            ours.kill("worker 1")

    simulate(Store(tmp_path / "store"), RUN, session_id="r", pool=pool, progress=kill)
    assert ours.running["worker 1"].returncode == -signal.SIGKILL
    assert checksums(tmp_path / "store") == whole


@pytest.mark.nightly
def test_a_scheduler_that_hangs_is_dropped_and_taken_up_again(
    ours: Processes, tmp_path: Path, whole: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask, "_WATCHING", 0.5)
    monkeypatch.setattr(dask, "_CONNECTING", 2.0)
    pool, waits = dask.workers_at(ours.address, RUN.variants), []
    scheduler = ours.running["scheduler"]

    def stop(*_: object) -> None:
        if not waits:
            scheduler.send_signal(signal.SIGSTOP)
            waits.append(0.0)

    def go_on(seconds: float) -> None:
        waits.append(seconds)
        scheduler.send_signal(signal.SIGCONT)

    monkeypatch.setattr(remote, "_pause", go_on)
    try:
        simulate(Store(tmp_path / "store"), RUN, session_id="r", pool=pool, progress=stop)
    finally:
        scheduler.send_signal(signal.SIGCONT)
    assert len(waits) > 1
    assert checksums(tmp_path / "store") == whole


@pytest.mark.nightly  # by day test_buckets.py compares what workers sum up with what this machine does
def test_a_build_on_workers_has_the_marts_of_one_without(
    ours: Processes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = tmp_path / "store"
    simulate(Store(store), RUN, session_id="r", threads=2)
    shutil.copytree(store, tmp_path / "other")
    with open_marts(tmp_path / "other") as con:
        here = everything(con)
    if ours.running["worker 1"].poll() is not None:  # a test before has killed it
        ours.start("worker 1")
    parts = []

    @contextmanager
    def half_stopped() -> Iterator[Executor]:
        with dask.workers_at(ours.address)() as executor:
            if ours.running["worker 2"].poll() is None:  # it is handed parts, and never sums them up
                ours.running["worker 2"].send_signal(signal.SIGSTOP)
            yield executor

    def killing(*asked: Any) -> Iterator[Any]:
        for done in results_on(*asked):
            parts.append(done)
            if ours.running["worker 2"].poll() is None:
                ours.kill("worker 2")
            yield done

    monkeypatch.setattr(summing, "results_on", killing)
    monkeypatch.setattr(derived, "HANDS_OF_A_WORKER", 256)
    with open_marts(store, sum_parts=by_workers(half_stopped, Folder(store), partial(key_in, store))) as con:
        assert everything(con) == here
    assert len(parts) > 5


def test_a_missing_scheduler_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "_CONNECTING", 0.2)
    refused = peder(tmp_path / "store", *ASK, "--cluster", "tcp://127.0.0.1:9", code=1)
    assert refused.stderr.startswith("peder: No scheduler answers at tcp://127.0.0.1:9: start")


def test_an_address_that_takes_certificates_says_so(tmp_path: Path) -> None:
    refused = peder(tmp_path / "store", *ASK, "--cluster", "tls://127.0.0.1:9", code=1)
    assert refused.stderr.startswith(
        "peder: tls://127.0.0.1:9 doesn't go with the certificates of this machine"
    )


@pytest.fixture
def silent() -> Iterator[int]:
    """The port of a server that accepts connections and never answers, like a network that drops packets."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


def test_a_scheduler_that_never_answers_is_a_sentence(
    tmp_path: Path, silent: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask, "_CONNECTING", 0.2)
    refused = peder(tmp_path / "store", *ASK, "--cluster", f"tcp://127.0.0.1:{silent}", code=1)
    assert refused.stderr.startswith(f"peder: No scheduler answers at tcp://127.0.0.1:{silent}: start")


def test_a_bucket_that_never_answers_is_a_sentence_and_the_run_goes_on_afterwards(
    tmp_path: Path, silent: int, whole: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in Gateway(tmp_path, silent).environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(buckets, "_TIMEOUT", timedelta(milliseconds=100))
    monkeypatch.setattr(buckets, "_RETRIES", 0)
    lost = f"s3://{BUCKET}/never"
    (tmp_path / "bucket").mkdir()
    there = Bucket(f"file://{tmp_path}/bucket")
    simulate(BucketStore(there), RUN, session_id="r", shard=(1, 2))
    away = buckets._opened(lost)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(buckets, "_opened", lambda url: away)
        with pytest.raises(LostError, match=r"^The bucket file://.* can't be reached \(.*AWS_ENDPOINT_URL"):
            simulate(BucketStore(there), RUN, session_id="r")
    simulate(BucketStore(there), RUN, session_id="r")
    assert checksums_in(there) == whole


def test_what_the_docs_have_started_is_what_dask_takes() -> None:
    text = (ROOT / "docs" / "cluster.md").read_text("utf-8")
    (command,) = re.findall(r"^ExecStart=/opt/peder/bin/(.*)$", text, re.M)
    words = command.split()
    main = import_module(f"distributed.cli.dask_{words[1]}").main
    assert main.make_context(words[1], words[2:]).params["protocol"] == "tls"
