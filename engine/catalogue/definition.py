"""Games that a group defines in a TOML file: reads a definition as a `Variant`, and writes a variant as one.

The format is described in docs/your-own-games.md. A definition is only data: nothing in it runs, names a file or grows without
bound. Reading never stops at the first mistake: each is a `Fault` with its line and the correct form.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, fields, replace
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from engine.cards.card import (
    JOKER_SET,
    RANKS,
    SUIT_LANE,
    SUIT_WORDS,
    card_set,
    pack_of,
    parse_card,
    rank_set,
)
from engine.cards.ranks import RANK_WORDS, find_rank, near_rank
from engine.catalogue import CATALOGUE, Variant, find_variant, fold_name, names_of
from engine.catalogue.additions import CARD_PHRASES, wild_words
from engine.catalogue.community import CIRCLE, CORNERS_FIRST, CROSS, FLOORS, HOLE, TRIANGLE
from engine.catalogue.guests import GUESTS
from engine.catalogue.model import (
    HOLDEM_STAKES,
    HOUSE,
    Betting,
    Op,
    Step,
    Use,
    Wild,
    WildKind,
    cards_needed,
    closed_cards,
    largest_table,
    parse_programme,
)
from engine.catalogue.rules_text import repeated
from engine.errors import CardError, VariantError, shortened
from engine.terms import Limit, Ranking, Sharing
from language import current_language, tr

MAX_LETTERS = 10_000
"""The longest definition, in letters."""
MAX_STEPS, MAX_ROUNDS, MAX_OWN, MAX_BOARD, MAX_LINES = 60, 30, 14, 8, 8
"""What the compiled programme has room for (`engine.kernel.program`)."""
MAX_ORDERED = 7
"""The most closed cards that players put in an order, of which there are 5,040 then."""
MAX_CHIPS = 1000
FEWEST_PLAYERS, MOST_PLAYERS = 2, 10
_PLAIN = Variant(id="", name="", family="own", source="own", summary="")
"""The game of a file that says nothing."""


class Fault(NamedTuple):
    """A mistake in a definition: its line, from 1, and a sentence."""

    line: int
    text: str

    def __str__(self) -> str:
        return tr("line {line}: {text}", line=self.line, text=self.text)


class Definition(NamedTuple):
    """A definition as it was read: the game, None if there are faults."""

    variant: Variant | None
    faults: tuple[Fault, ...]
    same_as: tuple[str, ...] = ()
    """Ids of earlier versions, and other games of the group, that are the same game."""


class _MistakeError(Exception):
    """A value that can't be understood. `part` is the piece of it to look for in the file."""

    def __init__(self, text: str, part: str = "") -> None:
        super().__init__(text)
        self.part = part


