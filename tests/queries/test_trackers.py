"""What trackers count, hand by hand: the models and a plain recount agree on a season of all games and on a log of a table on the
web.
"""

from __future__ import annotations

import importlib.util
import re
from collections import Counter
from collections.abc import Iterator
from math import floor
from pathlib import Path

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


RERAISED = """\
[1]
variant = "NT"
antes = [0, 0, 0, 0]
blinds_or_straddles = [5, 10, 0, 0]
min_bet = 10
starting_stacks = [400, 400, 400, 400]
actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "d dh p4 ????", "p3 cbr 30", "p4 cbr 90", "p1 f", "p2 f", "p3 f"]
players = ["Quin", "Rosa", "Sven", "Tove"]
[2]
variant = "NT"
antes = [0, 0, 0, 0]
blinds_or_straddles = [5, 10, 0, 0]
min_bet = 10
starting_stacks = [400, 400, 400, 400]
actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "d dh p4 ????", "p3 cc", "p4 cbr 30", "p1 f", "p2 f", "p3 cbr 100", "p4 f"]
players = ["Quin", "Rosa", "Sven", "Tove"]
"""
"""A 3-bet, and one by a player who limped before."""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of a table on the web and three nights of all games."""
    store = tmp_path_factory.mktemp("trackers") / "store"
    peder(store, "import", SAMPLE, "--season", "online", "--currency", "USD", code=0)
    (store.parent / "hands.phhs").write_text(RERAISED, "utf-8")
    peder(store, "import", "phh", store.parent / "hands.phhs", "--season", "online", code=0)
    peder(store, "simulate", "season", "--into", "played", "--nights", "3", "--seed", "7", code=0)
    return store


@pytest.fixture(scope="module")
def con(store: Path) -> Iterator[DuckDBPyConnection]:
    """The marts of these."""
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


@pytest.mark.skipif(importlib.util.find_spec("poker_stats") is None, reason="poker-stats isn't installed")
def test_another_program_counts_the_same_in_the_first_round(
    store: Path, con: DuckDBPyConnection, tmp_path: Path
) -> None:
    """Poker-stats reads PokerStars' text, so this goes through our export. It takes a player's first act with chips: who called first
    neither raised nor 3-bet.
    """
    peder(store, "export", "pokerstars", "--all", "--out", tmp_path / "hands.txt", code=0)
    text = (tmp_path / "hands.txt").read_bytes().decode().replace("\r\n", "\n")
    counts = first_round_of_poker_stats([hand for hand in text.split("\n\n\n") if hand])
    rows = ask(con, "select session_id, hand_no, seat, vpip, pfr, three_bet from int_seats")
    flags = {(session, number, seat): did for session, number, seat, *did in rows}
    assert len(counts) > 100
    for key, (called_first, *theirs) in counts.items():
        vpip, pfr, three_bet = map(bool, flags[key])
        assert [vpip, pfr and not called_first, three_bet and not called_first] == theirs, key
    assert all(sum(column) for column in zip(*counts.values(), strict=True))


def first_round_of_poker_stats(hands: list[str]) -> dict[tuple[str, int, int], tuple[bool, bool, bool, bool]]:
    """Of each seat of hands of up to six players with both blinds: whether its first act with chips was a call, whether it put
    chips in, raised, and raised a raise.
    """
    from poker_stats.entity import (  # type: ignore[import-not-found]
        is_3bet_preflop,
        is_call_preflop,
        is_raise_preflop,
    )
    from poker_stats.hand_parser import Parser  # type: ignore[import-not-found]

    counts = {}
    for text in hands:
        names = re.findall(r"^Seat \d+: (.*) \(\$?[\d.]+ in chips\)$", text, re.MULTILINE)
        text = re.sub(r".*: posts the ante .*\n", "", text)
        if len(names) > 6 or re.findall(" posts (.*) blinds? ", text) != ["small", "big"]:
            continue  # it knows no other table
        head, rest = text.split("\n", 1)
        head = re.sub(r"\(\$?[\d.]+/\$?[\d.]+.*?\)", "($0.05/$0.10 USD)", head)  # nor whole amounts there
        if "$" not in text:  # nor chips
            rest = re.sub(
                r"(?<=[ (])(?=[\d.]+( in chips\)| to |\)|$| and is all-in| from| \|))",
                "$",
                rest,
                flags=re.MULTILINE,
            )
        ((hand,),) = [
            Parser().parse_file_contents([*f"{head}\n{rest}\n".splitlines(keepends=True), "\n"], False)
        ]
        session = re.findall(r"Table '(.*?)'", text)[0]
        number = int(re.findall(r"Hand #(\d+)", head)[0]) % 10**7
        for seat, name in enumerate(names):
            has_chips = any(act.is_voluntary() and act.player.name == name for act in hand.preflop)
            did = (is_call_preflop, is_raise_preflop, is_3bet_preflop)
            called, raised, reraised = (bool(one(hand.preflop, name)) for one in did)
            counts[session, number, seat] = called, has_chips, raised, reraised
    return counts
