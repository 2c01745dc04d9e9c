"""Reads a definition, a game in a TOML file, as a `Variant`: a group's own, or one of the catalogue.

The format is described in docs/game-format.md. A definition is only data: nothing in it runs, names a file or grows without
bound. Reading never stops at the first mistake: each is a `Fault` with its line and the correct form.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from engine.catalogue.contradictions import (
    FEWEST_PLAYERS,
    MAX_CHIPS,
    MAX_ROUNDS,
    MOST_PLAYERS,
    contradictions,
    most_players,
)
from engine.catalogue.deals import read_steps
from engine.catalogue.mistakes import Mistake, MistakeError, MistakeKind, Part
from engine.catalogue.model import (
    HOLDEM_STAKES,
    HOUSE,
    Betting,
    Use,
    Variant,
    Wild,
    WildKind,
    cards_needed,
    common_cards,
    largest_table,
)
from engine.catalogue.names import fold_name
from engine.catalogue.values import (
    read_blinds,
    read_cards,
    read_flag,
    read_layout,
    read_limit,
    read_lines,
    read_openers,
    read_pack,
    read_players,
    read_prices,
    read_text,
    read_texts,
    read_texts_of_one,
    read_versions,
    read_whole,
    read_wild_rule,
    unknown_key_mistake,
    unknown_mistake,
)
from engine.catalogue.version import PLAIN, version_of
from engine.catalogue.words import (
    COUNTED,
    DANISH_HAND_FORMS,
    FIELDS,
    HAND_FORMS,
    HAND_KEYS,
    KEY_OF,
    OWN,
    SHIPPED_KEYS,
    STAKES,
    SUITS,
)
from engine.errors import VariantError, shortened
from engine.terms import Limit, Ranking, Sharing
from language import tr

MAX_LETTERS = 10_000
"""The longest definition, in letters."""
LARGEST_SHIPPED_TABLE = 12


class Fault(NamedTuple):
    """A mistake in a definition: its line, from 1, and the key it is in, "" for none."""

    line: int
    mistake: Mistake
    key: str = ""

    @property
    def text(self) -> str:
        """The sentence, without the line."""
        return str(self.mistake)

    def __str__(self) -> str:
        return tr("line {line}: {text}", line=self.line, text=self.text)


class Definition(NamedTuple):
    """A definition as it was read: the game, None if there are faults."""

    variant: Variant | None
    faults: tuple[Fault, ...]
    same_as: tuple[str, ...] = ()
    """Ids of earlier versions, and other games of the group, that are the same game."""


_MAX_STATEMENT = 50
"""Maximum number of lines of a statement, such as a list over several lines, in looking for a mistake."""
_LINE_KEY = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([^\s=#"'\[\]]+))\s*=""")


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
    return _Reader(text, data, name, other_names or {}).read()


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