_DANISH = {
    "name": "navn", "name_da": "navn_da", "aliases": "aliaser", "summary": "beskrivelse", "like": "som",
    "deal": "giv", "wild": "vilde", "hand": "haand", "lines": "linjer", "layout": "opstilling",
    "players": "spillere", "pack": "kort", "betting": "indsats", "ante": "ante", "max_raise": "hoejeste_raise",
    "peder": "peder", "blinds": "blinds", "straddle": "straddle", "bring_in": "bring_in",
    "button_blind": "blind_fra_knappen", "doubles_from": "fordobles_fra", "raise_before_call": "raise_foer_call",
    "opens": "aabner", "sends_out": "sender_ud", "redeals": "giver_om", "buys": "koeber", "price": "pris", "costs": "koster",
    "costs_if_asked": "koster_efter_aftale", "gives": "giver", "may_come_back": "maa_komme_igen",
    "anticlockwise": "mod_uret", "wild_alone": "vilde_alene", "short_order": "kort_raekkefoelge", "same_as": "samme_som",
}  # fmt: skip
"""The keys of a definition, each with its Danish form."""
KEYS = tuple(_DANISH)
_KEY_OF = {
    fold_name(word): key
    for key, danish in _DANISH.items()
    for word in (danish, danish.replace("aa", "å").replace("oe", "ø").replace("ae", "æ"), key)
}
_LINE_KEY = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([^\s=#"'\[\]]+))\s*=""")

_LAYOUTS = {
    "cross": CROSS, "hole": HOLE, "triangle": TRIANGLE, "corners first": CORNERS_FIRST, "circle": CIRCLE,
    "floors": FLOORS,
}  # fmt: skip
_LIMITS = {
    "house": Limit.HOUSE, "huset": Limit.HOUSE, "limit": Limit.FIXED, "fixed": Limit.FIXED, "fast": Limit.FIXED,
    "pot limit": Limit.POT, "pot": Limit.POT, "no limit": Limit.NO, "no": Limit.NO, "uden limit": Limit.NO,
}  # fmt: skip
_LIMIT_WORDS = {Limit.HOUSE: "house", Limit.FIXED: "limit", Limit.POT: "pot limit", Limit.NO: "no limit"}

_HANDS: tuple[tuple[str, str, str, Any], ...] = (
    ("best five", "de bedste fem", "", None),
    ("high", "høj", "", None),
    ("a line of the board", "en linje af bordet", "lines", True),
    ("low", "lav", "ranking", Ranking.ACE_FIVE),
    ("high and low", "høj og lav", "share", "low"),
    ("declared", "erklæret", "share", "declared"),
    ("eight or better", "otte eller bedre", "share", "eight"),
    ("ace to five low", "es til fem lav", "ranking", Ranking.ACE_FIVE),
    ("deuce to seven low", "to til syv lav", "ranking", Ranking.DEUCE_SEVEN),
    ("six four low", "seks fire lav", "ranking", Ranking.ACE_SIX),
    ("three cards", "tre kort", "ranking", Ranking.THREE_CARD),
    ("two cards", "to kort", "ranking", Ranking.TWO_CARD),
    ("badugi", "badugi", "ranking", Ranking.BADUGI),
    ("six plus", "six plus", "ranking", Ranking.SIX_PLUS),
    ("highest spade in the hole", "højeste lukkede spar", "spade", "highest"),
    ("lowest spade in the hole", "laveste lukkede spar", "spade", "lowest"),
)
"""What `hand` may say, in English and Danish, with the part of the game it sets."""
_HAND_KEYS = {fold_name(words): (part, value) for *both, part, value in _HANDS for words in both}
_HAND_FORMS, _DANISH_HAND_FORMS = (
    (*(row[column] for row in _HANDS), *counts)
    for column, counts in enumerate(
        (("highest sum of diamonds", "most diamonds"), ("højeste sum af ruder", "flest ruder"))
    )
)
_COUNTED = re.compile(r"(highest sum of|højeste sum af|most|flest) (\w+)")
_SUITS = {
    word: 0x1FFF << SUIT_LANE * suit for words in SUIT_WORDS.values() for suit, word in enumerate(words)
}
_OWN = re.compile(r"(exactly|præcis|at most|højst) (\d+) (?:of your own|af dine egne)")

_RULES: dict[WildKind, tuple[str, ...]] = {
    WildKind.LOWEST_CLOSED: ("lowest hole card", "lowest closed card", "laveste lukkede kort"),
    WildKind.LAST_OWN: ("last card", "your last card", "sidste kort", "dit sidste kort"),
    WildKind.KEPT_CLOSED: ("the card kept closed", "kortet der holdes lukket"),
    WildKind.LOWEST_BOARD: ("lowest common card", "laveste fælleskort"),
    WildKind.BOTTOM: ("bottom card", "nederste kort"),
    WildKind.CHOICE: ("a rank of your choice", "en værdi efter eget valg"),
    WildKind.PICKED: ("a rank picked among your own cards", "en værdi valgt blandt dine egne kort"),
    WildKind.EXACT_PAIR: (
        "a rank held exactly twice",
        "a rank only if paired",
        "en værdi du har præcis to af",
    ),
    WildKind.SPLIT_OPEN: ("a rank held both open and closed", "en værdi du har både åbent og lukket"),
    WildKind.SPLIT_BOARD: (
        "a rank both in your hand and on the board",
        "en værdi både på hånden og på bordet",
    ),
}
_RULE_KEYS = {fold_name(words): kind for kind, forms in _RULES.items() for words in forms}
_FOLLOWS = re.compile(r"(?:follow(?:s|ing)?(?: the)?|what follows(?: the)?|følger|det der følger) (.+)")
_COMMON = re.compile(r"(?:common cards?|fælleskort) ((?:\d+)(?:(?:,| |and|og)+\d+)*)")
_LAST_COMMON = ("last common card", "sidste fælleskort")
_CANCELLED = re.compile(r"(.+?) (?:until (?:one is )?turned|indtil (?:en|de) vendes)")

_STEPS: tuple[tuple[str, ...], ...] = (
    ("D{n}", "{n} down", "{n} ned", "{n} (?:closed|lukkede|lukket)"),
    ("U{n}", "{n} up", "{n} op", "{n} (?:open|åbne|åbent)"),
    ("O{n}", "{n} common", "{n} fælles", "{n} (?:common up|common open|fælles åbne|fælles åbent)"),
    ("T1", "turn", "vend"),
    ("B", "bet", "runde"),
    ("X{n}", "exchange {n}", "byt {n}", "draw {n}"),
    ("L{n}", "pass {n} left", "send {n} til venstre"),
    ("Z{n}", "discard {n}", "kast {n}"),
    ("D1@{price}", "1 down or up for {price}", "1 ned eller op for {price}", "1 closed or open for {price}"),
    ("U1@{price}", "1 up or down for {price}", "1 op eller ned for {price}", "1 open or closed for {price}"),
    ("HL", "declare", "erklær"),
    ("N{n}", "{n} unseen", "{n} usete", "{n} uset"),
    ("C{n}", "{n} common down", "{n} fælles lukkede", "{n} (?:common closed|fælles lukket|fælles ned)"),
    ("T{n}", "turn {n}", "vend {n}"),
    ("B?", "bet if drawn", "runde hvis byttet"),
    ("X{n}@{price}", "exchange {n} for {price}", "byt {n} à {price}",
     "(?:exchange|draw|byt) {n} (?:for|à) {price}(?: each| stykket)?"),
    ("R{n}", "pass {n} right", "send {n} til højre"),
    ("R{n}L{left}", "pass {n} right and {left} left", "send {n} til højre og {left} til venstre"),
    ("F1", "open one", "åbn et"),
    ("Q1", "order", "læg i orden"),
    ("V1", "turn own", "vend egne"),
    ("PSY", "psychology", "psykologi"),
    ("M1", "chase", "jagt"),
)  # fmt: skip
"""The steps of a deal: in the notation of `engine.catalogue.model`, in English as they are written, in Danish, and as
they may also be written.
"""
_DEAL = [
    (re.compile(re.sub(r"{(\w+)}", r"(?P<\1>\\d{1,3})", form)), token)
    for token, *forms in _STEPS
    for form in forms
]
_TIMES = re.compile(r"(\d{1,2})\s*(?:x|×|\*|times|gange)\s*\(")


def read_definition(text: str, name: str = "", taken: Mapping[str, str] | None = None) -> Definition:
    """Read a definition. `name` is the id of the game, which else follows from its name; `taken` are the names that
    other games of the group have, folded, with the id of each.
    """
    if len(text) > MAX_LETTERS:
        text_ = tr("it has {n} letters, and a game takes {most} at the most", n=len(text), most=MAX_LETTERS)
        return Definition(None, (Fault(1, text_),))
    try:
        data = tomllib.loads("\n".join(map(_quoted_key, text.splitlines())) + "\n")
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"line (\d+)", str(error))
        line = int(place[1]) if place else len(text.splitlines()) or 1
        return Definition(None, (Fault(line, _not_toml(text, line)),))
    except (RecursionError, ValueError):
        return Definition(None, (Fault(1, tr("this is no TOML: write a key, = and a value on each line")),))
    return _Reader(text, data, name, taken or {}).read()


def _quoted_key(line: str) -> str:
    """A line whose key has letters that TOML takes in quotes alone, such as å, with quotes."""
    match = re.match(r"(\s*)([\w-]+)(\s*=)", line)
    return f'{match[1]}"{match[2]}"{line[match.end(2) :]}' if match and not match[2].isascii() else line


def _not_toml(text: str, line: int) -> str:
    lines = text.splitlines()
    quoted = shortened(lines[line - 1].strip()) if line <= len(lines) else ""
    return tr(
        "can't read {quoted!r}: write a key, = and a value, texts in quotes, lists in brackets, such as "
        'wild = ["5", "T"]',
        quoted=quoted,
    )


class _Reader:
    def __init__(self, text: str, data: dict[str, Any], name: str, taken: Mapping[str, str]) -> None:
        self.lines = text.splitlines()
        self.name, self.taken = name, taken
        self.faults: list[Fault] = []
        self.values: dict[str, Any] = {}
        self.words: dict[str, str] = {}  # each key as it is written in the file
        for word, value in data.items():
            key = _KEY_OF.get(fold_name(word))
            if key is None and isinstance(value, dict):
                text = tr(
                    "leave {section} out: a game has keys and values, and no sections",
                    section=f"[{shortened(word)}]",
                )
                self.faults.append(Fault(self._line(word), text))
            elif key is None or (key in self.values):
                self.faults.append(Fault(self._line(word), _unknown_key(word, key)))
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

    def fault(self, key: str, text: str, part: str = "") -> None:
        self.faults.append(Fault(self._line(self.words.get(key, key), part), text))

    def value(self, key: str, read: Callable[[Any], Any], default: Any) -> Any:
        """The value of a key, read; the default where the file has none, or a mistake."""
        if key not in self.values:
            return default
        try:
            return read(self.values[key])
        except _MistakeError as mistake:
            self.fault(key, str(mistake), mistake.part)
            return default

    def read(self) -> Definition:
        base = self.value("like", _base, None)
        start = base or _PLAIN
        name = self.value("name", _text(60), "")
        if "name" not in self.values:
            self.faults.append(Fault(1, tr('the game has no name: write name = "Woolworth"')))
        if "deal" not in self.values and "like" not in self.values:
            self.faults.append(
                Fault(1, tr('no cards are dealt: write deal = "2 down, 4 x (1 up, bet), 1 down, bet"'))
            )
        slug = self.name or _slug(name)
        name_da, aliases = self.value("name_da", _text(60), ""), tuple(self.value("aliases", _texts, ()))
        self._names(slug, name, name_da, aliases)
        programme = self.value("deal", _programme, start.programme)
        game = replace(
            start, id=slug, name=name or slug, name_da=name_da, aliases=aliases, family="own", source="own",
            programme=programme, rounds_printed=None,
            summary=self.value("summary", _text(300), ""),
            betting=self._betting(start.betting),
            **{field: self.value(key, read, getattr(start, field)) for key, (field, read, _) in _FIELDS.items()},
        )  # fmt: skip
        if "deal" not in self.values or programme:
            game = self._hand(self._wild(game))
        players = self.value("players", _players, None)
        if not self.faults:
            self._check(game)
            self._check_table(game, players)
        self.value("same_as", _versions, ())
        if self.faults:
            return Definition(None, tuple(sorted(set(self.faults))))
        most = players or (game.players[0], min(game.players[1], largest_table(game)))
        if not base and not players:
            fits = _fits(game)
            most = (2 if game.all_in else min(3, fits), min(MOST_PLAYERS if game.all_in else 7, fits))
        game = replace(game, players=most, summary=game.summary or game.name)
        same = tuple(
            text if "@" in text else f"{slug}@{text}" for text in self.value("same_as", _versions, ())
        )
        return Definition(replace(game, id=f"{slug}@{version_of(game)}"), (), same)

    def _names(self, slug: str, *names: Any) -> None:
        given = {fold_name(text): text for text in filter(None, (slug, *names[2], names[1], names[0]))}
        for folded, text in given.items():
            own = self.taken.get(folded, slug)
            if other := _TAKEN.get(folded) or (own if own != slug else ""):
                if text == self.name:
                    said = tr(
                        "the file is called {text}, a name of the game {other}: rename it",
                        text=text,
                        other=other,
                    )
                else:
                    said = tr(
                        "{text!r} is a name of the game {other}: choose another", text=text, other=other
                    )
                self.fault("aliases" if text in names[2] else "name", said, text)

    def _betting(self, start: Betting) -> Betting:
        limit = self.value("betting", _limit, start.limit)
        if limit is not start.limit:
            start = HOUSE if limit is Limit.HOUSE else replace(HOLDEM_STAKES, limit=limit)
        small, big = self.value("blinds", _blinds, (start.small_blind, start.big_blind))
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
                    text = tr(
                        '{key} needs a limit: write betting = "limit", "pot limit" or "no limit"',
                        key=self.words[key],
                    )
                    self.fault(key, text)
        else:
            for key in ("max_raise", "peder"):
                if key in self.values:
                    self.fault(
                        key, tr("{key} belongs to the house's betting, not to a limit", key=self.words[key])
                    )
        fields = {
            field: self.value(key, read, getattr(start, field)) for key, (field, read) in _STAKES.items()
        }
        if limit is Limit.HOUSE and not fields["ante"]:
            text = tr("write a whole number from {least} to {most}", least=1, most=MAX_CHIPS)
            self.fault("ante", text)
        peder = HOUSE.peder if self.value("peder", _flag, bool(start.peder)) else 0
        return Betting(limit=limit, peder=peder, small_blind=small, big_blind=big, **fields)

    def _wild(self, game: Variant) -> Variant:
        if "wild" not in self.values:
            return game
        board = _counts(game).board
        cards, rules = 0, dict[WildKind, Wild]()
        for text in self.value("wild", _texts_of_one if isinstance(self.values["wild"], str) else _texts, ()):
            try:
                rule = _wild_rule(text, board)
                if isinstance(rule, int):
                    cards |= rule
                elif rule.kind in rules:
                    raise _MistakeError(
                        tr("{text!r} is a second rule of its kind: write both in one", text=text)
                    )
                else:
                    rules[rule.kind] = rule
            except _MistakeError as mistake:
                self.fault("wild", str(mistake), text)
        return replace(game, wild_cards=cards, wild=tuple(rules.values()))

    def _hand(self, game: Variant) -> Variant:
        lines = self.value("lines", _lines, game.use.lines)
        if "hand" not in self.values:
            return replace(game, use=replace(game.use, lines=lines))
        own: dict[str, int] = {}
        share: set[str] = set()
        parts: dict[str, Any] = {"spade": "", "ranking": Ranking.MELDS, "lines": False}
        counted, by_rank = 0, False
        for text in self.value("hand", _texts_of_one, ()):
            phrase = " ".join(text.casefold().split())
            part, value = _HAND_KEYS.get(fold_name(phrase), ("?", None))
            if match := _OWN.fullmatch(phrase):
                own["own_exactly" if match[1] in ("exactly", "præcis") else "own_at_most"] = int(match[2])
            elif (match := _COUNTED.fullmatch(phrase)) and match[2] in _SUITS:
                counted, by_rank = _SUITS[match[2]], match[1] not in ("most", "flest")
            elif part == "?":
                self.fault("hand", _unknown(text, _HAND_FORMS, tr("a hand"), _DANISH_HAND_FORMS), text)
            elif part == "share":
                share.add(value)
            elif part:
                parts[part] = value
        if parts["lines"] and not lines:
            text = tr('name the lines by the places of the common cards, such as lines = ["1 2 3", "4 2 5"]')
            self.fault("hand", text)
        sharing = {
            frozenset(): Sharing.HIGH,
            frozenset({"low", "declared"}): Sharing.DECLARED,
            frozenset({"low", "eight"}): Sharing.EIGHT,
            frozenset({"low", "declared", "eight"}): Sharing.DECLARED_EIGHT,
        }.get(frozenset(share))
        if sharing is None:
            self.fault("hand", tr('write "high and low, declared", "high and low, eight or better", or both'))
        return replace(
            game, use=Use(lines=lines if parts["lines"] or "lines" in self.values else (), **own),
            share=sharing or Sharing.HIGH, ranking=parts["ranking"], spade=bool(parts["spade"]),
            spade_is_lowest=parts["spade"] == "lowest", counted=counted, counted_by_rank=by_rank,
        )  # fmt: skip

    def _check(self, game: Variant) -> None:
        for key, text in _contradictions(game):
            self.fault(key if key in self.values else "like" if "like" in self.values else key, text)

    def _check_table(self, game: Variant, players: tuple[int, int] | None) -> None:
        fits = _fits(game)
        wanted = players or (FEWEST_PLAYERS, FEWEST_PLAYERS)
        if wanted[1] > fits:
            each, board = cards_needed(game)
            text = tr(
                "{players} players need {cards} cards ({each} each and {board} in common), and the pack has {pack}: "
                "at most {most} can play",
                players=wanted[1], cards=each * wanted[1] + board, each=each, board=board, pack=game.pack, most=fits,
            )  # fmt: skip
            self.fault("players" if "players" in self.values else "deal", text)


def _fits(game: Variant) -> int:
    """How many can play: as many as the pack deals in, where the last of several deals may be cut short (ruling 8)."""
    each, board = cards_needed(game)
    deals = [step.count for step in game.steps if step.op in (Op.DEAL_CLOSED, Op.DEAL_OPEN, Op.DEAL_UNSEEN)]
    if len(deals) == 1:
        return min(MOST_PLAYERS, (game.pack - board) // each)
    return largest_table(replace(game, players=(FEWEST_PLAYERS, MOST_PLAYERS)))


def _slug(name: str) -> str:
    plain = name.casefold().replace("æ", "ae").replace("ø", "o").replace("å", "a")
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40] or "game"


_TAKEN = {
    fold_name(text): variant.id for variant in (*CATALOGUE.values(), *GUESTS) for text in names_of(variant)
}
"""The names of the catalogue, which no group can take."""


# --- single values ---


def _unknown(text: str, forms: Iterable[str], what: str, danish: Iterable[str] = ()) -> str:
    """The sentence for a text that is none of some forms, with the nearest or, in the reader's language, the first."""
    near = difflib.get_close_matches(text.casefold(), [*forms, *danish], n=1, cutoff=0.5)
    named = shortened(text)
    if near:
        return tr("{text!r} isn't {what}: did you mean {near!r}?", text=named, what=what, near=near[0])
    own = list(danish) if current_language().code == "da" else []
    listed = ", ".join(repr(form) for form in (own or list(forms))[:6])
    return tr("{text!r} isn't {what}: write such as {listed}", text=named, what=what, listed=listed)


def _unknown_key(word: str, key: str | None) -> str:
    if key:
        return tr("{word!r} is there twice: keep one", word=shortened(word))
    near = difflib.get_close_matches(word.casefold(), [*KEYS, *_DANISH.values()], n=1, cutoff=0.5)
    if near:
        return tr("there is no key {word!r}: did you mean {near}?", word=shortened(word), near=near[0])
    return tr("there is no key {word!r}: the keys are {keys}", word=shortened(word), keys=", ".join(KEYS))


def _text(most: int) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        text = " ".join(value.split()) if isinstance(value, str) else ""
        if not text or len(text) > most or not text.isprintable() or not any(map(str.isalnum, text)):
            raise _MistakeError(tr("write a text in quotes, of at most {most} letters", most=most))
        return text

    return read


def _texts(value: Any) -> list[str]:
    if isinstance(value, str | int) and not isinstance(value, bool):
        value = [value]
    if not isinstance(value, list) or len(value) > 40:
        raise _MistakeError(tr('write texts in brackets, such as ["5", "T"]'))
    texts = [str(item) if isinstance(item, int) and not isinstance(item, bool) else item for item in value]
    return [_text(80)(text) for text in texts]


def _texts_of_one(value: Any) -> list[str]:
    """The parts of a text between commas, or a list of texts."""
    if isinstance(value, list):
        return [part for text in _texts(value) for part in _texts_of_one(text)]
    return [part.strip() for part in _text(200)(value).split(",") if part.strip()]


def _versions(value: Any) -> tuple[str, ...]:
    """Versions of games: their six letters and digits, or whole ids."""
    texts = _texts(value)
    for text in texts:
        if not re.fullmatch(r"(?:[a-z0-9-]{1,40}@)?[0-9a-f]{6}", text):
            raise _MistakeError(
                tr('{text!r} is no version: write its six letters and digits, such as "d2fe5f"', text=text),
                text,
            )
    return tuple(texts)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise _MistakeError(tr("write true or false"))
    return value


def _whole(least: int, most: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise _MistakeError(tr("write a whole number from {least} to {most}", least=least, most=most))
        return value

    return read


def _base(value: Any) -> Variant:
    """The game of the catalogue that a definition starts from."""
    try:
        variant = find_variant(_text(60)(value))
    except VariantError as error:
        raise _MistakeError(str(error).rstrip(".")) from error
    if variant.kernel:
        raise _MistakeError(
            tr("{name} has rules of its own kind, which no file can change", name=variant.name)
        )
    if variant.family == "own":
        raise _MistakeError(tr("start from a game of the catalogue: `peder variants` lists them"))
    return variant


def _pack(value: Any) -> Any:
    if value not in (32, 33, 36, 52, 53, 54) or isinstance(value, bool):
        raise _MistakeError(
            tr("a pack has 52 cards, 53 or 54 with jokers, 36 from six, 32 from seven, 33 with a joker")
        )
    return int(value)


def _players(value: Any) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,2})(?: ?(?:to|til|-|–) ?(\d{1,2}))?", str(value).strip())
    few, many = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not FEWEST_PLAYERS <= few <= many <= MOST_PLAYERS:
        raise _MistakeError(tr('write how many can play, from 2 to 10, such as players = "3 to 7"'))
    return few, many


