"""Steps between evenings: people, imports, payments, games, backups, another language, another time."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from math import gcd
from random import Random

from pipeline.night.journal import journal_place
from tests.seasons.checks import (
    check_balances,
    check_night,
    check_nights,
    check_payments,
    check_sql,
    close,
    is_refused,
    same,
)
from tests.seasons.evening import SEASONS, kill_somewhere, money_as_written
from tests.seasons.model import Night, Pay, Results, SeasonPayment, Undo
from tests.seasons.world import LANGUAGES, NAMES, ZONES, FaultError, World, chance, money_of

PAYMENTS_JOURNAL = "journal/season payments/payments.jsonl"


def elsewhere(world: World, draw: Random) -> None:
    """Another language, another time zone, another time."""
    world.shut(tables=chance(draw, 0.5))
    now = world.place.now + timedelta(hours=draw.choice([0, 1, 24, -24, 24 * 200, -24 * 200]))
    zone = "UTC" if "other zones" in world.left_out else draw.choice(ZONES)
    world.place = replace(world.place, language=draw.choice(LANGUAGES), zone=zone, now=now)
    world.tell(f"PEDER_LANG={world.place.language} TZ={world.place.zone} PEDER_CLOCK={now.isoformat()}")


def again_until_done(world: World, draw: Random, *words: str, done_already: Sequence[str] = ()) -> None:
    """Run a command that may be killed; then it is run again, and may say that all was done."""
    kill_at = kill_somewhere(world, draw)
    done = world.peder(*words, kill_at=kill_at)
    if done.code == -9:
        again = world.peder(*words, code=None)
        if again.code and not any(said in again.err for said in done_already):
            raise FaultError(f"refused {words[0]} again", again)


# --- people


def rename(world: World, draw: Random) -> None:
    people = list(world.model.people.values())
    name = draw.choice(NAMES)
    if not people or world.model.named(name):
        return
    world.peder("nights")  # who was only in journals is in the registry
    person = draw.choice([one for one in people if one.into is None])
    again_until_done(world, draw, "players", "rename", person.player, name)
    if person.name not in person.aliases:
        person.aliases.append(person.name)
    person.name = name


def merge(world: World, draw: Random) -> None:
    roots = [one for one in world.model.people.values() if one.into is None]
    if len(roots) < 2:
        return
    world.shut(tables=True)
    one, other = draw.sample(roots, 2)
    if chance(draw, 0.7):
        pairs = [(a, b) for a in roots for b in roots if a is not b and b.player in world.model.named(a.name)]
        if pairs:
            one, other = draw.choice(pairs)
    if world.model.share_a_hand(one.player, other.player):
        return
    world.peder("nights")
    again_until_done(
        world,
        draw,
        "players",
        "merge",
        one.player,
        other.player,
        done_already=("merged into", "slået sammen med"),
    )
    one.into = other.player
    other.aliases += [called for called in (one.name, *one.aliases) if called not in other.aliases]


def split(world: World, draw: Random) -> None:
    merged = [one for one in world.model.people.values() if one.into]
    if not merged:
        return
    one = draw.choice(merged)
    other = world.model.people[one.into or ""]
    world.shut(tables=True)
    world.peder("players", "split", one.player)
    one.into = None
    mine = {called.casefold() for called in (one.name, *one.aliases)}
    other.aliases = [called for called in other.aliases if called.casefold() not in mine]


def learn_people(world: World) -> None:
    """Learn of the players that an import brought."""
    for row in world.peder("players", "--json").json():
        world.model.meet(row["player_id"], row["name"])


# --- imports


def sheet(world: World, draw: Random) -> None:
    """A spreadsheet of some evenings before the log, as people write such; grown, it is imported again."""
    world.leave(draw)
    names = [name for name in draw.sample(NAMES, draw.randint(2, 5)) if len(world.model.named(name)) < 2]
    if len(names) < 2 or len({(world.model.named(name) or [name])[0] for name in names}) < len(names):
        return
    first = world.place.now.date() - timedelta(days=draw.randint(300, 3000))
    days = [first + timedelta(weeks=week) for week in range(draw.randint(1, 4))]
    if any(f"sheet-{day}" in world.model.nights for day in days):
        return
    whole = draw.choice([True, False])
    unit = draw.choice([1, 1000, 250]) if whole else 1
    nets = [[draw.randint(-300, 300) * unit * (100 if whole else 1) for _ in names[1:]] for _ in days]
    rows = [[-sum(row), *row] for row in nets]
    mark, thousands = draw.choice([(",", "."), (".", ","), (",", "")])
    if "thousands in sheets" in world.left_out:
        thousands = ""
    elif whole and unit > 1 and not thousands:
        thousands = "."
    asks = whole and bool(thousands) and any(abs(cents) >= 100_000 for row in rows for cents in row)
    file, season = world.file("sheet.csv"), draw.choice(SEASONS)
    for length in dict.fromkeys([draw.randint(1, len(days)), len(days)]):
        with file.open("w", newline="", encoding="utf-8") as out:
            writer = csv.writer(out, delimiter=";")
            writer.writerow(["Dato", *names])
            for day, row in zip(days[:length], rows, strict=False):
                writer.writerow([f"{day:%d-%m-%Y}", *(_cents(cents, mark, thousands) for cents in row)])
        world.tell(f"{file.name}: {file.read_text('utf-8').splitlines()}")
        words = ["import", "csv", str(file), "--currency", "DKK", "--season", season]
        done = world.peder(*words, code=None, kill_at=kill_somewhere(world, draw))
        if done.code == -9:
            done = world.peder(*words, code=None)
        if done.code and not asks:
            raise FaultError("refused import", done)
        if done.code:
            return
        learn_people(world)
        for day, row in zip(days[:length], rows, strict=False):
            name = f"sheet-{day}"
            if name not in world.model.nights:
                world.model.nights[name] = Night(name, results=_results(world, names, row, season))


def _cents(cents: int, mark: str, thousands: str) -> str:
    whole, small = divmod(abs(cents), 100)
    text = f"{whole:,}".replace(",", thousands) + (f"{mark}{small:02}" if small else "")
    return f"-{text}" if cents < 0 else text


def _results(world: World, names: Sequence[str], cents: Sequence[int], season: str) -> Results:
    chip = gcd(*cents) or 100
    nets = {}
    for name, each in zip(names, cents, strict=True):
        ids = world.model.named(name)
        if len(ids) != 1:
            raise FaultError("players of a sheet", f"{name}: {ids}")
        nets[ids[0]] = each // chip
    return Results(nets=nets, chip=Fraction(chip, 100), currency="DKK", season=season)


# --- payments of a season


def pay_season(world: World, draw: Random) -> None:
    """Payments of a season: one, in full or in part, or all that are left."""
    world.shut(tables=chance(draw, 0.5))
    seasons = [one for one in world.model.seasons() if any(True for _ in world.model.of_season(one))]
    if not seasons:
        return
    season = draw.choice(seasons)
    nights = list(world.model.of_season(season))
    if is_refused(world, nights, "--season", season):
        return
    rows = world.peder("settle", "--season", season, "--json").json()
    for night in nights:
        close(world, night)
    due = [row for row in rows if row["row"] == "payment" and row["amount"]]
    if not due:
        return
    if chance(draw, 0.3):
        words = ["settle", "--season", season, "--all-paid", "--json"]
        done = world.peder(*words, kill_at=kill_somewhere(world, draw))
        if done.code == -9:
            done = world.peder(*words)
        for row in due:
            note_payment(world, season, row, money_of(row["amount"]))
        check_balances(world, done.json(), nights, season)
        return
    row = draw.choice(due)
    money = part_of(row, draw)
    written = as_written(world, rows, row, money, draw)
    if written is None:
        return
    paid, asks = written
    words = ["settle", "--season", season, "--json", "--paid"]
    done = world.peder(*words, paid, code=None)
    if done.code and is_noted(world, season, row, money):
        done = world.peder(*words, f"{paid} !", code=None)
    if done.code:
        if not asks:
            raise FaultError("refused settle", done)
        return
    note_payment(world, season, row, money)
    check_balances(world, done.json(), nights, season)


def part_of(row: dict[str, str], draw: Random) -> Fraction:
    """What is due, or a part of it."""
    money = money_of(row["amount"])
    return Fraction(draw.randint(1, int(money))) if chance(draw, 0.5) and money >= 2 else money


def as_written(
    world: World, rows: Sequence[dict[str, str]], row: dict[str, str], money: Fraction, draw: Random
) -> tuple[str, bool] | None:
    """A payment as people write it, and whether a question would be an answer too; None for other currencies."""
    names = [world.model.people[row[key]].name for key in ("player_id", "to_player_id")]
    people = [
        name if len(world.model.named(name)) == 1 else row[key]
        for name, key in zip(names, ("player_id", "to_player_id"), strict=True)
    ]
    if any(" " in one or one[0].isdigit() for one in people):
        people = [row["player_id"], row["to_player_id"]]
    currency = row["currency"] or ""
    if currency not in ("DKK", "EUR"):
        return None
    written, asks = money_as_written(money, currency, draw)
    if not written[-1].isalpha() and "€" not in written:
        written += {"DKK": " kr", "EUR": " EUR"}[currency]
    if currency == "DKK" and len({row["currency"] for row in rows}) > 1:
        written = written.replace(" DKK", " kr")
    return f"{people[0]} {people[1]} {written}", asks


def pay_night(world: World, draw: Random) -> None:
    """Payments of a night: one, in full or in part, or all that are left; perhaps one is taken back in its log."""
    world.shut(tables=chance(draw, 0.5))
    nights = [one for one in world.model.nights.values() if not one.results and one.table().players]
    if not nights:
        return
    night = draw.choice(nights[-4:])
    if is_refused(world, [night], night.name):
        return
    rows = world.peder("settle", night.name, "--json").json()
    close(world, night)
    due = [row for row in rows if row["row"] == "payment" and row["amount"]]
    if not due:
        return
    if chance(draw, 0.3):
        words = ["settle", night.name, "--all-paid", "--json"]
        done = world.peder(*words, kill_at=kill_somewhere(world, draw))
        if done.code == -9:
            done = world.peder(*words)
        for row in due:
            pay(world, night, row, money_of(row["amount"]))
    else:
        row = draw.choice(due)
        money = part_of(row, draw)
        written = as_written(world, rows, row, money, draw)
        if written is None:
            return
        paid, asks = written
        root = world.model.root
        known = [(root(one), root(other), paid) for one, other, paid in night.table().payments]
        words = ["settle", night.name, "--json", "--paid"]
        done = world.peder(*words, paid, code=None)
        if done.code and (row["player_id"], row["to_player_id"], money) in known:
            done = world.peder(*words, f"{paid} !", code=None)
        if done.code and asks:
            return
        if done.code:
            raise FaultError("refused settle", done)
        pay(world, night, row, money)
    check_balances(world, done.json(), [night], None)
    number = night.undo_last()
    assert number
    world.open(night)
    if chance(draw, 0.4) and world.possible(night.with_(Undo(number))):
        world.enter("undo", Undo(number))
    check_night(world)


def pay(world: World, night: Night, row: dict[str, str], money: Fraction) -> None:
    """Note a payment of a night: players who were merged pay as the first of them at the table."""
    first = {world.model.root(one): one for one in reversed(night.table().players)}
    night.entries = night.with_(Pay(first[row["player_id"]], first[row["to_player_id"]], money))


def is_noted(world: World, season: str, row: dict[str, str], money: Fraction) -> bool:
    """Whether the same payment is noted already: then it is asked about."""
    wanted = (season, row["player_id"], row["to_player_id"], money)
    root = world.model.root
    return any(
        (one.season, root(one.payer), root(one.payee), one.money) == wanted for one in world.model.payments
    )


def note_payment(world: World, season: str, row: dict[str, str], money: Fraction) -> None:
    world.model.payment_entries += 1
    world.model.payments.append(
        SeasonPayment(
            world.model.payment_entries,
            season,
            row["player_id"],
            row["to_player_id"],
            money,
            row["currency"] or "",
        )
    )


def take_back(world: World, draw: Random) -> None:
    """A season's payment is taken back."""
    if not world.model.payments:
        return
    world.shut(tables=chance(draw, 0.5))
    payment = draw.choice(world.model.payments)
    words = ["settle", "--season", payment.season, "--take-back", str(payment.number)]
    if not any(True for _ in world.model.of_season(payment.season)):
        return
    nights = list(world.model.of_season(payment.season))
    needs_banker = any(night.needs_banker() for night in nights)
    done = world.peder(*words, code=int(needs_banker), kill_at=kill_somewhere(world, draw))
    world.model.payment_entries += 1
    world.model.payments.remove(payment)
    if done.code == -9 and world.peder(*words, code=None).code:  # taken back already: then it closes no night
        learn_closed(world, nights)
    elif not is_refused(world, nights, "--season", payment.season):
        for night in nights:
            close(world, night)


