"""Faults of a store.

>>> str(Fault(FaultKind.FOREIGN_PART, {"place": "bank/part-1.parquet"}))
"bank/part-1.parquet isn't of this session"
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

from language import mark, tr
from language.facts import Fact


class FaultKind(Enum):
    """The kinds of fault in a store's files, each with its sentence."""

    NO_MANIFEST = mark("{folder} has no manifest that can be read")
    MANIFEST_UNREADABLE = mark("its manifest {place} can't be read ({error})")
    OLDER_THAN_MANIFESTS = mark("it has no manifest: it is older than manifests, or {place} is gone")
    RENAMED = mark("{place} is the manifest of the session {session_id!r}: a folder was renamed")
    GONE = mark("{place} is gone")
    GONE_WITH_ALL = mark("{place} is gone, and all the rest")
    GONE_BUT_REST = mark("{place} is gone, and {left} is left")
    FOREIGN_PART = mark("{place} isn't of this session")
    WRONG_SIZE = mark("{place} has {size} bytes, and {bytes} were written")
    CHANGED = mark("{place} isn't as it was written (its checksum differs)")
    UNREADABLE = mark("{place} can't be read ({error})")
    JOURNAL_UNREADABLE = mark("its journal {place} can't be read ({error})")
    JOURNAL_CHANGED = mark("its tables don't follow from {place}, which was changed, or is another night's")
    PAYMENTS_CHANGED = mark(
        "their tables don't follow from {place}, which was cut off, changed, or replaced by an older one"
    )
    JOURNAL_AHEAD = mark("{place} is ahead of its tables")
    JOURNAL_WITHOUT_SESSION = mark("no session is made of the journal {place}")
    JOURNAL_GONE = mark("its journal {place} is gone")


@dataclass(frozen=True)
class Fault(Fact):
    """A fault and what to do about it; `values` fill both sentences."""

    kind: FaultKind
    remedies: tuple[str, ...] = field(default=())

    def with_remedy(self, remedy: str, **values: object) -> Fault:
        """The fault with a marked sentence on what to do."""
        return replace(self, values={**self.values, **values}, remedies=(*self.remedies, remedy))

    def __str__(self) -> str:
        return ": ".join((super().__str__(), *(tr(text, **self.values) for text in self.remedies)))