def _limit(value: Any) -> Limit:
    limit = _LIMITS.get(" ".join(_text(20)(value).casefold().split()))
    if limit is None:
        raise _MistakeError(
            _unknown(str(value), ("house", "limit", "pot limit", "no limit"), tr("a kind of betting"))
        )
    return limit


def _blinds(value: Any) -> tuple[int, int]:
    chips = _whole(0, MAX_CHIPS)
    if not isinstance(value, list) or len(value) != 2:
        raise _MistakeError(tr("write both blinds in chips, such as blinds = [1, 2]"))
    small, big = chips(value[0]), chips(value[1])
    if not small <= big or not big:
        raise _MistakeError(tr("the small blind comes first, and is the smaller one"))
    return small, big


def _layout(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        layout = _LAYOUTS.get(value.casefold().strip())
        if layout is None:
            raise _MistakeError(_unknown(shortened(value), _LAYOUTS, tr("a layout")))
        return layout
    if not isinstance(value, list) or len(value) > 6 or not all(isinstance(row, str) for row in value):
        raise _MistakeError(tr('write a row a text, such as layout = [" 1 ", "452", " 3 "]'))
    if not all(re.fullmatch(r"[ 1-8]{1,12}", row) for row in value):
        raise _MistakeError(tr('write a row a text, such as layout = [" 1 ", "452", " 3 "]'))
    return tuple(value)


def _lines(value: Any) -> tuple[tuple[int, ...], ...]:
    lines = []
    for text in _texts(value):
        if not re.fullmatch(r"[1-8](?:[ -]+[1-8]){0,7}", text):
            raise _MistakeError(tr('write a line as its places from 1 to 8, such as "1 5 3"'), text)
        lines.append(tuple(int(place) - 1 for place in re.findall(r"\d", text)))
    if not 1 <= len(lines) <= MAX_LINES:
        raise _MistakeError(tr("a board has 1 to {most} lines", most=MAX_LINES))
    return tuple(lines)


def _cards_named(text: str) -> int:
    """The cards of a rank, a card or a phrase; 0 for none."""
    folded = fold_name(text)
    phrases = {fold_name(phrase): cards for phrase, cards in CARD_PHRASES.items()}
    if folded in phrases:
        return phrases[folded]
    if folded in ("joker", "jokers", "jokere"):
        return JOKER_SET
    rank = find_rank(text)
    if rank is None and text[-1:] in "sS" and text[:-1].isdigit() and len(text) < 3:
        raise _MistakeError(
            tr(
                "{text!r} could be a rank or a card: write {rank!r} for the rank, or a card such as 5♠",
                text=text,
                rank=text[:-1],
            )
        )
    if rank is not None:
        return rank_set(rank)
    try:
        return card_set([parse_card(text)])
    except CardError:
        return 0


def _cards(value: Any) -> int:
    cards = 0
    for text in _texts(value):
        some = _cards_named(text)
        if not some:
            raise _MistakeError(_no_card(text), text)
        cards |= some
    return cards


def _no_card(text: str) -> str:
    return tr(
        "{text!r} is no card: ranks are 2 to 9, T, J, Q, K, A, and a card is a rank and c, d, h or s",
        text=shortened(text),
    )


def _openers(value: Any) -> int:
    """The rank of the lowest pair that opens: ``"jacks or better"``."""
    text = _text(40)(value)
    rank = find_rank(re.sub(r"\s+(?:or better|or higher|eller bedre|eller højere)$", "", text.casefold()))
    if rank is None:
        raise _MistakeError(
            tr(
                '{text!r} opens no betting: write the lowest pair that does, such as "jacks or better"',
                text=shortened(text),
            )
        )
    return rank


def _prices(value: Any) -> tuple[tuple[int, int], ...]:
    """Ranks and chips: ``["3: 2", "9: 2"]``."""
    prices: dict[int, int] = {}
    for text in _texts(value):
        match = re.fullmatch(r"(.+?) ?: ?(\d{1,4})", text)
        rank = find_rank(match[1]) if match else None
        if match is None or rank is None or not 1 <= int(match[2]) <= MAX_CHIPS:
            raise _MistakeError(
                tr('{text!r} isn\'t a price: write a rank, a colon and chips, such as "3: 2"', text=text),
                text,
            )
        prices[rank] = int(match[2])
    return tuple(prices.items())


def _wild_rule(text: str, board: int) -> int | Wild:
    """A set of cards, or a rule."""
    phrase = " ".join(text.casefold().split())
    if kind := _RULE_KEYS.get(fold_name(phrase)):
        return Wild(kind=kind)
    if phrase in _LAST_COMMON:
        return Wild(kind=WildKind.BOARD, places=(max(board - 1, 0),))
    if match := _COMMON.fullmatch(phrase):
        places = tuple(int(place) - 1 for place in re.findall(r"\d+", match[1]))
        if not all(0 <= place < board for place in places):
            raise _MistakeError(tr("{text!r}: there are {n} common cards", text=text, n=board))
        return Wild(kind=WildKind.BOARD, places=tuple(dict.fromkeys(places)))
    for pattern, kind in ((_FOLLOWS, WildKind.FOLLOWER), (_CANCELLED, WildKind.CANCELLED)):
        if match := pattern.fullmatch(phrase):
            cards = 0
            for word in re.split(r"[\s,]+(?:and |og |& )?", match[1]):
                cards |= _cards_named(word)
            if not cards:
                raise _MistakeError(_no_card(match[1]))
            return Wild(kind=kind, cards=cards)
    parts = [_cards_named(part) for part in re.split(r"\s*(?:,|&|\band\b|\bog\b)\s*", phrase) if part]
    if parts and all(parts):
        return reduce(or_, parts)
    known = [form for forms in _RULES.values() for form in forms] + [
        "follow the Q",
        "last common card",
        "common card 1",
    ]
    near = next(
        iter(difflib.get_close_matches(phrase, known, n=1, cutoff=0.6)),
        near_rank(phrase) if len(phrase) > 2 else "",
    )
    if near:
        raise _MistakeError(
            tr("{text!r} isn't wild: did you mean {near!r}?", text=shortened(text), near=near)
        )
    raise _MistakeError(
        tr(
            "{text!r} is no card and no rule: ranks are 2 to 9, T, J, Q, K, A; a rule is such as 'lowest hole card'",
            text=shortened(text),
        )
    )


def _card_words(cards: int) -> list[str]:
    """A set of cards; a spade of a number as 5♠, because 5s could be the fives."""
    jokers = ["jokers"] if cards & JOKER_SET else []
    words = wild_words(cards & ~JOKER_SET)
    return [*(re.sub(r"^(\d)s$", r"\1♠", word) for word in words), *jokers]


def _price_words(prices: Iterable[tuple[int, int]]) -> list[str]:
    return [f"{RANKS[rank]}: {chips}" for rank, chips in prices]


_FIELDS: dict[str, tuple[str, Callable[[Any], Any], Callable[[Any], Any]]] = {
    "layout": ("layout", _layout, list),
    "pack": ("pack", _pack, int),
    "opens": ("openers", _openers, lambda rank: f"{RANK_WORDS['en'][rank].several} or better"),
    "sends_out": ("sent_out", _cards, _card_words),
    "redeals": ("redeals", _cards, _card_words),
    "buys": ("buys", _cards, _card_words),
    "price": ("buy_price", _whole(1, MAX_CHIPS), int),
    "costs": ("levy", _prices, _price_words),
    "costs_if_asked": ("charge", _prices, _price_words),
    "gives": ("extra", _cards, _card_words),
    "may_come_back": ("reentry", _flag, bool),
    "anticlockwise": ("anticlockwise", _flag, bool),
    "wild_alone": ("alone", _flag, bool),
    "short_order": ("short_order", _flag, bool),
}
"""Keys that each fill a field of the model: the field, how it is read, and how it is written."""
_STAKES: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "ante": ("ante", _whole(0, MAX_CHIPS)),
    "max_raise": ("max_raise", _whole(1, MAX_CHIPS)),
    "straddle": ("straddle", _flag),
    "bring_in": ("bring_in", _whole(0, MAX_CHIPS)),
    "button_blind": ("button_blind", _flag),
    "doubles_from": ("doubles_from", _whole(0, MAX_ROUNDS)),
    "raise_before_call": ("by_letter", _flag),
}
"""The same for the stakes (`Betting`)."""


