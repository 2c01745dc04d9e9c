"""The grammar of a hand's line: game, additions, level, what players did, who won.

    [DEALER:][GAME] [ADDITIONS] LEVEL|=POT  exceptions…  +WINNER meld… | ++ | !nd | !om
        [=POT] [!fejl …] [; note]

A line without a game is the dealer's usual one. A line is cut into tokens at spaces and around cards in
parentheses; what each token is shows in its form alone, but for bare words: a player's handle begins what that
player did, and other words belong to the player before them. Handles are letters only and never a word of the log,
so there is no second way to read a line. Spaces may be left out: ``7s14ab3c7+dhus`` is ``7s 14 a,b3 c7 +d hus``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.api import (
    ADDITION_WORDS,
    VARIANTS,
    Additions,
    CallError,
    Catalogue,
    Declared,
    Half,
    Outcome,
    Variant,
    VariantError,
    cards_text,
    fold_name,
    parse_additions,
    parse_cards,
)
from language import tr
from pipeline.bank.money import CHIPS, parse_chips
from pipeline.bank.records import replace
from pipeline.night.parser.lines import (
    USUAL,
    Announced,
    Clause,
    DealerError,
    HandLine,
    Held,
    LogError,
    Part,
    Win,
)
from pipeline.night.parser.words import (
    AGAIN,
    BOARD,
    ENDING_MARKS,
    ERROR_MARKS,
    HALVES,
    NAME,
    SIDE,
    Handles,
    complete_meld,
    is_player,
    known,
    read_meld,
)

LONGEST_NAME = 60
"""Maximum number of letters of a game's name as it is typed; what is longer is compared with no name."""

MARKS = rf"(?:\*|/(?:{CHIPS})|!(?:{CHIPS})?)*"
"""What may stand right after a player: the peder, shadow, a pot that is matched."""

_AFTER_GAME = re.compile(r"(?<=[^\W\d_])(?=[\d+=!])|(?<=^\.)(?=[\d+=!])")
"""Where a game's name may end without a space: after a letter, before what can't be one of its letters."""
_BEFORE_WINNER = re.compile(r"(?=\+\+)|(?<!\+)(?=\+)|(?<=\+\+)")
_NAMES = rf"{NAME}(?:,{NAME})*"
_GLUED = re.compile(rf"=?{CHIPS}|!{NAME}$|{_NAMES}(?:-|=?(?:{CHIPS})?{MARKS})", re.I)
_PLAYER = re.compile(rf"({_NAMES})(.*)", re.S)
_NO_MELD = re.compile(rf"$|[,*/!]|{CHIPS}(?![^\W\d_])", re.I)
"""What follows a winner's name where no meld does."""


def split_game(token: str, is_game: Callable[[str], bool]) -> list[str]:
    """A line's first token as the game and what follows it without a space: ``7s14b3`` as ``7s`` and ``14b3``."""
    if is_game(token):
        return [token]
    ends = (match.end() for match in _AFTER_GAME.finditer(token[:LONGEST_NAME]))
    end = next((end for end in ends if token[:end] == "." or is_game(token[:end])), 0)
    return [token[:end], token[end:]] if end else [token]


def split_token(token: str, handles: Handles) -> Iterator[str]:
    """A token after the game as the tokens that it is made of; itself where it is one."""
    for chunk in [token] if token[0] in "()" else _BEFORE_WINNER.split(token):
        if chunk.startswith("+") and chunk != "++":
            winner, *counted = re.split(r"(?==)", chunk[1:])
            player, *meld = _player_and_meld(winner, handles)
            yield from (f"+{player}", *meld, *counted)
        elif chunk:
            yield from _clauses(chunk, handles)


def _player_and_meld(text: str, handles: Handles) -> list[str]:
    """``dhus`` as ``d`` and ``hus``, where no player is called dhus: a handle and a meld or a part of the pot."""
    match = _PLAYER.fullmatch(text)
    if match is None or (is_player(match[1], handles) and _NO_MELD.match(match[2])):
        return [text]
    for end in range(len(match[1]), 0, -1):
        word = text[end:].casefold()
        if text[:end].casefold() in handles and (word in HALVES or read_meld(word) or complete_meld(word)):
            return [text[:end], text[end:]]
    return [text]


