"""Steps that import what was played elsewhere: logs, their parts and friends' copies, ledgers, OHH and PHH."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from tests.seasons.checks import same
from tests.seasons.evening import SEASONS, kill_somewhere
from tests.seasons.model import Night, Results
from tests.seasons.store import Done
from tests.seasons.world import NAMES, FaultError, World, chance

STACK = 1000
SUITS, RANKS = "♣♦♥♠", ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


@dataclass(frozen=True)
class Played:
    """Hands of two that end before the flop: who folds to the other's blind, or to a raise, and the cards of each."""

    names: Sequence[str]
    ids: Sequence[str]
    start: datetime
    folds: Sequence[bool]
    """Whether the small blind folds to the big one; else the big blind folds to a raise."""
    cards: Sequence[Sequence[str]]
    keys: Sequence[int] = field(default_factory=list)

    @classmethod
    def some(cls, world: World, draw: Random, ids: Sequence[str], names: Sequence[str]) -> Played:
        start = world.place.now.replace(microsecond=0) - timedelta(days=draw.randint(1, 300))
        count = draw.randint(2, 6)
        folds = [True, True, *(chance(draw, 0.5) for _ in range(count - 2))]
        deck = [rank + suit for rank in RANKS for suit in SUITS]
        cards = [draw.sample(deck, 4) for _ in range(count)]
        return cls(names, ids, start, folds, cards, [draw.randrange(10**9) for _ in range(count)])

    def small(self, number: int) -> int:
        return number % 2

    def winner(self, number: int) -> int:
        return 1 - self.small(number) if self.folds[number] else self.small(number)

    def won(self, number: int) -> int:
        """What the winner of a hand wins of the other: the small blind, or the big one."""
        return 1 if self.folds[number] else 2

    def nets(self, more: int = 0) -> dict[str, int]:
        """What each won, the first `more` than by the hands and the other less."""
        first = sum(self.won(one) * (1 if self.winner(one) == 0 else -1) for one in range(len(self.folds)))
        return {self.ids[0]: first + more, self.ids[1]: -first - more}

    def results(self, season: str, more: int = 0, *, has_hands: bool = True) -> Results:
        hands = len(self.folds) if has_hands else 0
        by_hands = self.nets() if has_hands else {}
        return Results(nets=self.nets(more), chip=Fraction(1), currency="DKK", season=season, hands=hands, by_hands=by_hands)  # fmt: skip

    # --- as PokerNow writes it

    def who(self, seat: int) -> str:
        return f'"{self.names[seat]} @ {self.ids[seat].removeprefix("pokernow:")}"'

    def log(
        self, first: int = 0, last: int | None = None, *, hero: int | None = None
    ) -> list[tuple[int, str]]:
        """The entries of hands, oldest first, with their seconds; as the player of a seat has them, who sees the own cards."""
        entries: list[tuple[int, str]] = []
        if not first:
            entries += [(seat, f"The player {self.who(seat)} joined the game with a stack of {STACK}.") for seat in (0, 1)]  # fmt: skip
        stacks = [STACK, STACK]
        for number in range(len(self.folds)):
            small, winner, chips = self.small(number), self.winner(number), self.won(number)
            lines = [
                f"-- starting hand #{number + 1} (id: h{self.keys[number]})  No Limit Texas Hold'em (dealer: {self.who(small)}) --",
                "Player stacks: " + " | ".join(f"#{seat + 1} {self.who(seat)} ({stacks[seat]})" for seat in (0, 1)),
                "" if hero is None else f"Your hand is {', '.join(self.cards[number][2 * hero : 2 * hero + 2])}",
                f"{self.who(small)} posts a small blind of 1",
                f"{self.who(1 - small)} posts a big blind of 2",
            ]  # fmt: skip
            if self.folds[number]:
                lines += [f"{self.who(small)} folds", f"Uncalled bet of 1 returned to {self.who(winner)}"]
            else:
                lines += [f"{self.who(small)} raises to 9", f"{self.who(1 - small)} folds"]
                lines += [f"Uncalled bet of 7 returned to {self.who(winner)}"]
            shown = ", ".join(self.cards[number][2 * winner : 2 * winner + 2])
            lines += [
                f"{self.who(winner)} collected {2 * chips} from pot",
                f"{self.who(winner)} shows a {shown}." if number < 2 else "",
                f"-- ending hand #{number + 1} --",
            ]
            if first <= number < (len(self.folds) if last is None else last):
                entries += [(60 * (number + 1) + at, line) for at, line in enumerate(lines) if line]
            stacks[winner] += chips
            stacks[1 - winner] -= chips
        return entries

    def ledger(self, more: int) -> str:
        """The ledger, by which the first has `more` than by the hands, and the other less."""
        rows = ["player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net"]
        for name, (one, net) in zip(self.names, self.nets(more).items(), strict=True):
            at = self.start - timedelta(minutes=1)
            rows.append(f"{name},{one.removeprefix('pokernow:')},{at:%Y-%m-%dT%H:%M:%S}.000Z,,{STACK},,{STACK + net},{net}")  # fmt: skip
        return "\n".join(rows) + "\n"

    # --- as other programs write it

    def ohh(self, last: int | None = None) -> list[dict[str, Any]]:
        return [self._ohh(number) for number in range(len(self.folds) if last is None else last)]

    def _ohh(self, number: int) -> dict[str, Any]:
        small, big, chips = self.small(number), 1 - self.small(number), self.won(number)
        acts: list[tuple[int, str, int]] = [(small, "Post SB", 1), (big, "Post BB", 2)]
        acts += [(small, "Fold", 0)] if self.folds[number] else [(small, "Raise", 9), (big, "Fold", 0)]
        at = self.start + timedelta(minutes=number)
        return {"ohh": {
            "spec_version": "1.4.7", "site_name": "Seasons", "game_type": "Holdem", "dealer_seat": small + 1,
            "start_date_utc": f"{at:%Y-%m-%dT%H:%M:%S}Z", "game_number": str(self.keys[number]), "table_name": "t",
            "small_blind_amount": 1, "big_blind_amount": 2, "bet_limit": {"bet_cap": 0, "bet_type": "NL"},
            "players": [{"id": seat, "seat": seat + 1, "name": self.names[seat], "starting_stack": STACK} for seat in (0, 1)],
            "rounds": [{"street": "Preflop", "cards": [], "actions": [
                {"action_number": no, "player_id": seat, "action": act, "amount": amount}
                for no, (seat, act, amount) in enumerate(acts, 1)
            ]}],
            "pots": [{"number": 0, "amount": 2 * chips, "player_wins": [{"player_id": self.winner(number), "win_amount": 2 * chips}]}],
        }}  # fmt: skip

    def phh(self) -> str:
        """The hands, the one who isn't the dealer first, with what each ends with."""
        hands = []
        for number in range(len(self.folds)):
            small, big = self.small(number), 1 - self.small(number)
            acts = ["p2 f"] if self.folds[number] else ["p2 cbr 9", "p1 f"]
            net = self.won(number) if self.winner(number) == big else -self.won(number)
            at = self.start + timedelta(minutes=number)
            hands.append(
                f"[{number + 1}]\nvariant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n"
                f"starting_stacks = [{STACK}, {STACK}]\nfinishing_stacks = [{STACK + net}, {STACK - net}]\n"
                f"players = {json.dumps([self.names[big], self.names[small]], ensure_ascii=False)}\n"
                f"actions = {json.dumps(['d dh p1 ????', 'd dh p2 ????', *acts])}\n"
                f"year = {at.year}\nmonth = {at.month}\nday = {at.day}\ntime = {at:%H:%M:%S}\ntime_zone = 'UTC'\n"
            )
        return "\n".join(hands)


