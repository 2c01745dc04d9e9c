"""Chunks played: by threads that share one, or one after the other by a process or a worker."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from threading import local

import numpy as np
import polars as pl

from engine.api import BATCH_HANDS, Room, play
from pipeline.simulation.chunks import Chunk, PlayedChunk
from pipeline.simulation.evenings import cut, first_hands, hands_of
from pipeline.simulation.played import Columns, columns_of, dealt, frames_of, joined
from pipeline.simulation.sums import chain_begins, sums_of
from pipeline.simulation.versions import check_versions
from pipeline.store.contents import Part
from pipeline.store.parted import pack_part, put_packed
from pipeline.store.places import Location


def batches_of(chunk: Chunk) -> Iterator[range]:
    """The deals of a chunk, as many at a time as are played at once."""
    size = max(1, BATCH_HANDS // chunk.seatings)
    end = chunk.first + chunk.deals
    return (range(begin, min(begin + size, end)) for begin in range(chunk.first, end, size))


def play_batch(chunk: Chunk, deals: range, room: Room) -> Columns:
    """Play some deals of a chunk."""
    own = dict(chunk.own)
    batches: list[Columns] = []
    for turn in range(chunk.seatings):
        seated = chunk.profiles[turn:] + chunk.profiles[:turn]
        records = play(
            chunk.variant, players=len(seated), hands=len(deals), seed=chunk.seed, first_hand=deals.start,
            profiles=[own.get(name, name) for name in seated], detail=chunk.detail, room=room,
        )  # fmt: skip
        played = [(first, columns_of([(chunk.variant, record)])) for first, record in records]
        if chunk.seatings > 1:
            batches += dealt(played, deals.stop, turn)
        else:
            batches += [batch for _, batch in played]
    return joined(batches)


def framed(chunk: Chunk, whole: Columns) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """The rows of `hands` and `seats` of a chunk that was played, and its row of `sums`."""
    profiles = list(chunk.profiles)
    hands, seats = frames_of(whole, first_no=chunk.first_no, detail=chunk.detail, profiles=profiles)
    evenings = np.full(len(hands), -1)
    if chunk.seatings == 1:  # an evening doesn't tell profiles apart
        evenings = cut(chain_begins(whole), len(hands), hands_of(chunk.variant))
        hands = hands.with_columns(evening_no=first_hands(evenings, chunk.first_no))
    return hands, seats, sums_of(whole, seats, chunk.variant, evenings, first_no=chunk.first_no)


def play_chunks(chunks: Sequence[Chunk], location: Location) -> list[PlayedChunk]:
    """Play chunks and put their parts into the location of their session, each while the next is played: a
    disk that keeps a part, or a bucket, is waited for once.

    Raises VersionsError where this process is another version than the run's, StoreError where a part can't
    be put.
    """
    played: list[PlayedChunk] = []
    with ThreadPoolExecutor(1) as writer:
        putting: Future[None] | None = None
        for chunk in chunks:
            begun = time.perf_counter()
            parts, packed = pack_part(*framed(chunk, _play(chunk)))
            if putting:
                putting.result()
            putting = writer.submit(put_packed, location, parts, packed)
            played.append(_told(chunk, parts, time.perf_counter() - begun))
        if putting:
            putting.result()
    return played


def _play(chunk: Chunk) -> Columns:
    if chunk.versions:
        check_versions(chunk.versions)
    room = _rooms.__dict__.setdefault("room", Room())
    return joined([play_batch(chunk, deals, room) for deals in batches_of(chunk)])


def _told(chunk: Chunk, parts: tuple[Part, ...], seconds: float) -> PlayedChunk:
    return PlayedChunk(
        first_no=chunk.first_no, chains=chunk.chains, parts=parts,
        worker=f"{platform.node()}:{os.getpid()}", seconds=seconds,
    )  # fmt: skip


_rooms = local()  # a thread fills the same record chunk after chunk
