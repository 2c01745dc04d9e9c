"""What several commands of the log consist of: players, chips, a ``!`` at the end."""

from __future__ import annotations

import re

from engine.api import (
    shortened,
)
from language import tr
from pipeline.bank.money import CHIPS, parse_chips
from pipeline.night.parser.commands import Command, in_reader_language
from pipeline.night.parser.lines import (
    LogError,
    UnreadError,
)
from pipeline.night.parser.names import (
    NAME,
    Handles,
    find_handle,
    is_player,
)

FULL_NAME = re.compile(rf"{NAME}(?:[ .'-]+{NAME})*\.?")


def usage_error(command: Command, what: str = "") -> LogError:
    error = LogError if what else UnreadError
    return error(
        tr(
            "{what}: write {form}, such as {example}.",
            what=what or tr("{word!r} lacks something", word=command.word),
            form=tr(command.form),
            example=in_reader_language(command.example),
        )
    )


def read_player(text: str, handles: Handles, command: Command) -> str:
    if not FULL_NAME.fullmatch(text):
        why = tr("{text!r} isn't a player's handle", text=shortened(text)) if text else ""
        raise UnreadError(str(usage_error(command, why)), text)
    return find_handle(text, handles)


def check_nothing_follows(command: Command, rest: str) -> None:
    if rest:
        raise usage_error(
            command, tr("{rest!r} doesn't belong after {word!r}", rest=shortened(rest), word=command.word)
        )


def read_players(text: str, handles: Handles, command: Command) -> tuple[str, ...]:
    whole = not is_player("".join(text.split()), handles)
    names = [name for name in re.split(r"[\s,]+" if whole else ",", text) if name]
    if not names:
        raise usage_error(command)
    people = tuple(read_player(name, handles, command) for name in names)
    if len(set(people)) < len(people):
        raise LogError(tr("{text!r} names a player twice.", text=shortened(text)))
    return people


def read_chips(text: str, command: Command) -> int:
    if not re.fullmatch(CHIPS, text, re.I):
        raise usage_error(
            command, tr("{text!r} is not a number of chips", text=shortened(text)) if text else ""
        )
    return parse_chips(text)


def without_sure(text: str) -> tuple[str, bool]:
    """Return the text without the ``!`` at its end, and whether it had one."""
    rest = text.removesuffix("!").rstrip()
    return rest, rest != text


def read_two_players(rest: str, handles: Handles, command: Command) -> tuple[str, str, str]:
    one, _, rest = rest.partition(" ")
    other, _, rest = rest.strip().partition(" ")
    names = read_player(one, handles, command), read_player(other, handles, command)
    if names[0] == names[1]:
        raise usage_error(command, tr("{one!r} and {other!r} are the same player", one=one, other=other))
    return (*names, rest.strip())