def learn_closed(world: World, nights: Sequence[Night]) -> None:
    """Learn which nights a command has closed that didn't come to its end."""
    rows = {row["night"]: row["state"] for row in world.peder("nights", "--json").json()}
    for night in nights:
        if night.results is None and rows.get(night.name) == "ended":
            close(world, night)


def cut_payments(world: World, draw: Random) -> None:
    """The payments' journal is cut, or an older copy takes its place: whoever only reads writes nothing over it,
    nobody settles by it, and once it is back all is as before.
    """
    journal = world.store / PAYMENTS_JOURNAL
    if not journal.exists() or not world.model.payments:
        return
    world.shut(tables=True)
    check_payments(world)
    data = journal.read_bytes()
    lines = data.splitlines(keepends=True)
    before = {place: place.read_bytes() for place in world.store.glob("*/*=season payments/*")}
    journal.write_bytes(b"".join(lines[:-1]))
    confirmed = journal.with_suffix(".last")
    last = confirmed.read_bytes() if confirmed.exists() else None  # a backup has none
    if last and chance(draw, 0.7):  # an older copy of the folder, or of the file alone
        confirmed.unlink()
    world.tell(f"  # {journal.name} loses its last line")
    season = world.model.payments[-1].season
    readings: list[list[str]] = [
        ["check"], ["build"], ["standings", season], ["sql", "select 1 as one"], ["settle", "--season", season],
        ["report", "season", season, "--out", str(world.file("season.html"))],
        ["settle", "--season", season, "--paid", "Anna Bo 1 kr"],
    ]  # fmt: skip
    words = draw.choice(readings)
    done = world.peder(*words, code=None)
    now = {place: place.read_bytes() for place in world.store.glob("*/*=season payments/*")}
    if now != before:
        raise FaultError("the payments' table follows a cut journal", words)
    if words[0] == "settle" and not done.code:
        raise FaultError("settled by a cut journal", done)
    if journal.read_bytes() != b"".join(lines[:-1]):
        raise FaultError("written over a cut journal", words)
    journal.write_bytes(data)
    if last:
        confirmed.write_bytes(last)
    world.tell(f"  # {journal.name} is whole again")
    if words[0] == "settle":
        learn_closed(world, [*world.model.of_season(season)])
    check_payments(world)


