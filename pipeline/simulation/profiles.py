"""Profiles that a user writes: named departures from a known profile, in a TOML file.

[Anna]
like = "rock"          # regular, where nothing is said
loose_first = 0.4      # any field of `engine.players.profiles.Profile`
error = 0.5
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path

from engine.api import PROFILES, CallError, Profile, find_profile
from language import nearest, tr

ENDING = ".toml"
_LIKE = "like"
_FIELDS = [field.name for field in fields(Profile) if field.name != "learned"]
_MOST = 1000.0
DECIMALS = 3
"""Number of decimals of a written field."""


def read_profiles(place: Path) -> dict[str, Profile]:
    r"""Read the profiles of a file, by name. Raises CallError, which names the mistake and its place.

    >>> _ = (tmp / "group.toml").write_text('[Anna]\nlike = "rock"\nerror = 0.5\n')
    >>> read_profiles(tmp / "group.toml")["Anna"].error
    0.5
    """
    try:
        tables = tomllib.loads(place.read_text(encoding="utf-8"))
    except OSError as error:
        raise CallError(
            tr(
                "{place} can't be read ({strerror}): name a file of profiles.",
                place=place,
                strerror=error.strerror,
            )
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CallError(tr("{place} isn't TOML ({error}).", place=place, error=error)) from error
    if not tables:
        raise CallError(
            tr(
                '{place} names no profile: write [NAME] and below it, for instance, like = "rock".',
                place=place,
            )
        )
    return {name: _profile(place, name, table) for name, table in tables.items()}


def _profile(place: Path, name: str, table: object) -> Profile:
    where = f"{place}, {name}"
    if not isinstance(table, Mapping):
        raise CallError(
            tr("{where}: a profile begins with a line [NAME], and its fields follow.", where=where)
        )
    if name.strip().lower() in PROFILES or set(name) & set(" ,:") or not name.isprintable() or not name:
        raise CallError(tr("{where}: give the profile a name of its own, one word.", where=where))
    fields = dict(table)
    like = fields.pop(_LIKE, "regular")
    if not isinstance(like, str):
        raise CallError(
            tr('{where}: {like} is the name of a profile, such as "rock".', where=where, like=_LIKE)
        )
    base = find_profile(like)
    for field, value in fields.items():
        if field not in _FIELDS:
            near = nearest(field, _FIELDS)
            hint = (
                tr("Did you mean {near}?", near=near)
                if near
                else tr("There are {names}.", names=", ".join([_LIKE, *_FIELDS]))
            )
            raise CallError(
                tr("{where}: a profile has no {field!r}. {hint}", where=where, field=field, hint=hint)
            )
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= _MOST:
            raise CallError(
                tr(
                    "{where}: {field} is a number, such as 0.5, not {value!r}.",
                    where=where,
                    field=field,
                    value=value,
                )
            )
    return replace(base, **{field: float(value) for field, value in fields.items()})


def profiles_text(profiles: Mapping[str, Profile], comment: str) -> str:
    """Write departures from `regular` as a file, with a comment line before them.

    >>> anna = replace(find_profile("regular"), loose_first=0.4)
    >>> profiles_text({"Anna": anna}, "From 12 nights").splitlines()
    ['# From 12 nights', '', '["Anna"]', 'like = "regular"', 'loose_first = 0.400']
    """
    base = find_profile("regular")
    tables = [f"# {comment}"]
    for name, profile in profiles.items():
        lines = [f"[{json.dumps(name, ensure_ascii=False)}]", f'{_LIKE} = "regular"']
        lines += [
            f"{field} = {getattr(profile, field):.{DECIMALS}f}"
            for field in _FIELDS
            if getattr(profile, field) != getattr(base, field)
        ]
        tables.append("\n".join(lines))
    return "\n\n".join(tables) + "\n"


def named_profiles(text: str) -> tuple[list[str], dict[str, Profile]]:
    """Read names separated by commas or spaces: of profiles, or of files, which stand for all of their profiles.
    Returns the names in order, and the profiles of the files by name. Raises CallError for an unknown profile, a
    missing file, or a name in two files.

    >>> named_profiles("rock, regular")
    (['rock', 'regular'], {})
    >>> named_profiles("rok")
    Traceback (most recent call last):
    ...
    engine.errors.CallError: There is no profile called 'rok'. Did you mean rock?
    """
    names: list[str] = []
    own: dict[str, Profile] = {}
    for word in text.replace(",", " ").split():
        if not word.lower().endswith(ENDING):
            names.append(word)
            continue
        read = read_profiles(Path(word))
        if twice := own.keys() & read.keys():
            raise CallError(
                tr("{word} names {twice}, whom another file names too.", word=word, twice=sorted(twice)[0])
            )
        own |= read
        names += read
    for name in names:
        if name not in own:
            find_profile(name)
    return names, own
