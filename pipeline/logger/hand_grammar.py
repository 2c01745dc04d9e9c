"""The grammar of a hand's line: game, additions, level, what players did, who won.

    [DEALER:]GAME [ADDITIONS] LEVEL|=POT  exceptions…  +WINNER meld… | ++ | !nd | !om  [=POT] [!fejl …] [; note]

A line is cut into tokens at spaces and around cards in parentheses; what each token is shows in its form
alone, but for bare words: a player's handle begins what that player did, and other words belong to the player
before them. Handles are letters only and never a word of the log, so there is no second way to read a line.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from engine.additions import ADDITION_WORDS, Additions, parse_additions
from engine.cards import cards_text, parse_cards
from engine.errors import CallError, VariantError
from engine.variants import VARIANTS, find_variant, fold_name, names_of
from engine.variants.model import Variant
from pipeline.bank.money import CHIPS, parse_chips
from pipeline.logger.lines import (
    Announced,
    Clause,
    DealerError,
    Ending,
    Half,
    HandLine,
    Held,
    LogError,
    Win,
)
from pipeline.logger.words import (
    AGAIN,
    BOARD,
    ENDING_MARKS,
    ERROR_MARKS,
    HALVES,
    SIDE,
    read_meld,
)

NAME = r"[^\W\d_]+"
_TOKEN = re.compile(r"\([^()]*\)|[^\s()]+|[()]")
_DEALER = re.compile(rf"({NAME}):\s*(?=\S)")
_MARKS = rf"(?:\*|/(?:{CHIPS})|!(?:{CHIPS})?)*"
_CLAUSE = re.compile(
    rf"(?P<names>{NAME}(?:,{NAME})*)(?P<sat>-)?(?P<stayed>=)?(?P<chips>{CHIPS})?(?P<marks>{_MARKS})", re.I
)
_WIN = re.compile(rf"\+(?P<names>{NAME}(?:,{NAME})*)(?P<chips>{CHIPS})?(?P<marks>{_MARKS})", re.I)
_MARK = re.compile(rf"\*|/(?P<shadow>{CHIPS})|!(?P<match>{CHIPS})?", re.I)
_ERROR = re.compile(rf"(?:^|(?<=\s))!(?:{'|'.join(ERROR_MARKS)})\b", re.I)
_COUNTED = re.compile(rf"=({CHIPS})", re.I)
_CHIPS = re.compile(CHIPS, re.I)
_ADDITION_KEYS = {fold_name(word) for word in ADDITION_WORDS}

_GAME_WORDS: dict[tuple[str, ...], Variant] = {
    tuple(map(fold_name, name.split())): variant
    for variant in VARIANTS.values()
    for name in names_of(variant)
}  # fmt: skip
_LONGEST_NAME = max(map(len, _GAME_WORDS))


def dealer_and_rest(text: str) -> tuple[str | None, str]:
    """Split ``k:lp 5 +d`` into the dealer's handle and the rest; None where no dealer is named."""
    match = _DEALER.match(text)
    return (match[1].casefold(), text[match.end() :]) if match else (None, text)


def split_note(text: str) -> tuple[str, str]:
    """Split a line into what comes before the first semicolon and the note after it."""
    line, _, note = text.partition(";")
    return line.strip(), note.strip()


def begins_with_game(text: str) -> bool:
    """Whether a line's first words are ``.`` or a game's name or alias to the letter."""
    words = dealer_and_rest(text)[1].split()
    return bool(words) and (words[0] == "." or _exact_game(words) is not None)


def parse_hand(text: str, handles: Collection[str]) -> HandLine:
    """Read a hand's line at a table where players have these `handles` (casefolded). Raises PederError."""
    dealer, rest = dealer_and_rest(text.strip())
    if dealer is not None:
        known(dealer, handles)
    tokens, errors, note = cut(rest, handles)
    game, tokens = _take_game(tokens)
    head, body = _split_head(tokens)
    level, counted, words = _level(head)
    hand = HandLine(
        game=game.id if game else None,
        additions=_additions(words, game, level),
        dealer=dealer,
        level=level,
        counted=counted,
        errors=errors,
        note=note,
    )
    return _Body(handles, hand).read(body)


