"""Reads a definition, a game in a TOML file, as a `Variant`: a group's own, or one of the catalogue.

The format is described in docs/your-own-games.md. A definition is only data: nothing in it runs, names a file or grows without
bound. Reading never stops at the first mistake: each is a `Fault` with its line and the correct form.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from engine.cards.card import JOKER_SET, card_set, parse_card, rank_set
from engine.cards.ranks import find_rank, near_rank
from engine.catalogue.additions import CARD_PHRASES
from engine.catalogue.contradictions import (
    FEWEST_PLAYERS,
    MAX_CHIPS,
    MAX_LINES,
    MAX_OWN,
    MAX_ROUNDS,
    MAX_STEPS,
    MOST_PLAYERS,
    contradictions,
    most_players,
)
from engine.catalogue.model import (
    HOLDEM_STAKES,
    HOUSE,
    Betting,
    Step,
    Use,
    Variant,
    Wild,
    WildKind,
    cards_needed,
    common_cards,
    largest_table,
)
from engine.catalogue.names import fold_name
from engine.catalogue.operations import OPERATIONS, PSYCHOLOGY, psychology, read_step
from engine.catalogue.version import PLAIN, version_of
from engine.catalogue.words import (
    CANCELLED,
    COMMON,
    COUNTED,
    DANISH_HAND_FORMS,
    DANISH_KEYS,
    FIELDS,
    FOLLOWS,
    HAND_FORMS,
    HAND_KEYS,
    KEY_OF,
    KEYS,
    LAST_COMMON,
    LAYOUTS,
    LIMITS,
    OWN,
    RULE_KEYS,
    RULES,
    SHIPPED_KEYS,
    STAKES,
    SUITS,
)
from engine.errors import CardError, VariantError, shortened
from engine.terms import Limit, Ranking, Sharing
from language import current_language, nearest, tr
from language.suggestions import likeness

MAX_LETTERS = 10_000
"""The longest definition, in letters."""
LARGEST_SHIPPED_TABLE = 12


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


_TIMES = re.compile(r"(\d{1,2})\s*(?:x|×|\*|times|gange)\s*\(")
_LINE_KEY = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([^\s=#"'\[\]]+))\s*=""")


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
            key = KEY_OF.get(fold_name(word))
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
        """The game, or every fault of its file."""
        base = self.value("like", self._base, None)
        if "name" not in self.values:
            self.faults.append(Fault(1, tr('the game has no name: write name = "Woolworth"')))
        if "deal" not in self.values and "like" not in self.values:
            self.faults.append(
                Fault(1, tr('no cards are dealt: write deal = "2 down, 4 x (1 up, bet), 1 down, bet"'))
            )
        game = self.game(base or PLAIN)
        self._names(game.id, game.name, game.name_da, game.aliases)
        players = self.value("players", _players, None)
        if not self.faults:
            self._check(game)
            self._check_table(game, players)
        same_as = self.value("same_as", _versions, ())
        if self.faults:
            return Definition(None, tuple(sorted(set(self.faults))))
        most = players or (game.players[0], min(game.players[1], largest_table(game)))
        if not base and not players:
            fits = most_players(game)
            most = (2 if game.all_in else min(3, fits), min(MOST_PLAYERS if game.all_in else 7, fits))
        game = replace(game, players=most, summary=game.summary or game.name)
        same = tuple(text if "@" in text else f"{game.id}@{text}" for text in same_as)
        return Definition(replace(game, id=f"{game.id}@{version_of(game)}"), (), same)

    def game(self, start: Variant) -> Variant:
        """The game that the values make of another, unchecked, and without a version."""
        name = self.value("name", _text(60), "")
        slug = self.name or _slug(name)
        steps = self.value("deal", _steps, start.steps)
        game = replace(
            start, id=slug, name=name or slug, family="own", source="own", steps=steps, rounds_printed=None,
            name_da=self.value("name_da", _text(60), ""), aliases=tuple(self.value("aliases", _texts, ())),
            summary=self.value("summary", _text(300), ""),
            betting=self._betting(start.betting),
            **{field: self.value(key, _READ[key], getattr(start, field)) for key, field in FIELDS.items()},
        )  # fmt: skip
        return self._hand(self._wild(game)) if "deal" not in self.values or steps else game

    def _names(self, slug: str, *names: Any) -> None:
        from engine.catalogue import CATALOGUE

        shipped = CATALOGUE.names
        given = {fold_name(text): text for text in filter(None, (slug, *names[2], names[1], names[0]))}
        for folded, text in given.items():
            own = self.taken.get(folded, slug)
            if other := shipped.get(folded) or (own if own != slug else ""):
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
        fields = {field: self.value(key, _READ[key], getattr(start, field)) for key, field in STAKES.items()}
        peder = HOUSE.peder if self.value("peder", _flag, bool(start.peder)) else 0
        return Betting(limit=limit, peder=peder, small_blind=small, big_blind=big, **fields)

    def _wild(self, game: Variant) -> Variant:
        if "wild" not in self.values:
            return game
        board = common_cards(game.steps)
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
            part, value = HAND_KEYS.get(fold_name(phrase), ("?", None))
            if match := OWN.fullmatch(phrase):
                own["own_exactly" if match[1] in ("exactly", "præcis") else "own_at_most"] = int(match[2])
            elif (match := COUNTED.fullmatch(phrase)) and match[2] in SUITS:
                counted, by_rank = SUITS[match[2]], match[1] not in ("most", "flest")
            elif part == "?":
                self.fault("hand", _unknown(text, HAND_FORMS, tr("a hand"), DANISH_HAND_FORMS), text)
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

    def _base(self, value: Any) -> Variant:
        """The game of the catalogue that a definition starts from."""
        from engine.catalogue import VARIANTS

        if fold_name(_text(60)(value)) in self.taken:
            raise _MistakeError(tr("start from a game of the catalogue: `peder variants` lists them"))
        try:
            variant = VARIANTS.find(value)
        except VariantError as error:
            raise _MistakeError(str(error).rstrip(".")) from error
        if variant.kernel:
            raise _MistakeError(
                tr("{name} has rules of its own kind, which no file can change", name=variant.name)
            )
        return variant

    def _check(self, game: Variant) -> None:
        for key, text in contradictions(game):
            self.fault(key if key in self.values else "like" if "like" in self.values else key, text)

    def _check_table(self, game: Variant, players: tuple[int, int] | None) -> None:
        fits = most_players(game)
        wanted = players or (FEWEST_PLAYERS, FEWEST_PLAYERS)
        if wanted[1] > fits:
            each, board = cards_needed(game)
            text = tr(
                "{players} players need {cards} cards ({each} each and {board} in common), and the pack has {pack}: "
                "at most {most} can play",
                players=wanted[1], cards=each * wanted[1] + board, each=each, board=board, pack=game.pack, most=fits,
            )  # fmt: skip
            self.fault("players" if "players" in self.values else "deal", text)


