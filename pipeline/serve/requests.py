"""The requests of a phone and their answers, for nights behind HTTP (`pipeline.serve.app`) and in the phone itself
(`pipeline.serve.pocket`). Plain Python.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.api import PederError
from language import tr
from pipeline.serve.conflicts import Role
from pipeline.serve.shared import SharedNight

LONGEST_ANSWER = 300
"""Maximum number of letters of an answer about a new game."""
_KEY = re.compile(r"[A-Za-z0-9]{8,40}-[A-Za-z0-9]{1,20}")


class RefusedError(Exception):
    """A refused request: the HTTP status and the text."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status, self.text = status, text


@dataclass(frozen=True, kw_only=True)
class PhoneRequest:
    """A request: the path, its query, the JSON object that was sent with it, the role of the phone, its language."""

    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    body: Mapping[str, Any] = field(default_factory=dict)
    role: Role = Role.LOOK
    language: str = "en"


def respond(table: SharedNight, request: PhoneRequest) -> str:
    """The answer as JSON, in the current language. Raises RefusedError.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from pipeline.night.service import NightService
    >>> with TemporaryDirectory() as folder, NightService(Path(folder), "n") as service:
    ...     json.loads(respond(SharedNight(service), PhoneRequest(path="/who")))["role"]
    'look'
    """
    name, _, rest = request.path.removeprefix("/").partition("/")
    answer = _ANSWERS.get(name)
    if answer is None or bool(rest) != (name == "rules"):
        raise RefusedError(404, tr("There is nothing here."))
    return answer(table, request)


def _who(table: SharedNight, request: PhoneRequest) -> str:
    return json.dumps({"role": request.role, "games": table.catalogue()})


def _lines(table: SharedNight, request: PhoneRequest) -> str:
    text, key, seen, undo = (request.body.get(name) for name in ("text", "key", "seen", "undo"))
    if not (isinstance(text, str) and _is_key(key) and type(seen) is int and (undo is None or _is_key(undo))):
        raise RefusedError(400, tr("A line has a text, a key, and what the phone had seen."))
    if request.body.get("night") not in (None, table.service.name):
        reply = table.refuse_other_night(request.language)
    else:
        enter: Callable[..., dict[str, Any]] = table.enter if undo is None else table.take_back
        reply = enter(
            text if undo is None else undo, key=key, seen=seen, role=request.role, code=request.language
        )
    state = reply.pop("state")
    return f'{json.dumps(reply)[:-1]}, "state": {state}}}'


def _books(table: SharedNight, request: PhoneRequest) -> str:
    return json.dumps(table.bank(request.language))


def _race(table: SharedNight, request: PhoneRequest) -> str:
    return json.dumps(table.race())


def _rules(table: SharedNight, request: PhoneRequest) -> str:
    game, added = request.path.split("/", 2)[2][:100], request.query.get("add", "")[:200]
    try:
        return json.dumps(table.rules(game, added))
    except PederError as error:
        raise RefusedError(404, str(error)) from error


def _games(table: SharedNight, request: PhoneRequest) -> str:
    answers, add = request.body.get("answers"), request.body.get("add") is True
    if not isinstance(answers, dict) or not all(
        isinstance(text, str) and len(text) <= LONGEST_ANSWER for text in answers.values()
    ):
        raise RefusedError(
            400, tr("A game has answers, each a text of at most {n} letters.", n=LONGEST_ANSWER)
        )
    if add and request.role is Role.LOOK:
        raise RefusedError(403, tr("This phone only looks."))
    try:
        return json.dumps(table.make_game(answers, add=add))
    except (PederError, OSError) as error:
        raise RefusedError(409, str(error)) from error


_ANSWERS: dict[str, Callable[[SharedNight, PhoneRequest], str]] = {
    "who": _who,
    "lines": _lines,
    "books": _books,
    "race": _race,
    "rules": _rules,
    "games": _games,
}


def _is_key(key: object) -> bool:
    return isinstance(key, str) and _KEY.fullmatch(key) is not None