def parse_call(text: str, handles: Collection[str]) -> HandLine:
    """Read the announcement of a game alone: dealer, game, additions, who sits out (``c-``). Raises
    PederError.
    """
    dealer, line = dealer_and_rest(text.strip())
    if dealer is not None:
        known(dealer, handles)
    game, tokens = _take_game(_TOKEN.findall(line))
    head, body = _split_head(tokens)
    reader = _Body(handles, HandLine(game=game.id if game else None, dealer=dealer))
    for token in body:
        clause = _CLAUSE.fullmatch(token)
        if not (clause and clause["sat"]):
            raise LogError(
                f"{token!r} comes too early: first the game alone, then what happens, a line at a time."
            )
        reader._clause(clause, [])
    return replace(reader.hand, additions=_additions(head, game, None), clauses=tuple(reader.clauses))


def parse_ending(
    tokens: list[str], handles: Collection[str], errors: tuple[DealerError, ...], note: str
) -> HandLine:
    """Read how a hand ends: winners, ++ or !nd, and what belongs to them. Raises PederError."""
    return _Body(handles, HandLine(game=None, errors=errors, note=note)).read(tokens)


def cut(text: str, handles: Collection[str]) -> tuple[list[str], tuple[DealerError, ...], str]:
    """Cut a line into its tokens, the dealer's errors and the note."""
    line, note = split_note(text)
    line, *mishaps = _ERROR.split(line)
    return _TOKEN.findall(line), tuple(parse_error(mishap, handles) for mishap in mishaps), note


def parse_error(text: str, handles: Collection[str]) -> DealerError:
    """A dealer's error: a player's handle where the first word is one, then what happened and what was done."""
    words = text.strip()
    if not words:
        raise LogError(
            "Say what went wrong and what was done, such as: !fejl b fik et kort for meget, rettet."
        )
    first, _, rest = words.partition(" ")
    if first.casefold() in handles and rest.strip():
        return DealerError(rest.strip(), first.casefold())
    return DealerError(words)


def known(handle: str, handles: Collection[str]) -> str:
    """The handle, casefolded, if somebody at the table has it."""
    if handle.casefold() not in handles:
        table = " ".join(sorted(handles)) or "nobody yet"
        raise LogError(f"Nobody here is {handle!r}; at the table: {table}.")
    return handle.casefold()


# --- the head: game, additions, level


def _exact_game(words: Sequence[str]) -> tuple[Variant, int] | None:
    """The game whose name the words begin with, letter for letter but for case and accents, and how many they
    are.
    """
    for count in range(min(len(words), _LONGEST_NAME), 0, -1):
        key = tuple(map(fold_name, words[:count]))
        if key in _GAME_WORDS:
            return _GAME_WORDS[key], count
    return None


def _take_game(tokens: list[str]) -> tuple[Variant | None, list[str]]:
    """The game that a line begins with and the tokens after it; None for ``.``, the same game."""
    if not tokens:
        raise LogError(
            "Name a game, or write . for the same again, then what each put in, such as: 7s 14 b3 +d hus."
        )
    if tokens[0] == ".":
        return None, tokens[1:]
    exact = _exact_game(tokens)
    if exact:
        return exact[0], tokens[exact[1] :]
    words = []
    for token in tokens:
        if _CHIPS.fullmatch(token) or token[0] in "+=!(" or (words and fold_name(token) in _ADDITION_KEYS):
            break
        words.append(token)
    for count in range(len(words), 1, -1):
        try:
            return find_variant(" ".join(words[:count])), tokens[count:]
        except VariantError:
            continue
    return find_variant(tokens[0]), tokens[1:]


