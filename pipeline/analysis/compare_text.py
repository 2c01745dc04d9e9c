"""A comparison of games as text: which is wilder, by how much, how sure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil, log10
from typing import Any

from language import join_words, mark, tr

Rows = Sequence[Mapping[str, Any]]

_A = {"hour": mark("an hour"), "chain": mark("a chain"), "hand": mark("a hand")}
_WHO = {
    "friends": mark("friends"),
    "careful": mark("careful"),
    "loose": mark("loose"),
    "mixed": mark("mixed"),
    "own group": mark("own group"),
}


def lineup_text(lineup: str) -> str:
    """What a line-up is called."""
    return tr(_WHO[lineup]) if lineup in _WHO else lineup


def spread_text(per: str) -> str:
    """What the deviations of a comparison are, over the table that shows them."""
    return tr(
        "How far a seat's net of {time} spreads: the standard deviation in antes, its 95 % interval, and the "
        "effective sample (as many hands of equal weight would tell as much of it).",
        time=tr(_A[per]),
    )


def sentences(games: Rows, pairs: Rows, per: str, hands: int) -> list[str]:
    """Which game is wilder and by how much; how sure that is, with `hands` played; and whether it depends on who plays.

    `games` are the rows of `pipeline.analysis.compare`, the wildest first, and `pairs` those of any two and a line-up.
    """
    first, last = games[0], games[-1]
    mine = [pair for pair in pairs if (pair["a"], pair["b"]) == (first["game"], last["game"])]
    calmer = _lineups(mine, lambda low, high: high < 1)
    how_sure = _order(games) if len(games) > 2 else _how_sure(mine, calmer)
    return [
        _wilder(games, mine, per, turned=len(games) == 2 and bool(calmer)),
        how_sure + _more(games, hands),
        *([_who_plays(games, pairs)] if len({pair["lineup"] for pair in pairs}) > 1 else []),
    ]


def _who_plays(games: Rows, pairs: Rows) -> str:
    """Whether the answer depends on who plays, in a sentence: a game that is surely wilder than another for some
    line-ups and surely calmer for others, the most certain such pair first.
    """
    names = {row["game"]: row["name"] for row in games}
    surely, reversed_pairs = True, []
    for pair in sorted({(row["a"], row["b"]) for row in pairs if row["a"] < row["b"]}):
        mine = [row for row in pairs if (row["a"], row["b"]) == pair]
        wilder = _lineups(mine, lambda low, high: low > 1)
        calmer = _lineups(mine, lambda low, high: high < 1)
        surely &= len(mine) in (len(wilder), len(calmer))
        if wilder and calmer:
            contrast = max(row["ratio"] for row in mine) / max(min(row["ratio"] for row in mine), 1e-9)
            reversed_pairs.append((contrast, pair, wilder, calmer))
    if reversed_pairs:
        _, (one, other), wilder, calmer = max(reversed_pairs)
        return tr(
            "It depends on who plays: {one} is wilder than {other} for {wilder}, and calmer for {calmer}.",
            one=names[one],
            other=names[other],
            wilder=join_words([lineup_text(lineup) for lineup in wilder]),
            calmer=join_words([lineup_text(lineup) for lineup in calmer]),
        )
    if surely:
        return tr("It doesn't depend on who plays: all line-ups agree.")
    return tr("Whether it depends on who plays can't be told from so few hands: no line-ups surely disagree.")


def _wilder(games: Rows, pairs: Rows, per: str, *, turned: bool) -> str:
    """Which game is the wildest, and by how much beside the calmest: `pairs` are those of the two."""
    first, last = games[0], games[-1]
    who = {"first": first["name"], "last": last["name"]}
    ratios = [pair["ratio"] for pair in pairs]
    told = {"time": tr(_A[per]), "low": min(ratios), "high": max(ratios), "n": len(pairs)}
    if turned:
        return tr(
            "Who plays decides whether {first} or {last} is wilder: what a seat wins or loses in {time} "
            "spreads {low:.2f} to {high:.2f} times as far at {first}, over {n} line-ups.",
            **who,
            **told,
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
    told |= {"order": order, "middle": first["middle"] / max(last["middle"], 1e-9)}
    if f"{min(ratios):.2f}" == f"{max(ratios):.2f}":
        return tr("{order}: what a seat wins or loses in {time} spreads {middle:.2f} times as far.", **told)
    return tr(
        "{order}: what a seat wins or loses in {time} spreads {middle:.2f} times as far "
        "({low:.2f} to {high:.2f} times over {n} line-ups).",
        **told,
    )


def _more(games: Rows, hands: int) -> str:
    """Of which games more hands take to be played, and how many, of so many asked for."""
    few = {  # as many chains to a hand asked for as there were (guts has several)
        row["name"]: max(hands * each["needed"] / each["sample"] for each in unknown)
        for row in games
        if (unknown := [each for each in row["by_lineup"].values() if each["needed"]])
    }
    if not few:
        return ""
    return tr(
        " For {games} that is too few hands: play about {needed:,} (--hands).",
        games=join_words([*few]),
        needed=_rounded_up(max(few.values())),
    )


def _rounded_up(hands: float) -> int:
    """To two digits."""
    step = int(10 ** max(0, int(log10(hands)) - 1))
    return ceil(hands / step) * step


def _order(games: Rows) -> str:
    """The ranks of more than two games, in a sentence."""
    sure = all(row["rank"][0] == row["rank"][1] for row in games)
    told = ", ".join(f"{row['name']} ({_to(row['rank'])})" for row in games)
    head = tr("The order is sure, whoever plays") if sure else tr("Who plays, and chance, leave this open")
    return f"{head}: {told}."


def _how_sure(pairs: Rows, calmer: Sequence[str]) -> str:
    """How sure it is that the first of two games is the wilder one, from its ratios by line-up; `calmer` are
    those in which it is surely the calmer one.
    """
    known = [pair for pair in pairs if pair["low"] is not None]
    if not known:
        return tr("How sure that is can't be said.")
    wilder = _lineups(pairs, lambda low, high: low > 1)
    ends = tr(
        "{low:.2f} to {high:.2f}",
        low=min(pair["low"] for pair in known),
        high=max(pair["high"] for pair in known),
    )
    if len(wilder) == len(pairs):
        return tr(
            "That is sure: in every line-up the 95 % interval of the ratio lies above 1 ({ends} in all).",
            ends=ends,
        )
    wheres = [
        (mark("above 1 for {lineups}"), wilder),
        (mark("below 1 for {lineups}"), calmer),
        (mark("on both sides of 1 for {lineups}"), _lineups(pairs, lambda low, high: low <= 1 <= high)),
    ]
    return tr(
        "The 95 % interval of the ratio lies {where} ({ends} in all).",
        where=", ".join(
            tr(where, lineups=join_words([lineup_text(lineup) for lineup in lineups]))
            for where, lineups in wheres
            if lineups
        ),
        ends=ends,
    )


def _lineups(pairs: Rows, holds: Callable[[float, float], bool]) -> list[str]:
    """The line-ups in which something holds of a ratio's interval, where it is known."""
    return [pair["lineup"] for pair in pairs if pair["low"] is not None and holds(pair["low"], pair["high"])]


def _to(rank: Sequence[int]) -> str:
    low, high = rank
    return f"{low}" if low == high else tr("{low} to {high}", low=low, high=high)


__all__ = ["lineup_text", "sentences", "spread_text"]
