"""The grammar of a hand's line: game, additions, level, what players did, who won.

    [DEALER:]GAME [ADDITIONS] LEVEL|=POT  exceptions…  +WINNER meld… | ++ | !nd | !om
        [=POT] [!fejl …] [; note]

A line is cut into tokens at spaces and around cards in parentheses; what each token is shows in its form
alone, but for bare words: a player's handle begins what that player did, and other words belong to the player
before them. Handles are letters only and never a word of the log, so there is no second way to read a line.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.api import (
    ADDITION_WORDS,
    VARIANTS,
    Additions,
    CallError,
    Variant,
    VariantError,
    find_variant,
    fold_name,
    names_of,
    parse_additions,
)
from language import tr
from pipeline.bank.money import parse_chips
from pipeline.night.text.hand_body import Body
from pipeline.night.text.lines import DealerError, HandLine, LogError
from pipeline.night.text.tokens import (
    CLAUSE,
    COUNTED,
    ONLY_CHIPS,
    TOKEN,
    cut,
    dealer_and_rest,
    is_body,
    known,
)
from pipeline.records import replace

_ADDITION_KEYS = {fold_name(word) for word in ADDITION_WORDS}

_GAME_WORDS: dict[tuple[str, ...], Variant] = {
    tuple(map(fold_name, name.split())): variant
    for variant in VARIANTS.values()
    for name in names_of(variant)
}  # fmt: skip
_LONGEST_NAME = max(map(len, _GAME_WORDS))


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
    level, counted, additions = _level(head, game)
    hand = HandLine(
        game=game.id if game else None,
        additions=additions,
        dealer=dealer,
        level=level,
        counted=counted,
        errors=errors,
        note=note,
    )
    return Body(handles, hand).read(body)


def parse_call(text: str, handles: Collection[str]) -> HandLine:
    """Read the announcement of a game alone: dealer, game, additions, who sits out (``c-``). Raises
    PederError.
    """
    dealer, line = dealer_and_rest(text.strip())
    if dealer is not None:
        known(dealer, handles)
    game, tokens = _take_game(TOKEN.findall(line))
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


def parse_ending(
    tokens: list[str], handles: Collection[str], errors: tuple[DealerError, ...], note: str
) -> HandLine:
    """Read how a hand ends: winners, ++ or !nd, and what belongs to them. Raises PederError."""
    return Body(handles, HandLine(game=None, errors=errors, note=note)).read(tokens)


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
            tr("Name a game, or write . for the same again, then what each put in, such as: 7s 14 b3 +d hus.")
        )
    if tokens[0] == ".":
        return None, tokens[1:]
    exact = _exact_game(tokens)
    if exact:
        return exact[0], tokens[exact[1] :]
    words: list[str] = []
    for token in tokens:
        if (
            ONLY_CHIPS.fullmatch(token)
            or token[0] in "+=!("
            or (words and fold_name(token) in _ADDITION_KEYS)
        ):
            break
        words.append(token)
    for count in range(len(words), 1, -1):
        try:
            return find_variant(" ".join(words[:count])), tokens[count:]
        except VariantError:
            continue
    return find_variant(tokens[0]), tokens[1:]


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
