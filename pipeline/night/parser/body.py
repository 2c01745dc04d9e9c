"""Reads the tokens after the level into a hand: what players did, who won with what, and how it ended."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from engine.api import (
    ADDITION_WORDS,
    Outcome,
    cards_text,
    fold_name,
    parse_cards,
)
from language import tr
from pipeline.bank.money import parse_chips
from pipeline.bank.records import replace
from pipeline.night.parser.lines import (
    Announced,
    Clause,
    DealerError,
    HandLine,
    Held,
    LogError,
    Part,
    Win,
)
from pipeline.night.parser.names import Handles, find_handle, is_player, name_of
from pipeline.night.parser.tokens import CLAUSE, COUNTED, MARK, ONLY_CHIPS, WIN, is_body
from pipeline.night.parser.words import (
    AGAIN,
    ARTICLES,
    BOARD,
    ENDING_MARKS,
    HALVES,
    SIDE,
    complete_meld,
    read_meld,
)

ADDITION_KEYS = {fold_name(word) for word in ADDITION_WORDS}


@dataclass(frozen=True)
class Words:
    """What follows a player: a direction, a meld."""

    half: Part | None
    announced: Announced | None


def read_marks(text: str, token: str) -> dict[str, object]:
    """The marks right after a player: the peder (`peder`), shadow, a pot that is matched (chips, or True)."""
    marks: dict[str, object] = {}
    for mark in MARK.finditer(text):
        if mark[0] == "*":
            name: str = "peder"
            value: object = True
        elif mark["shadow"]:
            name, value = "shadow", parse_chips(mark["shadow"])
        else:
            name, value = "matched", parse_chips(mark["match"]) if mark["match"] else True
        if name in marks:
            if name == "peder":
                raise LogError(tr("{token!r}: a player has one peder a hand (*), not two.", token=token))
            raise LogError(tr("{token!r}: a player has one {mark!r}, not two.", token=token, mark=mark[0][0]))
        marks[name] = value
    return marks


def read_words(tokens: list[str], whose: str) -> tuple[Words, Held]:
    """The direction, the meld and the cards that follow a player."""
    words = [token for token in tokens if not token.startswith("(")]
    groups = [token for token in tokens if token.startswith("(")]
    if len(groups) > 1:
        raise LogError(tr("{whose!r} has cards twice: write them in one pair of parentheses.", whose=whose))
    held = _read_held(groups[0], whose) if groups else Held()
    direction = len(words) == 1 and words[0].casefold() in HALVES
    announced = read_meld(" ".join(words)) if words and not direction else None
    half = None
    if words and announced is None:
        halves = [place for place, word in enumerate(words) if word.casefold() in HALVES]
        if len(halves) > 1:
            raise LogError(
                tr(
                    "{whose!r} has two directions: {words!r}; for both write both.",
                    whose=whose,
                    words=" ".join(words),
                )
            )
        if halves:
            half = HALVES[words.pop(halves[0]).casefold()]
        announced = read_meld(" ".join(words)) or read_meld(complete_meld("".join(words))) if words else None
        if words and announced is None:
            raise LogError(_no_meld(words), " ".join(words))
    return Words(half, announced), held


def _no_meld(words: list[str]) -> str:
    text = " ".join(words)
    if all(ONLY_CHIPS.fullmatch(word) for word in words):
        return tr(
            "{text!r} stands alone: write it right after the player, as in +b{word} or b{word}.",
            text=text,
            word=words[0],
        )
    if addition := next((word for word in words if fold_name(word) in ADDITION_KEYS), None):
        return _early(addition)
    return tr(
        "{text!r} isn't a player here or a meld such as pair, two pair, three of a kind, "
        "straight, flush, full house, quads or 6-4.",
        text=text,
    )


def _early(addition: str) -> str:
    return tr(
        "{addition!r} is an addition and comes before the level: 7s {addition} 14 b3 +d.", addition=addition
    )


def read_cards(group: str, whose: str) -> tuple[int, ...]:
    """The cards in a pair of parentheses, at least one."""
    if not group.endswith(")"):
        raise LogError(tr("The parenthesis after {whose!r} isn't closed: (As Ad).", whose=whose))
    cards = tuple(parse_cards(group[1:-1]))
    if not cards:
        raise LogError(tr("There are no cards in the parentheses after {whose!r}: (As Ad).", whose=whose))
    return cards


def _read_held(group: str, whose: str) -> Held:
    """Read cards, the closed ones first if a slash separates them from the open ones."""
    if group.count("/") > 1:
        raise LogError(
            tr("The cards after {whose!r} have two slashes: write (closed / open) with one.", whose=whose)
        )
    closed, slash, _ = group.strip("()").partition("/")
    cards = read_cards(group.replace("/", " "), whose)
    return Held(cards, len(parse_cards(closed)) if slash else None)


class Body:
    """Reads the tokens after the level into a hand; `is_said` if its winner or who folded is in words."""

    def __init__(self, handles: Handles, hand: HandLine, *, is_said: bool = False) -> None:
        self.handles = handles
        self.is_said = is_said
        self.stops = {*SIDE, *AGAIN, *BOARD}
        self.hand = hand
        self.clauses: list[Clause] = []
        self.boards: list[list[list[Win]]] = [[[]]]
        self.common: list[tuple[int, ...]] = []
        self.endings: list[Outcome] = []

    def read(self, tokens: list[str]) -> HandLine:
        place = 0
        while place < len(tokens):
            token = tokens[place]
            place += 1
            end = self._end_of_words(tokens, place)
            if token == "++":
                self.endings.append(Outcome.CARRIED)
            elif token.startswith("+"):
                self._win(token, tokens[place:end])
                place = end
            elif token.startswith("!") and token[1:].casefold() in ENDING_MARKS:
                self.endings.append(ENDING_MARKS[token[1:].casefold()])
            elif counted := COUNTED.fullmatch(token):
                if self.hand.counted is not None:
                    raise LogError(
                        tr("The pot is given twice, at the end as {token!r}: keep one.", token=token)
                    )
                self.hand = replace(self.hand, counted=parse_chips(counted[1]))
            elif token.casefold() in SIDE:
                self.boards[-1].append([])
            elif token.casefold() in AGAIN:
                self.boards.append([[]])
            elif token.casefold() in BOARD:
                place = self._board(tokens, place)
            elif (clause := CLAUSE.fullmatch(token)) and (is_body(token) or is_player(token, self.handles)):
                self.read_clause(clause, tokens[place:end])
                place = end
            else:
                raise LogError(self._stray(token), token)
        return self._whole()

    def _end_of_words(self, tokens: list[str], place: int) -> int:
        """Where the words and the cards end that belong to the player before `place`."""
        while place < len(tokens):
            token = tokens[place]
            cards = token.startswith("(")
            if not cards and (
                token.casefold() in self.stops
                or COUNTED.fullmatch(token)
                or is_body(token)
                or is_player(token, self.handles)
            ):
                break
            place += 1
        return place

    def _stray(self, token: str) -> str:
        if token[0] in "()":
            return tr("Cards belong after a player or after the word board: b (As Ad).")
        if token.startswith("!"):
            return tr(
                "There is no mark {token!r}: !nd is a new deal, !redeal a deal repeated, !error a "
                "dealer's error.",
                token=token,
            )
        if ONLY_CHIPS.fullmatch(token):
            return tr(
                "{token!r} belongs to no player: write it right after a player (b{token}) or winner "
                "(+b{token}).",
                token=token,
            )
        if fold_name(token) in ADDITION_KEYS:
            return _early(token)
        table = " ".join(sorted(self.handles))
        return tr(
            "{token!r} isn't a player here or a word of the log; at the table: {table}.",
            token=token,
            table=table,
        )

    def _names(self, text: str) -> list[str]:
        return [find_handle(name, self.handles) for name in text.split(",")]

    def _board(self, tokens: list[str], place: int) -> int:
        if place >= len(tokens) or not tokens[place].startswith("("):
            raise LogError(tr("After board come the common cards in parentheses: board (As Kd 9h)."))
        if len(self.common) >= len(self.boards):
            raise LogError(tr("The common cards are given twice: a second board comes after the word again."))
        self.common.append(read_cards(tokens[place], "bord"))
        return place + 1

    def read_clause(self, match: re.Match[str], rest: list[str]) -> None:
        token = match[0]
        words, held = read_words(rest, token)
        if self.is_said and words.announced and token.casefold() in ARTICLES:
            raise LogError(
                tr(
                    "{text!r} may be the winner's hand, or that of {name}: write with {text} after the winner, or {name}'s whole name.",
                    text=" ".join([token, *rest]),
                    name=name_of(find_handle(token, self.handles), self.handles),
                ),
                token,
            )
        if match["sat"] and (match["stayed"] or match["chips"] or match["marks"] or rest):
            raise LogError(
                tr("{token!r}: a player who sat out has neither chips, marks nor cards.", token=token)
            )
        if match["stayed"] and not match["chips"]:
            raise LogError(tr("{token!r}: chips come after =, as in b=17.", token=token))
        marks = read_marks(match["marks"], token)
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
                raise LogError(
                    tr(
                        "{handle!r} is named twice: put it all in one place, as in b=17* (As Ad).",
                        handle=handle,
                    )
                )
            winners = [win.handle for board in self.boards for pot in board for win in pot]
            if winners and clause == Clause(handle=handle):
                raise LogError(
                    tr(
                        "Did {name} win too? Write +{winner} +{handle} if so, else name {name} before the winner, or not at all.",
                        name=name_of(handle, self.handles),
                        winner=winners[-1],
                        handle=handle,
                    ),
                    token,
                )
            self.clauses.append(clause)

    def _win(self, token: str, rest: list[str]) -> None:
        match = WIN.fullmatch(token)
        if match is None:
            raise LogError(
                tr("{token!r} isn't a winner: write + and a player, as in +d or +d33.", token=token), token
            )
        marks = read_marks(match["marks"], token)
        if "matched" in marks:
            raise LogError(
                tr(
                    "{token!r}: the winner of the pot doesn't match it; ! goes with the players who lost.",
                    token=token,
                )
            )
        words, held = read_words(rest, token)
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

    def _take_bare_winner(self) -> None:
        """Without a +, the last player named has won, where nothing but a meld is said of that one alone."""
        bare = [
            one
            for one in self.clauses
            if replace(one, declared=None, announced=None, held=Held()) == Clause(handle=one.handle)
        ]
        if self.boards == [[[]]] and not self.endings and len(bare) == 1 and bare[0] is self.clauses[-1]:
            one = self.clauses.pop()
            self.boards[0][0].append(
                Win(handle=one.handle, half=one.declared, announced=one.announced, held=one.held)
            )

    def _whole(self) -> HandLine:
        if self.hand.level is not None:
            self._take_bare_winner()
        wins = tuple(tuple(tuple(pot) for pot in board) for board in self.boards)
        won = any(pot for board in wins for pot in board)
        if len(self.endings) > 1:
            raise LogError(tr("The line ends in two ways: keep one of ++, !nd and !om."))
        if won and self.endings:
            raise LogError(tr("The line has a winner and says that nobody won: keep one."))
        if not won and not self.endings:
            raise LogError(
                tr("Nobody won: end with +WINNER, with ++ if the pot carries over, or !nd for a new deal.")
            )
        if len(wins) > 2:
            raise LogError(tr("A pot is run at most twice: write again once."))
        if won and not all(pot for board in wins for pot in board):
            raise LogError(tr("A pot has no winner: after side and again comes +WINNER."))
        for cards in self._named_cards():
            twice = next((card for place, card in enumerate(cards) if card in cards[:place]), None)
            if twice is not None:
                raise LogError(
                    tr(
                        "{cards} is named twice in this hand: a pack holds it once.",
                        cards=cards_text([twice]),
                    )
                )
        return replace(
            self.hand,
            clauses=tuple(self.clauses),
            wins=wins if won else ((),),
            ending=self.endings[0] if self.endings else None,
            boards=tuple(self.common),
        )

    def _named_cards(self) -> Iterable[list[int]]:
        """Cards that must all differ: those of the players with the common cards of each board (the boards of
        a pot run twice have their first cards in common).

        A player who wins twice (high and low, two pots) may name the cards each time, the same ones.
        """
        held: dict[str, tuple[int, ...]] = {}
        winners = [win for board in self.boards for pot in board for win in pot]
        players: list[Clause | Win] = [*self.clauses, *winners]
        for player in players:
            if player.held and held.setdefault(player.handle, player.held.cards) != player.held.cards:
                raise LogError(
                    tr("{handle!r} has two different sets of cards: keep one.", handle=player.handle)
                )
        own = [card for cards in held.values() for card in cards]
        for common in self.common or [()]:
            yield [*own, *common]


def parse_ending(tokens: list[str], handles: Handles, errors: tuple[DealerError, ...], note: str) -> HandLine:
    """Read how a hand ends: winners, ++ or !nd, and what belongs to them. Raises PederError.

    >>> hand = parse_ending(["+d", "full", "house"], replay.night.handles, errors=(), note="")
    >>> [(win.handle, win.announced.category) for win in hand.wins[0][0]]
    [('d', 'full_house')]
    """
    return Body(handles, HandLine(game=None, errors=errors, note=note)).read(tokens)
