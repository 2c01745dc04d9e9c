"""A made-up house for the reports: a season of nights, an import and a run, in a store of Parquet files.

Nobody plays here: stakes are drawn from a seed so that the pages have plausible figures to show, and every
hand conserves its chips. `HOSTILE` are names that a page must show letter by letter.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from engine.catalogue import TRAINED
from engine.kernel.actions import Act, pack
from pipeline.store.reference import action_kinds_table
from pipeline.store.schemas import HANDS, SEATS
from pipeline.store.store import Store

FRIENDS = ("Anna", "Bo", "Carl", "Dorte", "Erik", "Søren")
HOSTILE = (
    "</script><img src=x onerror=alert(1)>",
    "<b>Bo</b>",
    "%{y} &amp; $x$",
    "Å" * 60,
    "'\"--><svg/onload=alert(2)>",
)
EVENING_GAMES = (
    "seven-card-stud-deuces", "cincinnati", "three-card-draw", "harakiri", "hayleys-komet", "five-card-stud",
    "jumping-jacks", "ups-and-downs", "straight-poker", "texas-holdem",
)  # fmt: skip
MELDS = ("pair", "two_pair", "three", "straight", "flush", "full_house", "four")
ANTE = 2


def build_house(
    path: Path,
    *,
    names: Sequence[str] = FRIENDS,
    nights: int = 8,
    hands: int = 40,
    run_hands: int = 400,
) -> Store:
    """Write the season 2026, an imported night of hold'em, a run of `run_hands` hands of each game; 0 leaves it out."""
    store = Store(path)
    rng = np.random.default_rng(7)
    ids = [f"p{i + 1}" for i in range(len(names))]
    store.write_reference(
        "players",
        pl.DataFrame([{"player_id": i, "name": n, "hidden": False} for i, n in zip(ids, names, strict=True)]),
    )
    store.write_reference("variants", variants())
    store.write_reference("action_kinds", action_kinds_table())
    skill = np.linspace(0.09, -0.09, len(names))[rng.permutation(len(names))]
    for night in range(nights):
        start = datetime(2026, 1, 9, 18, 30, tzinfo=UTC) + timedelta(days=14 * night)
        there = [i for i in range(len(names)) if rng.random() < 0.85 or night < 2][:7]
        _write_night(store, rng, f"2026-{night + 1:02d}", start, there, ids, skill, hands)
    if nights:
        start = datetime(2026, 2, 1, 19, 0, tzinfo=UTC)
        rows = _play(rng, start, list(range(len(names)))[:6], ids, skill, hands, ["texas-holdem"])
        session = {
            "session_id": "log-1",
            "kind": "import",
            "started_at": start,
            "chip_value": Decimal("0.01"),
        }
        store.write_session(session, hands=rows[0], seats=rows[1])
    if run_hands:
        start = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
        rows = _play(
            rng, start, list(range(5)), None, np.zeros(5), run_hands * len(EVENING_GAMES), EVENING_GAMES
        )
        session = {
            "session_id": "run-1", "kind": "run", "seed": 42, "engine_version": "0.1.0", "started_at": start,
        }  # fmt: skip
        store.write_session(session, hands=rows[0], seats=rows[1])
    return store


def variants() -> pl.DataFrame:
    """The catalogue as its table."""
    return pl.DataFrame(
        [
            {
                "variant_id": v.id, "name": v.name, "name_da": v.name_da or v.name, "family": v.family,
                "source": v.source, "wild": "", "players_min": v.players[0], "players_max": v.players[1],
                "pace": v.pace_seconds or 90, "hand_definition": v.hand_means,
            }
            for v in TRAINED.values()
        ]
    )  # fmt: skip


def _write_night(
    store: Store, rng: Any, name: str, start: datetime, there: list[int], ids: list[str], skill: Any,
    hands: int,
) -> None:  # fmt: skip
    rows = _play(rng, start, there, ids, skill, hands, EVENING_GAMES)
    end = start + timedelta(seconds=150 * hands)
    banker = ids[there[0]]
    book = [
        {
            "player_id": ids[i],
            "kind": kind,
            "chips": 200,
            "money": Decimal("50"),
            "currency": "DKK",
            "at": start,
        }
        for i in there
        if ids[i] != banker
        for kind in ("loan", "purchase")[: 1 + (i % 3 == 0)]
    ]
    bank = pl.DataFrame([{"session_id": name, "entry_no": n, **entry} for n, entry in enumerate(book)])
    session = {
        "session_id": name, "kind": "night", "season": "2026", "started_at": start, "ended_at": end,
        "place": "Vesterbro", "currency": "DKK", "chip_value": Decimal("0.25"), "banker_id": banker,
    }  # fmt: skip
    store.write_session(session, hands=rows[0], seats=rows[1], bank=bank)