def _clauses(chunk: str, handles: Handles) -> list[str]:
    """``14ab3c7`` as ``14``, ``a,b3`` and ``c7``, where each name is a player, or letters that all are; a winner
    without a + may end it: ``14b3dhus``.
    """
    parts = _GLUED.findall(chunk)
    if "".join(parts) != chunk or _is_meld_of_ranks(chunk):
        return [chunk]
    last = _player_and_meld(parts.pop(), handles) if len(parts) > 2 and parts[-1].isalpha() else []
    named = [_with_commas(part, handles) for part in parts + last[:1]]
    if "" in named or (len(parts) > 1 and any(part.isalpha() for part in parts)):
        return [chunk]
    return [*named, *last[1:]]


def _with_commas(part: str, handles: Handles) -> str:
    """A part with commas between its players' letters; "" where one is no player."""
    match = _PLAYER.fullmatch(part)
    if match is None or all(is_player(name, handles) for name in match[1].split(",")):
        return part
    letters = match[1].replace(",", "")
    return f"{','.join(letters)}{match[2]}" if match[2] and all(one in handles for one in letters) else ""


TOKEN = re.compile(r"\([^()]*\)|[^\s()]+|[()]")
DEALER = re.compile(rf"({NAME}):\s*(?=\S)")
CLAUSE = re.compile(
    rf"(?P<names>{NAME}(?:,{NAME})*)(?P<sat>-)?(?P<stayed>=)?(?P<chips>{CHIPS})?(?P<marks>{MARKS})", re.I
)
WIN = re.compile(rf"\+(?P<names>{NAME}(?:,{NAME})*)(?P<chips>{CHIPS})?(?P<marks>{MARKS})", re.I)
MARK = re.compile(rf"\*|/(?P<shadow>{CHIPS})|!(?P<match>{CHIPS})?", re.I)
ERROR = re.compile(rf"(?:^|(?<=\s))!(?:{'|'.join(ERROR_MARKS)})\b", re.I)
COUNTED = re.compile(rf"=({CHIPS})", re.I)
OF_A_KIND = re.compile(r"\b(three|four|five) of a kind\b", re.I)
ONLY_CHIPS = re.compile(CHIPS, re.I)


def dealer_and_rest(text: str) -> tuple[str | None, str]:
    """Split ``k:lp 5 +d`` into the dealer's handle and the rest; None where no dealer is named."""
    match = DEALER.match(text)
    return (match[1].casefold(), text[match.end() :]) if match else (None, text)


def split_note(text: str) -> tuple[str, str]:
    """Split a line into what comes before the first semicolon and the note after it."""
    line, _, note = text.partition(";")
    return line.strip(), note.strip()


def _one_word(match: re.Match[str]) -> str:
    """``three of a kind`` as one word, for ``a`` may be a player."""
    return {"three": "trips", "four": "quads", "five": "5ens"}[match[1].casefold()]


_FOLDED = re.compile(
    rf"(?<!\S)({NAME}) (?:folded|folds|foldede|folder)(?: at| ved| på)? ({CHIPS}),?(?: and\b| og\b)?", re.I
)
_WON = re.compile(rf"(?<!\S)({NAME}) (?:won|wins|vandt|vinder)\b(?: with| med)?(?: an?\b| en?t?\b)?", re.I)


_SAID_POT = re.compile(
    rf"(?<!\S)(?:the )?(?:pot|potten|pulje|puljen)(?: (?:is|was|of|er|var|på))? ({CHIPS})(?![^\s,])", re.I
)


def in_marks(text: str, handles: Handles) -> str:
    """``pot 88, bo folded at 3, dorte won with a flush`` as ``=88, bo3 +dorte flush``; a line in marks alone unchanged."""

    def written(form: str) -> Callable[[re.Match[str]], str]:
        return lambda said: said.expand(form) if is_player(said[1], handles) else said[0]

    marks = _WON.sub(written(r"+\1"), _FOLDED.sub(written(r"\1\2"), text))
    return marks if marks == text else _SAID_POT.sub(r"=\1", marks)


def cut(text: str, handles: Handles) -> tuple[list[str], tuple[DealerError, ...], str]:
    """Cut a line into its tokens, without the commas that end them, the dealer's errors and the note."""
    line, note = split_note(text)
    line, *mishaps = ERROR.split(OF_A_KIND.sub(_one_word, line))
    line = in_marks(line, handles)
    tokens = [token for found in TOKEN.findall(line) if (token := found.rstrip(","))]
    return tokens, tuple(parse_error(mishap, handles) for mishap in mishaps), note


