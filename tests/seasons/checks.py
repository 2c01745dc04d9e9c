"""What must hold after every step, of the night in the logger and of the store: the program's numbers are the model's."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from tests.seasons.model import End, Night
from tests.seasons.store import KilledError
from tests.seasons.world import FaultError, World, chance, money_of


def same(kind: str, what: str, theirs: object, ours: object) -> None:
    """Raises FaultError where the program's answer isn't the model's."""
    if theirs == ours:
        return
    raise FaultError(kind, f"{what}: {differences(theirs, ours)}")


def differences(theirs: object, ours: object) -> str:
    """Where two values differ."""
    if isinstance(theirs, Mapping) and isinstance(ours, Mapping):
        keys = [key for key in {**theirs, **ours} if theirs.get(key) != ours.get(key)]
        return ", ".join(f"{key}: {differences(theirs.get(key), ours.get(key))}" for key in keys)
    return f"{theirs} instead of {ours}"


def check_night(world: World) -> None:
    """The open night: as the model has it, as its journal gives it, in either language, and on the phones."""
    if world.night is None or world.logger is None:
        return
    try:
        live = world.ask("state")
        same_for_all(world, live)
        check_state(live, world.night)
        _check_views(world, live)
    except KilledError:  # nothing was being written that counts
        night, world.logger = world.night, None
        world.tell("  # killed")
        world.open(night)


def same_for_all(world: World, live: dict[str, Any]) -> None:
    """The night in the logger's memory is the one that its journal gives, in either language."""
    for language in ("en", "da"):
        again = world.ask("reopened", language)
        same("the journal gives another night", language, again, live)


def check_state(live: Mapping[str, Any], night: Night) -> None:
    """A night as the program has it, against the model."""
    table = night.table()
    same("confirmed entries", "entries", live["entries"], len(night.entries))
    same("faults in a night", "faults", live["faults"], [])
    same("other players", "players", [one for one, *_ in live["players"]], table.players)
    same(
        "other players", "who is there", {one: status for one, _, _, status in live["players"]}, table.status
    )
    same("other numbers", "the banker", live["banker"], table.banker)
    same(
        "other numbers", "a chip", (money_of(live["chip"][0]), live["chip"][1]), (table.chip, table.currency)
    )
    hands = {no: nets if status == "confirmed" else None for no, (status, nets) in live["hands"].items()}
    same("other hands", "nets", hands, table.hands)
    same("other numbers", "carried", live["carried"], table.carried)
    same("other numbers", "closed", live["ended"], table.ended)
    same("other hands", "open", live["open"], table.is_open)
    for kind in ("season", "place"):
        same("other numbers", kind, live["about"][kind], table.about.get(kind))
    book = table.closed() if table.ended else table.accounts
    for player, account in live["accounts"].items():
        ours = book[player]
        for name, theirs, mine in (
            ("net", account["net"], ours.net),
            ("difference", account["difference"] + account["besides"], ours.difference),
            ("received", money_of(account["received"]), ours.received),
            ("laid out", money_of(account["expenses"]), ours.laid_out),
        ):
            same("other numbers", f"{player}'s {name}", theirs, mine)
        if not table.ended:
            same("other numbers", f"{player}'s got", account["lent"] + account["bought"], ours.got)
            same("other numbers", f"{player}'s returned", account["returned"], ours.returned)
            owes = {other: chips for other, chips in account["owes"].items() if chips}
            same(
                "other numbers",
                f"{player} owes",
                owes,
                {one: chips for one, chips in ours.owes.items() if chips},
            )


def _check_views(world: World, live: Mapping[str, Any]) -> None:
    view, _ = world.ask("view", world.place.language)
    same("other numbers on phones", "hands", view["hand_no"], max(live["hands"], default=0) + 1)
    if view["version"] != live["entries"]:
        raise FaultError("other numbers on phones", f"version {view['version']} of {live['entries']}")


# --- the store, by its commands


def check_store(world: World, draw: Random) -> None:
    """All commands that state numbers state the model's."""
    check_nights(world)
    for season in world.model.seasons():
        check_standings(world, season)
        check_season(world, season)
    check_sql(world)


