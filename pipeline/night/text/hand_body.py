"""What stands after the level of a hand's line: players, winners, marks, cards."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from engine.api import Outcome, cards_text
from language import tr
from pipeline.bank.money import parse_chips
from pipeline.night.text.lines import Clause, HandLine, LogError, Win
from pipeline.night.text.player_words import read_cards, read_marks, read_words
from pipeline.night.text.tokens import CLAUSE, COUNTED, ONLY_CHIPS, WIN, is_body, known
from pipeline.night.text.words import AGAIN, BOARD, ENDING_MARKS, SIDE
from pipeline.records import replace


class Body:
    """Reads the tokens after the level into a hand."""

    def __init__(self, handles: Collection[str], hand: HandLine) -> None:
        self.handles = handles
        self.stops = {*SIDE, *AGAIN, *BOARD, *handles}
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
            elif (clause := CLAUSE.fullmatch(token)) and (is_body(token) or token.casefold() in self.handles):
                self._clause(clause, tokens[place:end])
                place = end
            else:
                raise LogError(self._stray(token))
        return self._whole()

    def _end_of_words(self, tokens: list[str], place: int) -> int:
        """Where the words and the cards end that belong to the player before `place`."""
        while place < len(tokens):
            token = tokens[place]
            cards = token.startswith("(")
            if not cards and (token.casefold() in self.stops or COUNTED.fullmatch(token) or is_body(token)):
                break
            place += 1
        return place

    def _stray(self, token: str) -> str:
        if token[0] in "()":
            return tr("Cards belong after a player or after the word bord: b (As Ad).")
        if token.startswith("!"):
            return tr(
                "There is no mark {token!r}: !nd is a new deal, !om dealt again, !fejl a dealer's error.",
                token=token,
            )
        if ONLY_CHIPS.fullmatch(token):
            return tr(
                "{token!r} belongs to nobody: write it right after a player (b{token}) or winner "
                "(+b{token}).",
                token=token,
            )
        table = " ".join(sorted(self.handles))
        return tr(
            "{token!r} is no player here and no word of the log; at the table: {table}.",
            token=token,
            table=table,
        )

    def _names(self, text: str) -> list[str]:
        return [known(name, self.handles) for name in text.split(",")]

    def _board(self, tokens: list[str], place: int) -> int:
        if place >= len(tokens) or not tokens[place].startswith("("):
            raise LogError(tr("After bord come the common cards in parentheses: bord (As Kd 9h)."))
        if len(self.common) >= len(self.boards):
            raise LogError(tr("The common cards are given twice: a second board comes after the word igen."))
        self.common.append(read_cards(tokens[place], "bord"))
        return place + 1

    def _clause(self, match: re.Match[str], rest: list[str]) -> None:
        token = match[0]
        words, held = read_words(rest, token)
        if match["sat"] and (match["stayed"] or match["chips"] or match["marks"] or rest):
            raise LogError(tr("{token!r}: who sat out has neither chips, marks nor cards.", token=token))
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
            self.clauses.append(clause)

    def _win(self, token: str, rest: list[str]) -> None:
        match = WIN.fullmatch(token)
        if match is None:
            raise LogError(tr("{token!r} is no winner: write + and a player, as in +d or +d33.", token=token))
        marks = read_marks(match["marks"], token)
        if "matched" in marks:
            raise LogError(
                tr("{token!r}: who wins the pot doesn't match it; ! goes with those who lost.", token=token)
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

    def _whole(self) -> HandLine:
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
            raise LogError(tr("A pot is run twice at the most: write igen once."))
        if won and not all(pot for board in wins for pot in board):
            raise LogError(tr("A pot has no winner: after side and igen comes +WINNER."))
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