def write_log(file: Path, entries: Sequence[tuple[int, str]], start: datetime) -> Path:
    first = int(start.timestamp() * 1000) * 100
    rows = [
        (text, f"{start + timedelta(seconds=second):%Y-%m-%dT%H:%M:%S}.000Z", str(first + 100_000 * second))
        for second, text in entries
    ]
    with file.open("w", newline="", encoding="utf-8") as out:
        csv.writer(out, lineterminator="\n").writerows([("entry", "at", "order"), *reversed(rows)])
    return file


def imported(world: World, draw: Random, *words: str) -> Done:
    """Import files, and again where that was killed."""
    done = world.peder("import", *words, "--json", kill_at=kill_somewhere(world, draw))
    return done if done.code == 0 else world.peder("import", *words, "--json")


def session_of(done: Done) -> str:
    """The session of what was imported last."""
    return str(done.json()[-1]["session_id"])


# --- PokerNow


def pokernow(world: World, draw: Random) -> None:
    """A game elsewhere, of players with names that may be known here: its log, in parts, as two friends have it, with its
    ledger, or the ledger alone.
    """
    played = at_pokernow(world, draw)
    if played is None:
        return
    season, names = draw.choice(SEASONS), dict(zip(played.names, played.ids, strict=True))
    options = ["--season", season, "--currency", "DKK"]
    ways = ["whole", "parts", "friends", "ledger", "ledger alone"]
    way = draw.choices(ways, (2, 3, 3, 3, 1))[0]
    merge_too = way == "whole" and chance(draw, 0.3)
    known, before = {name: world.model.named(name) for name in names}, set(world.model.people)
    world.tell(f"{way}: {names} {played.nets()}")

    def log(name: str, first: int = 0, last: int | None = None, *, hero: int | None = None) -> str:
        return str(write_log(world.file(f"{name}.csv"), played.log(first, last, hero=hero), played.start))

    more, files = 0, [log("log")]
    if way == "parts":
        cut = draw.randint(1, len(played.folds) - 1)
        parts = [log("head", 0, draw.randint(cut + 1, len(played.folds))), log("tail", cut), files[0]]
        files = draw.sample(parts, 3) if chance(draw, 0.5) else draw.sample(parts[:2], 2)
    elif way == "friends":
        files = draw.sample([log("first", hero=0), log("other", hero=1)], 2)
    elif way.startswith("ledger"):
        more = draw.choice([0, 0, 5, -12])
        if way == "ledger alone" and not played.nets(more)[played.ids[0]]:
            more += 7
        ledger = world.file("ledger.csv")
        ledger.write_text(played.ledger(more), encoding="utf-8")
        files = [str(ledger)] if way == "ledger alone" else draw.sample([*files, str(ledger)], 2)
    if len(files) > 1 and chance(draw, 0.4):
        session = session_of(imported(world, draw, "pokernow", *files, *options))
    else:
        named = ["--session", world.new_name("elsewhere")] if chance(draw, 0.5) else []
        merging = ["--merge"] if merge_too else []
        session = session_of(imported(world, draw, "pokernow", files[0], *named, *options, *merging))
        for file in files[1:]:
            same(
                "another session",
                file,
                session_of(imported(world, draw, "pokernow", file, *options)),
                session,
            )
    for name, one in names.items():
        world.model.meet(one, name)
    if merge_too:
        learn_merges(world, before, known)
    results = played.results(season, more, has_hands=way != "ledger alone")
    world.model.nights[session] = Night(session, results=results)
    if way == "friends":
        check_cards(world, session, played)


