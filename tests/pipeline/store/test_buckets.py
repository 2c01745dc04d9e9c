"""A store in a bucket: the bytes of a folder, one of several commits, and commands that read and write it.

A folder stands for the bucket here, by way of the same library; `make torture` has a real gateway.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from typer.testing import CliRunner

pytest.importorskip("obstore", reason="needs the extra peder[cluster]")

from engine.catalogue import VARIANTS
from pipeline.analysis import derived
from pipeline.analysis.marts import open_marts
from pipeline.cli import app
from pipeline.distributed import bucket as buckets, summed_by
from pipeline.distributed.bucket import Bucket
from pipeline.distributed.bucket_store import BucketStore, manifest_in
from pipeline.distributed.mirror import Mirror
from pipeline.simulation import runs
from pipeline.simulation.runs import Run, simulate
from pipeline.store.faults import FaultKind
from pipeline.store.files import StoreError
from pipeline.store.locations import Folder, Location, LostError
from pipeline.store.manifest import Manifest, damage, manifest_of, manifest_path
from pipeline.store.players import add_names
from pipeline.store.session_names import session_folder
from pipeline.store.store import Store
from tests.stores import earlier_manifest, everything, only, peder

RUN = Run(variants=[VARIANTS["guts"]], hands=70, players=4, seed=5, profiles=("plain-steady",))


@pytest.fixture(autouse=True)
def _small_parts_and_a_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "PART_HANDS", 32)
    monkeypatch.setattr(buckets, "user_cache_path", lambda name: tmp_path / "cache")


@pytest.fixture
def bucket(tmp_path: Path) -> Bucket:
    (tmp_path / "bucket").mkdir()
    return Bucket(f"file://{tmp_path}/bucket")


@pytest.mark.parametrize("kind", ["folder", "bucket"])
def test_a_location_stores_whole_byte_strings(kind: str, tmp_path: Path, bucket: Bucket) -> None:
    location: Location = Folder(tmp_path / "bucket") if kind == "folder" else bucket
    room = tmp_path / "room"
    for data in (b"one", b"two more"):
        assert location.put("hands/b ø%20.bin", data)
        assert location.local("hands/b ø%20.bin", room / "b").read_bytes() == data
    with pytest.raises(FileNotFoundError):
        location.local("hands/a", room / "a")


def test_objects_are_made_once_listed_and_deleted(bucket: Bucket) -> None:
    assert bucket.list("hands") == []
    assert bucket.put("hands/b", b"one")
    assert bucket.put("hands/a", b"two", new=True)
    assert not bucket.put("hands/a", b"three", new=True)
    assert bucket.get("hands/a") == b"two"
    first, second = bucket.list("hands")
    assert (first.key, second.key) == ("hands/a", "hands/b")
    assert bucket.put("hands/a", b"three more")
    (changed, _) = bucket.list("hands")
    assert changed.tag != first.tag
    bucket.drop(["hands/a", "hands/never"])
    assert [listed.key for listed in bucket.list("hands")] == ["hands/b"]
    with pytest.raises(FileNotFoundError):
        bucket.get("hands/a")


def parts(contents: Manifest | None) -> dict[tuple[str, str], str]:
    """The checksums of what a session consists of, but for the row with its times."""
    assert contents
    return {(part.table, part.name): part.sha256 for part in contents.parts if part.table != "sessions"}


def test_a_run_in_a_bucket_is_the_run_in_a_folder(tmp_path: Path, bucket: Bucket) -> None:
    folder, shared = Store(tmp_path / "store"), BucketStore(bucket)
    simulate(folder, RUN, threads=2)
    for number in (2, 1):
        assert not shared.has(RUN.name)
        simulate(shared, RUN, shard=(number, 2), pool=partial(ThreadPoolExecutor, 2))
    assert parts(shared.manifest(RUN.name)) == parts(manifest_of(folder.path, session_folder(RUN.name)))
    with pytest.raises(StoreError, match=r"^The session 'run-guts.* is already in file://.*--replace"):
        simulate(shared, RUN)


def test_one_of_two_at_once_commits(bucket: Bucket) -> None:
    stores = [BucketStore(bucket), BucketStore(bucket)]
    row = {"session_id": "r", "kind": "run", "seed": 5}
    with stores[0].begin_session(row) as one, stores[1].begin_session(row) as two:
        for writer in (one, two):
            writer.commit(ended_at=runs.datetime.now(runs.UTC))
    with stores[0].begin_session({**row, "seed": 6}, replace=True) as other:
        other.commit(ended_at=runs.datetime.now(runs.UTC))
    manifest = stores[0].manifest("r")
    assert manifest
    assert {listed.key.split("/")[2] for listed in bucket.list("parts")} == {manifest.within}


def test_two_runs_of_one_name_at_once_are_one_and_a_sentence(bucket: Bucket) -> None:
    store, row = BucketStore(bucket), {"session_id": "r", "kind": "run"}
    now = runs.datetime.now(runs.UTC)
    with store.begin_session({**row, "seed": 1}) as one, store.begin_session({**row, "seed": 2}) as other:
        other.commit(ended_at=now)
        with pytest.raises(StoreError, match=r"^Another run was written as 'r' into file://"):
            one.commit(ended_at=now)
    Mirror(bucket).follow()
    assert Store(Mirror(bucket).path).read("sessions")["seed"].to_list() == [2]


def test_a_folder_copied_into_a_bucket_as_it_was_is_read_and_replaced(bucket: Bucket, tmp_path: Path) -> None:
    simulate(Store(tmp_path / "store"), RUN, session_id="a", threads=1)
    shutil.copytree(tmp_path / "store", tmp_path / "bucket", dirs_exist_ok=True)
    mirror = Mirror(bucket)
    mirror.follow()
    assert Store(mirror.path).session_ids() == ["a"]
    assert list(damage(mirror.path)) == []
    for part in mirror.path.glob("*/session_id=*/part-*"):
        assert bucket.get(mirror.key(part)) == part.read_bytes()
    before = bucket.list("contents")
    mirror.publish()
    assert bucket.list("contents") == before
    simulate(BucketStore(bucket), Run(**{**vars(RUN), "seed": 6}), session_id="a", replace=True)
    mirror.follow()
    assert Store(mirror.path).read("sessions")["seed"].to_list() == [6]
    assert list(damage(mirror.path)) == []
    assert not [one for table in ("hands", "seats", "sessions") for one in bucket.list(table)]


def test_a_mirror_follows_the_bucket(bucket: Bucket, tmp_path: Path) -> None:
    store, mirror = BucketStore(bucket), Mirror(bucket)
    mirror.follow()
    assert Store(mirror.path).session_ids() == []
    simulate(store, RUN, session_id="a")
    simulate(store, RUN, session_id="b")
    mirror.follow()
    assert Store(mirror.path).session_ids() == ["a", "b"]
    assert list(damage(mirror.path)) == []
    for part in mirror.path.glob("*/session_id=*/part-*"):
        assert bucket.get(mirror.key(part)) == part.read_bytes()
    before = sorted((mirror.path / "hands" / "session_id=b").iterdir())[0].stat()
    mirror.follow()
    assert sorted((mirror.path / "hands" / "session_id=b").iterdir())[0].stat() == before
    simulate(store, Run(**{**vars(RUN), "seed": 6}), session_id="b", replace=True)
    bucket.drop([manifest_path("session_id=a")])
    mirror.follow()
    assert Store(mirror.path).session_ids() == ["b"]
    assert Store(mirror.path).read("sessions")["seed"].to_list() == [6]
    assert list(damage(mirror.path)) == []


@pytest.mark.nightly  # in short: workers without a bucket
def test_workers_who_read_the_bucket_sum_up_its_runs_as_this_machine_does(
    bucket: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker has only the object: once the sums of a whole run were empty, since its key tells no session."""
    monkeypatch.setattr("queries.warehouse.load_models", only("mart_runs", "mart_variant_", "mart_variants"))
    monkeypatch.setattr(derived, "HANDS_OF_A_WORKER", 40)
    simulate(BucketStore(bucket), RUN, session_id="a run")
    mirror = Mirror(bucket)
    mirror.follow()
    with open_marts(mirror.path) as con:
        here = everything(con)
    assert len(here["mart_variant_distribution"]) > 1
    shutil.rmtree(mirror.path / ".cache")
    with open_marts(mirror.path, sum_parts=summed_by(partial(ThreadPoolExecutor, 2), mirror)) as con:
        assert everything(con) == here