def _play(
    rng: Any,
    start: datetime,
    there: list[int],
    ids: list[str] | None,
    skill: Any,
    hands: int,
    games: Sequence[str],
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Hands and seats; `ids` None plays a run, whose seats have profiles for names."""
    hand_rows, seat_rows = [], []
    carried, chain = 0, 1
    for hand_no in range(1, hands + 1):
        game = (
            games[hand_no * len(games) // (hands + 1)]
            if ids is None
            else games[int(rng.beta(1, 2) * len(games))]
        )
        if not carried:
            chain = hand_no
        order = there[hand_no % len(there) :] + there[: hand_no % len(there)]
        wild = 0.6 + (sum(map(ord, game)) % 13) / 8
        level = ANTE + int(rng.lognormal(1.6, 0.7) * wild) + 1
        stays = rng.random(len(order)) < 0.45
        stays[rng.integers(len(order))] = True
        paid = np.where(stays, level, ANTE + (rng.random(len(order)) * (level - ANTE) * 0.6).astype(int))
        pot = carried + int(paid.sum())
        nobody = ids is not None and stays.sum() > 2 and rng.random() < 0.04 and hand_no < hands
        chances = stays * (1 + np.array([skill[i] for i in order]) * 3)
        winner = int(rng.choice(len(order), p=chances / chances.sum()))
        shown = int(stays.sum()) > 1
        meld = MELDS[int(rng.beta(2, 3) * len(MELDS))] if shown and not nobody else None
        won = np.where(np.arange(len(order)) == winner, 0 if nobody else pot, 0)
        logged = ids is None or start.day % 2 == 0
        acts = [pack(Act.ANTE, s, 0, ANTE) for s in range(len(order))]
        acts += [
            pack(Act.CALL if s else Act.BET, s, 1, int(p) - ANTE) for s, p in enumerate(paid) if p > ANTE
        ]
        acts += [pack(Act.FOLD, s, 2) for s in range(len(order)) if not stays[s]]
        hand_rows.append(
            {
                "hand_no": hand_no, "status": "confirmed", "chain_no": chain, "variant_id": game,
                "additions": "hilo" if ids and hand_no % 17 == 0 else "",
                "dealer_id": ids[order[-1]] if ids else None, "player_count": len(order), "unit": ANTE,
                "pot_in": carried, "pot": pot, "pot_out": pot if nobody else 0,
                "outcome": "carried" if nobody else "showdown" if shown else "last_standing",
                "rounds_played": 2, "showdown_count": int(stays.sum()) if shown else 0, "boards": 1,
                "detail": "actions" if logged else "result",
                "started_at": start + timedelta(seconds=150 * hand_no) if ids else None,
                "ended_at": start + timedelta(seconds=150 * hand_no + 120) if ids else None,
                "note": "A card too many, dealt again" if ids and hand_no == 5 else None,
                "shares": None if nobody else [
                    {"pot_no": 0, "board_no": 0, "half": "whole", "seat": winner, "chips": pot, "meld": meld}
                ],
                "actions": acts if logged else None,
            }
        )  # fmt: skip
        for seat, i in enumerate(order):
            seat_rows.append(
                {
                    "hand_no": hand_no, "seat": seat, "player_id": ids[i] if ids else None,
                    "profile": None if ids else ("steady", "loose")[i % 2],
                    "paid": int(paid[seat]), "won": int(won[seat]), "net": int(won[seat] - paid[seat]),
                    "shadow": 0,
                    "folded_round": None if stays[seat] else 2, "showed": bool(stays[seat] and shown),
                    "meld": meld if seat == winner else None,
                }
            )  # fmt: skip
        carried = pot if nobody else 0
    return (
        pl.DataFrame(hand_rows, schema=HANDS, infer_schema_length=None).drop("errors"),
        pl.DataFrame(
            seat_rows, schema_overrides={"profile": pl.String, "player_id": pl.String, "meld": pl.String}
        ),
    )


__all__ = ["EVENING_GAMES", "FRIENDS", "HOSTILE", "SEATS", "build_house", "variants"]
