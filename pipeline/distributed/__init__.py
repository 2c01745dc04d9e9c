"""Stores in buckets and workers on other machines: optional, `pip install 'peder[cluster]'`.

The rest of the program knows a `Location`, a `RunStore` (`pipeline.store.locations`) and an executor
(`pipeline.simulation.executor.Pool`), and gets them from the functions here, which import what they need. They raise
CallError if a package is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.api import CallError, Variant
from language import tr

if TYPE_CHECKING:
    from pipeline.analysis.derived import SumParts
    from pipeline.distributed.bucket import Bucket
    from pipeline.distributed.mirror import Mirror
    from pipeline.simulation.executor import Pool
    from pipeline.store.locations import RunStore


def bucket_mirror(address: str) -> Mirror:
    """Return the store in a bucket as a folder of this machine, to follow and to publish. Doesn't connect yet. Raises
    CallError if a package is missing.

    >>> mirror = bucket_mirror("s3://friends/poker/")
    >>> mirror.bucket.url, mirror.path.name
    ('s3://friends/poker', 'store')
    """
    bucket = _bucket(address)
    from pipeline.distributed.mirror import Mirror

    return Mirror(bucket)


def bucket_runs(address: str) -> RunStore:
    """Return the store in a bucket, for runs that are written straight into it. Doesn't connect yet. Raises CallError
    if a package is missing.

    >>> (tmp / "bucket").mkdir()
    >>> runs = bucket_runs((tmp / "bucket").as_uri())
    >>> with runs.begin_session({"session_id": "run-1", "kind": "run"}) as writer:
    ...     writer.commit(ended_at=None)
    >>> runs.has("run-1"), runs.has("run-2")
    (True, False)
    """
    bucket = _bucket(address)
    from pipeline.distributed.bucket_store import BucketStore

    return BucketStore(bucket)


def cluster_workers(address: str, variants: Sequence[Variant] = (), *, learned: bool = False) -> Pool:
    """Return the workers of a Dask scheduler, with the kernels of some games compiled.

    Raises CallError if a package is missing, ClusterError where there is no such cluster.
    """
    try:
        from pipeline.distributed.cluster import workers_at
    except ImportError as error:
        raise CallError(tr("--cluster needs more packages: pip install 'peder[cluster]'.")) from error
    return workers_at(address, variants, learned=learned)


def summed_by(pool: Pool, store: Path | Mirror) -> SumParts:
    """Let workers sum up the runs of a store, in a shared folder or in a bucket. Returns the function that sums up
    portions (`pipeline.analysis.derived.derive_sums`).
    """
    from pipeline.distributed.sums import by_workers, key_in
    from pipeline.store.locations import Folder

    if isinstance(store, Path):
        root = store.absolute()
        return by_workers(pool, Folder(root), partial(key_in, root))
    key: Callable[[Path], str] = store.key
    return by_workers(pool, store.bucket, key)


def _bucket(address: str) -> Bucket:
    try:
        from pipeline.distributed.bucket import Bucket
    except ImportError as error:
        raise CallError(
            tr("A store in a bucket needs more packages: pip install 'peder[cluster]'.")
        ) from error
    return Bucket(address.rstrip("/"))
