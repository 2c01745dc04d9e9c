"""A random but sound store: nights with a bank, carried pots, merged players and drafts, imports and runs."""

from __future__ import annotations

import random
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from engine.kernel.actions import Act, pack
from tests.stores import START, Row, build, hand, session, variant, write

GAMES = {"straight-poker": 90, "guts": 40, "cincinnati": 180, "texas-holdem": 120}
ROUNDS = {"straight-poker": 1, "guts": None, "cincinnati": 5, "texas-holdem": 4}
PLAYERS = ("anna", "bo", "carl", "dorte", "erik")
LEADS_TO = {"fred": "erik", "freddy": "erik"}


class House:
    """The rows of a store as Python sees them."""

    def __init__(self, seed: int, path: Path) -> None:
        self.rows = rows = house_rows(seed)
        self.sessions = {row["session_id"]: row for row in rows["sessions"]}
        self.hands = [pair for pair in rows["hands"] if pair[0]["status"] == "confirmed"]
        self.con = build(write(path, **rows, part_of=lambda row: (row["chain_no"] or 0) // 8))

        self._paid = {
            (row["session_id"], row["hand_no"]): sorted(seat["paid"] for seat in seats)
            for row, seats in self.hands
        }

    def chip(self, row: dict[str, Any]) -> tuple[Any, ...]:
        night = self.sessions[row["session_id"]]
        return night["currency"], night["chip_value"]

    def took(self, row: dict[str, Any], seat: dict[str, Any]) -> bool:
        """Whether a seat won more than its own unmatched chips."""
        paid = self._paid[row["session_id"], row["hand_no"]]
        return bool(seat["won"] > max(0, seat["paid"] - (paid[-2] if seat["paid"] == paid[-1] else paid[-1])))

    def pace(self, game: str) -> float:
        """Seconds a hand: the mean of the timed hands of nights and imports, of 20 at least, else the catalogue's."""
        seconds = [
            (row["ended_at"] - row["started_at"]).total_seconds()
            for row, seats in self.hands
            if row["variant_id"] == game and self.kind(row) != "run" and seats
            if row["outcome"] not in ("new_deal", "redealt", "incomplete")
            if row.get("started_at") and row.get("ended_at")
        ]
        return sum(seconds) / len(seconds) if len(seconds) >= 20 else GAMES[game]

    def kind(self, row: dict[str, Any]) -> str:
        return str(self.sessions[row["session_id"]]["kind"])


def write_house(path: Path, seed: int, **options: Any) -> Path:
    """Write the store of a seed at `path`."""
    return write(path, **house_rows(seed), **options)


def house_rows(seed: int) -> dict[str, list[Any]]:
    """The rows of the store of a seed, as `write` takes them."""
    rng = random.Random(seed)
    sessions, hands, bank = [], [], []
    for number in range(1, 5):
        name = f"2026-0{number}"
        start = START + timedelta(days=14 * number)
        season = "2026" if number < 4 else None
        ended = start + timedelta(hours=4)
        value = Decimal("0.25") if number < 3 else Decimal("0.10")
        sessions.append(
            session(name, season=season, started_at=start, ended_at=ended, chip_value=value, banker_id="anna")
        )
        there = [*rng.sample(PLAYERS[1:], rng.randint(2, 4)), "anna"]
        night = _play(rng, name, there, rng.choice((1, 2, 3)), rng.randint(15, 30), timed=start)
        hands += night
        bank += _book(name, night, there, value)
    sessions.append(
        session("import-1", kind="import", season=None, chip_value=Decimal("0.01"), currency=None)
    )
    hands += _play(rng, "import-1", ["bo", "fred"], 20, 20, games=("texas-holdem",))
    for number in (1, 2):
        sessions.append(
            session(f"run-{number}", kind="run", season=None, chip_value=None, currency=None, seed=number)
        )
        hands += [
            _nameless(pair) for pair in _play(rng, f"run-{number}", ["a", "b", "c", "d"][: 2 + number], 2, 60)
        ]
    return {
        "sessions": sessions,
        "hands": hands,
        "bank": [{**entry, "entry_no": number} for number, entry in enumerate(bank)],
        "equities": [
            {
                "session_id": "import-1",
                "hand_no": row["hand_no"],
                "seat": seat["seat"],
                "board": 3,
                "expected": row["pot"] / (2 + row["hand_no"] % 3),
                "variance": float(row["pot"]),
            }
            for row, seats in hands
            if row["session_id"] == "import-1" and row["outcome"] == "showdown"
            for seat in seats
        ],
        "deals": [
            {
                "session_id": row["session_id"],
                "hand_no": row["hand_no"],
                "seat": seat["seat"],
                "worth": (row["hand_no"] * 7 + seat["seat"] * 5) % 11 / 4 - 1.25
                if row["hand_no"] % 6 != 1
                else None,
                "variance": 0.625 if row["hand_no"] % 6 != 1 else None,
                "later": (row["hand_no"] * 3 + seat["seat"] * 4) % 7 - 3.0 if row["hand_no"] % 3 else None,
            }
            for row, seats in hands
            if row["session_id"] in ("import-1", "2026-01", "2026-02")
            for seat in seats
            if seat["player_id"] in ("bo", "anna")
        ],
        "players": [
            *({"player_id": name, "name": name.title(), "hidden": name == "erik"} for name in PLAYERS),
            {"player_id": "fred", "name": "Fred", "merged_into": "freddy"},
            {"player_id": "freddy", "name": "Freddy", "merged_into": "erik"},
        ],
        "variants": [variant(name, pace=pace, rounds=ROUNDS[name]) for name, pace in GAMES.items()],
    }


def _play(
    rng: random.Random,
    session_id: str,
    there: list[str],
    unit: int,
    count: int,
    *,
    games: tuple[str, ...] = ("straight-poker", "guts", "cincinnati"),
    timed: Any = None,
) -> list[tuple[Row, list[Row]]]:
    played = []
    carried, chain_no, game = 0, 1, games[0]
    for hand_no in range(1, count + 1):
        if not carried:
            chain_no, game = hand_no, rng.choice(games)
        elif rng.random() < 0.1:
            game = rng.choice(games)
        there = there[1:] + there[:1] if timed else there  # without names a place moves as the deal does
        stays = {name for name in there if rng.random() < 0.5} or {there[0]}
        level = unit * rng.randint(1, 20)
        paid = {name: level if name in stays else unit * rng.randint(1, 3) for name in there}
        pot = carried + sum(paid.values())
        outcome = "showdown" if len(stays) > 1 else "last_standing"
        if len(stays) > 1 and hand_no < count and rng.random() < 0.3:
            won, outcome = {}, rng.choice(("carried", "carried", "new_deal"))
        else:
            winners = rng.sample(sorted(stays), 1 if rng.random() < 0.8 else len(stays))
            won = {
                name: pot // len(winners) + (name == winners[0]) * (pot % len(winners)) for name in winners
            }
        folded = {name: rng.randint(1, 3) for name in there if name not in stays}
        detail = rng.choice(("result", "actions"))
        facts: Row = {
            "variant_id": game, "additions": rng.choice(("", "hilo")), "unit": unit, "pot_in": carried,
            "chain_no": chain_no, "outcome": outcome, "detail": detail, "folded": folded,
            "dealer_id": there[-1] if timed else None,
            "actions": _acts(rng, there, paid, unit, folded) if detail == "actions" else None,
            "rounds_played": rng.randint(1, 3),
        }  # fmt: skip
        if timed:
            facts["started_at"] = timed + timedelta(minutes=3 * hand_no)
            facts["ended_at"] = facts["started_at"] + timedelta(seconds=rng.randint(30, 150))
        row, seats = hand(session_id, hand_no, paid, won, **facts)
        for seat in seats:
            seat["peder_used"] = rng.choice((None, False, True))
            if (kind := (hand_no + seat["seat"]) % 4) < 3:  # what was shown, by anybody; or not seen
                seat["meld"], seat["meld_score"] = ("pair", "two_pair", "flush")[kind], 1000 * kind + hand_no
        played.append((row, seats))
        if timed and rng.random() < 0.1:
            played.append(_draft(row, seats, count + len(played)))
        carried = row["pot_out"]
    return played


def _draft(row: Row, seats: list[Row], hand_no: int) -> tuple[Row, list[Row]]:
    """A doubtful copy of a hand, at the end of the night."""
    draft = {"status": "draft", "hand_no": hand_no, "chain_no": None, "pot_in": None, "variant_id": None}
    return {**row, **draft}, [{**seat, "hand_no": hand_no} for seat in seats]


def _acts(
    rng: random.Random, there: list[str], paid: dict[str, int], unit: int, folded: dict[str, int]
) -> list[int]:
    """The ante, then what else each seat paid: in one call or raise, in some round, some of it returned."""
    acts = [pack(Act.ANTE, seat, 0, unit) for seat in range(len(there))]
    for seat, name in enumerate(there):
        more = paid[name] - unit
        round_no = rng.randint(1, 3)
        if more:
            kind = rng.choice((Act.CALL, Act.BET, Act.RAISE, Act.PEDER_RAISE, Act.FORCED_PAYMENT))
            back = rng.choice((0, 0, 5))
            acts.append(pack(kind, seat, round_no, more + back))
            acts += [pack(Act.RETURNED, seat, round_no, back)] if back else []
        else:
            acts.append(pack(Act.CHECK, seat, round_no))
        if name in folded:
            acts.append(pack(Act.FOLD, seat, folded[name]))
    return [*acts, pack(Act.TURN_BOARD, 15, 1, 17)]


def _nameless(pair: tuple[Row, list[Row]]) -> tuple[Row, list[Row]]:
    row, seats = pair
    evening = (row["chain_no"] - 1) // 15 * 15 + 1 if row["variant_id"] == "cincinnati" else None
    return {**row, "deal_no": row["chain_no"], "evening_no": evening}, [
        {**seat, "player_id": None, "profile": ("steady", "loose")[seat["seat"] % 2]} for seat in seats
    ]


def _book(name: str, night: list[tuple[Row, list[Row]]], there: list[str], value: Decimal) -> list[Row]:
    """All but the banker are lent 200, one buys 50 more, and all hand back what is left."""
    nets = dict.fromkeys(there, 0)
    for row, seats in night:
        for seat in seats if row["status"] == "confirmed" else ():
            nets[seat["player_id"]] += seat["net"]
    entries = []
    for player in there:
        if player == "anna":
            continue
        loan, more = 2000, 50 if player == there[0] else 0
        moves = [("loan", loan), ("purchase", more), ("count", loan + more + nets[player])]
        entries += [
            {"session_id": name, "player_id": player, "kind": kind, "chips": chips, "money": chips * value,
             "currency": "DKK"}
            for kind, chips in moves if chips
        ]  # fmt: skip
    return entries
