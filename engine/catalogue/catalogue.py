"""The catalogue: the games that ship with Peder, a group's own, and how a typed name finds its game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property

from engine.catalogue.additions import parse_additions
from engine.catalogue.calls import call
from engine.catalogue.model import Variant
from engine.catalogue.names import SHARED_NAMES, fold_name, said_name
from engine.catalogue.shipped import FAMILIES, shipped_files, shipped_names
from engine.errors import PederError, VariantError, shortened
from language import tr
from language.suggestions import likeness, several_nearest

GUEST, HOME = "guest", "home"
"""The families of games that are in no rule text: games of hand histories, and of other groups."""


def names_of(variant: Variant) -> Iterable[str]:
    """Yield every name of a game: id, names, aliases; for an earlier version of a group's own game only the id.

    >>> list(names_of(VARIANTS.find("texas holdem")))[:2]
    ['texas-holdem', "Texas Hold 'Em"]
    """
    if variant.superseded:
        return [variant.id]
    own = variant.id.partition("@")[0]
    return filter(None, dict.fromkeys((variant.id, own, variant.name, variant.name_da, *variant.aliases)))


def _is_typo(text: str, name: str, game: Variant) -> bool:
    """Whether a text may be a slip of the pen for a name: not where more than a letter differs, as in ``basketball``, or where
    a word or a number makes the difference, as in ``nl holdem`` and ``5-stud`` (for 7-stud).
    """
    words = text.split()
    parts = {fold_name("".join(words[:end])) for end in range(1, len(words))}
    parts |= {fold_name("".join(words[start:])) for start in range(1, len(words))}
    numbers = _numbers(text)
    return (
        _is_one_slip(fold_name(text), name)
        and name not in parts
        and (not numbers or numbers in map(_numbers, names_of(game)))
    )


def _is_one_slip(text: str, name: str) -> bool:
    """Whether a letter inserted, deleted or replaced, or two letters swapped, make a text a name.

    >>> [_is_one_slip(text, "baseball") for text in ("basseball", "basebull", "baesball", "basketball")]
    [True, True, True, False]
    """
    start = _common_start(text, name)
    end = _common_start(text[start:][::-1], name[start:][::-1])
    rest, other = text[start : len(text) - end], name[start : len(name) - end]
    return max(len(rest), len(other)) <= 1 or (len(rest) == 2 and rest == other[::-1])


def _common_start(one: str, other: str) -> int:
    """How many letters two texts begin with in common."""
    differ = (place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    return next(differ, min(len(one), len(other)))


def _numbers(text: str) -> list[str]:
    """The numbers in a name, those in words too."""
    return re.findall(r"\d+", said_name(text))


Words = tuple[str, ...]
"""The folded words of a name."""


def _keys(name: str) -> tuple[Words, Words]:
    """Return a name in the forms used for look-ups: as one word, and word by word."""
    return (fold_name(name),), tuple(map(fold_name, name.split()))


@cache
def _shipped_index(without: tuple[str, ...]) -> dict[Words, str]:
    """The games that ship by the words of their names."""
    return {
        key: game_id
        for game_id, values in shipped_files().items()
        if values["family"] not in without
        for name in shipped_names(game_id)
        for key in _keys(name)
    }


@cache
def _shipped_said(without: tuple[str, ...]) -> dict[str, str]:
    """Return the ids of shipped games by `said_name` of their names: the first game, if two names are said the same way."""
    said: dict[str, str] = {}
    for game_id, values in shipped_files().items():
        if values["family"] not in without:
            for name in shipped_names(game_id):
                said.setdefault(said_name(name), game_id)
    return said


class _Games:
    """The games of a catalogue at one moment, and indexes of them, computed at first use."""

    def __init__(self, own: Iterable[Variant], without: tuple[str, ...], state: str) -> None:
        self.own = {variant.id: variant for variant in own}
        self.without = without
        self.state = state
        self.by_call: dict[tuple[str, str], Variant | None] = {}

    @cached_property
    def ids(self) -> dict[str, None]:
        """The ids of the games in the catalogue's order: those that ship, then the group's own."""
        files = shipped_files().items()
        shipped = (game_id for game_id, values in files if values["family"] not in self.without)
        return dict.fromkeys((*shipped, *self.own))

    @cached_property
    def index(self) -> dict[Words, str]:
        """The id of each game by the words of its names. If a group's own game has the name of a guest, the name
        means the own game.
        """
        own = {key: game.id for game in self.own.values() for name in names_of(game) for key in _keys(name)}
        return _shipped_index(self.without) | own

    @cached_property
    def said(self) -> dict[str, str]:
        """The id of each game by `said_name` of its names."""
        own = {said_name(name): game.id for game in self.own.values() for name in names_of(game)}
        return _shipped_said(self.without) | own

    @cached_property
    def names(self) -> dict[str, str]:
        """The id of each game by its names in one word."""
        return {words[0]: game_id for words, game_id in self.index.items() if len(words) == 1}

    @cached_property
    def most_words(self) -> int:
        """The number of words of the longest name."""
        return max(map(len, self.index))


class Catalogue(Mapping[str, Variant]):
    """Games by id: those that ship with Peder, then a group's own.

    Every store has a catalogue (`pipeline.store.games`); `VARIANTS` has the shipped games alone. A shipped game is
    read from its file at first use.

    >>> VARIANTS.find("seven card stud").id
    'seven-card-stud'
    """

    def __init__(self, own: Iterable[Variant] = (), *, without: tuple[str, ...] = ()) -> None:
        """Pass the group's own games, and the families that are left out."""
        self._games = _Games(own, without, "")

    def set_own(self, games: Iterable[Variant], state: str = "") -> None:
        """Replace the group's own games. Another thread sees the whole change or none of it."""
        self._games = _Games(games, self._games.without, state)

    def __getitem__(self, variant_id: str) -> Variant:
        games = self._games
        if variant_id not in games.ids:
            raise KeyError(variant_id)
        if variant_id in games.own:
            return games.own[variant_id]
        from engine.catalogue.reader import shipped_game  # slow to import: not before a game is asked for

        return shipped_game(variant_id)

    def __contains__(self, variant_id: object) -> bool:
        return variant_id in self._games.ids

    def __iter__(self) -> Iterator[str]:
        return iter(self._games.ids)

    def __len__(self) -> int:
        return len(self._games.ids)

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def current(self) -> Iterator[Variant]:
        """The games that can be called: no earlier versions, and no guest whose name the group gave to a game of its own."""
        names = self.names
        for variant in self.values():
            if not variant.superseded and (
                variant.family == "own" or names[fold_name(variant.id)] == variant.id
            ):
                yield variant

    @property
    def own(self) -> Mapping[str, Variant]:
        """The group's own games by id, every version of them."""
        return self._games.own

    @property
    def state(self) -> str:
        """A text that changes whenever the group's own games change."""
        return self._games.state

    @property
    def own_names(self) -> dict[str, str]:
        """The names of the group's own games as they are played now, folded, with each one's id without its version."""
        current = [game for game in self.own.values() if not game.superseded]
        return {fold_name(name): game.id.partition("@")[0] for game in current for name in names_of(game)}

    @property
    def names(self) -> Mapping[str, str]:
        """Every name that finds a game, as `fold_name` has it, with the game's id."""
        return self._games.names

    @property
    def spoken_names(self) -> Mapping[Words, str]:
        """The ids of games by the folded words of their names, in one word and word by word."""
        return self._games.index

    @property
    def said_names(self) -> Mapping[str, str]:
        """The id of each game by `said_name` of its names."""
        return self._games.said

    @property
    def most_words(self) -> int:
        """The number of words of the longest name."""
        return self._games.most_words

    def find(self, text: str) -> Variant:
        """The game of a name, forgiving case, spaces, accents, an unambiguous beginning and a typo.

        Raises VariantError that names the nearest games.
        """
        wanted, by_name = fold_name(text), self.names
        if wanted in by_name:
            return self[by_name[wanted]]
        if said_name(text) in self.said_names:
            return self[self.said_names[said_name(text)]]
        if shared := SHARED_NAMES.get(said_name(text)):
            return self[shared[0]]
        own, files = self.own, shipped_files()
        offered = [name for name, game in by_name.items() if not (game in own and own[game].superseded)]
        ours = [name for name in offered if by_name[name] in own or files[by_name[name]]["family"] != HOME]
        for names in (ours, offered):  # for a beginning or a typo, games of the texts come first
            begins = (name for name in names if len(wanted) > 3 and name.startswith(wanted))
            starting = dict.fromkeys(by_name[name] for name in sorted(begins, key=len))
            if len(starting) == 1:
                return self[next(iter(starting))]
            near = several_nearest(wanted, names, 3, cutoff=0.7)
            is_like = near and not starting and len(wanted) > 3 and likeness(wanted, near[0]) > 0.85
            if is_like and _is_typo(text, near[0], self[by_name[near[0]]]):
                return self[by_name[near[0]]]
        near_ids = [*starting, *(by_name[name] for name in near)]
        suggestions = list(dict.fromkeys(name.partition("@")[0] for name in near_ids))[:3]
        hint = (
            tr("Did you mean {suggestions}?", suggestions=tr(" or ").join(suggestions))
            if suggestions
            else tr("`peder variants` lists them all.")
        )
        message = tr("There is no game called {text!r}. {hint}", text=shortened(text), hint=hint)
        raise VariantError(message, suggestions)

    def with_additions(self, variant_id: str, additions: str) -> Variant | None:
        """A game as a hand names it, with its additions; None for one that this catalogue doesn't have."""
        known = self._games.by_call
        if (variant_id, additions) not in known:
            try:
                game = self.get(variant_id) or self.find(variant_id)
                known[variant_id, additions] = call(game, parse_additions(additions.split()))
            except PederError:
                known[variant_id, additions] = None
        return known[variant_id, additions]

    def current_version(self, variant_id: str) -> str:
        """The id of the current version of a group's own game, given the id of any version; other ids unchanged."""
        variant = self.own.get(variant_id)
        if variant is None or not variant.superseded:
            return variant_id
        current = self.names.get(fold_name(variant_id.partition("@")[0]), "")
        return current if current in self.own else variant_id

    def split_names(self, words: Sequence[str]) -> list[str]:
        """Split words into names of games, if a name of several words wasn't quoted: ``bush league guts`` are two.
        Text after a colon or a plus (``bush league:3``, ``omaha+psy``) stays with its game.
        """
        names: list[str] = []
        rest, most = list(words), self.most_words
        while rest:
            counts = range(min(len(rest), most), 1, -1)
            count = next((count for count in counts if self._is_name(rest[:count])), 1)
            names.append(" ".join(rest[:count]))
            del rest[:count]
        return names

    def _is_name(self, words: Sequence[str]) -> bool:
        """Whether words together are a game's name, and not each the name of another game."""
        parts = [*words[:-1], re.split("[:+]", words[-1])[0]]
        whole = self.names.get(fold_name("".join(parts)))
        others = (self.names.get(fold_name(part), whole) != whole for part in parts)
        return whole is not None and not all(others)

    def search(self, text: str) -> list[Variant]:
        """Return the games with a word in their names that begins so, or of that family; else the game that `find`
        returns.

        Raises VariantError where there is none.
        """
        wanted = fold_name(text)

        def fits(name: str) -> bool:
            words = re.split(r"[\W_]+", name)
            return any(fold_name("".join(words[place:])).startswith(wanted) for place in range(len(words)))

        variants = [
            variant
            for variant in self.current()
            if wanted in (variant.family, fold_name(tr(FAMILIES[variant.family])))
            or any(fits(name) for name in names_of(variant))
        ]
        return variants if wanted and variants else [self.find(text)]


VARIANTS = Catalogue()
"""Every game that ships: those of the rule texts, and the guests (docs/guests.md)."""

CATALOGUE = Catalogue(without=(GUEST, HOME))
"""The games of the rule texts; "all games" means these."""

TRAINED = Catalogue(without=(HOME,))
"""The games whose trained players ship (`engine.train`); players of other games are trained at first use."""
