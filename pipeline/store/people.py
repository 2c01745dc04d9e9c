"""The players: names, aliases, handles, merges, and who is hidden from reports.

Sessions refer to players by id, and an id never changes: a rename or a merge touches only this table. The hands of a
merged id count for the player that it was merged into.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

from engine.api import PederError, fold_name
from language import join_words, tr
from language.sites import site_of
from pipeline.bank.pay_to import page_text, wrong_iban
from pipeline.store.columns import PRIVATE
from pipeline.store.player_names import can_be_name, fold_similar, is_printable, same_name, slug

if TYPE_CHECKING:
    from pipeline.store.store import Store


class PlayerError(PederError):
    """No such player, or a change that is impossible."""


@dataclass(frozen=True, kw_only=True)
class Person:
    player_id: str
    name: str
    aliases: tuple[str, ...] = ()
    handle: str | None = None
    hidden: bool = False
    merged_into: str | None = None
    pay_to: str | None = None
    pay_public: bool = False  # whether an account number in `pay_to` may stand on pages
    notes: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The name, and the aliases."""
        return (self.name, *self.aliases)


NAMESAKES = 20
"""Maximum number of namesakes listed for a player: listing all for all would grow with the square of their number."""
_LONGEST_NOTE = 500
_FIELDS = tuple(field.name for field in fields(Person))


def is_same_name(one: Person, other: Person) -> bool:
    """Whether two players have a name in common, not only similar names.

    >>> bo, other = Person(player_id="bo", name="Bo", aliases=("Bosse",)), Person(player_id="b2", name="bosse")
    >>> is_same_name(bo, other), is_same_name(bo, Person(player_id="b3", name="Bó"))
    (True, False)
    """
    return not {*map(same_name, one.names)}.isdisjoint(map(same_name, other.names))