# --- whole stores


def backup(world: World, draw: Random) -> None:
    """A backup restored elsewhere is the same store; the group may go on there."""
    if world.logger and chance(draw, 0.5):
        world.shut(tables=chance(draw, 0.5))
    file = world.file("backup.zip")
    world.peder("backup", str(file), kill_at=None)
    world.backup = world.store, file, deepcopy(world.model)
    other = world.folder / f"store-{world.generation + 1}"
    shutil.rmtree(other, ignore_errors=True)
    done = world.peder("restore", str(file), store=other, code=None, kill_at=kill_somewhere(world, draw))
    if done.code == -9:
        done = world.peder("restore", str(file), store=other, code=None)
    if done.code:
        raise FaultError("refused restore", done)
    check_nights(world, other)
    if chance(draw, 0.4):
        world.shut(tables=False)
        world.generation += 1
        world.model.deleted.clear()  # they are in no backup
        world.tell(f"  # on in {other.name}")
        check_sql(world)
    else:
        shutil.rmtree(other)


def exported(world: World, draw: Random) -> None:
    """All sessions exported and imported into a new store: the same nights, chip by chip."""
    world.shut(tables=True)
    if not any(night.results or night.table().players for night in world.model.nights.values()):
        return
    world.peder("nights")
    file, other = world.file("all.jsonl"), world.folder / "imported"
    shutil.rmtree(other, ignore_errors=True)
    world.peder("export", "json", "--all", "--out", str(file))
    words = ["import", "json", str(file)]
    done = world.peder(*words, store=other, kill_at=kill_somewhere(world, draw))
    if done.code == -9:
        world.peder(*words, store=other)
    check_nights(world, other)
    query = "select session_id, player_id, sum(net) as net from stg_seats group by all"
    here, there = ({(r["session_id"], r["player_id"]): r["net"] for r in world.peder("sql", query, "--json", store=store).json()}
                   for store in (None, other))  # fmt: skip
    same("exported and imported", "seats", there, here)
    for night in world.model.nights.values():
        if (night.results or night.table().players) and not is_refused(world, [night], night.name):
            rows = [
                world.peder("settle", night.name, "--json", store=store).json() for store in (None, other)
            ]
            close(world, night)
            check_balances(world, rows[0], [night], None)
            keys = ("row", "player_id", "net", "difference", "money", "balance")
            if not any(one.into for one in world.model.people.values()):
                same(
                    "exported and imported",
                    night.name,
                    *([{k: r[k] for k in keys} for r in each] for each in rows),
                )
    shutil.rmtree(other)