def _is_body(token: str) -> bool:
    """Whether a token is beyond the head: a player with chips or marks, a winner, a mark, cards."""
    if token[0] in "+!()":
        return True
    clause = _CLAUSE.fullmatch(token)
    return bool(clause and (clause["sat"] or clause["stayed"] or clause["chips"] or clause["marks"]))


def _split_head(tokens: list[str]) -> tuple[list[str], list[str]]:
    """Cut before the first token beyond the head; the level, or the counted pot, is the head's last token."""
    end = next((place for place, token in enumerate(tokens) if _is_body(token)), len(tokens))
    # a bare handle or word may follow the level: the head ends with the level
    numbers = [place for place in range(end) if _COUNTED.fullmatch(tokens[place])]
    numbers = numbers[:1] or [place for place in range(end) if _CHIPS.fullmatch(tokens[place])][-1:]
    if numbers:
        end = min(end, numbers[0] + 1)
    return tokens[:end], tokens[end:]


def _level(head: list[str]) -> tuple[int | None, int | None, list[str]]:
    """The level or the counted pot that ends the head, and the words before it."""
    if head and (counted := _COUNTED.fullmatch(head[-1])):
        return None, parse_chips(counted[1]), head[:-1]
    if head and _CHIPS.fullmatch(head[-1]):
        return parse_chips(head[-1]), None, head[:-1]
    return None, None, head


def _additions(words: list[str], game: Variant | None, level: int | None) -> Additions:
    try:
        return parse_additions(words)
    except CallError as error:
        name = game.name if game else "the same game"
        missing = "" if level is None else f", and {level} was read as the level that each put in"
        raise LogError(f"After {name}{missing}: {error}") from error


# --- the body: players, winners, marks


@dataclass(frozen=True)
class _Words:
    """What follows a player: a direction, a meld."""

    half: Half | None
    announced: Announced | None