class Registry:
    """The players by id. Plain data: `pipeline.store.players` reads it from the store's table and writes it there.

    >>> Registry([Person(player_id="anna", name="Anna Berg")]).find("anna berg").player_id
    'anna'
    """

    def __init__(self, people: Iterable[Person] | Callable[[], Iterable[Person]] = ()) -> None:
        """Make a registry of players; a function is called for them at first use."""
        self._read = people if callable(people) else None
        if not callable(people):
            self.people = {person.player_id: person for person in people}

    @cached_property
    def people(self) -> dict[str, Person]:
        """The players by id."""
        return {person.player_id: person for person in (self._read or tuple)()}

    @classmethod
    def of(cls, store: Store) -> Registry:
        """The players of a store."""
        return cls.of_rows(store.read("players").iter_rows(named=True))

    @classmethod
    def when_needed(cls, store: Store) -> Registry:
        """The players of a store, read when a name is first looked up."""
        return cls(lambda: cls.of(store).people.values())

    @classmethod
    def of_rows(cls, rows: Iterable[Mapping[str, Any]]) -> Registry:
        """The players of rows of the table `players`."""
        return cls(
            Person(
                player_id=row["player_id"],
                name=row["name"] or row["player_id"],
                aliases=tuple(row["aliases"] or ()),
                handle=row["handle"],
                hidden=bool(row["hidden"]),
                merged_into=row["merged_into"],
                pay_to=row["pay_to"],
                pay_public=bool(row.get("pay_public")),
                notes=tuple(row.get("notes") or ()),
                tags=tuple(row.get("tags") or ()),
            )
            for row in rows
        )

    def rows(self) -> list[dict[str, Any]]:
        """The rows of the table `players`, by id."""
        people = sorted(self.people.values(), key=lambda person: person.player_id)
        return [{name: _plain(getattr(person, name)) for name in _FIELDS} for person in people]

    def public_rows(self) -> list[dict[str, Any]]:
        """The same person without what only the store's owner sees."""
        return [{name: value for name, value in row.items() if name not in PRIVATE} for row in self.rows()]

    def merged_id(self, player_id: str) -> str:
        """Return the id that an id was merged into, or the id itself."""
        seen = {player_id}
        while (
            (person := self.people.get(player_id)) and person.merged_into and person.merged_into not in seen
        ):
            player_id = person.merged_into
            seen.add(player_id)
        return player_id

    def ids_of(self, player_id: str) -> set[str]:
        root = self.merged_id(player_id)
        return {root, *(other for other in self.people if self.merged_id(other) == root)}

    def name_of(self, player_id: str) -> str:
        person = self.people.get(self.merged_id(player_id))
        return person.name if person else player_id

    def told_apart(self, player_ids: Iterable[str]) -> Registry:
        """These players with more than the name where several of `player_ids` have it, for a text that names all of
        them. `find` finds them by it.

        >>> bos = [Person(player_id="bo", name="Bo"), Person(player_id="ohh:bo", name="Bo")]
        >>> known = Registry(bos).told_apart(["bo", "ohh:bo"])
        >>> known.name_of("bo"), known.name_of("ohh:bo"), Registry(bos).find("Bo (OHH)").player_id
        ('Bo', 'Bo (OHH)', 'ohh:bo')
        """
        roots = {self.merged_id(player_id) for player_id in player_ids}
        often = Counter(same_name(self.name_of(player_id)) for player_id in roots)
        if max(often.values(), default=0) < 2:
            return self
        return Registry(
            replace(person, name=self._full_name(person))
            if person.player_id in roots and often[same_name(person.name)] > 1
            else person
            for person in self.people.values()
        )

    def _full_name(self, person: Person) -> str:
        """What finds a player among namesakes: the name alone, else with the first addition that no other of them has."""
        if self.find(person.name) is person:
            return person.name
        full = (f"{person.name} ({addition})" for addition in _additions(person))
        return next((name for name in full if self.find(name) is person), person.player_id)

    def find(self, text: str) -> Person | None:
        """Return the player that a person means by an id, a name or an alias, ignoring case, accents and punctuation;
        None for none. Of several, it is the one with the house's own id for the name (`anna`); None if there is none.
        `Anna (PokerNow)` is the one of that site, and so are the others whom `told_apart` names.
        """
        folded = self._folded.get(fold_name(text), ())
        return (
            self._only(text, self._exact.get(text, ()))
            or self._only(text, folded)
            or self._of_full_name(text)
        )

    def namesakes_of(self, name: str) -> list[str]:
        """What finds each of several players with a name, none of whom `find` takes it for; [] if it is no such name.

        >>> annas = [Person(player_id=f"pokernow:{one}", name="Anna") for one in ("a1", "b2")]
        >>> Registry(annas).namesakes_of("anna")
        ['Anna (PokerNow a1)', 'Anna (PokerNow b2)']
        """
        ids = {self.merged_id(player_id) for player_id in self._folded.get(fold_name(name), ())}
        if len(ids) < 2 or self.find(name) is not None:
            return []
        known = self.told_apart(ids)
        return sorted(known.name_of(player_id) for player_id in ids)

    def _of_full_name(self, text: str) -> Person | None:
        """Return the only player with a name and, in parentheses, an addition to it."""
        name, _, addition = text.removesuffix(")").rpartition(" (")
        wanted = same_name(addition)
        ids = {self.merged_id(player_id) for player_id in self._same.get(same_name(name), ())}
        fitting = [one for one in ids if wanted in map(same_name, _additions(self.people[one]))]
        return self.people[fitting[0]] if len(fitting) == 1 and text.endswith(")") else None

    def match(self, name: str) -> Person | None:
        """Return the player that a file means by an id, a name or an alias. Names with different accents or emoji are
        different players. Of several as `find`.
        """
        return self._only(name, self._exact.get(name, ())) or self._only(
            name, self._same.get(same_name(name), ())
        )

    def _only(self, text: str, player_ids: Iterable[str]) -> Person | None:
        ids = {self.merged_id(player_id) for player_id in player_ids}
        if len(ids) > 1:
            ids &= {self.merged_id(slug(text))}
        return self.people.get(ids.pop()) if len(ids) == 1 else None

    @cached_property
    def _exact(self) -> dict[str, list[str]]:
        """Ids by id and name."""
        return _index(
            (text, one.player_id) for one in self.people.values() for text in (one.player_id, one.name)
        )

    @cached_property
    def _same(self) -> dict[str, list[str]]:
        return _index((same_name(name), one.player_id) for one in self.people.values() for name in one.names)

    @cached_property
    def _folded(self) -> dict[str, list[str]]:
        names = ((fold_name(name), one.player_id) for one in self.people.values() for name in one.names)
        return _index((name, player_id) for name, player_id in names if name)

    @cached_property
    def _similar(self) -> dict[str, list[str]]:
        return _index(
            (fold_similar(name), one.player_id) for one in self.people.values() for name in one.names
        )

    def namesakes(self, player_id: str) -> list[Person]:
        """Return other players with a name of this player, then those with a similar name: at most `NAMESAKES`."""
        names = self.people[player_id].names
        root = self.merged_id(player_id)
        same = (other for name in names for other in self._same.get(same_name(name), ()))
        similar = (other for name in names for other in self._similar.get(fold_similar(name), ()))
        others: dict[str, Person] = {}
        for other in chain(same, similar):
            if other not in (player_id, root) and not self.people[other].merged_into:
                others[other] = self.people[other]
                if len(others) == NAMESAKES:
                    break
        return list(others.values())

    def with_similar_name(self, name: str) -> list[Person]:
        """Players who have a name that looks like this one."""
        ids = dict.fromkeys(map(self.merged_id, self._similar.get(fold_similar(name), ())))
        return [self.people[player_id] for player_id in ids if player_id in self.people]

    def get(self, text: str) -> Person:
        person = self.find(text)
        if person is None:
            there = [p for p in self.people.values() if not p.merged_into]
            often = Counter(fold_name(p.name) for p in there)
            labels = [p.name if often[fold_name(p.name)] == 1 else f"{p.name} ({p.player_id})" for p in there]
            names = ", ".join(sorted(labels)) or tr("nobody yet")
            raise PlayerError(
                tr(
                    "There is no player {text!r}, or more than one: the players are {names}.",
                    text=text,
                    names=names,
                )
            )
        return person

    def new_id(self, name: str) -> str:
        """A free id for a new player."""
        return self.new_ids([name])[name]

    def new_ids(self, names: Iterable[str]) -> dict[str, str]:
        """A free id for each of some new players, by name."""
        ids: dict[str, str] = {}
        given: set[str] = set()
        numbers: Counter[str] = Counter()
        for name in names:
            wanted = player_id = slug(name)
            while player_id in self.people or player_id in given:
                numbers[wanted] += 1
                player_id = f"{wanted}-{numbers[wanted] + 1}"
            ids[name] = player_id
            given.add(player_id)
        return ids

    # --- changes, each a new registry

    def with_people(self, *changed: Person) -> Registry:
        """The registry with these players added or replaced."""
        return Registry({**self.people, **{person.player_id: person for person in changed}}.values())

    def rename(self, who: str, name: str) -> Registry:
        """Give a player another name; the old one stays as an alias, so that it still works. Raises PlayerError for one that
        others have.
        """
        self._free(_name(name), self.get(who))
        return self.with_name(who, name)

    def with_name(self, who: str, name: str) -> Registry:
        """Rename a player even if others have the name, as a night did before they were known."""
        person = self.get(who)
        name = _name(name)
        aliases = tuple(
            alias for alias in (*person.aliases, person.name) if fold_name(alias) != fold_name(name)
        )
        return self.with_people(replace(person, name=name, aliases=tuple(dict.fromkeys(aliases))))

    def alias(self, who: str, alias: str) -> Registry:
        person = self.get(who)
        alias = _name(alias)
        self._free(alias, person)
        return self.with_people(replace(person, aliases=tuple(dict.fromkeys((*person.aliases, alias)))))

    def set_handle(self, who: str, handle: str, is_reserved: Callable[[str], bool]) -> Registry:
        """Set the handle that a player gets if it is free; `is_reserved` recognizes words of the log."""
        if not handle.isalpha():
            raise PlayerError(tr("{handle!r} can't be a handle: letters only.", handle=handle))
        if is_reserved(handle):
            raise PlayerError(
                tr("{handle!r} is a word of the log and can't be a handle: choose another.", handle=handle)
            )
        return self.with_people(replace(self.get(who), handle=handle.casefold()))

    def set_pay_to(self, who: str, text: str, *, is_public: bool = False) -> Registry:
        """Set how to pay a player: a number, a link, any text; "" for none. Pages show an account number in it only
        if `is_public`. Raises PlayerError.
        """
        text = " ".join(text.split())
        if not is_printable(text) or len(text) > 200:
            raise PlayerError(tr("{text!r:.80} can't be shown: at most 200 plain characters.", text=text))
        if wrong := wrong_iban(text):
            raise PlayerError(
                tr(
                    "{number} isn't an IBAN: a digit is wrong or missing. Copy it from the bank.",
                    number=wrong,
                )
            )
        return self.with_people(replace(self.get(who), pay_to=text or None, pay_public=is_public))

    def pay_to(self, player_id: str) -> str:
        """Return how to pay the player with an id, following merges; "" if unknown."""
        person = self.people.get(self.merged_id(player_id))
        return (person.pay_to if person else None) or ""

    def page_pay_to(self, player_id: str) -> str:
        """Return how to pay a player on a page: without an account number unless its owner made it public."""
        person = self.people.get(self.merged_id(player_id))
        return page_text(person.pay_to, is_public=person.pay_public) if person and person.pay_to else ""

    def hide(self, who: str, *, hidden: bool) -> Registry:
        return self.with_people(replace(self.get(who), hidden=hidden))

    # Notes and tags stay with the id for which they were written: merging and splitting don't change them.

    def notes(self, player_id: str) -> list[str]:
        """The notes on a player, also those on players merged into them."""
        return [note for _, note in self._texts_of(player_id, "notes")]

    def tags(self, player_id: str) -> list[str]:
        """The tags of a player, each once."""
        return list(dict.fromkeys(tag for _, tag in self._texts_of(player_id, "tags")))

    def tagged(self, tag: str) -> list[Person]:
        """The players who have a tag. Raises PlayerError for an invalid tag."""
        tag = _tag(tag)
        ids = dict.fromkeys(
            self.merged_id(person.player_id) for person in self.people.values() if tag in person.tags
        )
        return [self.people[player_id] for player_id in ids if player_id in self.people]

    def _texts_of(self, player_id: str, field: str) -> list[tuple[Person, str]]:
        root = self.merged_id(player_id)
        ids = sorted(self.ids_of(root), key=lambda one: (one != root, one))
        people = [self.people[one] for one in ids if one in self.people]
        return [(person, text) for person in people for text in getattr(person, field)]

    def add_note(self, who: str, text: str) -> Registry:
        """Add a note on a player. Raises PlayerError.

        >>> bo = Registry([Person(player_id="bo", name="Bo")])
        >>> bo.add_note("Bo", "never bluffs the river").notes("bo")
        ['never bluffs the river']
        """
        person = self.get(who)
        text = " ".join(text.split())
        if not text or not is_printable(text) or len(text) > _LONGEST_NOTE:
            raise PlayerError(
                tr(
                    "{text!r:.80} can't be a note: a text of at most {n} plain characters.",
                    text=text,
                    n=_LONGEST_NOTE,
                )
            )
        if text in self.notes(person.player_id):
            raise PlayerError(tr("{name} has that note already.", name=person.name))
        return self.with_people(replace(person, notes=(*person.notes, text)))

    def remove_note(self, who: str, number: int) -> Registry:
        """Remove a player's note by its number, from 1. Raises PlayerError."""
        person = self.get(who)
        written = self._texts_of(person.player_id, "notes")
        if not 1 <= number <= len(written):
            raise PlayerError(
                tr(
                    "{name} has no note {number}: `peder players show {id}` numbers them.",
                    name=person.name,
                    number=number,
                    id=person.player_id,
                )
            )
        owner, text = written[number - 1]
        return self.with_people(replace(owner, notes=tuple(note for note in owner.notes if note != text)))

    def add_tags(self, who: str, tags: Iterable[str]) -> Registry:
        """Tag a player. Raises PlayerError for a tag that isn't one word."""
        person = self.get(who)
        new = [_tag(tag) for tag in tags if _tag(tag) not in self.tags(person.player_id)]
        return self.with_people(replace(person, tags=tuple(dict.fromkeys((*person.tags, *new)))))

    def remove_tags(self, who: str, tags: Iterable[str]) -> Registry:
        """Take tags off a player. Raises PlayerError for one that the player doesn't have."""
        person = self.get(who)
        gone = {_tag(tag) for tag in tags}
        known = self.tags(person.player_id)
        for tag in sorted(gone.difference(known)):
            raise PlayerError(
                tr(
                    "{name} has no tag {tag!r}; there are: {known}.",
                    name=person.name,
                    tag=tag,
                    known=", ".join(known) or tr("none"),
                )
            )
        owners = {one.player_id: one for one, tag in self._texts_of(person.player_id, "tags") if tag in gone}
        return self.with_people(
            *(replace(one, tags=tuple(tag for tag in one.tags if tag not in gone)) for one in owners.values())
        )

    def merge(self, who: str, into: str) -> Registry:
        """Make two players one: the first one's hands count for the second, whose name stays.

        Raises PlayerError as `pair_to_merge`.
        """
        return self.with_people(*merged(*self.pair_to_merge(who, into)))

    def pair_to_merge(self, who: str, into: str) -> tuple[Person, Person]:
        """Return the players that a merge would make one.

        Raises PlayerError for an unknown player, if the first is already merged, or both are the same.
        """
        before = self.people.get(who)
        if before and before.merged_into:
            raise PlayerError(
                tr(
                    "{who!r} was merged into {name} before: merge {name}, or `peder players split {who}` first.",
                    who=who,
                    name=self.name_of(who),
                )
            )
        one, other = self.get(who), self.get(into)
        if one.player_id == other.player_id:
            raise PlayerError(tr("{who!r} and {into!r} are the same player already.", who=who, into=into))
        return one, other

    def split(self, player_id: str) -> Registry:
        """Undo a merge: the id is a separate player again, with what the merge gave the other: names, and how to pay."""
        person = self.people.get(player_id)
        if person is None or not person.merged_into:
            merged = ", ".join(sorted(p.player_id for p in self.people.values() if p.merged_into)) or "none"
            raise PlayerError(
                tr(
                    "{player_id!r} isn't a merged id; the merged ids are: {merged}.",
                    player_id=player_id,
                    merged=merged,
                )
            )
        names = {fold_name(name) for name in person.names}
        changed = {player_id: replace(person, merged_into=None)}
        while (into := self.people.get(person.merged_into or "")) and into.player_id not in changed:
            changed[into.player_id] = replace(
                into,
                aliases=tuple(alias for alias in into.aliases if fold_name(alias) not in names),
                pay_to=None if into.pay_to == self.people[player_id].pay_to else into.pay_to,
            )
            person = into
        return self.with_people(*changed.values())

    def _free(self, name: str, person: Person) -> None:
        """Raise PlayerError if another player has the name."""
        if several := self.namesakes_of(name):
            raise PlayerError(
                tr("{name!r} may be {names}: take another name.", name=name, names=join_words(several))
            )
        other = self.find(name)
        if other and other.player_id != person.player_id:
            raise PlayerError(
                tr(
                    "{name!r} finds {other} already: merge the two, or take another name.",
                    name=name,
                    other=other.name,
                )
            )