def exported_as(world: World, draw: Random) -> None:
    """Hands in another program's format, or a night's journal, into a new store: the same hands, chip by chip."""
    world.shut(tables=True)
    world.peder("nights")
    forms = {
        "night": [
            night
            for night in world.model.nights.values()
            if not night.results and night.table().players and not world.had_games
        ],
        "ohh": [night for night in world.model.nights.values() if night.results and night.results.by_hands],
    }
    forms["phh"] = forms["ohh"]
    form = draw.choice([*forms])
    if not forms[form]:
        return
    night, other = draw.choice(forms[form]), world.folder / "imported"
    shutil.rmtree(other, ignore_errors=True)
    if form == "night":
        file = journal_place(world.store, night.name)
    else:
        file = world.file(f"hands.{form}" + "s" * (form == "phh"))
        world.peder("export", form, night.name, "--out", str(file))
    words = ["import", form, str(file), *([] if form == "night" else ["--currency", "DKK"])]
    for store in (other, other):  # the same again changes nothing
        done = world.peder(*words, store=store, kill_at=kill_somewhere(world, draw))
        if done.code == -9:
            world.peder(*words, store=store)
        query = (
            "select player_id, sum(net) filter (where status = 'confirmed') as net, count(distinct hand_no) as hands "
            "from stg_seats inner join stg_hands using (session_id, hand_no) group by all"
        )
        rows = world.peder("sql", query, "--json", store=store).json()
        theirs = {row["player_id"]: row["net"] for row in rows if row["net"] is not None}
        if night.results:
            same(
                f"exported as {form}",
                night.name,
                sorted(theirs.values()),
                sorted(night.results.by_hands.values()),
            )
            same(f"exported as {form}", night.name, {row["hands"] for row in rows}, {night.results.hands})
        else:
            nets: dict[str, int] = {}
            for hand in night.table().hands.values():
                for player, net in (hand or {}).items():
                    nets[player] = nets.get(player, 0) + net
            same(
                f"exported as {form}",
                night.name,
                {one: net for one, net in theirs.items() if one in nets},
                nets,
            )
    shutil.rmtree(other)