def parse_error(text: str, handles: Handles) -> DealerError:
    """A dealer's error: a player's handle where the first word is one, then what happened and what was
    done.
    """
    words = text.strip()
    if not words:
        raise LogError(
            tr(
                "Say what went wrong and what was done, such as: !error b got a card too many, "
                "corrected. ? error lists the errors that the rules know."
            )
        )
    first, _, rest = words.partition(" ")
    if is_player(first, handles) and rest.strip():
        return DealerError(rest.strip(), known(first, handles))
    return DealerError(words)


def is_body(token: str) -> bool:
    """Whether a token is beyond the head: a player with chips or marks, a winner, a mark, cards."""
    if token[0] in "+!()":
        return True
    clause = CLAUSE.fullmatch(token)
    if not clause or _is_meld_of_ranks(token):
        return False
    return bool(clause["sat"] or clause["stayed"] or clause["chips"] or clause["marks"])


def _is_meld_of_ranks(token: str) -> bool:
    """Whether a token is a meld such as ``four-8`` or ``A-4``, which looks like a player who sat out with chips."""
    return "-" in token and read_meld(token) is not None


@dataclass(frozen=True)
class Words:
    """What follows a player: a direction, a meld."""

    half: Part | None
    announced: Announced | None


def read_marks(text: str, token: str) -> dict[str, object]:
    """The marks right after a player: the peder (`peder`), shadow, a pot that is matched (chips, or True)."""
    found: dict[str, object] = {}
    for mark in MARK.finditer(text):
        if mark[0] == "*":
            name: str = "peder"
            value: object = True
        elif mark["shadow"]:
            name, value = "shadow", parse_chips(mark["shadow"])
        else:
            name, value = "matched", parse_chips(mark["match"]) if mark["match"] else True
        if name in found:
            if name == "peder":
                raise LogError(tr("{token!r}: a player has one peder a hand (*), not two.", token=token))
            raise LogError(tr("{token!r}: a player has one {mark!r}, not two.", token=token, mark=mark[0][0]))
        found[name] = value
    return found


def read_words(tokens: list[str], whose: str) -> tuple[Words, Held]:
    """The direction, the meld and the cards that follow a player."""
    words = [token for token in tokens if not token.startswith("(")]
    groups = [token for token in tokens if token.startswith("(")]
    if len(groups) > 1:
        raise LogError(tr("{whose!r} has cards twice: write them in one pair of parentheses.", whose=whose))
    held = _held(groups[0], whose) if groups else Held()
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
    if addition := next((word for word in words if fold_name(word) in _ADDITION_KEYS), None):
        return _early(addition)
    return tr(
        "{text!r} is no player here and no meld such as pair, two pair, three of a kind, "
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


def _held(group: str, whose: str) -> Held:
    """Cards, the closed ones first where a slash separates them from the open ones."""
    if group.count("/") > 1:
        raise LogError(
            tr("The cards after {whose!r} have two slashes: write (closed / open) with one.", whose=whose)
        )
    closed, slash, _ = group.strip("()").partition("/")
    cards = read_cards(group.replace("/", " "), whose)
    return Held(cards, len(parse_cards(closed)) if slash else None)


class Body:
    """Reads the tokens after the level into a hand."""

    def __init__(self, handles: Handles, hand: HandLine) -> None:
        self.handles = handles
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
                self._clause(clause, tokens[place:end])
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
                "{token!r} belongs to nobody: write it right after a player (b{token}) or winner "
                "(+b{token}).",
                token=token,
            )
        if fold_name(token) in _ADDITION_KEYS:
            return _early(token)
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
            raise LogError(tr("After board come the common cards in parentheses: board (As Kd 9h)."))
        if len(self.common) >= len(self.boards):
            raise LogError(tr("The common cards are given twice: a second board comes after the word again."))
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
            raise LogError(
                tr("{token!r} is no winner: write + and a player, as in +d or +d33.", token=token), token
            )
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
            raise LogError(tr("A pot is run twice at the most: write again once."))
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


_COUNTS = {"2": "two", "3": "three", "5": "five", "7": "seven", "8": "eight"}
_IN_ENGLISH = {
    "to": "two", "tre": "three", "fem": "five", "syv": "seven", "otte": "eight", "kort": "card", "korts": "card", "trekorts": "three card",
    "femkorts": "five card", "syvkorts": "seven card", "høj": "high", "lav": "low", "følg": "follow", "damen": "the queen", "bytte": "draw",
}  # fmt: skip
"""Danish words of games whose names are English."""
_ADDITION_KEYS = {fold_name(word) for word in ADDITION_WORDS}


