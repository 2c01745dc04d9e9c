"""Key moments of a night: the hands without which the final order of the players would be different."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from language import tr, trn
from reports.charts.totals import Dot
from reports.components.amounts import night_shown
from reports.components.hand_log import meld_in_sentence
from reports.components.html import Html, filled, fragment, tag

FEWEST, MOST = 3, 5
"""Minimum and maximum number of key moments of a night. Hands that changed the order come first; the largest
hands fill up to the minimum.
"""


class Moment(NamedTuple):
    """A hand (`hand_no`, `game`), the player who won the most in it, the player's total after it, the number
    of pairs of players that would have ended in the opposite order without it (`swaps`), and the player whose
    place it changed the most, if any: without the hand, `moved` would have been `instead_of` their `place`,
    numbered from 1.
    """

    hand_no: int
    game: str
    name: str
    value: float
    total: float
    measure: str
    swaps: int
    moved: str | None = None
    place: int = 0
    instead_of: int = 0

    @property
    def dot(self) -> Dot:
        """The hand's dot in the race."""
        return Dot(self.hand_no, self.total)


def key_moments(running: pl.DataFrame) -> list[Moment]:
    """The key moments of a night (`data.running_nets`) in order. A hand's effect is the change of the final
    order without its nets.

    The time is proportional to players times seats: for each hand only the players dealt in are compared with
    all.

    >>> from reports import data
    >>> moments = key_moments(data.running_nets(con, "2026-03"))
    >>> moments == sorted(moments, key=lambda moment: moment.hand_no)
    True
    """
    if running.is_empty():
        return []
    sums = running.group_by("player_id", maintain_order=True).agg(
        pl.col("net").sum(), pl.col("name").first(), pl.col("join_order").first()
    )
    place = {player: at for at, player in enumerate(sums["player_id"])}
    end, names = sums["net"].to_numpy(), sums["name"].to_list()
    moments = []
    hands = running.filter(~pl.col("is_count")).iter_rows(named=True)
    for _, of_hand in groupby(hands, key=itemgetter("hand_no")):
        rows = list(of_hand)
        best = max(rows, key=itemgetter("net"))
        if best["net"] <= 0:
            continue
        there = np.array([place[row["player_id"]] for row in rows])
        without = end.copy()
        without[there] -= [row["net"] for row in rows]
        moment = Moment(
            best["hand_no"], best["game"] or "", best["name"], best["value"], best["total"], best["measure"],
            _swaps(end, without, there),
        )  # fmt: skip
        moments.append(
            _with_places(moment, place[best["player_id"]], end, without, names) if moment.swaps else moment
        )
    largest = sorted(moments, key=lambda moment: (-moment.swaps, -moment.value, moment.hand_no))
    chosen = [moment for at, moment in enumerate(largest[:MOST]) if moment.swaps or at < FEWEST]
    return sorted(chosen, key=lambda moment: moment.hand_no)


def _swaps(end: NDArray[np.int64], without: NDArray[np.int64], there: NDArray[np.int64]) -> int:
    """Number of pairs in opposite orders; `there` are the players whose totals differ."""
    signs = np.sign(end[there, None] - end) * np.sign(without[there, None] - without) < 0
    return int(signs.sum() - signs[:, there].sum() / 2)


def _with_places(
    moment: Moment, best: int, end: NDArray[np.int64], without: NDArray[np.int64], names: list[str]
) -> Moment:
    """The moment with the player whose place changed: the winner of the night without it, else the player who
    won the most in it (`best`), else the player whose place changed the most.
    """
    now, then = _places(end), _places(without)
    winners = np.flatnonzero((then == 1) & (now > 1))
    if len(winners):
        at = int(winners[0])
    elif now[best] != then[best]:
        at = best
    else:
        at = int(np.abs(then - now).argmax())
    if now[at] == then[at]:
        return moment
    return moment._replace(moved=names[at], place=int(now[at]), instead_of=int(then[at]))


def _places(nets: NDArray[np.int64]) -> NDArray[np.int64]:
    ordered = np.sort(nets)
    return 1 + len(nets) - np.searchsorted(ordered, nets, side="right")


def moment_items(moments: Sequence[Moment], melds: Mapping[tuple[int, str], str]) -> list[Html]:
    """The moments as sentences, with the winners' `melds` by hand and name. Hands that made the same difference share one.

    >>> from reports import data
    >>> from reports.components.html import text_of
    >>> [first, *_] = moment_items(key_moments(data.running_nets(con, "2026-03")), {})
    >>> text_of(first).partition(":")[0]
    'Hand 5, Harakiri'
    """
    alike: dict[object, list[Moment]] = {}
    for moment in moments:
        effect = (moment.moved, moment.place, moment.instead_of) if moment.moved else moment.hand_no
        alike.setdefault(effect, []).append(moment)
    return [_item(of_effect, melds) for of_effect in alike.values()]


def _item(moments: Sequence[Moment], melds: Mapping[tuple[int, str], str]) -> Html:
    """Hands that made the same difference: what each brought, and how the night would have ended without it."""
    hands = [_hand_shown(moment, melds.get((moment.hand_no, moment.name), "")) for moment in moments]
    said = [(" " if n else None, hand) for n, hand in enumerate(hands)]
    player, place, instead_of = moments[0].moved, moments[0].place, moments[0].instead_of
    if player is None:
        return fragment(said)
    if instead_of == 1:
        effect = trn(
            "Without it {player} would have won the night.",
            "Without any one of these {n} hands {player} would have won the night.",
            len(moments),
            player=player,
        )
    else:
        effect = trn(
            "Without it {player} would have ended as number {then}, not {now}.",
            "Without any one of these {n} hands {player} would have ended as number {then}, not {now}.",
            len(moments),
            player=player,
            then=instead_of,
            now=place,
        )
    return fragment(said, " ", effect)


def _hand_shown(moment: Moment, meld: str) -> Html:
    link = tag("a", tr("Hand {no}", no=moment.hand_no), href=f"#hand-{moment.hand_no}")
    return filled(
        tr("{hand}: {player} {amount} with {meld}.") if meld else tr("{hand}: {player} {amount}."),
        hand=fragment(link, f", {moment.game}" if moment.game else None),
        player=moment.name,
        amount=night_shown(moment.value, moment.measure),
        meld=meld_in_sentence(meld),
    )
