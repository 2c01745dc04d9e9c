"""The grammar of a hand's line: game, additions, level, what players did, who won.

    [DEALER:][GAME] [ADDITIONS] LEVEL|=POT  exceptions…  +WINNER meld… | ++ | !nd | !om
        [=POT] [!fejl …] [; note]

A line without a game is the dealer's usual one. A line is cut into tokens at spaces and around cards in
parentheses; what each token is shows in its form alone, but for bare words: a player's handle begins what that
player did, and other words belong to the player before them. Handles are letters only and never a word of the log,
so there is no second way to read a line. Spaces may be left out: ``7s14ab3c7+dhus`` is ``7s 14 a,b3 c7 +d hus``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from engine.api import (
    LIMIT_OF_NAME,
    SHARED_NAMES,
    Additions,
    CallError,
    Catalogue,
    Declared,
    Half,
    Variant,
    VariantError,
    fold_name,
    parse_additions,
    said_name,
    shortened,
)
from language import tr
from pipeline.bank.money import parse_chips
from pipeline.bank.records import replace
from pipeline.night.parser.body import ADDITION_KEYS, Body
from pipeline.night.parser.lines import (
    USUAL,
    HandLine,
    LogError,
)
from pipeline.night.parser.names import Handles, find_handle, is_player
from pipeline.night.parser.tokens import (
    CLAUSE,
    COUNTED,
    ONLY_CHIPS,
    TOKEN,
    cut,
    dealer_and_rest,
    in_marks,
    is_body,
    split_game,
    split_token,
    split_winner,
)


def _is_game(games: Catalogue) -> Callable[[str], bool]:
    return lambda word: exact_game([word], games) is not None


def begins_with_game(text: str, games: Catalogue) -> bool:
    """Return whether a line's first words are ``.`` or a game's name or alias, spelled exactly, or chips: the level.

    >>> from engine.api import VARIANTS
    >>> [begins_with_game(text, VARIANTS) for text in ("th 14 +d", ". 14 +d", "14 +d", "banker d")]
    [True, True, True, False]
    """
    words = dealer_and_rest(text)[1].split()
    if not words:
        return False
    word = split_game(words[0], _is_game(games))[0]
    return (
        word == "."
        or ONLY_CHIPS.fullmatch(word) is not None
        or exact_game([word, *words[1:]], games) is not None
    )


def parse_hand(text: str, handles: Handles, games: Catalogue) -> HandLine:
    """Read a hand's line at a table where players have these `handles` (casefolded) and play these `games`. Raises
    PederError.
    """
    dealer, rest = dealer_and_rest(text.strip())
    if dealer is not None:
        dealer = find_handle(dealer, handles)
    tokens, errors, note = cut(rest, handles)
    tokens = _with_spaces(tokens, handles, games)
    usual = _leaves_game_out(tokens, handles, games)
    game, after = (None, tokens) if usual else _take_game(tokens, games)
    name = tokens[: len(tokens) - len(after)]
    head, body = (after[:1], after[1:]) if usual else _split_head(after)
    head = [*_limit_of(name), *head]
    if head[-2:-1] == ["pot"] and ONLY_CHIPS.fullmatch(head[-1]) and not any("+" in token for token in body):
        head = [*head[:-2], f"={head[-1]}"]  # `holdem pot 60 bo`, unlike the limit of `th pot 60 b3 +d`
    level, counted, additions = _level(head, _Called(name, game, games))
    hand = HandLine(
        game=game.id if game else USUAL if usual else None,
        additions=additions,
        dealer=dealer,
        level=level,
        counted=counted,
        errors=errors,
        note=note,
    )
    is_said = in_marks(rest, handles) != rest
    return _with_spade(Body(handles, hand, is_said=is_said).read(body), name, game, games)


def _limit_of(name: Sequence[str]) -> list[str]:
    """The limit that a game's name says, as ``nlh`` does, as an addition; [] for the others."""
    limit = LIMIT_OF_NAME.get(fold_name("".join(name)))
    return Additions(limit=limit).phrases()


