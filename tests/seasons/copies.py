"""Steps with nights that come and go: deleted and brought back, restored over newer ones, continued in a copy of the
store, taken over from another group's store.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from random import Random

from pipeline.night.journal import journal_place
from tests.seasons.checks import check_night, check_nights, check_payments, check_sql
from tests.seasons.evening import SEASONS, kill_somewhere, some_lines
from tests.seasons.model import About, Bank, Chip, LayOut, Lend, Night, Pay, Said, Sit
from tests.seasons.world import NAMES, FaultError, World, chance

# --- deleted nights


def delete_night(world: World, draw: Random) -> None:
    """Delete a night or an import. Its players stay known."""
    world.shut(tables=chance(draw, 0.5))
    world.peder("nights")
    nights = [night for night in world.model.nights.values() if night.results or night.table().players]
    if len(nights) < 2:
        return
    night = draw.choice(nights)
    words = ["nights", "delete", night.name]
    if world.peder(*words, kill_at=kill_somewhere(world, draw)).code == -9:
        world.peder(*words, code=None)  # whether it says that all was done, or that no such night is there
    world.model.deleted[night.name] = world.model.nights.pop(night.name)
    check_nights(world)


def restore_night(world: World, draw: Random) -> None:
    """A deleted night comes back, unless there is one of its name by now."""
    if not world.model.deleted:
        return
    world.shut(tables=chance(draw, 0.5))
    night = draw.choice([*world.model.deleted.values()])
    words = ["nights", "restore", night.name]
    if night.name in world.model.nights:
        world.peder(*words, code=1)
        return
    if world.peder(*words, kill_at=kill_somewhere(world, draw)).code == -9:
        world.peder(*words, code=None)
    world.model.nights[night.name] = world.model.deleted.pop(night.name)
    check_nights(world)


# --- an older backup


def restore_over(world: World, draw: Random) -> None:
    """A backup is restored over the store that went on: what is newer is refused, left alone or overwritten."""
    if world.backup is None or world.backup[0] != world.store:
        return
    _, file, then = world.backup
    world.shut(tables=chance(draw, 0.5))
    world.peder("nights")
    model = world.model
    how = draw.choice(["", "--keep-newer", "--overwrite"])
    grown = [
        name
        for name, night in then.nights.items()
        if name in model.nights and len(model.nights[name].entries) > len(night.entries)
    ]
    is_newer = bool(grown) or model.payment_entries > then.payment_entries > 0
    words = ["restore", str(file), *([how] if how else [])]
    # games and imports may be newer too
    done = world.peder(*words, code=None, kill_at=kill_somewhere(world, draw))
    if done.code == -9:
        done = world.peder(*words, code=None)
    if done.code not in ((0, 1) if not how else (0,)):
        raise FaultError("refused restore", done)
    if not how and is_newer and not done.code:
        raise FaultError("restored over what is newer", grown)
    if done.code:
        check_nights(world)
        check_payments(world)
        return
    old = deepcopy(then)
    back = {
        name: night for name, night in old.nights.items() if how == "--overwrite" or name not in model.nights
    }
    model.nights = {**model.nights, **back}
    if how == "--overwrite":
        model.people = {**model.people, **old.people}
        if old.payment_entries:  # payments that only the store has stay
            model.payments, model.payment_entries = old.payments, old.payment_entries
    check_nights(world)
    check_sql(world)


# --- a night that goes on in a copy


def continued(world: World, draw: Random) -> None:
    """A night goes on in a copy of the store, perhaps here too, and the copy's journal is imported."""
    world.shut(tables=chance(draw, 0.5))
    nights = [night for night in world.model.nights.values() if not night.results and night.table().players]
    if not nights:
        return
    night = draw.choice(nights[-3:])
    world.open(night)
    handles = world.handles()
    world.shut(tables=chance(draw, 0.5))
    other = world.folder / "copy"
    shutil.rmtree(other, ignore_errors=True)
    shutil.copytree(world.store, other)
    world.tell(f"  # the store is copied to {other.name}")
    if chance(draw, 0.6):  # what is said here moves nothing that is said there
        world.later(0.1)
        texts, entries = some_lines(world, draw, night, handles, only=(Pay, LayOut, Said))
        if texts:
            log_lines(world, night.name, texts)
        night.entries = entries
    world.later(0.1)
    texts, entries = some_lines(world, draw, night, handles)
    if texts:
        log_lines(world, night.name, texts, store=other)
        words = ["import", "night", str(journal_place(other, night.name))]
        imported_again(world, draw, words)
        night.entries = entries
        check_nights(world)
    shutil.rmtree(other)
    world.open(night)
    check_night(world)


def log_lines(world: World, night: str, texts: Sequence[str], *, store: Path | None = None) -> None:
    """Log lines from a file."""
    file = world.file("lines.txt")
    file.write_text("\n".join(texts) + "\n", encoding="utf-8")
    world.tell(f"{file.name}: {texts}")
    world.peder("log", night, "--from", str(file), store=store)


def imported_again(world: World, draw: Random, words: Sequence[str]) -> None:
    """Import a file, perhaps killed, perhaps twice: the same again changes nothing."""
    if world.peder(*words, kill_at=kill_somewhere(world, draw)).code == -9 or chance(draw, 0.3):
        world.peder(*words)


# --- another group's store


def others_night(world: World, draw: Random) -> None:
    """A night that another group logged, of players whose names may be known here, comes as Peder's JSON; grown, it
    comes again.
    """
    world.shut(tables=chance(draw, 0.5))
    world.peder("nights")
    world.later(draw.choice([1, 24 * 7]))
    names = draw.sample(NAMES, draw.randint(3, 4))
    other, night = world.folder / "others", Night(world.new_name("theirs"))
    shutil.rmtree(other, ignore_errors=True)
    handles = [f"q{letter}" for letter in "abcd"[: len(names)]]
    season, chips = draw.choice(SEASONS), 1000
    seats = ", ".join(f"{name}={handle}" for name, handle in zip(names, handles, strict=True))
    first = [f"players {seats}", f"banker {handles[0]}", "chip 25 øre", f"loan {chips}", f"season {season}"]
    log_lines(world, night.name, first, store=other)
    theirs = {row["name"]: row["player_id"] for row in world.peder("players", "--json", store=other).json()}
    ids = tuple(theirs[name] for name in names)
    if len({world.model.root(one) for one in ids}) < len(ids):
        return  # players of ours who were merged may be theirs
    given = dict(zip(ids, handles, strict=True))
    for what in (
        Sit(ids, given), Bank(ids[0]), Chip(Fraction(1, 4), "DKK"), Lend(ids[1:], chips), About("season", season),
    ):  # fmt: skip
        night.entries = night.with_(what)
    file = world.file("theirs.jsonl")
    for turn in range(draw.randint(1, 2)):
        world.later(0.1)
        texts, entries = some_lines(world, draw, night, given, is_own=False)
        if texts:
            log_lines(world, night.name, texts, store=other)
        night.entries = entries
        world.peder("export", "json", night.name, "--out", str(file), store=other)
        words = ["import", "json", str(file)]
        if turn and texts:
            world.peder(*words, code=1)
            words.append("--replace")
        imported_again(world, draw, words)
    for name, one in zip(names, ids, strict=True):
        world.model.meet(one, name)
    world.model.nights[night.name] = night
    check_nights(world)
    shutil.rmtree(other)
