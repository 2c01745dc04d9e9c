"""A comparison of games as text: which is wilder, by how much, and how certain that is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil, inf, log10
from typing import Any

from language import join_words, mark, tr

Rows = Sequence[Mapping[str, Any]]

_A = {"hour": mark("an hour"), "chain": mark("a chain"), "hand": mark("a hand")}
_FEW = 8
"""The most games that a sentence names."""
_WHO = {
    "friends": mark("friends"),
    "careful": mark("careful"),
    "loose": mark("loose"),
    "mixed": mark("mixed"),
    "own group": mark("own group"),
}


def lineup_text(lineup: str) -> str:
    """Return the name of a line-up in the reader's language; a user's own line-up is called as the user did.

    >>> lineup_text("own group"), lineup_text("my uncles")
    ('own group', 'my uncles')
    """
    return tr(_WHO[lineup]) if lineup in _WHO else lineup


def games_text(names: Sequence[str]) -> str:
    """Return the names of games, or their number if they are too many to name."""
    return join_words(names) if len(names) <= _FEW else tr("{n} games", n=len(names))


def spread_text(per: str) -> str:
    """Return the caption of the table of a comparison per hour, chain or hand.

    >>> spread_text("hour").partition(", by who")[0]
    'What a player wins or loses in an hour, in antes (standard deviation)'
    """
    return tr(
        "What a player wins or loses in {time}, in antes (standard deviation), by who plays; in brackets the 95 % "
        "interval. The last column is in chips.",
        time=tr(_A[per]),
    )


def sentences(games: Rows, pairs: Rows, per: str, hands: int, people: tuple[float, float]) -> list[str]:
    """Return three sentences: which game is wilder and by how much; how certain that is with `hands` played, and
    whether it depends on who plays; and the uncertainty of the ratio from the hands and from the `people`.

    `games` are the rows of `pipeline.analysis.compare`, the wildest first; `pairs` are the comparisons of two games by a line-up.
    """
    first, last = games[0], games[-1]
    mine = [pair for pair in pairs if (pair["a"], pair["b"]) == (first["game"], last["game"])]
    calmer = _lineups(mine, lambda low, high: high < 1)
    how_sure = _order(games) if len(games) > 2 else _how_sure(mine)
    return [
        _wilder(games, mine, per, turned=len(games) == 2 and bool(calmer)),
        (_reversed(games, pairs) or how_sure) + _more(games, hands),
        *_widths(mine, people),
    ]


def _widths(pairs: Rows, people: tuple[float, float]) -> list[str]:
    """Return a sentence on the uncertainty of the ratio of the wildest game to the calmest, from the hands and from
    the people; nothing while there are too few hands.
    """
    known = [pair for pair in pairs if pair["low"] is not None and 0 < pair["ratio"] < inf]
    if len(known) < len(pairs):
        return []
    reach = max(max(pair["high"] / pair["ratio"], pair["ratio"] / max(pair["low"], 1e-9)) for pair in known)
    low, high = people
    return [
        tr(
            "Uncertainty: ±{percent:.1f} % from the hands played; {low:.1f} to {high:.1f} times as much, from how real people play.",
            percent=100 * (reach - 1),
            low=low,
            high=high,
        )
    ]


def _reversed(games: Rows, pairs: Rows) -> str:
    """Return a sentence that it depends on who plays, for the most certain pair of games of which one is wilder for
    some line-ups and calmer for others; "" if there is none.
    """
    names = {row["game"]: row["name"] for row in games}
    by_pair: dict[tuple[int, int], list[Mapping[str, Any]]] = {}
    for row in pairs:
        if row["a"] < row["b"]:
            by_pair.setdefault((row["a"], row["b"]), []).append(row)
    contrasts = []
    for pair, mine in sorted(by_pair.items()):
        wilder = _lineups(mine, lambda low, high: low > 1)
        calmer = _lineups(mine, lambda low, high: high < 1)
        if wilder and calmer:
            contrast = max(row["ratio"] for row in mine) / max(min(row["ratio"] for row in mine), 1e-9)
            contrasts.append((contrast, pair, wilder, calmer))
    if not contrasts:
        return ""
    _, (one, other), wilder, calmer = max(contrasts)
    return tr(
        "It depends on who plays: {one} is wilder than {other} for {wilder}, and calmer for {calmer}.",
        one=names[one],
        other=names[other],
        wilder=join_words([lineup_text(lineup) for lineup in wilder]),
        calmer=join_words([lineup_text(lineup) for lineup in calmer]),
    )


def _wilder(games: Rows, pairs: Rows, per: str, *, turned: bool) -> str:
    """Return a sentence on the wildest game, and by how much it is wilder than the calmest: `pairs` compare the two."""
    first, last = games[0], games[-1]
    who = {"first": first["name"], "last": last["name"]}
    ratios = [pair["ratio"] for pair in pairs]
    words = {"time": tr(_A[per]), "low": min(ratios), "high": max(ratios)}
    if turned:
        return tr(
            "Who plays decides whether {first} or {last} is wilder: {time} of {first} wins or loses {low:.1f} to "
            "{high:.1f} times as much.",
            **who,
            **words,
        )
    sure = bool(_lineups(pairs, lambda low, high: low > 1))
    match len(games) == 2, sure:
        case True, True:
            order = tr("{first} is wilder than {last}", **who)
        case True, False:
            order = tr("{first} seems wilder than {last}", **who)
        case False, True:
            order = tr("{first} is the wildest, and the calmest is {last}", **who)
        case _:
            order = tr("{first} seems the wildest, and {last} the calmest", **who)
    words |= {"order": order, "middle": first["middle"] / max(last["middle"], 1e-9)}
    if f"{min(ratios):.1f}" == f"{max(ratios):.1f}":
        return tr("{order}: {time} of it wins or loses {middle:.1f} times as much.", **words)
    return tr(
        "{order}: {time} of it wins or loses {middle:.1f} times as much ({low:.1f} to {high:.1f}, by who plays).",
        **words,
    )


def _more(games: Rows, hands: int) -> str:
    """The games that need more hands, with the number that they need and the number that was played."""
    few = {
        row["name"]: max(hands_needed(each, hands) for each in unknown)
        for row in games
        if (unknown := [each for each in row["by_lineup"].values() if each["needed"]])
    }
    if not few:
        return ""
    return tr(
        " For {games} that is too few hands: play about {needed:,} (--hands).",
        games=games_text([*few]),
        needed=max(few.values()),
    )


def hands_needed(figure: Mapping[str, Any], hands: int) -> int:
    """Return the number of hands (as --hands takes it) that an interval of a deviation needs, rounded up to two digits;
    `hands` were requested. Assumes as many chains per hand as before (guts has several).

    >>> hands_needed({"needed": 2431, "sample": 1000}, hands=20_000)
    49000
    """
    needed: float = hands * figure["needed"] / figure["sample"]
    step = int(10 ** max(0, int(log10(needed)) - 1))
    return ceil(needed / step) * step


def _order(games: Rows) -> str:
    """The ranks of more than two games, in a sentence."""
    sure = all(row["rank"][0] == row["rank"][1] for row in games)
    ranks = ", ".join(f"{row['name']} ({_to(row['rank'])})" for row in games[:_FEW])
    if len(games) > _FEW:
        ranks += ", …"
    head = (
        tr("The order is certain for every line-up") if sure else tr("Who plays, and chance, leave this open")
    )
    return f"{head}: {ranks}."


def _how_sure(pairs: Rows) -> str:
    """Return how certain it is that the first of two games is the wilder one, from its ratios by line-up."""
    if all(pair["low"] is None for pair in pairs):
        return tr("How sure that is can't be said.")
    wilder = _lineups(pairs, lambda low, high: low > 1)
    if len(wilder) == len(pairs):
        return tr("That is certain for every line-up.")
    open_ = [pair["lineup"] for pair in pairs if pair["lineup"] not in wilder]
    calmer = _lineups(pairs, lambda low, high: high < 1)
    if calmer:
        return tr(
            "It is certainly the calmer one for {lineups}; for the others chance, or how real people play, "
            "may decide.",
            lineups=join_words([lineup_text(lineup) for lineup in calmer]),
        )
    return tr(
        "That isn't sure: for {lineups} chance, or how real people play, may reverse it.",
        lineups=join_words([lineup_text(lineup) for lineup in open_]),
    )


def _lineups(pairs: Rows, holds: Callable[[float, float], bool]) -> list[str]:
    """Return the line-ups in which a condition is true for a ratio's interval, by the hands and by the people, if it
    is known.
    """
    return [
        pair["lineup"]
        for pair in pairs
        if pair["people_low"] is not None and holds(pair["people_low"], pair["people_high"])
    ]


def _to(rank: Sequence[int]) -> str:
    low, high = rank
    return f"{low}" if low == high else tr("{low} to {high}", low=low, high=high)