class _Reader:
    def __init__(self, text: str, data: dict[str, Any], name: str, other_names: Mapping[str, str]) -> None:
        self.lines = text.splitlines()
        self.name, self.other_names = name, other_names
        self.faults: list[Fault] = []
        self.values: dict[str, Any] = {}
        self.words: dict[str, str] = {}  # each key as it is written in the file
        for word, value in data.items():
            key = KEY_OF.get(fold_name(word))
            if key is None and isinstance(value, dict):
                section = Mistake.of(MistakeKind.SECTION, section=f"[{shortened(word)}]")
                self.faults.append(Fault(self._line(word), section))
            elif key is None or (key in self.values):
                self.faults.append(Fault(self._line(word), unknown_key_mistake(word, key)))
            else:
                self.values[key], self.words[key] = value, word

    def _line(self, word: str, part: str = "") -> int:
        """The line of a key, or of a part of its value."""
        starts = [
            (number, fold_name(next(filter(None, match.groups()), "")))
            for number, line in enumerate(self.lines, start=1)
            if (match := _LINE_KEY.match(line))
        ]
        first = next((number for number, key in starts if key == fold_name(word)), 1)
        end = next((number for number, _ in starts if number > first), len(self.lines) + 1)
        within = (number for number in range(first, end) if part and part in self.lines[number - 1])
        return next(within, first)

    def fault(self, key: str, mistake: Mistake, part: str = "") -> None:
        self.faults.append(Fault(self._line(self.words.get(key, key), part), mistake, key))

    def value(self, key: str, read: Callable[[Any], Any], default: Any) -> Any:
        """Return the parsed value of a key; the default if the file has none, or a mistake."""
        if key not in self.values:
            return default
        try:
            return read(self.values[key])
        except MistakeError as error:
            self.fault(key, error.mistake, error.part)
            return default

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

    def game(self, start: Variant) -> Variant:
        """The game that the values make of another, unchecked, and without a version."""
        name = self.value("name", read_text(60), "")
        slug = self.name or _slug(name)
        steps = self.value("deal", read_steps, start.steps)
        game = replace(
            start, id=slug, name=name or slug, family="own", source="own", steps=steps, rounds_printed=None,
            name_da=self.value("name_da", read_text(60), ""), aliases=tuple(self.value("aliases", read_texts, ())),
            summary=self.value("summary", read_text(300), ""),
            betting=self._betting(start.betting),
            **{field: self.value(key, _READ[key], getattr(start, field)) for key, field in FIELDS.items()},
        )  # fmt: skip
        return self._hand(self._wild(game)) if "deal" not in self.values or steps else game

    def _names(self, slug: str, *names: Any) -> None:
        from engine.catalogue import CATALOGUE

        shipped = CATALOGUE.names
        given = {fold_name(text): text for text in filter(None, (slug, *names[2], names[1], names[0]))}
        for folded, text in given.items():
            own = self.other_names.get(folded, slug)
            if other := shipped.get(folded) or (own if own != slug else ""):
                kind = MistakeKind.FILE_NAME_TAKEN if text == self.name else MistakeKind.NAME_TAKEN
                mistake = Mistake.of(kind, text=text, other=other)
                self.fault("aliases" if text in names[2] else "name", mistake, text)

    def _betting(self, start: Betting) -> Betting:
        limit = self.value("betting", read_limit, start.limit)
        if limit is not start.limit:
            start = HOUSE if limit is Limit.HOUSE else replace(HOLDEM_STAKES, limit=limit)
        small, big = self.value("blinds", read_blinds, (start.small_blind, start.big_blind))
        if limit is Limit.HOUSE:
            for key in (
                "blinds",
                "straddle",
                "bring_in",
                "button_blind",
                "doubles_from",
                "raise_before_call",
            ):
                if key in self.values:
                    self.fault(key, Mistake.of(MistakeKind.KEY_NEEDS_LIMIT, key=self.words[key]))
        else:
            for key in ("max_raise", "peder"):
                if key in self.values:
                    self.fault(key, Mistake.of(MistakeKind.KEY_NEEDS_HOUSE, key=self.words[key]))
        fields = {field: self.value(key, _READ[key], getattr(start, field)) for key, field in STAKES.items()}
        peder = HOUSE.peder if self.value("peder", read_flag, bool(start.peder)) else 0
        return Betting(limit=limit, peder=peder, small_blind=small, big_blind=big, **fields)

    def _wild(self, game: Variant) -> Variant:
        if "wild" not in self.values:
            return game
        board = common_cards(game.steps)
        cards, rules = 0, dict[WildKind, Wild]()
        for text in self.value(
            "wild", read_texts_of_one if isinstance(self.values["wild"], str) else read_texts, ()
        ):
            try:
                rule = read_wild_rule(text, board)
                if isinstance(rule, int):
                    cards |= rule
                elif rule.kind in rules:
                    raise MistakeError(Mistake.of(MistakeKind.SECOND_RULE, text=text))
                else:
                    rules[rule.kind] = rule
            except MistakeError as error:
                self.fault("wild", error.mistake, text)
        return replace(game, wild_cards=cards, wild=tuple(rules.values()))

    def _hand(self, game: Variant) -> Variant:
        lines = self.value("lines", read_lines, game.use.lines)
        if "hand" not in self.values:
            return replace(game, use=replace(game.use, lines=lines))
        own: dict[str, int] = {}
        share: set[str] = set()
        parts: dict[str, Any] = {"spade": "", "ranking": Ranking.MELDS, "lines": False}
        counted, by_rank = 0, False
        for text in self.value("hand", read_texts_of_one, ()):
            phrase = " ".join(text.casefold().split())
            part, value = HAND_KEYS.get(fold_name(phrase), ("?", None))
            if match := OWN.fullmatch(phrase):
                own["own_exactly" if match[1] in ("exactly", "præcis") else "own_at_most"] = int(match[2])
            elif (match := COUNTED.fullmatch(phrase)) and match[2] in SUITS:
                counted, by_rank = SUITS[match[2]], match[1] not in ("most", "flest")
            elif part == "?":
                self.fault("hand", unknown_mistake(text, HAND_FORMS, Part.HAND, DANISH_HAND_FORMS), text)
            elif part == "share":
                share.add(value)
            elif part:
                parts[part] = value
        if parts["lines"] and not lines:
            self.fault("hand", Mistake.of(MistakeKind.NO_LINES))
        sharing = {
            frozenset(): Sharing.HIGH,
            frozenset({"low", "declared"}): Sharing.DECLARED,
            frozenset({"low", "eight"}): Sharing.EIGHT,
            frozenset({"low", "declared", "eight"}): Sharing.DECLARED_EIGHT,
        }.get(frozenset(share))
        if sharing is None:
            self.fault("hand", Mistake.of(MistakeKind.NOT_SHARED))
        return replace(
            game, use=Use(lines=lines if parts["lines"] or "lines" in self.values else (), **own),
            share=sharing or Sharing.HIGH, ranking=parts["ranking"], spade=bool(parts["spade"]),
            spade_is_lowest=parts["spade"] == "lowest", counted=counted, counted_by_rank=by_rank,
        )  # fmt: skip

    def _base(self, value: Any) -> Variant:
        """The game of the catalogue that a definition starts from."""
        from engine.catalogue import VARIANTS

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