def merged(one: Person, other: Person) -> tuple[Person, Person]:
    """Return two players as they are once the first was merged into the other."""
    return replace(one, merged_into=other.player_id), replace(
        other,
        aliases=tuple(dict.fromkeys((*other.aliases, one.name, *one.aliases))),
        pay_to=other.pay_to or one.pay_to,
        pay_public=other.pay_public if other.pay_to else one.pay_public,
    )


def _additions(person: Person) -> list[str]:
    """What is added to the name of a player who has namesakes: the site, the letters of the log, the id."""
    site = site_of(person.player_id)
    own_id = person.player_id.partition(":")[2]
    return [*filter(None, [site, person.handle, site and f"{site} {own_id}"]), person.player_id]


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _index(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    index: dict[str, list[str]] = {}
    for key, value in pairs:
        index.setdefault(key, []).append(value)
    return index


def _name(text: str) -> str:
    name = " ".join(text.split())
    if not can_be_name(name):
        raise PlayerError(tr("{text!r} can't be a name: letters, at most sixty of them.", text=text))
    return name


def _tag(text: str) -> str:
    tag = text.strip().removeprefix("#").casefold()
    if not tag.replace("-", "").isalnum() or len(tag) > 30:
        raise PlayerError(
            tr("{text!r:.80} can't be a tag: one word of letters, digits and hyphens.", text=text)
        )
    return tag