# --- the deal ---


def _programme(value: Any) -> str:
    return " ".join(_deal(_text(1000)(value), 0))


def _deal(text: str, depth: int) -> list[str]:
    tokens: list[str] = []
    for part in _parts(text):
        match = _TIMES.match(part)
        if match:
            if depth > 2 or not part.endswith(")"):
                raise _MistakeError(tr("write repeated steps as 4 x (1 up, bet)"), part[:20])
            tokens += _deal(part[match.end() : -1], depth + 1) * int(match[1])
        else:
            tokens.append(_token(part))
        if len(tokens) > MAX_STEPS:
            raise _MistakeError(tr("a deal has {most} steps at the most", most=MAX_STEPS))
    return tokens


def _parts(text: str) -> Iterator[str]:
    """The steps between commas, those in brackets together."""
    depth, start = 0, 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            raise _MistakeError(tr("a closing bracket has no opening one"))
        if letter == "," and depth == 0:
            yield text[start:place].strip()
            start = place + 1
    if depth:
        raise _MistakeError(tr("an opening bracket has no closing one"))
    yield text[start:].strip()


def _token(part: str) -> str:
    phrase = " ".join(part.casefold().split())
    for pattern, token in _DEAL:
        if match := pattern.fullmatch(phrase):
            groups = match.groupdict()
            number = groups.get("n")
            if number is not None and not 1 <= int(number) <= MAX_OWN:
                raise _MistakeError(
                    tr("{part!r}: write a number from 1 to {most}", part=part, most=MAX_OWN), part
                )
            return token.format(**groups)
    if re.match(r"\d+ ?[x×*] ?\w", phrase):
        raise _MistakeError(tr("write repeated steps as 4 x (1 up, bet)"), part)
    number = re.match(r"\d+", phrase)
    english, danish = (
        [
            re.sub(r"^\d+", number[0], form) if number else form
            for token, *forms in _STEPS
            for form in [forms[column].format(n=2 if token == "D{n}" else 1, price=5, left=1)]
        ]
        for column in range(2)
    )
    raise _MistakeError(_unknown(part, english, tr("a step of a deal"), danish), part)


