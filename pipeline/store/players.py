"""The table `players` of a store: its rows from a registry, and changes under the store's lock."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

import polars as pl

from language import tr
from pipeline.store.people import Person, PlayerError, Registry
from pipeline.store.schemas import PLAYERS
from pipeline.store.store import Store


def frame(registry: Registry) -> pl.DataFrame:
    """The table `players` of a registry."""
    return pl.DataFrame(registry.rows(), schema=PLAYERS)


def change_players(store: Store, change: Callable[[Registry], Registry]) -> Registry:
    """Change the players of a store, locked against other writers. Returns the changed players."""
    changed: list[Registry] = []

    def apply(table: pl.DataFrame) -> pl.DataFrame:
        changed.append(change(Registry.of_rows(table.iter_rows(named=True))))
        return frame(changed[-1])

    store.change_reference("players", apply)
    return changed[-1]


def merge_players(store: Store, who: str, into: str) -> Registry:
    """Make two players one, as `Registry.merge`. Raises PlayerError if both sat in one hand."""

    def merge(registry: Registry) -> Registry:
        merged = registry.merge(who, into)
        one, other = registry.get(who), registry.get(into)
        if hand := _shared_hand(store, registry.ids_of(one.player_id), registry.ids_of(other.player_id)):
            session, number = hand
            raise PlayerError(
                tr(
                    "{one} and {other} both sat in hand {number} of {session}: they are two players.",
                    one=one.name,
                    other=other.name,
                    number=number,
                    session=session,
                )
            )
        return merged

    return change_players(store, merge)


def _shared_hand(store: Store, one: Collection[str], other: Collection[str]) -> tuple[str, int] | None:
    """The first hand in which players of both groups sat: its session and number."""
    for session in store.session_ids():
        if store.read("sessions", session, ["kind"])["kind"].to_list() == ["run"]:
            continue
        seats = store.read("seats", session, ["hand_no", "player_id"])
        hands = [
            seats.filter(pl.col("player_id").is_in(list(ids)))["hand_no"].unique() for ids in (one, other)
        ]
        both = hands[0].filter(hands[0].is_in(hands[1].to_list()))
        if len(both):
            return session, int(both.sort()[0])
    return None


def add_names(
    store: Store, names: Mapping[str, Sequence[str]]
) -> tuple[list[Person], list[tuple[Person, Person]]]:
    """Enter players by id, each with the names they go by, the best first; returns as `add_people`."""
    return add_people(
        store,
        [
            Person(player_id=player_id, name=called[0], aliases=tuple(called[1:]))
            for player_id, called in names.items()
        ],
    )


def add_people(store: Store, people: Iterable[Person]) -> tuple[list[Person], list[tuple[Person, Person]]]:
    """Enter players. Known players keep their name, and new names become aliases; nothing else of their rows changes.
    Returns the new players, and each of these with another player of the same name.
    """

    def enter(registry: Registry) -> Registry:
        new.clear()
        namesakes.clear()
        people = dict(registry.people)
        for given in entered:
            known = people.get(given.player_id)
            person = known or given
            more = [name for name in given.names if known and name not in known.names]
            people[given.player_id] = replace(person, aliases=(*person.aliases, *more))
            if not known:
                new.append(person)
        then, place = Registry(people.values()), {one.player_id: number for number, one in enumerate(new)}
        namesakes.extend(
            (person, other)
            for person in new
            for other in then.namesakes(person.player_id)
            if place.get(other.player_id, -1) < place[person.player_id]
        )
        return then

    entered = list(people)
    new: list[Person] = []
    namesakes: list[tuple[Person, Person]] = []
    change_players(store, enter)
    return new, namesakes
