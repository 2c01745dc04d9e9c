"""`--store s3://bucket/prefix`: how commands have their store in a bucket."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from language import tr
from pipeline.commands import BucketAddress

if TYPE_CHECKING:
    from pipeline.simulation.written import RunStore
    from pipeline.store.bucket import Bucket
    from pipeline.store.mirror import Mirror


def mirrored(ctx: typer.Context, address: BucketAddress) -> Mirror:
    """The store in a bucket as a folder of this machine, up to date. What the command writes there is
    published when it ends, however it ends.
    """
    from pipeline.progress import bar

    bucket = _bucket(address)
    from pipeline.store.mirror import Mirror

    mirror = Mirror(bucket)
    with bar() as progress:
        mirror.follow(progress)

    def publish() -> None:
        with bar() as progress:
            mirror.publish(progress)

    ctx.call_on_close(publish)
    return mirror


def run_store(store: Path | BucketAddress) -> RunStore:
    """Where runs are written: into a folder, or straight into a bucket."""
    from pipeline.store.store import Store

    if not isinstance(store, BucketAddress):
        return Store(store)
    bucket = _bucket(store)
    from pipeline.store.bucket_store import BucketStore

    return BucketStore(bucket)


def _bucket(address: BucketAddress) -> Bucket:
    """The bucket at an address. Raises CallError where the packages for it are missing."""
    from engine.api import CallError

    try:
        from pipeline.store.bucket import Bucket
    except ImportError as error:
        raise CallError(
            tr("A store in a bucket needs more packages: pip install 'peder[cluster]'.")
        ) from error
    return Bucket(str(address).rstrip("/"))