_SINGLE = (Op.BET, Op.CHASE, Op.CHOOSE_OPEN, Op.TURN_OWN)
"""Steps that happen once, whatever their count."""


class _Counts(NamedTuple):
    """What a deal comes to: own cards, of which closed and open ones, common cards, those turned, betting rounds."""

    own: int
    closed: int
    open: int
    board: int
    turned: int
    rounds: int


def _counts(game: Variant) -> _Counts:
    counts = dict.fromkeys(Op, 0)
    for step in game.steps:
        counts[step.op] += 1 if step.op in _SINGLE else step.count
    own = counts[Op.DEAL_CLOSED] + counts[Op.DEAL_OPEN] + counts[Op.DEAL_UNSEEN]
    opened = counts[Op.DEAL_OPEN] + counts[Op.CHOOSE_OPEN] + counts[Op.TURN_OWN]
    return _Counts(
        own - counts[Op.THROW], closed_cards(game.steps), opened, counts[Op.LAY_CLOSED] + counts[Op.LAY_OPEN],
        counts[Op.TURN_BOARD], counts[Op.BET] + counts[Op.CHASE],
    )  # fmt: skip


def _running(game: Variant) -> Iterator[tuple[str, str]]:
    """Steps that ask for cards that aren't there yet."""
    closed = laid = 0
    for step in game.steps:
        if step.op in (Op.DEAL_CLOSED, Op.DEAL_UNSEEN):
            closed += step.count
        elif step.op is Op.LAY_CLOSED:
            laid += step.count
        elif step.op is Op.TURN_BOARD:
            laid -= step.count
            if laid < 0:
                yield "deal", tr("more common cards are turned than lie closed: lay them with 5 common down")
                return
        elif step.op in (Op.CHOOSE_OPEN, Op.TURN_OWN, Op.THROW):
            closed -= step.count if step.op is Op.THROW else 1
        elif (
            step.op in (Op.DRAW, Op.PASS)
            and max(step.count, step.count + step.other * (step.op is Op.PASS)) > closed
        ):
            yield "deal", tr("more cards are exchanged or passed on than a player holds closed then")
            return
        if closed < 0:
            yield "deal", tr("more cards are opened or thrown away than a player holds closed then")
            return
    if laid:
        yield "deal", tr("{n} common cards are never turned: write turn for each, or {n} common", n=laid)


