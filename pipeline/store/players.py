"""The table `players` of a store: its rows from a registry, and changes under the store's lock."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

import polars as pl

from language import tr
from pipeline.store.people import Person, PlayerError, Registry, merged
from pipeline.store.schemas import PLAYERS
from pipeline.store.store import Store


def frame(registry: Registry) -> pl.DataFrame:
    """The table `players` of a registry."""
    return pl.DataFrame(registry.rows(), schema=PLAYERS)


def change_players(store: Store, change: Callable[[Registry], Registry]) -> Registry:
    """Change the players of a store, locked against other writers. Returns the changed players. Raises StoreError if
    the store can't be written, and what `change` raises.

    >>> friends = Store(tmp / "changed")
    >>> _ = add_names(friends, {"anna": ["Anna"]})
    >>> change_players(friends, lambda registry: registry.rename("anna", "Anne")).name_of("anna")
    'Anne'
    """
    changed: list[Registry] = []

    def apply(table: pl.DataFrame) -> pl.DataFrame:
        changed.append(change(Registry.of_rows(table.iter_rows(named=True))))
        return frame(changed[-1])

    store.change_reference("players", apply)
    return changed[-1]


def merge_players(store: Store, who: str, into: str) -> Registry:
    """Make two players one, as `Registry.merge`. Returns the changed players. Raises PlayerError if both sat in one
    hand, or a name finds no player.

    >>> friends = Store(tmp / "merged")
    >>> _ = add_names(friends, {"anna": ["Anna"], "anne": ["Anne"]})
    >>> merge_players(friends, "anne", "anna").people["anna"].names
    ('Anna', 'Anne')
    """

    def merge(registry: Registry) -> Registry:
        changed = registry.merge(who, into)
        one, other = registry.get(who), registry.get(into)
        groups = [registry.ids_of(person.player_id) for person in (one, other)]
        sat = _hands_of(store, set().union(*groups))
        _check_apart(one, other, *(set().union(*(sat[id_] for id_ in ids)) for ids in groups))
        return changed

    return change_players(store, merge)


def merge_pairs(store: Store, pairs: Sequence[tuple[str, str]]) -> list[PlayerError | None]:
    """Make the players of each pair of ids one, in order, as `merge_players`, but in one change of the table.

    Returns for each pair the error if they can't be one, else None.

    >>> friends = Store(tmp / "pairs")
    >>> _ = add_names(friends, {"anna": ["Anna"], "anne": ["Anne"]})
    >>> merge_pairs(friends, [("anne", "anna"), ("bo", "anna")])
    [None, PlayerError("There is no player 'bo', or more than one: the players are Anna.")]
    """
    errors: list[PlayerError | None] = []

    def merge(registry: Registry) -> Registry:
        errors.clear()
        # a copy, changed in place: indexing it again for each pair takes too long
        registry = Registry(registry.people.values())
        root = {player_id: registry.merged_id(player_id) for player_id in registry.people}
        groups: dict[str, set[str]] = defaultdict(set)
        for player_id, own in root.items():
            groups[own].add(player_id)
        asked = {root.get(player_id, player_id) for pair in pairs for player_id in pair}
        of_id = _hands_of(store, set().union(*(groups[own] for own in asked)))
        sat = {own: set().union(*(of_id[player_id] for player_id in groups[own])) for own in asked}
        for who, into in pairs:
            try:
                one, other = registry.pair_to_merge(who, into)
                _check_apart(one, other, sat[one.player_id], sat[other.player_id])
                registry.people.update({person.player_id: person for person in merged(one, other)})
                sat[other.player_id] |= sat[one.player_id]
                errors.append(None)
            except PlayerError as error:
                errors.append(error)
        return Registry(registry.people.values())

    change_players(store, merge)
    return errors


_Hand = tuple[int, int, str]
"""A hand: the place of its session in the store, its number, the session."""


def _hands_of(store: Store, player_ids: Collection[str]) -> dict[str, set[_Hand]]:
    """The hands in which players sat, by id; none of simulation runs."""
    hands: dict[str, set[_Hand]] = defaultdict(set)
    for place, session in enumerate(store.session_ids()):
        if store.read("sessions", session, ["kind"])["kind"].to_list() == ["run"]:
            continue
        for number, player_id in _seats_of(store, session, player_ids):
            hands[player_id].add((place, number, session))
    return hands


def _seats_of(store: Store, session: str, player_ids: Collection[str]) -> list[tuple[int, str]]:
    """The seats of players in a session: the number of the hand, and the player."""
    seats = store.read("seats", session, ["hand_no", "player_id"]).select("hand_no", "player_id")
    return seats.filter(pl.col("player_id").is_in(list(player_ids))).rows()


def _check_apart(one: Person, other: Person, hands: set[_Hand], others: set[_Hand]) -> None:
    """Raise PlayerError if two players both sat in a hand."""
    if both := hands & others:
        _, number, session = min(both)
        raise PlayerError(
            tr(
                "{one} and {other} both sat in hand {number} of {session}: they are two players.",
                one=one.name,
                other=other.name,
                number=number,
                session=session,
            )
        )


def seated_twice(store: Store, sessions: Collection[str]) -> list[str]:
    """Return a sentence for each of these sessions in which players who were made one sat in a hand together: their results
    are added up, though they are two.

    >>> import shutil
    >>> twice = Store(shutil.copytree(logged, tmp / "twice"))
    >>> _ = change_players(twice, lambda registry: registry.merge("bo", "anna"))
    >>> seated_twice(twice, ["2026-11-27"])[0].partition(", but")[0]
    'Anna and Bo both sat in hand 1 of 2026-11-27'
    """
    registry = Registry.of(store)
    groups: dict[str, list[str]] = defaultdict(list)
    for player_id in registry.people:
        groups[registry.merged_id(player_id)].append(player_id)
    merged = [player_id for ids in groups.values() if len(ids) > 1 for player_id in ids]
    sentences = []
    for session in sorted(sessions) if merged else ():
        there: dict[tuple[int, str], str] = {}
        for number, player_id in _seats_of(store, session, merged):
            other = there.setdefault((number, registry.merged_id(player_id)), player_id)
            if other == player_id:
                continue
            one, two = registry.people[player_id], registry.people[other]
            apart = one if one.merged_into else two
            sentences.append(
                tr(
                    "{one} and {other} both sat in hand {number} of {session}, but were made one player: their results "
                    "are added up until `peder players split {player_id}`.",
                    one=one.name,
                    other=two.name,
                    number=number,
                    session=session,
                    player_id=apart.player_id,
                )
            )
            break
    return sentences


def add_names(
    store: Store, names: Mapping[str, Sequence[str]]
) -> tuple[list[Person], list[tuple[Person, Person]]]:
    """Enter players by id, each with their names, the best first; returns as `add_people`.

    >>> new, namesakes = add_names(Store(tmp / "named"), {"anna": ["Anna", "Anne"], "ohh:7": ["ANNA"]})
    >>> [person.names for person in new]
    [('Anna', 'Anne'), ('ANNA',)]
    >>> [(one.player_id, other.player_id) for one, other in namesakes]
    [('ohh:7', 'anna')]
    """
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

    >>> friends = Store(tmp / "people")
    >>> new, _ = add_people(friends, [Person(player_id="anna", name="Anna")])
    >>> [person.name for person in new]
    ['Anna']
    >>> add_people(friends, [Person(player_id="anna", name="Anne")])
    ([], [])
    >>> Registry.of(friends).people["anna"].names
    ('Anna', 'Anne')
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