def _slug(name: str) -> str:
    plain = name.casefold().replace("æ", "ae").replace("ø", "o").replace("å", "a")
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40] or "game"


# --- single values ---


_MUCH_NEARER = 0.1
"""How much more alike a form in the other language is that is suggested instead of one in the reader's."""


def _unknown(text: str, forms: Iterable[str], what: str, danish: Iterable[str] = ()) -> str:
    """The sentence for a text that is none of some forms, with the nearest or, in the reader's language, the first."""
    known, own = list(forms), list(danish) if current_language().code == "da" else []
    typed = text.casefold()
    in_own, near = nearest(typed, own or known, cutoff=0.5), nearest(typed, [*known, *danish], cutoff=0.5)
    if in_own and likeness(typed, in_own) > likeness(typed, near) - _MUCH_NEARER:
        near = in_own
    named = shortened(text)
    if near:
        return tr("{text!r} isn't {what}: did you mean {near!r}?", text=named, what=what, near=near)
    listed = ", ".join(repr(form) for form in (own or known)[:6])
    return tr("{text!r} isn't {what}: write such as {listed}", text=named, what=what, listed=listed)


def _unknown_key(word: str, key: str | None) -> str:
    if key:
        return tr("{word!r} is there twice: keep one", word=shortened(word))
    near = nearest(word.casefold(), [*KEYS, *DANISH_KEYS.values()], cutoff=0.5)
    if near:
        return tr("there is no key {word!r}: did you mean {near}?", word=shortened(word), near=near)
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


def _pack(value: Any) -> Any:
    if value not in (32, 33, 36, 52, 53, 54) or isinstance(value, bool):
        raise _MistakeError(
            tr("a pack has 52 cards, 53 or 54 with jokers, 36 from six, 32 from seven, 33 with a joker")
        )
    return int(value)


def _players(value: Any, largest: int = MOST_PLAYERS) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,2})(?: ?(?:to|til|-|–) ?(\d{1,2}))?", str(value).strip())
    few, many = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not FEWEST_PLAYERS <= few <= many <= largest:
        raise _MistakeError(tr('write how many can play, from 2 to 10, such as players = "3 to 7"'))
    return few, many


def _limit(value: Any) -> Limit:
    limit = LIMITS.get(" ".join(_text(20)(value).casefold().split()))
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
        layout = LAYOUTS.get(value.casefold().strip())
        if layout is None:
            raise _MistakeError(_unknown(shortened(value), LAYOUTS, tr("a layout")))
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