def _with_spade(hand: HandLine, name: Sequence[str], game: Variant | None, games: Catalogue) -> HandLine:
    """Return the hand if a spade shares the pot: with the whole hand for the other half, and as the game that has
    such a spade. ``chicago 12 +a high +d spade`` is High Chicago, for Chicago Seven has no spade.
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
    candidates = (games[game_id] for spoken, game_id in games.names.items() if spoken.startswith(called))
    other = next((one for one in candidates if one.spade), None)
    return replace(hand, game=other.id) if other else hand


def without_low(hand: HandLine, games: Catalogue) -> HandLine:
    """Return a typed hand without the word low if the lowest hand wins all of the pot.

    >>> from engine.api import VARIANTS
    >>> from pipeline.night.parser.grammar import parse
    >>> [hand] = parse("razz 20 +anna 6-4 low", replay.night.handles)
    >>> hand.wins[0][0][0].half.value, without_low(hand, VARIANTS).wins[0][0][0].half
    ('low', None)
    """
    game = games[hand.game] if hand.game and hand.game != USUAL else None
    if game is None or game.share.value != "high" or game.ranking.value not in _LOWBALL:
        return hand
    wins = tuple(
        tuple(
            tuple(replace(win, half=None if win.half == Declared.LOW else win.half) for win in pot)
            for pot in board
        )
        for board in hand.wins
    )
    return replace(hand, wins=wins)


_LOWBALL = ("ace-to-five", "deuce-to-seven", "badugi")


def parse_call(text: str, handles: Handles, games: Catalogue) -> HandLine:
    """Read the announcement of a game alone: dealer, game, additions, who sits out (``c-``). Raises
    PederError.

    >>> from engine.api import VARIANTS
    >>> hand = parse_call("b: omaha/8 c-", replay.night.handles, VARIANTS)
    >>> hand.dealer, hand.game, hand.clauses[0].handle, hand.clauses[0].sat_out
    ('b', 'omaha', 'c', True)
    """
    dealer, line = dealer_and_rest(text.strip())
    if dealer is not None:
        dealer = find_handle(dealer, handles)
    words = TOKEN.findall(line)
    game, tokens = _take_game(words, games)
    name = words[: len(words) - len(tokens)]
    head, body = _split_head(tokens)
    head = [*_limit_of(name), *head]
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
        reader.read_clause(clause, [])
    return replace(
        reader.hand, additions=_additions(head, _Called(name, game, games)), clauses=tuple(reader.clauses)
    )


def exact_game(words: Sequence[str], games: Catalogue) -> tuple[Variant, int] | None:
    """Return the game whose name the words begin with, to the letter or as people say it (`said_name`), and the number of
    words that name it; None if they name no game.

    A number at the end may be the hand's level: it belongs to a name only where chips follow it (``super 8 12``). What may
    be added to a game isn't part of a name: ``7s hi/lo`` is Seven Card Stud with high and low.

    >>> from engine.api import VARIANTS
    >>> game, count = exact_game(["Texas", "hold'em", "20"], VARIANTS)
    >>> game.id, count
    ('texas-holdem', 2)
    """
    exact = _literal_game(words, games)
    first = exact[1] if exact else 0
    for count in range(min(len(words), max(games.most_words, _LONGEST_SAID)), first, -1):
        if not _may_end_name(words, count):
            continue
        found = games.said_names.get(said_name(" ".join(words[:count])))
        if found and not (exact and first + _words_added(exact[0], words[first:], games) >= count):
            return games[found], count
    return exact


def _literal_game(words: Sequence[str], games: Catalogue) -> tuple[Variant, int] | None:
    """The game whose name the words begin with, letter for letter but for case and accents, and how many they are."""
    names = games.spoken_names
    for count in range(min(len(words), games.most_words), 0, -1):
        key = tuple(map(fold_name, words[:count]))
        in_letters = all(word.replace("'", "").isalpha() for word in words[:count])
        found = names.get(key) or (names.get(("".join(key),)) if count > 1 and in_letters else None)
        is_id = count > 1 and "-".join(words[:count]).casefold() in games
        if not found and is_id and tuple(key[:-1]) not in names:  # poker 32, but no level after a name
            found = "-".join(words[:count]).casefold()
        if found:
            return games[found], count
    return None


def _words_added(game: Variant, words: Sequence[str], games: Catalogue) -> int:
    """How many words after a game are additions to it, which a journal keeps after the game's id."""
    for end in range(min(len(words), 4), 0, -1):
        try:
            added = parse_additions(words[:end]).text.split()
        except CallError:
            continue
        return end if added and _literal_game([game.id, *added], games) == (game, 1) else 0
    return 0


_LONGEST_SAID = 8
"""Words of the longest name as it is said: ``omaha hi lo 8 or better``."""


def _may_end_name(words: Sequence[str], count: int) -> bool:
    """Whether the last of some words may belong to a name: a number only if chips follow, and nothing that is left out."""
    last, after = words[count - 1], words[count : count + 1]
    if last.isdigit() and count > 1:
        return bool(after and ONLY_CHIPS.fullmatch(after[0]))
    return last[-1].isalnum() and (count == 1 or bool(said_name(last)))


def check_name_of_one(name: Sequence[str]) -> None:
    """Raise LogError for a name that several games share.

    >>> check_name_of_one(["draw"])
    Traceback (most recent call last):
        ...
    pipeline.night.parser.lines.LogError: 'draw' may be several games: write three-card-draw or five-card-draw.
    """
    shared = SHARED_NAMES.get(said_name(" ".join(name)), ())
    if shared:
        raise LogError(
            tr(
                "{called!r} may be several games: write {games}.",
                called=" ".join(name),
                games=tr(" or ").join(shared),
            )
        )