def at_pokernow(world: World, draw: Random) -> Played | None:
    """Hands of two whose ids at PokerNow may be known."""
    world.leave(draw)
    names = draw.sample(NAMES, 2)
    known = [one for one in world.model.people if one.startswith("pokernow:")]
    ids = [
        draw.choice(known) if known and chance(draw, 0.4) else f"pokernow:p{draw.randrange(16**9):09x}"
        for _ in names
    ]
    return Played.some(world, draw, ids, names) if ids[0] != ids[1] else None


def check_cards(world: World, session: str, played: Played) -> None:
    """Of two friends' logs all cards are known."""
    query = f"select player_id, hand_no, cards from stg_seats where session_id = '{session}'"
    rows = world.peder("sql", query, "--json").json()
    theirs = {(row["player_id"], row["hand_no"]): set((row["cards"] or "").split()) for row in rows}
    ours = {
        (one, number + 1): {_short(card) for card in cards[2 * seat : 2 * seat + 2]}
        for number, cards in enumerate(played.cards)
        for seat, one in enumerate(played.ids)
    }
    same("other cards", session, theirs, ours)


def _short(card: str) -> str:
    return card[:-1].replace("10", "T") + "cdhs"[SUITS.index(card[-1])]


def learn_merges(world: World, before: set[str], known: dict[str, list[str]]) -> None:
    """Learn whom `--merge` made one: new players, each with one of its name."""
    for row in world.peder("players", "--json").json():
        person, into = world.model.people[row["player_id"]], row["merged_into"]
        if into == person.into:
            continue
        was_made_now = person.player not in before and into in known.get(person.name, ())
        was_found_now = into is not None and into not in before
        if into is None or not (was_made_now or was_found_now):
            raise FaultError("another merge", row)
        person.into = into
        other = world.model.people[into]
        other.aliases += [called for called in (person.name, *person.aliases) if called not in other.aliases]


