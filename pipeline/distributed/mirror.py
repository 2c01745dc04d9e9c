"""A store in a bucket as a folder of this machine: new sessions are fetched, and local changes published.

The folder lies in the user's cache and may be deleted. All readers read the store there, and marts are built there.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import unquote

from language import tr
from pipeline.distributed.bucket import Bucket, cache_of
from pipeline.distributed.bucket_store import (
    AT_ONCE,
    drop_parts,
    manifest_in,
    part_key,
    parts_of,
)
from pipeline.store.files import StoreError, readable_errors, write_whole
from pipeline.store.games import GAMES, VERSIONS
from pipeline.store.locks import FileLock
from pipeline.store.manifest import (
    JOURNALS,
    KEY,
    MANIFESTS,
    PLAYERS,
    Manifest,
    Part,
    journal_of,
    manifest_path,
    manifests,
    read_manifest,
    table_path,
)
from pipeline.store.progress import Progress
from pipeline.store.publication import FOLDERS, adopt, begin_whole

_STATE = ".bucket.json"
_GAME = re.compile(rf"{GAMES}/(?:{VERSIONS}/)?[a-z0-9-]+(?:@[0-9a-f]+)?\.toml")
"""The key of the definition of a game of the group's own."""


@dataclass(frozen=True)
class _Seen:
    """The last state that was identical here and in the bucket: its tag there, its checksum here."""

    tag: str
    here: str


