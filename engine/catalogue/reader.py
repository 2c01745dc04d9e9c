"""Makes a `Variant` of the values of a game's file: one that ships, or a group's own (`engine.catalogue.reading`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from engine.catalogue.contradictions import (
    MAX_CHIPS,
    MAX_ROUNDS,
)
from engine.catalogue.deals import read_steps
from engine.catalogue.mistakes import Fault, Mistake, MistakeError, MistakeKind, Part
from engine.catalogue.model import (
    HOLDEM_STAKES,
    HOUSE,
    Betting,
    Use,
    Variant,
    Wild,
    WildKind,
    common_cards,
)
from engine.catalogue.names import fold_name
from engine.catalogue.shipped import shipped_files
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
    read_whole,
    read_wild_rule,
    unknown_key_mistake,
    unknown_mistake,
)
from engine.catalogue.version import PLAIN
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
from engine.errors import shortened
from engine.terms import Limit, Ranking, Sharing

_LINE_KEY = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([^\s=#"'\[\]]+))\s*=""")


class Reader:
    """Reads the values of a file, by their keys in either language, and collects its faults."""

    def __init__(self, text: str, data: Mapping[str, Any], name: str) -> None:
        self.lines = text.splitlines()
        self.name = name
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


# --- the games that ship ---

_LARGEST_SHIPPED_TABLE = 12


@cache
def shipped_game(game_id: str) -> Variant:
    """A game that ships, read from its file at first use."""
    return read_shipped(game_id, shipped_files()[game_id])


def read_shipped(game_id: str, data: Mapping[str, Any]) -> Variant:
    """A game of the catalogue from its file's values, which tests have checked. Raises ValueError for a mistake."""
    own = {
        key: value
        for key, value in data.items()
        if key not in SHIPPED_KEYS and key not in ("place", "players")
    }
    base = shipped_game(own["like"]) if "like" in own else PLAIN
    reader = Reader("", own, game_id)
    game = reader.game(base)
    if reader.faults:
        raise ValueError(f"{game_id}.toml: {'; '.join(fault.text for fault in reader.faults)}")
    special = {
        field: _READ_SHIPPED.get(key, lambda value: value)(data[key])
        for key, field in SHIPPED_KEYS.items()
        if key in data
    }
    players = read_players(data["players"], _LARGEST_SHIPPED_TABLE) if "players" in data else base.players
    return replace(game, players=players, **{"source": "guest", **special})


_READ_SHIPPED: dict[str, Callable[[Any], Any]] = {
    "rulings": tuple,
    "how_to_play": tuple,
    "trumps": read_cards,
}