def _slug(name: str) -> str:
    plain = name.casefold().replace("æ", "ae").replace("ø", "o").replace("å", "a")
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40] or "game"


_READ: dict[str, Callable[[Any], Any]] = {
    "layout": read_layout, "pack": read_pack, "opens": read_openers, "sends_out": read_cards, "redeals": read_cards, "buys": read_cards,
    "price": read_whole(1, MAX_CHIPS), "costs": read_prices, "costs_if_asked": read_prices, "gives": read_cards, "may_come_back": read_flag,
    "anticlockwise": read_flag, "wild_alone": read_flag, "short_order": read_flag,
    "ante": read_whole(0, MAX_CHIPS), "max_raise": read_whole(0, MAX_CHIPS), "straddle": read_flag, "bring_in": read_whole(0, MAX_CHIPS),
    "button_blind": read_flag, "doubles_from": read_whole(0, MAX_ROUNDS), "raise_before_call": read_flag,
}  # fmt: skip
"""Readers of the keys that fill a field of the model or of its stakes."""


# --- the files of the catalogue ---


def read_shipped(game_id: str, data: Mapping[str, Any]) -> Variant:
    """A game of the catalogue from its file's values, which tests have checked. Raises ValueError for a mistake."""
    own = {
        key: value
        for key, value in data.items()
        if key not in SHIPPED_KEYS and key not in ("place", "players")
    }
    reader = _Reader("", own, game_id, {})
    base = reader.value("like", reader._base, PLAIN)
    game = reader.game(base)
    if reader.faults:
        raise ValueError(f"{game_id}.toml: {'; '.join(fault.text for fault in reader.faults)}")
    special = {
        field: _READ_SHIPPED.get(key, lambda value: value)(data[key])
        for key, field in SHIPPED_KEYS.items()
        if key in data
    }
    players = read_players(data["players"], LARGEST_SHIPPED_TABLE) if "players" in data else base.players
    return replace(game, players=players, **{"source": "guest", **special})


_READ_SHIPPED: dict[str, Callable[[Any], Any]] = {
    "rulings": tuple,
    "how_to_play": tuple,
    "trumps": read_cards,
}