_OWN_CARDS = (Op.DEAL_CLOSED, Op.DEAL_OPEN, Op.DEAL_UNSEEN)
_AFTER_ORDER = (Op.TURN_OWN, Op.TURN_BOARD, Op.BET, Op.DECLARE)
_WITH_UNSEEN = (Op.DEAL_UNSEEN, Op.TURN_OWN, Op.TURN_BOARD, Op.BET, Op.CHASE)


def _out_of_order(game: Variant) -> Iterator[tuple[str, str]]:
    """Steps that can't follow those before them."""
    ops = [step.op for step in game.steps]
    first_bet = ops.index(Op.BET) if Op.BET in ops else len(ops)
    if Op.BET in ops and not any(op in _OWN_CARDS for op in ops[:first_bet]):
        yield "deal", tr("deal cards of their own to the players before the first bet")
    if any(
        step.op is Op.BET and step.other and Op.DRAW not in ops[:place]
        for place, step in enumerate(game.steps)
    ):
        yield "deal", tr("bet if drawn follows an exchange")
    if ops.count(Op.DECLARE) > 1 or (Op.DECLARE in ops and ops.index(Op.DECLARE) < first_bet):
        yield "deal", tr("players declare once, after a betting round")
    if Op.DEAL_UNSEEN in ops and not set(ops) <= {*_WITH_UNSEEN, Op.LAY_OPEN, Op.LAY_CLOSED}:
        yield "deal", tr("with cards unseen all own cards are unseen, and are turned own")
    if Op.ORDER in ops:
        after = ops[ops.index(Op.ORDER) + 1 :]
        if not set(after) <= set(_AFTER_ORDER):
            yield "deal", tr("after order only turn own, turn, bet and declare can follow")
        held = closed_cards(list(game.steps[: ops.index(Op.ORDER)]))
        if (
            held > MAX_ORDERED
            or after.count(Op.TURN_OWN) != held
            or (Op.DECLARE in after and after[-1] is Op.DECLARE)
        ):
            text = tr(
                "after order come as many turn own as there are closed cards, {most} at the most",
                most=MAX_ORDERED,
            )
            yield "deal", text
    if Op.TURN_OWN in ops and Op.DEAL_UNSEEN not in ops and Op.ORDER not in ops[: ops.index(Op.TURN_OWN)]:
        yield "deal", tr("turn own follows order, or cards unseen")
    opened = next((place for place, op in enumerate(ops) if op in (Op.DEAL_OPEN, Op.CHOOSE_OPEN)), len(ops))
    if any(op in (Op.DRAW, Op.PASS, Op.THROW, Op.ORDER) for op in ops[opened:]):
        yield (
            "deal",
            tr("cards are exchanged, passed on, thrown away and ordered while all own cards are closed"),
        )
    sold = next((place for place, step in enumerate(game.steps) if step.price), None)
    if sold is not None and (sold < max(first_bet, opened) or game.betting.limit is not Limit.HOUSE):
        yield (
            "deal",
            tr(
                "a card is bought up or down after the first bet, once cards lie open, with the house's betting"
            ),
        )
    if sold is not None and game.buys:
        yield "buys", tr("cards are bought for a card, or by a step of the deal, not both")
    if Op.DEAL_OPEN in ops and Op.CHOOSE_OPEN in ops:
        yield "deal", tr("cards are dealt up, or players choose one to open, not both")