class Mirror:
    def __init__(self, bucket: Bucket) -> None:
        self.bucket = bucket
        self.path = cache_of(bucket.url) / "store"
        self._within: dict[str, str | None] = {}

    def follow(self, progress: Progress | None = None, *, games_alone: bool = False) -> None:
        """Fetch the sessions and games that are new in the bucket or have changed there, forget those that are gone.

        With `games_alone` sessions stay unchanged. Raises StoreError if the bucket can't be read, or the cache can't
        be written.
        """
        with self._locked_states() as seen:
            tags = {one.key: one.tag for one in self.bucket.list(GAMES) if _GAME.fullmatch(one.key)}
            if games_alone:
                tags |= {name: one.tag for name, one in seen.items() if not _GAME.fullmatch(name)}
            else:
                for one in self.bucket.list(MANIFESTS):
                    name = one.key.split("/")[1].removesuffix(".json")
                    if one.key == manifest_path(name):
                        tags[name] = one.tag
            changed = [name for name, tag in tags.items() if name not in seen or seen[name].tag != tag]
            for number, name in enumerate(changed):
                if progress:
                    progress(tr("fetching from the bucket"), number, len(changed))
                if _GAME.fullmatch(name):
                    self._fetch_game(name)
                else:
                    self._fetch(name)
                seen[name] = _Seen(tags[name], self._here(name))
            for name in seen.keys() - tags.keys():
                if seen[name].here == self._here(
                    name
                ):  # else it was written here again and is not published yet
                    self._forget(name)
                del seen[name]

    def publish(self, progress: Progress | None = None) -> None:
        """Write into the bucket what has changed here: whole sessions, the players, and games.

        Raises StoreError if another machine has written the same data meanwhile.
        """
        with self._locked_states() as seen:
            names = [name for name, manifest in manifests(self.path) if isinstance(manifest, Manifest)]
            games = [path.relative_to(self.path).as_posix() for path in (self.path / GAMES).rglob("*.toml")]
            names += [name for name in sorted(games) if _GAME.fullmatch(name)]
            new = [name for name in names if name not in seen or seen[name].here != self._here(name)]
            for number, name in enumerate(new):
                if progress:
                    progress(tr("publishing to the bucket"), number, len(new))
                if _GAME.fullmatch(name):
                    key = self._publish_game(name, is_new=name not in seen)
                else:
                    key = self._publish(name, seen.get(name))
                tags = {listed.key: listed.tag for listed in self.bucket.list(key.rpartition("/")[0])}
                seen[name] = _Seen(tags[key], self._here(name))
            retired = [name for name in seen if _GAME.fullmatch(name) and name not in games]
            self.bucket.drop(retired)
            for name in retired:
                del seen[name]

    def key(self, part: Path) -> str:
        """The key in the bucket of a part file of this folder, once its session is published."""
        table, name = part.parts[-3], part.parts[-2]
        if name not in self._within:
            there = manifest_in(self.bucket, name)
            self._within[name] = there.within if there else None
        return part_key(name, self._within[name], table, part.name)

    @contextmanager
    def _locked_states(self) -> Iterator[dict[str, _Seen]]:
        """The states by folder, locked against other processes of this machine, and stored afterwards."""
        with readable_errors(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
        lock = FileLock(self.path / ".bucket.lock")
        lock.acquire(wait=True)
        try:
            seen: dict[str, _Seen] = {}
            try:
                states = json.loads((self.path / _STATE).read_text(encoding="utf-8"))
                seen = {name: _Seen(**one) for name, one in states.items()}
            except (OSError, ValueError, TypeError, AttributeError):
                pass  # all is fetched again
            try:
                yield seen
            finally:
                with readable_errors(self.path):
                    text = json.dumps({name: vars(one) for name, one in seen.items()})
                    write_whole(self.path / _STATE, text.encode())
        finally:
            lock.release()

    def _here(self, name: str) -> str:
        """The checksum of a game, or of the manifest of a session or the players, here."""
        place = self.path / (name if _GAME.fullmatch(name) else manifest_path(name))
        try:
            return hashlib.sha256(place.read_bytes()).hexdigest()
        except FileNotFoundError:
            return ""

    def _fetch(self, name: str) -> None:
        """Fetch a session, or the players, in place of the local ones. Files that the bucket has lost are left out; `peder store check`
        reports them.
        """
        manifest = manifest_in(self.bucket, name)
        if manifest is None:
            return  # gone since
        whole = self.path / ".incoming" / name
        with readable_errors(self.path):
            manifest_place = begin_whole(whole)

            def fetch(part: Part) -> None:
                try:
                    data = self.bucket.get(part_key(name, manifest.within, part.table, part.name))
                except FileNotFoundError:
                    return
                place = whole / part.table / part.name
                place.write_bytes(data)
                when = int(part.sha256[:12], 16)  # stands for the time, since it changes with the bytes
                os.utime(place, ns=(when, when))

            with ThreadPoolExecutor(AT_ONCE) as pool:
                list(pool.map(fetch, manifest.parts))
            manifest_place.write_text(manifest.text(), encoding="utf-8")
            if manifest.journal:
                place = journal_of(self.path, name)
                place.parent.mkdir(exist_ok=True)
                key = place.relative_to(self.path).as_posix()
                if manifest.within:
                    key = part_key(name, manifest.within, JOURNALS, place.name)
                write_whole(place, self.bucket.get(key))
        adopt(self.path, whole)

    def _fetch_game(self, name: str) -> None:
        place = self.path / name
        with readable_errors(self.path):
            place.parent.mkdir(parents=True, exist_ok=True)
            write_whole(place, self.bucket.get(name))

    def _forget(self, name: str) -> None:
        """Remove a game, or a session, its row first."""
        with readable_errors(self.path):
            if _GAME.fullmatch(name):
                (self.path / name).unlink(missing_ok=True)
                return
            journal_of(self.path, name).unlink(missing_ok=True)
            for folder in FOLDERS:
                shutil.rmtree(self.path / folder / name, ignore_errors=True)

    def _publish(self, name: str, seen: _Seen | None) -> str:
        """Write a session, or the players, into the bucket; returns the key of the manifest, which comes last.

        Raises StoreError where it is there already, or was changed by another machine.
        """
        key = manifest_path(name)
        there = {listed.key: listed.tag for listed in self.bucket.list(key.rpartition("/")[0])}
        if there.get(key) != (seen.tag if seen else None):
            raise self._meanwhile(name)
        manifest = read_manifest(self.path, name)
        within = _parts_folder(manifest.text())
        where = parts_of(self.bucket, name, within)

        def put(part: Part) -> None:
            place = self.path / table_path(part.table, name) / part.name
            where.put(f"{part.table}/{part.name}", place.read_bytes())

        with ThreadPoolExecutor(AT_ONCE) as pool:
            list(pool.map(put, manifest.parts))
        if manifest.journal:
            place = journal_of(self.path, name)
            where.put(f"{JOURNALS}/{place.name}", place.read_bytes())
        before = manifest_in(self.bucket, name) if seen else None
        if not self.bucket.put(key, replace(manifest, within=within).text().encode(), new=before is None):
            raise self._meanwhile(name)
        if before and before.within != within:
            drop_parts(self.bucket, name, before)
        return key

    def _publish_game(self, name: str, *, is_new: bool) -> str:
        """Write the definition of a game into the bucket; returns its key."""
        data = (self.path / name).read_bytes()
        if not self.bucket.put(name, data, new=is_new) and self.bucket.get(name) != data:
            raise StoreError(
                tr(
                    "The game {name} was written to {bucket} by another machine meanwhile: run the command again.",
                    name=name.rpartition("/")[2].removesuffix(".toml"),
                    bucket=self.bucket,
                )
            )
        return name

    def _meanwhile(self, name: str) -> StoreError:
        if name == PLAYERS:
            text = tr(
                "The players in {bucket} were changed by another meanwhile: run the command again.",
                bucket=self.bucket,
            )
        else:
            text = tr(
                "The session {session_id!r} was written to {bucket} by another machine "
                "meanwhile: give another session name, or --replace to write it again.",
                session_id=unquote(name.removeprefix(KEY)),
                bucket=self.bucket,
            )
        return StoreError(text)


def _parts_folder(text: str) -> str:
    """The folder of the parts of a session that is published with this manifest."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]