# --- other programs


def of_a_site(world: World, names: Sequence[str], site: str) -> list[str] | None:
    """The ids of players of a site by their names, "" of the new; None where a name may be two."""
    ids = []
    for name in names:
        those = [one for one in world.model.people.values() if one.player.startswith(f"{site}:")]
        fit = [one.player for one in those if one.name == name]
        fit = fit or [one.player for one in those if name in one.aliases]
        if len(fit) > 1:
            return None
        ids.append(fit[0] if fit else "")
    return ids if len(set(ids)) == len(ids) or "" in ids else None


def with_new_ids(world: World, played: Played, site: str) -> Played:
    """The hands with the ids that the import gave to new players."""
    rows = world.peder("players", "--json").json()
    new = {
        row["name"]: row["player_id"]
        for row in rows
        if row["player_id"].startswith(f"{site}:") and row["player_id"] not in world.model.people
    }
    if missing := [
        name for name, one in zip(played.names, played.ids, strict=True) if not one and name not in new
    ]:
        raise FaultError("players of an import", f"{missing}: {new}")
    ids = [one or new[name] for name, one in zip(played.names, played.ids, strict=True)]
    return Played(played.names, ids, played.start, played.folds, played.cards, played.keys)


def ohh(world: World, draw: Random) -> None:
    """Hands as Open Hand History, perhaps first some of them, and then all."""
    _of_other_programs(world, draw, "ohh-seasons", "ohh")


def phh(world: World, draw: Random) -> None:
    """Hands as PHH."""
    _of_other_programs(world, draw, "phh", "phh")


def _of_other_programs(world: World, draw: Random, site: str, form: str) -> None:
    world.leave(draw)
    names = draw.sample(NAMES, 2)
    ids = of_a_site(world, names, site)
    if ids is None:
        return
    played = Played.some(world, draw, ids, names)
    files = []
    if form == "phh":
        files.append(world.file("hands.phhs"))
        files[0].write_text(played.phh(), encoding="utf-8")
    else:
        for last in [*([draw.randint(1, len(played.folds) - 1)] if chance(draw, 0.5) else []), None]:
            files.append(world.file("hands.ohh"))
            files[-1].write_text(json.dumps(played.ohh(last), ensure_ascii=False), encoding="utf-8")
    season = draw.choice(SEASONS)
    world.tell(f"{form}: {names} {played.folds}")
    sessions = {
        session_of(imported(world, draw, form, str(file), "--season", season, "--currency", "DKK"))
        for file in files
    }
    if len(sessions) > 1:
        raise FaultError("another session", sessions)
    played = with_new_ids(world, played, site)
    for name, one in zip(names, played.ids, strict=True):
        world.model.meet(one, name)
    (session,) = sessions
    world.model.nights[session] = Night(session, results=played.results(season))