def is_part_of_name(name: Sequence[str], game: Variant, games: Catalogue) -> bool:
    """Return whether a game is called by the beginning of its name alone, with which others may begin, too.

    >>> from engine.api import VARIANTS
    >>> game = VARIANTS["crazy-pineapple"]
    >>> is_part_of_name(["crazy"], game, VARIANTS), is_part_of_name(["crazy", "pineapple"], game, VARIANTS)
    (True, False)
    """
    return game.id.startswith(f"{'-'.join(name).casefold()}-") or exact_game(name, games) is None


def game_after_additions(words: Sequence[str], games: Catalogue) -> tuple[Variant, int, str] | None:
    """The game after additions (``no limit holdem``, ``deuces wild five card draw``), the words of both, and the additions."""
    for end in range(min(3, len(words) - 1), 0, -1):
        if any(not word[0].isalnum() for word in words[:end]):
            continue
        try:
            added = parse_additions(words[:end]).text
        except CallError:
            continue
        if game := exact_game(words[end:], games):
            return game[0], end + game[1], added
    return None


def _with_spaces(tokens: list[str], handles: Handles, games: Catalogue) -> list[str]:
    """The tokens of a line with the spaces that were left out."""
    if not tokens:
        return []
    is_game = _is_game(games)
    first, *after = split_game(tokens[0], is_game)
    if ONLY_CHIPS.match(first) and not is_game(first):
        first, after = "", [first]
    rest = [*(part for one in after for part in split_winner(one, handles)), *tokens[1:]]
    return [
        *filter(None, [first]),
        *(part for token in rest for part in split_token(token, handles)),
    ]


def _leaves_game_out(tokens: list[str], handles: Handles, games: Catalogue) -> bool:
    """Whether a line begins with its level; ``32 14 +d``, ``7 27 14 +d`` and ``7 card stud 14 +d`` begin with a game."""
    if not tokens or not ONLY_CHIPS.fullmatch(tokens[0]):
        return False
    if len(tokens) > 2 and all(ONLY_CHIPS.fullmatch(one) for one in tokens[:3]) and exact_game(tokens, games):
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
    if limited := game_after_additions(tokens, games):
        game, count, added = limited
        return game, [*added.split(), *tokens[count:]]
    words: list[str] = []
    for token in tokens:
        if ONLY_CHIPS.fullmatch(token) or token[0] in "+=!(" or (words and fold_name(token) in ADDITION_KEYS):
            break
        words.append(token)
        if len(words) > games.most_words:
            break
    for count in range(len(words), 1, -1):
        check_name_of_one(words[:count])
        try:
            return games.find(" ".join(words[:count])), tokens[count:]
        except VariantError:
            continue
    check_name_of_one(tokens[:1])
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


@dataclass(frozen=True)
class _Called:
    """A game as a line calls it; `game` is None for the same game."""

    name: Sequence[str]
    game: Variant | None
    games: Catalogue


def _level(head: list[str], called: _Called) -> tuple[int | None, int | None, Additions]:
    """The level or the counted pot that ends the head, and the additions before it.

    A last number that an addition needs (``vild 2``, ``byt 4``) is the addition's; the level is missing then.
    """
    if head and (counted := COUNTED.fullmatch(head[-1])):
        return None, parse_chips(counted[1]), _additions(head[:-1], called)
    if head and ONLY_CHIPS.fullmatch(head[-1]):
        try:
            return parse_chips(head[-1]), None, parse_additions(head[:-1])
        except CallError:
            return None, None, _additions(head, called)
    return None, None, _additions(head, called)


def _additions(words: list[str], called: _Called) -> Additions:
    """The additions after a game. Raises LogError."""
    try:
        return parse_additions(words)
    except CallError as error:
        game, name = called.game, called.name
        if len(words) > 1 and ONLY_CHIPS.fullmatch(words[0]) and ONLY_CHIPS.fullmatch(words[-1]):
            raise LogError(
                tr(
                    "Did each put in {first} or {last}? Write that right after the game, the pot as =66, and what one player "
                    "put in right after the name: b3.",
                    first=words[0],
                    last=words[-1],
                )
            ) from error
        unknown = [
            *takewhile(
                lambda word: fold_name(word) not in ADDITION_KEYS and any(map(str.isalpha, word)), words
            )
        ]
        if game and unknown and is_part_of_name(name, game, called.games):
            raise LogError(
                tr(
                    "There is no game called {called!r}: ? games lists them. If it is {name}: {error}",
                    called=shortened(" ".join([*name, *unknown])),
                    name=game.name,
                    error=error,
                )
            ) from error
        said = game.name if game else tr("the same game")
        raise LogError(tr("After {name}: {error}", name=said, error=error)) from error
