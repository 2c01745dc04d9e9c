"""A prefix of an object store as a location: S3, or a service with its protocol (`peder[cluster]`).

Credentials, region and endpoint come from the environment of each process, as in Amazon's own tools
(`AWS_ACCESS_KEY_ID`, `AWS_ENDPOINT_URL`, …). obstore retries failed requests.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import NamedTuple

import obstore
from obstore.exceptions import (
    AlreadyExistsError,
    BaseError,
    InvalidPathError,
    PermissionDeniedError,
    UnauthenticatedError,
)
from obstore.store import ObjectStore, from_url
from platformdirs import user_cache_path

from language import tr
from pipeline.store.files import StoreError, readable_errors
from pipeline.store.locations import LostError

_TIMEOUT = timedelta(seconds=30)
_CONNECTING = timedelta(seconds=5)
_RETRIES = 5
_RETRYING = timedelta(seconds=30)


class Listed(NamedTuple):
    """An object: its key, and a tag that changes with its bytes."""

    key: str
    tag: str


@dataclass(frozen=True)
class Bucket:
    """The objects whose names begin with the path of `url` (`s3://bucket/prefix`) and then with `prefix`.

    The object `a/b` has the key `b` in the bucket's `folder("a")`.
    """

    url: str
    prefix: str = ""

    def __str__(self) -> str:
        return self.url

    def folder(self, name: str) -> Bucket:
        """A folder of the bucket as a location."""
        return replace(self, prefix=f"{self.prefix}{name}/")

    def list(self, prefix: str) -> list[Listed]:
        """Objects by key, with their ETags. What lies in a folder: `prefix` ends where a name does."""
        under = f"{self.prefix}{prefix.rstrip('/')}"
        with _readable_errors(self, lists=True):
            entries = [one for some in obstore.list(_opened(self.url), under or None) for one in some]
        cut = len(self.prefix)
        return sorted(Listed(one["path"][cut:], one["e_tag"] or "") for one in entries)

    def get(self, key: str) -> bytes:
        with _readable_errors(self):
            return bytes(obstore.get(_opened(self.url), self.prefix + key).bytes())

    def put(self, key: str, data: bytes, *, new: bool = False) -> bool:
        """Put an object, in one request: with `new` it is made on condition that there is none."""
        with _readable_errors(self):
            try:
                obstore.put(
                    _opened(self.url),
                    self.prefix + key,
                    data,
                    mode="create" if new else "overwrite",
                    use_multipart=False,
                )
            except AlreadyExistsError:
                return False
            except FileNotFoundError as error:
                raise _no_bucket(self) from error
        return True

    def drop(self, keys: Iterable[str]) -> None:
        names = [self.prefix + key for key in keys]
        with _readable_errors(self):
            for name in names:
                try:
                    obstore.delete(_opened(self.url), name)
                except FileNotFoundError:
                    continue

    def local(self, key: str, place: Path) -> Path:
        """An object, written to `place`."""
        data = self.get(key)
        with readable_errors(place.parent):
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
        return place


def cache_of(url: str) -> Path:
    """The folder of this machine's copy of a bucket; it may be deleted."""
    return user_cache_path("peder") / "buckets" / hashlib.sha256(url.encode()).hexdigest()[:16]


@cache
def _opened(url: str) -> ObjectStore:
    """The object store, opened once in a process."""
    if not url.startswith("s3://"):
        return from_url(url)
    return from_url(
        url,
        client_options={"allow_http": True, "timeout": _TIMEOUT, "connect_timeout": _CONNECTING},
        retry_config={"max_retries": _RETRIES, "retry_timeout": _RETRYING},
    )


def _no_bucket(bucket: Bucket) -> StoreError:
    return StoreError(
        tr("There is no bucket at {bucket}: make it, or name another with --store.", bucket=bucket)
    )


def _is_missing(url: str) -> bool:
    """Whether there is no bucket, asked when objects can't be listed: then a server says that any object is missing."""
    try:
        obstore.head(_opened(url), "contents")
    except FileNotFoundError:
        return True
    except BaseError:
        pass
    return False


@contextmanager
def _readable_errors(bucket: Bucket, *, lists: bool = False) -> Iterator[None]:
    """Raise errors of the object store, or of the network, as a StoreError of one sentence; `lists` says that objects
    are listed, which a bucket that is there always answers.
    """
    try:
        yield
    except (PermissionDeniedError, UnauthenticatedError) as error:
        raise StoreError(
            tr(
                "The bucket {bucket} refuses us ({reason}): set AWS_ACCESS_KEY_ID and "
                "AWS_SECRET_ACCESS_KEY to keys that may read and write it.",
                bucket=bucket,
                reason=_reason(error),
            )
        ) from error
    except (InvalidPathError, ValueError) as error:
        raise StoreError(
            tr("{bucket} can't name a place in a bucket ({reason}).", bucket=bucket, reason=_reason(error))
        ) from error
    except BaseError as error:
        if lists and _is_missing(bucket.url):
            raise _no_bucket(bucket) from error
        raise LostError(
            tr(
                "The bucket {bucket} can't be reached ({reason}): see that the network and "
                "AWS_ENDPOINT_URL are right, and run the command again.",
                bucket=bucket,
                reason=_reason(error),
            )
        ) from error


def _reason(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)[:200].rstrip(". ")
