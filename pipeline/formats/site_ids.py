"""Ids for the players of a site that are known by their names."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence

from language import join_words, trn
from pipeline.store.people import Registry
from pipeline.store.player_names import same_name, slug


class SiteIds:
    """The ids of the players of a site that identifies them by name: each name has an id of its own, also if it
    differs from another only in accents, punctuation or emoji. A name of the site that the registry knows keeps its
    id.


    >>> SiteIds("phh").of_each(["Bo-1", "Bo 1", "Bo-1"])
    ['phh:bo-1', 'phh:bo-1-2', 'phh:bo-1-p3']
    """

    def __init__(self, site: str, registry: Registry | None = None) -> None:
        self._site = site
        self._ids: dict[str, str] = {}  # by the very name
        self._loose: dict[str, str] = {}  # by the name but for case
        self._numbers: Counter[str] = Counter()  # how often an id was given with a number
        self._twice: dict[str, int] = {}  # in how many hands there are several of a name
        people = registry.people.values() if registry else ()
        known = [person for person in people if person.player_id.startswith(f"{site}:")]
        self._taken = {person.player_id for person in known}
        for person in known:
            self._enter(person.name, person.player_id)
        for person in known:
            for name in person.names:
                self._enter(name, person.player_id)

    def _enter(self, name: str, player_id: str) -> None:
        name = _plain(name)
        self._ids.setdefault(name, player_id)
        self._loose.setdefault(same_name(name), player_id)

    def of_each(self, names: Sequence[str]) -> list[str]:
        """The ids of the players of a hand, all different; of one name twice, the seat tells them apart."""
        ids: list[str] = []
        plain = [_plain(name) for name in names]
        for name, count in Counter(plain).items():
            if count > 1:
                self._twice[name] = self._twice.get(name, 0) + 1
        for seat, name in enumerate(plain):
            player_id = self._ids.get(name) or self._loose.get(same_name(name))
            if player_id is None or (player_id in ids and name not in plain[:seat]):
                player_id = self._ids[name] = self._free(name)
                self._loose.setdefault(same_name(name), player_id)
            ids.append(f"{player_id}-p{seat + 1}" if name in plain[:seat] else player_id)
        return ids

    def remarks(self) -> list[str]:
        """A remark on the names that several players of a hand have, in more hands than one: who is who isn't known."""
        names = [name for name, hands in self._twice.items() if hands > 1]
        if not names:
            return []
        return [
            trn(
                "{names}: several players of one hand have this name, and only their place tells them apart: if places "
                "change, their results are mixed; name them apart in the file",
                "{names}: several players of one hand have one of these names, and only their place tells them apart: if "
                "places change, their results are mixed; name them apart in the file",
                len(names),
                names=join_words(names),
            )
        ]

    def _free(self, name: str) -> str:
        wanted = player_id = f"{self._site}:{slug(name)}"
        while player_id in self._taken:
            self._numbers[wanted] += 1
            player_id = f"{wanted}-{self._numbers[wanted] + 1}"
        self._taken.add(player_id)
        return player_id


def _plain(name: str) -> str:
    return " ".join(unicodedata.normalize("NFC", name).split())