def _contradictions(game: Variant) -> Iterator[tuple[str, str]]:
    """What of a game is impossible: the key at fault, and why."""
    counts, kinds = _counts(game), {rule.kind for rule in game.wild}
    chase = any(step.op is Op.CHASE for step in game.steps)
    yield from _running(game)
    yield from _out_of_order(game)
    if not counts.rounds:
        yield "deal", tr("nobody bets: write bet after the cards of each round")
    if counts.rounds > MAX_ROUNDS:
        yield (
            "deal",
            tr("{n} betting rounds are too many: {most} at the most", n=counts.rounds, most=MAX_ROUNDS),
        )
    if counts.own > MAX_OWN or counts.board > MAX_BOARD:
        text = tr("at most {own} cards for each player and {board} in common", own=MAX_OWN, board=MAX_BOARD)
        yield "deal", text
    if counts.own < 1:
        yield "deal", tr("the players get no cards of their own: write such as 2 down")
    use, size = game.use, game.ranking.size
    most = max((len(line) for line in use.lines), default=counts.board)
    usable = min(counts.own, use.own_exactly or use.own_at_most or counts.own) + most
    if usable < size and not chase:
        text = tr("a hand has {size} cards, and a player gets {n} to make it from", size=size, n=usable)
        yield "deal", text
    if game.ranking is Ranking.DEUCE_SEVEN and counts.own != size:
        yield "deal", tr("deuce to seven low is played with five cards of one's own")
    if use.own_exactly and not (
        1 <= use.own_exactly <= min(4, counts.own) and most >= size - use.own_exactly
    ):
        yield (
            "hand",
            tr("with exactly {n} of your own the rest of five must lie on the board", n=use.own_exactly),
        )
    if use.own_exactly and use.own_at_most:
        yield "hand", tr("write exactly or at most, not both")
    if any(place >= counts.board for line in use.lines for place in line):
        yield "lines", tr("there are {n} common cards, and a line names another place", n=counts.board)
    places = {int(cell) for row in game.layout for cell in row if cell.strip()}
    if game.layout and places != set(range(1, counts.board + 1)):
        yield "layout", tr("the layout must show the places 1 to {n}, each once", n=counts.board)
    if game.ranking is not Ranking.MELDS:
        if game.wild_cards or game.wild:
            yield "wild", tr("a hand that isn't the best five cards knows no wild cards")
        if game.share is not Sharing.HIGH or ((game.spade or game.counted) and game.ranking.lowball):
            yield (
                "hand",
                tr("a game for low alone, or for another order of hands, can't be shared with another hand"),
            )
        if use != Use() or game.short_order:
            yield "hand", tr("a game for low alone, or for another order of hands, uses any of the cards")
        if counts.board and game.ranking.lowball:
            yield "hand", tr("a game for low alone is played without common cards")
    if game.spade and game.counted:
        yield "hand", tr("half of the pot goes to a spade in the hole or by a count, not both")
    if game.counted and not game.counted & card_set(pack_of(game.pack)):
        yield "hand", tr("no card that counts is in the pack")
    if game.openers is not None and not _can_ask_openers(game):
        text = tr(
            "opens is for a game with the house's betting, in which closed cards alone are dealt before the first bet, "
            "and the best five win"
        )
        yield "opens", text
    declares = any(step.op is Op.DECLARE for step in game.steps)
    if game.share.declared != declares:
        yield (
            "deal",
            (
                tr("declared high and low needs a step declare in the deal")
                if game.share.declared
                else tr('declare needs hand = "high and low, declared"')
            ),
        )
    personal = [kind for kind in kinds if kind >= WildKind.LAST_OWN]
    if len(personal) > 1:
        yield "wild", tr("only one rule can make cards wild for a single player")
    if (
        kinds & {WildKind.LOWEST_BOARD, WildKind.BOARD, WildKind.CANCELLED, WildKind.SPLIT_BOARD}
        and not counts.board
    ):
        yield "wild", tr("a rule speaks of common cards, and there are none")
    if kinds & {WildKind.FOLLOWER, WildKind.SPLIT_OPEN} and not counts.open:
        yield "wild", tr("a rule speaks of open cards, and all are closed")
    if WildKind.KEPT_CLOSED in kinds and counts.closed != 1:
        yield "wild", tr("the card kept closed is one: {n} are closed at the end", n=counts.closed)
    if WildKind.LOWEST_CLOSED in kinds and not counts.closed:
        yield "wild", tr("a rule speaks of closed cards, and all are open")
    unseen = sum(step.count for step in game.steps if step.op is Op.DEAL_UNSEEN)
    if chase and (len(game.steps) != 2 or not unseen or game.all_in):
        yield "deal", tr("the chase follows cards unseen, and nothing else: 7 unseen, chase")
    if WildKind.BOTTOM in kinds and not chase:
        yield "wild", tr("the bottom card is that of a pile, which the chase alone has")
    if chase and (game.share is not Sharing.HIGH or game.ranking is not Ranking.MELDS):
        yield "hand", tr("the chase is for the best five cards alone")
    pack = card_set(pack_of(game.pack))
    if game.wild_cards & JOKER_SET and not pack & JOKER_SET:
        yield "wild", tr("a pack of {n} cards has no jokers: write pack = 54", n=game.pack)
    for key, cards in (
        ("wild", game.wild_cards), ("sends_out", game.sent_out), ("redeals", game.redeals), ("buys", game.buys),
        ("gives", game.extra),
    ):  # fmt: skip
        if absent := cards & ~(pack | JOKER_SET):
            named = " ".join(wild_words(absent))
            yield key, tr("{cards} isn't in the pack of {n} cards", cards=named, n=game.pack)
    if pack & JOKER_SET and not game.wild_cards & JOKER_SET:
        yield "wild", tr('a pack of {n} cards has jokers, which must be wild: write "jokers"', n=game.pack)
    if game.buys and not game.buy_price:
        yield "buys", tr("cards that may be bought need a price: write price = 5")
    if (game.sent_out or game.buys) and not counts.open:
        yield "deal", tr("no card lies open, so none can send out or be bought for")
    if game.redeals and (
        game.betting.limit is not Limit.HOUSE or not any(s.op is Op.DEAL_OPEN for s in game.steps)
    ):
        yield (
            "redeals",
            tr("cards are dealt again for a card that is dealt up, in a game with the house's betting"),
        )
    if (game.levy or game.charge or game.extra) and not (counts.board or chase):
        yield "deal", tr("there are no common cards that could cost or give a card")
    if game.short_order and (game.pack not in (32, 33) or counts.board):
        yield "short_order", tr("the short pack's order needs a pack of 32 or 33 cards, and no common cards")
    yield from _betting_contradictions(game)