def _is_game(games: Catalogue) -> Callable[[str], bool]:
    return lambda word: exact_game([word], games) is not None


def begins_with_game(text: str, games: Catalogue = VARIANTS) -> bool:
    """Whether a line's first words are ``.`` or a game's name or alias to the letter, or chips: the level."""
    words = dealer_and_rest(text)[1].split()
    if not words:
        return False
    word = split_game(words[0], _is_game(games))[0]
    return (
        word == "."
        or ONLY_CHIPS.fullmatch(word) is not None
        or exact_game([word, *words[1:]], games) is not None
    )


def parse_hand(text: str, handles: Handles, games: Catalogue = VARIANTS) -> HandLine:
    """Read a hand's line at a table where players have these `handles` (casefolded) and play these `games`. Raises
    PederError.
    """
    dealer, rest = dealer_and_rest(text.strip())
    if dealer is not None:
        dealer = known(dealer, handles)
    tokens, errors, note = cut(rest, handles)
    tokens = _with_spaces(tokens, handles, games)
    usual = _leaves_game_out(tokens, handles, games)
    game, after = (None, tokens) if usual else _take_game(tokens, games)
    name = tokens[: len(tokens) - len(after)]
    head, body = (after[:1], after[1:]) if usual else _split_head(after)
    level, counted, additions = _level(head, game)
    hand = HandLine(
        game=game.id if game else USUAL if usual else None,
        additions=additions,
        dealer=dealer,
        level=level,
        counted=counted,
        errors=errors,
        note=note,
    )
    return _with_spade(Body(handles, hand).read(body), name, game, games)


def _with_spade(hand: HandLine, name: Sequence[str], game: Variant | None, games: Catalogue) -> HandLine:
    """The hand where a spade shares the pot: with the whole hand for the other half, and at the game that has it.
    ``chicago 12 +a high +d spade`` is High Chicago, for Chicago Seven has no spade.
    """
    parts = {win.half for board in hand.wins for pot in board for win in pot}
    called = fold_name("".join(name))
    if Half.SPADE not in parts or game is None or list(name) == [game.id]:  # a journal's line is as it is
        return hand
    if Declared.HIGH in parts and Declared.LOW not in parts:
        wins = tuple(
            tuple(
                tuple(replace(win, half=None) if win.half == Declared.HIGH else win for win in pot)
                for pot in board
            )
            for board in hand.wins
        )
        hand = replace(hand, wins=wins)
    if game.spade:
        return hand
    alike = (games[game_id] for spoken, game_id in games.names.items() if spoken.startswith(called))
    other = next((one for one in alike if one.spade), None)
    return replace(hand, game=other.id) if other else hand


def parse_call(text: str, handles: Handles, games: Catalogue = VARIANTS) -> HandLine:
    """Read the announcement of a game alone: dealer, game, additions, who sits out (``c-``). Raises
    PederError.
    """
    dealer, line = dealer_and_rest(text.strip())
    if dealer is not None:
        dealer = known(dealer, handles)
    game, tokens = _take_game(TOKEN.findall(line), games)
    head, body = _split_head(tokens)
    reader = Body(handles, HandLine(game=game.id if game else None, dealer=dealer))
    for token in body:
        clause = CLAUSE.fullmatch(token)
        if not (clause and clause["sat"]):
            raise LogError(
                tr(
                    "{token!r} comes too early: first the game alone, then what happens, a line at a time.",
                    token=token,
                )
            )
        reader._clause(clause, [])
    return replace(reader.hand, additions=_additions(head, game), clauses=tuple(reader.clauses))


def parse_ending(tokens: list[str], handles: Handles, errors: tuple[DealerError, ...], note: str) -> HandLine:
    """Read how a hand ends: winners, ++ or !nd, and what belongs to them. Raises PederError."""
    return Body(handles, HandLine(game=None, errors=errors, note=note)).read(tokens)


# --- the head: game, additions, level


def exact_game(words: Sequence[str], games: Catalogue) -> tuple[Variant, int] | None:
    """The game whose name the words begin with, letter for letter but for case and accents, and how many they
    are.
    """
    names = games.spoken_names
    for count in range(min(len(words), games.most_words), 0, -1):
        key = tuple(map(fold_name, words[:count]))
        if key in names:
            return games[names[key]], count
        in_letters = all(word.replace("'", "").isalpha() for word in words[:count])
        if count > 1 and in_letters and ("".join(key),) in names:
            return games[names["".join(key),]], count  # texas hold'em
    if len(words) > 1 and words[0] in _COUNTS and words[1].isalpha():  # 5 draw
        return exact_game([_COUNTS[words[0]], *words[1:]], games)
    for count in range(min(len(words), games.most_words), 0, -1):
        if said := said_in_english(words[:count], games):
            return games[said], count
    return None


