"""Others who fail us: a bucket that throttles and breaks, a worker with other code, an archive that was forged."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

import polars as pl

from engine.errors import PederError
from pipeline.store.backup.archive import ArchiveWriter
from pipeline.store.backup.restore import restore_backup
from pipeline.store.manifest import damage
from pipeline.store.store import Store
from tests.cluster.processes import ROOT, cluster
from tests.torture.files import right_store
from tests.torture.mutations import damaged, no_disk

RUN = (
    "simulate",
    "guts",
    "-n",
    "300",
    "--seed",
    "3",
    "--session",
    "r",
    "--threads",
    "2",
    "--profiles",
    "plain-steady",
)
ANSWERS = {500: "InternalError", 503: "SlowDown", 429: "TooManyRequests"}


@contextmanager
def bucket(share: float, seed: int) -> Iterator[dict[str, str]]:
    """An S3 endpoint in memory that refuses a share of all requests; the environment that leads to it."""
    objects: dict[str, bytes] = {}
    draw, lock = random.Random(seed), threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

        def _answer(self, code: int, data: bytes = b"", tag: bytes | None = None) -> None:
            self.send_response(code)
            self.send_header("content-length", str(len(data)))
            self.send_header("last-modified", "Mon, 23 Nov 2026 12:00:00 GMT")
            if tag is not None:
                self.send_header("etag", f'"{hash(tag) & 0xFFFFFFFF:08x}"')
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(data)

        def _any(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            with lock:
                if draw.random() < share:
                    code = draw.choice(list(ANSWERS))
                    self._answer(code, f"<Error><Code>{ANSWERS[code]}</Code></Error>".encode())
                    return
                self._do(body)

        def _do(self, body: bytes) -> None:
            url = urlsplit(self.path)
            key = unquote(url.path).removeprefix("/peder").lstrip("/")
            if self.command == "PUT":
                if self.headers.get("if-none-match") == "*" and key in objects:
                    self._answer(412)
                    return
                objects[key] = body
                self._answer(200, tag=body)
            elif self.command == "DELETE":
                objects.pop(key, None)
                self._answer(204)
            elif not key:
                prefix = parse_qs(url.query).get("prefix", [""])[0]
                rows = "".join(
                    f"<Contents><Key>{escape(name)}</Key><LastModified>2026-11-23T12:00:00Z</LastModified>"
                    f'<ETag>"{hash(data) & 0xFFFFFFFF:08x}"</ETag><Size>{len(data)}</Size></Contents>'
                    for name, data in sorted(objects.items())
                    if name.startswith(prefix)
                )
                self._answer(
                    200,
                    f"<ListBucketResult><IsTruncated>false</IsTruncated>{rows}</ListBucketResult>".encode(),
                )
            elif key in objects:
                self._answer(200, objects[key], tag=objects[key])
            else:
                self._answer(404, b"<Error><Code>NoSuchKey</Code></Error>")

    for verb in ("GET", "HEAD", "PUT", "DELETE"):
        setattr(Handler, f"do_{verb}", Handler._any)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield {
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{server.server_port}", "AWS_ACCESS_KEY_ID": "a",
            "AWS_SECRET_ACCESS_KEY": "b", "AWS_REGION": "x", "AWS_ALLOW_HTTP": "true",
        }  # fmt: skip
    finally:
        server.shutdown()
        server.server_close()


def _peder(environment: dict[str, str], store: object, *words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pipeline.cli", "--store", str(store), "--lang", "en", *map(str, words)]
    return subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


def buckets(folder: Path, first: int, count: int) -> Iterator[tuple[int, str, list[str]]]:
    """A run written to a bucket that refuses one in ten, or half, or all requests, and asked for: the answers of
    a folder, or a sentence, after which the same commands succeed where the bucket answers again.
    """
    ask = ("sql", "select count(*) as hands, sum(pot) as pots from stg_hands", "--json")
    _peder({}, folder / "store", *RUN)
    whole = _peder({}, folder / "store", *ask).stdout
    assert '"hands": 1800' in whole, whole  # a game of guts is six deals
    for number in range(first, count):
        share = (0.1, 0.5, 1.0)[number % 3]
        faults = []
        with bucket(share, number) as environment:
            environment["XDG_CACHE_HOME"] = str(folder / f"cache-{number}")
            for words in (RUN, ask):
                done = _peder(environment, "s3://peder/store", *words)
                if (
                    done.returncode not in (0, 1)
                    or "a fault in peder" in done.stderr
                    or "Traceback" in done.stderr
                ):
                    faults.append(f"{words[0]}: {done.stderr[-400:]}")
                if words is ask and share < 0.2 and done.stdout != whole:
                    faults.append(f"another answer: {done.stdout[-200:]} {done.stderr[-200:]}")
        yield number + 1, f"{share:.0%} refused", faults


def workers(folder: Path, first: int, count: int) -> Iterator[tuple[int, str, list[str]]]:
    """Workers that run other code than we: refused before anything is written."""
    other = shutil.copytree(
        ROOT, folder / "other", ignore=shutil.ignore_patterns(".*", "tests", "docs", "demo")
    )
    changed = other / "engine" / "simulate.py"
    changed.write_text(changed.read_text(encoding="utf-8") + "\nOTHER = True\n", encoding="utf-8")
    with cluster(folder / "cluster", {"PYTHONPATH": str(other)}) as ours:
        for number in range(first, count):
            done = _peder({}, folder / "store", *RUN[:8], "--cluster", ours.address)
            faults = (
                []
                if done.returncode == 1 and "install the same on both" in done.stderr
                else [done.stderr[-400:]]
            )
            if (folder / "store").exists():
                faults.append("something was written")
            yield number + 1, "workers of other code", faults


def archives(folder: Path, first: int, count: int) -> Iterator[tuple[int, str, list[str]]]:
    """Backups with right checksums and wrong contents: all is restored and sound, or nothing at all is."""
    right_store(folder)
    with zipfile.ZipFile(folder / "right.zip") as archive:
        members = {name: archive.read(name) for name in archive.namelist() if name != "manifest.json"}
    with no_disk():
        for number in range(first, count):
            draw = random.Random(number)
            forged = {name: (data, 1e9) for name, data in members.items()}
            name = draw.choice(sorted(members))
            what = _forge(forged, name, draw, folder / "players")
            file, restored = folder / "forged.zip", Store(folder / "restored")
            with file.open("wb") as out, ArchiveWriter(out) as writer:
                for path, (data, at) in forged.items():
                    writer.add(path, data, at)
            shutil.rmtree(restored.path, ignore_errors=True)
            faults = []
            try:
                restore_backup(restored, file)
                faults += [f"{session}: {fault}" for session, fault in damage(restored.path)]
                restored.read("players")
            except PederError:
                if restored.path.exists() and (restored.session_ids() or restored.unfinished()):
                    faults.append("something is left")
            except Exception as error:
                faults.append(f"{error!r:.300}")
            if any(folder.parent.glob("outside*")):
                faults.append("a file was written outside")
            yield number + 1, f"archive {number} ({what})", faults


def _forge(files: dict[str, tuple[bytes, float]], name: str, draw: random.Random, room: Path) -> str:
    """Change a file of an archive; what was done."""
    data, at = files[name]
    case = draw.randrange(7)
    if case == 0:
        files[name] = damaged(data, draw), at
    elif case == 1:
        files[name] = files[draw.choice(sorted(files))]
    elif case == 2:
        del files[name]
    elif case == 3:
        files[
            draw.choice(
                [
                    "../outside",
                    "hands/../../outside",
                    "/outside",
                    "journal/a\\b",
                    "x" * 300,
                    "hands/session_id=../p",
                ]
            )
        ] = data, at
    elif case == 4:
        files[name] = data, draw.choice([-1.0, 1e300, float("inf"), float("nan"), 4e9])
    elif case == 5:
        people = pl.DataFrame({"player_id": draw.choice([[None], ["a", "a"], [1, 2]])}, strict=False)
        people.write_parquet(room)
        files["players/part-0.parquet"] = room.read_bytes(), at
    else:
        text = data.decode(errors="replace")
        files[name] = json.dumps(text[: draw.randrange(len(text) + 1)]).encode(), at
    return f"{name}, case {case}"
