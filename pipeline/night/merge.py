"""Merges the copies of a night that was continued in several places into one journal.

An entry is identified by its key, or by its line, its time and the entry before it. Each was written after another
one, its predecessor: together the entries of all copies are a tree. The merged journal has them all, each after its
predecessor, and otherwise in the order of their times, so that it is the same whichever copy comes first, and merging
again changes nothing. In its replay, contradictions become drafts and faults, as after a late correction.
"""

from __future__ import annotations

import hashlib
import heapq
import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC

from language import tr
from pipeline.bank.records import replace
from pipeline.night.entries import Entry
from pipeline.night.parser.canonical import line_text
from pipeline.night.parser.lines import LogError, Target


class MergeError(LogError):
    """The copies aren't copies of one night."""


@dataclass(frozen=True)
class _Node:
    """An entry with the identities of its predecessor ("" for the first entry) and of the entry that it corrects."""

    entry: Entry
    parent: str
    target: str


def identities(entries: Sequence[Entry]) -> list[str]:
    """What each entry of a journal is known by, in every copy of the night.

    >>> from datetime import datetime
    >>> entry = Entry(n=1, at=datetime(2026, 3, 14, 20, tzinfo=UTC), line="note hello", key="4fk2m8qz-17")
    >>> identities([entry])
    ['4fk2m8qz-17 1']
    """
    return list(_nodes(entries))


def _nodes(entries: Sequence[Entry]) -> dict[str, _Node]:
    nodes: dict[str, _Node] = {}
    names = [""]  # by number
    sent: Counter[str] = Counter()
    for entry in entries:
        parent = names[entry.n - 1 if entry.follows is None else entry.follows]
        corrected = entry.correction.target if entry.correction else None
        target = names[corrected.number] if corrected else ""
        if entry.key:
            sent[entry.key] += 1
            name = f"{entry.key} {sent[entry.key]}"
        else:
            line = entry.line.replace(f"#{corrected.number}", "#", 1) if corrected else entry.line
            content = [parent, entry.at.astimezone(UTC).isoformat(), line, entry.as_typed, target]
            name = hashlib.sha256(json.dumps(content).encode()).hexdigest()
        names.append(name)
        nodes[name] = _Node(entry, parent, target)
    return nodes


def merge(*copies: Sequence[Entry]) -> list[Entry]:
    """Merge the entries of all copies of a night, renumbered. Raises MergeError if copies have no entry in common, or
    different entries under one key.

    >>> merged = merge(replay.entries[:3], replay.entries)  # a copy of the first three lines, and all eight
    >>> [entry.n for entry in merged]
    [1, 2, 3, 4, 5, 6, 7, 8]
    """
    nodes: dict[str, _Node] = {}
    for copy in copies:
        its = _nodes(copy)
        if nodes and its and not nodes.keys() & its.keys():
            raise MergeError(tr("These are two nights: they have no line in common."))
        for name, node in its.items():
            nodes[name] = _same(nodes[name], node) if name in nodes else node
    return _in_order(nodes)


def _same(one: _Node, other: _Node) -> _Node:
    """The node that two copies have of an entry. A draft stays one."""
    if _content_key(one) != _content_key(other):
        raise MergeError(
            tr(
                "The copies have different lines under one key: {one!r} and {other!r}.",
                one=one.entry.as_typed,
                other=other.entry.as_typed,
            )
        )
    return one if one.entry.draft >= other.entry.draft else other


def _content_key(node: _Node) -> tuple[object, ...]:
    entry = node.entry
    line = entry.correction or entry.line
    if entry.correction:
        line = type(entry.correction).__name__ + getattr(entry.correction, "text", "")
    return entry.at, line, entry.as_typed, node.parent, node.target


def _in_order(nodes: dict[str, _Node]) -> list[Entry]:
    children: defaultdict[str, list[str]] = defaultdict(list)
    for name, node in nodes.items():
        children[node.parent].append(name)
    numbers = {"": 0}
    waiting = [(nodes[name].entry.at, name) for name in children[""]]
    heapq.heapify(waiting)
    entries: list[Entry] = []
    while waiting:
        _, name = heapq.heappop(waiting)
        number = numbers[name] = len(entries) + 1
        entries.append(_numbered(nodes[name], number, numbers))
        for child in children[name]:
            heapq.heappush(waiting, (nodes[child].entry.at, child))
    return entries


def _numbered(node: _Node, number: int, numbers: dict[str, int]) -> Entry:
    """An entry under its number in the merged journal."""
    entry, parent = node.entry, numbers[node.parent]
    line = entry.line
    if entry.correction:
        line = line_text(replace(entry.correction, target=Target(numbers[node.target], True)))
    typed = "" if entry.as_typed == line else entry.as_typed
    return replace(entry, n=number, line=line, typed=typed, follows=None if parent == number - 1 else parent)
