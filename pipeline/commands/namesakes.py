"""After an import: new players with a known player's name, to be merged or not."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import typer

from language import join_words, tr, trn
from pipeline.commands import can_ask, confirm, say

if TYPE_CHECKING:
    from pipeline.store.people import Person

PAIRS_LISTED = 20
"""Number of pairs of similar names that are listed."""


def offer_merges(store: Path, pairs: Sequence[tuple[Person, Person]], *, merge: bool) -> None:
    """List the new players who go by a known player's name, and merge those that the user says are one. Merely similar
    names get a remark.
    """
    from pipeline.store.people import is_same_name

    are_same = [is_same_name(*pair) for pair in pairs]
    similar = [pair for pair, is_same in zip(pairs, are_same, strict=True) if not is_same]
    pairs = [pair for pair, is_same in zip(pairs, are_same, strict=True) if is_same]
    for one, other in similar[:PAIRS_LISTED]:
        say(
            tr(
                "{one} and {other} are two players: the names differ in accents, punctuation, emoji or alphabet. If they "
                "are one: {command}",
                one=_named_player(one),
                other=_named_player(other),
                command=f"`peder players merge {quote(one.player_id)} {quote(other.player_id)}`.",
            )
        )
    if (more := len(similar) - PAIRS_LISTED) > 0:
        say(trn("{n} more pair of names looks alike.", "{n} more pairs of names look alike.", more))
    if not pairs:
        return
    say(tr("New players with the name of a known one:"))
    numbers = [f"{number}." for number in range(1, len(pairs) + 1)]
    rows = [(number, *map(_named_player, pair)) for number, pair in zip(numbers, pairs, strict=True)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, new, known in rows:
        say(f"{number:>{widths[0]}} {new:<{widths[1]}}  {known}")
    if merge:
        chosen = set(range(1, len(pairs) + 1))
    elif can_ask():
        chosen = _read_numbers(len(pairs))
    else:
        new, known = (quote(person.player_id) for person in pairs[0])
        say(
            tr(
                "Are they one? Say so for each pair: {command}",
                command=f"`peder players merge {new} {known}`.",
            )
        )
        return
    _merge(store, [pair for place, pair in enumerate(pairs, start=1) if place in chosen])


def confirm_ours(file: Path, people: Sequence[Person]) -> None:
    """Ask whether these players of a file are the store's players with the same ids. Without a terminal, say on stderr that
    they are taken for them. Raises FileError if the answer is no.
    """
    if not people:
        return
    from pipeline.formats.files import FileError

    named = join_words([_named_player(one) for one in people[:PAIRS_LISTED]])
    apart = f"peder import json {quote(str(file))} --group NAME"
    if can_ask():
        if not confirm(
            tr("{file}: are {named} the players here with the same ids?", file=file.name, named=named),
            default=True,
        ):
            raise FileError(
                tr(
                    "{file} isn't imported: {command} keeps its players apart, with the name of their group.",
                    file=file.name,
                    command=apart,
                )
            )
        return
    say(
        tr(
            "{file}: {named} count as the players here with the same ids. If they are another group's: {command} keeps "
            "them apart.",
            file=file.name,
            named=named,
            command=f"{apart} --replace",
        )
    )


def warn_of_doubles(store: Path, sessions: Collection[str]) -> None:
    """Say where two players who were made one sit at one table of these sessions, and which may be in the store twice."""
    from pipeline.night.ledgers import Nights, same_results
    from pipeline.store.players import seated_twice
    from pipeline.store.store import Store

    for sentence in seated_twice(Store(store), sessions):
        say(sentence)
    if pairs := same_results(Nights(store), sessions):
        one, other = pairs[0]
        say(
            trn(
                "{one} and {other} are of one day and have the same results. If they are one night, it counts twice: peder nights "
                "delete {one} takes it out.",
                "{n} sessions have the same results as another of their day, such as {one} and {other}. Where these are one "
                "night, it counts twice: peder nights delete {one} takes it out.",
                len(pairs),
                one=one,
                other=other,
            )
        )


def _named_player(person: Person) -> str:
    return f"{person.name} ({person.player_id})"


def _read_numbers(count: int) -> set[int]:
    """The numbers of the pairs that are one player, as the user answers."""
    while True:
        question = tr("Which of them are one and the same? (all, none, or numbers such as 1 3)")
        answer = (
            typer.prompt(question, default=tr("none"), type=str, err=True)
            .casefold()
            .replace(",", " ")
            .split()
        )
        if answer == [tr("all")] or answer == ["all"]:
            return set(range(1, count + 1))
        if answer == [tr("none")] or answer == ["none"]:
            return set()
        if all(word.isdecimal() and 1 <= int(word) <= count for word in answer):
            return {int(word) for word in answer}


def _merge(store: Path, pairs: Sequence[tuple[Person, Person]]) -> None:
    """Make the players of each pair one, and say how to take it back."""
    from engine.api import PederError
    from pipeline.store.players import merge_pairs
    from pipeline.store.store import Store

    try:
        errors = merge_pairs(Store(store), [(new.player_id, known.player_id) for new, known in pairs])
    except PederError as error:
        say(str(error))
        return
    for (new, known), why in zip(pairs, errors, strict=True):
        if why:
            say(str(why))
            continue
        say(
            tr(
                "{name} ({player_id}) is {known} ({known_id}) from now on; `peder players split "
                "{quote}` takes that back.",
                name=new.name,
                player_id=new.player_id,
                known=known.name,
                known_id=known.player_id,
                quote=quote(new.player_id),
            )
        )
