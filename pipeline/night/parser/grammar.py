"""The grammar of the log: a line of text to one record of `pipeline.night.parser.lines`, or one sentence.

The first word says what a line is: a command (`pipeline.night.parser.commands`), one of the marks
``? : ; = !fejl``, else a hand's game. No game's name equals a command, so that decides it. Pure: nothing
is read but the text and the handles of the players at the table.

`canonical` writes a record in the words that the journal keeps; `entry_text` makes sure before a line is stored that reading
it gives the same record again.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from engine.api import (
    VARIANTS,
    Catalogue,
    PederError,
    VariantError,
    fold_name,
    shortened,
)
from language import join_sentences, tr
from language.suggestions import likeness
from pipeline.bank.money import CHIPS, parse_chips
from pipeline.night.parser.canonical import line_text
from pipeline.night.parser.command_lines import COMMAND_READERS, read_note
from pipeline.night.parser.commands import COMMAND_OF, INSTEAD, command_of
from pipeline.night.parser.hands import begins_with_game, parse_hand
from pipeline.night.parser.lines import (
    Ask,
    Confirm,
    Counted,
    DetailLine,
    Edit,
    Expense,
    HandError,
    Line,
    LogError,
    TooLongError,
    Undo,
    UnreadError,
)
from pipeline.night.parser.names import BETWEEN_NAMES, NAME, NO_NAME, Handles, is_player
from pipeline.night.parser.tokens import parse_error
from pipeline.night.parser.words import AFTER, AGAIN, ERROR_MARKS, is_half_name, says_more_than_name
from pipeline.store.player_names import replace_unprintable

LONGEST_LINE = 1000
LONGEST_ENTRY = 10_000
"""Letters of a line as it is typed, and as a journal has it: names are written out there."""

_ERROR_MARK = re.compile(rf"!(?:{'|'.join(ERROR_MARKS)})\b(.*)$", re.I | re.S)


def clean(text: str) -> str:
    r"""Return a typed line in the form that is parsed and stored: composed letters, single spaces, no characters that don't
    print except the joiners of an emoji.

    >>> clean("  7s   14\t+d ")
    '7s 14 +d'
    """
    composed = unicodedata.normalize("NFC", text)
    if composed.isprintable():
        return " ".join(composed.split())
    return " ".join(replace_unprintable(composed).split())


def parse(text: str, handles: Handles, games: Catalogue = VARIANTS) -> list[Line]:
    """Read one line at a table with these `handles`, where these `games` are played; several records only for ``skip 3``.

    Raises PederError, with a sentence for the user, for a line without a meaning.

    >>> [line] = parse("7s 14 b3 +dorte full house", replay.night.handles)
    >>> line.game, line.level, line.clauses[0].paid, line.wins[0][0][0].handle
    ('seven-card-stud', 14, 3, 'd')
    """
    _check_length(text, LONGEST_LINE)
    line = _without_copula(clean(text))
    lines = _read(line, handles, games)
    command = COMMAND_OF.get(fold_name(line.partition(" ")[0]))
    if command and command.name == "pay":
        _check_who_pays(lines)
    return lines


def _check_who_pays(lines: Sequence[Line]) -> None:
    """Raise LogError for ``pay anna 20 kr``, which doesn't say whether Anna pays or is paid."""
    for line in lines:
        if isinstance(line, Expense) and not line.what and not line.handles:
            raise LogError(
                tr(
                    "Who pays {payer}, or what for? Write {pay} {payer} WHOM 20 kr, or {expense} {payer} 20 kr pizza.",
                    payer=line.payer,
                    pay=COMMAND_OF["pay"].word,
                    expense=COMMAND_OF["expense"].word,
                )
            )


_SETTING = re.compile(r"(\w+)(?: ?[:=] ?| (?:is|are|er|=|:) )(?=\S)", re.I)
_SETTINGS = ("players", "banker", "chip", "season", "place", "date")


def _without_copula(line: str) -> str:
    """``the season is 2027`` and ``season: 2027`` as ``season 2027``; another line unchanged."""
    line_said = re.sub(r"^the (?=\w)", "", line, flags=re.I)
    said = _SETTING.match(line_said)
    command = COMMAND_OF.get(fold_name(said[1])) if said else None
    if said is None or command is None or command.name not in _SETTINGS:
        return line
    return f"{said[1]} {line_said[said.end() :]}"