def check_nights(world: World, store: Path | None = None) -> None:
    rows = {row["night"]: row for row in world.peder("nights", "--json", store=store).json()}
    ours = {}
    for name, night in world.model.nights.items():
        if night.results:
            ours[name] = (night.results.hands, 0, night.results.season)
        elif night.table().players:
            hands = list(night.table().hands.values())
            drafts = hands.count(None)
            ours[name] = (len(hands) - drafts, drafts, night.table().about.get("season"))
    theirs = {name: (row["hands"], row["drafts"], row["season"]) for name, row in rows.items()}
    same("other nights", "hands, drafts, season", theirs, ours)


def check_standings(world: World, season: str, store: Path | None = None) -> None:
    nights = list(world.model.of_season(season))
    ours: dict[tuple[str, str], Fraction] = {}
    for night in nights:
        chip, currency = world.model.worth(night)
        for player, chips in played(world, night).items():
            key = (player, currency)
            ours[key] = ours.get(key, Fraction(0)) + chips * chip
    rows = world.peder("standings", season, "--json", store=store).json()
    theirs = {(row["player_id"], row["currency"] or ""): money_of(row["net_money"] or 0) for row in rows}
    # a banker's pot that came and went leaves zeros
    theirs = {key: net for key, net in theirs.items() if net or key in ours}
    same("other standings", season, theirs, ours)


def played(world: World, night: Night) -> dict[str, int]:
    """What the players won who are in the standings: those with a hand or a difference."""
    model = world.model
    chips = model.chips(night, closed=False)
    if night.results:
        return chips
    table = night.table()
    book = table.closed() if table.ended else table.accounts
    active = {model.root(one) for nets in table.hands.values() for one in nets or ()}
    active |= {model.root(one) for one in table.players if book[one].difference}
    return {one: chips[one] for one in chips if one in active}


def check_season(world: World, season: str) -> None:
    """`settle --season` closes its nights, and states what each player gets."""
    nights = [night for night in world.model.of_season(season) if night.results or night.table().players]
    if not nights or is_refused(world, nights, "--season", season):
        return
    rows = world.peder("settle", "--season", season, "--json").json()
    for night in nights:
        close(world, night)
    check_balances(world, rows, nights, season)


def is_refused(world: World, nights: Sequence[Night], *words: str) -> bool:
    """Whether these nights can't be settled, for want of a banker: then `settle` says so, and closes none of them."""
    if not any(night.needs_banker() for night in nights):
        return False
    refused = world.peder("settle", *words, "--json", code=1)
    if "banker WHO" not in refused.err and "bankør HVEM" not in refused.err:
        raise FaultError("refused settle", refused)
    rows = {row["night"]: row["state"] for row in world.peder("nights", "--json").json()}
    is_closed = {night.name: night.table().ended for night in nights if not night.results}
    same("closed, though refused", words, {one: rows[one] == "ended" for one in is_closed}, is_closed)
    return True


def close(world: World, night: Night) -> None:
    """A night that was settled is closed, unless it is open in the logger."""
    if not night.results and not night.table().ended and night is not world.night:
        night.entries = night.with_(End())


def check_balances(world: World, rows: list[dict[str, Any]], nights: list[Night], season: str | None) -> None:
    ours = world.model.balances(nights, season)
    for currency, balances in ours.items():
        lines = [row for row in rows if row["row"] == "account" and (row["currency"] or "") == currency]
        exact = {
            row["player_id"]: money_of(row["money"])
            + money_of(row.get("expenses") or 0)
            - money_of(row["received"])
            for row in lines
        }
        # who has neither chips nor money may be left out
        same("other balances", f"{season} {currency}", {one: sum_ for one, sum_ in exact.items() if sum_},
             {one: sum_ for one, sum_ in balances.items() if sum_})  # fmt: skip
        rounded = {row["player_id"]: money_of(row["balance"]) for row in lines}
        if sum(rounded.values()):
            raise FaultError("balances that don't add up", rounded)
        off = {
            one: rounded[one] - exact[one]
            for one in exact
            if abs(rounded[one] - exact[one]) >= Fraction(1, 100)
        }
        if off:
            raise FaultError("balances rounded by more than an øre", off)
        left = dict(rounded)
        for row in rows:
            if row["row"] == "payment" and (row["currency"] or "") == currency:
                left[row["player_id"]] += money_of(row["amount"])
                left[row["to_player_id"]] -= money_of(row["amount"])
        if any(left.values()):
            raise FaultError("payments that don't settle", left)