def _can_ask_openers(game: Variant) -> bool:
    """Whether each player can see alone, before the first bet, if they hold what opens it."""
    ops = [step.op for step in game.steps]
    before = ops[: ops.index(Op.BET)] if Op.BET in ops else ops
    return (
        game.betting.limit is Limit.HOUSE
        and game.ranking is Ranking.MELDS
        and game.use == Use()
        and not (game.short_order or game.reentry)
        and set(before) == {Op.DEAL_CLOSED}
    )


def _betting_contradictions(game: Variant) -> Iterator[tuple[str, str]]:
    bets = game.betting
    first = [step.op for step in game.steps]
    before = first[: first.index(Op.BET)] if Op.BET in first else first
    if bets.bring_in and (
        Op.DEAL_OPEN not in before or bets.limit is not Limit.FIXED or bets.bring_in > bets.big_blind
    ):
        text = tr(
            "a bring-in needs an open card before the first round, a limit, and is no more than the small bet"
        )
        yield "bring_in", text
    if bets.limit is not Limit.HOUSE and not (bets.big_blind or bets.bring_in):
        yield "blinds", tr("a limit needs blinds, such as blinds = [1, 2]")
    if (
        bets.limit is not Limit.HOUSE
        and any(step.op is Op.DEAL_OPEN for step in game.steps)
        and not bets.bring_in
    ):
        yield "betting", tr("with a limit the open cards need a bring-in, such as bring_in = 1")
    if bets.button_blind and bets.limit is Limit.HOUSE:
        yield "button_blind", tr("a blind needs a limit")
    if game.reentry and (game.programme != "D5 B X5 B" or bets.limit is not Limit.HOUSE):
        yield (
            "may_come_back",
            tr("players may come back at the draw of five cards with one exchange of five alone"),
        )
    if game.anticlockwise and not game.reentry:
        yield "anticlockwise", tr("only a game in which players may come back is played anticlockwise")


# --- versions ---

_NO_MATTER = {
    "id", "name", "name_da", "aliases", "family", "source", "summary", "programme", "layout", "rounds_printed",
    "rulings", "how_to_play", "pace_seconds", "hand_means", "additions", "superseded",
    "counts_as",
}  # fmt: skip


def version_of(variant: Variant) -> str:
    """Six hexadecimal digits that follow from all that matters for play, and from no name or text."""
    rules: dict[str, Any] = {
        field.name: value
        for field in fields(Variant)
        if field.name not in _NO_MATTER
        and (value := getattr(variant, field.name)) != getattr(_PLAIN, field.name)
    }
    rules["steps"] = [[step.op.name, step.count, step.other] for step in variant.steps]
    return hashlib.sha256(json.dumps(rules, default=asdict, sort_keys=True).encode()).hexdigest()[:6]


# --- writing ---


def write_definition(variant: Variant) -> str:
    """A game as a definition. Raises VariantError for one that no definition can describe."""
    if variant.kernel or variant.additions:
        raise VariantError(
            tr("{name} can't be written as a file: it has rules of its own kind.", name=variant.name)
        )
    bets = variant.betting
    start = HOUSE if bets.limit is Limit.HOUSE else replace(HOLDEM_STAKES, limit=bets.limit)
    stakes = {
        key: getattr(bets, field)
        for key, (field, _) in _STAKES.items()
        if getattr(bets, field) != getattr(start, field)
    }
    if bets.peder != start.peder:
        stakes["peder"] = False
    if (bets.small_blind, bets.big_blind) != (start.small_blind, start.big_blind):
        stakes["blinds"] = [bets.small_blind, bets.big_blind]
    others = {
        key: write(getattr(variant, field))
        for key, (field, _, write) in _FIELDS.items()
        if getattr(variant, field) != getattr(_PLAIN, field)
    }
    texts: dict[str, object] = {
        "name": variant.name, "name_da": variant.name_da, "aliases": list(variant.aliases),
        "summary": variant.summary, "deal": deal_text(variant.steps),
        "wild": [*_card_words(variant.wild_cards), *(_rule_text(rule) for rule in variant.wild)],
        "hand": ", ".join(_hand_words(variant)),
        "lines": [" ".join(str(place + 1) for place in line) for line in variant.use.lines],
        "players": "{} to {}".format(*variant.players),
        "betting": "" if bets.limit is Limit.HOUSE else _LIMIT_WORDS[bets.limit],
    }  # fmt: skip
    values = {key: value for key, value in texts.items() if value} | stakes | others
    return "".join(
        f"{key} = {json.dumps(values[key], ensure_ascii=False)}\n" for key in KEYS if key in values
    )


def _hand_words(variant: Variant) -> Iterator[str]:
    use = variant.use
    if use.own_exactly:
        yield f"exactly {use.own_exactly} of your own"
    if use.own_at_most:
        yield f"at most {use.own_at_most} of your own"
    if use.lines:
        yield "a line of the board"
    if variant.ranking is not Ranking.MELDS:
        yield next(words for words, _, _, value in _HANDS if value is variant.ranking)
    if variant.share is not Sharing.HIGH:
        yield "high and low"
    if variant.share.declared:
        yield "declared"
    if variant.share.eight_or_better:
        yield "eight or better"
    if variant.spade:
        yield f"{'lowest' if variant.spade_is_lowest else 'highest'} spade in the hole"
    if variant.counted:
        suit = next(word for word, cards in _SUITS.items() if cards == variant.counted)
        yield f"{'highest sum of' if variant.counted_by_rank else 'most'} {suit}"


def _rule_text(rule: Wild) -> str:
    cards = " ".join(wild_words(rule.cards))
    if rule.kind is WildKind.FOLLOWER:
        return f"follow the {cards}"
    if rule.kind is WildKind.CANCELLED:
        return f"{cards} until one is turned"
    if rule.kind is WildKind.BOARD:
        return f"common card {' '.join(str(place + 1) for place in rule.places)}"
    return _RULES[rule.kind][0]


def _step_text(step: Step) -> str:
    numbers = {"n": step.count or step.other, "price": step.other, "left": step.other}
    return next(
        english.format(**numbers)
        for token, english, *_ in _STEPS
        if parse_programme(token.format(**numbers)) == (step,)
    )


def deal_text(steps: Sequence[Step]) -> str:
    """Steps as the text of the key `deal`."""
    parts: list[str] = []
    place = 0
    while place < len(steps):
        if steps[place] == Step(Op.ORDER):  # psychology, whose turns and rounds follow from the closed cards
            parts.append("psychology")
            place += 2 * closed_cards(list(steps[:place]))
        else:
            parts.append(_step_text(steps[place]))
        place += 1
    groups = repeated(parts, 7, 3)
    return ", ".join(f"{times} x ({', '.join(group)})" if times > 1 else group[0] for times, group in groups)