def _check_length(text: str, most: int) -> None:
    if len(text) > most:
        raise TooLongError(
            tr("The line has {n} letters: a line of the log has at most {most}.", n=len(text), most=most)
        )


def read_entry(text: str, handles: Handles, games: Catalogue = VARIANTS) -> Line:
    """Read a line of a journal, which may be longer than a line that is typed. Raises PederError.

    >>> read_entry("loan a,b,c 150", replay.night.handles)
    Loan(handles=('a', 'b', 'c'), chips=150)
    """
    _check_length(text, LONGEST_ENTRY)
    lines = _read(clean(text), handles, games)
    if len(lines) != 1:
        raise LogError(
            tr("{line!r} is {n} lines: an entry of a journal is one.", line=shortened(text), n=len(lines))
        )
    return lines[0]


def entry_text(line: Line, handles: Handles, games: Catalogue = VARIANTS) -> str:
    """Return a line in the canonical words of a journal, after reading them again has given the same line.

    Raises LogError for a line that can't be stored, since reading it would give another or none.

    >>> [line] = parse("lend bo 2p", replay.night.handles)
    >>> entry_text(line, replay.night.handles)  # two peders are 100 chips
    'loan b 100'
    """
    text = line_text(line)
    try:
        again = read_entry(text, handles, games)
    except PederError as error:
        raise LogError(
            tr(
                "Not saved: the line would be stored as {text!r}, which can't be read again ({error}). "
                "Write it in another way.",
                text=shortened(text),
                error=error,
            )
        ) from error
    if again != line:
        raise LogError(
            tr(
                "Not saved: the line would be stored as {text!r}, which means something else. "
                "Write it in another way.",
                text=shortened(text),
            )
        )
    return text


def _read(line: str, handles: Handles, games: Catalogue) -> list[Line]:
    """The records of a line that is cleaned. Raises PederError."""
    if not line:
        raise LogError(tr("The line is empty: write a hand, a command, or ? for help."))
    if line[0] == ";":
        return [read_note(line[1:])]
    if re.match(r"(note|notat)\s", line, re.I):
        return [read_note(line.partition(" ")[2])]
    if line[0] == "?":
        return [Ask("help", line[1:].strip())]
    if line[0] == ":":
        return [DetailLine(line[1:].strip())]
    if pot := re.fullmatch(rf"(?:the )?(?:pot|pulje|puljen)\s*=?\s*({CHIPS})", line, re.I):
        line = f"={pot[1]}"
    if line[0] == "=":
        return [_read_count(line)]
    if line[0] == "!":
        return [_hand_error(line, handles)]
    line = _verb_first(line, handles, games)
    first, _, rest = line.partition(" ")
    if first.casefold() in AGAIN and rest:
        line, first = f". {rest}", "."
    word = first.removesuffix(":") if rest and not is_player(first[:-1], handles) else first
    command = COMMAND_OF.get(fold_name(word)) if word and word[-1] not in ":.?!" else None
    if command is not None:
        return COMMAND_READERS[command.name](command, rest.strip(), handles)
    if not handles and begins_with_game(line, games):
        raise nobody_sits()
    try:
        return [parse_hand(line, handles, games)]
    except VariantError as error:
        raise _no_game(line, handles, error.near) from error


def nobody_sits() -> LogError:
    """Return the error of a line that needs players, before there are any.

    >>> str(nobody_sits()).partition(": ")[2]
    'begin with who plays, such as players Anna, Bo, Carl.'
    """
    return LogError(tr("Nobody sits at the table yet: begin with who plays, such as players Anna, Bo, Carl."))


_UNKNOWN_GAME = re.compile(rf"({NAME}(?:[ '-]{NAME}){{0,3}}),? =?{CHIPS}\b(.*)", re.I)
"""A hand of an unknown game: words, chips, and what happened."""
_LIKE = 0.6
"""Least likeness of a suggested game to a name of several words."""