def test_lost_objects_of_a_bucket_are_reported(bucket: Bucket) -> None:
    simulate(BucketStore(bucket), RUN, session_id="a")
    (part, *_) = [each.key for each in bucket.list("parts") if "/seats/part-0" in each.key]
    bucket.drop([part])
    mirror = Mirror(bucket)
    mirror.follow()
    ((session, fault),) = damage(mirror.path)
    assert session == "a"
    assert fault.kind is FaultKind.GONE


@pytest.fixture
def ask(bucket: Bucket) -> Callable[..., str]:
    def run(*words: object, code: int = 0) -> str:
        done = peder(Path("unused"), *words, "--store", bucket.url)
        assert done.exit_code == code, done.output
        return done.stdout if code == 0 else done.stderr

    return run


def test_commands_on_a_bucket(
    bucket: Bucket, ask: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask("simulate", "guts", "-n", 40, "--profiles", "plain-steady", "--session", "r")
    ask("season", "-n", 1, "--game", "guts", "--group", "Anna Bo Carl Dorte", "--season", "s")
    mirror = Mirror(bucket)
    for part in mirror.path.glob("*/session_id=s-*/part-*"):  # put there by this machine
        assert bucket.get(mirror.key(part)) == part.read_bytes()
    built = {row["mart"]: row["rows"] for row in json.loads(ask("build", "--json"))}
    assert built["mart_sessions"] == 2
    page = tmp_path / "games.html"
    ask("report", "variants", "--out", page)
    assert "Guts" in page.read_text()
    monkeypatch.setattr(buckets, "user_cache_path", lambda name: tmp_path / "another machine")
    names = "select session_id from stg_sessions order by 1"
    assert [row["session_id"] for row in json.loads(ask("sql", names, "--json"))] == ["r", "s-night-01"]
    assert "Anna" in ask("players")
    ask("check")
    night = tmp_path / "night.jsonl"
    ask("export", "json", "s-night-01", "--out", night)
    bucket.drop([manifest_path("session_id=s-night-01")])
    ask("export", "json", "s-night-01", "--out", night, code=1)
    ask("import", "json", night)
    assert BucketStore(bucket).has("s-night-01")


def test_a_bucket_has_the_group_s_own_games(
    bucket: Bucket, ask: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shown(game: str) -> str:
        ask("game", "list")
        return CliRunner().invoke(app, ["--store", bucket.url, "show", game]).output

    file = tmp_path / "woolworth.toml"
    file.write_text('name = "Woolworth"\naliases = ["ww"]\nlike = "seven-card-stud"\nwild = ["5", "T"]\n')
    ask("game", "add", file)
    rules = Mirror(bucket).path / "games"
    assert {one.key for one in bucket.list("games")} == {
        f"games/{path.relative_to(rules).as_posix()}" for path in rules.rglob("*.toml")
    }
    monkeypatch.setattr(buckets, "user_cache_path", lambda name: tmp_path / "another machine")
    ask("simulate", "ww", "-n", 40, "--profiles", "plain-steady", "--session", "r")
    assert BucketStore(bucket).has("r")
    assert "fives and tens" in shown("ww")
    (row,) = json.loads(ask("game", "list", "--json"))
    assert row["hands"] == 40
    file.write_text(file.read_text().replace('"T"', '"9"'))
    ask("game", "add", file, "--replace")
    monkeypatch.setattr(buckets, "user_cache_path", lambda name: tmp_path / "cache")
    assert "fives and nines" in shown("ww")
    assert sorted(one["state"] for one in json.loads(ask("game", "list", "--json"))) == [
        "earlier rules",
        "played",
    ]
    ask("game", "retire", "ww")
    monkeypatch.setattr(buckets, "user_cache_path", lambda name: tmp_path / "another machine")
    assert "five-and-ten-cent store" in shown("woolworth")  # the catalogue's
    assert (
        len(json.loads(ask("game", "list", "--json"))) == 1
    )  # its hands stay, and the rules that they were played by


def test_two_machines_that_add_one_game_at_once_are_told(bucket: Bucket, tmp_path: Path) -> None:
    mirror = Mirror(bucket)
    mirror.follow()
    (mirror.path / "games").mkdir()
    (mirror.path / "games" / "ww.toml").write_text("mine")
    bucket.put("games/ww.toml", b"another's")
    with pytest.raises(StoreError, match=r"^The game ww was written to .* by another machine"):
        mirror.publish()
    mirror.follow()
    assert (mirror.path / "games" / "ww.toml").read_text() == "another's"


def test_players_reach_other_machines_and_are_never_overwritten(
    bucket: Bucket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def enter(*names: str) -> Mirror:
        mirror = Mirror(bucket)
        add_names(Store(mirror.path), {name.lower(): [name] for name in names})
        return mirror

    mine = enter("Anna")
    mine.publish()
    monkeypatch.setattr(buckets, "user_cache_path", lambda name: tmp_path / "another machine")
    Mirror(bucket).follow()
    theirs = enter("Bo")
    assert Store(theirs.path).read("players")["player_id"].to_list() == ["anna", "bo"]
    assert list(damage(theirs.path)) == []
    theirs.publish()
    add_names(Store(mine.path), {"carl": ["Carl"]})
    with pytest.raises(StoreError, match=r"^The players in .* were changed by another meanwhile"):
        mine.publish()
    mine.follow()
    assert Store(mine.path).read("players")["player_id"].to_list() == ["anna", "bo"]


def test_players_whom_an_earlier_version_put_into_a_bucket_are_fetched(
    bucket: Bucket, tmp_path: Path
) -> None:
    old = Store(tmp_path / "old")
    add_names(old, {"anna": ["Anna"]})
    table = (old.path / "players" / "part-0.parquet").read_bytes()
    bucket.put("players/part-0.parquet", table)
    bucket.put("contents/players.json", earlier_manifest(table))
    mirror = Mirror(bucket)
    mirror.follow()
    assert Store(mirror.path).read("players")["player_id"].to_list() == ["anna"]
    assert list(damage(mirror.path)) == []


def test_a_journal_stays_on_the_disk(ask: Callable[..., str]) -> None:
    for words in (("log", "x"), ("settle", "x"), ("bank", "x")):
        text = ask(*words, code=1)
        assert text.startswith("peder: Journals lie on this machine's disk, not in file://")
        assert "peder import json night.jsonl --store file://" in text


def test_a_bucket_that_cannot_be_reached_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "x")
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    monkeypatch.setattr(buckets, "_RETRIES", 0)
    with pytest.raises(LostError, match=r"^The bucket s3://nowhere/x can't be reached \(.*AWS_ENDPOINT_URL"):
        Bucket("s3://nowhere/x").list("contents")


def test_a_bucket_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Missing(BaseHTTPRequestHandler):
        """A server that has no such bucket, as S3 says it."""

        def answer(self) -> None:
            self.rfile.read(int(self.headers.get("content-length") or 0))
            body = b"" if self.command == "HEAD" else b"<Error><Code>NoSuchBucket</Code></Error>"
            self.send_response(404)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    for method in ("GET", "HEAD", "PUT"):
        setattr(Missing, f"do_{method}", Missing.answer)

    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "x")
    with ThreadingHTTPServer(("127.0.0.1", 0), Missing) as server:
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{server.server_port}")
        Thread(target=server.serve_forever, daemon=True).start()
        nowhere = Bucket("s3://nowhere/x")
        for ask in (lambda: nowhere.list("contents"), lambda: nowhere.put("contents/a", b"")):
            with pytest.raises(StoreError, match=r"^There is no bucket at s3://nowhere/x: make it"):
                ask()
        assert manifest_in(nowhere, "session_id=a") is None
        server.shutdown()


@pytest.fixture(autouse=True)
def _opened_anew() -> Iterator[None]:
    yield
    buckets._opened.cache_clear()
