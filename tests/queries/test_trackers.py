"""What trackers count, hand by hand: the models and a plain recount agree on a season of all games and on a log of a table on the
web.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from pipeline.analysis.marts import open_marts
from tests.pipeline.formats.logs import SAMPLE
from tests.queries.tracker_counts import STREETS, Done, tracker_flags
from tests.stores import ask, peder

FLAGS = (
    "limp", "cold_call", "steal", "fold_to_steal", "fold_to_three_bet", "check_raise",
    *(f"cbet_{street}" for street in STREETS.values()), *(f"fold_to_cbet_{street}" for street in STREETS.values()),
)  # fmt: skip


def test_flags_are_those_of_a_plain_recount(tmp_path: Path) -> None:
    store = tmp_path / "store"
    peder(store, "import", SAMPLE, "--season", "online", code=0)
    peder(store, "simulate", "season", "--into", "played", "--nights", "3", "--seed", "7", code=0)
    with open_marts(store, ["mart_player_stats"]) as con:
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
