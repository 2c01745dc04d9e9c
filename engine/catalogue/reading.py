"""Reads a definition, a group's own game in a TOML file, as a `Variant`.

The format is described in docs/game-format.md. A definition is only data: nothing in it runs, names a file or grows without
bound. Reading never stops at the first mistake: each is a `Fault` with its line and the correct form.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from engine.catalogue.catalogue import CATALOGUE, VARIANTS
from engine.catalogue.contradictions import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    contradictions,
    most_players,
)
from engine.catalogue.mistakes import Fault, Mistake, MistakeError, MistakeKind
from engine.catalogue.model import (
    Variant,
    cards_needed,
    largest_table,
)
from engine.catalogue.names import fold_name
from engine.catalogue.reader import Reader
from engine.catalogue.values import (
    read_players,
    read_text,
    read_versions,
)
from engine.catalogue.version import PLAIN, version_of
from engine.errors import VariantError, shortened

MAX_LETTERS = 10_000
"""The longest definition, in letters."""


class Definition(NamedTuple):
    """A definition as it was read: the game, None if there are faults."""

    variant: Variant | None
    faults: tuple[Fault, ...]
    same_as: tuple[str, ...] = ()
    """Ids of earlier versions, and other games of the group, that are the same game."""


_MAX_STATEMENT = 50
"""Maximum number of lines of a statement, such as a list over several lines, in looking for a mistake."""


def read_definition(text: str, name: str = "", other_names: Mapping[str, str] | None = None) -> Definition:
    """Read a definition. `name` is the id of the game, by default made from its name; `other_names` are the folded names of
    the group's other games, with the id of each.

    >>> read_definition('name = "Woolworth"\\nlike = "seven-card-stud"').faults
    ()
    """
    if len(text) > MAX_LETTERS:
        too_long = Mistake.of(MistakeKind.TOO_LONG, n=len(text), most=MAX_LETTERS)
        return Definition(None, (Fault(1, too_long),))
    lines = text.splitlines()
    with_quoted_keys = [*map(_quoted_key, lines)]
    try:
        data = tomllib.loads("\n".join(with_quoted_keys) + "\n")
    except tomllib.TOMLDecodeError:
        line = _unreadable_line(with_quoted_keys)
        mistake = Mistake.of(MistakeKind.LINE_NOT_TOML, quoted=shortened(lines[line - 1].strip()))
        return Definition(None, (Fault(line, mistake),))
    except (RecursionError, ValueError):
        return Definition(None, (Fault(1, Mistake.of(MistakeKind.NOT_TOML)),))
    return _OwnReader(text, data, name, other_names or {}).read()


def _quoted_key(line: str) -> str:
    """Quote a key with letters that TOML allows only in quotes, such as å."""
    match = re.match(r"(\s*)([\w-]+)(\s*=)", line)
    return f'{match[1]}"{match[2]}"{line[match.end(2) :]}' if match and not match[2].isascii() else line


def _unreadable_line(lines: Sequence[str]) -> int:
    """The first line, from 1, of the first statement in a file that isn't TOML, or that repeats a key.

    Before Python 3.14 tomllib states the line only in its message. Statements are read one by one, so that this takes
    no longer for long files.
    """
    start, keys = 0, set[str]()
    for end in range(1, len(lines) + 1):
        try:
            values = tomllib.loads("\n".join(lines[start:end]) + "\n")
        except (RecursionError, ValueError):
            if end - start == _MAX_STATEMENT:
                break
            continue
        if keys & values.keys():
            break
        is_section = any(isinstance(value, dict) for value in values.values())
        keys = set() if is_section else keys | values.keys()
        start = end
    return min(start + 1, len(lines))


class _OwnReader(Reader):
    def __init__(self, text: str, data: Mapping[str, Any], name: str, other_names: Mapping[str, str]) -> None:
        super().__init__(text, data, name)
        self.other_names = other_names

    def read(self) -> Definition:
        """The game, or every fault of its file."""
        base = self.value("like", self._base, None)
        if "name" not in self.values:
            self.faults.append(Fault(1, Mistake.of(MistakeKind.NO_NAME)))
        if "deal" not in self.values and "like" not in self.values:
            self.faults.append(Fault(1, Mistake.of(MistakeKind.NO_DEAL)))
        game = self.game(base or PLAIN)
        self._names(game.id, game.name, game.name_da, game.aliases)
        players = self.value("players", read_players, None)
        if not self.faults:
            self._check(game)
            self._check_table(game, players)
        same_as = self.value("same_as", read_versions, ())
        if self.faults:
            return Definition(None, tuple(sorted(dict.fromkeys(self.faults), key=lambda fault: fault.line)))
        most = players or (game.players[0], min(game.players[1], largest_table(game)))
        if not base and not players:
            fits = most_players(game)
            most = (2 if game.all_in else min(3, fits), min(MOST_PLAYERS if game.all_in else 7, fits))
        game = replace(game, players=most, summary=game.summary or game.name)
        same = tuple(text if "@" in text else f"{game.id}@{text}" for text in same_as)
        return Definition(replace(game, id=f"{game.id}@{version_of(game)}"), (), same)

    def _names(self, slug: str, *names: Any) -> None:
        shipped = CATALOGUE.names
        given = {fold_name(text): text for text in filter(None, (slug, *names[2], names[1], names[0]))}
        for folded, text in given.items():
            own = self.other_names.get(folded, slug)
            if other := shipped.get(folded) or (own if own != slug else ""):
                kind = MistakeKind.FILE_NAME_TAKEN if text == self.name else MistakeKind.NAME_TAKEN
                mistake = Mistake.of(kind, text=text, other=other)
                self.fault("aliases" if text in names[2] else "name", mistake, text)

    def _base(self, value: Any) -> Variant:
        """The game of the catalogue that a definition starts from."""
        if fold_name(read_text(60)(value)) in self.other_names:
            raise MistakeError(Mistake.of(MistakeKind.NOT_FROM_CATALOGUE))
        try:
            variant = VARIANTS.find(value)
        except VariantError as error:
            kind = MistakeKind.NO_SUCH_GAME_NEAR if error.near else MistakeKind.NO_SUCH_GAME
            values = {"near": error.near} if error.near else {}
            raise MistakeError(Mistake.of(kind, text=shortened(value), **values)) from error
        if variant.kernel:
            raise MistakeError(Mistake.of(MistakeKind.OWN_KIND_OF_RULES, name=variant.name))
        return variant

    def _check(self, game: Variant) -> None:
        for key, mistake in contradictions(game):
            self.fault(key if key in self.values else "like" if "like" in self.values else key, mistake)

    def _check_table(self, game: Variant, players: tuple[int, int] | None) -> None:
        fits = most_players(game)
        wanted = players or (FEWEST_PLAYERS, FEWEST_PLAYERS)
        if wanted[1] > fits:
            each, board = cards_needed(game)
            mistake = Mistake.of(
                MistakeKind.TOO_MANY_PLAYERS,
                players=wanted[1], cards=each * wanted[1] + board, each=each, board=board, pack=game.pack, most=fits,
            )  # fmt: skip
            self.fault("players" if "players" in self.values else "deal", mistake)
