"""The catalogue: every game once, in its order, then the guests; how a typed name finds its game."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from engine.catalogue.community import COMMON
from engine.catalogue.draw import DRAW
from engine.catalogue.guests import GUESTS
from engine.catalogue.holdem import HOLDEM, OMAHA
from engine.catalogue.model import Variant
from engine.catalogue.short import SHORT
from engine.catalogue.simple import SIMPLE
from engine.catalogue.special import CLUB, DICE
from engine.catalogue.stud import STUD
from engine.errors import VariantError
from language import mark, tr

CATALOGUE: dict[str, Variant] = {
    variant.id: variant for variant in (*SIMPLE, *DRAW, *STUD, *COMMON, *DICE, *SHORT, *HOLDEM, *OMAHA, *CLUB)
}
"""The games of the rule texts, which "all games" stands for."""

VARIANTS: dict[str, Variant] = CATALOGUE | {variant.id: variant for variant in GUESTS}
"""Every game that can be played: the catalogue, the guests (docs/guests.md), the group's own (`register_games`)."""


@lru_cache(maxsize=1 << 14)
def fold_name(text: str) -> str:
    """A name without case, spaces, punctuation and accents, for comparing: ``Sømærket`` is ``somaerket``."""
    spelled = text.casefold().replace("æ", "ae").replace("ø", "o").replace("å", "a").replace("ß", "ss")
    plain = unicodedata.normalize("NFKD", spelled)
    return "".join(letter for letter in plain if letter.isalnum())


def names_of(variant: Variant) -> Iterable[str]:
    """Every name that finds a game: id, names, aliases; of an earlier version of a group's own game the id alone."""
    if variant.superseded:
        return [variant.id]
    own = variant.id.partition("@")[0]
    return filter(None, dict.fromkeys((variant.id, own, variant.name, variant.name_da, *variant.aliases)))


_BY_NAME: dict[str, Variant] = {}
_FOLLOWERS: list[Callable[[], object]] = []


def _names() -> dict[str, Variant]:
    if not _BY_NAME:
        _BY_NAME.update(
            {fold_name(name): variant for variant in VARIANTS.values() for name in names_of(variant)}
        )
    return _BY_NAME


def _most_words() -> int:
    return max(len(name.split()) for variant in VARIANTS.values() for name in names_of(variant))


def register_games(games: Iterable[Variant]) -> None:
    """Make these the group's own games, in place of those registered before."""
    for variant_id in [name for name, variant in VARIANTS.items() if variant.family == "own"]:
        del VARIANTS[variant_id]
    VARIANTS.update({variant.id: variant for variant in games})
    _BY_NAME.clear()
    for clear in _FOLLOWERS:
        clear()


def follow_games(clear: Callable[[], object]) -> None:
    """Have `clear` called whenever the group's own games change: a cache of what depends on them."""
    _FOLLOWERS.append(clear)


def find_variant(text: str) -> Variant:
    """The game of a name, forgiving case, spaces, accents, an unambiguous beginning and a typo.

    Raises VariantError that names the nearest games.
    """
    wanted = fold_name(text)
    by_name = _names()
    if wanted in by_name:
        return by_name[wanted]
    offered = [name for name, variant in by_name.items() if not variant.superseded]
    begins = (name for name in offered if len(wanted) > 3 and name.startswith(wanted))
    starting = {by_name[name].id: by_name[name] for name in begins}
    if len(starting) == 1:
        return next(iter(starting.values()))
    near = difflib.get_close_matches(wanted, offered, n=3, cutoff=0.7)
    if near and len(wanted) > 3 and difflib.SequenceMatcher(None, wanted, near[0]).ratio() > 0.85:
        return by_name[near[0]]
    found = [*starting, *(by_name[name].id for name in near)]
    suggestions = list(dict.fromkeys(name.partition("@")[0] for name in found))[:3]
    hint = (
        tr("Did you mean {suggestions}?", suggestions=tr(" or ").join(suggestions))
        if suggestions
        else tr("`peder variants` lists them all.")
    )
    raise VariantError(tr("There is no game called {text!r}. {hint}", text=text, hint=hint), suggestions)


def current_version(variant_id: str) -> str:
    """The id of the current version of a group's own game, given the id of any version; other ids unchanged."""
    variant = VARIANTS.get(variant_id)
    if variant is None or not variant.superseded:
        return variant_id
    current = _names().get(fold_name(variant_id.partition("@")[0]))
    return current.id if current else variant_id


def named_games(words: Sequence[str]) -> list[str]:
    """The games that words name one after the other, where a name of several words wasn't quoted:
    ``bush league guts`` are two. What stands after a colon or a plus (``bush league:3``, ``omaha+psy``) stays
    with its game.
    """
    names: list[str] = []
    rest, most = list(words), _most_words()
    while rest:
        counts = range(min(len(rest), most), 1, -1)
        count = next((count for count in counts if _is_name(rest[:count])), 1)
        names.append(" ".join(rest[:count]))
        del rest[:count]
    return names


def _is_name(words: Sequence[str]) -> bool:
    """Whether words are a game's name between them, and not each the name of another game."""
    parts = [*words[:-1], re.split("[:+]", words[-1])[0]]
    by_name = _names()
    whole = by_name.get(fold_name("".join(parts)))
    others = (by_name.get(fold_name(part), whole) != whole for part in parts)
    return whole is not None and not all(others)


FAMILIES = {
    "simple": mark("simple"),
    "draw": mark("draw"),
    "stud": mark("stud"),
    "common": mark("common"),
    "short": mark("short"),
    "holdem": mark("holdem"),
    "omaha": mark("omaha"),
    "dice": mark("dice"),
    "club": mark("club"),
    "guest": mark("guest"),
    "own": mark("own"),
}
"""What the families are called."""


def search_variants(text: str) -> list[Variant]:
    """The games with a word in their names that begins so, or of that family; else what `find_variant` finds.

    Raises VariantError where there is none.
    """
    wanted = fold_name(text)

    def fits(name: str) -> bool:
        words = re.split(r"[\W_]+", name)
        return any(fold_name("".join(words[place:])).startswith(wanted) for place in range(len(words)))

    variants = [
        variant
        for variant in VARIANTS.values()
        if not variant.superseded
        and (
            wanted in (variant.family, fold_name(tr(FAMILIES[variant.family])))
            or any(fits(name) for name in names_of(variant))
        )
    ]
    return variants if wanted and variants else [find_variant(text)]


__all__ = [
    "CATALOGUE",
    "FAMILIES",
    "VARIANTS",
    "Variant",
    "current_version",
    "find_variant",
    "fold_name",
    "follow_games",
    "named_games",
    "names_of",
    "register_games",
    "search_variants",
]