class _Body:
    """Reads the tokens after the level into a hand."""

    def __init__(self, handles: Collection[str], hand: HandLine) -> None:
        self.handles = handles
        self.hand = hand
        self.clauses: list[Clause] = []
        self.boards: list[list[list[Win]]] = [[[]]]
        self.common: list[tuple[int, ...]] = []
        self.endings: list[Ending] = []

    def read(self, tokens: list[str]) -> HandLine:
        place = 0
        while place < len(tokens):
            token = tokens[place]
            place += 1
            end = self._end_of_words(tokens, place)
            if token == "++":
                self.endings.append("carried")
            elif token.startswith("+"):
                self._win(token, tokens[place:end])
                place = end
            elif token.startswith("!") and token[1:].casefold() in ENDING_MARKS:
                self.endings.append(ENDING_MARKS[token[1:].casefold()])  # type: ignore[arg-type]
            elif counted := _COUNTED.fullmatch(token):
                if self.hand.counted is not None:
                    raise LogError(f"The pot is given twice, at the end as {token!r}: keep one.")
                self.hand = replace(self.hand, counted=parse_chips(counted[1]))
            elif token.casefold() in SIDE:
                self.boards[-1].append([])
            elif token.casefold() in AGAIN:
                self.boards.append([[]])
            elif token.casefold() in BOARD:
                place = self._board(tokens, place)
            elif (clause := _CLAUSE.fullmatch(token)) and (
                _is_body(token) or token.casefold() in self.handles
            ):
                self._clause(clause, tokens[place:end])
                place = end
            else:
                raise LogError(self._stray(token))
        return self._whole()

    def _end_of_words(self, tokens: list[str], place: int) -> int:
        """Where the words and the cards end that belong to the player before `place`."""
        stops = (*SIDE, *AGAIN, *BOARD, *self.handles)
        while place < len(tokens):
            token = tokens[place]
            cards = token.startswith("(")
            if not cards and (token.casefold() in stops or _COUNTED.fullmatch(token) or _is_body(token)):
                break
            place += 1
        return place

    def _stray(self, token: str) -> str:
        if token[0] in "()":
            return "Cards belong after a player or after the word bord: b (As Ad)."
        if token.startswith("!"):
            return f"There is no mark {token!r}: !nd is a new deal, !om dealt again, !fejl a dealer's error."
        if _CHIPS.fullmatch(token):
            return f"{token!r} belongs to nobody: write it right after a player (b{token}) or winner (+b{token})."
        table = " ".join(sorted(self.handles))
        return f"{token!r} is no player here and no word of the log; at the table: {table}."

    def _names(self, text: str) -> list[str]:
        return [known(name, self.handles) for name in text.split(",")]

    @staticmethod
    def _marks(text: str, token: str) -> dict[str, object]:
        found: dict[str, object] = {}
        for mark in _MARK.finditer(text):
            if mark[0] == "*":
                name: str = "peder"
                value: object = True
            elif mark["shadow"]:
                name, value = "shadow", parse_chips(mark["shadow"])
            else:
                name, value = "matched", parse_chips(mark["match"]) if mark["match"] else True
            if name in found:
                what = "one peder a hand (*)" if name == "peder" else f"one {mark[0][0]!r}"
                raise LogError(f"{token!r}: a player has {what}, not two.")
            found[name] = value
        return found

    def _words(self, tokens: list[str], whose: str) -> tuple[_Words, Held]:
        """The direction, the meld and the cards that follow a player."""
        words = [token for token in tokens if not token.startswith("(")]
        groups = [token for token in tokens if token.startswith("(")]
        if len(groups) > 1:
            raise LogError(f"{whose!r} has cards twice: write them in one pair of parentheses.")
        held = self._held(groups[0], whose) if groups else Held()
        announced = read_meld(" ".join(words)) if words else None
        half = None
        if words and announced is None:
            halves = [place for place, word in enumerate(words) if word.casefold() in HALVES]
            if len(halves) > 1:
                raise LogError(f"{whose!r} has two directions: {' '.join(words)!r}; for both write begge.")
            if halves:
                half = HALVES[words.pop(halves[0]).casefold()]
            announced = read_meld(" ".join(words)) if words else None
            if words and announced is None:
                raise LogError(self._no_meld(words))
        return _Words(half, announced), held

    def _no_meld(self, words: list[str]) -> str:
        text = " ".join(words)
        if all(_CHIPS.fullmatch(word) for word in words):
            return (
                f"{text!r} stands alone: write it right after the player, as in +b{words[0]} or b{words[0]}."
            )
        return (
            f"{text!r} is no player here and no meld such as par, 2par, 3ens, straight, fl, hus, 4ens or 6-4."
        )

    @staticmethod
    def _cards(group: str, whose: str) -> tuple[int, ...]:
        if not group.endswith(")"):
            raise LogError(f"The parenthesis after {whose!r} isn't closed: (As Ad).")
        cards = tuple(parse_cards(group[1:-1]))
        if not cards:
            raise LogError(f"There are no cards in the parentheses after {whose!r}: (As Ad).")
        return cards

    def _held(self, group: str, whose: str) -> Held:
        """Cards, the closed ones first where they are parted from the open ones by a slash."""
        if group.count("/") > 1:
            raise LogError(f"The cards after {whose!r} have two slashes: write (closed / open) with one.")
        closed, slash, _ = group.strip("()").partition("/")
        cards = self._cards(group.replace("/", " "), whose)
        return Held(cards, len(parse_cards(closed)) if slash else None)

    def _board(self, tokens: list[str], place: int) -> int:
        if place >= len(tokens) or not tokens[place].startswith("("):
            raise LogError("After bord come the common cards in parentheses: bord (As Kd 9h).")
        if len(self.common) >= len(self.boards):
            raise LogError("The common cards are given twice: a second board comes after the word igen.")
        self.common.append(self._cards(tokens[place], "bord"))
        return place + 1

    def _clause(self, match: re.Match[str], rest: list[str]) -> None:
        token = match[0]
        words, held = self._words(rest, token)
        if match["sat"] and (match["stayed"] or match["chips"] or match["marks"] or rest):
            raise LogError(f"{token!r}: who sat out has neither chips, marks nor cards.")
        if match["stayed"] and not match["chips"]:
            raise LogError(f"{token!r}: chips come after =, as in b=17.")
        marks = self._marks(match["marks"], token)
        matched = marks.pop("matched", None)
        for handle in self._names(match["names"]):
            clause = Clause(
                handle=handle,
                paid=parse_chips(match["chips"]) if match["chips"] else None,
                folded=bool(match["chips"] and not match["stayed"]),
                sat_out=bool(match["sat"]),
                matched=matched is not None,
                match=matched if type(matched) is int else None,
                declared=words.half,
                announced=words.announced,
                held=held,
                **marks,  # type: ignore[arg-type]
            )
            if any(other.handle == handle for other in self.clauses):
                raise LogError(f"{handle!r} is named twice: put it all in one place, as in b=17* (As Ad).")
            self.clauses.append(clause)

    def _win(self, token: str, rest: list[str]) -> None:
        match = _WIN.fullmatch(token)
        if match is None:
            raise LogError(f"{token!r} is no winner: write + and a player, as in +d or +d33.")
        marks = self._marks(match["marks"], token)
        if "matched" in marks:
            raise LogError(f"{token!r}: who wins the pot doesn't match it; ! goes with those who lost.")
        words, held = self._words(rest, token)
        for handle in self._names(match["names"]):
            self.boards[-1][-1].append(
                Win(
                    handle=handle,
                    chips=parse_chips(match["chips"]) if match["chips"] else None,
                    half=words.half,
                    announced=words.announced,
                    held=held,
                    **marks,  # type: ignore[arg-type]
                )
            )

    def _whole(self) -> HandLine:
        wins = tuple(tuple(tuple(pot) for pot in board) for board in self.boards)
        won = any(pot for board in wins for pot in board)
        if len(self.endings) > 1:
            raise LogError("The line ends in two ways: keep one of ++, !nd and !om.")
        if won and self.endings:
            raise LogError("The line has a winner and says that nobody won: keep one.")
        if not won and not self.endings:
            raise LogError(
                "Nobody won: end with +WINNER, with ++ if the pot carries over, or !nd for a new deal."
            )
        if len(wins) > 2:
            raise LogError("A pot is run twice at the most: write igen once.")
        if won and not all(pot for board in wins for pot in board):
            raise LogError("A pot has no winner: after side and igen comes +WINNER.")
        for cards in self._named_cards():
            twice = next((card for place, card in enumerate(cards) if card in cards[:place]), None)
            if twice is not None:
                raise LogError(f"{cards_text([twice])} is named twice in this hand: a pack holds it once.")
        ending: Ending = self.endings[0] if self.endings else "won"
        return replace(
            self.hand,
            clauses=tuple(self.clauses),
            wins=wins if won else ((),),
            ending=ending,
            boards=tuple(self.common),
        )

    def _named_cards(self) -> Iterable[list[int]]:
        """Cards that must all differ: those of the players with the common cards of each board (the boards of
        a pot run twice have their first cards in common).

        A player who wins twice (high and low, two pots) may name the cards each time, the same ones.
        """
        held: dict[str, tuple[int, ...]] = {}
        winners = [win for board in self.boards for pot in board for win in pot]
        for player in [*self.clauses, *winners]:
            if player.held and held.setdefault(player.handle, player.held.cards) != player.held.cards:
                raise LogError(f"{player.handle!r} has two different sets of cards: keep one.")
        own = [card for cards in held.values() for card in cards]
        for common in self.common or [()]:
            yield [*own, *common]


__all__ = [
    "NAME", "begins_with_game", "cut", "dealer_and_rest", "known", "parse_call", "parse_ending", "parse_error",
    "parse_hand",
]  # fmt: skip