def said_in_english(words: Sequence[str], games: Catalogue) -> str:
    """The id of a game that Danish words name whose name is English (``syv kort stud``, ``følg damen``); "" for others."""
    said = " ".join(_IN_ENGLISH.get(word.casefold(), word) for word in words)
    return games.spoken_names.get((fold_name(said),), "") if said != " ".join(words) else ""


def _with_spaces(tokens: list[str], handles: Handles, games: Catalogue) -> list[str]:
    """The tokens of a line with the spaces that were left out."""
    if not tokens:
        return []
    is_game = _is_game(games)
    first, *after = split_game(tokens[0], is_game)
    if ONLY_CHIPS.match(first) and not is_game(first):
        first, after = "", [first]
    rest = [*after, *tokens[1:]]
    return [
        *filter(None, [first]),
        *(part for token in rest for part in split_token(token, handles)),
    ]


def _leaves_game_out(tokens: list[str], handles: Handles, games: Catalogue) -> bool:
    """Whether a line begins with its level; ``32 14 +d`` and ``7 card stud 14 +d`` begin with a game."""
    if not tokens or not ONLY_CHIPS.fullmatch(tokens[0]):
        return False
    if len(tokens) > 1 and tokens[1].isalpha() and not is_player(tokens[1], handles):
        return False
    return not (_is_game(games)(tokens[0]) and _split_head(tokens[1:])[0])


def _take_game(tokens: list[str], games: Catalogue) -> tuple[Variant | None, list[str]]:
    """The game that a line begins with and the tokens after it; None for ``.``, the same game."""
    if not tokens:
        raise LogError(
            tr(
                "Name a game, or write . for the same again, then what each put in, such as: 7s 14 b3 +d "
                "full house."
            )
        )
    if tokens[0] == ".":
        return None, tokens[1:]
    exact = exact_game(tokens, games)
    if exact:
        return exact[0], tokens[exact[1] :]
    if len(tokens) > 1 and tokens[1].casefold() == "card":  # 7 card studd
        tokens = [_COUNTS.get(tokens[0], tokens[0]), *tokens[1:]]
    words: list[str] = []
    for token in tokens:
        if (
            ONLY_CHIPS.fullmatch(token)
            or token[0] in "+=!("
            or (words and fold_name(token) in _ADDITION_KEYS)
        ):
            break
        words.append(token)
        if len(words) > games.most_words:
            break
    for count in range(len(words), 1, -1):
        try:
            return games.find(" ".join(words[:count])), tokens[count:]
        except VariantError:
            continue
    return games.find(tokens[0]), tokens[1:]


def _split_head(tokens: list[str]) -> tuple[list[str], list[str]]:
    """Cut before the first token beyond the head; the level, or the counted pot, is the head's last token."""
    end = next((place for place, token in enumerate(tokens) if is_body(token)), len(tokens))
    # a bare handle or word may follow the level: the head ends with the level
    numbers = [place for place in range(end) if COUNTED.fullmatch(tokens[place])]
    numbers = numbers[:1] or [place for place in range(end) if ONLY_CHIPS.fullmatch(tokens[place])][-1:]
    if numbers:
        end = min(end, numbers[0] + 1)
    return tokens[:end], tokens[end:]


def _level(head: list[str], game: Variant | None) -> tuple[int | None, int | None, Additions]:
    """The level or the counted pot that ends the head, and the additions before it.

    A last number that an addition needs (``vild 2``, ``byt 4``) is the addition's; the level is missing then.
    """
    if head and (counted := COUNTED.fullmatch(head[-1])):
        return None, parse_chips(counted[1]), _additions(head[:-1], game)
    if head and ONLY_CHIPS.fullmatch(head[-1]):
        try:
            return parse_chips(head[-1]), None, parse_additions(head[:-1])
        except CallError:
            return None, None, _additions(head, game)
    return None, None, _additions(head, game)


def _additions(words: list[str], game: Variant | None) -> Additions:
    try:
        return parse_additions(words)
    except CallError as error:
        name = game.name if game else tr("the same game")
        raise LogError(tr("After {name}: {error}", name=name, error=error)) from error