def check_sql(world: World) -> None:
    """The marts: each player's chips on each night; the table bank: payments of seasons."""
    rows = world.peder("sql", f"select {', '.join(COLUMNS)} from mart_player_nights", "--json").json()
    theirs = {(row["session_id"], row["player_id"]): (row["net"], money_of(row["net_money"])) for row in rows}
    ours = {}
    for night in world.model.nights.values():
        chip, _ = world.model.worth(night)
        for player, chips in played(world, night).items():
            key = (night.name, player)
            # how large the chip of a sheet is, is the importer's choice
            ours[key] = (theirs.get(key, (None,))[0] if night.results else chips, chips * chip)
    # as in `check_standings`
    theirs = {key: nets for key, nets in theirs.items() if any(nets) or key in ours}
    same("other marts", "mart_player_nights", theirs, ours)
    check_pots(world)
    check_payments(world)


def check_pots(world: World) -> None:
    """What lies in a pot as a night goes on: of drafts nothing is known."""
    rows = world.peder("sql", "select session_id, pot_left from mart_sessions", "--json").json()
    theirs = {row["session_id"]: row["pot_left"] for row in rows}
    tables = {name: night.table() for name, night in world.model.nights.items() if not night.results}
    ours = {
        name: table.carried + table.in_drafts
        for name, table in tables.items()
        if table.players and not table.ended
    }
    same("other marts", "pots", {name: theirs.get(name) for name in ours}, ours)


def check_payments(world: World) -> None:
    rows = world.peder("sql", PAYMENTS, "--json").json()
    theirs = {
        row["entry_no"]: (row["player_id"], row["counterparty_id"], money_of(row["money"])) for row in rows
    }
    ours = {one.number: (one.payer, one.payee, one.money) for one in world.model.payments}
    same("other season payments", "stg_bank", theirs, ours)


COLUMNS = ("session_id", "player_id", "net", "net_money")
PAYMENTS = "select entry_no, player_id, counterparty_id, money from stg_bank where session_id is null"


def check_night_settled(world: World, draw: Random) -> None:
    """`settle NIGHT` and `bank NIGHT`."""
    nights = [night for night in world.model.nights.values() if night.results or night.table().players]
    if not nights:
        return
    night = draw.choice(nights)
    if is_refused(world, [night], night.name):
        return
    rows = world.peder("settle", night.name, "--json").json()
    close(world, night)
    check_balances(world, rows, [night], None)
    world.peder("bank", night.name, "--json")


def check_text(world: World, draw: Random) -> None:
    """Texts for people come, in any language; a page names everybody, and the drafts are counted."""
    seasons = world.model.seasons()
    if not seasons:
        return
    season = draw.choice(seasons)
    if chance(draw, 0.3):
        page = world.file("season.html")
        world.peder("report", "season", season, "--out", str(page))
        text = page.read_text("utf-8")
        for night in world.model.of_season(season):
            for player in played(world, night):
                name = world.model.people[player].name
                if name not in text:
                    raise FaultError("a page without a player", name)
    else:
        world.peder("standings", season)


def check_all(world: World, draw: Random) -> None:
    """`peder store check` finds no faults, except on nights without a banker: counts that differ from the hands, pots that no player won."""
    if not world.model.nights:
        return
    done = world.peder("check", "--json", *(["--deep"] if chance(draw, 0.4) else []), code=None)
    tables = {
        name: table
        for name, night in world.model.nights.items()
        if not night.results and (table := night.table()).ended and table.banker is None
    }
    ours = sorted(
        [name, account.stack]
        for name, table in tables.items()
        for account in table.accounts.values()
        if account.counted and account.stack
    )
    sums = {name: sum(one.result for one in table.closed().values()) for name, table in tables.items()}
    ours += sorted([name, chips] for name, chips in sums.items() if chips)
    rows = done.json() if done.out else []
    counted = re.compile(r".* was counted, and (-?\d+) chips should be left")
    lost = re.compile(r"the accounts add up to (-?\d+) chips, .*")
    theirs: list[list[Any]] = []
    for kind in (counted, lost):
        matches = [(row["session_id"], kind.fullmatch(row["fault"])) for row in rows]
        theirs += sorted([name, int(match[1])] for name, match in matches if match)
    if done.code != bool(ours) or theirs != ours or len(theirs) != len(rows):
        raise FaultError("the check finds faults", f"{done.out}{done.err} instead of {ours}")