def _no_game(line: str, handles: Handles, near: Sequence[str]) -> LogError:
    """What to write instead of a line that begins with neither a command nor a game."""
    first = line.partition(" ")[0]
    word = fold_name(first)
    hint = next((tr(text) for words, text in INSTEAD if word in words), "")
    is_about_player = is_player(first, handles)
    game = _UNKNOWN_GAME.fullmatch(line)
    name = game[1] if game else line.partition(",")[0]
    if " " in name:  # more than one word in common
        near = [one for one in near if likeness(fold_name(name), fold_name(one)) > _LIKE]
    meant = tr("Did you mean {suggestions}?", suggestions=tr(" or ").join(near)) if near else ""
    if (
        game
        and not hint
        and not is_about_player
        and any(is_player(word, handles) for word in re.findall(NAME, game[2]))
    ):
        add = tr(
            "There is no game called {name!r}: ? games lists them, and `peder game add` adds one that deals, bets and "
            "shows. Chips that change hands without one are pay WHO WHOM CHIPS bet.",
            name=game[1],
        )
        return LogError(join_sentences([add, meant]), first)
    error = LogError if (hint or meant) and not is_about_player else UnreadError
    hint = hint or meant or tr("? games lists the games, ? shows the commands.")
    return error(tr("{first!r} is neither a command nor a game. {hint}", first=first, hint=hint), first)


def _verb_first(line: str, handles: Handles, games: Catalogue) -> str:
    """``b leaves`` and ``Gitte joins`` as ``leaves b`` and ``joins Gitte``; another line unchanged."""
    words = [word for word in line.split() if word.casefold() not in ("is", "er")]
    for number in range(1, min(len(words), 4)):
        verb = COMMAND_OF.get(fold_name(words[number]))
        if verb is None or not verb.takes_player or fold_name(words[0]) in COMMAND_OF:
            continue
        name = " ".join(words[:number])
        if begins_with_game(line, games) or not (
            verb.name == "joins" or is_player("".join(words[:number]), handles)
        ):
            continue
        rest = words[number + 1 :]
        if words[number].casefold() == "sits" and rest[:1] == ["down"]:
            rest = rest[1:]
        if verb.name == "joins" and (
            BETWEEN_NAMES.search(name)
            or NO_NAME.fullmatch(name)
            or says_more_than_name(name)
            or is_half_name(name)
            or (rest and rest[0].casefold() not in AFTER)
        ):
            continue  # more than a name: a sentence
        if verb.name == "loan" and rest and is_player(rest[0], handles):
            continue  # `carl låner anna 50`: chips of Carl's
        return " ".join([words[number], name, *rest])
    return line


def looks_like_hand(text: str, games: Catalogue = VARIANTS) -> bool:
    """Return whether a line is meant as a hand, right or wrong: a wrong one becomes a draft.

    >>> looks_like_hand("7s 14 b3 +x"), looks_like_hand("banker d")
    (True, False)
    """
    line = clean(text)
    if not line or line[0] in ";?:=!" or command_of(line):
        return False
    return begins_with_game(line, games) or "+" in line


def read_correction(text: str) -> Undo | Edit | Confirm | None:
    """Return the correction that a journal stores as this line; None for another line.

    >>> read_correction("undo #5")
    Undo(target=Target(number=5, is_entry=True))
    """
    word, _, rest = text.partition(" ")
    if word not in _CORRECTIONS:
        return None
    try:
        (line,) = COMMAND_READERS[word](COMMAND_OF[word], rest, ())
    except PederError:
        return None
    if isinstance(line, Undo | Edit | Confirm) and line.target and line.target.is_entry:
        return line
    return None


def _read_count(line: str) -> Counted:
    if not re.fullmatch(f"={CHIPS}", line, re.I):
        raise LogError(
            tr(
                "{line!r}: alone on a line, = and chips say what the last pot was counted to be: =66.",
                line=line,
            )
        )
    return Counted(parse_chips(line[1:]))


def _hand_error(line: str, handles: Handles) -> HandError:
    match = _ERROR_MARK.fullmatch(line)
    if match and _ERROR_MARK.search(match[1]):
        raise LogError(tr("One error a line: write the second !error on a line of its own."))
    if match is None:
        raise LogError(
            tr(
                "{mark!r} needs its hand: write the game before it, as in 7s 4 !nd; only !error "
                "can stand alone.",
                mark=line.split()[0],
            )
        )
    return HandError(parse_error(match[1], handles))


_CORRECTIONS = frozenset({"undo", "edit", "ok"})
"""The canonical words of the corrections that a journal keeps."""
