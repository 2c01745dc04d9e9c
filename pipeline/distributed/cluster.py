"""Workers on other machines as an executor: a scheduler and workers of Dask's (`peder[cluster]`).

The scheduler's port runs whatever is sent to it: use an address that begins with `tls://`, or a network that
is yours alone (docs/cluster.md).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future, InvalidStateError
from contextlib import contextmanager, suppress
from functools import partial
from threading import Event, Thread
from typing import Any, Self

from distributed import Client, KilledWorker, Security
from distributed.comm.core import connect
from distributed.diagnostics.plugin import WorkerPlugin

from engine.api import PederError, Variant
from language import tr
from pipeline.simulation.executor import Pool
from pipeline.simulation.versions import Versions, versions
from pipeline.store.locations import LostError

_CONNECTING = 10.0
_FIRST_WORKER = 30.0
_WATCHING = 30.0
_RETRIES = 3
"""Seconds until a scheduler answers, until it has a worker, and between two looks whether it still answers;
how often a chunk is begun again on another worker when one is lost or fails."""


class ClusterError(PederError):
    """There is no cluster at an address, or it can't play the run."""


def workers_at(address: str, variants: Sequence[Variant] = (), *, learned: bool = True) -> Pool:
    """The workers of a scheduler, as executors to begin; their kernels for some games are compiled.

    Raises ClusterError where no scheduler answers, there is no worker, or one has another version than this process.
    """
    for tries in range(_RETRIES, -1, -1):
        try:
            with _connected(address) as client:
                _check_workers(client, address)
                client.register_plugin(_Prepared(tuple(variants), learned), name="peder")
            break
        except (OSError, CancelledError) as error:  # one of them has just died
            if not tries:
                raise ClusterError(
                    tr(
                        "The scheduler at {address} or its workers are lost while they get ready ({error}): "
                        "see their logs, and run the command again.",
                        address=address,
                        error=error,
                    )
                ) from error
    return partial(_executor, address)


@contextmanager
def _executor(address: str) -> Iterator[Executor]:
    try:
        with _connected(address) as client:
            executor = client.get_executor(pure=False, retries=_RETRIES)
            with _Watched(executor, address) as watched:
                yield watched
    except ClusterError as error:  # it was there before
        raise LostError(str(error)) from error
    except KilledWorker as error:
        raise ClusterError(
            tr(
                "Workers at {address} died over the same piece of work, {n} of them: see their "
                "logs; each needs 450 MB of memory.",
                address=address,
                n=_RETRIES + 1,
            )
        ) from error


class _Watched(Executor):
    """An executor whose work counts as lost when its scheduler is connected but doesn't answer: it was stopped, or
    its machine is overloaded.
    """

    def __init__(self, executor: Executor, address: str) -> None:
        self._executor = executor
        self._address = address
        self._waiting: set[Future[Any]] = set()
        self._done = Event()
        Thread(target=self._watch, daemon=True).start()

    def submit(self, work: Any, /, *args: Any, **more: Any) -> Future[Any]:
        future = self._executor.submit(work, *args, **more)
        self._waiting.add(future)
        future.add_done_callback(self._waiting.discard)
        return future

    def _watch(self) -> None:
        while not self._done.wait(_WATCHING):
            try:
                asyncio.run(_greet(self._address))
            except OSError as error:
                lost = LostError(tr("the scheduler at {address} doesn't answer", address=self._address))
                lost.__cause__ = error
                for future in [*self._waiting]:
                    with suppress(InvalidStateError):
                        future.set_exception(lost)
                return

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()


@contextmanager
def _connected(address: str) -> Iterator[Client]:
    """A client of a scheduler. Raises ClusterError where none answers."""
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # their errors are raised
    try:
        asyncio.run(_greet(address))  # a client waits forever if a scheduler accepts and doesn't answer
        client = Client(address, timeout=_CONNECTING, set_as_default=False)
    except (TypeError, RuntimeError) as error:
        raise ClusterError(
            tr(
                "{address} doesn't go with the certificates of this machine ({error}): see what "
                "docs/cluster.md says of TLS.",
                address=address,
                error=error,
            )
        ) from error
    except (OSError, ValueError) as error:
        raise ClusterError(
            tr(
                "No scheduler answers at {address}: start `dask scheduler` there, or correct --cluster.",
                address=address,
            )
        ) from error
    try:
        yield client
    finally:
        client.close(timeout=5)


async def _greet(address: str) -> None:
    """Check that a scheduler answers. Raises OSError where none does, other errors for an invalid address."""
    keys = Security().get_connection_args("client")
    comm = await asyncio.wait_for(connect(address, timeout=_CONNECTING, **keys), _CONNECTING)
    await comm.close()


def _check_workers(client: Client, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=_FIRST_WORKER)
    except TimeoutError as error:
        raise ClusterError(
            tr(
                "The scheduler at {address} has no worker: start `dask worker {address}` where it can play.",
                address=address,
            )
        ) from error
    answers: dict[str, Versions | Exception] = client.run(versions, on_error="return")
    for worker, theirs in sorted(answers.items()):
        if theirs != versions():
            what = (
                theirs
                if isinstance(theirs, Versions)
                else tr("without a peder that it can run ({theirs})", theirs=theirs)
            )
            raise ClusterError(
                tr(
                    "The worker {worker} is {what}, and this is {versions}: install the same on both, so "
                    "that they write the same bytes.",
                    worker=worker,
                    what=what,
                    versions=versions(),
                )
            )


class _Prepared(WorkerPlugin):
    """Makes workers compile kernels, and learn games, before they play."""

    idempotent = False

    def __init__(self, variants: tuple[Variant, ...], learned: bool) -> None:
        self.variants = variants  # whole, for a worker doesn't know a group's own games
        self.learned = learned

    async def setup(self, worker: Any) -> None:
        if self.variants:
            await asyncio.to_thread(_prepare, self.variants, self.learned)


def _prepare(variants: Sequence[Variant], learned: bool) -> None:
    from engine.api import compile_kernels, is_trained, train_game

    compile_kernels(variants)
    for variant in variants:
        if learned and not variant.kernel and not is_trained(variant):
            train_game(variant)