_PHRASES = {fold_name(phrase): cards for phrase, cards in CARD_PHRASES.items()}


def _cards_named(text: str) -> int:
    """The cards of a rank, a card or a phrase; 0 for none."""
    folded = fold_name(text)
    if folded in _PHRASES:
        return _PHRASES[folded]
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
    if kind := RULE_KEYS.get(fold_name(phrase)):
        return Wild(kind=kind)
    if phrase in LAST_COMMON:
        return Wild(kind=WildKind.BOARD, places=(max(board - 1, 0),))
    if match := COMMON.fullmatch(phrase):
        places = tuple(int(place) - 1 for place in re.findall(r"\d+", match[1]))
        if not all(0 <= place < board for place in places):
            raise _MistakeError(tr("{text!r}: there are {n} common cards", text=text, n=board))
        return Wild(kind=WildKind.BOARD, places=tuple(dict.fromkeys(places)))
    for pattern, kind in ((FOLLOWS, WildKind.FOLLOWER), (CANCELLED, WildKind.CANCELLED)):
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
    known = [form for forms in RULES.values() for form in forms] + [
        "follow the Q",
        "last common card",
        "common card 1",
    ]
    near = nearest(phrase, known) or (near_rank(phrase) if len(phrase) > 2 else "")
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


_READ: dict[str, Callable[[Any], Any]] = {
    "layout": _layout, "pack": _pack, "opens": _openers, "sends_out": _cards, "redeals": _cards, "buys": _cards,
    "price": _whole(1, MAX_CHIPS), "costs": _prices, "costs_if_asked": _prices, "gives": _cards, "may_come_back": _flag,
    "anticlockwise": _flag, "wild_alone": _flag, "short_order": _flag,
    "ante": _whole(0, MAX_CHIPS), "max_raise": _whole(0, MAX_CHIPS), "straddle": _flag, "bring_in": _whole(0, MAX_CHIPS),
    "button_blind": _flag, "doubles_from": _whole(0, MAX_ROUNDS), "raise_before_call": _flag,
}  # fmt: skip
"""How the value of a key is read that fills a field of the model or of its stakes."""


# --- the deal ---


def read_deal(text: str) -> tuple[Step, ...]:
    """The steps of a deal. Raises VariantError, which names the part that can't be read.

    >>> read_deal("5 down, bet")
    (Step(op=<Op.DEAL_CLOSED: 1>, count=5, other=0), Step(op=<Op.BET: 7>, count=1, other=0))
    """
    try:
        return _steps(text)
    except _MistakeError as mistake:
        raise VariantError(str(mistake)) from mistake


def _steps(value: Any) -> tuple[Step, ...]:
    steps: list[Step] = []
    for step in _deal(_text(1000)(value), 0):
        steps += psychology(steps) if step == PSYCHOLOGY else [step]
    return tuple(steps)


def _deal(text: str, depth: int) -> list[Step]:
    steps: list[Step] = []
    for part in _parts(text):
        match = _TIMES.match(part)
        if match:
            if depth > 2 or not part.endswith(")"):
                raise _MistakeError(tr("write repeated steps as 4 x (1 up, bet)"), part[:20])
            steps += _deal(part[match.end() : -1], depth + 1) * int(match[1])
        else:
            steps.append(_step(part))
        if len(steps) > MAX_STEPS:
            raise _MistakeError(tr("a deal has {most} steps at the most", most=MAX_STEPS))
    return steps


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


def _step(part: str) -> Step:
    phrase = " ".join(part.casefold().split())
    if found := read_step(phrase):
        step, number = found
        if not 1 <= number <= MAX_OWN:
            raise _MistakeError(
                tr("{part!r}: write a number from 1 to {most}", part=part, most=MAX_OWN), part
            )
        return step
    if re.match(r"\d+ ?[x×*] ?\w", phrase):
        raise _MistakeError(tr("write repeated steps as 4 x (1 up, bet)"), part)
    first = re.match(r"\d+", phrase)
    english, danish = (
        [
            re.sub(r"^\d+", first[0], form) if first else form
            for place, words in enumerate(forms)
            for form in [words.format(n=1 if place else 2, price=5, left=1)]
        ]
        for forms in zip(*((row.english, row.danish) for row in OPERATIONS), strict=True)
    )
    raise _MistakeError(_unknown(part, english, tr("a step of a deal"), danish), part)


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
    players = _players(data["players"], LARGEST_SHIPPED_TABLE) if "players" in data else base.players
    return replace(game, players=players, **{"source": "guest", **special})


_READ_SHIPPED: dict[str, Callable[[Any], Any]] = {"rulings": tuple, "how_to_play": tuple, "trumps": _cards}
