"""What trackers count, hand by hand: the models and a plain recount agree on a season of all games and on a log of a table on the
web.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import floor

import pytest
from duckdb import DuckDBPyConnection

from pipeline.analysis.marts import open_marts
from tests.pipeline.formats.logs import SAMPLE
from tests.queries.tracker_counts import STREETS, Done, tracker_flags
from tests.stores import ask, peder

FLAGS = (
    "limp", "cold_call", "steal", "fold_to_steal", "fold_to_three_bet", "check_raise",
    *(f"cbet_{street}" for street in STREETS.values()), *(f"fold_to_cbet_{street}" for street in STREETS.values()),
)  # fmt: skip


@pytest.fixture(scope="module")
def con(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DuckDBPyConnection]:
    """The marts of a log of a table on the web and of three nights of all games."""
    store = tmp_path_factory.mktemp("trackers") / "store"
    peder(store, "import", SAMPLE, "--season", "online", code=0)
    peder(store, "simulate", "season", "--into", "played", "--nights", "3", "--seed", "7", code=0)
    with open_marts(store, ["mart_player_stats"]) as con:
        yield con


def test_bets_and_bluffs_are_those_of_a_plain_recount(con: DuckDBPyConnection) -> None:
    acts = ask(
        con,
        """
        select session_id, hand_no, h.pot_in, h.rounds_played, a.seat, a.round, a.kind, a.aggressive, coalesce(a.chips, 0)
        from stg_actions as a inner join int_hands as h using (session_id, hand_no)
        where h.played order by session_id, hand_no, a.action_no
        """,
    )
    seats = ask(
        con,
        """
        select session_id, hand_no, seat, s.meld, s.won, f.size_first, f.size_second, f.size_third, f.size_fourth, f.bluff_shown
        from stg_seats as s inner join int_seats as f using (session_id, hand_no, seat)
        """,
    )
    melds = {(session, number, seat): (meld, won) for session, number, seat, meld, won, *_ in seats}
    found = {
        (session, number, seat, place): size
        for session, number, seat, _, _, *sizes in seats
        for place, size in enumerate(sizes)
        if size is not None
    }
    again: dict[tuple[str, int, int, int], int | bool] = {}
    hands: dict[tuple[str, int], list[tuple[int, int, int, int, str, bool, int]]] = {}
    for session, number, *act in acts:
        hands.setdefault((session, number), []).append(tuple(act))
    for (session, number), mine in hands.items():
        pot, opened, last = mine[0][0], set(), None
        for _, rounds, seat, round_no, kind, is_bet, chips in mine:
            if kind == "big_blind":
                opened.add(1)
            if is_bet and round_no not in opened and 1 <= round_no <= 4:
                again[session, number, seat, round_no - 1] = floor(1000 * chips / pot + 0.5)
            if is_bet:
                opened.add(round_no)
                last = (seat, round_no, rounds)
            pot += chips
        meld = melds.get((session, number, last[0]), (None, 0))[0] if last else None
        if last and last[1] == last[2] and meld:
            better = [
                other
                for (night, hand_no, _), (other, won) in melds.items()
                if (night, hand_no) == (session, number) and won and other
            ]
            again[session, number, last[0], 4] = meld == "high_card" and any(
                one != "high_card" for one in better
            )
    assert found == again
    often = Counter(place for *_, place in found)
    assert all(often[place] for place in range(5)), often
    assert any(did is True for did in found.values())


def test_flags_are_those_of_a_plain_recount(con: DuckDBPyConnection) -> None:
    acts = ask(
        con,
        """
        select session_id, hand_no, player_count, a.seat, a.round, a.kind, a.aggressive, a.voluntary and a.chips > 0
        from stg_actions as a inner join int_hands as h using (session_id, hand_no)
        where h.played order by session_id, hand_no, a.action_no
        """,
    )
    seats = ask(con, f"select session_id, hand_no, seat, {', '.join(FLAGS)} from int_seats")
    hands: dict[tuple[str, int, int], list[Done]] = {}
    for session, number, players, seat, round_no, kind, is_raise, is_choice in acts:
        done = Done(seat, round_no, kind, bool(is_raise), bool(is_choice))
        hands.setdefault((session, number, players), []).append(done)
    again = {
        (session, number, seat, flag): did
        for (session, number, players), mine in hands.items()
        for (seat, flag), did in tracker_flags(mine, players).items()
    }
    found = {
        (session, number, seat, flag): bool(did)
        for session, number, seat, *dids in seats
        for flag, did in zip(FLAGS, dids, strict=True)
        if did is not None
    }
    assert found == again
    often = Counter(flag for *_, flag in found)
    assert all(often[flag] for flag in FLAGS if not flag.endswith("fourth")), often
